import {defined} from '../defined.ts'
import {isPart, type Subject, subjectKey} from '../subject/subject.ts'
import type {Day} from '../time/date-range.ts'
import type {Moment} from '../time/timeline.ts'
import type {Event} from './event.ts'
import type {Sunset} from './sunsets.ts'

/** A public statement that support will end, as it applies to one subject. */
export interface Announcement {
  readonly event: Event
  /**
   * When it takes effect: the subject's introduction if it was added later, the time of recording if it was back-dated.
   */
  readonly moment: Moment
  /** When the deprecation mark was set; `undefined` if there is only a statement. */
  readonly mark?: Moment
  /** Whether the moment is inexact because the time of recording is unknown. */
  readonly unrecorded: boolean
}

/** The next endpoint version of the same endpoint, or a replacement. */
export interface Successor {
  readonly subject: Subject
  readonly moment: Moment
  /** Whether it starts a notice clock. A replacement does so only if it was named no later than its own release. */
  readonly startsClock: boolean
  /** Set if `startsClock` is true only if this moment came first, which is unknown. */
  readonly dependsOn?: Moment
  /** Whether it was only named, so its release, if any, is unknown. */
  readonly unrecorded?: true
}

/** The end of support that closes a tenure: the earlier of the sunset reached and the removal observed. */
export interface EndOfSupport {
  readonly kind: 'removed' | 'sunset'
  readonly event: Event
  readonly moment: Moment
  /** When the removal was observed, if that is later than the sunset or it is unknown which came first. */
  readonly removal?: Moment
  /** The sunset, if it is unknown which of the two came first. */
  readonly perhaps?: Moment
  /** Whether it is stated for this subject itself rather than for a prefix that covers it. */
  readonly isOwn: boolean
  /** Whether it isn't released yet on the as-of day. */
  readonly pending: boolean
}

/**
 * Whether the sunset is this very day, or a month that ends on it: removal is allowed on that day and isn't late yet.
 */
export const isDueOn = ({kind, moment}: EndOfSupport, day: Day): boolean =>
  kind === 'sunset' && moment.entry === undefined && moment.when.latest === day

export interface Introduction {
  readonly event: Event
  readonly moment: Moment
  /** When periods that count from the introduction begin, if that is later because it was recorded later. */
  readonly counted?: Moment
}

/** The moment from which periods of the policy count if they begin with this introduction. */
export const countedMoment = ({moment, counted}: Introduction): Moment => counted ?? moment

/** The period of support from an introduction to an end of support. A restored subject has more than one. */
export interface Tenure {
  readonly introduced?: Introduction
  /** In order, without withdrawn announcements. */
  readonly announcements: readonly Announcement[]
  /** The sunset in force, from the most specific statement. */
  readonly sunset?: Sunset
  /** The sunset that was dropped, or replaced by one without a known day. Support still may not end before it. */
  readonly droppedSunset?: Sunset
  /** The earliest announcement since which the sunset was never later than the one in force. */
  readonly sunsetAnnouncement?: Announcement
  readonly end?: EndOfSupport
  /** For a part, the end of its target, which ends it as well and is reported there. Missing if it has an end of its own. */
  readonly endWithTarget?: EndOfSupport
  readonly changes: readonly Event[]
  readonly successors: readonly Successor[]
  /** Alternative readings, if a sunset may have been reached before the introduction or before a later statement. */
  readonly otherwise?: readonly Tenure[]
}

/** The end of support by a release or a day that has come: one of its own, or that of its target. `undefined` if none. */
export const reachedEnd = ({end, endWithTarget}: Tenure): EndOfSupport | undefined => {
  const last = end ?? endWithTarget
  return last?.pending ? undefined : last
}

export const hasEnded = (tenure: Tenure): boolean => reachedEnd(tenure) !== undefined

/** All events of one subject, in order. */
export interface Lifecycle {
  readonly subject: Subject
  /** The subject's own events and those of prefixes that cover it. */
  readonly events: readonly Event[]
  readonly tenures: readonly Tenure[]
  /** The stated stability levels, in order. A late one was committed after the subject, and lowers none before. */
  readonly statedStabilities: readonly {readonly stability: string; readonly event?: Event; readonly isLate?: true}[]
  /**
   * The operations that its changes affect, as snapshots show them: a subject without a path has their stability level.
   */
  readonly reached?: readonly Subject[]
  /** The uses of a field without an announcement, if other uses have one. */
  readonly unannounced?: readonly Subject[]
  /** The base paths of the API during its tenures; `undefined` if no snapshot shows any. */
  readonly bases?: readonly string[]
}

export const latestTenureOf = ({tenures}: Lifecycle): Tenure =>
  tenures.at(-1) ?? {announcements: [], changes: [], successors: []}

/**
 * What announces that a part alone is removed. Statements about its target do so only if both are removed together, as
 * `isNoticeOf` says of a part that was removed.
 */
export function withOwnNotice(tenure: Tenure, subject: Subject): Tenure {
  if (!isPart(subject)) return tenure
  const key = subjectKey(subject)
  const isOwn = (each: {readonly event: Event} | undefined): boolean =>
    each !== undefined && subjectKey(each.event.subject) === key
  const {sunset, droppedSunset, sunsetAnnouncement, otherwise, ...others} = tenure
  const announcements = tenure.announcements.filter(isOwn)
  const named = new Set(announcements.map(({event: {replacement}}) => replacement && subjectKey(replacement)))
  return {
    ...others,
    announcements,
    successors: tenure.successors.filter(each => named.has(subjectKey(each.subject))),
    ...(isOwn(sunset) ? defined({sunset}) : {}),
    ...(isOwn(droppedSunset) ? defined({droppedSunset}) : {}),
    ...(isOwn(sunsetAnnouncement) ? defined({sunsetAnnouncement}) : {}),
    ...defined({otherwise: otherwise?.map(each => withOwnNotice(each, subject))})
  }
}
