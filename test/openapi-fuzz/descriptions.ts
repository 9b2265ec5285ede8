// Random descriptions of a small library, with a small vocabulary so that random parts often match.

import type {Dice} from '../../packages/json-schema/test/random.ts'

export type Raw = {[name: string]: unknown}

export interface Written extends Raw {
  openapi: string
  paths: Raw
  components: {schemas: Raw}
}

export const pick = <T>(roll: Dice, list: readonly T[]): T => list[Math.floor(roll() * list.length)] as T

const FIELDS = ['title', 'shelf', 'copies', 'due']
const SHARED = ['Loan', 'Book', 'Shelf', 'Member']
const WORDS = ['lent', 'back', 'lost', '7', 'a1']
const PATTERNS = ['^[a-z]+$', '^[0-9]+$', '^a', '[0-9]$']
const STRINGS = ['date', 'date-time', 'uuid', 'ipv4']
export const NUMBER_FORMATS = ['int8', 'uint8', 'int16', 'int32', 'uint32', 'int64']
/** Patterns of names. One matches fields, too. */
export const NAMES = ['^x-', '^d']
const STYLES: Readonly<Record<string, readonly string[]>> = {
  query: ['form', 'form', 'spaceDelimited', 'pipeDelimited'],
  header: ['simple'],
  path: ['simple', 'simple', 'label', 'matrix']
}

/** How a schema is generated: `extra` rolls for rarer keywords, and always returns 1 to leave them out. */
export interface SchemaOptions {
  readonly roll: Dice
  readonly extra: Dice
  readonly isNewer: boolean
}

export function descriptionOf(roll: Dice, extra: Dice): Written {
  const isNewer = roll() < 0.5
  const options = {roll, extra, isNewer}
  const schemas = Object.fromEntries(SHARED.map(name => [name, sharedOf(options)]))
  const parameters: Raw[] = [parameterOf('id', 'path', options)]
  for (const name of ['limit', 'state']) if (roll() < 0.7) parameters.push(parameterOf(name, 'query', options))
  if (roll() < 0.4) parameters.push(parameterOf('X-Branch', 'header', options))
  const media = (): Raw => ({'application/json': {schema: schemaOf(options, 2)}})
  const responses: Raw = {200: {description: 'fine', content: media()}}
  if (roll() < 0.2) responses[404] = {description: 'not there', content: media()}
  const operation = {requestBody: {required: roll() < 0.7, content: media()}, responses, parameters}
  return {
    openapi: isNewer ? '3.1.0' : '3.0.3',
    info: {title: 'Library', version: '1'},
    paths: {'/loans/{id}': {put: operation}},
    components: {schemas}
  }
}

function sharedOf(options: SchemaOptions): Raw {
  const {roll} = options
  const way = roll()
  if (way < 0.55) return objectOf(options, 2)
  if (way < 0.75) return {allOf: [{$ref: `#/components/schemas/${pick(roll, SHARED)}`}, objectOf(options, 1)]}
  if (way < 0.85) return taggedChoice(options)
  return schemaOf(options, 2)
}

/** A choice whose alternatives have distinct tags, with or without a discriminator. */
function taggedChoice(options: SchemaOptions): Raw {
  const forms = ['lent', 'back'].map(word => ({
    ...objectOf(options, 0),
    type: 'object',
    required: ['kind'],
    properties: {kind: {type: 'string', enum: [word]}, [pick(options.roll, FIELDS)]: scalarOf(options)}
  }))
  const others = options.extra() < 0.25 ? [scalarOf(options)] : []
  return {oneOf: [...forms, ...others], ...(options.roll() < 0.5 ? {discriminator: {propertyName: 'kind'}} : {})}
}

function parameterOf(name: string, place: string, options: SchemaOptions): Raw {
  const {roll} = options
  const style = pick(roll, STYLES[place] ?? [])
  const isList = roll() < 0.35 || (style !== 'form' && style !== 'simple')
  const schema = isList ? {type: 'array', items: scalarOf(options), ...bounds(roll, 'Items', 3)} : scalarOf(options)
  return {
    name,
    in: place,
    ...(place === 'path' || roll() < 0.3 ? {required: true} : {}),
    ...(roll() < 0.5 && style !== 'form' && style !== 'simple' ? {style} : {}),
    ...(roll() < 0.3 ? {explode: roll() < 0.5} : {}),
    schema
  }
}

export function schemaOf(options: SchemaOptions, depth: number): Raw {
  const {roll} = options
  const way = roll()
  if (way < 0.25) return {$ref: `#/components/schemas/${pick(roll, SHARED)}`}
  if (depth === 0 || way < 0.4) return scalarOf(options)
  if (way < 0.65) return objectOf(options, depth)
  if (way < 0.75)
    return nullable({type: 'array', items: schemaOf(options, depth - 1), ...bounds(roll, 'Items', 3)}, options)
  const list = Array.from({length: 2 + Math.floor(roll() * 1.5)}, () => formOf(options, depth))
  return {[pick(roll, ['allOf', 'oneOf', 'anyOf'])]: list}
}

/** A schema, or a nearly empty one: any object, or null. */
function formOf(options: SchemaOptions, depth: number): Raw {
  const way = options.extra()
  if (way < 0.08) return {type: 'object'}
  if (way < 0.14 && options.isNewer) return {type: 'null'}
  return schemaOf(options, depth - 1)
}

export function objectOf(options: SchemaOptions, depth: number): Raw {
  const {roll, extra} = options
  const properties: Raw = {}
  for (const name of FIELDS) if (roll() < 0.5) properties[name] = fieldOf(name, options, depth)
  const names = Object.keys(properties)
  const required = names.filter(() => roll() < 0.4)
  const rest = roll()
  return nullable(
    {
      type: 'object',
      ...(names.length > 0 ? {properties} : {}),
      ...(required.length > 0 ? {required} : {}),
      ...(rest < 0.12 ? {additionalProperties: false} : {}),
      ...(rest > 0.85 ? {additionalProperties: rest > 0.95 ? true : schemaOf(options, Math.max(0, depth - 1))} : {}),
      ...(options.isNewer && roll() < 0.08 ? {patternProperties: {'^x-': scalarOf(options)}} : {}),
      ...(extra() < 0.12 ? {additionalProperties: schemaOf(options, 0)} : {}),
      ...(options.isNewer && extra() < 0.1 ? {patternProperties: {[pick(extra, NAMES)]: scalarOf(options)}} : {}),
      ...(options.isNewer && extra() < 0.06 ? {unevaluatedProperties: extra() < 0.5 ? false : scalarOf(options)} : {}),
      ...(roll() < 0.06 ? bounds(roll, 'Properties', 3) : {})
    },
    options
  )
}

export const accessOf = (name: string): string => (['title', 'shelf'].includes(name) ? 'readOnly' : 'writeOnly')

/** Each field is marked for at most one direction, so that no field is left out of both. */
function fieldOf(name: string, options: SchemaOptions, depth: number): Raw {
  const schema = schemaOf(options, Math.max(0, depth - 1))
  if (options.roll() > 0.15 || '$ref' in schema) return schema
  return {...schema, [accessOf(name)]: true}
}

export function scalarOf(options: SchemaOptions): Raw {
  const {roll, extra} = options
  const type = pick(roll, ['string', 'string', 'integer', 'number', 'boolean'])
  if (type === 'boolean') return nullable({type}, options)
  if (type !== 'string') {
    if (roll() < 0.15) return nullable({type, enum: [1, 2, 7].filter(() => roll() < 0.8).concat(5)}, options)
    const step = roll() < 0.1 ? {multipleOf: pick(roll, [2, 3])} : {}
    const format = extra() < 0.25 ? {format: pick(extra, NUMBER_FORMATS)} : {}
    return nullable({type, ...bound(roll), ...step, ...format, ...excluded(extra, [1, 2])}, options)
  }
  const way = roll()
  if (way < 0.3) return nullable({type, enum: WORDS.filter(() => roll() < 0.5).concat('new')}, options)
  if (way < 0.36 && options.isNewer) return {const: pick(roll, WORDS)}
  if (way < 0.5) return nullable({type, pattern: pick(roll, PATTERNS)}, options)
  if (way < 0.65) return nullable({type, format: pick(roll, STRINGS)}, options)
  return nullable({type, ...bounds(roll, 'Length', 4), ...excluded(extra, WORDS)}, options)
}

const excluded = (roll: Dice, values: readonly unknown[]): Raw =>
  roll() < 0.06 ? {not: {enum: [pick(roll, values)]}} : {}

function bound(roll: Dice): Raw {
  const low = pick(roll, [-1, 0, 1, 2])
  return {...(roll() < 0.4 ? {minimum: low} : {}), ...(roll() < 0.4 ? {maximum: low + pick(roll, [0, 3, 8])} : {})}
}

export function bounds(roll: Dice, of: string, most: number): Raw {
  const low = Math.floor(roll() * 2)
  return {
    ...(roll() < 0.25 ? {[`min${of}`]: low} : {}),
    ...(roll() < 0.25 ? {[`max${of}`]: low + Math.ceil(roll() * most)} : {})
  }
}

function nullable(schema: Raw, {roll, isNewer}: SchemaOptions): Raw {
  if (roll() > 0.1) return schema
  const values = Array.isArray(schema.enum) ? {enum: [...schema.enum, null]} : {}
  return isNewer ? {...schema, type: [schema.type, 'null'], ...values} : {...schema, nullable: true, ...values}
}
