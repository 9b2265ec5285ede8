import type {Event} from './event.ts'
import type {Lifecycle} from './lifecycle.ts'
import {versionOf} from './release.ts'
import {subjectKey} from './subject.ts'
import {type Moment, order, type Timeline} from './timeline.ts'

/** A promised end, and the event that promised it. */
export interface Sunset {
  readonly moment: Moment
  readonly event: Event
}

/** The most specific statement binds, and of one subject's the latest. */
export function sunsetInForce(sunsets: readonly Sunset[]): Sunset | undefined {
  const weight = ({event: {subject}}: Sunset): number =>
    (subject.part ? 1_000_000 : 0) + (subject.target.kind === 'prefix' ? subject.target.path.length : 100_000)
  return sunsets.reduce<Sunset | undefined>(
    (best, each) => (best && weight(best) > weight(each) ? best : each),
    undefined
  )
}

/** The release that a promised end names, whether the timeline holds it or not. */
export function releaseOf({entry, stated}: Moment, {entries}: Timeline): string | undefined {
  const known = entry === undefined ? undefined : entries[entry]
  return known?.kind === 'release' ? known.name : /^release (.+)$/.exec(stated)?.[1]
}

/** Which of two promised ends comes first: as on the timeline, else by the versions of releases that are not out yet. */
export function orderOfSunsets(timeline: Timeline, a: Moment, b: Moment): 'before' | 'same' | 'after' | undefined {
  const placed = order(timeline, a, b)
  if (placed) return placed
  const [left, right] = [a, b].map(moment => versionOf(releaseOf(moment, timeline) ?? ''))
  if (!left || !right) return undefined
  const difference = left.compare(right)
  return difference < 0 ? 'before' : difference > 0 ? 'after' : 'same'
}

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
