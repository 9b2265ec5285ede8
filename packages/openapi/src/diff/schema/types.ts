import type {Proof} from '@tenure/core/model/api/change'
import type {Direction} from '@tenure/core/model/subject/subject'
import type {Node} from '@tenure/json-schema/document/node'
import {explainIgnoredKeyword, explainUnknownType, isNullableWithoutType} from '@tenure/json-schema/invalid-keywords'
import {canonicalText, isRecord, type Json, own} from '@tenure/json-schema/json'
import {enumChoiceOf, hasNullAlternative} from '../flatten/enum-as-one-of.ts'
import {
  acceptedTypesOf,
  acceptsAnything,
  type FlatSchema,
  keywordValues,
  unknownTypesOf,
  VALUE_TYPES,
  type ValueType,
  valuesOf
} from '../flatten/flatten.ts'
import {refusesNull} from '../flatten/nullable.ts'
import {createSchemaAt, keepsProof} from '../proof/proofs.ts'
import {remainingTypesOf, scalarConstraintsOf, valueTypeOf} from '../proof/sampler.ts'
import {
  containmentSidesOf,
  createDemandProof,
  locateKeyword,
  locateKeywordOnBoth,
  locateValueAlternative,
  type SchemaDiffContext,
  type SchemaLocation
} from '../schema-diff-context.ts'
import {acceptsAnyText, proveSerialized} from '../serialized/prove-serialized.ts'
import {areTypesImplied, findTypesOfChangedValues, findValuesOfNewTypes} from './implied-types.ts'

const TYPE_KEYWORDS = ['type', 'nullable', 'x-nullable']

/** Compares types, and whether null is one of them. */
export function compareTypes(context: SchemaDiffContext): void {
  const {older, newer} = context
  const isShared = shareTypes(context)
  const typesIn = isShared ? acceptedTypesOf : chooseTypesOf(context)
  const was = intendedTypesOf(older, newer, typesIn)
  const is = intendedTypesOf(newer, older, typesIn)
  const isOpen = was.size === VALUE_TYPES.length || is.size === VALUE_TYPES.length
  const isNullReported = reportsNull(context)
  if (isNullReported) reportNullChange(context)
  const rest = (types: ReadonlySet<ValueType>): string =>
    typeNamesOf(new Set([...types].filter(atom => isOpen || atom !== 'null'))).join()
  const haveSameUnknown = haveSameNames(unknownTypesOf(older), unknownTypesOf(newer))
  const isOfValues = findTypesOfChangedValues(context, isShared).size > 0
  if (rest(was) === rest(is) && haveSameUnknown && !isOfValues) return
  if (isOpen && areUntypedBytes(context, was, is)) return
  // Types that only moved into alternatives, or out of them, haven't changed.
  const [before, after] = [remainingOf(was, older), remainingOf(is, newer)]
  if (!isOfValues && typeNamesOf(before).join() !== typeNamesOf(after).join() && areTypesImplied(context, isShared))
    return
  context.report({
    kind: 'type-changed',
    ...locateKeywordOnBoth(context, 'type'),
    was: before.size === VALUE_TYPES.length ? undefined : displayedTypes(older, before),
    is: after.size === VALUE_TYPES.length ? undefined : displayedTypes(newer, after),
    // A type that moved to another place is the same, unless it applies to fewer values there.
    ...(haveSameUnknown && isMovedOnly(before, after) ? {isSilent: true} : {}),
    ...(isOfValues ? {only: 'response'} : {}),
    prove: side =>
      isOfValues
        ? proveValuesOfNewTypes(context, side)
        : proveTypes(context, side, {typesIn, demandsNull: !isOpen && isNullReported})
  })
}

function reportNullChange(context: SchemaDiffContext): void {
  const {older, newer} = context
  context.report({
    kind: allowsNull(newer) ? 'null-allowed' : 'null-refused',
    old: locationOfNull(older),
    new: locationOfNull(newer),
    was: possibleTypeNames(older),
    is: possibleTypeNames(newer),
    prove: side => {
      const {sub, sup} = containmentSidesOf(context, side)
      if (!allowsNull(sub) || allowsNull(sup)) return keepsProof()
      if (context.wireFormat && acceptsAnyText(context, side)) return keepsProof()
      const flagged = sup.members.find(isNullableWithoutType)
      if (flagged) return {is: 'undetermined', why: explainIgnoredKeyword(flagged.traits.nullable ?? '')}
      return context.proofs.proveValue(sub.node, null, side)
    }
  })
}

/** Whether the sides are bytes, which OpenAPI 3.1 describes without a type. */
function areUntypedBytes(
  {older, newer, wireFormat}: SchemaDiffContext,
  was: ReadonlySet<ValueType>,
  is: ReadonlySet<ValueType>
): boolean {
  if (!wireFormat || [older, newer].some(flat => flat.choices.length > 0)) return false
  return wireFormat.bytes ? was.has('string') && is.has('string') : [older, newer].some(isBytes)
}

function proveValuesOfNewTypes(context: SchemaDiffContext, side: Direction): Proof {
  const proofs = findValuesOfNewTypes(context).map(value => context.proofs.proveValue(context.newer.node, value, side))
  return proofs.find(({is}) => is === 'breaks') ?? proofs.find(({is}) => is === 'undetermined') ?? keepsProof()
}

interface TypeDemand {
  readonly typesIn: typeof acceptedTypesOf
  /** Whether null is accepted in any case, because it is reported elsewhere. */
  readonly demandsNull: boolean
}

function proveTypes(context: SchemaDiffContext, side: Direction, demand: TypeDemand): Proof {
  const {older, newer, wireFormat} = context
  if (unknownTypesOf(older).size > 0 || unknownTypesOf(newer).size > 0) return proveUnknown(context, side)
  if (wireFormat) return proveSerialized(context, side)
  // A schema that only describes properties always meant an object.
  const {sub, sup} = containmentSidesOf(context, side)
  if (impliesObjects(sub) && acceptedTypesOf(sup).has('object')) return keepsProof()
  return proveKnownTypes(context, side, demand)
}

function proveKnownTypes(context: SchemaDiffContext, side: Direction, {typesIn, demandsNull}: TypeDemand): Proof {
  const allowedTypesOf = (sup: FlatSchema): ReadonlySet<ValueType> => demandedTypesOf(typesIn(sup), sup)
  const prove = createDemandProof(context, TYPE_KEYWORDS, {
    scalar: true,
    meets: (sub, sup) => {
      const allowed = allowedTypesOf(sup)
      return [...typesIn(sub)].every(atom => allowed.has(atom))
    },
    demands: sup => {
      const types = allowedTypesOf(sup)
      if (types.size === VALUE_TYPES.length) return []
      return [typeNode(sup, demandsNull ? new Set([...types, 'null']) : types)]
    },
    candidates: (sub, sup, side) => {
      const allowed = allowedTypesOf(sup)
      return [...remainingOf(typesIn(sub), sub)]
        .filter(atom => !allowed.has(atom))
        .map(atom => exampleOfType(context, sub, atom, side))
    }
  })
  return prove(side)
}

/** A value of a type that a schema accepts; `undefined` if none is found. */
function exampleOfType(
  {sampler, proofs}: SchemaDiffContext,
  flat: FlatSchema,
  atom: ValueType,
  side: Direction
): Json | undefined {
  if (atom === 'object') return sampler.sampleObject(flat, side)
  const plain = sampler.sample(flat.node, side)
  if (atom === 'array') return plain ?? []
  if (plain !== undefined && valueTypeOf(plain) === atom) return plain
  return proofs.findExample(createSchemaAt(flat.node, {allOf: [scalarConstraintsOf(flat).raw, {type: typeName(atom)}]}))
}

type TypeNames = ReadonlySet<string>

const haveSameNames = (was: TypeNames, is: TypeNames): boolean => [...was].sort().join() === [...is].sort().join()

const isMovedOnly = (before: ReadonlySet<ValueType>, after: ReadonlySet<ValueType>): boolean =>
  typeNamesOf(before).join() === typeNamesOf(after).join() && before.size < VALUE_TYPES.length

/** The proof for a change of types if one of them is unknown. It's only known whether both sides have that type. */
function proveUnknown(context: SchemaDiffContext, side: Direction): Proof {
  if (!context.wireFormat) return createDemandProof(context, TYPE_KEYWORDS, {scalar: true})(side)
  const {sub, sup} = containmentSidesOf(context, side)
  const [held, allowed] = [acceptedTypesOf(sub), acceptedTypesOf(sup)]
  const isWithin = [...held].every(atom => allowed.has(atom))
  const [name] = [...unknownTypesOf(sub)].filter(each => !unknownTypesOf(sup).has(each))
  if (allowed.size === VALUE_TYPES.length || (isWithin && name === undefined)) return keepsProof()
  return {is: 'undetermined', why: explainUnknownType(name ?? [...unknownTypesOf(sup)][0] ?? '')}
}

/** Whether a change of null is reported as a change of types. If values are listed, null must be one of them. */
export function reportsNull({older, newer}: Pick<SchemaDiffContext, 'older' | 'newer'>): boolean {
  if (allowsNull(older) === allowsNull(newer)) return false
  const [was, is] = [knownTypesOf(older), knownTypesOf(newer)]
  // A null alternative isn't in a list of values that could report it.
  if (hasFoldedNull(older) || hasFoldedNull(newer))
    return (
      [older, newer].every(flat => knownTypesOf(flat).size < VALUE_TYPES.length || valuesOf(flat) !== undefined) ||
      [older, newer].every(({choices}) => choices.length > 0)
    )
  return was.size < VALUE_TYPES.length && is.size < VALUE_TYPES.length && was.has('null') !== is.has('null')
}

/**
 * Whether null is an alternative of a choice that was folded into its other alternative, or read as a list of values.
 */
const hasFoldedNull = ({isOrNull, members}: FlatSchema): boolean =>
  isOrNull ||
  members.some(member => {
    const list = enumChoiceOf(member)
    return list !== undefined && hasNullAlternative(list)
  })

/** The declared types, or else those of the listed values, unless these are all null. */
function knownTypesOf(flat: FlatSchema): ReadonlySet<ValueType> {
  const own = acceptedTypesOf(flat)
  if (own.size < VALUE_TYPES.length) return own
  const listed = new Set(listedIn(flat).map(valueTypeOf))
  return [...listed].some(atom => atom !== 'null') ? listed : own
}

/** The types of `knownTypesOf`. With fractions, integers are possible, too, because listed values can mix them. */
function knownTypesWithIntegers(flat: FlatSchema): ReadonlySet<ValueType> {
  const types = knownTypesOf(flat)
  return types.has('fraction') ? new Set([...types, 'integer']) : types
}

/**
 * The function that finds the types. A schema that declares none has those of its listed values. If both sides list
 * values, these report the change, and in a URL everything is text. If only one side has alternatives, it has their
 * types. A schema that describes properties, and no types, means objects if the other side accepts none.
 */
function chooseTypesOf({
  older,
  newer,
  wireFormat
}: Pick<SchemaDiffContext, 'older' | 'newer' | 'wireFormat'>): typeof acceptedTypesOf {
  if (wireFormat || [older, newer].every(flat => valuesOf(flat) !== undefined)) return acceptedTypesOf
  const means = (flat: FlatSchema, other: FlatSchema): boolean =>
    acceptedTypesOf(flat).size === VALUE_TYPES.length && impliesObjects(flat) && !acceptedTypesOf(other).has('object')
  if (means(older, newer) || means(newer, older))
    return flat => (acceptedTypesOf(flat).size < VALUE_TYPES.length ? knownTypesWithIntegers(flat) : OBJECTS)
  if (older.choices.length > 0 === newer.choices.length > 0) return knownTypesWithIntegers
  return flat => remainingOf(knownTypesWithIntegers(flat), flat)
}

const OBJECTS: ReadonlySet<ValueType> = new Set(['object'])

const listedIn = (flat: FlatSchema): Json[] => [...(valuesOf(flat)?.values() ?? [])] as Json[]

export function allowsNull(flat: FlatSchema): boolean {
  const [types, values] = [acceptedTypesOf(flat), valuesOf(flat)]
  if (!types.has('null') || (types.size === VALUE_TYPES.length && alternativesRefuseNull(flat))) return false
  return values === undefined || values.has(canonicalText(null))
}

/** Whether all alternatives of a schema without a type refuse null. A null alternative next to them was folded away. */
const alternativesRefuseNull = ({choices, isOrNull}: FlatSchema): boolean =>
  !isOrNull && choices.some(({alternatives}) => alternatives.every(each => refusesNull(each)))

/**
 * The types of a side. If it declares none, those of the other side, if its values or properties are of these types.
 */
function intendedTypesOf(flat: FlatSchema, other: FlatSchema, typesIn: typeof acceptedTypesOf): ReadonlySet<ValueType> {
  const [own, others] = [typesIn(flat), typesIn(other)]
  if (own.size < VALUE_TYPES.length || others.size === VALUE_TYPES.length) return own
  const isObject = others.size === 1 && others.has('object')
  const isOfThese = isObject ? impliesObjects(flat) : hasTypes(flat, others)
  return isOfThese ? others : own
}

/** Whether all listed values have one of these types. Null is left out, because it's reported separately. */
function hasTypes(flat: FlatSchema, types: ReadonlySet<ValueType>): boolean {
  const known = knownTypesOf(flat)
  return known.size < VALUE_TYPES.length && [...known].every(atom => atom === 'null' || types.has(atom))
}

const remainingOf = (types: ReadonlySet<ValueType>, flat: FlatSchema): ReadonlySet<ValueType> =>
  types.size < VALUE_TYPES.length ? types : remainingTypesOf(flat)

/** The types that a value may have. Whether alternatives without a common type accept null is compared with them. */
const demandedTypesOf = (types: ReadonlySet<ValueType>, flat: FlatSchema): ReadonlySet<ValueType> =>
  types.size < VALUE_TYPES.length ? types : new Set([...remainingTypesOf(flat), 'null'])

/**
 * The location where null is or would be allowed. If a choice allows it, that's the choice, and not the schema that its
 * alternative refers to.
 */
function locationOfNull(flat: FlatSchema): SchemaLocation {
  const {folded} = flat
  if (folded && (flat.isOrNull || !allowsNull(flat))) return {node: folded.node, steps: [folded.keyword]}
  return locateValueAlternative(flat, null) ?? locateKeyword(flat, 'nullable', 'x-nullable', 'type', 'enum', 'const')
}

/** The names of the types, without null if it isn't among the listed values. */
const possibleTypeNames = (flat: FlatSchema): string[] =>
  typeNamesOf(new Set([...knownTypesOf(flat)].filter(atom => atom !== 'null' || allowsNull(flat))))

/** Whether one side has a type and the other accepts anything, so that the type change covers all properties. */
export const isTypeAgainstAnyType = (one: FlatSchema, other: FlatSchema): boolean =>
  acceptedTypesOf(one).size < VALUE_TYPES.length && acceptsAnything(other)

const isBytes = (flat: FlatSchema): boolean => keywordValues(flat, 'format').some(({value}) => value === 'binary')

/** Whether a value can have a type of both sides. Null doesn't count, unless it's the only type of both. */
export function shareTypes({
  older,
  newer,
  wireFormat
}: Pick<SchemaDiffContext, 'older' | 'newer' | 'wireFormat'>): boolean {
  const typesIn = chooseTypesOf({older, newer, wireFormat})
  const [was, is] = [typesIn(older), typesIn(newer)]
  // If neither side accepts any value, the two are compared as they're written.
  if (was.size === 0 && is.size === 0) return true
  const isAll = was.size === 1 && is.size === 1
  return [...was].some(atom => (isAll || atom !== 'null') && is.has(atom))
}

/** The keywords besides `properties` that can constrain the type of a value. */
const TYPE_CONSTRAINTS = [
  'type',
  'enum',
  'const',
  'nullable',
  'x-nullable',
  'items',
  'prefixItems',
  'format',
  'pattern',
  'not',
  'if'
]

/**
 * Whether a schema describes properties and no types, and so means objects, because no text or number was ever
 * documented.
 */
const impliesObjects = ({members, choices}: FlatSchema): boolean =>
  choices.length === 0 &&
  members.some(({raw}) => isRecord(raw) && isRecord(own(raw, 'properties'))) &&
  members.every(({raw}) => isRecord(raw) && !TYPE_CONSTRAINTS.some(keyword => Object.hasOwn(raw, keyword)))

const typeNode = (flat: FlatSchema, types: ReadonlySet<ValueType>): Node =>
  createSchemaAt(flat.node, {type: typeNamesOf(types)})

const typeName = (atom: ValueType): string => (atom === 'fraction' ? 'number' : atom)

/** The names of the types. Integers and other numbers together are `number`. */
export function typeNamesOf(types: ReadonlySet<ValueType>): string[] {
  return VALUE_TYPES.filter(atom => types.has(atom) && !(atom === 'integer' && types.has('fraction'))).map(typeName)
}

/** The types for display, with unknown ones. Types that exclude each other are shown as they're written. */
function displayedTypes(flat: FlatSchema, types: ReadonlySet<ValueType>): readonly string[] {
  return types.size > 0
    ? [...typeNamesOf(types), ...unknownTypesOf(flat)]
    : keywordValues(flat, 'type').flatMap(({value}) => [value].flat().map(String))
}
