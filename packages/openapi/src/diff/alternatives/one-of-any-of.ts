import type {Proof} from '@tenure/core/model/api/change'
import type {Direction} from '@tenure/core/model/subject/subject'
import {childNode, type Node} from '@tenure/json-schema/document/node'
import {isRecord, own} from '@tenure/json-schema/json'
import {mergeSchemas, type SchemaChoice} from '../flatten/flatten.ts'
import {findMovedProperties, findOuterProperties, selectPropertyConstraints} from '../moved-properties.ts'
import {type DiscriminatorValues, demandDiscriminatorValueIfAny} from '../proof/discriminator-values.ts'
import {keepsProof} from '../proof/proofs.ts'
import {
  type AlternativeSide,
  containmentSidesOf,
  type SchemaDiffContext,
  type SchemaLocation
} from '../schema-diff-context.ts'
import {discriminatorValuesOf, keptDiscriminatorValues} from './discriminated-alternatives.ts'
import {matchAlternatives} from './match-alternatives.ts'
import {
  compareSharedAlternative,
  createOneSidedFieldFinder,
  proveOneSidedChoice,
  reportOneSidedFields,
  reportOneSidedProperties
} from './one-sided-alternatives.ts'
import {alternativeNameOf, isDuplicateAlternative} from './overlaps.ts'
import {
  demandOf,
  overlapOptions,
  proveAlternative,
  proveChoice,
  proveNoOverlap,
  proveOnlyOne,
  type WiderAlternative
} from './prove-choice.ts'

/** Compares `anyOf` and `oneOf`: which alternatives were added, removed, or changed. */
export function compareAlternatives(context: SchemaDiffContext): void {
  const {older, newer} = context
  const most = Math.max(older.choices.length, newer.choices.length)
  for (let at = 0; at < most; at++) {
    const [was, is] = [older.choices[at], newer.choices[at]]
    if (was && is) compareChoice(context, was, is)
    else {
      const choice = (was ?? is) as SchemaChoice
      reportOneSidedProperties(context, choice, was !== undefined)
      compareSharedAlternative(context, choice, was !== undefined)
      context.report({
        kind: 'composition-changed',
        about: choice.keyword,
        old: was ? spotAt(was) : {node: older.members[0] ?? older.node, steps: []},
        new: is ? spotAt(is) : {node: newer.members[0] ?? newer.node, steps: []},
        was: was && summarizeChoice(was),
        is: is && summarizeChoice(is),
        prove: side => {
          const demand = containmentSidesOf({older: was, newer: is}, side).sup
          return demand ? proveChoice(context, demand, side) : proveOneSidedChoice(context, choice, side)
        }
      })
    }
  }
}

/** What each alternative requires, if they say no more: `[["body"], ["reaction"]]`. The number of others. */
function summarizeChoice({alternatives}: SchemaChoice): unknown {
  const required = alternatives.flatMap(({raw}) =>
    isRecord(raw) && Object.keys(raw).join() === 'required' && Array.isArray(raw.required) ? [raw.required] : []
  )
  return required.length === alternatives.length ? required : alternatives.length
}

const spotAt = ({node, keyword}: SchemaChoice): SchemaLocation => ({node, steps: [keyword]})

const NO_CONSTRAINTS = {older: [], newer: []}

/** Caches the proof of each direction, because every change below an alternative needs it. */
function cacheBySide(prove: (side: Direction) => Proof): (side: Direction) => Proof {
  const known: {[Side in Direction]?: Proof} = {}
  return side => {
    known[side] ??= prove(side)
    return known[side]
  }
}

function compareChoice(context: SchemaDiffContext, was: SchemaChoice, is: SchemaChoice): void {
  const {pairs, removed, added} = matchAlternatives(context, was.alternatives, is.alternatives)
  const two: ComparedChoice = {was, is, pairs, kept: keptDiscriminatorValues(was, is, pairs)}
  const changed = comparePairs(context, two)
  const isPlain = was.keyword === 'anyOf' && is.keyword === 'anyOf'
  const withoutDuplicates = (forms: readonly Node[], choice: SchemaChoice, at: 0 | 1): readonly Node[] =>
    isPlain ? forms.filter(form => !pairs.some(pair => isDuplicateAlternative(choice, form, pair[at]))) : forms
  reportAlternatives(context, two, withoutDuplicates(removed, was, 0), 'request')
  reportAlternatives(context, two, withoutDuplicates(added, is, 1), 'response')
  if (was.keyword !== is.keyword || (changed > 0 && (was.keyword === 'oneOf' || is.keyword === 'oneOf')))
    reportComposition(context, two)
}

/** A choice and its counterpart, with the alternatives that match. */
interface ComparedChoice {
  readonly was: SchemaChoice
  readonly is: SchemaChoice
  readonly pairs: ReturnType<typeof matchAlternatives>['pairs']
  /** The discriminator values that mean the same as before. */
  readonly kept: DiscriminatorValues | undefined
}

const choicesOf = ({was, is, kept}: ComparedChoice, side: Direction) => ({
  ...containmentSidesOf({older: was, newer: is}, side),
  kept
})

/** Compares matching alternatives that may differ, and returns their number. */
function comparePairs(context: SchemaDiffContext, {was, is, pairs}: ComparedChoice): number {
  // Properties that moved between the alternatives and the schema around them are compared in each alternative.
  const moved = findMovedProperties(context)
  const constraintsOn = (names: ReadonlySet<string>) =>
    names.size > 0
      ? {older: selectPropertyConstraints(context.older, names), newer: selectPropertyConstraints(context.newer, names)}
      : NO_CONSTRAINTS
  const constraints = constraintsOn(moved)
  let changed = 0
  for (const [one, other] of pairs) {
    if (moved.size === 0 && context.changedReferences.isUnchanged(one, other)) continue
    changed++
    const outer = findOuterProperties(context, one, other)
    const around = outer.size > 0 ? constraintsOn(new Set([...moved, ...outer])) : constraints
    compareAlternative(context, toAlternativeSide(was, one, around.older), toAlternativeSide(is, other, around.newer))
  }
  return changed
}

const compareAlternative = (context: SchemaDiffContext, older: AlternativeSide, newer: AlternativeSide): void =>
  context.descend({
    older: [older.member],
    newer: [newer.member],
    step: '',
    lift: value => value,
    alternative: {
      older,
      newer,
      proveWhole: cacheBySide(side => {
        const {sub, sup} = containmentSidesOf({older, newer}, side)
        const named = sub.name ? [demandDiscriminatorValueIfAny(sub.choice.node, sub.name)] : []
        return context.proofs.prove(side, {
          ...overlapOptions(context, sup.choice, side),
          sub: mergeSchemas([sub.member, ...named]),
          demands: [demandOf(sup.choice), ...sup.siblings]
        })
      })
    }
  })

/** Reports alternatives that one side lacks. `on`: the direction in which that can break. */
function reportAlternatives(
  context: SchemaDiffContext,
  two: ComparedChoice,
  forms: readonly Node[],
  on: Direction
): void {
  const {sub, sup} = choicesOf(two, on)
  const othersOf = createOneSidedFieldFinder(context, sup.alternatives, on === 'request')
  for (const node of forms) {
    const others = othersOf([node])
    const proof = others.size > 0 ? proveAlternative(context, node, {sub, sup}, on) : undefined
    reportAlternative(context, two, node, on, proof)
    // If other alternatives still accept such a value, only the properties that no other alternative names are lost, or
    // new.
    if (proof && proof.is !== 'breaks') reportOneSidedFields(context, others, on === 'request')
  }
}

function reportAlternative(
  context: SchemaDiffContext,
  two: ComparedChoice,
  node: Node,
  on: Direction,
  known: Proof | undefined
): void {
  const {alternatives, node: container, keyword} = on === 'request' ? two.was : two.is
  const at = alternatives.indexOf(node)
  const spot: SchemaLocation = {node: container, steps: [keyword, at]}
  context.report({
    kind: on === 'request' ? 'alternative-removed' : 'alternative-added',
    about: nameOf(node, container, keyword, at),
    old: on === 'request' ? spot : spotAt(two.was),
    new: on === 'request' ? spotAt(two.is) : spot,
    prove: side => {
      const choices = choicesOf(two, side)
      if (side === on) return known ?? proveAlternative(context, node, choices, side)
      // Another alternative only accepts more, unless exactly one must match.
      return choices.sup.keyword === 'oneOf' ? proveNoOverlap(context, choices, [{node}], side) : keepsProof()
    }
  })
}

/** Reports that another number of alternatives must match, or that some changed although exactly one must match. */
function reportComposition(context: SchemaDiffContext, two: ComparedChoice): void {
  const {was, is, pairs} = two
  const isOther = was.keyword !== is.keyword
  context.report({
    kind: 'composition-changed',
    about: is.keyword,
    old: spotAt(was),
    new: spotAt(is),
    ...(isOther ? {was: was.keyword, is: is.keyword} : {isSilent: true}),
    prove: side => {
      const choices = choicesOf(two, side)
      // What the alternatives themselves refuse is reported with them; here it's only about exactly one that must
      // match.
      if (choices.sup.keyword === 'anyOf') return keepsProof()
      if (isOther) return proveOnlyOne(context, choices, side)
      const wider = pairs.flatMap(([older, newer]): WiderAlternative[] => {
        if (context.changedReferences.isUnchanged(older, newer)) return []
        return [side === 'request' ? {node: newer, counterpart: older} : {node: older, counterpart: newer}]
      })
      return proveNoOverlap(context, choices, wider, side)
    }
  })
}

const toAlternativeSide = (choice: SchemaChoice, form: Node, constraints: readonly Node[]): AlternativeSide => {
  const name = discriminatorValuesOf(choice, form)
  return {
    choice,
    alternative: form,
    member: mergeSchemas([form, ...constraints]),
    siblings: constraints,
    ...(name ? {name} : {})
  }
}

/** The name of an alternative for display: its component, title, or type, or else its number. */
function nameOf(node: Node, container: Node, keyword: string, at: number): string {
  const name = alternativeNameOf(node, childNode(container, keyword, at))
  if (name !== undefined) return name
  const type = isRecord(node.raw) ? own(node.raw, 'type') : undefined
  return type === undefined ? `${keyword} ${at + 1}` : [type].flat().join(' or ')
}
