import {parsePointer} from '@tenure/core/model/location'
import {childNode, type Node, nodeAt} from '@tenure/json-schema/document/node'
import {resolveReference} from '@tenure/json-schema/document/references'
import {isRecord, own} from '@tenure/json-schema/json'
import {listAt, resolveSchema} from './flatten.ts'

type Subtypes = ReadonlyMap<string, Node>

const NONE: Subtypes = new Map()
const SCHEMA_SECTIONS = [['components', 'schemas'], ['definitions']] as const
const known = new WeakMap<object, ReadonlyMap<Node, readonly Node[]>>()
const subtypes = new WeakMap<Node, Subtypes>()

/**
 * The schemas that extend a schema with a discriminator by `allOf`, by their discriminator value. They can be wherever
 * that schema can be, though nothing refers to them.
 */
export function subtypesOf(base: Node): Subtypes {
  const {raw} = base
  if (!isBase(raw)) return NONE
  const all = subtypes.get(base) ?? subtypesIn(base)
  subtypes.set(base, all)
  return all
}

function subtypesIn(base: Node): Subtypes {
  const {root} = base.resource.document
  if (!isRecord(root)) return NONE
  // Cached for each resource, because a document that is read twice has other nodes each time.
  const subtypesByBase =
    known.get(base.resource) ?? findSubtypes(nodeAt({raw: root, resource: base.resource, pointer: ''}))
  known.set(base.resource, subtypesByBase)
  const mapped = mappedValuesOf(base)
  return new Map((subtypesByBase.get(base) ?? []).map(node => [mapped.get(node) ?? ownValueOf(node), node] as const))
}

/** Whether a schema has subtypes. If it lists its alternatives, these are the only ones. */
const isBase = (raw: unknown): raw is object =>
  isRecord(raw) &&
  own(raw, 'discriminator') !== undefined &&
  own(raw, 'oneOf') === undefined &&
  own(raw, 'anyOf') === undefined

/** Whether a document has any schema with subtypes. */
export const hasDiscriminatorBases = (root: unknown): boolean =>
  SCHEMA_SECTIONS.some(section => {
    const held = section.reduce<unknown>((value, key) => (isRecord(value) ? own(value, key) : undefined), root)
    return isRecord(held) && Object.values(held).some(isBase)
  })

function findSubtypes(root: Node): ReadonlyMap<Node, readonly Node[]> {
  const subtypesByBase = new Map<Node, Node[]>()
  for (const section of SCHEMA_SECTIONS) {
    const held = childNode(root, ...section)
    for (const name of Object.keys(isRecord(held.raw) ? held.raw : {})) {
      const node = childNode(held, name)
      for (const base of ancestorsOf(node)) {
        const all = subtypesByBase.get(base)
        if (all) all.push(node)
        else subtypesByBase.set(base, [node])
      }
    }
  }
  return subtypesByBase
}

function ancestorsOf(node: Node): ReadonlySet<Node> {
  const found = new Set<Node>()
  const open = [node]
  for (let next = open.pop(); next; next = open.pop()) {
    for (const at of listAt(isRecord(next.raw) ? next.raw : {}, 'allOf').keys()) {
      const above = resolveSchema(childNode(next, 'allOf', at))
      if (above === node || found.has(above)) continue
      found.add(above)
      open.push(above)
    }
  }
  return found
}

/** The discriminator values that a schema maps to others. If several values map to one schema, the first. */
function mappedValuesOf(base: Node): ReadonlyMap<Node, string> {
  const values = new Map<Node, string>()
  const discriminator = isRecord(base.raw) ? own(base.raw, 'discriminator') : undefined
  const mapping = isRecord(discriminator) ? own(discriminator, 'mapping') : undefined
  for (const [value, reference] of Object.entries(isRecord(mapping) ? mapping : {})) {
    const node = typeof reference === 'string' ? resolveMappedSchema(base, reference) : undefined
    if (node && !values.has(node)) values.set(node, value)
  }
  return values
}

/**
 * The schema that a mapping leads to: the component of that name, otherwise the target of the reference. OpenAPI
 * recommends that order for texts that could be either (3.0.4, 4.7.25), and `./Book` for a file that has the name of a
 * component. `undefined` if nothing is there.
 */
export function resolveMappedSchema(node: Node, target: string): Node | undefined {
  const named = COMPONENT_NAME.test(target) ? SCHEMA_SECTIONS.map(section => `#/${section.join('/')}/${target}`) : []
  return [...named, target].map(each => resolveReference(node, each)).find(each => typeof each === 'object')
}

const COMPONENT_NAME = /^[\w.-]+$/

/** The value that a schema declares for itself, or else its name. */
function ownValueOf(node: Node): string {
  const declared = isRecord(node.raw) ? own(node.raw, 'x-ms-discriminator-value') : undefined
  return typeof declared === 'string' ? declared : (parsePointer(node.pointer).at(-1) ?? '')
}
