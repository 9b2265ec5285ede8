import type {Proof} from '@tenure/core/model/api/change'
import type {Direction} from '@tenure/core/model/subject/subject'
import {childNode, type Node} from '@tenure/json-schema/document/node'
import {isRecord, type Json} from '@tenure/json-schema/json'
import {
  acceptedTypesOf,
  type FlatSchema,
  flatten,
  keywordValues,
  mergeSchemas,
  NOT_EMPTY,
  valuesOf
} from '../flatten/flatten.ts'
import {createSchemaAt, keepsProof} from '../proof/proofs.ts'
import {scalarConstraintsOf} from '../proof/sampler.ts'
import type {SchemaDiffContext} from '../schema-diff-context.ts'
import {serializeType} from './serialized-types.ts'

interface ListSides {
  /** The contained side. One of the two sides is a list, and the other isn't. */
  readonly sub: FlatSchema
  readonly sup: FlatSchema
  readonly side: Direction
  /** The delimiter between the items of the list. */
  readonly delimiter: string | undefined
}

const MAX_ITEMS = 50
const UNKNOWN: Proof = {is: 'undetermined', why: 'strings are read as lists'}
const LIST_IN_LIST: Proof = {is: 'undetermined', why: 'a list in a list has no defined form there'}

/** The keywords that constrain a list as a whole, except for its length. */
const WHOLE_LIST_KEYWORDS = ['enum', 'const', 'not', 'if', 'contains', 'prefixItems', 'unevaluatedItems']

/**
 * Proves whether single values are accepted as lists of one item, which they are unless they contain the delimiter.
 * `texts`: the values as they're written.
 */
export function proveAsList(context: SchemaDiffContext, texts: Node, value: Node, sides: ListSides): Proof {
  const {sub, sup, side, delimiter} = sides
  const {proofs} = context
  const nodes = keywordValues(sup, 'items').flatMap(({node, value: items}) =>
    isRecord(items) ? [childNode(node, 'items')] : []
  )
  const items = nodes.length > 0 ? mergeSchemas(nodes) : undefined
  const least = Math.max(0, ...numbersOf(sup, 'minItems'))
  const most = maxItemsOf(sup)
  const isPlain =
    sup.choices.length === 0 &&
    WHOLE_LIST_KEYWORDS.every(keyword => keywordValues(sup, keyword).length === 0) &&
    keywordValues(sup, 'items').length === nodes.length
  if (context.wireFormat?.isItem) return LIST_IN_LIST
  const isDivided = delimiter !== undefined && !neverContains(texts, delimiter, context)
  if (isPlain && least <= 1 && most >= 1) {
    if (!isDivided && (!items || acceptsItem(texts, value, flatten(items), context))) return keepsProof()
    const isFree = most === Number.POSITIVE_INFINITY && !isTrue(sup, 'uniqueItems')
    if (isFree && (!items || acceptsTexts(flatten(items), {type: 'string'}, context))) return keepsProof()
  }
  const list = (text: string): Json =>
    (delimiter === undefined ? [text] : text.split(delimiter)).map(
      piece => readingsOf(piece).find(each => items && proofs.accepts(items, each, side)) ?? piece
    )
  for (const one of candidates()) {
    if (one === undefined || !proofs.accepts(sub.node, one, side)) continue
    if (proofs.refuses(sup.node, list(String(one)), side)) return {is: 'breaks', witness: one, at: ''}
  }
  return UNKNOWN

  function* candidates(): Iterable<Json | undefined> {
    const inner = items && flatten(items)
    const answer =
      inner && inner.choices.length === 0 ? proofs.isContained(value, scalarConstraintsOf(inner)) : undefined
    if (answer?.is === 'breaks') yield answer.witness
    const example = proofs.findExample(value)
    yield example
    if (typeof example !== 'string') return
    for (const each of valuesOf(sub)?.values() ?? []) yield each as Json
    if (delimiter === undefined) return
    const piece = items ? context.sampler.sample(items, side) : undefined
    const plain = typeof piece === 'object' || piece === undefined || piece === '' ? 'a' : String(piece)
    const count = Number.isFinite(most) ? Math.min(most + 1, MAX_ITEMS) : 2
    const letters = Array.from({length: count}, (_, at) => String.fromCharCode(97 + (at % 26)))
    for (const each of [letters, letters.map(() => plain), [plain, plain], [plain, ''], letters.map(() => '')])
      yield each.join(delimiter)
  }
}

/** Proves whether a list with delimiters is accepted as a text. */
export function proveAsText(
  context: SchemaDiffContext,
  {sub, sup, side, delimiter}: ListSides & {readonly delimiter: string}
): Proof {
  const {proofs, sampler} = context
  const nodes = keywordValues(sub, 'items').flatMap(({node, value}) =>
    isRecord(value) ? [childNode(node, 'items')] : []
  )
  const items = nodes.length > 0 ? mergeSchemas(nodes) : undefined
  const types = items && acceptedTypesOf(flatten(items))
  const areTexts = !types || types.size === 7 || !types.has('object')
  const isFilled = sup.members.some(({raw}) => raw === NOT_EMPTY)
  if (areTexts && acceptsTexts(sup, {type: 'string', ...(isFilled ? NOT_EMPTY : {})}, context)) return keepsProof()
  if (items && isItem(items, {sub, sup}, context)) return keepsProof()
  const item = items ? sampler.sample(items, side) : 'a'
  if (item === undefined || typeof item === 'object') return UNKNOWN
  const answer = items && proofs.isContained(scalarConstraintsOf(flatten(items)), scalarConstraintsOf(sup))
  const other = answer?.is === 'breaks' ? [answer.witness] : undefined
  for (const list of [[item, item], [item], sampler.sample(sub.node, side), other]) {
    // An empty list is the same as nothing.
    if (!Array.isArray(list) || list.length === 0 || !proofs.accepts(sub.node, list, side)) continue
    const texts = readingsOf(list.map(String).join(delimiter))
    if (texts.every(text => proofs.refuses(sup.node, text, side))) return {is: 'breaks', witness: list, at: ''}
  }
  return UNKNOWN
}

/** Whether a schema that accepts only lists is compared with one that accepts none. */
export const isListAgainstSingle = (flat: FlatSchema, other: FlatSchema): boolean =>
  acceptedTypesOf(flat).size === 1 && acceptedTypesOf(flat).has('array') && !acceptedTypesOf(other).has('array')

/**
 * The schema of the item, if a list of at most one item is compared with something that isn't a list; `undefined`
 * otherwise.
 */
export function onlyItemOf(flat: FlatSchema, other: FlatSchema): FlatSchema | undefined {
  if (!isListAgainstSingle(flat, other) || maxItemsOf(flat) > 1) return undefined
  const nodes = keywordValues(flat, 'items').flatMap(({node, value}) =>
    isRecord(value) ? [childNode(node, 'items')] : []
  )
  return nodes.length > 0 ? flatten(mergeSchemas(nodes)) : flatten(createSchemaAt(flat.node, {}))
}

/**
 * Whether a list of at most one item is accepted, because it's written like the item, whatever the delimiter. If the
 * list is empty, nothing is sent, and whether that's allowed is up to the parameter.
 */
function isItem(items: Node, {sub, sup}: Pick<ListSides, 'sub' | 'sup'>, context: SchemaDiffContext): boolean {
  if (maxItemsOf(sub) > 1) return false
  const item = flatten(items)
  return [...acceptedTypesOf(item)].every(atom => {
    if (atom === 'null' || atom === 'array' || atom === 'object') return false
    const {texts, value} = serializeType(item, atom)
    return acceptsItem(texts, value, sup, context)
  })
}

/** The maximum number of items, or the length of the longest list if lists are enumerated. */
export function maxItemsOf(flat: FlatSchema): number {
  const values = valuesOf(flat)
  const longest = values
    ? [Math.max(0, ...[...values.values()].map(value => (Array.isArray(value) ? value.length : 0)))]
    : []
  return Math.min(Number.POSITIVE_INFINITY, ...numbersOf(flat, 'maxItems'), ...longest)
}

const numbersOf = (flat: FlatSchema, keyword: string): number[] =>
  keywordValues(flat, keyword).flatMap(({value}) => (typeof value === 'number' ? [value] : []))

const isTrue = (flat: FlatSchema, keyword: string): boolean =>
  keywordValues(flat, keyword).some(({value}) => value === true)

/** The values that a text can stand for. */
export function readingsOf(text: string): Json[] {
  const number = text.trim() === '' ? Number.NaN : Number(text)
  return [
    ...(Number.isFinite(number) ? [number] : []),
    ...(text === 'true' || text === 'false' ? [text === 'true'] : []),
    text
  ]
}

/** Formats of texts that contain no delimiter. */
const FORMATS_WITHOUT_DELIMITER = /^(date|date-time|time|uuid|ipv4|ipv6|byte)$/

function neverContains(texts: Node, delimiter: string, {proofs}: SchemaDiffContext): boolean {
  const formats = keywordValues(flatten(texts), 'format')
  if (delimiter !== '.' && formats.some(({value}) => FORMATS_WITHOUT_DELIMITER.test(String(value)))) return true
  const pattern = delimiter.replace(/[.|]/, '\\$&')
  return proofs.isContained(texts, createSchemaAt(texts, {not: {pattern}})).is === 'keeps'
}

function acceptsTexts(flat: FlatSchema, texts: object, {proofs}: SchemaDiffContext): boolean {
  if (flat.choices.length > 0 || ['not', 'if'].some(keyword => keywordValues(flat, keyword).length > 0)) return false
  return proofs.isContained(createSchemaAt(flat.node, texts), scalarConstraintsOf(flat)).is === 'keeps'
}

/** Whether the schema of an item accepts a value, or the text that it's written as. */
function acceptsItem(texts: Node, value: Node, item: FlatSchema, context: SchemaDiffContext): boolean {
  if (['not', 'if'].some(keyword => keywordValues(item, keyword).length > 0)) return false
  const isOne = [value, texts].some(each => context.proofs.isContained(each, scalarConstraintsOf(item)).is === 'keeps')
  if (!isOne || item.choices.length === 0) return isOne
  return item.choices.every(({alternatives}) =>
    alternatives.some(each => acceptsItem(texts, value, flatten(each), context))
  )
}
