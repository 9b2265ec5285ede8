import type {Direction} from '../../model/subject/subject.ts'
import type {Json} from '../../schema/json.ts'
import {surelyApart} from '../proof/disjoint.ts'
import type {Edge, KnownFact, Pair} from './schema-pairs.ts'

/** A pair of schemas that an operation uses directly, and where it does so. */
export interface Root<Stop> {
  readonly stop: Stop
  readonly pair: Pair
}

/**
 * Something on the way to a fact that can show that the fact has no effect there: the last choice, or the constraints
 * on a containing value. `lifts` build such a value from one further down.
 */
export interface Pending {
  readonly edge: Edge
  readonly lifts: readonly ((value: Json, side: Direction) => Json | undefined)[]
  /** The previous one on the way. */
  readonly above?: Pending
  /** Whether no value can reach the edge, so that nothing behind it is reached, either. */
  readonly isVoid?: true
}

/**
 * A fact and the operations that reach it, either plainly or through a choice with other alternatives. Sites are given
 * by number.
 */
export interface Met {
  readonly fact: KnownFact
  readonly plainly: Bits
  /** The state in which it's reached plainly, if there is one. */
  readonly plain: State | undefined
  readonly throughChoices: readonly {readonly pending: Pending; readonly stops: Bits; readonly state: State}[]
}

/** A set of small numbers, as a bitmap. */
export type Bits = Uint32Array

/** A pair of schemas, and the choices on the path to it that may still accept a value. */
export interface State {
  readonly pair: Pair
  readonly pending: Pending | undefined
  readonly next: State[]
  /** The step to each of the next states: `.name`, `[]`. */
  readonly steps: string[]
  readonly stops: Bits
  /** Tarjan's index and low-link. */
  order: number
  low: number
  isOpen: boolean
}

const COMPONENT = /^\/(components\/\w+|definitions)\/[^/]+$/

/**
 * Finds the facts that can be reached in one direction, the roots that reach them, and the state in which each root
 * starts. The graph of pairs is traversed once for all roots, because the pairs of a cycle are reached from the same
 * roots.
 */
export function factsMet<Stop>(
  roots: readonly Root<Stop>[],
  side: Direction
): {readonly all: Met[]; readonly starts: readonly State[]} {
  const words = (roots.length + 31) >> 5
  const states = new Map<Pair, Map<string, State>>()
  const all: State[] = []
  const stateOf = (pair: Pair, pending: Pending | undefined): State => {
    const ways = states.get(pair) ?? new Map<string, State>()
    states.set(pair, ways)
    const key = keyOf(pending)
    const known = ways.get(key)
    if (known) return known
    const state = {pair, pending, next: [], steps: [], stops: new Uint32Array(words), order: -1, low: 0, isOpen: false}
    ways.set(key, state)
    all.push(state)
    return state
  }
  const starts = roots.map(({pair}, number) => {
    const state = stateOf(pair, undefined)
    addBit(state.stops, number)
    return state
  })
  for (let at = 0; at < all.length; at++) {
    const {pair, pending, next, steps} = all[at] as State
    for (const edge of pair.edges) {
      if (edge.only && edge.only !== side) continue
      const isVoid = pending?.isVoid || edge.isVoid(side)
      next.push(stateOf(edge.to, isVoid ? voidAt(edge) : pendingBelow(edge, pending, all.length > MAX_STATES)))
      steps.push(edge.step)
    }
  }
  propagateSites(all)
  return {all: [...states].flatMap(([pair, ways]) => reachedFactsOf(pair, [...ways.values()], side)), starts}
}

const voidAt = (edge: Edge): Pending => ({edge, lifts: [], isVoid: true})

function reachedFactsOf({facts}: Pair, ways: readonly State[], side: Direction): Met[] {
  if (facts.length === 0) return []
  const [open] = ways.filter(({pending}) => pending === undefined)
  const plainly = open?.stops ?? new Uint32Array(ways[0]?.stops.length ?? 0)
  const throughChoices = ways.flatMap(state =>
    state.pending ? [{pending: state.pending, stops: state.stops, state}] : []
  )
  return facts
    .filter(({only}) => only === undefined || only === side)
    .map(fact => ({fact, plainly, plain: open, throughChoices}))
}

/**
 * The maximum number of states. Beyond it, pending choices aren't carried into another component, so that a break may
 * be reported that isn't one, but none is missed.
 */
const MAX_STATES = 20_000

/**
 * The pending choices below an edge. They end where the path leads into another component, except if an alternative
 * shares values with another one, which may accept them, or if the containing value has more constraints.
 */
function pendingBelow(edge: Edge, pending: Pending | undefined, isLong: boolean): Pending | undefined {
  const {alternative, whole, lift, to} = edge
  const isElsewhere = COMPONENT.test(to.newer.pointer) || COMPONENT.test(to.older.pointer)
  const kept = isElsewhere && pending && (isLong || !isOverlapped(pending.edge)) ? undefined : pending
  if (alternative || whole)
    return {edge, lifts: alternative ? [] : [lift], ...(kept ? {above: limitDepth(kept, MAX_ABOVE)} : {})}
  return kept && {...kept, lifts: [...kept.lifts, lift]}
}

const overlapped = new WeakMap<Edge, boolean>()

function isOverlapped(edge: Edge): boolean {
  const known = overlapped.get(edge)
  if (known !== undefined) return known
  const {alternative, whole} = edge
  const isShared =
    alternative === undefined ||
    whole?.saysMore === true ||
    [alternative.older, alternative.newer].some(({choice, form}) =>
      choice.alternatives.some(other => other !== form && !surelyApart(form, other, 'request'))
    )
  overlapped.set(edge, isShared)
  return isShared
}

const MAX_ABOVE = 2

function limitDepth(pending: Pending, depth: number): Pending {
  const {above, ...rest} = pending
  return above && depth > 1 ? {...rest, above: limitDepth(above, depth - 1)} : rest
}

const numbers = new WeakMap<Edge, number>()
let count = 0

function keyOf(pending: Pending | undefined): string {
  if (!pending) return ''
  if (pending.isVoid) return 'void'
  const number = numbers.get(pending.edge) ?? count++
  numbers.set(pending.edge, number)
  return pending.above ? `${number} ${keyOf(pending.above)}` : `${number}`
}

/**
 * Passes sites on along all edges, by Tarjan's strongly connected components without recursion. Components that lead
 * nowhere else are found first, so in reverse order everything that leads to a component is done before it.
 */
function propagateSites(all: readonly State[]): void {
  const components: State[][] = []
  const stack: State[] = []
  let order = 0
  for (const start of all) {
    if (start.order >= 0) continue
    const walk: {readonly state: State; at: number}[] = [{state: start, at: 0}]
    for (let frame = walk.at(-1); frame; frame = walk.at(-1)) {
      const {state} = frame
      if (state.order < 0) {
        state.order = state.low = order++
        state.isOpen = true
        stack.push(state)
      }
      const next = state.next[frame.at++]
      if (next) {
        if (next.order < 0) walk.push({state: next, at: 0})
        else if (next.isOpen) state.low = Math.min(state.low, next.order)
        continue
      }
      walk.pop()
      const above = walk.at(-1)?.state
      if (above) above.low = Math.min(above.low, state.low)
      if (state.low === state.order) components.push(popComponent(stack, state))
    }
  }
  for (const component of components.toReversed()) {
    const [first] = component
    if (!first) continue
    for (const state of component) join(first.stops, state.stops)
    for (const state of component) {
      state.stops.set(first.stops)
      for (const next of state.next) join(next.stops, first.stops)
    }
  }
}

function popComponent(stack: State[], root: State): State[] {
  const component = stack.splice(stack.lastIndexOf(root))
  for (const state of component) state.isOpen = false
  return component
}

const addBit = (bits: Bits, number: number): void => {
  bits[number >> 5] = (bits[number >> 5] ?? 0) | (1 << (number & 31))
}

export function join(bits: Bits, others: Bits): void {
  for (let at = 0; at < bits.length; at++) bits[at] = (bits[at] ?? 0) | (others[at] ?? 0)
}

/** Whether the first set is a subset of the second. */
export const within = (bits: Bits, others: Bits): boolean => bits.every((word, at) => (word & ~(others[at] ?? 0)) === 0)

export const isNone = (bits: Bits): boolean => bits.every(word => word === 0)

export function numbersIn(bits: Bits): number[] {
  const numbers: number[] = []
  for (let at = 0; at < bits.length; at++)
    for (let word = bits[at] ?? 0; word !== 0; word &= word - 1) numbers.push(at * 32 + 31 - Math.clz32(word & -word))
  return numbers
}

/** The shortest paths from a state to all others, as text, in order of their length. */
export function waysFrom(start: State): ReadonlyMap<State, string> {
  const ways = new Map([[start, '']])
  for (const [{next, steps}, way] of ways)
    for (const [at, state] of next.entries()) if (!ways.has(state)) ways.set(state, way + steps[at])
  return ways
}
