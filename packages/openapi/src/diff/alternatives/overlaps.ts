import type {Direction} from '@tenure/core/model/subject/subject'
import {childNode, type Node} from '@tenure/json-schema/document/node'
import {isRecord, type Json, own} from '@tenure/json-schema/json'
import {isEqual} from '@tenure/json-schema/json-equality'
import {
  cacheByObject,
  type FlatSchema,
  flatten,
  keywordValues,
  mergeSchemas,
  propertiesOf,
  type SchemaChoice
} from '../flatten/flatten.ts'
import {surelyRefuses} from '../proof/disjoint.ts'
import {OVERLAP, type SchemaProver} from '../proof/proofs.ts'
import {acceptsOthersExplicitly} from '../schema/additional-properties.ts'
import type {AlternativeSide} from '../schema-diff-context.ts'
import {discriminatorValuesOf} from './discriminated-alternatives.ts'

// Finds alternatives of `oneOf` that accept the same values. Read strictly, each of these values is refused; whether
// that was meant, only the author of the description knows.

/**
 * Whether one alternative repeats another. In `anyOf` it adds nothing, and in `oneOf` neither of the two accepts
 * anything.
 */
export const isDuplicateAlternative = (choice: SchemaChoice, form: Node, other: Node): boolean =>
  form.resource === other.resource &&
  isEqual(form.raw, other.raw) &&
  [form, other].every(each => discriminatorValuesOf(choice, each) === undefined)

/**
 * Whether another alternative of a choice accepts the same values, so that all of them are refused, which needs no
 * review.
 */
export const hasEquivalentAlternative = (
  proofs: SchemaProver,
  choice: SchemaChoice,
  form: Node,
  side: Direction
): boolean => {
  const {alternatives} = choice
  const own = alternatives.indexOf(form)
  return alternatives.some(
    (other, at) =>
      at !== own &&
      (other === form || isDuplicateAlternative(choice, form, other) || proofs.areEquivalent(form, other, side))
  )
}

export const hasDuplicateAlternatives = cacheByObject((choice: SchemaChoice): boolean =>
  choice.alternatives.some((form, at) =>
    choice.alternatives.slice(at + 1).some(other => other === form || isDuplicateAlternative(choice, form, other))
  )
)

/**
 * Returns a function that names the first two alternatives that accept a value, or the given one and another: `form 2
 * overlaps with form 1`.
 */
export function createOverlapDescription(
  proofs: SchemaProver,
  choice: SchemaChoice,
  side: Direction,
  form?: Node
): (value: Json) => string {
  return value => {
    const taking = choice.alternatives.filter(each => each !== form && proofs.accepts(each, value, side))
    const [other, another] = taking
    const one = form ?? another
    return one && other ? `${displayName(choice, one)} overlaps with ${displayName(choice, other)}` : OVERLAP
  }
}

/** An alternative by its component or title, or else by its number. */
function displayName({node, keyword, alternatives}: SchemaChoice, form: Node): string {
  const at = alternatives.indexOf(form)
  const name = alternativeNameOf(form, childNode(node, keyword, at))
  return name === undefined ? `alternative ${at + 1}` : `\`${name}\``
}

/** The name of an alternative, which is its component or title; `undefined` if it has neither. */
export function alternativeNameOf(form: Node, written: Node): string | undefined {
  const reference = isRecord(written.raw) ? own(written.raw, '$ref') : undefined
  if (typeof reference === 'string') return reference.split('/').at(-1) ?? reference
  const pointed = /^\/(?:components\/schemas|definitions)\/([^/]+)$/.exec(form.pointer)?.[1]
  if (pointed !== undefined) return pointed
  const title = isRecord(form.raw) ? own(form.raw, 'title') : undefined
  return typeof title === 'string' ? title : undefined
}

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

/** Keywords besides `properties` by which a schema can name properties of an object. */
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
