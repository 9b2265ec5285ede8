import type {Node} from '../../schema/document/node.ts'
import {type Flat, flatten, propertiesOf} from '../flatten/flatten.ts'
import {takesAnyObject} from '../proof/disjoint.ts'
import {tellAdded, tellRemoved} from '../schema/properties.ts'
import type {Desk} from '../schema-diff-context.ts'

type Fields = Map<string, readonly Node[]>

/** Forms of forms of forms: who nests them deeper says nothing more of fields. */
const MAX_DEPTH = 5

/** What a schema and all forms of it name. */
function fieldsIn(flat: Flat, depth = 0, found: Fields = new Map()): Fields {
  for (const [name, nodes] of propertiesOf(flat)) if (!found.has(name)) found.set(name, nodes)
  if (depth === MAX_DEPTH) return found
  for (const {alternatives} of flat.choices) for (const node of alternatives) fieldsIn(flatten(node), depth + 1, found)
  return found
}

/** Of forms that one side alone has, the fields that no form of the other side names. One that takes any takes these. */
export function othersIn(
  {older, newer}: Desk,
  forms: readonly Node[],
  isGone: boolean
): (alone: readonly Node[]) => Fields {
  const [here, there] = isGone ? [older, newer] : [newer, older]
  let named: ReadonlySet<string> | undefined
  return alone => {
    const others: Fields = new Map()
    for (const node of alone) fieldsIn(flatten(node), 0, others)
    if (others.size === 0 || forms.some(takesAnyObject)) return new Map()
    // What stands beside the forms is compared by itself.
    named ??= new Set([...propertiesOf(here).keys(), ...fieldsIn(there).keys()])
    for (const name of named) others.delete(name)
    return others
  }
}

/** Who sends it is not told by the forms that take it as well, and do nothing with it. Answers were of those, too. */
export function tellOfForms(desk: Desk, fields: Fields, isGone: boolean): void {
  const tell = isGone ? tellRemoved : tellAdded
  for (const [name, nodes] of fields) tell(desk, name, nodes, 'request')
}
