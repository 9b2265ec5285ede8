import type {Proof} from '@tenure/core/model/api/change'
import type {SourceLocation} from '@tenure/core/model/location'
import type {Direction} from '@tenure/core/model/subject/subject'
import type {Node} from '@tenure/json-schema/document/node'
import {isRecord, type Json} from '@tenure/json-schema/json'
import type {LifecycleMarks} from '../../snapshot.ts'
import {compareAnnotations} from '../alternatives/annotations.ts'
import {compareSubtypes} from '../alternatives/discriminators.ts'
import {compareAlternatives} from '../alternatives/one-of-any-of.ts'
import {isWiderWhole, proveRemainder, WholeValue} from '../alternatives/whole-value.ts'
import {equalsIgnoringDocumentation} from '../documentation.ts'
import {
  type FlatSchema,
  findUnresolvedReference,
  flatten,
  flattenBoth,
  keywordValues,
  mergeSchemas,
  possibleTypesOf,
  resolveSchema
} from '../flatten/flatten.ts'
import {type WireFormat, wireFormatBelow, wireFormatKey} from '../flatten/parameter-style.ts'
import type {Omissions} from '../omissions.ts'
import {isNeverSchema, keepsProof, type SchemaProver} from '../proof/proofs.ts'
import {Sampler} from '../proof/sampler.ts'
import {compareArrays, compareItems} from '../schema/arrays.ts'
import {compareEnumValues, compareExtensibleEnum} from '../schema/enum.ts'
import {compareIgnoredFlags, compareRefSiblings} from '../schema/ignored-keywords.ts'
import {compareInvalidKeywords} from '../schema/invalid-keywords.ts'
import {compareObjectChildren, compareObjects} from '../schema/objects.ts'
import {compareConditions} from '../schema/other-keywords.ts'
import {compareScalars} from '../schema/scalars.ts'
import {compareTypes, shareTypes} from '../schema/types.ts'
import {
  type ChangedAlternative,
  type ChildSchemas,
  containmentSidesOf,
  locateKeywordOnBoth,
  type SchemaDiffContext,
  type SchemaFact
} from '../schema-diff-context.ts'
import {confirmSerialized} from '../serialized/prove-serialized.ts'
import type {ChangedReferences} from '../unchanged/changed-references.ts'

/** Two schemas that are compared with each other, their differences, and the pairs below them. */
export interface SchemaPair {
  readonly older: Node
  readonly newer: Node
  readonly wireFormat: WireFormat | undefined
  readonly facts: readonly ProvableFact[]
  readonly edges: readonly SchemaEdge[]
}

/** A fact with cached proofs. */
export interface ProvableFact extends Omit<SchemaFact, 'prove'> {
  readonly pair: SchemaPair
  readonly proof: (side: Direction) => Proof | undefined
}

export interface SchemaEdge {
  readonly to: SchemaPair
  readonly step: string
  readonly only?: Direction
  readonly alternative?: ChangedAlternative
  /** The constraints on the value that contains it, if they can refuse it. */
  readonly whole?: WholeValue
  readonly lift: (value: Json, side: Direction) => Json | undefined
  /** Whether no value can reach the edge, because no value fits the schema that it starts from. */
  readonly isVoid: (side: Direction) => boolean
}

interface Tools {
  readonly changedReferences: ChangedReferences
  readonly proofs: SchemaProver
  readonly lifeAt: (members: readonly Node[]) => LifecycleMarks
  readonly omissions: Omissions
  readonly placeOf: (newer: Node) => SourceLocation
}

/** The comparisons of scalar values, which are text in a URL. */
const SCALAR_COMPARISONS: readonly ((context: SchemaDiffContext) => void)[] = [
  compareEnumValues,
  compareExtensibleEnum,
  compareScalars,
  compareIgnoredFlags
]

const ALL_COMPARISONS: readonly ((context: SchemaDiffContext) => void)[] = [
  compareTypes,
  compareArrays,
  compareObjects,
  compareAlternatives,
  compareSubtypes,
  compareConditions,
  compareRefSiblings,
  compareAnnotations
]

/** The comparisons of schemas that share no type. If an object became a text, the type change covers its properties. */
const DISJOINT_COMPARISONS: readonly ((context: SchemaDiffContext) => void)[] = [compareTypes, compareAnnotations]

/**
 * The comparisons that lead further down, which are enough if the text is the same on both sides. Each is called only
 * if one of its keywords is present.
 */
const CHILD_COMPARISONS: readonly {
  readonly keywords: readonly string[]
  readonly look: (context: SchemaDiffContext) => void
}[] = [
  {
    keywords: ['items', 'prefixItems', 'additionalItems', 'contains', 'minContains', 'maxContains', 'unevaluatedItems'],
    look: compareItems
  },
  {
    keywords: ['properties', 'additionalProperties', 'patternProperties', 'unevaluatedProperties'],
    look: compareObjectChildren
  },
  {keywords: ['anyOf', 'oneOf'], look: compareAlternatives},
  {keywords: ['discriminator'], look: compareSubtypes},
  {
    keywords: [
      ...['not', 'if', 'then', 'else', 'propertyNames', 'contentSchema'],
      ...['dependentRequired', 'dependentSchemas', 'dependencies']
    ],
    look: compareConditions
  }
]

/** Whether no other schema constrains the value. */
const standsAlone = ({members}: FlatSchema): boolean => members.length === 1

/**
 * Whether a step starts at a schema that no value fits. `properties` next to a type without properties count
 * nevertheless, because the author meant them.
 */
function startsWithoutValue(
  both: {older: FlatSchema; newer: FlatSchema},
  {step, alternative}: Pick<ChildSchemas, 'step' | 'alternative'>,
  side: Direction
) {
  const types = possibleTypesOf(containmentSidesOf(both, side).sub)
  if (step !== '' || !alternative) return types.size === 0
  const own = possibleTypesOf(flatten(containmentSidesOf(alternative, side).sub.member))
  return ![...own].some(type => types.has(type))
}

/** Reports references that can't be resolved. Returns whether there are any. */
function reportUnresolvedReferences(context: SchemaDiffContext, {older}: SchemaPair): boolean {
  const [was, is] = [findUnresolvedReference(context.older), findUnresolvedReference(context.newer)]
  if (!was && !is) return false
  const spotOf = ({node}: {readonly node: Node}) => ({node, steps: ['$ref']})
  context.report({
    kind: 'composition-changed',
    about: '$ref',
    old: was ? spotOf(was) : {node: older, steps: []},
    // A reference that leads nowhere in the older description alone has no location in the newer one.
    ...(is ? {new: spotOf(is)} : {}),
    ...(was ? {was: nameOfReference(was.to)} : {}),
    ...(is ? {is: nameOfReference(is.to)} : {}),
    prove: () => ({is: 'undetermined', why: "the schema isn't known"})
  })
  return true
}

/** The pairs of schemas, each compared once however many operations lead to it. */
export class SchemaPairs {
  readonly #tools: Tools
  readonly #sampler: Sampler
  readonly #known = new Map<Node, Map<Node, Map<string, SchemaPair>>>()
  /** The pairs that are a whole value, and not a part of another one. */
  readonly #wholes = new WeakSet<SchemaPair>()
  readonly #open: (() => void)[] = []
  /** The pairs whose parts are being checked for a break, because pairs can contain each other. */
  readonly #inQuestion = new Set<SchemaPair>()

  constructor(tools: Tools) {
    this.#tools = tools
    this.#sampler = new Sampler(tools.proofs)
  }

  /** The pair with everything below it; `undefined` if both sides are the same all the way down. */
  pair(older: Node, newer: Node, wireFormat: WireFormat | undefined): SchemaPair | undefined {
    const pair = this.#pair(older, newer, wireFormat)
    if (pair) this.#wholes.add(pair)
    for (let next = this.#open.pop(); next; next = this.#open.pop()) next()
    return pair
  }

  #pair(start: Node, other: Node, wireFormat: WireFormat | undefined): SchemaPair | undefined {
    const [older, newer] = [resolveSchema(start), resolveSchema(other)]
    const all = this.#known.get(older) ?? new Map<Node, Map<string, SchemaPair>>()
    this.#known.set(older, all)
    const known = all.get(newer) ?? new Map<string, SchemaPair>()
    all.set(newer, known)
    const way = wireFormatKey(wireFormat)
    const before = known.get(way)
    if (before) return before
    if (this.#tools.changedReferences.isUnchanged(older, newer)) return undefined
    if (!this.#tools.omissions.allow('schemas', () => this.#tools.placeOf(newer))) return undefined
    const facts: ProvableFact[] = []
    const edges: SchemaEdge[] = []
    const pair: SchemaPair = {older, newer, wireFormat, facts, edges}
    known.set(way, pair)
    // Deferred, because schemas can be nested to any depth.
    this.#open.push(() => this.#expand(pair, facts, edges))
    return pair
  }

  #expand(pair: SchemaPair, facts: ProvableFact[], edges: SchemaEdge[]): void {
    const {older, newer, wireFormat} = pair
    const {context, whole} = this.#contextOf(pair, facts, edges)
    if (reportUnresolvedReferences(context, pair)) return
    // Schemas with equal texts can differ only in what they refer to.
    if (
      older.dialect === newer.dialect &&
      standsAlone(context.older) &&
      standsAlone(context.newer) &&
      equalsIgnoringDocumentation(older.raw, newer.raw)
    ) {
      const raw = isRecord(older.raw) ? older.raw : {}
      compareInvalidKeywords(context)
      for (const {keywords, look} of CHILD_COMPARISONS)
        if (keywords.some(each => Object.hasOwn(raw, each))) look(context)
      return
    }
    const isShared = shareTypes(context)
    const isCovered = wireFormat || isShared ? compareInvalidKeywords(context) : () => false
    const filtered: SchemaDiffContext = {...context, report: fact => void (isCovered(fact) || context.report(fact))}
    if (wireFormat || isShared) for (const compare of SCALAR_COMPARISONS) compare(filtered)
    for (const compare of isShared ? ALL_COMPARISONS : DISJOINT_COMPARISONS) compare(filtered)
    if (whole?.isMoreThanParts) this.#reportRemainder(context, pair)
  }

  /** The context in which two schemas are compared, and their value as a whole unless it is text. */
  #contextOf(
    pair: SchemaPair,
    facts: ProvableFact[],
    edges: SchemaEdge[]
  ): {readonly context: SchemaDiffContext; readonly whole: WholeValue | undefined} {
    const {older, newer, wireFormat} = pair
    const known = (side: Direction) =>
      this.#wholes.has(pair) && side === 'response' && isNeverSchema(newer) ? NO_CONTENT : undefined
    const both = flattenBoth(older, newer)
    // In a URL or header, texts are accepted or refused, and not values.
    const whole = wireFormat ? undefined : new WholeValue(both, this.#tools.proofs)
    const held = whole?.hasCombinedConstraints ? {whole} : {}
    const confirmed = (proof: Proof, side: Direction): Proof =>
      whole ? whole.confirm(proof, side) : confirmSerialized(context, proof, side)
    const context: SchemaDiffContext = {
      ...both,
      wireFormat,
      sampler: this.#sampler,
      ...this.#tools,
      report: ({prove, ...fact}) => {
        const proofs: {[Side in Direction]?: Proof} = {}
        facts.push({
          ...fact,
          pair,
          proof: side => {
            if (prove) proofs[side] ??= (fact.isSilent ? undefined : known(side)) ?? confirmed(prove(side), side)
            if (this.#tools.proofs.isOutOfSteps)
              this.#tools.omissions.report('proofs', () => this.#tools.placeOf(newer))
            return proofs[side]
          }
        })
      },
      descend: ({older: olds, newer: news, ...edge}) => {
        const to = this.#pair(
          mergeSchemas(olds),
          mergeSchemas(news),
          wireFormat && wireFormatBelow(wireFormat, edge.step)
        )
        const isVoid = (side: Direction): boolean => startsWithoutValue(both, edge, side)
        if (to) edges.push({...edge, ...(edge.alternative || edge.step !== '' ? held : {}), isVoid, to})
      }
    }
    return {context, whole}
  }

  /**
   * Reports what the proofs of single keywords leave out, because each rests on a part of the schema: whether the whole
   * of one side is within the whole of the other. It's asked only if no part shows a break.
   */
  #reportRemainder(context: SchemaDiffContext, pair: SchemaPair): void {
    const keyword =
      COMBINING_KEYWORDS.find(each =>
        [context.newer, context.older].some(flat => keywordValues(flat, each).length > 0)
      ) ?? 'allOf'
    const parts = [...pair.facts]
    context.report({
      kind: 'composition-changed',
      about: keyword,
      ...locateKeywordOnBoth(context, keyword),
      isSilent: true,
      prove: side => {
        if (this.#inQuestion.has(pair)) return keepsProof()
        this.#inQuestion.add(pair)
        const isBroken = parts.some(fact => showsBreak(fact, side)) || breaksBelow(pair, side, new Set([pair]))
        this.#inQuestion.delete(pair)
        if (isBroken) return keepsProof()
        return proveRemainder(context, side)
      },
      isWider: side => isWiderWhole(context, side)
    })
  }
}

/**
 * The proof for a response whose schema no longer accepts any value. Containment holds, but clients that wait for a
 * value get none.
 */
const NO_CONTENT: Proof = {
  is: 'undetermined',
  why: "no value is valid, so it isn't known whether anything is returned"
}

/** Whether a difference isn't known to be compatible. A removed field of a map needs no proof. */
function showsBreak({kind, only, proof}: ProvableFact, side: Direction): boolean {
  if (only !== undefined && only !== side) return false
  const found = proof(side)
  return found ? found.is !== 'keeps' : kind === 'field-removed'
}

/**
 * Whether a difference of a pair below isn't known to be compatible. What only an alternative refuses another one may
 * accept, so alternatives don't count.
 */
export const breaksBelow = (pair: SchemaPair, side: Direction, seen: Set<SchemaPair>): boolean =>
  pair.edges.some(({to, only, alternative}) => {
    if (alternative || (only !== undefined && only !== side) || seen.has(to)) return false
    seen.add(to)
    return to.facts.some(fact => showsBreak(fact, side)) || breaksBelow(to, side, seen)
  })

/** Whether a pair, or one below it, has a fact that shows on its own what the values of the whole can be. */
export const showsDifference = (pair: SchemaPair, side: Direction, seen = new Set<SchemaPair>()): boolean => {
  if (seen.has(pair)) return false
  seen.add(pair)
  const isOn = ({only}: {readonly only?: Direction | undefined}): boolean => only === undefined || only === side
  return (
    pair.facts.some(fact => isOn(fact) && !fact.isSilent && fact.kind !== 'documentation-changed') ||
    pair.edges.some(
      edge => isOn(edge) && (edge.to.facts.some(fact => fact.isWider?.(side)) || showsDifference(edge.to, side, seen))
    )
  )
}

/** The keywords that combine schemas, or apply them to parts that other keywords name. */
const COMBINING_KEYWORDS = [
  ...['unevaluatedProperties', 'unevaluatedItems', 'oneOf', 'anyOf', 'patternProperties', 'additionalProperties'],
  ...['contains', 'items', 'not', 'if', 'dependentSchemas', 'dependencies', 'propertyNames', 'allOf']
]

/** The name of a component that a reference of the same file leads to; otherwise the reference as it is written. */
const nameOfReference = (reference: string): string =>
  /^#\/(?:components\/\w+|definitions)\/([^/]+)$/.exec(reference)?.[1] ?? reference
