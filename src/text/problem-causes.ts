import type {ReadProblem} from '../model/api/read-problem.ts'
import {isCode} from '../model/location.ts'

/** A problem of reading, with the number of further ones of the same cause. */
export interface ProblemCause {
  readonly problem: ReadProblem
  readonly others: number
}

/**
 * Folds the problems of server code by cause: one construct of a framework is used in many routes, and both sides of a
 * comparison have it. Problems of descriptions stay as they are, because each names another part.
 */
export function foldByCause(problems: readonly ReadProblem[]): ProblemCause[] {
  const causes = new Map<string, {problem: ReadProblem; places: Set<string>}>()
  for (const problem of problems) {
    const {message, place} = problem
    const where = `${place.source} ${place.pointer ?? `${place.line}:${place.column}`}`
    const key = isCode(place.source) ? message.replace(/`[^`]*`/g, '``').replace(/\d+/g, '0') : `${message}\n${where}`
    const known = causes.get(key)
    const spot = `${message}\n${where.replace(/^.*:(?=[^:]+ )/, '')}`
    if (known) known.places.add(spot)
    else causes.set(key, {problem, places: new Set([spot])})
  }
  return [...causes.values()].map(({problem, places}) => ({problem, others: places.size - 1}))
}

/** ` (and 3 more like it)`. Empty if there are no others. */
export const sayLikeIt = (others: number): string => (others > 0 ? ` (and ${others} more like it)` : '')
