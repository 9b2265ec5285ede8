import type {Event} from '../../model/lifecycle/event.ts'
import type {Lifecycle} from '../../model/lifecycle/lifecycle.ts'
import {subjectKey} from '../../model/subject/subject.ts'
import type {Policy} from '../../model/verdict/policy.ts'
import {stabilityOfTarget} from './stability.ts'
import {statedIn} from './stability-labels.ts'

/** A time that a subject spent in one stability. */
export interface Stage {
  readonly stability: string
  /** What stated it; left out where its path or a fact tells it from the beginning. */
  readonly event?: Event
}

/**
 * The stabilities of a subject in order: what its path or a fact says, then what was stated. A fact has no day, so it
 * counts as the beginning only where no introduction is on record.
 */
export function stagesOf({subject, events, stated}: Lifecycle, policy: Policy): Stage[] {
  const key = subjectKey(subject)
  const own = events.filter(event => subjectKey(event.subject) === key)
  const all = stated.map(each => ({...each, stability: statedIn(each.stability, policy) ?? each.stability}))
  const said = all.filter(each => each.event !== undefined)
  const fact = all.find(each => each.event === undefined)
  const isIntroduced = own.some(({kind}) => kind === 'introduced')
  const implied = subject.part ? undefined : stabilityOfTarget(subject.target, policy)
  const beginning = said.length === 0 || !isIntroduced ? (fact?.stability ?? implied) : implied
  const saidAtOnce = said[0]?.event !== undefined && said[0].event === own[0]
  const stages: Stage[] = beginning === undefined || saidAtOnce ? [] : [{stability: beginning}]
  for (const stage of said) if (stage.stability !== stages.at(-1)?.stability) stages.push(stage)
  return stages
}

/** The stability in which a subject was when the event of that number had been written. */
export const stageAt = (lifecycle: Lifecycle, policy: Policy, id: number): string | undefined =>
  stagesOf(lifecycle, policy).findLast(({event}) => event === undefined || event.id <= id)?.stability
