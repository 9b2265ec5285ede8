import {countCodePoints} from '../json.ts'
import {LEGIBLE_CODE_POINTS} from './samples.ts'
import {type CharSet, isCharSet, parseSimplePattern, type SimpleAlternative, type SimplePart} from './simple-pattern.ts'

const MAX_LENGTH = 500_000
/** Length of the longest text that is varied. */
const MAX_VARIED = 400
const ASCII = Array.from({length: 128}, (_, code) => code)

/**
 * Short and legible text that matches a pattern, with at least `least` characters if that is easy to build; `undefined`
 * if there is none or the pattern is not simple.
 */
export function sampleSimplePattern(pattern: string, least: number): string | undefined {
  const rows = parseSimplePattern(pattern)
  return rows && least <= MAX_LENGTH ? pickNicest(rows.map(row => writePadded(row, least))) : undefined
}

/** Characters that tell patterns apart: the legible ones, and some that few patterns allow. */
const TELLING = [...new Set([...LEGIBLE_CODE_POINTS, ...ASCII, 0x85, 0xa0, 0xe9, 0x2028, 0x4e00, 0x1f600])].map(code =>
  String.fromCodePoint(code)
)

/**
 * Texts of at least `least` characters that differ in one place from a short one that matches a pattern, the shortest
 * and most legible first: one part of the pattern is there once more or has another character, or another character
 * stands at an end that is open. Without a pattern, both ends are open. None if the pattern is not simple.
 */
export function varySimplePattern(pattern: string | undefined, least: number): string[] {
  const rows = pattern === undefined ? [{pieces: [], starts: false, ends: false}] : parseSimplePattern(pattern)
  if (!rows || least > MAX_VARIED) return []
  const texts = new Set<string>()
  for (const row of rows) {
    const shorter = writePadded(row, least - 1)
    if (shorter !== undefined && shorter.length <= MAX_VARIED) {
      if (!row.ends) for (const letter of TELLING) texts.add(`${shorter}${letter}`)
      if (!row.starts) for (const letter of TELLING) texts.add(`${letter}${shorter}`)
    }
    for (const text of varyParts(row)) if (countCodePoints(text) >= least) texts.add(text)
  }
  return [...texts].sort((a, b) => (a === b ? 0 : isNicer(a, b) ? -1 : 1))
}

/** Texts of an alternative in which one part is there once more or has another character. */
function varyParts({pieces}: SimpleAlternative): string[] {
  const parts = pieces.map(piece => repeatPiece(piece, 0))
  if (parts.includes(undefined) || parts.join('').length > MAX_VARIED) return []
  return pieces.flatMap(({of, least, most}, at) => {
    const part = parts[at] as string
    if (most === 0) return []
    if (!isCharSet(of)) {
      if (least >= most) return []
      const more = repeatPiece({of, least: least + 1, most}, 0)
      return more === undefined ? [] : [parts.with(at, more).join('')]
    }
    const letters = TELLING.filter(letter => hasLetter(of, letter))
    return letters.flatMap(letter => [
      parts.with(at, `${part.slice(0, -1)}${letter}`).join(''),
      ...(least < most ? [parts.with(at, `${part}${letter}`).join('')] : [])
    ])
  })
}

function hasLetter({ranges}: CharSet, letter: string): boolean {
  const code = letter.codePointAt(0) as number
  return ranges.some(([first, last]) => first <= code && code <= last)
}

/** Lengths of the texts that match a pattern, rather too wide than too narrow. */
export function simplePatternLengths(pattern: string): Size {
  const rows = parseSimplePattern(pattern)
  if (!rows) return {least: 0, most: Number.POSITIVE_INFINITY}
  const {least, most} = sizeOf(rows)
  return {least, most: rows.every(({starts, ends}) => starts && ends) ? most : Number.POSITIVE_INFINITY}
}

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
    const [left, right] = [letter, letters.next().value as string].map(rank)
    if (left !== right) return (left as number) < (right as number)
  }
  return false
}

/** Place in the order of legible characters; others come after them. */
function rank(letter: string): number {
  const code = letter.codePointAt(0) as number
  const place = LEGIBLE_CODE_POINTS.indexOf(code)
  return place < 0 ? LEGIBLE_CODE_POINTS.length + code : place
}

function letterOf({ranges}: CharSet): string | undefined {
  const letter = LEGIBLE_CODE_POINTS.find(code => ranges.some(([first, last]) => first <= code && code <= last))
  return letter === undefined ? undefined : String.fromCodePoint(letter)
}

export interface Size {
  readonly least: number
  readonly most: number
}

export function sizeOf(rows: readonly SimpleAlternative[]): Size {
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
export function lengthsIn(rows: readonly SimpleAlternative[], most: number): Set<number> {
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
