import type {Proof} from '../../model/api/change.ts'
import type {Direction} from '../../model/subject/subject.ts'
import {flatten, keywordValues, mergeSchemas, propertiesOf, valuesOf} from '../flatten/flatten.ts'
import {subtypesOf} from '../flatten/subtypes.ts'
import {keepsProof} from '../proof/proofs.ts'
import type {SchemaDiffContext} from '../schema-diff-context.ts'
import {readDiscriminator} from './discriminator-mapping.ts'

/** Compares the schemas that can take the place of a schema with a discriminator. */
export function compareSubtypes(context: SchemaDiffContext): void {
  const [was, is] = [subtypesOf(context.older.node), subtypesOf(context.newer.node)]
  const spots = {old: {node: context.older.node, steps: []}, new: {node: context.newer.node, steps: []}}
  for (const [value, node] of was) {
    const other = is.get(value)
    if (other) context.descend({older: [node], newer: [other], step: '', lift: each => each})
    else context.report({kind: 'alternative-removed', about: value, ...spots, old: {node, steps: []}})
  }
  for (const [value, node] of is) {
    if (was.has(value)) continue
    const place = {...spots, new: {node, steps: []}, of: spots.new}
    context.report({kind: 'alternative-added', about: value, ...place, prove: side => proveAddedSubtype(context, side)})
  }
}

const UNKNOWN = 'who reads it by its kind may know only those that there were'

/**
 * The proof for an added subtype. It contains what the others contain, but clients that read the discriminator find an
 * unknown value, as with a value added to a list. If the values are listed, that change is reported there.
 */
function proveAddedSubtype({older}: SchemaDiffContext, side: Direction): Proof {
  const property = readDiscriminator(keywordValues(older, 'discriminator')[0])?.property
  const field = typeof property === 'string' ? propertiesOf(older).get(property) : undefined
  const isOpen = property !== undefined && !(field && valuesOf(flatten(mergeSchemas(field))))
  return side === 'response' && isOpen ? {is: 'undetermined', why: UNKNOWN} : keepsProof()
}
