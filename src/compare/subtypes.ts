import {isRecord, own} from '../schema/json.ts'
import {child, enter, type Node} from '../schema/node.ts'
import {follow} from '../schema/references.ts'
import {listed, settled} from './flat.ts'

type Subtypes = ReadonlyMap<string, Node>

const NONE: Subtypes = new Map()
const SHELVES = [['components', 'schemas'], ['definitions']] as const
const known = new WeakMap<object, ReadonlyMap<Node, readonly Node[]>>()

/**
 * The schemas that say by `allOf` that they are of a kind that a schema with a discriminator stands for, by the value
 * that tells them apart: where the one may stand so may these, though nothing refers to them.
 */
export function subtypesOf(base: Node): Subtypes {
  const {raw} = base
  if (!isBase(raw)) return NONE
  const {root} = base.resource.book
  if (!isRecord(root)) return NONE
  // A document that is read twice has nodes of its own each time.
  const heirs = known.get(base.resource) ?? heirsIn(enter({raw: root, resource: base.resource, pointer: ''}))
  known.set(base.resource, heirs)
  return new Map((heirs.get(base) ?? []).map(node => [kindOf(node, base), node] as const))
}

/** Where it lists its alternatives itself these are all that there are. */
const isBase = (raw: unknown): raw is object =>
  isRecord(raw) &&
  own(raw, 'discriminator') !== undefined &&
  own(raw, 'oneOf') === undefined &&
  own(raw, 'anyOf') === undefined

/** Whether a document has such schemas at all. */
export const hasBases = (root: unknown): boolean =>
  SHELVES.some(shelf => {
    const held = shelf.reduce<unknown>((value, key) => (isRecord(value) ? own(value, key) : undefined), root)
    return isRecord(held) && Object.values(held).some(isBase)
  })

function heirsIn(root: Node): ReadonlyMap<Node, readonly Node[]> {
  const heirs = new Map<Node, Node[]>()
  for (const shelf of SHELVES) {
    const held = child(root, ...shelf)
    for (const name of Object.keys(isRecord(held.raw) ? held.raw : {})) {
      const node = child(held, name)
      for (const base of ancestorsOf(node)) {
        const all = heirs.get(base)
        if (all) all.push(node)
        else heirs.set(base, [node])
      }
    }
  }
  return heirs
}

function ancestorsOf(node: Node): ReadonlySet<Node> {
  const found = new Set<Node>()
  const open = [node]
  for (let next = open.pop(); next; next = open.pop()) {
    for (const at of listed(isRecord(next.raw) ? next.raw : {}, 'allOf').keys()) {
      const above = settled(child(next, 'allOf', at))
      if (above === node || found.has(above)) continue
      found.add(above)
      open.push(above)
    }
  }
  return found
}

/** The value of the discriminator: as the base maps it, as the schema says it, else the name. */
function kindOf(node: Node, base: Node): string {
  const discriminator = isRecord(base.raw) ? own(base.raw, 'discriminator') : undefined
  const mapping = isRecord(discriminator) ? own(discriminator, 'mapping') : undefined
  for (const [value, reference] of Object.entries(isRecord(mapping) ? mapping : {}))
    if (typeof reference === 'string' && follow(base, reference) === node) return value
  const said = isRecord(node.raw) ? own(node.raw, 'x-ms-discriminator-value') : undefined
  return typeof said === 'string' ? said : (node.pointer.split('/').at(-1) ?? '')
}
