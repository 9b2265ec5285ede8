import type ts from 'typescript'
import {Budget} from './step-budget.ts'

/**
 * An abstract value of an expression in server code, as far as it can be determined without execution. A value that
 * can't be determined is `unknown`, never guessed.
 */
export type Value = Constant | Pattern | List | Thing | Callable | ClassValue | External | Native | Choice | Unknown

export interface Constant {
  readonly kind: 'constant'
  readonly value: string | number | boolean | bigint | null | undefined
  /**
   * Set if the value is only a default that the environment can override, as in `process.env.PREFIX ?? '/api'`: the
   * node of the expression.
   */
  readonly assumed?: ts.Node
}

/** A regular expression. */
export interface Pattern {
  readonly kind: 'pattern'
  readonly source: string
}

export interface List {
  readonly kind: 'list'
  readonly items: readonly Value[]
  /** The list might have more items. */
  readonly isOpen: boolean
}

/** An object: a literal, an instance of a class, or the exports of a module. */
export interface Thing {
  readonly kind: 'object'
  readonly fields: Map<string, Value>
  isOpen: boolean
  readonly of?: ClassValue
  readonly node?: ts.Node
}

export interface Callable {
  readonly kind: 'function'
  readonly node: ts.FunctionLikeDeclaration
  readonly scope: Scope
  readonly self?: Value
}

export interface ClassValue {
  readonly kind: 'class'
  readonly node: ts.ClassLikeDeclaration
  readonly scope: Scope
  readonly statics: Map<string, Value>
  readonly base?: Value
}

/** An export of a package, or a global of the platform such as `process.env.PORT`. */
export interface External {
  readonly kind: 'external'
  readonly module: string
  readonly path: readonly string[]
}

/** An object of a framework, with models of its properties and calls. */
export interface Native {
  readonly kind: 'native'
  /** The framework's own object behind the value, for example a router. */
  readonly it?: object
  readonly get?: (name: string, node: ts.Node) => Value | undefined
  readonly call?: (call: Call) => Value
  /** Property under a computed name that isn't known. */
  readonly unnamed?: () => Value
}

/** One of several values; which one isn't known. */
export interface Choice {
  readonly kind: 'choice'
  readonly options: readonly Value[]
}

export interface Unknown {
  readonly kind: 'unknown'
  readonly node?: ts.Node
  /** The package that the value comes from, if any. */
  readonly from?: string
}

/** A function call, a construction, or a decorator, with its arguments. */
export interface Call {
  readonly node: ts.CallExpression | ts.NewExpression | ts.TaggedTemplateExpression | ts.Decorator
  readonly args: readonly Value[]
  readonly self?: Value | undefined
  readonly isNew?: boolean
}

/** The variables of a function or module. */
export interface Scope {
  readonly names: Map<ts.Symbol, Value>
  readonly above?: Scope
  readonly self?: Value
  /** The class whose method is evaluated. */
  readonly within?: ClassValue
}

export const UNKNOWN: Unknown = {kind: 'unknown'}
export const NOTHING: Constant = {kind: 'constant', value: undefined}

export const constant = (value: Constant['value'], assumed?: ts.Node): Constant => ({
  kind: 'constant',
  value,
  ...(assumed ? {assumed} : {})
})

/** Maximum number of items of a list. Longer lists are cut and marked as open. */
const MAX_ITEMS = 10_000

export const listOf = (items: readonly Value[], isOpen = false): List =>
  items.length > MAX_ITEMS
    ? {kind: 'list', items: items.slice(0, MAX_ITEMS), isOpen: true}
    : {kind: 'list', items, isOpen}

export const thing = (fields: Iterable<readonly [string, Value]> = [], isOpen = false): Thing => ({
  kind: 'object',
  fields: new Map(fields),
  isOpen
})

export const native = (parts: Omit<Native, 'kind'>): Native => ({kind: 'native', ...parts})

/** A modeled function. */
export const act = (call: (call: Call) => Value): Native => ({kind: 'native', call})

/** All alternatives of a value. */
export const optionsOf = (value: Value): readonly Value[] =>
  value.kind === 'choice' ? value.options.flatMap(optionsOf) : [value]

/** Combines values into a choice. Returns the value itself if all are equal. */
export function choiceOf(values: readonly Value[]): Value {
  const [only] = values
  if (only && values.length === 1) return only
  const seen = new Map<unknown, Value>()
  for (const each of values.flatMap(optionsOf)) {
    const key = each.kind === 'constant' ? each.value : each.kind === 'unknown' ? UNKNOWN : each
    if (!seen.has(key)) seen.set(key, each)
  }
  const options = [...seen.values()]
  return options.length === 1 && options[0] ? options[0] : options.length === 0 ? NOTHING : {kind: 'choice', options}
}

/** Additional steps that a value costs: nonzero for lists and long strings. */
export const sizeOf = (value: Value): number =>
  value.kind === 'list'
    ? value.items.length
    : value.kind === 'constant' && typeof value.value === 'string'
      ? value.value.length >> 6
      : 0

/** The string of a constant. `undefined` for any other value. */
export const textIn = (value: Value | undefined): string | undefined =>
  value?.kind === 'constant' && typeof value.value === 'string' ? value.value : undefined

/** Truthiness of a value. `undefined` if it isn't known. */
export function truth(value: Value): boolean | undefined {
  if (value.kind === 'constant') return value.assumed ? undefined : Boolean(value.value)
  if (value.kind === 'choice') {
    const all = new Set(value.options.map(truth))
    return all.size === 1 ? [...all][0] : undefined
  }
  return value.kind === 'unknown' || value.kind === 'external' ? undefined : true
}

/** A property of an object, without those of its class. `undefined` if there is none. */
export const fieldOf = (value: Value | undefined, name: string): Value | undefined =>
  value?.kind === 'object' ? value.fields.get(name) : undefined

/** Maximum number of parts of a value that is converted to plain data. Shared parts count once per use. */
const MAX_PARTS = 10_000

/** Converts a value to plain data. `undefined` if a part of it isn't known. */
export function plain(value: Value, budget = new Budget(MAX_PARTS)): {readonly data: unknown} | undefined {
  if (!budget.spend()) return undefined
  if (value.kind === 'constant') return typeof value.value === 'bigint' ? undefined : {data: value.value}
  if (value.kind === 'list') {
    const items = value.items.map(each => plain(each, budget))
    return value.isOpen || items.includes(undefined) ? undefined : {data: items.map(each => each?.data)}
  }
  if (value.kind !== 'object' || value.isOpen || value.of) return undefined
  const data: Record<string, unknown> = {}
  for (const [name, field] of value.fields) {
    const inner = plain(field, budget)
    if (!inner) return undefined
    if (inner.data !== undefined)
      Object.defineProperty(data, name, {value: inner.data, enumerable: true, writable: true, configurable: true})
  }
  return {data}
}
