import type {Place} from '../location.ts'
import type {Target} from '../subject/subject.ts'

/** The ways in which JSON schemas are written. */
export const DIALECTS = [
  'draft-04',
  'draft-06',
  'draft-07',
  '2019-09',
  '2020-12',
  'openapi-3.0',
  'swagger-2.0'
] as const
export type Dialect = (typeof DIALECTS)[number]

/** A schema and what it may refer to. */
export interface SchemaSource {
  readonly schema: unknown
  /** What holds the schema and all that `#/…` leads to; the schema itself, where it stands alone. */
  readonly document?: unknown
  /** Where the schema lies in its document, as a JSON pointer. */
  readonly pointer?: string
  readonly dialect: Dialect
  /** The absolute address of the document: what relative references start from. */
  readonly address?: string
  /** Finds another document by its absolute address. */
  readonly lookup?: (address: string) => unknown
}

export const FORMATS = ['swagger-2.0', 'openapi-3.0', 'openapi-3.1', 'openapi-3.2'] as const
export type Format = (typeof FORMATS)[number]

/** The API as one release had it. What an operation holds is read when somebody asks: most of it never changes. */
export interface Snapshot {
  /** A path as the user gave it, `-`, or `rev:path`. */
  readonly source: string
  readonly format: Format
  readonly title?: string
  /** The version that the document gives itself. */
  readonly version?: string
  /**
   * The path of the first server, or `basePath`; where none is named, that of the servers which all operations have. A
   * version marker in it belongs to the document.
   */
  readonly base: string
  readonly operations: readonly Operation[]
  /** Paths and webhooks not all of which could be read: that an operation is missing there says nothing. */
  readonly unread: readonly Pick<Operation, 'kind' | 'path'>[]
  /** What could not be read so far, and where: details that are read may add to it. */
  readonly gaps: readonly Gap[]
  /** All of the document: what `#/…` leads to. */
  readonly root: unknown
  /**
   * What was read part by part, by JSON pointers: paths, schemas and their like. What two documents say there in the same
   * words is the same object in both. Only of one file in which no reference depends on the way to it.
   */
  readonly parts?: ReadonlyMap<string, DocumentPart>
  /** A schema at a place of the document, or of the one with that address, with all that it may refer to. */
  readonly schemaAt: (raw: unknown, pointer: string, address?: string) => SchemaSource
  /** What to call a place in the document, or in the one with that address. */
  readonly placeAt: (pointer: string, address?: string) => Place
  /** What the document says of all of it. */
  readonly life: Life
  /** What is said of the life of something at a place, as of a schema. */
  readonly lifeAt: (raw: unknown, pointer: string, address?: string) => Life
  readonly servers: readonly Server[]
  /** What requirements may name. Those of Swagger 2.0 are put in the words of OpenAPI 3. */
  readonly schemes: ReadonlyMap<string, SecurityScheme>
  readonly tags: readonly string[]
}

/** A part of a document that could not be read. */
export interface Gap {
  readonly message: string
  readonly place: Place
  /** It was read all the same, as a lenient reader does: a warning, and nothing is missing. */
  readonly isRead?: true
}

/** A component that differs and that no operation leads to: it is not compared. */
export interface UnusedPart {
  readonly kind: 'schema' | 'parameter' | 'response' | 'header' | 'request body' | 'callback' | 'path item'
  readonly name: string
  readonly place: Place
}

export interface Server {
  /** Its variables filled with their defaults, without a slash at its end. */
  readonly url: string
  /** Where it has variables, all that they may be filled to; one that may be anything is `{}`. */
  readonly addresses?: readonly string[]
  /** The address with its variables, and what each of them is where nothing is said. */
  readonly template?: string
  readonly defaults?: ReadonlyMap<string, string>
  readonly place: Place
}

/** A member of one of the large maps of a document. */
export interface DocumentPart {
  readonly value: object
  /** All that `$ref`s in it say, wherever they stand. */
  readonly refs: readonly string[]
  /** The schemas that discriminator mappings in it name. */
  readonly forms: readonly string[]
}

/** One method on one path; of a webhook or a callback, what the service sends. */
export interface Operation {
  readonly kind: 'endpoint' | 'webhook' | 'callback'
  readonly target: Target
  readonly method: string
  /** The path as written, without the base; the name of a webhook; the expression of a callback. */
  readonly path: string
  readonly place: Place
  /**
   * What the details are read from, in an order that is always the same: where all of it is equal on two sides, and all
   * that it refers to, so are they.
   */
  readonly raws: readonly unknown[]
  /** What stands at its path, for all methods. */
  readonly item: unknown
  /** The first of `raws`, and where the references in all of them start from. */
  readonly from: SchemaSource
  readonly details: () => Details
}

/** What an operation holds; each part is read when somebody asks for it. */
export interface Details {
  readonly id?: string | undefined
  readonly tags: readonly string[]
  readonly parameters: readonly Parameter[]
  readonly body?: Body | undefined
  readonly responses: readonly Response[]
  /** Any of these must be met; each names schemes that must all be. Empty: nobody is asked who they are. */
  readonly security: readonly Requirement[]
  /** The header `Authorization` must be sent, by a parameter: since OpenAPI 3 that is to be ignored, and is none of these. */
  readonly asksForAuthorization?: boolean
  /** Its own, or those of its path. Empty: those of the document. */
  readonly servers: readonly Server[]
  readonly life: Life
  readonly callbacks: readonly Operation[]
  /** The names of callbacks not all of which could be read. */
  readonly unreadCallbacks: readonly string[]
  /** A parameter is declared that could not be read, its name neither: what is missing may be that one. */
  readonly hasUnreadParameters: boolean
  /** What is written for people only. */
  readonly prose: unknown
}

/** Something that is declared and could not be read, as where a reference leads nowhere: it is there, and no more is known. */
interface Declared {
  readonly isUnread?: true
}

export type ParameterPlace = 'path' | 'query' | 'header' | 'cookie' | 'querystring'

/** One or many contents: a schema, or a schema for each media type. */
export interface Parameter extends Declared {
  readonly name: string
  readonly in: ParameterPlace
  readonly required: boolean
  readonly place: Place
  readonly schema?: SchemaSource
  readonly contents: readonly Content[]
  /** How it is written on the wire: `form`, `simple`, `deepObject`, … */
  readonly style: string
  readonly explode: boolean
  readonly emptyAllowed: boolean
  /** Reserved characters may be sent as they are (RFC 6570, 3.2.3), as far as they may stand in their place of a URL. */
  readonly reservedAllowed: boolean
  readonly life: Life
  readonly prose: unknown
}

/** What `name` says of a header, who sends it aside. */
export type Header = Omit<Parameter, 'in' | 'emptyAllowed' | 'reservedAllowed'>

export interface Body extends Declared {
  readonly required: boolean
  /** It is made up of form fields, as in Swagger 2.0: what it must hold they say alone. */
  readonly isOfFields?: true
  readonly place: Place
  readonly contents: readonly Content[]
  readonly prose: unknown
}

export interface Content extends Declared {
  /** A media type or range in lower case, its parameters sorted: `application/json`. */
  readonly type: string
  readonly place: Place
  readonly schema?: SchemaSource
  readonly encoding?: FormEncoding
}

/** How parts of a form are written: those with a name, and those that have a place only. */
export interface FormEncoding {
  readonly encoding?: Readonly<Record<string, PartEncoding>>
  readonly prefixEncoding?: readonly PartEncoding[]
  readonly itemEncoding?: PartEncoding
}

/** How one part is written, as it is said, and the parts of it. */
export interface PartEncoding extends FormEncoding {
  readonly contentType?: unknown
  readonly style?: unknown
  readonly explode?: unknown
  readonly allowReserved?: unknown
  readonly allowEmptyValue?: unknown
  readonly headers?: readonly Header[]
}

export interface Response extends Declared {
  /** `200`, `2XX`, `default`. */
  readonly status: string
  /** `default` stands for statuses that code computes: any may come, a success too. */
  readonly isComputed?: true
  readonly place: Place
  readonly contents: readonly Content[]
  readonly headers: readonly Header[]
  readonly prose: unknown
}

/** Names of schemes, each with the scopes that are asked for. */
export type Requirement = ReadonlyMap<string, readonly string[]>

export interface SecurityScheme {
  readonly name: string
  readonly place: Place
  readonly raw: unknown
  readonly life: Life
}

/** What a document says of how long something will be there. */
export interface Life {
  readonly deprecated?: Fact<boolean>
  /** When the deprecation was announced: a day as `YYYY-MM-DD`, else what is written. */
  readonly since?: Fact<string>
  /** The promised end: a day as `YYYY-MM-DD`, else what is written. */
  readonly sunset?: Fact<string>
  /** In lower case. */
  readonly stability?: Fact<string>
  readonly replacement?: Fact<string>
  /** The release that brought it. */
  readonly added?: Fact<string>
  /** It says that it has ended: answers still, but with nothing. */
  readonly decommissioned?: Fact<boolean>
}

export interface Fact<Value> {
  readonly value: Value
  readonly place: Place
}
