// One random edit of a description.

import type {Dice} from '../../packages/json-schema/test/random.ts'
import {
  accessOf,
  bounds,
  NAMES,
  NUMBER_FORMATS,
  objectOf,
  pick,
  type Raw,
  type SchemaOptions,
  scalarOf,
  schemaOf,
  type Written
} from './descriptions.ts'

const SCHEMA_KEYWORDS = ['schema', 'items', 'additionalProperties', 'unevaluatedProperties']
const LIST_KEYWORDS = ['allOf', 'oneOf', 'anyOf']
const MAP_KEYWORDS = ['properties', 'patternProperties', 'schemas']

/** A schema in a description, with a function that replaces it. */
interface SchemaPlace {
  readonly schema: Raw
  readonly put: (other: Raw) => unknown
}

const isRaw = (value: unknown): value is Raw => typeof value === 'object' && value !== null && !Array.isArray(value)

function* placesIn(value: unknown): Generator<SchemaPlace> {
  if (Array.isArray(value)) for (const each of value) yield* placesIn(each)
  if (!isRaw(value)) return
  for (const [key, inner] of Object.entries(value)) {
    const childrenOf = (at: Raw | unknown[]): SchemaPlace[] =>
      Object.entries(at).flatMap(([name, schema]) =>
        isRaw(schema) ? [{schema, put: (other: Raw) => Object.assign(at, {[name]: other})}] : []
      )
    if (SCHEMA_KEYWORDS.includes(key) && isRaw(inner))
      yield {schema: inner, put: other => Object.assign(value, {[key]: other})}
    if (LIST_KEYWORDS.includes(key) && Array.isArray(inner)) yield* childrenOf(inner)
    if (MAP_KEYWORDS.includes(key) && isRaw(inner)) yield* childrenOf(inner)
    yield* placesIn(inner)
  }
}

const copy = <T>(value: T): T => structuredClone(value)

/** The description with one edit, sometimes two. */
export function edited(older: Written, roll: Dice, extra: Dice): Written {
  const newer = copy(older)
  const options = {roll, extra, isNewer: older.openapi.startsWith('3.1')}
  for (let count = roll() < 0.15 ? 2 : 1; count > 0; count--) {
    if (roll() < 0.15) editOperation(newer, roll)
    else {
      const places = [...placesIn(newer)]
      const place = pick(roll, places)
      place.put(editSchema(place.schema, options))
    }
  }
  return newer
}

function editOperation(newer: Written, roll: Dice): void {
  const operation = (newer.paths['/loans/{id}'] as Raw).put as {parameters: Raw[]; requestBody: Raw}
  const parameter = pick(roll, operation.parameters)
  const way = roll()
  if (way < 0.35) parameter.explode = !(parameter.explode ?? parameter.in === 'query')
  else if (way < 0.6 && parameter.in !== 'path') parameter.required = parameter.required !== true
  else if (way < 0.8) operation.requestBody.required = operation.requestBody.required !== true
  else if (parameter.in === 'query') parameter.style = parameter.style === 'pipeDelimited' ? 'form' : 'pipeDelimited'
}

const NUMBERS = ['minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems', 'multipleOf', 'maxProperties']

function editSchema(schema: Raw, options: SchemaOptions): Raw {
  const {roll, extra} = options
  const way = roll()
  if (way < 0.06) return schemaOf(options, 1)
  if (way < 0.1) return {[pick(roll, ['allOf', 'oneOf', 'anyOf'])]: [schema]}
  if (way < 0.14)
    return {[pick(roll, ['allOf', 'oneOf', 'anyOf'])]: [schema, pick(roll, [schema, schemaOf(options, 1)])]}
  if (way < 0.24) return nulled(schema, options)
  for (const keyword of LIST_KEYWORDS) {
    const list = schema[keyword]
    if (!Array.isArray(list)) continue
    const added = pick(roll, [schemaOf(options, 1), list[0]])
    return roll() < 0.5 || list.length === 1
      ? {...schema, [keyword]: [...list, added]}
      : {...schema, [keyword]: list.slice(1)}
  }
  if ('$ref' in schema) return roll() < 0.5 ? {$ref: '#/components/schemas/Book'} : schemaOf(options, 1)
  if (Array.isArray(schema.enum)) {
    const values = schema.enum
    if (roll() < 0.3) return {...schema, type: pick(roll, ['string', 'integer', 'number'])}
    if (roll() < 0.2) return without(schema, 'enum')
    const added = values.some(value => typeof value === 'number') ? 9 : 'lent'
    return {...schema, enum: roll() < 0.5 || values.length === 1 ? [...new Set([...values, added])] : values.slice(1)}
  }
  if (schema.type === 'object' || 'properties' in schema) return editObject(schema, options)
  const numbers = NUMBERS.filter(name => name in schema)
  if (numbers.length > 0 && roll() < 0.5) {
    const name = pick(roll, numbers)
    return roll() < 0.3
      ? without(schema, name)
      : {...schema, [name]: Math.max(name === 'multipleOf' ? 1 : 0, Number(schema[name]) + pick(roll, [-1, 1]))}
  }
  if (roll() < 0.4) return scalarOf(options)
  if (extra() < 0.1) return 'not' in schema ? without(schema, 'not') : {...schema, not: {enum: ['lent', 1]}}
  if ((schema.type === 'integer' || schema.type === 'number') && extra() < 0.5)
    return extra() < 0.3 ? without(schema, 'format') : {...schema, format: pick(extra, NUMBER_FORMATS)}
  if (schema.type === 'string')
    return {
      ...schema,
      ...pick<Raw>(roll, [{pattern: '^[a-z]+$'}, {format: 'date'}, {maxLength: 2}, {enum: ['lent', '7']}])
    }
  if (schema.type === 'array')
    return {...schema, ...bounds(roll, 'Items', 2), ...(roll() < 0.2 ? {uniqueItems: true} : {})}
  return {...schema, type: pick(roll, ['string', 'integer', 'number', 'boolean'])}
}

function editObject(schema: Raw, options: SchemaOptions): Raw {
  const {roll, extra} = options
  const rare = extra()
  if (rare < 0.06) return moveProperties(schema)
  if (rare < 0.12 && options.isNewer)
    return extra() < 0.5
      ? {...schema, patternProperties: {[pick(extra, NAMES)]: scalarOf(options)}}
      : {...schema, unevaluatedProperties: pick<unknown>(extra, [false, scalarOf(options)])}
  const properties = (schema.properties ?? {}) as Raw
  const names = Object.keys(properties)
  const name = pick(roll, [...names, 'due'])
  const required = (schema.required ?? []) as string[]
  const way = roll()
  if (way < 0.2) return {...schema, properties: {...properties, [name]: schemaOf(options, 1)}}
  if (way < 0.35) return {...schema, properties: without(properties, name)}
  if (way < 0.6)
    return {...schema, required: required.includes(name) ? required.filter(each => each !== name) : [...required, name]}
  if (way < 0.75) return {...schema, additionalProperties: pick<unknown>(roll, [false, true, scalarOf(options)])}
  if (way < 0.85 && name in properties)
    return {...schema, properties: {...properties, [name]: {...(properties[name] as Raw), [accessOf(name)]: true}}}
  return roll() < 0.3 ? objectOf(options, 1) : {...schema, ...bounds(roll, 'Properties', 2)}
}

/** Moves the properties into a part of `allOf`, next to everything else, or back out of it. */
function moveProperties(schema: Raw): Raw {
  const {properties, allOf, ...rest} = schema
  if (properties !== undefined) return {...rest, allOf: [...((allOf as Raw[]) ?? []), {properties}]}
  const [first, ...others] = (allOf ?? []) as Raw[]
  return first && isRaw(first.properties)
    ? {...rest, properties: first.properties, ...(others.length > 0 ? {allOf: others} : {})}
    : schema
}

function nulled(schema: Raw, {isNewer}: SchemaOptions): Raw {
  if (typeof schema.type === 'string')
    return isNewer ? {...schema, type: [schema.type, 'null']} : {...schema, nullable: schema.nullable !== true}
  return Array.isArray(schema.type) ? {...schema, type: schema.type[0]} : schema
}

const without = (raw: Raw, name: string): Raw => Object.fromEntries(Object.entries(raw).filter(([key]) => key !== name))

/** Whether a schema refers back to itself without a property or item in between, so that no validator can answer. */
export function isEndless({components: {schemas}}: Written): boolean {
  const nameOf = (reference: unknown): string => String(reference).split('/').at(-1) ?? ''
  const sameValueReferences = (schema: unknown): string[] => {
    if (!isRaw(schema)) return []
    if ('$ref' in schema) return [nameOf(schema.$ref)]
    return LIST_KEYWORDS.flatMap(way => (Array.isArray(schema[way]) ? schema[way] : [])).flatMap(sameValueReferences)
  }
  const isCircular = (name: string, path: readonly string[]): boolean =>
    path.includes(name) || sameValueReferences(schemas[name]).some(next => isCircular(next, [...path, name]))
  return Object.keys(schemas).some(name => isCircular(name, []))
}
