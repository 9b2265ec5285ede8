import type {ChangeKind} from '../../model/api/change.ts'
import {child, type Node} from '../../schema/document/node.ts'
import {picked} from '../../schema/exact-numbers.ts'
import {isRecord} from '../../schema/json.ts'
import {type Flat, said} from '../flatten/flatten.ts'
import {isEqual} from '../json-equality.ts'
import {ask, type Desk, spotsOf} from '../schema-diff-context.ts'
import {isShort} from './brief-values.ts'

interface KeywordOptions {
  /** The demands on the other side, for keywords that have a meaning only beside others. */
  readonly demands?: (sup: Flat, sub: Flat) => readonly Node[]
  /** The kind of change, if it depends on other keywords. */
  readonly kind?: ChangeKind
}

/** The demands of keywords that have a meaning only together with everything else in the schema. */
export const TOGETHER: KeywordOptions = {demands: sup => [sup.node]}

/** Compares keywords as a whole, without a look at what is in them. Returns whether they differ. */
export function compareRest(context: Desk, keywords: readonly string[], options: KeywordOptions = {}): boolean {
  const {older, newer, dirt} = context
  const [was, is] = [older, newer].map(flat => valuesIn(flat, keywords)) as [unknown[], unknown[]]
  if (was.length === 0 && is.length === 0) return false
  const isSame =
    isEqual(was, is) &&
    keywords.every(keyword =>
      said(older, keyword).every(({node, value}, at) => {
        const other = said(newer, keyword)[at]
        return other !== undefined && dirt.isCleanInside(value, node, other.node)
      })
    )
  if (isSame) return false
  const [leader = ''] = keywords.filter(keyword => [older, newer].some(flat => said(flat, keyword).length > 0))
  const {kind = defaultKind(context, keywords, {was, is}), ...proofOptions} = options
  // If only a number changed, only the number is reported, because the schema beside it is the same.
  const number = was.length === 1 && is.length === 1 ? changedNumber(context, keywords) : undefined
  context.tell({
    kind,
    about: number ?? leader,
    ...spotsOf(context, ...(number === undefined ? [] : [number]), ...keywords),
    was: number === undefined ? briefOf(was) : said(older, number)[0]?.value,
    is: number === undefined ? briefOf(is) : said(newer, number)[0]?.value,
    prove: ask(context, keywords, proofOptions)
  })
  return true
}

const valuesIn = (flat: Flat, keywords: readonly string[]): unknown[] =>
  flat.members.flatMap(({raw}) => {
    if (!isRecord(raw)) return []
    const held = picked(raw, keywords)
    return Object.entries(held).some(([keyword, value]) => !isEmptyDependency(keyword, value)) ? [held] : []
  })

/** Whether a keyword for dependencies is empty, and so demands nothing. */
const isEmptyDependency = (keyword: string, value: unknown): boolean =>
  /^depend/.test(keyword) && isRecord(value) && Object.keys(value).length === 0

const defaultKind = (
  context: Desk,
  keywords: readonly string[],
  {was, is}: Record<'was' | 'is', unknown[]>
): ChangeKind =>
  was.length === 0 ? 'constraint-tightened' : is.length === 0 ? 'constraint-loosened' : changedKind(context, keywords)

/** The kind of change between two values, which is only clear for numbers. */
function changedKind(context: Desk, keywords: readonly string[]): ChangeKind {
  const {older, newer} = context
  const keyword = changedNumber(context, keywords)
  if (keyword === undefined) return 'constraint-changed'
  const up = LIMIT_DIRECTIONS[keyword] as 1 | -1
  const [was, is] = [older, newer].map(flat => Number(said(flat, keyword)[0]?.value ?? (up === 1 ? 1 : Infinity)))
  return ((is as number) - (was as number)) * up > 0 ? 'constraint-tightened' : 'constraint-loosened'
}

/** The keyword with a number, if it's the only one that changed; `undefined` otherwise. */
function changedNumber({older, newer}: Pick<Desk, 'older' | 'newer'>, keywords: readonly string[]): string | undefined {
  const moved = keywords.filter(keyword => !isEqual(said(older, keyword)[0]?.value, said(newer, keyword)[0]?.value))
  const [keyword = ''] = moved
  return moved.length === 1 && LIMIT_DIRECTIONS[keyword] !== undefined ? keyword : undefined
}

const LIMIT_DIRECTIONS: Readonly<Record<string, 1 | -1>> = {minContains: 1, maxContains: -1}

const briefOf = (values: readonly unknown[]): unknown => {
  if (values.length === 0) return undefined
  const value = values.length === 1 ? values[0] : values
  return isShort(value) ? value : undefined
}

const REFERENCE = /"\$(ref|dynamicRef|recursiveRef)":/

/**
 * Whether `not` refuses the same values on both sides, however they're written. Long schemas, and those with
 * references, aren't checked.
 */
function refuseTheSame({older, newer, proofs}: Desk): boolean {
  const [[was, ...wasMore], [is, ...isMore]] = [said(older, 'not'), said(newer, 'not')]
  if (!was || !is || wasMore.length > 0 || isMore.length > 0) return false
  if ([was, is].some(({value}) => !isShort(value) || REFERENCE.test(JSON.stringify(value)))) return false
  const [one, other] = [child(was.node, 'not'), child(is.node, 'not')]
  return proofs.lies(one, other).is === 'keeps' && proofs.lies(other, one).is === 'keeps'
}

/** Compares conditions, dependencies, names of properties, and `not`. */
export function compareConditions(context: Desk): void {
  if (!refuseTheSame(context)) compareRest(context, ['not'])
  compareRest(context, ['if', 'then', 'else'])
  compareRest(context, ['dependentRequired'])
  compareRest(context, ['dependentSchemas'])
  compareRest(context, ['dependencies'])
  compareRest(context, ['propertyNames'])
  const [was, is] = [said(context.older, 'contentSchema')[0], said(context.newer, 'contentSchema')[0]]
  if (was && is) {
    const [older, newer] = [child(was.node, 'contentSchema'), child(is.node, 'contentSchema')]
    context.goBelow({older: [older], newer: [newer], step: '', lift: () => undefined})
  } else if (was || is) {
    const kind = is ? 'constraint-tightened' : 'constraint-loosened'
    context.tell({kind, about: 'contentSchema', ...spotsOf(context, 'contentSchema')})
  }
}
