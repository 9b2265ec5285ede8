import type {NumberAtom} from '../formula/formula.ts'
import {
  ceiling,
  commonMultiple,
  compare,
  type Decimal,
  decimalOf,
  floor,
  fraction,
  isMultiple,
  isWhole,
  numberOf,
  ONE,
  over,
  plus,
  times,
  whole
} from '../rational.ts'
import {type Answer, EMPTY, found, unknown} from './result.ts'

export interface Literal<A> {
  readonly atom: A
  readonly holds: boolean
}

interface Bound {
  readonly at: Decimal
  readonly open: boolean
}

const MAX_TRIES = 5000
const HALF = fraction(1n, 2n)

/**
 * Finds a number within the bounds that is a multiple of all required factors, of none that are excluded, and not an
 * excluded number.
 */
export function solveNumber(literals: readonly Literal<NumberAtom>[], excluded: readonly number[]): Answer {
  let low: Bound | undefined
  let high: Bound | undefined
  let step: Decimal | undefined
  const denied: Decimal[] = []
  for (const {atom, holds} of literals) {
    if (atom.is === 'multiple') {
      if (!holds) denied.push(atom.by)
      else step = step ? commonMultiple(step, atom.by) : atom.by
      continue
    }
    // The negation of "at least 3" is "below 3".
    const end = {at: atom.at, open: holds ? atom.open : !atom.open}
    if ((atom.side === 'least') === holds) low = tighter(low, end, 1)
    else high = tighter(high, end, -1)
  }
  if (low && high) {
    const order = compare(low.at, high.at)
    if (order > 0 || (order === 0 && (low.open || high.open))) return EMPTY
  }
  const points = excluded.flatMap(value => decimalOf(value) ?? [])
  const fits = (value: Decimal): boolean =>
    !denied.some(by => isMultiple(value, by)) && !points.some(point => compare(point, value) === 0)
  return step ? findMultiple(step, low, high, denied, fits) : findBetween(low, high, fits)
}

function tighter(old: Bound | undefined, end: Bound, direction: 1 | -1): Bound {
  if (!old) return end
  const order = compare(end.at, old.at) * direction
  return order > 0 || (order === 0 && end.open) ? end : old
}

function findMultiple(
  step: Decimal,
  low: Bound | undefined,
  high: Bound | undefined,
  denied: readonly Decimal[],
  fits: (value: Decimal) => boolean
): Answer {
  if (denied.some(by => isMultiple(step, by))) return EMPTY
  const first = low && firstStep(over(low.at, step), low.open)
  const last = high && lastStep(over(high.at, step), high.open)
  if (first !== undefined && last !== undefined && first > last) return EMPTY
  const start = first ?? (last !== undefined ? last : 0n)
  const direction = first === undefined && last !== undefined ? -1n : 1n
  const room = first !== undefined && last !== undefined ? last - first + 1n : undefined
  for (const value of largeCandidates(times(step, whole(start)), direction, step)) {
    const place = over(value, step)
    const [below, above] = [
      first !== undefined && compare(place, whole(first)),
      last !== undefined && compare(place, whole(last))
    ]
    if (!isWhole(place) || (below !== false && below < 0) || (above !== false && above > 0)) continue
    const number = fits(value) ? numberOf(value) : undefined
    if (number !== undefined) return found(number)
  }
  let isFound = false
  for (let tries = 0n; tries < MAX_TRIES; tries++) {
    if (room !== undefined && tries >= room)
      return isFound ? unknown('numbers beyond those that JSON holds exactly') : EMPTY
    const value = times(step, whole(start + direction * tries))
    if (!fits(value)) continue
    isFound = true
    const number = numberOf(value)
    if (number !== undefined) return found(number)
  }
  return unknown('too many multiples to try')
}

/**
 * Candidates where doubles are too far apart to be exact: zero and its neighbors, the next power of ten, and multiples
 * with few digits, which all tools can tell apart.
 */
function* largeCandidates({above, below}: Decimal, direction: bigint, step: Decimal): Iterable<Decimal> {
  const size = (above < 0n ? -above : above) / below
  if (size <= BigInt(Number.MAX_SAFE_INTEGER)) return
  const isAway = above < 0n === direction < 0n
  for (const near of [0n, 1n, -1n]) yield times(step, whole(near))
  if (!isAway) return
  const digits = size.toString().length
  yield whole(direction * 10n ** BigInt(digits))
  const room = digits - floor(step).toString().length
  for (const more of [0, 1]) if (room > 0) yield times(step, whole(direction * 10n ** BigInt(room + more)))
}

const firstStep = (value: Decimal, open: boolean): bigint =>
  open && isWhole(value) ? value.above + 1n : ceiling(value)
const lastStep = (value: Decimal, open: boolean): bigint => (open && isWhole(value) ? value.above - 1n : floor(value))

/**
 * Finds a number between two bounds. There are infinitely many between two different bounds, and only single numbers
 * and multiples are excluded.
 */
function findBetween(low: Bound | undefined, high: Bound | undefined, fits: (value: Decimal) => boolean): Answer {
  if (low && high && compare(low.at, high.at) === 0) {
    if (!fits(low.at)) return EMPTY
    const number = numberOf(low.at)
    return number === undefined ? unknown('a number that JSON does not hold exactly') : found(number)
  }
  const isInside = (value: Decimal): boolean => {
    const below = low && compare(value, low.at)
    const above = high && compare(high.at, value)
    if (below !== undefined && (below < 0 || (below === 0 && low?.open))) return false
    return !(above !== undefined && (above < 0 || (above === 0 && high?.open)))
  }
  for (const value of candidates(low?.at, high?.at)) {
    const number = isInside(value) && fits(value) ? numberOf(value) : undefined
    if (number !== undefined) return found(number)
  }
  return unknown('too many numbers to try')
}

function* candidates(low: Decimal | undefined, high: Decimal | undefined): Generator<Decimal> {
  // Starts near zero if it is within the bounds, because large doubles are far apart.
  const [first, last] = [low && ceiling(low), high && floor(high)]
  const start = first !== undefined && first > 0n ? first : last !== undefined && last < 0n ? last : 0n
  const direction = last !== undefined && last <= 0n ? -1n : 1n
  yield* largeCandidates(whole(start), direction, ONE)
  if (low) yield low
  if (high) yield high
  for (let at = 0n; at < 200n; at++) yield whole(start + direction * at)
  for (let at = 0n; at < 200n; at++) yield plus(whole(start + direction * at), HALF)
  const from = low ?? plus(high ?? whole(0n), whole(-1n))
  const to = high ?? plus(from, whole(1n))
  const width = plus(to, times(from, whole(-1n)))
  for (const parts of [10n, 16n, 100n, 128n, 1000n, 1024n]) {
    for (let at = 1n; at < (parts < 200n ? parts : 200n); at++) yield plus(from, times(width, fraction(at, parts)))
  }
}
