import {defined} from '../model/defined.ts'
import type {Event} from '../model/lifecycle/event.ts'
import type {Announcement, Introduction} from '../model/lifecycle/lifecycle.ts'
import {type DateRange, isBefore, laterRange, singleDay, UNKNOWN_DATE} from '../model/time/date-range.ts'
import {isCandidate, isContainedIn} from '../model/time/release-branches.ts'
import {laterMoment, type Moment, momentOfEntry, NEXT, type Timeline} from '../model/time/timeline.ts'

export interface AnnouncementContext {
  readonly timeline: Timeline
}

/** The moment that the history states for an event, even if it was recorded later. */
export function eventMoment(event: Event, {timeline}: AnnouncementContext): Moment {
  const entry = timeline.entries[event.entry]
  if (!entry) return {when: UNKNOWN_DATE, stated: 'unknown'}
  const moment = momentOfEntry(entry)
  if (!event.by) return moment
  const {latest} = moment.when
  const earliest = event.by.after === undefined ? undefined : timeline.entries[event.by.after]?.when.earliest
  return {when: defined({earliest, latest}), stated: `${moment.stated} or earlier`}
}

/**
 * Determines when an announcement takes effect: on the day that it states, and not before it was recorded. Announcements
 * that came with the first history have no time of recording and are taken as declared.
 */
export function resolveAnnouncement(event: Event, context: AnnouncementContext): Announcement {
  const entry = context.timeline.entries[event.entry]
  const own = finalMoment(event, context)
  const declared = statedMoment(event, own, context)
  const effective = resolveEffectiveMoment(declared, event)
  if (entry?.kind !== 'release' && event.seen !== true) return {event, ...effective}
  // A statement before the release sets no deprecation mark. The first description that contains a mark shows since
  // when it is there.
  const mark = (event.seen && event.by) || declared === own ? effective : resolveEffectiveMoment(own, event)
  return {event, ...effective, mark: mark.moment}
}

/**
 * The moment that an announcement states: its own day, otherwise that of its entry. One that was made elsewhere and isn't
 * released yet was made by the day on which it was recorded.
 */
function statedMoment(event: Event, own: Moment, {timeline}: AnnouncementContext): Moment {
  if (event.announced?.kind === 'at') return event.announced.moment
  const {recorded} = event
  const isPublic = event.via !== undefined && timeline.entries[event.entry]?.name === NEXT
  if (!isPublic || recorded?.latest === undefined) return own
  return {when: recorded, stated: recorded.latest}
}

function resolveEffectiveMoment(declared: Moment, {recorded}: Event): Pick<Announcement, 'moment' | 'unrecorded'> {
  if (recorded === undefined) return {moment: declared, unrecorded: false}
  const when = laterRange(declared.when, recorded)
  const late = isBefore(declared.when, recorded)
  // A late recording decides when clients could know, so the position in the timeline no longer does.
  const moment: Moment = late ? toRecordingOf(declared, when) : {...declared, when}
  return {moment, unrecorded: recorded.latest === undefined}
}

/** The moment of an event, or of the first final release that contains the candidate in which it happened. */
function finalMoment(event: Event, context: AnnouncementContext): Moment {
  const {timeline} = context
  const moment = eventMoment(event, context)
  if (!isCandidate(timeline, event.entry)) return moment
  const final = timeline.entries.find(
    ({index, kind}) =>
      kind === 'release' &&
      index > event.entry &&
      !isCandidate(timeline, index) &&
      isContainedIn(timeline, event.entry, index)
  )
  if (final) return {...momentOfEntry(final), ...(event.by ? {when: defined({latest: final.when.latest})} : {})}
  return {when: singleDay(timeline.asOf), stated: moment.stated, isOpen: true}
}

/** The introduction, with the moment from which periods count if it was recorded later than it states. */
export function resolveIntroduction(event: Event, context: AnnouncementContext): Introduction {
  const moment = eventMoment(event, context)
  const {recorded} = event
  if (!recorded) return {event, moment}
  const {earliest, latest} = moment.when
  // The introduction was certainly recorded by that day and perhaps earlier, so it may be as old as it states.
  const isOpen = recorded.earliest === undefined && (latest === undefined || latest < (recorded.latest ?? '9999-12-31'))
  if (isOpen) return {event, moment, counted: toRecordingOf(moment, defined({earliest, latest: recorded.latest}))}
  if (!isBefore(moment.when, recorded)) return {event, moment}
  return {event, moment, counted: toRecordingOf(moment, laterRange(moment.when, recorded))}
}

/** The moment of the commit that recorded an event, which has no position in the timeline. */
const toRecordingOf = ({stated}: Moment, when: DateRange): Moment => ({when, stated, isOfCommit: true})

/** The announcement, taking effect no earlier than the introduction of its subject. */
export function clampToIntroduction(
  {mark, ...rest}: Announcement,
  floor: Moment | undefined,
  timeline: Timeline
): Announcement {
  const moment = laterMoment(rest.moment, floor, timeline)
  return defined({...rest, moment, mark: mark && laterMoment(mark, floor, timeline)})
}

/** An announcement that is stated only on the line of the removal. */
export function announcementOnRemoval(event: Event, moment: Moment): Announcement {
  if (event.recorded === undefined) return {event, moment, unrecorded: false}
  return {
    event,
    moment: toRecordingOf(moment, laterRange(moment.when, event.recorded)),
    unrecorded: event.recorded.latest === undefined
  }
}
