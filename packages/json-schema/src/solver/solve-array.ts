import {
  type ArrayAtom,
  affirm,
  type Formula,
  type Formulas,
  flipSign,
  negate,
  type SignedFormula
} from '../formula/formula.ts'
import {canonicalText, type Json} from '../json.ts'
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

const MAX_LENGTH = 2000
const MAX_REQUIRED = 120

/** Required item, at any index from `from` on. */
interface RequiredItem {
  readonly from: number
  readonly goal: SignedFormula
  /** Items of the same group must have different indexes. */
  readonly group: number
}

interface Limit {
  readonly most: number
  readonly of: Formula
}

interface Task {
  readonly required: readonly RequiredItem[]
  readonly limits: readonly Limit[]
  readonly unique: boolean
  /** Whether two items of the array must be equal, which is how `uniqueItems` fails. */
  readonly twins: boolean
  readonly least: number
  readonly most: number
  /** Index from which on all items have the same goal. */
  readonly tail: number
  /** Goal of each item up to `tail`, before required items are placed. */
  readonly bases: readonly Goal[]
  /** Last index of each required item, once the length is known. */
  readonly last?: readonly number[]
}

/** Finds an array with a length within the bounds, in which each item meets the goal of its index. */
export function solveArray(
  literals: readonly Literal<ArrayAtom>[],
  formulas: Formulas,
  ask: ValueSearch
): SearchResult {
  const task = readLiterals(literals)
  if ((task.unique && task.twins) || task.least > task.most) return EMPTY_RESULT
  if (task.required.length > MAX_REQUIRED) return unknownResult('the schemas require too many items')
  const places = task.tail + task.required.length + (task.twins ? 2 : 0)
  let most = Math.min(task.most, Math.max(task.least, places))
  for (let at = 0; at <= task.tail && at < most; at++) {
    const answer = ask.find(base(task, at))
    if (answer.is === 'empty') most = at
  }
  if (task.least > most) return EMPTY_RESULT
  if (most > MAX_LENGTH) return unknownResult('the example would need an array too long to show')
  return firstResult(tryLengths(task, most, formulas, ask))
}

function* tryLengths(task: Task, most: number, formulas: Formulas, ask: ValueSearch): Iterable<SearchResult> {
  for (let length = task.least; length <= most; length++) {
    ask.spend(1)
    const goals = Array.from({length}, (_, at) => base(task, at))
    const last = lastPlaces(task, length, ask)
    if (last) yield* placeItems({...task, last}, goals, 0, new Map(), formulas, ask)
  }
}

/**
 * Last index that each required item may have so that the others of its group can follow; `undefined` if one has no
 * index.
 */
function lastPlaces(task: Task, length: number, ask: ValueSearch): number[] | undefined {
  const free = new Map<number, number[]>()
  for (const {from, goal, group} of task.required) {
    if (free.has(group)) continue
    const places: number[] = []
    for (let at = from; at < length; at++) {
      // From `tail` on, all items have the same goal.
      const isFree =
        at > task.tail && at > from ? places.at(-1) === at - 1 : ask.find([...base(task, at), goal]).is !== 'empty'
      if (isFree) places.push(at)
    }
    free.set(group, places)
  }
  const last: number[] = []
  for (const {group} of task.required.toReversed()) {
    const at = free.get(group)?.pop()
    if (at === undefined) return undefined
    last.unshift(at)
  }
  return last
}

/** Places the required items in all ways, except those that differ only in the choice among equal indexes. */
function* placeItems(
  task: Task,
  goals: readonly Goal[],
  next: number,
  last: ReadonlyMap<number, number>,
  formulas: Formulas,
  ask: ValueSearch
): Iterable<SearchResult> {
  const item = task.required[next]
  if (!item)
    return yield* assignLimits(
      task,
      goals,
      0,
      task.limits.map(() => 0),
      formulas,
      ask
    )
  const start = Math.max(item.from, (last.get(item.group) ?? -1) + 1)
  let untouched = false
  const end = task.last?.[next] ?? goals.length - 1
  for (let at = start; at <= end; at++) {
    if (at >= task.tail && goals[at]?.length === base(task, at).length) {
      if (untouched) continue
      untouched = true
    }
    ask.spend(1)
    const goal = [...(goals[at] as Goal), item.goal]
    const answer = ask.find(goal)
    if (answer.is === 'empty') continue
    yield* placeItems(task, goals.with(at, goal), next + 1, new Map(last).set(item.group, at), formulas, ask)
  }
}

/**
 * Decides for each index whether its item is one of those whose number is limited. Equal indexes are decided in order.
 */
function* assignLimits(
  task: Task,
  goals: readonly Goal[],
  at: number,
  used: readonly number[],
  formulas: Formulas,
  ask: ValueSearch,
  before?: {readonly goal: Goal; readonly mask: number}
): Iterable<SearchResult> {
  const here = goals[at]
  if (task.limits.length === 0 || !here) {
    if (!task.twins) return yield findItems(goals, task.unique, formulas, ask)
    return yield* equalizeItems(goals, formulas, ask)
  }
  const masks = 2 ** task.limits.length
  for (let mask = before && isSame(before.goal, here) ? before.mask : 0; mask < masks; mask++) {
    const counts = used.map((count, limit) => count + ((mask >> limit) & 1))
    if (counts.some((count, limit) => count > (task.limits[limit] as Limit).most)) continue
    ask.spend(1)
    const signs = task.limits.map(({of}, limit) => ({formula: of, holds: ((mask >> limit) & 1) === 1}))
    const goal = [...here, ...signs]
    const answer = ask.find(goal)
    if (answer.is === 'empty') continue
    yield* assignLimits(task, goals.with(at, goal), at + 1, counts, formulas, ask, {goal: here, mask})
    if (answer.is === 'value' && answer.sure && !task.unique && !task.twins && mask === 0) return
  }
}

const isSame = (a: Goal, b: Goal): boolean =>
  a.length === b.length && a.every(({formula, holds}, at) => b[at]?.formula === formula && b[at].holds === holds)

function* equalizeItems(goals: readonly Goal[], formulas: Formulas, ask: ValueSearch): Iterable<SearchResult> {
  for (let left = 0; left < goals.length; left++) {
    for (let right = left + 1; right < goals.length; right++) {
      ask.spend(1)
      const answer = ask.find([...(goals[left] as Goal), ...(goals[right] as Goal)])
      if (answer.is === 'empty') continue
      if (answer.is === 'unknown') yield answer
      else {
        const same = [affirm(formulas.among([answer.value]))]
        yield findItems(goals.with(left, same).with(right, same), false, formulas, ask)
      }
    }
  }
}

function findItems(goals: readonly Goal[], unique: boolean, formulas: Formulas, ask: ValueSearch): SearchResult {
  if (unique && goals.length > 1) return findDistinctItems(goals, formulas, ask)
  const values: Json[] = []
  let sure = true
  let doubt: SearchResult | undefined
  for (const goal of goals) {
    const answer = ask.find(goal)
    if (answer.is === 'empty') return answer
    if (answer.is === 'unknown') doubt ??= answer
    else {
      values.push(answer.value)
      sure &&= answer.sure
    }
  }
  return doubt ?? foundValue(values, sure)
}

const base = ({bases, tail}: Task, place: number): Goal => bases[Math.min(place, tail)] as Goal

function readLiterals(literals: readonly Literal<ArrayAtom>[]): Task {
  const at = new Map<number, SignedFormula[]>()
  const rests: {from: number; goal: SignedFormula}[] = []
  const required: RequiredItem[] = []
  const limits: Limit[] = []
  const requiredCounts = new Map<Formula, number>()
  let [least, most, tail] = [0, Number.POSITIVE_INFINITY, 0]
  let [unique, twins] = [false, false]
  const put = (place: number, goal: SignedFormula): void => {
    at.set(place, [...(at.get(place) ?? []), goal])
    tail = Math.max(tail, place + 1)
  }
  for (const [group, {atom, holds}] of literals.entries()) {
    switch (atom.is) {
      case 'size':
        if ((atom.side === 'least') === holds) least = Math.max(least, holds ? atom.size : atom.size + 1)
        else most = Math.min(most, holds ? atom.size : atom.size - 1)
        break
      case 'unique':
        if (holds) unique = true
        else twins = true
        break
      case 'item':
        put(atom.at, {formula: atom.of, holds})
        if (!holds) least = Math.max(least, atom.at + 1)
        break
      case 'items': {
        const goal = {formula: atom.of, holds}
        tail = Math.max(tail, atom.from)
        if (holds) rests.push({from: atom.from, goal})
        else required.push({from: atom.from, goal, group})
        break
      }
      case 'count': {
        const isRequired = (atom.side === 'least') === holds
        const size = holds ? atom.size : atom.side === 'least' ? atom.size - 1 : atom.size + 1
        if (!isRequired) limits.push({most: size, of: atom.of})
        else {
          least = Math.max(least, size)
          for (let time = 0; time < Math.min(size, MAX_REQUIRED + 1); time++)
            required.push({from: 0, goal: affirm(atom.of), group})
          requiredCounts.set(atom.of, Math.max(requiredCounts.get(atom.of) ?? 0, size))
        }
      }
    }
  }
  if (limits.some(limit => (requiredCounts.get(limit.of) ?? 0) > limit.most)) most = -1
  const none = limits.filter(limit => limit.most === 0)
  for (const {of} of none) rests.push({from: 0, goal: flipSign(affirm(of))})
  const some = limits.filter(limit => limit.most > 0)
  if (limits.some(limit => limit.most < 0)) most = -1
  const bases = Array.from({length: tail + 1}, (_, place) => [
    ...(at.get(place) ?? []),
    ...rests.flatMap(({from, goal}) => (from <= place ? [goal] : []))
  ])
  return {bases, required, limits: some, unique, twins, least, most, tail}
}

const MAX_ITEMS = 120

/**
 * Finds values for all items, no two of them equal. This is exact, because an item with as many possible values as
 * there are items always has a free one.
 */
function findDistinctItems(goals: readonly Goal[], formulas: Formulas, ask: ValueSearch): SearchResult {
  if (goals.length > MAX_ITEMS) return unknownResult('too many items must differ')
  const lists: Json[][] = []
  let sure = true
  for (const goal of goals) {
    const values: Json[] = []
    while (values.length < goals.length) {
      const answer = ask.find(values.length ? [...goal, negate(formulas.among(values))] : goal)
      if (answer.is === 'unknown') return answer
      if (answer.is === 'empty') break
      sure &&= answer.sure
      values.push(answer.value)
    }
    if (values.length === 0) return sure ? EMPTY_RESULT : unknownResult('no items were found that differ as required')
    lists.push(values)
  }
  const chosen = match(lists)
  if (!chosen) return sure ? EMPTY_RESULT : unknownResult('no items were found that differ as required')
  return foundValue(chosen, sure)
}

/** Assigns one value to each item by augmenting paths; `undefined` if that is impossible. */
function match(lists: readonly (readonly Json[])[]): Json[] | undefined {
  const keys = lists.map(list => list.map(canonicalText))
  const owners = new Map<string, number>()
  const assign = (at: number, tried: Set<string>): boolean => {
    for (const key of keys[at] ?? []) {
      if (tried.has(key)) continue
      tried.add(key)
      const other = owners.get(key)
      if (other !== undefined && !assign(other, tried)) continue
      owners.set(key, at)
      return true
    }
    return false
  }
  for (let at = 0; at < lists.length; at++) if (!assign(at, new Set())) return undefined
  const chosen: Json[] = []
  for (const [key, at] of owners) chosen[at] = JSON.parse(key) as Json
  return chosen
}
