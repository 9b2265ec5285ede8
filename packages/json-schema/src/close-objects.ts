import {childNode, type Node, ORIGIN_KEYWORD} from './document/node.ts'
import {dereference} from './document/references.ts'
import {isInvalidKeyword} from './invalid-keywords.ts'
import {isRecord, own} from './json.ts'
import {isOmittedProperty, type OmittedMarker} from './read-write-only.ts'
import {
  type ChildPlace,
  CONDITIONAL_KEYWORDS,
  collectInPlace,
  describedPlaces,
  describesContents,
  filterOverlapping,
  type InPlaceKeyword,
  keywordNames,
  subschemasAt,
  subschemasForPlace
} from './subschemas.ts'
import {type Definitions, type Draft2020Schema, resolveReferences} from './to-draft-2020.ts'

const MAX_OTHERS = 12

/**
 * Inputs of closing: the definitions being built, the marker of omitted properties, and the rewrite of a schema that is
 * not closed.
 */
export interface ClosingContext {
  readonly definitions: Definitions
  readonly omitted: OmittedMarker
  readonly literal: (node: Node) => Draft2020Schema
}

type Nodes = readonly Node[]

/**
 * Reference to the closed version of a schema, which rejects undocumented properties. `others` are further schemas that
 * apply to the same value. No documented property may be rejected, or a breaking change would look compatible. So an
 * object may also have properties that are required or tested (`if`) by name, and where several schemas apply to the
 * same nested object, each allows the properties that any of them names.
 */
export function closeSchema(node: Node, others: Nodes, context: ClosingContext): {$ref: string} {
  if (others.length > MAX_OTHERS) return context.definitions.refer(node, 'n', context.literal)
  return context.definitions.refer(node, definitionPrefix('c', others, context), inner => {
    const applied = unique(others.flatMap(other => [...collectInPlace(other)]))
    const overlay = buildOverlay(inner, applied, context)
    if (!documentsProperties(inner) || applied.some(declaresAdditional)) return overlay
    const {names, patterns} = findFurtherNames(inner, applied, context)
    const closed: {[keyword: string]: unknown} = {...overlay, unevaluatedProperties: false}
    if (names.length > 0) closed.properties = {...acceptAny(names), ...(overlay.properties ?? {})}
    if (patterns.length > 0) closed.patternProperties = {...acceptAny(patterns), ...(overlay.patternProperties ?? {})}
    return closed
  })
}

const acceptAny = (names: readonly string[]): Record<string, Draft2020Schema> =>
  Object.fromEntries(names.map(name => [name, true]))

/** Reference to a schema whose nested values are closed, but not the value itself. */
function closeInside(node: Node, applied: Nodes, context: ClosingContext): {$ref: string} {
  const others = filterOverlapping(applied, node)
  if (others.length > MAX_OTHERS) return context.definitions.refer(node, 'n', context.literal)
  return context.definitions.refer(node, definitionPrefix('i', others, context), inner =>
    buildOverlay(inner, others, context)
  )
}

/** Prefix of a definition name, which is different for every set of other schemas. */
const definitionPrefix = (way: string, others: Nodes, {definitions}: ClosingContext): string =>
  `${way}${others
    .map(other => `${definitions.numberOf(other)}_`)
    .sort()
    .join('')}`

interface Overlay {
  [keyword: string]: unknown
  properties?: Record<string, Draft2020Schema>
  patternProperties?: Record<string, Draft2020Schema>
}

function buildOverlay(node: Node, applied: Nodes, context: ClosingContext): Overlay {
  const whole = context.definitions.refer(node, 'n', context.literal)
  const {raw, traits} = node
  if (!isRecord(raw)) return {allOf: [whole]}
  const same = (inner: Node, ...without: InPlaceKeyword[]): Draft2020Schema =>
    closeInside(inner, unique([...applied, ...collectInPlace(node, without)]), context)
  const targets = resolveReferences(node).flatMap(target => (typeof target === 'string' ? [] : [target]))
  const references = targets.filter(describesContents).map(target => same(target))
  if (targets.length > 0 && traits.ignoresRefSiblings) return {allOf: [whole, ...references]}
  const parts = [...subschemasAt(node, 'allOf')].filter(describesContents).map(part => same(part))
  const overlay: Overlay = {[ORIGIN_KEYWORD]: node.pointer, allOf: [whole, ...references, ...parts]}
  addAlternatives(overlay, node, same, context)
  addChildren(overlay, node, unique([...applied, ...collectInPlace(node)]), context)
  return overlay
}

/** The keywords next to a choice by which its schema says which properties there are. */
const NAMING_KEYWORDS = ['properties', 'patternProperties', 'allOf', '$ref']

/** Keywords that name no property. */
const FREE_KEYWORDS =
  /^(type|nullable|title|description|summary|examples?|default|deprecated|externalDocs|readOnly|writeOnly|xml|\$comment|(min|max)Properties|x-.*)$/

const namesNone = (keyword: string, value: unknown): boolean =>
  FREE_KEYWORDS.test(keyword) || (keyword === 'required' && Array.isArray(value) && value.length === 0)

/**
 * Whether an alternative accepts objects with any properties, as `type: object` or a schema without keywords does:
 * itself, by reference, or by a combination.
 */
function isFreeForm(start: Node): boolean {
  const node = dereference(start)
  const before = freeForms.get(node)
  if (before !== undefined) return before
  // A schema that refers to itself counts as one that documents something.
  freeForms.set(node, false)
  const answer = readFreeForm(node)
  freeForms.set(node, answer)
  return answer
}

const freeForms = new WeakMap<Node, boolean>()

function readFreeForm(node: Node): boolean {
  const {raw} = node
  if (!isRecord(raw)) return raw === true
  const keywords = Object.keys(raw).filter(keyword => !namesNone(keyword, raw[keyword]))
  const [way] = keywords
  if (way === undefined) return [own(raw, 'type') ?? 'object'].flat().includes('object')
  if (keywords.length > 1 || (way !== 'allOf' && way !== 'anyOf' && way !== 'oneOf')) return false
  const parts = [...subschemasAt(node, way)]
  return way === 'allOf' ? parts.every(isFreeForm) : parts.some(isFreeForm)
}

/** Closes alternatives and conditional subschemas under their own conditions, each without regard to the others. */
function addAlternatives(
  overlay: Overlay,
  node: Node,
  same: (inner: Node, ...without: InPlaceKeyword[]) => Draft2020Schema,
  {definitions, literal}: ClosingContext
): void {
  const at = (way: InPlaceKeyword): Node[] => [...subschemasAt(node, way)]
  // The literal schema, which still applies, limits how many alternatives may match, so `anyOf` is enough to close
  // those that do.
  for (const way of ['anyOf', 'oneOf'] as const) {
    const alternatives = at(way)
    if (alternatives.some(describesContents)) {
      const closed = alternatives.map(inner =>
        isFreeForm(inner) && !NAMING_KEYWORDS.some(keyword => own(node.raw as object, keyword) !== undefined)
          ? {allOf: [same(inner, way)], additionalProperties: true}
          : same(inner, way)
      )
      overlay.allOf = [...(overlay.allOf as Draft2020Schema[]), {anyOf: closed}]
    }
  }
  for (const [way, other] of [
    ['then', 'else'],
    ['else', 'then']
  ] as const) {
    const [inner] = at(way).filter(describesContents)
    if (!inner) continue
    overlay.if = definitions.refer(childNode(node, 'if'), 'n', literal)
    overlay[way] = same(inner, other)
  }
  for (const way of ['dependentSchemas', 'dependencies'] as const) {
    const held = Object.fromEntries(
      keywordNames(node.raw as object, way).flatMap(name => {
        const inner = childNode(node, way, name)
        return isRecord(inner.raw) && describesContents(inner) ? [[name, same(inner)]] : []
      })
    )
    if (Object.keys(held).length > 0) overlay.dependentSchemas = {...(overlay.dependentSchemas ?? {}), ...held}
  }
}

function addChildren(overlay: Overlay, node: Node, applied: Nodes, context: ClosingContext): void {
  const raw = node.raw as Readonly<Record<string, unknown>>
  const value = (place: ChildPlace, inner: Node): Draft2020Schema => {
    const self = dereference(inner)
    const others = unique(applied.flatMap(other => [...subschemasForPlace(place, other)].map(dereference)))
    const siblings = place.is === 'item' ? itemSiblings(node, inner) : []
    return closeSchema(
      inner,
      others.filter(other => other !== self && !siblings.includes(other) && describesContents(other)),
      context
    )
  }
  const additional = own(raw, 'additionalProperties')
  const closesAdditional = isRecord(additional) && describesContents(childNode(node, 'additionalProperties'))
  for (const keyword of ['properties', 'patternProperties'] as const) {
    const held: [string, Draft2020Schema][] = []
    for (const name of keywordNames(raw, keyword)) {
      if (keyword === 'properties' && isOmittedProperty(node, name, context.omitted)) continue
      const inner = childNode(node, keyword, name)
      const place: ChildPlace = keyword === 'properties' ? {is: 'name', name} : {is: 'pattern', pattern: name}
      // A property without nested values needs no closing. It is listed so that `additionalProperties` doesn't apply to
      // it.
      if (describesContents(inner)) held.push([name, value(place, inner)])
      else if (closesAdditional) held.push([name, true])
    }
    if (held.length > 0) overlay[keyword] = Object.fromEntries(held)
  }
  if (closesAdditional) {
    const place: ChildPlace = {is: 'rest', names: keywordNames(raw, 'properties')}
    overlay.additionalProperties = value(place, childNode(node, 'additionalProperties'))
  }
  addItems(overlay, node, inner => value({is: 'item'}, inner))
}

function addItems(overlay: Overlay, node: Node, value: (inner: Node) => Draft2020Schema): void {
  const {raw, traits} = node
  const held = raw as Readonly<Record<string, unknown>>
  const tuple = arrayAt(held, traits.tuple)
  const places = tuple.map((_, at) => childNode(node, traits.tuple, at))
  if (places.some(describesContents)) overlay.prefixItems = places.map(value)
  const additional = tuple.length > 0 && traits.tuple === 'items' ? 'additionalItems' : 'items'
  if (isRecord(own(held, additional)) && describesContents(childNode(node, additional))) {
    overlay.items = value(childNode(node, additional))
    if (places.length > 0) overlay.prefixItems ??= places.map(() => true)
  }
  // Items that match `contains` are closed. The literal schema keeps `maxContains`.
  if (!isRecord(own(held, 'contains')) || !describesContents(childNode(node, 'contains'))) return
  overlay.contains = value(childNode(node, 'contains'))
  if (typeof own(held, 'minContains') === 'number') overlay.minContains = held.minContains
}

/** Schemas of the other items of the same array, without `contains`; none for `contains` itself. */
function itemSiblings(node: Node, inner: Node): Node[] {
  const contains = isRecord(node.raw) && isRecord(own(node.raw, 'contains')) ? childNode(node, 'contains') : undefined
  if (inner === contains) return []
  return [...describedPlaces(node)].flatMap(([{is}, other]) =>
    is === 'item' && other !== contains ? [dereference(other)] : []
  )
}

/** Whether a schema that applies to the value names properties, or describes their names, so that it can be closed. */
function documentsProperties(node: Node): boolean {
  const asserted = [...collectInPlace(node, [], ['if'])]
  // Properties that can't be read may have any names.
  if ([...collectInPlace(node)].some(each => NAMED.some(keyword => isInvalidKeyword(each, keyword)))) return false
  if (asserted.some(({raw}) => isRecord(raw) && keywordNames(raw, 'patternProperties').length > 0)) return true
  const names = new Set(asserted.flatMap(({raw}) => (isRecord(raw) ? keywordNames(raw, 'properties') : [])))
  // `minProperties` requires more properties than are documented, so others must stay allowed.
  return names.size > 0 && !asserted.some(({raw}) => isRecord(raw) && Number(own(raw, 'minProperties')) > names.size)
}

const NAMED = ['properties', 'patternProperties']

const declaresAdditional = ({raw}: Node): boolean =>
  isRecord(raw) &&
  ['additionalProperties', 'unevaluatedProperties'].some(keyword => (own(raw, keyword) ?? false) !== false)

/** Names and patterns that a closed object may have besides those that its schema documents unconditionally. */
function findFurtherNames(
  node: Node,
  applied: Nodes,
  {omitted}: ClosingContext
): {names: string[]; patterns: string[]} {
  const certain = new Set(documentedNames(collectInPlace(node, [], ['if', ...CONDITIONAL_KEYWORDS]), omitted))
  const asserted = collectInPlace(node, [], ['if'])
  const tested = [...collectInPlace(node)].filter(inner => !asserted.has(inner))
  const names = [...documentedNames([...applied, ...tested], omitted)]
  for (const inner of [...collectInPlace(node), ...applied]) {
    const required = requiredNames(inner).filter(name => !isOmittedProperty(inner, name, omitted))
    if (required.length === 0) continue
    const here = new Set(documentedNames(collectInPlace(inner, [], ['if', ...CONDITIONAL_KEYWORDS]), omitted))
    names.push(...required.filter(name => !here.has(name)))
  }
  const patterns = [...applied, ...tested].flatMap(({raw}) =>
    isRecord(raw) ? keywordNames(raw, 'patternProperties') : []
  )
  return {names: unique(names).filter(name => !certain.has(name)), patterns: unique(patterns)}
}

function* documentedNames(nodes: Iterable<Node>, omitted: OmittedMarker): Iterable<string> {
  for (const node of nodes) {
    if (!isRecord(node.raw)) continue
    for (const name of keywordNames(node.raw, 'properties')) if (!isOmittedProperty(node, name, omitted)) yield name
  }
}

/** Names of properties that are required or that take part in a dependency. */
function requiredNames({raw}: Node): string[] {
  if (!isRecord(raw)) return []
  const depending = ['dependentRequired', 'dependencies', 'dependentSchemas'].flatMap(keyword =>
    keywordNames(raw, keyword).flatMap(name => [name, ...arrayAt(own(raw, keyword) as object, name)])
  )
  return [...arrayAt(raw, 'required'), ...depending].filter(name => typeof name === 'string')
}

const arrayAt = (raw: object, keyword: string): readonly unknown[] => {
  const value = own(raw, keyword)
  return Array.isArray(value) ? value : []
}

const unique = <T>(list: readonly T[]): T[] => [...new Set(list)]
