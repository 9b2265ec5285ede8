import type {SourceLocation} from '@tenure/core/model/location'
import {formatChoices} from '@tenure/core/text/format-choices'
import type {Node} from '@tenure/json-schema/document/node'
import type {SchemaSource} from '@tenure/json-schema/schema-source'
import {
  type DeclaredParameter,
  type Header,
  isReservedHeader,
  type Parameter,
  type ParameterLocation
} from '../snapshot.ts'
import {readDocumentation} from './documentation.ts'
import {readMarks} from './lifecycle-extensions.ts'
import {readContentExamples, readContents} from './media-types.ts'
import type {DescriptionReader} from './reader.ts'
import {extractInlineSchema, readInlineStyle} from './swagger-inline-schemas.ts'

/** A parameter as written, including bodies and form fields of Swagger 2.0. */
export class WrittenParameter implements DeclaredParameter {
  readonly name: string
  readonly in: string
  readonly node: Node
  readonly #reading: DescriptionReader

  constructor(
    reading: DescriptionReader,
    {name, in: place}: Pick<Parameter, 'name'> & {readonly in: string},
    node: Node
  ) {
    this.name = name
    this.in = place
    this.node = node
    this.#reading = reading
  }

  source(): SchemaSource {
    return this.#reading.schema(this.node)
  }

  read(): Parameter | undefined {
    return readParameter(this.#reading, this)
  }
}

const PLACES: readonly string[] = ['path', 'query', 'header', 'cookie', 'querystring'] satisfies ParameterLocation[]
const PLACES_BEFORE_3_2: readonly string[] = PLACES.slice(0, 4)
const PLACES_OF_SWAGGER: readonly string[] = ['path', 'query', 'header', 'body', 'formData']

/** The parameters of an operation. `unread` is the number of those that couldn't be read. */
export interface WrittenParameters {
  readonly parameters: readonly WrittenParameter[]
  readonly unread: number
}

/**
 * The parameters of an operation. Those of the operation take precedence over its path item's, and those over the ones
 * the path item refers to.
 */
export function collectParameters(reading: DescriptionReader, node: Node, items: readonly Node[]): WrittenParameters {
  const merged = new Map<string, WrittenParameter>()
  let unread = 0
  for (const parent of [...items].reverse().concat(node)) {
    const here = new Set<string>()
    for (const entry of reading.list(parent, 'parameters')) {
      const written = readWritten(reading, entry)
      if (!written) {
        unread++
        continue
      }
      const name = written.in === 'header' ? written.name.toLowerCase() : written.name
      // There is only one body, whatever its name.
      const key = written.in === 'body' ? 'body' : `${written.in} ${name}`
      if (here.has(key)) {
        reading.gap(entry, `Parameter \`${written.name}\` in ${written.in} is listed twice. This one isn't read.`)
        continue
      }
      here.add(key)
      merged.set(key, written)
    }
  }
  return {parameters: [...merged.values()], unread}
}

function readWritten(reading: DescriptionReader, entry: Node): WrittenParameter | undefined {
  const node = reading.resolve(entry)
  if (!node) return undefined
  return reading.once('written parameter', node, () => {
    const place = reading.text(node, 'in')
    // A body needs no name, because its name isn't sent.
    const name = reading.text(node, 'name') ?? (reading.isSwagger && place === 'body' ? place : undefined)
    if (name === undefined || place === undefined) {
      const missing = name === undefined ? 'name' : 'in'
      reading.gap(node, `This parameter has no \`${missing}\`, so it isn't read.`)
      return undefined
    }
    const places = reading.isSwagger ? PLACES_OF_SWAGGER : reading.format === 'openapi-3.2' ? PLACES : PLACES_BEFORE_3_2
    if (places.includes(place)) return new WrittenParameter(reading, {name, in: place}, node)
    const expected = formatChoices(places)
    reading.gap(node, `A parameter can't have \`in: ${place}\`, so it isn't read. Use ${expected}.`)
    return undefined
  })
}

/** The parameter; `undefined` if it is a body or must be ignored. */
function readParameter(reading: DescriptionReader, {name, in: place, node}: WrittenParameter): Parameter | undefined {
  if (place === 'body' || place === 'formData') return undefined
  if (!reading.isSwagger && isReservedHeader({name, in: place})) return undefined
  return reading.once('parameter', node, () => ({
    ...readHeader(reading, name, node, place),
    in: place as ParameterLocation,
    required: reading.isTrue(node, 'required') || place === 'path',
    // Outside of the query, the value of a parameter can't be empty.
    emptyAllowed: place === 'query' && reading.isTrue(node, 'allowEmptyValue'),
    reservedAllowed: allowsReserved(reading, place) && reading.isTrue(node, 'allowReserved')
  }))
}

/** Whether `allowReserved` applies: before 3.2, only in the query. */
const allowsReserved = ({format}: DescriptionReader, place: string): boolean =>
  format === 'openapi-3.2' ? place !== 'header' : format !== 'swagger-2.0' && place === 'query'

/** The headers of a response or form part, except `Content-Type`, which the contents define. */
export function readHeaders(reading: DescriptionReader, parent: Node): readonly Header[] {
  const headers = new Map<string, Header>()
  for (const [name, entry] of reading.entries(parent, 'headers')) {
    const key = name.toLowerCase()
    if (key === 'content-type') continue
    const node = reading.resolve(entry)
    if (headers.has(key)) {
      reading.gap(entry, `Header \`${name}\` is listed twice. The case of header names doesn't count.`)
      continue
    }
    headers.set(
      key,
      node
        ? reading.once(`header ${name}`, node, () => readHeader(reading, name, node, 'header'))
        : unreadHeader(name, reading.place(entry))
    )
  }
  return [...headers.values()]
}

const unreadHeader = (name: string, place: SourceLocation): Header => ({
  name,
  place,
  required: false,
  contents: [],
  style: 'simple',
  explode: false,
  marks: {},
  documentation: {},
  isUnread: true
})

/** The common properties of parameters and headers. */
function readHeader(reading: DescriptionReader, name: string, node: Node, place: string): Header {
  if (!reading.isSwagger && !reading.at(node, 'schema') && !reading.at(node, 'content')) {
    reading.reportForeignKeys(node, ['type', 'items', 'enum', 'collectionFormat'], '`schema`')
  }
  const schema = schemaOf(reading, node)
  const style = reading.isSwagger ? readInlineStyle(reading, node, place) : styleOf(reading, node, place)
  return {
    name,
    required: reading.isTrue(node, 'required'),
    place: reading.place(node),
    ...(schema ? {schema} : {}),
    contents: reading.isSwagger ? [] : readContents(reading, node),
    ...style,
    marks: readMarks(reading, node),
    documentation: readDocumentation(
      reading,
      node,
      reading.isSwagger ? {} : {content: readContentExamples(reading, node)}
    )
  }
}

function schemaOf(reading: DescriptionReader, node: Node) {
  if (reading.isSwagger) return reading.schema(node, extractInlineSchema(node, 'parameter'))
  const schema = reading.schemaIn(node, 'schema')
  return schema && reading.schema(schema)
}

function styleOf(reading: DescriptionReader, node: Node, place: string): {style: string; explode: boolean} {
  const style = reading.text(node, 'style') ?? (place === 'path' || place === 'header' ? 'simple' : 'form')
  return {style, explode: reading.flag(node, 'explode') ?? (style === 'form' || style === 'cookie')}
}
