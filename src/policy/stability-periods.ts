import {defined} from '../model/defined.ts'
import type {Event} from '../model/lifecycle/event.ts'
import type {History} from '../model/lifecycle/history.ts'
import type {Lifecycle, Tenure} from '../model/lifecycle/lifecycle.ts'
import {isPrefix, subjectKey} from '../model/subject/subject.ts'
import type {DateRange} from '../model/time/date-range.ts'
import {type Moment, momentAt} from '../model/time/timeline.ts'
import type {MissingFact} from '../model/verdict/judgment.ts'
import {isReleaseUnit, type Length, type Policy} from '../model/verdict/policy.ts'
import {isCompleteBetween} from './announcement-completeness.ts'
import {guaranteeFor} from './judge-end-of-support.ts'
import {addUnits, momentOfDay} from './notice/durations.ts'
import {
  judgeLength,
  type RequirementOutcome,
  type RequirementVerdict,
  unrecordedIntroduction,
  worstRequirementVerdict
} from './notice/notice-verdict.ts'
import {factsToChooseRevision, mayBeInForce} from './notice/revisions.ts'
import {resolveStability, stabilityOfTarget} from './notice/stability.ts'
import {uniqueFacts} from './requirements.ts'

/** A period at one stability level, until the end was announced, support ended, or the level changed. */
export interface StabilityPeriod {
  readonly stability: string
  readonly start: Moment
  /** The as-of day if the period is ongoing. */
  readonly end: Moment
  readonly began?: Event
  readonly left?: Event
}

/** A period that exceeds, or may exceed, the maximum duration of the policy. */
export interface ExceededPeriod extends StabilityPeriod {
  readonly limit: Length
  readonly met: Exclude<RequirementVerdict, 'compliant'>
  readonly missing: readonly MissingFact[]
}

/**
 * Finds periods at a stability level with a maximum duration that exceed it or can't be decided. The revision in force
 * at the end of the period sets the limit.
 */
export function findExceededPeriods(lifecycle: Lifecycle, policy: Policy, history: History): ExceededPeriod[] {
  const isLimited = policy.revisions.some(({guarantees}) =>
    Object.values(guarantees).some(
      ({maxDuration, kinds}) => maxDuration ?? Object.values(kinds).some(kind => kind.maxDuration)
    )
  )
  return isLimited
    ? collectPeriods(lifecycle, policy, history).flatMap(period => judgePeriod(period, lifecycle, policy, history))
    : []
}

function judgePeriod(
  period: StabilityPeriod,
  {subject}: Lifecycle,
  policy: Policy,
  history: History
): ExceededPeriod[] {
  const {timeline} = history
  const complete = isCompleteBetween(period.start, period.end, history)
  const context = {timeline, complete, countPatches: policy.countPatches, source: `policy ${policy.name}`}
  const revisions = policy.revisions.filter(revision => mayBeInForce(policy, revision, period.end, timeline))
  const readings = revisions.map(revision => {
    const limit = guaranteeFor(subject, period.stability, revision)?.maxDuration?.length
    const none = {met: 'compliant' as const, missing: []}
    return {limit, ...(limit === undefined ? none : judgeMaxDuration(limit, period.start, period.end, context))}
  })
  const limit = readings.findLast(reading => reading.met !== 'compliant')?.limit
  if (limit === undefined || limit === 'unstated') return []
  const verdicts = new Set(readings.map(({met}) => met))
  const met = verdicts.size === 1 && verdicts.has('violation') ? 'violation' : 'undetermined'
  if (met === 'violation') return [{...period, limit, met, missing: []}]
  const dates = readings.flatMap(({missing}) => missing)
  const choice = verdicts.size > 1 ? factsToChooseRevision(policy, revisions, period.end, timeline) : []
  return [{...period, limit, met, missing: uniqueFacts([...dates, ...choice])}]
}

function collectPeriods(lifecycle: Lifecycle, policy: Policy, history: History): StabilityPeriod[] {
  const stages = stabilityStagesOf(lifecycle, policy)
  return lifecycle.tenures.flatMap(tenure =>
    stages.flatMap((stage, index) => toPeriod(stage, stages[index + 1], tenure, lifecycle, history) ?? [])
  )
}

/**
 * The part of a tenure spent at one stability level, or `undefined`. Event IDs give the order in which events were
 * written.
 */
function toPeriod(
  stage: StabilityStage,
  next: StabilityStage | undefined,
  tenure: Tenure,
  {subject, events}: Lifecycle,
  {timeline}: History
): StabilityPeriod | undefined {
  const [began] = [tenure.introduced?.event, stage.event].filter(event => event !== undefined).toSorted(latestFirst)
  const exit = [
    ...tenure.announcements.map(({event, moment}) => ({event, moment})),
    ...(tenure.end ? [{event: tenure.end.event, moment: tenure.end.moment}] : []),
    ...(next?.event ? [{event: next.event, moment: momentAt(timeline, next.event.entry)}] : [])
  ].toSorted((a, b) => a.event.id - b.event.id)[0]
  if (exit && began && exit.event.id <= began.id) return undefined
  // For a prefix, or a subject that has already left the level, an unknown start doesn't matter.
  if (!began && (exit || isPrefix(subject.target))) return undefined
  const first = events.find(event => subjectKey(event.subject) === subjectKey(subject))
  const known = first ? momentAt(timeline, first.entry).when.latest : undefined
  const start: Moment = began
    ? momentAt(timeline, began.entry)
    : unrecordedIntroduction(subject, known === undefined ? {} : {latest: known})
  const shipped = timeline.entries.findLast(({kind, pending}) => kind === 'release' && !pending)
  const today: Moment = {...momentOfDay(timeline.asOf), ...defined({entry: shipped?.index})}
  return {
    stability: stage.stability,
    start,
    end: exit?.moment ?? today,
    ...defined({began, left: exit?.event})
  }
}

const latestFirst = (a: Event, b: Event): number => b.id - a.id

type Context = Parameters<typeof judgeLength>[3]

/**
 * Judges a maximum length. The due day itself is still allowed, so it is exceeded from the day after. The longer of two
 * lengths is exceeded only when both are.
 */
export function judgeMaxDuration(limit: Length, start: Moment, end: Moment, context: Context): RequirementOutcome {
  if (limit !== 'unstated' && ('longest' in limit || 'shortest' in limit)) {
    const longest = 'longest' in limit
    const parts = (longest ? limit.longest : limit.shortest).map(part => judgeMaxDuration(part, start, end, context))
    // Staying within either of two limits means staying within the longer one.
    const met = longest
      ? invert(worstRequirementVerdict(parts.map(part => invert(part.met))))
      : worstRequirementVerdict(parts.map(part => part.met))
    return {met, missing: met === 'undetermined' ? parts.flatMap(part => part.missing) : []}
  }
  const inReleases = limit !== 'unstated' && 'unit' in limit && isReleaseUnit(limit.unit)
  const {met, missing} = inReleases
    ? judgeLength({...limit, count: limit.count + 1}, start, end, context)
    : judgeLength(limit, start, {...end, when: dayBefore(end.when)}, context)
  return {met: invert(met), missing}
}

const invert = (met: RequirementOutcome['met']): RequirementOutcome['met'] =>
  met === 'compliant' ? 'violation' : met === 'violation' ? 'compliant' : 'undetermined'

const dayBefore = ({earliest, latest}: DateRange): DateRange => ({
  ...(earliest === undefined ? {} : {earliest: addUnits(earliest, -1, 'days')}),
  ...(latest === undefined ? {} : {latest: addUnits(latest, -1, 'days')})
})

/** A period that a subject spent at one stability level. */
export interface StabilityStage {
  readonly stability: string
  /** The event that stated it; `undefined` if the path or the `facts` of the history imply it from the beginning. */
  readonly event?: Event
}

/**
 * The stability levels of a subject in order: the one implied by its path or stated in the `facts` of the history, then
 * those stated by events. `facts` have no date, so they count as the beginning only if no introduction is recorded.
 */
export function stabilityStagesOf(
  {subject, events, statedStabilities: stated}: Lifecycle,
  policy: Policy
): StabilityStage[] {
  const key = subjectKey(subject)
  const own = events.filter(event => subjectKey(event.subject) === key)
  const all = stated.map(each => ({...each, stability: resolveStability(each.stability, policy) ?? each.stability}))
  const statedByEvents = all.filter(each => each.event !== undefined)
  const fact = all.find(each => each.event === undefined)
  const isIntroduced = own.some(({kind}) => kind === 'introduced')
  const implied = subject.part ? undefined : stabilityOfTarget(subject.target, policy)
  const beginning = statedByEvents.length === 0 || !isIntroduced ? (fact?.stability ?? implied) : implied
  const isStatedFirst = statedByEvents[0]?.event !== undefined && statedByEvents[0].event === own[0]
  const stages: StabilityStage[] = beginning === undefined || isStatedFirst ? [] : [{stability: beginning}]
  for (const stage of statedByEvents) if (stage.stability !== stages.at(-1)?.stability) stages.push(stage)
  return stages
}

/** The stability level of a subject right after the event with that ID, or `undefined`. */
export const stabilityAtEvent = (lifecycle: Lifecycle, policy: Policy, id: number): string | undefined =>
  stabilityStagesOf(lifecycle, policy).findLast(({event}) => event === undefined || event.id <= id)?.stability
