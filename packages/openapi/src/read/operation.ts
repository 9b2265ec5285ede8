import type {SourceLocation} from '@tenure/core/model/location'
import type {Target} from '@tenure/core/model/subject/subject'
import type {Node} from '@tenure/json-schema/document/node'
import {isRecord, own} from '@tenure/json-schema/json'
import type {SchemaSource} from '@tenure/json-schema/schema-source'
import type {
  Body,
  DeclaredParameter,
  Details,
  LifecycleMarks,
  Operation,
  Parameter,
  Response,
  SecurityRequirement,
  Server
} from '../snapshot.ts'
import {operationTarget} from '../subjects.ts'
import {addHeaderLifecycle} from './deprecation-headers.ts'
import {readDocumentation} from './documentation.ts'
import {readMarks} from './lifecycle-extensions.ts'
import {readContentExamples, readContents} from './media-types.ts'
import {collectParameters, readHeaders} from './parameters.ts'
import {type ListedMethod, listMethods} from './paths.ts'
import type {DescriptionReader, Spot} from './reader.ts'
import {readResponses} from './responses.ts'
import {readSecurity} from './security.ts'
import {readDeclaredServers} from './servers.ts'
import {readMediaTypes, readSwaggerBody} from './swagger-bodies.ts'
import {isExtension, stringAt} from './values.ts'

/** What identifies an operation: its kind and its target. */
export interface OperationIdentity {
  readonly kind: Operation['kind']
  readonly target: Target
  readonly path: string
}

/** An operation whose details are read on first access, because thousands are listed and few are compared. */
export class ListedOperation implements Operation {
  readonly kind: Operation['kind']
  readonly target: Target
  readonly method: string
  readonly path: string
  readonly details: () => Details
  readonly #reading: DescriptionReader
  readonly #listed: ListedMethod
  #rawParts: readonly unknown[] | undefined
  #schemaSource: SchemaSource | undefined

  /** `depth` is the number of operations that enclose a callback. */
  constructor(reading: DescriptionReader, listed: ListedMethod, called: OperationIdentity, depth = 0) {
    this.kind = called.kind
    this.target = called.target
    this.method = listed.method
    this.path = called.path
    this.#reading = reading
    this.#listed = listed
    let details: Details | undefined
    this.details = () => {
      details ??= new OperationDetails(reading, listed, called, depth)
      return details
    }
  }

  get place(): SourceLocation {
    return this.#reading.place(this.#listed.spot)
  }

  get rawParts(): readonly unknown[] {
    this.#rawParts ??= listRawDetails(this.#reading, this.#listed, this.kind)
    return this.#rawParts
  }

  get item(): unknown {
    return this.#listed.items[0]?.raw
  }

  get schemaSource(): SchemaSource {
    this.#schemaSource ??= this.#reading.schema(this.#listed.spot)
    return this.#schemaSource
  }
}

/** The details of an operation, each read on first access, because most never change. */
class OperationDetails implements Details {
  readonly #reading: DescriptionReader
  readonly #node: Node
  readonly #items: readonly Node[]
  readonly #called: OperationIdentity
  readonly #depth: number
  #written: ReturnType<typeof collectParameters> | undefined
  #parameters: readonly Parameter[] | undefined
  #body: {readonly value: Body | undefined} | undefined
  #responses: readonly Response[] | undefined
  #security: readonly SecurityRequirement[] | undefined
  #callbacks: Callbacks | undefined
  #mediaTypes: Details['mediaTypes']

  constructor(reading: DescriptionReader, listed: ListedMethod, called: OperationIdentity, depth: number) {
    this.#reading = reading
    this.#node = reading.node(listed.spot)
    this.#items = listed.items.map(item => reading.node(item))
    this.#called = called
    this.#depth = depth
    if (reading.isSwagger) reading.reportForeignKeys(this.#node, ['requestBody', 'callbacks'], '`parameters`')
    else reading.reportForeignKeys(this.#node, ['consumes', 'produces', 'schemes'], '`content` and `servers`')
  }

  get id(): string | undefined {
    return this.#reading.text(this.#node, 'operationId')
  }

  get tags(): readonly string[] {
    return this.#reading.texts(this.#node, 'tags') ?? []
  }

  get owners(): readonly string[] {
    const items = this.#items.map(({raw}) => raw)
    return readOwners(this.#node.raw, items, this.tags, this.#reading.root.raw)
  }

  get parameters(): readonly Parameter[] {
    this.#parameters ??= this.#parametersWritten().parameters.flatMap(each => each.read() ?? [])
    return this.#parameters
  }

  get declaredParameters(): readonly DeclaredParameter[] {
    return this.#parametersWritten().parameters
  }

  get asksForAuthorization(): boolean {
    return this.#parametersWritten().parameters.some(
      ({name, in: place, node}) =>
        place === 'header' && name.toLowerCase() === 'authorization' && this.#reading.isTrue(node, 'required')
    )
  }

  get body(): Body | undefined {
    const [reading, node] = [this.#reading, this.#node]
    this.#body ??= {
      value: reading.isSwagger ? readSwaggerBody(reading, node, this.#parametersWritten()) : bodyOf(reading, node)
    }
    return this.#body.value
  }

  get responses(): readonly Response[] {
    this.#responses ??= readResponses(this.#reading, this.#node)
    return this.#responses
  }

  get mediaTypes(): Details['mediaTypes'] {
    const [reading, node] = [this.#reading, this.#node]
    if (!reading.isSwagger) return undefined
    this.#mediaTypes ??= {
      body: readMediaTypes(reading, node, 'consumes'),
      responses: readMediaTypes(reading, node, 'produces')
    }
    return this.#mediaTypes
  }

  get security(): readonly SecurityRequirement[] {
    this.#security ??= readSecurity(this.#reading, this.#node, this.#called.kind === 'endpoint')
    return this.#security
  }

  get servers(): readonly Server[] {
    const key = this.#reading.isSwagger ? 'schemes' : 'servers'
    let found: readonly Server[] = []
    for (const parent of [this.#node, ...this.#items]) {
      // The key is checked first, because nearly none of thousands of operations has servers of its own.
      const servers = Object.hasOwn(parent.raw as object, key) ? readDeclaredServers(this.#reading, parent) : []
      if (found.length === 0) found = servers
    }
    return found
  }

  get marks(): LifecycleMarks {
    const life = readMarks(this.#reading, this.#node)
    return this.#reading.hasLifecycleHeaders ? addHeaderLifecycle(this.#reading, life, this.responses) : life
  }

  get callbacks(): readonly Operation[] {
    return this.#callbacksRead().operations
  }

  get unreadCallbacks(): readonly string[] {
    return this.#callbacksRead().unread
  }

  get unreadParameters(): number {
    return this.#parametersWritten().unread
  }

  get documentation(): unknown {
    return readDocumentation(
      this.#reading,
      this.#node,
      Object.fromEntries(this.#items.flatMap(item => pathDocumentation(item)))
    )
  }

  #callbacksRead(): Callbacks {
    this.#callbacks ??= this.#reading.isSwagger
      ? {operations: [], unread: []}
      : callbacksOf(this.#reading, this.#node, this.#called.target, this.#depth)
    return this.#callbacks
  }

  #parametersWritten(): ReturnType<typeof collectParameters> {
    this.#written ??= collectParameters(this.#reading, this.#node, this.#items)
    return this.#written
  }
}

const pathDocumentation = ({raw}: Node): [string, unknown][] =>
  ['summary', 'description'].flatMap(key => {
    const value = own(raw as object, key)
    return value === undefined ? [] : [[`path ${key}`, value]]
  })

function bodyOf(reading: DescriptionReader, operation: Node): Body | undefined {
  const written = reading.at(operation, 'requestBody')
  if (!written) return undefined
  const node = reading.resolve(written)
  if (!node) return {required: false, place: reading.place(written), contents: [], documentation: {}, isUnread: true}
  return reading.once('body', node, () => ({
    required: reading.isTrue(node, 'required'),
    place: reading.place(node),
    contents: readContents(reading, node, readHeaders),
    documentation: readDocumentation(reading, node, {content: readContentExamples(reading, node)})
  }))
}

interface Callbacks {
  readonly operations: readonly Operation[]
  /** The names of callbacks that couldn't be read completely, once for each part. */
  readonly unread: readonly string[]
}

/**
 * The maximum number of operations that enclose a callback. It's limited, because the name of a callback names all of
 * them.
 */
export const MAX_CALLBACK_DEPTH = 50

/** The callbacks of an operation, by name, expression of the URL, and method. */
function callbacksOf(reading: DescriptionReader, node: Node, target: Target, depth: number): Callbacks {
  const unread: string[] = []
  const operations: Operation[] = []
  for (const [called, entry] of reading.entries(node, 'callbacks')) {
    const callback = reading.resolve(entry)
    if (!callback) unread.push(called)
    for (const path of callback ? Object.keys(callback.raw as object) : []) {
      const item = callback && !path.startsWith('x-') ? reading.at(callback, path) : undefined
      if (!item) continue
      const {methods, unread: count} = listMethods(reading, item)
      for (let part = 0; part < count; part++) unread.push(called)
      for (const listed of methods) {
        if (depth === MAX_CALLBACK_DEPTH) {
          reading.gap(listed.spot, `Callbacks are nested more than ${depth} deep. This one isn't read.`)
          unread.push(called)
          continue
        }
        const name = `callback ${called} ${path} ${listed.method} of ${target.text}`
        operations.push(
          new ListedOperation(reading, listed, {kind: 'callback', target: operationTarget(name), path}, depth + 1)
        )
      }
    }
  }
  return {operations, unread}
}

const PATH_KEYS = ['parameters', 'servers'] as const

/**
 * All values that the details of an operation are computed from, to detect changes without reading them:
 * 1. the operation itself;
 * 2. what its path item defines for all methods;
 * 3. document defaults for what the operation omits;
 * 4. the format and dialect.
 * The order is fixed, and missing values are `undefined`, so that two lists can be compared item by item.
 */
function listRawDetails(
  reading: DescriptionReader,
  {spot, items}: ListedMethod,
  kind: Operation['kind']
): readonly unknown[] {
  const raw = spot.raw as object
  const defaults = defaultsOf(reading)
  const security = kind === 'endpoint' && !Object.hasOwn(raw, 'security') ? defaults.security : undefined
  const swagger = reading.isSwagger
    ? MEDIA_KEYS.map(key => (Object.hasOwn(raw, key) ? undefined : defaults[key]))
    : undefined
  const hosts = swagger && Object.hasOwn(raw, 'schemes') ? [defaults.host, defaults.basePath] : undefined
  return [raw, pathValues(spot, items), security, swagger, hosts, reading.format, reading.dialect]
}

const MEDIA_KEYS = ['consumes', 'produces'] as const
const DOCUMENT_KEYS = ['security', ...MEDIA_KEYS, 'host', 'basePath'] as const
type Defaults = Readonly<Record<(typeof DOCUMENT_KEYS)[number], unknown>>

const defaultsOf = (reading: DescriptionReader): Defaults =>
  reading.once('defaults', reading.root, () => {
    const root = reading.root.raw as object
    return Object.fromEntries(DOCUMENT_KEYS.map(key => [key, own(root, key)])) as Defaults
  })

const known = new WeakMap<Spot, readonly unknown[]>()

/** The values of an operation's path items, cached, because all methods of a path item share them. */
function pathValues({resource}: Spot, items: readonly Spot[]): readonly unknown[] {
  const [item] = items
  if (!item) return []
  // If the operation is in another file than its path item, the address of the path item is compared instead.
  if (item.resource.document !== resource.document) return items.map(addressOf)
  const values = known.get(item) ?? valuesOf(item)
  known.set(item, values)
  if (items.length === 1) return values
  // If the target of a path reference is in another file, its address is compared instead of its values.
  const elsewhere = items
    .slice(1)
    .map(each => (each.resource.document === resource.document ? valuesOf(each) : addressOf(each)))
  return [...values, ...elsewhere]
}

/** The values that a path item defines for all its methods, with its documentation as an object of its own. */
function valuesOf({raw}: Spot): readonly unknown[] {
  const documentation = Object.entries(raw as object).filter(
    ([key]) => key === 'summary' || key === 'description' || isExtension(key)
  )
  return [...PATH_KEYS.map(key => own(raw as object, key)), Object.fromEntries(documentation)]
}

const addressOf = ({resource, pointer}: Spot) => ({$ref: `${resource.document.address}#${pointer}`})

/** The extension that names who owns an operation, a path, a tag, or a whole description: a text or a list of texts. */
const OWNER_EXTENSION = 'x-owner'

/**
 * The owners of an operation, from the nearest part that states any: the operation, the objects of its path, its tags,
 * or the document. Empty if none does.
 */
function readOwners(operation: unknown, items: readonly unknown[], tags: readonly string[], root: unknown) {
  const listed = isRecord(root) ? own(root, 'tags') : undefined
  const tagged = Array.isArray(listed) ? listed.filter(each => tags.includes(stringAt(each, 'name') ?? '')) : []
  const nearest = [[operation], ...items.map(item => [item]), tagged, [root]]
    .map(parts => parts.flatMap(ownersAt))
    .find(({length}) => length > 0)
  return [...new Set(nearest)]
}

function ownersAt(raw: unknown): string[] {
  const value: unknown = isRecord(raw) ? own(raw, OWNER_EXTENSION) : undefined
  return [value].flat().flatMap(each => (typeof each === 'string' && each.trim() !== '' ? [each.trim()] : []))
}
