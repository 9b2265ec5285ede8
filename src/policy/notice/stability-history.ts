import type {Event} from '../../model/lifecycle/event.ts'
import type {Lifecycle} from '../../model/lifecycle/lifecycle.ts'
import {subjectKey} from '../../model/subject/subject.ts'
import type {Policy} from '../../model/verdict/policy.ts'
import {stabilityOfTarget} from './stability.ts'
import {resolveStability} from './stability-labels.ts'

/** A period that a subject spent at one stability level. */
export interface StabilityStage {
  readonly stability: string
  /** The event that stated it; `undefined` if the path or a fact implies it from the beginning. */
  readonly event?: Event
}

/**
 * The stability levels of a subject in order: the one implied by its path or a fact, then those stated by events. A
 * fact has no date, so it counts as the beginning only if no introduction is recorded.
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
