import type {Place} from '../location.ts'
import type {Subject} from '../subject/subject.ts'

/** How client code asks: by which library, by a link or a form of a page, or by a string handed to something else. */
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

/** A part of an address that code leaves open, by the name that it has there. */
export interface Hole {
  readonly name: string
}

export type Address = readonly (string | Hole)[]

/** One way in which a call may go: a ternary has two. */
export interface Way {
  readonly address: Address
  /** Left out where nobody can tell it. */
  readonly method?: string
}

/** A call that client code makes, as far as it can be read. */
export interface Call {
  readonly place: Place
  readonly form: CallForm
  readonly ways: readonly Way[]
  /** A string that is handed to something that we do not know: only what cannot be anything else is a use. */
  readonly isHanded: boolean
}

/** A call of endpoints of the history. */
export interface Use {
  readonly place: Place
  readonly form: CallForm
  /** The address as code has it, what it leaves open in braces. */
  readonly address: string
  /** Tells it apart from other uses, and stays the same when lines move. */
  readonly key: string
  /** What is called: an endpoint, or all on its path where the method is not known. */
  readonly endpoints: readonly Subject[]
  /** The method is known, or the path has only one. */
  readonly isCertain: boolean
}

/** A call that may be a use: what would have to be known to tell. */
export interface OpenCall {
  readonly place: Place
  readonly form: CallForm
  readonly address: string
  readonly missing: string
}

/** All that was found in client code. */
export interface Usage {
  readonly uses: readonly Use[]
  readonly open: readonly OpenCall[]
  /** How many calls go to other hosts, or to paths that the history does not know. */
  readonly others: number
  readonly files: number
  /** Files that were not read, and why. */
  readonly left: readonly {readonly path: string; readonly why: string}[]
  /** Folders and files that were passed over, for others wrote them or they are made of the rest. */
  readonly skipped: readonly string[]
}

/** The address in one line. */
export const sayAddress = (address: Address): string =>
  address.map(piece => (typeof piece === 'string' ? piece : `{${piece.name}}`)).join('')
