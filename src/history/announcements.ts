import type {Event} from '../model/lifecycle/event.ts'
import type {Announcement} from '../model/lifecycle/lifecycle.ts'
import {type Day, isBefore, lastOf, UNKNOWN, type When} from '../model/time/date-range.ts'
import {type Moment, momentOf, NEXT, notBefore, type Timeline} from '../model/time/timeline.ts'

export interface Surroundings {
  readonly timeline: Timeline
  readonly adopted: Day | undefined
}

/** When an event came, as the record tells it. */
export function at(event: Event, {timeline}: Surroundings): Moment {
  const entry = timeline.entries[event.entry]
  if (!entry) return {when: UNKNOWN, stated: 'unknown'}
  const moment = momentOf(entry)
  if (!event.by) return moment
  const {latest} = moment.when
  const earliest = event.by.after === undefined ? undefined : timeline.entries[event.by.after]?.when.earliest
  return {when: span(earliest, latest), stated: `${moment.stated} or earlier`}
}

/**
 * From when an announcement counts. In an adopted history that is when people could know: its record, unless it names
 * a public statement. What the history was adopted with has no record of its own, and is taken as declared.
 */
export function announcementOf(event: Event, surroundings: Surroundings): Announcement {
  const entry = surroundings.timeline.entries[event.entry]
  const own = at(event, surroundings)
  const declared = event.announced?.kind === 'at' ? event.announced.moment : own
  const counted = countedFrom(declared, own, event, surroundings)
  if (entry?.kind !== 'release' && event.seen !== true) return {event, ...counted}
  // What was said of it before made no mark, and a description that is the first to hold one tells since when it does.
  const mark = (event.seen && event.by) || declared === own ? counted : countedFrom(own, own, event, surroundings)
  return {event, ...counted, mark: mark.moment}
}

function countedFrom(
  declared: Moment,
  own: Moment,
  event: Event,
  {timeline, adopted}: Surroundings
): Pick<Announcement, 'moment' | 'unrecorded'> {
  const entry = timeline.entries[event.entry]
  const via = event.via ?? entry?.via
  const {recorded} = event
  if (via !== undefined || recorded === undefined) return {moment: declared, unrecorded: false}
  const unrecorded = recorded.latest === undefined
  const when = lastOf(declared.when, recorded)
  const {earliest} = own.when
  const isNewer = entry?.name === NEXT || adopted === undefined || (earliest !== undefined && earliest >= adopted)
  // Of a day that is not known it is not known either whether it was before the adoption.
  if (unrecorded && !isNewer)
    return {moment: {...declared, when: span(declared.when.earliest, when.latest)}, unrecorded}
  const late = isBefore(declared.when, recorded)
  // Once the record decides, the place in the timeline no longer tells when people knew.
  const moment: Moment = late ? {when, stated: `the record of ${declared.stated}`} : {...declared, when}
  return {moment, unrecorded}
}

/** The announcement, no earlier than what it is about. */
export function notBeforeIntroduction(
  {mark, ...rest}: Announcement,
  floor: Moment | undefined,
  timeline: Timeline
): Announcement {
  const moment = notBefore(rest.moment, floor, timeline)
  return {...rest, moment, ...(mark ? {mark: notBefore(mark, floor, timeline)} : {})}
}

/** An announcement that only the line of the end tells of. */
export function statedAnnouncement(event: Event, moment: Moment): Announcement {
  if (event.via !== undefined || event.recorded === undefined) return {event, moment, unrecorded: false}
  return {
    event,
    moment: {when: lastOf(moment.when, event.recorded), stated: `the record of ${moment.stated}`},
    unrecorded: event.recorded.latest === undefined
  }
}

const span = (earliest: Day | undefined, latest: Day | undefined): When => ({
  ...(earliest === undefined ? {} : {earliest}),
  ...(latest === undefined ? {} : {latest})
})
