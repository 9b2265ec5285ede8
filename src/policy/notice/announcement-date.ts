import {firstMoment, type Moment, order} from '../../model/time/timeline.ts'
import type {Promised} from '../../model/verdict/policy.ts'
import {type Case, readClocks} from './notice-clock.ts'

/** When an end was announced, in the sense of one promise. */
export interface Announced {
  /** What chooses the revision. */
  readonly anchor: Moment
  /** The start of the notice; left out where no clock has started. */
  readonly start?: Moment
}

/**
 * `last` is the end, or the day on which it is announced at the latest: without an announcement before it, it counts.
 * `orUntold`: one of which nothing is told may have been made before, under another text.
 */
export function announcedIn(
  promised: Promised | undefined,
  stability: string,
  about: Case,
  last: Moment,
  orUntold = false
): Announced {
  const {timeline} = about.history
  const notice = promised?.terms.find(({aspect}) => aspect === 'notice')
  // A lifetime announces nothing.
  const clocks = notice?.clocks.filter(clock => clock !== 'introduction') ?? []
  const announced = readClocks(['announcement'], stability, about)
  const counted = readClocks(clocks, stability, about)
  const start = counted.started ?? announced.started
  const sure = firstMoment<Moment>([...announced.starts, ...counted.starts, last], timeline) ?? last
  const perhaps = [announced, counted].flatMap(({uncertain}) =>
    uncertain.flatMap(each => each.start ?? (orUntold ? each.floor : undefined) ?? [])
  )
  const earlier = perhaps.filter(each => !['same', 'after'].includes(order(timeline, each, sure) ?? ''))
  const anchor = earlier.length === 0 ? sure : between(firstMoment<Moment>([sure, ...earlier], timeline) ?? sure, sure)
  return {anchor, ...(start ? {start} : {})}
}

/** Some day from the earliest of the one to the latest of the other. */
const between = ({when: {earliest}, stated}: Moment, {when: {latest}}: Moment): Moment => ({
  stated,
  when: {...(earliest === undefined ? {} : {earliest}), ...(latest === undefined ? {} : {latest})}
})
