import type ts from 'typescript'
import {Budget} from './step-budget.ts'

/**
 * What an expression of server code is worth, as far as it can be told without running it. Code is followed from its
 * entry on; what is not followed is `unknown`, and never guessed.
 */
export type Value = Constant | Pattern | List | Thing | Callable | ClassValue | External | Native | Choice | Unknown

export interface Constant {
  readonly kind: 'constant'
  readonly value: string | number | boolean | bigint | null | undefined
  /** What it is only when nothing else is set, as in `process.env.PREFIX ?? '/api'`: where that is said. */
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
  /** There may be more in it. */
  readonly isOpen: boolean
}

/** An object: literal, instance of a class, or the exports of a module. */
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

/** Something that a package exports, or a name that the platform knows: `process.env.PORT`. */
export interface External {
  readonly kind: 'external'
  readonly module: string
  readonly path: readonly string[]
}

/** Something of a framework, which knows what its parts and its calls are worth. */
export interface Native {
  readonly kind: 'native'
  /** What the framework knows it by. */
  readonly it?: object
  readonly get?: (name: string, node: ts.Node) => Value | undefined
  readonly call?: (call: Call) => Value
  /** A part whose name is not known. */
  readonly unnamed?: () => Value
}

/** One of these: which one cannot be told. */
export interface Choice {
  readonly kind: 'choice'
  readonly options: readonly Value[]
}

export interface Unknown {
  readonly kind: 'unknown'
  readonly node?: ts.Node
  /** The package that it comes from, if it does. */
  readonly from?: string
}

/** A call, or the making of an object, with what it is handed. */
export interface Call {
  readonly node: ts.CallExpression | ts.NewExpression | ts.TaggedTemplateExpression | ts.Decorator
  readonly args: readonly Value[]
  readonly self?: Value | undefined
  readonly isNew?: boolean
}

/** Names and what they stand for, within a function or a module. */
export interface Scope {
  readonly names: Map<ts.Symbol, Value>
  readonly above?: Scope
  readonly self?: Value
  /** The class whose method runs. */
  readonly within?: ClassValue
}

export const UNKNOWN: Unknown = {kind: 'unknown'}
export const NOTHING: Constant = {kind: 'constant', value: undefined}

export const constant = (value: Constant['value'], assumed?: ts.Node): Constant => ({
  kind: 'constant',
  value,
  ...(assumed ? {assumed} : {})
})

/** Lists that are longer have more in them than is looked at. */
const MOST_ITEMS = 10_000

export const listOf = (items: readonly Value[], isOpen = false): List =>
  items.length > MOST_ITEMS
    ? {kind: 'list', items: items.slice(0, MOST_ITEMS), isOpen: true}
    : {kind: 'list', items, isOpen}

export const thing = (fields: Iterable<readonly [string, Value]> = [], isOpen = false): Thing => ({
  kind: 'object',
  fields: new Map(fields),
  isOpen
})

export const native = (parts: Omit<Native, 'kind'>): Native => ({kind: 'native', ...parts})

/** A function of ours that stands for one of a framework. */
export const act = (call: (call: Call) => Value): Native => ({kind: 'native', call})

/** All that a value may be. */
export const optionsOf = (value: Value): readonly Value[] =>
  value.kind === 'choice' ? value.options.flatMap(optionsOf) : [value]

/** One of several values; the one, where they are alike. */
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

/** What it takes to make a value, where that is more than a step. */
export const sizeOf = (value: Value): number =>
  value.kind === 'list'
    ? value.items.length
    : value.kind === 'constant' && typeof value.value === 'string'
      ? value.value.length >> 6
      : 0

/** The text that a value is for certain. */
export const textIn = (value: Value | undefined): string | undefined =>
  value?.kind === 'constant' && typeof value.value === 'string' ? value.value : undefined

/** Whether a condition holds; `undefined` where nobody can tell. */
export function truth(value: Value): boolean | undefined {
  if (value.kind === 'constant') return value.assumed ? undefined : Boolean(value.value)
  if (value.kind === 'choice') {
    const all = new Set(value.options.map(truth))
    return all.size === 1 ? [...all][0] : undefined
  }
  return value.kind === 'unknown' || value.kind === 'external' ? undefined : true
}

/** A field of an object as it stands. */
export const fieldOf = (value: Value | undefined, name: string): Value | undefined =>
  value?.kind === 'object' ? value.fields.get(name) : undefined

/** Most parts of a value that becomes plain data: those that it holds twice are counted twice. */
const MOST_PARTS = 10_000

/** A value as plain data; `undefined` where any of it is unknown. */
export function plain(value: Value, budget = new Budget(MOST_PARTS)): {readonly data: unknown} | undefined {
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
