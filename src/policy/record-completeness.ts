import type {History} from '../model/lifecycle/history.ts'
import type {Lifecycle} from '../model/lifecycle/lifecycle.ts'
import {isBefore, singleDay} from '../model/time/date-range.ts'
import {NEXT} from '../model/time/timeline.ts'
import type {Judgement} from '../model/verdict/judgement.ts'
import {judgedTenureOf} from './violations.ts'

/** Whether the history is maintained with care at that entry: it is no older than the day of adoption. */
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
export function missingExplanations(judgement: Judgement, lifecycle: Lifecycle): readonly RequiredExplanation[] {
  const {kind, event, exemptBy} = judgement
  // A change that isn't breaking needs no information either.
  if (exemptBy === 'policy' || event.breaking === false) return []
  const tenure = kind === 'end' ? judgedTenureOf(judgement, lifecycle) : undefined
  if (tenure && tenure.successors.length > 0) return []
  const statements = [event, ...(tenure?.announcements.map(each => each.event) ?? [])]
  if (statements.some(each => each.waiver ?? each.replacement)) return []
  const missing: RequiredExplanation[] = []
  if (!statements.some(each => each.note)) missing.push('reason')
  if (kind === 'end' && !statements.some(each => each.unreplaced)) missing.push('replacement')
  return missing
}
