import {type Effect, isChangeKind} from '../../model/api/change.ts'
import type {Event} from '../../model/lifecycle/event.ts'
import {type Direction, formatSubject, kindOf} from '../../model/subject/subject.ts'
import {type Moment, order} from '../../model/time/timeline.ts'
import type {DutyJudgement} from '../../model/verdict/judgement.ts'
import type {EffectMap, Promised, Revision} from '../../model/verdict/policy.ts'
import {isAllSaid, untold} from '../announcement-completeness.ts'
import {isNothing} from '../notice/durations.ts'
import {lengthMet} from '../notice/notice-verdict.ts'
import {clauseOf, type Trial, windowDuty} from '../requirements.ts'
import {effectOn, type Held} from './change-effects.ts'
import {effectOf} from './default-effects.ts'

/**
 * Whether a recorded change is breaking: by the author's claim, otherwise by its kind. Additions are compatible unless
 * they are required or the policy classifies them as breaking. Observed changes are decided by proof or policy; if the
 * policy leaves one open, a declared line that denies it decides.
 * `undefined` if nothing decides it.
 */
export function claimOf(event: Event, revision: Revision, context: Held): boolean | undefined {
  const {effects} = revision
  if (event.breaking !== undefined) return event.breaking
  if (event.observed) {
    const effect = effectOn(event.observed, revision, context)
    return effect === 'ask' ? (event.denied ? false : undefined) : effect === 'breaking'
  }
  const side = event.subject.part?.in
  if (event.kind === 'introduced') {
    if (event.required) return true
    const effect = effectOfAddition(event, side, effects)
    return effect === 'ask' ? undefined : effect === 'breaking'
  }
  if (!event.change) return undefined
  const effect = effectOf(event.change, side, effects)
  return effect === 'ask' || effect === undefined ? undefined : effect === 'breaking'
}

function effectOfAddition(event: Event, side: Direction | undefined, map: EffectMap): Effect | undefined {
  const kind = event.change ?? `${kindOf(event.subject).replace('resource-', '')}-added`
  return isChangeKind(kind) ? effectOf(kind, side, map, event.change !== undefined) : undefined
}

/**
 * Judges a breaking change of something supported: it is forbidden, or allowed after the notice that the policy
 * requires.
 */
export function changeDuty(
  guarantee: Promised,
  event: Event,
  at: Moment,
  changeCase: Omit<Trial, 'end'>
): DutyJudgement[] {
  const {change} = guarantee
  const {revision, history, policy, lifecycle, stability} = changeCase
  const base = {aspect: 'change', clause: clauseOf(changeCase, change.pointer)} as const
  const isBreaking = claimOf(event, revision, {policy, stability})
  const unclaimed = {fact: 'breaking', of: formatSubject(lifecycle.subject)}
  if (change.kind !== 'notice') {
    return [{...base, verdict: isBreaking ? 'broken' : 'undetermined', missing: isBreaking ? [] : [unclaimed]}]
  }
  const announced = event.announced?.kind === 'at' ? event.announced.moment : undefined
  const context = {
    timeline: history.timeline,
    complete: history.complete,
    countPatches: policy.countPatches,
    source: `policy ${policy.name}`
  }
  // A change that ships together with its announcement had no notice, whatever the dates are.
  const place = announced && !isNothing(change.length) ? order(history.timeline, announced, at) : undefined
  const outcome =
    announced && place !== 'same' && place !== 'after'
      ? lengthMet(change.length, announced, at, context)
      : announced || isAllSaid(event, history) || event.announced?.kind === 'never'
        ? {met: 'broken' as const, missing: []}
        : {met: 'undetermined' as const, missing: untold('announcement', lifecycle.subject, event, history)}
  const start = announced ? {start: {...announced, clock: 'announcement' as const}} : {unstarted: true}
  const window = windowDuty(guarantee.window, at, changeCase)
  if (isBreaking || outcome.met === 'kept')
    return [{...base, ...start, verdict: outcome.met, missing: outcome.missing, length: change.length}, ...window]
  return [{...base, ...start, verdict: 'undetermined', missing: [unclaimed, ...outcome.missing], length: change.length}]
}
