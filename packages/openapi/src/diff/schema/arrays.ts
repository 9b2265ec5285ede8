import {childNode, type Node} from '@tenure/json-schema/document/node'
import {isRecord, type Json, own} from '@tenure/json-schema/json'
import {tightestLimitOf} from '../flatten/bounds.ts'
import {type FlatSchema, keywordValues, listAt, mergeSchemas, resolveSchema} from '../flatten/flatten.ts'
import {createSchemaAt} from '../proof/proofs.ts'
import {createDemandProof, locateKeywordOnBoth, type SchemaDiffContext} from '../schema-diff-context.ts'
import {dropUnusedDefaults} from './defaults.ts'
import {isBriefValue} from './invalid-keywords.ts'
import {compareKeywords, WITH_WHOLE_SCHEMA} from './other-keywords.ts'
import {compareLimit, isAsTightAs} from './scalars.ts'
import {compareUnevaluated} from './unevaluated.ts'

const MAX_ITEMS = 5000

/** Compares the items of arrays, their number, and whether they're unique. */
export function compareArrays(context: SchemaDiffContext): void {
  const {older, newer, sampler} = context
  const lengths = (keyword: 'minItems' | 'maxItems') =>
    createDemandProof(context, [keyword], {
      meets: (sub, sup) => {
        const up = keyword === 'minItems' ? 1 : -1
        return isAsTightAs(tightestLimitOf(sub, keyword, up), tightestLimitOf(sup, keyword, up), up)
      },
      candidates: (sub, sup, side) => {
        const least = tightestLimitOf(sub, 'minItems', 1) ?? 0
        const most = tightestLimitOf(sup, 'maxItems', -1)
        const length = keyword === 'minItems' ? least : Math.max(least, (most ?? 0) + 1)
        return [buildArray(sub, length, node => sampler.sample(node, side))]
      }
    })
  compareLimit(context, 'minItems', 1, lengths('minItems'))
  compareLimit(context, 'maxItems', -1, lengths('maxItems'))
  const [was, is] = [older, newer].map(flat => keywordValues(flat, 'uniqueItems').some(({value}) => value === true))
  if (was !== is) {
    context.report({
      kind: is ? 'constraint-tightened' : 'constraint-loosened',
      about: 'uniqueItems',
      ...locateKeywordOnBoth(context, 'uniqueItems'),
      was,
      is,
      prove: createDemandProof(context, ['uniqueItems'], {
        candidates: (sub, _, side) => {
          const length = Math.max(2, tightestLimitOf(sub, 'minItems', 1) ?? 0)
          return [buildArray(sub, length, node => sampler.sample(node, side))]
        }
      })
    })
  }
  compareItems(context)
}

function buildArray(flat: FlatSchema, length: number, of: (node: Node) => Json | undefined): Json | undefined {
  const items = tupleOf(flat).length > 0 ? [] : itemsOf(flat)
  if (length > MAX_ITEMS) return undefined
  const item = items.length > 0 ? of(mergeSchemas(items)) : 'x'
  if (item === undefined || length < 2) return item === undefined ? undefined : Array.from({length}, () => item)
  const mustDiffer = keywordValues(flat, 'uniqueItems').some(({value}) => value === true)
  return Array.from({length}, (_, at) => (mustDiffer ? varyItem(item, at) : item))
}

/** A variant of an item, with another text or number. The validator decides whether the schema accepts it. */
function varyItem(item: Json, at: number): Json {
  if (typeof item === 'string') return `${item}${at}`
  if (typeof item === 'number') return item + at
  if (!isRecord(item)) return item
  const entries = Object.entries(item as {[name: string]: Json})
  const free =
    entries.find(([, value]) => typeof value === 'number') ?? entries.find(([, value]) => typeof value === 'string')
  return Object.fromEntries(entries.map(([name, value]) => [name, name === free?.[0] ? varyItem(value, at) : value]))
}

/** The schemas of all items, or of those after the positional ones. */
const itemsOf = (flat: FlatSchema): Node[] =>
  keywordValues(flat, 'items').flatMap(({node, value}) => (Array.isArray(value) ? [] : [childNode(node, 'items')]))

const tupleOf = (flat: FlatSchema): Node[] =>
  flat.members.flatMap(node =>
    isRecord(node.raw) ? listAt(node.raw, node.traits.tuple).map((_, at) => childNode(node, node.traits.tuple, at)) : []
  )

/** Compares the schemas of items, by position or of all items. */
export function compareItems(context: SchemaDiffContext): void {
  compareItemSchemas(context)
  compareKeywords(context, ['contains', 'minContains', 'maxContains'])
  compareUnevaluated(context, 'unevaluatedItems')
}

function compareItemSchemas(context: SchemaDiffContext): void {
  const {older, newer} = context
  const [was, is] = [tupleOf(older), tupleOf(newer)]
  if (was.length > 0 || is.length > 0) {
    for (const [at, item] of was.entries()) {
      const other = is[at]
      if (other) context.descend({older: [item], newer: [other], step: `[${at}]`, lift: () => undefined})
    }
    const isSame = was.length === is.length
    if (!isSame) {
      context.report({
        kind: 'constraint-changed',
        about: 'prefixItems',
        ...locateKeywordOnBoth(context, 'prefixItems', 'items'),
        was: was.length,
        is: is.length,
        prove: createDemandProof(context, ['prefixItems', 'items', 'additionalItems'])
      })
      return
    }
    compareKeywords(context, ['additionalItems'], WITH_WHOLE_SCHEMA)
    compareItemsAfterTuple(context)
    return
  }
  const [olds, news] = [itemsOf(older), itemsOf(newer)]
  if (olds.length > 0 && news.length > 0) {
    // An item of an array is always present, so its default has no effect.
    context.descend({
      ...dropUnusedDefaults({older: olds, newer: news}, {older: true, newer: true}),
      step: '[]',
      lift: (value, side) => {
        const least = tightestLimitOf(side === 'request' ? older : newer, 'minItems', 1) ?? 1
        return least <= 60 ? Array.from({length: Math.max(1, least)}, () => value) : undefined
      }
    })
  } else if (olds.length !== news.length) {
    const schema = (olds[0] ?? news[0])?.raw
    if (schema === true || (isRecord(schema) && Object.keys(schema).length === 0)) return
    context.report({
      kind: news.length > 0 ? 'constraint-tightened' : 'constraint-loosened',
      about: 'items',
      ...locateKeywordOnBoth(context, 'items'),
      was: displayedSchema(olds[0]),
      is: displayedSchema(news[0]),
      prove: createDemandProof(context, ['items'], {candidates: () => [[null], ['x'], [1], [{}]]})
    })
  }
}

/** Compares `items` next to `prefixItems`, where it's about the items after the positional ones. */
function compareItemsAfterTuple(context: SchemaDiffContext): void {
  const [olds, news] = [itemsOf(context.older), itemsOf(context.newer)]
  if (olds.length > 0 && news.length > 0) context.descend({older: olds, newer: news, step: '[]', lift: () => undefined})
  else if (olds.length !== news.length) {
    context.report({
      kind: news.length > 0 ? 'constraint-tightened' : 'constraint-loosened',
      about: 'items',
      ...locateKeywordOnBoth(context, 'items'),
      was: displayedSchema(olds[0]),
      is: displayedSchema(news[0]),
      prove: createDemandProof(context, [], {
        demands: sup =>
          keywordValues(sup, 'items').map(({node, value}) => {
            const first = listAt(node.raw as object, 'prefixItems').map(() => ({}))
            return createSchemaAt(node, {prefixItems: first, items: value})
          })
      })
    })
  }
}

/**
 * A schema for display: the reference if it names a component, or else the schema itself; `undefined` if it's too long.
 */
function displayedSchema(node: Node | undefined): unknown {
  const reference = isRecord(node?.raw) ? own(node.raw, '$ref') : undefined
  const isPlace = typeof reference === 'string' && /^#\/(paths|webhooks)\//.test(reference)
  const raw = node && (isPlace ? resolveSchema(node) : node).raw
  return isBriefValue(raw) ? raw : undefined
}
