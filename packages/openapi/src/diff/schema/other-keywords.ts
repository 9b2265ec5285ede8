import {childNode, type Node} from '@tenure/json-schema/document/node'
import {pickKeywords} from '@tenure/json-schema/exact-numbers'
import {isRecord} from '@tenure/json-schema/json'
import {isEqual} from '@tenure/json-schema/json-equality'
import type {OpenapiKind} from '../../kinds/kinds.ts'
import {type FlatSchema, keywordValues} from '../flatten/flatten.ts'
import {createDemandProof, locateKeywordOnBoth, type SchemaDiffContext} from '../schema-diff-context.ts'
import {isBriefValue} from './invalid-keywords.ts'

interface KeywordOptions {
  /** The demands on the other side, for keywords that have a meaning only next to others. */
  readonly demands?: (sup: FlatSchema, sub: FlatSchema) => readonly Node[]
  /** The kind of change, if it depends on other keywords. */
  readonly kind?: OpenapiKind
}

/** The demands of keywords that have a meaning only together with everything else in the schema. */
export const WITH_WHOLE_SCHEMA: KeywordOptions = {demands: sup => [sup.node]}

/** Compares keywords as a whole, without a look at what is in them. Returns whether they differ. */
export function compareKeywords(
  context: SchemaDiffContext,
  keywords: readonly string[],
  options: KeywordOptions = {}
): boolean {
  const {older, newer, changedReferences} = context
  const [was, is] = [older, newer].map(flat => valuesIn(flat, keywords)) as [unknown[], unknown[]]
  if (was.length === 0 && is.length === 0) return false
  const isSame =
    isEqual(was, is) &&
    keywords.every(keyword =>
      keywordValues(older, keyword).every(({node, value}, at) => {
        const other = keywordValues(newer, keyword)[at]
        return other !== undefined && changedReferences.isUnchangedInside(value, node, other.node)
      })
    )
  if (isSame) return false
  const [leader = ''] = keywords.filter(keyword => [older, newer].some(flat => keywordValues(flat, keyword).length > 0))
  const {kind = defaultKind(context, keywords, {was, is}), ...proofOptions} = options
  // If only a number changed, only the number is reported, because its schema is the same.
  const number = was.length === 1 && is.length === 1 ? changedNumber(context, keywords) : undefined
  context.report({
    kind,
    about: number ?? leader,
    ...locateKeywordOnBoth(context, ...(number === undefined ? [] : [number]), ...keywords),
    was: number === undefined ? briefOf(was) : keywordValues(older, number)[0]?.value,
    is: number === undefined ? briefOf(is) : keywordValues(newer, number)[0]?.value,
    prove: createDemandProof(context, keywords, proofOptions)
  })
  return true
}

const valuesIn = (flat: FlatSchema, keywords: readonly string[]): unknown[] =>
  flat.members.flatMap(({raw}) => {
    if (!isRecord(raw)) return []
    const held = pickKeywords(raw, keywords)
    return Object.entries(held).some(([keyword, value]) => !isEmptyDependency(keyword, value)) ? [held] : []
  })

/** Whether a keyword for dependencies is empty, and so demands nothing. */
const isEmptyDependency = (keyword: string, value: unknown): boolean =>
  /^depend/.test(keyword) && isRecord(value) && Object.keys(value).length === 0

const defaultKind = (
  context: SchemaDiffContext,
  keywords: readonly string[],
  {was, is}: Record<'was' | 'is', unknown[]>
): OpenapiKind =>
  was.length === 0 ? 'constraint-tightened' : is.length === 0 ? 'constraint-loosened' : changedKind(context, keywords)

/** The kind of change between two values, which is only clear for numbers. */
function changedKind(context: SchemaDiffContext, keywords: readonly string[]): OpenapiKind {
  const {older, newer} = context
  const keyword = changedNumber(context, keywords)
  if (keyword === undefined) return 'constraint-changed'
  const up = LIMIT_DIRECTIONS[keyword] as 1 | -1
  const [was, is] = [older, newer].map(flat =>
    Number(keywordValues(flat, keyword)[0]?.value ?? (up === 1 ? 1 : Infinity))
  )
  return ((is as number) - (was as number)) * up > 0 ? 'constraint-tightened' : 'constraint-loosened'
}

/** The keyword with a number, if it's the only one that changed; `undefined` otherwise. */
function changedNumber(
  {older, newer}: Pick<SchemaDiffContext, 'older' | 'newer'>,
  keywords: readonly string[]
): string | undefined {
  const moved = keywords.filter(
    keyword => !isEqual(keywordValues(older, keyword)[0]?.value, keywordValues(newer, keyword)[0]?.value)
  )
  const [keyword = ''] = moved
  return moved.length === 1 && LIMIT_DIRECTIONS[keyword] !== undefined ? keyword : undefined
}

const LIMIT_DIRECTIONS: Readonly<Record<string, 1 | -1>> = {minContains: 1, maxContains: -1}

const briefOf = (values: readonly unknown[]): unknown => {
  if (values.length === 0) return undefined
  const value = values.length === 1 ? values[0] : values
  return isBriefValue(value) ? value : undefined
}

const REFERENCE = /"\$(ref|dynamicRef|recursiveRef)":/

/**
 * Whether `not` refuses the same values on both sides, however they're written. Long schemas, and those with
 * references, aren't checked.
 */
function refuseTheSame({older, newer, proofs}: SchemaDiffContext): boolean {
  const [[was, ...wasMore], [is, ...isMore]] = [keywordValues(older, 'not'), keywordValues(newer, 'not')]
  if (!was || !is || wasMore.length > 0 || isMore.length > 0) return false
  if ([was, is].some(({value}) => !isBriefValue(value) || REFERENCE.test(JSON.stringify(value)))) return false
  const [one, other] = [childNode(was.node, 'not'), childNode(is.node, 'not')]
  return proofs.isContained(one, other).is === 'keeps' && proofs.isContained(other, one).is === 'keeps'
}

/** Compares conditions, dependencies, names of properties, and `not`. */
export function compareConditions(context: SchemaDiffContext): void {
  if (!refuseTheSame(context)) compareKeywords(context, ['not'])
  compareKeywords(context, ['if', 'then', 'else'])
  compareKeywords(context, ['dependentRequired'])
  compareKeywords(context, ['dependentSchemas'])
  compareKeywords(context, ['dependencies'])
  compareKeywords(context, ['propertyNames'])
  const [was, is] = [keywordValues(context.older, 'contentSchema')[0], keywordValues(context.newer, 'contentSchema')[0]]
  if (was && is) {
    const [older, newer] = [childNode(was.node, 'contentSchema'), childNode(is.node, 'contentSchema')]
    context.descend({older: [older], newer: [newer], step: '', lift: () => undefined})
  } else if (was || is) {
    const kind = is ? 'constraint-tightened' : 'constraint-loosened'
    context.report({kind, about: 'contentSchema', ...locateKeywordOnBoth(context, 'contentSchema')})
  }
}
