import type {Body, Content, FormEncoding, Parameter} from '../../model/api/snapshot.ts'
import type {Node} from '../../schema/document/node.ts'
import {isRecord, objectOf, own} from '../../schema/json.ts'
import {proseOf} from './documentation.ts'
import {mediaType} from './media-type-name.ts'
import type {AllWritten, Written} from './parameters.ts'
import type {Reading} from './reader.ts'
import {from, inlineSchema, inlineStyle} from './swagger-inline-schemas.ts'
import {isTrue} from './values.ts'

const ANY = '*/*'
const URL_ENCODED = 'application/x-www-form-urlencoded'
const MULTIPART = 'multipart/form-data'

/** The media types that an operation consumes or produces: its own, or else the document's, or else any. */
export function typesOf(reading: Reading, operation: Node, key: 'consumes' | 'produces'): readonly string[] {
  const written = reading.texts(operation, key) ?? reading.texts(reading.root, key) ?? []
  const types = [...new Set(written.map(mediaType))].filter(type => type !== '')
  return types.length > 0 ? types : [ANY]
}

/** The request body of `in: body`, or of the form fields; `undefined` if there is neither. */
export function swaggerBodyOf(
  reading: Reading,
  operation: Node,
  {parameters, isPartial}: AllWritten
): Body | undefined {
  const body = parameters.find(each => each.in === 'body')
  const fields = parameters.filter(each => each.in === 'formData')
  if (body && fields[0]) {
    reading.gap(fields[0].node, 'Unexpected form field beside a body, expected one of them: it is not read')
  }
  if (body) return readBody(reading, operation, body.node)
  const form = fields.length > 0 ? readFormBody(reading, operation, fields) : undefined
  // A parameter that couldn't be read may be the body or a form field.
  if (isPartial)
    return {required: false, place: reading.place(operation), contents: [], prose: {}, ...form, isUnread: true}
  return form
}

function readBody(reading: Reading, operation: Node, node: Node): Body {
  const schema = reading.at(node, 'schema')
  const place = reading.place(node)
  return {
    required: isTrue(node.raw, 'required'),
    place,
    contents: typesOf(reading, operation, 'consumes').map(type => ({
      type,
      place,
      ...(schema ? {schema: reading.schema(schema)} : {})
    })),
    prose: proseOf(reading, node)
  }
}

function readFormBody(reading: Reading, operation: Node, fields: readonly Written[]): Body {
  const [first] = fields as [Written, ...Written[]]
  const hasFile = fields.some(({node}) => isRecord(node.raw) && own(node.raw, 'type') === 'file')
  const forms = typesOf(reading, operation, 'consumes').filter(type =>
    /^(application\/x-www-form|multipart\/)/.test(type)
  )
  const types = forms.length > 0 ? forms : [hasFile ? MULTIPART : URL_ENCODED]
  const required = fields.filter(({node}) => isTrue(node.raw, 'required')).map(({name}) => name)
  const schema = from(first.node.pointer, {
    type: 'object',
    properties: objectOf(fields.map(({name, node}) => [name, inlineSchema(node, 'field') as never] as const)),
    ...(required.length > 0 ? {required} : {})
  })
  const encoding = encodingOf(fields)
  const place = reading.place(first.node)
  const contents = types.map(
    (type): Content => ({
      type,
      place,
      schema: reading.schema(first.node, schema),
      ...(encoding === undefined ? {} : {encoding})
    })
  )
  return {required: required.length > 0, isOfFields: true, place, contents, prose: {}}
}

/** Encodings that differ from the OpenAPI 3 defaults, and whether fields may be empty. */
function encodingOf(fields: readonly Written[]): FormEncoding | undefined {
  const details = fields.flatMap(({name, node}) => {
    const {style, explode} = inlineStyle(node.raw, 'formData')
    const details = {
      ...(style === 'form' && explode ? {} : ({style, explode} satisfies Partial<Parameter>)),
      ...(isTrue(node.raw, 'allowEmptyValue') ? {allowEmptyValue: true} : {})
    }
    return Object.keys(details).length > 0 ? [[name, details] as const] : []
  })
  return details.length > 0 ? {encoding: Object.fromEntries(details)} : undefined
}
