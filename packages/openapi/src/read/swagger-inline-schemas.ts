import {type Node, ORIGIN_KEYWORD} from '@tenure/json-schema/document/node'
import {pickKeywords} from '@tenure/json-schema/exact-numbers'
import {isRecord, own} from '@tenure/json-schema/json'
import type {DescriptionReader} from './reader.ts'

/** Keys of a Swagger 2.0 parameter that aren't schema keywords, although they are in the same object. */
const NON_SCHEMA_KEYS = new Set(['name', 'in', 'required', 'allowEmptyValue', 'collectionFormat', 'headers', 'schema'])
const PARAMETER_KEYS = new Set(['description', 'deprecated', 'example', 'x-example'])

const MAX_DEPTH = 50

/**
 * Extracts the schema that a Swagger 2.0 parameter, header, or form field contains. A form field keeps its description,
 * because as a property it has no other place for it.
 */
export function extractInlineSchema({raw, pointer}: Node, owner: 'parameter' | 'field'): object {
  return createSchema(isRecord(raw) ? raw : {}, pointer, owner === 'field', 0)
}

function createSchema(
  raw: Readonly<Record<string, unknown>>,
  pointer: string,
  isField: boolean,
  depth: number
): object {
  const keys = Object.keys(raw).filter(
    key => !NON_SCHEMA_KEYS.has(key) && (isField || depth > 0 || !PARAMETER_KEYS.has(key))
  )
  const schema: Record<string, unknown> = {...pickKeywords(raw, keys)}
  if (schema.type === 'file') Object.assign(schema, {type: 'string', format: 'binary'})
  if (isRecord(schema.items) && depth < MAX_DEPTH) {
    schema.items = createSchema(schema.items, `${pointer}/items`, isField, depth + 1)
  }
  return withOrigin(pointer, schema)
}

/**
 * Attaches the source location to a generated schema. The property isn't enumerable, so that it doesn't count as a
 * difference.
 */
export function withOrigin<Schema extends object>(pointer: string, schema: Schema): Schema {
  return Object.defineProperty(schema, ORIGIN_KEYWORD, {value: pointer})
}

const STYLES: ReadonlyMap<string, string> = new Map([
  ['ssv', 'spaceDelimited'],
  ['tsv', 'tabDelimited'],
  ['pipes', 'pipeDelimited']
])

/** Converts `collectionFormat` to the style of OpenAPI 3. It is ignored for values that aren't lists. */
export function readInlineStyle(
  reading: DescriptionReader,
  node: Node,
  place: string
): {style: string; explode: boolean} {
  const {raw} = node
  const isQuery = place === 'query' || place === 'formData'
  const plain = isQuery ? 'form' : 'simple'
  const isList = isRecord(raw) && own(raw, 'type') === 'array'
  const written = reading.text(node, 'collectionFormat') ?? 'csv'
  if (!isList) return {style: plain, explode: isQuery}
  const style = ['csv', 'multi'].includes(written) ? plain : (STYLES.get(written) ?? written)
  return {style: `${style}${innerStyle(reading, reading.at(node, 'items'))}`, explode: written === 'multi' && isQuery}
}

/** The separator of nested lists, which OpenAPI 3 can't express. */
function innerStyle(reading: DescriptionReader, items: Node | undefined): string {
  if (!items || !isRecord(items.raw) || own(items.raw, 'type') !== 'array') return ''
  const written = reading.text(items, 'collectionFormat') ?? 'csv'
  return written === 'csv' ? '' : ` of ${STYLES.get(written) ?? written}`
}
