import {escapePointerKey, isRecord, own} from '../json.ts'
import type {SchemaSource} from '../schema-source.ts'
import {dynamicScopeOf} from './dynamic-scope.ts'
import {
  containingResource,
  internResource,
  isApiDescription,
  rootResource,
  type SchemaDocument,
  type SchemaNode,
  type SchemaPlace,
  type SchemaResource
} from './schema-document.ts'

export type {SchemaNode as Node, SchemaPlace as Place} from './schema-document.ts'

/** A schema and the document that its references point into. */
export type Source = SchemaSource

const LOCAL_ADDRESS = 'tenure:///'

/** Whether an address means the same in every document, unlike the internal address of a document without one. */
export const isGlobalAddress = (address: string): boolean => !address.startsWith(LOCAL_ADDRESS)

/** Documents by their root value. Documents do not change while they are in use, so all questions share their nodes. */
const documents = new WeakMap<object, SchemaDocument[]>()

/**
 * Lookup functions of API descriptions, by which their other files are recognized, because the description itself is
 * always read first.
 */
const apiLookups = new WeakSet<object>()

/** Whether formats such as `int32` restrict numbers. OpenAPI registers these formats, JSON Schema does not. */
export const hasNumberFormats = ({traits, resource}: SchemaNode): boolean =>
  !traits.id || resource.document.isFromApiDescription

export function rootNode(source: Source): SchemaNode {
  const {schema, pointer = ''} = source
  return sources.get(source) ?? nodeAt({raw: schema, resource: rootResource(documentOf(source)), pointer})
}

const sources = new WeakMap<Source, SchemaNode>()

/** A node as a source, whose root is this node again, in its resource and dynamic scope. */
export function toSchemaSource(node: SchemaNode): Source {
  const {root, address, lookup} = node.resource.document
  const {raw, pointer, dialect} = node
  const source = {schema: raw, document: root, pointer, dialect, address, ...(lookup ? {lookup} : {})}
  sources.set(source, node)
  return source
}

function documentOf({schema, document, dialect, address = LOCAL_ADDRESS, lookup}: Source): SchemaDocument {
  const root = document ?? schema
  const kept = typeof root === 'object' && root !== null ? (documents.get(root) ?? []) : []
  const known = kept.find(
    schemaDocument =>
      schemaDocument.dialect === dialect && schemaDocument.lookup === lookup && schemaDocument.address === address
  )
  if (known) return known
  if (lookup && isApiDescription(root)) apiLookups.add(lookup)
  const isOfApi = lookup ? apiLookups.has(lookup) : isApiDescription(root)
  const schemaDocument: SchemaDocument = {
    root,
    address,
    dialect,
    lookup,
    otherDocuments: new Map(),
    isFromApiDescription: isOfApi
  }
  if (typeof root === 'object' && root !== null) documents.set(root, [...kept, schemaDocument])
  return schemaDocument
}

/** Subschema at a path below this schema. */
export function childNode(node: SchemaNode, ...steps: readonly (string | number)[]): SchemaNode {
  let raw = node.raw
  let pointer = node.pointer
  for (const step of steps) {
    raw = typeof raw === 'object' && raw !== null ? own(raw, String(step)) : undefined
    pointer += `/${escapePointerKey(step)}`
  }
  return nodeAt({raw, resource: node.resource, pointer})
}

export function nodeAt({raw, resource, pointer}: SchemaPlace): SchemaNode {
  const known = typeof raw === 'object' && raw !== null ? (resource.nodes.get(raw) ?? embedded.get(raw)) : undefined
  if (known) return known
  const inside = enterResource(resource, containingResource({raw, resource, pointer}))
  const {dialect, traits} = inside.language
  const node: SchemaNode = {raw, pointer, resource: inside, traits, dialect}
  if (typeof raw !== 'object' || raw === null) return node
  const same = inside.nodes.get(raw) ?? node
  inside.nodes.set(raw, same)
  resource.nodes.set(raw, same)
  return same
}

const embedded = new WeakMap<object, SchemaNode>()
const embeddings = new WeakMap<SchemaNode, object>()

/**
 * The schema of a node to put into a schema that is made in a resource. If the node is of another resource, it's a copy
 * that stands for the node, so that its references keep their base.
 */
export function embed(node: SchemaNode, resource: SchemaResource): unknown {
  if (node.resource === resource || typeof node.raw !== 'object' || node.raw === null) return node.raw
  const copy = embeddings.get(node) ?? {...node.raw}
  embeddings.set(node, copy)
  embedded.set(copy, node)
  return copy
}

/** Resource as entered from another one, whose dynamic scope it inherits. */
export function enterResource(from: SchemaResource, to: SchemaResource): SchemaResource {
  if (from === to) return to
  const {nodes, resolved: pointed, ...parts} = to
  return internResource({...parts, outerScope: dynamicScopeOf(from)})
}

/** Annotation that keeps the place of a schema before it was rewritten, as a JSON pointer in its document. */
export const ORIGIN_KEYWORD = 'x-tenure-at'

/** Place of a schema before it was rewritten, as a JSON pointer; its present place if it was not. */
export function originalPointer({raw, pointer}: SchemaNode): string {
  const origin = isRecord(raw) ? own(raw, ORIGIN_KEYWORD) : undefined
  return typeof origin === 'string' ? origin : pointer
}
