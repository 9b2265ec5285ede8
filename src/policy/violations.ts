import type {Lifecycle, Tenure} from '../model/lifecycle/lifecycle.ts'
import {order, type Timeline} from '../model/time/timeline.ts'
import type {Aspect, DutyJudgement, Judgement, Missing} from '../model/verdict/judgement.ts'
import {unique} from './requirements.ts'

/** A duty that was not kept, no worse than the judgement that it is part of. */
export interface Fault {
  readonly duty: DutyJudgement
  readonly verdict: 'broken' | 'undetermined'
  /** What would decide it; empty where it is broken. */
  readonly missing: readonly Missing[]
}

/** The duties of one aspect that a judgement finds broken or undetermined, the worst first. What is excused has none. */
export function faultsIn(judgement: Judgement, aspect: Aspect): Fault[] {
  const {verdict, duties} = judgement
  if (verdict !== 'broken' && verdict !== 'undetermined') return []
  return duties
    .filter(duty => duty.aspect === aspect && duty.verdict !== 'kept')
    .map((duty): Fault => {
      const broken = duty.verdict === 'broken' && verdict === 'broken'
      return {duty, verdict: broken ? 'broken' : 'undetermined', missing: broken ? [] : missingFor(duty, judgement)}
    })
    .toSorted((a, b) => Number(a.verdict === 'undetermined') - Number(b.verdict === 'undetermined'))
}

/** What its own duty lacks, and what the whole judgement lacks: stability, revision, the days of a waiver. */
function missingFor(duty: DutyJudgement, {duties, missing}: Judgement): readonly Missing[] {
  const elsewhere = duties.filter(other => other !== duty).flatMap(other => other.missing)
  const isElsewhere = ({fact, of}: Missing): boolean => elsewhere.some(each => each.fact === fact && each.of === of)
  const own = unique([...duty.missing, ...missing.filter(each => !isElsewhere(each))])
  return own.length > 0 ? own : missing
}

export interface NoticeFault extends Fault {
  /** `unannounced`: nothing had told of the end before it. `short`: something had, but too late or undecidable. */
  readonly kind: 'unannounced' | 'short'
}

/** What is wrong with the notice of an end, told once: of several notices the worst speaks. */
export function noticeFault(judgement: Judgement, timeline: Timeline): NoticeFault | undefined {
  if (judgement.kind !== 'end') return undefined
  const faults = faultsIn(judgement, 'notice')
  const before = (start: DutyJudgement['start'] | Judgement['announcement']): boolean => {
    const moment = start && 'moment' in start ? start.moment : start
    return moment !== undefined && !['same', 'after'].includes(order(timeline, moment, judgement.end) ?? '')
  }
  const told =
    before(judgement.announcement) ||
    judgement.duties.some(
      ({aspect, start, unstarted}) =>
        aspect === 'notice' && !unstarted && start?.clock !== 'introduction' && before(start)
    )
  const [fault] = faults
  return fault && {...fault, kind: told ? 'short' : 'unannounced'}
}

/** The tenure whose end was judged. */
export const tenureOf = ({ended}: Judgement, {tenures}: Lifecycle): Tenure | undefined =>
  tenures.find(({end}) => end !== undefined && end === ended)
