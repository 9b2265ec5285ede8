import type {History} from '../model/history.ts'
import type {Judgement} from '../model/judgement.ts'
import type {Lifecycle} from '../model/lifecycle.ts'
import {NEXT} from '../model/timeline.ts'
import {isBefore, onDay} from '../model/when.ts'
import {tenureOf} from './faults.ts'

/** Whether the record is kept with care there: the entry is not older than the day on which the history was adopted. */
export function isAdopted(entry: number, {adopted, timeline}: History): boolean {
  const at = timeline.entries[entry]
  if (adopted === undefined || !at) return false
  if (at.name === NEXT) return true
  return at.when.earliest !== undefined && !isBefore(at.when, onDay(adopted)) && at.when.earliest >= adopted
}

/**
 * Whether a person has yet to say why something ended or broke, and what to do. A note says it, a replacement does, and
 * so does a waiver; of an end also one that was given when it was announced. What was promised nothing owes no word.
 */
export function lacksWord(judgement: Judgement, lifecycle: Lifecycle): boolean {
  const {kind, event, exemptBy} = judgement
  // What nobody misses owes no word either.
  if (exemptBy === 'policy' || event.breaking === false) return false
  const tenure = kind === 'end' ? tenureOf(judgement, lifecycle) : undefined
  if (tenure && tenure.successors.length > 0) return false
  const announced = tenure?.announcements.map(each => each.event) ?? []
  return ![event, ...announced].some(each => each.note ?? each.replacement ?? each.waiver)
}
