import type {CallForm} from '../../model/api/client-call.ts'
import type {Place} from '../../model/location.ts'
import type {Lazy} from './lazy.ts'

/** A parameter of a function, or `this` of a method. Callers determine its value. */
export interface Param {
  /** Id of the function, or of the class for `this`. */
  readonly of: number
  readonly index: number
  /** A rest parameter, which holds all arguments from `index` on. */
  readonly rest?: true
  /** Property path into the parameter. */
  readonly path: readonly string[]
}

/** A value that can't be determined without running the code. */
export interface Unknown {
  readonly kind: 'unknown'
  /** Name in the source code. */
  readonly name: string
  readonly param?: Param
}

export interface Text {
  readonly kind: 'text'
  readonly pieces: readonly (string | Unknown)[]
}

/** Alternatives of a value. Choices on the same condition select the same alternative. */
export interface Choice {
  readonly kind: 'choice'
  readonly options: readonly Value[]
  /** Source text of the condition. */
  readonly by?: string
}

export interface RecordValue {
  readonly kind: 'record'
  readonly entries: ReadonlyMap<string, Lazy<Value>>
  /** Spread values, last one first. */
  readonly spread: readonly Value[]
}

export interface FunctionValue {
  readonly kind: 'function'
  readonly def: FunctionDef
  /** Arguments of enclosing functions and `this`, as far as they are known. */
  readonly given: Given
}

/** A function in terms of its parameters. */
export interface FunctionDef {
  readonly id: number
  readonly name: string
  readonly returns: Lazy<Value>
  /** Requests in the function that depend on its parameters. */
  readonly sites: Lazy<readonly Site[]>
}

/** A position in the code that sends a request. */
export interface Site {
  readonly form: CallForm
  readonly place: Place
  readonly address: Value
  /** Missing if the method isn't known. */
  readonly method?: Value
  /** The address is an argument of an unknown function. */
  readonly isHanded: boolean
  /** A call in the project reaches the function with this request. */
  readonly seen: {isReached: boolean}
}

export interface ClassDef {
  readonly id: number
  readonly name: string
  /** Id for the parameters of the constructor. */
  readonly constructorId: number
  readonly members: ReadonlyMap<string, Member>
  readonly statics: ReadonlyMap<string, Lazy<Value>>
  readonly base: Lazy<Value>
  readonly superArgs: Lazy<readonly Value[]>
}

export interface Member {
  readonly value: Lazy<Value>
  /** The member depends on the constructor arguments. */
  readonly isMade: boolean
}

/** Client libraries by their calling conventions. */
export type ClientForm = 'fetch' | 'axios' | 'ky' | 'got' | 'undici' | 'openapi-fetch' | 'supertest' | 'request' | 'xhr'

/** An instance or function that sends requests, with its configuration. */
export interface ClientValue {
  readonly kind: 'client'
  readonly form: ClientForm
  readonly base?: Value
  /** Called method: `get`, `stream.get`. Missing if the client itself is called. */
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
  /** An export of a package, or a global if the name is empty. */
  | {readonly kind: 'package'; readonly name: string; readonly path: readonly string[]}
  /** A request that was recorded where it was created. */
  | {readonly kind: 'request'}
  /** `undefined` and `null`. */
  | {readonly kind: 'absent'}
  /** A value that is computed once callers determine its arguments. */
  | {readonly kind: 'deferred'; readonly args: readonly Value[]; readonly again: (args: readonly Value[]) => Value}

export const ABSENT: Value = {kind: 'absent'}
export const unknown = (name: string, param?: Param): Unknown => ({
  kind: 'unknown',
  name,
  ...(param ? {param} : {})
})
export const text = (...pieces: readonly (string | Unknown)[]): Text => ({kind: 'text', pieces})

/** Whether the value depends on callers. */
export const isSymbolic = (value: Value): boolean =>
  value.kind === 'deferred' || (value.kind === 'unknown' && value.param !== undefined)

export function nameOf(value: Value): string {
  if (value.kind === 'unknown') return value.name
  if (value.kind === 'package') return value.path.join('.') || value.name
  if (value.kind === 'function') return value.def.name
  if (value.kind === 'deferred') return value.args.map(nameOf).find(name => name !== '…') ?? '…'
  return '…'
}

/** The string, if all of it is known; otherwise `undefined`. */
export const literalOf = (value: Value | undefined): string | undefined =>
  value?.kind === 'text' && value.pieces.every(piece => typeof piece === 'string') ? value.pieces.join('') : undefined
