import {isChangeKind} from '../../languages/kinds.ts'
import type {Effect} from '../../model/api/change.ts'
import type {Event} from '../../model/lifecycle/event.ts'
import {type Direction, formatSubject, subjectKindOf} from '../../model/subject/subject.ts'
import {compareMoments, type Moment} from '../../model/time/timeline.ts'
import type {RequirementJudgment} from '../../model/verdict/judgment.ts'
import type {EffectMap, Guarantee, PolicyRevision} from '../../model/verdict/policy.ts'
import {areAnnouncementsComplete, isCompleteBetween, unrecordedFacts} from '../announcement-completeness.ts'
import {isZeroLength} from '../notice/durations.ts'
import {judgeLength} from '../notice/notice-verdict.ts'
import {clauseOf, type EndCase, judgeEndWindow} from '../requirements.ts'
import {effectOfChange, type StabilityContext} from './change-effects.ts'
import {effectOfKind} from './default-effects.ts'

/**
 * Whether a recorded change is breaking: by the author's claim, otherwise by its kind. Additions are compatible unless
 * they are required or the policy classifies them as breaking. Observed changes are decided by proof or policy; if the
 * policy leaves one open, a declared line that denies it decides.
 * `undefined` if nothing decides it.
 */
export function isDeclaredBreaking(
  event: Event,
  revision: PolicyRevision,
  context: StabilityContext
): boolean | undefined {
  const {effects} = revision
  if (event.breaking !== undefined) return event.breaking
  if (event.observed) {
    const effect = effectOfChange(event.observed, revision, context)
    return effect === 'review' ? (event.denied ? false : undefined) : effect === 'breaking'
  }
  const side = event.subject.part?.in
  if (event.kind === 'introduced') {
    if (event.required) return true
    const effect = effectOfAddition(event, side, effects)
    return effect === 'review' ? undefined : effect === 'breaking'
  }
  if (!event.change) return undefined
  const effect = effectOfKind(event.change, side, effects)
  return effect === 'review' || effect === undefined ? undefined : effect === 'breaking'
}

function effectOfAddition(event: Event, side: Direction | undefined, map: EffectMap): Effect | undefined {
  const what = subjectKindOf(event.subject).replace('resource-', '')
  const kind = event.change ?? `${what === 'endpoint' ? 'operation' : what}-added`
  return isChangeKind(kind) ? effectOfKind(kind, side, map, event.change !== undefined) : undefined
}

/**
 * Judges a breaking change of something supported: it is forbidden, or allowed after the notice that the policy
 * requires.
 */
export function judgeChangeRequirement(
  guarantee: Guarantee,
  event: Event,
  at: Moment,
  changeCase: Omit<EndCase, 'end'>
): RequirementJudgment[] {
  const {change} = guarantee
  const {revision, history, policy, lifecycle, stability} = changeCase
  const base = {aspect: 'change', clause: clauseOf(changeCase, change.pointer)} as const
  const isBreaking = isDeclaredBreaking(event, revision, {policy, stability, language: history.about.language})
  const unclaimed = {fact: 'breaking', of: formatSubject(lifecycle.subject)}
  if (change.kind !== 'notice') {
    return [{...base, verdict: isBreaking ? 'violation' : 'undetermined', missing: isBreaking ? [] : [unclaimed]}]
  }
  const announced = event.announced?.kind === 'at' ? event.announced.moment : undefined
  const context = {
    timeline: history.timeline,
    complete: announced !== undefined && isCompleteBetween(announced, at, history),
    countPatches: policy.countPatches,
    source: `policy ${policy.name}`
  }
  // A change that ships together with its announcement had no notice, whatever the dates are.
  const place = announced && !isZeroLength(change.length) ? compareMoments(history.timeline, announced, at) : undefined
  const outcome =
    announced && place !== 'same' && place !== 'after'
      ? judgeLength(change.length, announced, at, context)
      : announced || areAnnouncementsComplete(event, history) || event.announced?.kind === 'never'
        ? {met: 'violation' as const, missing: []}
        : {met: 'undetermined' as const, missing: unrecordedFacts('announcement', lifecycle.subject, event, history)}
  const start = announced ? {start: {...announced, clock: 'announcement' as const}} : {unstarted: true}
  const window = judgeEndWindow(guarantee.endWindow, at, changeCase)
  if (isBreaking || outcome.met === 'compliant')
    return [{...base, ...start, verdict: outcome.met, missing: outcome.missing, length: change.length}, ...window]
  return [{...base, ...start, verdict: 'undetermined', missing: [unclaimed, ...outcome.missing], length: change.length}]
}
