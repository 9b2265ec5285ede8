import type {Proof} from '../../model/api/change.ts'
import type {SchemaSource} from '../../model/api/snapshot.ts'
import type {Direction} from '../../model/subject/subject.ts'
import {type Containment, type Prover, type Purse, prover} from '../../schema/containment.ts'
import {enter, type Node, nodeOf} from '../../schema/document/node.ts'
import {isLarge} from '../../schema/exact-numbers.ts'
import {isRecord, type Json, keyOf} from '../../schema/json.ts'
import {reader} from '../../schema/normalize.ts'
import {guided, guidedAsUnion, SCHEMAS_IN_ALL} from '../../schema/partial-schema.ts'
import type {Omitted} from '../../schema/read-write-only.ts'
import type {Plain} from '../../schema/to-draft-2020.ts'

/** A validator of another make: whether a schema of draft 2020-12 accepts a value. */
export type Validate = (schema: Plain, value: Json) => boolean

/** What is asked: does all that `sub` documents meet each of the demands? */
export interface Question {
  readonly sub: Node
  /** Schemas that stand where the other side's schema stands: the keywords of it that are in question. */
  readonly demands: readonly Node[]
  /** Small schemas that together accept all that `sub` does: where each meets the demands, so does `sub`. */
  readonly small?: readonly (readonly Node[])[]
  /** Values that may show that it does not. */
  readonly candidates?: () => Iterable<Json | undefined>
  /** Which forms of `oneOf` overlap, where a value is refused for that alone. */
  readonly overlapOf?: (value: Json) => string
  /** What just one form may accept counts as refused where several do: one of them is listed twice. */
  readonly isExact?: boolean
}

export const OVERLAP = 'forms of `oneOf` overlap'

const KEEPS: Proof = {is: 'keeps'}
/** Somebody meets the API all the same: what they send or read is not what the schema says. */
export const VOID: {readonly is: 'undetermined'; readonly why: string} = {
  is: 'undetermined',
  why: 'a schema that accepts nothing'
}
export const keeps = (): Proof => KEEPS
export const omittedOn = (side: Direction): Omitted => (side === 'request' ? 'readOnly' : 'writeOnly')

/** Whether a schema says that there is nothing, and means it: not one of which the demands just exclude each other. */
export const saysNever = ({raw}: Node): boolean =>
  raw === false || (isRecord(raw) && isRecord(raw.not) && Object.keys(raw.not).length === 0)

/** A schema at the place of another one. */
export const inPlaceOf = (node: Node, raw: object): Node => enter({raw, resource: node.resource, pointer: node.pointer})

/** A schema as it is handed on to who asks about it. */
export function sourceOf({raw, pointer, dialect, resource: {book}}: Node): SchemaSource {
  return {
    schema: raw,
    document: book.root,
    pointer,
    dialect,
    address: book.address,
    ...(book.lookup ? {lookup: book.lookup} : {})
  }
}

/**
 * The steps of all questions in one comparison, about whole schemas and about small ones; what is asked after that is
 * undetermined. The largest known descriptions take 2,000 and 200.
 */
export const STEPS_IN_ALL = {whole: 30_000, small: 100_000}

/** Answers whether what was fine on one side is fine on the other; small questions first, the whole schemas last. */
export class Proofs {
  readonly #validate: Validate
  readonly #small: Prover
  readonly #whole: {readonly [Side in Direction]: Prover}
  readonly #union: Prover
  readonly #schemas: Purse = {left: SCHEMAS_IN_ALL}
  readonly #verdicts = {
    request: new WeakMap<object, Map<Node, boolean | undefined>>(),
    response: new WeakMap<object, Map<Node, boolean | undefined>>()
  }
  readonly #examples = new Map<string, Json | undefined>()
  readonly #lies = new Map<string, Containment>()
  readonly #nothings = new Map<string, boolean>()
  readonly #emptied = {request: new Map<Node, boolean>(), response: new Map<Node, boolean>()}
  readonly #closed = {
    request: reader({closed: true, direction: 'request'}),
    response: reader({closed: true, direction: 'response'})
  }
  readonly #literal = {
    request: reader({closed: false, direction: 'request'}),
    response: reader({closed: false, direction: 'response'})
  }

  constructor(validate: Validate) {
    this.#validate = validate
    const confirm = (schema: SchemaSource, value: Json): boolean =>
      this.#validate(guided(nodeOf(schema), [value], undefined, this.#schemas), value)
    const purse = {left: STEPS_IN_ALL.whole}
    this.#small = prover({confirm, purse: {left: STEPS_IN_ALL.small}})
    this.#whole = {request: prover({confirm, purse}), response: prover({confirm, purse})}
    this.#union = prover({confirm, oneOf: 'union', purse})
  }

  accepts(node: Node, value: Json, side: Direction): boolean {
    return this.verdictOn(node, value, side) === true
  }

  refuses(node: Node, value: Json, side: Direction): boolean {
    return this.verdictOn(node, value, side) === false
  }

  /** Whether a schema accepts a value that goes this way; nothing, where the validator cannot tell. */
  verdictOn(node: Node, value: Json, side: Direction): boolean | undefined {
    if (typeof value !== 'object' || value === null) return this.#validated(node, value, side)
    const known = this.#verdicts[side].get(value) ?? new Map<Node, boolean | undefined>()
    this.#verdicts[side].set(value, known)
    if (!known.has(node)) known.set(node, this.#validated(node, value, side))
    return known.get(node)
  }

  #validated(node: Node, value: Json, side: Direction): boolean | undefined {
    try {
      const isFine = this.#validate(guided(node, [value], omittedOn(side), this.#schemas), value)
      return isFine && holdsLarge(value) && !this.#isExact(node, value, side) ? undefined : isFine
    } catch {
      return undefined
    }
  }

  /** Why it is not known whether a schema accepts a value. */
  #whyOpen(node: Node, value: Json, side: Direction): string {
    const one: SchemaSource = {schema: {enum: [value]}, dialect: '2020-12'}
    const answer = this.#whole[side].contains(one, this.#literal[side](sourceOf(node)))
    return answer.is === 'undetermined' ? answer.why : 'a value that the validator cannot judge'
  }

  /** The validator reads large numbers as doubles, which run together; a schema may be written to part them. */
  #isExact(node: Node, value: Json, side: Direction): boolean {
    const one: SchemaSource = {schema: {enum: [value]}, dialect: '2020-12'}
    return this.#whole[side].contains(one, this.#literal[side](sourceOf(node))).is === 'keeps'
  }

  /** A value that was fine breaks, where the other side is known to refuse it; of one that was not fine nothing is lost. */
  proveOf(node: Node, value: Json, side: Direction): Proof {
    const isFine = this.verdictOn(node, value, side)
    if (isFine === undefined) return {is: 'undetermined', why: this.#whyOpen(node, value, side)}
    if (isFine) return breaking(value)
    return this.#isVoid(side, node) ? VOID : KEEPS
  }

  /** Whether a schema accepts a value where any number of forms of a choice may take it. */
  acceptsAsUnion(node: Node, value: Json, side: Direction): boolean {
    const one: SchemaSource = {schema: {enum: [value]}, dialect: '2020-12'}
    return this.#union.contains(one, this.#literal[side](sourceOf(node))).is === 'keeps'
  }

  /** Whether a value shows a break where a choice takes nothing exactly, so that it is read as people mean it. */
  breaksAsUnion(value: Json, side: Direction, sub: Node, sup: Node): boolean {
    return this.#isEmptied(side, sub) && this.acceptsAsUnion(sub, value, side) && !this.acceptsAsUnion(sup, value, side)
  }

  /** What costs least first: values that may show it, small schemas, and the whole schemas last. */
  prove(side: Direction, question: Question): Proof {
    const {sub, demands, small, candidates, isExact} = question
    const overlapping: Json[] = []
    const shown = (value: Json | undefined): value is Json =>
      value !== undefined &&
      demands.some(demand => this.refuses(demand, value, side)) &&
      this.accepts(sub, value, side) &&
      (isExact === true || !this.#onlyOverlaps(demands, value, side) || overlapping.push(value) === 0)
    for (const value of candidates?.() ?? []) if (shown(value)) return breaking(value)
    for (const parts of small ?? []) {
      const answers = parts.flatMap(part =>
        demands.map(demand => this.#small.contains(sourceOf(part), sourceOf(demand)))
      )
      if (answers.every(({is}) => is === 'keeps')) return parts.every(part => this.#isNothing(part)) ? VOID : KEEPS
      for (const answer of answers) if (answer.is === 'breaks' && shown(answer.witness)) return breaking(answer.witness)
    }
    if (overlapping.length === 0) {
      const answer = this.#askWhole(side, sub, demands)
      if (answer.is !== 'breaks' || isExact) return answer
      if (!this.#onlyOverlaps(demands, answer.witness as Json, side)) return answer
      overlapping.push(answer.witness as Json)
    }
    // Where several forms take a value, its author knows whether just one was meant; of what none takes nothing is open.
    const known = this.#askUnion(side, sub, demands)
    const [value] = overlapping as [Json]
    return known ?? {is: 'undetermined', why: question.overlapOf?.(value) ?? OVERLAP}
  }

  /** Whether a value is refused only because several forms of `oneOf` accept it. */
  #onlyOverlaps(demands: readonly Node[], value: Json, side: Direction): boolean {
    try {
      return demands.every(demand =>
        this.#validate(guidedAsUnion(demand, [value], omittedOn(side), this.#schemas), value)
      )
    } catch {
      return false
    }
  }

  /** A break that is there even where several forms of `oneOf` may accept a value. */
  #askUnion(side: Direction, sub: Node, demands: readonly Node[]): Proof | undefined {
    const closed = this.#closed[side](sourceOf(sub))
    for (const demand of demands) {
      const answer = this.#union.contains(closed, this.#literal[side](sourceOf(demand)))
      if (answer.is === 'breaks') return breaking(answer.witness)
    }
    return undefined
  }

  /** Whether nothing that one schema documents is accepted by another, but for what some more accept. */
  proveApart(side: Direction, sub: Node, other: Node, but: readonly Node[]): Proof {
    const literal = this.#literal[side]
    const {schema, ...rest} = literal(sourceOf(other))
    const allowed = but.map(each => literal(sourceOf(each)).schema)
    const demand: SchemaSource = {...rest, schema: {anyOf: [{not: schema}, ...allowed]}}
    const closed = this.#closed[side](sourceOf(sub))
    // Where forms overlap none of their values is documented by just one: it is read as any of them.
    const prover = this.#isEmptied(side, sub) ? this.#union : this.#whole[side]
    const answer = prover.contains(closed, demand)
    if (answer.is === 'breaks') return breaking(answer.witness)
    return answer.is === 'undetermined' ? {is: 'undetermined', why: answer.why} : KEEPS
  }

  /** Whether two schemas accept the same values. */
  areSame(one: Node, other: Node, side: Direction): boolean {
    const [a, b] = [one, other].map(each => this.#literal[side](sourceOf(each))) as [SchemaSource, SchemaSource]
    return this.#whole[side].contains(a, b).is === 'keeps' && this.#whole[side].contains(b, a).is === 'keeps'
  }

  /** Some value that the schema accepts, by the engine. It refers to no others. */
  example(node: Node): Json | undefined {
    const key = textOf(node)
    if (this.#examples.has(key)) return this.#examples.get(key)
    const answer = this.#small.contains(sourceOf(node), NOTHING)
    const value = answer.is === 'breaks' ? answer.witness : undefined
    this.#examples.set(key, value)
    return value
  }

  /** Whether one schema as it is lies within another, both small and without references. */
  lies(sub: Node, sup: Node): Containment {
    const key = `${textOf(sub)} ${textOf(sup)}`
    const known = this.#lies.get(key)
    if (known) return known
    const found = this.#small.contains(sourceOf(sub), sourceOf(sup))
    const answer: Containment = found.is === 'keeps' && this.#isNothing(sub) ? VOID : found
    this.#lies.set(key, answer)
    return answer
  }

  /** Whether a small schema accepts nothing: it lies within any other, which says nothing of it. */
  #isNothing(small: Node): boolean {
    const key = textOf(small)
    const known = this.#nothings.get(key)
    if (known !== undefined) return known
    const isNothing = this.#small.contains(sourceOf(small), NOTHING).is === 'keeps'
    this.#nothings.set(key, isNothing)
    return isNothing
  }

  /** Whether nothing at all is documented, however a choice is read. Of such a schema nothing can be shown. */
  #isVoid(side: Direction, sub: Node): boolean {
    if (saysNever(sub)) return false
    return this.#isEmptied(side, sub) && this.#union.contains(this.#closed[side](sourceOf(sub)), NOTHING).is === 'keeps'
  }

  /**
   * Where alternatives of `oneOf` document the same, no value is documented by just one, and of nothing all is true.
   * Such a choice is read as people mean it: any of them.
   */
  #isEmptied(side: Direction, sub: Node): boolean {
    const known = this.#emptied[side].get(sub)
    if (known !== undefined) return known
    const isEmptied = this.#whole[side].contains(this.#closed[side](sourceOf(sub)), NOTHING).is === 'keeps'
    this.#emptied[side].set(sub, isEmptied)
    return isEmptied
  }

  #askWhole(side: Direction, sub: Node, demands: readonly Node[]): Proof {
    try {
      return this.#ask(side, sub, demands)
    } catch (error) {
      // The stack ends where schemas are nested beyond all measure.
      if (error instanceof RangeError) return {is: 'undetermined', why: 'schemas nested too deep'}
      throw error
    }
  }

  #ask(side: Direction, sub: Node, demands: readonly Node[]): Proof {
    let open: Proof | undefined
    const closed = this.#closed[side](sourceOf(sub))
    for (const demand of demands) {
      const literal = this.#literal[side](sourceOf(demand))
      const first = this.#whole[side].contains(closed, literal)
      const answer = first.is === 'keeps' && this.#isEmptied(side, sub) ? this.#union.contains(closed, literal) : first
      if (answer.is === 'breaks') return breaking(answer.witness)
      if (answer.is === 'undetermined') open ??= {is: 'undetermined', why: answer.why}
      else if (this.#isVoid(side, sub)) open ??= VOID
    }
    return open ?? KEEPS
  }
}

/** The same text, the same answers, as long as nothing is referred to: the same few schemas are asked about all over. */
const textOf = ({raw, resource: {language}}: Node): string =>
  `${language.dialect} ${language.foreign ?? ''} ${keyOf(raw)}`

const holdsLarge = (value: Json): boolean =>
  typeof value === 'object' && value !== null ? Object.values(value).some(holdsLarge) : isLarge(value)

const NOTHING: SchemaSource = {schema: false, dialect: '2020-12'}

const breaking = (witness: Json): Proof => ({is: 'breaks', witness, at: ''})
