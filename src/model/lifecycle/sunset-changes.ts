import type {Moment, Timeline} from '../time/timeline.ts'
import type {Event} from './event.ts'
import type {Lifecycle} from './lifecycle.ts'
import {standings} from './state-at-event.ts'
import {orderOfSunsets, type Sunset, sunsetInForce} from './sunsets.ts'

/** What an event said of the promised end of a subject, and what had been in force before it. */
export interface SunsetMove {
  readonly event: Event
  readonly from: Sunset
  /** Left out where the event named no end, or took the promised one back. */
  readonly to?: Sunset
}

const sunsetOf = (event: Event): Sunset[] => (event.sunset ? [{moment: event.sunset, event}] : [])

const isMove = ({kind}: Event): boolean => ['deprecated', 'rescheduled', 'withdrawn'].includes(kind)

/** Two months of one name are the same, though of no two days in them it is known which comes first. */
const isSame = (a: Moment, b: Moment, timeline: Timeline): boolean =>
  a.stated === b.stated || orderOfSunsets(timeline, a, b) === 'same'

/** How the promised end of a subject was moved by what was said of the subject itself. */
export function movesOfSunset(lifecycle: Lifecycle, timeline: Timeline): SunsetMove[] {
  // Most subjects are promised an end once, or never: nothing has moved.
  if (lifecycle.events.filter(isMove).length < 2) return []
  return standings(lifecycle, timeline).flatMap(({event, announcements}): SunsetMove[] => {
    if (!isMove(event)) return []
    const from = sunsetInForce(announcements.flatMap(sunsetOf))
    const [to] = sunsetOf(event)
    // Who says the same day once more has moved nothing.
    if (from && to && isSame(from.moment, to.moment, timeline)) return []
    return from ? [{event, from, ...(to ? {to} : {})}] : []
  })
}
