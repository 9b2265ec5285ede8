// Edits of definitions whose effect on clients is known.

import type {Dice} from '../../../packages/json-schema/test/random.ts'
import {
  EMBEDDED,
  INT_OR_STRING,
  isRaw,
  LIST_KEYS,
  LIST_TYPE,
  objectOf,
  PRESERVE,
  pick,
  propertiesOf,
  type Raw,
  RULES,
  requiredOf,
  type Side,
  scalarOf
} from './schemas.ts'

type Effect = 'breaking' | 'compatible' | 'review'

export interface Edited {
  readonly definition: Raw
  readonly name: string
  readonly effect: Effect
  /** Whether it changes the schema, so that a value can show the break. */
  readonly isOfSchema: boolean
}

/** A schema inside a version, and whether values of it are sent or returned. */
interface Place {
  readonly schema: Raw
  readonly side: Side
}

/** Changes the schema in place. `undefined` if the schema isn't of the kind. */
type Edit = (schema: Raw, roll: Dice) => Widening | undefined

/**
 * What an edit does to the accepted values: more is compatible in requests and breaks in responses; less is the reverse.
 */
type Widening = 'more' | 'less' | 'same' | {readonly request: Effect; readonly response: Effect}

const BOTH = (effect: Effect): Widening => ({request: effect, response: effect})

/** Sets or removes a keyword. */
const put = (schema: Raw, key: string, value: unknown): void => {
  if (value === undefined) delete schema[key]
  else schema[key] = value
}

/** An edit of a limit: introduced, dropped, or moved by one. */
const limit =
  (key: string, types: readonly string[], value: number, isUpper: boolean): Edit =>
  (schema, roll) => {
    if (!types.includes(String(schema.type)) || schema.enum || schema.pattern || 'default' in schema) return undefined
    const old = schema[key]
    if (typeof old !== 'number') {
      put(schema, key, value)
      return 'less'
    }
    if (roll() < 0.3) {
      put(schema, key, undefined)
      return 'more'
    }
    const isMore = roll() < 0.5
    put(schema, key, old + (isMore === isUpper ? 1 : -1))
    return isMore ? 'more' : 'less'
  }

const isDefaulted = (schema: unknown): boolean => isRaw(schema) && 'default' in schema
const isClosed = (schema: Raw): boolean => isRaw(schema.properties) && schema[PRESERVE] !== true
const text = (schema: Raw): boolean => schema.type === 'string' && !('default' in schema)
const isPlainText = (schema: Raw): boolean => text(schema) && !schema.enum && !schema.pattern

const SCHEMA_EDITS: Readonly<Record<string, Edit>> = {
  'field removed': (schema, roll) => {
    if (!isClosed(schema)) return undefined
    const name = pick(roll, Object.keys(propertiesOf(schema)))
    if (requiredOf(schema).includes(name)) schema.required = requiredOf(schema).filter(each => each !== name)
    delete propertiesOf(schema)[name]
    return BOTH('breaking')
  },
  'field removed where unknown ones are kept': (schema, roll) => {
    if (!isRaw(schema.properties) || isClosed(schema)) return undefined
    const names = Object.keys(propertiesOf(schema)).filter(name => !requiredOf(schema).includes(name))
    if (names.length === 0) return undefined
    delete propertiesOf(schema)[pick(roll, names)]
    return {request: 'review', response: 'breaking'}
  },
  'optional field added': (schema, roll) => {
    if (!isClosed(schema)) return undefined
    propertiesOf(schema).extra = roll() < 0.3 ? objectOf(roll, 1) : scalarOf(roll)
    return BOTH('compatible')
  },
  'field added where unknown ones were kept': schema => {
    if (!isRaw(schema.properties) || isClosed(schema)) return undefined
    propertiesOf(schema).extra = {type: 'string'}
    return {request: 'breaking', response: 'compatible'}
  },
  'required field added': schema => {
    if (!isClosed(schema)) return undefined
    propertiesOf(schema).extra = {type: 'string'}
    schema.required = [...requiredOf(schema), 'extra']
    return {request: 'breaking', response: 'compatible'}
  },
  'required field with a default added': schema => {
    if (!isClosed(schema)) return undefined
    propertiesOf(schema).extra = {type: 'string', default: 'none'}
    schema.required = [...requiredOf(schema), 'extra']
    return BOTH('compatible')
  },
  'field required': (schema, roll) => {
    const open = Object.keys(propertiesOf(schema)).filter(name => !requiredOf(schema).includes(name))
    if (open.length === 0) return undefined
    const name = pick(roll, open)
    schema.required = [...requiredOf(schema), name]
    return isDefaulted(propertiesOf(schema)[name]) ? BOTH('compatible') : 'less'
  },
  'field made optional': (schema, roll) => {
    const names = requiredOf(schema).filter(name => !isDefaulted(propertiesOf(schema)[name]))
    if (names.length === 0 || schema[EMBEDDED]) return undefined
    const name = pick(roll, names)
    schema.required = requiredOf(schema).filter(each => each !== name)
    return 'more'
  },
  'default removed from a required field': (schema, roll) => {
    const names = requiredOf(schema).filter(name => isDefaulted(propertiesOf(schema)[name]))
    if (names.length === 0) return undefined
    delete (propertiesOf(schema)[pick(roll, names)] as Raw).default
    return {request: 'breaking', response: 'compatible'}
  },
  'value removed': schema => {
    if (!Array.isArray(schema.enum)) return undefined
    schema.enum = schema.enum.slice(0, -1)
    return 'less'
  },
  'value added': schema => {
    if (!Array.isArray(schema.enum)) return undefined
    schema.enum = [...schema.enum, 'torn']
    return {request: 'compatible', response: 'review'}
  },
  'values listed': schema => {
    if (!isPlainText(schema)) return undefined
    schema.enum = ['lent', 'back']
    return 'less'
  },
  'list of values removed': schema => {
    if (!Array.isArray(schema.enum)) return undefined
    delete schema.enum
    return 'more'
  },
  maximum: limit('maximum', ['integer', 'number'], 20, true),
  minimum: limit('minimum', ['integer', 'number'], 1, false),
  maxLength: limit('maxLength', ['string'], 12, true),
  minLength: limit('minLength', ['string'], 2, false),
  maxItems: limit('maxItems', ['array'], 6, true),
  minItems: limit('minItems', ['array'], 2, false),
  'pattern added': schema => {
    if (!isPlainText(schema)) return undefined
    schema.pattern = '^[A-Z]'
    return 'less'
  },
  'pattern removed': schema => {
    if (!schema.pattern) return undefined
    delete schema.pattern
    return 'more'
  },
  'null allowed': schema => {
    if (schema.nullable === true || schema.enum || (schema.type === undefined && !schema[INT_OR_STRING]))
      return undefined
    schema.nullable = true
    return 'more'
  },
  'null rejected': schema => {
    if (schema.nullable !== true || schema.enum) return undefined
    delete schema.nullable
    return 'less'
  },
  'text becomes number': schema => {
    if (!isPlainText(schema)) return undefined
    for (const key of ['minLength', 'maxLength']) delete schema[key]
    schema.type = 'number'
    return BOTH('breaking')
  },
  'integer becomes number': schema => {
    if (schema.type !== 'integer') return undefined
    schema.type = 'number'
    return 'more'
  },
  'number becomes integer': schema => {
    if (schema.type !== 'number') return undefined
    schema.type = 'integer'
    return 'less'
  },
  'text becomes integer or text': schema => {
    if (!isPlainText(schema) || schema.minLength || schema.maxLength) return undefined
    delete schema.type
    schema[INT_OR_STRING] = true
    return 'more'
  },
  'integer or text becomes text': schema => {
    if (!schema[INT_OR_STRING]) return undefined
    for (const key of [INT_OR_STRING, 'anyOf']) delete schema[key]
    schema.type = 'string'
    return 'less'
  },
  'forms of integer or text spelled out': schema => {
    if (!schema[INT_OR_STRING]) return undefined
    put(schema, 'anyOf', schema.anyOf ? undefined : [{type: 'integer'}, {type: 'string'}])
    return 'same'
  },
  'unknown fields kept': schema => {
    if (!isClosed(schema)) return undefined
    schema[PRESERVE] = true
    return BOTH('compatible')
  },
  'unknown fields dropped': schema => {
    if (!schema[PRESERVE] || schema[EMBEDDED]) return undefined
    delete schema[PRESERVE]
    return {request: 'breaking', response: 'compatible'}
  },
  'map becomes an object': schema => {
    if (!isRaw(schema.additionalProperties)) return undefined
    schema.properties = {extra: schema.additionalProperties}
    delete schema.additionalProperties
    return {request: 'breaking', response: 'breaking'}
  },
  'whole resource asked for': schema => {
    if (!schema[PRESERVE] || schema[EMBEDDED] || schema.properties) return undefined
    schema[EMBEDDED] = true
    return 'less'
  },
  'whole resource no longer asked for': schema => {
    if (!schema[EMBEDDED]) return undefined
    delete schema[EMBEDDED]
    return 'more'
  },
  'metadata of a whole resource mentioned': schema => {
    if (!schema[EMBEDDED]) return undefined
    schema.properties = {metadata: {type: 'object'}}
    return 'same'
  },
  'list becomes a set': schema => {
    if (schema.type !== 'array' || schema[LIST_TYPE] || !isRaw(schema.items) || schema.items.type !== 'string')
      return undefined
    schema[LIST_TYPE] = 'set'
    return {request: 'breaking', response: 'review'}
  },
  'set becomes a list': schema => {
    if (schema[LIST_TYPE] !== 'set') return undefined
    schema[LIST_TYPE] = 'atomic'
    return {request: 'review', response: 'breaking'}
  },
  'list gets keys': schema => {
    if (schema.type !== 'array' || schema[LIST_TYPE] || !isRaw(schema.items) || !schema.items.properties)
      return undefined
    Object.assign(schema, {[LIST_TYPE]: 'map', [LIST_KEYS]: Object.keys(propertiesOf(schema.items)).slice(0, 1)})
    return {request: 'breaking', response: 'review'}
  },
  'list type written out': schema => {
    if (schema.type !== 'array' || schema[LIST_TYPE]) return undefined
    schema[LIST_TYPE] = 'atomic'
    return 'same'
  },
  'other keys of a list': schema => {
    if (schema[LIST_TYPE] !== 'map') return undefined
    schema[LIST_KEYS] = ['id', 'note']
    return BOTH('review')
  },
  'object replaced as a whole': schema => {
    if (schema.type !== 'object' || schema['x-kubernetes-map-type']) return undefined
    schema['x-kubernetes-map-type'] = 'atomic'
    return BOTH('review')
  },
  'rule added': schema => {
    if (schema[RULES]) return undefined
    schema[RULES] = [{rule: 'self != oldSelf'}]
    return {request: 'review', response: 'compatible'}
  },
  'rule removed': schema => {
    if (!schema[RULES]) return undefined
    delete schema[RULES]
    return {request: 'compatible', response: 'review'}
  },
  'rule evaluated at creation, too': schema => {
    if (!schema[RULES]) return undefined
    schema[RULES] = [{rule: 'self == oldSelf', optionalOldSelf: true}]
    return BOTH('review')
  },
  'message of a rule': schema => {
    if (!schema[RULES]) return undefined
    schema[RULES] = [{rule: 'self == oldSelf', message: 'Loans stay as they are.'}]
    return 'same'
  },
  'description of a field': schema => {
    schema.description = 'What readers see.'
    return 'same'
  }
}

const EFFECTS = {
  more: {request: 'compatible', response: 'breaking'},
  less: {request: 'breaking', response: 'compatible'},
  same: {request: 'compatible', response: 'compatible'}
} as const

/** The names of all fields in a schema, with their nesting. */
const fieldsIn = (schema: unknown): string =>
  JSON.stringify(schema, (key, value) =>
    'type description enum default pattern format nullable required deprecated'.split(' ').includes(key)
      ? undefined
      : value
  )

type VersionEdit = (definition: Raw, roll: Dice) => Effect | undefined

const specOf = (definition: Raw): Raw => definition.spec as Raw
const versionsOf = (definition: Raw): Raw[] => specOf(definition).versions as Raw[]
const versionOf = (definition: Raw, isServed: boolean): Raw | undefined =>
  versionsOf(definition).find(({served}) => served === isServed)

const VERSION_EDITS: Readonly<Record<string, VersionEdit>> = {
  'version no longer served': definition => {
    const version = versionOf(definition, true)
    if (version) version.served = false
    return version && 'breaking'
  },
  'version served again': definition => {
    const version = versionOf(definition, false)
    if (version) version.served = true
    return version && 'compatible'
  },
  'version removed': definition => {
    const [, second] = versionsOf(definition)
    if (!second) return undefined
    specOf(definition).versions = versionsOf(definition).slice(0, 1)
    return second.served ? 'breaking' : 'compatible'
  },
  'version added': (definition, roll) => {
    const schema = {openAPIV3Schema: {type: 'object', properties: {spec: objectOf(roll, 1)}}}
    versionsOf(definition).push({name: 'v2', served: roll() < 0.5, storage: false, schema})
    return 'compatible'
  },
  'version deprecated': definition => {
    Object.assign(versionsOf(definition)[0] ?? {}, {deprecated: true})
    return 'compatible'
  },
  'versions in another order': definition => {
    versionsOf(definition).reverse()
    return 'compatible'
  },
  'another version stored': definition => {
    const [first, second] = versionsOf(definition)
    if (!first || !second) return undefined
    for (const version of [first, second]) version.storage = !version.storage
    const isServed = (first.storage ? first : second).served === true
    return isServed && fieldsIn(first.schema) === fieldsIn(second.schema) ? 'compatible' : 'review'
  },
  'another scope': definition => {
    specOf(definition).scope = 'Cluster'
    return 'breaking'
  },
  'another plural': definition => {
    Object.assign(specOf(definition).names as Raw, {plural: 'lendings'})
    return 'breaking'
  },
  'subresource removed': definition => {
    const version = versionOf(definition, true)
    if (version) delete version.subresources
    return version && 'breaking'
  },
  'scale added': definition => {
    const version = versionOf(definition, true)
    const scale = {specReplicasPath: '.spec.copies', statusReplicasPath: '.status.copies'}
    if (version) version.subresources = {status: {}, scale}
    return version && 'compatible'
  },
  'field selector removed': definition => {
    const version = versionOf(definition, true)
    if (version) version.selectableFields = []
    return version && 'breaking'
  },
  'field selector added': definition => {
    const version = versionOf(definition, true)
    if (version) version.selectableFields = ['.spec.title', '.spec.due'].map(jsonPath => ({jsonPath}))
    return version && 'compatible'
  },
  'another kind': definition => {
    Object.assign(specOf(definition).names as Raw, {kind: 'Lending'})
    return 'breaking'
  }
}

function* placesIn(schema: unknown, side: Side): Generator<Place> {
  if (!isRaw(schema)) return
  yield {schema, side}
  for (const each of Object.values(propertiesOf(schema))) yield* placesIn(each, side)
  yield* placesIn(schema.items, side)
  yield* placesIn(schema.additionalProperties, side)
}

function* placesOf(definition: Raw): Generator<Place> {
  for (const {served, schema} of versionsOf(definition)) {
    if (served !== true) continue
    const {spec, status} = propertiesOf((schema as Raw).openAPIV3Schema as Raw)
    yield* placesIn(spec, 'request')
    yield* placesIn(status, 'response')
  }
}

/** The definition with one edit of a random kind, which is the same for the same dice. */
export function edited(older: Raw, roll: Dice): Edited {
  for (;;) {
    const definition = structuredClone(older)
    const isOfSchema = roll() < 0.9
    if (!isOfSchema) {
      const [name, edit] = pick(roll, Object.entries(VERSION_EDITS))
      const effect = edit(definition, roll)
      if (effect) return {definition, name, effect, isOfSchema}
      continue
    }
    const [name, edit] = pick(roll, Object.entries(SCHEMA_EDITS))
    const places = [...placesOf(definition)]
    const start = Math.floor(roll() * places.length)
    for (const {schema, side} of [...places.slice(start), ...places.slice(0, start)]) {
      const widening = edit(schema, roll)
      if (!widening) continue
      const effects = typeof widening === 'string' ? EFFECTS[widening] : widening
      return {definition, name: `${name} (${side})`, effect: effects[side], isOfSchema}
    }
  }
}
