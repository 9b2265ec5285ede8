import type {History} from '../model/lifecycle/history.ts'
import type {Lifecycle} from '../model/lifecycle/lifecycle.ts'
import {isBefore, onDay} from '../model/time/date-range.ts'
import {NEXT} from '../model/time/timeline.ts'
import type {Judgement} from '../model/verdict/judgement.ts'
import {tenureOf} from './violations.ts'

/** Whether the record is kept with care there: the entry is not older than the day on which the history was adopted. */
export function isAdopted(entry: number, {adopted, timeline}: History): boolean {
  const at = timeline.entries[entry]
  if (adopted === undefined || !at) return false
  if (at.name === NEXT) return true
  return at.when.earliest !== undefined && !isBefore(at.when, onDay(adopted)) && at.when.earliest >= adopted
}

/** What only a person can say of an end: why it went, and what to use instead. */
export type Word = 'reason' | 'replacement'

/**
 * What a person has yet to say of an end or a break. A break needs its reason: a note, or a waiver. An end needs what to
 * use instead, which is reason enough, or that there is nothing (`replacement: none`) and why; what was said when it was
 * announced counts, and a waiver was given by somebody who knew both. What was promised nothing owes no word.
 */
export function wordsLacking(judgement: Judgement, lifecycle: Lifecycle): readonly Word[] {
  const {kind, event, exemptBy} = judgement
  // What nobody misses owes no word either.
  if (exemptBy === 'policy' || event.breaking === false) return []
  const tenure = kind === 'end' ? tenureOf(judgement, lifecycle) : undefined
  if (tenure && tenure.successors.length > 0) return []
  const said = [event, ...(tenure?.announcements.map(each => each.event) ?? [])]
  if (said.some(each => each.waiver ?? each.replacement)) return []
  const lacking: Word[] = []
  if (!said.some(each => each.note)) lacking.push('reason')
  if (kind === 'end' && !said.some(each => each.unreplaced)) lacking.push('replacement')
  return lacking
}
