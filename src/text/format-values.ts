import {groupBy} from '../model/group-by.ts'
import type {Announcement} from '../model/lifecycle/lifecycle.ts'
import {type DateRange, isExactDate} from '../model/time/date-range.ts'
import type {Moment, Timeline} from '../model/time/timeline.ts'
import type {MissingFact, Verdict} from '../model/verdict/judgment.ts'
import type {Clock, EndWindow, Length} from '../model/verdict/policy.ts'

const UNIT_SINGULAR = {days: 'day', weeks: 'week', months: 'month', years: 'year', releases: 'release'} as const

/** Verdict after a count: `violations` for several. The other verdicts are adjectives. */
export const pluralizeVerdict = (verdict: Verdict, count: number): string =>
  verdict === 'violation' && count !== 1 ? 'violations' : verdict

/** Text with an uppercase first letter. */
export const capitalize = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`

export const formatCount = (number: number, singular: string, plural = `${singular}s`): string =>
  `${number} ${number === 1 ? singular : plural}`

/** `13 months`, `9 months or 3 releases, whichever is longer`. */
export function formatLength(length: Length): string {
  if (length === 'unstated') return 'an unstated time'
  if ('unit' in length) return formatCount(length.count, UNIT_SINGULAR[length.unit])
  if ('consecutive' in length) return length.consecutive.map(formatLength).join(' and then ')
  const [parts, which] = 'longest' in length ? [length.longest, 'longer'] : [length.shortest, 'shorter']
  return `${parts.map(formatLength).join(' or ')}, whichever is ${which}`
}

/** A required period by its length: `13-month notice`, `notice (9 months or 3 releases, whichever is longer)`. */
export function formatPeriod(length: Length, noun: string): string {
  return length !== 'unstated' && 'unit' in length
    ? `${length.count}-${UNIT_SINGULAR[length.unit]} ${noun}`
    : `${noun} (${formatLength(length)})`
}

/** `a`, `a and b`, `a, b, and c`. */
export function formatList(items: readonly string[], last = 'and'): string {
  if (items.length < 3) return items.join(` ${last} `)
  return `${items.slice(0, -1).join(', ')}, ${last} ${items.at(-1)}`
}

/** All items if there are few; otherwise the first ones and the number of remaining ones. */
export function formatFew(items: readonly string[], most = 3): string {
  return formatList(items.length <= most ? items : [...items.slice(0, most), `${items.length - most} more`])
}

/** `2026-03-02`, `between 2026-03-01 and 2026-03-31`, `an unknown day`. */
export function formatDateRange(when: DateRange): string {
  if (isExactDate(when)) return when.earliest
  if (when.earliest !== undefined && when.latest !== undefined) return `between ${when.earliest} and ${when.latest}`
  if (when.earliest !== undefined) return `on or after ${when.earliest}`
  if (when.latest !== undefined) return `on or before ${when.latest}`
  return 'an unknown day'
}

const OR_EARLIER = /^(.*) or earlier$/
const DAY_OR_EARLIER = /^\d{4}-\d{2}-\d{2} or earlier$/

/** Strips `release` before names that are clear without it. The unreleased entry is called `the next release`. */
function releaseText(stated: string): string {
  return stated
    .replace(/\brelease next\b/g, 'the next release')
    .replace(/\bRelease next\b/g, 'Next release')
    .replace(/\brelease (?=v?\d)/g, '')
}

/** A moment with its day, if known and not part of its name: `2.4 (2026-03-02)`, `the next release`. */
export function formatMoment({stated, when}: Moment): string {
  const [, point] = OR_EARLIER.exec(stated) ?? []
  const {earliest, latest} = when
  if (point !== undefined && earliest === undefined)
    return `${formatMoment({stated: point, when: latest === undefined ? {} : {earliest: latest, latest}})} or earlier`
  const name = releaseText(stated)
  if (when.earliest === undefined && when.latest === undefined) return name
  const day = formatDateRange(when)
  return name === day || stated.toLowerCase() === `release ${day}` ? name : `${isDay(name) ? stated : name} (${day})`
}

const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text)

/** A moment with its preposition: `in 2.4 (2026-03-02)`, `on 2026-12-20`. */
export function formatAtMoment(moment: Moment): string {
  const momentText = formatMoment(moment)
  return `${isDay(momentText) || DAY_OR_EARLIER.test(momentText) ? 'on' : 'in'} ${momentText}`
}

/** A duration that was given. Not `exact` means that it can have been shorter. */
interface GivenDuration {
  readonly parts: readonly Length[]
  readonly exact: boolean
  readonly releases?: {readonly count: number; readonly exact: boolean}
}

/** `4 months and 3 days`, `at most 4 months`, `4 months, 3 days, and 2 releases`. */
export function formatNoticeDuration({parts, exact, releases}: GivenDuration): string {
  const counted = releases
    ? [`${exact && !releases.exact ? 'at most ' : ''}${formatCount(releases.count, UNIT_SINGULAR.releases)}`]
    : []
  return `${exact ? '' : 'at most '}${formatList([...parts.map(formatLength), ...counted])}`
}

/** Date of an announcement, or by when it existed: `announced on 2026-03-02`, `deprecated since 2026-03-02 or earlier`. */
export function formatAnnouncement({event: {seen, by, announced}, moment}: Announcement): string {
  const isOpen = seen && by && !announced
  return isOpen ? `deprecated since ${formatMoment(moment)}` : `announced ${formatAtMoment(moment)}`
}

/** Facts that are noted somewhere or `missing`, and facts that are known or `unknown`. */
type FactState = 'missing' | 'unknown'

/** Nouns for facts that can be listed together: `the dates of 2.2 and 2.4`. */
const SHARED_NOUNS: Readonly<Record<string, readonly [state: FactState, one: string, several: string]>> = {
  date: ['missing', 'the date of', 'the dates of'],
  introduction: ['missing', 'the introduction date of', 'the introduction dates of'],
  description: ['missing', 'the description of', 'the descriptions of'],
  stability: ['unknown', 'the stability of', 'the stabilities of'],
  successor: ['unknown', 'the successor of', 'the successors of'],
  usage: ['unknown', 'the usage of', 'the usage of'],
  consent: ['unknown', 'the consent of the clients of', 'the consent of the clients of']
}

/** Facts that are about releases and days instead of subjects. */
const IS_PLAIN: ReadonlySet<string> = new Set(['date', 'description'])

const SINGLE_NOUNS: Readonly<Record<string, readonly [state: FactState, noun: (of: string) => string]>> = {
  start: ['missing', of => `the start date of ${of}`],
  commit: ['missing', of => `the commit that added the ${of}`],
  shipping: ['missing', of => `the date of ${of}`],
  revision: ['unknown', of => of],
  releases: ['unknown', of => `the number of releases ${of}`],
  release: ['unknown', of => `the release of ${of} (a sunset can name a release instead of a day)`],
  version: ['unknown', of => `the version of ${of}`],
  notice: ['unknown', of => `the notice that ${of} requires`],
  method: ['unknown', of => `the method of the call to \`${of}\``]
}

/** Facts that answer a question. */
const QUESTIONS: Readonly<Record<string, (of: string) => string>> = {
  breaking: of => `whether the change of \`${of}\` breaks clients`,
  announcement: of => `when the removal of \`${of}\` was announced`,
  released: of => `whether \`${of}\` was ever released`
}

const MAX_UNREAD = 3

interface FactNoun {
  readonly state: FactState
  readonly text: string
  readonly isPlural: boolean
}

/** Missing facts as nouns. Facts of the same kind are one noun. */
function nounsOf(missing: readonly MissingFact[]): FactNoun[] {
  return [...groupBy(missing, ({fact}) => fact)].flatMap(([fact, group]): FactNoun[] => {
    if (QUESTIONS[fact]) return []
    const names = [...new Set(group.map(({of}) => releaseText(of)))]
    const shared = SHARED_NOUNS[fact]
    if (shared) {
      const [state, one, several] = shared
      const shown = IS_PLAIN.has(fact) ? names : names.map(name => `\`${name}\``)
      const isPlural = names.length > 1
      const list = fact === 'description' ? formatFew(shown, MAX_UNREAD) : formatList(shown)
      return [{state, text: `${isPlural ? several : one} ${list}`, isPlural: isPlural && one !== several}]
    }
    const [state, noun] = SINGLE_NOUNS[fact] ?? (['unknown', (of: string) => `the ${fact} of \`${of}\``] as const)
    return names.map(name => ({state, text: noun(name), isPlural: false}))
  })
}

const questionsOf = (missing: readonly MissingFact[]): string[] =>
  missing.flatMap(({fact, of}) => QUESTIONS[fact]?.(of) ?? [])

/** Missing facts as a list of nouns: `the dates of 2.2 and 2.4`. */
export const formatMissingFacts = (missing: readonly MissingFact[]): string =>
  formatList([...nounsOf(missing).map(({text}) => text), ...questionsOf(missing)])

/** The same as a clause: `the dates of 2.2 and 2.4 are missing`, `it isn't known whether …`. */
export function formatMissingClause(missing: readonly MissingFact[]): string {
  const nouns = nounsOf(missing)
  const clauses = [...groupBy(nouns, ({state}) => state)].map(([state, group]) => {
    const isPlural = group.length > 1 || group.some(each => each.isPlural)
    return `${formatList(group.map(({text}) => text))} ${isPlural ? 'are' : 'is'} ${state}`
  })
  const questions = questionsOf(missing)
  return [...clauses, ...(questions.length > 0 ? [`it isn't known ${formatList(questions)}`] : [])].join(', and ')
}

/** `, once the consent of the clients of … is recorded`. Empty if only time has to pass. */
export const formatNeededFacts = (needed: readonly MissingFact[]): string =>
  needed.length === 0 ? '' : `, once ${formatMissingFacts(needed)} ${needed.length > 1 ? 'are' : 'is'} recorded`

export const formatEntry = ({entries}: Timeline, index: number): string => {
  const entry = entries[index]
  return !entry ? 'an unknown release' : entry.kind === 'release' ? releaseText(`release ${entry.name}`) : entry.name
}

export const CLOCK_WORDS = {
  announcement: 'the announcement',
  deprecation: 'the deprecation',
  'sunset-announcement': 'the announcement of the sunset',
  successor: "the successor's release",
  'stable-successor': 'the release of a successor that is at least as stable',
  'next-version': 'the release of the next API version',
  introduction: 'the introduction'
} as const satisfies Record<Clock, string>

const MONTH_NAMES = [
  '',
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December'
]

export function formatEndWindow(window: EndWindow): string {
  switch (window.kind) {
    case 'any':
      return 'on any day'
    case 'never':
      return 'never'
    case 'release':
      return 'only in a release'
    case 'major':
      return 'only in a new major version'
    case 'days':
      return `only on ${formatDaysOfYear(window.days)}`
  }
}

/** `January 1, April 1, July 1, or October 1`. */
export const formatDaysOfYear = (days: readonly string[]): string =>
  formatList(
    days.map(day => `${MONTH_NAMES[Number(day.slice(0, 2))]} ${Number(day.slice(3))}`),
    'or'
  )

/** A day, month, or year in prose: `May 13, 2026`, `May 2026`, `2026`. Other texts are returned unmodified. */
export function formatLongDate(text: string): string {
  const [, year, month, day] = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/.exec(text) ?? []
  const name = MONTH_NAMES[Number(month)]
  if (year === undefined || month === undefined || !name) return text
  return day === undefined ? `${name} ${year}` : `${name} ${Number(day)}, ${year}`
}
