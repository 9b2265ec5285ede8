import {createRequire} from 'node:module'
import type {DFA, Expression, NFA} from 'refa'
import {once} from '../memoize.ts'

/** Maximum number of steps for making one automaton deterministic: about half a second. */
const MAX_WORK = 1_500_000
const RANGES_A_STEP = 32
/** Maximum number of steps for all automata of one comparison: a few seconds. */
export const MAX_PATTERN_STEPS = 10_000_000

/** Step budget for the patterns of one comparison. */
interface Budget {
  left: number
  /** Patterns that are already paid for, and cost nothing more. */
  readonly paid: Set<string>
}

let budget: Budget | undefined
/** Number of all steps so far. */
let stepsTaken = 0

/** Runs work in which all patterns together take at most `MAX_PATTERN_STEPS` steps. */
export function withPatternBudget<T>(work: () => T): T {
  const before = budget
  budget = {left: MAX_PATTERN_STEPS, paid: new Set()}
  try {
    return work()
  } finally {
    budget = before
  }
}

/** Whether steps are left for a pattern or, without one, for a combination of patterns. */
export const hasPatternSteps = (pattern?: string): boolean =>
  !budget || budget.left > 0 || (pattern !== undefined && budget.paid.has(pattern))

/**
 * Charges the steps of a pattern once in a comparison. A pattern cached from an earlier comparison is charged too, so
 * that caching changes no result.
 */
export function chargePatternSteps(steps: number, pattern?: string): void {
  if (!budget || (pattern !== undefined && budget.paid.has(pattern))) return
  if (pattern !== undefined) budget.paid.add(pattern)
  budget.left -= steps
}

/** Runs work and counts its steps. */
export function countPatternSteps<T>(work: () => T): {readonly result: T; readonly steps: number} {
  const before = stepsTaken
  const result = work()
  return {result, steps: stepsTaken - before}
}

/** Loads refa with the first pattern, because most questions need none. */
export const loadRefa = once((): typeof import('refa') => {
  try {
    // A bundler includes what a plain `require` names. Without a bundler, `require` is not defined.
    return require('refa') as typeof import('refa')
  } catch {
    return createRequire(import.meta.url)('refa') as typeof import('refa')
  }
})

/** Thrown if the work would take too long. */
class TooLarge extends Error {}

/** Whether an error means that a language is too large, and not that the pattern has none. */
export const isTooLargeError = (error: Error): boolean =>
  error instanceof TooLarge || error instanceof loadRefa().TooManyNodesError

export function throwTooLarge(): never {
  throw new TooLarge('The pattern is too large.')
}

/** Parses a pattern with refa; `literally` skips simplification. Throws for a backreference. */
export const parsePattern = (pattern: string, literally = false): Expression =>
  loadRefa().JS.Parser.fromLiteral({source: pattern, flags: 'u'}).parse({
    maxBackreferenceWords: 20,
    backreferences: 'throw',
    assertions: 'parse',
    maxNodes: 20_000,
    simplify: !literally
  }).expression

/**
 * Makes an automaton deterministic.
 * @throws if it takes too many steps or, by refa, if it grows too large.
 */
export function determinize(nfa: NFA): DFA {
  const states = nfa.transitionIterator()
  let left = MAX_WORK
  const counted = {
    ...states,
    getOut(state: NFA.ReadonlyNode) {
      const out = states.getOut(state)
      for (const {ranges} of out.values()) left -= 1 + Math.floor(ranges.length / RANGES_A_STEP)
      if (--left < 0) throwTooLarge()
      return out
    }
  }
  try {
    return loadRefa().DFA.fromTransitionIterator(counted, nfa)
  } finally {
    stepsTaken += MAX_WORK - left
  }
}

/** Makes an automaton deterministic and minimal. */
export function toMinimalDfa(nfa: NFA): DFA {
  const dfa = determinize(nfa)
  dfa.minimize()
  return dfa
}
