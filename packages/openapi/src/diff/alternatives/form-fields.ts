import type {Node} from '@tenure/json-schema/document/node'
import {type FlatSchema, flatten, propertiesOf} from '../flatten/flatten.ts'
import {acceptsAnyObject} from '../proof/disjoint.ts'
import {reportAddedProperty, reportRemovedProperty} from '../schema/properties.ts'
import type {SchemaDiffContext} from '../schema-diff-context.ts'

type Fields = Map<string, readonly Node[]>

/** The depth of nested alternatives beyond which no fields are looked for. */
const MAX_DEPTH = 5

/** The fields that a schema and all its alternatives name. */
function collectFields(flat: FlatSchema, depth = 0, found: Fields = new Map()): Fields {
  for (const [name, nodes] of propertiesOf(flat)) if (!found.has(name)) found.set(name, nodes)
  if (depth === MAX_DEPTH) return found
  for (const {alternatives} of flat.choices)
    for (const node of alternatives) collectFields(flatten(node), depth + 1, found)
  return found
}

/**
 * Returns a function that finds the fields of one-sided alternatives that the other side doesn't name. It finds none if
 * an alternative of the other side accepts any object.
 */
export function createOneSidedFieldFinder(
  {older, newer}: SchemaDiffContext,
  forms: readonly Node[],
  isGone: boolean
): (alone: readonly Node[]) => Fields {
  const [here, there] = isGone ? [older, newer] : [newer, older]
  let named: ReadonlySet<string> | undefined
  return alone => {
    const others: Fields = new Map()
    for (const node of alone) collectFields(flatten(node), 0, others)
    if (others.size === 0 || forms.some(acceptsAnyObject)) return new Map()
    // The fields next to the alternatives are compared separately.
    named ??= new Set([...propertiesOf(here).keys(), ...collectFields(there).keys()])
    for (const name of named) others.delete(name)
    return others
  }
}

/**
 * Reports fields of one-sided alternatives for requests only: other alternatives accept a field without using it, and
 * responses could always be of these alternatives.
 */
export function reportOneSidedFields(context: SchemaDiffContext, fields: Fields, isGone: boolean): void {
  const report = isGone ? reportRemovedProperty : reportAddedProperty
  for (const [name, nodes] of fields) report(context, name, nodes, 'request')
}
