import type {Signed} from '../formula/formula.ts'
import type {Json} from '../json.ts'

/** Whether any value is as a goal says. `empty` is proved; a value that is not `sure` is a guess to be tested. */
export type Answer =
  | {readonly is: 'empty'}
  | {readonly is: 'value'; readonly value: Json; readonly sure: boolean}
  | {readonly is: 'unknown'; readonly why: string}

/** What must hold of one value, all together. */
export type Goal = readonly Signed[]

/** Asks for a value: how the solvers go down into items, properties and names. */
export interface Ask {
  readonly find: (goal: Goal) => Answer
  /** Pays for work; throws where the question has used up its steps. */
  readonly spend: (steps: number) => void
}

export const EMPTY: Answer = {is: 'empty'}
export const found = (value: Json, sure = true): Answer => ({is: 'value', value, sure})
export const unknown = (why: string): Answer => ({is: 'unknown', why})

/** The first sure value of several searches; empty only where all are. */
export function firstOf(searches: Iterable<Answer>): Answer {
  let best: Answer = EMPTY
  for (const answer of searches) {
    if (answer.is === 'value' && answer.sure) return answer
    if (answer.is === 'value' && best.is !== 'value') best = answer
    if (answer.is === 'unknown' && best.is === 'empty') best = answer
  }
  return best
}
