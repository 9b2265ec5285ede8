import {memoizeTexts} from '../memoize.ts'
import {parseDateRange} from './date-range.ts'

/**
 * Where a version stands relative to the plain version that it extends: before it (`2.0-rc.1`), at it, or after it
 * (`2.0-post1`).
 */
type Phase = 'candidate' | 'final' | 'post'

/** The phase of a suffix. For a `bare` number (`2.0-1`) or `unknown` word (`2.0-docs`), other releases decide. */
type Suffix = Phase | 'bare' | 'unknown'

/** Words that name candidates, each with its rank; those with a lower rank ship earlier. */
const CANDIDATE_RANKS: Readonly<Record<string, number>> = Object.fromEntries(
  [
    ['dev', 'nightly', 'canary', 'edge', 'experimental', 'test', 'wip'],
    ['prealpha'],
    ['alpha', 'a'],
    ['beta', 'b'],
    ['milestone', 'm', 'ea', 'preview', 'pre', 'next'],
    ['rc', 'cr', 'c', 'candidate'],
    ['snapshot']
  ].flatMap((words, rank) => words.map(word => [word, rank]))
)
/** The rank of words that aren't in the list: that of milestones and previews. */
const UNKNOWN_RANK = 4

const POST_WORDS = new Set(['post', 'patch', 'p', 'pl', 'hotfix', 'hf', 'fix', 'sp', 'rev', 'r', 'update', 'u'])
const FINAL_WORDS = new Set(['final', 'ga', 'release', 'stable', 'lts', 'x'])

type Token = string | number

/** The version in the name of a release. */
export class ReleaseVersion {
  /** All numbers: three or more. */
  readonly numbers: readonly number[]
  /** How many of the numbers the name states: 1 in `v2`, whose others are 0. */
  readonly written: number
  readonly suffix: Suffix
  /** The words and numbers after the version. */
  readonly tokens: readonly Token[]
  /** The words and numbers after a `+`. */
  readonly build: readonly Token[]

  constructor(parts: Pick<ReleaseVersion, 'numbers' | 'written' | 'suffix' | 'tokens' | 'build'>) {
    this.numbers = parts.numbers
    this.written = parts.written
    this.suffix = parts.suffix
    this.tokens = parts.tokens
    this.build = parts.build
  }

  get major(): number {
    return this.numbers[0] ?? 0
  }

  get minor(): number {
    return this.numbers[1] ?? 0
  }

  /** Whether it has the form `x.y` or `x.y.0`. */
  get isPlainMinor(): boolean {
    return this.phase === 'final' && this.numbers.slice(2).every(each => each === 0)
  }

  /** Without other releases to compare with, a bare number follows its version, and an unknown word precedes it. */
  get phase(): Phase {
    return this.suffix === 'bare' ? 'post' : this.suffix === 'unknown' ? 'candidate' : this.suffix
  }

  /** Whether it precedes the release of its version: a release candidate, a beta, a development version. */
  get isCandidate(): boolean {
    return this.phase === 'candidate'
  }

  /** Whether it has a year as its first number. */
  get isCalendar(): boolean {
    return this.major >= 1990 && this.major < 2200
  }

  /** The version without its suffix, as a key. */
  get plainKey(): string {
    return this.numbers.join('.').replace(/(?:\.0)+$/, '')
  }

  /** The whole version as a key: `1.0`, `v1.0.0`, and `1.0.0-GA` have the same one. */
  get key(): string {
    const suffix = this.suffix === 'final' ? [] : this.tokens
    return `${this.plainKey}-${suffix.join('.')}+${this.build.join('.')}`
  }

  withPhase(phase: Phase): ReleaseVersion {
    return new ReleaseVersion({...this, suffix: phase})
  }

  /** Negative if this version is before the other, 0 if both are equal, positive if it is after. */
  compare(other: ReleaseVersion): number {
    return (
      comparePlain(this, other) ||
      PHASES.indexOf(this.phase) - PHASES.indexOf(other.phase) ||
      (this.phase === 'final' ? 0 : compareTokens(this.tokens, other.tokens)) ||
      compareTokens(this.build, other.build)
    )
  }
}

const PHASES: readonly Phase[] = ['candidate', 'final', 'post']

function comparePlain(a: ReleaseVersion, b: ReleaseVersion): number {
  const length = Math.max(a.numbers.length, b.numbers.length)
  for (let at = 0; at < length; at++) {
    const order = (a.numbers[at] ?? 0) - (b.numbers[at] ?? 0)
    if (order !== 0) return order
  }
  return 0
}

function compareTokens(a: readonly Token[], b: readonly Token[]): number {
  for (let at = 0; at < Math.min(a.length, b.length); at++) {
    const order = compareToken(a[at] ?? 0, b[at] ?? 0)
    if (order !== 0) return order
  }
  return a.length - b.length
}

function compareToken(a: Token, b: Token): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  if (typeof a === 'number' || typeof b === 'number') return typeof a === 'number' ? -1 : 1
  const rankOf = (word: string): number => CANDIDATE_RANKS[word] ?? UNKNOWN_RANK
  return rankOf(a) - rankOf(b) || (a === b ? 0 : a < b ? -1 : 1)
}

const DATE_FORMS = [
  /(?<!\d)\d{4}-\d{2}-\d{2}(?!\d)/,
  /(?<!\d)\d{4}-\d{2}(?![\d-])/,
  /(?<![\d.])(?:19|20)\d{6}(?![\d.])/
]

const dashed = (date: string): string => date.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3')

function findWrittenDate(name: string): {readonly text: string; readonly index: number} | undefined {
  for (const form of DATE_FORMS) {
    const found = form.exec(name)
    if (found && parseDateRange(dashed(found[0]))) return {text: found[0], index: found.index}
  }
  return undefined
}

/**
 * The day or month in the name of a release or file (`2024-01-01`, `loans-2024-01`, `api_20240101`); `undefined` if
 * there is none.
 */
export function findDateInName(name: string): string | undefined {
  const found = findWrittenDate(name)
  return found && dashed(found.text)
}

/** The parts of a release's name. */
export interface NameParts {
  /** The text before the version or date: `api/` in `api/v1.2.0`. It ends before a `v`. */
  readonly prefix: string
  /** The text between prefix and number: `v` or nothing. */
  readonly mark: string
  /** Omitted if the name holds a date and no version. */
  readonly version?: ReleaseVersion
}

/** Where a version may begin, the most certain form first. */
const FORMS = [
  /(?<![a-z\d.])(v?)(\d{1,15}(?:[._]\d{1,15})+)(?!\d)/gi,
  /(?<=[a-z])()(\d{1,15}(?:\.\d{1,15})+)(?!\d)/gi,
  /(?<![a-z\d.])(v?)(\d{1,15})(?!\d)/gi,
  /(?<=^[a-z]+)()(\d{1,15})$/gi
]

/** Whether a word is the beginning of a commit hash. */
const isHash = (word: string): boolean => /^(?=.*\d)(?=.*[a-f])[0-9a-f]{7,40}$/i.test(word)

/** Finds the version or date in a name; `undefined` if it has neither. */
export const splitReleaseName = memoizeTexts((written): NameParts | undefined => {
  const name = written.trim()
  const date = findWrittenDate(name)
  const dated = date && /^(?<before>.*?)v?$/is.exec(name.slice(0, date.index))?.groups?.before
  // A name that begins with a date is that of a day, whatever follows.
  if (dated === '') return {prefix: '', mark: ''}
  const text = date
    ? `${name.slice(0, date.index)}${'x'.repeat(date.text.length)}${name.slice(date.index + date.text.length)}`
    : name
  for (const form of date ? FORMS.slice(0, 1) : FORMS) {
    for (const {index, 0: whole, 1: mark = '', 2: digits = ''} of text.matchAll(form)) {
      const rest = name.slice(index + whole.length)
      const word = /[a-z\d]*$/i.exec(name.slice(0, index))?.[0] ?? ''
      if (isHash(`${word}${whole}${/^[a-z\d]*/i.exec(rest)?.[0] ?? ''}`)) continue
      const suffix = parseSuffix(rest)
      if (!suffix) continue
      const numbers = digits.split(/[._]/).map(Number)
      const written = numbers.length
      while (numbers.length < 3) numbers.push(0)
      return {prefix: name.slice(0, index), mark, version: new ReleaseVersion({numbers, written, ...suffix})}
    }
  }
  return dated === undefined ? undefined : {prefix: dated, mark: ''}
})

/**
 * Parses what follows the numbers; `undefined` if they aren't a version. Words after a space are part of the name
 * (`2.0 spring edition`), unless they are known.
 */
function parseSuffix(rest: string): Pick<ReleaseVersion, 'suffix' | 'tokens' | 'build'> | undefined {
  const [before = '', ...after] = rest.split('+')
  const build = tokensOf(after.join('+'))
  const tokens = tokensOf(before)
  const [first] = tokens
  const none = {tokens: [], build}
  if (first === undefined) return {suffix: 'final', ...none}
  const isLoose = /^[\s(,:]/.test(before)
  const isAttached = /^[a-z]/i.test(before)
  if (typeof first === 'number') return isLoose ? {suffix: 'final', ...none} : {suffix: 'bare', tokens, build}
  if (FINAL_WORDS.has(first)) return {suffix: 'final', ...none}
  if (isAttached && first.length === 1 && tokens.length === 1) return {suffix: 'post', tokens, build}
  if (isLoose) {
    const isKnown = first.length > 1 && first in CANDIDATE_RANKS && tokens.length < 3
    return isKnown ? {suffix: 'candidate', tokens, build} : {suffix: 'final', ...none}
  }
  if (POST_WORDS.has(first)) return {suffix: 'post', tokens, build}
  if (first in CANDIDATE_RANKS) return {suffix: 'candidate', tokens, build}
  // Letters directly after a number belong to another word: `3rd`, `8bit`.
  return isAttached ? undefined : {suffix: 'unknown', tokens, build}
}

const tokensOf = (text: string): Token[] =>
  (text.toLowerCase().match(/\d{1,15}|[a-z]+/g) ?? []).map(each => (/^\d/.test(each) ? Number(each) : each))

/** A release with its earliest possible day, which can decide its place among the others. */
export interface DatedName {
  readonly name: string
  /** The earliest day on which it may have shipped; omitted if unknown. */
  readonly day?: string | undefined
}

/** How the releases of one project are ordered: their versions by release name, and a comparison of two. */
export interface VersionOrder {
  readonly versions: ReadonlyMap<string, ReleaseVersion>
  readonly compare: (a: ReleaseVersion, b: ReleaseVersion) => number
}

/**
 * Orders the versions of releases that belong together:
 *
 * - A bare number (`2.0-1`) is a candidate if there is a `2.0-0` or if 2.0 ships later, and follows 2.0 otherwise.
 * - An unknown word (`2.0-docs`) precedes 2.0, unless that shipped before.
 * - Where a project changed from calendar versions to others or back, those that began later follow.
 */
export function orderVersions(releases: readonly DatedName[]): VersionOrder {
  const found = releases.flatMap(({name, day}) => {
    const version = splitReleaseName(name)?.version
    return version ? [{name, day, version}] : []
  })
  const plain = new Map<string, string | undefined>()
  const zeros = new Set<string>()
  for (const {day, version} of found) {
    if (version.suffix === 'final') plain.set(version.plainKey, day)
    if (version.suffix === 'bare' && version.tokens[0] === 0) zeros.add(version.plainKey)
  }
  const phaseOf = ({day, version}: (typeof found)[number]): Phase => {
    const shipped = plain.get(version.plainKey)
    const isKnown = day !== undefined && shipped !== undefined
    if (version.suffix === 'bare')
      return zeros.has(version.plainKey) || (isKnown && day < shipped) ? 'candidate' : 'post'
    return version.suffix === 'unknown' && isKnown && shipped < day ? 'post' : version.phase
  }
  const firstDay = (isCalendar: boolean): string => {
    const days = found.flatMap(({day, version}) => (version.isCalendar === isCalendar ? (day ?? []) : []))
    return days.toSorted()[0] ?? ''
  }
  const isCalendarOlder = firstDay(true) !== '' && firstDay(true) < firstDay(false)
  return {
    versions: new Map(found.map(each => [each.name, each.version.withPhase(phaseOf(each))])),
    compare: (a, b) => (a.isCalendar === b.isCalendar ? a.compare(b) : a.isCalendar === isCalendarOlder ? -1 : 1)
  }
}
