import {pointerKey} from '../model/place.ts'
import {isRecord, own} from './json.ts'
import {holdsSchemas, KEYWORDS} from './keywords.ts'
import {absolute, type Book, child, enter, type Names, type Node, type Place, type Resource, wholeOf} from './node.ts'

const MAX_HOPS = 100

/** Where a reference leads; the absolute address, where nothing is there. */
export function follow(node: Node, reference: string): Node | string {
  // The same few references are followed over and over.
  const known = reference.startsWith('#') ? node.resource.pointed.get(reference) : undefined
  if (known) return known
  const found = led(node, reference)
  if (typeof found === 'object' && reference.startsWith('#')) node.resource.pointed.set(reference, found)
  return found
}

function led(node: Node, reference: string): Node | string {
  const [uri = '', fragment = ''] = reference.split('#', 2)
  const address = uri === '' ? node.resource.address : absolute(uri, node.resource.address)
  const found = uri === '' ? node.resource : resourceAt(node.resource.book, address)
  const missing = `${address}#${fragment}`
  if (!found) return missing
  if (fragment === '') return enter({raw: found.root, resource: found, pointer: found.pointer})
  const name = decode(fragment)
  if (name.startsWith('/')) return pointedAt(found, name) ?? missing
  const anchored = namesOf(found.book).places.get(`${found.address}#${name}`)
  return anchored ? enter(anchored) : missing
}

/**
 * Where a dynamic reference leads, as far as that is the same from everywhere: one anchor of the name in the one
 * document. Else `undefined`.
 */
export function followDynamic(
  node: Node,
  keyword: '$dynamicRef' | '$recursiveRef',
  reference: string
): Node | undefined {
  const {book} = node.resource
  const target = follow(node, reference)
  if (typeof target === 'string') return undefined
  const names = namesOf(book)
  const name = reference.split('#')[1] ?? ''
  const anchors =
    keyword === '$recursiveRef'
      ? isRecord(target.raw) && own(target.raw, '$recursiveAnchor') === true && names.recursiveAnchors
      : isRecord(target.raw) && own(target.raw, '$dynamicAnchor') === name && names.dynamicAnchors.get(name)
  return !anchors || (anchors === 1 && book.isFirst && target.resource.book === book) ? target : undefined
}

function resourceAt(book: Book, address: string): Resource | undefined {
  if (address === book.address) return wholeOf(book)
  const named = namesOf(book).places.get(address)
  if (named) return named.resource
  const shelved = book.shelf.get(address)
  if (shelved) return wholeOf(shelved)
  const root = book.lookup?.(address)
  if (root === undefined) return undefined
  const other: Book = {...book, root, address, isFirst: false}
  delete other.names
  book.shelf.set(address, other)
  return wholeOf(other)
}

function pointedAt(resource: Resource, pointer: string): Node | undefined {
  const known = resource.pointed.get(pointer)
  if (known) return known
  const last = pointer.lastIndexOf('/')
  const above = pointer.slice(0, last)
  // Most references lead into the same few maps.
  let node = resource.pointed.get(above)
  if (!node) {
    node = enter({raw: resource.root, resource, pointer: resource.pointer})
    for (const step of above.split('/').slice(1)) {
      const below = memberOf(node, step)
      if (!below) return undefined
      node = below
    }
    resource.pointed.set(above, node)
  }
  const found = memberOf(node, pointer.slice(last + 1))
  if (found) resource.pointed.set(pointer, found)
  return found
}

function memberOf(node: Node, step: string): Node | undefined {
  const name = step.replaceAll('~1', '/').replaceAll('~0', '~')
  return typeof node.raw === 'object' && node.raw !== null && Object.hasOwn(node.raw, name)
    ? child(node, name)
    : undefined
}

/** Reads a document once for the names that it gives, where schemas are: an `$id` in data or an extension names nothing. */
function namesOf(book: Book): Names {
  if (book.names) return book.names
  const places = new Map<string, Place>()
  const dynamicAnchors = new Map<string, number>()
  let recursiveAnchors = 0
  const put = (name: string, place: Place): void => {
    if (!places.has(name)) places.set(name, place)
  }
  const seen = new Set<unknown>()
  const first = wholeOf(book)
  const open: (Place & {readonly isSchema: boolean})[] = [
    {raw: book.root, resource: first, pointer: '', isSchema: !isDescription(book.root)}
  ]
  put(first.address, {raw: book.root, resource: first, pointer: ''})
  for (let place = open.pop(); place; place = open.pop()) {
    const {raw, pointer, isSchema} = place
    if (typeof raw !== 'object' || raw === null || seen.has(raw)) continue
    seen.add(raw)
    const {resource} = isRecord(raw) ? enter(place) : place
    if (isRecord(raw)) {
      const here = {raw, resource, pointer}
      if (resource.root === raw) put(resource.address, here)
      const id = book.traits.id && own(raw, book.traits.id)
      if (typeof id === 'string' && id.startsWith('#')) put(`${resource.address}${id}`, here)
      for (const keyword of ['$anchor', '$dynamicAnchor']) {
        const name = own(raw, keyword)
        if (typeof name !== 'string') continue
        put(`${resource.address}#${name}`, here)
        if (keyword === '$dynamicAnchor') dynamicAnchors.set(name, (dynamicAnchors.get(name) ?? 0) + 1)
      }
      if (own(raw, '$recursiveAnchor') === true) recursiveAnchors++
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
  book.names = {places, dynamicAnchors, recursiveAnchors}
  return book.names
}

/** An API description holds schemas wherever it likes. */
const isDescription = (root: unknown): boolean => isRecord(root) && ('openapi' in root || 'swagger' in root)

/** The schema itself, where this one only refers to it. The pure circle of references stays where it is. */
export function arrive(node: Node): Node {
  let here = node
  for (let hops = 0; hops < MAX_HOPS; hops++) {
    const reference = isRecord(here.raw) ? own(here.raw, '$ref') : undefined
    if (typeof reference !== 'string') return here
    if (!here.traits.refStandsAlone && !refersOnly(here.raw as object)) return here
    const target = follow(here, reference)
    if (typeof target === 'string') return here
    here = target
  }
  return node
}

const refersOnly = (raw: object): boolean => Object.keys(raw).every(name => name === '$ref' || !KEYWORDS.has(name))

function decode(fragment: string): string {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}
