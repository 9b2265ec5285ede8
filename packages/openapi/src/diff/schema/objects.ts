import {MAP_FIELDS} from '@tenure/core/model/api/change'
import {childNode} from '@tenure/json-schema/document/node'
import {isRecord, own} from '@tenure/json-schema/json'
import {distance} from 'fastest-levenshtein'
import {equalsIgnoringDocumentation} from '../documentation.ts'
import {tightestLimitOf} from '../flatten/bounds.ts'
import {
  type FlatSchema,
  flatten,
  keywordValues,
  propertiesExcept,
  propertiesOf,
  requiredOf
} from '../flatten/flatten.ts'
import {announcedEndOf} from '../lifecycle-marks.ts'
import {findMovedProperties} from '../moved-properties.ts'
import {keepsProof} from '../proof/proofs.ts'
import {createDemandProof, locateKeywordOnBoth, type SchemaDiffContext} from '../schema-diff-context.ts'
import {acceptsOthersExplicitly, additionalPropertiesOf, compareAdditionalProperties} from './additional-properties.ts'
import {
  compareForbiddenProperties,
  comparePatternProperties,
  compareProperty,
  compareRequired,
  createMissingProof,
  onlyInDirection,
  propertyDirectionOf,
  proveExtraProperty,
  reportAddedProperty,
  reportRemovedProperty,
  type SchemaProperties
} from './properties.ts'
import {compareLimit} from './scalars.ts'
import {isTypeAgainstAnyType} from './types.ts'
import {compareUnevaluated} from './unevaluated.ts'

/** Compares the properties of an object, which of them are required, and which others are accepted. */
export function compareObjects(context: SchemaDiffContext): void {
  const {older, newer} = context
  // If one side accepts anything, no property is removed or added.
  if (isTypeAgainstAnyType(older, newer) || isTypeAgainstAnyType(newer, older)) return
  const clean = unchangedNames(context)
  const [was, is] = [possiblePropertiesOf(older, clean), possiblePropertiesOf(newer, clean)]
  const added = [...is.keys()].filter(name => !was.has(name))
  const removed = [...was.keys()].filter(name => !is.has(name))
  const renamed = findRenamedProperty(context, {was, is, added, removed})
  // Properties that moved into alternatives, or out of them, are compared with the alternatives.
  const moved = findMovedProperties(context)
  for (const name of added)
    if (name !== renamed?.to && !moved.has(name)) reportAddedProperty(context, name, is.get(name) ?? [])
  for (const name of removed)
    if (name !== renamed?.from && !moved.has(name)) reportRemovedProperty(context, name, was.get(name) ?? [])
  for (const [name, nodes] of was) {
    const others = is.get(name)
    if (others) compareProperty(context, name, nodes, others)
  }
  compareForbiddenProperties(context)
  compareRequired(context, was, is, clean)
  const isLost = losesMap(context)
  if (isLost) reportLostMap(context)
  const others: SchemaDiffContext = isLost
    ? {...context, report: fact => context.report({...fact, only: 'request'})}
    : context
  compareAdditionalProperties(others)
  if (![older, newer].every(hasEnough))
    compareLimit(context, 'minProperties', 1, createDemandProof(context, ['minProperties']))
  compareLimit(context, 'maxProperties', -1, createDemandProof(context, ['maxProperties']))
  comparePatternProperties(others)
  compareUnevaluated(others, 'unevaluatedProperties')
}

/** Whether the required properties that are sent in both directions are enough for `minProperties`. */
function hasEnough(flat: FlatSchema): boolean {
  const least = tightestLimitOf(flat, 'minProperties', 1)
  if (least === undefined || least <= 0) return true
  const properties = propertiesOf(flat)
  const goesBothWays = (name: string): boolean =>
    (properties.get(name) ?? []).every(node =>
      ['readOnly', 'writeOnly'].every(keyword => keywordValues(flatten(node), keyword).length === 0)
    )
  return [...requiredOf(flat).keys()].filter(goesBothWays).length >= least
}

/** Compares the properties of objects with identical text, which can differ only in what they refer to. */
export function compareObjectChildren(context: SchemaDiffContext): void {
  const clean = unchangedNames(context)
  const [was, is] = [propertiesExcept(context.older, clean), propertiesExcept(context.newer, clean)]
  for (const [name, nodes] of was) compareProperty(context, name, nodes, is.get(name) ?? [])
  compareAdditionalProperties(context)
  comparePatternProperties(context)
  compareUnevaluated(context, 'unevaluatedProperties')
}

/** The properties that are the same on both sides. Most are, so they don't have to be compared one by one. */
function unchangedNames({older, newer, changedReferences}: SchemaDiffContext): ReadonlySet<string> {
  const clean = new Set<string>()
  const [[a], [b]] = [older.members, newer.members]
  if (!a || !b || older.members.length > 1 || newer.members.length > 1) return clean
  const [was, is] = [a, b].map(({raw}) => (isRecord(raw) ? own(raw, 'properties') : undefined))
  if (!isRecord(was) || !isRecord(is)) return clean
  for (const name in was) {
    if (!Object.hasOwn(is, name) || !equalsIgnoringDocumentation(was[name], is[name])) continue
    if (changedReferences.isUnchangedInside(was[name], a, b)) clean.add(name)
  }
  return clean
}

/** The properties that can be present, which those with the schema `false` can't. */
const possiblePropertiesOf = (flat: FlatSchema, without: ReadonlySet<string>): SchemaProperties =>
  new Map([...propertiesExcept(flat, without)].filter(([, nodes]) => nodes.every(({raw}) => raw !== false)))

/**
 * Guesses that a property was renamed, if only one was removed and only one added, with the same schema and a similar
 * name; `undefined` otherwise.
 */
function findRenamedProperty(
  context: SchemaDiffContext,
  found: {was: SchemaProperties; is: SchemaProperties; added: readonly string[]; removed: readonly string[]}
): {from: string; to: string} | undefined {
  const {was, is, added, removed} = found
  const [[from, ...others], [to, ...more]] = [removed, added]
  if (from === undefined || to === undefined || others.length > 0 || more.length > 0) return undefined
  const [olds, news] = [was.get(from) ?? [], is.get(to) ?? []]
  const [old, fresh] = [olds[0], news[0]]
  if (!old || !fresh || !isSimilarName(from, to)) return undefined
  if (olds.length !== 1 || news.length !== 1 || !context.changedReferences.isUnchanged(old, fresh)) return undefined
  if (requiredOf(context.older).has(from) !== requiredOf(context.newer).has(to)) return undefined
  const isRequired = requiredOf(context.newer).has(to)
  const [lost, wanted] = [from, to].map(name => createMissingProof(context, name))
  context.report({
    kind: 'renamed',
    about: to,
    old: {node: old, steps: []},
    new: {node: fresh, steps: []},
    was: from,
    is: to,
    ...onlyInDirection(propertyDirectionOf(olds)),
    prove: side => {
      if (isRequired) return (side === 'request' ? wanted : lost)?.(side) ?? keepsProof()
      return side === 'request' ? proveExtraProperty(context, from, olds, side) : keepsProof()
    }
  })
  return {from, to}
}

function isSimilarName(a: string, b: string): boolean {
  const [left, right] = [a, b].map(name => name.toLowerCase().replaceAll(/[_-]/g, ''))
  if (left === undefined || right === undefined) return false
  return left === right || distance(left, right) <= Math.min(left.length, right.length) / 3
}

const KEYWORDS = ['additionalProperties', 'patternProperties', 'unevaluatedProperties'] as const

/** The keyword that gives a schema to fields of any name; `undefined` if there is none. */
function mapKeyword(flat: FlatSchema): (typeof KEYWORDS)[number] | undefined {
  if (additionalPropertiesOf(flat).is === 'schema') return 'additionalProperties'
  const patterns = keywordValues(flat, 'patternProperties').flatMap(({value}) =>
    isRecord(value) ? Object.values(value) : []
  )
  if (patterns.some(value => value !== false)) return 'patternProperties'
  const isHeld = keywordValues(flat, 'unevaluatedProperties').some(
    ({value}) => isRecord(value) && Object.keys(value).length > 0
  )
  return isHeld && additionalPropertiesOf(flat).is !== 'closed' ? 'unevaluatedProperties' : undefined
}

/** Whether a schema, or one of its alternatives, documents fields that it doesn't name. */
function documentsOthers(flat: FlatSchema, seen: readonly FlatSchema[] = []): boolean {
  // A schema that is an alternative of itself adds nothing.
  if (seen.includes(flat)) return false
  return (
    mapKeyword(flat) !== undefined ||
    acceptsOthersExplicitly(flat) ||
    keywordValues(flat, 'unevaluatedProperties').some(({value}) => value !== false) ||
    flat.choices.some(({alternatives}) => alternatives.some(each => documentsOthers(flatten(each), [...seen, flat])))
  )
}

/**
 * Whether a response no longer documents the fields of a map, so that clients find none, or find values of any type.
 * Then other changes of the accepted properties concern requests only.
 */
const losesMap = ({older, newer}: SchemaDiffContext): boolean =>
  mapKeyword(older) !== undefined && !documentsOthers(newer)

function reportLostMap(context: SchemaDiffContext): void {
  const keyword = mapKeyword(context.older)
  if (keyword === undefined) return
  const members = keywordValues(context.older, keyword).flatMap(({node}) => {
    const values = childNode(node, keyword)
    return values ? flatten(values).members : []
  })
  context.report({
    kind: 'field-removed',
    about: MAP_FIELDS,
    ...locateKeywordOnBoth(context, keyword),
    ...announcedEndOf(context.lifeAt(members)),
    only: 'response'
  })
}
