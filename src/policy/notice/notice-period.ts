import {type Day, isExactDate} from '../../model/time/date-range.ts'
import type {Moment, Timeline} from '../../model/time/timeline.ts'
import type {Length, Unit} from '../../model/verdict/policy.ts'
import {addUnits} from './durations.ts'
import {countReleases} from './release-count.ts'

/** The notice that was given, in the unit of the required length plus days: the maximum that it can have been. */
export interface MeasuredNotice {
  readonly parts: readonly Length[]
  readonly exact: boolean
  /** The number of releases in that time, if the policy requires releases as well as a time. */
  readonly releases?: {readonly count: number; readonly exact: boolean}
}

/** The time between two moments, in units that can be compared with a required length; `undefined` if unknown. */
export function measureNotice(
  start: Moment,
  end: Moment,
  length: Length,
  {timeline, countPatches}: {timeline: Timeline; countPatches: boolean}
): MeasuredNotice | undefined {
  if (start.entry !== undefined && start.entry === end.entry) return {parts: [{count: 0, unit: 'days'}], exact: true}
  const unit = unitOf(length)
  const counted = (): MeasuredNotice['releases'] => {
    const {least, most} = countReleases(timeline, start, end, countPatches)
    return most === Infinity ? undefined : {count: most, exact: least === most}
  }
  if (unit === 'releases') {
    if (start.entry === undefined || end.entry === undefined) return undefined
    const releases = counted()
    return releases && {parts: [{count: releases.count, unit}], exact: releases.exact}
  }
  const from = start.when.earliest
  const until = end.when.latest
  if (from === undefined || until === undefined) return undefined
  const time = {parts: splitDuration(from, until, unit), exact: isExactDate(start.when) && isExactDate(end.when)}
  const releases = countsReleases(length) ? counted() : undefined
  return releases ? {...time, releases} : time
}

type StatedLength = Exclude<Length, 'unstated'>

const partsOfLength = (length: StatedLength): readonly Length[] =>
  'unit' in length
    ? []
    : 'longest' in length
      ? length.longest
      : 'shortest' in length
        ? length.shortest
        : length.consecutive

/** The unit in which a length is shown; for a combined length, the first calendar unit. */
function unitOf(length: Length): Unit {
  if (length === 'unstated') return 'days'
  if ('unit' in length) return length.unit
  return (
    partsOfLength(length)
      .map(unitOf)
      .find(unit => unit !== 'releases') ?? 'releases'
  )
}

const countsReleases = (length: Length): boolean =>
  length !== 'unstated' && ('unit' in length ? length.unit === 'releases' : partsOfLength(length).some(countsReleases))

const daysBetween = (from: Day, until: Day): number => Math.round((Date.parse(until) - Date.parse(from)) / 86_400_000)

function splitDuration(from: Day, until: Day, unit: Exclude<Unit, 'releases'>): Length[] {
  if (unit === 'days' || until < from) return [{count: Math.max(0, daysBetween(from, until)), unit: 'days'}]
  let count = 0
  while (addUnits(from, count + 1, unit) <= until) count++
  const days = daysBetween(addUnits(from, count, unit), until)
  if (count === 0) return [{count: days, unit: 'days'}]
  return [{count, unit}, ...(days === 0 ? [] : [{count: days, unit: 'days' as const}])]
}
