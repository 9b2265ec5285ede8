import type {Subject} from '../subject/subject.ts'
import type {Day} from '../time/date-range.ts'
import type {Moment} from '../time/timeline.ts'
import type {Event} from './event.ts'
import type {Sunset} from './sunsets.ts'

/** A public statement that support will end, as it counts for one subject. */
export interface Announcement {
  readonly event: Event
  /** From when it counts: what was added later counts from its introduction, what was back-dated from its record. */
  readonly moment: Moment
  /** When the deprecation mark itself came; left out where it is only a statement. */
  readonly mark?: Moment
  /** Why the moment is not exact although the record is: the fact that is missing. */
  readonly unrecorded: boolean
}

/** The next endpoint version of the lineage, or a replacement named no later than its own release. */
export interface Successor {
  readonly subject: Subject
  readonly moment: Moment
  /** A replacement that was named later than its own release is there, but starts no clock. */
  readonly startsClock: boolean
  /** It starts one after all if this came first, which is not known. */
  readonly dependsOn?: Moment
  /** It was only named: when it was released, if it was, is not known. */
  readonly unrecorded?: true
}

/** The end of a tenure: the earlier of the sunset reached and the removal seen. */
export interface End {
  readonly kind: 'removed' | 'sunset'
  readonly event: Event
  readonly moment: Moment
  /** When the removal was seen, where that is later than the sunset that ended the tenure or leaves it open. */
  readonly removal?: Moment
  /** The promised end, where it is not known which of the two came first. */
  readonly perhaps?: Moment
  /** Said of this subject itself, and not of a prefix that covers it. */
  readonly own: boolean
  /** Not yet shipped on the as-of day. */
  readonly pending: boolean
}

/** Whether it was promised for this very day (or a month that it closes): it may go, and is not late yet. */
export const isDueOn = ({kind, moment}: End, day: Day): boolean =>
  kind === 'sunset' && moment.entry === undefined && moment.when.latest === day

export interface Introduction {
  readonly event: Event
  readonly moment: Moment
}

/** From an introduction to an end. A subject that was restored has held office more than once. */
export interface Tenure {
  readonly introduced?: Introduction
  /** In order; those that were withdrawn are left out. */
  readonly announcements: readonly Announcement[]
  /** The promised end in force, of the most specific statement. */
  readonly sunset?: Sunset
  /** The first statement since which no later end was promised than the one in force. */
  readonly sunsetAnnouncement?: Announcement
  readonly end?: End
  readonly changes: readonly Event[]
  readonly successors: readonly Successor[]
  /** How it would be told if promised ends came before its introduction, or before what was said later, as they may have. */
  readonly otherwise?: readonly Tenure[]
}

/** All that happened to one subject, in order. */
export interface Lifecycle {
  readonly subject: Subject
  /** The subject's own events and those of the prefixes that cover it. */
  readonly events: readonly Event[]
  readonly tenures: readonly Tenure[]
  /** Stabilities that the record states, in order of their statements. */
  readonly stated: readonly {readonly stability: string; readonly event?: Event}[]
  /** The operations that meet its changes, as snapshots show them: of what is tied to no path they tell the stability. */
  readonly reached?: readonly Subject[]
  /** What preceded its path while it held office; left out where no snapshot shows it. */
  readonly bases?: readonly string[]
}

/** One method on one path under one version marker, and its life. */
export interface EndpointVersion {
  readonly method: string
  readonly path: string
  readonly introduced?: Moment
  readonly deprecated?: Moment
  readonly removed?: Moment
}

/** The life of an endpoint version in three moments, of its latest tenure. */
export function endpointVersion({subject: {target}, tenures}: Lifecycle): EndpointVersion | undefined {
  if (target.kind !== 'endpoint') return undefined
  const tenure = tenures.at(-1)
  const deprecated = tenure?.announcements.find(announcement => announcement.mark)
  return {
    method: target.method,
    path: target.path,
    ...(tenure?.introduced ? {introduced: tenure.introduced.moment} : {}),
    ...(deprecated?.mark ? {deprecated: deprecated.mark} : {}),
    ...(tenure?.end ? {removed: tenure.end.moment} : {})
  }
}
