import type {Place} from '../model/place.ts'
import type {SchemaSource, Snapshot} from '../model/snapshot.ts'
import {isRecord, own} from '../schema/json.ts'
import {child, type Node, nodeOf, originOf} from '../schema/node.ts'
import type {Dirt} from './dirt.ts'
import {isEqual} from './equality.ts'
import {type Flat, flatten, propertiesOf, said} from './flat.ts'
import {together} from './together.ts'
import type {Two} from './walk.ts'

export const isMarkup = (type: string): boolean => /^[^;]*[/+]xml(;|$)/i.test(type)

/** A value that is there as it was and is called otherwise in XML, or stands elsewhere. */
export interface Marked {
  readonly name: string
  readonly old: Place
  readonly new: Place
}

interface Met extends Two<Node> {
  readonly name: string
}

/** What is written in XML in another way than it was. Where the values themselves differ is told of the schemas. */
export function markedAnew(
  {older, newer}: Two<SchemaSource>,
  {dirt, ...walk}: Two<Snapshot> & {readonly dirt: Dirt}
): Marked[] {
  const found: Marked[] = []
  const seen = new Map<Node, Set<Node>>()
  const open: Met[] = [{older: nodeOf(older), newer: nodeOf(newer), name: ''}]
  for (let next = open.pop(); next; next = open.pop()) {
    const others = seen.get(next.older) ?? new Set<Node>()
    seen.set(next.older, others)
    if (others.has(next.newer) || dirt.isClean(next.older, next.newer)) continue
    others.add(next.newer)
    const two = {older: flatten(next.older), newer: flatten(next.newer)}
    if (!isEqual(marksOf(two.older, next.name), marksOf(two.newer, next.name)))
      found.push({name: next.name || 'xml', old: placeOf(two.older, walk.older), new: placeOf(two.newer, walk.newer)})
    open.push(...below(two, next.name))
  }
  return found
}

function* below({older, newer}: Two<Flat>, name: string): Iterable<Met> {
  const others = propertiesOf(newer)
  for (const [field, nodes] of propertiesOf(older)) {
    const there = others.get(field)
    if (there) yield {older: together(nodes), newer: together(there), name: field}
  }
  const [was, is] = [older, newer].map(flat => said(flat, 'items').map(({node}) => child(node, 'items')))
  if (was?.length && is?.length) yield {older: together(was), newer: together(is), name}
}

/** What is said of the element or attribute, but for what holds anyway: it is called as the field is. */
function marksOf(flat: Flat, name: string): Readonly<Record<string, unknown>> {
  const marks: Record<string, unknown> = {}
  for (const {value} of said(flat, 'xml'))
    for (const key of ['name', 'namespace', 'prefix', 'attribute', 'wrapped', 'nodeType']) {
      const mark = isRecord(value) ? own(value, key) : undefined
      if (mark !== undefined && mark !== false && !(key === 'name' && mark === name)) marks[key] ??= mark
    }
  return marks
}

function placeOf(flat: Flat, snapshot: Snapshot): Place {
  const node = said(flat, 'xml')[0]?.node ?? flat.node
  return snapshot.placeAt(originOf(node), node.resource.book.address)
}
