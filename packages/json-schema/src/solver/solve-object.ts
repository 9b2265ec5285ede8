import {
  affirm,
  type Formula,
  type Formulas,
  type NameSelector,
  negate,
  type ObjectAtom,
  type SignedFormula
} from '../formula/formula.ts'
import {type Json, toJsonObject} from '../json.ts'
import {type FormulaEvaluator, selectsName} from './evaluate.ts'
import {
  EMPTY_RESULT,
  firstResult,
  foundValue,
  type Goal,
  type SearchResult,
  unknownResult,
  type ValueSearch
} from './result.ts'
import type {Literal} from './solve-number.ts'

const MAX_FILLERS = 300

/** Required property: with one name, or with any of the selected names. */
interface RequiredProperty {
  readonly names?: NameSelector
  readonly naming?: SignedFormula
  readonly goal?: SignedFormula
}

interface Rule {
  readonly names: NameSelector
  readonly goal: SignedFormula
}

interface Tools {
  readonly formulas: Formulas
  readonly evaluator: FormulaEvaluator
  readonly ask: ValueSearch
}

interface Task extends Tools {
  /** Rules for single names. */
  readonly goalsByName: ReadonlyMap<string, readonly SignedFormula[]>
  /** Rules for names by pattern, or for all other names. */
  readonly wideRules: readonly Rule[]
  readonly naming: readonly SignedFormula[]
  readonly least: number
  readonly most: number
  /** All names that the literals mention. */
  readonly mentioned: ReadonlySet<string>
  /** Formulas that distinguish names: the patterns of rules, and the requirements on names of required properties. */
  readonly nameFormulas: readonly Formula[]
}

/** Properties chosen so far, each with the goal of its value. */
type Chosen = ReadonlyMap<string, Goal>

/**
 * Finds an object that has the required properties, whose values meet all rules for their names, and whose size is
 * within the bounds.
 */
export function solveObject(literals: readonly Literal<ObjectAtom>[], tools: Tools): SearchResult {
  const {task, required} = readLiterals(literals, tools)
  if (task.least > task.most) return EMPTY_RESULT
  const fixed = new Map<string, SignedFormula[]>()
  const open: RequiredProperty[] = []
  for (const item of required) {
    if (item.names?.are !== 'one') open.push(item)
    else fixed.set(item.names.name, [...(fixed.get(item.names.name) ?? []), ...(item.goal ? [item.goal] : [])])
  }
  const chosen = new Map<string, Goal>()
  for (const [name, goals] of fixed) {
    const goal = [...valueGoal(task, name), ...goals]
    const allowed = tools.evaluator.meets(name, task.naming)
    if (allowed === false || tools.ask.find(goal).is === 'empty') return EMPTY_RESULT
    chosen.set(name, goal)
  }
  return chosen.size > task.most ? EMPTY_RESULT : firstResult(chooseNames(task, open, 0, chosen))
}

/** Tries each required property under every name that it can have: one already chosen, one mentioned, or a new one. */
function* chooseNames(
  task: Task,
  open: readonly RequiredProperty[],
  next: number,
  chosen: Chosen
): Iterable<SearchResult> {
  const item = open[next]
  if (!item) return yield* fillObject(task, chosen)
  const {ask, evaluator, formulas} = task
  const selector = item.names ?? {are: 'others' as const, names: [], patterns: []}
  for (const name of new Set([...chosen.keys(), ...task.mentioned])) {
    const here = selectsName(selector, name)
    if (here === false || (item.naming && evaluator.meets(name, [item.naming]) === false)) continue
    if (!chosen.has(name) && (chosen.size >= task.most || evaluator.meets(name, task.naming) === false)) continue
    ask.spend(1)
    const goal = [...(chosen.get(name) ?? valueGoal(task, name)), ...(item.goal ? [item.goal] : [])]
    if (ask.find(goal).is === 'empty') continue
    yield* chooseNames(task, open, next + 1, new Map(chosen).set(name, goal))
  }
  if (chosen.size >= task.most) return
  const nameGoal = [...(item.naming ? [item.naming] : []), ...namesGoal(selector, formulas)]
  for (const {name, goal, doubt} of newNames(task, nameGoal, new Set(chosen.keys()))) {
    if (doubt) yield doubt
    else {
      const all = [...goal, ...(item.goal ? [item.goal] : [])]
      ask.spend(1)
      if (ask.find(all).is !== 'empty') yield* chooseNames(task, open, next + 1, new Map(chosen).set(name, all))
    }
  }
}

/** Adds properties until there are enough, and builds the object. */
function* fillObject(task: Task, chosen: Chosen): Iterable<SearchResult> {
  const all = new Map(chosen)
  if (task.least > MAX_FILLERS)
    return yield unknownResult('the example would need an object with too many properties to show')
  let doubt: SearchResult | undefined
  if (all.size < task.least) {
    for (const name of task.mentioned) {
      if (all.size >= task.least) break
      if (all.has(name) || task.evaluator.meets(name, task.naming) === false) continue
      const answer = task.ask.find(valueGoal(task, name))
      if (answer.is === 'unknown') doubt ??= answer
      if (answer.is === 'value') all.set(name, valueGoal(task, name))
    }
    for (let found = true; all.size < task.least && found; ) {
      found = false
      for (const region of newNames(task, [], new Set(all.keys()))) {
        const answer = region.doubt ?? task.ask.find(region.goal)
        if (answer.is === 'unknown') doubt ??= answer
        if (answer.is !== 'value') continue
        all.set(region.name, region.goal)
        found = true
        break
      }
    }
    if (all.size < task.least) return yield doubt ?? EMPTY_RESULT
  }
  const entries: [string, Json][] = []
  let sure = true
  for (const [name, goal] of all) {
    const answer = task.ask.find(goal)
    if (answer.is !== 'value') return yield answer
    sure &&= answer.sure
    entries.push([name, answer.value])
  }
  yield foundValue(toJsonObject(entries), sure)
}

interface Region {
  readonly name: string
  readonly goal: Goal
  readonly doubt?: SearchResult
}

/** One name that is not mentioned, for each possible combination of the formulas that distinguish names. */
function* newNames(task: Task, nameGoal: readonly SignedFormula[], used: ReadonlySet<string>): Iterable<Region> {
  const {formulas, ask} = task
  const taken = formulas.among([...task.mentioned, ...used])
  const start = [affirm(formulas.kinds(['string'])), ...task.naming, ...nameGoal, negate(taken)]
  function* split(next: number, goal: Goal): Iterable<Region> {
    const answer = ask.find(goal)
    if (answer.is === 'empty') return
    const other = task.nameFormulas[next]
    if (other !== undefined) {
      ask.spend(1)
      yield* split(next + 1, [...goal, negate(other)])
      return yield* split(next + 1, [...goal, affirm(other)])
    }
    if (answer.is === 'unknown') return yield {name: '', goal: [], doubt: answer}
    // A guessed name may belong to another combination, so this one stays undecided.
    if (!answer.sure) yield {name: '', goal: [], doubt: unknownResult("it isn't known which names match a pattern")}
    const name = answer.value as string
    yield {name, goal: valueGoal(task, name)}
  }
  yield* split(0, start)
}

function valueGoal({goalsByName, wideRules, formulas}: Task, name: string): Goal {
  const goal = [...(goalsByName.get(name) ?? [])]
  for (const rule of wideRules) {
    const selector = selectsName(rule.names, name)
    if (selector === undefined)
      goal.push(affirm(formulas.unknown(`it isn't known whether \`${name}\` matches a pattern`)))
    else if (selector) goal.push(rule.goal)
  }
  return goal
}

function namesGoal(names: NameSelector, formulas: Formulas): SignedFormula[] {
  if (names.are === 'like') return [affirm(formulas.pattern(names.pattern))]
  return names.are === 'others' ? names.patterns.map(pattern => negate(formulas.pattern(pattern))) : []
}

function readLiterals(
  literals: readonly Literal<ObjectAtom>[],
  tools: Tools
): {task: Task; required: RequiredProperty[]} {
  const {formulas} = tools
  const rules: Rule[] = []
  const naming: SignedFormula[] = []
  const required: RequiredProperty[] = []
  let [least, most] = [0, Number.POSITIVE_INFINITY]
  for (const {atom, holds} of literals) {
    switch (atom.is) {
      case 'size':
        if ((atom.side === 'least') === holds) least = Math.max(least, holds ? atom.size : atom.size + 1)
        else most = Math.min(most, holds ? atom.size : atom.size - 1)
        break
      case 'has':
        if (holds) required.push({names: {are: 'one', name: atom.name}})
        else rules.push({names: {are: 'one', name: atom.name}, goal: affirm(formulas.never)})
        break
      case 'naming':
        if (holds) naming.push(affirm(atom.of))
        else required.push({naming: negate(atom.of)})
        break
      case 'property':
        if (holds) rules.push({names: atom.names, goal: affirm(atom.of)})
        else required.push({names: atom.names, goal: negate(atom.of)})
    }
  }
  const all = [...rules, ...required].flatMap(({names}) => names ?? [])
  const mentioned = new Set(
    all.flatMap(names => (names.are === 'one' ? [names.name] : names.are === 'others' ? names.names : []))
  )
  const patterns = new Set(
    all.flatMap(names => (names.are === 'like' ? [names.pattern] : names.are === 'others' ? names.patterns : []))
  )
  const nameFormulas = new Set([
    ...[...patterns].map(pattern => formulas.pattern(pattern)),
    ...required.flatMap(item => (item.naming ? [item.naming.formula] : []))
  ])
  const goalsByName = new Map<string, SignedFormula[]>()
  for (const {names, goal} of rules) {
    if (names.are !== 'one') continue
    const goals = goalsByName.get(names.name)
    if (goals) goals.push(goal)
    else goalsByName.set(names.name, [goal])
  }
  const wideRules = rules.filter(({names}) => names.are !== 'one')
  return {
    task: {...tools, goalsByName, wideRules, naming, least, most, mentioned, nameFormulas: [...nameFormulas]},
    required
  }
}
