import type {Direction} from '@tenure/core/model/subject/subject'
import {childNode, type Node} from '@tenure/json-schema/document/node'
import {pickKeywords} from '@tenure/json-schema/exact-numbers'
import {NUMBER_FORMATS} from '@tenure/json-schema/formula/compile-values'
import {isRecord, type Json, toJsonObject} from '@tenure/json-schema/json'
import {isOmittedProperty} from '@tenure/json-schema/read-write-only'
import {
  acceptedTypesOf,
  type FlatSchema,
  flatten,
  keywordValues,
  mergeSchemas,
  propertiesOf,
  requiredOf,
  VALUE_TYPES,
  type ValueType,
  valuesOf
} from '../flatten/flatten.ts'
import {createSchemaAt, omittedMarkOf, type SchemaProver} from './proofs.ts'

const MAX_DEPTH = 12

/** The keywords that constrain scalar values. */
const SCALAR_KEYWORDS = [
  'type',
  'nullable',
  'x-nullable',
  'enum',
  'const',
  'format',
  'pattern',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf'
] as const

/**
 * Builds small values that a schema accepts, as far as that is simple. Callers that need to be sure ask a validator.
 */
export class Sampler {
  readonly #proofs: SchemaProver
  readonly #known = {request: new Map<Node, Json | undefined>(), response: new Map<Node, Json | undefined>()}

  constructor(proofs: SchemaProver) {
    this.#proofs = proofs
  }

  sample(node: Node, side: Direction, depth = 0): Json | undefined {
    const known = this.#known[side]
    if (known.has(node)) return known.get(node)
    if (depth > MAX_DEPTH) return undefined
    // A schema that requires itself has no value, so the recursion ends here.
    known.set(node, undefined)
    const value = this.#build(flatten(node), side, depth)
    known.set(node, value)
    return value
  }

  /**
   * An object that the schema accepts, with some properties set and others left out; `undefined` if it can't be built.
   */
  sampleObject(
    flat: FlatSchema,
    side: Direction,
    {set = {}, without = []}: {set?: Readonly<Record<string, Json>>; without?: readonly string[]} = {},
    depth = 0
  ): Json | undefined {
    const properties = propertiesOf(flat)
    const entries: [string, Json][] = []
    for (const name of requiredOf(flat).keys()) {
      if (Object.hasOwn(set, name) || without.includes(name)) continue
      const nodes = properties.get(name) ?? []
      if (flat.members.some(member => isOmittedProperty(member, name, omittedMarkOf(side)))) continue
      const value = nodes.length > 0 ? this.sample(mergeSchemas(nodes), side, depth + 1) : 'x'
      if (value === undefined) return undefined
      entries.push([name, value])
    }
    let all = toJsonObject([...entries, ...Object.entries(set)])
    for (const {alternatives} of flat.choices) {
      const [more] = alternatives.flatMap(alternative => {
        const value = this.sample(alternative, side, depth + 1)
        return value !== undefined && isRecord(value) ? [value] : []
      })
      if (more) all = toJsonObject([...Object.entries(more as {[name: string]: Json}), ...Object.entries(all)])
    }
    return without.length > 0 ? toJsonObject(Object.entries(all).filter(([name]) => !without.includes(name))) : all
  }

  #build(flat: FlatSchema, side: Direction, depth: number): Json | undefined {
    const types = acceptedTypesOf(flat)
    const values = valuesOf(flat)
    if (values)
      return [...values.values()].find(value => value !== null && types.has(valueTypeOf(value as Json))) as Json
    const kind = likelyKind(flat, types)
    if (kind === 'object') return this.sampleObject(flat, side, {}, depth)
    if (kind === 'array') return this.#array(flat, side, depth)
    if (kind === 'choice') {
      for (const {alternatives} of flat.choices) {
        for (const alternative of alternatives) {
          const value = this.sample(alternative, side, depth + 1)
          if (value !== undefined) return value
        }
      }
      return undefined
    }
    if (kind === 'boolean') return true
    if (kind === 'null') return null
    return this.#scalar(flat)
  }

  #array(flat: FlatSchema, side: Direction, depth: number): Json | undefined {
    const least = Math.max(0, ...keywordValues(flat, 'minItems').map(({value}) => Number(value) || 0))
    if (least > 20) return undefined
    const [items] = keywordValues(flat, 'items')
    const item =
      items && !Array.isArray(items.value) ? this.sample(childNode(items.node, 'items'), side, depth + 1) : 'x'
    if (least > 0 && item === undefined) return undefined
    return Array.from({length: least}, () => item as Json)
  }

  #scalar(flat: FlatSchema): Json | undefined {
    const [format] = keywordValues(flat, 'format')
    const known = format && !hasScalarLimits(flat) ? SAMPLES[String(format.value)] : undefined
    if (known !== undefined && acceptedTypesOf(flat).has(valueTypeOf(known))) return known
    const node = scalarConstraintsOf(flat)
    // Null isn't written in a defined way in a URL, and is a poor example elsewhere.
    const plain = acceptedTypesOf(flat).has('null')
      ? createSchemaAt(node, {allOf: [node.raw, {not: {type: 'null'}}]})
      : node
    return this.#proofs.findExample(plain) ?? this.#proofs.findExample(node)
  }
}

const hasScalarLimits = (flat: FlatSchema): boolean =>
  ['pattern', 'minLength', 'maxLength', 'minimum', 'maximum'].some(keyword => keywordValues(flat, keyword).length > 0)

const scalars = new WeakMap<FlatSchema, Node>()

/** Everything a schema says about scalar values, as a schema without references that accepts no less. */
export function scalarConstraintsOf(flat: FlatSchema): Node {
  const known = scalars.get(flat) ?? scalarsIn(flat)
  scalars.set(flat, known)
  return known
}

function scalarsIn(flat: FlatSchema): Node {
  const parts = flat.members.flatMap(({raw}) => {
    if (raw === false) return [{not: {}}]
    if (!isRecord(raw)) return []
    const scalar = pickKeywords(raw, SCALAR_KEYWORDS)
    return Object.keys(scalar).length > 0 ? [scalar] : []
  })
  if (flat.isOrNull) return createSchemaAt(flat.node, {anyOf: [{allOf: parts}, {enum: [null]}]})
  return createSchemaAt(flat.node, parts.length === 1 ? (parts[0] as object) : {allOf: parts})
}

const SAMPLES: Readonly<Record<string, Json>> = {
  date: '2026-03-02',
  'date-time': '2026-03-02T10:00:00Z',
  time: '10:00:00Z',
  uuid: '0f8fad5b-d9cb-469f-a165-70867728950e',
  email: 'reader@library.example',
  uri: 'https://library.example/1',
  url: 'https://library.example/1',
  hostname: 'library.example',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  float: 1,
  double: 1,
  ...Object.fromEntries([...NUMBER_FORMATS.keys()].map(name => [name, 1]))
}

function likelyKind(flat: FlatSchema, types: ReadonlySet<ValueType>): ValueType | 'choice' | undefined {
  const constrains = (...keywords: string[]): boolean =>
    keywords.some(keyword => keywordValues(flat, keyword).length > 0)
  if (types.has('object') && (constrains('properties', 'required') || types.size <= 2) && types.size < 7)
    return 'object'
  if (flat.choices.length > 0 && !constrains('properties')) return 'choice'
  if (types.has('object') && constrains('properties', 'required', 'additionalProperties')) return 'object'
  if (types.has('array') && (constrains('items', 'prefixItems') || types.size <= 2)) return 'array'
  const order: readonly ValueType[] = ['string', 'integer', 'fraction', 'boolean', 'object', 'array', 'null']
  return order.find(atom => types.has(atom))
}

export function valueTypeOf(value: Json): ValueType {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'fraction'
  return typeof value as 'boolean' | 'string' | 'object'
}

/** The declared types, or else the types of the listed values. */
export function listedTypesOf(flat: FlatSchema): ReadonlySet<ValueType> {
  const [own, values] = [acceptedTypesOf(flat), valuesOf(flat)]
  return own.size < VALUE_TYPES.length || !values
    ? own
    : new Set([...values.values()].map(value => valueTypeOf(value as Json)))
}

/** The types that a value can have. If it declares none, those of its alternatives. */
export function remainingTypesOf(flat: FlatSchema): ReadonlySet<ValueType> {
  const own = listedTypesOf(flat)
  if (own.size < VALUE_TYPES.length) return own
  const left = flat.choices.reduce<readonly ValueType[]>((types, {alternatives}) => {
    const some = new Set(alternatives.flatMap(each => [...listedTypesOf(flatten(each))]))
    return types.filter(type => some.has(type))
  }, VALUE_TYPES)
  if (left.length === 0 || left.length === VALUE_TYPES.length) return own
  return new Set(flat.isOrNull ? [...left, 'null'] : left)
}
