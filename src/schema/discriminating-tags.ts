import {childNode, type Node} from './document/node.ts'
import {dereference} from './document/references.ts'
import {isRecord, own} from './json.ts'
import {isOmittedProperty, type OmittedMarker} from './read-write-only.ts'
import {type Draft2020Schema, resolveReferences} from './to-draft-2020.ts'

const MAX_DEPTH = 6

/**
 * Part of a schema that is enough to reject all these values: for each value, a property whose `enum` does not list the
 * string that the value has there; `undefined` if some value can't be rejected that way. Most of many alternatives then
 * need not be read any further.
 */
export function rejectByTags(
  node: Node,
  values: readonly unknown[],
  omitted: OmittedMarker | undefined
): Draft2020Schema | undefined {
  const all: Draft2020Schema[] = []
  for (const value of values) {
    const tag = isRecord(value) ? rejectByTag(node, value, omitted, 0) : undefined
    if (tag === undefined) return undefined
    all.push(tag)
  }
  return all.length === 0 ? undefined : {allOf: all}
}

function rejectByTag(
  start: Node,
  value: object,
  omitted: OmittedMarker | undefined,
  depth: number
): Draft2020Schema | undefined {
  const node = dereference(start)
  const {raw, traits} = node
  if (!isRecord(raw) || depth > MAX_DEPTH) return undefined
  const targets = resolveReferences(node).filter(target => typeof target === 'object')
  if (targets.length === 0 || !traits.ignoresRefSiblings) {
    for (const [name, actual] of Object.entries(value)) {
      const list = typeof actual === 'string' && !isOmittedProperty(node, name, omitted) ? enumOf(raw, name) : undefined
      if (list && !list.includes(actual)) return {properties: {[name]: {enum: list}}}
    }
    const {allOf} = raw
    if (Array.isArray(allOf)) targets.push(...allOf.map((_, at) => childNode(node, 'allOf', at)))
  }
  for (const inner of targets) {
    const tag = rejectByTag(inner, value, omitted, depth + 1)
    if (tag !== undefined) return tag
  }
  return undefined
}

/** Values in the `enum` of a property; `undefined` if there is none. */
function enumOf(raw: object, name: string): readonly unknown[] | undefined {
  const properties = own(raw, 'properties')
  const schema = isRecord(properties) ? own(properties, name) : undefined
  // Keywords next to `$ref` are ignored in some dialects.
  if (!isRecord(schema) || Object.hasOwn(schema, '$ref')) return undefined
  const list = own(schema, 'enum')
  return Array.isArray(list) ? list : undefined
}
