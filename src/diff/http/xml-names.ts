import type {SchemaSource, Snapshot} from '../../model/api/snapshot.ts'
import type {Place} from '../../model/location.ts'
import {child, type Node, nodeOf, originOf} from '../../schema/document/node.ts'
import {isRecord, own} from '../../schema/json.ts'
import type {Two} from '../context.ts'
import {type Flat, flatten, isLost, propertiesOf, said, typesOf} from '../flatten/flatten.ts'
import {together} from '../flatten/merge-schemas.ts'
import type {Dirt} from '../unchanged/changed-references.ts'

export const isMarkup = (type: string): boolean => /^[^;]*[/+]xml(;|$)/i.test(type)

/** A value that is there as it was and is called otherwise in XML, or stands elsewhere. */
export interface Marked {
  /** Its field; nothing of the value as a whole. */
  readonly name?: string
  readonly was: string
  readonly is: string
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
    // What could not be read may say it: that it could not is told of the schemas.
    if (isLost(two.older) || isLost(two.newer)) continue
    const [was, is] = [markOf(two.older, next.name), markOf(two.newer, next.name)]
    if (was !== is) {
      const places = {old: placeOf(two.older, walk.older), new: placeOf(two.newer, walk.newer)}
      found.push({...(next.name === '' ? {} : {name: next.name}), was, is, ...places})
    }
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

/**
 * What a value is in XML: it is called as its field is where nothing else is said. From OpenAPI 3.2 on a node has a type;
 * `attribute` is one of them, and a list of which it is said that it is an element is one that is wrapped.
 */
function markOf(flat: Flat, name: string): string {
  const mark = (key: string): unknown => marksOf(flat, key)[0]
  const types = typesOf(flat)
  const isList = types.has('array') && types.size <= 2
  const nodeType = mark('nodeType')
  const isWrapped = isList && (mark('wrapped') === true || nodeType === 'element')
  // A list that is not wrapped is nothing by itself, and hands its name on to its items.
  const usual = isList && nodeType === 'none' ? 'element' : (nodeType ?? 'element')
  const type = mark('attribute') === true ? 'attribute' : String(usual)
  const [prefix, space] = [mark('prefix'), mark('namespace')]
  const title = `${prefix === undefined ? '' : `${prefix}:`}${mark('name') ?? name}`
  const words = [isWrapped ? 'wrapped' : '', type, title, space === undefined ? '' : `of ${space}`]
  return words.filter(word => word !== '').join(' ')
}

const marksOf = (flat: Flat, key: string): unknown[] =>
  said(flat, 'xml').flatMap(({value}) => {
    const mark = isRecord(value) ? own(value, key) : undefined
    return mark === undefined || mark === false ? [] : [mark]
  })

function placeOf(flat: Flat, snapshot: Snapshot): Place {
  const node = said(flat, 'xml')[0]?.node ?? flat.node
  return snapshot.placeAt(originOf(node), node.resource.book.address)
}
