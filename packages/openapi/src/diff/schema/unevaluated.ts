import type {Node} from '@tenure/json-schema/document/node'
import {type FlatSchema, flatten, keywordValues, propertiesOf} from '../flatten/flatten.ts'
import {createSchemaAt} from '../proof/proofs.ts'
import {createDemandProof, locateKeywordOnBoth, type SchemaDiffContext} from '../schema-diff-context.ts'
import {compareKeywords, WITH_WHOLE_SCHEMA} from './other-keywords.ts'

type UnevaluatedKeyword = 'unevaluatedProperties' | 'unevaluatedItems'

/** Keywords that can evaluate a part of one value, but not of another. */
const CONDITIONAL_EVALUATORS = ['anyOf', 'oneOf', 'if', 'dependentSchemas', '$dynamicRef', '$recursiveRef']

/** The keywords that evaluate more than properties by name. */
const EVALUATORS: Readonly<Record<UnevaluatedKeyword, readonly string[]>> = {
  unevaluatedProperties: [...CONDITIONAL_EVALUATORS, 'patternProperties'],
  unevaluatedItems: [...CONDITIONAL_EVALUATORS, 'prefixItems', 'items', 'additionalItems', 'contains']
}

const hasEvaluators = (flat: FlatSchema, keyword: UnevaluatedKeyword): boolean =>
  EVALUATORS[keyword].some(each => keywordValues(flat, each).length > 0)

/**
 * Compares what a schema says about parts that nothing else evaluates. The effect of the keyword can change even if
 * only its sibling keywords change.
 */
export function compareUnevaluated(context: SchemaDiffContext, keyword: UnevaluatedKeyword): void {
  const {older, newer} = context
  if (compareKeywords(context, [keyword], WITH_WHOLE_SCHEMA)) return
  if (keywordValues(newer, keyword).every(({value}) => value === true)) return
  if (![older, newer].some(flat => hasEvaluators(flat, keyword))) return
  context.report({
    kind: 'constraint-changed',
    about: keyword,
    ...locateKeywordOnBoth(context, keyword),
    isSilent: true,
    prove: createDemandProof(context, [], {
      demands: (sup, sub) => {
        const names = keyword === 'unevaluatedProperties' && arePaired(context) ? namesOffered(sub) : []
        return keywordValues(sup, keyword).flatMap(({node, value}) =>
          value === true ? [] : [isolateKeyword(node, keyword, names)]
        )
      }
    })
  })
}

/**
 * Whether no alternative was added or removed, so that added and removed properties are reported for each alternative.
 */
const arePaired = ({older, newer}: SchemaDiffContext): boolean =>
  older.choices.map(({alternatives}) => alternatives.length).join() ===
  newer.choices.map(({alternatives}) => alternatives.length).join()

const namesOffered = ({choices}: FlatSchema): string[] =>
  choices.flatMap(({alternatives}) => alternatives.flatMap(each => [...propertiesOf(flatten(each)).keys()]))

/** The schema reduced to the keyword. Values that sibling keywords refuse are reported with those. */
function isolateKeyword(node: Node, keyword: UnevaluatedKeyword, names: readonly string[] = []): Node {
  const raw = node.raw as {readonly [name: string]: unknown; readonly properties?: object}
  const {[keyword]: _, ...others} = raw
  const properties = {...Object.fromEntries(names.map(name => [name, {}])), ...raw.properties}
  return createSchemaAt(node, {anyOf: [names.length > 0 ? {...raw, properties} : raw, {not: others}]})
}

/** What a schema demands of a property that no other keyword may evaluate. */
export function demandUnevaluated(sup: FlatSchema, name: string): Node[] {
  return keywordValues(sup, 'unevaluatedProperties').flatMap(({node, value}) => {
    const around = flatten(node)
    if (value === true || keywordValues(around, 'additionalProperties').length > 0) return []
    if (hasEvaluators(around, 'unevaluatedProperties')) return [isolateKeyword(node, 'unevaluatedProperties')]
    return propertiesOf(around).has(name) ? [] : [createSchemaAt(node, {properties: {[name]: value}})]
  })
}
