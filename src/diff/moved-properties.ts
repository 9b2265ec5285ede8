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
 * Properties that moved between a schema and the alternatives of its `oneOf` or `anyOf`, and so were neither added nor
 * removed.
 */
export function movedIn({older, newer}: Pick<Desk, 'older' | 'newer'>): ReadonlySet<string> {
  if (older.choices.length === 0 && newer.choices.length === 0) return NONE
  const before = known.get(older) ?? new WeakMap<Flat, ReadonlySet<string>>()
  known.set(older, before)
  const found = before.get(newer) ?? new Set([...listMoved(older, newer, named), ...listMoved(older, newer, required)])
  before.set(newer, found)
  return found
}

function listMoved(older: Flat, newer: Flat, namesOf: (flat: Flat) => ReadonlySet<string>): string[] {
  const [was, is] = [namesOf(older), namesOf(newer)]
  const [gone, fresh] = [[...was].filter(name => !is.has(name)), [...is].filter(name => !was.has(name))]
  const offers = ({choices}: Flat): Set<string> =>
    new Set(choices.flatMap(({alternatives}) => alternatives.flatMap(node => [...namesOf(flatten(node))])))
  // Usually nothing was removed or added, so the alternatives don't have to be searched.
  const [later, before] = [gone.length > 0 ? offers(newer) : NONE, fresh.length > 0 ? offers(older) : NONE]
  return [...gone.filter(name => later.has(name)), ...fresh.filter(name => before.has(name))]
}

const named = ({members}: Flat): Set<string> =>
  new Set(members.flatMap(({raw}) => (isRecord(raw) ? namesIn(raw, 'properties') : [])))

const required = (flat: Flat): Set<string> => new Set(requiredOf(flat).keys())

const CLOSING_KEYWORDS = [
  'additionalProperties',
  'patternProperties',
  'propertyNames',
  'unevaluatedProperties'
] as const

/**
 * The properties that a schema names beside its alternatives, if the two versions of an alternative differ in which
 * other properties they accept: a closed alternative refuses these properties, too. Empty if they don't differ.
 */
export function findOuterFields(
  {older, newer}: Pick<Desk, 'older' | 'newer'>,
  was: Node,
  is: Node
): ReadonlySet<string> {
  const [before, after] = [was, is].map(form =>
    flatten(form).members.map(({raw}) => (isRecord(raw) ? CLOSING_KEYWORDS.map(keyword => own(raw, keyword)) : []))
  )
  return isEqual(before, after) ? NONE : new Set([...named(older), ...named(newer)])
}

/** What each member of a schema says about the given properties. */
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
