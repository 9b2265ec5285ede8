import {defined} from '../model/defined.ts'
import type {History} from '../model/lifecycle/history.ts'
import type {EndOfSupport, Lifecycle} from '../model/lifecycle/lifecycle.ts'
import {bindingSunset, compareSunsets, isUnlistedRelease} from '../model/lifecycle/sunsets.ts'
import type {UsageAnswer, UsageLimit} from '../model/lifecycle/traffic-of-api.ts'
import {formatSubject, subjectKey} from '../model/subject/subject.ts'
import {isExactDate} from '../model/time/date-range.ts'
import {isMajorStep} from '../model/time/release.ts'
import {compareMoments, earliestMoment, type Moment, NEXT} from '../model/time/timeline.ts'
import type {MissingFact, PolicyClause, RequirementJudgment} from '../model/verdict/judgment.ts'
import type {
  EndWindow,
  Guarantee,
  PolicyCondition,
  PolicyRevision,
  SuccessorRequirement,
  TimeRequirement
} from '../model/verdict/policy.ts'
import {areAnnouncementsComplete, isCompleteBetween, unrecordedFacts} from './announcement-completeness.ts'
import {isZeroLength, nextListedDay} from './notice/durations.ts'
import {
  alignToListedDays,
  type ClockReading,
  isNeverAnnounced,
  readClocks,
  type StartedClock,
  type TenureCase,
  withoutUnrecordedSuccessors
} from './notice/notice-clock.ts'
import {
  bestRequirementVerdict,
  judgeLength,
  missingDates,
  type RequirementOutcome,
  type RequirementVerdict,
  worstRequirementVerdict
} from './notice/notice-verdict.ts'
import {stabilityOf, stabilityRank} from './notice/stability.ts'

/** A case with the end of support, the revision, and the stability level by which it is judged. */
export interface EndCase extends TenureCase {
  readonly end: EndOfSupport
  readonly revision: PolicyRevision
  readonly stability: string
}

export const clauseOf = (
  {policy, revision}: {policy: TenureCase['policy']; revision: PolicyRevision},
  pointer: string
): PolicyClause => ({
  policy: policy.name,
  revision: revision.name,
  pointer
})

/** Judges all requirements for an end of support. */
export function judgeRequirements(guarantee: Guarantee, endCase: EndCase): RequirementJudgment[] {
  const {successor} = guarantee
  return [
    ...guarantee.terms.flatMap(term =>
      judgeAtBothEnds(endCase, each => judgeTime(term, each), term.aspect !== 'overlap')
    ),
    ...judgeAgainstSunset(guarantee, endCase),
    ...judgeAtBothEnds(endCase, each => judgeEndWindow(guarantee.endWindow, each.end.moment, each)),
    ...(successor ? judgeAtBothEnds(endCase, each => [judgeSuccessorRequirement(successor, each)]) : []),
    ...guarantee.conditions.map(condition => judgeCondition(condition, endCase))
  ]
}

/**
 * Judges a requirement at both the sunset and the removal if it is unknown which came first. A period is too short if
 * it is too short until either; all other requirements must have the same result at both.
 */
function judgeAtBothEnds(
  endCase: EndCase,
  judge: (endCase: EndCase) => RequirementJudgment[],
  isTime = false
): RequirementJudgment[] {
  const {end} = endCase
  const {removal, perhaps} = end
  if (!removal || !perhaps) return judge(endCase)
  const [first = [], second = []] = [removal, perhaps].map(moment => judge({...endCase, end: {...end, moment}}))
  const verdicts = [first, second].map(requirements =>
    worstRequirementVerdict(requirements.map(({verdict}) => verdict))
  )
  const verdict = worstRequirementVerdict(verdicts)
  const lead = verdicts[0] === verdict ? first : second
  if (verdicts[0] === verdicts[1] && verdict !== 'undetermined') return lead
  if (isTime && verdict === 'violation') return lead
  const missing = uniqueFacts([...first, ...second].flatMap(requirement => requirement.missing))
  const dates = missing.length > 0 ? missing : missingDates(removal, perhaps)
  return lead.map(requirement => ({...requirement, verdict: 'undetermined', missing: dates}))
}

function judgeTime(term: TimeRequirement, endCase: EndCase): RequirementJudgment[] {
  if (isZeroLength(term.length)) return []
  // Support alongside a successor is required only once the successor is available; one that is only named may never be
  // released.
  const about = term.aspect === 'overlap' ? {...endCase, tenure: withoutUnrecordedSuccessors(endCase.tenure)} : endCase
  const reading = readClocks(term.clocks, endCase.stability, about)
  if (term.aspect === 'overlap' && !reading.started && reading.uncertain.length === 0) return []
  const place = reading.started && compareMoments(endCase.history.timeline, reading.started, endCase.end.moment)
  if (term.aspect === 'overlap' && place === 'after') return []
  const known = judgeByClocks(term, reading.starts, reading, endCase)
  const judged = mayBeUnrecorded(term, reading, endCase)
    ? {
        ...known,
        verdict: 'undetermined' as const,
        // A named successor has missing facts of its own; without one, the successor itself is the missing fact.
        missing:
          reading.uncertain.length > 0
            ? uniqueFacts(reading.uncertain.flatMap(each => each.missing))
            : unrecordedFacts('successor', endCase.lifecycle.subject, endCase.tenure.end?.event, endCase.history)
      }
    : known
  if (reading.uncertain.length === 0) return [judged]
  const alternatives = reading.uncertain.map(({start, floor}): RequirementVerdict => {
    const first = start ?? floor
    const verdict = first ? judgeByClocks(term, [...reading.starts, first], reading, endCase).verdict : 'undetermined'
    // The clock may have started any time after its floor: a period that is too short from the floor is too short from
    // any later day.
    return start || verdict === 'violation' ? verdict : 'undetermined'
  })
  // If it is uncertain whether a successor exists, it is uncertain whether an overlap is required.
  const optional = term.aspect === 'overlap' && !reading.started
  if (optional && alternatives.every(verdict => verdict === 'compliant')) return []
  const agreed = judged.verdict === 'compliant' || alternatives.every(verdict => verdict === judged.verdict)
  if (agreed && !optional) return [judged]
  const missing = [...judged.missing, ...reading.uncertain.flatMap(each => each.missing)]
  return [{...judged, verdict: 'undetermined', missing}]
}

/** Whether an unrecorded announcement may exist because the history is incomplete. */
const mayBeUnrecorded = (
  {aspect}: TimeRequirement,
  {started, uncertain}: ClockReading,
  {history, tenure}: EndCase
): boolean =>
  aspect !== 'overlap' &&
  !started &&
  !areAnnouncementsComplete(tenure.end?.event, history) &&
  !isNeverAnnounced(tenure) &&
  uncertain.every(({start}) => start)

/** Judges a period by whichever clock has run long enough; overlap counts from the first successor. */
function judgeByClocks(
  term: TimeRequirement,
  starts: readonly StartedClock[],
  reading: ClockReading,
  endCase: EndCase
): RequirementJudgment {
  const {timeline} = endCase.history
  const first = earliestMoment(starts, timeline)
  if (!first) {
    const {aspect, length, pointer} = term
    return {aspect, clause: clauseOf(endCase, pointer), length, verdict: 'violation', missing: [], unstarted: true}
  }
  if (term.aspect === 'overlap') return judgeByClock(term, first, reading, endCase)
  const byStart = starts.map(start => judgeByClock(term, start, reading, endCase))
  // The first of several starts can be known better than each of them: by the place of one and by the day of another.
  const byFirst = judgeByClock(term, first, reading, endCase)
  const judged = byFirst.verdict === 'compliant' ? [...byStart, byFirst] : byStart
  const verdict = bestRequirementVerdict(judged.map(each => each.verdict))
  const deciding = judged.filter(each => each.verdict === verdict)
  const lead = deciding.find(({start}) => start && compareMoments(timeline, start, first) === 'same') ?? deciding[0]
  return {
    ...(lead ?? byFirst),
    missing: uniqueFacts(deciding.flatMap(each => each.missing))
  }
}

/** Missing facts that say more than the missing date of a clock's start, so that the date needn't be listed as well. */
const SPECIFIC_FACTS: ReadonlySet<string> = new Set(['introduction', 'announcement', 'commit'])

function judgeByClock(
  term: TimeRequirement,
  started: StartedClock,
  reading: ClockReading,
  endCase: EndCase
): RequirementJudgment {
  const {end, history, policy} = endCase
  const base = {aspect: term.aspect, clause: clauseOf(endCase, term.pointer), length: term.length} as const
  const atEnd = startsAtOrAfter(started, end.moment, endCase)
  if (atEnd) return {...base, verdict: 'violation', missing: [], start: started, unstarted: true}
  const start = alignToListedDays(started, term.startsOn)
  const source = `policy ${policy.name}`
  const context = {
    timeline: history.timeline,
    complete: isCompleteBetween(start, end.moment, history),
    countPatches: policy.countPatches,
    source
  }
  const {met, missing} = judgeLength(term.length, start, end.moment, context)
  // An overlap isn't required for a successor that may have come after the end of support.
  const open =
    term.aspect === 'overlap' && met === 'violation' && !compareMoments(history.timeline, started, end.moment)
  if (open) return {...base, verdict: 'undetermined', missing: missingDates(start, end.moment), start}
  const also = met === 'undetermined' ? [...reading.missing, ...missingIntroduction(started, endCase)] : []
  const unknown = also.some(({fact}) => SPECIFIC_FACTS.has(fact))
  const own = unknown ? missing.filter(({of}) => of !== start.stated) : missing
  return {...base, verdict: met, missing: uniqueFacts([...also, ...own]), start}
}

/**
 * The missing introduction of a subject that existed by a release but may be older; the date of that release wouldn't
 * decide.
 */
function missingIntroduction({of, stated}: StartedClock, {history: {bySubject}}: EndCase): MissingFact[] {
  const tenures = (of && bySubject.get(subjectKey(of))?.tenures) ?? []
  const isBy = tenures.some(({introduced}) => introduced?.event.by && introduced.moment.stated === stated)
  return of && isBy ? [{fact: 'introduction', of: formatSubject(of)}] : []
}

/** Whether the clock certainly started with the release that ends support or after it, even without any date. */
function startsAtOrAfter(start: Moment, end: Moment, {history}: EndCase): boolean {
  const place = compareMoments(history.timeline, start, end)
  return place === 'after' || (place === 'same' && start.entry !== undefined && end.entry !== undefined)
}

export const uniqueFacts = (missing: readonly MissingFact[]): MissingFact[] =>
  missing.filter(
    ({fact, of, known}, index) =>
      missing.findIndex(other => other.fact === fact && other.of === of && other.known === known) === index
  )

/** A removal before the sunset in force, or before one that was dropped, violates the policy, whatever the notice was. */
function judgeAgainstSunset(guarantee: Guarantee, endCase: EndCase): RequirementJudgment[] {
  const {tenure, end, history} = endCase
  const {removal} = end
  const binding = bindingSunset(tenure, history.timeline)
  if (!binding || !removal) return []
  const {moment: sunset} = binding
  const base = {aspect: 'sunset', clause: clauseOf(endCase, guarantee.pointer)} as const
  const {timeline} = history
  const unlisted = isUnlistedRelease(sunset, timeline)
  const place = unlisted ? compareSunsets(timeline, removal, sunset) : compareMoments(timeline, removal, sunset)
  if (place) return [{...base, verdict: place === 'before' ? 'violation' : 'compliant', missing: []}]
  const late = removal.when.earliest !== undefined && sunset.when.latest !== undefined
  if (late && removal.when.earliest >= sunset.when.latest) return [{...base, verdict: 'compliant', missing: []}]
  const isNext = removal.entry !== undefined && timeline.entries[removal.entry]?.name === NEXT
  const missing = isNext && unlisted ? [{fact: 'version', of: `release ${NEXT}`}] : missingDates(removal, sunset)
  return [{...base, verdict: 'undetermined', missing}]
}

/** Judges whether the policy allows support to end at that moment at all. */
export function judgeEndWindow(
  window: EndWindow & {pointer: string},
  end: Moment,
  endCase: Omit<EndCase, 'end'>
): RequirementJudgment[] {
  if (window.kind === 'any') return []
  const base = {aspect: 'window', clause: clauseOf(endCase, window.pointer)} as const
  const {met, missing} = judgeWindow(window, end, endCase)
  return [{...base, verdict: met, missing}]
}

function judgeWindow(
  window: Exclude<EndWindow, {kind: 'any'}>,
  end: Moment,
  {history}: Omit<EndCase, 'end'>
): RequirementOutcome {
  if (window.kind === 'never') return {met: 'violation', missing: []}
  if (window.kind === 'days') {
    const {earliest: from, latest: until} = end.when
    if (from === undefined || until === undefined) return {met: 'undetermined', missing: missingDates(end)}
    const first = nextListedDay(from, window.days)
    if (first === undefined || first > until) return {met: 'violation', missing: []}
    return isExactDate(end.when) ? {met: 'compliant', missing: []} : {met: 'undetermined', missing: missingDates(end)}
  }
  const release = end.entry === undefined ? undefined : history.timeline.entries[end.entry]
  if (release?.kind !== 'release')
    return {met: 'undetermined', missing: [{fact: 'release', of: `the end on ${end.stated}`}]}
  if (window.kind === 'release') return {met: 'compliant', missing: []}
  // The next release is no major version unless the history names it as one.
  return {met: release.name !== NEXT && isMajorStep(release.name) ? 'compliant' : 'violation', missing: []}
}

function judgeSuccessorRequirement(requirement: SuccessorRequirement, endCase: EndCase): RequirementJudgment {
  const deadline = requirement.before === 'announcement' ? endCase.tenure.announcements[0]?.moment : undefined
  const {met, missing} = judgeSuccessor(requirement, deadline ?? endCase.end.moment, endCase)
  return {aspect: 'successor', clause: clauseOf(endCase, requirement.pointer), verdict: met, missing: [...missing]}
}

/** Judges whether a successor that is stable enough was available in time. */
export function judgeSuccessor(
  requirement: SuccessorRequirement,
  deadline: Moment,
  {tenure, policy, history, stability, lifecycle}: Omit<EndCase, 'end' | 'revision'>
): RequirementOutcome {
  const judged = tenure.successors.map(({subject, moment}): RequirementOutcome => {
    const place = compareMoments(history.timeline, moment, deadline)
    if (place === 'after') return {met: 'violation', missing: []}
    if (requirement.stability === 'same') {
      const known = stabilityOf(subject, policy, history)
      if (known === undefined) return {met: 'undetermined', missing: [{fact: 'stability', of: formatSubject(subject)}]}
      if (stabilityRank(known, policy) < stabilityRank(stability, policy)) return {met: 'violation', missing: []}
    }
    return place === undefined
      ? {met: 'undetermined', missing: missingDates(moment, deadline)}
      : {met: 'compliant', missing: []}
  })
  if (judged.some(outcome => outcome.met === 'compliant')) return {met: 'compliant', missing: []}
  const open = judged.filter(outcome => outcome.met === 'undetermined')
  if (open.length > 0) return {met: 'undetermined', missing: open.flatMap(outcome => outcome.missing)}
  // What had to be available before an announcement may be in the gap of a history that wasn't complete by then.
  const isListed = requirement.before !== 'announcement' || isCompleteBetween(deadline, deadline, history)
  if ((isListed && areAnnouncementsComplete(tenure.end?.event, history)) || judged.length > 0)
    return {met: 'violation', missing: []}
  return {met: 'undetermined', missing: unrecordedFacts('successor', lifecycle.subject, tenure.end?.event, history)}
}

const NO_TABLE: UsageAnswer = {met: 'undetermined', why: 'there is no table of traffic'}

/** Compares usage before an end or a moment, or else before today, with a limit; with the fact that is missing to meet it. */
export function judgeUsage(
  limit: UsageLimit,
  lifecycle: Lifecycle,
  at: EndOfSupport | Moment | undefined,
  history: History
): {readonly usage: UsageAnswer & {readonly limit: UsageLimit}; readonly missing: readonly MissingFact[]} {
  const answer = history.traffic?.judge(limit, lifecycle, at, history) ?? NO_TABLE
  const missing =
    answer.met === 'compliant' ? [] : [{fact: 'traffic', of: `${limit.text} (${answer.brief ?? answer.why})`}]
  return {usage: {...answer, limit}, missing}
}

/**
 * A condition is met if the traffic or the history says so, otherwise the fact is missing. What the history says doesn't
 * count against calls that were seen.
 */
function judgeCondition({name, usage: limit, pointer}: PolicyCondition, endCase: EndCase): RequirementJudgment {
  const {end, lifecycle, history} = endCase
  const measured = limit && judgeUsage(limit, lifecycle, end, history)
  const isStated = end.event.met?.[name] !== undefined && measured?.usage.met !== 'violation'
  const verdict = isStated ? 'compliant' : (measured?.usage.met ?? 'undetermined')
  return {
    aspect: 'condition',
    clause: clauseOf(endCase, pointer),
    verdict,
    missing:
      verdict === 'undetermined' ? (measured?.missing ?? [{fact: name, of: formatSubject(lifecycle.subject)}]) : [],
    ...defined({usage: measured?.usage})
  }
}

/**
 * The leading requirement: the one with the most severe verdict, and among equals the first in the policy; `undefined`
 * if there are none.
 */
export function leadingRequirement(requirements: readonly RequirementJudgment[]): RequirementJudgment | undefined {
  const verdict = worstRequirementVerdict(requirements.map(requirement => requirement.verdict))
  return requirements.find(requirement => requirement.verdict === verdict)
}
