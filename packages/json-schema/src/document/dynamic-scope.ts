import {escapePointerKey, isRecord, own} from '../json.ts'
import {subschemaForm} from '../keywords.ts'
import {createNumbering} from '../memoize.ts'
import {
  containingResource,
  type DocumentNames,
  type DynamicScope,
  EMPTY_SCOPE,
  isApiDescription,
  resolveAddress,
  rootResource,
  type SchemaDocument,
  type SchemaPlace,
  type SchemaResource
} from './schema-document.ts'

/** Name of `$recursiveAnchor` among the dynamic anchors. No anchor has an empty name. */
export const RECURSIVE_ANCHOR = ''

/**
 * Collects the addresses and anchors of a document once. Only schemas count: an `$id` in data or in an extension names
 * nothing.
 */
export function collectDocumentNames(document: SchemaDocument): DocumentNames {
  if (document.names) return document.names
  const places = new Map<string, SchemaPlace>()
  const dynamic = new Map<string, Map<string, SchemaPlace>>()
  const ambiguous = new Set<string>()
  const put = <T extends SchemaPlace>(map: Map<string, T>, name: string, value: T): void => {
    const known = map.get(name)
    if (!known) map.set(name, value)
    else if (known.raw !== value.raw && map === places) ambiguous.add(name)
  }
  const seen = new Set<unknown>()
  const first = rootResource(document)
  const open: (SchemaPlace & {readonly isSchema: boolean})[] = [
    {raw: document.root, resource: first, pointer: '', isSchema: !isApiDescription(document.root)}
  ]
  put(places, first.address, {raw: document.root, resource: first, pointer: ''})
  // An API description can declare an address other than that of its file (OpenAPI 3.2).
  const self = isRecord(document.root) && isApiDescription(document.root) ? own(document.root, '$self') : undefined
  if (typeof self === 'string')
    put(places, resolveAddress(self, document.address), {raw: document.root, resource: first, pointer: ''})
  for (let place = open.pop(); place; place = open.pop()) {
    const {raw, pointer, isSchema} = place
    if (typeof raw !== 'object' || raw === null || seen.has(raw)) continue
    seen.add(raw)
    const resource = containingResource(place)
    if (isRecord(raw)) {
      const here = {raw, resource, pointer}
      if (resource.root === raw) put(places, resource.address, here)
      for (const [name, isDynamic] of anchorsIn(here)) {
        if (name !== RECURSIVE_ANCHOR) put(places, `${resource.address}#${name}`, here)
        if (!isDynamic) continue
        const names = dynamic.get(resource.address) ?? new Map<string, SchemaPlace>()
        dynamic.set(resource.address, names)
        put(names, name, here)
      }
    }
    for (const [name, value] of Object.entries(raw).reverse()) {
      const below = isSchema && isRecord(raw) ? subschemaForm(name) : 'any'
      const at = {resource, pointer: `${pointer}/${escapePointerKey(name)}`}
      if (below === 'map' && isRecord(value)) {
        for (const [inner, schema] of Object.entries(value).reverse()) {
          open.push({raw: schema, resource, pointer: `${at.pointer}/${escapePointerKey(inner)}`, isSchema: true})
        }
      } else if (below !== 'none') open.push({raw: value, ...at, isSchema})
    }
  }
  // A name that several schemas have leads to none of them.
  for (const name of ambiguous) places.delete(name)
  document.names = {places, dynamic}
  return document.names
}

/** Anchors that a schema declares in its resource, each with whether it is dynamic. */
function* anchorsIn({raw, resource}: SchemaPlace): Iterable<readonly [string, boolean]> {
  const record = raw as Readonly<Record<string, unknown>>
  const {id} = resource.language.traits
  const address = id && own(record, id)
  if (typeof address === 'string' && address.startsWith('#')) yield [address.slice(1), false]
  for (const keyword of ['$anchor', '$dynamicAnchor']) {
    const name = own(record, keyword)
    if (typeof name === 'string') yield [name, keyword === '$dynamicAnchor']
  }
  if (own(record, '$recursiveAnchor') === true && resource.root === raw) yield [RECURSIVE_ANCHOR, true]
}

const scopes = new WeakMap<SchemaResource, DynamicScope>()
const numberOf = createNumbering()

/** Dynamic scope inside a resource. The anchors of outer resources take precedence over its own. */
export function dynamicScopeOf(resource: SchemaResource): DynamicScope {
  const known = scopes.get(resource)
  if (known) return known
  const scope = resource.language.traits.isDynamic ? enterScope(resource) : EMPTY_SCOPE
  scopes.set(resource, scope)
  return scope
}

function enterScope({outerScope, document: book, address}: SchemaResource): DynamicScope {
  const names = collectDocumentNames(book).dynamic.get(address)
  const fresh = [...(names ?? [])].filter(([name]) => !outerScope.anchors.has(name))
  if (fresh.length === 0) return outerScope
  const anchors = new Map([...outerScope.anchors, ...fresh])
  const key = [...anchors].map(([name, {raw}]) => `${name}:${numberOf(raw as object)}`).sort()
  return {key: key.join(), anchors}
}
