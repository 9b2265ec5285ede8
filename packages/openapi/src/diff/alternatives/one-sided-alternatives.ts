import type {Proof} from '@tenure/core/model/api/change'
import type {Direction} from '@tenure/core/model/subject/subject'
import type {Node} from '@tenure/json-schema/document/node'
import type {Json} from '@tenure/json-schema/json'
import {isOmittedProperty} from '@tenure/json-schema/read-write-only'
import {
  acceptedTypesOf,
  type FlatSchema,
  flatten,
  mergeSchemas,
  propertiesOf,
  requiredOf,
  resolveSchema,
  type SchemaChoice
} from '../flatten/flatten.ts'
import {selectPropertyConstraints} from '../moved-properties.ts'
import {demandDiscriminatorValueIfAny, setDiscriminatorValue} from '../proof/discriminator-values.ts'
import {acceptsAnyObject} from '../proof/disjoint.ts'
import {keepsProof, omittedMarkOf} from '../proof/proofs.ts'
import {acceptsOthersExplicitly} from '../schema/additional-properties.ts'
import {reportAddedProperty, reportRemovedProperty} from '../schema/properties.ts'
import {isTypeAgainstAnyType} from '../schema/types.ts'
import {containmentSidesOf, type SchemaDiffContext} from '../schema-diff-context.ts'
import {discriminatorValuesOf} from './discriminated-alternatives.ts'

// Compares a choice that only one side has: what its alternatives say about properties.

const MAX_NAMES = 20

/** Proves whether the alternatives of one side meet what the other side says about properties of all values. */
export function proveOneSidedChoice(context: SchemaDiffContext, choice: SchemaChoice, side: Direction): Proof {
  const {sub, sup} = containmentSidesOf(context, side)
  const names = namedPropertiesOf(choice)
  if (choice.alternatives.some(node => acceptsOtherProperties(flatten(node))))
    for (const name of [...propertiesOf(sup).keys(), ...requiredOf(sup).keys()]) names.add(name)
  for (const name of propertiesOf(sub).keys()) names.delete(name)
  for (const name of names)
    if (isOmittedProperty(sup.node, name, omittedMarkOf(side)) || isSameInEach(context, choice, name, side))
      names.delete(name)
  const demands = selectPropertyConstraints(sup, names)
  if (demands.length === 0) return keepsProof()
  // The alternatives are checked one by one first, because a check of all of them together can be large.
  let isOpen = false
  for (const node of choice.alternatives) {
    if (isComponentOf(sup, node)) continue
    const flat = flatten(node)
    const properties = propertiesOf(flat)
    const called = discriminatorValuesOf(choice, node)
    const whole = called ? mergeSchemas([node, demandDiscriminatorValueIfAny(choice.node, called)]) : node
    const candidates = function* (): Iterable<Json | undefined> {
      yield setDiscriminatorValue(context.sampler.sample(node, side), called)
      for (const name of [...names].slice(0, MAX_NAMES)) {
        const nodes = properties.get(name)
        const value = nodes && context.sampler.sample(mergeSchemas(nodes), side)
        if (value !== undefined)
          yield setDiscriminatorValue(context.sampler.sampleObject(flat, side, {set: {[name]: value}}), called)
      }
    }
    const proof = context.proofs.prove(side, {sub: whole, demands, candidates})
    if (proof.is === 'breaks' && context.proofs.accepts(sub.node, proof.witness as Json, side)) return proof
    isOpen ||= proof.is !== 'keeps'
  }
  return isOpen ? context.proofs.prove(side, {sub: sub.node, demands}) : keepsProof()
}

/** Whether each alternative that names a property says the same about it as the other side. */
function isSameInEach(
  context: SchemaDiffContext,
  {alternatives}: SchemaChoice,
  name: string,
  side: Direction
): boolean {
  const {sup} = containmentSidesOf(context, side)
  const [nodes, isNeeded] = [propertiesOf(sup).get(name), requiredOf(sup).has(name)]
  return alternatives.every(node => {
    const flat = flatten(node)
    if (isNeeded && !requiredOf(flat).has(name)) return false
    const mine = propertiesOf(flat).get(name)
    if (!nodes) return true
    if (!mine) return !acceptsOtherProperties(flat)
    const [one, other] = [mergeSchemas(mine), mergeSchemas(nodes)]
    return side === 'request'
      ? context.changedReferences.isUnchanged(one, other)
      : context.changedReferences.isUnchanged(other, one)
  })
}

/** Whether an object accepts properties that its schema doesn't name, because it's a map or names none. */
const acceptsOtherProperties = (flat: FlatSchema): boolean =>
  acceptedTypesOf(flat).has('object') && (propertiesOf(flat).size === 0 || acceptsOthersExplicitly(flat))

const COMPONENT = /^\/(components\/schemas|definitions)\/[^/]+$/

/** Whether an alternative is the shared schema that the other side consists of. */
function isComponentOf(plain: FlatSchema, alternative: Node): boolean {
  if (plain.choices.length > 0) return false
  const [one, other] = [resolveSchema(plain.node), resolveSchema(alternative)]
  const isSame = one.pointer === other.pointer && one.resource.document.address === other.resource.document.address
  return isSame && COMPONENT.test(one.pointer)
}

/**
 * Compares an alternative that is the same shared schema as the whole other side, in the direction in which changes in
 * it matter.
 */
export function compareSharedAlternative(
  context: SchemaDiffContext,
  {alternatives}: SchemaChoice,
  isRemoved: boolean
): void {
  const plain = isRemoved ? context.newer : context.older
  const same = alternatives.find(node => isComponentOf(plain, node))
  if (!same) return
  const [older, newer] = isRemoved ? [same, plain.node] : [plain.node, same]
  context.descend({
    older: [older],
    newer: [newer],
    step: '',
    only: isRemoved ? 'request' : 'response',
    lift: value => value
  })
}

/**
 * Reports properties that are added or removed with their choice, unless one of its alternatives matches the other
 * side.
 */
export function reportOneSidedProperties(
  context: SchemaDiffContext,
  {alternatives}: SchemaChoice,
  isRemoved: boolean
): void {
  const [here, there] = isRemoved ? [context.older, context.newer] : [context.newer, context.older]
  if (!acceptedTypesOf(there).has('object')) return
  if (alternatives.every(node => isTypeAgainstAnyType(flatten(node), there))) return
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
    reportOneSidedFields(context, createOneSidedFieldFinder(context, [there.node], isRemoved)(alternatives), isRemoved)
    return
  }
  const reported = new Set(propertiesOf(here).keys())
  for (const [name, nodes] of all.flatMap(properties => [...properties])) {
    if (!others.has(name) && !reported.has(name))
      (isRemoved ? reportRemovedProperty : reportAddedProperty)(context, name, nodes)
    reported.add(name)
  }
}

/** The properties that the alternatives of a choice name. */
const namedPropertiesOf = ({alternatives}: SchemaChoice): Set<string> =>
  new Set(alternatives.flatMap(node => [...propertiesOf(flatten(node)).keys()]))

type Fields = Map<string, readonly Node[]>

/** The depth of nested alternatives beyond which no fields are looked for. */
const MAX_DEPTH = 5

/** The fields that a schema and all its alternatives name. */
function collectFields(flat: FlatSchema, depth = 0, found: Fields = new Map()): Fields {
  for (const [name, nodes] of propertiesOf(flat)) if (!found.has(name)) found.set(name, nodes)
  if (depth === MAX_DEPTH) return found
  for (const {alternatives} of flat.choices)
    for (const node of alternatives) collectFields(flatten(node), depth + 1, found)
  return found
}

/**
 * Returns a function that finds the fields of one-sided alternatives that the other side doesn't name. It finds none if
 * an alternative of the other side accepts any object.
 */
export function createOneSidedFieldFinder(
  {older, newer}: SchemaDiffContext,
  forms: readonly Node[],
  isRemoved: boolean
): (alone: readonly Node[]) => Fields {
  const [here, there] = isRemoved ? [older, newer] : [newer, older]
  let named: ReadonlySet<string> | undefined
  return alone => {
    const others: Fields = new Map()
    for (const node of alone) collectFields(flatten(node), 0, others)
    if (others.size === 0 || forms.some(acceptsAnyObject)) return new Map()
    // The fields next to the alternatives are compared separately.
    named ??= new Set([...propertiesOf(here).keys(), ...collectFields(there).keys()])
    for (const name of named) others.delete(name)
    return others
  }
}

/**
 * Reports fields of one-sided alternatives for requests only: other alternatives accept a field without using it, and
 * responses could always be of these alternatives.
 */
export function reportOneSidedFields(context: SchemaDiffContext, fields: Fields, isRemoved: boolean): void {
  const report = isRemoved ? reportRemovedProperty : reportAddedProperty
  for (const [name, nodes] of fields) report(context, name, nodes, 'request')
}
