import {isRecord, own} from '../schema/json.ts'
import type {Node} from '../schema/node.ts'
import {isEqual} from './equality.ts'
import {inPlaceOf} from './proofs.ts'

const made = new WeakMap<object, object>()

/** Schemas of what must be there on both sides, without the defaults in which they differ: nobody is given these. */
export function withoutDefaults(olds: readonly Node[], news: readonly Node[]): [readonly Node[], readonly Node[]] {
  const [was, is] = [olds, news].map(nodes => nodes.map(({raw}) => (isRecord(raw) ? own(raw, 'default') : undefined)))
  return isEqual(was, is) ? [olds, news] : [olds.map(withoutDefault), news.map(withoutDefault)]
}

function withoutDefault(node: Node): Node {
  const {raw} = node
  if (!isRecord(raw) || !Object.hasOwn(raw, 'default')) return node
  const {default: _, ...rest} = raw
  const bare = made.get(raw) ?? rest
  made.set(raw, bare)
  return inPlaceOf(node, bare)
}
