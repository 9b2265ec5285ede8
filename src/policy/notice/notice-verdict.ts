import {formatSubject, type Subject} from '../../model/subject/subject.ts'
import {type DateRange, type Day, isExactDate, UNKNOWN_DATE} from '../../model/time/date-range.ts'
import type {Moment, Timeline} from '../../model/time/timeline.ts'
import type {MissingFact} from '../../model/verdict/judgment.ts'
import {type CalendarUnit, isReleaseUnit, type Length, type ReleaseUnit, type Unit} from '../../model/verdict/policy.ts'
import {addUnits, daysBetween, dueDay} from './durations.ts'
import {countReleases} from './release-count.ts'

export type RequirementVerdict = 'compliant' | 'violation' | 'undetermined'

export interface RequirementOutcome {
  readonly met: RequirementVerdict
  readonly missing: readonly MissingFact[]
}

const WORST_FIRST: readonly RequirementVerdict[] = ['violation', 'undetermined', 'compliant']

/** The most severe result, for requirements that all apply. */
export const worstRequirementVerdict = (all: readonly RequirementVerdict[]): RequirementVerdict =>
  WORST_FIRST.find(met => all.includes(met)) ?? 'compliant'

/** The best result, for requirements where one is enough. */
export const bestRequirementVerdict = (all: readonly RequirementVerdict[]): RequirementVerdict =>
  WORST_FIRST.toReversed().find(met => all.includes(met)) ?? 'compliant'

/** The moment of an introduction that isn't recorded, within a date range. */
export const unrecordedIntroduction = (subject: Subject, when: DateRange = UNKNOWN_DATE): Moment => ({
  when,
  stated: `introduction of ${formatSubject(subject)}`
})

/**
 * The inexact dates among the moments, as missing facts. An unrecorded introduction is a missing introduction rather
 * than a date.
 */
export const missingDates = (...moments: readonly Moment[]): MissingFact[] =>
  moments
    .filter(({when}) => !isExactDate(when))
    .flatMap(({stated, oneOf, isUnreadable, inexact}): MissingFact[] => {
      if (oneOf) return missingDates(...oneOf)
      if (inexact) return [{fact: 'date', ...inexact}]
      if (isUnreadable) return [{fact: 'day', of: stated}]
      const [, of] = /^introduction of (.+)$/.exec(stated) ?? []
      return [of === undefined ? {fact: 'date', of: stated} : {fact: 'introduction', of}]
    })

/**
 * Whether a length fits between two inexact days. `compliant`: it is over even from the latest start to the earliest end.
 * `violation`: it isn't over even from the earliest start to the latest end.
 */
function judgeSpan(length: Length, start: DateRange, end: DateRange): RequirementVerdict {
  const {earliest, latest} = start
  const lateDue = latest === undefined ? undefined : dueDay(latest, length)
  if (lateDue !== undefined && end.earliest !== undefined && lateDue <= end.earliest) return 'compliant'
  const earlyDue = earliest === undefined ? undefined : dueDay(earliest, length)
  if (earlyDue !== undefined && end.latest !== undefined && earlyDue > end.latest) return 'violation'
  return 'undetermined'
}

/**
 * Judges whether the time from the start to the end is as long as required. For the notice of a removal, the start is what
 * `readClocks` found. Releases are counted by position in the timeline.
 */
export function judgeLength(
  length: Length,
  start: Moment,
  end: Moment,
  context: {timeline: Timeline; complete: boolean; countPatches: boolean; source: string}
): RequirementOutcome {
  if (length === 'unstated') return {met: 'undetermined', missing: [{fact: 'notice', of: context.source}]}
  if ('longest' in length || 'shortest' in length) {
    const longest = 'longest' in length
    const outcomes = (longest ? length.longest : length.shortest).map(part => judgeLength(part, start, end, context))
    const met = (longest ? worstRequirementVerdict : bestRequirementVerdict)(outcomes.map(outcome => outcome.met))
    return {met, missing: met === 'undetermined' ? outcomes.flatMap(outcome => outcome.missing) : []}
  }
  if ('unit' in length && isReleaseUnit(length.unit))
    return judgeReleaseCount({count: length.count, unit: length.unit}, start, end, context)
  const met = judgeSpan(length, start.when, end.when)
  if (met !== 'undetermined') return {met, missing: []}
  const dates = missingDates(start, end)
  // If the days are exact and still don't decide, the length is in releases, and those after the start aren't all
  // known.
  return {met, missing: dates.length > 0 ? dates : [{fact: 'releases', of: `after ${start.stated}`}]}
}

function judgeReleaseCount(
  {count, unit}: {count: number; unit: ReleaseUnit},
  start: Moment,
  end: Moment,
  {timeline, complete, countPatches}: {timeline: Timeline; complete: boolean; countPatches: boolean}
): RequirementOutcome {
  const {least, most, open, unnumbered} = countReleases(timeline, start, end, {unit, countPatches})
  if (least >= count) return {met: 'compliant', missing: []}
  if (most < count && complete) return {met: 'violation', missing: []}
  const placeless = [start, end].filter(({entry}) => entry === undefined)
  const dates = open.length > 0 ? missingDates(...placeless, ...open) : []
  const missing = [...unnumbered.map(({stated}): MissingFact => ({fact: 'version', of: stated})), ...dates]
  const unlisted = {fact: unit, of: `between ${start.stated} and ${end.stated}`}
  return {met: 'undetermined', missing: missing.length > 0 ? missing : [unlisted]}
}

/** The notice that was given, in the unit of the required length plus days: the maximum that it can have been. */
export interface MeasuredNotice {
  readonly parts: readonly Length[]
  readonly exact: boolean
  /** The number of releases in that time, if the policy requires releases as well as a time. */
  readonly releases?: {readonly count: number; readonly unit: ReleaseUnit; readonly exact: boolean}
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
  const counted = (unit: ReleaseUnit): MeasuredNotice['releases'] => {
    const {least, most} = countReleases(timeline, start, end, {unit, countPatches})
    return most === Infinity ? undefined : {count: most, unit, exact: least === most}
  }
  if (isReleaseUnit(unit)) {
    if (start.entry === undefined || end.entry === undefined) return undefined
    const releases = counted(unit)
    return releases && {parts: [{count: releases.count, unit}], exact: releases.exact}
  }
  const from = start.when.earliest
  const until = end.when.latest
  if (from === undefined || until === undefined) return undefined
  const time = {parts: splitDuration(from, until, unit), exact: isExactDate(start.when) && isExactDate(end.when)}
  const [releaseUnit] = unitsOf(length).filter(isReleaseUnit)
  const releases = releaseUnit && counted(releaseUnit)
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

const unitsOf = (length: Length): readonly Unit[] =>
  length === 'unstated' ? ['days'] : 'unit' in length ? [length.unit] : partsOfLength(length).flatMap(unitsOf)

/** The unit in which a length is shown; for a combined length, the first calendar unit. */
function unitOf(length: Length): Unit {
  const units = unitsOf(length)
  return units.find(unit => !isReleaseUnit(unit)) ?? units[0] ?? 'days'
}

function splitDuration(from: Day, until: Day, unit: CalendarUnit): Length[] {
  if (unit === 'days' || until < from) return [{count: Math.max(0, daysBetween(from, until)), unit: 'days'}]
  let count = 0
  while (addUnits(from, count + 1, unit) <= until) count++
  const days = daysBetween(addUnits(from, count, unit), until)
  if (count === 0) return [{count: days, unit: 'days'}]
  return [{count, unit}, ...(days === 0 ? [] : [{count: days, unit: 'days' as const}])]
}
