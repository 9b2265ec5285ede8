import type {ChangeKind} from '../../model/api/change.ts'
import {childNode, type Node} from '../../schema/document/node.ts'
import {isRecord} from '../../schema/json.ts'
import {type FlatSchema, keywordValues} from '../flatten/flatten.ts'
import {createSchemaAt} from '../proof/proofs.ts'
import type {SchemaDiffContext} from '../schema-diff-context.ts'
import {additionalPropertiesOf, demandAdditionalProperties} from './additional-properties.ts'
import {compareKeywords} from './other-keywords.ts'

/** Compares properties by the patterns of their names. */
export function comparePatternProperties(context: SchemaDiffContext): void {
  const [was, is] = [patternsOf(context.older), patternsOf(context.newer)]
  if (was.size === is.size && [...was.keys()].every(pattern => is.has(pattern))) {
    for (const [pattern, node] of was)
      context.descend({older: [node], newer: [is.get(pattern) as Node], step: `{${pattern}}`, lift: () => undefined})
    return
  }
  const kind = kindOf(context)
  compareKeywords(context, ['patternProperties'], {demands: demandPatterns, ...(kind ? {kind} : {})})
}

const patternsOf = (flat: FlatSchema): Map<string, Node> =>
  new Map(
    keywordValues(flat, 'patternProperties').flatMap(({node, value}) =>
      Object.keys(isRecord(value) ? value : {}).map(name => [name, childNode(node, 'patternProperties', name)] as const)
    )
  )

/** The demands of patterns and of `additionalProperties`, which applies to names that no longer match a pattern. */
const demandPatterns = (sup: FlatSchema, sub: FlatSchema): Node[] => [
  ...keywordValues(sup, 'patternProperties').map(({node, value}) => createSchemaAt(node, {patternProperties: value})),
  ...demandAdditionalProperties(sup, sub)
]

/**
 * The kind of change if the patterns are all new or all gone: in a closed object they allow names, in an open one they
 * constrain values. `undefined` for other changes.
 */
function kindOf({older, newer}: SchemaDiffContext): ChangeKind | undefined {
  const [came, went] = [patternsOf(older).size === 0, patternsOf(newer).size === 0]
  const rest = additionalPropertiesOf(came ? older : newer).is
  if ((!came && !went) || rest === 'open') return undefined
  if (rest === 'schema') return 'constraint-changed'
  return came ? 'constraint-loosened' : 'constraint-tightened'
}
