import type {Lifecycle, Tenure} from '../model/lifecycle/lifecycle.ts'
import {covers} from '../model/subject/subject.ts'
import {compareMoments, momentAt, type Timeline} from '../model/time/timeline.ts'
import type {MissingFact} from '../model/verdict/judgement.ts'
import {missingDates} from './notice/notice-verdict.ts'

/**
 * The alternative readings of a tenure that remain possible. Drops those whose sunset was certainly withdrawn before it
 * was reached.
 */
export function findAlternativeTenures({otherwise = []}: Tenure, {events}: Lifecycle, timeline: Timeline): Tenure[] {
  const withdrawals = events.filter(({kind}) => kind === 'withdrawn')
  return otherwise.filter(({end, sunset}) => {
    if (end?.kind !== 'sunset' || !sunset) return true
    return !withdrawals.some(
      ({id, subject, entry}) =>
        id > sunset.event.id &&
        covers(sunset.event.subject, subject) &&
        compareMoments(timeline, momentAt(timeline, entry), sunset.moment) === 'before'
    )
  })
}

/** The dates of statements about an end of support that may have come before or after the sunset. */
export const findUndecidedDates = ({sunset}: Tenure, {events}: Lifecycle, timeline: Timeline): MissingFact[] =>
  events
    .filter(({kind}) => kind === 'deprecated' || kind === 'rescheduled' || kind === 'withdrawn')
    .map(({entry}) => momentAt(timeline, entry))
    .filter(moment => sunset !== undefined && compareMoments(timeline, sunset.moment, moment) === undefined)
    .flatMap(moment => missingDates(moment))
