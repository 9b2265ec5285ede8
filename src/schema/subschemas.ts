import {child, type Node} from './document/node.ts'
import {arrive} from './document/references.ts'
import {isRecord, own} from './json.ts'
import {matches, readable} from './regex/pattern.ts'
import {referencesOf} from './to-draft-2020.ts'

/** Part of an object or array: one property, the properties that match a pattern, all other properties, or any item. */
export type Place =
  | {readonly is: 'name'; readonly name: string}
  | {readonly is: 'pattern'; readonly pattern: string}
  | {readonly is: 'rest'; readonly names: readonly string[]}
  | {readonly is: 'item'}

/** Keyword whose subschemas apply to the same value. Except for `allOf`, not all of them need match. */
export type Way = 'allOf' | 'anyOf' | 'oneOf' | 'if' | 'then' | 'else' | 'dependentSchemas' | 'dependencies'

export const ALTERNATIVES = ['anyOf', 'oneOf', 'then', 'else', 'dependentSchemas', 'dependencies'] as const
const WAYS: readonly Way[] = ['allOf', 'if', ...ALTERNATIVES]
const MAX_NODES = 2000

/** Subschemas that a keyword applies to the same value. */
export function* along(node: Node, way: Way): Iterable<Node> {
  const value = isRecord(node.raw) ? own(node.raw, way) : undefined
  if (way === 'allOf' || way === 'anyOf' || way === 'oneOf') {
    for (const at of Array.isArray(value) ? value.keys() : []) yield child(node, way, at)
  } else if (way === 'dependentSchemas' || way === 'dependencies') {
    for (const name of isRecord(value) ? Object.keys(value) : [])
      if (isRecord((value as Readonly<Record<string, unknown>>)[name])) yield child(node, way, name)
  } else if (isRecord(value) && (way === 'if' || 'if' in (node.raw as object))) yield child(node, way)
}

/**
 * All schemas that apply to the same value, the first included. `without` are keywords to skip at the first schema,
 * `everywhere` keywords to skip at all of them.
 */
export function inPlace(start: Node, without: readonly Way[] = [], everywhere: readonly Way[] = []): ReadonlySet<Node> {
  const first = arrive(start)
  const seen = new Set<Node>([first])
  for (const node of seen) {
    if (seen.size > MAX_NODES || !isRecord(node.raw)) continue
    for (const target of referencesOf(node)) if (typeof target === 'object') seen.add(arrive(target))
    if (node.traits.refStandsAlone && typeof own(node.raw, '$ref') === 'string') continue
    for (const way of WAYS) {
      if (everywhere.includes(way) || (node === first && without.includes(way))) continue
      for (const inner of along(node, way)) seen.add(arrive(inner))
    }
  }
  return seen
}

const OF_OBJECTS = ['properties', 'patternProperties', 'additionalProperties', 'unevaluatedProperties', 'required']
const OF_ITEMS = ['items', 'prefixItems', 'additionalItems', 'contains']
const CONTENT_KEYWORDS = [...OF_OBJECTS, ...OF_ITEMS]

const known = new WeakMap<Node, boolean>()

/** Whether a schema, or one that applies to the same value, describes the contents of objects or arrays. */
export function speaks(start: Node): boolean {
  const node = arrive(start)
  const describes =
    known.get(node) ?? [...inPlace(node)].some(({raw}) => isRecord(raw) && CONTENT_KEYWORDS.some(name => name in raw))
  known.set(node, describes)
  return describes
}

/** Places that a schema itself describes, each with its subschema. */
export function* placesOf(node: Node): Iterable<readonly [Place, Node]> {
  const {raw} = node
  if (!isRecord(raw)) return
  const names = namesIn(raw, 'properties')
  for (const name of names) yield [{is: 'name', name}, child(node, 'properties', name)]
  for (const pattern of namesIn(raw, 'patternProperties')) {
    yield [{is: 'pattern', pattern}, child(node, 'patternProperties', pattern)]
  }
  if (isRecord(own(raw, 'additionalProperties'))) yield [{is: 'rest', names}, child(node, 'additionalProperties')]
  for (const keyword of OF_ITEMS) {
    const value = own(raw, keyword)
    const isList = Array.isArray(value)
    for (const at of isList ? value.keys() : []) yield [{is: 'item'}, child(node, keyword, at)]
    if (isRecord(value)) yield [{is: 'item'}, child(node, keyword)]
  }
}

/** Subschemas that a schema applies to a place. In doubt, a subschema is included. */
export function* saidOf(place: Place, node: Node): Iterable<Node> {
  if (place.is === 'name' && isRecord(node.raw)) {
    const properties = own(node.raw, 'properties')
    if (isRecord(properties) && Object.hasOwn(properties, place.name)) yield child(node, 'properties', place.name)
    if (namesIn(node.raw, 'patternProperties').length === 0 && !isRecord(own(node.raw, 'additionalProperties'))) return
  }
  for (const [other, inner] of placesOf(node)) if (overlap(place, other) && !areBothNames(place, other)) yield inner
}

const areBothNames = (a: Place, b: Place): boolean => a.is === 'name' && b.is === 'name'

function overlap(a: Place, b: Place): boolean {
  if (a.is === 'item' || b.is === 'item') return a.is === b.is
  if (a.is === 'name') return covers(b, a.name)
  return b.is === 'name' ? covers(a, b.name) : true
}

function covers(place: Exclude<Place, {is: 'item'}>, name: string): boolean {
  if (place.is === 'name') return place.name === name
  if (place.is === 'rest') return !place.names.includes(name)
  const source = readable(place.pattern)
  return source === undefined || matches(source, name) !== false
}

/** Those of the other schemas that apply a different subschema to a place that this schema describes. */
export function concerned(others: Iterable<Node>, node: Node): Node[] {
  const own = [...inPlace(node)].flatMap(inner => [...placesOf(inner)]).filter(([, inner]) => speaks(inner))
  return [...others].filter(other =>
    own.some(([place, inner]) =>
      [...saidOf(place, other)].some(applied => arrive(applied) !== arrive(inner) && speaks(applied))
    )
  )
}

export function namesIn(raw: object, keyword: string): readonly string[] {
  const value = own(raw, keyword)
  return isRecord(value) ? Object.keys(value) : []
}
