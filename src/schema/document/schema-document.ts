import type {Dialect} from '../../model/api/snapshot.ts'
import {draftNamed, TRAITS, type Traits} from '../dialect.ts'
import {isRecord, own} from '../json.ts'

/** A document, with its addresses and anchors once they have been collected. */
export interface Book {
  readonly root: unknown
  readonly address: string
  readonly dialect: Dialect
  readonly lookup?: ((address: string) => unknown) | undefined
  readonly shelf: Map<string, Book>
  /** Whether it is an API description, or was reached from one, so that the formats of OpenAPI restrict values. */
  readonly isOfApi: boolean
  names?: Names
}

export interface Names {
  /** Schema resources by address, and anchors by address and name. */
  readonly places: ReadonlyMap<string, Place>
  /** Dynamic anchors by the address of their resource, and by name. */
  readonly dynamic: ReadonlyMap<string, ReadonlyMap<string, Place>>
}

export interface Place {
  readonly raw: unknown
  readonly resource: Resource
  readonly pointer: string
}

/** Part of a document that has its own address, as entered with one dynamic scope. */
export interface Resource {
  readonly root: unknown
  readonly address: string
  readonly pointer: string
  readonly book: Book
  readonly language: Language
  /** Enclosing resource, if this part is in another dialect than the rest of its resource. */
  readonly around?: Resource | undefined
  /** Dynamic scope of the resource from which it was entered. */
  readonly came: Scope
  readonly nodes: WeakMap<object, Node>
  /** Resolved references by their text. */
  readonly pointed: Map<string, Node>
}

/** A schema in its place. The same object in the same resource is always the same node. */
export interface Node {
  readonly raw: unknown
  readonly pointer: string
  readonly resource: Resource
  readonly traits: Traits
  readonly dialect: Dialect
}

/** Dialect in which schemas are written. */
export interface Language {
  readonly dialect: Dialect
  readonly traits: Traits
  /** Metaschema that the schemas name, if it is an unknown one, so that their meaning is unknown. */
  readonly foreign?: string
}

/** Dynamic scope: for each anchor name, the first anchor on the way to a resource. */
export interface Scope {
  readonly key: string
  readonly anchors: ReadonlyMap<string, Place>
}

export const NO_SCOPE: Scope = {key: '', anchors: new Map()}

const resources = new WeakMap<Book, Map<unknown, Map<string, Resource>>>()

/** Returns the one resource with these properties, which is created once. */
export function resourceOf(parts: Omit<Resource, 'nodes' | 'pointed'>): Resource {
  const {book, root, address, language, around, came} = parts
  const all = resources.get(book) ?? new Map<unknown, Map<string, Resource>>()
  resources.set(book, all)
  const variants = all.get(root) ?? new Map<string, Resource>()
  all.set(root, variants)
  const key = [language.dialect, language.foreign, around ? 'part' : 'whole', address, came.key].join(' ')
  const known = variants.get(key)
  if (known) return known
  const resource = {...parts, nodes: new WeakMap<object, Node>(), pointed: new Map<string, Node>()}
  variants.set(key, resource)
  return resource
}

const rootResources = new WeakMap<Book, Resource>()

/** The whole document as a resource, under the address that it declares. */
export function wholeOf(document: Book): Resource {
  const known = rootResources.get(document) ?? readRoot(document)
  rootResources.set(document, known)
  return known
}

function readRoot(document: Book): Resource {
  const {root, dialect} = document
  const plain: Language = {dialect, traits: TRAITS[dialect]}
  // The `$schema` of an API description applies to the description, not to the schemas in it.
  const language = isRecord(root) && !isDescription(root) ? languageIn(root, plain) : plain
  const declared = isRecord(root) ? addressIn(root, language.traits, document.address) : undefined
  return resourceOf({
    root,
    address: declared ?? document.address,
    pointer: '',
    book: document,
    language,
    came: NO_SCOPE
  })
}

/** The resource that a schema within another one belongs to, without a dynamic scope. */
export function within({raw, resource, pointer}: Place): Resource {
  if (!isRecord(raw) || raw === resource.root) return resource
  const language = languageIn(raw, resource.language)
  const address = addressIn(raw, language.traits, resource.address)
  const {book} = resource
  if (address !== undefined) return resourceOf({root: raw, address, pointer, book, language, came: NO_SCOPE})
  if (language === resource.language) return resource
  return resourceOf({...resource, language, around: resource.around ?? resource, came: NO_SCOPE})
}

/** Dialect that a schema declares, or else the dialect around it. */
function languageIn(raw: Readonly<Record<string, unknown>>, around: Language): Language {
  const name = around.traits.id && own(raw, '$schema')
  if (typeof name !== 'string') return around
  const dialect = draftNamed(name, around.dialect)
  if (dialect === around.dialect && around.foreign === undefined) return around
  if (dialect) return {dialect, traits: TRAITS[dialect]}
  return name === around.foreign ? around : {...around, foreign: name}
}

/** Absolute address that a schema declares; `undefined` if there is none. A plain `#name` is an anchor. */
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

/** Whether a document is an API description, which can contain schemas anywhere. */
export const isDescription = (root: unknown): boolean => isRecord(root) && ('openapi' in root || 'swagger' in root)
