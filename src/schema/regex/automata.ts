import {createRequire} from 'node:module'
import type {DFA, Expression, NFA} from 'refa'

/** How many steps one automaton may take to be made deterministic: about half a second. */
const MAX_WORK = 1_500_000
const RANGES_A_STEP = 32
/** How many steps all automata of one comparison may take: some seconds. */
export const PATTERN_STEPS_IN_ALL = 10_000_000

/** What is left for the patterns of one comparison. */
interface Budget {
  left: number
  /** The patterns that are paid for, and cost nothing more. */
  readonly paid: Set<string>
}

let budget: Budget | undefined
/** All steps so far. */
let taken = 0

/** Does work in which all patterns together take no more than `PATTERN_STEPS_IN_ALL` steps. */
export function withinPatternSteps<T>(work: () => T): T {
  const before = budget
  budget = {left: PATTERN_STEPS_IN_ALL, paid: new Set()}
  try {
    return work()
  } finally {
    budget = before
  }
}

/** Whether there are steps left for a pattern, or for what is made of several. */
export const canPay = (pattern?: string): boolean =>
  !budget || budget.left > 0 || (pattern !== undefined && budget.paid.has(pattern))

/** Pays for a pattern, also if it is remembered from a comparison before: what is remembered changes no answer. */
export function payFor(steps: number, pattern?: string): void {
  if (!budget || (pattern !== undefined && budget.paid.has(pattern))) return
  if (pattern !== undefined) budget.paid.add(pattern)
  budget.left -= steps
}

/** How many steps some work took, however it ended. */
export function countSteps<T>(work: () => T): {readonly result: T; readonly steps: number} {
  const before = taken
  const result = work()
  return {result, steps: taken - before}
}

let loaded: typeof import('refa') | undefined

/** Loaded with the first pattern: most questions ask of none. */
export function refa(): typeof import('refa') {
  if (loaded) return loaded
  try {
    // The bundler takes in what a plain `require` names; where nothing is bundled there is no `require`.
    loaded = require('refa') as typeof import('refa')
  } catch {
    loaded = createRequire(import.meta.url)('refa') as typeof import('refa')
  }
  return loaded
}

/** It would take too long. */
class TooMuch extends Error {}

/** Whether what was thrown says that a language is too large, and not that there is none. */
export const isTooMuch = (error: Error): boolean =>
  error instanceof TooMuch || error instanceof refa().TooManyNodesError

export function tooMuch(): never {
  throw new TooMuch('Unexpected amount of work, expected a smaller pattern')
}

/** A pattern as refa reads it, `literally` with all that makes no difference. It throws at what refers back. */
export const expressionOf = (pattern: string, literally = false): Expression =>
  refa().JS.Parser.fromLiteral({source: pattern, flags: 'u'}).parse({
    maxBackreferenceWords: 20,
    backreferences: 'throw',
    assertions: 'parse',
    maxNodes: 20_000,
    simplify: !literally
  }).expression

/**
 * The automaton in which each text leads one way.
 * @throws where that takes too long, as refa does where it grows too large.
 */
export function determined(nfa: NFA): DFA {
  const states = nfa.transitionIterator()
  let left = MAX_WORK
  const counted = {
    ...states,
    getOut(state: NFA.ReadonlyNode) {
      const out = states.getOut(state)
      for (const {ranges} of out.values()) left -= 1 + Math.floor(ranges.length / RANGES_A_STEP)
      if (--left < 0) tooMuch()
      return out
    }
  }
  try {
    return refa().DFA.fromTransitionIterator(counted, nfa)
  } finally {
    taken += MAX_WORK - left
  }
}

/** The smallest such automaton. */
export function settled(nfa: NFA): DFA {
  const dfa = determined(nfa)
  dfa.minimize()
  return dfa
}
