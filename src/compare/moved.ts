import {isRecord, own} from '../schema/json.ts'
import type {Node} from '../schema/node.ts'
import type {Desk} from './desk.ts'
import {type Flat, flatten, listed, propertiesOf, requiredOf} from './flat.ts'
import {inPlaceOf} from './proofs.ts'

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
  const found = before.get(newer) ?? new Set([...moved(older, newer, propertiesOf), ...moved(older, newer, requiredOf)])
  before.set(newer, found)
  return found
}

function moved(older: Flat, newer: Flat, namesOf: (flat: Flat) => ReadonlyMap<string, unknown>): string[] {
  const [was, is] = [namesOf(older), namesOf(newer)]
  const [offered, offers] = [older, newer].map(({choices}) => {
    const alternatives = choices.flatMap(choice => choice.alternatives)
    return new Set(alternatives.flatMap(node => [...namesOf(flatten(node)).keys()]))
  }) as [Set<string>, Set<string>]
  return [
    ...[...was.keys()].filter(name => !is.has(name) && offers.has(name)),
    ...[...is.keys()].filter(name => !was.has(name) && offered.has(name))
  ]
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
