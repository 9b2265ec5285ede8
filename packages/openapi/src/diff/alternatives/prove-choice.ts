import type {Proof} from '@tenure/core/model/api/change'
import type {Direction} from '@tenure/core/model/subject/subject'
import type {Node} from '@tenure/json-schema/document/node'
import {type Json, own} from '@tenure/json-schema/json'
import {type FlatSchema, mergeSchemas, type SchemaChoice} from '../flatten/flatten.ts'
import {findMovedProperties, selectPropertyConstraints} from '../moved-properties.ts'
import {
  type DiscriminatorValues,
  demandDiscriminatorValue,
  demandDiscriminatorValueIfAny,
  demandOtherDiscriminatorValue,
  setDiscriminatorValue
} from '../proof/discriminator-values.ts'
import {acceptsAnyObject, surelyDisjoint, surelyRefuses, surelyWithin} from '../proof/disjoint.ts'
import {type ContainmentQuestion, createSchemaAt, keepsProof} from '../proof/proofs.ts'
import {containmentSidesOf, type SchemaDiffContext} from '../schema-diff-context.ts'
import {
  demandKnownDiscriminatorValue,
  discriminatorValuesOf,
  discriminatorValuesOfChoice,
  discriminatorValuesOfSchema
} from './discriminated-alternatives.ts'
import {createOverlapDescription, hasDuplicateAlternatives, hasEquivalentAlternative} from './overlaps.ts'

const MAX_CANDIDATES = 5
const MAX_PROOFS = 80

export const demandOf = ({node, keyword}: SchemaChoice): Node =>
  createSchemaAt(node, {[keyword]: own(node.raw as object, keyword)})

/** Whether null is accepted next to a choice, because an outer choice between it and null was folded into it. */
const isOrNull = (flat: FlatSchema, {node}: SchemaChoice): boolean => flat.isOrNull && !flat.siblings.has(node)

const allowNull = (demand: Node): Node => createSchemaAt(demand, {anyOf: [demand.raw, {enum: [null]}]})

/** Whether a choice accepts a value. */
export const acceptsInChoice = (
  {proofs}: Pick<SchemaDiffContext, 'proofs'>,
  choice: SchemaChoice,
  value: Json,
  side: Direction
): boolean => proofs.accepts(demandOf(choice), value, side)

/** The part of a containment question about values that several alternatives of `oneOf` accept; empty for `anyOf`. */
export const overlapOptions = (
  context: SchemaDiffContext,
  choice: SchemaChoice,
  side: Direction
): Pick<ContainmentQuestion, 'overlapOf' | 'isExact'> =>
  choice.keyword === 'oneOf'
    ? {
        overlapOf: createOverlapDescription(context.proofs, choice, side),
        ...(hasDuplicateAlternatives(choice) || isStrict(context, choice, side) ? {isExact: true} : {})
      }
    : {}

/**
 * Whether a request that several alternatives of `oneOf` accept is refused, as JSON Schema says. A discriminator may
 * decide instead. Next to an alternative that accepted any object before, no other could be distinguished, so it isn't
 * known whether the author means exactly one. What a response was meant to be isn't known, either.
 */
const isStrict = (context: SchemaDiffContext, choice: SchemaChoice, side: Direction): boolean =>
  side === 'request' &&
  discriminatorValuesOfChoice(choice) === undefined &&
  !context.older.choices.some(({alternatives}) => alternatives.some(acceptsAnyObject))

/** Proves whether a choice accepts everything that the other side documents. */
export function proveChoice(context: SchemaDiffContext, sup: SchemaChoice, side: Direction): Proof {
  const {sub, sup: all} = containmentSidesOf(context, side)
  const names = discriminatorValuesOfSchema(sub)
  const demand = names ? demandByDiscriminator(sup, names) : demandOf(sup)
  return context.proofs.prove(side, {
    ...overlapOptions(context, sup, side),
    sub: names ? mergeSchemas([sub.node, demandDiscriminatorValueIfAny(sub.node, names)]) : sub.node,
    demands: [isOrNull(all, sup) ? allowNull(demand) : demand],
    candidates: function* () {
      yield setDiscriminatorValue(context.sampler.sample(sub.node, side), names)
      for (const choice of sub.choices)
        for (const node of choice.alternatives.slice(0, MAX_CANDIDATES))
          yield setDiscriminatorValue(context.sampler.sample(node, side), discriminatorValuesOf(choice, node))
    }
  })
}

/**
 * The schema of what a choice accepts. A value with one of the given discriminator values only has to match the
 * alternative that it stands for.
 */
function demandByDiscriminator(choice: SchemaChoice, names: DiscriminatorValues): Node {
  const {node, keyword, alternatives} = choice
  const selected = alternatives.flatMap((form, at) => {
    const name = discriminatorValuesOf(choice, form)
    const values = name?.property === names.property ? name.values.filter(value => names.values.includes(value)) : []
    const raw = (own(node.raw as object, keyword) as readonly unknown[])[at]
    return values.length > 0 ? [{allOf: [demandDiscriminatorValue(node, {...names, values}).raw, raw]}] : []
  })
  return selected.length === 0 ? demandOf(choice) : createSchemaAt(node, {anyOf: [demandOf(choice).raw, ...selected]})
}

/** An alternative that accepts more, and its counterpart that accepts less; without a counterpart if it's new. */
export interface WiderAlternative {
  readonly node: Node
  readonly counterpart?: Node
}

/** Proves whether the alternatives of the other side together accept everything that one alternative documents. */
export function proveAlternative(
  context: SchemaDiffContext,
  node: Node,
  two: {sub: SchemaChoice; sup: SchemaChoice},
  side: Direction
): Proof {
  const {sup: choice} = two
  const {sub, sup: all} = containmentSidesOf(context, side)
  const [held, constraints] = [sub, all].map(flat => selectPropertyConstraints(flat, findMovedProperties(context))) as [
    Node[],
    Node[]
  ]
  const isSame = (closed: Node, open: Node): boolean =>
    side === 'request'
      ? context.changedReferences.isUnchanged(closed, open)
      : context.changedReferences.isUnchanged(open, closed)
  const name = discriminatorValuesOf(two.sub, node)
  const unnamed = demandKnownDiscriminatorValue(choice, node, name)
  const isPlain = choice.keyword === 'anyOf' && constraints.length === 0 && unnamed.length === 0
  if (isPlain && choice.alternatives.some(each => surelyWithin(node, each, side, isSame))) return keepsProof()
  const value = setDiscriminatorValue(context.sampler.sample(node, side), name)
  const takesNull = isOrNull(all, choice)
  if (
    value !== undefined &&
    !(takesNull && value === null) &&
    refusesInChoice(context, choice, value, side) &&
    context.proofs.accepts(sub.node, value, side)
  )
    return {is: 'breaks', witness: value, at: ''}
  return context.proofs.prove(side, {
    ...overlapOptions(context, choice, side),
    sub: mergeSchemas([node, ...held, ...(name ? [demandDiscriminatorValueIfAny(two.sub.node, name)] : [])]),
    demands: [takesNull ? allowNull(demandOf(choice)) : demandOf(choice), ...constraints, ...unnamed],
    candidates: () => [value]
  })
}

/**
 * Whether no alternative accepts a value, or only those that `oneOf` lists twice. Of hundreds of alternatives, quick
 * checks rule out most.
 */
export function refusesInChoice(
  {proofs}: Pick<SchemaDiffContext, 'proofs'>,
  choice: SchemaChoice,
  value: Json,
  side: Direction
): boolean {
  const {node, keyword, alternatives} = choice
  const list = own(node.raw as object, keyword) as readonly unknown[]
  const left = list.filter((_, at) => !surelyRefuses(alternatives[at] as Node, value, side))
  const checked = keyword === 'oneOf' && hasDuplicateAlternatives(choice) ? keyword : 'anyOf'
  return left.length === 0 || proofs.refuses(createSchemaAt(node, {[checked]: left}), value, side)
}

/**
 * Proves that a value of one alternative of `oneOf` isn't refused because a new or wider alternative accepts it, too. A
 * discriminator value that means the same as before decides which alternative applies, so only other values are
 * checked.
 */
export function proveNoOverlap(
  context: SchemaDiffContext,
  two: {sub: SchemaChoice; sup: SchemaChoice; kept: DiscriminatorValues | undefined},
  wider: readonly WiderAlternative[],
  side: Direction
): Proof {
  const {sub, sup, kept} = two
  const names = discriminatorValuesOfChoice(sub)
  const decided = [
    ...(kept ? [demandDiscriminatorValue(sup.node, kept)] : []),
    // Values that stand for no alternative aren't sent, either.
    ...(names ? [demandOtherDiscriminatorValue(sub.node, names)] : [])
  ]
  const whole = containmentSidesOf(context, side).sub.node
  // Each alternative refuses the values that another one repeats, unless one of them accepts any object.
  const isDistinct = ![...sub.alternatives, ...sup.alternatives].some(acceptsAnyObject)
  // Neither a discriminator nor an alternative that accepts any object distinguishes values that aren't objects.
  const isRefusedTwice = (value: Json): boolean =>
    isStrict(context, sup, side) || (side === 'request' && (typeof value !== 'object' || value === null))
  let questions = 0
  let open: Proof | undefined
  for (const {node, counterpart} of wider) {
    const others = sub.alternatives.filter(other => other !== counterpart && !surelyDisjoint(other, node, side))
    const but = counterpart ? [counterpart, ...decided] : decided
    let isRepeated: boolean | undefined
    for (const other of others) {
      if (++questions > MAX_PROOFS) return open ?? {is: 'undetermined', why: 'there are too many alternatives'}
      const answer = context.proofs.proveDisjoint(side, other, node, but)
      if (answer.is === 'keeps') continue
      // The constraints next to the choice may distinguish them.
      const all = context.proofs.proveDisjoint(side, whole, node, but)
      if (all.is === 'keeps') break
      const found = [answer, all].flatMap(each => (each.is === 'breaks' ? [each.witness as Json] : []))
      const isRefused = (value: Json): boolean =>
        context.proofs.accepts(whole, value, side) && context.proofs.refuses(demandOf(sup), value, side)
      isRepeated ??= isDistinct && hasEquivalentAlternative(context.proofs, sup, node, side)
      const lost = found.find(value => (isRepeated || isRefusedTwice(value)) && isRefused(value))
      if (lost !== undefined) return {is: 'breaks', witness: lost, at: ''}
      const [value] = found
      open ??=
        value === undefined
          ? answer
          : {is: 'undetermined', why: createOverlapDescription(context.proofs, sup, side, node)(value)}
    }
  }
  return open ?? keepsProof()
}

/** Proves that values which several alternatives accept aren't refused, now that only one may match. */
export function proveOnlyOne(
  context: SchemaDiffContext,
  {sub, sup, kept}: {sub: SchemaChoice; sup: SchemaChoice; kept: DiscriminatorValues | undefined},
  side: Direction
): Proof {
  const names = discriminatorValuesOfChoice(sub)
  const list = own(sup.node.raw as object, sup.keyword)
  const decided = [
    ...(kept ? [demandDiscriminatorValue(sup.node, kept)] : []),
    ...(names ? [demandOtherDiscriminatorValue(sub.node, names)] : [])
  ]
  const demand = {anyOf: [{oneOf: list}, {not: {anyOf: list}}, ...decided.map(({raw}) => raw)]}
  return context.proofs.prove(side, {
    ...overlapOptions(context, sup, side),
    // Requests could match several alternatives before, so a value that does so now is refused.
    ...(side === 'request' ? {isExact: true} : {}),
    sub: containmentSidesOf(context, side).sub.node,
    demands: [createSchemaAt(sup.node, demand)]
  })
}
