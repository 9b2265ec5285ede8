import {escapePointerKey, isRecord, own} from '../json.ts'
import {KEYWORDS} from '../keywords.ts'
import {collectDocumentNames, dynamicScopeOf, RECURSIVE_ANCHOR} from './dynamic-scope.ts'
import {enterResource, type Node, nodeAt} from './node.ts'
import {
  containingResource,
  resolveAddress,
  rootResource,
  type SchemaDocument,
  type SchemaPlace,
  type SchemaResource
} from './schema-document.ts'

const MAX_HOPS = 100

/** Target of a reference; its absolute address if it can't be resolved. */
export function resolveReference(node: Node, reference: string): Node | string {
  // Cached, because the same few references are resolved many times.
  const known = reference.startsWith('#') ? node.resource.resolved.get(reference) : undefined
  if (known) return known
  const found = resolve(node, reference)
  if (typeof found === 'object' && reference.startsWith('#')) node.resource.resolved.set(reference, found)
  return found
}

function resolve(node: Node, reference: string): Node | string {
  const [uri = '', fragment = ''] = reference.split('#', 2)
  const here = node.resource.around ?? node.resource
  const name = decode(fragment)
  const placeIn = (found: SchemaResource | undefined): SchemaPlace | undefined => {
    if (!found || fragment === '') return found && {raw: found.root, resource: found, pointer: found.pointer}
    if (name.startsWith('/')) return placeAt(found, name)
    return collectDocumentNames(found.document).places.get(`${found.address}#${name}`)
  }
  const {document} = here
  const address = uri === '' ? here.address : resolveAddress(uri, here.address)
  const place =
    placeIn(uri === '' ? here : resourceAt(document, address)) ??
    // Authors also mean paths and pointers of files, although an `$id` around them says otherwise.
    (uri === '' && !name.startsWith('/')
      ? undefined
      : placeIn(resourceAt(document, resolveAddress(uri, document.address))))
  return place ? enterTarget(place, node.resource) : `${address}#${fragment}`
}

/** Node at a place that a reference points to. Resources that enclose the place are not entered on the way. */
const enterTarget = (place: SchemaPlace, from: SchemaResource): Node =>
  nodeAt({...place, resource: enterResource(from, place.resource)})

/**
 * Target of a dynamic reference. If its static target is a dynamic anchor, it is the anchor of the same name in the
 * outermost resource on the way; otherwise it is the static target. The absolute address if it can't be resolved.
 */
export function resolveDynamicReference(
  node: Node,
  keyword: '$dynamicRef' | '$recursiveRef',
  reference: string
): Node | string {
  const target = resolveReference(node, reference)
  if (typeof target === 'string' || !isRecord(target.raw)) return target
  const name = keyword === '$recursiveRef' ? RECURSIVE_ANCHOR : (reference.split('#', 2)[1] ?? '')
  const isNamed =
    keyword === '$recursiveRef'
      ? own(target.raw, '$recursiveAnchor') === true
      : own(target.raw, '$dynamicAnchor') === name
  const first = isNamed ? dynamicScopeOf(node.resource).anchors.get(name) : undefined
  return first ? enterTarget(first, node.resource) : target
}

/** The references of a schema with their targets; each target that can't be resolved is an absolute address. */
export const listReferences = (node: Node): (readonly [reference: string, target: Node | string])[] =>
  (['$ref', '$dynamicRef', '$recursiveRef'] as const).flatMap(keyword => {
    const reference = isRecord(node.raw) ? own(node.raw, keyword) : undefined
    if (typeof reference !== 'string') return []
    const target =
      keyword === '$ref' ? resolveReference(node, reference) : resolveDynamicReference(node, keyword, reference)
    return [[reference, target] as const]
  })

function resourceAt(document: SchemaDocument, address: string): SchemaResource | undefined {
  if (address === document.address) return rootResource(document)
  const named = collectDocumentNames(document).places.get(address)
  if (named) return named.resource
  const opened = document.otherDocuments.get(address)
  if (opened) return rootResource(opened)
  const root = document.lookup?.(address)
  if (root === undefined) return undefined
  const other: SchemaDocument = {...document, root, address}
  delete other.names
  document.otherDocuments.set(address, other)
  return rootResource(other)
}

function placeAt(start: SchemaResource, pointer: string): SchemaPlace | undefined {
  const end = pointer.lastIndexOf('/')
  const parent = parentAt(start, pointer.slice(0, end))
  return parent && stepInto(parent, pointer.slice(end + 1))
}

const parents = new WeakMap<SchemaResource, Map<string, SchemaPlace | undefined>>()

/**
 * Place that a pointer leads to, cached because most references point into the same few maps; `undefined` if there is
 * none.
 */
function parentAt(start: SchemaResource, pointer: string): SchemaPlace | undefined {
  const all = parents.get(start) ?? new Map<string, SchemaPlace | undefined>()
  parents.set(start, all)
  if (all.has(pointer)) return all.get(pointer)
  let place: SchemaPlace | undefined = {raw: start.root, resource: start, pointer: start.pointer}
  for (const step of pointer.split('/').slice(1)) place = place && stepInto(place, step)
  all.set(pointer, place)
  return place
}

function stepInto({raw, resource, pointer}: SchemaPlace, step: string): SchemaPlace | undefined {
  const name = step.includes('~') ? step.replaceAll('~1', '/').replaceAll('~0', '~') : step
  if (typeof raw !== 'object' || raw === null || !Object.hasOwn(raw, name)) return undefined
  const inner = {raw: own(raw, name), resource, pointer: `${pointer}/${escapePointerKey(name)}`}
  return {...inner, resource: containingResource(inner)}
}

/**
 * Follows references as long as a schema consists of nothing but a reference. Returns the node itself if they form a
 * circle.
 */
export function dereference(node: Node): Node {
  let here = node
  for (let hops = 0; hops < MAX_HOPS; hops++) {
    const reference = isRecord(here.raw) ? own(here.raw, '$ref') : undefined
    if (typeof reference !== 'string') return here
    if (!here.traits.ignoresRefSiblings && !isPureReference(here.raw as object)) return here
    const target = resolveReference(here, reference)
    if (typeof target === 'string') return here
    here = target
  }
  return node
}

const isPureReference = (raw: object): boolean => Object.keys(raw).every(name => name === '$ref' || !KEYWORDS.has(name))

function decode(fragment: string): string {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}
