import type {Effect} from '../model/api/change.ts'
import type {Event} from '../model/lifecycle/event.ts'
import type {History} from '../model/lifecycle/history.ts'
import type {End, Lifecycle, Tenure} from '../model/lifecycle/lifecycle.ts'
import {pointerIn} from '../model/lifecycle/replacement.ts'
import {formatSubject, kindOf, type Subject, subjectKey} from '../model/subject/subject.ts'
import {type Moment, momentOf, order, type Timeline} from '../model/time/timeline.ts'
import type {DutyJudgement, Judgement} from '../model/verdict/judgement.ts'
import type {Policy, Promised, Revision} from '../model/verdict/policy.ts'
import {datesAround, othersOf} from './alternative-tenures.ts'
import {combine, opened, type Ruling, WORST} from './combine-revisions.ts'
import {harmOfEnd} from './compatibility/change-effects.ts'
import {changeDuty, claimOf} from './compatibility/judge-declared-change.ts'
import {announcedIn} from './notice/announcement-date.ts'
import type {Case} from './notice/notice-clock.ts'
import {coarse, worst} from './notice/notice-verdict.ts'
import {binding} from './notice/revisions.ts'
import {possibleStabilities} from './notice/stability.ts'
import {waiverFor} from './remedy/waivers.ts'
import {clauseOf, dutiesOf, leading, type Trial, unique} from './requirements.ts'
import {wasReleased, wasTargetReleased} from './was-released.ts'

/**
 * The guarantees of a revision for a subject of that stability level, including those for its kind; `undefined` if
 * there are none.
 */
export function promisedTo(subject: Subject, stability: string, revision: Revision): Promised | undefined {
  const guarantee = revision.promises[stability]
  return guarantee?.kinds[kindOf(subject)] ?? guarantee
}

/**
 * Judges an end of support by the policy revision in force when it was announced, or at the end if it wasn't announced.
 * If the revision or stability level is unknown, all possible ones are tried: if they agree, that is the verdict.
 * `undefined` if the tenure hasn't ended.
 */
export function judgeEnd(
  lifecycle: Lifecycle,
  tenure: Tenure,
  policy: Policy,
  history: History
): Judgement | undefined {
  const {end, introduced} = tenure
  if (!end) return undefined
  const about: Case = {lifecycle, tenure, policy, history}
  const event = end.event
  // Without an observed removal, the end may be later than its event.
  const by = event.kind === 'removed' ? event.entry : undefined
  const released = wasReleased(lifecycle, end.moment, history)
  const rule = (allowUnrecorded: boolean): readonly Ruling[] =>
    tryAllReadings(lifecycle.subject, about, by, (revision, stability) =>
      ruleOnEnd({...about, end, revision, stability}, allowUnrecorded)
    )
  const recordedRulings = rule(false)
  // An unrecorded earlier announcement can only turn a violation into `undetermined`, never create a doubt.
  const rulings = recordedRulings.some(({verdict}) => verdict === 'broken') ? rule(true) : recordedRulings
  const named = pointerIn(lifecycle.subject, tenure, history)?.replacement
  const replacement = named ?? inferReplacement(tenure, history)
  const announcement = tenure.announcements[0]
  const judgement: Judgement = {
    ...combine(
      rulings,
      {...about, by, released},
      waiverMoment(end, history.timeline),
      waiverFor(event, lifecycle.subject, history)
    ),
    event,
    kind: 'end',
    end: end.moment,
    pending: end.pending,
    ended: end,
    ...(replacement ? {replacement, ...(named ? {} : {isInferred: true as const})} : {}),
    ...(announcement ? {announcement} : {})
  }
  const {timeline} = history
  const others = othersOf(tenure, lifecycle, timeline).flatMap(other => {
    const each = judgeEnd(lifecycle, other, policy, history)
    return each && each.verdict !== judgement.verdict ? [{each, other}] : []
  })
  const differing = others.map(({each}) => each)
  if (differing.length === 0) return judgement
  const {exemptBy: _, ...open} = [judgement, ...differing].toSorted(
    (a, b) => WORST.indexOf(a.verdict) - WORST.indexOf(b.verdict)
  )[0] as Judgement
  const ends = differing.map(each => each.end)
  const missing = [
    ...judgement.missing,
    ...differing.flatMap(each => each.missing),
    ...coarse(...(introduced ? [introduced.moment] : []), end.moment, ...ends),
    ...others.flatMap(({other}) => datesAround(other, lifecycle, timeline))
  ]
  // A violation under only some of the readings is undetermined.
  const duties = open.duties.map(duty => (duty.verdict === 'broken' ? opened(duty) : duty))
  const {event: judgedEvent, end: ending, pending, ended = end} = judgement
  return {
    ...open,
    event: judgedEvent,
    end: ending,
    pending,
    ended,
    duties,
    verdict: 'undetermined',
    missing: unique(missing)
  }
}

/** Whether the subject is removed by an unreleased version although its sunset was reached earlier. */
export const endsNow = ({removal}: Partial<End> = {}, {entries}: Timeline): boolean =>
  removal?.entry !== undefined && entries[removal.entry]?.pending === true

/**
 * The moment at which a waiver must be valid: the removal, if the subject is removed after its sunset, otherwise the
 * end.
 */
const waiverMoment = (end: End, timeline: Timeline): Moment => (endsNow(end, timeline) && end.removal) || end.moment

/**
 * The inferred replacement of an observed removal: the next endpoint version, if it was available by then; otherwise
 * `undefined`.
 */
function inferReplacement({end, successors}: Tenure, {timeline, bySubject}: History): Subject | undefined {
  if (!end?.event.seen) return undefined
  const isBy = (moment: Moment): boolean => ['before', 'same'].includes(order(timeline, moment, end.moment) ?? '')
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
): Judgement | undefined {
  const entry = history.timeline.entries[event.entry]
  if (!entry) return undefined
  const about: Case = {lifecycle, tenure, policy, history}
  const at = momentOf(entry)
  const released = wasTargetReleased(lifecycle, at, history)
  const rulings = tryAllReadings(lifecycle.subject, about, event.entry, (revision, stability): Ruling => {
    const endCase = {...about, revision, stability}
    const guarantee = promisedTo(lifecycle.subject, stability, revision)
    const clause = clauseOf(endCase, guarantee?.change.pointer ?? revision.pointer)
    const claim = claimOf(event, revision, {policy, stability})
    const base = {revision, stability, clause, anchor: at, ...(claim ? {claimed: true as const} : {})}
    if (claim === false) return {...base, verdict: 'kept', duties: [], missing: []}
    if (!guarantee || guarantee.change.kind === 'allowed') return {...base, verdict: 'exempt', duties: [], missing: []}
    const duties = changeDuty(guarantee, event, at, endCase)
    return {
      ...base,
      ...(event.announced?.kind === 'at' ? {start: event.announced.moment} : {}),
      verdict: worst(duties.map(duty => duty.verdict)),
      duties,
      missing: duties.flatMap(duty => duty.missing)
    }
  })
  if (rulings.every(({verdict, duties}) => verdict === 'kept' && duties.length === 0)) return undefined
  if (!rulings.some(({claimed}) => claimed) && rulings.every(({verdict}) => verdict === 'exempt' || verdict === 'kept'))
    return undefined
  return {
    ...combine(rulings, {...about, by: event.entry, released}, at, waiverFor(event, lifecycle.subject, history)),
    event,
    kind: 'change',
    end: at,
    pending: entry.pending
  }
}

function tryAllReadings(
  subject: Subject,
  {policy, history}: Case,
  by: number | undefined,
  rule: (revision: Revision, stability: string) => Ruling
): readonly Ruling[] {
  const all = policy.revisions.flatMap(revision =>
    possibleStabilities(subject, policy, history, by).map(stability => rule(revision, stability))
  )
  return binding(all, policy, history.timeline)
}

function ruleOnEnd(endCase: Trial, allowUnrecorded: boolean): Ruling {
  const {revision, stability, lifecycle, end} = endCase
  const guarantee = promisedTo(lifecycle.subject, stability, revision)
  const {entry: _, ...placeless} = end.moment
  const {anchor, start} = announcedIn(
    guarantee,
    stability,
    endCase,
    end.perhaps ? placeless : end.moment,
    allowUnrecorded
  )
  const clause = clauseOf(endCase, guarantee?.pointer ?? revision.pointer)
  const effect = effectOfEnd(endCase)
  if (!guarantee || guarantee.exempt || effect === 'tolerated') {
    const verdict = effect === 'tolerated' ? 'kept' : 'exempt'
    return {revision, stability, verdict, clause, duties: [], missing: [], anchor}
  }
  const requirements = dutiesOf(guarantee, endCase)
  const duties = effect === 'ask' ? requirements.map(duty => withUnknownEffect(duty, lifecycle.subject)) : requirements
  const lead = leading(duties)
  const verdict = lead?.verdict ?? 'kept'
  const open = duties.filter(duty => verdict === 'undetermined' && duty.verdict === verdict)
  return {
    revision,
    stability,
    verdict,
    clause: lead?.clause ?? clause,
    duties,
    missing: unique(open.flatMap(duty => duty.missing)),
    anchor,
    ...(start ? {start} : {})
  }
}

const effectOfEnd = ({lifecycle, end, revision, policy, stability}: Trial): Effect =>
  harmOfEnd(end.event, lifecycle.subject, revision, {policy, stability})

/** The requirement as undetermined, because it isn't known whether the removal is breaking. */
const withUnknownEffect = (duty: DutyJudgement, subject: Subject): DutyJudgement =>
  duty.verdict === 'kept'
    ? duty
    : {...opened(duty), missing: [{fact: 'breaking', of: formatSubject(subject)}, ...duty.missing]}
