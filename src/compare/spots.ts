import {type Place, pathOf, pointerKey} from '../model/place.ts'
import type {Snapshot} from '../model/snapshot.ts'
import {originOf} from '../schema/node.ts'
import type {Spot} from './desk.ts'

/** Where something stands, and what it is called there. */
export interface Standing {
  readonly place: Place
  /** The shared component that holds it. */
  readonly component?: string
  /** The way there from the root of the description; left out where it is in another file. */
  readonly keys?: readonly string[]
  /** The way down from the component's root: `labels[].name`. */
  readonly at: string
}

export function standing({node, steps}: Spot, snapshot: Snapshot): Standing {
  const pointer = originOf(node) + steps.map(step => `/${pointerKey(step)}`).join('')
  const {address} = node.resource.book
  const place = snapshot.placeAt(pointer, address)
  const keys = pathOf(pointer)
  const inComponents = keys[0] === 'components'
  if (inComponents || SHELVES.has(keys[0] ?? '')) {
    const [component = '', ...rest] = keys.slice(inComponents ? 2 : 1)
    return {
      place,
      component,
      keys,
      at: wayDown(keys[inComponents ? 1 : 0] === 'schemas' || keys[0] === 'definitions' ? rest : fromSchema(rest))
    }
  }
  if (keys.length === 0 || OF_OPERATIONS.has(keys[0] ?? '')) return {place, at: ''}
  // A file of its own is a component by its name, or holds several.
  const file =
    address
      .split('/')
      .at(-1)
      ?.replace(/\.\w+$/, '') ?? ''
  const start = keys.findIndex(key => STARTS.has(key))
  const name = start > 0 ? (keys[start - 1] ?? file) : start < 0 ? (keys.at(-1) ?? file) : file
  return {place, component: decodeURIComponent(name), at: start < 0 ? '' : wayDown(keys.slice(start))}
}

const OF_OPERATIONS = new Set(['paths', 'x-ms-paths', 'webhooks', 'x-webhooks'])
const SHELVES = new Set(['definitions', 'parameters', 'responses'])
const STARTS = new Set(['properties', 'items', 'allOf', 'anyOf', 'oneOf', 'required', 'enum', 'type', 'schema'])

const fromSchema = (keys: readonly string[]): string[] => {
  const at = keys.indexOf('schema')
  return at < 0 ? [] : keys.slice(at + 1)
}

/** A JSON pointer within a schema, as people would say it. */
function wayDown(keys: readonly string[]): string {
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
