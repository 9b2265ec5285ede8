import type {SourceLocation} from '@tenure/core/model/location'
import {childNode, type Node, originalPointer, rootNode} from '@tenure/json-schema/document/node'
import {isRecord, own} from '@tenure/json-schema/json'
import type {SchemaSource} from '@tenure/json-schema/schema-source'
import type {Snapshot} from '../../snapshot.ts'
import type {OlderNewer} from '../context.ts'
import {
  acceptedTypesOf,
  type FlatSchema,
  flatten,
  hasUnresolvedReference,
  keywordValues,
  mergeSchemas,
  propertiesOf
} from '../flatten/flatten.ts'
import type {ChangedReferences} from '../unchanged/changed-references.ts'

export const isXmlMediaType = (type: string): boolean => /^[^;]*[/+]xml(;|$)/i.test(type)

/** A value whose name or position in XML changed. */
export interface XmlChange {
  /** The field that holds the value; missing for the value as a whole. */
  readonly name?: string
  readonly was: string
  readonly is: string
  readonly old: SourceLocation
  readonly new: SourceLocation
}

interface NamedNodes extends OlderNewer<Node> {
  readonly name: string
}

/**
 * Finds values that are written differently in XML. Differences in the values themselves are reported by the schema
 * comparison.
 */
export function findXmlChanges(
  {older, newer}: OlderNewer<SchemaSource>,
  {changedReferences, ...context}: OlderNewer<Snapshot> & {readonly changedReferences: ChangedReferences}
): XmlChange[] {
  const found: XmlChange[] = []
  const seen = new Map<Node, Set<Node>>()
  const open: NamedNodes[] = [{older: rootNode(older), newer: rootNode(newer), name: ''}]
  for (let next = open.pop(); next; next = open.pop()) {
    const others = seen.get(next.older) ?? new Set<Node>()
    seen.set(next.older, others)
    if (others.has(next.newer) || changedReferences.isUnchanged(next.older, next.newer)) continue
    others.add(next.newer)
    const two = {older: flatten(next.older), newer: flatten(next.newer)}
    // The XML name may be in the part that couldn't be read, which the schema comparison reports.
    if (hasUnresolvedReference(two.older) || hasUnresolvedReference(two.newer)) continue
    const [was, is] = [xmlFormOf(two.older, next.name), xmlFormOf(two.newer, next.name)]
    if (was !== is) {
      const places = {old: placeOf(two.older, context.older), new: placeOf(two.newer, context.newer)}
      found.push({...(next.name === '' ? {} : {name: next.name}), was, is, ...places})
    }
    open.push(...nodesBelow(two, next.name))
  }
  return found
}

function* nodesBelow({older, newer}: OlderNewer<FlatSchema>, name: string): Iterable<NamedNodes> {
  const others = propertiesOf(newer)
  for (const [field, nodes] of propertiesOf(older)) {
    const there = others.get(field)
    if (there) yield {older: mergeSchemas(nodes), newer: mergeSchemas(there), name: field}
  }
  const [was, is] = [older, newer].map(flat => keywordValues(flat, 'items').map(({node}) => childNode(node, 'items')))
  if (was?.length && is?.length) yield {older: mergeSchemas(was), newer: mergeSchemas(is), name}
}

/**
 * How a value is written in XML, by default under the name of its field. From OpenAPI 3.2 on, `nodeType` replaces
 * `attribute`, and a list with the node type `element` is a wrapped list.
 */
function xmlFormOf(flat: FlatSchema, name: string): string {
  const mark = (key: string): unknown => xmlValuesOf(flat, key)[0]
  const types = acceptedTypesOf(flat)
  const isList = types.has('array') && types.size <= 2
  const nodeType = mark('nodeType')
  const isWrapped = isList && (mark('wrapped') === true || nodeType === 'element')
  // A list that isn't wrapped has no element of its own, and its items have its name.
  const usual = isList && nodeType === 'none' ? 'element' : (nodeType ?? 'element')
  const type = mark('attribute') === true ? 'attribute' : String(usual)
  const [prefix, space] = [mark('prefix'), mark('namespace')]
  const title = `${prefix === undefined ? '' : `${prefix}:`}${mark('name') ?? name}`
  const words = [isWrapped ? 'wrapped' : '', type, title, space === undefined ? '' : `of ${space}`]
  return words.filter(word => word !== '').join(' ')
}

const xmlValuesOf = (flat: FlatSchema, key: string): unknown[] =>
  keywordValues(flat, 'xml').flatMap(({value}) => {
    const mark = isRecord(value) ? own(value, key) : undefined
    return mark === undefined || mark === false ? [] : [mark]
  })

function placeOf(flat: FlatSchema, snapshot: Snapshot): SourceLocation {
  const node = keywordValues(flat, 'xml')[0]?.node ?? flat.node
  return snapshot.placeAt(originalPointer(node), node.resource.document.address)
}
