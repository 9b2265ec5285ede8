import {isRecord, own} from '../json.ts'
import type {Dialect} from '../schema-source.ts'

/** A document, with its addresses and anchors once they have been collected. */
export interface SchemaDocument {
  readonly root: unknown
  readonly address: string
  readonly dialect: Dialect
  readonly lookup?: ((address: string) => unknown) | undefined
  readonly otherDocuments: Map<string, SchemaDocument>
  /** Whether it is an API description, or was reached from one, so that the formats of OpenAPI restrict values. */
  readonly isFromApiDescription: boolean
  names?: DocumentNames
}

export interface DocumentNames {
  /** Schema resources by address, and anchors by address and name. */
  readonly places: ReadonlyMap<string, SchemaPlace>
  /** Dynamic anchors by the address of their resource, and by name. */
  readonly dynamic: ReadonlyMap<string, ReadonlyMap<string, SchemaPlace>>
}

export interface SchemaPlace {
  readonly raw: unknown
  readonly resource: SchemaResource
  readonly pointer: string
}

/** Part of a document that has its own address, as entered with one dynamic scope. */
export interface SchemaResource {
  readonly root: unknown
  readonly address: string
  readonly pointer: string
  readonly document: SchemaDocument
  readonly language: SchemaLanguage
  /** Enclosing resource, if this part is in another dialect than the rest of its resource. */
  readonly around?: SchemaResource | undefined
  /** Dynamic scope of the resource from which it was entered. */
  readonly outerScope: DynamicScope
  readonly nodes: WeakMap<object, SchemaNode>
  /** Resolved references by their text. */
  readonly resolved: Map<string, SchemaNode>
}

/** A schema in its place. The same object in the same resource is always the same node. */
export interface SchemaNode {
  readonly raw: unknown
  readonly pointer: string
  readonly resource: SchemaResource
  readonly traits: DialectTraits
  readonly dialect: Dialect
}

/** Dialect in which schemas are written. */
export interface SchemaLanguage {
  readonly dialect: Dialect
  readonly traits: DialectTraits
  /** Metaschema that the schemas name, if it is an unknown one, so that their meaning is unknown. */
  readonly foreign?: string
}

/** Dynamic scope: for each anchor name, the first anchor on the way to a resource. */
export interface DynamicScope {
  readonly key: string
  readonly anchors: ReadonlyMap<string, SchemaPlace>
}

export const EMPTY_SCOPE: DynamicScope = {key: '', anchors: new Map()}

const resources = new WeakMap<SchemaDocument, Map<unknown, Map<string, SchemaResource>>>()

/** Returns the one resource with these properties, which is created once. */
export function internResource(parts: Omit<SchemaResource, 'nodes' | 'resolved'>): SchemaResource {
  const {document: book, root, address, language, around, outerScope} = parts
  const all = resources.get(book) ?? new Map<unknown, Map<string, SchemaResource>>()
  resources.set(book, all)
  const variants = all.get(root) ?? new Map<string, SchemaResource>()
  all.set(root, variants)
  const key = [language.dialect, language.foreign, around ? 'part' : 'whole', address, outerScope.key].join(' ')
  const known = variants.get(key)
  if (known) return known
  const resource = {...parts, nodes: new WeakMap<object, SchemaNode>(), resolved: new Map<string, SchemaNode>()}
  variants.set(key, resource)
  return resource
}

const rootResources = new WeakMap<SchemaDocument, SchemaResource>()

/** The whole document as a resource, under the address that it declares. */
export function rootResource(document: SchemaDocument): SchemaResource {
  const known = rootResources.get(document) ?? readRoot(document)
  rootResources.set(document, known)
  return known
}

function readRoot(document: SchemaDocument): SchemaResource {
  const {root, dialect} = document
  const plain: SchemaLanguage = {dialect, traits: DIALECT_TRAITS[dialect]}
  // The `$schema` of an API description applies to the description, not to the schemas in it.
  const language = isRecord(root) && !isApiDescription(root) ? languageIn(root, plain) : plain
  const declared = isRecord(root) ? addressIn(root, language.traits, document.address) : undefined
  return internResource({
    root,
    address: declared ?? document.address,
    pointer: '',
    document,
    language,
    outerScope: EMPTY_SCOPE
  })
}

/** The resource that a schema within another one belongs to, without a dynamic scope. */
export function containingResource({raw, resource, pointer}: SchemaPlace): SchemaResource {
  if (!isRecord(raw) || raw === resource.root) return resource
  const language = languageIn(raw, resource.language)
  const address = addressIn(raw, language.traits, resource.address)
  const {document: book} = resource
  if (address !== undefined)
    return internResource({root: raw, address, pointer, document: book, language, outerScope: EMPTY_SCOPE})
  if (language === resource.language) return resource
  return internResource({...resource, language, around: resource.around ?? resource, outerScope: EMPTY_SCOPE})
}

/** Dialect that a schema declares, or else the dialect around it. */
function languageIn(raw: Readonly<Record<string, unknown>>, around: SchemaLanguage): SchemaLanguage {
  const name = around.traits.id && own(raw, '$schema')
  if (typeof name !== 'string') return around
  const dialect = findDialect(name, around.dialect)
  if (dialect === around.dialect && around.foreign === undefined) return around
  if (dialect) return {dialect, traits: DIALECT_TRAITS[dialect]}
  return name === around.foreign ? around : {...around, foreign: name}
}

/** Absolute address that a schema declares; `undefined` if there is none. A plain `#name` is an anchor. */
function addressIn(raw: Readonly<Record<string, unknown>>, traits: DialectTraits, base: string): string | undefined {
  const id = traits.id && own(raw, traits.id)
  if (typeof id !== 'string' || id.startsWith('#') || id === '') return undefined
  if (traits.ignoresRefSiblings && typeof own(raw, '$ref') === 'string') return undefined
  return resolveAddress(id.split('#', 1)[0] as string, base)
}

export function resolveAddress(uri: string, base: string): string {
  try {
    const url = new URL(uri, base)
    url.hash = ''
    return url.href
  } catch {
    return uri
  }
}

/** Whether a document is an API description, which can contain schemas anywhere. */
export const isApiDescription = (root: unknown): boolean => isRecord(root) && ('openapi' in root || 'swagger' in root)

export interface DialectTraits {
  /** Whether `exclusiveMinimum` is a boolean that modifies `minimum`, and not a bound of its own. */
  readonly exclusiveIsFlag: boolean
  /** Whether keywords next to `$ref` are ignored. */
  readonly ignoresRefSiblings: boolean
  /** Keyword that adds `null` to the types, if there is one. */
  readonly nullable?: 'nullable' | 'x-nullable'
  /** Keyword that gives a schema its own address, if there is one. */
  readonly id?: 'id' | '$id'
  /** Whether `$dynamicRef` and `$recursiveRef` depend on the schemas on the way to them. */
  readonly isDynamic: boolean
  /**
   * Keyword with a list of schemas by position. `additionalItems` applies to the rest for `items`, and `items` for
   * `prefixItems`.
   */
  readonly tuple: 'items' | 'prefixItems'
}

const DRAFT_7: DialectTraits = {
  exclusiveIsFlag: false,
  ignoresRefSiblings: true,
  id: '$id',
  isDynamic: false,
  tuple: 'items'
}
const DRAFT_4: DialectTraits = {...DRAFT_7, exclusiveIsFlag: true, id: 'id'}
const DRAFT_2019: DialectTraits = {...DRAFT_7, ignoresRefSiblings: false, isDynamic: true}
const {id: _id, ...OPENAPI}: DialectTraits = DRAFT_4

const DIALECT_TRAITS: Readonly<Record<Dialect, DialectTraits>> = {
  'draft-04': DRAFT_4,
  'draft-06': DRAFT_7,
  'draft-07': DRAFT_7,
  '2019-09': DRAFT_2019,
  '2020-12': {...DRAFT_2019, tuple: 'prefixItems'},
  'openapi-3.0': {...OPENAPI, nullable: 'nullable'},
  'swagger-2.0': {...OPENAPI, nullable: 'x-nullable'}
}

const DRAFTS: readonly (readonly [RegExp, Dialect])[] = [
  [/^https?:\/\/json-schema\.org\/draft-0[45]\/(?:hyper-)?schema$/, 'draft-04'],
  [/^https?:\/\/json-schema\.org\/draft-06\/(?:hyper-)?schema$/, 'draft-06'],
  [/^https?:\/\/json-schema\.org\/draft-07\/(?:hyper-)?schema$/, 'draft-07'],
  [/^https?:\/\/json-schema\.org\/draft\/2019-09\/(?:hyper-)?schema$/, '2019-09'],
  [/^https?:\/\/json-schema\.org\/draft\/2020-12\/(?:hyper-)?schema$/, '2020-12'],
  [/^https?:\/\/spec\.openapis\.org\/oas\/3\.\d+\/dialect\//, '2020-12']
]

/** Address of the JSON Schema metaschema that names no draft. */
const ANY_DRAFT = /^https?:\/\/json-schema\.org\/(?:hyper-)?schema$/

/** Dialect that a metaschema address names: `usual` if it names no draft, `undefined` if it is unknown. */
function findDialect(name: string, usual: Dialect): Dialect | undefined {
  const address = name.trim().replace(/#$/, '')
  if (address === '' || ANY_DRAFT.test(address)) return usual
  return DRAFTS.find(([pattern]) => pattern.test(address))?.[1]
}
