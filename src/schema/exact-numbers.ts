import {type Decimal, decimalOf, whole} from './rational.ts'

/**
 * Numbers are kept as doubles, which hold whole numbers up to 2^53 and run together beyond. What was written there is
 * kept beside them, in whatever holds them, so that a copy of all that it holds has it too.
 */
const WRITTEN = Symbol('large whole numbers as they are written')

/** Why nothing is shown of such a number. */
export const INEXACT = 'a number that is not kept exactly'

/** Whether it is beyond what is kept exactly. */
export const isLarge = (value: unknown): value is number =>
  typeof value === 'number' && (value > Number.MAX_SAFE_INTEGER || value < -Number.MAX_SAFE_INTEGER)

/** Whether it is known how the number there is written. */
export const isWritten = (holder: object, key: string | number): boolean => textsIn(holder)?.has(String(key)) === true

/** Keeps how a number of an object or a list is written. */
export function write(holder: object, key: string | number, text: string): void {
  const texts = textsIn(holder)
  if (texts) texts.set(String(key), text)
  else Object.assign(holder, {[WRITTEN]: new Map([[String(key), text]])})
}

/** Some of the keywords of a schema, as they are written. */
export function picked(
  raw: Readonly<Record<string, unknown>>,
  keywords: readonly string[]
): Readonly<Record<string, unknown>> {
  const own = keywords.filter(keyword => Object.hasOwn(raw, keyword))
  return {...Object.fromEntries(own.map(keyword => [keyword, raw[keyword]])), ...textsOf(raw)}
}

/** How its numbers are written, for a copy that is made part by part. */
export function textsOf(holder: object): object {
  const texts = textsIn(holder)
  return texts ? {[WRITTEN]: new Map(texts)} : {}
}

/** A number has moved within a copy, to another keyword. */
export function moveText(copy: object, from: string, to: string): void {
  const text = textsIn(copy)?.get(from)
  if (text !== undefined) write(copy, to, text)
}

/** A large number there as it is written, where that is another one than the double that is kept. */
export function writtenIn(holder: object, key: string | number): string | undefined {
  const value = (holder as Readonly<Record<string | number, unknown>>)[key]
  if (!isLarge(value)) return undefined
  const text = textsIn(holder)?.get(String(key))
  // A copy may hold another number there, and what is read as a double is written as one by most tools.
  if (text === undefined || Number(text) !== value || text === String(value)) return undefined
  const exact = String(BigInt(text))
  return exact === String(decimalOf(value)?.above) ? undefined : exact
}

/** Whether two equal numbers are written as one. */
export const areWrittenAlike = (left: object, right: object, key: string | number): boolean =>
  writtenIn(left, key) === writtenIn(right, key)

/** The number there, exactly; nothing, where there is none or it is beyond measure. */
export function decimalIn(holder: object, key: string | number): Decimal | undefined {
  const value = (holder as Readonly<Record<string | number, unknown>>)[key]
  if (typeof value !== 'number') return undefined
  const text = writtenIn(holder, key)
  return text === undefined ? decimalOf(value) : whole(BigInt(text))
}

const textsIn = (holder: object): Map<string, string> | undefined =>
  (holder as {readonly [WRITTEN]?: Map<string, string>})[WRITTEN]
