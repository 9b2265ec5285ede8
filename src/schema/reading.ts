import {isRecord, own} from './json.ts'
import {child, type Node, nodeOf, ORIGIN, type Source} from './node.ts'
import {arrive} from './references.ts'
import {Definitions, isOmitted, type Omitted, type Plain, plain, referencesOf} from './standalone.ts'

/** How a schema is read before containment is asked. */
export interface Reading {
  /** Objects hold nothing but what is documented, unless the schema says otherwise. */
  readonly closed: boolean
  /** What goes this way: a request holds nothing that is `readOnly`, a response nothing that is `writeOnly`. */
  readonly direction: 'request' | 'response'
}

const MAX_DEPTH = 50

/**
 * The schema as it is read on the wire. Closing is laid over the schema as it stands, so that the reading lies within
 * the literal schema and the engine sees at once where the other side is the same. An object is closed across all that
 * is said of it in one place (`allOf`, references, alternatives); one that documents no property at all stays open,
 * and so does what says itself what else there may be.
 */
export const read = (source: Source, reading: Reading): Source => reader(reading)(source)

/** Reads many schemas into one document: what they share is rewritten once, and known again by those who prove. */
export function reader({closed, direction}: Reading): (source: Source) => Source {
  const definitions = new Definitions()
  const omitted: Omitted = direction === 'request' ? 'readOnly' : 'writeOnly'
  const desk: Desk = {definitions, omitted, literal: node => plain(node, definitions, omitted)}
  const document = {$defs: definitions.made}
  return source => {
    const start = nodeOf(source)
    const schema = closed ? close(start, desk) : definitions.refer(start, 'n', desk.literal)
    definitions.finish()
    return {schema, document, dialect: '2020-12'}
  }
}

interface Desk {
  readonly definitions: Definitions
  readonly omitted: Omitted
  readonly literal: (node: Node) => Plain
}

/** The closed schema of a value. */
function close(node: Node, desk: Desk): {$ref: string} {
  return desk.definitions.refer(node, 'c', inner => {
    const overlay = laidOver(inner, desk)
    return documents(inner, 0) ? {...overlay, unevaluatedProperties: false} : overlay
  })
}

/** A schema with all values inside closed, but not the value itself. */
function closeInside(node: Node, desk: Desk): {$ref: string} {
  return desk.definitions.refer(node, 'i', inner => laidOver(inner, desk))
}

function laidOver(node: Node, desk: Desk): {[keyword: string]: unknown} {
  const whole = desk.definitions.refer(node, 'n', desk.literal)
  const {raw, traits} = node
  if (!isRecord(raw)) return {allOf: [whole]}
  const value = (...steps: (string | number)[]): Plain => close(child(node, ...steps), desk)
  const same = (inner: Node): Plain => closeInside(inner, desk)
  const references = referencesOf(node).flatMap(target => (typeof target === 'string' ? [] : [same(target)]))
  if (references.length > 0 && traits.refStandsAlone) return {allOf: [whole, ...references]}
  const overlay: {[keyword: string]: unknown} = {
    [ORIGIN]: node.pointer,
    allOf: [whole, ...references, ...listed(raw, 'allOf').map((_, at) => same(child(node, 'allOf', at)))]
  }
  // Of alternatives the literal schema says how many may hold; one that does is closed inside.
  const alternatives = ['anyOf', 'oneOf'].flatMap(keyword => {
    const list = listed(raw, keyword)
    return list.length > 0 ? [{anyOf: list.map((_, at) => same(child(node, keyword, at)))}] : []
  })
  if (alternatives.length > 0) overlay.allOf = [...(overlay.allOf as Plain[]), ...alternatives]
  for (const keyword of ['properties', 'patternProperties']) {
    const all = isRecord(own(raw, keyword)) ? Object.keys(own(raw, keyword) as object) : []
    const names = keyword === 'properties' ? all.filter(name => !isOmitted(node, name, desk.omitted)) : all
    if (names.length > 0) overlay[keyword] = Object.fromEntries(names.map(name => [name, value(keyword, name)]))
  }
  if (isRecord(own(raw, 'additionalProperties'))) overlay.additionalProperties = value('additionalProperties')
  const tuple = listed(raw, traits.tuple)
  if (tuple.length > 0) overlay.prefixItems = tuple.map((_, at) => value(traits.tuple, at))
  const rest = tuple.length > 0 && traits.tuple === 'items' ? 'additionalItems' : 'items'
  if (isRecord(own(raw, rest))) overlay.items = value(rest)
  return overlay
}

/** Whether something that is said of the value names a property. */
function documents(start: Node, depth: number): boolean {
  const node = arrive(start)
  if (!isRecord(node.raw) || depth > MAX_DEPTH) return false
  const {raw} = node
  const properties = own(raw, 'properties')
  if (isRecord(properties) && Object.keys(properties).length > 0) return true
  const inside = ['allOf', 'anyOf', 'oneOf'].flatMap(keyword =>
    listed(raw, keyword).map((_, at) => child(node, keyword, at))
  )
  return [...referencesOf(node), ...inside].some(
    inner => typeof inner === 'object' && inner !== node && documents(inner, depth + 1)
  )
}

const listed = (raw: object, keyword: string): readonly unknown[] => {
  const value = own(raw, keyword)
  return Array.isArray(value) ? value : []
}
