import type {Direction} from '../../model/subject/subject.ts'
import {child, type Node} from '../../schema/document/node.ts'
import {isRecord, type Json} from '../../schema/json.ts'
import {type Flat, flatten, propertiesOf, said} from '../flatten/flatten.ts'
import {together} from '../flatten/merge-schemas.ts'
import {surelyRefuses} from '../proof/disjoint.ts'
import type {Proofs} from '../proof/proofs.ts'
import {saysWhatElse} from '../schema/additional-properties.ts'
import type {Offered} from '../schema-diff-context.ts'

const DEEP = 20

/**
 * What all other alternatives that take a value overlook of it: a name that the alternative documents whose value it is,
 * and that they say nothing of. An open object takes any name; but whoever sends a `duration` sends no answer that has
 * none. Nothing, where an alternative knows all of it, or says itself that it takes other names.
 */
export function overlookedBy(
  {choice, member}: Offered,
  value: Json,
  side: Direction,
  proofs: Pick<Proofs, 'refuses'>
): string | undefined {
  let first: string | undefined
  for (const other of choice.alternatives) {
    if (other === member || surelyRefuses(other, value, side) || proofs.refuses(other, value, side)) continue
    const name = overlooked(value, flatten(member), flatten(other), 0)
    if (name === undefined) return undefined
    first ??= name
  }
  return first
}

function overlooked(value: Json, known: Flat, by: Flat, depth: number): string | undefined {
  if (typeof value !== 'object' || value === null || depth > DEEP || by.choices.length > 0) return undefined
  if (!isRecord(value)) {
    const [items, others] = [itemsOf(known), itemsOf(by)]
    if (!items || !others) return undefined
    return first(value as readonly Json[], item => overlooked(item, items, others, depth + 1))
  }
  const names = propertiesOf(by)
  if (names.size === 0 || saysWhatElse(by) || MORE.some(keyword => said(by, keyword).length > 0)) return undefined
  const documented = propertiesOf(known)
  return first(Object.keys(value), name => {
    const nodes = documented.get(name)
    const others = names.get(name)
    if (!nodes) return undefined
    if (!others) return name
    return overlooked(value[name] as Json, flatten(together(nodes)), flatten(together(others)), depth + 1)
  })
}

/** What else names properties that an object may have. */
const MORE = ['patternProperties', 'unevaluatedProperties', 'dependentSchemas', 'if'] as const

function itemsOf(flat: Flat): Flat | undefined {
  const nodes = said(flat, 'items').map(({node}): Node => child(node, 'items'))
  return nodes.length > 0 ? flatten(together(nodes)) : undefined
}

function first<Thing>(all: readonly Thing[], find: (thing: Thing) => string | undefined): string | undefined {
  for (const each of all) {
    const found = find(each)
    if (found !== undefined) return found
  }
  return undefined
}
