import {defined} from '../defined.ts'
import type {Moment, Timeline} from '../time/timeline.ts'
import type {Event} from './event.ts'
import type {Lifecycle} from './lifecycle.ts'
import {computeStatesAtEvents} from './state-at-event.ts'
import {compareSunsets, type Sunset, sunsetInForce} from './sunsets.ts'

/** A statement that changes the sunset of a subject, with the sunset that was in force before. */
export interface SunsetChange {
  readonly event: Event
  readonly from: Sunset
  /** `undefined` if the event named no sunset or withdrew the previous one. */
  readonly to?: Sunset
}

const sunsetOf = (event: Event): Sunset[] => (event.sunset ? [{moment: event.sunset, event}] : [])

const canChangeSunset = ({kind}: Event): boolean => ['deprecated', 'rescheduled', 'withdrawn'].includes(kind)

/**
 * Whether two sunsets are the same. Two months with the same name are, although the order of days within them is
 * unknown.
 */
const isSame = (a: Moment, b: Moment, timeline: Timeline): boolean =>
  a.stated === b.stated || compareSunsets(timeline, a, b) === 'same'

/** Finds the changes of a sunset in statements about the subject itself. */
export function findSunsetChanges(lifecycle: Lifecycle, timeline: Timeline): SunsetChange[] {
  // Most subjects have at most one announcement, so no sunset was changed.
  if (lifecycle.events.filter(canChangeSunset).length < 2) return []
  return computeStatesAtEvents(lifecycle, timeline).flatMap(({event, announcements}): SunsetChange[] => {
    if (!canChangeSunset(event)) return []
    const from = sunsetInForce(announcements.flatMap(sunsetOf))
    const [to] = sunsetOf(event)
    // Repeating the same day changes nothing.
    if (from && to && isSame(from.moment, to.moment, timeline)) return []
    return from ? [defined({event, from, to})] : []
  })
}
