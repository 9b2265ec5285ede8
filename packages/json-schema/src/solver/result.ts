import type {SignedFormula} from '../formula/formula.ts'
import type {Json} from '../json.ts'

/**
 * Result of the search for a value that meets a goal. `empty` is proved; a value that is not `sure` is a guess to be
 * tested.
 */
export type SearchResult =
  | {readonly is: 'empty'}
  | {readonly is: 'value'; readonly value: Json; readonly sure: boolean}
  | {readonly is: 'unknown'; readonly why: string}

/** Signed formulas that must all hold for one value. */
export type Goal = readonly SignedFormula[]

/** Search that the solvers use for items, properties, and names. */
export interface ValueSearch {
  readonly find: (goal: Goal) => SearchResult
  /** Pays for work. Throws `OutOfSteps` if the question has used up its steps. */
  readonly spend: (steps: number) => void
}

export const EMPTY_RESULT: SearchResult = {is: 'empty'}
export const foundValue = (value: Json, sure = true): SearchResult => ({is: 'value', value, sure})
export const unknownResult = (why: string): SearchResult => ({is: 'unknown', why})

/**
 * First sure value of several searches; otherwise a guess, or the reason of an unknown one. Empty only if all are
 * empty.
 */
export function firstResult(searches: Iterable<SearchResult>): SearchResult {
  let best: SearchResult = EMPTY_RESULT
  for (const answer of searches) {
    if (answer.is === 'value' && answer.sure) return answer
    if (answer.is === 'value' && best.is !== 'value') best = answer
    if (answer.is === 'unknown' && best.is === 'empty') best = answer
  }
  return best
}
