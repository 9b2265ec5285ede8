import {pointerKey} from '../../model/location.ts'
import {isRecord, own} from '../json.ts'
import {holdsSchemas} from '../keywords.ts'
import {
  absolute,
  type Book,
  isDescription,
  type Names,
  NO_SCOPE,
  type Place,
  type Resource,
  type Scope,
  wholeOf,
  within
} from './schema-document.ts'

/** Name of `$recursiveAnchor` among the dynamic anchors. No anchor has an empty name. */
export const RECURSIVE = ''

/**
 * Collects the addresses and anchors of a document once. Only schemas count: an `$id` in data or in an extension names
 * nothing.
 */
export function namesOf(document: Book): Names {
  if (document.names) return document.names
  const places = new Map<string, Place>()
  const dynamic = new Map<string, Map<string, Place>>()
  const put = <T>(map: Map<string, T>, name: string, value: T): void => {
    if (!map.has(name)) map.set(name, value)
  }
  const seen = new Set<unknown>()
  const first = wholeOf(document)
  const open: (Place & {readonly isSchema: boolean})[] = [
    {raw: document.root, resource: first, pointer: '', isSchema: !isDescription(document.root)}
  ]
  put(places, first.address, {raw: document.root, resource: first, pointer: ''})
  // An API description can declare an address other than that of its file (OpenAPI 3.2).
  const self = isRecord(document.root) && isDescription(document.root) ? own(document.root, '$self') : undefined
  if (typeof self === 'string')
    put(places, absolute(self, document.address), {raw: document.root, resource: first, pointer: ''})
  for (let place = open.pop(); place; place = open.pop()) {
    const {raw, pointer, isSchema} = place
    if (typeof raw !== 'object' || raw === null || seen.has(raw)) continue
    seen.add(raw)
    const resource = within(place)
    if (isRecord(raw)) {
      const here = {raw, resource, pointer}
      if (resource.root === raw) put(places, resource.address, here)
      for (const [name, isDynamic] of anchorsIn(here)) {
        if (name !== RECURSIVE) put(places, `${resource.address}#${name}`, here)
        if (!isDynamic) continue
        const names = dynamic.get(resource.address) ?? new Map<string, Place>()
        dynamic.set(resource.address, names)
        put(names, name, here)
      }
    }
    for (const [name, value] of Object.entries(raw).reverse()) {
      const below = isSchema && isRecord(raw) ? holdsSchemas(name) : 'any'
      const at = {resource, pointer: `${pointer}/${pointerKey(name)}`}
      if (below === 'map' && isRecord(value)) {
        for (const [inner, schema] of Object.entries(value).reverse()) {
          open.push({raw: schema, resource, pointer: `${at.pointer}/${pointerKey(inner)}`, isSchema: true})
        }
      } else if (below !== 'none') open.push({raw: value, ...at, isSchema})
    }
  }
  document.names = {places, dynamic}
  return document.names
}

/** Anchors that a schema declares in its resource, each with whether it is dynamic. */
function* anchorsIn({raw, resource}: Place): Iterable<readonly [string, boolean]> {
  const record = raw as Readonly<Record<string, unknown>>
  const {id} = resource.language.traits
  const address = id && own(record, id)
  if (typeof address === 'string' && address.startsWith('#')) yield [address.slice(1), false]
  for (const keyword of ['$anchor', '$dynamicAnchor']) {
    const name = own(record, keyword)
    if (typeof name === 'string') yield [name, keyword === '$dynamicAnchor']
  }
  if (own(record, '$recursiveAnchor') === true && resource.root === raw) yield [RECURSIVE, true]
}

const scopes = new WeakMap<Resource, Scope>()
const numbers = new WeakMap<object, number>()
let count = 0

/** Dynamic scope inside a resource. The anchors of outer resources take precedence over its own. */
export function scopeOf(resource: Resource): Scope {
  const known = scopes.get(resource)
  if (known) return known
  const scope = resource.language.traits.isDynamic ? enterScope(resource) : NO_SCOPE
  scopes.set(resource, scope)
  return scope
}

function enterScope({came, book, address}: Resource): Scope {
  const names = namesOf(book).dynamic.get(address)
  const fresh = [...(names ?? [])].filter(([name]) => !came.anchors.has(name))
  if (fresh.length === 0) return came
  const anchors = new Map([...came.anchors, ...fresh])
  const key = [...anchors].map(([name, {raw}]) => `${name}:${numberOf(raw as object)}`).sort()
  return {key: key.join(), anchors}
}

function numberOf(raw: object): number {
  const number = numbers.get(raw) ?? ++count
  numbers.set(raw, number)
  return number
}
