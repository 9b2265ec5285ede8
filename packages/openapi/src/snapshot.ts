import type {DocumentPart} from '@tenure/core/documents/parsing/document-part'
import type {ReadProblem} from '@tenure/core/model/api/read-problem'
import type {SourceLocation} from '@tenure/core/model/location'
import type {Target} from '@tenure/core/model/subject/subject'
import type {SchemaSource} from '@tenure/json-schema/schema-source'

export const DESCRIPTION_FORMATS = ['swagger-2.0', 'openapi-3.0', 'openapi-3.1', 'openapi-3.2'] as const
export type DescriptionFormat = (typeof DESCRIPTION_FORMATS)[number]

/** The API at one release. Details of an operation are read lazily, because most of them never change. */
export interface Snapshot {
  /** A path as the user gave it, `-`, or `rev:path`. */
  readonly source: string
  readonly format: DescriptionFormat
  readonly title?: string
  /** The version stated in the document. */
  readonly version?: string
  /**
   * The path of the first server, or `basePath`; if the document names none, that of the servers that all operations
   * share. A version marker in it applies to the whole document.
   */
  readonly basePath: string
  /**
   * The other paths below which it is served: those of further servers, of their variables, and of single operations.
   */
  readonly otherBasePaths: readonly string[]
  readonly operations: readonly Operation[]
  /** Paths and webhooks that couldn't be read completely, once for each part. A missing operation there doesn't mean it was removed. */
  readonly unread: readonly Pick<Operation, 'kind' | 'path'>[]
  /** Problems found so far while reading, with their locations. Reading details lazily may add to it. */
  readonly gaps: readonly ReadProblem[]
  /** The whole document, in which `#/…` references resolve. */
  readonly root: unknown
  /**
   * Parts that were parsed one by one (paths, schemas, and the like), by JSON pointer. If two documents contain the
   * same text for a part, both hold the same object. Set only for a single-file document in which no reference depends
   * on its base URL.
   */
  readonly parts?: ReadonlyMap<string, DocumentPart>
  /**
   * Returns the schema at a pointer of the document, or of the document with that URL, with everything it can refer to.
   */
  readonly schemaAt: (raw: unknown, pointer: string, address?: string) => SchemaSource
  /** The names of components that several files have; empty for a description in one file. */
  readonly ambiguousNames: ReadonlySet<string>
  /** Returns the location to print for a pointer in the document, or in the document with that URL. */
  readonly placeAt: (pointer: string, address?: string) => SourceLocation
  /** The lifecycle marks of the whole document. */
  readonly marks: LifecycleMarks
  /** Returns the lifecycle marks of the object at a pointer, such as a schema. */
  readonly marksAt: (raw: unknown, pointer: string, address?: string) => LifecycleMarks
  readonly servers: readonly Server[]
  /** Security schemes that requirements can name. Swagger 2.0 schemes are converted to OpenAPI 3 form. */
  readonly schemes: ReadonlyMap<string, SecurityScheme>
  readonly tags: readonly string[]
}

export interface Server {
  /** The URL with variables replaced by their defaults, without a trailing slash. */
  readonly url: string
  /** For a URL with variables: all URLs they can produce; a variable with arbitrary values is `{}`. */
  readonly addresses?: readonly string[]
  /** The URL template, and the default of each variable. */
  readonly template?: string
  readonly defaults?: ReadonlyMap<string, string>
  readonly place: SourceLocation
}

/** One method on one path. For a webhook or callback: a request that the service sends. */
export interface Operation {
  readonly kind: 'endpoint' | 'webhook' | 'callback'
  readonly target: Target
  readonly method: string
  /** The path as written, without the base path; the name of a webhook; the expression of a callback. */
  readonly path: string
  readonly place: SourceLocation
  /**
   * The raw values that the details are read from, in a fixed order. If they and all their reference targets are equal
   * in two snapshots, the details are equal too.
   */
  readonly rawParts: readonly unknown[]
  /** The raw path item, for all methods. */
  readonly item: unknown
  /** The first of the raw values, with the document in which the references of all of them resolve. */
  readonly schemaSource: SchemaSource
  readonly details: () => Details
}

/** The details of an operation. Each part is read on first access. */
export interface Details {
  readonly id?: string | undefined
  readonly tags: readonly string[]
  /** The owners that the nearest `x-owner` states: of the operation, its path, its tags, or the document. */
  readonly owners: readonly string[]
  readonly parameters: readonly Parameter[]
  /** The parameters before they're read, including those that describe a body in Swagger 2.0. */
  readonly declaredParameters: readonly DeclaredParameter[]
  readonly body?: Body | undefined
  readonly responses: readonly Response[]
  /** The media types of the body and of all responses, as only Swagger 2.0 lists them. */
  readonly mediaTypes?: {readonly body: readonly string[]; readonly responses: readonly string[]} | undefined
  /**
   * Alternative security requirements; each names schemes that must all be satisfied. Empty if no authentication is
   * needed.
   */
  readonly security: readonly SecurityRequirement[]
  /**
   * Whether a parameter requires the `Authorization` header. OpenAPI 3 ignores such a parameter, so it is not in
   * `parameters`.
   */
  readonly asksForAuthorization?: boolean
  /** The servers of the operation or its path. Empty if those of the document apply. */
  readonly servers: readonly Server[]
  readonly marks: LifecycleMarks
  readonly callbacks: readonly Operation[]
  /** Names of callbacks that couldn't be read completely, once for each part. */
  readonly unreadCallbacks: readonly string[]
  /**
   * How many declared parameters couldn't be read, not even their names: a parameter that seems missing may be one of
   * them.
   */
  readonly unreadParameters: number
  /** Documentation: descriptions, summaries, and the like. */
  readonly documentation: unknown
}

/**
 * Something that is declared but couldn't be read, such as a dangling reference: it exists, and nothing else is known.
 */
interface MaybeUnread {
  readonly isUnread?: true
}

export type ParameterLocation = 'path' | 'query' | 'header' | 'cookie' | 'querystring'

/** A parameter that is read only if it's needed, because most are the same in each release. */
export interface DeclaredParameter {
  readonly name: string
  readonly in: string
  /** The parameter as written, with the document in which its references resolve. */
  readonly source: () => SchemaSource
  /** Returns `undefined` if it describes a body, or must be ignored. */
  readonly read: () => Parameter | undefined
}

/** A parameter with either one schema or one schema for each media type. */
export interface Parameter extends MaybeUnread {
  readonly name: string
  readonly in: ParameterLocation
  readonly required: boolean
  readonly place: SourceLocation
  readonly schema?: SchemaSource
  readonly contents: readonly Content[]
  /** The serialization style: `form`, `simple`, `deepObject`, … */
  readonly style: string
  readonly explode: boolean
  readonly emptyAllowed: boolean
  /**
   * Whether reserved characters can be sent unencoded (RFC 6570, 3.2.3), as far as their position in the URL permits.
   */
  readonly reservedAllowed: boolean
  readonly marks: LifecycleMarks
  readonly documentation: unknown
}

/** A request or response header. */
export type Header = Omit<Parameter, 'in' | 'emptyAllowed' | 'reservedAllowed'>

export interface Body extends MaybeUnread {
  readonly required: boolean
  /** Whether it consists of form fields, as in Swagger 2.0: then only the fields say what it must contain. */
  readonly isOfFields?: true
  readonly place: SourceLocation
  readonly contents: readonly Content[]
  readonly documentation: unknown
}

export interface Content extends MaybeUnread {
  /** A media type or media type range in lowercase, with sorted parameters: `application/json`. */
  readonly type: string
  readonly place: SourceLocation
  readonly schema?: SchemaSource
  readonly encoding?: FormEncoding
}

/** How the parts of a form are encoded: named parts and positional parts. */
export interface FormEncoding {
  readonly encoding?: Readonly<Record<string, PartEncoding>>
  readonly prefixEncoding?: readonly PartEncoding[]
  readonly itemEncoding?: PartEncoding
}

/** How one part of a form is encoded, as written, and its nested parts. */
export interface PartEncoding extends FormEncoding {
  readonly contentType?: unknown
  readonly style?: unknown
  readonly explode?: unknown
  readonly allowReserved?: unknown
  readonly allowEmptyValue?: unknown
  readonly headers?: readonly Header[]
}

export interface Response extends MaybeUnread {
  /** A status, a range of statuses, or all others: `200`, `2XX`, `default`. */
  readonly status: string
  /** Whether `default` stands for statuses that code computes: any status can occur, including a success. */
  readonly isComputed?: true
  readonly place: SourceLocation
  readonly contents: readonly Content[]
  readonly headers: readonly Header[]
  readonly documentation: unknown
}

/** Names of security schemes, each with the required scopes. */
export type SecurityRequirement = ReadonlyMap<string, readonly string[]>

export interface SecurityScheme {
  readonly name: string
  readonly place: SourceLocation
  readonly raw: unknown
  readonly marks: LifecycleMarks
}

/** The lifecycle marks that a document states for a part. */
export interface LifecycleMarks {
  readonly deprecated?: LocatedValue<boolean>
  /** When the deprecation was announced: `YYYY-MM-DD` if it can be parsed, otherwise the text as written. */
  readonly since?: LocatedValue<string>
  /** The sunset: `YYYY-MM-DD` if it can be parsed, otherwise the text as written. */
  readonly sunset?: LocatedValue<string>
  /** The stability level, in lowercase. */
  readonly stability?: LocatedValue<string>
  readonly replacement?: LocatedValue<string>
  /** The release that introduced it. */
  readonly added?: LocatedValue<string>
  /** Whether it is marked as decommissioned: it still answers, but without data. */
  readonly decommissioned?: LocatedValue<boolean>
}

export interface LocatedValue<Value> {
  readonly value: Value
  readonly place: SourceLocation
}

const RESERVED_HEADERS: ReadonlySet<string> = new Set(['accept', 'content-type', 'authorization'])

/** Whether this is a header that OpenAPI 3 describes elsewhere: a parameter of that name must be ignored. */
export const isReservedHeader = ({name, in: place}: {readonly name: string; readonly in: string}): boolean =>
  place === 'header' && RESERVED_HEADERS.has(name.toLowerCase())
