import type {Node} from '../schema/document/node.ts'
import {isRecord, own} from '../schema/json.ts'
import {namesIn} from '../schema/subschemas.ts'
import {type Flat, flatten, listed, requiredOf} from './flatten/flatten.ts'
import {isEqual} from './json-equality.ts'
import {inPlaceOf} from './proof/proofs.ts'
import type {Desk} from './schema-diff-context.ts'

const known = new WeakMap<Flat, WeakMap<Flat, ReadonlySet<string>>>()
const NONE: ReadonlySet<string> = new Set()

/**
 * The properties that are named beside a choice on one side, and by its alternatives on the other: what is said of them
 * has moved, and is neither new nor gone.
 */
export function movedIn({older, newer}: Pick<Desk, 'older' | 'newer'>): ReadonlySet<string> {
  if (older.choices.length === 0 && newer.choices.length === 0) return NONE
  const before = known.get(older) ?? new WeakMap<Flat, ReadonlySet<string>>()
  known.set(older, before)
  const found = before.get(newer) ?? new Set([...moved(older, newer, named), ...moved(older, newer, required)])
  before.set(newer, found)
  return found
}

function moved(older: Flat, newer: Flat, namesOf: (flat: Flat) => ReadonlySet<string>): string[] {
  const [was, is] = [namesOf(older), namesOf(newer)]
  const [gone, fresh] = [[...was].filter(name => !is.has(name)), [...is].filter(name => !was.has(name))]
  const offers = ({choices}: Flat): Set<string> =>
    new Set(choices.flatMap(({alternatives}) => alternatives.flatMap(node => [...namesOf(flatten(node))])))
  // Of most nothing is gone and nothing fresh: their alternatives need not be looked through.
  const [later, before] = [gone.length > 0 ? offers(newer) : NONE, fresh.length > 0 ? offers(older) : NONE]
  return [...gone.filter(name => later.has(name)), ...fresh.filter(name => before.has(name))]
}

const named = ({members}: Flat): Set<string> =>
  new Set(members.flatMap(({raw}) => (isRecord(raw) ? namesIn(raw, 'properties') : [])))

const required = (flat: Flat): Set<string> => new Set(requiredOf(flat).keys())

const CLOSING = ['additionalProperties', 'patternProperties', 'propertyNames', 'unevaluatedProperties'] as const

/**
 * The properties that the schema around a choice names, if the two forms differ in which other properties they accept: a
 * closed form refuses those, too. Empty if they don't differ.
 */
export function findOuterFields(
  {older, newer}: Pick<Desk, 'older' | 'newer'>,
  was: Node,
  is: Node
): ReadonlySet<string> {
  const [before, after] = [was, is].map(form =>
    flatten(form).members.map(({raw}) => (isRecord(raw) ? CLOSING.map(keyword => own(raw, keyword)) : []))
  )
  return isEqual(before, after) ? NONE : new Set([...named(older), ...named(newer)])
}

/** What a schema says of some properties itself, member by member. */
export function partsOf(flat: Flat, names: ReadonlySet<string>): Node[] {
  return flat.members.flatMap(member => {
    const {raw} = member
    if (!isRecord(raw)) return []
    const [all, wanted] = [own(raw, 'properties'), listed(raw, 'required')]
    const properties = Object.entries(isRecord(all) ? all : {}).filter(([name]) => names.has(name))
    const required = wanted.filter(name => names.has(String(name)))
    if (properties.length === 0 && required.length === 0) return []
    return [inPlaceOf(member, {properties: Object.fromEntries(properties), required})]
  })
}
