import type ts from 'typescript'
import type {FrameworkModel} from '../interpreter/framework-contract.ts'
import {
  type AbstractValue,
  type CallWithArguments,
  fieldOf,
  type NativeValue,
  nativeFunction,
  nativeValue,
  stringOf,
  toPlainData,
  UNKNOWN_VALUE
} from '../interpreter/values.ts'
import {orNull, type Schema} from './types-to-schemas.ts'

/** A Zod schema, as far as it could be read. */
export interface ZodSchema {
  readonly zod: true
  readonly json: Schema
  readonly isOptional: boolean
  readonly node: ts.Node
  /** Whether parts of the schema are computed, so that its TypeScript types are read instead. */
  readonly isPartial: boolean
}

export const asZodSchema = (value: AbstractValue | undefined): ZodSchema | undefined =>
  value?.kind === 'native' && value.it && 'zod' in value.it ? (value.it as ZodSchema) : undefined

const MODULES = /^(?:zod(?:\/(?:v3|v4|mini|v4-mini))?|@hono\/zod-openapi)$/

/** Models Zod: objects, arrays, unions, and the checks that JSON Schema can express. */
export function modelZod(): FrameworkModel {
  const namespace = nativeValue({get: name => (name === 'coerce' ? namespace : schemaFunction(name))})
  return {
    valueOf({module, path}) {
      if (!MODULES.test(module)) return undefined
      const [first, ...more] = path[0] === 'default' ? path.slice(1) : path
      if (module.startsWith('@hono') && first !== 'z') return undefined
      if (first === undefined || (first === 'z' && more.length === 0)) return namespace
      return more.length === 0 ? schemaFunction(first) : undefined
    }
  }
}

type MakeSchema = (args: readonly AbstractValue[]) => Schema | undefined

const jsonOf = (value: AbstractValue | undefined): Schema | undefined => asZodSchema(value)?.json

const TEXT_FORMATS: Readonly<Record<string, string>> = {
  email: 'email',
  url: 'uri',
  uuid: 'uuid',
  guid: 'uuid',
  datetime: 'date-time',
  date: 'date',
  time: 'time',
  ipv4: 'ipv4',
  ipv6: 'ipv6'
}

const MAKERS: Readonly<Record<string, MakeSchema>> = Object.assign(Object.create(null), {
  string: () => ({type: 'string'}),
  number: () => ({type: 'number'}),
  int: () => ({type: 'integer'}),
  boolean: () => ({type: 'boolean'}),
  date: () => ({type: 'string', format: 'date-time'}),
  null: () => ({type: 'null'}),
  any: () => ({}),
  unknown: () => ({}),
  undefined: () => ({}),
  void: () => ({}),
  never: () => false,
  literal: ([value]: readonly AbstractValue[]) => {
    const known = value && toPlainData(value)
    if (!known) return undefined
    return Array.isArray(known.data)
      ? {enum: known.data}
      : known.data === null
        ? {type: 'null'}
        : {type: typeof known.data, const: known.data}
  },
  enum: ([value]: readonly AbstractValue[]) => enumSchema(value),
  nativeEnum: ([value]: readonly AbstractValue[]) => enumSchema(value),
  array: ([item]: readonly AbstractValue[]) => {
    const items = jsonOf(item)
    return items === undefined ? undefined : {type: 'array', items}
  },
  tuple: ([list]: readonly AbstractValue[]) => {
    const items = list?.kind === 'list' && !list.isOpen ? list.items.map(jsonOf) : [undefined]
    return items.includes(undefined)
      ? undefined
      : {type: 'array', prefixItems: items, items: false, minItems: items.length, maxItems: items.length}
  },
  record: ([key, value]: readonly AbstractValue[]) => {
    const additionalProperties = jsonOf(value ?? key)
    return additionalProperties === undefined ? undefined : {type: 'object', additionalProperties}
  },
  union: ([list]: readonly AbstractValue[]) => anyOf(list),
  discriminatedUnion: ([, list]: readonly AbstractValue[]) => anyOf(list),
  intersection: ([one, other]: readonly AbstractValue[]) => intersectionSchema(jsonOf(one), jsonOf(other)),
  object: ([shape]: readonly AbstractValue[]) => objectSchema(shape),
  strictObject: ([shape]: readonly AbstractValue[]) => withoutAdditional(objectSchema(shape)),
  looseObject: ([shape]: readonly AbstractValue[]) => objectSchema(shape),
  optional: ([value]: readonly AbstractValue[]) => jsonOf(value),
  nullable: ([value]: readonly AbstractValue[]) => {
    const json = jsonOf(value)
    return json === undefined ? undefined : orNull(json)
  },
  preprocess: ([, value]: readonly AbstractValue[]) => jsonOf(value)
})

function schemaFunction(name: string): AbstractValue {
  const format = TEXT_FORMATS[name]
  const make = MAKERS[name] ?? (format === undefined ? undefined : () => ({type: 'string', format}))
  if (name === 'iso') return nativeValue({get: inside => schemaFunction(inside === 'date' ? 'isoDate' : inside)})
  if (name === 'isoDate') return nativeFunction(call => createSchema({type: 'string', format: 'date'}, call))
  if (name === 'ZodError' || name === 'infer') return UNKNOWN_VALUE
  return nativeFunction(call => createSchema(make?.(call.args), call, name === 'optional'))
}

/** Maximum number of parts of one schema. Parts that are used twice count twice. */
const MAX_PARTS = 20_000
const sizes = new WeakMap<object, number>()

function countParts(part: unknown): number {
  if (typeof part !== 'object' || part === null) return 1
  const known = sizes.get(part)
  if (known !== undefined) return known
  const size = Object.values(part).reduce((sum: number, each) => sum + countParts(each), 1)
  sizes.set(part, size)
  return size
}

function createSchema(
  given: Schema | undefined,
  {node}: Pick<CallWithArguments, 'node'>,
  isOptional = false,
  isPartial = given === undefined
): NativeValue {
  const json = countParts(given) > MAX_PARTS ? undefined : given
  const schema: ZodSchema = {zod: true, json: json ?? {}, isOptional, node, isPartial: isPartial || json === undefined}
  return nativeValue({it: schema, get: name => schemaMethod(schema, name)})
}

function objectSchema(shape: AbstractValue | undefined): Schema | undefined {
  if (shape?.kind !== 'object' || shape.isOpen) return undefined
  const fields = [...shape.fields].map(([name, value]) => [name, asZodSchema(value)] as const)
  if (fields.some(([, field]) => !field || field.isPartial)) return undefined
  const required = fields.flatMap(([name, field]) => (field?.isOptional ? [] : [name]))
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map(([name, field]) => [name, field?.json ?? {}])),
    ...(required.length > 0 ? {required} : {})
  }
}

const withoutAdditional = (schema: Schema | undefined): Schema | undefined =>
  typeof schema === 'object' ? {...schema, additionalProperties: false} : schema

function enumSchema(value: AbstractValue | undefined): Schema | undefined {
  const all = value?.kind === 'object' ? {...value, kind: 'list' as const, items: [...value.fields.values()]} : value
  const known = all?.kind === 'list' && !all.isOpen ? all.items.map(each => toPlainData(each)) : [undefined]
  if (known.includes(undefined)) return undefined
  const data = known.map(each => each?.data)
  return data.every(each => typeof each === 'string') ? {type: 'string', enum: data} : {enum: data}
}

function anyOf(list: AbstractValue | undefined): Schema | undefined {
  const all = list?.kind === 'list' && !list.isOpen ? list.items.map(jsonOf) : [undefined]
  return all.includes(undefined) ? undefined : {anyOf: all}
}

const intersectionSchema = (one: Schema | undefined, other: Schema | undefined): Schema | undefined =>
  one === undefined || other === undefined ? undefined : {allOf: [one, other]}

/** Schemas with a computed default, with the node of the default. */
const defaultNodes = new WeakMap<object, ts.Node>()

/** Nodes of all computed defaults in a schema and its subschemas. */
export function findComputedDefaults(schema: unknown, seen = new Set<object>()): ts.Node[] {
  if (typeof schema !== 'object' || schema === null || seen.has(schema)) return []
  seen.add(schema)
  const own = defaultNodes.get(schema)
  return [...(own ? [own] : []), ...Object.values(schema).flatMap(each => findComputedDefaults(each, seen))]
}

/** The property of a Zod schema with this name, usually a method that returns a derived schema. */
function schemaMethod(schema: ZodSchema, name: string): AbstractValue {
  if (name === 'shape') return shapeOf(schema)
  if (['parse', 'safeParse', 'parseAsync', 'safeParseAsync'].includes(name)) return nativeFunction(() => UNKNOWN_VALUE)
  return nativeFunction(({args: [first], node}) => {
    const old = typeof schema.json === 'object' ? schema.json : {}
    const json = deriveSchema({name, json: old, first, node})
    const before = typeof schema.json === 'object' ? defaultNodes.get(schema.json) : undefined
    if (before && typeof json === 'object') defaultNodes.set(json, before)
    const isOptional = OPTIONAL_AFTER.get(name) ?? schema.isOptional
    return createSchema(json, {node}, isOptional, schema.isPartial || json === undefined)
  })
}

function shapeOf({json: whole, node, isPartial}: ZodSchema): AbstractValue {
  const {properties = {}} = (typeof whole === 'object' ? whole : {}) as {
    properties?: Readonly<Record<string, Schema>>
  }
  const required = requiredOf(whole)
  const fields = Object.entries(properties).map(([key, json]): [string, AbstractValue] => [
    key,
    createSchema(json, {node: node as CallWithArguments['node']}, !required.includes(key))
  ])
  return {kind: 'object', fields: new Map(fields), isOpen: isPartial}
}

/** Methods that make a value optional (`true`) or required (`false`). */
const OPTIONAL_AFTER: ReadonlyMap<string, boolean> = new Map([
  ['optional', true],
  ['nullish', true],
  ['default', true],
  ['catch', true],
  ['array', false]
])

/** A call of a method of a schema, with its first argument. */
interface MethodCall {
  readonly name: string
  readonly json: Exclude<Schema, boolean>
  readonly first: AbstractValue | undefined
  readonly node: ts.Node
}

/** Derives the schema that a method of a schema returns; `undefined` if it is computed. */
type DeriveSchema = (call: MethodCall) => Schema | undefined

const numberOf = (value: AbstractValue | undefined): number | undefined =>
  value?.kind === 'constant' && typeof value.value === 'number' ? value.value : undefined

const limitValue: DeriveSchema = ({name, json, first}) => {
  const number = numberOf(first)
  return number === undefined ? undefined : withBound(json, name, number)
}

const setDefault: DeriveSchema = ({name, json, first, node}) => {
  const known = first && toPlainData(first)
  const own = known ? {...json, default: known.data} : {...json}
  // `catch` doesn't set a default that a client could rely on.
  if (!known && name === 'default') defaultNodes.set(own, node)
  return own
}

const extendObject: DeriveSchema = ({json, first}) => mergeObjects(json, objectSchema(first))

const selectFields: DeriveSchema = ({name, json, first}) => selectProperties(json, first, name === 'pick')

const setMetadata: DeriveSchema = ({json, first}) => {
  const deprecated = fieldOf(first, 'deprecated')
  return deprecated ? {...json, deprecated: toPlainData(deprecated)?.data} : json
}

const DERIVATIONS: ReadonlyMap<string, DeriveSchema> = new Map<string, DeriveSchema>([
  ['optional', ({json}) => json],
  ['nullish', ({json}) => orNull(json)],
  ['nullable', ({json}) => orNull(json)],
  ['default', setDefault],
  ['catch', setDefault],
  ['array', ({json}) => ({type: 'array', items: json})],
  [
    'or',
    ({json, first}) => {
      const other = jsonOf(first)
      return other === undefined ? undefined : {anyOf: [json, other]}
    }
  ],
  ['and', ({json, first}) => intersectionSchema(json, jsonOf(first))],
  ['int', ({json}) => ({...json, type: 'integer'})],
  ['positive', ({json}) => ({...json, exclusiveMinimum: 0})],
  ['nonnegative', ({json}) => ({...json, minimum: 0})],
  ['negative', ({json}) => ({...json, exclusiveMaximum: 0})],
  [
    'multipleOf',
    ({json, first}) => {
      const number = numberOf(first)
      return number === undefined ? json : {...json, multipleOf: number}
    }
  ],
  ['nonempty', ({json}) => ({...json, [json.type === 'array' ? 'minItems' : 'minLength']: 1})],
  ...['min', 'max', 'length', 'gte', 'lte', 'gt', 'lt'].map((name): [string, DeriveSchema] => [name, limitValue]),
  [
    'regex',
    ({json, first}) =>
      first?.kind === 'pattern' ? {...json, pattern: first.source.replace(/^\/(.*)\/[a-z]*$/s, '$1')} : json
  ],
  [
    'describe',
    ({json, first}) => {
      const description = stringOf(first)
      return description === undefined ? json : {...json, description}
    }
  ],
  ['strict', ({json}) => withoutAdditional(json)],
  ['extend', extendObject],
  ['safeExtend', extendObject],
  ['merge', ({json, first}) => mergeObjects(json, jsonOf(first))],
  ['partial', ({json}) => ({...json, required: []})],
  ['pick', selectFields],
  ['omit', selectFields],
  ['meta', setMetadata],
  ['openapi', setMetadata]
])

function deriveSchema(call: MethodCall): Schema | undefined {
  const {name, json} = call
  const derive = DERIVATIONS.get(name)
  if (derive) return derive(call)
  const format = TEXT_FORMATS[name]
  // Other methods, such as refinements, don't change the JSON that is sent.
  return format !== undefined && json.type === 'string' ? {...json, format} : json
}

function withBound(json: Exclude<Schema, boolean>, name: string, number: number): Schema {
  const [low, high] =
    json.type === 'string'
      ? ['minLength', 'maxLength']
      : json.type === 'array'
        ? ['minItems', 'maxItems']
        : ['minimum', 'maximum']
  if (name === 'gt') return {...json, exclusiveMinimum: number}
  if (name === 'lt') return {...json, exclusiveMaximum: number}
  if (name === 'length') return {...json, [low as string]: number, [high as string]: number}
  return {...json, [(name === 'min' || name === 'gte' ? low : high) as string]: number}
}

const requiredOf = (json: Schema): readonly string[] =>
  typeof json === 'object' && Array.isArray(json.required) ? (json.required as string[]) : []

function mergeObjects(one: Exclude<Schema, boolean>, other: Schema | undefined): Schema | undefined {
  if (typeof other !== 'object') return undefined
  const names = Object.keys((other.properties ?? {}) as object)
  return {
    ...one,
    properties: {...(one.properties as object), ...(other.properties as object)},
    required: [...requiredOf(one).filter(name => !names.includes(name)), ...requiredOf(other)]
  }
}

function selectProperties(
  json: Exclude<Schema, boolean>,
  mask: AbstractValue | undefined,
  keeps: boolean
): Schema | undefined {
  if (mask?.kind !== 'object' || mask.isOpen) return undefined
  const isKept = (name: string): boolean => mask.fields.has(name) === keeps
  const properties = Object.entries((json.properties ?? {}) as object).filter(([name]) => isKept(name))
  return {...json, properties: Object.fromEntries(properties), required: requiredOf(json).filter(isKept)}
}
