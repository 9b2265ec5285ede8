// Values that a schema probably accepts, often at its bounds.

import type {Dice} from '../../packages/json-schema/test/random.ts'
import {pick, type Raw} from './descriptions.ts'
import type {Reading} from './reference.ts'

const OF_FORMATS: Readonly<Record<string, string>> = {
  date: '2024-02-29',
  'date-time': '2024-02-29T10:00:00Z',
  uuid: '123e4567-e89b-12d3-a456-426614174000',
  ipv4: '10.0.0.1'
}
const TEXTS = ['lent', 'back', 'lost', 'new', '7', 'a1', 'ab', '12', 'x', 'true', '1.5', ...Object.values(OF_FORMATS)]
const MAX_DEPTH = 6

const isRaw = (value: unknown): value is Raw => typeof value === 'object' && value !== null && !Array.isArray(value)
const numberIn = (schema: Raw, name: string, other: number): number =>
  typeof schema[name] === 'number' ? schema[name] : other

/** A value that the schema accepts most of the time. */
export function likelyValue(schema: unknown, reading: Reading, roll: Dice, depth = 0): unknown {
  const target = reading.target(schema)
  if (!isRaw(target) || depth > 2 * MAX_DEPTH) return pick<unknown>(roll, ['x', 1, null, {}])
  const types = Array.isArray(target.type) ? target.type : target.type === undefined ? [] : [target.type]
  if ((target.nullable === true || types.includes('null')) && roll() < 0.25) return null
  if ('const' in target && roll() < 0.9) return target.const
  if (Array.isArray(target.enum) && roll() < 0.95) return pick(roll, target.enum)
  for (const way of ['oneOf', 'anyOf']) {
    const list = target[way]
    if (!Array.isArray(list) || list.length === 0) continue
    return mergeObjects([
      likelyValue(pick(roll, list), reading, roll, depth + 1),
      ...(target.type ? [plainOf({...target, oneOf: undefined}, reading, roll, depth)] : [])
    ])
  }
  if (Array.isArray(target.allOf)) {
    const parts = target.allOf.map(part => likelyValue(part, reading, roll, depth + 1))
    return mergeObjects(
      target.type ? [...parts, plainOf(target, reading, roll, depth)] : roll() < 0.5 ? parts : parts.toReversed()
    )
  }
  return plainOf(target, reading, roll, depth)
}

/** The merged properties if all values are objects; otherwise the first value. */
function mergeObjects(values: unknown[]): unknown {
  return values.every(isRaw) ? Object.assign({}, ...values) : values[0]
}

function plainOf(schema: Raw, reading: Reading, roll: Dice, depth: number): unknown {
  const types = (Array.isArray(schema.type) ? schema.type : [schema.type]).filter(type => type !== 'null')
  const type =
    types[0] ??
    ('properties' in schema
      ? 'object'
      : 'items' in schema
        ? 'array'
        : pick(roll, ['string', 'integer', 'boolean', 'null', 'object']))
  if (type === 'boolean') return roll() < 0.5
  if (type === 'null') return null
  if (type === 'integer' || type === 'number') {
    const [low, high] = [numberIn(schema, 'minimum', -2), numberIn(schema, 'maximum', 12)]
    const step = numberIn(schema, 'multipleOf', 1)
    const value = pick(roll, [
      low,
      high,
      low + 1,
      high - 1,
      0,
      1,
      2,
      5,
      6,
      7,
      9,
      ...(schema.format ? [-1, 200, 40_000, 3_000_000_000] : [])
    ])
    const fraction = type === 'number' && roll() < 0.3 && step === 1 ? 0.5 : 0
    return Math.round(value / step) * step + fraction
  }
  if (type === 'string') {
    if (typeof schema.format === 'string' && schema.format in OF_FORMATS) return OF_FORMATS[schema.format]
    const pattern = typeof schema.pattern === 'string' ? new RegExp(schema.pattern) : undefined
    if (pattern)
      return pick(
        roll,
        TEXTS.filter(text => pattern.test(text))
      )
    const length = pick(roll, [numberIn(schema, 'minLength', 1), numberIn(schema, 'maxLength', 5)])
    return roll() < 0.5 ? pick(roll, ['a', '1', 'z']).repeat(length) : pick(roll, TEXTS)
  }
  if (type === 'array') {
    const length =
      depth > MAX_DEPTH ? 0 : pick(roll, [numberIn(schema, 'minItems', 0), numberIn(schema, 'maxItems', 2), 1])
    return Array.from({length: Math.min(length, 5)}, () => likelyValue(schema.items, reading, roll, depth + 1))
  }
  const value: Raw = {}
  const required = (schema.required ?? []) as string[]
  const properties = (schema.properties ?? {}) as Raw
  const most = depth > MAX_DEPTH ? 0 : pick(roll, [0.2, 0.5, 1])
  for (const [name, inner] of Object.entries(properties))
    if ((required.includes(name) || roll() < most) && !reading.isOmitted(inner))
      value[name] = likelyValue(inner, reading, roll, depth + 1)
  for (const name of required) if (!(name in properties)) value[name] = pick<unknown>(roll, ['lent', 1, {}])
  if (isRaw(schema.patternProperties) && roll() < 0.4)
    value[pick(roll, ['x-a', 'due', 'day'])] ??= likelyValue(
      Object.values(schema.patternProperties)[0],
      reading,
      roll,
      depth + 1
    )
  if (isRaw(schema.unevaluatedProperties) && roll() < 0.5)
    value[pick(roll, ['more', 'due'])] ??= likelyValue(schema.unevaluatedProperties, reading, roll, depth + 1)
  if (isRaw(schema.additionalProperties) && roll() < 0.5)
    value[pick(roll, ['more', 'due'])] ??= likelyValue(schema.additionalProperties, reading, roll, depth + 1)
  return value
}
