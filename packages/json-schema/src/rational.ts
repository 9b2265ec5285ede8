/**
 * Exact number: a fraction of two integers in lowest terms, with a positive denominator. JSON numbers are decimals, so
 * a bound of 0.1 is one tenth and not the nearest double.
 */
export interface Rational {
  readonly numerator: bigint
  readonly denominator: bigint
}

/** Maximum number of digits for exact arithmetic. */
const MAX_EXPONENT = 400

/**
 * Bounds of 64-bit integers by the doubles that JSON parsers make of them. The upper bound is one less than its double.
 */
const ENDS: ReadonlyMap<number, bigint> = new Map([
  [-(2 ** 63), -(2n ** 63n)],
  [2 ** 63, 2n ** 63n - 1n]
])

/**
 * Exact value of a number as it was written: the shortest decimal that reads as this double, or a 64-bit bound.
 * `undefined` if it has too many digits or is not finite.
 */
export function toRational(value: number): Rational | undefined {
  const end = ENDS.get(value)
  if (end !== undefined) return {numerator: end, denominator: 1n}
  const match = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value))
  if (!match) return undefined
  const [, sign, whole = '', part = '', exponent = '0'] = match
  const shift = Number(exponent) - part.length
  if (Math.abs(shift) > MAX_EXPONENT) return undefined
  const digits = BigInt(`${sign}${whole}${part}`)
  return shift >= 0 ? fraction(digits * 10n ** BigInt(shift), 1n) : fraction(digits, 10n ** BigInt(-shift))
}

export function fraction(above: bigint, below: bigint): Rational {
  const sign = below < 0n ? -1n : 1n
  const common = gcd(above < 0n ? -above : above, below * sign) || 1n
  return {numerator: (above * sign) / common, denominator: (below * sign) / common}
}

export const fromInteger = (value: bigint): Rational => ({numerator: value, denominator: 1n})
export const ONE: Rational = fromInteger(1n)
export const isIntegral = ({denominator: below}: Rational): boolean => below === 1n

export const addRational = (a: Rational, b: Rational): Rational =>
  fraction(a.numerator * b.denominator + b.numerator * a.denominator, a.denominator * b.denominator)
export const multiplyRational = (a: Rational, b: Rational): Rational =>
  fraction(a.numerator * b.numerator, a.denominator * b.denominator)
export const divideRational = (a: Rational, b: Rational): Rational =>
  fraction(a.numerator * b.denominator, a.denominator * b.numerator)

export function compareRational(a: Rational, b: Rational): number {
  const difference = a.numerator * b.denominator - b.numerator * a.denominator
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}

export const isMultiple = (value: Rational, of: Rational): boolean => isIntegral(divideRational(value, of))

/** Least number that is a multiple of both. */
export function commonMultiple(a: Rational, b: Rational): Rational {
  const [left, right] = [a.numerator * b.denominator, b.numerator * a.denominator]
  return fraction((left / gcd(left, right)) * right, a.denominator * b.denominator)
}

export const floorRational = ({numerator: above, denominator: below}: Rational): bigint =>
  (above - (((above % below) + below) % below)) / below
export const ceilRational = ({numerator: above, denominator: below}: Rational): bigint =>
  -floorRational({numerator: -above, denominator: below})

/** Double with exactly this value; `undefined` if there is none. */
export function toExactDouble(value: Rational): number | undefined {
  const near = Number(value.numerator) / Number(value.denominator)
  const back = Number.isFinite(near) ? toRational(near) : undefined
  return back && compareRational(back, value) === 0 ? near : undefined
}

export const rationalText = ({numerator: above, denominator: below}: Rational): string =>
  below === 1n ? `${above}` : `${above}/${below}`

function gcd(a: bigint, b: bigint): bigint {
  let [x, y] = [a, b]
  while (y) [x, y] = [y, x % y]
  return x
}
