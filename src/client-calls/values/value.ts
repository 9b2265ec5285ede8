import type {CallForm} from '../../model/api/client-call.ts'
import type {Place} from '../../model/location.ts'
import type {Lazy} from './lazy.ts'

/** What a function is handed, or what a method is called on, seen from inside: its callers tell. */
export interface Param {
  /** The function, or the class whose `this` it is. */
  readonly of: number
  readonly index: number
  /** All that is handed in from there on. */
  readonly rest?: true
  /** The way down into it. */
  readonly path: readonly string[]
}

/** A value that nobody can tell without running the code. */
export interface Unknown {
  readonly kind: 'unknown'
  /** What people call it. */
  readonly name: string
  readonly param?: Param
}

export interface Text {
  readonly kind: 'text'
  readonly pieces: readonly (string | Unknown)[]
}

/** One of these. Choices with the same ground are made alike. */
export interface Choice {
  readonly kind: 'choice'
  readonly options: readonly Value[]
  /** The condition, as it is written. */
  readonly by?: string
}

export interface RecordValue {
  readonly kind: 'record'
  readonly entries: ReadonlyMap<string, Lazy<Value>>
  /** What else was spread into it, the last first. */
  readonly spread: readonly Value[]
}

export interface FunctionValue {
  readonly kind: 'function'
  readonly def: FunctionDef
  /** What is known of the functions around it, and of its `this`. */
  readonly given: Given
}

/** A function, told in terms of what it is handed. */
export interface FunctionDef {
  readonly id: number
  readonly name: string
  readonly returns: Lazy<Value>
  /** The calls that it makes with what it is handed. */
  readonly sites: Lazy<readonly Site[]>
}

/** A place of the code at which something is asked for. */
export interface Site {
  readonly form: CallForm
  readonly place: Place
  readonly address: Value
  /** Left out where nobody can tell it. */
  readonly method?: Value
  /** A string that is handed to something that we do not know. */
  readonly isHanded: boolean
  /** Somebody in the project calls what makes it. */
  readonly seen: {isReached: boolean}
}

export interface ClassDef {
  readonly id: number
  readonly name: string
  /** Stands for what its constructor is handed. */
  readonly constructorId: number
  readonly members: ReadonlyMap<string, Member>
  readonly statics: ReadonlyMap<string, Lazy<Value>>
  readonly base: Lazy<Value>
  readonly superArgs: Lazy<readonly Value[]>
}

export interface Member {
  readonly value: Lazy<Value>
  /** It follows from what the constructor is handed. */
  readonly isMade: boolean
}

/** The ways of the libraries that make requests. */
export type ClientForm = 'fetch' | 'axios' | 'ky' | 'got' | 'undici' | 'openapi-fetch' | 'supertest' | 'request' | 'xhr'

/** Something that makes requests, with what it was made with. */
export interface ClientValue {
  readonly kind: 'client'
  readonly form: ClientForm
  readonly base?: Value
  /** What of it is called: `get`, `stream.get`; left out where it is called itself. */
  readonly verb?: string
}

export type Given = ReadonlyMap<number, readonly Value[]>

export type Value =
  | Unknown
  | Text
  | Choice
  | RecordValue
  | FunctionValue
  | ClientValue
  | {readonly kind: 'list'; readonly items: readonly Value[]}
  | {readonly kind: 'class'; readonly def: ClassDef; readonly given: Given}
  | {
      readonly kind: 'instance'
      readonly def: ClassDef
      readonly args: readonly Value[]
      readonly given: Given
      readonly self?: Value
    }
  /** From a package, or a global where the name is empty. */
  | {readonly kind: 'package'; readonly name: string; readonly path: readonly string[]}
  /** A request that was counted where it was made. */
  | {readonly kind: 'request'}
  /** `undefined` and `null`. */
  | {readonly kind: 'absent'}
  /** What is worked out as soon as callers tell what it follows from. */
  | {readonly kind: 'deferred'; readonly args: readonly Value[]; readonly again: (args: readonly Value[]) => Value}

export const ABSENT: Value = {kind: 'absent'}
export const unknown = (name: string, param?: Param): Unknown => ({
  kind: 'unknown',
  name,
  ...(param ? {param} : {})
})
export const text = (...pieces: readonly (string | Unknown)[]): Text => ({kind: 'text', pieces})

/** Whether it may be told once callers are known. */
export const isSymbolic = (value: Value): boolean =>
  value.kind === 'deferred' || (value.kind === 'unknown' && value.param !== undefined)

export function nameOf(value: Value): string {
  if (value.kind === 'unknown') return value.name
  if (value.kind === 'package') return value.path.join('.') || value.name
  if (value.kind === 'function') return value.def.name
  if (value.kind === 'deferred') return value.args.map(nameOf).find(name => name !== '…') ?? '…'
  return '…'
}

/** The text, where all of it is known. */
export const literalOf = (value: Value | undefined): string | undefined =>
  value?.kind === 'text' && value.pieces.every(piece => typeof piece === 'string') ? value.pieces.join('') : undefined
