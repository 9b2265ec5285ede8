import {defined} from '../defined.ts'
import {groupBy} from '../group-by.ts'
import type {SourceLocation} from '../location.ts'
import {memoize} from '../memoize.ts'
import {
  type DateRange,
  type Day,
  earlierRange,
  intersectRanges,
  isBefore,
  isExactDate,
  laterRange,
  parseDateRange,
  singleDay,
  UNKNOWN_DATE
} from './date-range.ts'
import {isMinorStep, releaseKey, releaseLineOf, versionOf} from './release.ts'
import type {ReleaseVersion} from './version.ts'

/** The name of the unreleased version. */
export const NEXT = 'next'

/** A release, or a public statement made on a day between two releases. */
export interface TimelineEntry {
  readonly kind: 'release' | 'announcement'
  /** The release's name as written, or the day of the statement. */
  readonly name: string
  /** The date as written: a day, a month, or a year. `undefined` if unknown. */
  readonly date?: string
  /** The day of the entry, derived from its date or its neighbors. */
  readonly when: DateRange
  /** Index in the timeline, from 0. */
  readonly index: number
  /** Where a statement was made (`mail to all account owners, …`). */
  readonly via?: string
  readonly note?: string
  /** Markdown that pages show as it is. */
  readonly markdown?: string
  /** Whether its additions may be older, because no earlier snapshot exists. */
  readonly existing?: true
  /** Whether its description was read only in part, so more may have changed than is listed. */
  readonly partial?: true
  /** Whether its description couldn't be read at all. */
  readonly unread?: true
  /** Whether every announcement is listed from this release on, although the history has gaps before it. */
  readonly complete?: true
  readonly place: SourceLocation
  /** Whether it isn't released on the as-of day: `next`, or dated after it. */
  readonly pending: boolean
  /** Whether it is only planned, so unlisted releases may come before it. */
  readonly open?: true
  /** Whether only an unmerged change adds it, so that it counts as a release only for what ends with it. */
  readonly claimed?: true
}

/** An entry as written, before its date is bounded by its neighbors. */
export type WrittenEntry = Pick<
  TimelineEntry,
  | 'kind'
  | 'name'
  | 'date'
  | 'via'
  | 'note'
  | 'markdown'
  | 'existing'
  | 'partial'
  | 'unread'
  | 'complete'
  | 'place'
  | 'claimed'
> & {
  readonly stated: DateRange
}

/**
 * All releases in order. Positions are compared, never names: 2.10 comes after 2.8.
 *
 *     written      2.0      2.1      2.0.6     2.2     next
 *     index         0        1         2        3       4
 *     line         2.0      2.1       2.0      2.2      –
 *
 * An undated release is bounded only by its neighbors on its own line: 2.0.6 came after 2.0, but it isn't known whether
 * it came after 2.1.
 */
export interface Timeline {
  readonly entries: readonly TimelineEntry[]
  readonly asOf: Day
}

/** The date range that an entry states. A release named by a day and without a date is dated on that day. */
export const statedDateRange = (date: string | undefined, name: string): DateRange =>
  parseDateRange(date ?? (/^\d{4}-\d{2}-\d{2}$/.test(name) ? name : '')) ?? UNKNOWN_DATE

export function buildTimeline(written: readonly WrittenEntry[], asOf: Day): Timeline {
  const releases = [...written.entries()].filter(([, {kind, name}]) => kind === 'release' && name !== NEXT)
  const lines = groupBy(releases, ([, {name}]) => releaseLineOf(name))
  const whens = written.map(entry => entry.stated)
  for (const places of lines.values()) {
    let floor: Day | undefined
    for (const [index] of places) {
      const when = whens[index] ?? UNKNOWN_DATE
      if (floor !== undefined) whens[index] = intersectRanges(when, {earliest: floor})
      floor = whens[index]?.earliest ?? floor
    }
    let ceiling: Day | undefined
    for (const [index] of places.toReversed()) {
      const when = whens[index] ?? UNKNOWN_DATE
      if (ceiling !== undefined) whens[index] = intersectRanges(when, {latest: ceiling})
      ceiling = whens[index]?.latest ?? ceiling
    }
  }
  const entries = written.map(({stated: _, ...entry}, index): TimelineEntry => {
    const isNext = entry.kind === 'release' && entry.name === NEXT
    const when = isNext && entry.date === undefined ? singleDay(asOf) : (whens[index] ?? UNKNOWN_DATE)
    return {...entry, when, index, pending: isNext || isBefore(singleDay(asOf), when)}
  })
  return {entries, asOf}
}

/** Releases by name, the first of each name. */
const releasesByName = memoize(({entries}: Timeline): ReadonlyMap<string, TimelineEntry> => {
  const releases = entries.filter(({kind}) => kind === 'release')
  return new Map(releases.toReversed().map(entry => [releaseKey(entry.name), entry]))
})

/** Finds the release with that name, ignoring a leading `v`; `undefined` if there is none. */
export const findRelease = (timeline: Timeline, name: string): TimelineEntry | undefined =>
  releasesByName(timeline).get(releaseKey(name))

/**
 * The release named as a sunset, or the first later version after that position in the timeline. `undefined` if neither
 * has been released.
 */
export function releaseAtOrAfter(timeline: Timeline, name: string, after: number): TimelineEntry | undefined {
  const named = findRelease(timeline, name)
  if (named) return named
  const version = versionOf(name)
  if (!version) return undefined
  const later = (other: ReleaseVersion | undefined): boolean => other !== undefined && other.compare(version) >= 0
  return timeline.entries.find(
    entry => entry.index > after && entry.kind === 'release' && entry.name !== NEXT && later(versionOf(entry.name))
  )
}

/** A moment in a lifecycle: what is known about its day and its position in the timeline, if it has one. */
export interface Moment {
  readonly when: DateRange
  /** Index of its timeline entry. */
  readonly entry?: number
  /** The text in the history: `release 2.4`, `2026-12-20`. */
  readonly stated: string
  /** Whether it is the day of the commit that recorded the text, which is later than what the text says. */
  readonly isOfCommit?: true
  /** Whether it is in a release that isn't dated yet, so that its day is only assumed: the as-of day. */
  readonly isOpen?: true
  /** Whether the text is neither a day nor the name of a release, so that nothing is known of the moment. */
  readonly isUnreadable?: true
  /** What has no exact day because only a month or a year of it is stated. */
  readonly inexact?: InexactDay
  /** The moment is one of these, and it isn't known which. */
  readonly oneOf?: readonly Moment[]
}

/** Whose day isn't exact (`release 2.4`, `the sunset`), and the month or year that is known of it. */
export interface InexactDay {
  readonly of: string
  readonly known: string
}

/** The statement of a month or a year in place of a day; empty for any other text. */
export const inexactDay = (of: string, text = ''): Pick<Moment, 'inexact'> =>
  text.length <= 'YYYY-MM'.length && parseDateRange(text) ? {inexact: {of, known: text}} : {}

export function momentOfEntry({when, index, kind, name, date}: TimelineEntry): Moment {
  const stated = kind === 'release' ? `release ${name}` : name
  return {
    when,
    entry: index,
    stated,
    ...inexactDay(kind === 'release' ? stated : 'the announcement', date ?? name),
    ...(name === NEXT && date === undefined ? {isOpen: true as const} : {})
  }
}

/** The moment without a day that is only assumed, as pages show it. */
export function withoutAssumedDay(moment: Moment): Moment {
  const named = moment.oneOf?.find(({stated}) => stated === moment.stated) ?? moment
  return named.isOpen ? {...named, when: UNKNOWN_DATE} : moment
}

/** The moment of the entry at that index. */
export function momentAt({entries}: Timeline, index: number): Moment {
  const entry = entries[index]
  return entry ? momentOfEntry(entry) : {when: UNKNOWN_DATE, stated: 'an unknown release'}
}

/**
 * Orders two moments: by their days if those decide, otherwise by their positions on one line. Of two entries on one
 * day the first is earlier, because several releases may ship on a day. `undefined` if neither decides.
 */
export function compareMoments(timeline: Timeline, a: Moment, b: Moment): 'before' | 'same' | 'after' | undefined {
  if (a.entry !== undefined && a.entry === b.entry) return 'same'
  if (isBefore(a.when, b.when)) return 'before'
  if (isBefore(b.when, a.when)) return 'after'
  const left = a.entry === undefined ? undefined : timeline.entries[a.entry]
  const right = b.entry === undefined ? undefined : timeline.entries[b.entry]
  const isPlaced =
    left &&
    right &&
    !(left.kind === 'release' && right.kind === 'release' && areOnSeparateBranches(timeline, left, right))
  if (isPlaced) return left.index < right.index ? 'before' : 'after'
  return isExactDate(a.when) && isExactDate(b.when) ? 'same' : undefined
}

/** Whether one moment is certainly no later than another one. */
export function isReachedBy(timeline: Timeline, moment: Moment, other: Moment): boolean {
  const order = compareMoments(timeline, moment, other)
  return order === 'before' || order === 'same'
}

/**
 * Whether two entries are on different lines and at least one is a patch. Then their positions say nothing about their
 * days, unless the patch's line began after the other release.
 */
function areOnSeparateBranches(timeline: Timeline, a: TimelineEntry, b: TimelineEntry): boolean {
  if (releaseLineOf(a.name) === releaseLineOf(b.name) || (isMinorStep(a.name) && isMinorStep(b.name))) return false
  const [first, last] = a.index < b.index ? [a, b] : [b, a]
  return !isMinorStep(first.name) || (lineStartsOf(timeline).get(releaseLineOf(last.name)) ?? -1) < first.index
}

/** The index of the first minor or major release of each line. */
const lineStartsOf = memoize(({entries}: Timeline): ReadonlyMap<string, number> => {
  const starts = entries.filter(({kind, name}) => kind === 'release' && isMinorStep(name))
  return new Map(starts.toReversed().map(({name, index}) => [releaseLineOf(name), index]))
})

/**
 * The position of a moment among the entries: its own index, or half an index after the last entry that was out by its
 * day.
 */
export function timelinePositionOf({entries}: Timeline, {entry, when}: Moment, fallback: number): number {
  if (entry !== undefined) return entry
  const day = when.latest
  if (day === undefined) return fallback
  return entries.findLastIndex(each => each.when.latest !== undefined && each.when.latest <= day) + 0.5
}

/**
 * The earliest of the moments; `undefined` if there are none. If the order is unknown, its date range includes all
 * candidates, and its position is left open.
 */
export function earliestMoment<M extends Moment>(moments: readonly M[], timeline: Timeline): M | undefined {
  let first: M | undefined
  for (const moment of moments) first = first ? earlierOf(first, moment, timeline) : moment
  return first
}

function earlierOf<M extends Moment>(a: M, b: M, timeline: Timeline): M {
  const place = compareMoments(timeline, b, a)
  const when = earlierRange(a.when, b.when)
  const until = ({earliest}: DateRange): DateRange => defined({earliest, latest: when.latest})
  if (place === 'before' || (!place && isNoLater(b, a))) return {...b, when: until(b.when)}
  if (place || isNoLater(a, b)) return {...a, when: until(a.when)}
  const {entry: _, ...leader} = (b.when.earliest ?? '') < (a.when.earliest ?? '') ? b : a
  return {...(leader as M), when, oneOf: [a, b]}
}

const isNoLater = (a: Moment, b: Moment): boolean =>
  a.when.latest !== undefined && b.when.earliest !== undefined && a.when.latest <= b.when.earliest

/** The later of a moment and the earliest moment at which it can count. */
export function laterMoment<M extends Moment>(moment: M, floor: Moment | undefined, timeline: Timeline): M {
  const place = floor && compareMoments(timeline, moment, floor)
  if (!floor || place === 'same' || place === 'after') return moment
  const {entry: _, inexact: __, oneOf: ___, ...rest} = moment
  if (place === 'before') return {...(rest as M), ...floor}
  return {...(rest as M), when: laterRange(moment.when, floor.when), oneOf: [moment, floor]}
}
