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

/** Where a fact stands on one side: a schema, and the steps further down. */
export interface Spot {
  readonly node: Node
  readonly steps: readonly (string | number)[]
}

/** One difference between two schemas, before it is known who meets it. */
export interface Fact {
  readonly kind: ChangeKind
  readonly about?: string
  readonly old?: Spot
  readonly new?: Spot
  /** Whose fact it is, where what came stands elsewhere by itself. */
  readonly of?: Spot
  readonly was?: unknown
  readonly is?: unknown
  /** The one value that it is about, where it is not told that it came or went. */
  readonly value?: string
  /** How many more values like the one that it is about it stands for. */
  readonly others?: number
  /** What the older side said of its end. */
  readonly announced?: AnnouncedBefore
  /** It concerns what goes this way alone. */
  readonly only?: Direction
  /** Left out where it is not containment that decides. */
  readonly prove?: (side: Direction) => Proof
  /** Told only where it breaks: what is behind it is told by others. */
  readonly isSilent?: boolean
}

/** One of several alternatives: what it no longer accepts, another one may. */
export interface Alternative {
  readonly older: Offered
  readonly newer: Offered
  /** Whether all of the one side's alternative is accepted by the other side's alternatives together. */
  readonly whole: (side: Direction) => Proof
}

/** An alternative, and what is asked of its values beside the choice. */
export interface Offered {
  readonly choice: Choice
  readonly form: Node
  readonly member: Node
  readonly beside: readonly Node[]
  /** What it goes by, where a discriminator says so. */
  readonly name?: FormName
}

export interface Below {
  readonly older: readonly Node[]
  readonly newer: readonly Node[]
  /** How the way down is written: `.name`, `[]`. */
  readonly step: string
  readonly only?: Direction
  readonly alternative?: Alternative
  /** Builds a value of the upper schema that holds this one. */
  readonly lift: (value: Json, side: Direction) => Json | undefined
}

/** What those who compare two schemas work with. */
export interface Desk {
  readonly older: Flat
  readonly newer: Flat
  /** Values are compared as they stand in a URL or a header: as text. */
  readonly wire: Wire | undefined
  readonly dirt: Dirt
  readonly proofs: Proofs
  readonly sampler: Sampler
  /** What the members of a schema say of how long it will be there. */
  readonly lifeAt: (members: readonly Node[]) => Life
  readonly tell: (fact: Fact) => void
  readonly goBelow: (below: Below) => void
}

/** Which side must lie within the other: a request must still accept, a response must still promise. */
export const sidesOf = <Value>(
  {older, newer}: {readonly older: Value; readonly newer: Value},
  side: Direction
): {sub: Value; sup: Value} => (side === 'request' ? {sub: older, sup: newer} : {sub: newer, sup: older})

/** What a schema demands by some of its keywords, member by member. */
function demandsOf(flat: Flat, keywords: readonly string[]): Node[] {
  return flat.members.flatMap(member => {
    const {raw} = member
    if (!isRecord(raw)) return raw === false ? [member] : []
    const said = picked(raw, keywords)
    if (Object.keys(said).length === 0) return []
    return [inPlaceOf(member, flat.orNull && !flat.beside.has(member) ? {anyOf: [said, {enum: [null]}]} : said)]
  })
}

interface Asked {
  /** The keywords of values that hold no others suffice. */
  readonly scalar?: boolean
  /** Whether it can be seen at a glance that the one side meets what the other demands. */
  readonly meets?: (sub: Flat, sup: Flat) => boolean
  readonly candidates?: (sub: Flat, sup: Flat, side: Direction) => Iterable<Json | undefined>
  /** Demands other than by the keywords. */
  readonly demands?: (sup: Flat, sub: Flat) => readonly Node[]
}

/** Asks whether the one side meets what the other demands by some keywords. */
export function ask(desk: Desk, keywords: readonly string[], asked: Asked = {}): (side: Direction) => Proof {
  return side => {
    const {sub, sup} = sidesOf(desk, side)
    const demands = asked.demands?.(sup, sub) ?? demandsOf(sup, keywords)
    if (demands.length === 0 || asked.meets?.(sub, sup)) return keeps()
    const question: Question = {
      sub: sub.node,
      demands,
      ...(asked.scalar ? {small: smallPartsOf(sub)} : {}),
      ...(asked.candidates ? {candidates: () => asked.candidates?.(sub, sup, side) ?? []} : {})
    }
    const proof = desk.proofs.prove(side, question)
    return desk.wire && proof.is === 'breaks' && holdsNull(proof.witness) ? proveSent(desk, question, side) : proof
  }
}

const holdsNull = (value: unknown): boolean => Array.isArray(value) && value.includes(null)

/** In a URL a list has no way to hold null: what shows a break there must be something that can be sent. */
function proveSent({proofs}: Desk, {sub, demands, candidates}: Question, side: Direction): Proof {
  const sent = together([sub, inPlaceOf(sub, {items: {not: {type: 'null'}}})])
  const proof = proofs.prove(side, {sub: sent, demands, ...(candidates ? {candidates} : {})})
  return proof.is === 'breaks'
    ? proof
    : {is: 'undetermined', why: 'only a list that holds `null` was found, which cannot be sent'}
}

/** The schema without what holds other values: all of it, or alternative by alternative. */
function smallPartsOf(flat: Flat): Node[][] {
  const [choice] = flat.choices
  return [[scalarsOf(flat)], ...(choice ? [choice.alternatives.map(node => scalarsOf(flatten(node)))] : [])]
}

/** Where a keyword stands; the schema itself, where it is not there. */
export function spotOf(flat: Flat, ...keywords: readonly string[]): Spot {
  for (const keyword of keywords) {
    const [first] = said(flat, keyword)
    const list = first && listBehind(first.node)
    if (list) return {node: list.node, steps: [list.keyword]}
    if (first) return {node: first.node, steps: [keyword]}
  }
  return {node: flat.members[0] ?? flat.node, steps: []}
}

/** Where a value is listed, or would be: at its form, where each has one. */
export const spotOfValue = (flat: Flat, value: unknown): Spot =>
  spotInList(flat, value) ?? spotOf(flat, 'enum', 'const')

/** Where a value is listed as a form of a choice. */
export const spotInList = ({members}: Flat, value: unknown): Spot | undefined => formIn(members, keyOf(value))?.spot

export const spotsOf = ({older, newer}: Desk, ...keywords: readonly string[]): {old: Spot; new: Spot} => ({
  old: spotOf(older, ...keywords),
  new: spotOf(newer, ...keywords)
})
