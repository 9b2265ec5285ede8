import {fromInteger, type Rational, toRational} from './rational.ts'

/**
 * Key of the written digits of numbers, because doubles are exact only for integers up to 2^53. They're stored in the
 * object or array with the numbers, so that a spread copies them; the symbol is global, so that file readers needn't
 * import it.
 */
const WRITTEN = Symbol.for('large whole numbers as they are written')

/** Reason why a comparison is undetermined if a number is beyond what doubles hold exactly. */
export const INEXACT_NUMBER = "a number can't be kept exactly"

/** Whether a number is too large for a double to be exact. */
export const isBeyondDouble = (value: unknown): value is number =>
  typeof value === 'number' && (value > Number.MAX_SAFE_INTEGER || value < -Number.MAX_SAFE_INTEGER)

/** Stores the written digits of a number in an object or array. */
function storeWrittenDigits(container: object, key: string | number, text: string): void {
  const texts = digitsOf(container)
  if (texts) texts.set(String(key), text)
  else Object.assign(container, {[WRITTEN]: new Map([[String(key), text]])})
}

/** Copies some of a schema's keywords, with the written digits of their numbers. */
export function pickKeywords(
  raw: Readonly<Record<string, unknown>>,
  keywords: readonly string[]
): Readonly<Record<string, unknown>> {
  const own = keywords.filter(keyword => Object.hasOwn(raw, keyword))
  return {...Object.fromEntries(own.map(keyword => [keyword, raw[keyword]])), ...copyWrittenDigits(raw)}
}

/** Written digits of all numbers of an object or array, to spread into a copy. */
export function copyWrittenDigits(container: object): object {
  const texts = digitsOf(container)
  return texts ? {[WRITTEN]: new Map(texts)} : {}
}

/** Moves the written digits of a number to another keyword of a copy. */
export function moveWrittenDigits(copy: object, from: string, to: string): void {
  const text = digitsOf(copy)?.get(from)
  if (text !== undefined) storeWrittenDigits(copy, to, text)
}

/** Written digits of a large number; `undefined` if the stored double is the same number. */
export function writtenDigitsAt(container: object, key: string | number): string | undefined {
  const value = (container as Readonly<Record<string | number, unknown>>)[key]
  if (!isBeyondDouble(value)) return undefined
  const text = digitsOf(container)?.get(String(key))
  // The digits are stale if a copy has another number there. Most tools write a double as its shortest digits, so those
  // mean the double itself.
  if (text === undefined || Number(text) !== value || text === String(value)) return undefined
  const exact = String(BigInt(text))
  return exact === String(toRational(value)?.numerator) ? undefined : exact
}

/** Whether two equal doubles were written with the same digits. */
export const haveSameDigits = (left: object, right: object, key: string | number): boolean =>
  writtenDigitsAt(left, key) === writtenDigitsAt(right, key)

/** Exact value of a number; `undefined` if there is none, or its exponent is too large. */
export function exactNumberAt(container: object, key: string | number): Rational | undefined {
  const value = (container as Readonly<Record<string | number, unknown>>)[key]
  if (typeof value !== 'number') return undefined
  const text = writtenDigitsAt(container, key)
  return text === undefined ? toRational(value) : fromInteger(BigInt(text))
}

const digitsOf = (container: object): Map<string, string> | undefined =>
  (container as {readonly [WRITTEN]?: Map<string, string>})[WRITTEN]
