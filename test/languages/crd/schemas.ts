// Random structural schemas of a small library, and what they accept.

import {isDeepStrictEqual} from 'node:util'
import type {Dice} from '../../../packages/json-schema/test/random.ts'

export type Raw = {[name: string]: unknown}
/** Whether clients send a value or receive it. */
export type Side = 'request' | 'response'

export const PRESERVE = 'x-kubernetes-preserve-unknown-fields'
export const INT_OR_STRING = 'x-kubernetes-int-or-string'
export const EMBEDDED = 'x-kubernetes-embedded-resource'
export const LIST_TYPE = 'x-kubernetes-list-type'
export const LIST_KEYS = 'x-kubernetes-list-map-keys'
export const RULES = 'x-kubernetes-validations'

export const pick = <T>(roll: Dice, list: readonly T[]): T => list[Math.floor(roll() * list.length)] as T
export const isRaw = (value: unknown): value is Raw =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
export const propertiesOf = (schema: Raw): Raw => (isRaw(schema.properties) ? schema.properties : {})
export const requiredOf = (schema: Raw): string[] => (schema.required ?? []) as string[]

const FIELDS = ['title', 'shelf', 'copies', 'due', 'tags']
const WORDS = ['lent', 'back', 'lost', 'kept']
const PATTERNS = ['^[a-z]+$', '^[0-9]+$']

/** A definition with one or two versions, each with a `spec` and mostly a `status`. */
export function definitionOf(roll: Dice): Raw {
  const version = (name: string): Raw => {
    const properties: Raw = {apiVersion: {type: 'string'}, kind: {type: 'string'}, metadata: {type: 'object'}}
    properties.spec = objectOf(roll, 2)
    if (roll() < 0.8) properties.status = objectOf(roll, 2)
    const schema = {type: 'object', properties, ...(roll() < 0.5 ? {required: ['spec']} : {})}
    const written = {schema: {openAPIV3Schema: schema}, subresources: {status: {}}}
    return {name, served: true, storage: name === 'v1', ...written, selectableFields: [{jsonPath: '.spec.title'}]}
  }
  const versions = [version('v1')]
  if (roll() < 0.4) versions.push({...version('v1beta1'), ...(roll() < 0.5 ? {served: false} : {})})
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: {name: 'loans.library.example'},
    spec: {group: 'library.example', names: {kind: 'Loan', plural: 'loans'}, scope: 'Namespaced', versions}
  }
}

export function objectOf(roll: Dice, depth: number): Raw {
  const names = FIELDS.filter(() => roll() < 0.5)
  if (names.length === 0) names.push(pick(roll, FIELDS))
  const properties = Object.fromEntries(names.map(name => [name, schemaOf(roll, depth)]))
  const required = names.filter(() => roll() < 0.3)
  return {
    type: 'object',
    properties,
    ...(required.length > 0 ? {required} : {}),
    ...(roll() < 0.15 ? {[PRESERVE]: true} : {}),
    ...(roll() < 0.15 ? {[RULES]: [{rule: 'self == oldSelf'}]} : {})
  }
}

function schemaOf(roll: Dice, depth: number): Raw {
  const schema = depth > 0 && roll() < 0.5 ? nestedOf(roll, depth) : scalarOf(roll)
  return {
    ...schema,
    ...(roll() < 0.12 ? {nullable: true} : {}),
    ...(roll() < 0.15 ? {description: 'What the library keeps.'} : {})
  }
}

function nestedOf(roll: Dice, depth: number): Raw {
  const way = roll()
  if (way < 0.35) return objectOf(roll, depth - 1)
  if (way < 0.5) return {type: 'object', additionalProperties: schemaOf(roll, depth - 1)}
  if (way < 0.6) return {type: 'object', [EMBEDDED]: true, [PRESERVE]: true}
  if (way < 0.65) return {type: 'object', [PRESERVE]: true}
  if (way < 0.75)
    return {
      type: 'array',
      [LIST_TYPE]: 'map',
      [LIST_KEYS]: ['id'],
      items: {
        type: 'object',
        properties: {id: {type: 'string'}, note: schemaOf(roll, depth - 1)},
        required: ['id']
      }
    }
  if (way < 0.85) return {type: 'array', [LIST_TYPE]: 'set', items: {type: 'string'}}
  return {
    type: 'array',
    items: schemaOf(roll, depth - 1),
    ...(roll() < 0.3 ? {maxItems: 4} : {}),
    ...(roll() < 0.3 ? {minItems: 1} : {})
  }
}

export function scalarOf(roll: Dice): Raw {
  const way = roll()
  if (way < 0.1) return {[INT_OR_STRING]: true, ...(roll() < 0.5 ? {anyOf: [{type: 'integer'}, {type: 'string'}]} : {})}
  if (way < 0.2) return {type: 'boolean', ...(roll() < 0.2 ? {default: false} : {})}
  if (way < 0.45)
    return {
      type: pick(roll, ['integer', 'number']),
      ...(roll() < 0.4 ? {minimum: 2} : {}),
      ...(roll() < 0.4 ? {maximum: 9} : {}),
      ...(roll() < 0.15 ? {default: 4} : {})
    }
  const kept = roll()
  if (kept < 0.3) return {type: 'string', enum: WORDS.slice(0, 3), ...(roll() < 0.2 ? {default: 'lent'} : {})}
  if (kept < 0.45) return {type: 'string', pattern: pick(roll, PATTERNS)}
  return {type: 'string', ...(roll() < 0.3 ? {minLength: 1} : {}), ...(roll() < 0.3 ? {maxLength: 8} : {})}
}

/** Whether the server accepts a value that clients send, or can return it. */
export function accepts(schema: Raw, value: unknown, side: Side): boolean {
  if (value === null) return (schema.nullable === true || isAny(schema)) && isListed(schema, value)
  if (schema[INT_OR_STRING] === true) return typeof value === 'string' || Number.isInteger(value)
  return isOfType(schema, value) && isListed(schema, value) && isWithin(schema, value) && holds(schema, value, side)
}

const isAny = (schema: Raw): boolean => schema.type === undefined && schema[INT_OR_STRING] !== true

const isListed = ({enum: values}: Raw, value: unknown): boolean =>
  !Array.isArray(values) || values.some(each => isDeepStrictEqual(each, value))

function isOfType({type}: Raw, value: unknown): boolean {
  if (type === 'object') return isRaw(value)
  if (type === 'array') return Array.isArray(value)
  if (type === 'integer') return Number.isInteger(value)
  return type === undefined || typeof value === type
}

function isWithin(schema: Raw, value: unknown): boolean {
  const isIn = (size: number, least: unknown, most: unknown): boolean =>
    size >= Number(least ?? Number.NEGATIVE_INFINITY) && size <= Number(most ?? Number.POSITIVE_INFINITY)
  if (typeof value === 'number') return isIn(value, schema.minimum, schema.maximum)
  if (Array.isArray(value)) return isIn(value.length, schema.minItems, schema.maxItems)
  if (typeof value !== 'string') return true
  const hasPattern = typeof schema.pattern !== 'string' || new RegExp(schema.pattern).test(value)
  return hasPattern && isIn([...value].length, schema.minLength, schema.maxLength)
}

function holds(schema: Raw, value: unknown, side: Side): boolean {
  if (Array.isArray(value)) {
    const isSet =
      !['set', 'map'].includes(String(schema[LIST_TYPE])) ||
      new Set(value.map(each => JSON.stringify(each))).size === value.length
    return isSet && value.every(each => !isRaw(schema.items) || accepts(schema.items, each, side))
  }
  if (!isRaw(value)) return true
  const properties = propertiesOf(schema)
  const isDefaulted = (name: string): boolean => isRaw(properties[name]) && Object.hasOwn(properties[name], 'default')
  const needed = [...requiredOf(schema).filter(name => !isDefaulted(name)), ...(schema[EMBEDDED] ? WHOLE : [])]
  if (needed.some(name => !Object.hasOwn(value, name))) return false
  return Object.entries(value).every(([name, each]) => {
    if (isRaw(properties[name])) return accepts(properties[name], each, side)
    if (isRaw(schema.additionalProperties)) return accepts(schema.additionalProperties, each, side)
    if (schema[EMBEDDED] && WHOLE.includes(name)) return typeof each === 'string'
    return side === 'response' || schema[PRESERVE] === true || isAny(schema)
  })
}

/** What a whole resource has. */
const WHOLE = ['apiVersion', 'kind']
