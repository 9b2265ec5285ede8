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

/** A schema and the document that its references point into. */
export type Source = SchemaSource

const LOCAL_ADDRESS = 'tenure:///'

/** Whether an address means the same in every document, unlike the internal address of a document without one. */
export const isElsewhere = (address: string): boolean => !address.startsWith(LOCAL_ADDRESS)

/** Documents by their root value. Documents do not change while they are in use, so all questions share their nodes. */
const documents = new WeakMap<object, Book[]>()

/**
 * Lookups that belong to API descriptions. The description itself is always read before the files that it refers to.
 */
const apiLookups = new WeakSet<object>()

/** Whether `int32` and `int64` restrict values. OpenAPI registers these formats, JSON Schema does not. */
export const countsBits = ({traits, resource}: Node): boolean => !traits.id || resource.book.isOfApi

export function nodeOf(source: Source): Node {
  const {schema, pointer = ''} = source
  return enter({raw: schema, resource: wholeOf(documentOf(source)), pointer})
}

function documentOf({schema, document, dialect, address = LOCAL_ADDRESS, lookup}: Source): Book {
  const root = document ?? schema
  const kept = typeof root === 'object' && root !== null ? (documents.get(root) ?? []) : []
  const known = kept.find(
    schemaDocument =>
      schemaDocument.dialect === dialect && schemaDocument.lookup === lookup && schemaDocument.address === address
  )
  if (known) return known
  if (lookup && isDescription(root)) apiLookups.add(lookup)
  const isOfApi = lookup ? apiLookups.has(lookup) : isDescription(root)
  const schemaDocument: Book = {root, address, dialect, lookup, shelf: new Map(), isOfApi}
  if (typeof root === 'object' && root !== null) documents.set(root, [...kept, schemaDocument])
  return schemaDocument
}

/** Subschema at a path below this schema. */
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

/** Resource as entered from another one, whose dynamic scope it inherits. */
export function comingFrom(from: Resource, to: Resource): Resource {
  if (from === to) return to
  const {nodes, pointed, ...parts} = to
  return resourceOf({...parts, came: scopeOf(from)})
}

/** Annotation that keeps the place of a schema before it was rewritten, as a JSON pointer in its document. */
export const ORIGIN = 'x-tenure-at'

/** Place of a schema before it was rewritten, as a JSON pointer; its present place if it was not. */
export function originOf({raw, pointer}: Node): string {
  const origin = isRecord(raw) ? own(raw, ORIGIN) : undefined
  return typeof origin === 'string' ? origin : pointer
}
