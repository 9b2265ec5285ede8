import {writtenIn} from './exact-numbers.ts'

/** JSON values: what schemas speak about. A name such as `__proto__` is a name like any other. */
export type Json = null | boolean | number | string | readonly Json[] | {readonly [name: string]: Json}

/** The six kinds of JSON values. An integer is a number that is a multiple of 1. */
export const KINDS = ['null', 'boolean', 'number', 'string', 'array', 'object'] as const
export type Kind = (typeof KINDS)[number]

export function kindOf(value: Json): Kind {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return typeof value as Exclude<Kind, 'null' | 'array'>
}

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What the object holds itself under the name; never what it inherits. */
export const own = (record: object, name: string): unknown =>
  Object.hasOwn(record, name) ? (record as Readonly<Record<string, unknown>>)[name] : undefined

export function objectOf(entries: Iterable<readonly [string, Json]>): {readonly [name: string]: Json} {
  // `fromEntries` defines, it does not assign: `__proto__` becomes a property.
  return Object.fromEntries(entries)
}

/** One text for equal values: the order of properties does not count, and 1.0 is 1. */
export function keyOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((_, at) => keyIn(value, at)).join(',')}]`
  if (!isRecord(value)) return Object.is(value, -0) ? '0' : (JSON.stringify(value) ?? 'undefined')
  const names = Object.keys(value).sort()
  return `{${names.map(name => `${JSON.stringify(name)}:${keyIn(value, name)}`).join(',')}}`
}

/** The same of what an object or a list holds: a large number as it is written. */
export const keyIn = (holder: object, key: string | number): string =>
  writtenIn(holder, key) ?? keyOf((holder as Readonly<Record<string | number, unknown>>)[key])

/** Length in code points, as JSON Schema counts it. */
export function lengthOf(text: string): number {
  let length = 0
  for (const _ of text) length++
  return length
}
