import type {OwnerSet} from '../model/approval.ts'
import type {Announcement} from '../model/lifecycle/lifecycle.ts'
import {type DateRange, type Day, isExactDate} from '../model/time/date-range.ts'
import type {Moment, Timeline} from '../model/time/timeline.ts'
import type {Verdict} from '../model/verdict/judgment.ts'
import type {Clock, EndWindow, Length, ReleaseUnit} from '../model/verdict/policy.ts'

const UNIT_SINGULAR = {
  days: 'day',
  weeks: 'week',
  months: 'month',
  years: 'year',
  releases: 'release',
  'major releases': 'major release'
} as const

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
    ? `${length.count}-${UNIT_SINGULAR[length.unit].replace(' ', '-')} ${noun}`
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

/** `1.2, 1.3, and 1.4`; of many the first and the last: `17 releases from 1.5 to 1.21`. */
export function formatReleases(names: readonly string[]): string {
  if (names.length <= MOST_RELEASES) return formatList(names)
  return `${names.length} releases from ${names[0]} to ${names.at(-1)}`
}

const MOST_RELEASES = 5

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

/**
 * Strips `release` before names that are clear without it, and line breaks. The unreleased entry is called `the next
 * release`.
 */
export function releaseText(stated: string): string {
  return onOneLine(stated)
    .replace(/\brelease next\b/g, 'the next release')
    .replace(/\bRelease next\b/g, 'Next release')
    .replace(/\brelease (?=v?\d)/g, '')
}

/** A name or date that someone wrote, on one line. */
const onOneLine = (stated: string): string => stated.replace(/\s*[\n\r]+\s*/g, ' ')

/** A moment with its day, if known and not part of its name: `2.4 (2026-03-02)`, `the next release`. */
export function formatMoment(moment: Moment): string {
  // A moment that may be another one is still called by its own name and day.
  const {stated, when, isUnreadable, isOfCommit} = moment.oneOf?.find(each => each.stated === moment.stated) ?? moment
  if (isOfCommit && (when.earliest ?? when.latest) !== undefined) return formatDateRange(when)
  if (isUnreadable) return `\`${onOneLine(stated)}\``
  const [, point] = OR_EARLIER.exec(stated) ?? []
  const {earliest, latest} = when
  if (point !== undefined && earliest === undefined)
    return `${formatMoment({stated: point, when: latest === undefined ? {} : {earliest: latest, latest}})} or earlier`
  const name = releaseText(stated)
  if (when.earliest === undefined && when.latest === undefined) return name
  const day = formatDateRange(when)
  const isNamedByDay =
    name === day || stated.toLowerCase() === `release ${day}` || DAY_OF_COMMIT.exec(name)?.[1] === day
  return isNamedByDay ? name : `${isDay(name) ? stated : name} (${day})`
}

const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text)

/** The name of a commit that is a release of its branch. */
const DAY_OF_COMMIT = /^(\d{4}-\d{2}-\d{2}) \([\da-f]{7}\)$/

/** A moment with its preposition: `in 2.4 (2026-03-02)`, `on 2026-12-20`. */
export function formatAtMoment(moment: Moment): string {
  const momentText = formatMoment(moment)
  const isOfDay =
    moment.isUnreadable || isDay(momentText) || DAY_OF_COMMIT.test(momentText) || DAY_OR_EARLIER.test(momentText)
  return `${isOfDay ? 'on' : 'in'} ${momentText}`
}

/** The notice that was given. If it isn't `exact`, it may have been shorter. */
interface GivenDuration {
  readonly parts: readonly Length[]
  readonly exact: boolean
  readonly releases?: {readonly count: number; readonly unit: ReleaseUnit; readonly exact: boolean}
}

/** `4 months and 3 days`, `at most 4 months`, `4 months, 3 days, and 2 releases`. */
export function formatNoticeDuration({parts, exact, releases}: GivenDuration): string {
  const counted = releases ? [`${exact && !releases.exact ? 'at most ' : ''}${formatLength(releases)}`] : []
  return `${exact ? '' : 'at most '}${formatList([...parts.map(formatLength), ...counted])}`
}

/**
 * Date of an announcement, or by when it existed: `announced on 2026-03-02`, `deprecated since 2026-03-02 or earlier`.
 */
export function formatAnnouncement({event: {seen, by, announced, isUnreleased}, moment}: Announcement): string {
  if (isUnreleased) return 'deprecated in no release yet'
  const isOpen = seen && by && !announced
  return isOpen ? `deprecated since ${formatMoment(moment)}` : `announced ${formatAtMoment(moment)}`
}

export const formatEntry = ({entries}: Timeline, index: number): string => {
  const entry = entries[index]
  return !entry ? 'an unknown release' : entry.kind === 'release' ? releaseText(`release ${entry.name}`) : entry.name
}

export const CLOCK_WORDS = {
  announcement: 'the announcement',
  release: 'the deprecation',
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

/**
 * `on or after 2026-03-02`. If only a new major version may end support, it says that, with the day if that is still to
 * come.
 */
export function formatAllowedDays(day: Day | undefined, needsMajor: boolean, asOf: Day): string {
  const from = day === undefined || (needsMajor && day <= asOf) ? [] : [`on or after ${day}`]
  return [...(needsMajor ? [formatEndWindow({kind: 'major'})] : []), ...from].join(', ')
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

/** `@library/api` or `@ada`, and `@zoe`: some of each set. Names are code, so that they notify no one. */
export function formatOwners(sets: readonly OwnerSet[]): string {
  const each = sets.map(({owners, count = 1}) => {
    const names = formatList(
      owners.map(owner => `\`${owner}\``),
      'or'
    )
    return count > 1 ? `${count} of ${names}` : names
  })
  return sets.length > 1 && each.some(text => text.includes(' or ')) ? each.join(', and ') : formatList(each)
}
