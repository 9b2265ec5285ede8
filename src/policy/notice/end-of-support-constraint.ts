import {defined} from '../../model/defined.ts'
import {formatSubject, type Subject} from '../../model/subject/subject.ts'
import {type Day, singleDay} from '../../model/time/date-range.ts'
import {compareMoments, earliestMoment, type Moment} from '../../model/time/timeline.ts'
import type {MissingFact, PolicyClause, Unannounced} from '../../model/verdict/judgment.ts'
import {
  type Clock,
  type EndWindow,
  isReleaseUnit,
  type Length,
  type PolicyCondition,
  type ReleaseUnit,
  type SuccessorRequirement,
  type TimeRequirement
} from '../../model/verdict/policy.ts'
import {isCompleteBetween} from '../announcement-completeness.ts'
import {judgeSuccessor, judgeUsage, uniqueFacts} from '../requirements.ts'
import {dueDay, isZeroLength, momentOfDay} from './durations.ts'
import {
  alignToListedDays,
  type ClockReading,
  findUnannounced,
  readClocks,
  type StartedClock,
  type TenureCase,
  withoutUnrecordedSuccessors
} from './notice-clock.ts'
import {missingDates} from './notice-verdict.ts'
import {COUNTED, countReleases, dayOfNthRelease, releasesIn} from './release-count.ts'

/** A constraint that delays the earliest end of support. */
export interface EndOfSupportConstraint {
  readonly clause: PolicyClause
  /** The first day on which this constraint allows the end; `undefined` if the calendar alone doesn't decide. */
  readonly day?: Day
  readonly length?: Length
  /** The start of the clock, with the subject whose introduction it is, if it is one. */
  readonly start?: Moment & {readonly of?: Subject}
  /** Whether no clock has started. In a plan, it is assumed to start on the first day of the plan. */
  readonly assumed?: boolean
  /** Set if a successor started the clock, and nothing was announced. */
  readonly unannounced?: Unannounced
  /** The events that start the clock, if no announcement does. */
  readonly waitsFor?: readonly Clock[]
  readonly window?: EndWindow
  readonly sunset?: Moment
  readonly condition?: string
  /** Whether it can be met on any day, so it delays the end only until then. */
  readonly isCondition?: true
  /** The successor requirement. */
  readonly successor?: SuccessorRequirement
  /** Successors that aren't available yet. */
  readonly comes?: readonly {readonly subject: Subject; readonly moment: Moment}[]
  /** Whether something had to be available before the announcement and wasn't, so waiting doesn't help. */
  readonly isLate?: true
  readonly missing: readonly MissingFact[]
  /** Set if the constraint may allow an earlier day than `day`. */
  readonly doubt?: ConstraintDoubt
  /** Set if only releases must still ship: the day before which the constraint applies even then. */
  readonly awaits?: {readonly notBefore?: Day}
}

export interface ConstraintDoubt {
  readonly soonest?: Day
  readonly missing: readonly MissingFact[]
}

/** The case without successors that are only named, for which an end of support doesn't wait. */
const withoutUnreleased = (about: TenureCase): TenureCase => ({
  ...about,
  tenure: withoutUnrecordedSuccessors(about.tenure)
})

export function timeConstraints(
  term: TimeRequirement,
  stability: string,
  clause: PolicyClause,
  about: TenureCase
): EndOfSupportConstraint[] {
  if (isZeroLength(term.length)) return []
  const {from} = about
  const reading = withDays(readClocks(term.clocks, stability, withoutUnreleased(about)), about)
  if (term.aspect === 'overlap' && !reading.started) return possibleTimeConstraint(term, reading, clause, about)
  const unstated: MissingFact[] =
    term.length === 'unstated' ? [{fact: 'notice', of: `policy ${about.policy.name}`}] : []
  const counts = reading.started && !isUnreleased(reading.started, about)
  const how = counts
    ? defined({unannounced: findUnannounced([reading.started], about)})
    : {assumed: true, ...clocksToWaitFor(term)}
  const first = counts ? reading.started : from && momentOfDay(from)
  if (!first) return [{clause, length: term.length, ...how, missing: unstated}]
  const start = alignToListedDays<Moment>(first, term.startsOn)
  const base = {clause, length: term.length, start, ...how}
  const day = dueBy(start, term.length, about)
  const doubt = counts && day !== undefined ? findDoubt(day, term, reading, about) : undefined
  if (day !== undefined) return [{...base, day, missing: [], ...defined({doubt})}]
  const awaited = start.when.latest === undefined ? undefined : findAwaitedReleases(start, term.length, about)
  if (awaited) return [{...base, ...awaited}]
  const missing: MissingFact[] =
    start.when.latest === undefined
      ? [...reading.missing, ...missingDates(start)]
      : unstated.length > 0
        ? unstated
        : [{fact: releasesIn(term.length)[0]?.unit ?? 'releases', of: `after ${start.stated}`}]
  return [{...base, missing: uniqueFacts(missing)}]
}

/**
 * The constraint of an overlap if it is unknown whether a successor counts. Perhaps no overlap is required; support can
 * safely end once it is over for each possible successor. Empty if none has a known start.
 */
function possibleTimeConstraint(
  term: TimeRequirement,
  {uncertain}: ClockReading,
  clause: PolicyClause,
  about: TenureCase
): EndOfSupportConstraint[] {
  const starts = uncertain.flatMap(({start}) => (start ? [alignToListedDays(start, term.startsOn)] : []))
  const [start] = starts
  if (!start) return []
  const missing = uniqueFacts(uncertain.flatMap(each => each.missing))
  const base = {clause, length: term.length, start}
  const days = starts.flatMap(each => dueBy(each, term.length, about) ?? []).toSorted()
  const day = days.length === starts.length ? days.at(-1) : undefined
  return [day === undefined ? {...base, missing} : {...base, day, missing: [], doubt: {missing}}]
}

/**
 * The constraint of a successor requirement. A missing successor may still come, unless it had to be available before
 * an announcement that was already made. A successor that comes by the deadline is enough; without a deadline it must
 * be available today.
 */
export function successorConstraints(
  requirement: SuccessorRequirement,
  stability: string,
  clause: PolicyClause,
  whole: TenureCase,
  deadline?: Moment
): EndOfSupportConstraint[] {
  const {history, lifecycle} = whole
  const announcedAt = requirement.before === 'announcement' ? whole.tenure.announcements[0]?.moment : undefined
  const about = announcedAt ? whole : withoutUnreleased(whole)
  const {tenure} = about
  const today = momentOfDay(history.timeline.asOf)
  const isAhead = ({moment}: {readonly moment: Moment}): boolean =>
    compareMoments(history.timeline, moment, today) === 'after'
  const ahead = tenure.successors.filter(isAhead).map(({subject, moment}) => ({subject, moment}))
  const comes = ahead.length > 0 ? {comes: ahead} : {}
  const {met, missing} = judgeSuccessor(requirement, deadline ?? announcedAt ?? today, {...about, stability})
  if (met === 'compliant') {
    const isThere = !deadline || judgeSuccessor(requirement, today, {...about, stability}).met === 'compliant'
    return isThere ? [] : [{clause, successor: requirement, ...comes, missing: []}]
  }
  const missingFacts = missing.length > 0 ? missing : [{fact: 'successor', of: formatSubject(lifecycle.subject)}]
  const isToCome = !announcedAt && missingFacts.every(({fact}) => fact === 'successor')
  return [
    {
      clause,
      successor: requirement,
      ...comes,
      missing: missingFacts,
      ...(isToCome ? {isCondition: true as const} : {}),
      ...(announcedAt && met === 'violation' ? {isLate: true as const} : {})
    }
  ]
}

/** The constraints of conditions: those that the traffic doesn't show to be met today. */
export const conditionConstraints = (
  conditions: readonly PolicyCondition[],
  clause: (pointer: string) => PolicyClause,
  {lifecycle, history}: TenureCase
): EndOfSupportConstraint[] =>
  conditions.flatMap(({name, usage, pointer}) => {
    const measured = usage && judgeUsage(usage, lifecycle, undefined, history)
    const missing = measured?.missing ?? [{fact: name, of: formatSubject(lifecycle.subject)}]
    return missing.length === 0 ? [] : [{clause: clause(pointer), condition: name, isCondition: true, missing}]
  })

/** The missing facts of conditions and successor requirements, which waiting doesn't supply. */
export const missingConditions = (bounds: readonly EndOfSupportConstraint[]): MissingFact[] =>
  uniqueFacts(bounds.flatMap(({condition, successor, missing}) => (condition || successor ? missing : [])))

/** The doubt about a clock that may have started earlier than its latest possible day; `undefined` if there is none. */
function findDoubt(
  day: Day,
  term: TimeRequirement,
  reading: ClockReading,
  about: TenureCase
): ConstraintDoubt | undefined {
  const {started, uncertain} = reading
  // Releases are counted by position, whatever their dates are.
  if (term.length !== 'unstated' && 'unit' in term.length && isReleaseUnit(term.length.unit)) return undefined
  const uncertainStarts = uncertain.flatMap(({start, missing}) => (start ? [{start, missing}] : []))
  const all = [...(started ? [{start: started, missing: decidingFacts(started, reading)}] : []), ...uncertainStarts]
  const early = all.flatMap(({start, missing}) => {
    const {earliest} = alignToListedDays(start, term.startsOn).when
    const soonest = earliest && dueBy({...start, when: singleDay(earliest)}, term.length, about)
    if (earliest !== undefined && (soonest === undefined || soonest >= day)) return []
    return [defined({soonest, missing})]
  })
  if (early.length === 0) return undefined
  const missing = uniqueFacts(early.flatMap(each => each.missing))
  const known = early.flatMap(({soonest}) => soonest ?? []).toSorted()
  return {missing, ...(known[0] !== undefined && known.length === early.length ? {soonest: known[0]} : {})}
}

/**
 * The facts that would decide when a clock started. For a subject that existed by a release, that is its introduction
 * rather than the release's date.
 */
function decidingFacts(start: StartedClock, {missing}: ClockReading): readonly MissingFact[] {
  if (start.of) return [{fact: 'introduction', of: formatSubject(start.of)}]
  const commits = missing.filter(({fact}) => fact === 'commit')
  return commits.length > 0 ? commits : missingDates(start)
}

export const startsWithAnnouncement = ({clocks}: TimeRequirement): boolean =>
  clocks.some(clock => clock === 'announcement' || clock === 'release' || clock === 'sunset-announcement')

export const clocksToWaitFor = (term: TimeRequirement): Pick<EndOfSupportConstraint, 'waitsFor'> =>
  startsWithAnnouncement(term) ? {} : {waitsFor: term.clocks}

/**
 * The latest day on which the length is over; for lengths in releases, the day on which enough have shipped.
 * `undefined` if unknown.
 */
function dueBy(start: Moment, length: Length, about: TenureCase): Day | undefined {
  if (length !== 'unstated' && ('longest' in length || 'shortest' in length)) {
    const longest = 'longest' in length
    const days = (longest ? length.longest : length.shortest).map(part => dueBy(start, part, about))
    const known = days.filter(day => day !== undefined).toSorted()
    if (longest) return known.length === days.length ? known.at(-1) : undefined
    return known[0]
  }
  if (length !== 'unstated' && 'unit' in length && isReleaseUnit(length.unit)) {
    const {policy, history} = about
    const which = {unit: length.unit, countPatches: policy.countPatches}
    return dayOfNthRelease(history.timeline, start, length.count, which)
  }
  return start.when.latest === undefined ? undefined : dueDay(start.when.latest, length)
}

const describeReleases = (releases: number, unit: ReleaseUnit): string =>
  releases === 1 ? `the next ${COUNTED[unit].slice(0, -1)}` : `the last of the next ${releases} ${COUNTED[unit]}`

/** The releases still to ship, and the last day of the other parts; `undefined` unless all shipped releases are known. */
function findAwaitedReleases(
  start: Moment,
  length: Length,
  about: TenureCase
): Pick<EndOfSupportConstraint, 'awaits' | 'missing'> | undefined {
  const parts = releasesIn(length)
  if (parts.length === 0 || !isCompleteBetween(start, undefined, about.history)) return undefined
  const {timeline} = about.history
  const missing: MissingFact[] = []
  for (const {count, unit} of parts) {
    const which = {unit, countPatches: about.policy.countPatches}
    const {least, most, open, unnumbered} = countReleases(timeline, start, momentOfDay(timeline.asOf), which)
    const isPending = ({entry}: Moment): boolean => entry !== undefined && timeline.entries[entry]?.pending === true
    if (unnumbered.length > 0) return {missing: unnumbered.map(({stated: of}) => ({fact: 'version', of}))}
    if (!open.every(isPending) || most > least + open.length) return undefined
    if (count > least) missing.push({fact: 'shipping', of: describeReleases(count - least, unit)})
  }
  const others = typeof length === 'object' && 'longest' in length ? length.longest : []
  const days = others.flatMap(part => (releasesIn(part).length === 0 ? [dueBy(start, part, about)] : []))
  if (missing.length === 0 || days.includes(undefined)) return undefined
  const notBefore = days
    .flatMap(day => day ?? [])
    .toSorted()
    .at(-1)
  return {awaits: defined({notBefore}), missing}
}

/** The clocks without starts in a release that has no day yet. In a plan, the next one is released on its first day. */
function withDays(reading: ClockReading, {from, history}: TenureCase): ClockReading {
  if (from !== undefined) return reading
  const {started: _, ...rest} = reading
  const starts = reading.starts.filter(({isOpen}) => !isOpen)
  const uncertain = reading.uncertain.filter(({start}) => !start?.isOpen)
  return {...rest, starts, uncertain, ...defined({started: earliestMoment(starts, history.timeline)})}
}

/** Whether the start is in a planned release whose day isn't known. */
const isUnreleased = ({entry, when}: Moment, {history: {timeline}}: TenureCase): boolean =>
  when.latest === undefined && entry !== undefined && timeline.entries[entry]?.pending === true
