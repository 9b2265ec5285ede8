import type {Proof} from '../../model/api/change.ts'
import type {Direction} from '../../model/subject/subject.ts'
import type {Node} from '../../schema/document/node.ts'
import type {Json} from '../../schema/json.ts'
import {type Choice, type Flat, flatten, propertiesOf, requiredOf, settled, typesOf} from '../flatten/flatten.ts'
import {together} from '../flatten/merge-schemas.ts'
import {partsOf} from '../moved-properties.ts'
import {calledBy, calledIfAny} from '../proof/discriminator-values.ts'
import {keeps} from '../proof/proofs.ts'
import {saysWhatElse} from '../schema/additional-properties.ts'
import {tellAdded, tellRemoved} from '../schema/properties.ts'
import {isTypeAgainstAnything} from '../schema/types.ts'
import {type Desk, sidesOf} from '../schema-diff-context.ts'
import {formName} from './discriminated-alternatives.ts'
import {othersIn, tellOfForms} from './form-fields.ts'

// Compares a choice that only one side has: what its alternatives say about properties.

const MAX_NAMES = 20

/** Proves whether the alternatives of one side meet what the other side says about properties of all values. */
export function proveWithout(context: Desk, choice: Choice, side: Direction): Proof {
  const {sub, sup} = sidesOf(context, side)
  const names = namedPropertiesOf(choice)
  if (choice.alternatives.some(node => acceptsOtherProperties(flatten(node))))
    for (const name of [...propertiesOf(sup).keys(), ...requiredOf(sup).keys()]) names.add(name)
  for (const name of propertiesOf(sub).keys()) names.delete(name)
  for (const name of names) if (isSameInEach(context, choice, name, side)) names.delete(name)
  const demands = partsOf(sup, names)
  if (demands.length === 0) return keeps()
  // The alternatives are checked one by one first, because a check of all of them together can be large.
  let isOpen = false
  for (const node of choice.alternatives) {
    if (isComponentOf(sup, node)) continue
    const flat = flatten(node)
    const properties = propertiesOf(flat)
    const called = formName(choice, node)
    const whole = called ? together([node, calledIfAny(choice.node, called)]) : node
    const candidates = function* (): Iterable<Json | undefined> {
      yield calledBy(context.sampler.of(node, side), called)
      for (const name of [...names].slice(0, MAX_NAMES)) {
        const nodes = properties.get(name)
        const value = nodes && context.sampler.of(together(nodes), side)
        if (value !== undefined) yield calledBy(context.sampler.object(flat, side, {set: {[name]: value}}), called)
      }
    }
    const proof = context.proofs.prove(side, {sub: whole, demands, candidates})
    if (proof.is === 'breaks' && context.proofs.accepts(sub.node, proof.witness as Json, side)) return proof
    isOpen ||= proof.is !== 'keeps'
  }
  return isOpen ? context.proofs.prove(side, {sub: sub.node, demands}) : keeps()
}

/** Whether each alternative that names a property says the same about it as the other side. */
function isSameInEach(context: Desk, {alternatives}: Choice, name: string, side: Direction): boolean {
  const {sup} = sidesOf(context, side)
  const [nodes, isNeeded] = [propertiesOf(sup).get(name), requiredOf(sup).has(name)]
  return alternatives.every(node => {
    const flat = flatten(node)
    if (isNeeded && !requiredOf(flat).has(name)) return false
    const mine = propertiesOf(flat).get(name)
    if (!nodes) return true
    if (!mine) return !acceptsOtherProperties(flat)
    const [one, other] = [together(mine), together(nodes)]
    return side === 'request' ? context.dirt.isClean(one, other) : context.dirt.isClean(other, one)
  })
}

/** Whether an object accepts properties that its schema doesn't name, because it's a map or names none. */
const acceptsOtherProperties = (flat: Flat): boolean =>
  typesOf(flat).has('object') && (propertiesOf(flat).size === 0 || saysWhatElse(flat))

const COMPONENT = /^\/(components\/schemas|definitions)\/[^/]+$/

/** Whether an alternative is the shared schema that the other side consists of. */
function isComponentOf(plain: Flat, alternative: Node): boolean {
  if (plain.choices.length > 0) return false
  const [one, other] = [settled(plain.node), settled(alternative)]
  const isSame = one.pointer === other.pointer && one.resource.book.address === other.resource.book.address
  return isSame && COMPONENT.test(one.pointer)
}

/**
 * Compares an alternative that is the same shared schema as the whole other side, in the direction in which changes in
 * it matter.
 */
export function compareComponent(context: Desk, {alternatives}: Choice, isGone: boolean): void {
  const plain = isGone ? context.newer : context.older
  const same = alternatives.find(node => isComponentOf(plain, node))
  if (!same) return
  const [older, newer] = isGone ? [same, plain.node] : [plain.node, same]
  context.goBelow({
    older: [older],
    newer: [newer],
    step: '',
    only: isGone ? 'request' : 'response',
    lift: value => value
  })
}

/**
 * Reports properties that are added or removed with their choice, unless one of its alternatives matches the other
 * side.
 */
export function tellNamed(context: Desk, {alternatives}: Choice, isGone: boolean): void {
  const [here, there] = isGone ? [context.older, context.newer] : [context.newer, context.older]
  if (!typesOf(there).has('object')) return
  if (alternatives.every(node => isTypeAgainstAnything(flatten(node), there))) return
  const others = new Set([
    ...propertiesOf(there).keys(),
    ...there.choices.flatMap(each => [...namedPropertiesOf(each)])
  ])
  const all = alternatives.map(node => propertiesOf(flatten(node)))
  const isThere = (properties: ReadonlyMap<string, unknown>): boolean => {
    const shared = [...properties.keys()].filter(name => others.has(name)).length
    return shared === properties.size || shared * 2 > Math.max(properties.size, others.size)
  }
  // The alternative on both sides is read as before. The properties of the others are new, or are lost to clients that
  // send them.
  if (all.some(isThere)) {
    tellOfForms(context, othersIn(context, [there.node], isGone)(alternatives), isGone)
    return
  }
  const reported = new Set(propertiesOf(here).keys())
  for (const [name, nodes] of all.flatMap(properties => [...properties])) {
    if (!others.has(name) && !reported.has(name)) (isGone ? tellRemoved : tellAdded)(context, name, nodes)
    reported.add(name)
  }
}

/** The properties that the alternatives of a choice name. */
const namedPropertiesOf = ({alternatives}: Choice): Set<string> =>
  new Set(alternatives.flatMap(node => [...propertiesOf(flatten(node)).keys()]))
