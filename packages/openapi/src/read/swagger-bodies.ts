import {defined} from '@tenure/core/model/defined'
import type {Node} from '@tenure/json-schema/document/node'
import {isRecord, own, toJsonObject} from '@tenure/json-schema/json'
import type {Body, Content, FormEncoding, Parameter} from '../snapshot.ts'
import {readDocumentation} from './documentation.ts'
import {normalizeMediaType} from './media-types.ts'
import type {WrittenParameter, WrittenParameters} from './parameters.ts'
import type {DescriptionReader} from './reader.ts'
import {extractInlineSchema, readInlineStyle, withOrigin} from './swagger-inline-schemas.ts'

const ANY = '*/*'
const URL_ENCODED = 'application/x-www-form-urlencoded'
const MULTIPART = 'multipart/form-data'

/** The media types that an operation consumes or produces: its own, or else the document's, or else any. */
export function readMediaTypes(
  reading: DescriptionReader,
  operation: Node,
  key: 'consumes' | 'produces'
): readonly string[] {
  const written = reading.texts(operation, key) ?? reading.texts(reading.root, key) ?? []
  const types = [...new Set(written.map(normalizeMediaType))].filter(type => type !== '')
  return types.length > 0 ? types : [ANY]
}

/** The request body of `in: body`, or of the form fields; `undefined` if there is neither. */
export function readSwaggerBody(
  reading: DescriptionReader,
  operation: Node,
  {parameters, unread}: WrittenParameters
): Body | undefined {
  const body = parameters.find(each => each.in === 'body')
  const fields = parameters.filter(each => each.in === 'formData')
  if (body && fields[0]) {
    reading.gap(fields[0].node, "An operation has either a body or form fields. This field isn't read.")
  }
  if (body) return readBody(reading, operation, body.node)
  const form = fields.length > 0 ? readFormBody(reading, operation, fields) : undefined
  // A parameter that couldn't be read may be the body or a form field.
  if (unread > 0)
    return {required: false, place: reading.place(operation), contents: [], documentation: {}, ...form, isUnread: true}
  return form
}

function readBody(reading: DescriptionReader, operation: Node, node: Node): Body {
  const schema = reading.schemaIn(node, 'schema')
  const place = reading.place(node)
  return {
    required: reading.isTrue(node, 'required'),
    place,
    contents: readMediaTypes(reading, operation, 'consumes').map(type =>
      defined({type, place, schema: schema && reading.schema(schema)})
    ),
    documentation: readDocumentation(reading, node)
  }
}

function readFormBody(reading: DescriptionReader, operation: Node, fields: readonly WrittenParameter[]): Body {
  const [first] = fields as [WrittenParameter, ...WrittenParameter[]]
  const hasFile = fields.some(({node}) => isRecord(node.raw) && own(node.raw, 'type') === 'file')
  const forms = readMediaTypes(reading, operation, 'consumes').filter(type =>
    /^(application\/x-www-form|multipart\/)/.test(type)
  )
  const types = forms.length > 0 ? forms : [hasFile ? MULTIPART : URL_ENCODED]
  const required = fields.filter(({node}) => reading.isTrue(node, 'required')).map(({name}) => name)
  const schema = withOrigin(first.node.pointer, {
    type: 'object',
    properties: toJsonObject(
      fields.map(({name, node}) => [name, extractInlineSchema(node, 'field') as never] as const)
    ),
    ...(required.length > 0 ? {required} : {})
  })
  const encoding = encodingOf(reading, fields)
  const place = reading.place(first.node)
  const contents = types.map(
    (type): Content => defined({type, place, schema: reading.schema(first.node, schema), encoding})
  )
  return {required: required.length > 0, isOfFields: true, place, contents, documentation: {}}
}

/** Encodings that differ from the OpenAPI 3 defaults, and whether fields may be empty. */
function encodingOf(reading: DescriptionReader, fields: readonly WrittenParameter[]): FormEncoding | undefined {
  const details = fields.flatMap(({name, node}) => {
    const {style, explode} = readInlineStyle(reading, node, 'formData')
    const details = {
      ...(style === 'form' && explode ? {} : ({style, explode} satisfies Partial<Parameter>)),
      ...(reading.isTrue(node, 'allowEmptyValue') ? {allowEmptyValue: true} : {})
    }
    return Object.keys(details).length > 0 ? [[name, details] as const] : []
  })
  return details.length > 0 ? {encoding: Object.fromEntries(details)} : undefined
}
