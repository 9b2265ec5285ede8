import type {Lifecycle, Tenure} from '../model/lifecycle/lifecycle.ts'
import {covers} from '../model/subject/subject.ts'
import {momentAt, order, type Timeline} from '../model/time/timeline.ts'
import type {Missing} from '../model/verdict/judgement.ts'
import {coarse} from './notice/notice-verdict.ts'

/**
 * The other ways in which a tenure may have gone. Where what promised an end was surely taken back before that end came,
 * whatever else was said before or after, it did not go that way.
 */
export function othersOf({otherwise = []}: Tenure, {events}: Lifecycle, timeline: Timeline): Tenure[] {
  const withdrawals = events.filter(({kind}) => kind === 'withdrawn')
  return otherwise.filter(({end, sunset}) => {
    if (end?.kind !== 'sunset' || !sunset) return true
    return !withdrawals.some(
      ({id, subject, entry}) =>
        id > sunset.event.id &&
        covers(sunset.event.subject, subject) &&
        order(timeline, momentAt(timeline, entry), sunset.moment) === 'before'
    )
  })
}

/** The dates of what was said of an end, where it is not known whether the promised end had come by then. */
export const datesAround = ({sunset}: Tenure, {events}: Lifecycle, timeline: Timeline): Missing[] =>
  events
    .filter(({kind}) => kind === 'deprecated' || kind === 'rescheduled' || kind === 'withdrawn')
    .map(({entry}) => momentAt(timeline, entry))
    .filter(moment => sunset !== undefined && order(timeline, sunset.moment, moment) === undefined)
    .flatMap(moment => coarse(moment))
