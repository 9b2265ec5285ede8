import type {Clause, DutyJudgement, Missing} from '../model/judgement.ts'
import type {End} from '../model/lifecycle.ts'
import type {Gate, Promised, Revision, SuccessorDuty, Term, Window} from '../model/policy.ts'
import {isMajorStep} from '../model/release.ts'
import {formatSubject} from '../model/subject.ts'
import {type Moment, NEXT, order} from '../model/timeline.ts'
import {isExact} from '../model/when.ts'
import {alignedTo, type Case, type ClockReading, earliest, readClocks, type Started} from './clocks.ts'
import {isNothing, nextListedDay} from './lengths.ts'
import {rankOf, stabilityOf} from './stability.ts'
import {coarse, lengthMet, type Outcome, worst} from './terms.ts'

/** One duty of a promise, as it was met under one revision and one stability. */
export type Duty = DutyJudgement

/** A case with the end, the revision and the stability that it is judged by. */
export interface Trial extends Case {
  readonly end: End
  readonly revision: Revision
  readonly stability: string
}

export const clauseOf = (
  {policy, revision}: {policy: Case['policy']; revision: Revision},
  pointer: string
): Clause => ({
  policy: policy.name,
  revision: revision.name,
  pointer
})

/** All duties that bind an end, each judged. */
export function dutiesOf(promised: Promised, trial: Trial): Duty[] {
  return [
    ...promised.terms.flatMap(term => termDuty(term, trial)),
    ...sunsetDuty(promised, trial),
    ...windowDuty(promised.window, trial.end.moment, trial),
    ...(promised.successor ? [successorDuty(promised.successor, trial)] : []),
    ...promised.gates.map(gate => gateDuty(gate, trial))
  ]
}

function termDuty(term: Term, trial: Trial): Duty[] {
  if (isNothing(term.length)) return []
  const reading = readClocks(term.clocks, trial.stability, trial)
  // Support beside a successor is owed only where there is one.
  if (term.aspect === 'overlap' && !reading.started && reading.uncertain.length === 0) return []
  const place = reading.started && order(trial.history.timeline, reading.started, trial.end.moment)
  if (term.aspect === 'overlap' && place === 'after') return []
  const judged = judgeTerm(term, reading.started, reading, trial)
  if (reading.uncertain.length === 0) return [judged]
  const alternatives = reading.uncertain.map(({start}) => {
    const started = earliest([reading.started, start].filter(each => each !== undefined))
    return start ? judgeTerm(term, started, reading, trial).verdict : 'undetermined'
  })
  // Where it is not sure that there is a successor, it is not sure that anything is owed.
  const optional = term.aspect === 'overlap' && !reading.started
  if (optional && alternatives.every(verdict => verdict === 'kept')) return []
  const agreed = judged.verdict === 'kept' || alternatives.every(verdict => verdict === judged.verdict)
  if (agreed && !optional) return [judged]
  const missing = [...judged.missing, ...reading.uncertain.map(each => each.missing)]
  return [{...judged, verdict: 'undetermined', missing}]
}

function judgeTerm(term: Term, started: Started | undefined, reading: ClockReading, trial: Trial): Duty {
  const {end, history, policy} = trial
  const base = {aspect: term.aspect, clause: clauseOf(trial, term.pointer), length: term.length} as const
  if (!started) return {...base, verdict: 'broken', missing: [], unstarted: true}
  const atEnd = isNotBefore(started, end.moment, trial)
  if (atEnd) return {...base, verdict: 'broken', missing: [], start: started, unstarted: true}
  const start = {...started, when: alignedTo(started.when, term.startsOn)}
  const source = `the notice of policy ${policy.name}`
  const context = {timeline: history.timeline, complete: history.complete, countPatches: policy.countPatches, source}
  const {met, missing} = lengthMet(term.length, start, end.moment, context)
  // A successor that may have come after the end would not have bound it.
  const open = term.aspect === 'overlap' && met === 'broken' && !order(history.timeline, started, end.moment)
  if (open) return {...base, verdict: 'undetermined', missing: coarse(start, end.moment), start}
  const also = met === 'undetermined' ? reading.missing : []
  // An introduction that is not on record has no date to ask for besides.
  const unknown = also.some(({fact}) => fact === 'introduction')
  const own = unknown ? missing.filter(({of}) => of !== start.stated) : missing
  return {...base, verdict: met, missing: unique([...also, ...own]), start}
}

/** Certain without any date: the clock started with the end's own release or after it. */
function isNotBefore(start: Moment, end: Moment, {history}: Trial): boolean {
  if (start.entry === undefined || end.entry === undefined) return false
  const place = order(history.timeline, start, end)
  return place === 'same' || place === 'after'
}

export const unique = (missing: readonly Missing[]): Missing[] =>
  missing.filter(({fact, of}, index) => missing.findIndex(other => other.fact === fact && other.of === of) === index)

/** An end before the sunset in force breaks the word that was given, whatever notice there was. */
function sunsetDuty(promised: Promised, trial: Trial): Duty[] {
  const {tenure, end, history} = trial
  const {removal} = end
  if (!tenure.sunset || !removal) return []
  const {moment: sunset} = tenure.sunset
  const base = {aspect: 'sunset', clause: clauseOf(trial, promised.pointer)} as const
  const place = order(history.timeline, removal, sunset)
  if (place === 'before') return [{...base, verdict: 'broken', missing: []}]
  if (place === 'same' || place === 'after') return [{...base, verdict: 'kept', missing: []}]
  const endsFirst = sunset.when.earliest !== undefined && removal.when.latest !== undefined
  if (endsFirst && removal.when.latest < sunset.when.earliest) return [{...base, verdict: 'broken', missing: []}]
  const late = removal.when.earliest !== undefined && sunset.when.latest !== undefined
  if (late && removal.when.earliest >= sunset.when.latest) return [{...base, verdict: 'kept', missing: []}]
  return [{...base, verdict: 'undetermined', missing: coarse(removal, sunset)}]
}

/** Where the policy lets a tenure end at all. */
export function windowDuty(window: Window & {pointer: string}, end: Moment, trial: Omit<Trial, 'end'>): Duty[] {
  if (window.kind === 'any') return []
  const base = {aspect: 'window', clause: clauseOf(trial, window.pointer)} as const
  const {met, missing} = withinWindow(window, end, trial)
  return [{...base, verdict: met, missing}]
}

function withinWindow(window: Exclude<Window, {kind: 'any'}>, end: Moment, {history}: Omit<Trial, 'end'>): Outcome {
  if (window.kind === 'never') return {met: 'broken', missing: []}
  if (window.kind === 'days') {
    const {earliest: from, latest: until} = end.when
    if (from === undefined || until === undefined) return {met: 'undetermined', missing: coarse(end)}
    const first = nextListedDay(from, window.days)
    if (first === undefined || first > until) return {met: 'broken', missing: []}
    return isExact(end.when) ? {met: 'kept', missing: []} : {met: 'undetermined', missing: coarse(end)}
  }
  const release = end.entry === undefined ? undefined : history.timeline.entries[end.entry]
  if (release?.kind !== 'release')
    return {met: 'undetermined', missing: [{fact: 'release', of: `the end on ${end.stated}`}]}
  if (window.kind === 'release') return {met: 'kept', missing: []}
  if (release.name === NEXT) return {met: 'undetermined', missing: [{fact: 'version', of: `release ${NEXT}`}]}
  return {met: isMajorStep(release.name) ? 'kept' : 'broken', missing: []}
}

/** There must be something to move to, as stable as promised and in time. */
function successorDuty(duty: SuccessorDuty, trial: Trial): Duty {
  const {tenure, policy, history, end, stability, lifecycle} = trial
  const base = {aspect: 'successor', clause: clauseOf(trial, duty.pointer)} as const
  const deadline = duty.before === 'announcement' ? (tenure.announcements[0]?.moment ?? end.moment) : end.moment
  const judged = tenure.successors.map(({subject, moment}): Outcome => {
    const place = order(history.timeline, moment, deadline)
    if (place === 'after') return {met: 'broken', missing: []}
    if (duty.stability === 'same') {
      const known = stabilityOf(subject, policy, history)
      if (known === undefined) return {met: 'undetermined', missing: [{fact: 'stability', of: formatSubject(subject)}]}
      if (rankOf(known, policy) < rankOf(stability, policy)) return {met: 'broken', missing: []}
    }
    return place === undefined ? {met: 'undetermined', missing: coarse(moment, deadline)} : {met: 'kept', missing: []}
  })
  if (judged.some(outcome => outcome.met === 'kept')) return {...base, verdict: 'kept', missing: []}
  const open = judged.filter(outcome => outcome.met === 'undetermined')
  if (open.length > 0) return {...base, verdict: 'undetermined', missing: open.flatMap(outcome => outcome.missing)}
  if (history.complete || judged.length > 0) return {...base, verdict: 'broken', missing: []}
  return {...base, verdict: 'undetermined', missing: [{fact: 'successor', of: formatSubject(lifecycle.subject)}]}
}

/** Consent and usage are not ours to measure: met where the record says so, else the fact is missing. */
function gateDuty(gate: Gate, trial: Trial): Duty {
  const met = trial.end.event.gates?.[gate.name] !== undefined
  return {
    aspect: 'gate',
    clause: clauseOf(trial, gate.pointer),
    verdict: met ? 'kept' : 'undetermined',
    missing: met ? [] : [{fact: gate.name, of: formatSubject(trial.lifecycle.subject)}]
  }
}

/** The duty that leads: the worst, and of equals the one that comes first in the promise. */
export function leading(duties: readonly Duty[]): Duty | undefined {
  const verdict = worst(duties.map(duty => duty.verdict))
  return duties.find(duty => duty.verdict === verdict)
}
