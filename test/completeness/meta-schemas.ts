// The JSON Schemas of the specifications, and which of their keywords may stand where.

import {readFileSync} from 'node:fs'
import {resolve} from 'node:path'
import {pathToFileURL} from 'node:url'
import {isRecord} from '../../packages/json-schema/src/json.ts'

export type Raw = Record<string, unknown>

export const SPECIFICATIONS = [
  'Swagger 2.0',
  'OpenAPI 3.0',
  'OpenAPI 3.1',
  'OpenAPI 3.2',
  'JSON Schema 2020-12'
] as const
export type Specification = (typeof SPECIFICATIONS)[number]

/** A part of a meta-schema, with the document that its references are relative to. */
export interface MetaSchema {
  readonly specification: Specification
  readonly document: Raw
  readonly raw: unknown
  /** The name of the object that it describes: `path item`, `schema`. */
  readonly name: string
}

const DRAFT_2020 = 'https://json-schema.org/draft/2020-12'
const VOCABULARIES = ['core', 'applicator', 'unevaluated', 'validation', 'meta-data', 'format-annotation', 'content']

async function load(path: string): Promise<Raw> {
  const file = pathToFileURL(resolve('node_modules/@hyperjump/json-schema', path)).href
  const module: {default: Raw} = await import(/* @vite-ignore */ file)
  return module.default
}

const root31 = await load('openapi-3-1/schema.js')
const dialect31 = await load('openapi-3-1/dialect/base.js')

const ROOTS: {readonly [Each in Specification]: Raw} = {
  'Swagger 2.0': JSON.parse(readFileSync('fixtures/openapi-schemas/swagger-2.0.schema.json', 'utf8')),
  'OpenAPI 3.0': await load('openapi-3-0/schema.js'),
  'OpenAPI 3.1': root31,
  'OpenAPI 3.2': await load('openapi-3-2/schema.js'),
  // JSON Schema keywords are compared inside an OpenAPI 3.1 description.
  'JSON Schema 2020-12': root31
}

const DIALECTS: {readonly [Each in Specification]: Raw} = {
  'Swagger 2.0': ROOTS['Swagger 2.0'],
  'OpenAPI 3.0': await load('openapi-3-0/dialect.js'),
  'OpenAPI 3.1': dialect31,
  'OpenAPI 3.2': await load('openapi-3-2/dialect/base.js'),
  'JSON Schema 2020-12': dialect31
}

const DOCUMENTS = new Map<string, Raw>([
  ['/oas/3.0/dialect', DIALECTS['OpenAPI 3.0']],
  ['https://spec.openapis.org/oas/3.1/meta/base', await load('openapi-3-1/meta/base.js')],
  ['https://spec.openapis.org/oas/3.2/meta', await load('openapi-3-2/meta/base.js')],
  ['http://json-schema.org/draft-04/schema', await load('draft-04/schema.js')],
  [`${DRAFT_2020}/schema`, await load('draft-2020-12/schema.js')]
])
for (const name of VOCABULARIES) DOCUMENTS.set(`meta/${name}`, await load(`draft-2020-12/meta/${name}.js`))

/**
 * Whether a keyword counts for a specification. The vocabularies of JSON Schema, which OpenAPI 3.1 and 3.2 share, count
 * once.
 */
export const isCounted = ({specification, document}: MetaSchema): boolean => {
  if (specification === 'Swagger 2.0' || specification === 'OpenAPI 3.0') return true
  const isVocabulary = String(document.$id).startsWith(DRAFT_2020)
  return isVocabulary === (specification === 'JSON Schema 2020-12')
}

export const metaSchemaOf = (specification: Specification): MetaSchema => ({
  specification,
  document: ROOTS[specification],
  raw: ROOTS[specification],
  name: 'description'
})

/** Definitions that others include, or that only refer to another one, are no objects of their own. */
const MIXED_IN =
  /-or-reference$|^type-|^(specification-extensions|extensible|examples|styles-for-\w+|ExampleXOR\w+|SchemaXOR\w+|ParameterLocation|responseValue)$/

const wordsOf = (name: string): string =>
  name
    .replace(/(?<=[a-z0-9])(?=[A-Z])/g, ' ')
    .replaceAll('-', ' ')
    .toLowerCase()

function follow(meta: MetaSchema, reference: string): MetaSchema {
  const [address = '', fragment = ''] = reference.split('#')
  const document = address === '' ? meta.document : DOCUMENTS.get(address)
  if (!document) throw new Error(`Unknown meta-schema ${reference}`)
  let raw: unknown = document
  for (const key of fragment.split('/').slice(1)) raw = (raw as Raw)[key.replaceAll('~1', '/').replaceAll('~0', '~')]
  const own = fragment.split('/').at(-1) ?? ''
  const name = fragment === '' ? 'schema' : MIXED_IN.test(own) ? meta.name : wordsOf(own)
  return {...meta, document, raw, name}
}

const dialectOf = (meta: MetaSchema): MetaSchema => {
  const document = DIALECTS[meta.specification]
  return {...meta, document, raw: document, name: 'schema'}
}

/** A subschema of a meta-schema that applies to the same value. */
const partOf = (meta: MetaSchema, raw: unknown): MetaSchema => ({...meta, raw})

/** Whether a value fits a meta-schema, as precisely as the choice between its alternatives needs. */
export function fits(meta: MetaSchema, value: unknown, depth = 0): boolean {
  const {raw} = meta
  if (typeof raw === 'boolean') return raw
  if (!isRecord(raw) || depth > 12) return true
  const every = (list: unknown): boolean =>
    !Array.isArray(list) || list.every(each => fits(partOf(meta, each), value, depth + 1))
  const some = (list: unknown): boolean =>
    !Array.isArray(list) || list.some(each => fits(partOf(meta, each), value, depth + 1))
  if (typeof raw.$ref === 'string' && !fits(follow(meta, raw.$ref), value, depth + 1)) return false
  if (!hasType(raw.type, value)) return false
  if (Array.isArray(raw.enum) && !raw.enum.includes(value)) return false
  if ('const' in raw && raw.const !== value) return false
  if (typeof raw.pattern === 'string' && typeof value === 'string' && !new RegExp(raw.pattern).test(value)) return false
  if (raw.not !== undefined && fits(partOf(meta, raw.not), value, depth + 1)) return false
  if (!every(raw.allOf) || !some(raw.anyOf) || !some(raw.oneOf)) return false
  if (!isRecord(value)) return true
  if (Array.isArray(raw.required) && raw.required.some(key => !(key in value))) return false
  const properties = isRecord(raw.properties) ? raw.properties : {}
  const patterns = Object.keys(isRecord(raw.patternProperties) ? raw.patternProperties : {})
  return Object.keys(value).every(key => {
    if (Object.hasOwn(properties, key)) return fits(partOf(meta, properties[key]), value[key], depth + 1)
    if (patterns.some(pattern => new RegExp(pattern).test(key)) || raw.additionalProperties === undefined) return true
    return fits(partOf(meta, raw.additionalProperties), value[key], depth + 1)
  })
}

const hasType = (type: unknown, value: unknown): boolean => {
  if (type === undefined) return true
  const own = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value
  return [type].flat().some(each => each === own || (each === 'integer' && own === 'number'))
}

/** The meta-schemas that apply to a value, through references and the alternatives that the value fits. */
export function applicableTo(meta: MetaSchema, value: unknown): MetaSchema[] {
  const {raw} = meta
  if (!isRecord(raw)) return []
  const found: MetaSchema[] = [meta]
  const add = (each: unknown): void => void found.push(...applicableTo(partOf(meta, each), value))
  if (typeof raw.$ref === 'string') found.push(...applicableTo(follow(meta, raw.$ref), value))
  if (raw.$dynamicRef !== undefined) found.push(...applicableTo(dialectOf(meta), value))
  for (const each of Array.isArray(raw.allOf) ? raw.allOf : []) add(each)
  for (const list of [raw.anyOf, raw.oneOf]) {
    if (!Array.isArray(list)) continue
    const fitting = list.filter(each => fits(partOf(meta, each), value))
    for (const each of fitting.length > 0 ? fitting.slice(0, 1) : list) add(each)
  }
  if (raw.if !== undefined) add(fits(partOf(meta, raw.if), value) ? raw.then : raw.else)
  for (const [key, each] of Object.entries(isRecord(raw.dependentSchemas) ? raw.dependentSchemas : {}))
    if (isRecord(value) && key in value) add(each)
  return found
}

const EXTENSION = 'x-shelf-mark'

/** The keywords that an object may have, each with the meta-schemas of its value. */
export function keywordsOf(all: readonly MetaSchema[]): Map<string, MetaSchema[]> {
  const keywords = new Map<string, MetaSchema[]>()
  const add = (key: string, meta: MetaSchema): void => void keywords.set(key, [...(keywords.get(key) ?? []), meta])
  for (const meta of all) {
    const {properties, patternProperties} = meta.raw as Raw
    for (const [key, each] of Object.entries(isRecord(properties) ? properties : {}))
      if (each !== false) add(key, partOf(meta, each))
    for (const [pattern, each] of Object.entries(isRecord(patternProperties) ? patternProperties : {})) {
      if (pattern === '^x-') add(EXTENSION, partOf(meta, each))
      const methods = /^\^\(([a-z|]+)\)\$$/.exec(pattern)?.[1]
      for (const method of methods?.split('|') ?? []) add(method, partOf(meta, each))
    }
  }
  return keywords
}

/** The meta-schemas of the entries of a map with free keys, or none if the object is no map. */
export function entriesOf(all: readonly MetaSchema[], key: string): MetaSchema[] {
  return all.flatMap(meta => {
    const {additionalProperties, patternProperties} = meta.raw as Raw
    const patterned = Object.entries(isRecord(patternProperties) ? patternProperties : {}).filter(
      ([pattern]) => pattern !== '^x-' && new RegExp(pattern).test(key)
    )
    const free = isRecord(additionalProperties) ? [additionalProperties] : []
    return [...patterned.map(([, each]) => each), ...free].filter(isRecord).map(each => partOf(meta, each))
  })
}

export const itemsOf = (all: readonly MetaSchema[]): MetaSchema[] =>
  all.flatMap(meta => {
    const {items} = meta.raw as Raw
    return items === undefined ? [] : [partOf(meta, items)]
  })
