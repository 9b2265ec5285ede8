import type {Proof} from '../../model/api/change.ts'
import type {Direction} from '../../model/subject/subject.ts'
import type {Node} from '../../schema/document/node.ts'
import {isUntypedNull, whyIgnored} from '../../schema/ignored-keywords.ts'
import {isRecord, type Json, keyOf, own} from '../../schema/json.ts'
import {whyUnknown} from '../../schema/types.ts'
import {hasNullForm, listBehind} from '../flatten/enum-as-one-of.ts'
import {ATOMS, type Atom, type Flat, said, saysNothing, typesOf, unknownTypesOf, valuesOf} from '../flatten/flatten.ts'
import {refusesNull} from '../flatten/nullable.ts'
import {inPlaceOf, keeps} from '../proof/proofs.ts'
import {typesLeft} from '../proof/remaining-types.ts'
import {atomOf, scalarsOf} from '../proof/sampler.ts'
import {ask, type Desk, type Spot, sidesOf, spotInList, spotOf, spotsOf} from '../schema-diff-context.ts'
import {proveOnWire, takesAnyText} from '../serialized/prove-serialized.ts'
import {areTypesImplied, typesOfValues, valueOfNewType} from './implied-types.ts'

const TYPE_KEYWORDS = ['type', 'nullable', 'x-nullable']

/** Compares types, and whether null is one of them. */
export function compareTypes(context: Desk): void {
  const isShared = shareTypes(context)
  const typesIn = isShared ? typesOf : chooseTypesOf(context)
  const [was, is] = [
    intendedTypesOf(context.older, context.newer, typesIn),
    intendedTypesOf(context.newer, context.older, typesIn)
  ]
  const isOpen = was.size === ATOMS.length || is.size === ATOMS.length
  if (tellsNull(context)) {
    context.tell({
      kind: allowsNull(context.newer) ? 'null-allowed' : 'null-refused',
      old: locationOfNull(context.older),
      new: locationOfNull(context.newer),
      was: possibleTypeNames(context.older),
      is: possibleTypeNames(context.newer),
      prove: side => {
        const {sub, sup} = sidesOf(context, side)
        if (!allowsNull(sub) || allowsNull(sup)) return keeps()
        if (context.wire && takesAnyText(context, side)) return keeps()
        const flagged = sup.members.find(isUntypedNull)
        if (flagged) return {is: 'undetermined', why: whyIgnored(flagged.traits.nullable ?? '')}
        return context.proofs.proveOf(sub.node, null, side)
      }
    })
  }
  const rest = (types: ReadonlySet<Atom>): string =>
    typeNames(new Set([...types].filter(atom => isOpen || atom !== 'null'))).join()
  const [strange, others] = [context.older, context.newer].map(unknownTypesOf) as [TypeNames, TypeNames]
  const isOfValues = typesOfValues(context, isShared).size > 0
  if (rest(was) === rest(is) && haveSameNames(strange, others) && !isOfValues) return
  // OpenAPI 3.1 describes bytes without a type.
  const isSilent = [context.older, context.newer].every(flat => flat.choices.length === 0)
  const areBytes = context.wire?.bytes
    ? was.has('string') && is.has('string')
    : [context.older, context.newer].some(isBytes)
  if (context.wire && isOpen && isSilent && areBytes) return
  // Types that moved into alternatives, or out of them, are the same for all values.
  const [before, after] = [remainingOf(was, context.older), remainingOf(is, context.newer)]
  if (!isOfValues && typeNames(before).join() !== typeNames(after).join() && areTypesImplied(context, isShared)) return
  context.tell({
    kind: 'type-changed',
    ...spotsOf(context, 'type'),
    was: before.size === ATOMS.length ? undefined : displayedTypes(context.older, before),
    is: after.size === ATOMS.length ? undefined : displayedTypes(context.newer, after),
    // A type that moved to another place is the same, unless it applies to fewer values there.
    ...(haveSameNames(strange, others) && isMovedOnly(before, after) ? {isSilent: true} : {}),
    ...(isOfValues ? {only: 'response'} : {}),
    prove: side => {
      if (isOfValues) {
        const value = valueOfNewType(context)
        return value === undefined ? keeps() : context.proofs.proveOf(context.newer.node, value, side)
      }
      if (strange.size > 0 || others.size > 0) return proveUnknown(context, side)
      if (context.wire) return proveOnWire(context, side)
      // A schema that only describes properties always meant an object.
      const {sub, sup} = sidesOf(context, side)
      if (impliesObjects(sub) && typesOf(sup).has('object')) return keeps()
      return proveTypes(side)
    }
  })

  function proveTypes(side: Direction): Proof {
    return ask(context, TYPE_KEYWORDS, {
      scalar: true,
      meets: (sub, sup) => {
        const [held, allowed] = [typesIn(sub), typesIn(sup)]
        return [...held].every(atom => allowed.has(atom))
      },
      demands: sup => {
        const types = typesIn(sup)
        return types.size === ATOMS.length ? [] : [typeNode(sup, isOpen ? types : new Set([...types, 'null']))]
      },
      candidates: (sub, sup, side) => {
        const allowed = typesIn(sup)
        return [...typesIn(sub)]
          .filter(atom => !allowed.has(atom))
          .map(atom => {
            if (atom === 'object') return context.sampler.object(sub, side)
            if (atom === 'array') return context.sampler.of(sub.node, side) ?? []
            const plain = context.sampler.of(sub.node, side)
            if (plain !== undefined && atomOf(plain) === atom) return plain
            return context.proofs.example(inPlaceOf(sub.node, {allOf: [scalarsOf(sub).raw, {type: typeName(atom)}]}))
          })
      }
    })(side)
  }
}

type TypeNames = ReadonlySet<string>

const haveSameNames = (was: TypeNames, is: TypeNames): boolean => [...was].sort().join() === [...is].sort().join()

const isMovedOnly = (before: ReadonlySet<Atom>, after: ReadonlySet<Atom>): boolean =>
  typeNames(before).join() === typeNames(after).join() && before.size < ATOMS.length

/** The proof for a change of types if one of them is unknown. It's only known whether both sides have that type. */
function proveUnknown(context: Desk, side: Direction): Proof {
  if (!context.wire) return ask(context, TYPE_KEYWORDS, {scalar: true})(side)
  const {sub, sup} = sidesOf(context, side)
  const [held, allowed] = [typesOf(sub), typesOf(sup)]
  const isWithin = [...held].every(atom => allowed.has(atom))
  const [name] = [...unknownTypesOf(sub)].filter(each => !unknownTypesOf(sup).has(each))
  if (allowed.size === ATOMS.length || (isWithin && name === undefined)) return keeps()
  return {is: 'undetermined', why: whyUnknown(name ?? [...unknownTypesOf(sup)][0] ?? '')}
}

/** Whether a change of null is reported as a change of types. If values are listed, null must be one of them. */
export function tellsNull({older, newer}: Pick<Desk, 'older' | 'newer'>): boolean {
  if (allowsNull(older) === allowsNull(newer)) return false
  const [was, is] = [knownTypesOf(older), knownTypesOf(newer)]
  // A null alternative isn't in a list of values that could report it.
  if (hasFoldedNull(older) || hasFoldedNull(newer))
    return (
      [older, newer].every(flat => knownTypesOf(flat).size < ATOMS.length || valuesOf(flat) !== undefined) ||
      [older, newer].every(({choices}) => choices.length > 0)
    )
  return was.size < ATOMS.length && is.size < ATOMS.length && was.has('null') !== is.has('null')
}

/**
 * Whether null is an alternative of a choice that was folded into its other alternative, or read as a list of values.
 */
const hasFoldedNull = ({orNull, members}: Flat): boolean =>
  orNull ||
  members.some(member => {
    const list = listBehind(member)
    return list !== undefined && hasNullForm(list)
  })

/** The declared types, or else those of the listed values, unless these are all null. */
function knownTypesOf(flat: Flat): ReadonlySet<Atom> {
  const own = typesOf(flat)
  if (own.size < ATOMS.length) return own
  const listed = new Set(listedIn(flat).map(atomOf))
  return [...listed].some(atom => atom !== 'null') ? listed : own
}

/** The same, but listed fractions may be among integers, so integers are possible, too. */
function knownTypesWithIntegers(flat: Flat): ReadonlySet<Atom> {
  const types = knownTypesOf(flat)
  return types.has('fraction') ? new Set([...types, 'integer']) : types
}

/**
 * The function that finds the types. A schema that declares none has those of its listed values. If both sides list
 * values, these report the change, and in a URL everything is text.
 */
const chooseTypesOf = ({older, newer, wire}: Pick<Desk, 'older' | 'newer' | 'wire'>): typeof typesOf =>
  wire || [older, newer].every(flat => valuesOf(flat) !== undefined) ? typesOf : knownTypesWithIntegers

const listedIn = (flat: Flat): Json[] => [...(valuesOf(flat)?.values() ?? [])] as Json[]

export function allowsNull(flat: Flat): boolean {
  const [types, values] = [typesOf(flat), valuesOf(flat)]
  if (!types.has('null') || (types.size === ATOMS.length && alternativesRefuseNull(flat))) return false
  return values === undefined || values.has(keyOf(null))
}

/** Whether all alternatives of a schema without a type refuse null. A null alternative beside them was folded away. */
const alternativesRefuseNull = ({choices, orNull}: Flat): boolean =>
  !orNull && choices.some(({alternatives}) => alternatives.every(each => refusesNull(each)))

/**
 * The types of a side. If it declares none, those of the other side, if its values or properties are of these types.
 */
function intendedTypesOf(flat: Flat, other: Flat, typesIn: typeof typesOf): ReadonlySet<Atom> {
  const [own, others] = [typesIn(flat), typesIn(other)]
  if (own.size < ATOMS.length || others.size === ATOMS.length) return own
  const isObject = others.size === 1 && others.has('object')
  const isOfThese = isObject ? impliesObjects(flat) : hasTypes(flat, others)
  return isOfThese ? others : own
}

/** Whether all listed values have one of these types. Null is left out, because it's reported separately. */
function hasTypes(flat: Flat, types: ReadonlySet<Atom>): boolean {
  const known = knownTypesOf(flat)
  return known.size < ATOMS.length && [...known].every(atom => atom === 'null' || types.has(atom))
}

const remainingOf = (types: ReadonlySet<Atom>, flat: Flat): ReadonlySet<Atom> =>
  types.size < ATOMS.length ? types : typesLeft(flat)

/**
 * The location where null is or would be allowed. If a choice allows it, that's the choice, and not the schema that its
 * alternative refers to.
 */
function locationOfNull(flat: Flat): Spot {
  const {folded} = flat
  if (folded && (flat.orNull || !allowsNull(flat))) return {node: folded.node, steps: [folded.keyword]}
  return spotInList(flat, null) ?? spotOf(flat, 'nullable', 'x-nullable', 'type', 'enum', 'const')
}

/** The names of the types, without null if it isn't among the listed values. */
const possibleTypeNames = (flat: Flat): string[] =>
  typeNames(new Set([...knownTypesOf(flat)].filter(atom => atom !== 'null' || allowsNull(flat))))

/** Whether one side has a type and the other accepts anything, so that the type change covers all properties. */
export const isTypeAgainstAnything = (one: Flat, other: Flat): boolean =>
  typesOf(one).size < ATOMS.length && saysNothing(other)

const isBytes = (flat: Flat): boolean => said(flat, 'format').some(({value}) => value === 'binary')

/** Whether a value can have a type of both sides. Null doesn't count, unless it's the only type of both. */
export function shareTypes({older, newer, wire}: Pick<Desk, 'older' | 'newer' | 'wire'>): boolean {
  const typesIn = chooseTypesOf({older, newer, wire})
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
const impliesObjects = ({members, choices}: Flat): boolean =>
  choices.length === 0 &&
  members.some(({raw}) => isRecord(raw) && isRecord(own(raw, 'properties'))) &&
  members.every(({raw}) => isRecord(raw) && !TYPE_CONSTRAINTS.some(keyword => Object.hasOwn(raw, keyword)))

const typeNode = (flat: Flat, types: ReadonlySet<Atom>): Node => inPlaceOf(flat.node, {type: typeNames(types)})

const typeName = (atom: Atom): string => (atom === 'fraction' ? 'number' : atom)

/** The names of the types. Integers and other numbers together are `number`. */
export function typeNames(types: ReadonlySet<Atom>): string[] {
  return ATOMS.filter(atom => types.has(atom) && !(atom === 'integer' && types.has('fraction'))).map(typeName)
}

/** The types for display, with unknown ones. Types that exclude each other are shown as they're written. */
function displayedTypes(flat: Flat, types: ReadonlySet<Atom>): readonly string[] {
  return types.size > 0
    ? [...typeNames(types), ...unknownTypesOf(flat)]
    : said(flat, 'type').flatMap(({value}) => [value].flat().map(String))
}
