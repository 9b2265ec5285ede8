import type {ChangeKind} from '../../model/api/change.ts'
import {child, type Node} from '../../schema/document/node.ts'
import {isRecord} from '../../schema/json.ts'
import {type Flat, said} from '../flatten/flatten.ts'
import {inPlaceOf} from '../proof/proofs.ts'
import type {Desk} from '../schema-diff-context.ts'
import {demandRest, restOf} from './additional-properties.ts'
import {compareRest} from './other-keywords.ts'

/** Compares properties by the patterns of their names. */
export function comparePatterns(context: Desk): void {
  const [was, is] = [patternsOf(context.older), patternsOf(context.newer)]
  if (was.size === is.size && [...was.keys()].every(pattern => is.has(pattern))) {
    for (const [pattern, node] of was)
      context.goBelow({older: [node], newer: [is.get(pattern) as Node], step: `{${pattern}}`, lift: () => undefined})
    return
  }
  const kind = kindOf(context)
  compareRest(context, ['patternProperties'], {demands: demandPatterns, ...(kind ? {kind} : {})})
}

const patternsOf = (flat: Flat): Map<string, Node> =>
  new Map(
    said(flat, 'patternProperties').flatMap(({node, value}) =>
      Object.keys(isRecord(value) ? value : {}).map(name => [name, child(node, 'patternProperties', name)] as const)
    )
  )

/** The demands of patterns and of `additionalProperties`, which applies to names that no longer match a pattern. */
const demandPatterns = (sup: Flat, sub: Flat): Node[] => [
  ...said(sup, 'patternProperties').map(({node, value}) => inPlaceOf(node, {patternProperties: value})),
  ...demandRest(sup, sub)
]

/**
 * The kind of change if the patterns are all new or all gone: in a closed object they allow names, in an open one they
 * constrain values. `undefined` for other changes.
 */
function kindOf({older, newer}: Desk): ChangeKind | undefined {
  const [came, went] = [patternsOf(older).size === 0, patternsOf(newer).size === 0]
  const rest = restOf(came ? older : newer).is
  if ((!came && !went) || rest === 'open') return undefined
  if (rest === 'schema') return 'constraint-changed'
  return came ? 'constraint-loosened' : 'constraint-tightened'
}
