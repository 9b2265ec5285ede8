import type {Desk} from './desk.ts'
import {keeps} from './proofs.ts'
import {subtypesOf} from './subtypes.ts'

/** What stands where a schema with a discriminator does. */
export function compareSubtypes(desk: Desk): void {
  const [was, is] = [subtypesOf(desk.older.node), subtypesOf(desk.newer.node)]
  const spots = {old: {node: desk.older.node, steps: []}, new: {node: desk.newer.node, steps: []}}
  for (const [value, node] of was) {
    const other = is.get(value)
    if (other) desk.goBelow({older: [node], newer: [other], step: '', lift: each => each})
    else desk.tell({kind: 'alternative-removed', about: value, ...spots, old: {node, steps: []}})
  }
  // Whoever reads one that is new finds in it what the others have.
  for (const [value, node] of is) {
    if (was.has(value)) continue
    const place = {...spots, new: {node, steps: []}, of: spots.new}
    desk.tell({kind: 'alternative-added', about: value, ...place, prove: keeps})
  }
}
