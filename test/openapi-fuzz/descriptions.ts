// Random descriptions of a small library: few words, so that what is random meets often.

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
/** Patterns of names: one that fields match, too. */
export const NAMES = ['^x-', '^d']
const STYLES: Readonly<Record<string, readonly string[]>> = {
  query: ['form', 'form', 'spaceDelimited', 'pipeDelimited'],
  header: ['simple'],
  path: ['simple', 'simple', 'label', 'matrix']
}

/**
 * What a schema is made in: whether types may be lists, and how deep it may still go. `extra` rolls for rarer keywords;
 * always 1 to leave them out.
 */
export interface Making {
  readonly roll: Dice
  readonly extra: Dice
  readonly isNewer: boolean
}

export function descriptionOf(roll: Dice, extra: Dice): Written {
  const isNewer = roll() < 0.5
  const making = {roll, extra, isNewer}
  const schemas = Object.fromEntries(SHARED.map(name => [name, sharedOf(making)]))
  const parameters: Raw[] = [parameterOf('id', 'path', making)]
  for (const name of ['limit', 'state']) if (roll() < 0.7) parameters.push(parameterOf(name, 'query', making))
  if (roll() < 0.4) parameters.push(parameterOf('X-Branch', 'header', making))
  const media = (): Raw => ({'application/json': {schema: schemaOf(making, 2)}})
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

function sharedOf(making: Making): Raw {
  const {roll} = making
  const way = roll()
  if (way < 0.55) return objectOf(making, 2)
  if (way < 0.75) return {allOf: [{$ref: `#/components/schemas/${pick(roll, SHARED)}`}, objectOf(making, 1)]}
  if (way < 0.85) return tagged(making)
  return schemaOf(making, 2)
}

/** A choice whose forms tell themselves apart, with the discriminator that says so. */
function tagged(making: Making): Raw {
  const forms = ['lent', 'back'].map(word => ({
    ...objectOf(making, 0),
    type: 'object',
    required: ['kind'],
    properties: {kind: {type: 'string', enum: [word]}, [pick(making.roll, FIELDS)]: scalarOf(making)}
  }))
  const others = making.extra() < 0.25 ? [scalarOf(making)] : []
  return {oneOf: [...forms, ...others], ...(making.roll() < 0.5 ? {discriminator: {propertyName: 'kind'}} : {})}
}

function parameterOf(name: string, place: string, making: Making): Raw {
  const {roll} = making
  const style = pick(roll, STYLES[place] ?? [])
  const isList = roll() < 0.35 || (style !== 'form' && style !== 'simple')
  const schema = isList ? {type: 'array', items: scalarOf(making), ...bounds(roll, 'Items', 3)} : scalarOf(making)
  return {
    name,
    in: place,
    ...(place === 'path' || roll() < 0.3 ? {required: true} : {}),
    ...(roll() < 0.5 && style !== 'form' && style !== 'simple' ? {style} : {}),
    ...(roll() < 0.3 ? {explode: roll() < 0.5} : {}),
    schema
  }
}

export function schemaOf(making: Making, depth: number): Raw {
  const {roll} = making
  const way = roll()
  if (way < 0.25) return {$ref: `#/components/schemas/${pick(roll, SHARED)}`}
  if (depth === 0 || way < 0.4) return scalarOf(making)
  if (way < 0.65) return objectOf(making, depth)
  if (way < 0.75)
    return nullable({type: 'array', items: schemaOf(making, depth - 1), ...bounds(roll, 'Items', 3)}, making)
  const list = Array.from({length: 2 + Math.floor(roll() * 1.5)}, () => formOf(making, depth))
  return {[pick(roll, ['allOf', 'oneOf', 'anyOf'])]: list}
}

/** A schema, or one that says little: any object, or null. */
function formOf(making: Making, depth: number): Raw {
  const way = making.extra()
  if (way < 0.08) return {type: 'object'}
  if (way < 0.14 && making.isNewer) return {type: 'null'}
  return schemaOf(making, depth - 1)
}

export function objectOf(making: Making, depth: number): Raw {
  const {roll, extra} = making
  const properties: Raw = {}
  for (const name of FIELDS) if (roll() < 0.5) properties[name] = fieldOf(name, making, depth)
  const names = Object.keys(properties)
  const required = names.filter(() => roll() < 0.4)
  const rest = roll()
  return nullable(
    {
      type: 'object',
      ...(names.length > 0 ? {properties} : {}),
      ...(required.length > 0 ? {required} : {}),
      ...(rest < 0.12 ? {additionalProperties: false} : {}),
      ...(rest > 0.85 ? {additionalProperties: rest > 0.95 ? true : schemaOf(making, Math.max(0, depth - 1))} : {}),
      ...(making.isNewer && roll() < 0.08 ? {patternProperties: {'^x-': scalarOf(making)}} : {}),
      ...(extra() < 0.12 ? {additionalProperties: schemaOf(making, 0)} : {}),
      ...(making.isNewer && extra() < 0.1 ? {patternProperties: {[pick(extra, NAMES)]: scalarOf(making)}} : {}),
      ...(making.isNewer && extra() < 0.06 ? {unevaluatedProperties: extra() < 0.5 ? false : scalarOf(making)} : {}),
      ...(roll() < 0.06 ? bounds(roll, 'Properties', 3) : {})
    },
    making
  )
}

export const accessOf = (name: string): string => (['title', 'shelf'].includes(name) ? 'readOnly' : 'writeOnly')

/** A field is marked for one direction alone: what both leave out is none. */
function fieldOf(name: string, making: Making, depth: number): Raw {
  const schema = schemaOf(making, Math.max(0, depth - 1))
  if (making.roll() > 0.15 || '$ref' in schema) return schema
  return {...schema, [accessOf(name)]: true}
}

export function scalarOf(making: Making): Raw {
  const {roll, extra} = making
  const type = pick(roll, ['string', 'string', 'integer', 'number', 'boolean'])
  if (type === 'boolean') return nullable({type}, making)
  if (type !== 'string') {
    if (roll() < 0.15) return nullable({type, enum: [1, 2, 7].filter(() => roll() < 0.8).concat(5)}, making)
    const step = roll() < 0.1 ? {multipleOf: pick(roll, [2, 3])} : {}
    const format = extra() < 0.25 ? {format: pick(extra, NUMBER_FORMATS)} : {}
    return nullable({type, ...bound(roll), ...step, ...format, ...excluded(extra, [1, 2])}, making)
  }
  const way = roll()
  if (way < 0.3) return nullable({type, enum: WORDS.filter(() => roll() < 0.5).concat('new')}, making)
  if (way < 0.36 && making.isNewer) return {const: pick(roll, WORDS)}
  if (way < 0.5) return nullable({type, pattern: pick(roll, PATTERNS)}, making)
  if (way < 0.65) return nullable({type, format: pick(roll, STRINGS)}, making)
  return nullable({type, ...bounds(roll, 'Length', 4), ...excluded(extra, WORDS)}, making)
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

function nullable(schema: Raw, {roll, isNewer}: Making): Raw {
  if (roll() > 0.1) return schema
  const values = Array.isArray(schema.enum) ? {enum: [...schema.enum, null]} : {}
  return isNewer ? {...schema, type: [schema.type, 'null'], ...values} : {...schema, nullable: true, ...values}
}
