import {isMinorStep, versionOf} from '../time/release.ts'
import {type Moment, order, type Timeline} from '../time/timeline.ts'
import type {Event} from './event.ts'

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

/** A release that has not come: the timeline holds neither it nor one after it. */
export const isUnlisted = (moment: Moment, timeline: Timeline): boolean =>
  moment.entry === undefined && releaseOf(moment, timeline) !== undefined

/** Whether the release that a promised end names is out, or left out of a line of releases that went on beyond it. */
export function hasShipped(moment: Moment, timeline: Timeline): boolean {
  const {entries} = timeline
  const listed = moment.entry === undefined ? undefined : entries[moment.entry]
  if (listed) return !listed.pending
  const name = releaseOf(moment, timeline)
  const version = name === undefined || !isMinorStep(name) ? undefined : versionOf(name)
  if (!version) return false
  return entries.some(({kind, pending, name}) => {
    const other = kind === 'release' && !pending ? versionOf(name) : undefined
    return other !== undefined && other.compare(version) >= 0
  })
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
