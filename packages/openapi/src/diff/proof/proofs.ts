import type {Proof} from '@tenure/core/model/api/change'
import type {Direction} from '@tenure/core/model/subject/subject'
import {
  type Containment,
  createProver,
  OUT_OF_SHARED_STEPS,
  type Prover,
  type StepBudget
} from '@tenure/json-schema/containment'
import {type Node, nodeAt, rootNode, toSchemaSource} from '@tenure/json-schema/document/node'
import {isBeyondDouble} from '@tenure/json-schema/exact-numbers'
import {canonicalText, isRecord, type Json} from '@tenure/json-schema/json'
import {createNormalizer} from '@tenure/json-schema/normalize'
import {MAX_SCHEMAS_PER_COMPARISON, toPartialSchema} from '@tenure/json-schema/partial-schema'
import type {OmittedMarker} from '@tenure/json-schema/read-write-only'
import type {SchemaSource} from '@tenure/json-schema/schema-source'
import type {Draft2020Schema} from '@tenure/json-schema/to-draft-2020'

/** An independent validator: whether a schema of draft 2020-12 accepts a value. */
export type Validate = (schema: Draft2020Schema, value: Json) => boolean

/** The question whether everything that `sub` documents meets each of the demands. */
export interface ContainmentQuestion {
  readonly sub: Node
  /** Schemas at the location of the other side's schema, with only the keywords in question. */
  readonly demands: readonly Node[]
  /** Small schemas that together accept everything that `sub` does: if each meets the demands, so does `sub`. */
  readonly small?: readonly (readonly Node[])[]
  /** Values that may be counterexamples. */
  readonly candidates?: () => Iterable<Json | undefined>
  /** Describes which alternatives of `oneOf` overlap, if that is the only reason why a value is refused. */
  readonly overlapOf?: (value: Json) => string
  /** Whether a value that several alternatives of `oneOf` accept counts as refused. One of them is listed twice. */
  readonly isExact?: boolean
}

export const OVERLAP = 'alternatives of `oneOf` overlap'

const KEEPS: Proof = {is: 'keeps'}
// Answered here to save time: the prover would give the same answer.
const OUT_OF_STEPS = {is: 'undetermined', why: OUT_OF_SHARED_STEPS} as const
/**
 * The proof for a schema that accepts nothing. Clients use the API all the same, so what they send or read isn't what
 * the schema says.
 */
export const EMPTY_SCHEMA_PROOF: {readonly is: 'undetermined'; readonly why: string} = {
  is: 'undetermined',
  why: 'a schema accepts nothing'
}
export const keepsProof = (): Proof => KEEPS
export const omittedMarkOf = (side: Direction): OmittedMarker => (side === 'request' ? 'readOnly' : 'writeOnly')

/** Whether a schema is written to accept nothing, as opposed to one whose constraints exclude each other. */
export const isNeverSchema = ({raw}: Node): boolean =>
  raw === false || (isRecord(raw) && isRecord(raw.not) && Object.keys(raw.not).length === 0)

/** Creates a schema at the location of another one. */
export const createSchemaAt = (node: Node, raw: object): Node =>
  nodeAt({raw, resource: node.resource, pointer: node.pointer})

/**
 * The maximum steps of all proofs in one comparison, for whole schemas and for small ones. Proofs beyond them are
 * undetermined. The largest known descriptions take 2,000 and 200.
 */
export const STEPS_IN_ALL = {whole: 30_000, small: 100_000}

/** The maximum steps of `proveRemainder`, whose questions are asked only to be sure. */
const STEPS_OF_REMAINDERS = {whole: 10_000, small: 10_000}

/** Proves whether what was valid on one side is valid on the other, with small schemas first and whole schemas last. */
export class SchemaProver {
  readonly #validate: Validate
  readonly #small: Prover
  readonly #whole: {readonly [Side in Direction]: Prover}
  readonly #union: Prover
  readonly #schemas: StepBudget = {left: MAX_SCHEMAS_PER_COMPARISON}
  readonly #wholeSteps: StepBudget
  readonly #smallSteps: StepBudget
  readonly #verdicts = {
    request: new WeakMap<object, Map<Node, boolean | undefined>>(),
    response: new WeakMap<object, Map<Node, boolean | undefined>>()
  }
  readonly #examples = new Map<string, Json | undefined>()
  readonly #containments = new Map<string, Containment>()
  readonly #emptySchemas = new Map<string, boolean>()
  readonly #emptyExactly = {request: new Map<Node, boolean>(), response: new Map<Node, boolean>()}
  readonly #closed = {
    request: createNormalizer({closed: true, direction: 'request'}),
    response: createNormalizer({closed: true, direction: 'response'})
  }
  readonly #literal = {
    request: createNormalizer({closed: false, direction: 'request'}),
    response: createNormalizer({closed: false, direction: 'response'})
  }

  #ofRemainder: SchemaProver | undefined

  constructor(validate: Validate, steps = STEPS_IN_ALL) {
    this.#validate = validate
    this.#wholeSteps = {left: steps.whole}
    this.#smallSteps = {left: steps.small}
    const confirm = (schema: SchemaSource, value: Json): boolean =>
      this.#validate(toPartialSchema(rootNode(schema), [value], undefined, this.#schemas), value)
    const purse = this.#wholeSteps
    this.#small = createProver({confirm, purse: this.#smallSteps})
    this.#whole = {request: createProver({confirm, purse}), response: createProver({confirm, purse})}
    this.#union = createProver({confirm, oneOf: 'union', purse})
  }

  /** Whether the steps of the comparison are used up, so that what is asked from here on isn't proved. */
  get isOutOfSteps(): boolean {
    return [this.#wholeSteps, this.#smallSteps, this.#schemas].some(({left}) => left <= 0)
  }

  accepts(node: Node, value: Json, side: Direction): boolean {
    return this.validate(node, value, side) === true
  }

  refuses(node: Node, value: Json, side: Direction): boolean {
    return this.validate(node, value, side) === false
  }

  /** Whether a schema accepts a value in the given direction; `undefined` if the validator can't tell. */
  validate(node: Node, value: Json, side: Direction): boolean | undefined {
    if (typeof value !== 'object' || value === null) return this.#validated(node, value, side)
    const known = this.#verdicts[side].get(value) ?? new Map<Node, boolean | undefined>()
    this.#verdicts[side].set(value, known)
    if (!known.has(node)) known.set(node, this.#validated(node, value, side))
    return known.get(node)
  }

  #validated(node: Node, value: Json, side: Direction): boolean | undefined {
    if (this.#schemas.left <= 0) return undefined
    try {
      const isFine = this.#validate(toPartialSchema(node, [value], omittedMarkOf(side), this.#schemas), value)
      return isFine && containsLarge(value) && !this.#isExact(node, value, side) ? undefined : isFine
    } catch {
      return undefined
    }
  }

  /** Why it isn't known whether a schema accepts a value. */
  #whyUndetermined(node: Node, value: Json, side: Direction): string {
    const one: SchemaSource = {schema: {enum: [value]}, dialect: '2020-12'}
    const answer = this.#whole[side].contains(one, this.#literal[side](toSchemaSource(node)))
    return answer.is === 'undetermined' ? answer.why : "the validator can't check a value"
  }

  /**
   * Whether the prover accepts a value that the validator accepts. The validator reads large numbers as doubles, which
   * it can't distinguish.
   */
  #isExact(node: Node, value: Json, side: Direction): boolean {
    const one: SchemaSource = {schema: {enum: [value]}, dialect: '2020-12'}
    return this.#whole[side].contains(one, this.#literal[side](toSchemaSource(node))).is === 'keeps'
  }

  /**
   * Proves with a single value that the other side is known to refuse. It breaks if this side accepts the value; if it
   * doesn't, nothing is lost.
   */
  proveValue(node: Node, value: Json, side: Direction): Proof {
    const isFine = this.validate(node, value, side)
    if (isFine === undefined) return {is: 'undetermined', why: this.#whyUndetermined(node, value, side)}
    if (isFine) return breakingProof(value)
    return this.#isVoid(side, node) ? EMPTY_SCHEMA_PROOF : KEEPS
  }

  /** Whether a schema accepts a value if `oneOf` is read as `anyOf`. */
  acceptsAsUnion(node: Node, value: Json, side: Direction): boolean {
    if (this.#wholeSteps.left <= 0) return false
    const one: SchemaSource = {schema: {enum: [value]}, dialect: '2020-12'}
    return this.#union.contains(one, this.#literal[side](toSchemaSource(node))).is === 'keeps'
  }

  /**
   * Whether a value shows a break in a choice that accepts nothing when it's read strictly, and so is read as `anyOf`.
   */
  breaksAsUnion(value: Json, side: Direction, sub: Node, sup: Node): boolean {
    return (
      this.#isEmptyExactly(side, sub) && this.acceptsAsUnion(sub, value, side) && !this.acceptsAsUnion(sup, value, side)
    )
  }

  /** Proves what costs least first: candidates, then small schemas, and the whole schemas last. */
  prove(side: Direction, question: ContainmentQuestion): Proof {
    const {sub, demands, candidates, isExact} = question
    const overlapping: Json[] = []
    const isCounterexample = (value: Json | undefined): value is Json =>
      value !== undefined &&
      demands.some(demand => this.refuses(demand, value, side)) &&
      this.accepts(sub, value, side) &&
      (isExact === true || !this.#onlyOverlaps(demands, value, side) || overlapping.push(value) === 0)
    const refused: Json[] = []
    for (const value of candidates?.() ?? []) {
      if (isCounterexample(value)) return breakingProof(value)
      if (value !== undefined && demands.some(demand => this.refuses(demand, value, side))) refused.push(value)
    }
    const proof = this.#proveWithoutCandidates(side, question, overlapping, isCounterexample)
    // A value that was invalid only because several alternatives of `oneOf` accept it may have been meant as valid.
    const isMeant = (value: Json): boolean => this.refuses(sub, value, side) && this.acceptsAsUnion(sub, value, side)
    return proof.is === 'keeps' && refused.some(isMeant) ? {is: 'undetermined', why: OVERLAP} : proof
  }

  #proveWithoutCandidates(
    side: Direction,
    question: ContainmentQuestion,
    overlapping: Json[],
    isCounterexample: (value: Json | undefined) => value is Json
  ): Proof {
    const {sub, demands, small, isExact} = question
    for (const parts of small ?? []) {
      const answers = parts.flatMap(part =>
        demands.map(demand => this.#small.contains(toSchemaSource(part), toSchemaSource(demand)))
      )
      if (answers.every(({is}) => is === 'keeps'))
        return parts.every(part => this.#acceptsNothing(part)) ? EMPTY_SCHEMA_PROOF : KEEPS
      for (const answer of answers)
        if (answer.is === 'breaks' && isCounterexample(answer.witness)) return breakingProof(answer.witness)
    }
    if (overlapping.length === 0) {
      const answer = this.#askWhole(side, sub, demands)
      if (answer.is !== 'breaks' || isExact) return answer
      if (!this.#onlyOverlaps(demands, answer.witness as Json, side)) return answer
      overlapping.push(answer.witness as Json)
    }
    // If several alternatives accept a value, only the author knows whether exactly one was meant. If none does, the
    // answer is known.
    const known = this.#askUnion(side, sub, demands)
    const [value] = overlapping as [Json]
    return known ?? {is: 'undetermined', why: question.overlapOf?.(value) ?? OVERLAP}
  }

  /**
   * Proves what remains when no part of a schema shows a break. It has steps of its own; if they run out, the proofs of
   * the parts are enough.
   */
  proveRemainder(side: Direction, question: ContainmentQuestion): Proof {
    this.#ofRemainder ??= new SchemaProver(this.#validate, STEPS_OF_REMAINDERS)
    const proof = this.#ofRemainder.prove(side, question)
    return proof.is === 'undetermined' && proof.why !== OVERLAP ? KEEPS : proof
  }

  /** Whether a value is refused only because several alternatives of `oneOf` accept it. */
  #onlyOverlaps(demands: readonly Node[], value: Json, side: Direction): boolean {
    if (this.#schemas.left <= 0) return false
    try {
      return demands.every(demand =>
        this.#validate(toPartialSchema(demand, [value], omittedMarkOf(side), this.#schemas, true), value)
      )
    } catch {
      return false
    }
  }

  /** A break that exists even if several alternatives of `oneOf` may accept a value; `undefined` if there is none. */
  #askUnion(side: Direction, sub: Node, demands: readonly Node[]): Proof | undefined {
    if (this.#wholeSteps.left <= 0) return undefined
    const closed = this.#closed[side](toSchemaSource(sub))
    for (const demand of demands) {
      const answer = this.#union.contains(closed, this.#literal[side](toSchemaSource(demand)))
      if (answer.is === 'breaks') return breakingProof(answer.witness)
    }
    return undefined
  }

  /**
   * Proves whether another schema accepts nothing that the first one documents, except what the schemas in `but`
   * accept.
   */
  proveDisjoint(side: Direction, sub: Node, other: Node, but: readonly Node[]): Proof {
    if (this.#wholeSteps.left <= 0) return OUT_OF_STEPS
    const literal = this.#literal[side]
    const {schema, ...rest} = literal(toSchemaSource(other))
    const allowed = but.map(each => literal(toSchemaSource(each)).schema)
    const demand: SchemaSource = {...rest, schema: {anyOf: [{not: schema}, ...allowed]}}
    const closed = this.#closed[side](toSchemaSource(sub))
    // If alternatives overlap completely, none of their values matches exactly one, so `oneOf` is read as `anyOf`.
    const prover = this.#isEmptyExactly(side, sub) ? this.#union : this.#whole[side]
    const answer = prover.contains(closed, demand)
    if (answer.is === 'breaks') return breakingProof(answer.witness)
    return answer.is === 'undetermined' ? {is: 'undetermined', why: answer.why} : KEEPS
  }

  /** Whether two schemas accept the same values. */
  areEquivalent(one: Node, other: Node, side: Direction): boolean {
    if (this.#wholeSteps.left <= 0) return false
    const [a, b] = [one, other].map(each => this.#literal[side](toSchemaSource(each))) as [SchemaSource, SchemaSource]
    return this.#whole[side].contains(a, b).is === 'keeps' && this.#whole[side].contains(b, a).is === 'keeps'
  }

  /** A value that the prover finds for a schema without references; `undefined` if it finds none. */
  findExample(node: Node): Json | undefined {
    const key = cacheKeyOf(node)
    if (this.#examples.has(key)) return this.#examples.get(key)
    const answer = this.#small.contains(toSchemaSource(node), EMPTY_SCHEMA)
    const value = answer.is === 'breaks' ? answer.witness : undefined
    this.#examples.set(key, value)
    return value
  }

  /** Whether one schema is contained in another as it's written. Both are small and have no references. */
  isContained(sub: Node, sup: Node): Containment {
    const key = `${cacheKeyOf(sub)} ${cacheKeyOf(sup)}`
    const known = this.#containments.get(key)
    if (known) return known
    const found = this.#small.contains(toSchemaSource(sub), toSchemaSource(sup))
    const answer: Containment = found.is === 'keeps' && this.#acceptsNothing(sub) ? EMPTY_SCHEMA_PROOF : found
    this.#containments.set(key, answer)
    return answer
  }

  /** Whether a small schema accepts nothing. Such a schema is contained in every other one, which proves nothing. */
  #acceptsNothing(small: Node): boolean {
    const key = cacheKeyOf(small)
    const known = this.#emptySchemas.get(key)
    if (known !== undefined) return known
    const isNothing = this.#small.contains(toSchemaSource(small), EMPTY_SCHEMA).is === 'keeps'
    this.#emptySchemas.set(key, isNothing)
    return isNothing
  }

  /**
   * Whether a schema documents no value, even if `oneOf` is read as `anyOf`. Nothing can be proved about such a schema.
   */
  #isVoid(side: Direction, sub: Node): boolean {
    if (isNeverSchema(sub)) return false
    return (
      this.#isEmptyExactly(side, sub) &&
      this.#union.contains(this.#closed[side](toSchemaSource(sub)), EMPTY_SCHEMA).is === 'keeps'
    )
  }

  /**
   * Whether a schema documents no value because the alternatives of a `oneOf` are the same. Everything would hold for
   * it, so its choice is read as `anyOf`.
   */
  #isEmptyExactly(side: Direction, sub: Node): boolean {
    const known = this.#emptyExactly[side].get(sub)
    if (known !== undefined) return known
    if (this.#wholeSteps.left <= 0) return false
    const isEmptied = this.#whole[side].contains(this.#closed[side](toSchemaSource(sub)), EMPTY_SCHEMA).is === 'keeps'
    this.#emptyExactly[side].set(sub, isEmptied)
    return isEmptied
  }

  #askWhole(side: Direction, sub: Node, demands: readonly Node[]): Proof {
    if (this.#wholeSteps.left <= 0) return OUT_OF_STEPS
    try {
      return this.#ask(side, sub, demands)
    } catch (error) {
      // The stack overflows if schemas are nested extremely deep.
      if (error instanceof RangeError) return {is: 'undetermined', why: 'the schemas are nested too deeply'}
      throw error
    }
  }

  #ask(side: Direction, sub: Node, demands: readonly Node[]): Proof {
    let open: Proof | undefined
    const closed = this.#closed[side](toSchemaSource(sub))
    for (const demand of demands) {
      const literal = this.#literal[side](toSchemaSource(demand))
      const first = this.#whole[side].contains(closed, literal)
      const answer =
        first.is === 'keeps' && this.#isEmptyExactly(side, sub) ? this.#union.contains(closed, literal) : first
      if (answer.is === 'breaks') return breakingProof(answer.witness)
      if (answer.is === 'undetermined') open ??= {is: 'undetermined', why: answer.why}
      else if (this.#isVoid(side, sub)) open ??= EMPTY_SCHEMA_PROOF
    }
    return open ?? KEEPS
  }
}

/** The cache key of a schema without references. The same few schemas are asked about again and again. */
const cacheKeyOf = ({raw, resource: {language}}: Node): string =>
  `${language.dialect} ${language.foreign ?? ''} ${canonicalText(raw)}`

const containsLarge = (value: Json): boolean =>
  typeof value === 'object' && value !== null ? Object.values(value).some(containsLarge) : isBeyondDouble(value)

const EMPTY_SCHEMA: SchemaSource = {schema: false, dialect: '2020-12'}

const breakingProof = (witness: Json): Proof => ({is: 'breaks', witness, at: ''})
