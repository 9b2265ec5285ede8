import {child, type Node} from '../../schema/document/node.ts'
import {isRecord, type Json, own} from '../../schema/json.ts'
import {limitOf} from '../flatten/bounds.ts'
import {type Flat, listed, said, settled} from '../flatten/flatten.ts'
import {together} from '../flatten/merge-schemas.ts'
import {inPlaceOf} from '../proof/proofs.ts'
import {ask, type Desk, spotsOf} from '../schema-diff-context.ts'
import {isShort} from './brief-values.ts'
import {withoutDefaults} from './defaults.ts'
import {compareRest, TOGETHER} from './other-keywords.ts'
import {compareLimit, isWithin} from './scalars.ts'
import {compareUnseen} from './unevaluated.ts'

const MAX_ITEMS = 5000

/** Compares the items of arrays, their number, and whether they're unique. */
export function compareArrays(context: Desk): void {
  const {older, newer, sampler} = context
  const lengths = (keyword: 'minItems' | 'maxItems') =>
    ask(context, [keyword], {
      meets: (sub, sup) => {
        const up = keyword === 'minItems' ? 1 : -1
        return isWithin(limitOf(sub, keyword, up), limitOf(sup, keyword, up), up)
      },
      candidates: (sub, sup, side) => {
        const least = limitOf(sub, 'minItems', 1) ?? 0
        const most = limitOf(sup, 'maxItems', -1)
        const length = keyword === 'minItems' ? least : Math.max(least, (most ?? 0) + 1)
        return [buildArray(sub, length, node => sampler.of(node, side))]
      }
    })
  compareLimit(context, 'minItems', 1, lengths('minItems'))
  compareLimit(context, 'maxItems', -1, lengths('maxItems'))
  const [was, is] = [older, newer].map(flat => said(flat, 'uniqueItems').some(({value}) => value === true))
  if (was !== is) {
    context.tell({
      kind: is ? 'constraint-tightened' : 'constraint-loosened',
      about: 'uniqueItems',
      ...spotsOf(context, 'uniqueItems'),
      was,
      is,
      prove: ask(context, ['uniqueItems'], {
        candidates: (sub, _, side) => {
          const length = Math.max(2, limitOf(sub, 'minItems', 1) ?? 0)
          return [buildArray(sub, length, node => sampler.of(node, side))]
        }
      })
    })
  }
  compareItems(context)
}

function buildArray(flat: Flat, length: number, of: (node: Node) => Json | undefined): Json | undefined {
  const items = tupleOf(flat).length > 0 ? [] : itemsOf(flat)
  if (length > MAX_ITEMS) return undefined
  const item = items.length > 0 ? of(together(items)) : 'x'
  if (item === undefined || length < 2) return item === undefined ? undefined : Array.from({length}, () => item)
  const mustDiffer = said(flat, 'uniqueItems').some(({value}) => value === true)
  return Array.from({length}, (_, at) => (mustDiffer ? varyItem(item, at) : item))
}

/** The same value with another text or number in it. The validator decides whether the schema accepts it. */
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
const itemsOf = (flat: Flat): Node[] =>
  said(flat, 'items').flatMap(({node, value}) => (Array.isArray(value) ? [] : [child(node, 'items')]))

const tupleOf = (flat: Flat): Node[] =>
  flat.members.flatMap(node =>
    isRecord(node.raw) ? listed(node.raw, node.traits.tuple).map((_, at) => child(node, node.traits.tuple, at)) : []
  )

/** Compares the schemas of items, by position or of all items. */
export function compareItems(context: Desk): void {
  compareItemSchemas(context)
  compareRest(context, ['contains', 'minContains', 'maxContains'])
  compareUnseen(context, 'unevaluatedItems')
}

function compareItemSchemas(context: Desk): void {
  const {older, newer} = context
  const [was, is] = [tupleOf(older), tupleOf(newer)]
  if (was.length > 0 || is.length > 0) {
    for (const [at, item] of was.entries()) {
      const other = is[at]
      if (other) context.goBelow({older: [item], newer: [other], step: `[${at}]`, lift: () => undefined})
    }
    const isSame = was.length === is.length
    if (!isSame) {
      context.tell({
        kind: 'constraint-changed',
        about: 'prefixItems',
        ...spotsOf(context, 'prefixItems', 'items'),
        was: was.length,
        is: is.length,
        prove: ask(context, ['prefixItems', 'items', 'additionalItems'])
      })
      return
    }
    compareRest(context, ['additionalItems'], TOGETHER)
    compareItemsAfterTuple(context)
    return
  }
  const [olds, news] = [itemsOf(older), itemsOf(newer)]
  if (olds.length > 0 && news.length > 0) {
    // An item of an array is always present, so its default has no effect.
    context.goBelow({
      ...withoutDefaults({older: olds, newer: news}, {older: true, newer: true}),
      step: '[]',
      lift: (value, side) => {
        const least = limitOf(side === 'request' ? older : newer, 'minItems', 1) ?? 1
        return least <= 60 ? Array.from({length: Math.max(1, least)}, () => value) : undefined
      }
    })
  } else if (olds.length !== news.length) {
    const schema = (olds[0] ?? news[0])?.raw
    if (schema === true || (isRecord(schema) && Object.keys(schema).length === 0)) return
    context.tell({
      kind: news.length > 0 ? 'constraint-tightened' : 'constraint-loosened',
      about: 'items',
      ...spotsOf(context, 'items'),
      was: displayedSchema(olds[0]),
      is: displayedSchema(news[0]),
      prove: ask(context, ['items'], {candidates: () => [[null], ['x'], [1], [{}]]})
    })
  }
}

/** Compares `items` beside `prefixItems`, where it's about the items after the positional ones. */
function compareItemsAfterTuple(context: Desk): void {
  const [olds, news] = [itemsOf(context.older), itemsOf(context.newer)]
  if (olds.length > 0 && news.length > 0) context.goBelow({older: olds, newer: news, step: '[]', lift: () => undefined})
  else if (olds.length !== news.length) {
    context.tell({
      kind: news.length > 0 ? 'constraint-tightened' : 'constraint-loosened',
      about: 'items',
      ...spotsOf(context, 'items'),
      was: displayedSchema(olds[0]),
      is: displayedSchema(news[0]),
      prove: ask(context, [], {
        demands: sup =>
          said(sup, 'items').map(({node, value}) => {
            const first = listed(node.raw as object, 'prefixItems').map(() => ({}))
            return inPlaceOf(node, {prefixItems: first, items: value})
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
  const raw = node && (isPlace ? settled(node) : node).raw
  return isShort(raw) ? raw : undefined
}
