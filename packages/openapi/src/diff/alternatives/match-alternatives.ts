import {groupBy} from '@tenure/core/model/group-by'
import type {Node} from '@tenure/json-schema/document/node'
import {canonicalText} from '@tenure/json-schema/json'
import {
  type FlatSchema,
  flatten,
  mergeSchemas,
  possibleTypesOf,
  propertiesOf,
  requiredOf,
  valuesOf
} from '../flatten/flatten.ts'
import type {SchemaDiffContext} from '../schema-diff-context.ts'

interface MatchedAlternatives {
  readonly pairs: readonly (readonly [Node, Node])[]
  readonly removed: readonly Node[]
  readonly added: readonly Node[]
}

/** Pairs alternatives that refer to the same schema, are equal, or are similar. */
export function matchAlternatives(
  {
    changedReferences,
    omissions,
    placeOf: locate
  }: Pick<SchemaDiffContext, 'changedReferences' | 'omissions' | 'placeOf'>,
  olds: readonly Node[],
  news: readonly Node[]
): MatchedAlternatives {
  const pairs: [Node, Node][] = []
  const [left, right] = [new Set(olds), new Set(news)]
  const placed = groupBy(right, placeOf)
  let isTooMany = false
  const match = (isSame: (a: Node, b: Node) => boolean, among?: (a: Node) => Iterable<Node>): void => {
    for (const a of [...left]) {
      if (isTooMany) return
      for (const b of among?.(a) ?? right) {
        if (!right.has(b) || !isSame(a, b)) continue
        pairs.push([a, b])
        left.delete(a)
        right.delete(b)
        break
      }
    }
  }
  // Even among thousands of alternatives, nearly all are at their old place, so that place is tried first.
  const atItsPlace = (node: Node): Iterable<Node> => placed.get(placeOf(node)) ?? []
  // If several are identical, each is paired with itself first.
  match((a, b) => changedReferences.isUnchanged(a, b), atItsPlace)
  match(isNamed, atItsPlace)
  if (left.size > 0 && right.size > 0) {
    const worded = groupBy(right, textOf)
    match(changedReferences.isUnchanged.bind(changedReferences), node => worded.get(textOf(node)) ?? [])
  }
  const allows = (b: Node): boolean => {
    isTooMany ||= !omissions.allow('alternatives', () => locate(b))
    return !isTooMany
  }
  match((a, b) => allows(b) && changedReferences.isUnchanged(a, b))
  match((a, b) => allows(b) && similarityOf(a, b) >= 0.5 && !requireDifferentValues(a, b))
  if (isTooMany) return {pairs, removed: [], added: []}
  const [a, b] = [[...left][0], [...right][0]]
  if (a && b && left.size === 1 && right.size === 1 && similarityOf(a, b) > 0 && !requireDifferentValues(a, b))
    return {pairs: [...pairs, [a, b]], removed: [], added: []}
  return {pairs, removed: [...left], added: [...right]}
}

/** The place of an alternative: its JSON pointer, with the name of its file if that names it. */
const placeOf = (node: Node): string => {
  const {pointer, resource} = node
  const isInFile = isNamed(node) && !isComponent(node)
  return isInFile ? `${resource.document.address.split('/').at(-1)}#${pointer}` : pointer
}

const textOf = ({raw}: Node): string => canonicalText(raw)

/** Whether an alternative is a schema that a reference leads to, and not one that is written in the list. */
const isNamed = ({pointer}: Node): boolean => !/\/(?:oneOf|anyOf)\/\d+$/.test(pointer)

const isComponent = ({pointer}: Node): boolean => /^\/(components\/schemas|definitions)\/[^/]+$/.test(pointer)

/**
 * Whether two components are different alternatives, because they require different values of a property: then one was
 * removed, and the other added.
 */
function requireDifferentValues(a: Node, b: Node): boolean {
  if (!isComponent(a) || !isComponent(b) || a.pointer === b.pointer) return false
  const [one, other] = [flatten(a), flatten(b)]
  return [...requiredOf(one).keys()].some(name => {
    const [mine, yours] = [one, other].map(flat => valuesIn(propertiesOf(flat).get(name)))
    return mine && yours && requiredOf(other).has(name) && ![...mine.keys()].some(key => yours.has(key))
  })
}

const valuesIn = (nodes: readonly Node[] | undefined): ReadonlyMap<string, unknown> | undefined =>
  nodes && valuesOf(flatten(mergeSchemas(nodes)))

const possibleNames = (flat: FlatSchema): ReadonlySet<string> =>
  new Set([...propertiesOf(flat)].filter(([, nodes]) => nodes.every(({raw}) => raw !== false)).map(([name]) => name))

/** The similarity of two schemas, from 0 to 1. */
function similarityOf(a: Node, b: Node): number {
  const [left, right] = [flatten(a), flatten(b)]
  const types = possibleTypesOf(right)
  if (![...possibleTypesOf(left)].some(type => types.has(type))) return 0
  const [one, other] = [[...possibleNames(left)], possibleNames(right)]
  if (one.length === 0 && other.size === 0) return possibleTypesOf(left).size < 7 && types.size < 7 ? 0.5 : 0.1
  const shared = one.filter(name => other.has(name)).length
  return shared / Math.max(one.length, other.size, 1)
}
