import {defined} from '../model/defined.ts'
import type {Event} from '../model/lifecycle/event.ts'
import type {History} from '../model/lifecycle/history.ts'
import type {EndOfSupport, Lifecycle, Tenure} from '../model/lifecycle/lifecycle.ts'
import {findUsableReplacement} from '../model/lifecycle/replacement.ts'
import {memoize} from '../model/memoize.ts'
import {
  covers,
  formatSubject,
  isEndpoint,
  type Subject,
  subjectKey,
  subjectKindOf,
  targetKey
} from '../model/subject/subject.ts'
import {isContainedIn} from '../model/time/release-branches.ts'
import {
  compareMoments,
  isReachedBy,
  type Moment,
  momentAt,
  momentOfEntry,
  NEXT,
  type Timeline
} from '../model/time/timeline.ts'
import type {Judgment, MissingFact, RequirementJudgment} from '../model/verdict/judgment.ts'
import type {Guarantee, Policy, PolicyRevision} from '../model/verdict/policy.ts'
import {isListedBy} from './announcement-completeness.ts'
import {asUndetermined, COMBINED_SEVERITY, combineRulings, type RevisionRuling} from './combine-revisions.ts'
import {effectOfRemoval} from './compatibility/change-effects.ts'
import {isDeclaredBreaking, judgeChangeRequirement} from './compatibility/judge-declared-change.ts'
import {determineAnnouncementDate, findUnannounced, type TenureCase} from './notice/notice-clock.ts'
import {missingDates, worstRequirementVerdict} from './notice/notice-verdict.ts'
import {filterByRevisionInForce} from './notice/revisions.ts'
import {possibleStabilities} from './notice/stability.ts'
import {clauseOf, type EndCase, judgeRequirements, leadingRequirement, uniqueFacts} from './requirements.ts'

/**
 * The guarantees of a revision for a subject of that stability level: those for its kind, otherwise the general ones;
 * `undefined` if there are none.
 */
export function guaranteeFor(subject: Subject, stability: string, revision: PolicyRevision): Guarantee | undefined {
  const guarantee = revision.guarantees[stability]
  return guarantee?.kinds[subjectKindOf(subject)] ?? guarantee
}

/**
 * Judges an end of support by the policy revision in force when it was announced, or at the end if it wasn't announced.
 * If the revision or stability level is unknown, all possible ones are tried: if they agree, that is the verdict.
 * `undefined` if the tenure hasn't ended.
 */
export function judgeEnd(lifecycle: Lifecycle, tenure: Tenure, policy: Policy, history: History): Judgment | undefined {
  const {end, introduced} = tenure
  if (!end) return undefined
  const about: TenureCase = {lifecycle, tenure, policy, history}
  const event = end.event
  // An end by its sunset has no entry of its own, because it can be later than the event that announced it.
  const by = event.kind === 'removed' ? event.entry : undefined
  const released = wasReleased(lifecycle, end.moment, history)
  const rule = (allowUnrecorded: boolean): readonly RevisionRuling[] =>
    tryAllReadings(about, by, (revision, stability) => ruleOnEnd({...about, end, revision, stability}, allowUnrecorded))
  const recordedRulings = rule(false)
  // Unrecorded earlier announcements are considered only for violations: they can make one undetermined and nothing
  // else.
  const rulings = recordedRulings.some(({verdict}) => verdict === 'violation') ? rule(true) : recordedRulings
  const named = findUsableReplacement(lifecycle.subject, tenure, history)?.replacement
  const replacement = named ?? inferReplacement(tenure, history)
  const announcement = tenure.announcements[0]
  const combined = combineRulings(rulings, {...about, by, released}, waiverMoment(end, history.timeline), event)
  const unannounced = findUnannounced(
    combined.requirements.map(({start}) => start),
    about
  )
  const judgment: Judgment = {
    ...combined,
    event,
    kind: 'end',
    end: end.moment,
    pending: end.pending,
    ended: end,
    ...(replacement ? {replacement, ...(named ? {} : {isInferred: true as const})} : {}),
    ...defined({announcement, unannounced})
  }
  const {timeline} = history
  const others = findAlternativeTenures(tenure, lifecycle, timeline).flatMap(other => {
    const each = judgeEnd(lifecycle, other, policy, history)
    return each && each.verdict !== judgment.verdict ? [{each, other}] : []
  })
  const differing = others.map(({each}) => each)
  if (differing.length === 0) return judgment
  const {exemptBy: _, ...open} = [judgment, ...differing].toSorted(
    (a, b) => COMBINED_SEVERITY.indexOf(a.verdict) - COMBINED_SEVERITY.indexOf(b.verdict)
  )[0] as Judgment
  const ends = differing.map(each => each.end)
  const missing = [
    ...judgment.missing,
    ...differing.flatMap(each => each.missing),
    ...missingDates(...(introduced ? [introduced.moment] : []), end.moment, ...ends),
    ...others.flatMap(({other}) => findUndecidedDates(other, lifecycle, timeline))
  ]
  // A violation under only some of the readings is undetermined.
  const requirements = open.requirements.map(requirement =>
    requirement.verdict === 'violation' ? asUndetermined(requirement) : requirement
  )
  return {
    ...open,
    event,
    end: end.moment,
    pending: end.pending,
    ended: end,
    requirements,
    verdict: 'undetermined',
    missing: uniqueFacts(missing)
  }
}

/** Whether the subject is removed by an unreleased version although its sunset was reached earlier. */
export const isRemovalPending = ({removal}: Partial<EndOfSupport> = {}, {entries}: Timeline): boolean =>
  removal?.entry !== undefined && entries[removal.entry]?.pending === true

/**
 * The moment at which a waiver must be valid: the removal, if the subject is removed after its sunset, otherwise the
 * end.
 */
const waiverMoment = (end: EndOfSupport, timeline: Timeline): Moment =>
  (isRemovalPending(end, timeline) && end.removal) || end.moment

/**
 * The inferred replacement of an observed removal: the next endpoint version, if it was available by then; otherwise
 * `undefined`.
 */
function inferReplacement({end, successors}: Tenure, {timeline, bySubject}: History): Subject | undefined {
  if (!end?.event.seen) return undefined
  const isBy = (moment: Moment): boolean => isReachedBy(timeline, moment, end.moment)
  // A successor that was removed by then is no replacement.
  const hasEnded = (subject: Subject): boolean => {
    const over = bySubject.get(subjectKey(subject))?.tenures.at(-1)?.end?.moment
    return over !== undefined && isBy(over)
  }
  const available = successors.filter(({moment, subject}) => isBy(moment) && !hasEnded(subject))
  return available[0]?.subject
}

/** Judges a change that isn't an end of support; `undefined` if it is compatible under every reading. */
export function judgeChange(
  event: Event,
  lifecycle: Lifecycle,
  tenure: Tenure,
  policy: Policy,
  history: History
): Judgment | undefined {
  const entry = history.timeline.entries[event.entry]
  if (!entry) return undefined
  if (!hasChangeToJudge(event, lifecycle.subject, policy, history)) return undefined
  const about: TenureCase = {lifecycle, tenure, policy, history}
  const at = momentOfEntry(entry)
  const rulings = tryAllReadings(about, event.entry, (revision, stability): RevisionRuling => {
    const endCase = {...about, revision, stability}
    const guarantee = guaranteeFor(lifecycle.subject, stability, revision)
    const clause = clauseOf(endCase, guarantee?.change.pointer ?? revision.pointer)
    const claim = isDeclaredBreaking(event, revision, {policy, stability, language: history.about.language})
    const base = {revision, stability, clause, anchor: at, ...(claim ? {claimed: true as const} : {})}
    if (claim === false) return {...base, verdict: 'compliant', requirements: [], missing: []}
    if (!guarantee || guarantee.change.kind === 'allowed')
      return {...base, verdict: 'exempt', requirements: [], missing: []}
    const requirements = judgeChangeRequirement(guarantee, event, at, endCase)
    return {
      ...base,
      ...(event.announced?.kind === 'at' ? {start: event.announced.moment} : {}),
      verdict: worstRequirementVerdict(requirements.map(requirement => requirement.verdict)),
      requirements,
      missing: requirements.flatMap(requirement => requirement.missing)
    }
  })
  if (rulings.every(({verdict, requirements}) => verdict === 'compliant' && requirements.length === 0)) return undefined
  if (
    !rulings.some(({claimed}) => claimed) &&
    rulings.every(({verdict}) => verdict === 'exempt' || verdict === 'compliant')
  )
    return undefined
  const released = wasTargetReleased(lifecycle, at, history)
  return {
    ...combineRulings(rulings, {...about, by: event.entry, released}, at, event),
    event,
    kind: 'change',
    end: at,
    pending: entry.pending
  }
}

/** Whether a change is, under any reading, known to be breaking or neither compatible nor allowed by the policy. */
function hasChangeToJudge(event: Event, subject: Subject, policy: Policy, history: History): boolean {
  const stabilities = possibleStabilities(subject, policy, history, event.entry)
  return policy.revisions.some(revision =>
    stabilities.some(stability => {
      const claim = isDeclaredBreaking(event, revision, {policy, stability, language: history.about.language})
      if (claim !== undefined) return claim
      const guarantee = guaranteeFor(subject, stability, revision)
      return guarantee !== undefined && guarantee.change.kind !== 'allowed'
    })
  )
}

function tryAllReadings(
  {lifecycle: {subject}, policy, history}: TenureCase,
  by: number | undefined,
  rule: (revision: PolicyRevision, stability: string) => RevisionRuling
): readonly RevisionRuling[] {
  const stabilities = possibleStabilities(subject, policy, history, by)
  const all = policy.revisions.flatMap(revision =>
    stabilities.map(stability => {
      const ruling = rule(revision, stability)
      return lacksVersion(subject, stabilities) ? withoutLifetime(ruling, subject) : ruling
    })
  )
  return filterByRevisionInForce(all, policy, history.timeline)
}

/**
 * Whether the policy recognizes no version in the path of an endpoint, so that several stability levels are possible.
 */
export const lacksVersion = ({target}: Subject, stabilities: readonly string[]): boolean =>
  isEndpoint(target) && stabilities.length > 1

/**
 * The ruling, made undetermined if it is compliant by a lifetime: a lifetime is that of a version, and the policy
 * recognizes no version in the path of this endpoint.
 */
function withoutLifetime(ruling: RevisionRuling, subject: Subject): RevisionRuling {
  const isMet = ({aspect, verdict}: RequirementJudgment): boolean => aspect === 'lifetime' && verdict === 'compliant'
  if (ruling.verdict !== 'compliant' || !ruling.requirements.some(isMet)) return ruling
  return {
    ...ruling,
    verdict: 'undetermined',
    requirements: ruling.requirements.map(each => (isMet(each) ? asUndetermined(each) : each)),
    missing: [{fact: 'stability', of: formatSubject(subject)}]
  }
}

function ruleOnEnd(endCase: EndCase, allowUnrecorded: boolean): RevisionRuling {
  const {policy, revision, stability, lifecycle, end} = endCase
  const guarantee = guaranteeFor(lifecycle.subject, stability, revision)
  const {entry: _, ...placeless} = end.moment
  const {anchor, start} = determineAnnouncementDate(
    guarantee,
    stability,
    endCase,
    end.perhaps ? placeless : end.moment,
    allowUnrecorded
  )
  const clause = clauseOf(endCase, guarantee?.pointer ?? revision.pointer)
  const effect = effectOfRemoval(end.event, lifecycle.subject, revision, {policy, stability})
  if (!guarantee || guarantee.exempt || effect === 'compatible') {
    const verdict = effect === 'compatible' ? 'compliant' : 'exempt'
    return {revision, stability, verdict, clause, requirements: [], missing: [], anchor}
  }
  const judged = judgeRequirements(guarantee, endCase)
  const requirements =
    effect === 'review' ? judged.map(requirement => withUnknownEffect(requirement, lifecycle.subject)) : judged
  const lead = leadingRequirement(requirements)
  const verdict = lead?.verdict ?? 'compliant'
  const open = requirements.filter(requirement => verdict === 'undetermined' && requirement.verdict === verdict)
  return defined({
    revision,
    stability,
    verdict,
    clause: lead?.clause ?? clause,
    requirements,
    missing: uniqueFacts(open.flatMap(requirement => requirement.missing)),
    anchor,
    start
  })
}

/** The requirement as undetermined, because it isn't known whether the removal is breaking. */
const withUnknownEffect = (requirement: RequirementJudgment, subject: Subject): RequirementJudgment =>
  requirement.verdict === 'compliant'
    ? requirement
    : {
        ...asUndetermined(requirement),
        missing: [{fact: 'breaking', of: formatSubject(subject)}, ...requirement.missing]
      }

/**
 * Whether a release that shipped before a moment contained the subject; `undefined` if the history doesn't decide it.
 */
function wasReleased(lifecycle: Lifecycle, by: Moment, history: History): boolean | undefined {
  const {subject, tenures} = lifecycle
  const contained: (boolean | undefined)[] = []
  for (const tenure of tenures) {
    const answer = wasContained(tenure, by, history)
    if (answer) return true
    contained.push(answer)
  }
  if (contained.length > 0 && contained.every(each => each === false)) return false
  // A part of an unreleased subject is unreleased too.
  const whole = subject.part && history.bySubject.get(targetKey(subject.target))
  return whole && wasReleased(whole, by, history) === false ? false : undefined
}

/**
 * Whether the target of a change was released: a new parameter changes its existing endpoint. `undefined` if unknown.
 */
function wasTargetReleased({subject}: Lifecycle, by: Moment, history: History): boolean | undefined {
  if (!isEndpoint(subject.target)) return undefined
  const whole = history.bySubject.get(targetKey(subject.target))
  return whole && wasReleased(whole, by, history)
}

const shippedReleasesOf = memoize(({entries}: Timeline) =>
  entries.filter(({kind, name, pending}) => kind === 'release' && name !== NEXT && !pending)
)

function wasContained({introduced}: Tenure, by: Moment, history: History): boolean | undefined {
  const {timeline} = history
  const first = introduced && timeline.entries[introduced.event.entry]
  if (!introduced || !first) return undefined
  const shipped = shippedReleasesOf(timeline)
  let isOpen = false
  for (const entry of shipped.slice(shipped.findLastIndex(({index}) => index < first.index) + 1)) {
    const place = compareMoments(timeline, momentOfEntry(entry), by)
    if ((place !== 'before' && place) || !isContainedIn(timeline, first.index, entry.index)) continue
    if (place) return true
    isOpen = true
  }
  if (isOpen || !isListedBy(by, history) || first.kind !== 'release') return undefined
  // A subject that existed by then may have been in any earlier release without a snapshot.
  const {by: seen} = introduced.event
  if (!seen) return false
  const {after} = seen
  return after === undefined || shipped.some(({index}) => index > after && index < first.index) ? undefined : false
}

/** Whether no revision of the policy guarantees anything to the subject, whatever its stability level is. */
export const hasNoGuarantee = ({subject}: Lifecycle, policy: Policy, history: History): boolean =>
  possibleStabilities(subject, policy, history).every(stability =>
    policy.revisions.every(revision => guaranteeFor(subject, stability, revision)?.exempt ?? true)
  )

/** The alternative readings of a tenure, without those whose sunset was certainly withdrawn in time. */
export function findAlternativeTenures({otherwise = []}: Tenure, {events}: Lifecycle, timeline: Timeline): Tenure[] {
  if (otherwise.length === 0) return []
  const withdrawals = events.filter(({kind}) => kind === 'withdrawn')
  return otherwise.filter(({end, sunset}) => {
    if (end?.kind !== 'sunset' || !sunset) return true
    return !withdrawals.some(
      ({id, subject, entry}) =>
        id > sunset.event.id &&
        covers(sunset.event.subject, subject) &&
        compareMoments(timeline, momentAt(timeline, entry), sunset.moment) === 'before'
    )
  })
}

/** The dates of statements about an end of support that may have come before or after the sunset. */
export const findUndecidedDates = ({sunset}: Tenure, {events}: Lifecycle, timeline: Timeline): MissingFact[] =>
  events
    .filter(({kind}) => kind === 'deprecated' || kind === 'rescheduled' || kind === 'withdrawn')
    .map(({entry}) => momentAt(timeline, entry))
    .filter(moment => sunset !== undefined && compareMoments(timeline, sunset.moment, moment) === undefined)
    .flatMap(moment => missingDates(moment))
