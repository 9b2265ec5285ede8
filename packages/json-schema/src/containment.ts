import {rootNode, type Source} from './document/node.ts'
import {type ContainmentSettings, DEFAULT_SETTINGS} from './formula/compile-context.ts'
import {affirm, negate} from './formula/formula.ts'
import type {Json} from './json.ts'
import type {UndecidedReason} from './solver/evaluate.ts'
import {explainWitness, type WitnessExplanation} from './solver/explain-witness.ts'
import type {SearchResult} from './solver/result.ts'
import {OutOfSteps, Search} from './solver/search.ts'

/**
 * Containment: is every JSON value that one schema accepts also accepted by another?
 *
 * The question "is A within B?" is turned around: is there a value that A accepts and B rejects? Such a value is a
 * counterexample (`breaks`), which counts only after a validator independent of this engine confirms it. A proof that
 * there is none is `keeps`. If neither is found, the answer is `undetermined` with a reason, never a guess.
 *
 * How it is decided. Both schemas are compiled to formulas, one node at a time, and equal schemas are merged before
 * they are compiled (`schema-equality`). For each of the six kinds of JSON values, "A and not B" is split into atoms
 * and forks (`branch`). A solver for each kind solves the atoms (`solve-…`), and objects and arrays ask the same
 * question about the values in them (`search`). Circular references terminate, because the smallest value that meets a
 * goal contains no smaller one that meets it.
 *
 * What is decided, and how it is read:
 * - Numbers are exact decimals as written; 1.0 equals 1, and is an integer in every draft.
 * - Strings are sequences of code points without lone surrogates. Patterns are ECMAScript with the `u` flag,
 *   unanchored.
 * - `format` restricts values for the formats that `formats` knows, or never: a setting. Two formats are disjoint only
 *   if the patterns that enclose them are.
 * - `oneOf` is exact, or read as a union: a setting.
 * - A keyword has the meaning that its draft gave it, in every dialect, except for keywords whose meaning changed
 *   (`dialect`). A nested `$schema` sets the dialect of its subschema.
 * - A schema that leads back to itself at the same value through `allOf` has the meaning of its other keywords.
 *
 * What is left out, and is `undetermined` where it matters: patterns that are not regular, grow too large, look behind
 * their start (a leading `\b`), assert in a loop, or could take a regex engine too long; formats beyond their patterns;
 * schemas with an unknown metaschema, or that refer to themselves through `not`; references that can't be resolved; and
 * questions beyond the step limit. Content keywords, annotations, and `default` decide nothing. Undocumented properties
 * are allowed unless the schema rejects them; closing objects is a separate step before (`normalize`).
 */

export type Containment =
  | {readonly is: 'keeps'}
  | {
      readonly is: 'breaks'
      /** Counterexample: a value that the first schema accepts and the second rejects. */
      readonly witness: Json
      /** Places in the value and in both schemas where the difference shows. */
      readonly cause: WitnessExplanation
    }
  | {readonly is: 'undetermined'; readonly why: string}

/** Validates a value with an independent validator. If it throws, nothing is confirmed. */
export type ValidateWitness = (schema: Source, value: Json) => boolean

export interface ContainmentOptions extends Partial<ContainmentSettings> {
  readonly confirm: ValidateWitness
  /** Step budget for all questions, which several provers can share; without it, only `steps` limits each question. */
  readonly purse?: StepBudget
}

/** Step budget that several questions draw on. */
export interface StepBudget {
  left: number
}

/** Why a question isn't answered if earlier ones used up the shared budget. */
export const OUT_OF_SHARED_STEPS = 'all proofs together take too many steps'

/** Answers containment questions, and reuses what it proved for earlier ones. */
export interface Prover {
  contains(sub: Source, sup: Source): Containment
}

/** Answers one containment question: is every instance of `sub` an instance of `sup`? */
export const contains = (sub: Source, sup: Source, options: ContainmentOptions): Containment =>
  createProver(options).contains(sub, sup)

export function createProver({confirm, purse, ...overrides}: ContainmentOptions): Prover {
  const settings: ContainmentSettings = {...DEFAULT_SETTINGS, ...overrides}
  const search = new Search(settings)
  return {
    contains(sub, sup) {
      if (purse && purse.left <= 0) return {is: 'undetermined', why: OUT_OF_SHARED_STEPS}
      // One hard question takes at most a quarter of what is left, so that later ones can be answered.
      const allowed = purse ? Math.min(settings.steps, Math.ceil(purse.left / 4)) : settings.steps
      const before = search.spent
      try {
        const nodes = [rootNode(sub), rootNode(sup)] as const
        const [left, right] = nodes.map(node => search.reader.of(node)) as [ReturnType<typeof affirm>['formula'], never]
        const goal = [affirm(left), negate(right)]
        const answer = search.start(goal, allowed)
        return conclude(
          answer,
          value => confirm(sub, value) && !confirm(sup, value),
          value => explainWitness(value, nodes, search),
          value => search.evaluator.doubts(value, goal)
        )
      } catch (error) {
        if (error instanceof OutOfSteps) return {is: 'undetermined', why: 'the proof takes too many steps'}
        // The call stack overflows on extremely deep schemas.
        if (error instanceof RangeError) return {is: 'undetermined', why: 'the schemas are nested too deeply'}
        throw error
      } finally {
        if (purse) purse.left -= search.spent - before
      }
    }
  }
}

function conclude(
  answer: SearchResult,
  isConfirmed: (value: Json) => boolean,
  causeOf: (value: Json) => WitnessExplanation,
  doubtsOf: (value: Json) => readonly UndecidedReason[]
): Containment {
  if (answer.is === 'empty') return {is: 'keeps'}
  if (answer.is === 'unknown') return {is: 'undetermined', why: answer.why}
  const doubts = answer.sure ? [] : doubtsOf(answer.value)
  const unknowable = doubts.find(({isUnknowable}) => isUnknowable)
  if (unknowable) return {is: 'undetermined', why: unknowable.why}
  let confirmed: boolean
  try {
    confirmed = isConfirmed(answer.value)
  } catch (error) {
    if (error instanceof OutOfSteps) throw error
    confirmed = false
  }
  if (confirmed) return resultWithWitness(answer.value, causeOf)
  if (answer.sure) return {is: 'undetermined', why: "the validator didn't confirm the example that was found"}
  return {is: 'undetermined', why: doubts[0]?.why ?? "the validator didn't confirm a possible example"}
}

/**
 * Result for a confirmed counterexample. The cause is computed on demand, because it can take as long as the answer.
 */
function resultWithWitness(witness: Json, causeOf: (value: Json) => WitnessExplanation): Containment {
  let cause: WitnessExplanation | undefined
  return {
    is: 'breaks',
    witness,
    get cause() {
      cause ??= causeOf(witness)
      return cause
    }
  }
}
