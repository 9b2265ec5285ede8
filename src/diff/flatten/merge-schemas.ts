import {type Node, nodeAt} from '../../schema/document/node.ts'

const known = new WeakMap<Node, Map<string, Node>>()
const numbers = new WeakMap<Node, number>()
let count = 0

const numberOf = (node: Node): number => {
  const number = numbers.get(node) ?? count++
  numbers.set(node, number)
  return number
}

/**
 * Merges several schemas of the same value into one; throws if there are none. The schemas stay the same nodes, at
 * their own locations.
 */
export function mergeSchemas(nodes: readonly Node[]): Node {
  const [first, ...rest] = nodes
  if (!first) throw new Error('Unexpected lack of schemas, expected at least one')
  if (rest.length === 0) return first
  const all = known.get(first) ?? new Map<string, Node>()
  known.set(first, all)
  const key = rest.map(numberOf).join()
  const before = all.get(key)
  if (before) return before
  const node = nodeAt({raw: {allOf: nodes.map(({raw}) => raw)}, resource: first.resource, pointer: first.pointer})
  all.set(key, node)
  return node
}
