import {countCodePoints} from '../json.ts'
import {LEGIBLE_CODE_POINTS} from './samples.ts'
import {type CharSet, isCharSet, parseSimplePattern, type SimpleAlternative, type SimplePart} from './simple-pattern.ts'

const MAX_LENGTH = 500_000
const MAX_COUNTED = 100

/**
 * Short and legible text that matches a pattern, with at least `least` characters if that is easy to build; `undefined`
 * if there is none or the pattern is not simple.
 */
export function sampleSimplePattern(pattern: string, least: number): string | undefined {
  const rows = parseSimplePattern(pattern)
  return rows && least <= MAX_LENGTH ? pickNicest(rows.map(row => writePadded(row, least))) : undefined
}

/** Lengths of the texts that match a pattern, rather too wide than too narrow. */
export function simplePatternLengths(pattern: string): Size {
  const rows = parseSimplePattern(pattern)
  if (!rows) return {least: 0, most: Number.POSITIVE_INFINITY}
  const {least, most} = sizeOf(rows)
  return {least, most: isWhole(rows) ? most : Number.POSITIVE_INFINITY}
}

/**
 * Whether all texts of some lengths that match one pattern clearly match the other: it allows all characters of the
 * first in every position, and every length. `false` if that is not clear.
 */
export function isSimplyContained(pattern: string, other: string, length: Size): boolean {
  const [inner, outer] = [parseSimplePattern(pattern), parseSimplePattern(other)]
  if (!inner || !outer || !isWhole(inner) || !isWhole(outer)) return false
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

const isWhole = (rows: readonly SimpleAlternative[]): boolean => rows.every(({starts, ends}) => starts && ends)

/** Text of an alternative. If the pattern is not anchored, any characters may surround it. */
function writePadded(row: SimpleAlternative, least: number): string | undefined {
  if (row.starts && row.ends) return writeAlternative(row, least)
  const text = writeAlternative(row, 0)
  const missing = text === undefined ? 0 : Math.max(0, least - countCodePoints(text))
  if (text === undefined || missing === 0) return text
  return row.starts ? `${text}${'a'.repeat(missing)}` : `${'a'.repeat(missing)}${text}`
}

/** Text of an alternative. The part that supplies missing characters is the one that makes the text most legible. */
function writeAlternative({pieces}: SimpleAlternative, least: number): string | undefined {
  const parts = pieces.map(piece => repeatPiece(piece, 0))
  if (parts.includes(undefined)) return undefined
  const missing = least - countCodePoints(parts.join(''))
  if (missing <= 0) return parts.join('')
  return pickNicest(
    pieces.map((piece, at) => {
      const more = repeatPiece(piece, countCodePoints(parts[at] ?? '') + missing)
      return more === undefined ? undefined : parts.with(at, more).join('')
    })
  )
}

function repeatPiece({of, least, most}: SimplePart, size: number): string | undefined {
  if (most === 0) return size === 0 ? '' : undefined
  const once = isCharSet(of) ? letterOf(of) : pickNicest(of.map(row => writeAlternative(row, 0)))
  if (least === 0 && size === 0) return ''
  if (once === undefined || least > MAX_LENGTH) return undefined
  const length = countCodePoints(once)
  const times = Math.max(least, 1, length === 0 ? 0 : Math.ceil(size / length))
  if (times <= most && length * times >= size) return once.repeat(times)
  return isCharSet(of) || least > 1 ? undefined : pickNicest(of.map(row => writeAlternative(row, size)))
}

/** The shortest text, and among several the most legible from its start; `undefined` if there is none. */
function pickNicest(words: readonly (string | undefined)[]): string | undefined {
  let best: string | undefined
  for (const word of words) if (word !== undefined && (best === undefined || isNicer(word, best))) best = word
  return best
}

function isNicer(word: string, other: string): boolean {
  const longer = countCodePoints(word) - countCodePoints(other)
  if (longer !== 0 || word === other) return longer < 0
  const letters = other[Symbol.iterator]()
  for (const letter of word) {
    const [left, right] = [letter, letters.next().value as string].map(each =>
      LEGIBLE_CODE_POINTS.indexOf(each.codePointAt(0) as number)
    )
    if (left !== right) return (left as number) < (right as number)
  }
  return false
}

function letterOf({ranges}: CharSet): string | undefined {
  const letter = LEGIBLE_CODE_POINTS.find(code => ranges.some(([first, last]) => first <= code && code <= last))
  return letter === undefined ? undefined : String.fromCodePoint(letter)
}

interface Size {
  readonly least: number
  readonly most: number
}

function sizeOf(rows: readonly SimpleAlternative[]): Size {
  const sizes = rows.map(({pieces}) =>
    pieces.reduce(
      (sum, {of, least, most}) => {
        const size = isCharSet(of) ? {least: 1, most: 1} : sizeOf(of)
        return {
          least: sum.least + size.least * least,
          // Avoids `0 * Infinity`, which is `NaN`.
          most: sum.most + (size.most === 0 || most === 0 ? 0 : size.most * most)
        }
      },
      {least: 0, most: 0}
    )
  )
  return {least: Math.min(...sizes.map(({least}) => least)), most: Math.max(...sizes.map(({most}) => most))}
}

/** Lengths that texts of these alternatives can have, up to `most`. */
function lengthsIn(rows: readonly SimpleAlternative[], most: number): Set<number> {
  return new Set(
    rows.flatMap(({pieces}) => [
      ...pieces.reduce((sums, piece) => plus(sums, pieceLengths(piece, most), most), new Set<number>([0]))
    ])
  )
}

function pieceLengths(piece: SimplePart, most: number): Set<number> {
  const once = isCharSet(piece.of) ? new Set([1]) : lengthsIn(piece.of, most)
  const all = new Set<number>()
  let sums = new Set<number>([0])
  for (let times = 0; times <= Math.min(piece.most, Math.max(most, piece.least)); times++) {
    if (times > 0) sums = plus(sums, once, most)
    if (times >= piece.least) for (const sum of sums) all.add(sum)
    if (sums.size === 0) break
  }
  return all
}

const plus = (left: ReadonlySet<number>, right: ReadonlySet<number>, most: number): Set<number> =>
  new Set([...left].flatMap(a => [...right].map(b => a + b)).filter(sum => sum <= most))

const charsOf = (rows: readonly SimpleAlternative[]): CharSet[] =>
  rows.flatMap(({pieces}) => pieces.flatMap(({of}) => (isCharSet(of) ? [of] : charsOf(of))))

/** Whether each range of the inner set lies within one range of the other. */
const covers = ({ranges}: CharSet, inner: CharSet): boolean =>
  inner.ranges.every(([from, to]) => ranges.some(([first, last]) => first <= from && to <= last))
