import type {Proof} from '../../model/api/change.ts'
import type {Life} from '../../model/api/snapshot.ts'
import type {Direction} from '../../model/subject/subject.ts'
import type {Node} from '../../schema/document/node.ts'
import {isRecord, type Json} from '../../schema/json.ts'
import {compareAnnotations} from '../alternatives/annotations.ts'
import {compareChoices} from '../alternatives/one-of-any-of.ts'
import {compareSubtypes} from '../alternatives/subtype-changes.ts'
import {Whole} from '../alternatives/whole-value.ts'
import {type Flat, flatten, flattenBoth, isLost, possibleTypesOf, settled} from '../flatten/flatten.ts'
import {together} from '../flatten/merge-schemas.ts'
import {keyOfWire, type Wire, wireBelow} from '../flatten/parameter-style.ts'
import type {Proofs} from '../proof/proofs.ts'
import {provenOfNothing} from '../proof/prove-no-content.ts'
import {Sampler} from '../proof/sampler.ts'
import {compareArrays, compareItems} from '../schema/arrays.ts'
import {compareExtensible, compareValues} from '../schema/enum.ts'
import {compareBeside, compareIgnored} from '../schema/ignored-keywords.ts'
import {compareUnreadable} from '../schema/invalid-keywords.ts'
import {compareObjects, compareObjectsBelow} from '../schema/objects.ts'
import {compareConditions} from '../schema/other-keywords.ts'
import {compareScalars} from '../schema/scalars.ts'
import {compareTypes, shareTypes} from '../schema/types.ts'
import {type Alternative, type Below, type Desk, type Fact, sidesOf} from '../schema-diff-context.ts'
import {confirmedOnWire} from '../serialized/prove-serialized.ts'
import type {Dirt} from '../unchanged/changed-references.ts'

/** Two schemas that are compared with each other, their differences, and the pairs below them. */
export interface Pair {
  readonly older: Node
  readonly newer: Node
  readonly wire: Wire | undefined
  readonly facts: readonly KnownFact[]
  readonly edges: readonly Edge[]
}

/** A fact with cached proofs. */
export interface KnownFact extends Omit<Fact, 'prove'> {
  readonly pair: Pair
  readonly proof: (side: Direction) => Proof | undefined
}

export interface Edge {
  readonly to: Pair
  readonly step: string
  readonly only?: Direction
  readonly alternative?: Alternative
  /** The constraints on the value that contains it, if they can refuse it. */
  readonly whole?: Whole
  readonly lift: (value: Json, side: Direction) => Json | undefined
  /** Whether no value can reach the edge, because no value fits the schema that it starts from. */
  readonly isVoid: (side: Direction) => boolean
}

interface Tools {
  readonly dirt: Dirt
  readonly proofs: Proofs
  readonly lifeAt: (members: readonly Node[]) => Life
}

/** The comparisons of scalar values, which are text in a URL. */
const SCALAR_COMPARISONS: readonly ((context: Desk) => void)[] = [
  compareValues,
  compareExtensible,
  compareScalars,
  compareIgnored
]

const ALL_COMPARISONS: readonly ((context: Desk) => void)[] = [
  compareTypes,
  compareArrays,
  compareObjects,
  compareChoices,
  compareSubtypes,
  compareConditions,
  compareBeside,
  compareAnnotations
]

/** The comparisons of schemas that share no type. If an object became a text, the type change covers its properties. */
const DISJOINT_COMPARISONS: readonly ((context: Desk) => void)[] = [compareTypes, compareAnnotations]

/**
 * The comparisons that lead further down, which are enough if the text is the same on both sides. Each is called only
 * if one of its keywords is present.
 */
const CHILD_COMPARISONS: readonly {readonly keywords: readonly string[]; readonly look: (context: Desk) => void}[] = [
  {
    keywords: ['items', 'prefixItems', 'additionalItems', 'contains', 'minContains', 'maxContains', 'unevaluatedItems'],
    look: compareItems
  },
  {
    keywords: ['properties', 'additionalProperties', 'patternProperties', 'unevaluatedProperties'],
    look: compareObjectsBelow
  },
  {keywords: ['anyOf', 'oneOf'], look: compareChoices},
  {keywords: ['discriminator'], look: compareSubtypes},
  {
    keywords: [
      ...['not', 'if', 'then', 'else', 'propertyNames', 'contentSchema'],
      ...['dependentRequired', 'dependentSchemas', 'dependencies']
    ],
    look: compareConditions
  }
]

/**
 * The maximum number of schema pairs in one comparison, which is ten times what the largest known descriptions have.
 */
export const MOST_PAIRS = 15_000

/** Whether no other schema constrains the value. */
const standsAlone = ({members}: Flat): boolean => members.length === 1

/**
 * Whether a step starts where no value fits. `properties` beside a type that can't have any count, because the author
 * meant them.
 */
function startsWithoutValue(
  both: {older: Flat; newer: Flat},
  {step, alternative}: Pick<Below, 'step' | 'alternative'>,
  side: Direction
) {
  const types = possibleTypesOf(sidesOf(both, side).sub)
  if (step !== '' || !alternative) return types.size === 0
  const own = possibleTypesOf(flatten(sidesOf(alternative, side).sub.member))
  return ![...own].some(type => types.has(type))
}

/** The pairs of schemas, each compared once however many operations lead to it. */
export class Pairs {
  readonly #tools: Tools
  readonly #sampler: Sampler
  readonly #known = new Map<Node, Map<Node, Map<string, Pair>>>()
  /** The pairs that are a whole value, and not a part of another one. */
  readonly #wholes = new WeakSet<Pair>()
  readonly #open: (() => void)[] = []
  #count = 0
  /** The pair that stands for all pairs beyond the maximum. */
  #beyondLimit: Pair | undefined

  constructor(tools: Tools) {
    this.#tools = tools
    this.#sampler = new Sampler(tools.proofs)
  }

  /** The pair with everything below it; `undefined` if both sides are the same all the way down. */
  of(older: Node, newer: Node, wire: Wire | undefined): Pair | undefined {
    const pair = this.#pair(older, newer, wire)
    if (pair) this.#wholes.add(pair)
    for (let next = this.#open.pop(); next; next = this.#open.pop()) next()
    return pair
  }

  #pair(start: Node, other: Node, wire: Wire | undefined): Pair | undefined {
    const [older, newer] = [settled(start), settled(other)]
    const all = this.#known.get(older) ?? new Map<Node, Map<string, Pair>>()
    this.#known.set(older, all)
    const known = all.get(newer) ?? new Map<string, Pair>()
    all.set(newer, known)
    const way = keyOfWire(wire)
    const before = known.get(way)
    if (before) return before
    if (this.#tools.dirt.isClean(older, newer)) return undefined
    if (++this.#count > MOST_PAIRS) return this.#reportLimit(older, newer, wire)
    const facts: KnownFact[] = []
    const edges: Edge[] = []
    const pair: Pair = {older, newer, wire, facts, edges}
    known.set(way, pair)
    // Deferred, because schemas can be nested to any depth.
    this.#open.push(() => this.#expand(pair, facts, edges))
    return pair
  }

  #expand(pair: Pair, facts: KnownFact[], edges: Edge[]): void {
    const {older, newer, wire} = pair
    const known = (side: Direction) =>
      this.#wholes.has(pair) && side === 'response' ? provenOfNothing(pair) : undefined
    const both = flattenBoth(older, newer)
    // In a URL or header, texts are accepted or refused, and not values.
    const whole = wire ? undefined : new Whole(both, this.#tools.proofs)
    const held = whole?.isMixed ? {whole} : {}
    const confirmed = (proof: Proof, side: Direction): Proof =>
      whole ? whole.confirmed(proof, side) : confirmedOnWire(context, proof, side)
    const context: Desk = {
      ...both,
      wire,
      sampler: this.#sampler,
      ...this.#tools,
      tell: ({prove, ...fact}) => {
        const proofs: {[Side in Direction]?: Proof} = {}
        facts.push({
          ...fact,
          pair,
          proof: side => {
            if (prove) proofs[side] ??= known(side) ?? confirmed(prove(side), side)
            return proofs[side]
          }
        })
      },
      goBelow: ({older: olds, newer: news, ...edge}) => {
        const to = this.#pair(together(olds), together(news), wire && wireBelow(wire, edge.step))
        const isVoid = (side: Direction): boolean => startsWithoutValue(both, edge, side)
        if (to) edges.push({...edge, ...(edge.alternative || edge.step !== '' ? held : {}), isVoid, to})
      }
    }
    const lost = [context.older, context.newer].find(isLost)
    if (lost) {
      const spot = {node: lost.node, steps: ['$ref']}
      const [old, fresh] = [
        {node: older, steps: []},
        {node: newer, steps: []}
      ]
      context.tell({
        kind: 'composition-changed',
        about: '$ref',
        old: lost === context.older ? spot : old,
        new: lost === context.newer ? spot : fresh,
        prove: () => ({is: 'undetermined', why: 'a reference that leads nowhere'})
      })
      return
    }
    // Text that both descriptions share was read once, so only what it refers to can differ.
    if (
      older.raw === newer.raw &&
      older.dialect === newer.dialect &&
      standsAlone(context.older) &&
      standsAlone(context.newer)
    ) {
      const raw = isRecord(older.raw) ? older.raw : {}
      for (const {keywords, look} of CHILD_COMPARISONS)
        if (keywords.some(each => Object.hasOwn(raw, each))) look(context)
      return
    }
    const isShared = shareTypes(context)
    const isCovered = wire || isShared ? compareUnreadable(context) : () => false
    const filtered: Desk = {...context, tell: fact => void (isCovered(fact) || context.tell(fact))}
    if (wire || isShared) for (const compare of SCALAR_COMPARISONS) compare(filtered)
    for (const compare of isShared ? ALL_COMPARISONS : DISJOINT_COMPARISONS) compare(filtered)
  }
  /** Reports once that the pairs beyond the maximum weren't compared, for all operations that lead to them. */
  #reportLimit(older: Node, newer: Node, wire: Wire | undefined): Pair {
    if (this.#beyondLimit) return this.#beyondLimit
    const facts: KnownFact[] = []
    this.#beyondLimit = {older, newer, wire, facts, edges: []}
    facts.push({
      kind: 'composition-changed',
      old: {node: older, steps: []},
      new: {node: newer, steps: []},
      pair: this.#beyondLimit,
      proof: () => ({is: 'undetermined', why: 'too many pairs of schemas'})
    })
    return this.#beyondLimit
  }
}
