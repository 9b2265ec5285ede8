import type {Json} from '../../schema/json.ts'
import {ATOMS, type Atom, type Flat, flatten, typesOf, valuesOf} from '../flatten/flatten.ts'
import {atomOf} from './sampler.ts'

/** The declared types, or else the types of the listed values. */
export function typesListed(flat: Flat): ReadonlySet<Atom> {
  const [own, values] = [typesOf(flat), valuesOf(flat)]
  return own.size < ATOMS.length || !values ? own : new Set([...values.values()].map(value => atomOf(value as Json)))
}

/** The types that a value can have. If it declares none, those of its alternatives. */
export function typesLeft(flat: Flat): ReadonlySet<Atom> {
  const own = typesListed(flat)
  if (own.size < ATOMS.length) return own
  const left = flat.choices.reduce<readonly Atom[]>((types, {alternatives}) => {
    const some = new Set(alternatives.flatMap(each => [...typesListed(flatten(each))]))
    return types.filter(type => some.has(type))
  }, ATOMS)
  if (left.length === 0 || left.length === ATOMS.length) return own
  return new Set(flat.orNull ? [...left, 'null'] : left)
}
