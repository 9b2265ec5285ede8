import {parsePointer} from '@tenure/core/model/location'
import {isMember, type Subject, type SubjectPart} from '@tenure/core/model/subject/subject'
import {escapeInvisibleInQuotes} from '@tenure/core/phrases/escape'

/** A step into a document, and how JSONPath writes it. */
interface Step {
  readonly key: string | number
  readonly text: string
}

/** An object of a description, as a path of keys and as JSONPath. */
export interface OverlayTarget {
  readonly keys: readonly (string | number)[]
  readonly jsonPath: string
}

/** Where a description has a subject, or why an overlay can't say it. */
export type FoundTargets =
  | {readonly targets: readonly OverlayTarget[]; readonly lacks?: never}
  | {readonly targets?: never; readonly lacks: string}

/** A text in quotes of JSONPath (RFC 9535). Double quotes spare the escapes that not all programs know. */
function quoted(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'"
  // Control characters have the escapes of JSON.
  const escaped = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"')
  return `${quote}${escapeInvisibleInQuotes(escaped).replaceAll(quote, `\\${quote}`)}${quote}`
}

const toKey = (key: string | number): Step => ({
  key,
  text:
    typeof key === 'string' && /^[A-Za-z_]\w*$/.test(key)
      ? `.${key}`
      : `[${typeof key === 'number' ? key : quoted(key)}]`
})

const toTarget = (steps: readonly Step[]): OverlayTarget => ({
  keys: steps.map(({key}) => key),
  jsonPath: `$${steps.map(({text}) => text).join('')}`
})

export const valueAt = (root: unknown, keys: readonly (string | number)[]): unknown =>
  keys.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined,
    root
  )

/** A place in a document, with the value there. */
class Cursor {
  readonly steps: readonly Step[]
  readonly value: unknown

  constructor(steps: readonly Step[], value: unknown) {
    this.steps = steps
    this.value = value
  }

  /** The place below, `undefined` if there is none. */
  at(...keys: readonly (string | number)[]): Cursor | undefined {
    const value = valueAt(this.value, keys)
    return value === undefined ? undefined : new Cursor([...this.steps, ...keys.map(toKey)], value)
  }

  /** The entries of a map or a list. */
  entries(): Cursor[] {
    const {value} = this
    if (typeof value !== 'object' || value === null) return []
    const keys = Array.isArray(value) ? [...value.keys()] : Object.keys(value)
    return keys.flatMap(key => this.at(key) ?? [])
  }

  get isReference(): boolean {
    return valueAt(this.value, ['$ref']) !== undefined
  }
}

const SHARED = 'it is in a shared component, whose other users would be deprecated, too'
const UNKNOWN = 'the description has it at no place of its own'

/** Finds a subject in a description. `pointer` is that of its operation. */
export function findTargets({target, part}: Subject, root: unknown, pointer: string | undefined): FoundTargets {
  const document = new Cursor([], root)
  if (part?.value !== undefined) return {lacks: 'OpenAPI has no mark for a value'}
  if (isMember(target)) {
    const schema = document.at('components', 'schemas', target.type) ?? document.at('definitions', target.type)
    return choose(schema ? propertiesOf(schema, target.name) : [])
  }
  if (pointer === undefined) return {lacks: 'the description has no such operation in its main file'}
  const operation = document.at(...parsePointer(pointer))
  if (!operation) return {lacks: UNKNOWN}
  return part ? findPart(part, operation, root) : choose([operation])
}

function findPart(part: SubjectPart, operation: Cursor, root: unknown): FoundTargets {
  const {parameter, header, field} = part
  if (parameter !== undefined || (header !== undefined && part.in !== 'response')) {
    const name = parameter ?? header ?? ''
    const list = operation.at('parameters')?.entries() ?? []
    const own = list.filter(each => isNamed(followReference(each, root), name, header !== undefined))
    const found = choose(own.map(each => (each.isReference ? each : asParameter(each))))
    return found.targets || part.in === 'request' || header === undefined ? found : headersOf(operation, name)
  }
  if (header !== undefined) return headersOf(operation, header)
  if (field === undefined) return {lacks: UNKNOWN}
  return choose(bodiesOf(operation, part.in).flatMap(schema => fieldsOf(schema, stepsOf(field))))
}

/** The value that a reference within the document leads to; the value itself if it's none. */
function followReference({value}: Cursor, root: unknown): unknown {
  const reference = valueAt(value, ['$ref'])
  return typeof reference === 'string' && reference.startsWith('#/')
    ? valueAt(root, parsePointer(reference.slice(1)))
    : value
}

/** Names of headers have no case. */
const isNamed = (value: unknown, name: string, isHeader: boolean): boolean => {
  const written = String(valueAt(value, ['name']))
  return isHeader
    ? valueAt(value, ['in']) === 'header' && written.toLowerCase() === name.toLowerCase()
    : written === name && valueAt(value, ['in']) !== 'header'
}

/** A parameter by its name, because others may be added before it. */
function asParameter({steps, value}: Cursor): Cursor {
  const [name, place] = ['name', 'in'].map(key => quoted(String(valueAt(value, [key]))))
  const last = steps.at(-1)
  const named = {key: last?.key ?? 0, text: `[?(@.name==${name} && @.in==${place})]`}
  return new Cursor([...steps.slice(0, -1), named], value)
}

const headersOf = (operation: Cursor, name: string): FoundTargets =>
  choose(
    (operation.at('responses')?.entries() ?? []).flatMap(response =>
      (response.at('headers')?.entries() ?? []).filter(
        ({steps}) => String(steps.at(-1)?.key).toLowerCase() === name.toLowerCase()
      )
    )
  )

/** The schemas of the bodies of an operation, on one side or on both. */
function bodiesOf(operation: Cursor, side: SubjectPart['in']): Cursor[] {
  const contentOf = (body: Cursor | undefined): Cursor[] => [
    ...(body?.at('content')?.entries() ?? []).flatMap(media => media.at('schema') ?? []),
    ...(body?.at('schema') ? [body.at('schema') as Cursor] : [])
  ]
  const request = [
    ...contentOf(operation.at('requestBody')),
    ...(operation.at('parameters')?.entries() ?? [])
      .filter(({value}) => valueAt(value, ['in']) === 'body')
      .flatMap(each => contentOf(asParameter(each)))
  ]
  const response = (operation.at('responses')?.entries() ?? []).flatMap(contentOf)
  return [...(side === 'response' ? [] : request), ...(side === 'request' ? [] : response)]
}

/** The names of `a.b[].c`. */
const stepsOf = (field: string): string[] => field.split(/\.|(?=\[\])/).filter(each => each !== '')

/** The places of a field below a schema, also within alternatives. A reference stays, so that it's seen as shared. */
function fieldsOf(schema: Cursor, [first, ...others]: readonly string[]): Cursor[] {
  if (first === undefined) return []
  if (schema.isReference) return [schema]
  const below = first === '[]' ? [schema.at('items')].flatMap(each => each ?? []) : propertiesOf(schema, first)
  return others.length === 0 ? below : below.flatMap(each => fieldsOf(each, others))
}

/** The properties of a name: of the schema itself, and of what it's combined of in the same place. */
const propertiesOf = (schema: Cursor, name: string): Cursor[] => [
  ...[schema.at('properties', name)].flatMap(each => each ?? []),
  ...['allOf', 'anyOf', 'oneOf'].flatMap(key =>
    (schema.at(key)?.entries() ?? []).filter(each => !each.isReference).flatMap(each => propertiesOf(each, name))
  )
]

/** Keys next to a reference aren't read everywhere. */
function choose(found: readonly Cursor[]): FoundTargets {
  if (found.length === 0) return {lacks: UNKNOWN}
  if (found.some(({isReference}) => isReference)) return {lacks: SHARED}
  return {targets: found.map(({steps}) => toTarget(steps))}
}
