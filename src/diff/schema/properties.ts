import type {Proof} from '../../model/api/change.ts'
import type {Direction} from '../../model/subject/subject.ts'
import {childNode, type Node} from '../../schema/document/node.ts'
import {dereference} from '../../schema/document/references.ts'
import {explainIgnoredKeyword} from '../../schema/ignored-keywords.ts'
import {isRecord, type Json} from '../../schema/json.ts'
import {hasAccessMarker} from '../../schema/read-write-only.ts'
import {type FlatSchema, keywordValues, propertiesOf, requiredOf} from '../flatten/flatten.ts'
import {mergeSchemas} from '../flatten/merge-schemas.ts'
import {ignoredDirectionOf} from '../flatten/ref-siblings.ts'
import {announcedEndOf} from '../lifecycle-marks.ts'
import {createSchemaAt, keepsProof} from '../proof/proofs.ts'
import {
  containmentSidesOf,
  createDemandProof,
  locateKeyword,
  type SchemaDiffContext,
  type SchemaLocation
} from '../schema-diff-context.ts'
import {acceptsOthersExplicitly, additionalPropertiesOf, demandAdditionalProperties} from './additional-properties.ts'
import {demandUnevaluated} from './unevaluated.ts'

export type SchemaProperties = ReadonlyMap<string, readonly Node[]>

/** The direction that a property is restricted to, by `readOnly` and `writeOnly`; `undefined` if it's sent in both. */
export function propertyDirectionOf(nodes: readonly Node[]): Direction | undefined {
  if (nodes.some(node => hasAccessMarker(node, 'readOnly'))) return 'response'
  return nodes.some(node => hasAccessMarker(node, 'writeOnly')) ? 'request' : undefined
}

export const onlyInDirection = (way: Direction | undefined): {only?: Direction} => (way ? {only: way} : {})

export const propertyLocation = (nodes: readonly Node[], flat: FlatSchema): SchemaLocation => {
  const [node] = nodes
  return node ? {node, steps: []} : locateKeyword(flat)
}

/**
 * Values that lack a property. The smallest value that a schema accepts lacks every optional property, so one value
 * serves for all of them.
 */
export const samplesWithoutProperty =
  (context: SchemaDiffContext, name: string) =>
  (sub: FlatSchema, _: FlatSchema, side: Direction): (Json | undefined)[] => {
    const least = context.sampler.sample(sub.node, side)
    const lacksIt = isRecord(least) && !Object.hasOwn(least, name)
    return [lacksIt ? least : context.sampler.sampleObject(sub, side, {without: [name]})]
  }

export const demandProperty = (name: string) => (sup: FlatSchema) => [createSchemaAt(sup.node, {required: [name]})]

/** Reports an added property. `on`: the direction in which it's added, if it's added in one only. */
export function reportAddedProperty(
  context: SchemaDiffContext,
  name: string,
  nodes: readonly Node[],
  on?: Direction
): void {
  const {older, newer} = context
  const way = propertyDirectionOf(nodes) ?? on
  if (on && way !== on) return
  const isRequired = requiredOf(newer).has(name)
  const missing = createDemandProof(context, [], {
    demands: demandProperty(name),
    candidates: samplesWithoutProperty(context, name)
  })
  // A property that could be in a map before now has a schema of its own, which is more than a new property.
  const isNarrowed =
    !isRequired && acceptsOthersExplicitly(older) && proveMapProperty(context, name, nodes, 'request').is !== 'keeps'
  // If a property of any name could hold anything, another documented property in a response is only an addition.
  const isOpen = isNarrowed && additionalPropertiesOf(older).is === 'open'
  if (isOpen && way !== 'request') {
    const places = {old: locateKeyword(older, 'properties'), new: propertyLocation(nodes, newer)}
    context.report({kind: 'field-added', about: name, ...places, only: 'response', prove: keepsProof})
    if (way === 'response') return
  }
  context.report({
    kind: isRequired ? 'required-field-added' : isNarrowed ? 'constraint-changed' : 'field-added',
    about: name,
    old: locateKeyword(older, 'properties'),
    new: propertyLocation(nodes, newer),
    ...onlyInDirection(isOpen ? 'request' : way),
    prove: side => {
      if (side === 'response') return proveExtraProperty(context, name, nodes, side)
      if (!isRequired || requiredOf(older).has(name)) return proveMapProperty(context, name, nodes, 'request')
      // Clients that respect the mark don't send the property, and aren't asked for it.
      return ignoredDirectionOf(nodes) === 'response'
        ? {is: 'undetermined', why: explainIgnoredKeyword('readOnly')}
        : missing(side)
    }
  })
}

export function reportRemovedProperty(
  context: SchemaDiffContext,
  name: string,
  nodes: readonly Node[],
  on?: Direction
): void {
  const {older, newer} = context
  const way = propertyDirectionOf(nodes) ?? on
  if (on && way !== on) return
  const wasRequired = requiredOf(older).has(name)
  const missing = createDemandProof(context, [], {
    demands: demandProperty(name),
    candidates: samplesWithoutProperty(context, name)
  })
  context.report({
    kind: 'field-removed',
    about: name,
    old: propertyLocation(nodes, older),
    new: locateKeyword(newer, 'properties'),
    ...onlyInDirection(way),
    ...announcedEndOf(context.lifeAt(nodes.flatMap(node => [node, dereference(node)]))),
    prove: side => {
      if (side === 'request') return proveExtraProperty(context, name, nodes, side)
      if (wasRequired && !requiredOf(newer).has(name)) return missing(side)
      return proveMapProperty(context, name, nodes, side)
    }
  })
}

/** Proves whether the other side accepts a property that only one side documents. */
export function proveExtraProperty(
  context: SchemaDiffContext,
  name: string,
  nodes: readonly Node[],
  side: Direction
): Proof {
  const {sub, sup} = containmentSidesOf(context, side)
  const demands = [
    ...demandAdditionalProperties(sup, sub, name),
    ...demandUnevaluated(sup, name),
    ...demandAbsence(sup, name)
  ]
  if (demands.length === 0) return keepsProof()
  const value = context.sampler.sample(mergeSchemas(nodes), side)
  return context.proofs.prove(side, {
    sub: sub.node,
    demands,
    candidates: () => [
      value === undefined ? undefined : context.sampler.sampleObject(sub, side, {set: {[name]: value}})
    ]
  })
}

/** The demand that a property with the schema `false` is absent. */
const demandAbsence = (sup: FlatSchema, name: string): Node[] =>
  (propertiesOf(sup).get(name) ?? []).some(({raw}) => raw === false)
    ? [createSchemaAt(sup.node, {properties: {[name]: false}})]
    : []

/** Proves a property that belongs to a map on one side, and has a schema of its own on the other. */
function proveMapProperty(context: SchemaDiffContext, name: string, nodes: readonly Node[], side: Direction): Proof {
  const {sub, sup} = containmentSidesOf(context, side)
  const [rest] = keywordValues(sub, 'additionalProperties')
  // A required property that isn't described could be anything.
  if (!acceptsOthersExplicitly(sub) && !requiredOf(sub).has(name)) return keepsProof()
  const was = rest && childNode(rest.node, 'additionalProperties')
  return context.proofs.prove(side, {
    sub: sub.node,
    demands: [createSchemaAt(sup.node, {properties: {[name]: mergeSchemas(nodes).raw}})],
    candidates: () =>
      [was && context.sampler.sample(was, side), 'x', 1, {}].map(value =>
        value === undefined ? undefined : context.sampler.sampleObject(sub, side, {set: {[name]: value}})
      )
  })
}
