import type {Proof} from '@tenure/core/model/api/change'
import {groupBy} from '@tenure/core/model/group-by'
import type {Direction} from '@tenure/core/model/subject/subject'
import {childNode, embed, type Node} from '@tenure/json-schema/document/node'
import {explainIgnoredKeyword} from '@tenure/json-schema/invalid-keywords'
import {isRecord, type Json} from '@tenure/json-schema/json'
import {hasAccessMarker} from '@tenure/json-schema/read-write-only'
import {matchesPattern} from '@tenure/json-schema/regex/pattern'
import type {OpenapiKind} from '../../kinds/kinds.ts'
import {type FlatSchema, flatten, keywordValues, mergeSchemas, propertiesOf, requiredOf} from '../flatten/flatten.ts'
import {ignoredDirectionOf} from '../flatten/ref-siblings.ts'
import {announcedEndOf} from '../lifecycle-marks.ts'
import {findMovedProperties} from '../moved-properties.ts'
import {createSchemaAt, keepsProof} from '../proof/proofs.ts'
import {
  containmentSidesOf,
  createDemandProof,
  locateKeyword,
  type SchemaDiffContext,
  type SchemaLocation
} from '../schema-diff-context.ts'
import {acceptsOthersExplicitly, additionalPropertiesOf, demandAdditionalProperties} from './additional-properties.ts'
import {dropUnusedDefaults} from './defaults.ts'
import {compareKeywords} from './other-keywords.ts'
import {demandUnevaluated} from './unevaluated.ts'

export type SchemaProperties = ReadonlyMap<string, readonly Node[]>

/** The direction that a property is restricted to, by `readOnly` and `writeOnly`; `undefined` if it's sent in both. */
export function propertyDirectionOf(nodes: readonly Node[]): Direction | undefined {
  if (nodes.some(node => hasAccessMarker(node, 'readOnly'))) return 'response'
  return nodes.some(node => hasAccessMarker(node, 'writeOnly')) ? 'request' : undefined
}

export const onlyInDirection = (way: Direction | undefined): {only?: Direction} => (way ? {only: way} : {})

const propertyLocation = ([node]: readonly Node[], flat: FlatSchema): SchemaLocation =>
  node ? {node, steps: []} : locateKeyword(flat)

const locateOnBoth = ({older, newer}: SchemaDiffContext, olds: readonly Node[], news: readonly Node[]) => ({
  old: propertyLocation(olds, older),
  new: propertyLocation(news, newer)
})

/**
 * Values that lack a property. The smallest value that a schema accepts lacks every optional property, so one value
 * serves for all of them.
 */
const samplesWithoutProperty =
  (context: SchemaDiffContext, name: string) =>
  (sub: FlatSchema, _: FlatSchema, side: Direction): (Json | undefined)[] => {
    const least = context.sampler.sample(sub.node, side)
    const lacksIt = isRecord(least) && !Object.hasOwn(least, name)
    return [lacksIt ? least : context.sampler.sampleObject(sub, side, {without: [name]})]
  }

/** Proves that values without a property are accepted. `isAsked`: whether a side asks for it. */
export const createMissingProof = (
  context: SchemaDiffContext,
  name: string,
  isAsked: (sup: FlatSchema, sub: FlatSchema) => boolean = () => true
): ((side: Direction) => Proof) =>
  createDemandProof(context, [], {
    demands: (sup, sub) => (isAsked(sup, sub) ? [createSchemaAt(sup.node, {required: [name]})] : []),
    candidates: samplesWithoutProperty(context, name)
  })

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
  const missing = createMissingProof(context, name)
  // A property that could be in a map before now has a schema of its own, which is more than a new property.
  const isNarrowed =
    !isRequired && acceptsByMap(older, name) && proveMapProperty(context, name, nodes, 'request').is !== 'keeps'
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
  const missing = createMissingProof(context, name)
  context.report({
    kind: 'field-removed',
    about: name,
    old: propertyLocation(nodes, older),
    new: locateKeyword(newer, 'properties'),
    ...onlyInDirection(way),
    ...announcedEndOf(context.lifeAt(membersOf(nodes))),
    prove: side => {
      if (side === 'request') {
        const proof = proveExtraProperty(context, name, nodes, side)
        return proof.is === 'keeps' && describesByMap(newer, name) ? LEFT_TO_MAP : proof
      }
      if (wasRequired && !requiredOf(newer).has(name)) return missing(side)
      return proveMapProperty(context, name, nodes, side)
    }
  })
}

/** The schemas that describe a property, where its marks can be. */
const membersOf = (nodes: readonly Node[]): readonly Node[] => nodes.flatMap(node => [node, ...flatten(node).members])

/** The proof for a property of a request that isn't named any more, but still accepted as one of any name. */
const LEFT_TO_MAP: Proof = {
  is: 'undetermined',
  why: "the object accepts fields of any name, but it isn't known whether this one still has an effect"
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
  if (!acceptsByMap(sub, name) && !requiredOf(sub).has(name)) return keepsProof()
  const was = rest && childNode(rest.node, 'additionalProperties')
  const proof = context.proofs.prove(side, {
    sub: sub.node,
    demands: [createSchemaAt(sup.node, {properties: {[name]: embed(mergeSchemas(nodes), sup.node.resource)}})],
    candidates: () =>
      [was && context.sampler.sample(was, side), 'x', 1, {}].map(value =>
        value === undefined ? undefined : context.sampler.sampleObject(sub, side, {set: {[name]: value}})
      )
  })
  // If only an alternative describes the property, another one may accept the value.
  return proof.is === 'breaks' && context.proofs.accepts(sup.node, proof.witness as Json, side) ? keepsProof() : proof
}

/** Compares a field that only one side forbids, by the schema `false`, where the other accepts it in a map. */
export function compareForbiddenProperties(context: SchemaDiffContext): void {
  const [was, is] = [propertiesOf(context.older), propertiesOf(context.newer)]
  const isForbidden = (nodes: readonly Node[] | undefined): boolean => nodes?.some(({raw}) => raw === false) === true
  for (const name of new Set([...was.keys(), ...is.keys()])) {
    const isRemoved = !was.has(name) && isForbidden(is.get(name))
    if (!isRemoved && (is.has(name) || !isForbidden(was.get(name)))) continue
    if (!acceptsByMap(isRemoved ? context.older : context.newer, name)) continue
    const places = locateOnBoth(context, was.get(name) ?? [], is.get(name) ?? [])
    const prove = createDemandProof(context, [], {demands: sup => demandAbsence(sup, name)})
    if (!isRemoved) context.report({kind: 'field-added', about: name, ...places, prove})
    else {
      context.report({kind: 'field-removed', about: name, ...places, only: 'request', prove})
      context.report({kind: 'constraint-tightened', about: 'properties', ...places, only: 'response', prove})
    }
  }
}

/** Whether an object explicitly accepts a property that it doesn't name: any other one, or one with such a name. */
const acceptsByMap = (flat: FlatSchema, name: string): boolean =>
  acceptsOthersExplicitly(flat) || describesByMap(flat, name)

/** Whether an object has a schema for a property that it doesn't name, such as `additionalProperties`. */
const describesByMap = (flat: FlatSchema, name: string): boolean =>
  additionalPropertiesOf(flat).is === 'schema' ||
  keywordValues(flat, 'unevaluatedProperties').some(({value}) => value !== false) ||
  [...patternsOf(flat)].some(([pattern, {raw}]) => raw !== false && matchesPattern(pattern, name) !== false)

export function compareProperty(
  context: SchemaDiffContext,
  name: string,
  olds: readonly Node[],
  news: readonly Node[]
): void {
  const [was, is] = [propertyDirectionOf(olds), propertyDirectionOf(news)]
  // A mark that had no effect before, or has none now, is reported where it's written.
  const isIgnoredMark = was !== is && (was ?? ignoredDirectionOf(olds)) === (is ?? ignoredDirectionOf(news))
  if (was !== is && !isIgnoredMark) {
    const required = createMissingProof(context, name)
    context.report({
      kind: 'field-access-changed',
      about: name,
      ...locateOnBoth(context, olds, news),
      was: accessOf(was),
      is: accessOf(is),
      ...announcedEndOf(context.lifeAt(membersOf(olds))),
      prove: side => {
        const {sub, sup} = containmentSidesOf(
          {older: {way: was, flat: context.older}, newer: {way: is, flat: context.newer}},
          side
        )
        const goes = (way: Direction | undefined): boolean => way === undefined || way === side
        if (goes(sub.way) === goes(sup.way)) return keepsProof()
        if (!goes(sub.way)) return requiredOf(sup.flat).has(name) ? required(side) : keepsProof()
        return proveExtraProperty(context, name, side === 'request' ? olds : news, side)
      }
    })
  }
  const way = isIgnoredMark || (was && is && was !== is) ? undefined : (was ?? is)
  // A required property has no use for a default.
  const isNeeded = {older: requiredOf(context.older).has(name), newer: requiredOf(context.newer).has(name)}
  context.descend({
    ...dropUnusedDefaults({older: olds, newer: news}, isNeeded),
    step: `.${name}`,
    ...onlyInDirection(way),
    lift: (value, side) =>
      context.sampler.sampleObject(side === 'request' ? context.older : context.newer, side, {set: {[name]: value}})
  })
}

const accessOf = (way: Direction | undefined): string =>
  way === undefined ? 'both ways' : way === 'request' ? 'writeOnly' : 'readOnly'

export function compareRequired(
  context: SchemaDiffContext,
  was: SchemaProperties,
  is: SchemaProperties,
  clean: ReadonlySet<string>
): void {
  const [before, after] = [requiredOf(context.older), requiredOf(context.newer)]
  const moved = findMovedProperties(context)
  for (const name of new Set([...before.keys(), ...after.keys()])) {
    if (moved.has(name)) continue
    if (before.has(name) === after.has(name)) {
      if (was.has(name) !== is.has(name)) compareRequiredUnnamed(context, name, was.get(name) ?? is.get(name) ?? [])
      continue
    }
    const isRequired = after.has(name)
    // The requirement of an added or removed property is reported with the property.
    if (isRequired ? !was.has(name) && is.has(name) : was.has(name) && !is.has(name)) continue
    const [olds = [], news = []] = clean.has(name)
      ? [propertiesOf(context.older).get(name), propertiesOf(context.newer).get(name)]
      : [was.get(name), is.get(name)]
    const [asking, nodes, side] = isRequired ? ([after, news, 'new'] as const) : ([before, olds, 'old'] as const)
    const member = asking.get(name)
    context.report({
      kind: isRequired ? 'field-required' : 'field-optional',
      about: name,
      ...locateOnBoth(context, olds, news),
      ...(nodes.length === 0 && member ? {[side]: {node: member, steps: ['required']}} : {}),
      ...onlyInDirection(propertyDirectionOf(nodes)),
      prove: createMissingProof(context, name, sup => requiredOf(sup).has(name))
    })
  }
}

/**
 * Compares a property that is required on both sides, but that only one of them describes. A mark such as `readOnly`
 * there says that it isn't required in the other direction.
 */
function compareRequiredUnnamed(context: SchemaDiffContext, name: string, nodes: readonly Node[]): void {
  const way = propertyDirectionOf(nodes)
  if (way === undefined) return
  const isRequired = propertiesOf(context.older).has(name)
  context.report({
    kind: isRequired ? 'field-required' : 'field-optional',
    about: name,
    old: isRequired ? propertyLocation(nodes, context.older) : locateKeyword(context.older, 'required'),
    new: isRequired ? locateKeyword(context.newer, 'required') : propertyLocation(nodes, context.newer),
    only: way === 'request' ? 'response' : 'request',
    prove: createMissingProof(context, name, (_, sub) => propertiesOf(sub).has(name))
  })
}

/** Compares properties by the patterns of their names. */
export function comparePatternProperties(context: SchemaDiffContext): void {
  const [was, is] = [patternsOf(context.older), patternsOf(context.newer)]
  if (was.size === is.size && [...was.keys()].every(pattern => is.has(pattern))) {
    for (const [pattern, node] of was)
      context.descend({older: [node], newer: [is.get(pattern) as Node], step: `{${pattern}}`, lift: () => undefined})
    return
  }
  const kind = kindOf(context)
  compareKeywords(context, ['patternProperties'], {demands: demandPatterns, ...(kind ? {kind} : {})})
}

const patternsOf = (flat: FlatSchema): Map<string, Node> => {
  const all = keywordValues(flat, 'patternProperties').flatMap(({node, value}) =>
    Object.keys(isRecord(value) ? value : {}).map(name => ({name, node: childNode(node, 'patternProperties', name)}))
  )
  const byPattern = groupBy(all, ({name}) => name)
  return new Map([...byPattern].map(([name, schemas]) => [name, mergeSchemas(schemas.map(({node}) => node))]))
}

/** The demands of patterns and of `additionalProperties`, which applies to names that no longer match a pattern. */
const demandPatterns = (sup: FlatSchema, sub: FlatSchema): Node[] => [
  ...keywordValues(sup, 'patternProperties').map(({node, value}) => createSchemaAt(node, {patternProperties: value})),
  ...demandAdditionalProperties(sup, sub)
]

/**
 * The kind of change if the patterns are all new or all removed: in a closed object they allow names, in an open one they
 * constrain values. `undefined` for other changes.
 */
function kindOf({older, newer}: SchemaDiffContext): OpenapiKind | undefined {
  const [areNew, areRemoved] = [patternsOf(older).size === 0, patternsOf(newer).size === 0]
  const rest = additionalPropertiesOf(areNew ? older : newer).is
  if ((!areNew && !areRemoved) || rest === 'open') return undefined
  if (rest === 'schema') return 'constraint-changed'
  return areNew ? 'constraint-loosened' : 'constraint-tightened'
}
