import type {DFA} from 'refa'
import {
  formatPattern,
  formatSamples,
  hasFormat,
  impliesFormat,
  isExactFormat,
  sampleWithoutFormat
} from '../formats/formats.ts'
import type {StringAtom} from '../formula/formula.ts'
import {countCodePoints} from '../json.ts'
import {matchesPattern} from '../regex/pattern.ts'
import {patternLengths} from '../regex/pattern-lengths.ts'
import {intersectLanguages, isLanguageTooLarge, patternLanguage} from '../regex/regular-language.ts'
import {generateWords} from '../regex/samples.ts'
import {isSimplyContained, matchesEveryText} from '../regex/simple-containment.ts'
import {sampleSimplePattern, simplePatternLengths, varySimplePattern} from '../regex/simple-pattern-samples.ts'
import {EMPTY_RESULT, foundValue, type SearchResult, unknownResult, type ValueSearch} from './result.ts'
import type {Literal} from './solve-number.ts'

const MAX_LENGTH = 500_000
const MAX_GUESSES = 40

interface Constraints {
  readonly least: number
  readonly most: number
  readonly like: readonly string[]
  readonly unlike: readonly string[]
  readonly formats: readonly string[]
  readonly otherFormats: readonly string[]
  readonly excluded: ReadonlySet<string>
}

/** Finds a string with a length within the bounds that matches some patterns and formats and not others. */
export function solveString(
  literals: readonly Literal<StringAtom>[],
  excluded: ReadonlySet<string>,
  ask: ValueSearch
): SearchResult {
  let [least, most] = [0, Number.POSITIVE_INFINITY]
  const texts: Record<'pattern' | 'format', [string[], string[]]> = {pattern: [[], []], format: [[], []]}
  for (const {atom, holds} of literals) {
    if (atom.is === 'size') {
      if (atom.side === 'least' && holds) least = Math.max(least, atom.size)
      else if (atom.side === 'least') most = Math.min(most, atom.size - 1)
      else if (holds) most = Math.min(most, atom.size)
      else least = Math.max(least, atom.size + 1)
    } else texts[atom.is][holds ? 0 : 1].push(atom.is === 'pattern' ? atom.pattern : atom.format)
  }
  if (least > most) return EMPTY_RESULT
  const [like, unlike] = texts.pattern
  const [formats, otherFormats] = texts.format
  if (otherFormats.some(other => formats.some(format => impliesFormat(format, other)))) return EMPTY_RESULT
  const constraints = {least, most, like, unlike, formats, otherFormats, excluded}
  return literals.every(({atom}) => atom.is === 'size') ? findAnyText(constraints) : findInLanguage(constraints, ask)
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'

function findAnyText({least, most, excluded}: Constraints): SearchResult {
  if (!excluded.has('') && least === 0) return foundValue('')
  if (most === 0) return EMPTY_RESULT
  const length = Math.max(least, 1)
  if (length > MAX_LENGTH) return unknownResult('the example would need a string too long to show')
  // Only the last character varies: through the 26 letters, and then through further code points.
  for (let at = 0; at <= excluded.size; at++) {
    const last = at < LETTERS.length ? (LETTERS[at] as string) : String.fromCodePoint(0x4e00 + at)
    const text = `${'a'.repeat(length - 1)}${last}`
    if (!excluded.has(text)) return foundValue(text)
  }
  return unknownResult('too many strings are excluded')
}

const COMMON = ['', '0', 'a', 'A', 'aa', 'true']

function findInLanguage(initial: Constraints, ask: ValueSearch): SearchResult {
  let constraints = initial
  const {like, unlike, formats, otherFormats} = constraints
  for (const sample of formats.flatMap(formatSamples)) if (satisfies(sample, constraints)) return foundValue(sample)
  // If a common string is enough, no automaton is built. Loading the library alone takes longer than most comparisons.
  for (const text of [...COMMON, ...otherFormats.map(sampleWithoutFormat)])
    if (satisfies(text, constraints)) return foundValue(text)
  const sizes = like.map(simplePatternLengths)
  if (sizes.some(size => size.least > initial.most || size.most < initial.least)) return EMPTY_RESULT
  if (unlike.some(matchesEveryText)) return EMPTY_RESULT
  if (
    like.some(pattern =>
      unlike.some(other => isSimplyContained(pattern, other, initial) || isContainedByCounts(pattern, other))
    )
  )
    return EMPTY_RESULT
  for (const text of simpleWords(constraints)) if (satisfies(text, constraints)) return foundValue(text)
  // Most formats without a maximum length allow more letters at the end.
  const length = Math.min(initial.least, MAX_LENGTH)
  for (const sample of formats.flatMap(formatSamples)) {
    const text = sample.padEnd(length, 'a')
    if (satisfies(text, constraints)) return foundValue(text)
  }
  for (const text of variedWords(constraints)) if (satisfies(text, constraints)) return foundValue(text)
  for (const text of tooLongStrings(constraints)) if (satisfies(text, constraints)) return foundValue(text)
  const inside = [...like, ...formats.map(formatPattern)].map(patternLanguage)
  const outside = [...unlike, ...otherFormats.filter(isExactFormat).map(formatPattern)].map(patternLanguage)
  const readable = [...inside, ...outside].every(language => language !== undefined)
  ask.spend(5 * (1 + inside.length + outside.length))
  for (const pattern of like) {
    if (patternLanguage(pattern)) continue
    const {least, most} = patternLengths(pattern)
    constraints = {...constraints, least: Math.max(constraints.least, least), most: Math.min(constraints.most, most)}
  }
  if (constraints.least > constraints.most) return EMPTY_RESULT
  const known = <T>(list: readonly (T | undefined)[]): T[] => list.filter(item => item !== undefined)
  const language = intersectLanguages(known(inside), known(outside))
  if (!language) return unknownResult('the patterns are too complex to combine')
  ask.spend(Math.ceil(language.countNodes() / 10))
  // A string that does not match the pattern of an excluded format does not have that format.
  const inexact = otherFormats.filter(format => !isExactFormat(format))
  const unlikeFormats =
    inexact.length > 0
      ? intersectLanguages([language], known(inexact.map(formatPattern).map(patternLanguage)))
      : undefined
  const firstUnlike = unlikeFormats && findFirst(unlikeFormats, constraints)
  if (firstUnlike?.word !== undefined) return foundValue(firstUnlike.word)
  const {word, guess, isNone} = findFirst(language, constraints)
  if (word !== undefined) return foundValue(word)
  if (isNone !== undefined)
    return isNone ? EMPTY_RESULT : unknownResult('the example would need a string too long to show')
  if (guess !== undefined) return foundValue(guess, false)
  if (readable) return unknownResult('the formats are defined only by their specifications')
  const areTooLarge = [...like, ...unlike].some(isLanguageTooLarge)
  return unknownResult(areTooLarge ? 'a pattern is too complex' : "a pattern isn't a regular language")
}

/** Strings that are too long for an excluded pattern. Finding them needs no automaton. */
function* tooLongStrings({like, unlike}: Constraints): Iterable<string> {
  for (const pattern of unlike) {
    const {most} = patternLengths(pattern)
    if (most >= MAX_LENGTH) continue
    yield 'a'.repeat(most + 1)
    for (const other of like) yield* [sampleSimplePattern(other, most + 1) ?? []].flat()
  }
}

/** Strings that match one of the patterns, but not the pattern of an excluded format. */
function simpleWords({least, like, otherFormats}: Constraints): string[] {
  const inexact = otherFormats.filter(format => !isExactFormat(format))
  return like
    .flatMap(pattern => {
      const word = sampleSimplePattern(pattern, least)
      if (word === undefined) return []
      // One more character helps if patterns differ only in length, or the shortest string is excluded.
      return [word, sampleSimplePattern(pattern, countCodePoints(word) + 1) ?? []].flat()
    })
    .flatMap(word => (inexact.length > 0 ? [word, `${word} `] : [word]))
    .filter(word => inexact.every(format => matchesPattern(formatPattern(format), word) === false))
}

/** Strings that differ in one place from a short one that matches a pattern; a format has samples of its own. */
const variedWords = ({least, like, formats}: Constraints): string[] =>
  formats.length > 0 ? [] : (like.length > 0 ? like : [undefined]).flatMap(pattern => varySimplePattern(pattern, least))

interface Attempt {
  readonly word?: string
  /** String that could not be decided. */
  readonly guess?: string | undefined
  /** Whether there is no string at all; only set if none was tried. */
  readonly isNone?: boolean
}

function findFirst(language: DFA, constraints: Constraints): Attempt {
  const {least, most, excluded} = constraints
  let guesses = 0
  let guess: string | undefined
  const list = generateWords(language, least, most, excluded.size)
  for (let next = list.next(); guesses < MAX_GUESSES; next = list.next()) {
    if (next.done) return guesses === 0 ? {isNone: next.value} : {guess}
    const word = next.value
    if (excluded.has(word)) continue
    const truth = satisfies(word, constraints)
    if (truth) return {word}
    if (truth === undefined) guess ??= word
    guesses++
  }
  return {guess}
}

function satisfies(
  text: string,
  {least, most, like, unlike, formats, otherFormats, excluded}: Constraints
): boolean | undefined {
  const length = countCodePoints(text)
  if (length < least || length > most || excluded.has(text)) return false
  const truths = [
    ...like.map(pattern => matchesPattern(pattern, text)),
    ...unlike.map(pattern => not(matchesPattern(pattern, text))),
    ...formats.map(format => hasFormat(format, text)),
    ...otherFormats.map(format => not(hasFormat(format, text)))
  ]
  if (truths.includes(false)) return false
  return truths.includes(undefined) ? undefined : true
}

const not = (truth: boolean | undefined): boolean | undefined => (truth === undefined ? undefined : !truth)

/** Negative lookarounds and backreferences. With these, allowing more repeats does not always match more. */
const UNSURE = /\(\?<?!|\\[1-9k]/
/** Token of a pattern: an escape, a class, the start of a lookaround, a quantifier, or a single character. */
const TOKEN = /\\[pPu]\{[^}]*\}|\\.|\[(?:\\.|[^\]\\])*\]|\(\?<?[=:!]?|([*+?]|\{(\d+)(,?)(\d*)\})\??|./gsu

interface Token {
  readonly text: string
  least: number
  most: number
}

/**
 * Whether two patterns differ only in their quantifiers, and the other one allows every count that this one allows.
 * Then every string that matches this one matches the other, however large the patterns are.
 */
export function isContainedByCounts(pattern: string, other: string): boolean {
  if (UNSURE.test(pattern) || UNSURE.test(other)) return false
  const [inner, outer] = [tokenize(pattern), tokenize(other)]
  return (
    inner.length === outer.length &&
    inner.every((part, at) => {
      const {text, least, most} = outer[at] as Token
      return part.text === text && part.least >= least && part.most <= most
    })
  )
}

function tokenize(pattern: string): Token[] {
  const parts: Token[] = []
  for (const [token, sign, from, comma, to] of pattern.matchAll(TOKEN)) {
    const last = parts.at(-1)
    if (sign === undefined || !last) {
      parts.push({text: token, least: 1, most: 1})
      continue
    }
    last.least = from === undefined ? (sign === '+' ? 1 : 0) : Number(from)
    last.most = sign === '?' ? 1 : from === undefined || (comma && !to) ? Number.POSITIVE_INFINITY : Number(to || from)
  }
  return parts
}
