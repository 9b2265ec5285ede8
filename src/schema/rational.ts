/**
 * Exact numbers: a fraction of two whole numbers, in lowest terms, `below` positive. JSON writes decimals, so a bound of
 * 0.1 is a tenth and not the nearest float.
 */
export interface Decimal {
  readonly above: bigint
  readonly below: bigint
}

/** Beyond this many digits a number is not worth its arithmetic. */
const MAX_EXPONENT = 400

/** The ends of 64 bits, as everybody writes them: the largest one as a double is what reading it as JSON makes of it. */
const ENDS: ReadonlyMap<number, bigint> = new Map([
  [-(2 ** 63), -(2n ** 63n)],
  [2 ** 63, 2n ** 63n - 1n]
])

/** The decimal that people wrote: the shortest text that reads as this number, or the end of 64 bits. */
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

/** The least number that both divide. */
export function commonMultiple(a: Decimal, b: Decimal): Decimal {
  const [left, right] = [a.above * b.below, b.above * a.below]
  return fraction((left / gcd(left, right)) * right, a.below * b.below)
}

export const floor = ({above, below}: Decimal): bigint => (above - (((above % below) + below) % below)) / below
export const ceiling = ({above, below}: Decimal): bigint => -floor({above: -above, below})

/** The JSON number, where there is one that says exactly this. */
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
