import type {Missing} from '../model/judgement.ts'
import type {Length} from '../model/policy.ts'
import {isMinorStep} from '../model/release.ts'
import type {Entry, Moment, Timeline} from '../model/timeline.ts'
import {releasesBetween} from '../model/timeline.ts'
import {isExact, type When} from '../model/when.ts'
import {dueDay} from './lengths.ts'

export type Met = 'kept' | 'broken' | 'undetermined'

export interface Outcome {
  readonly met: Met
  readonly missing: readonly Missing[]
}

const WORST_FIRST: readonly Met[] = ['broken', 'undetermined', 'kept']

/** Where several bind, the worst counts. */
export const worst = (all: readonly Met[]): Met => WORST_FIRST.find(met => all.includes(met)) ?? 'kept'

const best = (all: readonly Met[]): Met => WORST_FIRST.toReversed().find(met => all.includes(met)) ?? 'kept'

/** The dates that are not exact, as facts to ask for. */
export const coarse = (...moments: readonly Moment[]): Missing[] =>
  moments.filter(moment => !isExact(moment.when)).map((moment): Missing => ({fact: 'date', of: moment.stated}))

/**
 * Whether the length was over between two days of which intervals are known. Kept: over even if it began on the last
 * possible day and ended on the first. Broken: not over even the other way round.
 */
export function spans(length: Length, start: When, end: When): Met {
  const {earliest, latest} = start
  const lateDue = latest === undefined ? undefined : dueDay(latest, length)
  if (lateDue !== undefined && end.earliest !== undefined && lateDue <= end.earliest) return 'kept'
  const earlyDue = earliest === undefined ? undefined : dueDay(earliest, length)
  if (earlyDue !== undefined && end.latest !== undefined && earlyDue > end.latest) return 'broken'
  return 'undetermined'
}

/** Judges one length from its start to the end; a length in releases is counted by places in the timeline. */
export function lengthMet(
  length: Length,
  start: Moment,
  end: Moment,
  context: {timeline: Timeline; complete: boolean; countPatches: boolean; source: string}
): Outcome {
  if (length === 'unstated') return {met: 'undetermined', missing: [{fact: 'notice', of: context.source}]}
  if ('longest' in length || 'shortest' in length) {
    const longest = 'longest' in length
    const outcomes = (longest ? length.longest : length.shortest).map(part => lengthMet(part, start, end, context))
    const met = (longest ? worst : best)(outcomes.map(outcome => outcome.met))
    return {met, missing: met === 'undetermined' ? outcomes.flatMap(outcome => outcome.missing) : []}
  }
  if ('unit' in length && length.unit === 'releases') return releasesMet(length.count, start, end, context)
  const met = spans(length, start.when, end.when)
  if (met !== 'undetermined') return {met, missing: []}
  const dates = coarse(start, end)
  // Exact days that do not decide: the length itself is not one of days.
  return {met, missing: dates.length > 0 ? dates : [{fact: 'releases', of: `after ${start.stated}`}]}
}

function releasesMet(
  count: number,
  start: Moment,
  end: Moment,
  {timeline, complete, countPatches}: {timeline: Timeline; complete: boolean; countPatches: boolean}
): Outcome {
  const from = start.entry ?? placeBy(timeline, start, 'latest')
  const to = end.entry ?? placeBy(timeline, end, 'earliest')
  if (from === undefined || to === undefined) return {met: 'undetermined', missing: coarse(start, end)}
  const {least, most} = releasesBetween(timeline, from, to, countPatches)
  if (least >= count) return {met: 'kept', missing: []}
  if (most < count && complete) return {met: 'broken', missing: []}
  return {met: 'undetermined', missing: [{fact: 'releases', of: `between ${start.stated} and ${end.stated}`}]}
}

/** The last release that was out by a day that is no release's own. */
function placeBy(timeline: Timeline, {when}: Moment, bound: 'earliest' | 'latest'): number | undefined {
  const day = when[bound]
  if (day === undefined) return undefined
  return timeline.entries.findLast(
    entry => entry.kind === 'release' && entry.when.latest !== undefined && entry.when.latest <= day
  )?.index
}

/** The release with which a length of so many releases is over, if it has shipped. */
export function nthReleaseAfter(
  timeline: Timeline,
  start: Moment,
  count: number,
  countPatches: boolean
): Entry | undefined {
  const from = start.entry ?? placeBy(timeline, start, 'latest')
  if (from === undefined) return undefined
  const shipped = timeline.entries.filter(
    ({index, kind, name, pending}) =>
      kind === 'release' && !pending && index > from && (countPatches || isMinorStep(name))
  )
  return shipped[count - 1]
}
