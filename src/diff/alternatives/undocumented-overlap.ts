import type {Direction} from '../../model/subject/subject.ts'
import {childNode, type Node} from '../../schema/document/node.ts'
import {isRecord, type Json} from '../../schema/json.ts'
import {type FlatSchema, flatten, keywordValues, mergeSchemas, propertiesOf} from '../flatten/flatten.ts'
import {surelyRefuses} from '../proof/disjoint.ts'
import type {SchemaProver} from '../proof/proofs.ts'
import {acceptsOthersExplicitly} from '../schema/additional-properties.ts'
import type {AlternativeSide} from '../schema-diff-context.ts'

const MAX_DEPTH = 20

/**
 * The first property of a value that its own alternative documents, and no other alternative that accepts the value
 * mentions. An open object accepts any name, but a client that sends a `duration` doesn't send an answer without one.
 * `undefined` if another alternative mentions all of it, or explicitly accepts other names.
 */
export function findOverlookedProperty(
  {choice, member}: AlternativeSide,
  value: Json,
  side: Direction,
  proofs: Pick<SchemaProver, 'refuses'>
): string | undefined {
  let first: string | undefined
  for (const other of choice.alternatives) {
    if (other === member || surelyRefuses(other, value, side) || proofs.refuses(other, value, side)) continue
    const name = findOverlooked(value, flatten(member), flatten(other), 0)
    if (name === undefined) return undefined
    first ??= name
  }
  return first
}

function findOverlooked(value: Json, known: FlatSchema, by: FlatSchema, depth: number): string | undefined {
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH || by.choices.length > 0) return undefined
  if (!isRecord(value)) {
    const [items, others] = [itemsOf(known), itemsOf(by)]
    if (!items || !others) return undefined
    return first(value as readonly Json[], item => findOverlooked(item, items, others, depth + 1))
  }
  const names = propertiesOf(by)
  if (
    names.size === 0 ||
    acceptsOthersExplicitly(by) ||
    NAMING_KEYWORDS.some(keyword => keywordValues(by, keyword).length > 0)
  )
    return undefined
  const documented = propertiesOf(known)
  return first(Object.keys(value), name => {
    const nodes = documented.get(name)
    const others = names.get(name)
    if (!nodes) return undefined
    if (!others) return name
    return findOverlooked(value[name] as Json, flatten(mergeSchemas(nodes)), flatten(mergeSchemas(others)), depth + 1)
  })
}

/** The other keywords that name properties which an object can have. */
const NAMING_KEYWORDS = ['patternProperties', 'unevaluatedProperties', 'dependentSchemas', 'if'] as const

function itemsOf(flat: FlatSchema): FlatSchema | undefined {
  const nodes = keywordValues(flat, 'items').map(({node}): Node => childNode(node, 'items'))
  return nodes.length > 0 ? flatten(mergeSchemas(nodes)) : undefined
}

function first<Thing>(all: readonly Thing[], find: (thing: Thing) => string | undefined): string | undefined {
  for (const each of all) {
    const found = find(each)
    if (found !== undefined) return found
  }
  return undefined
}
