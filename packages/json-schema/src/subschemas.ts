import {childNode, type Node} from './document/node.ts'
import {dereference} from './document/references.ts'
import {isRecord, own} from './json.ts'
import {matchesPattern, toValidPattern} from './regex/pattern.ts'
import {resolveReferences} from './to-draft-2020.ts'

/** Part of an object or array: one property, the properties that match a pattern, all other properties, or any item. */
export type ChildPlace =
  | {readonly is: 'name'; readonly name: string}
  | {readonly is: 'pattern'; readonly pattern: string}
  | {readonly is: 'rest'; readonly names: readonly string[]}
  | {readonly is: 'item'}

/**
 * Keyword whose subschemas apply to the same value as its own schema. Except for `allOf`, not all of them need to
 * match.
 */
export type InPlaceKeyword = 'allOf' | 'anyOf' | 'oneOf' | 'if' | 'then' | 'else' | 'dependentSchemas' | 'dependencies'

export const CONDITIONAL_KEYWORDS = ['anyOf', 'oneOf', 'then', 'else', 'dependentSchemas', 'dependencies'] as const
export const IN_PLACE_KEYWORDS: readonly InPlaceKeyword[] = ['allOf', 'if', ...CONDITIONAL_KEYWORDS]
const MAX_NODES = 2000

/** Subschemas that a keyword applies to the same value. */
export function* subschemasAt(node: Node, way: InPlaceKeyword): Iterable<Node> {
  const value = isRecord(node.raw) ? own(node.raw, way) : undefined
  if (way === 'allOf' || way === 'anyOf' || way === 'oneOf') {
    for (const at of Array.isArray(value) ? value.keys() : []) yield childNode(node, way, at)
  } else if (way === 'dependentSchemas' || way === 'dependencies') {
    for (const name of isRecord(value) ? Object.keys(value) : [])
      if (isRecord((value as Readonly<Record<string, unknown>>)[name])) yield childNode(node, way, name)
  } else if (isRecord(value) && (way === 'if' || 'if' in (node.raw as object))) yield childNode(node, way)
}

/**
 * All schemas that apply to the same value, the first included. `without` are keywords to skip at the first schema,
 * `everywhere` keywords to skip at all of them.
 */
export function collectInPlace(
  start: Node,
  without: readonly InPlaceKeyword[] = [],
  everywhere: readonly InPlaceKeyword[] = []
): ReadonlySet<Node> {
  const first = dereference(start)
  const seen = new Set<Node>([first])
  for (const node of seen) {
    if (seen.size > MAX_NODES || !isRecord(node.raw)) continue
    for (const target of resolveReferences(node)) if (typeof target === 'object') seen.add(dereference(target))
    if (node.traits.ignoresRefSiblings && typeof own(node.raw, '$ref') === 'string') continue
    for (const way of IN_PLACE_KEYWORDS) {
      if (everywhere.includes(way) || (node === first && without.includes(way))) continue
      for (const inner of subschemasAt(node, way)) seen.add(dereference(inner))
    }
  }
  return seen
}

const OF_OBJECTS = ['properties', 'patternProperties', 'additionalProperties', 'unevaluatedProperties', 'required']
export const ITEM_KEYWORDS = ['items', 'prefixItems', 'additionalItems', 'contains']
const CONTENT_KEYWORDS = [...OF_OBJECTS, ...ITEM_KEYWORDS]

const known = new WeakMap<Node, boolean>()

/** Whether a schema, or one that applies to the same value, describes the contents of objects or arrays. */
export function describesContents(start: Node): boolean {
  const node = dereference(start)
  const describes =
    known.get(node) ??
    [...collectInPlace(node)].some(({raw}) => isRecord(raw) && CONTENT_KEYWORDS.some(name => name in raw))
  known.set(node, describes)
  return describes
}

/** Places that a schema itself describes, each with its subschema. */
export function* describedPlaces(node: Node): Iterable<readonly [ChildPlace, Node]> {
  const {raw} = node
  if (!isRecord(raw)) return
  const names = keywordNames(raw, 'properties')
  for (const name of names) yield [{is: 'name', name}, childNode(node, 'properties', name)]
  for (const pattern of keywordNames(raw, 'patternProperties')) {
    yield [{is: 'pattern', pattern}, childNode(node, 'patternProperties', pattern)]
  }
  if (isRecord(own(raw, 'additionalProperties'))) yield [{is: 'rest', names}, childNode(node, 'additionalProperties')]
  for (const keyword of ITEM_KEYWORDS) {
    const value = own(raw, keyword)
    const isList = Array.isArray(value)
    for (const at of isList ? value.keys() : []) yield [{is: 'item'}, childNode(node, keyword, at)]
    if (isRecord(value)) yield [{is: 'item'}, childNode(node, keyword)]
  }
}

/** The number of schemas that a schema consists of, references followed, or a number above `most`. */
export function countSchemas(start: Node, most: number): number {
  const seen = new Set<Node>([dereference(start)])
  for (const node of seen) {
    if (seen.size > most) break
    for (const inner of collectInPlace(node)) seen.add(inner)
    for (const [, inner] of describedPlaces(node)) seen.add(dereference(inner))
  }
  return seen.size
}

/** Subschemas that a schema applies to a place. In doubt, a subschema is included. */
export function* subschemasForPlace(place: ChildPlace, node: Node): Iterable<Node> {
  if (place.is === 'name' && isRecord(node.raw)) {
    const properties = own(node.raw, 'properties')
    if (isRecord(properties) && Object.hasOwn(properties, place.name)) yield childNode(node, 'properties', place.name)
    if (keywordNames(node.raw, 'patternProperties').length === 0 && !isRecord(own(node.raw, 'additionalProperties')))
      return
  }
  for (const [other, inner] of describedPlaces(node))
    if (overlap(place, other) && !areBothNames(place, other)) yield inner
}

const areBothNames = (a: ChildPlace, b: ChildPlace): boolean => a.is === 'name' && b.is === 'name'

function overlap(a: ChildPlace, b: ChildPlace): boolean {
  if (a.is === 'item' || b.is === 'item') return a.is === b.is
  if (a.is === 'name') return covers(b, a.name)
  return b.is === 'name' ? covers(a, b.name) : true
}

function covers(place: Exclude<ChildPlace, {is: 'item'}>, name: string): boolean {
  if (place.is === 'name') return place.name === name
  if (place.is === 'rest') return !place.names.includes(name)
  const source = toValidPattern(place.pattern)
  return source === undefined || matchesPattern(source, name) !== false
}

/** The schemas among `others` that apply a different subschema to a place that this schema describes. */
export function filterOverlapping(others: Iterable<Node>, node: Node): Node[] {
  const own = [...collectInPlace(node)]
    .flatMap(inner => [...describedPlaces(inner)])
    .filter(([, inner]) => describesContents(inner))
  return [...others].filter(other =>
    own.some(([place, inner]) =>
      [...subschemasForPlace(place, other)].some(
        applied => dereference(applied) !== dereference(inner) && describesContents(applied)
      )
    )
  )
}

export function keywordNames(raw: object, keyword: string): readonly string[] {
  const value = own(raw, keyword)
  return isRecord(value) ? Object.keys(value) : []
}
