/**
 * Exact number: a fraction of two integers in lowest terms, with a positive denominator. JSON numbers are decimals, so
 * a bound of 0.1 is one tenth and not the nearest double.
 */
export interface Decimal {
  readonly above: bigint
  readonly below: bigint
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
export function decimalOf(value: number): Decimal | undefined {
  const end = ENDS.get(value)
  if (end !== undefined) return {above: end, below: 1n}
  const match = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value))
  if (!match) return undefined
  const [, sign, whole = '', part = '', exponent = '0'] = match
  const shift = Number(exponent) - part.length
  if (Math.abs(shift) > MAX_EXPONENT) return undefined
  const digits = BigInt(`${sign}${whole}${part}`)
  return shift >= 0 ? fraction(digits * 10n ** BigInt(shift), 1n) : fraction(digits, 10n ** BigInt(-shift))
}

export function fraction(above: bigint, below: bigint): Decimal {
  const sign = below < 0n ? -1n : 1n
  const common = gcd(above < 0n ? -above : above, below * sign) || 1n
  return {above: (above * sign) / common, below: (below * sign) / common}
}

export const whole = (value: bigint): Decimal => ({above: value, below: 1n})
export const ONE: Decimal = whole(1n)
export const isWhole = ({below}: Decimal): boolean => below === 1n

export const plus = (a: Decimal, b: Decimal): Decimal =>
  fraction(a.above * b.below + b.above * a.below, a.below * b.below)
export const times = (a: Decimal, b: Decimal): Decimal => fraction(a.above * b.above, a.below * b.below)
export const over = (a: Decimal, b: Decimal): Decimal => fraction(a.above * b.below, a.below * b.above)

export function compare(a: Decimal, b: Decimal): number {
  const difference = a.above * b.below - b.above * a.below
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}

export const isMultiple = (value: Decimal, of: Decimal): boolean => isWhole(over(value, of))

/** Least number that is a multiple of both. */
export function commonMultiple(a: Decimal, b: Decimal): Decimal {
  const [left, right] = [a.above * b.below, b.above * a.below]
  return fraction((left / gcd(left, right)) * right, a.below * b.below)
}

export const floor = ({above, below}: Decimal): bigint => (above - (((above % below) + below) % below)) / below
export const ceiling = ({above, below}: Decimal): bigint => -floor({above: -above, below})

/** Double with exactly this value; `undefined` if there is none. */
export function numberOf(value: Decimal): number | undefined {
  const near = Number(value.above) / Number(value.below)
  const back = Number.isFinite(near) ? decimalOf(near) : undefined
  return back && compare(back, value) === 0 ? near : undefined
}

export const textOf = ({above, below}: Decimal): string => (below === 1n ? `${above}` : `${above}/${below}`)

function gcd(a: bigint, b: bigint): bigint {
  let [x, y] = [a, b]
  while (y) [x, y] = [y, x % y]
  return x
}
