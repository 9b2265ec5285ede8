import type {Json} from '../../schema/json.ts'
import {acceptedTypesOf, type FlatSchema, flatten, VALUE_TYPES, type ValueType, valuesOf} from '../flatten/flatten.ts'
import {valueTypeOf} from './sampler.ts'

/** The declared types, or else the types of the listed values. */
export function listedTypesOf(flat: FlatSchema): ReadonlySet<ValueType> {
  const [own, values] = [acceptedTypesOf(flat), valuesOf(flat)]
  return own.size < VALUE_TYPES.length || !values
    ? own
    : new Set([...values.values()].map(value => valueTypeOf(value as Json)))
}

/** The types that a value can have. If it declares none, those of its alternatives. */
export function remainingTypesOf(flat: FlatSchema): ReadonlySet<ValueType> {
  const own = listedTypesOf(flat)
  if (own.size < VALUE_TYPES.length) return own
  const left = flat.choices.reduce<readonly ValueType[]>((types, {alternatives}) => {
    const some = new Set(alternatives.flatMap(each => [...listedTypesOf(flatten(each))]))
    return types.filter(type => some.has(type))
  }, VALUE_TYPES)
  if (left.length === 0 || left.length === VALUE_TYPES.length) return own
  return new Set(flat.isOrNull ? [...left, 'null'] : left)
}
