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

const MAX_COMPANY = 12

/**
 * Inputs of closing: the definitions being built, the marker of omitted properties, and the rewrite of a schema that is
 * not closed.
 */
export interface Desk {
  readonly definitions: Definitions
  readonly omitted: Omitted
  readonly literal: (node: Node) => Plain
}

type Company = readonly Node[]

/**
 * Reference to the closed version of a schema, which rejects undocumented properties. `others` are further schemas that
 * apply to the same value. No documented property may be rejected, or a breaking change would look compatible. So an
 * object may also have properties that are required or tested (`if`) by name, and where several schemas apply to the
 * same nested object, each allows the properties that any of them names.
 */
export function close(node: Node, others: Company, desk: Desk): {$ref: string} {
  if (others.length > MAX_COMPANY) return desk.definitions.refer(node, 'n', desk.literal)
  return desk.definitions.refer(node, wayTo('c', others, desk), inner => {
    const company = unique(others.flatMap(other => [...inPlace(other)]))
    const overlay = laidOver(inner, company, desk)
    if (!documents(inner) || company.some(saysWhatElse)) return overlay
    const {names, patterns} = alsoNamed(inner, company, desk)
    const closed: {[keyword: string]: unknown} = {...overlay, unevaluatedProperties: false}
    if (names.length > 0) closed.properties = {...open(names), ...(overlay.properties ?? {})}
    if (patterns.length > 0) closed.patternProperties = {...open(patterns), ...(overlay.patternProperties ?? {})}
    return closed
  })
}

const open = (names: readonly string[]): Record<string, Plain> => Object.fromEntries(names.map(name => [name, true]))

/** Reference to a schema whose nested values are closed, but not the value itself. */
function closeInside(node: Node, company: Company, desk: Desk): {$ref: string} {
  const others = concerned(company, node)
  if (others.length > MAX_COMPANY) return desk.definitions.refer(node, 'n', desk.literal)
  return desk.definitions.refer(node, wayTo('i', others, desk), inner => laidOver(inner, others, desk))
}

/** Prefix of a definition name, which is different for every set of other schemas. */
const wayTo = (way: string, others: Company, {definitions}: Desk): string =>
  `${way}${others
    .map(other => `${definitions.numberOf(other)}_`)
    .sort()
    .join('')}`

interface Overlay {
  [keyword: string]: unknown
  properties?: Record<string, Plain>
  patternProperties?: Record<string, Plain>
}

function laidOver(node: Node, company: Company, desk: Desk): Overlay {
  const whole = desk.definitions.refer(node, 'n', desk.literal)
  const {raw, traits} = node
  if (!isRecord(raw)) return {allOf: [whole]}
  const same = (inner: Node, ...without: Way[]): Plain =>
    closeInside(inner, unique([...company, ...inPlace(node, without)]), desk)
  const targets = referencesOf(node).flatMap(target => (typeof target === 'string' ? [] : [target]))
  const references = targets.filter(speaks).map(target => same(target))
  if (targets.length > 0 && traits.refStandsAlone) return {allOf: [whole, ...references]}
  const parts = [...along(node, 'allOf')].filter(speaks).map(part => same(part))
  const overlay: Overlay = {[ORIGIN]: node.pointer, allOf: [whole, ...references, ...parts]}
  layAlternatives(overlay, node, same, desk)
  layInside(overlay, node, unique([...company, ...inPlace(node)]), desk)
  return overlay
}

/** Closes alternatives and conditional subschemas under their own conditions, each without regard to the others. */
function layAlternatives(
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

function layInside(overlay: Overlay, node: Node, company: Company, desk: Desk): void {
  const raw = node.raw as Readonly<Record<string, unknown>>
  const value = (place: Place, inner: Node): Plain => {
    const self = arrive(inner)
    const others = unique(company.flatMap(other => [...saidOf(place, other)].map(arrive)))
    const siblings = place.is === 'item' ? besideInList(node, inner) : []
    return close(
      inner,
      others.filter(other => other !== self && !siblings.includes(other) && speaks(other)),
      desk
    )
  }
  const rest = own(raw, 'additionalProperties')
  const restIsClosed = isRecord(rest) && speaks(child(node, 'additionalProperties'))
  for (const keyword of ['properties', 'patternProperties'] as const) {
    const held: [string, Plain][] = []
    for (const name of namesIn(raw, keyword)) {
      if (keyword === 'properties' && isOmitted(node, name, desk.omitted)) continue
      const inner = child(node, keyword, name)
      const place: Place = keyword === 'properties' ? {is: 'name', name} : {is: 'pattern', pattern: name}
      // A property without nested values needs no closing. It is listed so that `additionalProperties` doesn't apply to
      // it.
      if (speaks(inner)) held.push([name, value(place, inner)])
      else if (restIsClosed) held.push([name, true])
    }
    if (held.length > 0) overlay[keyword] = Object.fromEntries(held)
  }
  if (restIsClosed) {
    const place: Place = {is: 'rest', names: namesIn(raw, 'properties')}
    overlay.additionalProperties = value(place, child(node, 'additionalProperties'))
  }
  layItems(overlay, node, inner => value({is: 'item'}, inner))
}

function layItems(overlay: Overlay, node: Node, value: (inner: Node) => Plain): void {
  const {raw, traits} = node
  const held = raw as Readonly<Record<string, unknown>>
  const tuple = listed(held, traits.tuple)
  const places = tuple.map((_, at) => child(node, traits.tuple, at))
  if (places.some(speaks)) overlay.prefixItems = places.map(value)
  const rest = tuple.length > 0 && traits.tuple === 'items' ? 'additionalItems' : 'items'
  if (isRecord(own(held, rest)) && speaks(child(node, rest))) {
    overlay.items = value(child(node, rest))
    if (places.length > 0) overlay.prefixItems ??= places.map(() => true)
  }
  // Items that match `contains` are closed. The literal schema keeps `maxContains`.
  if (!isRecord(own(held, 'contains')) || !speaks(child(node, 'contains'))) return
  overlay.contains = value(child(node, 'contains'))
  if (typeof own(held, 'minContains') === 'number') overlay.minContains = held.minContains
}

/** Schemas of the other items of the same array, without `contains`; none for `contains` itself. */
function besideInList(node: Node, inner: Node): Node[] {
  const contains = isRecord(node.raw) && isRecord(own(node.raw, 'contains')) ? child(node, 'contains') : undefined
  if (inner === contains) return []
  return [...placesOf(node)].flatMap(([{is}, other]) => (is === 'item' && other !== contains ? [arrive(other)] : []))
}

/** Whether a schema that applies to the value names properties, so that the value can be closed. */
function documents(node: Node): boolean {
  const said = [...inPlace(node, [], ['if'])]
  const names = new Set(said.flatMap(({raw}) => (isRecord(raw) ? namesIn(raw, 'properties') : [])))
  // `minProperties` requires more properties than are documented, so others must stay allowed.
  return names.size > 0 && !said.some(({raw}) => isRecord(raw) && Number(own(raw, 'minProperties')) > names.size)
}

const saysWhatElse = ({raw}: Node): boolean =>
  isRecord(raw) &&
  ['additionalProperties', 'unevaluatedProperties'].some(keyword => (own(raw, keyword) ?? false) !== false)

/** Names and patterns that a closed object may have besides those that its schema documents unconditionally. */
function alsoNamed(node: Node, company: Company, {omitted}: Desk): {names: string[]; patterns: string[]} {
  const sure = new Set(documentedIn(inPlace(node, [], ['if', ...ALTERNATIVES]), omitted))
  const said = inPlace(node, [], ['if'])
  const asked = [...inPlace(node)].filter(inner => !said.has(inner))
  const names = [...documentedIn([...company, ...asked], omitted)]
  for (const inner of [...inPlace(node), ...company]) {
    const wanted = wantedBy(inner).filter(name => !isOmitted(inner, name, omitted))
    if (wanted.length === 0) continue
    const here = new Set(documentedIn(inPlace(inner, [], ['if', ...ALTERNATIVES]), omitted))
    names.push(...wanted.filter(name => !here.has(name)))
  }
  const patterns = [...company, ...asked].flatMap(({raw}) => (isRecord(raw) ? namesIn(raw, 'patternProperties') : []))
  return {names: unique(names).filter(name => !sure.has(name)), patterns: unique(patterns)}
}

function* documentedIn(nodes: Iterable<Node>, omitted: Omitted): Iterable<string> {
  for (const node of nodes) {
    if (!isRecord(node.raw)) continue
    for (const name of namesIn(node.raw, 'properties')) if (!isOmitted(node, name, omitted)) yield name
  }
}

/** Names of properties that are required or that take part in a dependency. */
function wantedBy({raw}: Node): string[] {
  if (!isRecord(raw)) return []
  const depending = ['dependentRequired', 'dependencies', 'dependentSchemas'].flatMap(keyword =>
    namesIn(raw, keyword).flatMap(name => [name, ...listed(own(raw, keyword) as object, name)])
  )
  return [...listed(raw, 'required'), ...depending].filter(name => typeof name === 'string')
}

const listed = (raw: object, keyword: string): readonly unknown[] => {
  const value = own(raw, keyword)
  return Array.isArray(value) ? value : []
}

const unique = <T>(list: readonly T[]): T[] => [...new Set(list)]
