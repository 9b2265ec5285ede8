import {memoize} from '../memoize.ts'
import {releaseKey, versionOf} from './release.ts'
import {NEXT, type Timeline} from './timeline.ts'
import {readDate} from './written-date.ts'

/**
 * Whether a text can name a release: it is `next` or a known name, has the form of a known name, or is a version and
 * nothing else (`v3`, `2.10`, `4.0-rc.1`, `2.0 GA`). A date in any notation, a period, and a phrase with a number in it
 * name none.
 */
export const canBeRelease = (text: string, knownNames: readonly string[]): boolean =>
  canHaveForm(text, collectForms(knownNames))

/** The same for the releases of a timeline. */
export const canBeReleaseOf = ({entries}: Pick<Timeline, 'entries'>, text: string): boolean =>
  canHaveForm(text, formsOf(entries))

interface KnownForms {
  readonly keys: ReadonlySet<string>
  readonly forms: ReadonlySet<string>
  /** Whether all known names begin with a date, so that a version is the name of none. */
  readonly areDated: boolean
  /** The highest major version; `undefined` if no known name has a version. */
  readonly highestMajor?: number
}

const formsOf = memoize((entries: Timeline['entries']) =>
  collectForms(entries.flatMap(({kind, name}) => (kind === 'release' && name !== NEXT ? [name] : [])))
)

function collectForms(names: readonly string[]): KnownForms {
  const majors = names.flatMap(name => versionOf(name)?.major ?? [])
  return {
    keys: new Set(names.map(releaseKey)),
    forms: new Set(names.map(name => formOf(releaseKey(name)))),
    areDated: names.length > 0 && names.every(name => DATED.test(name)),
    ...(majors.length === 0 ? {} : {highestMajor: majors.reduce((one, other) => Math.max(one, other))})
  }
}

const DATED = /^v?(?:19|20)\d{2}-?\d{2}/i
/** The notation of a day, even one that doesn't exist. */
const DAY = /^(?:19|20)\d{2}-\d{2}-\d{2}$/

function canHaveForm(text: string, known: KnownForms): boolean {
  const key = releaseKey(text)
  if (key === NEXT || known.keys.has(key)) return true
  if (!/\d/.test(key) || isShortDate(key, known)) return false
  if (DAY.test(text.trim()) && readDate(text)?.date === undefined) return false
  if (known.forms.has(formOf(key))) return true
  const isDate = readDate(key) !== undefined || MONTH_NAME.test(key) || key.includes('/')
  return !isDate && !known.areDated && VERSION.test(key)
}

/**
 * The form of a release name: names with the same form differ only in their numbers, and have years at the same places.
 * Names that begin with a date can also differ in their words.
 */
function formOf(key: string): string {
  const isDated = DATED.test(key)
  return (isDated ? key.replace(/[a-z]+/g, 'a') : key).replace(/\d+/g, digits => {
    if (/^(?:19|20)\d{2}$/.test(digits)) return 'Y'
    return isDated || digits.length > 3 ? '0'.repeat(digits.length) : '0'
  })
}

/**
 * Whether a name is a day such as `31.12.26` or `31.12`. It is a version instead if known versions have the same form
 * and its first number can be that of a coming release.
 */
function isShortDate(key: string, {forms, highestMajor = -1}: KnownForms): boolean {
  const [, day, month, year] = /^(\d{1,2})\.(\d{1,2})(?:\.(\d{2}))?$/.exec(key) ?? []
  if (day === undefined || Number(day) < 1 || Number(day) > 31 || Number(month) < 1 || Number(month) > 12) return false
  if (forms.has(formOf(key)) && Number(day) <= highestMajor + MOST_SKIPPED) return false
  return year === undefined ? highestMajor >= 0 && Number(day) > 12 : Number(year) >= 20
}

/**
 * How many major versions can be skipped: `13.2` is a version if the last known one is 10.1, and a day if it is 9.1.
 */
const MOST_SKIPPED = 3

const MONTH_NAME = /(?<![a-z])(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)(?![a-z])/
const QUALIFIER = String.raw`[ .+-]?(?:alpha|beta|dev|ga|lts|pre|preview|rc|snapshot|stable)(?:[ .-]?\d{1,3})*`
const VERSION = new RegExp(
  String.raw`^(?:(?:api|release|version) )?v?(?:0|[1-9]\d{0,3})(?:\.x|(?:\.\d{1,3}){1,3}(?:\.x)?[+-][a-z][a-z.-]*\d{0,3}|(?:\.\d{1,3}){0,3}(?:${QUALIFIER})?)$`
)
