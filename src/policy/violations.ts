import type {History} from '../model/lifecycle/history.ts'
import type {Lifecycle, Tenure} from '../model/lifecycle/lifecycle.ts'
import {isBefore, singleDay} from '../model/time/date-range.ts'
import {isReachedBy, NEXT, type Timeline} from '../model/time/timeline.ts'
import type {Aspect, Judgment, MissingFact, RequirementJudgment} from '../model/verdict/judgment.ts'
import {uniqueFacts} from './requirements.ts'

/**
 * A requirement that wasn't met. It is a violation only if the judgment is one, because a waiver or a missing fact can
 * make the judgment milder than the requirement.
 */
export interface UnmetRequirement {
  readonly requirement: RequirementJudgment
  readonly verdict: 'violation' | 'undetermined'
  /** The facts that would decide; empty for a violation. */
  readonly missing: readonly MissingFact[]
}

/**
 * The requirements of one aspect that are violated or undetermined, most severe first. Empty if the judgment is
 * compliant, exempt, or waived.
 */
export function findUnmetRequirements(judgment: Judgment, aspect: Aspect): UnmetRequirement[] {
  const {verdict, requirements} = judgment
  if (verdict !== 'violation' && verdict !== 'undetermined') return []
  return requirements
    .filter(requirement => requirement.aspect === aspect && requirement.verdict !== 'compliant')
    .map((requirement): UnmetRequirement => {
      const broken = requirement.verdict === 'violation' && verdict === 'violation'
      return {
        requirement,
        verdict: broken ? 'violation' : 'undetermined',
        missing: broken ? [] : missingFor(requirement, judgment)
      }
    })
    .toSorted((a, b) => Number(a.verdict === 'undetermined') - Number(b.verdict === 'undetermined'))
}

/**
 * The facts missing for a requirement, and those missing for the whole judgment: stability, revision, the dates of a
 * waiver.
 */
function missingFor(requirement: RequirementJudgment, {requirements, missing}: Judgment): readonly MissingFact[] {
  const elsewhere = requirements.filter(other => other !== requirement).flatMap(other => other.missing)
  const isElsewhere = ({fact, of}: MissingFact): boolean => elsewhere.some(each => each.fact === fact && each.of === of)
  const own = uniqueFacts([...requirement.missing, ...missing.filter(each => !isElsewhere(each))])
  return own.length > 0 ? own : missing
}

export interface NoticeViolation extends UnmetRequirement {
  /**
   * `unannounced`: nothing announced the end before it. `short`: there was an announcement, but too late or
   * undetermined.
   */
  readonly kind: 'unannounced' | 'short'
}

/** The violation of the notice requirement, the most severe one if there are several; `undefined` if there is none. */
export function findNoticeViolation(judgment: Judgment, timeline: Timeline): NoticeViolation | undefined {
  if (judgment.kind !== 'end') return undefined
  const unmet = findUnmetRequirements(judgment, 'notice')
  const isEarlier = (start: RequirementJudgment['start'] | Judgment['announcement']): boolean => {
    const moment = start && 'moment' in start ? start.moment : start
    return moment !== undefined && !isReachedBy(timeline, judgment.end, moment)
  }
  const isAnnounced =
    isEarlier(judgment.announcement) ||
    judgment.requirements.some(
      ({aspect, start, unstarted}) =>
        aspect === 'notice' && !unstarted && start?.clock !== 'introduction' && isEarlier(start)
    )
  const [fault] = unmet
  return fault && {...fault, kind: isAnnounced ? 'short' : 'unannounced'}
}

/** The tenure whose end was judged, or `undefined`. */
export const judgedTenureOf = ({ended}: Judgment, {tenures}: Lifecycle): Tenure | undefined =>
  tenures.find(({end}) => end !== undefined && end === ended)

/** Whether an entry is no older than the day of adoption, from which on a team is expected to maintain its history. */
export function isAfterAdoption(entry: number, {adopted, timeline}: History): boolean {
  const at = timeline.entries[entry]
  if (adopted === undefined || !at) return false
  if (at.name === NEXT) return true
  return at.when.earliest !== undefined && !isBefore(at.when, singleDay(adopted)) && at.when.earliest >= adopted
}

/** Information about an end of support that only a person can give: the reason, and the replacement. */
export type RequiredExplanation = 'reason' | 'replacement'

/**
 * The information that a person has yet to give about an end of support or a breaking change. A breaking change needs a
 * reason: a note or a waiver. An end of support needs a replacement, which also counts as its reason, or `replacement:
 * none` and a reason. Information from the announcement counts, and a waiver covers both. Nothing is needed if the
 * policy guarantees nothing.
 */
export function missingExplanations(judgment: Judgment, lifecycle: Lifecycle): readonly RequiredExplanation[] {
  const {kind, event, exemptBy} = judgment
  // A change that isn't breaking needs no information either.
  if (exemptBy === 'policy' || event.breaking === false) return []
  const tenure = kind === 'end' ? judgedTenureOf(judgment, lifecycle) : undefined
  if (tenure && tenure.successors.length > 0) return []
  const statements = [event, ...(tenure?.announcements.map(each => each.event) ?? [])]
  if (statements.some(each => each.waiver ?? each.replacement)) return []
  const missing: RequiredExplanation[] = []
  if (!statements.some(each => each.note)) missing.push('reason')
  if (kind === 'end' && !statements.some(each => each.unreplaced)) missing.push('replacement')
  return missing
}
