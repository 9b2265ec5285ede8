import type {SchemaSource} from '../../model/api/snapshot.ts'
import {pointerKey} from '../../model/location.ts'
import {isRecord, own} from '../json.ts'
import {scopeOf} from './dynamic-scope.ts'
import {
  type Book,
  isDescription,
  type Node,
  type Place,
  type Resource,
  resourceOf,
  wholeOf,
  within
} from './schema-document.ts'

export type {Node, Place} from './schema-document.ts'

/** A schema and what it may refer to. */
export type Source = SchemaSource

const HOME = 'tenure:///'

/** Whether an address means the same in every document. */
export const isElsewhere = (address: string): boolean => !address.startsWith(HOME)

/** Documents do not change while they are asked about: their nodes are the same for all questions. */
const books = new WeakMap<object, Book[]>()

/** What finds the files of API descriptions. The description itself is always read before the files beside it. */
const ofApis = new WeakSet<object>()

/** Whether formats of whole numbers say something: those are no formats of JSON Schema, but of OpenAPI. */
export const countsBits = ({traits, resource}: Node): boolean => !traits.id || resource.book.isOfApi

export function nodeOf(source: Source): Node {
  const {schema, pointer = ''} = source
  return enter({raw: schema, resource: wholeOf(bookOf(source)), pointer})
}

function bookOf({schema, document, dialect, address = HOME, lookup}: Source): Book {
  const root = document ?? schema
  const kept = typeof root === 'object' && root !== null ? (books.get(root) ?? []) : []
  const known = kept.find(book => book.dialect === dialect && book.lookup === lookup && book.address === address)
  if (known) return known
  if (lookup && isDescription(root)) ofApis.add(lookup)
  const isOfApi = lookup ? ofApis.has(lookup) : isDescription(root)
  const book: Book = {root, address, dialect, lookup, shelf: new Map(), isOfApi}
  if (typeof root === 'object' && root !== null) books.set(root, [...kept, book])
  return book
}

/** The schema at the end of the steps, which lead down from this one. */
export function child(node: Node, ...steps: readonly (string | number)[]): Node {
  let raw = node.raw
  let pointer = node.pointer
  for (const step of steps) {
    raw = typeof raw === 'object' && raw !== null ? own(raw, String(step)) : undefined
    pointer += `/${pointerKey(step)}`
  }
  return enter({raw, resource: node.resource, pointer})
}

export function enter({raw, resource, pointer}: Place): Node {
  const known = typeof raw === 'object' && raw !== null ? resource.nodes.get(raw) : undefined
  if (known) return known
  const inside = comingFrom(resource, within({raw, resource, pointer}))
  const {dialect, traits} = inside.language
  const node: Node = {raw, pointer, resource: inside, traits, dialect}
  if (typeof raw !== 'object' || raw === null) return node
  const same = inside.nodes.get(raw) ?? node
  inside.nodes.set(raw, same)
  resource.nodes.set(raw, same)
  return same
}

/** A resource as it is entered from another one: dynamic references in it lead where those on the way do. */
export function comingFrom(from: Resource, to: Resource): Resource {
  if (from === to) return to
  const {nodes, pointed, ...parts} = to
  return resourceOf({...parts, came: scopeOf(from)})
}

/** Where a schema was before it was rewritten: an annotation, as a JSON pointer in its document. */
export const ORIGIN = 'x-tenure-at'

/** Where a schema was before a reading rewrote it. */
export function originOf({raw, pointer}: Node): string {
  const origin = isRecord(raw) ? own(raw, ORIGIN) : undefined
  return typeof origin === 'string' ? origin : pointer
}
