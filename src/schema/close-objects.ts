import {child, type Node, ORIGIN} from './document/node.ts'
import {arrive} from './document/references.ts'
import {isRecord, own} from './json.ts'
import {isOmitted, type Omitted} from './read-write-only.ts'
import {
  ALTERNATIVES,
  along,
  concerned,
  inPlace,
  namesIn,
  type Place,
  placesOf,
  saidOf,
  speaks,
  type Way
} from './subschemas.ts'
import {type Definitions, type Plain, referencesOf} from './to-draft-2020.ts'

const MAX_OTHERS = 12

/**
 * Inputs of closing: the definitions being built, the marker of omitted properties, and the rewrite of a schema that is
 * not closed.
 */
export interface Desk {
  readonly definitions: Definitions
  readonly omitted: Omitted
  readonly literal: (node: Node) => Plain
}

type Nodes = readonly Node[]

/**
 * Reference to the closed version of a schema, which rejects undocumented properties. `others` are further schemas that
 * apply to the same value. No documented property may be rejected, or a breaking change would look compatible. So an
 * object may also have properties that are required or tested (`if`) by name, and where several schemas apply to the
 * same nested object, each allows the properties that any of them names.
 */
export function close(node: Node, others: Nodes, context: Desk): {$ref: string} {
  if (others.length > MAX_OTHERS) return context.definitions.refer(node, 'n', context.literal)
  return context.definitions.refer(node, definitionPrefix('c', others, context), inner => {
    const applied = unique(others.flatMap(other => [...inPlace(other)]))
    const overlay = buildOverlay(inner, applied, context)
    if (!documentsProperties(inner) || applied.some(declaresAdditional)) return overlay
    const {names, patterns} = findFurtherNames(inner, applied, context)
    const closed: {[keyword: string]: unknown} = {...overlay, unevaluatedProperties: false}
    if (names.length > 0) closed.properties = {...acceptAny(names), ...(overlay.properties ?? {})}
    if (patterns.length > 0) closed.patternProperties = {...acceptAny(patterns), ...(overlay.patternProperties ?? {})}
    return closed
  })
}

const acceptAny = (names: readonly string[]): Record<string, Plain> =>
  Object.fromEntries(names.map(name => [name, true]))

/** Reference to a schema whose nested values are closed, but not the value itself. */
function closeInside(node: Node, applied: Nodes, context: Desk): {$ref: string} {
  const others = concerned(applied, node)
  if (others.length > MAX_OTHERS) return context.definitions.refer(node, 'n', context.literal)
  return context.definitions.refer(node, definitionPrefix('i', others, context), inner =>
    buildOverlay(inner, others, context)
  )
}

/** Prefix of a definition name, which is different for every set of other schemas. */
const definitionPrefix = (way: string, others: Nodes, {definitions}: Desk): string =>
  `${way}${others
    .map(other => `${definitions.numberOf(other)}_`)
    .sort()
    .join('')}`

interface Overlay {
  [keyword: string]: unknown
  properties?: Record<string, Plain>
  patternProperties?: Record<string, Plain>
}

function buildOverlay(node: Node, applied: Nodes, context: Desk): Overlay {
  const whole = context.definitions.refer(node, 'n', context.literal)
  const {raw, traits} = node
  if (!isRecord(raw)) return {allOf: [whole]}
  const same = (inner: Node, ...without: Way[]): Plain =>
    closeInside(inner, unique([...applied, ...inPlace(node, without)]), context)
  const targets = referencesOf(node).flatMap(target => (typeof target === 'string' ? [] : [target]))
  const references = targets.filter(speaks).map(target => same(target))
  if (targets.length > 0 && traits.refStandsAlone) return {allOf: [whole, ...references]}
  const parts = [...along(node, 'allOf')].filter(speaks).map(part => same(part))
  const overlay: Overlay = {[ORIGIN]: node.pointer, allOf: [whole, ...references, ...parts]}
  addAlternatives(overlay, node, same, context)
  addChildren(overlay, node, unique([...applied, ...inPlace(node)]), context)
  return overlay
}

/** Closes alternatives and conditional subschemas under their own conditions, each without regard to the others. */
function addAlternatives(
  overlay: Overlay,
  node: Node,
  same: (inner: Node, ...without: Way[]) => Plain,
  {definitions, literal}: Desk
): void {
  const at = (way: Way): Node[] => [...along(node, way)]
  // The literal schema already limits how many alternatives may match. `anyOf` closes those that do.
  for (const way of ['anyOf', 'oneOf'] as const) {
    const alternatives = at(way)
    if (alternatives.some(speaks)) {
      overlay.allOf = [...(overlay.allOf as Plain[]), {anyOf: alternatives.map(inner => same(inner, way))}]
    }
  }
  for (const [way, other] of [
    ['then', 'else'],
    ['else', 'then']
  ] as const) {
    const [inner] = at(way).filter(speaks)
    if (!inner) continue
    overlay.if = definitions.refer(child(node, 'if'), 'n', literal)
    overlay[way] = same(inner, other)
  }
  for (const way of ['dependentSchemas', 'dependencies'] as const) {
    const held = Object.fromEntries(
      namesIn(node.raw as object, way).flatMap(name => {
        const inner = child(node, way, name)
        return isRecord(inner.raw) && speaks(inner) ? [[name, same(inner)]] : []
      })
    )
    if (Object.keys(held).length > 0) overlay.dependentSchemas = {...(overlay.dependentSchemas ?? {}), ...held}
  }
}

function addChildren(overlay: Overlay, node: Node, applied: Nodes, context: Desk): void {
  const raw = node.raw as Readonly<Record<string, unknown>>
  const value = (place: Place, inner: Node): Plain => {
    const self = arrive(inner)
    const others = unique(applied.flatMap(other => [...saidOf(place, other)].map(arrive)))
    const siblings = place.is === 'item' ? itemSiblings(node, inner) : []
    return close(
      inner,
      others.filter(other => other !== self && !siblings.includes(other) && speaks(other)),
      context
    )
  }
  const additional = own(raw, 'additionalProperties')
  const closesAdditional = isRecord(additional) && speaks(child(node, 'additionalProperties'))
  for (const keyword of ['properties', 'patternProperties'] as const) {
    const held: [string, Plain][] = []
    for (const name of namesIn(raw, keyword)) {
      if (keyword === 'properties' && isOmitted(node, name, context.omitted)) continue
      const inner = child(node, keyword, name)
      const place: Place = keyword === 'properties' ? {is: 'name', name} : {is: 'pattern', pattern: name}
      // A property without nested values needs no closing. It is listed so that `additionalProperties` doesn't apply to
      // it.
      if (speaks(inner)) held.push([name, value(place, inner)])
      else if (closesAdditional) held.push([name, true])
    }
    if (held.length > 0) overlay[keyword] = Object.fromEntries(held)
  }
  if (closesAdditional) {
    const place: Place = {is: 'rest', names: namesIn(raw, 'properties')}
    overlay.additionalProperties = value(place, child(node, 'additionalProperties'))
  }
  addItems(overlay, node, inner => value({is: 'item'}, inner))
}

function addItems(overlay: Overlay, node: Node, value: (inner: Node) => Plain): void {
  const {raw, traits} = node
  const held = raw as Readonly<Record<string, unknown>>
  const tuple = arrayAt(held, traits.tuple)
  const places = tuple.map((_, at) => child(node, traits.tuple, at))
  if (places.some(speaks)) overlay.prefixItems = places.map(value)
  const additional = tuple.length > 0 && traits.tuple === 'items' ? 'additionalItems' : 'items'
  if (isRecord(own(held, additional)) && speaks(child(node, additional))) {
    overlay.items = value(child(node, additional))
    if (places.length > 0) overlay.prefixItems ??= places.map(() => true)
  }
  // Items that match `contains` are closed. The literal schema keeps `maxContains`.
  if (!isRecord(own(held, 'contains')) || !speaks(child(node, 'contains'))) return
  overlay.contains = value(child(node, 'contains'))
  if (typeof own(held, 'minContains') === 'number') overlay.minContains = held.minContains
}

/** Schemas of the other items of the same array, without `contains`; none for `contains` itself. */
function itemSiblings(node: Node, inner: Node): Node[] {
  const contains = isRecord(node.raw) && isRecord(own(node.raw, 'contains')) ? child(node, 'contains') : undefined
  if (inner === contains) return []
  return [...placesOf(node)].flatMap(([{is}, other]) => (is === 'item' && other !== contains ? [arrive(other)] : []))
}

/** Whether a schema that applies to the value names properties, so that the value can be closed. */
function documentsProperties(node: Node): boolean {
  const asserted = [...inPlace(node, [], ['if'])]
  const names = new Set(asserted.flatMap(({raw}) => (isRecord(raw) ? namesIn(raw, 'properties') : [])))
  // `minProperties` requires more properties than are documented, so others must stay allowed.
  return names.size > 0 && !asserted.some(({raw}) => isRecord(raw) && Number(own(raw, 'minProperties')) > names.size)
}

const declaresAdditional = ({raw}: Node): boolean =>
  isRecord(raw) &&
  ['additionalProperties', 'unevaluatedProperties'].some(keyword => (own(raw, keyword) ?? false) !== false)

/** Names and patterns that a closed object may have besides those that its schema documents unconditionally. */
function findFurtherNames(node: Node, applied: Nodes, {omitted}: Desk): {names: string[]; patterns: string[]} {
  const certain = new Set(documentedNames(inPlace(node, [], ['if', ...ALTERNATIVES]), omitted))
  const asserted = inPlace(node, [], ['if'])
  const tested = [...inPlace(node)].filter(inner => !asserted.has(inner))
  const names = [...documentedNames([...applied, ...tested], omitted)]
  for (const inner of [...inPlace(node), ...applied]) {
    const required = requiredNames(inner).filter(name => !isOmitted(inner, name, omitted))
    if (required.length === 0) continue
    const here = new Set(documentedNames(inPlace(inner, [], ['if', ...ALTERNATIVES]), omitted))
    names.push(...required.filter(name => !here.has(name)))
  }
  const patterns = [...applied, ...tested].flatMap(({raw}) => (isRecord(raw) ? namesIn(raw, 'patternProperties') : []))
  return {names: unique(names).filter(name => !certain.has(name)), patterns: unique(patterns)}
}

function* documentedNames(nodes: Iterable<Node>, omitted: Omitted): Iterable<string> {
  for (const node of nodes) {
    if (!isRecord(node.raw)) continue
    for (const name of namesIn(node.raw, 'properties')) if (!isOmitted(node, name, omitted)) yield name
  }
}

/** Names of properties that are required or that take part in a dependency. */
function requiredNames({raw}: Node): string[] {
  if (!isRecord(raw)) return []
  const depending = ['dependentRequired', 'dependencies', 'dependentSchemas'].flatMap(keyword =>
    namesIn(raw, keyword).flatMap(name => [name, ...arrayAt(own(raw, keyword) as object, name)])
  )
  return [...arrayAt(raw, 'required'), ...depending].filter(name => typeof name === 'string')
}

const arrayAt = (raw: object, keyword: string): readonly unknown[] => {
  const value = own(raw, keyword)
  return Array.isArray(value) ? value : []
}

const unique = <T>(list: readonly T[]): T[] => [...new Set(list)]
