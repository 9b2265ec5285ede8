import type {Node} from '@tenure/json-schema/document/node'
import {isRecord, own} from '@tenure/json-schema/json'
import {COMPUTED_STATUS} from '../extensions.ts'
import type {Content, Response} from '../snapshot.ts'
import {readDocumentation} from './documentation.ts'
import {normalizeMediaType, readContentExamples, readContents} from './media-types.ts'
import {readHeaders} from './parameters.ts'
import type {DescriptionReader} from './reader.ts'
import {readMediaTypes} from './swagger-bodies.ts'
import {extractInlineSchema} from './swagger-inline-schemas.ts'
import {isExtension} from './values.ts'

const STATUS = /^([1-5]\d\d|[1-5]XX|DEFAULT)$/

export function readResponses(reading: DescriptionReader, operation: Node): readonly Response[] {
  const responses = new Map<string, Response>()
  for (const [written, entry] of reading.entries(operation, 'responses')) {
    if (isExtension(written)) continue
    const upper = written.trim().toUpperCase()
    if (!STATUS.test(upper)) {
      reading.gap(
        entry,
        `\`${written}\` isn't a status, so this response isn't read. Use one such as \`200\`, \`2XX\`, or \`default\`.`
      )
      continue
    }
    const status = upper === 'DEFAULT' ? 'default' : upper
    const node = reading.resolve(entry)
    if (responses.has(status)) {
      reading.gap(entry, `Response \`${status}\` is listed twice. This one isn't read.`)
    } else responses.set(status, node ? responseOf(reading, operation, status, node) : unread(status))

    function unread(status: string): Response {
      return {status, place: reading.place(entry), contents: [], headers: [], documentation: {}, isUnread: true}
    }
  }
  return [...responses.values()]
}

function responseOf(reading: DescriptionReader, operation: Node, status: string, node: Node): Response {
  if (reading.isSwagger) {
    const types = readMediaTypes(reading, operation, 'produces')
    return reading.once(`response ${status} ${types.join()}`, node, () => swaggerResponse(reading, status, node, types))
  }
  return reading.once(`response ${status}`, node, () => {
    reading.reportForeignKeys(node, ['schema'], '`content`')
    return {
      status,
      ...(isRecord(node.raw) && own(node.raw, COMPUTED_STATUS) === true ? {isComputed: true as const} : {}),
      place: reading.place(node),
      contents: readContents(reading, node, readHeaders),
      headers: readHeaders(reading, node),
      documentation: readDocumentation(reading, node, {content: readContentExamples(reading, node)})
    }
  })
}

function swaggerResponse(reading: DescriptionReader, status: string, node: Node, types: readonly string[]): Response {
  reading.reportForeignKeys(node, ['content'], '`schema`')
  const place = reading.place(node)
  const schema = reading.schemaIn(node, 'schema')
  const source = schema && reading.schema(schema, isFile(schema) ? extractInlineSchema(schema, 'field') : schema.raw)
  const contents = source ? types.map((type): Content => ({type, place, schema: source})) : []
  // Swagger 2.0 has examples by media type, which OpenAPI 3 has in its contents.
  const content = reading
    .entries(node, 'examples')
    .map(([type, {raw}]) => [normalizeMediaType(type), {example: raw}] as const)
  const prose = readDocumentation(reading, node, {content: Object.fromEntries(content)})
  const {examples: _, ...rest} = isRecord(prose) ? prose : {}
  return {status, place, contents, headers: readHeaders(reading, node), documentation: rest}
}

const isFile = ({raw}: Node): boolean => isRecord(raw) && own(raw, 'type') === 'file'
