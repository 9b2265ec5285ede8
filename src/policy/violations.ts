import type {Lifecycle, Tenure} from '../model/lifecycle/lifecycle.ts'
import {order, type Timeline} from '../model/time/timeline.ts'
import type {Aspect, DutyJudgement, Judgement, Missing} from '../model/verdict/judgement.ts'
import {unique} from './requirements.ts'

/** A requirement that wasn't met, no more severe than the judgement it belongs to. */
export interface Fault {
  readonly duty: DutyJudgement
  readonly verdict: 'broken' | 'undetermined'
  /** The facts that would decide; empty for a violation. */
  readonly missing: readonly Missing[]
}

/**
 * The requirements of one aspect that are violated or undetermined, most severe first. Empty if the judgement is
 * compliant, exempt, or waived.
 */
export function faultsIn(judgement: Judgement, aspect: Aspect): Fault[] {
  const {verdict, duties} = judgement
  if (verdict !== 'broken' && verdict !== 'undetermined') return []
  return duties
    .filter(requirement => requirement.aspect === aspect && requirement.verdict !== 'kept')
    .map((requirement): Fault => {
      const broken = requirement.verdict === 'broken' && verdict === 'broken'
      return {
        duty: requirement,
        verdict: broken ? 'broken' : 'undetermined',
        missing: broken ? [] : missingFor(requirement, judgement)
      }
    })
    .toSorted((a, b) => Number(a.verdict === 'undetermined') - Number(b.verdict === 'undetermined'))
}

/**
 * The facts missing for a requirement, and those missing for the whole judgement: stability, revision, the dates of a
 * waiver.
 */
function missingFor(requirement: DutyJudgement, {duties, missing}: Judgement): readonly Missing[] {
  const elsewhere = duties.filter(other => other !== requirement).flatMap(other => other.missing)
  const isElsewhere = ({fact, of}: Missing): boolean => elsewhere.some(each => each.fact === fact && each.of === of)
  const own = unique([...requirement.missing, ...missing.filter(each => !isElsewhere(each))])
  return own.length > 0 ? own : missing
}

export interface NoticeFault extends Fault {
  /**
   * `unannounced`: nothing announced the end before it. `short`: there was an announcement, but too late or
   * undetermined.
   */
  readonly kind: 'unannounced' | 'short'
}

/** The violation of the notice requirement, the most severe one if there are several; `undefined` if there is none. */
export function noticeFault(judgement: Judgement, timeline: Timeline): NoticeFault | undefined {
  if (judgement.kind !== 'end') return undefined
  const unmet = faultsIn(judgement, 'notice')
  const isEarlier = (start: DutyJudgement['start'] | Judgement['announcement']): boolean => {
    const moment = start && 'moment' in start ? start.moment : start
    return moment !== undefined && !['same', 'after'].includes(order(timeline, moment, judgement.end) ?? '')
  }
  const isAnnounced =
    isEarlier(judgement.announcement) ||
    judgement.duties.some(
      ({aspect, start, unstarted}) =>
        aspect === 'notice' && !unstarted && start?.clock !== 'introduction' && isEarlier(start)
    )
  const [fault] = unmet
  return fault && {...fault, kind: isAnnounced ? 'short' : 'unannounced'}
}

/** The tenure whose end was judged, or `undefined`. */
export const tenureOf = ({ended}: Judgement, {tenures}: Lifecycle): Tenure | undefined =>
  tenures.find(({end}) => end !== undefined && end === ended)
