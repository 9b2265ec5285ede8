import type {Event} from './event.ts'
import type {Lifecycle} from './lifecycle.ts'
import {subjectKey} from './subject.ts'
import {type Sunset, sunsetInForce} from './sunsets.ts'

/** What an event said of the promised end of a subject, and what had been in force before it. */
export interface SunsetMove {
  readonly event: Event
  readonly from: Sunset
  /** Left out where the event took the promised end back. */
  readonly to?: Sunset
}

/** How the promised end of a subject was moved by what was said of the subject itself. */
export function movesOfSunset({subject, events}: Lifecycle): SunsetMove[] {
  const key = subjectKey(subject)
  const moves: SunsetMove[] = []
  let sunsets: Sunset[] = []
  for (const event of events) {
    const own = subjectKey(event.subject) === key
    const from = sunsetInForce(sunsets)
    if (event.kind === 'removed' || event.kind === 'restored') sunsets = []
    else if (event.kind === 'introduced' && own && from)
      sunsets = sunsets.filter(each => subjectKey(each.event.subject) !== key)
    else if (event.kind === 'withdrawn')
      sunsets = own ? [] : sunsets.filter(each => subjectKey(each.event.subject) !== subjectKey(event.subject))
    else if (event.sunset) sunsets.push({moment: event.sunset, event})
    else continue
    const to = sunsetInForce(sunsets)
    if (own && from && ['deprecated', 'rescheduled', 'withdrawn'].includes(event.kind))
      moves.push({event, from, ...(to ? {to} : {})})
  }
  return moves
}
