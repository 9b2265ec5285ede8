import {pointerKey} from '../model/place.ts'
import type {Dialect, SchemaSource} from '../model/snapshot.ts'
import {TRAITS, type Traits} from './dialect.ts'
import {isRecord, own} from './json.ts'

/** A schema and what it may refer to. */
export type Source = SchemaSource

/** A document as a whole, with what it names once somebody asks. */
export interface Book {
  readonly root: unknown
  readonly address: string
  readonly dialect: Dialect
  readonly traits: Traits
  readonly lookup?: ((address: string) => unknown) | undefined
  readonly shelf: Map<string, Book>
  readonly isFirst: boolean
  names?: Names
}

export interface Names {
  /** Schema resources by their address, and anchors by address and name. */
  readonly places: ReadonlyMap<string, Place>
  readonly dynamicAnchors: ReadonlyMap<string, number>
  readonly recursiveAnchors: number
}

export interface Place {
  readonly raw: unknown
  readonly resource: Resource
  readonly pointer: string
}

/** A part of a document with an address of its own. */
export interface Resource {
  readonly root: unknown
  readonly address: string
  readonly pointer: string
  readonly book: Book
  readonly nodes: WeakMap<object, Node>
  /** What references have led to. */
  readonly pointed: Map<string, Node>
}

/** One schema in its place. The same object in the same resource is the same node. */
export interface Node {
  readonly raw: unknown
  readonly pointer: string
  readonly resource: Resource
  readonly traits: Traits
  readonly dialect: Dialect
}

const HOME = 'tenure:///'

/** Whether an address means the same in every document. */
export const isElsewhere = (address: string): boolean => !address.startsWith(HOME)

/** Documents do not change while they are asked about: their nodes are the same for all questions. */
const books = new WeakMap<object, Book[]>()

export function nodeOf(source: Source): Node {
  const {schema, pointer = ''} = source
  return enter({raw: schema, resource: wholeOf(bookOf(source)), pointer})
}

function bookOf({schema, document, dialect, address = HOME, lookup}: Source): Book {
  const root = document ?? schema
  const kept = typeof root === 'object' && root !== null ? (books.get(root) ?? []) : []
  const known = kept.find(book => book.dialect === dialect && book.lookup === lookup && book.address === address)
  if (known) return known
  const traits = TRAITS[dialect]
  const book: Book = {root, address, dialect, traits, lookup, shelf: new Map(), isFirst: true}
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
  const {book} = resource
  const address = isRecord(raw) && raw !== resource.root ? addressIn(raw, book.traits, resource.address) : undefined
  const inside = address === undefined ? resource : resourceOf(book, raw, address, pointer)
  const make = (): Node => ({raw, pointer, resource: inside, traits: book.traits, dialect: book.dialect})
  if (typeof raw !== 'object' || raw === null) return make()
  const known = inside.nodes.get(raw)
  if (known) return known
  const node = make()
  inside.nodes.set(raw, node)
  return node
}

const resources = new WeakMap<Book, Map<unknown, Resource>>()

function resourceOf(book: Book, root: unknown, address: string, pointer: string): Resource {
  const all = resources.get(book) ?? new Map<unknown, Resource>()
  resources.set(book, all)
  const known = all.get(root)
  if (known) return known
  const resource = {root, address, pointer, book, nodes: new WeakMap<object, Node>(), pointed: new Map<string, Node>()}
  all.set(root, resource)
  return resource
}

/** The whole document as a resource, under the address that it gives itself. */
export function wholeOf(book: Book): Resource {
  const given = isRecord(book.root) ? addressIn(book.root, book.traits, book.address) : undefined
  return resourceOf(book, book.root, given ?? book.address, '')
}

/** The address that a schema gives itself. A mere `#name` is an anchor. */
function addressIn(raw: Readonly<Record<string, unknown>>, traits: Traits, base: string): string | undefined {
  const id = traits.id && own(raw, traits.id)
  if (typeof id !== 'string' || id.startsWith('#') || id === '') return undefined
  if (traits.refStandsAlone && typeof own(raw, '$ref') === 'string') return undefined
  return absolute(id.split('#', 1)[0] as string, base)
}

export function absolute(uri: string, base: string): string {
  try {
    const url = new URL(uri, base)
    url.hash = ''
    return url.href
  } catch {
    return uri
  }
}

/** Where a schema was before it was rewritten: an annotation, as a JSON pointer in its document. */
export const ORIGIN = 'x-tenure-at'

/** Where a schema was before a reading rewrote it. */
export function originOf({raw, pointer}: Node): string {
  const origin = isRecord(raw) ? own(raw, ORIGIN) : undefined
  return typeof origin === 'string' ? origin : pointer
}
