import {
  type CharSet,
  isCharSet,
  parseSimplePattern,
  type Range,
  type SimpleAlternative,
  type SimplePart
} from './simple-pattern.ts'
import {lengthsIn, type Size, sizeOf} from './simple-pattern-samples.ts'

const MAX_COUNTED = 100
/** Maximum number of comparisons of parts for two patterns. */
const MAX_STEPS = 20_000

/**
 * Whether all texts of some lengths that match one pattern clearly match the other: it allows all characters of the
 * first in every position and every length, or it allows part by part what the first one does. `false` if that is not
 * clear.
 */
export function isSimplyContained(pattern: string, other: string, length: Size): boolean {
  const [inner, outer] = [parseSimplePattern(pattern), parseSimplePattern(other)]
  if (!inner || !outer) return false
  if (isWhole(inner) && isWhole(outer) && hasAllCharactersAndLengths(inner, outer, length)) return true
  const steps = {left: MAX_STEPS}
  return inner.every(row => outer.some(each => isRowContained(row, each, steps)))
}

/** Whether a pattern clearly matches every text: an alternative of it can be empty, and is open at one end. */
export const matchesEveryText = (pattern: string): boolean =>
  parseSimplePattern(pattern)?.some(
    ({pieces, starts, ends}) => !(starts && ends) && pieces.every(({least}) => least === 0)
  ) ?? false

const isWhole = (rows: readonly SimpleAlternative[]): boolean => rows.every(({starts, ends}) => starts && ends)

function hasAllCharactersAndLengths(
  inner: readonly SimpleAlternative[],
  outer: readonly SimpleAlternative[],
  length: Size
): boolean {
  const chars = charsOf(inner)
  if (!charsOf(outer).every(set => chars.every(each => covers(set, each)))) return false
  const size = sizeOf(inner)
  const [least, most] = [Math.max(size.least, length.least), Math.min(size.most, length.most)]
  const [piece, ...more] = outer.flatMap(({pieces}) => pieces)
  if (piece && isCharSet(piece.of) && more.length === 0 && outer.length === 1) {
    return piece.least <= least && most <= piece.most
  }
  if (most > MAX_COUNTED) return false
  const lengths = lengthsIn(outer, most)
  for (let each = least; each <= most; each++) if (!lengths.has(each)) return false
  return true
}

interface Steps {
  left: number
}

/**
 * Whether every text that matches an alternative matches another: the parts of the first lie, in their order, within
 * parts of the other, and the parts between can be empty. At an end that is open in the other, parts of the first may
 * be left over.
 */
function isRowContained(row: SimpleAlternative, other: SimpleAlternative, steps: Steps): boolean {
  if ((other.starts && !row.starts) || (other.ends && !row.ends)) return false
  return isSequenceContained(row.pieces, other.pieces, {start: !other.starts, end: !other.ends}, steps)
}

function isSequenceContained(
  inner: readonly SimplePart[],
  outer: readonly SimplePart[],
  open: {readonly start: boolean; readonly end: boolean},
  steps: Steps
): boolean {
  // How many parts of the inner sequence the outer parts so far can cover; there can be several possibilities.
  let reached = new Set(open.start ? Array.from({length: inner.length + 1}, (_, at) => at) : [0])
  for (const part of outer) {
    const next = new Set<number>()
    for (const from of reached) for (const to of endsWithin(inner, from, part, steps)) next.add(to)
    if (next.size === 0) return false
    reached = next
  }
  return open.end || reached.has(inner.length)
}

/** How many parts of the inner sequence are covered if those from `from` on lie within one outer part. */
function* endsWithin(inner: readonly SimplePart[], from: number, part: SimplePart, steps: Steps): Iterable<number> {
  if (part.least === 0) yield from
  let [least, most] = [0, 0]
  for (let at = from; at < inner.length && steps.left > 0; at++) {
    const each = inner[at] as SimplePart
    steps.left--
    if (at === from && !isCharSet(part.of) && isPartContained(each, part, part.of, steps)) yield at + 1
    if (!isCharSet(part.of)) return
    const set = part.of
    if (!charsOf([{pieces: [each], starts: true, ends: true}]).every(chars => covers(set, chars))) return
    const size = sizeOf([{pieces: [each], starts: true, ends: true}])
    least += size.least
    most += size.most
    if (most > part.most) return
    if (least >= part.least) yield at + 1
  }
}

/** Whether a part lies within another one: each repetition matches a repetition of the other, and the counts fit. */
function isPartContained(
  {of, least, most}: SimplePart,
  outer: SimplePart,
  group: readonly SimpleAlternative[],
  steps: Steps
): boolean {
  if (least < outer.least || most > outer.most) return false
  const rows = isCharSet(of) ? [{pieces: [{of, least: 1, most: 1}], starts: true, ends: true}] : of
  const closed = {start: false, end: false}
  return rows.every(row => group.some(other => isSequenceContained(row.pieces, other.pieces, closed, steps)))
}

const charsOf = (rows: readonly SimpleAlternative[]): CharSet[] =>
  rows.flatMap(({pieces}) => pieces.flatMap(({of}) => (isCharSet(of) ? [of] : charsOf(of))))

/** Whether each range of the inner set lies within one range of the other. */
function covers(set: CharSet, inner: CharSet): boolean {
  const ranges = merge(set)
  return inner.ranges.every(([from, to]) => ranges.some(([first, last]) => first <= from && to <= last))
}

const merged = new WeakMap<CharSet, readonly Range[]>()

/** The ranges of a set, with adjacent ones merged. */
function merge(set: CharSet): readonly Range[] {
  const known = merged.get(set)
  if (known) return known
  const ranges: [number, number][] = []
  for (const [first, last] of set.ranges.toSorted(([a], [b]) => a - b)) {
    const before = ranges.at(-1)
    if (before && first <= before[1] + 1) before[1] = Math.max(before[1], last)
    else ranges.push([first, last])
  }
  merged.set(set, ranges)
  return ranges
}
