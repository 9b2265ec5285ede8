import type {PriorAnnouncement, Proof} from '@tenure/core/model/api/change'
import type {SourceLocation} from '@tenure/core/model/location'
import type {Direction} from '@tenure/core/model/subject/subject'
import type {Node} from '@tenure/json-schema/document/node'
import {pickKeywords} from '@tenure/json-schema/exact-numbers'
import {canonicalText, isRecord, type Json} from '@tenure/json-schema/json'
import type {OpenapiKind} from '../kinds/kinds.ts'
import type {LifecycleMarks} from '../snapshot.ts'
import {enumChoiceOf, findEnumAlternative} from './flatten/enum-as-one-of.ts'
import {type FlatSchema, flatten, keywordValues, mergeSchemas, type SchemaChoice} from './flatten/flatten.ts'
import type {WireFormat} from './flatten/parameter-style.ts'
import type {Omissions} from './omissions.ts'
import type {DiscriminatorValues} from './proof/discriminator-values.ts'
import {type ContainmentQuestion, createSchemaAt, keepsProof, type SchemaProver} from './proof/proofs.ts'
import {type Sampler, scalarConstraintsOf} from './proof/sampler.ts'
import type {ChangedReferences} from './unchanged/changed-references.ts'

/** The location of a fact in the older or newer description: a schema, and the steps further down in it. */
export interface SchemaLocation {
  readonly node: Node
  readonly steps: readonly (string | number)[]
}

/** A difference between two schemas, before the operations that it reaches are known. */
export interface SchemaFact {
  readonly kind: OpenapiKind
  readonly about?: string
  readonly old?: SchemaLocation
  readonly new?: SchemaLocation
  /** The location that the fact belongs to, if the added part itself is defined elsewhere. */
  readonly of?: SchemaLocation
  readonly was?: unknown
  readonly is?: unknown
  /** The value that the fact is about, if it isn't about adding or removing it. */
  readonly value?: string
  /** The number of further values that the fact stands for. */
  readonly others?: number
  /** What the older side announced about the end of support. */
  readonly announced?: PriorAnnouncement
  /** The only direction that the fact concerns. */
  readonly only?: Direction
  /** Proves whether the fact breaks clients; missing if containment doesn't decide that. */
  readonly prove?: (side: Direction) => Proof
  /** Whether the fact is reported only if it breaks, because its causes are reported separately. */
  readonly isSilent?: boolean
  /** Whether the containing side accepts more than the contained one, which is reported if no other fact shows it. */
  readonly isWider?: (side: Direction) => boolean
}

/** An alternative on both sides. Values that it no longer accepts may be accepted by another alternative. */
export interface ChangedAlternative {
  readonly older: AlternativeSide
  readonly newer: AlternativeSide
  /**
   * Proves whether the alternatives of the containing side together accept everything that this alternative accepts.
   */
  readonly proveWhole: (side: Direction) => Proof
}

/** One side of an alternative, with the constraints next to the choice that apply to its values. */
export interface AlternativeSide {
  readonly choice: SchemaChoice
  readonly alternative: Node
  readonly member: Node
  readonly siblings: readonly Node[]
  /** The discriminator values of the alternative; missing if there are none. */
  readonly name?: DiscriminatorValues
}

export interface ChildSchemas {
  readonly older: readonly Node[]
  readonly newer: readonly Node[]
  /** The step down to these schemas: `.name`, `[]`. */
  readonly step: string
  readonly only?: Direction
  readonly alternative?: ChangedAlternative
  /** Builds a value of the upper schema that contains this one; `undefined` if it can't. */
  readonly lift: (value: Json, side: Direction) => Json | undefined
}

/**
 * Everything a keyword comparison needs: both flattened schemas, the prover, and callbacks to report and to descend.
 */
export interface SchemaDiffContext {
  readonly older: FlatSchema
  readonly newer: FlatSchema
  /** How values are written as text in a URL, header, or form; `undefined` for JSON. */
  readonly wireFormat: WireFormat | undefined
  readonly changedReferences: ChangedReferences
  readonly proofs: SchemaProver
  readonly sampler: Sampler
  /** The lifecycle marks of the members of a schema. */
  readonly lifeAt: (members: readonly Node[]) => LifecycleMarks
  readonly omissions: Omissions
  /** The place of a schema of the newer side. */
  readonly placeOf: (newer: Node) => SourceLocation
  readonly report: (fact: SchemaFact) => void
  readonly descend: (below: ChildSchemas) => void
}

/**
 * The contained side (`sub`) and the containing side (`sup`): the new service must accept every older request, and
 * clients of the older service must accept every new response.
 */
export const containmentSidesOf = <Value>(
  {older, newer}: {readonly older: Value; readonly newer: Value},
  side: Direction
): {sub: Value; sup: Value} => (side === 'request' ? {sub: older, sup: newer} : {sub: newer, sup: older})

/** The parts of a schema with the given keywords, one for each member, as demands to prove. */
function demandsOf(flat: FlatSchema, keywords: readonly string[]): Node[] {
  return flat.members.flatMap(member => {
    const {raw} = member
    if (!isRecord(raw)) return raw === false ? [member] : []
    const said = pickKeywords(raw, keywords)
    if (Object.keys(said).length === 0) return []
    return [
      createSchemaAt(member, flat.isOrNull && !flat.siblings.has(member) ? {anyOf: [said, {enum: [null]}]} : said)
    ]
  })
}

interface ProofOptions {
  /** Whether the keywords of scalar values are enough to decide. */
  readonly scalar?: boolean
  /** Whether the contained side obviously meets what the other side demands. */
  readonly meets?: (sub: FlatSchema, sup: FlatSchema) => boolean
  readonly candidates?: (sub: FlatSchema, sup: FlatSchema, side: Direction) => Iterable<Json | undefined>
  /** Returns the demands to prove instead of those of the keywords. */
  readonly demands?: (sup: FlatSchema, sub: FlatSchema) => readonly Node[]
}

/**
 * Returns a function that proves whether the contained side meets what the other side demands by the given keywords.
 */
export function createDemandProof(
  context: SchemaDiffContext,
  keywords: readonly string[],
  options: ProofOptions = {}
): (side: Direction) => Proof {
  return side => {
    const {sub, sup} = containmentSidesOf(context, side)
    const demands = options.demands?.(sup, sub) ?? demandsOf(sup, keywords)
    if (demands.length === 0 || options.meets?.(sub, sup)) return keepsProof()
    const question: ContainmentQuestion = {
      sub: sub.node,
      demands,
      ...(options.scalar ? {small: scalarPartsOf(sub)} : {}),
      ...(options.candidates ? {candidates: () => options.candidates?.(sub, sup, side) ?? []} : {})
    }
    const proof = context.proofs.prove(side, question)
    return context.wireFormat && proof.is === 'breaks' && containsNull(proof.witness)
      ? proveWithoutNullItems(context, question, side)
      : proof
  }
}

const containsNull = (value: unknown): boolean => Array.isArray(value) && value.includes(null)

/**
 * Proves containment without null as an item, which a list in a URL can't contain, so that the example of a break can
 * be sent.
 */
function proveWithoutNullItems(
  {proofs}: SchemaDiffContext,
  {sub, demands, candidates}: ContainmentQuestion,
  side: Direction
): Proof {
  const sent = mergeSchemas([sub, createSchemaAt(sub, {items: {not: {type: 'null'}}})])
  const proof = proofs.prove(side, {sub: sent, demands, ...(candidates ? {candidates} : {})})
  return proof.is === 'breaks'
    ? proof
    : {is: 'undetermined', why: "the only example is a list that contains `null`, which can't be sent"}
}

/** The schema without keywords of arrays and objects, as a whole and alternative by alternative. */
function scalarPartsOf(flat: FlatSchema): Node[][] {
  const [choice] = flat.choices
  return [
    [scalarConstraintsOf(flat)],
    ...(choice ? [choice.alternatives.map(node => scalarConstraintsOf(flatten(node)))] : [])
  ]
}

/** The location of the first keyword that is present, or else of the schema itself. */
export function locateKeyword(flat: FlatSchema, ...keywords: readonly string[]): SchemaLocation {
  for (const keyword of keywords) {
    const [first] = keywordValues(flat, keyword)
    const list = first && enumChoiceOf(first.node)
    if (list) return {node: list.node, steps: [list.keyword]}
    if (first) return {node: first.node, steps: [keyword]}
  }
  return {node: flat.members[0] ?? flat.node, steps: []}
}

/** The location of a listed value, which is its alternative if it has one, or else of the list. */
export const locateValue = (flat: FlatSchema, value: unknown): SchemaLocation =>
  locateValueAlternative(flat, value) ?? locateKeyword(flat, 'enum', 'const')

/** The location of a value that is listed as an alternative; `undefined` if it isn't. */
export const locateValueAlternative = ({members}: FlatSchema, value: unknown): SchemaLocation | undefined =>
  findEnumAlternative(members, canonicalText(value))?.spot

export const locateKeywordOnBoth = (
  {older, newer}: SchemaDiffContext,
  ...keywords: readonly string[]
): {old: SchemaLocation; new: SchemaLocation} => ({
  old: locateKeyword(older, ...keywords),
  new: locateKeyword(newer, ...keywords)
})
