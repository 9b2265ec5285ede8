import type {Direction} from '@tenure/core/model/subject/subject'
import type {Node} from '@tenure/json-schema/document/node'
import {canonicalText, isRecord, type Json} from '@tenure/json-schema/json'
import {isOmittedProperty} from '@tenure/json-schema/read-write-only'
import {
  acceptedTypesOf,
  cacheByObject,
  type FlatSchema,
  flatten,
  hasUnresolvedReference,
  keywordValues,
  mergeSchemas,
  possibleTypesOf,
  propertiesOf,
  requiredOf,
  valuesOf
} from '../flatten/flatten.ts'
import {omittedMarkOf} from './proofs.ts'
import {valueTypeOf} from './sampler.ts'

/**
 * Quick checks of alternatives, because there can be hundreds. `true` is certain, and `false` means that the answer
 * isn't known.
 */

/** Whether the schema refuses the value. */
export function surelyRefuses(node: Node, value: Json, side: Direction): boolean {
  const flat = flatten(node)
  if (!possibleTypesOf(flat).has(valueTypeOf(value))) return true
  if (valuesOf(flat)?.has(canonicalText(value)) === false) return true
  if (!isRecord(value)) return false
  const names = requiredNames(flat, side)
  if (names.some(name => !Object.hasOwn(value, name))) return true
  for (const [name, nodes] of propertiesOf(flat)) {
    const held = Object.hasOwn(value, name) ? (value as {[name: string]: Json})[name] : undefined
    if (held === undefined || isRecord(held) || isOmittedFrom(flat, name, side)) continue
    const inner = flatten(mergeSchemas(nodes))
    if (valuesOf(inner)?.has(canonicalText(held)) === false || !possibleTypesOf(inner).has(valueTypeOf(held)))
      return true
  }
  return false
}

/** Whether the second schema accepts nothing that the first one documents. */
export function surelyDisjoint(closed: Node, open: Node, side: Direction): boolean {
  const [a, b] = [flatten(closed), flatten(open)]
  const [types, others] = [possibleTypesOf(a), possibleTypesOf(b)]
  const shared = [...types].filter(type => others.has(type))
  if (shared.length === 0) return true
  const [values, more] = [valuesOf(a), valuesOf(b)]
  if (values && more && ![...values.keys()].some(key => more.has(key))) return true
  if (shared.length > 1 || shared[0] !== 'object') return false
  const [properties, documented] = [propertiesOf(a), propertiesOf(b)]
  const [needed, wanted] = [requiredNames(a, side), requiredNames(b, side)]
  if (isClosed(a) && wanted.some(name => !properties.has(name))) return true
  if (keywordValues(b, 'additionalProperties').some(({value}) => value === false) && b.members.length === 1) {
    if (needed.some(name => !documented.has(name)) && keywordValues(b, 'patternProperties').length === 0) return true
  }
  return [...new Set([...needed, ...wanted])].some(name => {
    const [one, other] = [properties.get(name), documented.get(name)]
    if (!one || !other) return false
    const [left, right] = [flatten(mergeSchemas(one)), flatten(mergeSchemas(other))]
    const [mine, yours] = [valuesOf(left), valuesOf(right)]
    if (mine && yours && ![...mine.keys()].some(key => yours.has(key))) return true
    return ![...possibleTypesOf(left)].some(type => possibleTypesOf(right).has(type))
  })
}

const OTHER_CONSTRAINTS: readonly string[] = [
  ...['patternProperties', 'propertyNames', 'minProperties', 'maxProperties', 'unevaluatedProperties'],
  ...['dependencies', 'dependentRequired', 'dependentSchemas', 'not', 'if', 'enum', 'const']
]
const LIMITS: readonly string[] = [
  ...['enum', 'const', 'format', 'pattern', 'minLength', 'maxLength', 'multipleOf'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'not', 'if']
]

/**
 * Whether the second schema accepts everything that the first one, an object, documents. `isSame`: whether a schema of
 * the first and one of the second are the same.
 */
export function surelyWithin(
  closed: Node,
  open: Node,
  side: Direction,
  isSame: (closed: Node, open: Node) => boolean
): boolean {
  const [a, b] = [flatten(closed), flatten(open)]
  const types = possibleTypesOf(a)
  if (types.size !== 1 || !types.has('object') || !acceptedTypesOf(b).has('object') || !isClosed(a)) return false
  if (b.choices.length > 0 || OTHER_CONSTRAINTS.some(keyword => keywordValues(b, keyword).length > 0)) return false
  if (keywordValues(b, 'additionalProperties').some(({value}) => value !== true)) return false
  const needed = new Set(requiredNames(a, side))
  if (requiredNames(b, side).some(name => !needed.has(name))) return false
  const properties = propertiesOf(a)
  return [...propertiesOf(b)].every(([name, others]) => {
    const nodes = properties.get(name)
    if (!nodes || isOmittedFrom(b, name, side)) return true
    const [one, other] = [mergeSchemas(nodes), mergeSchemas(others)]
    if (isSame(one, other)) return true
    const [left, right] = [flatten(one), flatten(other)]
    const allowed = acceptedTypesOf(right)
    const isPlain =
      right.choices.length === 0 && !['array', 'object'].some(type => possibleTypesOf(left).has(type as 'array'))
    return (
      isPlain &&
      [...acceptedTypesOf(left)].every(type => allowed.has(type)) &&
      LIMITS.every(each => keywordValues(right, each).length === 0)
    )
  })
}

/** Whether a schema accepts any object. */
export function acceptsAnyObject(node: Node): boolean {
  const flat = flatten(node)
  const constrains = (...keywords: string[]): boolean =>
    keywords.some(keyword => keywordValues(flat, keyword).length > 0)
  return (
    acceptedTypesOf(flat).has('object') &&
    flat.choices.length === 0 &&
    !constrains('properties', ...OTHER_CONSTRAINTS) &&
    keywordValues(flat, 'required').every(({value}) => Array.isArray(value) && value.length === 0) &&
    keywordValues(flat, 'additionalProperties').every(({value}) => value === true)
  )
}

/** Whether a schema describes its properties, and doesn't accept others explicitly. */
const isClosed = (flat: FlatSchema): boolean =>
  flat.choices.length === 0 &&
  propertiesOf(flat).size > 0 &&
  ['patternProperties', 'additionalProperties', 'unevaluatedProperties', 'if', 'dependentSchemas'].every(keyword =>
    keywordValues(flat, keyword).every(({value}) => value === false)
  )

const OTHER_DEMANDS: readonly string[] = ['dependencies', 'dependentRequired', 'minProperties', 'not']

/** Whether an object has no other properties than the given ones, as far as its schema documents it. */
export const documentsOnly = (flat: FlatSchema, names: ReadonlySet<string>): boolean =>
  isClosed(flat) &&
  !flat.isOrNull &&
  !hasUnresolvedReference(flat) &&
  OTHER_DEMANDS.every(keyword => keywordValues(flat, keyword).length === 0) &&
  [...propertiesOf(flat).keys(), ...requiredOf(flat).keys()].every(name => names.has(name))

const isOmittedFrom = (flat: FlatSchema, name: string, side: Direction): boolean =>
  flat.members.some(member => isOmittedProperty(member, name, omittedMarkOf(side)))

const namesRequiredOn = (side: Direction) =>
  cacheByObject((flat: FlatSchema): readonly string[] =>
    [...requiredOf(flat).keys()].filter(name => !isOmittedFrom(flat, name, side))
  )

const REQUIRED = {request: namesRequiredOn('request'), response: namesRequiredOn('response')}

const requiredNames = (flat: FlatSchema, side: Direction): readonly string[] => REQUIRED[side](flat)
