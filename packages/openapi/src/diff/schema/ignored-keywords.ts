import type {Proof} from '@tenure/core/model/api/change'
import type {Direction} from '@tenure/core/model/subject/subject'
import type {Node} from '@tenure/json-schema/document/node'
import {pickKeywords} from '@tenure/json-schema/exact-numbers'
import {isIgnoredKeyword, isInvalidKeyword, NULL_FLAGS} from '@tenure/json-schema/invalid-keywords'
import {isRecord, own} from '@tenure/json-schema/json'
import {isEqual} from '@tenure/json-schema/json-equality'
import {subschemaForm} from '@tenure/json-schema/keywords'
import {equalsIgnoringDocumentation} from '../documentation.ts'
import {tightestBoundOf} from '../flatten/bounds.ts'
import {type FlatSchema, keywordValues, mergeSchemas, possibleTypesOf} from '../flatten/flatten.ts'
import {refusesNull} from '../flatten/nullable.ts'
import {IGNORED_SIBLINGS} from '../flatten/ref-siblings.ts'
import {createSchemaAt, keepsProof} from '../proof/proofs.ts'
import {
  containmentSidesOf,
  locateKeyword,
  locateKeywordOnBoth,
  type SchemaDiffContext,
  type SchemaLocation
} from '../schema-diff-context.ts'
import {acceptsAnyText} from '../serialized/prove-serialized.ts'
import {reportsNull} from './types.ts'

const BOUNDS = [
  {keyword: 'exclusiveMinimum', bound: 'minimum', up: 1},
  {keyword: 'exclusiveMaximum', bound: 'maximum', up: -1}
] as const

/**
 * Reports flags that have no effect where they stand, such as `nullable` in OpenAPI 3.1. The author meant something by
 * them, so that their change is undetermined if it would break with an effect.
 */
export function compareIgnoredFlags(context: SchemaDiffContext): void {
  if (!reportsNull(context))
    reportFlag(context, NULL_FLAGS, 'sub', (sub, sup) => takesNull(context, sup) || !ignores(sub, NULL_FLAGS))
  for (const {keyword, bound, up} of BOUNDS) {
    const [was, is] = [context.older, context.newer].map(flat => tightestBoundOf(flat, bound, keyword, up))
    // A changed bound is reported instead of its flag.
    if (was?.value === is?.value && was?.isOpen === is?.isOpen)
      reportFlag(context, [keyword], 'sup', sub => !acceptsNumbers(sub))
  }

  function takesNull({proofs, wireFormat}: SchemaDiffContext, sup: FlatSchema): boolean {
    const side = sup === context.newer ? 'request' : 'response'
    return (
      (proofs.accepts(sup.node, null, side) && !refusesNull(sup.node)) ||
      (!!wireFormat && acceptsAnyText(context, side))
    )
  }
}

/**
 * Reports a flag that was added or removed. `harms`: the side whose flag may break something, the contained or the
 * containing one.
 */
function reportFlag(
  context: SchemaDiffContext,
  keywords: readonly string[],
  harms: 'sub' | 'sup',
  isFine: (sub: FlatSchema, sup: FlatSchema) => boolean
): void {
  const {older, newer} = context
  if (ignores(older, keywords) === ignores(newer, keywords)) return
  const by = ignores(newer, keywords) ? newer : older
  const keyword = keywords.find(each => ignores(by, [each])) ?? ''
  context.report({
    kind: 'constraint-changed',
    about: keyword,
    ...locateKeywordOnBoth(context, keyword),
    was: keywordValues(older, keyword)[0]?.value,
    is: keywordValues(newer, keyword)[0]?.value,
    prove: (side): Proof => {
      const sides = containmentSidesOf(context, side)
      if (sides[harms] !== by || isFine(sides.sub, sides.sup)) return keepsProof()
      return {is: 'undetermined', why: explainReading(keyword)}
    }
  })
}

type Siblings = Readonly<Record<string, unknown>>

/**
 * Reports the ignored keywords next to `$ref`, such as `maxLength`, as one change for all keywords that were added,
 * removed, or changed.
 */
export function compareRefSiblings(context: SchemaDiffContext): void {
  const [was, is] = [siblingsIn(context.older), siblingsIn(context.newer)]
  const isIn = (flat: FlatSchema, key: string, value: unknown): boolean =>
    keywordValues(flat, key).some(each => isEqual(each.value, value))
  // A keyword that takes effect on the other side is reported there.
  const isMoved = (key: string, value: unknown): boolean =>
    !/^(read|write)Only$/.test(key) && isIn(context.older, key, value) !== isIn(context.newer, key, value)
  const keywords = Object.keys({...was, ...is}).filter(
    key => !equalsIgnoringDocumentation({[key]: was[key]}, {[key]: is[key]}) && !isMoved(key, was[key] ?? is[key])
  )
  const [first] = keywords
  if (first === undefined) return
  const [before, after] = [was, is].map(all => pickKeywords(all, keywords)) as [Siblings, Siblings]
  const isOpen = (key: string, side: Direction): boolean => {
    const isRemoved = Object.hasOwn(was, key)
    if ([was, is].some(all => isInvalidKeyword(createSchemaAt(context.newer.node, all), key))) return true
    // If the value was omitted, either default can apply.
    if (key === 'default') return context.wireFormat !== undefined || isRemoved
    if (key === 'writeOnly') return side === 'response' && !isRemoved
    // A field that was read-only may have to be sent now.
    return key === 'readOnly' ? side === 'request' : isRemoved && subschemaForm(key) !== 'none'
  }
  context.report({
    kind: 'constraint-changed',
    about: '$ref',
    old: siblingLocation(context.older, keywords),
    new: siblingLocation(context.newer, keywords),
    ...(Object.keys(before).length > 0 ? {was: before} : {}),
    ...(Object.keys(after).length > 0 ? {is: after} : {}),
    prove: (side): Proof => {
      const {sub, sup} = containmentSidesOf(
        {older: satisfiable(context, context.older, before), newer: satisfiable(context, context.newer, after)},
        side
      )
      const held = mergeSchemas([containmentSidesOf(context, side).sub.node, sub])
      const isKept =
        !keywords.some(key => isOpen(key, side)) &&
        context.proofs.prove(side, {sub: held, demands: [sup]}).is === 'keeps'
      return isKept ? keepsProof() : {is: 'undetermined', why: explainReading(first)}
    }
  })
}

/** Reason why a change of a keyword without effect is undetermined. */
const explainReading = (keyword: string): string => `clients may follow \`${keyword}\` there anyway`

/**
 * The keywords as a schema. It allows anything if they contradict the reference, because then no client can follow
 * them.
 */
function satisfiable({proofs}: SchemaDiffContext, {node}: FlatSchema, keywords: Siblings): Node {
  const schema = createSchemaAt(node, keywords)
  const isContradiction = proofs.proveDisjoint('request', node, schema, []).is === 'keeps'
  return isContradiction ? createSchemaAt(node, {}) : schema
}

const siblingsIn = (flat: FlatSchema): Siblings =>
  Object.assign({}, ...keywordValues(flat, IGNORED_SIBLINGS).map(({value}) => value))

function siblingLocation(flat: FlatSchema, keywords: readonly string[]): SchemaLocation {
  for (const {node, value} of keywordValues(flat, IGNORED_SIBLINGS)) {
    const keyword = keywords.find(each => isRecord(value) && own(value, each) !== undefined)
    if (keyword !== undefined) return {node, steps: [keyword]}
  }
  return locateKeyword(flat)
}

const ignores = ({members}: FlatSchema, keywords: readonly string[]): boolean =>
  members.some(node => keywords.some(keyword => isIgnoredKeyword(node, keyword)))

const acceptsNumbers = (flat: FlatSchema): boolean => {
  const types = possibleTypesOf(flat)
  return types.has('integer') || types.has('fraction')
}
