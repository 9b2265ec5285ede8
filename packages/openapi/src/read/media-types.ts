import {defined} from '@tenure/core/model/defined'
import type {Node} from '@tenure/json-schema/document/node'
import {isRecord, own} from '@tenure/json-schema/json'
import type {Content, FormEncoding, Header, PartEncoding} from '../snapshot.ts'
import {readExamples} from './documentation.ts'
import type {DescriptionReader} from './reader.ts'

/** Reads the headers of a form part; parameters and headers have no parts. */
export type ReadHeaders = (reading: DescriptionReader, parent: Node) => readonly Header[]

/** The entries of `content`, one per media type. */
export function readContents(reading: DescriptionReader, parent: Node, readHeaders?: ReadHeaders): readonly Content[] {
  const contents = new Map<string, Content>()
  for (const [written, entry] of reading.entries(parent, 'content')) {
    const type = normalizeMediaType(written)
    const node = reading.resolve(entry)
    if (contents.has(type)) {
      reading.gap(entry, `Media type \`${type}\` is listed twice. This one isn't read.`)
    } else
      contents.set(
        type,
        node ? contentOf(reading, type, node, readHeaders) : {type, place: reading.place(entry), isUnread: true}
      )
  }
  return [...contents.values()]
}

function contentOf(reading: DescriptionReader, type: string, node: Node, readHeaders: ReadHeaders = () => []): Content {
  const schema = reading.schemaIn(node, 'schema')
  const later = reading.format === 'openapi-3.2'
  const item = later ? reading.schemaIn(node, 'itemSchema') : undefined
  if (!later) reading.reportForeignKeys(node, ['itemSchema', 'prefixEncoding', 'itemEncoding'], 'OpenAPI 3.2')
  const source = item ? reading.schema(node, sequenceSchema(schema, item)) : schema && reading.schema(schema)
  const encoding = encodingOf(reading, node, readHeaders)
  // Parts have positions without a schema, too.
  const any = later && type.startsWith('multipart/') ? reading.schema(node, {}) : undefined
  return defined({type, place: reading.place(node), schema: source ?? any, encoding})
}

/** The schema of a stream: an array of its items, which must also match the schema of the whole. */
function sequenceSchema(schema: Node | undefined, item: Node): object {
  const items = {type: 'array', items: referenceTo(item)}
  return schema ? {allOf: [referenceTo(schema), items]} : items
}

// A reference to a schema, and no copy, so that source locations stay those of the original.
const referenceTo = ({pointer}: Node): object => ({
  $ref: `#${pointer
    .split('/')
    .map(step => encodeURIComponent(step))
    .join('/')}`
})

/** How the parts of a form are encoded, with nested parts; since 3.2, also those by position instead of name. */
function encodingOf(
  reading: DescriptionReader,
  node: Node,
  readHeaders: ReadHeaders,
  depth = 0
): FormEncoding | undefined {
  if (depth > MAX_DEPTH) return undefined
  const written = (each: Node): PartEncoding => {
    const {raw} = each
    if (!isRecord(raw)) {
      reading.mistyped(each, 'an object')
      return {}
    }
    const details = defined({
      contentType: reading.text(each, 'contentType'),
      style: reading.text(each, 'style'),
      explode: reading.flag(each, 'explode'),
      allowReserved: reading.flag(each, 'allowReserved')
    })
    const headers = readHeaders(reading, each)
    const inner = reading.format === 'openapi-3.2' ? encodingOf(reading, each, readHeaders, depth + 1) : undefined
    return {...details, ...(headers.length > 0 ? {headers} : {}), ...inner}
  }
  const named = reading.entries(node, 'encoding').map(([name, each]) => [name, written(each)] as const)
  const hasPositions = reading.format === 'openapi-3.2'
  const prefix = hasPositions ? reading.list(node, 'prefixEncoding').map(written) : []
  const item = hasPositions ? reading.at(node, 'itemEncoding') : undefined
  if (named.length === 0 && prefix.length === 0 && !item) return undefined
  return {
    ...(named.length > 0 ? {encoding: Object.fromEntries(named)} : {}),
    ...(prefix.length > 0 ? {prefixEncoding: prefix} : {}),
    ...(item ? {itemEncoding: written(item)} : {})
  }
}

const MAX_DEPTH = 50

const EXAMPLE_KEYS = ['example', 'examples'] as const

/** The examples of the contents, by media type. */
export function readContentExamples(reading: DescriptionReader, parent: Node): Readonly<Record<string, unknown>> {
  const found: [string, unknown][] = []
  for (const [written, entry] of reading.entries(parent, 'content')) {
    const node = isRecord(entry.raw) ? reading.resolve(entry) : undefined
    if (!node || !EXAMPLE_KEYS.some(key => Object.hasOwn(node.raw as object, key))) continue
    const example = own(node.raw as object, 'example')
    const examples = readExamples(reading, node)
    found.push([normalizeMediaType(written), defined({example, examples})])
  }
  return Object.fromEntries(found)
}

/** Normalizes a media type: lowercase, without white space, parameters sorted, and unnecessary quotes removed. */
export function normalizeMediaType(written: string): string {
  if (PLAIN.test(written)) return written
  const [type = '', ...parameters] = written.toLowerCase().split(';')
  const normalized = parameters
    .map(parameter => parameter.replace(/\s/g, '').replace(QUOTED, '$1'))
    .filter(parameter => parameter !== '')
  return [type.trim(), ...normalized.sort()].join(';')
}

/** A media type that is normalized already, as most are. */
const PLAIN = /^[a-z0-9.+*-]+\/[a-z0-9.+*-]+$/

/** A parameter whose quotes can be left out, because they mean nothing around a token (RFC 9110, section 5.6.6). */
const QUOTED = /(?<==)"([\w!#$%&'*+.^`|~-]+)"$/
