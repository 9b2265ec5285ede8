import {setOwn} from '@tenure/core/model/json'
import type ts from 'typescript'
import {WorkBudget} from './step-budget.ts'

/**
 * An abstract value of an expression in server code, as far as it can be determined without execution. A value that
 * can't be determined is `unknown`, never guessed.
 */
export type AbstractValue =
  | ConstantValue
  | PatternValue
  | ListValue
  | ObjectValue
  | FunctionClosure
  | ClassValue
  | ExternalValue
  | NativeValue
  | ChoiceValue
  | UnknownValue

export interface ConstantValue {
  readonly kind: 'constant'
  readonly value: string | number | boolean | bigint | null | undefined
  /**
   * Set if the value is only a default that the environment can override, as in `process.env.PREFIX ?? '/api'`: the
   * node of the expression.
   */
  readonly assumed?: ts.Node
}

/** A regular expression. */
export interface PatternValue {
  readonly kind: 'pattern'
  readonly source: string
}

export interface ListValue {
  readonly kind: 'list'
  readonly items: readonly AbstractValue[]
  /** The list might have more items. */
  isOpen: boolean
}

/** An object: a literal, an instance of a class, or the exports of a module. */
export interface ObjectValue {
  readonly kind: 'object'
  readonly fields: Map<string, AbstractValue>
  isOpen: boolean
  /** Names of fields that might be missing, because they are set or deleted only under a condition. */
  uncertain?: Set<string>
  readonly of?: ClassValue
  readonly node?: ts.Node
}

export interface FunctionClosure {
  readonly kind: 'function'
  readonly node: ts.FunctionLikeDeclaration
  readonly scope: VariableScope
  readonly self?: AbstractValue
}

export interface ClassValue {
  readonly kind: 'class'
  readonly node: ts.ClassLikeDeclaration
  readonly scope: VariableScope
  readonly statics: Map<string, AbstractValue>
  readonly base?: AbstractValue
}

/** An export of a package, or a global of the platform such as `process.env.PORT`. */
export interface ExternalValue {
  readonly kind: 'external'
  readonly module: string
  readonly path: readonly string[]
}

/** An object of a framework, with models of its properties and calls. */
export interface NativeValue {
  readonly kind: 'native'
  /** The framework's own object behind the value, for example a router. */
  readonly it?: object
  readonly get?: (name: string, node: ts.Node) => AbstractValue | undefined
  readonly call?: (call: CallWithArguments) => AbstractValue
  /** Property under a computed name that isn't known. */
  readonly unnamed?: () => AbstractValue
}

/** One of several values; which one isn't known. */
export interface ChoiceValue {
  readonly kind: 'choice'
  readonly options: readonly AbstractValue[]
}

export interface UnknownValue {
  readonly kind: 'unknown'
  readonly node?: ts.Node
  /** The package that the value comes from, if any, or `COMPUTED_MODULE`. */
  readonly from?: string
}

/** Stands for a file of the program that is loaded by a name which can't be followed. */
export const COMPUTED_MODULE = './*'

/** A function call, a construction, or a decorator, with its arguments. */
export interface CallWithArguments {
  readonly node: ts.CallExpression | ts.NewExpression | ts.TaggedTemplateExpression | ts.Decorator
  readonly args: readonly AbstractValue[]
  readonly self?: AbstractValue | undefined
  readonly isNew?: boolean
}

/** The variables of a function or module. */
export interface VariableScope {
  readonly names: Map<ts.Symbol, AbstractValue>
  readonly above?: VariableScope
  readonly self?: AbstractValue
  /** The class whose method is evaluated. */
  readonly within?: ClassValue
}

export const UNKNOWN_VALUE: UnknownValue = {kind: 'unknown'}
export const UNDEFINED_VALUE: ConstantValue = {kind: 'constant', value: undefined}

export const constantValue = (value: ConstantValue['value'], assumed?: ts.Node): ConstantValue => ({
  kind: 'constant',
  value,
  ...(assumed ? {assumed} : {})
})

/** Maximum number of items of a list. Longer lists are cut and marked as open. */
const MAX_ITEMS = 10_000

export const listValue = (items: readonly AbstractValue[], isOpen = false): ListValue =>
  items.length > MAX_ITEMS
    ? {kind: 'list', items: items.slice(0, MAX_ITEMS), isOpen: true}
    : {kind: 'list', items, isOpen}

export const objectValue = (fields: Iterable<readonly [string, AbstractValue]> = [], isOpen = false): ObjectValue => ({
  kind: 'object',
  fields: new Map(fields),
  isOpen
})

export const nativeValue = (parts: Omit<NativeValue, 'kind'>): NativeValue => ({kind: 'native', ...parts})

/** A function value whose calls a function of the reader models. */
export const nativeFunction = (call: (call: CallWithArguments) => AbstractValue): NativeValue => ({
  kind: 'native',
  call
})

/** The items of a list that is fully known; otherwise the value itself. */
export const knownItemsOf = (value: AbstractValue): readonly AbstractValue[] =>
  value.kind === 'list' && !value.isOpen ? value.items : [value]

/** All alternatives of a value. */
export const possibleValuesOf = (value: AbstractValue): readonly AbstractValue[] =>
  value.kind === 'choice' ? value.options.flatMap(possibleValuesOf) : [value]

/** A value that might be missing. */
export const optionalValue = (value: AbstractValue): AbstractValue => combineValues([value, UNDEFINED_VALUE])

const isMissing = (value: AbstractValue): boolean => value.kind === 'constant' && value.value === undefined

/** Whether an item of a list might be missing. */
export const isOptional = (item: AbstractValue): boolean => item.kind === 'choice' && item.options.some(isMissing)

/** Evaluates code for an item of a list: as conditional code if the item might be missing. */
export function evaluateForItem<T>(
  engine: {conditionalDepth: number},
  item: AbstractValue,
  work: (item: AbstractValue) => T
): T {
  if (!isOptional(item)) return work(item)
  engine.conditionalDepth++
  const made = work(combineValues(possibleValuesOf(item).filter(each => !isMissing(each))))
  engine.conditionalDepth--
  return made
}

/** Items of a list that is spread or joined to another one. Of a choice, all items that any of the lists has. */
export function spreadItems(value: AbstractValue): {
  readonly items: readonly AbstractValue[]
  readonly isOpen: boolean
} {
  if (value.kind === 'list') return value
  const lists = possibleValuesOf(value).map(each =>
    each.kind === 'list' ? each : truthinessOf(each) === false ? NO_ITEMS : OPEN_LIST
  )
  const all = new Set(lists.flatMap(({items}) => items))
  return {
    items: [...all].map(each => (lists.every(({items}) => items.includes(each)) ? each : optionalValue(each))),
    isOpen: lists.some(({isOpen}) => isOpen)
  }
}

const NO_ITEMS: ListValue = {kind: 'list', items: [], isOpen: false}
const OPEN_LIST: ListValue = {kind: 'list', items: [], isOpen: true}

/** Combines values into a choice. Returns the value itself if all are equal. */
export function combineValues(values: readonly AbstractValue[]): AbstractValue {
  const [only] = values
  if (only && values.length === 1) return only
  const seen = new Map<unknown, AbstractValue>()
  for (const each of values.flatMap(possibleValuesOf)) {
    const key = each.kind === 'constant' ? each.value : each.kind === 'unknown' ? UNKNOWN_VALUE : each
    if (!seen.has(key)) seen.set(key, each)
  }
  const options = [...seen.values()]
  return options.length === 1 && options[0]
    ? options[0]
    : options.length === 0
      ? UNDEFINED_VALUE
      : {kind: 'choice', options}
}

/** Additional steps that a value costs: nonzero for lists and long strings. */
export const stepCostOf = (value: AbstractValue): number =>
  value.kind === 'list'
    ? value.items.length
    : value.kind === 'constant' && typeof value.value === 'string'
      ? value.value.length >> 6
      : 0

/** The string of a constant. `undefined` for any other value. */
export const stringOf = (value: AbstractValue | undefined): string | undefined =>
  value?.kind === 'constant' && typeof value.value === 'string' ? value.value : undefined

/** Truthiness of a value. `undefined` if it isn't known. */
export function truthinessOf(value: AbstractValue): boolean | undefined {
  if (value.kind === 'constant') return value.assumed ? undefined : Boolean(value.value)
  if (value.kind === 'choice') {
    const all = new Set(value.options.map(truthinessOf))
    return all.size === 1 ? [...all][0] : undefined
  }
  return value.kind === 'unknown' || value.kind === 'external' ? undefined : true
}

/** A property of an object, without those of its class. `undefined` if there is none. */
export const fieldOf = (value: AbstractValue | undefined, name: string): AbstractValue | undefined =>
  value?.kind === 'object' ? value.fields.get(name) : undefined

/** Maximum number of parts of a value that is converted to plain data. Shared parts count once per use. */
const MAX_PARTS = 10_000

/** Converts a value to plain data. `undefined` if a part of it isn't known. */
export function toPlainData(
  value: AbstractValue,
  budget = new WorkBudget(MAX_PARTS)
): {readonly data: unknown} | undefined {
  if (!budget.spend()) return undefined
  if (value.kind === 'constant') return typeof value.value === 'bigint' ? undefined : {data: value.value}
  if (value.kind === 'list') {
    const items = value.items.map(each => toPlainData(each, budget))
    return value.isOpen || items.includes(undefined) ? undefined : {data: items.map(each => each?.data)}
  }
  if (value.kind !== 'object' || value.isOpen || value.of) return undefined
  const data: Record<string, unknown> = {}
  for (const [name, field] of value.fields) {
    const inner = toPlainData(field, budget)
    if (!inner) return undefined
    if (inner.data !== undefined) setOwn(data, name, inner.data)
  }
  return {data}
}

/** The value of a variable in a scope or one around it; `undefined` if it isn't declared there. */
export function lookUp(symbol: ts.Symbol, scope: VariableScope | undefined): AbstractValue | undefined {
  for (let here = scope; here; here = here.above) {
    const known = here.names.get(symbol)
    if (known) return known
  }
  return undefined
}
