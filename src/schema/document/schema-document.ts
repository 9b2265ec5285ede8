import type {Dialect} from '../../model/api/snapshot.ts'
import {draftNamed, TRAITS, type Traits} from '../dialect.ts'
import {isRecord, own} from '../json.ts'

/** A document as a whole, with what it names once somebody asks. */
export interface Book {
  readonly root: unknown
  readonly address: string
  readonly dialect: Dialect
  readonly lookup?: ((address: string) => unknown) | undefined
  readonly shelf: Map<string, Book>
  /** It is an API description, or was reached from one: formats that OpenAPI has registered say something in it. */
  readonly isOfApi: boolean
  names?: Names
}

export interface Names {
  /** Schema resources by their address, and anchors by address and name. */
  readonly places: ReadonlyMap<string, Place>
  /** Dynamic anchors by the address of their resource and by name. */
  readonly dynamic: ReadonlyMap<string, ReadonlyMap<string, Place>>
}

export interface Place {
  readonly raw: unknown
  readonly resource: Resource
  readonly pointer: string
}

/** A part of a document with an address of its own, as it is read on one way there. */
export interface Resource {
  readonly root: unknown
  readonly address: string
  readonly pointer: string
  readonly book: Book
  readonly language: Language
  /** What lies around a part that is written in another language than the rest of its resource. */
  readonly around?: Resource | undefined
  /** What dynamic references led to before it was entered. */
  readonly came: Scope
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

/** How schemas are written. */
export interface Language {
  readonly dialect: Dialect
  readonly traits: Traits
  /** The metaschema that they name, where it is none that we know: what they say is not known then. */
  readonly foreign?: string
}

/** Where dynamic references lead, by the name of the anchor: to the first that was met on the way. */
export interface Scope {
  readonly key: string
  readonly anchors: ReadonlyMap<string, Place>
}

export const NO_SCOPE: Scope = {key: '', anchors: new Map()}

const resources = new WeakMap<Book, Map<unknown, Map<string, Resource>>>()

/** The one resource that is so. */
export function resourceOf(given: Omit<Resource, 'nodes' | 'pointed'>): Resource {
  const {book, root, address, language, around, came} = given
  const all = resources.get(book) ?? new Map<unknown, Map<string, Resource>>()
  resources.set(book, all)
  const variants = all.get(root) ?? new Map<string, Resource>()
  all.set(root, variants)
  const key = [language.dialect, language.foreign, around ? 'part' : 'whole', address, came.key].join(' ')
  const known = variants.get(key)
  if (known) return known
  const resource = {...given, nodes: new WeakMap<object, Node>(), pointed: new Map<string, Node>()}
  variants.set(key, resource)
  return resource
}

const wholes = new WeakMap<Book, Resource>()

/** The whole document as a resource, under the address that it gives itself. */
export function wholeOf(book: Book): Resource {
  const known = wholes.get(book) ?? readWhole(book)
  wholes.set(book, known)
  return known
}

function readWhole(book: Book): Resource {
  const {root, dialect} = book
  const plain: Language = {dialect, traits: TRAITS[dialect]}
  // The `$schema` of an API description speaks of the description, not of the schemas in it.
  const language = isRecord(root) && !isDescription(root) ? languageIn(root, plain) : plain
  const given = isRecord(root) ? addressIn(root, language.traits, book.address) : undefined
  return resourceOf({root, address: given ?? book.address, pointer: '', book, language, came: NO_SCOPE})
}

/** The resource that a schema in another one belongs to, the way there left aside. */
export function within({raw, resource, pointer}: Place): Resource {
  if (!isRecord(raw) || raw === resource.root) return resource
  const language = languageIn(raw, resource.language)
  const address = addressIn(raw, language.traits, resource.address)
  const {book} = resource
  if (address !== undefined) return resourceOf({root: raw, address, pointer, book, language, came: NO_SCOPE})
  if (language === resource.language) return resource
  return resourceOf({...resource, language, around: resource.around ?? resource, came: NO_SCOPE})
}

/** The language that a schema says it is written in, else the one around it. */
function languageIn(raw: Readonly<Record<string, unknown>>, around: Language): Language {
  const name = around.traits.id && own(raw, '$schema')
  if (typeof name !== 'string') return around
  const dialect = draftNamed(name, around.dialect)
  if (dialect === around.dialect && around.foreign === undefined) return around
  if (dialect) return {dialect, traits: TRAITS[dialect]}
  return name === around.foreign ? around : {...around, foreign: name}
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

/** An API description holds schemas wherever it likes. */
export const isDescription = (root: unknown): boolean => isRecord(root) && ('openapi' in root || 'swagger' in root)
