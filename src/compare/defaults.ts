import type {SchemaSource} from '../model/snapshot.ts'
import {enter, type Node, nodeOf} from '../schema/node.ts'
import {isEqual} from './equality.ts'
import {type Flat, flatten, said} from './flat.ts'
import {sourceOf} from './proofs.ts'
import {together} from './together.ts'

const made = new WeakMap<Node, Node>()
const needed = new WeakSet<object>()

/** Schemas of what must be there on both sides, where their defaults differ: nobody is given these. */
export function withoutDefaults(olds: readonly Node[], news: readonly Node[]): [readonly Node[], readonly Node[]] {
  if (olds.length === 0 || news.length === 0) return [olds, news]
  const [was, is] = [together(olds), together(news)]
  return isEqual(defaultOf(flatten(was)), defaultOf(flatten(is)))
    ? [olds, news]
    : [[withoutDefault(was)], [withoutDefault(is)]]
}

interface Both<Held> {
  readonly older: Held
  readonly newer: Held
}

/** What must be sent has no use for a default. */
export function bare<Held extends {readonly schema?: SchemaSource}>({older, newer}: Both<Held>): Both<Held> {
  if (!older.schema || !newer.schema) return {older, newer}
  const [[was], [is]] = withoutDefaults([nodeOf(older.schema)], [nodeOf(newer.schema)])
  return was && is
    ? {older: {...older, schema: sourceOf(was)}, newer: {...newer, schema: sourceOf(is)}}
    : {older, newer}
}

/** What is meant where nothing is sent, unless something always is. */
export const defaultOf = (flat: Flat): unknown => (isNeeded(flat) ? undefined : said(flat, 'default')[0]?.value)

const isNeeded = ({node: {raw}}: Flat): boolean => typeof raw === 'object' && raw !== null && needed.has(raw)

/** The schema in another place: what refers to it elsewhere may be left out. */
function withoutDefault(node: Node): Node {
  const known = made.get(node)
  if (known) return known
  const raw = {allOf: [node.raw]}
  needed.add(raw)
  const bare = enter({raw, resource: node.resource, pointer: node.pointer})
  made.set(node, bare)
  return bare
}
