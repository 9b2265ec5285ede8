/**
 * Containment: is every JSON value that one schema accepts also accepted by another?
 *
 * The question "is A within B?" is turned round: is there a value that A accepts and B does not? One value is an answer
 * (`breaks`), and it is handed to a validator that is no part of this engine before it counts. That there is none is a
 * proof (`keeps`). Where neither is shown, the answer is `undetermined` and says why; it is never a guess.
 *
 * How it is decided. Both schemas become formulas, a node at a time, with equal schemas made one before they are read
 * (`sameness`). For each of the six kinds of JSON values, "A and not B" is taken apart into atoms and forks (`branch`),
 * atoms are solved by the theory of their kind (`solve-…`), and objects and arrays ask the same question of what they
 * hold (`search`). Circles of references end because the smallest value that fits holds no smaller one that fits.
 *
 * What is decided, and how it is read:
 * - Numbers are the decimals that were written, exactly; 1.0 is 1, and an integer, in every draft.
 * - Strings are sequences of code points without lone surrogates. Patterns are ECMAScript with the `u` flag, unanchored.
 * - `format` asserts for the formats that `formats` knows, or not at all: a setting. Two formats are disjoint only where
 *   patterns that contain them are.
 * - `oneOf` is exact, or read as a union: a setting.
 * - A keyword has the meaning that a draft gave it, in every dialect, but for those that changed it (`dialect`). A
 *   `$schema` within says how what stands there is read.
 * - A schema that leads back to itself at one and the same value through `allOf` says what else it says.
 *
 * What is left out, and answered with `undetermined` where it matters: patterns that are not regular, grow too large,
 * look back beyond their start (a leading `\b`), assert in a loop, or would take an engine without end; formats beyond
 * what their patterns tell; schemas in the words of a metaschema that we do not know, or that refer to themselves
 * through `not`; references that lead nowhere; whatever takes more steps than the budget. Content keywords, annotations
 * and `default` decide nothing. What a schema does not mention is read literally; closing it is a reading applied
 * before (`reading`).
 */

import {nodeOf, type Source} from './document/node.ts'
import {no, yes} from './formula/formula.ts'
import type {Json} from './json.ts'
import {DEFAULTS, type Settings} from './settings.ts'
import type {Doubt} from './solver/evaluate.ts'
import {type Blame, blame} from './solver/explain-witness.ts'
import type {Answer} from './solver/result.ts'
import {OutOfSteps, Search} from './solver/search.ts'

export type Containment =
  | {readonly is: 'keeps'}
  | {
      readonly is: 'breaks'
      /** A value that the first schema accepts and the second does not. */
      readonly witness: Json
      /** Where in the value and in both schemas the difference shows. */
      readonly cause: Blame
    }
  | {readonly is: 'undetermined'; readonly why: string}

/** Asks a validator of another make whether a schema accepts a value. It may throw: then nothing is confirmed. */
export type Confirm = (schema: Source, value: Json) => boolean

export interface Options extends Partial<Settings> {
  readonly confirm: Confirm
  /** What is left for all questions together, of several provers if they share it. */
  readonly purse?: Purse
}

/** Steps that many questions take from. */
export interface Purse {
  left: number
}

/** Answers many questions, and remembers what it has proved on the way. */
export interface Prover {
  contains(sub: Source, sup: Source): Containment
}

/** Is every instance of `sub` an instance of `sup`? */
export const contains = (sub: Source, sup: Source, options: Options): Containment => prover(options).contains(sub, sup)

export function prover({confirm, purse, ...given}: Options): Prover {
  const settings: Settings = {...DEFAULTS, ...given}
  const search = new Search(settings)
  return {
    contains(sub, sup) {
      if (purse && purse.left <= 0) return {is: 'undetermined', why: 'too many steps in all'}
      // One hard question leaves something to those after it.
      const allowed = purse ? Math.min(settings.steps, Math.ceil(purse.left / 4)) : settings.steps
      const before = search.spent
      try {
        const nodes = [nodeOf(sub), nodeOf(sup)] as const
        const [left, right] = nodes.map(node => search.reader.of(node)) as [ReturnType<typeof yes>['formula'], never]
        const goal = [yes(left), no(right)]
        const answer = search.start(goal, allowed)
        return conclude(
          answer,
          value => confirm(sub, value) && !confirm(sup, value),
          value => blame(value, nodes, search),
          value => search.evaluator.doubts(value, goal)
        )
      } catch (error) {
        if (error instanceof OutOfSteps) return {is: 'undetermined', why: 'too many steps'}
        // The stack ends where schemas are nested beyond all measure.
        if (error instanceof RangeError) return {is: 'undetermined', why: 'schemas nested too deep'}
        throw error
      } finally {
        if (purse) purse.left -= search.spent - before
      }
    }
  }
}

function conclude(
  answer: Answer,
  isConfirmed: (value: Json) => boolean,
  causeOf: (value: Json) => Blame,
  doubtsOf: (value: Json) => readonly Doubt[]
): Containment {
  if (answer.is === 'empty') return {is: 'keeps'}
  if (answer.is === 'unknown') return {is: 'undetermined', why: answer.why}
  const doubts = answer.sure ? [] : doubtsOf(answer.value)
  const unknowable = doubts.find(({nobody}) => nobody)
  if (unknowable) return {is: 'undetermined', why: unknowable.why}
  let confirmed: boolean
  try {
    confirmed = isConfirmed(answer.value)
  } catch (error) {
    if (error instanceof OutOfSteps) throw error
    confirmed = false
  }
  if (confirmed) return broken(answer.value, causeOf)
  if (answer.sure) return {is: 'undetermined', why: 'a witness that was not confirmed'}
  return {is: 'undetermined', why: doubts[0]?.why ?? 'a guess that was not confirmed'}
}

/** Few ask for the cause, which takes as long as the answer to small questions. */
function broken(witness: Json, causeOf: (value: Json) => Blame): Containment {
  let cause: Blame | undefined
  return {
    is: 'breaks',
    witness,
    get cause() {
      cause ??= causeOf(witness)
      return cause
    }
  }
}
