import {writtenDigitsAt} from './exact-numbers.ts'

/** JSON value. `__proto__` is a property name like any other. */
export type Json = null | boolean | number | string | readonly Json[] | {readonly [name: string]: Json}

/** The six kinds of JSON values. An integer is a number that is a multiple of 1. */
export const JSON_KINDS = ['null', 'boolean', 'number', 'string', 'array', 'object'] as const
export type JsonKind = (typeof JSON_KINDS)[number]

export function jsonKindOf(value: Json): JsonKind {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return typeof value as Exclude<JsonKind, 'null' | 'array'>
}

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Own property of an object, never an inherited one; `undefined` if there is none. */
export const own = (record: object, name: string): unknown =>
  Object.hasOwn(record, name) ? (record as Readonly<Record<string, unknown>>)[name] : undefined

export function toJsonObject(entries: Iterable<readonly [string, Json]>): {readonly [name: string]: Json} {
  // `fromEntries` defines properties instead of assigning them, so `__proto__` becomes one.
  return Object.fromEntries(entries)
}

/** Canonical text that equal values share: properties are sorted, and 1.0 is written as 1. */
export function canonicalText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((_, at) => canonicalTextAt(value, at)).join(',')}]`
  if (!isRecord(value)) return Object.is(value, -0) ? '0' : (JSON.stringify(value) ?? 'undefined')
  const names = Object.keys(value).sort()
  return `{${names.map(name => `${JSON.stringify(name)}:${canonicalTextAt(value, name)}`).join(',')}}`
}

/** Canonical text of a property or item. A number that a double can't hold exactly keeps its written digits. */
export const canonicalTextAt = (container: object, key: string | number): string =>
  writtenDigitsAt(container, key) ?? canonicalText((container as Readonly<Record<string | number, unknown>>)[key])

/** Length in code points, as JSON Schema counts it. */
export function countCodePoints(text: string): number {
  let length = 0
  for (const _ of text) length++
  return length
}

/** Escapes one key of a JSON pointer (RFC 6901). */
export function escapePointerKey(key: string | number): string {
  const step = String(key)
  return /[~/]/.test(step) ? step.replaceAll('~', '~0').replaceAll('/', '~1') : step
}
