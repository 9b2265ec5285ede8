import type {Event} from '../model/lifecycle/event.ts'
import type {History} from '../model/lifecycle/history.ts'
import type {Lifecycle, Tenure} from '../model/lifecycle/lifecycle.ts'
import {subjectKey} from '../model/subject/subject.ts'
import {onDay} from '../model/time/date-range.ts'
import {type Moment, momentAt} from '../model/time/timeline.ts'
import type {Missing} from '../model/verdict/judgement.ts'
import type {Length, Policy} from '../model/verdict/policy.ts'
import {promisedTo} from './judge-end-of-support.ts'
import {limitKept} from './notice/max-durations.ts'
import {type Met, untoldIntroduction} from './notice/notice-verdict.ts'
import {mayBeInForce, missingToChoose} from './notice/revisions.ts'
import {type Stage, stagesOf} from './notice/stability-history.ts'
import {unique} from './requirements.ts'

/** A period at one stability level, until the end was announced, support ended, or the level changed. */
export interface Stay {
  readonly stability: string
  readonly start: Moment
  /** The as-of day if the period is ongoing. */
  readonly end: Moment
  readonly began?: Event
  readonly left?: Event
}

/** A period that exceeds, or may exceed, the maximum duration of the policy. */
export interface Overstay extends Stay {
  readonly limit: Length
  readonly met: Exclude<Met, 'kept'>
  readonly missing: readonly Missing[]
}

/**
 * Finds periods at a stability level with a maximum duration that exceed it or can't be decided. The revision in force
 * at the end of the period sets the limit.
 */
export function overstays(lifecycle: Lifecycle, policy: Policy, history: History): Overstay[] {
  const isLimited = policy.revisions.some(({promises}) =>
    Object.values(promises).some(({dwell, kinds}) => dwell ?? Object.values(kinds).some(kind => kind.dwell))
  )
  return isLimited
    ? collectPeriods(lifecycle, policy, history).flatMap(period => judgePeriod(period, lifecycle, policy, history))
    : []
}

function judgePeriod(period: Stay, {subject}: Lifecycle, policy: Policy, history: History): Overstay[] {
  const {timeline, complete} = history
  const context = {timeline, complete, countPatches: policy.countPatches, source: `policy ${policy.name}`}
  const revisions = policy.revisions.filter(revision => mayBeInForce(policy, revision, period.end, timeline))
  const readings = revisions.map(revision => {
    const limit = promisedTo(subject, period.stability, revision)?.dwell?.length
    const none = {met: 'kept' as const, missing: []}
    return {limit, ...(limit === undefined ? none : limitKept(limit, period.start, period.end, context))}
  })
  const limit = readings.findLast(reading => reading.met !== 'kept')?.limit
  if (limit === undefined || limit === 'unstated') return []
  const verdicts = new Set(readings.map(({met}) => met))
  const met = verdicts.size === 1 && verdicts.has('broken') ? 'broken' : 'undetermined'
  if (met === 'broken') return [{...period, limit, met, missing: []}]
  const dates = readings.flatMap(({missing}) => missing)
  const choice = verdicts.size > 1 ? missingToChoose(policy, revisions, period.end, timeline) : []
  return [{...period, limit, met, missing: unique([...dates, ...choice])}]
}

function collectPeriods(lifecycle: Lifecycle, policy: Policy, history: History): Stay[] {
  const stages = stagesOf(lifecycle, policy)
  return lifecycle.tenures.flatMap(tenure =>
    stages.flatMap((stage, index) => toPeriod(stage, stages[index + 1], tenure, lifecycle, history) ?? [])
  )
}

/**
 * The part of a tenure spent at one stability level, or `undefined`. Event IDs give the order in which events were
 * written.
 */
function toPeriod(
  stage: Stage,
  next: Stage | undefined,
  tenure: Tenure,
  {subject, events}: Lifecycle,
  {timeline}: History
): Stay | undefined {
  const [began] = [tenure.introduced?.event, stage.event].filter(event => event !== undefined).toSorted(latestFirst)
  const exit = [
    ...tenure.announcements.map(({event, moment}) => ({event, moment})),
    ...(tenure.end ? [{event: tenure.end.event, moment: tenure.end.moment}] : []),
    ...(next?.event ? [{event: next.event, moment: momentAt(timeline, next.event.entry)}] : [])
  ].toSorted((a, b) => a.event.id - b.event.id)[0]
  if (exit && began && exit.event.id <= began.id) return undefined
  // For a prefix, or a subject that has already left the level, an unknown start doesn't matter.
  if (!began && (exit || subject.target.kind === 'prefix')) return undefined
  const first = events.find(event => subjectKey(event.subject) === subjectKey(subject))
  const known = first ? momentAt(timeline, first.entry).when.latest : undefined
  const start: Moment = began
    ? momentAt(timeline, began.entry)
    : untoldIntroduction(subject, known === undefined ? {} : {latest: known})
  const shipped = timeline.entries.findLast(({kind, pending}) => kind === 'release' && !pending)
  const today: Moment = {
    when: onDay(timeline.asOf),
    stated: timeline.asOf,
    ...(shipped ? {entry: shipped.index} : {})
  }
  return {
    stability: stage.stability,
    start,
    end: exit?.moment ?? today,
    ...(began ? {began} : {}),
    ...(exit ? {left: exit.event} : {})
  }
}

const latestFirst = (a: Event, b: Event): number => b.id - a.id
