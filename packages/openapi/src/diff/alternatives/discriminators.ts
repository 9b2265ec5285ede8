import type {Proof} from '@tenure/core/model/api/change'
import {memoize} from '@tenure/core/model/memoize'
import type {Direction} from '@tenure/core/model/subject/subject'
import type {Node} from '@tenure/json-schema/document/node'
import {
  type FlatSchema,
  flatten,
  type KeywordValue,
  keywordValues,
  mergeSchemas,
  propertiesOf,
  requiredOf,
  resolveSchema,
  valuesOf
} from '../flatten/flatten.ts'
import {subtypesOf} from '../flatten/subtypes.ts'
import {keepsProof} from '../proof/proofs.ts'
import {locateKeywordOnBoth, type SchemaDiffContext} from '../schema-diff-context.ts'
import {demandKnownDiscriminatorValue, discriminatorValuesOf} from './discriminated-alternatives.ts'
import {
  type DiscriminatorMapping,
  type MappedSchema,
  namedAlternativesOf,
  ownDiscriminatorValuesOf,
  readDiscriminator,
  SCHEMA_REFERENCE
} from './discriminator-mapping.ts'
import {matchAlternatives} from './match-alternatives.ts'

const DIRECTIONS: readonly Direction[] = ['request', 'response']

/** Compares discriminators: the property that distinguishes alternatives, and its values. */
export function compareDiscriminator(context: SchemaDiffContext): void {
  const [was, is] = [keywordValues(context.older, 'discriminator')[0], keywordValues(context.newer, 'discriminator')[0]]
  const [older, newer] = [readDiscriminator(was), readDiscriminator(is)]
  const isSameField = older?.property === newer?.property
  const sides = isSameField ? (older && newer ? changedDirections(context, older, newer) : []) : DIRECTIONS
  const [side, ...others] = sides
  if (!side) return
  context.report({
    ...(others.length === 0 ? {only: side} : {}),
    kind: 'discriminator-changed',
    about: isSameField ? 'mapping' : 'discriminator',
    ...locateKeywordOnBoth(context, 'discriminator'),
    was: isSameField ? valuesWithout(older, newer) : older?.property,
    is: isSameField ? valuesWithout(newer, older) : newer?.property,
    ...(isRedundant(context, was, is) ? {prove: keepsProof} : {})
  })
}

/** The values that one mapping has and the other one hasn't; `undefined` if there are none. */
function valuesWithout(
  one: DiscriminatorMapping | undefined,
  other: DiscriminatorMapping | undefined
): string[] | undefined {
  const own = [...(one?.schemas.keys() ?? [])].filter(value => other?.schemas.has(value) !== true)
  return own.length === 0 ? undefined : own
}

/**
 * Whether an added or removed discriminator only repeats the schemas, because each alternative requires a value of its
 * own in the property and is mapped from it. Clients that read the property find the same alternative with or without
 * the discriminator.
 */
function isRedundant(
  {older, newer}: SchemaDiffContext,
  was: KeywordValue | undefined,
  is: KeywordValue | undefined
): boolean {
  const found = was && is ? undefined : (is ?? was)
  const read = readDiscriminator(found)
  const choices = [older, newer].flatMap(flat => flat.choices)
  if (!read || typeof read.property !== 'string' || read.fallback !== undefined) return false
  if (older.choices.length !== 1 || newer.choices.length !== 1) return false
  const describedChoice = choices.find(({node}) => node === found?.node)
  if (!describedChoice) return false
  const {property} = read
  const isReported = choices.every(({alternatives}) => {
    const all = alternatives.map(form =>
      requires(form, property) ? ownDiscriminatorValuesOf(form, property) : undefined
    )
    const values = all.flatMap(each => each ?? [])
    const areOwn = all.every(each => each !== undefined && each.length > 0)
    return areOwn && values.every(each => typeof each === 'string') && new Set(values).size === values.length
  })
  const named = namedAlternativesOf(describedChoice.node)
  const isCalled = (value: unknown, form: Node): boolean =>
    [read.schemas, named].some(forms => forms.get(String(value)) === form)
  return (
    isReported &&
    describedChoice.alternatives.every(form =>
      ownDiscriminatorValuesOf(form, property)?.every(value => isCalled(value, form))
    ) &&
    [...read.schemas].every(
      ([value, form]) => typeof form !== 'string' && ownDiscriminatorValuesOf(form, property)?.includes(value)
    )
  )
}

const requires = (form: Node, name: string): boolean => requiredOf(flatten(form)).has(name)

/**
 * The directions in which the values mean something else:
 *
 * 1. A value that was added with its alternative may be in responses, and one that was removed with it in requests. If
 *    the change of the alternative is reported under that name, the value is no second change.
 * 2. If values were added and others removed, an alternative may have a new value.
 * 3. If an alternative that stayed has another value, or a value has another alternative, clients can't distinguish the
 *    alternatives as before.
 */
function changedDirections(
  context: SchemaDiffContext,
  older: DiscriminatorMapping,
  newer: DiscriminatorMapping
): readonly Direction[] {
  const twins = pairedAlternativesOf(context)
  const isSame = (one: MappedSchema | undefined, other: MappedSchema | undefined): boolean =>
    one === other ||
    (one !== undefined && other !== undefined && (twins.get(one) === other || isSameSchema(context, one, other)))
  const removed = oneSidedSchemas(older, newer, (form, other) => isSame(form, other))
  const added = oneSidedSchemas(newer, older, (form, other) => isSame(other, form))
  const isStillThere = (form: MappedSchema): boolean =>
    [...newer.schemas.values()].some(other => isSame(form, other)) || !older.reportedSchemas.has(form)
  const wasThere = (form: MappedSchema): boolean =>
    [...older.schemas.values()].some(other => isSame(other, form)) || !newer.reportedSchemas.has(form)
  const isMixed =
    !isSame(older.fallback, newer.fallback) ||
    removed.some(isStillThere) ||
    added.some(wasThere) ||
    [...older.schemas].some(([value, form]) => newer.schemas.has(value) && !isSame(form, newer.schemas.get(value)))
  const paired = new Set([...twins].flat())
  const [was, is] = [subtypesIn(context.older), subtypesIn(context.newer)]
  const lost = removed.filter(form => paired.has(form) || !isReported(form, context, was, is))
  const found = added.filter(
    form => paired.has(form) || !isReported(form, {older: context.newer, newer: context.older}, is, was)
  )
  return DIRECTIONS.filter(
    side => isMixed || (side === 'request' ? lost : found).length > 0 || (lost.length > 0 && found.length > 0)
  )
}

/** The schemas of the values that only one side has. */
const oneSidedSchemas = (
  here: DiscriminatorMapping,
  there: DiscriminatorMapping,
  isSame: (form: MappedSchema, other: MappedSchema | undefined) => boolean
): readonly MappedSchema[] =>
  [...here.schemas]
    .filter(([value, form]) => !there.schemas.has(value) && !isSame(form, there.implicitSchemas.get(value)))
    .map(([, form]) => form)

/**
 * The alternatives that are compared with each other, so that their differences are reported there, whatever their
 * values are.
 */
const pairedAlternativesOf = (context: SchemaDiffContext): ReadonlyMap<MappedSchema, MappedSchema> =>
  new Map(
    context.older.choices.flatMap(({alternatives}, at) => {
      const others = context.newer.choices[at]
      return others ? matchAlternatives(context, alternatives, others.alternatives).pairs : []
    })
  )

/** Whether both are one schema, by their name or by their content. */
function isSameSchema({changedReferences}: SchemaDiffContext, older: MappedSchema, newer: MappedSchema): boolean {
  if (typeof older === 'string' || typeof newer === 'string') return older === newer
  const [was, is] = [older, newer].map(({pointer}) => SCHEMA_REFERENCE.exec(`#${pointer}`)?.[1])
  return (was !== undefined && was === is) || changedReferences.isUnchanged(older, newer)
}

/** The schemas that can take the place of the schema with the discriminator, by value. */
function subtypesIn(flat: FlatSchema): SubtypesByValue {
  const [found] = keywordValues(flat, 'discriminator')
  return found ? resolvedSubtypesOf(found.node) : NO_SUBTYPES
}

const NO_SUBTYPES: SubtypesByValue = new Map()

// Cached, because the comparison of each subtype needs all subtypes of the schema.
const resolvedSubtypesOf = memoize(
  (node: Node): SubtypesByValue => new Map([...subtypesOf(node)].map(([value, kind]) => [value, resolveSchema(kind)]))
)

type SubtypesByValue = ReadonlyMap<string, MappedSchema>

/** Whether it's reported that the other side has no alternative with the values of this one. */
function isReported(
  form: MappedSchema,
  {older, newer}: Pick<SchemaDiffContext, 'older' | 'newer'>,
  here: SubtypesByValue,
  there: SubtypesByValue
): boolean {
  if (typeof form === 'string') return false
  if ([...here].some(([value, kind]) => kind === form && !there.has(value))) return true
  return older.choices.some((choice, at) => {
    const other = newer.choices[at]
    return (
      other !== undefined && demandKnownDiscriminatorValue(other, form, discriminatorValuesOf(choice, form)).length > 0
    )
  })
}

/** Compares the schemas that can take the place of a schema with a discriminator. */
export function compareSubtypes(context: SchemaDiffContext): void {
  const [was, is] = [subtypesOf(context.older.node), subtypesOf(context.newer.node)]
  const spots = {old: {node: context.older.node, steps: []}, new: {node: context.newer.node, steps: []}}
  for (const [value, node] of was) {
    const other = is.get(value)
    if (other) context.descend({older: [node], newer: [other], step: '', lift: each => each})
    else context.report({kind: 'alternative-removed', about: value, ...spots, old: {node, steps: []}})
  }
  for (const [value, node] of is) {
    if (was.has(value)) continue
    const place = {...spots, new: {node, steps: []}, of: spots.new}
    context.report({kind: 'alternative-added', about: value, ...place, prove: side => proveAddedSubtype(context, side)})
  }
}

const UNKNOWN = 'clients that read the discriminator may know only the earlier alternatives'

/**
 * The proof for an added subtype. It contains what the others contain, but clients that read the discriminator find an
 * unknown value, as with a value added to a list. If the values are listed, that change is reported there.
 */
function proveAddedSubtype({older}: SchemaDiffContext, side: Direction): Proof {
  const property = readDiscriminator(keywordValues(older, 'discriminator')[0])?.property
  const field = typeof property === 'string' ? propertiesOf(older).get(property) : undefined
  const isOpen = property !== undefined && !(field && valuesOf(flatten(mergeSchemas(field))))
  return side === 'response' && isOpen ? {is: 'undetermined', why: UNKNOWN} : keepsProof()
}
