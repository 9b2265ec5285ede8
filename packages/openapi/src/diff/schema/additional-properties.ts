import {childNode, type Node} from '@tenure/json-schema/document/node'
import {isRecord} from '@tenure/json-schema/json'
import {keywordNames} from '@tenure/json-schema/subschemas'
import {
  acceptsAnything,
  type FlatSchema,
  flatten,
  keywordValues,
  mergeSchemas,
  propertiesOf
} from '../flatten/flatten.ts'
import {documentsOnly} from '../proof/disjoint.ts'
import {createSchemaAt} from '../proof/proofs.ts'
import {createDemandProof, locateKeywordOnBoth, type SchemaDiffContext} from '../schema-diff-context.ts'

/** Whether an object explicitly accepts other properties, all of them or some. */
export const acceptsOthersExplicitly = (flat: FlatSchema): boolean => {
  const all = keywordValues(flat, 'additionalProperties')
  return all.length > 0 && all.every(({value}) => !isFalseSchema(value))
}

/** Whether a schema accepts nothing: `false`, or `not` with a schema that accepts everything. */
function isFalseSchema(value: unknown): boolean {
  if (!isRecord(value)) return value === false
  const {not, ...rest} = value
  return Object.keys(rest).length === 0 && (not === true || (isRecord(not) && Object.keys(not).length === 0))
}

/**
 * The demands that a schema makes of properties which it doesn't name. Properties that the other side names are left
 * out, because they're compared separately.
 */
export function demandAdditionalProperties(
  sup: FlatSchema,
  sub: FlatSchema,
  but?: string,
  documented: Iterable<string> = propertiesOf(sub).keys()
): Node[] {
  const named = propertiesOf(sup)
  const removed = [...documented].filter(name => !named.has(name))
  return keywordValues(sup, 'additionalProperties').flatMap(({node, value}) => {
    if (value === true) return []
    // `additionalProperties` considers only the `properties` of its own schema, so it refuses those that another part
    // of `allOf` names.
    const {properties = {}, patternProperties = {}} = node.raw as Readonly<Record<string, object>>
    const names = [...new Set([...Object.keys(properties), ...removed])].filter(name => name !== but)
    const patterns = Object.keys(patternProperties)
    return createSchemaAt(node, {
      properties: Object.fromEntries(names.map(name => [name, {}])),
      ...(patterns.length > 0 ? {patternProperties: Object.fromEntries(patterns.map(each => [each, {}]))} : {}),
      additionalProperties: value
    })
  })
}

/** What a schema says about properties that it doesn't name. */
export function additionalPropertiesOf(flat: FlatSchema): {is: 'open' | 'closed' | 'schema'; node?: Node} {
  const all = keywordValues(flat, 'additionalProperties')
  const closing = all.find(({value}) => isFalseSchema(value))
  if (closing) return {is: 'closed', node: closing.node}
  // A schema without constraints accepts anything.
  const schemas = all
    .filter(({value}) => isRecord(value) && Object.keys(value).length > 0)
    .map(({node}) => childNode(node, 'additionalProperties'))
    .filter(rest => !acceptsAnything(flatten(rest)))
  return schemas.length > 0 ? {is: 'schema', node: mergeSchemas(schemas)} : {is: 'open'}
}

/**
 * Whether `unevaluatedProperties: false` means the same as `additionalProperties: false`, because nothing else
 * evaluates properties.
 */
const isClosedByUnevaluated = (flat: FlatSchema): boolean =>
  flat.members.length === 1 &&
  flat.choices.length === 0 &&
  ['additionalProperties', 'if', 'dependentSchemas'].every(keyword => keywordValues(flat, keyword).length === 0) &&
  keywordValues(flat, 'unevaluatedProperties').some(({value}) => isFalseSchema(value))

/** The properties that a closed part of `allOf` refuses, because another part names them. */
function namesRefusedBy(flat: FlatSchema): readonly string[] {
  if (flat.members.length === 1) return []
  const closing = keywordValues(flat, 'additionalProperties').flatMap(({node: {raw}, value}) =>
    isFalseSchema(value) && isRecord(raw) && !isRecord(raw.patternProperties) ? [raw.properties] : []
  )
  return [...propertiesOf(flat).keys()].filter(name =>
    closing.some(properties => !isRecord(properties) || !Object.hasOwn(properties, name))
  )
}

/**
 * The kind of change if both sides are closed, but one of them refuses a property that both name, because it's in
 * another part of `allOf`; `undefined` if there is none.
 */
function changeOfRefusedNames({
  older,
  newer
}: SchemaDiffContext): 'object-closed' | 'object-opened' | 'constraint-changed' | undefined {
  const [was, is] = [namesRefusedBy(older), namesRefusedBy(newer)]
  const isMore = is.some(name => !was.includes(name) && propertiesOf(older).has(name))
  const isLess = was.some(name => !is.includes(name) && propertiesOf(newer).has(name))
  if (isMore && isLess) return 'constraint-changed'
  return isMore ? 'object-closed' : isLess ? 'object-opened' : undefined
}

const OPENNESS = ['closed', 'schema', 'open']
const MAX_DEPTH = 5

/** The properties that a schema names, and those that its alternatives name. */
const namesIn = (flat: FlatSchema, depth = 0): string[] => [
  ...propertiesOf(flat).keys(),
  ...(depth > MAX_DEPTH ? [] : flat.choices)
    .flatMap(({alternatives}) => alternatives)
    .flatMap(each => namesIn(flatten(each), depth + 1))
]

/** Whether the whole of a schema accepts no other properties than the stricter side, whatever `additionalProperties` says. */
function isClosedElsewhere({proofs}: SchemaDiffContext, looser: FlatSchema, stricter: FlatSchema): boolean {
  const demands = demandAdditionalProperties(stricter, looser, undefined, namesIn(looser))
  return demands.every(demand => {
    const others = createSchemaAt(demand, {type: 'object', not: demand.raw})
    return proofs.proveDisjoint('request', others, looser.node, []).is === 'keeps'
  })
}

export function compareAdditionalProperties(context: SchemaDiffContext): void {
  const [was, is] = [additionalPropertiesOf(context.older), additionalPropertiesOf(context.newer)]
  if (was.is === 'schema' && is.is === 'schema' && was.node && is.node) {
    context.descend({
      older: [was.node],
      newer: [is.node],
      step: '{}',
      lift: (value, side) =>
        context.sampler.sampleObject(side === 'request' ? context.older : context.newer, side, {
          set: {[unusedName(context)]: value}
        })
    })
    return
  }
  const partChange = was.is === 'closed' && is.is === 'closed' ? changeOfRefusedNames(context) : undefined
  if (was.is === is.is && !partChange) return
  const isClosed = (flat: FlatSchema): boolean =>
    (additionalPropertiesOf(flat).is === 'closed' && flat.members.length === 1) || isClosedByUnevaluated(flat)
  if (!partChange && isClosed(context.older) && isClosed(context.newer)) return
  const isOpener = OPENNESS.indexOf(is.is) > OPENNESS.indexOf(was.is)
  const [looser, stricter] = isOpener ? [context.newer, context.older] : [context.older, context.newer]
  const isSame = !partChange && isClosedElsewhere(context, looser, stricter)
  context.report({
    kind:
      partChange ??
      (was.is === 'closed'
        ? 'object-opened'
        : is.is === 'closed'
          ? 'object-closed'
          : isOpener
            ? 'constraint-loosened'
            : 'constraint-tightened'),
    about: 'additionalProperties',
    ...locateKeywordOnBoth(context, 'additionalProperties'),
    was: keywordValues(context.older, 'additionalProperties')[0]?.value,
    is: keywordValues(context.newer, 'additionalProperties')[0]?.value,
    isSilent: isSame,
    prove: createDemandProof(context, [], {
      demands: (sup, sub) => demandAdditionalProperties(sup, sub, undefined, isSame ? namesIn(sub) : undefined),
      meets: (sub, sup) =>
        demandAdditionalProperties(sup, sub).every(({raw}) =>
          documentsOnly(sub, new Set(keywordNames(raw as object, 'properties')))
        ),
      candidates: (sub, _, side) => {
        // A schema that describes its properties and doesn't mention other ones documents no other properties.
        if (!acceptsOthersExplicitly(sub) && propertiesOf(sub).size > 0) return []
        const rest = additionalPropertiesOf(sub)
        const value = rest.is === 'schema' && rest.node ? context.sampler.sample(rest.node, side) : 'x'
        return [value, 1, null, {}].map(each =>
          each === undefined ? undefined : context.sampler.sampleObject(sub, side, {set: {[unusedName(context)]: each}})
        )
      }
    })
  })
}

/** A property name that neither side documents. */
function unusedName({older, newer}: SchemaDiffContext): string {
  const [was, is] = [propertiesOf(older), propertiesOf(newer)]
  for (let at = 0; ; at++) {
    const name = at === 0 ? 'other' : `other${at}`
    if (!was.has(name) && !is.has(name)) return name
  }
}
