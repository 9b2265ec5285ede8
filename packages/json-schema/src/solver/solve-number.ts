import type {NumberAtom} from '../formula/formula.ts'
import {
  addRational,
  ceilRational,
  commonMultiple,
  compareRational,
  divideRational,
  floorRational,
  fraction,
  fromInteger,
  isIntegral,
  isMultiple,
  multiplyRational,
  ONE,
  type Rational,
  toExactDouble,
  toRational
} from '../rational.ts'
import {EMPTY_RESULT, foundValue, type SearchResult, unknownResult} from './result.ts'

export interface Literal<A> {
  readonly atom: A
  readonly holds: boolean
}

interface Bound {
  readonly at: Rational
  readonly open: boolean
}

const MAX_TRIES = 5000
const HALF = fraction(1n, 2n)

/**
 * Finds a number within the bounds that is a multiple of all required factors, of none that are excluded, and not an
 * excluded number.
 */
export function solveNumber(literals: readonly Literal<NumberAtom>[], excluded: readonly number[]): SearchResult {
  let low: Bound | undefined
  let high: Bound | undefined
  let step: Rational | undefined
  const denied: Rational[] = []
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
    const order = compareRational(low.at, high.at)
    if (order > 0 || (order === 0 && (low.open || high.open))) return EMPTY_RESULT
  }
  const points = excluded.flatMap(value => toRational(value) ?? [])
  const fits = (value: Rational): boolean =>
    !denied.some(by => isMultiple(value, by)) && !points.some(point => compareRational(point, value) === 0)
  return step ? findMultiple(step, low, high, denied, fits) : findBetween(low, high, fits)
}

function tighter(old: Bound | undefined, end: Bound, direction: 1 | -1): Bound {
  if (!old) return end
  const order = compareRational(end.at, old.at) * direction
  return order > 0 || (order === 0 && end.open) ? end : old
}

function findMultiple(
  step: Rational,
  low: Bound | undefined,
  high: Bound | undefined,
  denied: readonly Rational[],
  fits: (value: Rational) => boolean
): SearchResult {
  if (denied.some(by => isMultiple(step, by))) return EMPTY_RESULT
  const first = low && firstStep(divideRational(low.at, step), low.open)
  const last = high && lastStep(divideRational(high.at, step), high.open)
  if (first !== undefined && last !== undefined && first > last) return EMPTY_RESULT
  const start = first ?? (last !== undefined ? last : 0n)
  const direction = first === undefined && last !== undefined ? -1n : 1n
  const room = first !== undefined && last !== undefined ? last - first + 1n : undefined
  for (const value of largeCandidates(multiplyRational(step, fromInteger(start)), direction, step)) {
    const place = divideRational(value, step)
    const [below, above] = [
      first !== undefined && compareRational(place, fromInteger(first)),
      last !== undefined && compareRational(place, fromInteger(last))
    ]
    if (!isIntegral(place) || (below !== false && below < 0) || (above !== false && above > 0)) continue
    const number = fits(value) ? toExactDouble(value) : undefined
    if (number !== undefined) return foundValue(number)
  }
  let isFound = false
  for (let tries = 0n; tries < MAX_TRIES; tries++) {
    if (room !== undefined && tries >= room)
      return isFound ? unknownResult("the example would need a number that JSON can't hold exactly") : EMPTY_RESULT
    const value = multiplyRational(step, fromInteger(start + direction * tries))
    if (!fits(value)) continue
    isFound = true
    const number = toExactDouble(value)
    if (number !== undefined) return foundValue(number)
  }
  return unknownResult('there are too many multiples to try')
}

/**
 * Candidates where doubles are too far apart to be exact: zero and its neighbors, the next power of ten, and multiples
 * with few digits, which all tools can tell apart.
 */
function* largeCandidates(
  {numerator: above, denominator: below}: Rational,
  direction: bigint,
  step: Rational
): Iterable<Rational> {
  const size = (above < 0n ? -above : above) / below
  if (size <= BigInt(Number.MAX_SAFE_INTEGER)) return
  const isAway = above < 0n === direction < 0n
  for (const near of [0n, 1n, -1n]) yield multiplyRational(step, fromInteger(near))
  if (!isAway) return
  const digits = size.toString().length
  yield fromInteger(direction * 10n ** BigInt(digits))
  const room = digits - floorRational(step).toString().length
  for (const more of [0, 1])
    if (room > 0) yield multiplyRational(step, fromInteger(direction * 10n ** BigInt(room + more)))
}

const firstStep = (value: Rational, open: boolean): bigint =>
  open && isIntegral(value) ? value.numerator + 1n : ceilRational(value)
const lastStep = (value: Rational, open: boolean): bigint =>
  open && isIntegral(value) ? value.numerator - 1n : floorRational(value)

/**
 * Finds a number between two bounds. There are infinitely many between two different bounds, and only single numbers
 * and multiples are excluded.
 */
function findBetween(
  low: Bound | undefined,
  high: Bound | undefined,
  fits: (value: Rational) => boolean
): SearchResult {
  if (low && high && compareRational(low.at, high.at) === 0) {
    if (!fits(low.at)) return EMPTY_RESULT
    const number = toExactDouble(low.at)
    return number === undefined
      ? unknownResult("the example would need a number that JSON can't hold exactly")
      : foundValue(number)
  }
  const isInside = (value: Rational): boolean => {
    const below = low && compareRational(value, low.at)
    const above = high && compareRational(high.at, value)
    if (below !== undefined && (below < 0 || (below === 0 && low?.open))) return false
    return !(above !== undefined && (above < 0 || (above === 0 && high?.open)))
  }
  for (const value of candidates(low?.at, high?.at)) {
    const number = isInside(value) && fits(value) ? toExactDouble(value) : undefined
    if (number !== undefined) return foundValue(number)
  }
  return unknownResult('there are too many numbers to try')
}

function* candidates(low: Rational | undefined, high: Rational | undefined): Generator<Rational> {
  // Starts near zero if it is within the bounds, because large doubles are far apart.
  const [first, last] = [low && ceilRational(low), high && floorRational(high)]
  const start = first !== undefined && first > 0n ? first : last !== undefined && last < 0n ? last : 0n
  const direction = last !== undefined && last <= 0n ? -1n : 1n
  yield* largeCandidates(fromInteger(start), direction, ONE)
  if (low) yield low
  if (high) yield high
  for (let at = 0n; at < 200n; at++) yield fromInteger(start + direction * at)
  for (let at = 0n; at < 200n; at++) yield addRational(fromInteger(start + direction * at), HALF)
  const from = low ?? addRational(high ?? fromInteger(0n), fromInteger(-1n))
  const to = high ?? addRational(from, fromInteger(1n))
  const width = addRational(to, multiplyRational(from, fromInteger(-1n)))
  for (const parts of [10n, 16n, 100n, 128n, 1000n, 1024n]) {
    for (let at = 1n; at < (parts < 200n ? parts : 200n); at++)
      yield addRational(from, multiplyRational(width, fraction(at, parts)))
  }
}
