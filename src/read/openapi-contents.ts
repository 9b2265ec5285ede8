import type {Content} from '../model/snapshot.ts'
import {isRecord, own} from '../schema/json.ts'
import type {Node} from '../schema/node.ts'
import {mediaType} from './openapi-media.ts'
import {examplesOf} from './openapi-prose.ts'
import type {Reading} from './openapi-reading.ts'

/** What is under `content`, one for each media type. */
export function contentsOf(reading: Reading, holder: Node): readonly Content[] {
  const contents = new Map<string, Content>()
  for (const [written, entry] of reading.entries(holder, 'content')) {
    const type = mediaType(written)
    const node = reading.resolve(entry)
    if (contents.has(type)) {
      reading.gap(entry, `Unexpected second content \`${type}\`, expected one: it is not read`)
    } else
      contents.set(type, node ? contentOf(reading, type, node) : {type, place: reading.place(entry), isUnread: true})
  }
  return [...contents.values()]
}

function contentOf(reading: Reading, type: string, node: Node): Content {
  const schema = reading.at(node, 'schema')
  const item = reading.format === 'openapi-3.2' ? reading.at(node, 'itemSchema') : undefined
  const source = item ? reading.schema(node, sequence(schema, item)) : schema && reading.schema(schema)
  const encoding = encodingOf(reading, node)
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

const ENCODINGS = ['prefixEncoding', 'itemEncoding'] as const

function encodingOf(reading: Reading, node: Node): unknown {
  const raw = node.raw as object
  const written = own(raw, 'encoding')
  const named = isRecord(written) && Object.keys(written).length > 0 ? fieldsOf(reading, node) : undefined
  const placed = ENCODINGS.flatMap(key => (own(raw, key) === undefined ? [] : [[key, own(raw, key)] as const]))
  return placed.length > 0 ? {...named, ...Object.fromEntries(placed)} : named
}

/** How each field is written. Headers that a part refers to are those that it has. */
const fieldsOf = (reading: Reading, node: Node): object =>
  Object.fromEntries(
    reading.entries(node, 'encoding').map(([name, field]) => {
      const headers = isRecord(field.raw) ? reading.entries(field, 'headers') : []
      if (headers.length === 0) return [name, field.raw]
      const held = headers.map(([header, each]) => [header, reading.resolve(each)?.raw])
      return [name, {...(field.raw as object), headers: Object.fromEntries(held)}]
    })
  )

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
