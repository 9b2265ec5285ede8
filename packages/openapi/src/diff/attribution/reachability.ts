import type {Direction} from '@tenure/core/model/subject/subject'
import type {Json} from '@tenure/json-schema/json'
import {createNumbering} from '@tenure/json-schema/memoize'
import {surelyDisjoint} from '../proof/disjoint.ts'
import type {AlternativeSide} from '../schema-diff-context.ts'
import type {ProvableFact, SchemaEdge, SchemaPair} from './schema-pairs.ts'

/** A pair of schemas that an operation uses directly, and where it does so. */
export interface RootPair<Stop> {
  readonly site: Stop
  readonly pair: SchemaPair
}

/**
 * A test, above the changed place, of whether the change can have an effect there: the nearest alternative, or the
 * constraints on a containing value. Each function of `lifts` wraps a value of the changed place into its parent.
 */
export interface PendingCheck {
  readonly edge: SchemaEdge
  readonly lifts: readonly ((value: Json, side: Direction) => Json | undefined)[]
  /** The step that each function of `lifts` leads up: `.name`, `[]`. */
  readonly steps: readonly string[]
  /** The check above this one on the path; missing for the outermost. */
  readonly above?: PendingCheck
  /** Whether no value can reach the edge, so that nothing behind it is reached, either. */
  readonly isVoid?: true
}

/**
 * A fact and the sites in operations that reach it, by number: either plainly, or through a choice whose other
 * alternatives may accept the value.
 */
export interface ReachedFact {
  readonly fact: ProvableFact
  readonly plainly: BitSet
  /** The state in which the fact is reached plainly; `undefined` if it's reached only through choices. */
  readonly plain: PathState | undefined
  readonly throughChoices: readonly {
    readonly pending: PendingCheck
    readonly sites: BitSet
    readonly state: PathState
  }[]
}

/** A set of small numbers, as a bitmap. */
export type BitSet = Uint32Array

/** A pair of schemas, and the choices on the path to it that may still accept a value. */
export interface PathState {
  readonly pair: SchemaPair
  readonly pending: PendingCheck | undefined
  readonly next: PathState[]
  /** The step to each of the next states: `.name`, `[]`. */
  readonly steps: string[]
  readonly sites: BitSet
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
export function findReachedFacts<Stop>(
  roots: readonly RootPair<Stop>[],
  side: Direction
): {readonly all: ReachedFact[]; readonly starts: readonly PathState[]} {
  const words = (roots.length + 31) >> 5
  const states = new Map<SchemaPair, Map<string, PathState>>()
  const all: PathState[] = []
  const stateOf = (pair: SchemaPair, pending: PendingCheck | undefined): PathState => {
    const ways = states.get(pair) ?? new Map<string, PathState>()
    states.set(pair, ways)
    const key = keyOf(pending)
    const known = ways.get(key)
    if (known) return known
    const state = {pair, pending, next: [], steps: [], sites: new Uint32Array(words), order: -1, low: 0, isOpen: false}
    ways.set(key, state)
    all.push(state)
    return state
  }
  const starts = roots.map(({pair}, number) => {
    const state = stateOf(pair, undefined)
    addBit(state.sites, number)
    return state
  })
  for (let at = 0; at < all.length; at++) {
    const {pair, pending, next, steps} = all[at] as PathState
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

const voidAt = (edge: SchemaEdge): PendingCheck => ({edge, lifts: [], steps: [], isVoid: true})

function reachedFactsOf({facts}: SchemaPair, ways: readonly PathState[], side: Direction): ReachedFact[] {
  if (facts.length === 0) return []
  const [open] = ways.filter(({pending}) => pending === undefined)
  const plainly = open?.sites ?? new Uint32Array(ways[0]?.sites.length ?? 0)
  const throughChoices = ways.flatMap(state =>
    state.pending ? [{pending: state.pending, sites: state.sites, state}] : []
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
function pendingBelow(edge: SchemaEdge, pending: PendingCheck | undefined, isLong: boolean): PendingCheck | undefined {
  const {alternative, whole, lift, step, to} = edge
  const isElsewhere = COMPONENT.test(to.newer.pointer) || COMPONENT.test(to.older.pointer)
  const kept = isElsewhere && pending && (isLong || !isOverlapped(pending.edge)) ? undefined : pending
  if (alternative || whole)
    return {
      edge,
      lifts: alternative ? [] : [lift],
      steps: alternative ? [] : [step],
      ...(kept ? {above: limitDepth(kept, MAX_ABOVE)} : {})
    }
  return kept && {...kept, lifts: [...kept.lifts, lift], steps: [...kept.steps, step]}
}

const overlapped = new WeakMap<SchemaEdge, boolean>()

function isOverlapped(edge: SchemaEdge): boolean {
  const known = overlapped.get(edge)
  if (known !== undefined) return known
  const {alternative, whole} = edge
  const isShared =
    alternative === undefined ||
    whole?.hasOtherConstraints === true ||
    [alternative.older, alternative.newer].some(({choice, alternative: form}) =>
      choice.alternatives.some(other => other !== form && !surelyDisjoint(form, other, 'request'))
    )
  overlapped.set(edge, isShared)
  return isShared
}

const MAX_ABOVE = 2

function limitDepth(pending: PendingCheck, depth: number): PendingCheck {
  const {above, ...rest} = pending
  return above && depth > 1 ? {...rest, above: limitDepth(above, depth - 1)} : rest
}

const numberOf = createNumbering()

function keyOf(pending: PendingCheck | undefined): string {
  if (!pending) return ''
  if (pending.isVoid) return 'void'
  const number = numberOf(pending.edge)
  return pending.above ? `${number} ${keyOf(pending.above)}` : `${number}`
}

/**
 * Passes sites on along all edges, by Tarjan's strongly connected components without recursion. Components that lead
 * nowhere else are found first, so in reverse order everything that leads to a component is done before it.
 */
function propagateSites(all: readonly PathState[]): void {
  const components: PathState[][] = []
  const stack: PathState[] = []
  let order = 0
  for (const start of all) {
    if (start.order >= 0) continue
    const walk: {readonly state: PathState; at: number}[] = [{state: start, at: 0}]
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
    for (const state of component) addBits(first.sites, state.sites)
    for (const state of component) {
      state.sites.set(first.sites)
      for (const next of state.next) addBits(next.sites, first.sites)
    }
  }
}

function popComponent(stack: PathState[], root: PathState): PathState[] {
  const component = stack.splice(stack.lastIndexOf(root))
  for (const state of component) state.isOpen = false
  return component
}

const addBit = (bits: BitSet, number: number): void => {
  bits[number >> 5] = (bits[number >> 5] ?? 0) | (1 << (number & 31))
}

export function addBits(bits: BitSet, others: BitSet): void {
  for (let at = 0; at < bits.length; at++) bits[at] = (bits[at] ?? 0) | (others[at] ?? 0)
}

/** Whether the first set is a subset of the second. */
export const isSubsetOf = (bits: BitSet, others: BitSet): boolean =>
  bits.every((word, at) => (word & ~(others[at] ?? 0)) === 0)

export const isEmptySet = (bits: BitSet): boolean => bits.every(word => word === 0)

export function listBits(bits: BitSet): number[] {
  const numbers: number[] = []
  for (let at = 0; at < bits.length; at++)
    for (let word = bits[at] ?? 0; word !== 0; word &= word - 1) numbers.push(at * 32 + 31 - Math.clz32(word & -word))
  return numbers
}

/** The shortest paths from a state to all others, as text, in order of their length. */
export function findShortestPaths(start: PathState): ReadonlyMap<PathState, string> {
  const ways = new Map([[start, '']])
  for (const [{next, steps}, way] of ways)
    for (const [at, state] of next.entries()) if (!ways.has(state)) ways.set(state, way + steps[at])
  return ways
}

/** Both sides of each alternative that leads to a pending check, the innermost first. */
export const alternativesAbove = ({edge: {alternative}, above}: PendingCheck): AlternativeSide[] => [
  ...(alternative ? [alternative.older, alternative.newer] : []),
  ...(above ? alternativesAbove(above) : [])
]

/** Whether a value has a part at the end of the given steps, which are those of a pending check. */
export function hasPartAt(value: Json, [step, ...rest]: readonly string[]): boolean {
  if (step === undefined) return true
  if (step === '') return hasPartAt(value, rest)
  if (typeof value !== 'object' || value === null) return false
  const inner: readonly (Json | undefined)[] = step.startsWith('.')
    ? [Object.hasOwn(value, step.slice(1)) ? (value as {[name: string]: Json})[step.slice(1)] : undefined]
    : Object.values(value)
  return inner.some(each => each !== undefined && hasPartAt(each, rest))
}
