// A second, independent implementation of how a message is read by a description.

import {Validator} from '@cfworker/json-schema'
import {Ajv2020} from 'ajv/dist/2020.js'
import type {Raw} from './descriptions.ts'
import {scalarsIn} from './wire.ts'

export type Side = 'request' | 'response'

const FORMATS: Readonly<Record<string, string>> = {
  date: '^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$',
  'date-time':
    '^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])[Tt]([01]\\d|2[0-3]):[0-5]\\d:([0-5]\\d|60)(\\.\\d+)?([Zz]|[+-]([01]\\d|2[0-3]):[0-5]\\d)$',
  uuid: '^[0-9A-Fa-f]{8}-([0-9A-Fa-f]{4}-){3}[0-9A-Fa-f]{12}$',
  ipv4: '^((25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)(\\.(?!$)|$)){4}$'
}

/** The smallest and the greatest number of a format, by the OpenAPI registry. */
const RANGES: Readonly<Record<string, readonly [number, number]>> = {
  int8: [-128, 127],
  uint8: [0, 255],
  int16: [-32768, 32767],
  int32: [-2147483648, 2147483647],
  uint32: [0, 4294967295],
  int64: [-(2 ** 63), 2 ** 63]
}

const MAX_SETS = 64

const isRaw = (value: unknown): value is Raw => typeof value === 'object' && value !== null && !Array.isArray(value)

/** One side of a pair, read in one direction. */
export class Reading {
  readonly #shared: Raw
  readonly #isOld: boolean
  readonly #omitted: 'readOnly' | 'writeOnly'
  readonly #lowered: Raw = {}
  readonly #judges = new Map<object, Validator>()
  readonly #omissions = new Map<object, boolean>()

  readonly #isUnion: boolean
  readonly #isOfTexts: boolean

  /**
   * `isUnion`: whether any alternative of a `oneOf` may fit, as people mean it if no value fits exactly one. `isOfTexts`:
   * whether listed values are texts, as in a URL or a header, which may stand for several values.
   */
  constructor(document: Raw, side: Side, {isUnion = false, isOfTexts = false} = {}) {
    this.#isUnion = isUnion
    this.#isOfTexts = isOfTexts
    this.#shared = ((document.components as Raw | undefined)?.schemas ?? {}) as Raw
    this.#isOld = String(document.openapi).startsWith('3.0')
    this.#omitted = side === 'request' ? 'readOnly' : 'writeOnly'
    for (const [name, schema] of Object.entries(this.#shared)) this.#lowered[name] = this.lower(schema)
  }

  /** The schema that a reference leads to, or `undefined` if it is circular or unresolved. */
  target(schema: unknown, hops = 0): unknown {
    if (!isRaw(schema) || typeof schema.$ref !== 'string') return schema
    return hops > 20 ? undefined : this.target(this.#shared[schema.$ref.split('/').at(-1) ?? ''], hops + 1)
  }

  /**
   * Whether the property with this schema is not part of messages in this direction, because of the schema, a part of its
   * `allOf`, or its only alternative besides null.
   */
  isOmitted(schema: unknown): boolean {
    if (!isRaw(schema)) return false
    const known = this.#omissions.get(schema) ?? this.#readOmission(schema, 0)
    this.#omissions.set(schema, known)
    return known
  }

  #readOmission(schema: unknown, hops: number): boolean {
    const held = isRaw(schema) && (!('$ref' in schema) || !this.#isOld) && schema[this.#omitted] === true
    const inner = this.target(schema)
    if (held || !isRaw(inner) || hops > 20) return held
    const parts = ['allOf', 'anyOf', 'oneOf'].flatMap(way => {
      const list = Array.isArray(inner[way]) ? (inner[way] as unknown[]) : []
      const alternatives = list.filter(each => !isRaw(each) || String(each.type) !== 'null')
      return way === 'allOf' ? list : alternatives.length === 1 ? alternatives : []
    })
    return inner[this.#omitted] === true || parts.some(part => this.#readOmission(part, hops + 1))
  }

  /**
   * The schema in the terms of 2020-12, without the properties of the other direction. `inherited` are those that other
   * parts of an `allOf` leave out: they go from a part that is a reference, too, unless it leads back to itself (`open`).
   */
  lower(schema: unknown, inherited: ReadonlySet<string> = new Set(), open: readonly unknown[] = []): unknown {
    if (!isRaw(schema)) return schema
    const names = new Set([...inherited, ...this.#namesOmitted(schema)])
    const shared = this.#shared[String(schema.$ref).split('/').at(-1) ?? '']
    const reference =
      inherited.size > 0 && isRaw(shared) && !open.includes(shared)
        ? this.lower(shared, inherited, [...open, shared])
        : {$ref: `#/$defs/${String(schema.$ref).split('/').at(-1)}`}
    if (typeof schema.$ref === 'string' && this.#isOld) return reference
    const parts: Raw[] = []
    const low: Raw = {}
    for (const [keyword, value] of Object.entries(schema)) {
      if (keyword === '$ref') parts.push(reference as Raw)
      else if (keyword === 'type') low.type = this.#isOld && schema.nullable === true ? [value, 'null'] : value
      else if (keyword === 'format' && typeof value === 'string' && value in FORMATS)
        parts.push({pattern: FORMATS[value]})
      else if (keyword === 'format' && typeof value === 'string' && value in RANGES)
        parts.push({minimum: RANGES[value]?.[0], maximum: RANGES[value]?.[1]})
      else if (keyword === 'format') continue
      else if (['allOf', 'anyOf', 'oneOf'].includes(keyword))
        low[this.#isUnion && keyword === 'oneOf' ? 'anyOf' : keyword] = (value as unknown[]).map(each =>
          this.lower(each, keyword === 'allOf' ? names : undefined, open)
        )
      else if (keyword === 'not') low.not = this.#isOfTexts ? value : this.lower(value, undefined, open)
      else if (['items', 'additionalProperties', 'unevaluatedProperties'].includes(keyword))
        low[keyword] = this.lower(value, undefined, open)
      else if (['properties', 'patternProperties'].includes(keyword)) {
        const included = Object.entries(value as Raw)
          .filter(([, each]) => keyword !== 'properties' || !this.isOmitted(each))
          .filter(([name]) => keyword !== 'properties' || !names.has(name))
        low[keyword] = Object.fromEntries(included.map(([name, each]) => [name, this.lower(each, undefined, open)]))
      } else if (keyword === 'enum' || keyword === 'const')
        parts.push({enum: this.#valuesOf(keyword === 'enum' ? (value as unknown[]) : [value])})
      else if (keyword === 'required') low.required = (value as string[]).filter(name => !names.has(name))
      else if (!['nullable', 'discriminator', 'readOnly', 'writeOnly'].includes(keyword)) low[keyword] = value
    }
    return parts.length > 0 ? {...low, allOf: [...((low.allOf as unknown[]) ?? []), ...parts]} : low
  }

  #valuesOf(values: readonly unknown[]): unknown[] {
    if (!this.#isOfTexts) return [...values]
    return values.flatMap(value => (typeof value === 'object' ? [value] : scalarsIn(String(value))))
  }

  /** The properties of the other direction, by the schema and by the parts of its `allOf`. */
  #namesOmitted(schema: unknown, seen = new Set<unknown>()): string[] {
    const inner = this.target(schema)
    if (!isRaw(inner) || seen.has(inner)) return []
    seen.add(inner)
    const own = Object.entries((inner.properties ?? {}) as Raw).filter(([, each]) => this.isOmitted(each))
    const parts = Array.isArray(inner.allOf) ? inner.allOf : []
    return [...own.map(([name]) => name), ...parts.flatMap(part => this.#namesOmitted(part, seen))]
  }

  whole(schema: unknown): Raw {
    const low = this.lower(schema)
    return isRaw(low) ? {...low, $defs: this.#lowered} : {allOf: [low], $defs: this.#lowered}
  }

  accepts(schema: unknown, value: unknown): boolean {
    if (!isRaw(schema)) return schema !== false
    const judge = this.#judges.get(schema) ?? new Validator(this.whole(schema), '2020-12')
    this.#judges.set(schema, judge)
    return judge.validate(value).valid
  }

  /** The answer of another validator, for confirmation. */
  acceptsSurely(schema: unknown, value: unknown): boolean {
    return new Ajv2020({strict: false, validateSchema: false, logger: false}).compile(this.whole(schema))(value)
  }

  /** Everything that applies to the value of these schemas together, once for each choice of alternatives. */
  alternatives(schemas: readonly unknown[]): Raw[][] {
    let sets: Raw[][] = [[]]
    for (const schema of schemas) {
      const inner = this.target(schema)
      if (!isRaw(inner)) continue
      let own: Raw[][] = [[inner]]
      const combine = (one: Raw[][], other: Raw[][]): Raw[][] =>
        one.flatMap(left => other.map(right => [...left, ...right])).slice(0, MAX_SETS)
      if (Array.isArray(inner.allOf)) own = combine(own, this.alternatives(inner.allOf))
      for (const way of ['anyOf', 'oneOf']) {
        const list = inner[way]
        if (Array.isArray(list))
          own = combine(
            own,
            list.flatMap(each => this.alternatives([each]))
          )
      }
      sets = combine(sets, own)
    }
    return sets
  }

  /** The schemas that apply to a value, including the alternatives that accept it. */
  #applicableSchemas(schema: unknown, value: unknown, found: Set<Raw>): Set<Raw> {
    const inner = this.target(schema)
    if (!isRaw(inner) || found.has(inner)) return found
    found.add(inner)
    for (const part of (inner.allOf as unknown[] | undefined) ?? []) this.#applicableSchemas(part, value, found)
    for (const way of ['anyOf', 'oneOf'])
      for (const part of (inner[way] as unknown[] | undefined) ?? [])
        if (this.accepts(part, value)) this.#applicableSchemas(part, value, found)
    return found
  }

  /** Whether all names in the value are documented. A schema without properties, or with additional ones, documents any. */
  documents(schemas: readonly unknown[], value: unknown): boolean {
    if (typeof value !== 'object' || value === null) return true
    const applicable = new Set<Raw>()
    for (const schema of schemas) this.#applicableSchemas(schema, value, applicable)
    const all = [...applicable]
    if (Array.isArray(value))
      return value.every(item =>
        this.documents(
          all.flatMap(each => ('items' in each ? [each.items] : [])),
          item
        )
      )
    const isOpen = all.some(each =>
      [each.additionalProperties, each.unevaluatedProperties].some(rest => (rest ?? false) !== false)
    )
    const documented = all.some(each =>
      [each.properties, each.patternProperties].some(named => isRaw(named) && Object.keys(named).length > 0)
    )
    return Object.entries(value).every(([name, inner]) => {
      const own = all.flatMap(each =>
        isRaw(each.properties) && name in each.properties ? [each.properties[name]] : []
      )
      const matching = all.flatMap(each =>
        Object.entries((each.patternProperties ?? {}) as Raw)
          .filter(([of]) => new RegExp(of).test(name))
          .map(([, of]) => of)
      )
      if (own.some(each => this.isOmitted(each))) return false
      if (own.length + matching.length === 0 && documented && !isOpen) return false
      const rest = all.flatMap(each =>
        isRaw(each.additionalProperties) && !own.length && !matching.length ? [each.additionalProperties] : []
      )
      return this.documents([...own, ...matching, ...rest], inner)
    })
  }
}
