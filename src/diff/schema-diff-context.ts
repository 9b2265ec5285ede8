import type {AnnouncedBefore, ChangeKind, Proof} from '../model/api/change.ts'
import type {Life} from '../model/api/snapshot.ts'
import type {Direction} from '../model/subject/subject.ts'
import type {Node} from '../schema/document/node.ts'
import {picked} from '../schema/exact-numbers.ts'
import {isRecord, type Json, keyOf} from '../schema/json.ts'
import {formIn, listBehind} from './flatten/enum-as-one-of.ts'
import {type Choice, type Flat, flatten, said} from './flatten/flatten.ts'
import {together} from './flatten/merge-schemas.ts'
import type {Wire} from './flatten/parameter-style.ts'
import type {FormName} from './proof/discriminator-values.ts'
import {inPlaceOf, keeps, type Proofs, type Question} from './proof/proofs.ts'
import {type Sampler, scalarsOf} from './proof/sampler.ts'
import type {Dirt} from './unchanged/changed-references.ts'

/** The location of a fact on one side: a schema, and the steps further down. */
export interface Spot {
  readonly node: Node
  readonly steps: readonly (string | number)[]
}

/** A difference between two schemas, before the operations that it reaches are known. */
export interface Fact {
  readonly kind: ChangeKind
  readonly about?: string
  readonly old?: Spot
  readonly new?: Spot
  /** The location that the fact belongs to, if what was added is defined elsewhere. */
  readonly of?: Spot
  readonly was?: unknown
  readonly is?: unknown
  /** The value that the fact is about, if it isn't about adding or removing it. */
  readonly value?: string
  /** The number of further values that the fact stands for. */
  readonly others?: number
  /** What the older side announced about the end of support. */
  readonly announced?: AnnouncedBefore
  /** The only direction that the fact concerns. */
  readonly only?: Direction
  /** Missing if containment doesn't decide. */
  readonly prove?: (side: Direction) => Proof
  /** Whether the fact is reported only if it breaks, because its causes are reported separately. */
  readonly isSilent?: boolean
}

/** One of several alternatives. What it no longer accepts, another alternative may accept. */
export interface Alternative {
  readonly older: Offered
  readonly newer: Offered
  /**
   * Proves whether the alternatives of the containing side together accept everything that this alternative accepts.
   */
  readonly whole: (side: Direction) => Proof
}

/** One side of an alternative, with the constraints beside the choice that apply to its values. */
export interface Offered {
  readonly choice: Choice
  readonly form: Node
  readonly member: Node
  readonly beside: readonly Node[]
  /** The discriminator values of the alternative; missing if there are none. */
  readonly name?: FormName
}

export interface Below {
  readonly older: readonly Node[]
  readonly newer: readonly Node[]
  /** The step down to these schemas: `.name`, `[]`. */
  readonly step: string
  readonly only?: Direction
  readonly alternative?: Alternative
  /** Builds a value of the upper schema that contains this one; `undefined` if it can't. */
  readonly lift: (value: Json, side: Direction) => Json | undefined
}

/**
 * Everything a keyword comparison needs: both flattened schemas, the prover, and callbacks to report and to descend.
 */
export interface Desk {
  readonly older: Flat
  readonly newer: Flat
  /** How values are written as text in a URL, header, or form; `undefined` for JSON. */
  readonly wire: Wire | undefined
  readonly dirt: Dirt
  readonly proofs: Proofs
  readonly sampler: Sampler
  /** The lifecycle marks of the members of a schema. */
  readonly lifeAt: (members: readonly Node[]) => Life
  readonly tell: (fact: Fact) => void
  readonly goBelow: (below: Below) => void
}

/**
 * The contained side (`sub`) and the containing side (`sup`): the new service must accept every older request, and
 * clients of the older service must accept every new response.
 */
export const sidesOf = <Value>(
  {older, newer}: {readonly older: Value; readonly newer: Value},
  side: Direction
): {sub: Value; sup: Value} => (side === 'request' ? {sub: older, sup: newer} : {sub: newer, sup: older})

/** What a schema demands by the given keywords, member by member. */
function demandsOf(flat: Flat, keywords: readonly string[]): Node[] {
  return flat.members.flatMap(member => {
    const {raw} = member
    if (!isRecord(raw)) return raw === false ? [member] : []
    const said = picked(raw, keywords)
    if (Object.keys(said).length === 0) return []
    return [inPlaceOf(member, flat.orNull && !flat.beside.has(member) ? {anyOf: [said, {enum: [null]}]} : said)]
  })
}

interface ProofOptions {
  /** Whether the keywords of scalar values are enough to decide. */
  readonly scalar?: boolean
  /** Whether the contained side obviously meets what the other side demands. */
  readonly meets?: (sub: Flat, sup: Flat) => boolean
  readonly candidates?: (sub: Flat, sup: Flat, side: Direction) => Iterable<Json | undefined>
  /** Demands in place of those of the keywords. */
  readonly demands?: (sup: Flat, sub: Flat) => readonly Node[]
}

/**
 * Returns a function that proves whether the contained side meets what the other side demands by the given keywords.
 */
export function ask(
  context: Desk,
  keywords: readonly string[],
  options: ProofOptions = {}
): (side: Direction) => Proof {
  return side => {
    const {sub, sup} = sidesOf(context, side)
    const demands = options.demands?.(sup, sub) ?? demandsOf(sup, keywords)
    if (demands.length === 0 || options.meets?.(sub, sup)) return keeps()
    const question: Question = {
      sub: sub.node,
      demands,
      ...(options.scalar ? {small: scalarPartsOf(sub)} : {}),
      ...(options.candidates ? {candidates: () => options.candidates?.(sub, sup, side) ?? []} : {})
    }
    const proof = context.proofs.prove(side, question)
    return context.wire && proof.is === 'breaks' && containsNull(proof.witness)
      ? proveWithoutNullItems(context, question, side)
      : proof
  }
}

const containsNull = (value: unknown): boolean => Array.isArray(value) && value.includes(null)

/** A list in a URL can't contain null, so the example of a break must be a value that can be sent. */
function proveWithoutNullItems({proofs}: Desk, {sub, demands, candidates}: Question, side: Direction): Proof {
  const sent = together([sub, inPlaceOf(sub, {items: {not: {type: 'null'}}})])
  const proof = proofs.prove(side, {sub: sent, demands, ...(candidates ? {candidates} : {})})
  return proof.is === 'breaks'
    ? proof
    : {is: 'undetermined', why: 'only a list that holds `null` was found, which cannot be sent'}
}

/** The schema without keywords of arrays and objects, as a whole and alternative by alternative. */
function scalarPartsOf(flat: Flat): Node[][] {
  const [choice] = flat.choices
  return [[scalarsOf(flat)], ...(choice ? [choice.alternatives.map(node => scalarsOf(flatten(node)))] : [])]
}

/** The location of the first keyword that is present, or else of the schema itself. */
export function spotOf(flat: Flat, ...keywords: readonly string[]): Spot {
  for (const keyword of keywords) {
    const [first] = said(flat, keyword)
    const list = first && listBehind(first.node)
    if (list) return {node: list.node, steps: [list.keyword]}
    if (first) return {node: first.node, steps: [keyword]}
  }
  return {node: flat.members[0] ?? flat.node, steps: []}
}

/** The location of a listed value, which is its alternative if it has one, or else of the list. */
export const spotOfValue = (flat: Flat, value: unknown): Spot =>
  spotInList(flat, value) ?? spotOf(flat, 'enum', 'const')

/** The location of a value that is listed as an alternative; `undefined` if it isn't. */
export const spotInList = ({members}: Flat, value: unknown): Spot | undefined => formIn(members, keyOf(value))?.spot

export const spotsOf = ({older, newer}: Desk, ...keywords: readonly string[]): {old: Spot; new: Spot} => ({
  old: spotOf(older, ...keywords),
  new: spotOf(newer, ...keywords)
})
