import {childNode, type Node} from './document/node.ts'
import {resolveReference} from './document/references.ts'
import {isRecord, own} from './json.ts'

/** Marker of properties that are omitted in one direction: `readOnly` in requests, `writeOnly` in responses. */
export type OmittedMarker = 'readOnly' | 'writeOnly'

/**
 * Whether a property is marked as omitted, by this schema or by another one that applies with it; `false` without a
 * marker.
 */
export function isOmittedProperty(node: Node, name: string, omitted: OmittedMarker | undefined): boolean {
  if (!omitted) return false
  return marksProperty(node, name, omitted) || markedNamesFor(node, omitted).has(name)
}

/** Whether the subschema of a property has the marker, itself or through a schema that applies with it. */
function marksProperty(node: Node, name: string, omitted: OmittedMarker): boolean {
  const properties = isRecord(node.raw) ? own(node.raw, 'properties') : undefined
  if (!isRecord(properties) || !Object.hasOwn(properties, name)) return false
  return hasAccessMarker(childNode(node, 'properties', name), omitted)
}

const COMBINERS = ['allOf', 'anyOf', 'oneOf'] as const
const markedNodes = {readOnly: new WeakMap<Node, boolean>(), writeOnly: new WeakMap<Node, boolean>()}

/**
 * Whether a schema has the marker: itself, by reference, through `allOf`, or through its only alternative besides
 * `null`.
 */
export function hasAccessMarker(start: Node, omitted: OmittedMarker): boolean {
  if (!isRecord(start.raw)) return false
  if (hasMarker(start, omitted)) return true
  if (!Object.hasOwn(start.raw, '$ref') && !COMBINERS.some(keyword => Object.hasOwn(start.raw as object, keyword)))
    return false
  const before = markedNodes[omitted].get(start)
  if (before !== undefined) return before
  const seen = new Set([start])
  let isFound = false
  for (const node of seen) {
    if (!isRecord(node.raw)) continue
    isFound = hasMarker(node, omitted)
    if (isFound) break
    for (const inner of schemasAppliedWith(node)) seen.add(inner)
  }
  markedNodes[omitted].set(start, isFound)
  return isFound
}

const hasMarker = (node: Node, omitted: OmittedMarker): boolean =>
  isRecord(node.raw) && own(node.raw, omitted) === true && !ignoresSiblings(node)

/** Whether the schema has a `$ref` that makes all other keywords ignored. */
const ignoresSiblings = ({raw, traits}: Node): boolean =>
  traits.ignoresRefSiblings && isRecord(raw) && typeof own(raw, '$ref') === 'string'

function schemasAppliedWith(node: Node): Node[] {
  const raw = node.raw as object
  const reference = own(raw, '$ref')
  const target = typeof reference === 'string' ? resolveReference(node, reference) : undefined
  const targets = typeof target === 'object' ? [target] : []
  if (ignoresSiblings(node)) return targets
  const inner = COMBINERS.flatMap(keyword => {
    const list = own(raw, keyword)
    const all = (Array.isArray(list) ? list : []).map((_, at) => childNode(node, keyword, at))
    const others = keyword === 'allOf' ? all : all.filter(({raw: each}) => !isNull(each))
    return keyword === 'allOf' || others.length === 1 ? others : []
  })
  return [...targets, ...inner]
}

const isNull = (raw: unknown): boolean => isRecord(raw) && own(raw, 'type') === 'null'

type NameSet = ReadonlySet<string>
const NO_NAMES: NameSet = new Set()
const markedNames = {readOnly: new WeakMap<Node, NameSet>(), writeOnly: new WeakMap<Node, NameSet>()}

/**
 * Properties that have the marker in any schema that always applies with this one: through `allOf`, or by reference.
 */
function markedNamesFor(node: Node, omitted: OmittedMarker): NameSet {
  const whole = outermostSchema(node)
  if (whole === node && !hasCombined(node)) return NO_NAMES
  const found = markedNames[omitted].get(whole) ?? collectMarkedNames(whole, omitted)
  markedNames[omitted].set(whole, found)
  return found
}

const hasCombined = ({raw}: Node): boolean =>
  isRecord(raw) && (Array.isArray(own(raw, 'allOf')) || typeof own(raw, '$ref') === 'string')

function collectMarkedNames(whole: Node, omitted: OmittedMarker): NameSet {
  const names = new Set<string>()
  const seen = new Set([whole])
  for (const node of seen) {
    const {raw} = node
    if (!isRecord(raw)) continue
    const properties = ignoresSiblings(node) ? undefined : own(raw, 'properties')
    for (const name of isRecord(properties) ? Object.keys(properties) : [])
      if (marksProperty(node, name, omitted)) names.add(name)
    const reference = own(raw, '$ref')
    const target = typeof reference === 'string' ? resolveReference(node, reference) : undefined
    if (typeof target === 'object') seen.add(target)
    const all = ignoresSiblings(node) ? undefined : own(raw, 'allOf')
    for (const at of Array.isArray(all) ? all.keys() : []) seen.add(childNode(node, 'allOf', at))
  }
  return names
}

const ALL_OF_PATH = /\/allOf\/\d+$/

/** Outermost schema that contains this one through `allOf` as written; the schema itself if there is none. */
function outermostSchema(node: Node): Node {
  let here = node
  while (ALL_OF_PATH.test(here.pointer)) {
    const above = resolveReference(here, `#${here.pointer.replace(ALL_OF_PATH, '').replaceAll('%', '%25')}`)
    const parts = typeof above === 'object' && isRecord(above.raw) ? own(above.raw, 'allOf') : undefined
    if (typeof above === 'string' || !Array.isArray(parts) || !parts.includes(here.raw)) break
    here = above
  }
  return here
}
