import {type Node, ORIGIN} from '../../schema/document/node.ts'
import {picked} from '../../schema/exact-numbers.ts'
import {isRecord, own} from '../../schema/json.ts'
import {textOf} from './values.ts'

/** What a parameter of Swagger 2.0 says beside its schema, which it holds in the same object. */
const NO_KEYWORDS = new Set(['name', 'in', 'required', 'allowEmptyValue', 'collectionFormat', 'headers', 'schema'])
const SAID_OF_PARAMETERS = new Set(['description', 'deprecated', 'example', 'x-example'])

const MAX_DEPTH = 50

/**
 * The schema that a parameter, a header or a form field of Swagger 2.0 is itself, made into one of its own. A form field
 * keeps its description: as a property it has no other place for it.
 */
export function inlineSchema({raw, pointer}: Node, holder: 'parameter' | 'field'): object {
  return made(isRecord(raw) ? raw : {}, pointer, holder === 'field', 0)
}

function made(raw: Readonly<Record<string, unknown>>, pointer: string, isField: boolean, depth: number): object {
  const said = Object.keys(raw).filter(
    key => !NO_KEYWORDS.has(key) && (isField || depth > 0 || !SAID_OF_PARAMETERS.has(key))
  )
  const schema: Record<string, unknown> = {...picked(raw, said)}
  if (schema.type === 'file') Object.assign(schema, {type: 'string', format: 'binary'})
  if (isRecord(schema.items) && depth < MAX_DEPTH) {
    schema.items = made(schema.items, `${pointer}/items`, isField, depth + 1)
  }
  return from(pointer, schema)
}

/** Says where a schema that was made comes from. Not to be seen by who compares: a place is no difference. */
export function from<Schema extends object>(pointer: string, schema: Schema): Schema {
  return Object.defineProperty(schema, ORIGIN, {value: pointer})
}

const STYLES: ReadonlyMap<string, string> = new Map([
  ['ssv', 'spaceDelimited'],
  ['tsv', 'tabDelimited'],
  ['pipes', 'pipeDelimited']
])

/** `collectionFormat` in the words of OpenAPI 3. Of what is no list it says nothing: then both have one way. */
export function inlineStyle(raw: unknown, place: string): {style: string; explode: boolean} {
  const isQuery = place === 'query' || place === 'formData'
  const plain = isQuery ? 'form' : 'simple'
  const isList = isRecord(raw) && own(raw, 'type') === 'array'
  const written = textOf(raw, 'collectionFormat') ?? 'csv'
  if (!isList) return {style: plain, explode: isQuery}
  const style = written === 'multi' ? plain : (STYLES.get(written) ?? plain)
  return {style: `${style}${innerStyle(raw.items)}`, explode: written === 'multi' && isQuery}
}

/** How lists in a list are divided, which OpenAPI 3 cannot say. */
function innerStyle(items: unknown): string {
  if (!isRecord(items) || own(items, 'type') !== 'array') return ''
  const written = textOf(items, 'collectionFormat') ?? 'csv'
  return written === 'csv' ? '' : ` of ${STYLES.get(written) ?? written}`
}
