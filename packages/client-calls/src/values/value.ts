import type {CallForm} from '@tenure/core/model/api/client-call'
import type {SourceLocation} from '@tenure/core/model/location'

/** A parameter of a function, or `this` of a method. Callers determine its value. */
export interface ParameterReference {
  /** Id of the function, or of the class for `this`. */
  readonly of: number
  readonly index: number
  /** A rest parameter, which holds all arguments from `index` on. */
  readonly rest?: true
  /** Property path into the parameter. */
  readonly path: readonly string[]
}

/** A value that can't be determined without running the code. */
export interface UnresolvedValue {
  readonly kind: 'unknown'
  /** Name in the source code. */
  readonly name: string
  readonly param?: ParameterReference
}

export interface StringValue {
  readonly kind: 'text'
  readonly pieces: readonly (string | UnresolvedValue)[]
}

/** Alternatives of a value. Choices on the same condition select the same alternative. */
export interface ConditionalValue {
  readonly kind: 'choice'
  readonly options: readonly StaticValue[]
  /** Source text of the condition. */
  readonly by?: string
}

export interface RecordValue {
  readonly kind: 'record'
  readonly entries: ReadonlyMap<string, LazyValue<StaticValue>>
  /** Spread values, last one first. */
  readonly spread: readonly StaticValue[]
}

export interface FunctionValue {
  readonly kind: 'function'
  readonly def: FunctionDef
  /** Arguments of enclosing functions and `this`, as far as they are known. */
  readonly given: ArgumentsById
}

/** A function in terms of its parameters. */
export interface FunctionDef {
  readonly id: number
  readonly name: string
  readonly returns: LazyValue<StaticValue>
  /** Requests in the function that depend on its parameters. */
  readonly sites: LazyValue<readonly RequestSite[]>
}

/** A position in the code that sends a request. */
export interface RequestSite {
  readonly form: CallForm
  readonly place: SourceLocation
  readonly address: StaticValue
  /** Missing if the method isn't known. */
  readonly method?: StaticValue
  /** Whether the address is an argument of an unknown function. */
  readonly isHanded: boolean
  /** Whether a call in the project reaches the function with this request. */
  readonly seen: {isReached: boolean}
}

export interface ClassDef {
  readonly id: number
  readonly name: string
  /** Id for the parameters of the constructor. */
  readonly constructorId: number
  readonly members: ReadonlyMap<string, Member>
  readonly statics: ReadonlyMap<string, LazyValue<StaticValue>>
  readonly base: LazyValue<StaticValue>
  readonly superArgs: LazyValue<readonly StaticValue[]>
}

export interface Member {
  readonly value: LazyValue<StaticValue>
  /** Whether the member depends on the constructor arguments. */
  readonly dependsOnConstructor: boolean
}

/** Client libraries by their calling conventions. */
export type ClientForm = 'fetch' | 'axios' | 'ky' | 'got' | 'undici' | 'openapi-fetch' | 'supertest' | 'request' | 'xhr'

/** An instance or function that sends requests, with its configuration. */
export interface ClientValue {
  readonly kind: 'client'
  readonly form: ClientForm
  readonly base?: StaticValue
  /** Called method: `get`, `stream.get`. Missing if the client itself is called. */
  readonly verb?: string
}

export type ArgumentsById = ReadonlyMap<number, readonly StaticValue[]>

export type StaticValue =
  | UnresolvedValue
  | StringValue
  | ConditionalValue
  | RecordValue
  | FunctionValue
  | ClientValue
  | {readonly kind: 'list'; readonly items: readonly StaticValue[]}
  | {readonly kind: 'class'; readonly def: ClassDef; readonly given: ArgumentsById}
  | {
      readonly kind: 'instance'
      readonly def: ClassDef
      readonly args: readonly StaticValue[]
      readonly given: ArgumentsById
      readonly self?: StaticValue
    }
  /** An export of a package, or a global if the name is empty. */
  | {readonly kind: 'package'; readonly name: string; readonly path: readonly string[]}
  /** A request that was recorded where it was created. */
  | {readonly kind: 'request'}
  /** The value `undefined` or `null`, or a missing property. */
  | {readonly kind: 'absent'}
  /** A value that is computed once callers determine its arguments. */
  | {
      readonly kind: 'deferred'
      readonly args: readonly StaticValue[]
      readonly again: (args: readonly StaticValue[]) => StaticValue
    }

export const ABSENT_VALUE: StaticValue = {kind: 'absent'}
export const unresolvedValue = (name: string, param?: ParameterReference): UnresolvedValue => ({
  kind: 'unknown',
  name,
  ...(param ? {param} : {})
})
export const stringValue = (...pieces: readonly (string | UnresolvedValue)[]): StringValue => ({kind: 'text', pieces})

/** Whether the value depends on callers. */
export const dependsOnCaller = (value: StaticValue): boolean =>
  value.kind === 'deferred' || (value.kind === 'unknown' && value.param !== undefined)

export function valueNameOf(value: StaticValue): string {
  if (value.kind === 'unknown') return value.name
  if (value.kind === 'package') return value.path.join('.') || value.name
  if (value.kind === 'function') return value.def.name
  if (value.kind === 'deferred') return value.args.map(valueNameOf).find(name => name !== '…') ?? '…'
  return '…'
}

/** The string, if all of it is known; otherwise `undefined`. */
export const literalOf = (value: StaticValue | undefined): string | undefined =>
  value?.kind === 'text' && value.pieces.every(piece => typeof piece === 'string') ? value.pieces.join('') : undefined

/** A value that is computed on first use. The function that computes it is released afterwards. */
export class LazyValue<Value> {
  #make: (() => Value) | undefined
  #value: Value | undefined
  readonly #meanwhile: Value

  /** `meanwhile` is the result of a recursive access while the value is being computed. */
  constructor(make: () => Value, meanwhile: Value) {
    this.#make = make
    this.#meanwhile = meanwhile
    this.#value = meanwhile
  }

  /** Releases the computation. The value stays what it is by now. */
  drop(): void {
    this.#make = undefined
  }

  get(): Value {
    const make = this.#make
    if (make) {
      this.#make = undefined
      this.#value = make()
    }
    return this.#value ?? this.#meanwhile
  }
}
