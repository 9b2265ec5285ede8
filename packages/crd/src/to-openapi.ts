import {isRecord, own, setOwn} from '@tenure/core/model/json'
import type {ConvertedOperation} from '@tenure/openapi/converted'
import type {DefinedVersion, Definition} from './definitions.ts'
import {resourceTarget} from './subjects.ts'

type Schema = Readonly<Record<string, unknown>>

/**
 * Converts a version to an operation, which sends the `spec` and everything else, and returns the `status`. Without a
 * `status` subresource, the status is sent like any other field.
 */
export function convertVersion(definition: Definition, version: DefinedVersion): ConvertedOperation {
  const target = resourceTarget(definition.group, version.name, definition.kind)
  const {sent, returned} = splitSchema(definition, version)
  const json = (schema: unknown) => ({content: {'application/json': {schema}}})
  return {
    target,
    path: target.path ?? '',
    source: definition.source,
    operation: {
      ...marksOf(definition, version),
      requestBody: {required: true, ...json(sent)},
      responses: {200: {description: '', ...json(returned)}}
    },
    pointers: [
      ['', version.pointer],
      ['/put/deprecated', `${version.pointer}/deprecated`],
      ['/put/requestBody/content/application~1json/schema', version.schemaPointer],
      ['/put/responses/200/content/application~1json/schema', version.schemaPointer]
    ]
  }
}

/** The life of a version: that it's deprecated, and what the warning of the server says of its end. */
function marksOf({group, kind, versions}: Definition, {isDeprecated, warning = ''}: DefinedVersion): object {
  if (!isDeprecated) return {}
  const [, next] = REPLACEMENT.exec(warning) ?? []
  const [, sunset] = REMOVAL_DAY.exec(warning) ?? []
  const isKnown = versions.some(({name}) => name === next)
  return {
    deprecated: true,
    ...(next !== undefined && isKnown ? {'x-replaced-by': resourceTarget(group, next, kind).text} : {}),
    ...(sunset === undefined ? {} : {'x-sunset': sunset})
  }
}

/** The version that a warning names as the one to use, and the day on which it says that the old one is removed. */
const REPLACEMENT =
  /\b(?:use|(?:upgrade|migrate|switch|move) to|replaced by|in favou?r of)\b(?:[^.;]|\.(?=\S))*?(?<=[\s/"'`])(v\d+(?:(?:alpha|beta)\d+)?)\b/i
const REMOVAL_DAY = /\bremoved\b(?:[^.;]|\.(?=\S))*?\b(\d{4}-\d{2}-\d{2})\b/i

/** What every object of Kubernetes has. Clients address a resource by it, so only the limits of names are compared. */
const META = new Set(['apiVersion', 'kind', 'metadata'])

/** Splits a schema into what clients send and the status, which is a part of it only where it must be there. */
function splitSchema(
  {keepsUnknown}: Definition,
  {schema: written, subresources}: DefinedVersion
): {sent: unknown; returned: unknown} {
  const schema = isRecord(written) ? written : {}
  const properties = isRecord(schema.properties) ? schema.properties : {}
  const pick = (isPicked: (name: string) => boolean): Schema => {
    const picked: Record<string, unknown> = {}
    for (const name of Object.keys(properties)) if (isPicked(name)) setOwn(picked, name, own(properties, name))
    const required = Array.isArray(schema.required) ? schema.required.filter(name => isPicked(String(name))) : []
    return {...schema, properties: picked, ...(schema.required === undefined ? {} : {required})}
  }
  const {description: _, ...status} = pick(name => name === 'status')
  const sent = pick(name => !META.has(name))
  const metadata = limitNames(own(properties, 'metadata'))
  const whole = {...(sent.properties as Schema), ...(subresources.has('status') ? {status: {}} : {}), metadata}
  const isOpen = keepsUnknown && schema.properties === undefined
  return {
    sent: readSchema(
      {...sent, type: 'object', properties: whole, ...(isOpen ? {additionalProperties: true} : {})},
      {isSent: true, keepsUnknown}
    ),
    returned: readSchema({type: 'object', ...(Object.hasOwn(properties, 'status') ? status : {})}, {isSent: false})
  }
}

/** What a definition can limit in the metadata of its resources: their names, beyond what the server demands of all. */
function limitNames(metadata: unknown): Schema {
  const properties = isRecord(metadata) && isRecord(metadata.properties) ? metadata.properties : {}
  const limit = (name: string): Schema => {
    const {description: _, ...own} = isRecord(properties[name]) ? properties[name] : {}
    return {type: 'string', maxLength: 253, ...own}
  }
  const names = {name: limit('name'), generateName: limit('generateName')}
  return {type: 'object', properties: names, additionalProperties: true}
}

/** Whether clients send what a schema describes, and whether the server keeps what no schema does. */
interface Exchange {
  readonly isSent: boolean
  readonly keepsUnknown?: boolean
}

/**
 * Reads the extensions of a structural schema as they mean. What is sent is closed: the server drops fields that the
 * schema doesn't have, and rejects them with strict validation. If it keeps them, only an object without fields is open.
 */
function readSchema(schema: unknown, exchange: Exchange): unknown {
  if (!isRecord(schema)) return schema
  const {isSent} = exchange
  const read = (inner: unknown): unknown => readSchema(inner, exchange)
  const result: Record<string, unknown> = {...schema}
  if (isRecord(schema.properties)) result.properties = mapValues(schema.properties, read)
  if (isRecord(schema.items)) result.items = read(schema.items)
  if (isRecord(schema.additionalProperties)) result.additionalProperties = read(schema.additionalProperties)
  const keepsUnknown = schema['x-kubernetes-preserve-unknown-fields'] === true
  if (schema['x-kubernetes-embedded-resource'] === true) embed(result, keepsUnknown)
  if (schema['x-kubernetes-int-or-string'] === true && schema.type === undefined) spellForms(result)
  // The items of a list by keys are unique, too, for their keys are.
  if (schema.type === 'array' && /^(?:set|map)$/.test(String(schema['x-kubernetes-list-type'])))
    result.uniqueItems = true
  const isObject = schema.type === 'object' || schema.properties !== undefined
  if (isSent && isObject && schema.additionalProperties === undefined)
    result.additionalProperties = keepsUnknown || (exchange.keepsUnknown === true && schema.properties === undefined)
  if (isSent && Array.isArray(schema.required))
    result.required = schema.required.filter(name => !isDefaulted(own(schema.properties ?? {}, String(name))))
  if (isDeprecatedField(schema)) result.deprecated = true
  for (const key of Object.keys(result)) if (key.startsWith('x-kubernetes-')) delete result[key]
  return result
}

/** Whether the server fills in the field before it validates, so that clients needn't send it. */
const isDefaulted = (schema: unknown): boolean => isRecord(schema) && Object.hasOwn(schema, 'default')

/** Spells out that a value is an integer or a string. `nullable` has no effect where a schema has no type. */
function spellForms(schema: Record<string, unknown>): void {
  const forms = Array.isArray(schema.anyOf) ? schema.anyOf : [{type: 'integer'}, {type: 'string'}]
  schema.anyOf = schema.nullable === true ? forms.map(form => ({...form, nullable: true})) : forms
  delete schema.nullable
}

/**
 * An embedded resource is a whole object of Kubernetes, with its version, its kind, and its metadata, which are described
 * only where they would be unknown otherwise.
 */
function embed(schema: Record<string, unknown>, keepsUnknown: boolean): void {
  const {apiVersion, kind, metadata, ...properties} = isRecord(schema.properties) ? schema.properties : {}
  const text = {type: 'string'}
  const open = {type: 'object', ...(isRecord(metadata) ? metadata : {}), additionalProperties: true}
  const whole = {apiVersion: apiVersion ?? text, kind: kind ?? text, metadata: open}
  schema.type = 'object'
  schema.properties = {...(keepsUnknown ? {} : whole), ...properties}
  schema.required = [...new Set(['apiVersion', 'kind', ...(Array.isArray(schema.required) ? schema.required : [])])]
}

/**
 * Whether a description says, by the convention of Go, that the field is deprecated. Generators that fold a comment into one
 * line leave the mark after the end of a sentence.
 */
const isDeprecatedField = ({description}: Schema): boolean =>
  typeof description === 'string' &&
  (/^\s*deprecated:/im.test(description) || /[.!?)]\s+Deprecated:\s/.test(description))

function mapValues(record: Schema, change: (value: unknown) => unknown): Schema {
  const result: Record<string, unknown> = {}
  for (const key of Object.keys(record)) setOwn(result, key, change(own(record, key)))
  return result
}
