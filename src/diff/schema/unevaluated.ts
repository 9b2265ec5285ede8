import type {Node} from '../../schema/document/node.ts'
import {type Flat, flatten, propertiesOf, said} from '../flatten/flatten.ts'
import {inPlaceOf} from '../proof/proofs.ts'
import {ask, type Desk, spotsOf} from '../schema-diff-context.ts'
import {compareRest, TOGETHER} from './other-keywords.ts'

type UnevaluatedKeyword = 'unevaluatedProperties' | 'unevaluatedItems'

/** Keywords that can evaluate a part of one value, but not of another. */
const CONDITIONAL_EVALUATORS = ['anyOf', 'oneOf', 'if', 'dependentSchemas', '$dynamicRef', '$recursiveRef']

/** The keywords that evaluate more than properties by name. */
const EVALUATORS: Readonly<Record<UnevaluatedKeyword, readonly string[]>> = {
  unevaluatedProperties: [...CONDITIONAL_EVALUATORS, 'patternProperties'],
  unevaluatedItems: [...CONDITIONAL_EVALUATORS, 'prefixItems', 'items', 'additionalItems', 'contains']
}

const hasEvaluators = (flat: Flat, keyword: UnevaluatedKeyword): boolean =>
  EVALUATORS[keyword].some(each => said(flat, each).length > 0)

/**
 * Compares what a schema says about parts that nothing else evaluates. Its effect can change if only the keywords
 * beside it change.
 */
export function compareUnseen(context: Desk, keyword: UnevaluatedKeyword): void {
  const {older, newer} = context
  if (compareRest(context, [keyword], TOGETHER)) return
  if (said(newer, keyword).every(({value}) => value === true)) return
  if (![older, newer].some(flat => hasEvaluators(flat, keyword))) return
  context.tell({
    kind: 'constraint-changed',
    about: keyword,
    ...spotsOf(context, keyword),
    isSilent: true,
    prove: ask(context, [], {
      demands: (sup, sub) => {
        const names = keyword === 'unevaluatedProperties' && arePaired(context) ? namesOffered(sub) : []
        return said(sup, keyword).flatMap(({node, value}) =>
          value === true ? [] : [isolateKeyword(node, keyword, names)]
        )
      }
    })
  })
}

/**
 * Whether no alternative was added or removed, so that added and removed properties are reported for each alternative.
 */
const arePaired = ({older, newer}: Desk): boolean =>
  older.choices.map(({alternatives}) => alternatives.length).join() ===
  newer.choices.map(({alternatives}) => alternatives.length).join()

const namesOffered = ({choices}: Flat): string[] =>
  choices.flatMap(({alternatives}) => alternatives.flatMap(each => [...propertiesOf(flatten(each)).keys()]))

/** The keyword alone. Values that the keywords beside it refuse are reported there. */
function isolateKeyword(node: Node, keyword: UnevaluatedKeyword, names: readonly string[] = []): Node {
  const raw = node.raw as {readonly [name: string]: unknown; readonly properties?: object}
  const {[keyword]: _, ...others} = raw
  const properties = {...Object.fromEntries(names.map(name => [name, {}])), ...raw.properties}
  return inPlaceOf(node, {anyOf: [names.length > 0 ? {...raw, properties} : raw, {not: others}]})
}

/** What a schema demands of a property that no other keyword may evaluate. */
export function demandUnseen(sup: Flat, name: string): Node[] {
  return said(sup, 'unevaluatedProperties').flatMap(({node, value}) => {
    const around = flatten(node)
    if (value === true || said(around, 'additionalProperties').length > 0) return []
    if (hasEvaluators(around, 'unevaluatedProperties')) return [isolateKeyword(node, 'unevaluatedProperties')]
    return propertiesOf(around).has(name) ? [] : [inPlaceOf(node, {properties: {[name]: value}})]
  })
}
