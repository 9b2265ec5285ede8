import {canonicalText, type Json} from '@tenure/json-schema/json'
import {
  acceptedTypesOf,
  type FlatSchema,
  flatten,
  unknownTypesOf,
  VALUE_TYPES,
  type ValueType,
  valuesOf
} from '../flatten/flatten.ts'
import {listedTypesOf, valueTypeOf} from '../proof/sampler.ts'
import type {SchemaDiffContext} from '../schema-diff-context.ts'

/**
 * Whether a change of types is covered by the reported changes of listed values or of alternatives: if a number was
 * added to a list, that numbers are now possible is no second change. Nothing else is reported for schemas that share
 * no type, except listed values in a URL or header.
 */
export const areTypesImplied = (
  {older, newer, wireFormat}: Pick<SchemaDiffContext, 'older' | 'newer' | 'wireFormat'>,
  isShared: boolean
): boolean =>
  [older, newer].every(flat => unknownTypesOf(flat).size === 0) &&
  (((isShared || wireFormat !== undefined) && impliedByValues(older, newer, wireFormat !== undefined)) ||
    (isShared && [older, newer].every(isImpliedByForms)))

/**
 * Whether all listed values have the declared types, and the types that differ are those of added or removed values.
 */
function impliedByValues(older: FlatSchema, newer: FlatSchema, areTexts: boolean): boolean {
  if ([older, newer].some(flat => valuesIn(flat).some(value => !acceptedTypesOf(flat).has(valueTypeOf(value)))))
    return false
  // In a URL, a number and its text are the same value.
  const keyed = (flat: FlatSchema): Map<string, ValueType> =>
    new Map(valuesIn(flat).map(value => [areTexts ? String(value) : canonicalText(value), valueTypeOf(value)]))
  const [was, is] = [keyed(older), keyed(newer)]
  if (was.size === 0 || is.size === 0) return false
  const onlyIn = (some: Map<string, ValueType>, others: Map<string, ValueType>): ValueType[] =>
    [...some].flatMap(([key, atom]) => (others.has(key) ? [] : [atom]))
  const moved = new Set([...onlyIn(was, is), ...onlyIn(is, was)])
  const [before, after] = [listedTypesOf(older), listedTypesOf(newer)]
  return VALUE_TYPES.every(atom => atom === 'null' || before.has(atom) === after.has(atom) || moved.has(atom))
}

/**
 * The types that were added or removed with listed values and nothing else, such as texts among numbers. Clients can't
 * read a value of a new type, however they treat new values, so in responses the type is reported in place of the
 * value. Empty if each side lists one value, because that is reported as replaced, and in a URL or header, where
 * everything is text.
 */
export function findTypesOfChangedValues(
  context: Pick<SchemaDiffContext, 'older' | 'newer' | 'wireFormat'>,
  isShared: boolean
): ReadonlySet<ValueType> {
  const {older, newer, wireFormat} = context
  const [was, is] = [valuesIn(older), valuesIn(newer)]
  if (wireFormat || !isShared || was.length === 0 || is.length === 0 || (was.length === 1 && is.length === 1))
    return new Set()
  const [before, after] = [listedTypesOf(older), listedTypesOf(newer)]
  const moved = VALUE_TYPES.filter(atom => atom !== 'null' && before.has(atom) !== after.has(atom))
  const areKnown = [older, newer].every(flat => unknownTypesOf(flat).size === 0)
  return new Set(moved.length > 0 && areKnown && impliedByValues(older, newer, false) ? moved : [])
}

/** The newly listed values of a type that no value had before. */
export const findValuesOfNewTypes = ({older, newer}: Pick<SchemaDiffContext, 'older' | 'newer'>): Json[] => {
  const known = listedTypesOf(older)
  return valuesIn(newer).filter(value => value !== null && !known.has(valueTypeOf(value)))
}

const valuesIn = (flat: FlatSchema): Json[] => [...(valuesOf(flat)?.values() ?? [])] as Json[]

/** Whether each alternative has the types that are declared next to the choice, if any are. */
const isImpliedByForms = (flat: FlatSchema): boolean =>
  flat.choices.length === 1 &&
  flat.choices.every(({alternatives}) =>
    alternatives.every(each => {
      const form = flatten(each)
      return unknownTypesOf(form).size === 0 && [...listedTypesOf(form)].every(atom => acceptedTypesOf(flat).has(atom))
    })
  )
