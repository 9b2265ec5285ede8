import type {Signed} from '../formula/formula.ts'
import type {Json} from '../json.ts'

/**
 * Result of the search for a value that meets a goal. `empty` is proved; a value that is not `sure` is a guess to be
 * tested.
 */
export type Answer =
  | {readonly is: 'empty'}
  | {readonly is: 'value'; readonly value: Json; readonly sure: boolean}
  | {readonly is: 'unknown'; readonly why: string}

/** Signed formulas that must all hold for one value. */
export type Goal = readonly Signed[]

/** Search that the solvers use for items, properties, and names. */
export interface Ask {
  readonly find: (goal: Goal) => Answer
  /** Pays for work. Throws `OutOfSteps` if the question has used up its steps. */
  readonly spend: (steps: number) => void
}

export const EMPTY: Answer = {is: 'empty'}
export const found = (value: Json, sure = true): Answer => ({is: 'value', value, sure})
export const unknown = (why: string): Answer => ({is: 'unknown', why})

/**
 * First sure value of several searches; otherwise a guess, or the reason of an unknown one. Empty only if all are
 * empty.
 */
export function firstOf(searches: Iterable<Answer>): Answer {
  let best: Answer = EMPTY
  for (const answer of searches) {
    if (answer.is === 'value' && answer.sure) return answer
    if (answer.is === 'value' && best.is !== 'value') best = answer
    if (answer.is === 'unknown' && best.is === 'empty') best = answer
  }
  return best
}
