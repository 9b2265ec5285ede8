// Edits of descriptions as authors make them, each at a place that a number picks.
import {isRecord} from '../../../../packages/json-schema/src/json.ts'

export type Raw = {[name: string]: unknown}
type Edit = (document: Raw, pick: (most: number) => number) => void

const METHODS = new Set(['get', 'put', 'post', 'delete', 'patch'])
const isRaw = (value: unknown): value is Raw => isRecord(value)

/** All objects in a value that match a condition on them, their key, and the key above. */
function objectsIn(value: unknown, matches: (object: Raw, key: string, above: string) => boolean): Raw[] {
  const found: Raw[] = []
  const walk = (each: unknown, key: string, above: string): void => {
    if (Array.isArray(each)) for (const item of each) walk(item, key, above)
    else if (isRaw(each)) {
      if (matches(each, key, above)) found.push(each)
      for (const [name, inner] of Object.entries(each)) {
        if (name !== 'mapping' && name !== 'default' && name !== 'example') walk(inner, name, key)
      }
    }
  }
  walk(value, '', '')
  return found
}

const schemasIn = (document: Raw, matches: (schema: Raw) => boolean = () => true): Raw[] =>
  objectsIn(document, (object, key, above) => {
    const isSchema =
      ['schema', 'items', 'allOf', 'anyOf', 'oneOf'].includes(key) ||
      ['properties', 'schemas', 'definitions'].includes(above)
    return isSchema && !('$ref' in object) && matches(object)
  })

const operationsIn = (document: Raw): Raw[] =>
  objectsIn(document, (object, key) => METHODS.has(key) && 'responses' in object)
const parametersIn = (document: Raw): Raw[] =>
  objectsIn(
    document,
    object =>
      typeof object.in === 'string' &&
      typeof object.name === 'string' &&
      object.in !== 'body' &&
      !('scheme' in object) &&
      object.type !== 'apiKey'
  )
const objectsWith = (document: Raw, key: string): Raw[] => objectsIn(document, object => isRaw(object[key]))

const pickFrom = <Item>(list: readonly Item[], pick: (most: number) => number): Item | undefined =>
  list[pick(list.length)]

function dropFrom(parent: Raw | undefined, key: string, pick: (most: number) => number): void {
  const map = parent?.[key]
  if (!isRaw(map)) return
  const name = pickFrom(Object.keys(map), pick)
  if (name !== undefined) delete map[name]
}

const hasType =
  (...types: string[]) =>
  (schema: Raw): boolean =>
    types.includes(String(schema.type))

/** Sets a keyword in one of the matching schemas, or removes it. */
const set =
  (matches: (schema: Raw) => boolean, keyword: string, values: readonly unknown[]): Edit =>
  (document, pick) => {
    const schema = pickFrom(schemasIn(document, matches), pick)
    if (!schema) return
    const value = values[pick(values.length)]
    if (value === undefined) delete schema[keyword]
    else schema[keyword] = value
  }

const EDITS: Readonly<Record<string, Edit>> = {
  'drop a property': (document, pick) =>
    dropFrom(
      pickFrom(
        schemasIn(document, schema => isRaw(schema.properties)),
        pick
      ),
      'properties',
      pick
    ),
  'add a property': (document, pick) => {
    const schema = pickFrom(
      schemasIn(document, each => isRaw(each.properties)),
      pick
    )
    if (schema && isRaw(schema.properties)) schema.properties[`extra${pick(3)}`] = {type: 'string'}
  },
  'require a property': (document, pick) => {
    const schema = pickFrom(
      schemasIn(document, each => isRaw(each.properties)),
      pick
    )
    const name = schema && isRaw(schema.properties) ? pickFrom(Object.keys(schema.properties), pick) : undefined
    if (!schema || name === undefined) return
    const before = Array.isArray(schema.required) ? schema.required : []
    const after = before.includes(name) ? before.filter(each => each !== name) : [...before, name]
    if (after.length > 0) schema.required = after
    else delete schema.required
  },
  'close an object': set(schema => isRaw(schema.properties), 'additionalProperties', [false, undefined, true]),
  'change a type': (document, pick) => {
    const schema = pickFrom(schemasIn(document, hasType('string', 'integer', 'number', 'boolean')), pick)
    if (!schema) return
    for (const key of Object.keys(schema)) delete schema[key]
    schema.type = ['string', 'integer', 'number', 'boolean'][pick(4)]
  },
  'change the length': set(hasType('string'), 'maxLength', [undefined, 3, 30, 300]),
  'change the pattern': set(hasType('string'), 'pattern', [undefined, '^[a-z]+$', '^L-[0-9]+$']),
  'change the format': set(hasType('string'), 'format', [undefined, 'date', 'date-time', 'uuid']),
  'change a bound': set(hasType('integer', 'number'), 'minimum', [undefined, 0, 1, 7]),
  'change another bound': set(hasType('integer', 'number'), 'maximum', [undefined, 9, 90, 900]),
  'change the items': set(hasType('array'), 'minItems', [undefined, 1, 2]),
  'change the values': (document, pick) => {
    const schema = pickFrom(
      schemasIn(document, each => Array.isArray(each.enum)),
      pick
    )
    if (!schema || !Array.isArray(schema.enum)) return
    schema.enum = pick(2) === 0 && schema.enum.length > 1 ? schema.enum.slice(1) : [...schema.enum, 'OTHER']
  },
  'change readOnly': set(schema => schema.type !== undefined, 'readOnly', [undefined, true]),
  'change a default': set(hasType('integer', 'string'), 'default', [undefined, 5, 6]),
  'change a description': set(() => true, 'description', [undefined, 'Something', 'Something else']),
  'deprecate a schema': set(() => true, 'deprecated', [undefined, true]),
  'drop an operation': (document, pick) => {
    const item = pickFrom(
      objectsIn(document, (_, __, above) => above === 'paths' || above === 'pathItems'),
      pick
    )
    const name =
      item &&
      pickFrom(
        Object.keys(item).filter(key => METHODS.has(key)),
        pick
      )
    if (item && name !== undefined) delete item[name]
  },
  'deprecate an operation': (document, pick) => {
    const operation = pickFrom(operationsIn(document), pick)
    if (operation) operation.deprecated = operation.deprecated !== true
  },
  'move a sunset': (document, pick) => {
    const operation = pickFrom(operationsIn(document), pick)
    const day = ['2030-01-31', '2031-01-31', undefined][pick(3)]
    if (operation && day !== undefined) operation['x-sunset'] = day
    else if (operation) delete operation['x-sunset']
  },
  'change security': (document, pick) => {
    const operation = pickFrom(operationsIn(document), pick)
    const security = [[], [{desk: []}], [{readerCard: []}, {desk: ['loans:read']}], undefined][pick(4)]
    if (operation && security) operation.security = security
    else if (operation) delete operation.security
  },
  'require a parameter': (document, pick) => {
    const parameter = pickFrom(
      parametersIn(document).filter(each => each.in !== 'path'),
      pick
    )
    if (parameter) parameter.required = parameter.required !== true
  },
  'drop a parameter': (document, pick) => {
    const parent = pickFrom(
      objectsIn(document, object => Array.isArray(object.parameters)),
      pick
    )
    if (parent && Array.isArray(parent.parameters)) parent.parameters.splice(pick(parent.parameters.length), 1)
  },
  'drop a status': (document, pick) => dropFrom(pickFrom(objectsWith(document, 'responses'), pick), 'responses', pick),
  'drop a media type': (document, pick) => dropFrom(pickFrom(objectsWith(document, 'content'), pick), 'content', pick),
  'drop a header': (document, pick) => dropFrom(pickFrom(objectsWith(document, 'headers'), pick), 'headers', pick),
  'drop a server': (document, pick) => {
    if (Array.isArray(document.servers)) document.servers.splice(pick(document.servers.length), 1)
  },
  'wrap in allOf': (document, pick) => {
    const schema = pickFrom(schemasIn(document, hasType('object')), pick)
    if (!schema) return
    const inner = {...schema}
    for (const key of Object.keys(schema)) delete schema[key]
    schema.allOf = [inner, {description: 'And so on'}]
  }
}

const NAMES = Object.keys(EDITS)

/** A copy of the document with one edit for each number. */
export function edited(document: Raw, numbers: readonly number[]): Raw {
  const copy = structuredClone(document)
  for (const seed of numbers) {
    let remaining = seed
    const pick = (most: number): number => {
      const number = most > 0 ? remaining % most : 0
      remaining = most > 0 ? Math.floor(remaining / most) : remaining
      return number
    }
    EDITS[NAMES[pick(NAMES.length)] as string]?.(copy, pick)
  }
  return copy
}

/** A copy with all keys in reverse order. */
export function reordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reordered)
  if (!isRaw(value)) return value
  return Object.fromEntries(
    Object.keys(value)
      .reverse()
      .map(name => [name, reordered(value[name])])
  )
}

const resolveReference = (document: Raw, reference: string): unknown =>
  reference
    .slice(2)
    .split('/')
    .reduce<unknown>(
      (value, key) => (isRaw(value) ? value[key.replaceAll('~1', '/').replaceAll('~0', '~')] : undefined),
      document
    )

/** A copy in which all references are inlined, except circular ones. */
export function inlineReferences(document: Raw): Raw {
  const circular = new Set<string>()
  const findCircular = (value: unknown, seen: readonly string[]): void => {
    if (Array.isArray(value)) for (const each of value) findCircular(each, seen)
    else if (isRaw(value)) {
      const reference = value.$ref
      if (typeof reference === 'string') {
        if (seen.includes(reference)) for (const each of seen.slice(seen.indexOf(reference))) circular.add(each)
        else findCircular(resolveReference(document, reference), [...seen, reference])
      } else for (const each of Object.values(value)) findCircular(each, seen)
    }
  }
  findCircular(document, [])
  const write = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(write)
    if (!isRaw(value)) return value
    const {$ref: reference, ...siblings} = value
    if (typeof reference === 'string' && reference.startsWith('#/') && !circular.has(reference)) {
      const target = write(resolveReference(document, reference))
      // Keywords next to a reference to a schema add to it.
      return isRaw(target) && Object.keys(siblings).length > 0 ? {...target, ...(write(siblings) as Raw)} : target
    }
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, write(each)]))
  }
  return write(document) as Raw
}
