import type {Proof} from '@tenure/core/model/api/change'
import type {Direction} from '@tenure/core/model/subject/subject'
import type {Node} from '@tenure/json-schema/document/node'
import {isRecord, type Json} from '@tenure/json-schema/json'
import {isOmittedProperty} from '@tenure/json-schema/read-write-only'
import {countSchemas} from '@tenure/json-schema/subschemas'
import {equalsIgnoringDocumentation} from '../documentation.ts'
import {type FlatSchema, keywordValues, mergeSchemas} from '../flatten/flatten.ts'
import {hasDiscriminatorValue} from '../proof/discriminator-values.ts'
import {createSchemaAt, keepsProof, OVERLAP, omittedMarkOf, type SchemaProver} from '../proof/proofs.ts'
import {containmentSidesOf, type SchemaDiffContext} from '../schema-diff-context.ts'
import {discriminatorValuesOfChoice} from './discriminated-alternatives.ts'
import {createOverlapDescription} from './overlaps.ts'

/** A schema on both sides, flattened. */
interface Both {
  readonly older: FlatSchema
  readonly newer: FlatSchema
}

/** Keywords about the whole value, which can refuse what a property, an item, or an alternative accepts. */
const WHOLE_KEYWORDS = ['not', 'if', 'dependentSchemas', 'dependencies', 'enum', 'const'] as const
const PART_KEYWORDS = ['additionalProperties', 'patternProperties', 'unevaluatedProperties', 'items'] as const

const COMBINED_KEYWORDS = [
  ...['not', 'if', 'dependentSchemas', 'dependencies', 'propertyNames'],
  ...['patternProperties', 'unevaluatedProperties', 'unevaluatedItems', 'contains']
] as const

const OTHER_CONSTRAINTS: readonly string[] = [...WHOLE_KEYWORDS, ...PART_KEYWORDS, 'properties', 'required']

/** Whether all parts of a schema are written alike, so that they differ only in what they refer to. */
const hasSameText = (older: FlatSchema, newer: FlatSchema): boolean =>
  older.members.length === newer.members.length &&
  older.members.every(({raw}, at) => equalsIgnoringDocumentation(raw, newer.members[at]?.raw))

/** Whether a schema has a choice, one of the keywords, or in several parts a keyword about parts of a value. */
function hasCombining(flat: FlatSchema, keywords: readonly string[]): boolean {
  const hasAny = (names: readonly string[]): boolean => names.some(name => keywordValues(flat, name).length > 0)
  return flat.choices.length > 0 || hasAny(keywords) || (flat.members.length > 1 && hasAny(PART_KEYWORDS))
}

/**
 * All constraints on one value. A break in one of them counts only if its witness was valid under all of them, because
 * the others may have refused it anyway.
 */
export class WholeValue {
  readonly #both: Both
  readonly #proofs: SchemaProver

  constructor(both: Both, proofs: SchemaProver) {
    this.#both = both
    this.#proofs = proofs
  }

  /** Whether the value has constraints that its properties and items don't show. */
  get hasCombinedConstraints(): boolean {
    return [this.#both.older, this.#both.newer].some(flat => hasCombining(flat, WHOLE_KEYWORDS))
  }

  /**
   * Whether keywords apply to the value together, so that proofs about single keywords leave something out, and their
   * text isn't the same on both sides.
   */
  get isMoreThanParts(): boolean {
    const {older, newer} = this.#both
    return [older, newer].some(flat => hasCombining(flat, COMBINED_KEYWORDS)) && !hasSameText(older, newer)
  }

  /**
   * Whether keywords besides one choice constrain the value, so that it can be refused although an alternative accepts
   * it.
   */
  get hasOtherConstraints(): boolean {
    return [this.#both.older, this.#both.newer].some(
      flat =>
        flat.choices.length > 1 ||
        flat.members.some(({raw}) => isRecord(raw) && OTHER_CONSTRAINTS.some(keyword => Object.hasOwn(raw, keyword)))
    )
  }

  /** Checks a proof about a part of the constraints against the whole. */
  confirm(proof: Proof, side: Direction): Proof {
    const {sup} = containmentSidesOf(this.#both, side)
    if (proof.is !== 'breaks' || this.#isValid(proof.witness as Json, side)) return proof
    const witness = proof.witness as Json
    return this.#review(
      this.#proofs.prove(side, {sub: this.#sentIn(witness, side), demands: [sup.node]}),
      witness,
      side
    )
  }

  /**
   * Checks a proof about a nested value against the whole, by a value that contains the witness; `step` is the step
   * down to it.
   */
  confirmChild(value: Json | undefined, side: Direction, step: string, held: {older: Node; newer: Node}): Proof {
    if (value !== undefined && this.#isValid(value, side)) return {is: 'breaks', witness: value, at: ''}
    const {sup} = containmentSidesOf(this.#both, side)
    const inner = containmentSidesOf(held, side).sup
    const demand = step.startsWith('.') ? createSchemaAt(inner, {properties: {[step.slice(1)]: inner.raw}}) : sup.node
    return this.#review(this.#proofs.prove(side, {sub: this.#sentIn(value, side), demands: [demand]}), value, side)
  }

  /** The contained side, without the properties of a value that a part of it describes but that it never sends. */
  #sentIn(value: Json | undefined, side: Direction): Node {
    const {node} = containmentSidesOf(this.#both, side).sub
    const names = this.#namesNotSent(value, side)
    if (names.length === 0) return node
    return mergeSchemas([
      node,
      createSchemaAt(node, {properties: Object.fromEntries(names.map(name => [name, false]))})
    ])
  }

  #namesNotSent(value: Json | undefined, side: Direction): string[] {
    const {node} = containmentSidesOf(this.#both, side).sub
    return Object.keys(isRecord(value) ? value : {}).filter(name => isOmittedProperty(node, name, omittedMarkOf(side)))
  }

  /**
   * Changes the proof to undetermined if a value is refused only because several alternatives of `oneOf` accept it,
   * which needs review.
   */
  #review(proof: Proof, value: Json | undefined, side: Direction): Proof {
    const {sub} = containmentSidesOf(this.#both, side)
    if (proof.is !== 'keeps' || value === undefined || typeof value !== 'object' || value === null) return proof
    if (this.#namesNotSent(value, side).length > 0 || !this.#proofs.acceptsAsUnion(sub.node, value, side)) return proof
    const names = sub.choices.map(choice => createOverlapDescription(this.#proofs, choice, side)(value))
    return {is: 'undetermined', why: names.find(why => why !== OVERLAP) ?? OVERLAP}
  }

  /** Whether a value was valid. If a choice accepts nothing when it's read strictly, it's read as `anyOf`. */
  #isValid(value: Json, side: Direction): boolean {
    const {sub, sup} = containmentSidesOf(this.#both, side)
    if (this.#namesNotSent(value, side).length > 0) return false
    if (!this.#proofs.refuses(sub.node, value, side)) return true
    // Clients that read a discriminator find the alternative that is meant, even if several accept the value.
    const names = sub.choices.map(discriminatorValuesOfChoice).filter(name => name !== undefined)
    if (names.some(name => hasDiscriminatorValue(value, name)) && this.#proofs.acceptsAsUnion(sub.node, value, side))
      return true
    return this.#proofs.breaksAsUnion(value, side, sub.node, sup.node)
  }
}

/**
 * The maximum number of schemas in a value that is proved as a whole, because larger ones take longer than all parts
 * together.
 */
const MAX_SCHEMAS = 200

/**
 * Proves whether the whole of one side is within the whole of the other, unless they're large. Objects with a
 * discriminator value are left to the alternatives that it names.
 */
export const proveRemainder = (context: SchemaDiffContext, side: Direction): Proof =>
  proveWithin(context, containmentSidesOf(context, side), side)

/** Whether the whole of the containing side accepts a value that the whole of the contained one doesn't. */
export function isWiderWhole(context: SchemaDiffContext, side: Direction): boolean {
  const {sub, sup} = containmentSidesOf(context, side)
  return proveWithin(context, {sub: sup, sup: sub}, side).is === 'breaks'
}

function proveWithin(
  context: SchemaDiffContext,
  {sub, sup}: {readonly sub: FlatSchema; readonly sup: FlatSchema},
  side: Direction
): Proof {
  if ([sub, sup].some(({node}) => countSchemas(node, MAX_SCHEMAS) > MAX_SCHEMAS)) return keepsProof()
  const isNamed = [sub, sup].some(flat => keywordValues(flat, 'discriminator').length > 0)
  const others = isNamed ? [createSchemaAt(sub.node, {not: {type: 'object'}})] : []
  return context.proofs.proveRemainder(side, {sub: mergeSchemas([sub.node, ...others]), demands: [sup.node]})
}
