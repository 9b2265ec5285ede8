import {formatSubject, type Subject} from '../../model/subject/subject.ts'
import {isExact, UNKNOWN, type When} from '../../model/time/date-range.ts'
import type {Moment, Timeline} from '../../model/time/timeline.ts'
import type {Missing} from '../../model/verdict/judgement.ts'
import type {Length} from '../../model/verdict/policy.ts'
import {dueDay} from './durations.ts'
import {releasesIn} from './release-count.ts'

export type Met = 'kept' | 'broken' | 'undetermined'

export interface Outcome {
  readonly met: Met
  readonly missing: readonly Missing[]
}

const WORST_FIRST: readonly Met[] = ['broken', 'undetermined', 'kept']

/** The most severe result, for requirements that all apply. */
export const worst = (all: readonly Met[]): Met => WORST_FIRST.find(met => all.includes(met)) ?? 'kept'

/** The best result, for requirements of which one is enough. */
export const best = (all: readonly Met[]): Met => WORST_FIRST.toReversed().find(met => all.includes(met)) ?? 'kept'

/** The moment of an introduction that isn't recorded, within a date range. */
export const untoldIntroduction = (subject: Subject, when: When = UNKNOWN): Moment => ({
  when,
  stated: `introduction of ${formatSubject(subject)}`
})

/**
 * The inexact dates among the moments, as missing facts. An unrecorded introduction is a missing introduction rather
 * than a date.
 */
export const coarse = (...moments: readonly Moment[]): Missing[] =>
  moments
    .filter(({when}) => !isExact(when))
    .flatMap(({stated, laterOf}): Missing[] => {
      if (laterOf) return coarse(...laterOf)
      const [, of] = /^introduction of (.+)$/.exec(stated) ?? []
      return [of === undefined ? {fact: 'date', of: stated} : {fact: 'introduction', of}]
    })

/**
 * Whether a length fits between two inexact days. `kept`: it is over even from the latest start to the earliest end.
 * `broken`: it isn't over even from the earliest start to the latest end.
 */
function judgeSpan(length: Length, start: When, end: When): Met {
  const {earliest, latest} = start
  const lateDue = latest === undefined ? undefined : dueDay(latest, length)
  if (lateDue !== undefined && end.earliest !== undefined && lateDue <= end.earliest) return 'kept'
  const earlyDue = earliest === undefined ? undefined : dueDay(earliest, length)
  if (earlyDue !== undefined && end.latest !== undefined && earlyDue > end.latest) return 'broken'
  return 'undetermined'
}

/** Judges a length from its start to the end; releases are counted by position in the timeline. */
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
  if ('unit' in length && length.unit === 'releases') return judgeReleaseCount(length.count, start, end, context)
  const met = judgeSpan(length, start.when, end.when)
  if (met !== 'undetermined') return {met, missing: []}
  const dates = coarse(start, end)
  // Exact days that don't decide mean that the length isn't in days.
  return {met, missing: dates.length > 0 ? dates : [{fact: 'releases', of: `after ${start.stated}`}]}
}

function judgeReleaseCount(
  count: number,
  start: Moment,
  end: Moment,
  {timeline, complete, countPatches}: {timeline: Timeline; complete: boolean; countPatches: boolean}
): Outcome {
  const {least, most, open} = releasesIn(timeline, start, end, countPatches)
  if (least >= count) return {met: 'kept', missing: []}
  if (most < count && complete) return {met: 'broken', missing: []}
  const placeless = [start, end].filter(({entry}) => entry === undefined)
  const dates = open.length > 0 ? coarse(...placeless, ...open) : []
  const unlisted = {fact: 'releases', of: `between ${start.stated} and ${end.stated}`}
  return {met: 'undetermined', missing: dates.length > 0 ? dates : [unlisted]}
}
