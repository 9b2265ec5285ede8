import {type Json, keyOf} from '../../schema/json.ts'
import {ATOMS, type Atom, type Flat, flatten, typesOf, unknownTypesOf, valuesOf} from '../flatten/flatten.ts'
import {typesListed} from '../proof/remaining-types.ts'
import {atomOf} from '../proof/sampler.ts'
import type {Desk} from '../schema-diff-context.ts'

/**
 * Whether a change of types is covered by the reported changes of listed values or of alternatives: if a number was
 * added to a list, that numbers are now possible is no second change. Nothing else is reported for schemas that share
 * no type, except listed values in a URL or header.
 */
export const areTypesImplied = (
  {older, newer, wire}: Pick<Desk, 'older' | 'newer' | 'wire'>,
  isShared: boolean
): boolean =>
  [older, newer].every(flat => unknownTypesOf(flat).size === 0) &&
  (((isShared || wire !== undefined) && impliedByValues(older, newer, wire !== undefined)) ||
    (isShared && [older, newer].every(isImpliedByForms)))

/**
 * Whether all listed values have the declared types, and the types that differ are those of added or removed values.
 */
function impliedByValues(older: Flat, newer: Flat, areTexts: boolean): boolean {
  if ([older, newer].some(flat => valuesIn(flat).some(value => !typesOf(flat).has(atomOf(value))))) return false
  // In a URL, a number and its text are the same value.
  const keyed = (flat: Flat): Map<string, Atom> =>
    new Map(valuesIn(flat).map(value => [areTexts ? String(value) : keyOf(value), atomOf(value)]))
  const [was, is] = [keyed(older), keyed(newer)]
  if (was.size === 0 || is.size === 0) return false
  const onlyIn = (some: Map<string, Atom>, others: Map<string, Atom>): Atom[] =>
    [...some].flatMap(([key, atom]) => (others.has(key) ? [] : [atom]))
  const moved = new Set([...onlyIn(was, is), ...onlyIn(is, was)])
  const [before, after] = [typesListed(older), typesListed(newer)]
  return ATOMS.every(atom => atom === 'null' || before.has(atom) === after.has(atom) || moved.has(atom))
}

/**
 * The types that were added or removed with listed values and nothing else, such as texts among numbers. Clients can't
 * read a value of a new type, however they treat new values, so in responses the type is reported in place of the
 * value. Empty if each side lists one value, because that is reported as replaced, and in a URL or header, where
 * everything is text.
 */
export function typesOfValues(context: Pick<Desk, 'older' | 'newer' | 'wire'>, isShared: boolean): ReadonlySet<Atom> {
  const {older, newer, wire} = context
  const [was, is] = [valuesIn(older), valuesIn(newer)]
  if (wire || !isShared || was.length === 0 || is.length === 0 || (was.length === 1 && is.length === 1))
    return new Set()
  const [before, after] = [typesListed(older), typesListed(newer)]
  const moved = ATOMS.filter(atom => atom !== 'null' && before.has(atom) !== after.has(atom))
  const areKnown = [older, newer].every(flat => unknownTypesOf(flat).size === 0)
  return new Set(moved.length > 0 && areKnown && impliedByValues(older, newer, false) ? moved : [])
}

/** The newly listed value of a type that no value had before; `undefined` if there is none. */
export const valueOfNewType = ({older, newer}: Pick<Desk, 'older' | 'newer'>): Json | undefined => {
  const known = typesListed(older)
  return valuesIn(newer).find(value => value !== null && !known.has(atomOf(value)))
}

const valuesIn = (flat: Flat): Json[] => [...(valuesOf(flat)?.values() ?? [])] as Json[]

/** Whether each alternative has the types that are declared beside the choice, if any are. */
const isImpliedByForms = (flat: Flat): boolean =>
  flat.choices.length === 1 &&
  flat.choices.every(({alternatives}) =>
    alternatives.every(each => {
      const form = flatten(each)
      return unknownTypesOf(form).size === 0 && [...typesListed(form)].every(atom => typesOf(flat).has(atom))
    })
  )
