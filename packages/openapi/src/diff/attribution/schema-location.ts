import {escapePointerKey, nameOfFile, parsePointer, type SourceLocation} from '@tenure/core/model/location'
import {memoize} from '@tenure/core/model/memoize'
import {originalPointer} from '@tenure/json-schema/document/node'
import type {Snapshot} from '../../snapshot.ts'
import type {SchemaLocation} from '../schema-diff-context.ts'

/** A location, and the component that it's in. */
export interface ComponentLocation {
  readonly place: SourceLocation
  /** The shared component that contains it; missing if it's in an operation. */
  readonly component?: string
  /** The keys from the root of its document, and those of the component; missing if it's in no component. */
  readonly keys?: readonly string[]
  readonly root?: readonly string[]
  /** The path of its document from the description; missing if it's the description. */
  readonly file?: string
  /** The path from the component's root: `labels[].name`. */
  readonly at: string
}

/**
 * Finds the component that a location is in. One of another file, whose name is in `ambiguous`, is named with its file:
 * `schemas:orders:Item`.
 */
export function locateInComponent(
  location: SchemaLocation,
  snapshot: Snapshot,
  ambiguous: ReadonlySet<string>
): ComponentLocation {
  const found = locateByName(location, snapshot)
  const {component, place} = found
  if (component === undefined || place.source === snapshot.source || !ambiguous.has(component)) return found
  return {...found, component: nameWithFile(component, location.node.resource.document.address, snapshot)}
}

/** The names of components that aren't unique on one of the sides. */
export const ambiguousNamesOf = memoize(
  ({older, newer}: {readonly older: Snapshot; readonly newer: Snapshot}): ReadonlySet<string> =>
    new Set([...older.ambiguousNames, ...newer.ambiguousNames])
)

/** A name after the path of its file, relative to the folder of the description. */
function nameWithFile(name: string, address: string, {schemaAt}: Snapshot): string {
  const main = (schemaAt({}, '').address ?? '').split('/').slice(0, -1)
  const path = decodeURIComponent(address).split('/')
  const shared = path.findIndex((segment, at) => segment !== decodeURIComponent(main[at] ?? ''))
  const folders = path.slice(Math.max(0, shared), -1)
  const file = nameOfFile(address)
  return [...folders, ...(file === name ? [] : [file]), name].join(':')
}

function locateByName({node, steps}: SchemaLocation, snapshot: Snapshot): ComponentLocation {
  const pointer = originalPointer(node) + steps.map(step => `/${escapePointerKey(step)}`).join('')
  const {address} = node.resource.document
  const place = snapshot.placeAt(pointer, address)
  const {address: main = address} = snapshot.schemaAt(snapshot.root, '')
  const inFile = address === main ? {} : {file: relativePath(main, address)}
  const keys = parsePointer(pointer)
  // An operation under an extension of the components isn't a shared component.
  if (keys[0] === 'components' && keys[1]?.startsWith('x-') && isOfOperation(keys.slice(2))) return {place, at: ''}
  const inComponents = keys[0] === 'components'
  const inShelf = TOP_LEVEL_COMPONENTS.has(keys[0] ?? '') && !isOfOperation(keys.slice(0, 2))
  if (inComponents || inShelf) {
    const [name = '', ...rest] = keys.slice(inComponents ? 2 : 1)
    const isSchema = keys[inComponents ? 1 : 0] === 'schemas' || keys[0] === 'definitions'
    const [component, ...way] = fromInnermost([name, ...(isSchema ? rest : fromSchema(rest))])
    return {place, component, keys, root: keys.slice(0, inComponents ? 3 : 2), ...inFile, at: readablePath(way)}
  }
  if (OPERATION_KEYS.has(keys[0] ?? '') || (keys.length === 0 && place.source === snapshot.source))
    return {place, at: ''}
  const above = parsePointer(originalPointer(node))
  const inSchema = above.findIndex(key => SCHEMA_KEYS.has(key))
  const held = inSchema < 0 ? above : above.slice(0, inSchema)
  if (isOfOperation(held)) return {place, at: ''}
  const component = nameIn(held) ?? nameOfFile(address)
  return {place, component, keys, root: held, ...inFile, at: readablePath(keys.slice(held.length))}
}

/** The path from one URL to another, `../schemas/loan.yaml`. */
function relativePath(from: string, to: string): string {
  const [folder, target] = [from.split('/').slice(0, -1), to.split('/')]
  const differs = folder.findIndex((name, at) => name !== target[at])
  const shared = differs < 0 ? folder.length : differs
  return '../'.repeat(folder.length - shared) + target.slice(shared).join('/')
}

const OPERATION_KEYS = new Set(['paths', 'x-ms-paths', 'webhooks', 'x-webhooks'])
const TOP_LEVEL_COMPONENTS = new Set(['definitions', 'parameters', 'responses'])
const METHODS = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'])
const OPERATION_MEMBERS = new Set(['parameters', 'requestBody', 'responses', 'callbacks'])
/** Keys that occur only in schemas; those before them lead to a schema. */
const SCHEMA_KEYS = new Set(['properties', 'items', 'allOf', 'anyOf', 'oneOf', 'required', 'enum', 'type'])

/** Whether the keys lead into an operation that has a file of its own, and so has no component name. */
const isOfOperation = (keys: readonly string[]): boolean =>
  keys.some((key, at) => {
    const next = keys[at + 1] ?? ''
    if (key === 'parameters') return /^\d+$/.test(next)
    if (key === 'responses') return /^([1-5](\d\d|XX)|default)$/i.test(next)
    return key === 'requestBody' || (METHODS.has(key) && OPERATION_MEMBERS.has(next))
  })

/**
 * The name of one of several schemas, parameters, responses, or headers in a file; `undefined` if the file is one
 * schema.
 */
function nameIn(keys: readonly string[]): string | undefined {
  const at = keys.findIndex(key => key === 'content' || key === 'headers' || key === 'schema')
  return (at < 0 ? keys : keys.slice(0, at)).at(-1)
}

/** The keys from the innermost definition on, because a schema in the `$defs` of another one has a name of its own. */
function fromInnermost(keys: readonly [string, ...string[]]): readonly [string, ...string[]] {
  const at = keys.findLastIndex(
    (key, at) => (key === '$defs' || key === 'definitions') && keys[at - 1] !== 'properties'
  )
  const [name, ...rest] = at > 0 ? keys.slice(at + 1) : []
  return name === undefined ? keys : [name, ...rest]
}

const fromSchema = (keys: readonly string[]): string[] => {
  const at = keys.indexOf('schema')
  return at < 0 ? [] : keys.slice(at + 1)
}

/** A JSON pointer within a schema in readable form. */
function readablePath(keys: readonly string[]): string {
  let way = ''
  for (let at = 0; at < keys.length; at++) {
    const key = keys[at]
    const next = keys[at + 1]
    if (key === 'properties' && next !== undefined) {
      way += `.${next}`
      at++
    } else if (key === 'items') way += '[]'
    else if (key === 'prefixItems' && next !== undefined) {
      way += `[${next}]`
      at++
    } else if (key === 'additionalProperties' && next !== undefined) way += '{}'
    else if (key === 'patternProperties' && next !== undefined) {
      way += `{${next}}`
      at++
    } else if (key === 'allOf' || key === 'anyOf' || key === 'oneOf') at++
  }
  return way.replace(/^\./, '')
}
