import {type Json, keyOf} from '../../schema/json.ts'
import {ATOMS, type Atom, type Flat, flatten, typesOf, unknownTypesOf, valuesOf} from '../flatten/flatten.ts'
import {typesListed} from '../proof/remaining-types.ts'
import {atomOf} from '../proof/sampler.ts'
import type {Desk} from '../schema-diff-context.ts'

/**
 * Whether a change of types says no more than what is told of the values that are listed, or of the forms of a choice:
 * where a number is one of them now, it is told that it came, and that numbers came with it is no second change. Of
 * schemas that share no type nothing else is told, but for what is listed in a URL or a header.
 */
export const areTypesImplied = (
  {older, newer, wire}: Pick<Desk, 'older' | 'newer' | 'wire'>,
  isShared: boolean
): boolean =>
  [older, newer].every(flat => unknownTypesOf(flat).size === 0) &&
  (((isShared || wire !== undefined) && impliedByValues(older, newer, wire !== undefined)) ||
    (isShared && [older, newer].every(isImpliedByForms)))

/** All that is listed is of the types that are named, and those that differ are of what came or went. */
function impliedByValues(older: Flat, newer: Flat, areTexts: boolean): boolean {
  if ([older, newer].some(flat => valuesIn(flat).some(value => !typesOf(flat).has(atomOf(value))))) return false
  // In a URL a number and the text that it is written as are one value.
  const keyed = (flat: Flat): Map<string, Atom> =>
    new Map(valuesIn(flat).map(value => [areTexts ? String(value) : keyOf(value), atomOf(value)]))
  const [was, is] = [keyed(older), keyed(newer)]
  if (was.size === 0 || is.size === 0) return false
  const apart = (some: Map<string, Atom>, others: Map<string, Atom>): Atom[] =>
    [...some].flatMap(([key, atom]) => (others.has(key) ? [] : [atom]))
  const moved = new Set([...apart(was, is), ...apart(is, was)])
  const [before, after] = [typesListed(older), typesListed(newer)]
  return ATOMS.every(atom => atom === 'null' || before.has(atom) === after.has(atom) || moved.has(atom))
}

/**
 * The types that came or went with listed values and with nothing else, as texts among numbers. Who is sent a value of
 * a type that none had cannot read it, whatever one more value means: there the type is told in place of the value. Of
 * two that each list one value it is told that it is another one, and in a URL or a header all are texts.
 */
export function typesOfValues(desk: Pick<Desk, 'older' | 'newer' | 'wire'>, isShared: boolean): ReadonlySet<Atom> {
  const {older, newer, wire} = desk
  const [was, is] = [valuesIn(older), valuesIn(newer)]
  if (wire || !isShared || was.length === 0 || is.length === 0 || (was.length === 1 && is.length === 1))
    return new Set()
  const [before, after] = [typesListed(older), typesListed(newer)]
  const moved = ATOMS.filter(atom => atom !== 'null' && before.has(atom) !== after.has(atom))
  const areKnown = [older, newer].every(flat => unknownTypesOf(flat).size === 0)
  return new Set(moved.length > 0 && areKnown && impliedByValues(older, newer, false) ? moved : [])
}

/** The value that is listed now, of a type that nothing had before. */
export const valueOfNewType = ({older, newer}: Pick<Desk, 'older' | 'newer'>): Json | undefined => {
  const known = typesListed(older)
  return valuesIn(newer).find(value => value !== null && !known.has(atomOf(value)))
}

const valuesIn = (flat: Flat): Json[] => [...(valuesOf(flat)?.values() ?? [])] as Json[]

/** Each form is of the types that are named beside the choice, if any are. */
const isImpliedByForms = (flat: Flat): boolean =>
  flat.choices.length === 1 &&
  flat.choices.every(({alternatives}) =>
    alternatives.every(each => {
      const form = flatten(each)
      return unknownTypesOf(form).size === 0 && [...typesListed(form)].every(atom => typesOf(flat).has(atom))
    })
  )
