import {isRecord, own} from '@tenure/core/model/json'

// The result of an introspection query, as servers return it: `{"data": {"__schema": {…}}}`, or `{"__schema": {…}}`.

const KEY = '"__schema"'
const BEGINNING = /^\s*\{\s*(?:"data"\s*:\s*\{\s*)?"__schema"\s*:/

/** Whether a text is JSON, and not a schema in the definition language. */
export const isJson = (text: string): boolean => /^\uFEFF?\s*\{/.test(text)

/** Whether a file is the result of an introspection query, even a malformed one. */
export function isIntrospection(bytes: Buffer): boolean {
  // Most files are large and lack the word, and decoding them takes time.
  if (!bytes.includes(KEY)) return false
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '')
  if (BEGINNING.test(text)) return true
  try {
    return findSchema(JSON.parse(text)) !== undefined
  } catch {
    return false
  }
}

/** The schema in the result of an introspection query, and its JSON pointer. `undefined` if there is none. */
export function findSchema(root: unknown): {readonly schema: unknown; readonly pointer: string} | undefined {
  const data = isRecord(root) ? own(root, 'data') : undefined
  const [pointer, value] = isRecord(data) ? ['/data', data] : ['', root]
  const schema = isRecord(value) ? own(value, '__schema') : undefined
  return schema === undefined ? undefined : {schema, pointer: `${pointer}/__schema`}
}

/** The names of the types and directives (`@shelved`) in the result of an introspection query. */
export function listIntrospectedNames(text: string): string[] {
  try {
    const schema = findSchema(JSON.parse(text))?.schema
    return [...namesOf(schema, 'types'), ...namesOf(schema, 'directives').map(name => `@${name}`)]
  } catch {
    return []
  }
}

function namesOf(schema: unknown, key: string): string[] {
  const list = isRecord(schema) ? own(schema, key) : undefined
  return (Array.isArray(list) ? list : []).flatMap((each: unknown) => {
    const name = isRecord(each) ? own(each, 'name') : undefined
    return typeof name === 'string' ? [name] : []
  })
}
