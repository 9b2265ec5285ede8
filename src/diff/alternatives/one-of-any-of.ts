import type {Proof} from '../../model/api/change.ts'
import type {Direction} from '../../model/subject/subject.ts'
import {child, type Node} from '../../schema/document/node.ts'
import {isRecord, type Json, own} from '../../schema/json.ts'
import type {Choice} from '../flatten/flatten.ts'
import {together} from '../flatten/merge-schemas.ts'
import {findOuterFields, movedIn, partsOf} from '../moved-properties.ts'
import {called, calledBy, calledIfAny, calledOtherwise, type FormName} from '../proof/discriminator-values.ts'
import {surelyApart, surelyRefuses, surelyWithin, takesAnyObject} from '../proof/disjoint.ts'
import {inPlaceOf, keeps, type Question} from '../proof/proofs.ts'
import {type Desk, type Offered, type Spot, sidesOf} from '../schema-diff-context.ts'
import {formName, keptNames, namedIn, namesIn, namesOf} from './discriminated-alternatives.ts'
import {othersIn, tellOfForms} from './form-fields.ts'
import {matched} from './match-alternatives.ts'
import {compareComponent, proveWithout, tellNamed} from './one-sided-alternatives.ts'
import {hasTwins, isListedTwice, isTwin, namedForm, overlapOf} from './overlaps.ts'

/** Compares `anyOf` and `oneOf`: which alternatives were added, removed, or changed. */
export function compareChoices(context: Desk): void {
  const {older, newer} = context
  const most = Math.max(older.choices.length, newer.choices.length)
  for (let at = 0; at < most; at++) {
    const [was, is] = [older.choices[at], newer.choices[at]]
    if (was && is) compareChoice(context, was, is)
    else {
      const choice = (was ?? is) as Choice
      tellNamed(context, choice, was !== undefined)
      compareComponent(context, choice, was !== undefined)
      context.tell({
        kind: 'composition-changed',
        about: choice.keyword,
        old: was ? spotAt(was) : {node: older.members[0] ?? older.node, steps: []},
        new: is ? spotAt(is) : {node: newer.members[0] ?? newer.node, steps: []},
        was: was ? was.alternatives.length : undefined,
        is: is ? is.alternatives.length : undefined,
        prove: side => {
          const demand = sidesOf({older: was, newer: is}, side).sup
          return demand ? proveChoice(context, demand, side) : proveWithout(context, choice, side)
        }
      })
    }
  }
}

const spotAt = ({node, keyword}: Choice): Spot => ({node, steps: [keyword]})

const demandOf = ({node, keyword}: Choice): Node => inPlaceOf(node, {[keyword]: own(node.raw as object, keyword)})

/** Whether a choice accepts a value. */
export const takes = ({proofs}: Pick<Desk, 'proofs'>, choice: Choice, value: Json, side: Direction): boolean =>
  proofs.accepts(demandOf(choice), value, side)

/** The options for values that several alternatives of `oneOf` accept. */
const overlapOptions = (context: Desk, choice: Choice, side: Direction): Pick<Question, 'overlapOf' | 'isExact'> =>
  choice.keyword === 'oneOf'
    ? {overlapOf: overlapOf(context.proofs, choice, side), ...(hasTwins(choice) ? {isExact: true} : {})}
    : {}

/** Proves whether a choice accepts everything that the other side documents. */
function proveChoice(context: Desk, sup: Choice, side: Direction): Proof {
  const {sub} = sidesOf(context, side)
  const names = namesIn(sub)
  return context.proofs.prove(side, {
    ...overlapOptions(context, sup, side),
    sub: names ? together([sub.node, calledIfAny(sub.node, names)]) : sub.node,
    demands: [names ? demandByDiscriminator(sup, names) : demandOf(sup)],
    candidates: function* () {
      yield calledBy(context.sampler.of(sub.node, side), names)
      for (const choice of sub.choices)
        for (const node of choice.alternatives.slice(0, MAX_CANDIDATES))
          yield calledBy(context.sampler.of(node, side), formName(choice, node))
    }
  })
}

/**
 * The schema of what a choice accepts. A value with one of the given discriminator values only has to match the
 * alternative that it stands for.
 */
function demandByDiscriminator(choice: Choice, names: FormName): Node {
  const {node, keyword, alternatives} = choice
  const selected = alternatives.flatMap((form, at) => {
    const name = formName(choice, form)
    const values = name?.property === names.property ? name.values.filter(value => names.values.includes(value)) : []
    const raw = (own(node.raw as object, keyword) as readonly unknown[])[at]
    return values.length > 0 ? [{allOf: [called(node, {...names, values}).raw, raw]}] : []
  })
  return selected.length === 0 ? demandOf(choice) : inPlaceOf(node, {anyOf: [demandOf(choice).raw, ...selected]})
}

const NO_CONSTRAINTS = {older: [], newer: []}
const MAX_CANDIDATES = 5
const MAX_PROOFS = 80

/** Proves whether the alternatives of the other side together accept everything that one alternative documents. */
function proveAlternative(context: Desk, node: Node, two: {sub: Choice; sup: Choice}, side: Direction): Proof {
  const {sup: choice} = two
  const {sub, sup: all} = sidesOf(context, side)
  const [held, constraints] = [sub, all].map(flat => partsOf(flat, movedIn(context))) as [Node[], Node[]]
  const isSame = (closed: Node, open: Node): boolean =>
    side === 'request' ? context.dirt.isClean(closed, open) : context.dirt.isClean(open, closed)
  const name = formName(two.sub, node)
  const unnamed = namedIn(choice, node, name)
  const isPlain = choice.keyword === 'anyOf' && constraints.length === 0 && unnamed.length === 0
  if (isPlain && choice.alternatives.some(each => surelyWithin(node, each, side, isSame))) return keeps()
  const value = calledBy(context.sampler.of(node, side), name)
  if (value !== undefined && refusesAll(context, choice, value, side) && context.proofs.accepts(sub.node, value, side))
    return {is: 'breaks', witness: value, at: ''}
  return context.proofs.prove(side, {
    ...overlapOptions(context, choice, side),
    sub: together([node, ...held, ...(name ? [calledIfAny(two.sub.node, name)] : [])]),
    demands: [demandOf(choice), ...constraints, ...unnamed],
    candidates: () => [value]
  })
}

/**
 * Whether no alternative accepts a value, or only those that `oneOf` lists twice. Of hundreds of alternatives, quick
 * checks rule out most.
 */
export function refusesAll({proofs}: Pick<Desk, 'proofs'>, choice: Choice, value: Json, side: Direction): boolean {
  const {node, keyword, alternatives} = choice
  const list = own(node.raw as object, keyword) as readonly unknown[]
  const left = list.filter((_, at) => !surelyRefuses(alternatives[at] as Node, value, side))
  const checked = keyword === 'oneOf' && hasTwins(choice) ? keyword : 'anyOf'
  return left.length === 0 || proofs.refuses(inPlaceOf(node, {[checked]: left}), value, side)
}

/**
 * Proves that a value of one alternative of `oneOf` isn't refused because a new or wider alternative accepts it, too. A
 * discriminator value that means the same as before decides which alternative applies, so only other values are
 * checked.
 */
function proveApart(
  context: Desk,
  two: {sub: Choice; sup: Choice; kept: FormName | undefined},
  wider: readonly WiderAlternative[],
  side: Direction
): Proof {
  const {sub, sup, kept} = two
  const names = namesOf(sub)
  const decided = [
    ...(kept ? [called(sup.node, kept)] : []),
    // Values that stand for no alternative aren't sent, either.
    ...(names ? [calledOtherwise(sub.node, names)] : [])
  ]
  const whole = sidesOf(context, side).sub.node
  // Beside an alternative that accepts any object, no other can be distinguished, so the author didn't mean it
  // strictly. If such an alternative is new, that isn't known.
  if (sub.alternatives.some(takesAnyObject)) return keeps()
  const isStrict = !sup.alternatives.some(takesAnyObject)
  let questions = 0
  let open: Proof | undefined
  for (const {node, counterpart} of wider) {
    const others = sub.alternatives.filter(other => other !== counterpart && !surelyApart(other, node, side))
    const but = counterpart ? [counterpart, ...decided] : decided
    for (const other of others) {
      if (++questions > MAX_PROOFS) return open ?? {is: 'undetermined', why: 'too many alternatives'}
      const answer = context.proofs.proveApart(side, other, node, but)
      if (answer.is === 'keeps') continue
      // The constraints beside the choice may distinguish them.
      const all = context.proofs.proveApart(side, whole, node, but)
      if (all.is === 'keeps') break
      const found = [answer, all].flatMap(each => (each.is === 'breaks' ? [each.witness as Json] : []))
      const isRefused = (value: Json): boolean =>
        context.proofs.accepts(whole, value, side) && context.proofs.refuses(demandOf(sup), value, side)
      const lost = isStrict && isListedTwice(context.proofs, sup, node, side) ? found.find(isRefused) : undefined
      if (lost !== undefined) return {is: 'breaks', witness: lost, at: ''}
      const [value] = found
      open ??=
        value === undefined ? answer : {is: 'undetermined', why: overlapOf(context.proofs, sup, side, node)(value)}
    }
  }
  return open ?? keeps()
}

/** Proves that values which several alternatives accept aren't refused, now that only one may match. */
function proveOnlyOne(
  context: Desk,
  {sub, sup, kept}: {sub: Choice; sup: Choice; kept: FormName | undefined},
  side: Direction
): Proof {
  const names = namesOf(sub)
  const list = own(sup.node.raw as object, sup.keyword)
  const decided = [...(kept ? [called(sup.node, kept)] : []), ...(names ? [calledOtherwise(sub.node, names)] : [])]
  const demand = {anyOf: [{oneOf: list}, {not: {anyOf: list}}, ...decided.map(({raw}) => raw)]}
  return context.proofs.prove(side, {
    ...overlapOptions(context, sup, side),
    // Requests could match several alternatives before, so a value that does so now is refused.
    ...(side === 'request' ? {isExact: true} : {}),
    sub: sidesOf(context, side).sub.node,
    demands: [inPlaceOf(sup.node, demand)]
  })
}

/** Caches the proof of each direction, because every change below an alternative needs it. */
function cacheBySide(prove: (side: Direction) => Proof): (side: Direction) => Proof {
  const known: {[Side in Direction]?: Proof} = {}
  return side => {
    known[side] ??= prove(side)
    return known[side]
  }
}

/** An alternative that accepts more, and its counterpart that accepts less; without a counterpart if it's new. */
interface WiderAlternative {
  readonly node: Node
  readonly counterpart?: Node
}

function compareChoice(context: Desk, was: Choice, is: Choice): void {
  const {pairs, gone, come} = matched(context, was.alternatives, is.alternatives)
  // Properties that moved between the alternatives and the schema around them are compared in each alternative.
  const kept = keptNames(was, is, pairs)
  const moved = movedIn(context)
  const besideOf = (names: ReadonlySet<string>) =>
    names.size > 0 ? {older: partsOf(context.older, names), newer: partsOf(context.newer, names)} : NO_CONSTRAINTS
  const constraints = besideOf(moved)
  let changed = 0
  for (const [one, other] of pairs) {
    if (moved.size === 0 && context.dirt.isClean(one, other)) continue
    changed++
    const outer = findOuterFields(context, one, other)
    const around = outer.size > 0 ? besideOf(new Set([...moved, ...outer])) : constraints
    const older = toAlternativeSide(was, one, around.older)
    const newer = toAlternativeSide(is, other, around.newer)
    context.goBelow({
      older: [older.member],
      newer: [newer.member],
      step: '',
      lift: value => value,
      alternative: {
        older,
        newer,
        whole: cacheBySide(side => {
          const {sub, sup} = sidesOf({older, newer}, side)
          const named = sub.name ? [calledIfAny(sub.choice.node, sub.name)] : []
          return context.proofs.prove(side, {
            ...overlapOptions(context, sup.choice, side),
            sub: together([sub.member, ...named]),
            demands: [demandOf(sup.choice), ...sup.beside]
          })
        })
      }
    })
  }
  const spots = {old: spotAt(was), new: spotAt(is)}
  const reportAlternatives = (forms: readonly Node[], on: Direction): void => {
    const {sub, sup} = sidesOf({older: was, newer: is}, on)
    const othersOf = othersIn(context, sup.alternatives, on === 'request')
    for (const node of forms) {
      const others = othersOf([node])
      const proof = others.size > 0 ? proveAlternative(context, node, {sub, sup}, on) : undefined
      report(node, on, proof)
      // If other alternatives still accept such a value, only the properties that this alternative alone names are
      // ignored, or new.
      if (proof && proof.is !== 'breaks') tellOfForms(context, others, on === 'request')
    }
  }
  const report = (node: Node, on: Direction, known?: Proof): void => {
    const at = (on === 'request' ? was : is).alternatives.indexOf(node)
    const {node: container, keyword} = on === 'request' ? was : is
    const spot: Spot = {node: container, steps: [keyword, at]}
    context.tell({
      kind: on === 'request' ? 'alternative-removed' : 'alternative-added',
      about: nameOf(node, container, keyword, at),
      ...spots,
      ...(on === 'request' ? {old: spot} : {new: spot}),
      prove: side => {
        const two = {...sidesOf({older: was, newer: is}, side), kept}
        if (side === on) return known ?? proveAlternative(context, node, two, side)
        // Another alternative only accepts more, unless exactly one must match.
        return two.sup.keyword === 'oneOf' ? proveApart(context, two, [{node}], side) : keeps()
      }
    })
  }
  const isPlain = was.keyword === 'anyOf' && is.keyword === 'anyOf'
  const withoutDuplicates = (forms: readonly Node[], choice: Choice, at: 0 | 1): readonly Node[] =>
    isPlain ? forms.filter(form => !pairs.some(pair => isTwin(choice, form, pair[at]))) : forms
  reportAlternatives(withoutDuplicates(gone, was, 0), 'request')
  reportAlternatives(withoutDuplicates(come, is, 1), 'response')
  const isOther = was.keyword !== is.keyword
  if (isOther || (changed > 0 && (was.keyword === 'oneOf' || is.keyword === 'oneOf'))) {
    context.tell({
      kind: 'composition-changed',
      about: is.keyword,
      ...spots,
      ...(isOther ? {was: was.keyword, is: is.keyword} : {isSilent: true}),
      prove: side => {
        const two = {...sidesOf({older: was, newer: is}, side), kept}
        // What the alternatives themselves refuse is reported with them; here it's only about exactly one that must
        // match.
        if (two.sup.keyword === 'anyOf') return keeps()
        if (isOther) return proveOnlyOne(context, two, side)
        const wider = pairs.flatMap(([older, newer]) => {
          if (context.dirt.isClean(older, newer)) return []
          return [side === 'request' ? {node: newer, counterpart: older} : {node: older, counterpart: newer}]
        })
        return proveApart(context, two, wider, side)
      }
    })
  }
}

const toAlternativeSide = (choice: Choice, form: Node, constraints: readonly Node[]): Offered => {
  const name = formName(choice, form)
  return {choice, form, member: together([form, ...constraints]), beside: constraints, ...(name ? {name} : {})}
}

/** The name of an alternative for display: its component, title, or type, or else its number. */
function nameOf(node: Node, container: Node, keyword: string, at: number): string {
  const name = namedForm(node, child(container, keyword, at))
  if (name !== undefined) return name
  const type = isRecord(node.raw) ? own(node.raw, 'type') : undefined
  return type === undefined ? `${keyword} ${at + 1}` : [type].flat().join(' or ')
}
