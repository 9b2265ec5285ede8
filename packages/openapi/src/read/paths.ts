import {escapePointerKey} from '@tenure/core/model/location'
import {resolveReference} from '@tenure/json-schema/document/references'
import {isRecord, own} from '@tenure/json-schema/json'
import type {DescriptionReader, Spot} from './reader.ts'
import {describeType, isExtension} from './values.ts'

/** An operation in a path item, before it is read. */
export interface ListedMethod {
  /** Uppercase, such as `GET`; in `additionalOperations`, as written. */
  readonly method: string
  readonly spot: Spot
  /** The path item, followed by those it refers to. */
  readonly items: readonly Spot[]
}

const METHODS: ReadonlyMap<string, string> = new Map(
  ['get', 'put', 'post', 'delete', 'options', 'head', 'patch'].map(key => [key, key.toUpperCase()] as const)
)
const OTHER_KEYS = new Set(['$ref', 'parameters', 'summary', 'description', 'servers'])
const ADDITIONAL_OPERATIONS = 'additionalOperations'
const MAX_HOPS = 100

export interface PathMethods {
  readonly methods: readonly ListedMethod[]
  /** How many parts of the path item couldn't be read. */
  readonly unread: number
}

/**
 * All methods of a path item, with those of the one that its `$ref` leads to. Keys next to a `$ref` take precedence
 * over those of its target; where others may read them differently, that's a gap.
 */
export function listMethods(reading: DescriptionReader, item: Spot): PathMethods {
  const items: Spot[] = []
  let unread = collect(reading, item, items) ? 0 : 1
  if (items.length > 1) reportAmbiguousKeys(reading, items)
  const listed = new Map<string, ListedMethod>()
  for (const each of items) {
    for (const key of Object.keys(each.raw as object)) {
      const method = METHODS.get(key)
      if (method !== undefined) add(method, childLocation(each, key))
      else if (!OTHER_KEYS.has(key) && !isExtension(key)) addOther(key, childLocation(each, key))
    }
  }
  return {methods: [...listed.values()], unread}

  function add(method: string, spot: Spot): void {
    if (isRecord(spot.raw)) {
      if (listed.has(method)) return
      const arrived = resolveOperation(reading, spot)
      if (arrived) listed.set(method, {method, spot: arrived, items})
      else unread++
    } else if (spot.raw !== null) {
      reading.gap(spot, `This operation must be an object, not ${describeType(spot.raw)}.`)
      unread++
    }
  }

  function addOther(key: string, spot: Spot): void {
    const method = laterMethod(reading, key)
    if (method === undefined) {
      reading.gap(spot, `\`${key}\` isn't a key of a path, so it isn't read. Write methods in lowercase.`)
    } else if (method === ADDITIONAL_OPERATIONS && isRecord(spot.raw)) {
      for (const name of Object.keys(spot.raw)) add(name, childLocation(spot, name))
    } else add(method, spot)
  }
}

/**
 * The operation that a `$ref` leads to, or the operation itself without one; `undefined` if the reference can't be
 * resolved.
 */
function resolveOperation(reading: DescriptionReader, spot: Spot): Spot | undefined {
  const raw = spot.raw as object
  const reference = own(raw, '$ref')
  if (typeof reference !== 'string') {
    if (reference !== undefined) reading.text(reading.node(spot), '$ref')
    return spot
  }
  for (const key of Object.keys(raw)) {
    if (key !== '$ref' && !isExtension(key)) {
      reading.gap(
        childLocation(spot, key),
        `\`${key}\` is next to a \`$ref\` and is not read. Move it to the operation.`
      )
    }
  }
  return reading.resolve(reading.node(spot))
}

/** The key of a method that only newer versions of the format have; `undefined` if this version doesn't have it. */
function laterMethod({format}: DescriptionReader, key: string): string | undefined {
  if (key === 'trace') return format === 'swagger-2.0' ? undefined : 'TRACE'
  if (format !== 'openapi-3.2') return undefined
  return key === 'query' ? 'QUERY' : key === ADDITIONAL_OPERATIONS ? ADDITIONAL_OPERATIONS : undefined
}

/** The value of a key. A `Spot` is enough to list operations and much cheaper than a node. */
export const childLocation = ({raw, pointer, resource}: Spot, name: string): Spot => ({
  raw: (raw as Readonly<Record<string, unknown>>)[name],
  pointer: `${pointer}/${escapePointerKey(name)}`,
  resource
})

/** Keys that only describe a path item, so that it doesn't matter which of them is read. */
const DOCUMENTATION_KEYS = new Set(['$ref', 'summary', 'description'])

/**
 * Reports keys next to a `$ref` of a path item. Before OpenAPI 3.1, many tools ignore them; since then, only a key that
 * the target has, too, is undefined.
 */
function reportAmbiguousKeys(reading: DescriptionReader, items: readonly Spot[]): void {
  const areRead = reading.format === 'openapi-3.1' || reading.format === 'openapi-3.2'
  for (const [index, item] of items.slice(0, -1).entries()) {
    for (const key of Object.keys(item.raw as object)) {
      if (DOCUMENTATION_KEYS.has(key) || isExtension(key)) continue
      const isTwice = items.slice(index + 1).some(({raw}) => Object.hasOwn(raw as object, key))
      if (areRead && !isTwice) continue
      const why = isTwice ? 'which has it, too, so which one counts is undefined' : 'so some tools ignore it'
      reading.gap(childLocation(item, key), `\`${key}\` is next to a \`$ref\`, ${why}. Move it to the target.`)
    }
  }
}

/** Collects a path item and those it refers to. Returns whether all of them could be read. */
function collect(reading: DescriptionReader, start: Spot, items: Spot[]): boolean {
  for (let item = start; ; ) {
    const {raw} = item
    if (!isRecord(raw)) {
      if (raw !== null) reading.gap(item, `This path must be an object, not ${describeType(raw)}.`)
      return raw === null
    }
    if (items.some(known => known.raw === raw) || items.length === MAX_HOPS) {
      reading.gap(start, 'The references of this path form a circle.')
      return false
    }
    items.push(item)
    const reference = own(raw, '$ref')
    if (typeof reference !== 'string') {
      if (reference !== undefined) reading.text(reading.node(item), '$ref')
      return true
    }
    const target = resolveReference(reading.node(item), reference)
    if (typeof target === 'string') return false
    item = target
  }
}
