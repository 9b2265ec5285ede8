import type {Direction} from '../../model/subject/subject.ts'
import type {Json} from '../../schema/json.ts'
import {surelyApart} from '../proof/disjoint.ts'
import type {Edge, KnownFact, Pair} from './schema-pairs.ts'

/** A pair that an operation holds itself, and who holds it. */
export interface Root<Stop> {
  readonly stop: Stop
  readonly pair: Pair
}

/**
 * What on the way down may say otherwise of a value: the last choice, or all that is said of what holds it; and how a
 * value further down is built into one of it.
 */
export interface Pending {
  readonly edge: Edge
  readonly lifts: readonly ((value: Json, side: Direction) => Json | undefined)[]
  /** The one before. */
  readonly above?: Pending
  /** No value can reach the edge, so nothing behind it is reached either. */
  readonly isVoid?: true
}

/** Who meets a fact: plainly, or through a choice that may have another way out. Stops by their number. */
export interface Met {
  readonly fact: KnownFact
  readonly plainly: Bits
  /** Where it is met plainly, if it is. */
  readonly plain: State | undefined
  readonly throughChoices: readonly {readonly pending: Pending; readonly stops: Bits; readonly state: State}[]
}

/** A set of small numbers. */
export type Bits = Uint32Array

/** A pair of schemas, and the choices on the path to it that may accept a value all the same. */
export interface State {
  readonly pair: Pair
  readonly pending: Pending | undefined
  readonly next: State[]
  /** How each of the next ones is written: `.name`, `[]`. */
  readonly steps: string[]
  readonly stops: Bits
  /** For those who look for circles: when it was entered, and the earliest that it leads back to. */
  order: number
  low: number
  isOpen: boolean
}

const COMPONENT = /^\/(components\/\w+|definitions)\/[^/]+$/

/**
 * Which facts are met from which roots, on one side, and where the way from each root starts. The graph of pairs is
 * walked once, not once for each root: what leads to each other in a circle is met by the same.
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
    put(state.stops, number)
    return state
  })
  for (let at = 0; at < all.length; at++) {
    const {pair, pending, next, steps} = all[at] as State
    for (const edge of pair.edges) {
      if (edge.only && edge.only !== side) continue
      const isVoid = pending?.isVoid || edge.isVoid(side)
      next.push(stateOf(edge.to, isVoid ? voidAt(edge) : pendingBelow(edge, pending, all.length > MOST_STATES)))
      steps.push(edge.step)
    }
  }
  spread(all)
  return {all: [...states].flatMap(([pair, ways]) => metIn(pair, [...ways.values()], side)), starts}
}

const voidAt = (edge: Edge): Pending => ({edge, lifts: [], isVoid: true})

function metIn({facts}: Pair, ways: readonly State[], side: Direction): Met[] {
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
 * So many ways down are told apart. Beyond them nothing is kept in mind into another component: a break may be told that
 * is none, never the reverse.
 */
const MOST_STATES = 20_000

/**
 * What may say otherwise is kept in mind until the way leads into another component; all the way down, where a form
 * shares values with another one, which may take what breaks in it, and where more is said of what holds the value.
 */
function pendingBelow(edge: Edge, pending: Pending | undefined, isLong: boolean): Pending | undefined {
  const {alternative, whole, lift, to} = edge
  const isElsewhere = COMPONENT.test(to.newer.pointer) || COMPONENT.test(to.older.pointer)
  const kept = isElsewhere && pending && (isLong || !isOverlapped(pending.edge)) ? undefined : pending
  if (alternative || whole)
    return {edge, lifts: alternative ? [] : [lift], ...(kept ? {above: cut(kept, MOST_ABOVE)} : {})}
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

const MOST_ABOVE = 2

function cut(pending: Pending, depth: number): Pending {
  const {above, ...rest} = pending
  return above && depth > 1 ? {...rest, above: cut(above, depth - 1)} : rest
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
 * Passes stops on along all ways. Tarjan's strongly connected components, without recursion: they come out with those
 * first that lead nowhere else, so that in the reverse order everything is known of what leads to a component.
 */
function spread(all: readonly State[]): void {
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
      if (state.low === state.order) components.push(closed(stack, state))
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

function closed(stack: State[], root: State): State[] {
  const component = stack.splice(stack.lastIndexOf(root))
  for (const state of component) state.isOpen = false
  return component
}

const put = (bits: Bits, number: number): void => {
  bits[number >> 5] = (bits[number >> 5] ?? 0) | (1 << (number & 31))
}

export function join(bits: Bits, others: Bits): void {
  for (let at = 0; at < bits.length; at++) bits[at] = (bits[at] ?? 0) | (others[at] ?? 0)
}

/** Whether all of the one are in the other. */
export const within = (bits: Bits, others: Bits): boolean => bits.every((word, at) => (word & ~(others[at] ?? 0)) === 0)

export const isNone = (bits: Bits): boolean => bits.every(word => word === 0)

export function numbersIn(bits: Bits): number[] {
  const numbers: number[] = []
  for (let at = 0; at < bits.length; at++)
    for (let word = bits[at] ?? 0; word !== 0; word &= word - 1) numbers.push(at * 32 + 31 - Math.clz32(word & -word))
  return numbers
}

/** The shortest ways down from a state to all others, in words, the shortest of all first. */
export function waysFrom(start: State): ReadonlyMap<State, string> {
  const ways = new Map([[start, '']])
  for (const [{next, steps}, way] of ways)
    for (const [at, state] of next.entries()) if (!ways.has(state)) ways.set(state, way + steps[at])
  return ways
}
