import {canonicalText, type Json} from '../src/json.ts'

/** Numbers that look random and are the same every time (mulberry32). */
export type Dice = () => number

export function dice(seed: number): Dice {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

type Schema = boolean | {[keyword: string]: unknown}
export type RandomDialect = '2020-12' | 'draft-07'

export interface Pair {
  readonly sub: Schema
  readonly sup: Schema
  readonly dialect: RandomDialect
}

// A small vocabulary, so that random values often match random schemas.
const NAMES = ['a', 'b', 'ab', 'c']
const TEXTS = ['', 'a', 'b', 'ab', 'ba', 'abc', 'c1', '1']
const NUMBERS = [-2, -1, 0, 0.5, 1, 1.5, 2, 3, 4, 6]
const PATTERNS = ['^a', 'b$', '^[ab]*$', 'c', '^.{2}$', '[0-9]', '^(a|b)$', '^$']
// The linter would mistake an object with a literal `then` key for a thenable.
const THEN = 'then'
const TYPES = ['null', 'boolean', 'integer', 'number', 'string', 'array', 'object']

export function pairOf(roll: Dice): Pair {
  const dialect = roll() < 0.7 ? '2020-12' : 'draft-07'
  const definitions = {n: schemaOf(roll, 2, dialect, false), m: schemaOf(roll, 1, dialect, false)}
  const within = (schema: Schema): Schema =>
    typeof schema === 'boolean' ? schema : {...schema, [dialect === '2020-12' ? '$defs' : 'definitions']: definitions}
  const sub = schemaOf(roll, 3, dialect, false)
  const other = schemaOf(roll, 2, dialect, false)
  const way = roll()
  if (way < 0.45) return {sub: within(sub), sup: within(edited(sub, roll, dialect)), dialect}
  if (way < 0.55) return {sub: within(edited(sub, roll, dialect)), sup: within(sub), dialect}
  if (way < 0.65) return {sub: within({allOf: [sub, other]}), sup: within(edited(other, roll, dialect)), dialect}
  if (way < 0.75) return {sub: within(edited(sub, roll, dialect)), sup: within({anyOf: [sub, other]}), dialect}
  return {sub: within(sub), sup: within(other), dialect}
}

/** `guarded`: whether the schema is below a property or an item, where a circular reference is harmless. */
function schemaOf(roll: Dice, depth: number, dialect: RandomDialect, guarded: boolean): Schema {
  if (roll() < 0.06) return roll() < 0.75
  if (guarded && roll() < 0.1) {
    const section = dialect === '2020-12' ? '$defs' : 'definitions'
    return {$ref: pick(roll, ['#', `#/${section}/n`, `#/${section}/m`])}
  }
  const schema: {[keyword: string]: unknown} = {}
  const inner = (isBelow: boolean): Schema => schemaOf(roll, depth - 1, dialect, guarded || isBelow)
  const groups = Object.entries(GROUPS).filter(([, {deep}]) => depth > 0 || !deep)
  for (let count = 1 + Math.floor(roll() * 3); count > 0; count--) {
    const [, group] = pick(roll, groups)
    group.add(schema, roll, inner, dialect)
  }
  return schema
}

interface Group {
  readonly deep: boolean
  add(
    schema: {[keyword: string]: unknown},
    roll: Dice,
    inner: (isBelow: boolean) => Schema,
    dialect: RandomDialect
  ): void
}

const GROUPS: Readonly<Record<string, Group>> = {
  type: {
    deep: false,
    add(schema, roll) {
      schema.type = roll() < 0.7 ? pick(roll, TYPES) : unique([pick(roll, TYPES), pick(roll, TYPES)])
    }
  },
  values: {
    deep: false,
    add(schema, roll) {
      if (roll() < 0.4) schema.const = randomValue(roll, 2)
      else schema.enum = unique([randomValue(roll, 1), ...some(roll, 2, () => randomValue(roll, 1))])
    }
  },
  numbers: {
    deep: false,
    add(schema, roll) {
      if (roll() < 0.5) schema[pick(roll, ['minimum', 'exclusiveMinimum'])] = pick(roll, NUMBERS)
      if (roll() < 0.5) schema[pick(roll, ['maximum', 'exclusiveMaximum'])] = pick(roll, NUMBERS)
      if (roll() < 0.4) schema.multipleOf = pick(roll, [0.5, 1, 1.5, 2, 3])
    }
  },
  strings: {
    deep: false,
    add(schema, roll) {
      if (roll() < 0.4) schema.minLength = Math.floor(roll() * 3)
      if (roll() < 0.4) schema.maxLength = Math.floor(roll() * 4)
      if (roll() < 0.6) schema.pattern = pick(roll, PATTERNS)
    }
  },
  sizes: {
    deep: false,
    add(schema, roll) {
      const keyword = pick(roll, ['minItems', 'maxItems', 'minProperties', 'maxProperties'])
      schema[keyword] = Math.floor(roll() * 4)
    }
  },
  required: {
    deep: false,
    add(schema, roll) {
      schema.required = unique(some(roll, 2, () => pick(roll, NAMES)))
    }
  },
  properties: {
    deep: true,
    add(schema, roll, inner) {
      schema.properties = Object.fromEntries(some(roll, 3, () => [pick(roll, NAMES), inner(true)] as const))
      if (roll() < 0.4) schema.additionalProperties = roll() < 0.6 ? false : inner(true)
      if (roll() < 0.3) schema.required = unique(some(roll, 2, () => pick(roll, NAMES)))
    }
  },
  patterns: {
    deep: true,
    add(schema, roll, inner) {
      schema.patternProperties = {[pick(roll, PATTERNS)]: inner(true)}
      if (roll() < 0.3) schema.additionalProperties = roll() < 0.6 ? false : inner(true)
    }
  },
  names: {
    deep: true,
    add(schema, roll) {
      schema.propertyNames = roll() < 0.5 ? {pattern: pick(roll, PATTERNS)} : {maxLength: 1}
    }
  },
  dependent: {
    deep: true,
    add(schema, roll, inner, dialect) {
      const name = pick(roll, NAMES)
      const dependencies = roll() < 0.5 ? [pick(roll, NAMES)] : undefined
      if (dialect === 'draft-07') schema.dependencies = {[name]: dependencies ?? inner(false)}
      else if (dependencies) schema.dependentRequired = {[name]: dependencies}
      else schema.dependentSchemas = {[name]: inner(false)}
    }
  },
  items: {
    deep: true,
    add(schema, roll, inner, dialect) {
      const list = roll() < 0.4 ? [inner(true), ...some(roll, 1, () => inner(true))] : undefined
      const rest = roll() < 0.3 ? roll() < 0.3 : inner(true)
      if (dialect === '2020-12') {
        if (list) schema.prefixItems = list
        if (!list || roll() < 0.5) schema.items = rest
      } else if (list) {
        schema.items = list
        if (roll() < 0.5) schema.additionalItems = rest
      } else schema.items = rest
      if (roll() < 0.3) schema.uniqueItems = true
    }
  },
  contains: {
    deep: true,
    add(schema, roll, inner, dialect) {
      schema.contains = inner(true)
      if (dialect === 'draft-07') return
      if (roll() < 0.4) schema.minContains = Math.floor(roll() * 3)
      if (roll() < 0.4) schema.maxContains = 1 + Math.floor(roll() * 2)
    }
  },
  combined: {
    deep: true,
    add(schema, roll, inner) {
      schema[pick(roll, ['allOf', 'anyOf', 'oneOf'])] = [inner(false), inner(false)]
    }
  },
  not: {
    deep: true,
    add(schema, _roll, inner) {
      schema.not = inner(false)
    }
  },
  condition: {
    deep: true,
    add(schema, roll, inner) {
      schema.if = inner(false)
      if (roll() < 0.7) schema[THEN] = inner(false)
      if (roll() < 0.5) schema.else = inner(false)
    }
  },
  unevaluated: {
    deep: true,
    add(schema, roll, inner, dialect) {
      if (dialect === 'draft-07') return
      schema[pick(roll, ['unevaluatedProperties', 'unevaluatedItems'])] = roll() < 0.6 ? false : inner(true)
    }
  }
}

/** The schema with one random change at a random place. */
function edited(schema: Schema, roll: Dice, dialect: RandomDialect): Schema {
  if (typeof schema === 'boolean' || roll() < 0.05) return schemaOf(roll, 1, dialect, false)
  const copy = structuredClone(schema)
  const places: {[keyword: string]: unknown}[] = []
  collect(copy, places)
  const place = pick(roll, places)
  const keywords = Object.keys(place).filter(keyword => keyword !== '$ref')
  if (keywords.length > 0 && roll() < 0.6) delete place[pick(roll, keywords)]
  else if (!('$ref' in place)) Object.assign(place, schemaOf(roll, 0, dialect, false))
  return copy
}

function collect(value: unknown, places: {[keyword: string]: unknown}[]): void {
  if (typeof value !== 'object' || value === null) return
  const record = value as {[keyword: string]: unknown}
  places.push(record)
  const below = ['items', 'additionalProperties', 'not', 'if', 'then', 'else', 'contains', 'unevaluatedProperties']
  for (const keyword of below) if (!Array.isArray(record[keyword])) collect(record[keyword], places)
  for (const keyword of ['allOf', 'anyOf', 'oneOf', 'prefixItems', 'properties', 'patternProperties', 'items']) {
    const inside = record[keyword]
    if (keyword === 'items' && !Array.isArray(inside)) continue
    for (const schema of Object.values(inside ?? {})) collect(schema, places)
  }
}

export function randomValue(roll: Dice, depth: number): Json {
  const sort = roll() * (depth > 0 ? 1 : 0.55)
  if (sort < 0.05) return null
  if (sort < 0.12) return roll() < 0.5
  if (sort < 0.35) return pick(roll, NUMBERS)
  if (sort < 0.55) return pick(roll, TEXTS)
  if (sort < 0.75) return some(roll, 3, () => randomValue(roll, depth - 1))
  return Object.fromEntries(some(roll, 3, () => [pick(roll, NAMES), randomValue(roll, depth - 1)] as const))
}

function some<T>(roll: Dice, most: number, make: () => T): T[] {
  return Array.from({length: Math.floor(roll() * (most + 1))}, make)
}

export const pick = <T>(roll: Dice, list: readonly T[]): T => list[Math.floor(roll() * list.length)] as T
const unique = <T>(list: readonly T[]): T[] => [...new Map(list.map(item => [canonicalText(item), item])).values()]
