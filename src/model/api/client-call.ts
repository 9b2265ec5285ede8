import type {SourceLocation} from '../location.ts'
import type {Subject} from '../subject/subject.ts'

/**
 * How client code makes a call: with a library, a link or form of a page, or a URL string passed to another function.
 */
export const CALL_FORMS = [
  'fetch',
  'axios',
  'ky',
  'got',
  'undici',
  'openapi-fetch',
  'supertest',
  'request',
  'xhr',
  'page',
  'url'
] as const
export type CallForm = (typeof CALL_FORMS)[number]

/** A variable part of a URL, with the name that it has in the code. */
export interface UrlVariable {
  readonly name: string
}

export type UrlTemplate = readonly (string | UrlVariable)[]

/** One possible target of a call; a call with a ternary has two. */
export interface CallTarget {
  readonly address: UrlTemplate
  /** `undefined` if the method can't be determined. */
  readonly method?: string
}

/** A call found in client code, as far as it can be read statically. */
export interface ClientCall {
  readonly place: SourceLocation
  readonly form: CallForm
  readonly targets: readonly CallTarget[]
  /**
   * Whether the URL is a string passed to an unknown function. It counts as a usage only if it can't be anything else.
   */
  readonly hasUnknownCallee: boolean
}

/** A call that matches endpoints of the history. */
export interface EndpointUsage {
  readonly place: SourceLocation
  readonly form: CallForm
  /** The URL as written in code, with variable parts in braces. */
  readonly address: string
  /** Identifies this usage among others; stable when lines move. */
  readonly key: string
  /** The endpoint called, or all endpoints on the path if the method is unknown. */
  readonly endpoints: readonly Subject[]
  /** Whether the method is known, or the path has only one. */
  readonly isCertain: boolean
}

/** A call that may be a usage, with the fact that is missing to decide it. */
export interface UnresolvedCall {
  readonly place: SourceLocation
  readonly form: CallForm
  readonly address: string
  readonly missing: string
}

/** The result of scanning client code. */
export interface UsageScan {
  readonly uses: readonly EndpointUsage[]
  readonly open: readonly UnresolvedCall[]
  /** Number of calls to other hosts, or to paths that the history doesn't contain. */
  readonly others: number
  readonly files: number
  /** Files that couldn't be read, and why. */
  readonly left: readonly {readonly path: string; readonly why: string}[]
  /** Folders and files that were skipped because they are third-party or generated. */
  readonly skipped: readonly string[]
}

/** Formats a URL as one line. */
export const formatUrlTemplate = (address: UrlTemplate): string =>
  address.map(piece => (typeof piece === 'string' ? piece : `{${piece.name}}`)).join('')
