import {SchemaCompiler} from '../formula/compile.ts'
import type {ContainmentSettings} from '../formula/compile-context.ts'
import {
  type ArrayAtom,
  affirm,
  type Formula,
  Formulas,
  type NumberAtom,
  negate,
  type ObjectAtom,
  type StringAtom,
  signedId
} from '../formula/formula.ts'
import {JSON_KINDS, type Json, type JsonKind, jsonKindOf} from '../json.ts'
import {Branch, type Fork} from './branch.ts'
import {FormulaEvaluator, type Truth} from './evaluate.ts'
import {
  EMPTY_RESULT,
  firstResult,
  foundValue,
  type Goal,
  type SearchResult,
  unknownResult,
  type ValueSearch
} from './result.ts'
import {solveArray} from './solve-array.ts'
import {type Literal, solveNumber} from './solve-number.ts'
import {solveObject} from './solve-object.ts'
import {solveString} from './solve-string.ts'

/** Thrown when a question has used up its steps. */
export class OutOfSteps extends Error {}

const MAX_DEPTH = 120
const ATOMS_PER_STEP = 20
const FINDS_PER_STEP = 50
const UNFOLDED_PER_STEP = 100
const EVERY_KIND: ReadonlySet<JsonKind> = new Set(JSON_KINDS)

interface OpenQuestion {
  readonly numbers: ReadonlySet<number>
  /** Lowest open question on the stack that this result assumes to be empty. */
  assumedEmpty: number
}

/**
 * Searches for a value that meets a goal, which is to be accepted by some schemas and rejected by others. For each kind
 * of value, the goal is split into atoms. The atoms are solved, and a fork is explored only if the value that solves
 * the atoms does not already meet it.
 *
 * Questions recur where schemas are circular. The smallest value that meets a goal contains no smaller one that meets
 * it. So a question that requires everything that an open question requires counts as empty within it. A result that
 * assumes this is kept for good only if the open question is itself found empty.
 */
export class Search implements ValueSearch {
  readonly reader: SchemaCompiler
  readonly formulas: Formulas
  readonly evaluator: FormulaEvaluator
  readonly #known = new Map<string, SearchResult>()
  readonly #unproved: {readonly key: string; assumedEmpty: number}[] = []
  readonly #stack: OpenQuestion[] = []
  #steps = 0
  /** Steps that all containment checks of this search have taken so far. */
  spent = 0
  /** Questions that ran out of steps both fork by fork and by property names. */
  readonly #endless = new Set<string>()
  #namesFirst = false
  /** Number of questions asked, including those with a known answer. */
  #finds = 0

  constructor(settings: ContainmentSettings) {
    this.formulas = new Formulas()
    this.reader = new SchemaCompiler(this.formulas, settings)
    this.evaluator = new FormulaEvaluator(this.reader)
  }

  /**
   * Answers a question within a step limit: fork by fork, and if that runs out of steps, again by property names first.
   * @throws `OutOfSteps` if both run out of steps.
   */
  start(goal: Goal, steps: number): SearchResult {
    const key = goalKey(new Set(goal.map(signedId)))
    if (this.#endless.has(key)) throw new OutOfSteps()
    try {
      return this.#searchWithin(goal, steps, false)
    } catch (error) {
      if (!(error instanceof OutOfSteps)) throw error
    }
    try {
      return this.#searchWithin(goal, steps, true)
    } catch (error) {
      if (error instanceof OutOfSteps) this.#endless.add(key)
      throw error
    }
  }

  #searchWithin(goal: Goal, steps: number, namesFirst: boolean): SearchResult {
    this.#steps = steps
    this.#namesFirst = namesFirst
    try {
      return this.find(goal)
    } finally {
      this.spent += steps - Math.max(this.#steps, 0)
      this.#stack.length = 0
      for (const {key} of this.#unproved.splice(0)) this.#known.delete(key)
    }
  }

  spend = (steps: number): void => {
    this.#steps -= steps
    if (this.#steps < 0) throw new OutOfSteps()
  }

  /** Whether a value meets a goal. Every `UNFOLDED_PER_STEP` schemas evaluated cost one step. */
  #meets(value: Json, goal: Goal): Truth {
    const before = this.evaluator.unfolded
    const truth = this.evaluator.meets(value, goal)
    this.spend(Math.floor((this.evaluator.unfolded - before) / UNFOLDED_PER_STEP))
    return truth
  }

  find = (goal: Goal): SearchResult => {
    if (++this.#finds % FINDS_PER_STEP === 0) this.spend(1)
    const numbers = new Set(goal.map(signedId))
    for (const number of numbers) if (numbers.has(-number)) return EMPTY_RESULT
    const key = goalKey(numbers)
    const known = this.#known.get(key)
    if (known) {
      this.#assume(this.#unproved.find(entry => entry.key === key)?.assumedEmpty)
      return known
    }
    const above = this.#stack.findLastIndex(open => isSubset(open.numbers, numbers))
    if (above >= 0) {
      this.#assume(above)
      return EMPTY_RESULT
    }
    if (this.#stack.length >= MAX_DEPTH) return unknownResult('the schemas are nested too deeply')
    this.spend(1)
    const place = this.#stack.length
    const open: OpenQuestion = {numbers, assumedEmpty: Number.POSITIVE_INFINITY}
    this.#stack.push(open)
    const answer = firstResult(this.#kinds(goal))
    this.#stack.pop()
    this.#remember(key, answer, open.assumedEmpty, place)
    return answer
  }

  #assume(place: number | undefined): void {
    const top = this.#stack.at(-1)
    if (top && place !== undefined) top.assumedEmpty = Math.min(top.assumedEmpty, place)
  }

  #remember(key: string, answer: SearchResult, assumedEmpty: number, place: number): void {
    const isProved = answer.is === 'empty' && assumedEmpty >= place
    for (let at = this.#unproved.length - 1; at >= 0; at--) {
      const entry = this.#unproved[at] as {key: string; assumedEmpty: number}
      if (entry.assumedEmpty < place) continue
      // These answers assume that this question is empty. They are proved with it, inherit its assumptions, or are
      // dropped.
      if (answer.is === 'empty' && !isProved) entry.assumedEmpty = assumedEmpty
      else {
        this.#unproved.splice(at, 1)
        if (!isProved) this.#known.delete(entry.key)
      }
    }
    if (answer.is === 'empty' && !isProved) {
      this.#assume(assumedEmpty)
      this.#unproved.push({key, assumedEmpty})
    } else if (answer.is === 'unknown' && assumedEmpty < place) this.#assume(assumedEmpty)
    this.#known.set(key, answer)
  }

  *#kinds(goal: Goal): Iterable<SearchResult> {
    const kinds = this.#kindsIn(goal)
    for (const kind of JSON_KINDS) {
      if (!kinds.has(kind)) continue
      const branch = new Branch(kind, this.reader)
      if (branch.add(goal)) yield this.#explore(branch, goal)
    }
  }

  /** Kinds of values that the top level of the schemas allows. */
  #kindsIn(goal: Goal): ReadonlySet<JsonKind> {
    let left: ReadonlySet<JsonKind> = EVERY_KIND
    for (const {formula, holds} of goal) {
      if (!holds) continue
      const body = formula.is === 'schema' ? this.reader.unfold(formula.node) : formula
      for (const part of body.is === 'all' ? body.of : [body]) {
        const kinds = part.is === 'kinds' ? part.kinds : part.is === 'among' ? part.values.map(jsonKindOf) : undefined
        if (kinds) left = new Set(kinds.filter(kind => left.has(kind)))
      }
    }
    return left
  }

  #explore(branch: Branch, goal: Goal): SearchResult {
    // The cost of copying and solving grows with the number of atoms.
    this.spend(1 + Math.floor(branch.atoms.length / ATOMS_PER_STEP))
    if (!branch.settle()) return EMPTY_RESULT
    if (branch.only || branch.kind === 'null' || branch.kind === 'boolean') return this.#testEach(branch, goal)
    const answer = this.#solve(branch)
    if (answer.is === 'empty') return answer
    let guess: SearchResult | undefined
    let {forks} = branch
    if (answer.is === 'value') {
      const truth = this.#meets(answer.value, goal)
      if (truth === true) return foundValue(answer.value)
      if (truth === undefined) guess = foundValue(answer.value, false)
      const failed = forks.filter(({of}) => this.#meets(answer.value, [of]) !== true)
      if (failed.length > 0) forks = failed
    }
    const fork =
      (this.#namesFirst ? splitByName(branch, this.formulas) : undefined) ??
      forks.toSorted((a, b) => a.ways.length - b.ways.length).find(({ways}) => ways.length > 1)
    if (!fork) return guess ?? (answer.is === 'unknown' ? answer : unknownResult(reasonOf(goal, branch)))
    const result = firstResult(this.#ways(branch, fork, goal))
    return result.is === 'unknown' && guess ? guess : result
  }

  *#ways(branch: Branch, fork: Branch['forks'][number], goal: Goal): Iterable<SearchResult> {
    for (const way of fork.ways) {
      const next = branch.copy()
      next.forks = next.forks.filter(other => other !== fork)
      if (next.add(way)) yield this.#explore(next, goal)
    }
  }

  /** Tests each of the few values that are left. */
  #testEach(branch: Branch, goal: Goal): SearchResult {
    const all: readonly Json[] = branch.only ?? (branch.kind === 'null' ? [null] : [false, true])
    let guess: SearchResult = EMPTY_RESULT
    for (const value of all) {
      this.spend(1)
      const truth = this.#meets(value, goal)
      if (truth === true) return foundValue(value)
      if (truth === undefined && guess.is === 'empty') guess = foundValue(value, false)
    }
    if (guess.is === 'empty' || branch.forks.length === 0) return guess
    const fork = branch.forks.find(({ways}) => ways.length > 1)
    return fork ? firstResult(this.#ways(branch, fork, goal)) : guess
  }

  #solve(branch: Branch): SearchResult {
    const literals = branch.atoms.map(({formula, holds}) => ({atom: formula, holds})) as unknown
    const excluded = [...branch.excluded.values()]
    switch (branch.kind) {
      case 'number':
        return solveNumber(literals as Literal<NumberAtom>[], excluded as number[])
      case 'string':
        return solveString(literals as Literal<StringAtom>[], new Set(excluded as string[]), this)
      case 'array':
        return solveArray(literals as Literal<ArrayAtom>[], this.formulas, this)
      default:
        return solveObject(literals as Literal<ObjectAtom>[], {
          formulas: this.formulas,
          evaluator: this.evaluator,
          ask: this
        })
    }
  }
}

/** Key of a goal, independent of its order. */
const goalKey = (numbers: ReadonlySet<number>): string => [...numbers].sort((a, b) => a - b).join()

function reasonOf(goal: Goal, branch: Branch): string {
  const unknown = [...goal, ...branch.forks.map(({of}) => of)].find(({formula}) => formula.is === 'unknown')
  return unknown?.formula.is === 'unknown' ? unknown.formula.why : 'no example could be built'
}

function isSubset(small: ReadonlySet<number>, large: ReadonlySet<number>): boolean {
  if (small.size > large.size) return false
  for (const number of small) if (!large.has(number)) return false
  return true
}

const MANY_FORKS = 8

/**
 * Splits a required property whose name is open by its name: each name that the forks mention, and any other. With many
 * forks, as in a closed object with many alternatives, one name decides most forks at once, and going through them one
 * after the other would never finish. Returns `undefined` if there are few forks or no such property.
 */
function splitByName(branch: Branch, formulas: Formulas): Fork | undefined {
  if (branch.kind !== 'object' || branch.forks.length < MANY_FORKS) return undefined
  let mentioned: ReadonlySet<string> | undefined
  for (const of of branch.atoms) {
    const {formula, holds} = of
    if (holds || formula.is !== 'property' || formula.names.are !== 'others' || branch.named.has(formula)) continue
    if (formula.names.patterns.length > 0) continue
    mentioned ??= namesInForks(branch.forks)
    const {names} = formula.names
    const others = [...mentioned].filter(name => !names.includes(name))
    if (others.length === 0) continue
    branch.named.add(formula)
    const remaining = formulas.property({are: 'others', names: [...names, ...others].sort(), patterns: []}, formula.of)
    const under = (name: string): Formula => formulas.property({are: 'one', name}, formula.of)
    return {of, ways: [...others.map(name => [affirm(formulas.has(name)), negate(under(name))]), [negate(remaining)]]}
  }
  return undefined
}

/** Names that the forks mention directly. */
function namesInForks(forks: readonly Fork[]): ReadonlySet<string> {
  const names = new Set<string>()
  for (const {ways} of forks) {
    for (const {formula} of ways.flat()) {
      if (formula.is === 'property' && formula.names.are === 'one') names.add(formula.names.name)
    }
  }
  return names
}
