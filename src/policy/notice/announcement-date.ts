import {compareMoments, earliestMoment, type Moment} from '../../model/time/timeline.ts'
import type {Guarantee} from '../../model/verdict/policy.ts'
import {readClocks, type TenureCase} from './notice-clock.ts'

/** When an end of support was announced, as one revision defines it. */
export interface AnnouncementDate {
  /** The moment that determines which revision applies. */
  readonly anchor: Moment
  /** The start of the notice; `undefined` if no clock has started. */
  readonly start?: Moment
}

/**
 * Determines when an end of support was announced. `last` is the end, or the latest day for announcing it; it counts if
 * there is no earlier announcement. With `allowUnrecorded`, an unrecorded announcement may have been made earlier, under
 * another revision.
 */
export function determineAnnouncementDate(
  guarantee: Guarantee | undefined,
  stability: string,
  about: TenureCase,
  last: Moment,
  allowUnrecorded = false
): AnnouncementDate {
  const {timeline} = about.history
  const notice = guarantee?.terms.find(({aspect}) => aspect === 'notice')
  // A lifetime requires no announcement.
  const clocks = notice?.clocks.filter(clock => clock !== 'introduction') ?? []
  const announced = readClocks(['announcement'], stability, about)
  const counted = readClocks(clocks, stability, about)
  const start = counted.started ?? announced.started
  const certainStart = earliestMoment<Moment>([...announced.starts, ...counted.starts, last], timeline) ?? last
  const uncertainStarts = [announced, counted].flatMap(({uncertain}) =>
    uncertain.flatMap(each => each.start ?? (allowUnrecorded ? each.floor : undefined) ?? [])
  )
  const earlier = uncertainStarts.filter(
    each => !['same', 'after'].includes(compareMoments(timeline, each, certainStart) ?? '')
  )
  const anchor =
    earlier.length === 0
      ? certainStart
      : toOpenMoment(earliestMoment<Moment>([certainStart, ...earlier], timeline) ?? certainStart, certainStart)
  return {anchor, ...(start ? {start} : {})}
}

/** A moment between the earliest day of the first and the latest day of the second. */
const toOpenMoment = ({when: {earliest}, stated}: Moment, {when: {latest}}: Moment): Moment => ({
  stated,
  when: {...(earliest === undefined ? {} : {earliest}), ...(latest === undefined ? {} : {latest})}
})
