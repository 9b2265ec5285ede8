import type {Content, FormEncoding, Header, PartEncoding} from '../../model/api/snapshot.ts'
import type {Node} from '../../schema/document/node.ts'
import {isRecord, own} from '../../schema/json.ts'
import {examplesOf} from './documentation.ts'
import {mediaType} from './media-type-name.ts'
import type {Reading} from './reader.ts'

/** Reads the headers of a part of a form; the value of a parameter, or of a header, has no such parts. */
export type ReadHeaders = (reading: Reading, holder: Node) => readonly Header[]

/** What is under `content`, one for each media type. */
export function contentsOf(reading: Reading, holder: Node, readHeaders?: ReadHeaders): readonly Content[] {
  const contents = new Map<string, Content>()
  for (const [written, entry] of reading.entries(holder, 'content')) {
    const type = mediaType(written)
    const node = reading.resolve(entry)
    if (contents.has(type)) {
      reading.gap(entry, `Unexpected second content \`${type}\`, expected one: it is not read`)
    } else
      contents.set(
        type,
        node ? contentOf(reading, type, node, readHeaders) : {type, place: reading.place(entry), isUnread: true}
      )
  }
  return [...contents.values()]
}

function contentOf(reading: Reading, type: string, node: Node, readHeaders: ReadHeaders = () => []): Content {
  const schema = reading.at(node, 'schema')
  const later = reading.format === 'openapi-3.2'
  const item = later ? reading.at(node, 'itemSchema') : undefined
  if (!later) reading.foreign(node, ['itemSchema', 'prefixEncoding', 'itemEncoding'], 'OpenAPI 3.2')
  const source = item ? reading.schema(node, sequence(schema, item)) : schema && reading.schema(schema)
  const encoding = encodingOf(reading, node, readHeaders)
  return {
    type,
    place: reading.place(node),
    ...(source ? {schema: source} : {}),
    ...(encoding === undefined ? {} : {encoding})
  }
}

/** A stream is an array of its items, and what is said of the whole holds for that array. */
function sequence(schema: Node | undefined, item: Node): object {
  const items = {type: 'array', items: referenceTo(item)}
  return schema ? {allOf: [referenceTo(schema), items]} : items
}

// By reference, so that every place in it stays where it is written.
const referenceTo = ({pointer}: Node): object => ({
  $ref: `#${pointer
    .split('/')
    .map(step => encodeURIComponent(step))
    .join('/')}`
})

/** How parts of a form are written, and parts of these: of 3.2 those that have a place and no name, too. */
function encodingOf(reading: Reading, node: Node, readHeaders: ReadHeaders, depth = 0): FormEncoding | undefined {
  if (depth > MAX_DEPTH) return undefined
  const written = (each: Node): PartEncoding => {
    const {raw} = each
    if (!isRecord(raw)) return {}
    const said = SAID_OF_PARTS.flatMap(key => (Object.hasOwn(raw, key) ? [[key, raw[key]] as const] : []))
    const headers = readHeaders(reading, each)
    const inner = reading.format === 'openapi-3.2' ? encodingOf(reading, each, readHeaders, depth + 1) : undefined
    return {...Object.fromEntries(said), ...(headers.length > 0 ? {headers} : {}), ...inner}
  }
  const named = reading.entries(node, 'encoding').map(([name, each]) => [name, written(each)] as const)
  const isPlaced = reading.format === 'openapi-3.2'
  const prefix = isPlaced ? reading.list(node, 'prefixEncoding').map(written) : []
  const item = isPlaced ? reading.at(node, 'itemEncoding') : undefined
  if (named.length === 0 && prefix.length === 0 && !item) return undefined
  return {
    ...(named.length > 0 ? {encoding: Object.fromEntries(named)} : {}),
    ...(prefix.length > 0 ? {prefixEncoding: prefix} : {}),
    ...(item ? {itemEncoding: written(item)} : {})
  }
}

const MAX_DEPTH = 50
const SAID_OF_PARTS = ['contentType', 'style', 'explode', 'allowReserved'] as const satisfies (keyof PartEncoding)[]

const SHOWN = ['example', 'examples'] as const

/** What contents say for people only, by media type. */
export function examplesIn(reading: Reading, holder: Node): Readonly<Record<string, unknown>> {
  const said: [string, unknown][] = []
  for (const [written, entry] of reading.entries(holder, 'content')) {
    const node = isRecord(entry.raw) ? reading.resolve(entry) : undefined
    if (!node || !SHOWN.some(key => Object.hasOwn(node.raw as object, key))) continue
    const example = own(node.raw as object, 'example')
    const examples = examplesOf(reading, node)
    said.push([
      mediaType(written),
      {...(example === undefined ? {} : {example}), ...(examples === undefined ? {} : {examples})}
    ])
  }
  return Object.fromEntries(said)
}
