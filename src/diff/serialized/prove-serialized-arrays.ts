import type {Proof} from '../../model/api/change.ts'
import type {Direction} from '../../model/subject/subject.ts'
import {child, type Node} from '../../schema/document/node.ts'
import {isRecord, type Json} from '../../schema/json.ts'
import {type Flat, flatten, NOT_EMPTY, said, typesOf, valuesOf} from '../flatten/flatten.ts'
import {together} from '../flatten/merge-schemas.ts'
import {inPlaceOf, keeps} from '../proof/proofs.ts'
import {scalarsOf} from '../proof/sampler.ts'
import type {Desk} from '../schema-diff-context.ts'
import {writtenAs} from './serialized-types.ts'

interface ListSides {
  /** The contained side. One of the two sides is a list, and the other isn't. */
  readonly sub: Flat
  readonly sup: Flat
  readonly side: Direction
  /** The delimiter between the items of the list. */
  readonly delimiter: string | undefined
}

const MAX_ITEMS = 50
const UNKNOWN: Proof = {is: 'undetermined', why: 'texts that are read as lists'}

/** The keywords that constrain a list as a whole, except for its length. */
const WHOLE_LIST_KEYWORDS = ['enum', 'const', 'not', 'if', 'contains', 'prefixItems', 'unevaluatedItems']

/**
 * Proves whether single values are accepted as lists of one item, which they are unless they contain the delimiter.
 * `texts`: the values as they're written.
 */
export function proveAsList(context: Desk, texts: Node, value: Node, sides: ListSides): Proof {
  const {sub, sup, side, delimiter} = sides
  const {proofs} = context
  const nodes = said(sup, 'items').flatMap(({node, value: items}) => (isRecord(items) ? [child(node, 'items')] : []))
  const items = nodes.length > 0 ? together(nodes) : undefined
  const least = Math.max(0, ...numbersOf(sup, 'minItems'))
  const most = mostOf(sup)
  const isPlain =
    sup.choices.length === 0 &&
    WHOLE_LIST_KEYWORDS.every(keyword => said(sup, keyword).length === 0) &&
    said(sup, 'items').length === nodes.length
  const isDivided = delimiter !== undefined && !neverContains(texts, delimiter, context)
  if (isPlain && least <= 1 && most >= 1) {
    if (!isDivided && (!items || acceptsItem(texts, value, flatten(items), context))) return keeps()
    const isFree = most === Number.POSITIVE_INFINITY && !isTrue(sup, 'uniqueItems')
    if (isFree && (!items || acceptsTexts(flatten(items), {type: 'string'}, context))) return keeps()
  }
  const list = (text: string): Json =>
    (delimiter === undefined ? [text] : text.split(delimiter)).map(
      piece => readings(piece).find(each => items && proofs.accepts(items, each, side)) ?? piece
    )
  for (const one of candidates()) {
    if (one === undefined || !proofs.accepts(sub.node, one, side)) continue
    if (proofs.refuses(sup.node, list(String(one)), side)) return {is: 'breaks', witness: one, at: ''}
  }
  return UNKNOWN

  function* candidates(): Iterable<Json | undefined> {
    const inner = items && flatten(items)
    const answer = inner && inner.choices.length === 0 ? proofs.lies(value, scalarsOf(inner)) : undefined
    if (answer?.is === 'breaks') yield answer.witness
    const example = proofs.example(value)
    yield example
    if (typeof example !== 'string') return
    for (const each of valuesOf(sub)?.values() ?? []) yield each as Json
    if (delimiter === undefined) return
    const piece = items ? context.sampler.of(items, side) : undefined
    const plain = typeof piece === 'object' || piece === undefined || piece === '' ? 'a' : String(piece)
    const count = Number.isFinite(most) ? Math.min(most + 1, MAX_ITEMS) : 2
    const letters = Array.from({length: count}, (_, at) => String.fromCharCode(97 + (at % 26)))
    for (const each of [letters, letters.map(() => plain), [plain, plain], [plain, ''], letters.map(() => '')])
      yield each.join(delimiter)
  }
}

/** Proves whether a list with delimiters is accepted as a text. */
export function proveAsText(
  context: Desk,
  {sub, sup, side, delimiter}: ListSides & {readonly delimiter: string}
): Proof {
  const {proofs, sampler} = context
  const nodes = said(sub, 'items').flatMap(({node, value}) => (isRecord(value) ? [child(node, 'items')] : []))
  const items = nodes.length > 0 ? together(nodes) : undefined
  const types = items && typesOf(flatten(items))
  const areTexts = !types || types.size === 7 || !types.has('object')
  const isFilled = sup.members.some(({raw}) => raw === NOT_EMPTY)
  if (areTexts && acceptsTexts(sup, {type: 'string', ...(isFilled ? NOT_EMPTY : {})}, context)) return keeps()
  if (items && isItem(items, {sub, sup}, context)) return keeps()
  const item = items ? sampler.of(items, side) : 'a'
  if (item === undefined || typeof item === 'object') return UNKNOWN
  const answer = items && proofs.lies(scalarsOf(flatten(items)), scalarsOf(sup))
  const other = answer?.is === 'breaks' ? [answer.witness] : undefined
  for (const list of [[item, item], [item], sampler.of(sub.node, side), other]) {
    // An empty list is the same as nothing.
    if (!Array.isArray(list) || list.length === 0 || !proofs.accepts(sub.node, list, side)) continue
    const texts = readings(list.map(String).join(delimiter))
    if (texts.every(text => proofs.refuses(sup.node, text, side))) return {is: 'breaks', witness: list, at: ''}
  }
  return UNKNOWN
}

/** Whether a schema that accepts only lists is compared with one that accepts none. */
export const isListBeside = (flat: Flat, other: Flat): boolean =>
  typesOf(flat).size === 1 && typesOf(flat).has('array') && !typesOf(other).has('array')

/**
 * The schema of the item, if a list of at most one item is compared with something that isn't a list; `undefined`
 * otherwise.
 */
export function onlyItemOf(flat: Flat, other: Flat): Flat | undefined {
  if (!isListBeside(flat, other) || mostOf(flat) > 1) return undefined
  const nodes = said(flat, 'items').flatMap(({node, value}) => (isRecord(value) ? [child(node, 'items')] : []))
  return nodes.length > 0 ? flatten(together(nodes)) : flatten(inPlaceOf(flat.node, {}))
}

/**
 * Whether a list of at most one item is accepted, because it's written like the item, whatever the delimiter. If the
 * list is empty, nothing is sent, and whether that's allowed is up to the parameter.
 */
function isItem(items: Node, {sub, sup}: Pick<ListSides, 'sub' | 'sup'>, context: Desk): boolean {
  if (mostOf(sub) > 1) return false
  const item = flatten(items)
  return [...typesOf(item)].every(atom => {
    if (atom === 'null' || atom === 'array' || atom === 'object') return false
    const {texts, value} = writtenAs(item, atom)
    return acceptsItem(texts, value, sup, context)
  })
}

/** The maximum number of items, or the length of the longest list if lists are enumerated. */
export function mostOf(flat: Flat): number {
  const values = valuesOf(flat)
  const longest = values
    ? [Math.max(0, ...[...values.values()].map(value => (Array.isArray(value) ? value.length : 0)))]
    : []
  return Math.min(Number.POSITIVE_INFINITY, ...numbersOf(flat, 'maxItems'), ...longest)
}

const numbersOf = (flat: Flat, keyword: string): number[] =>
  said(flat, keyword).flatMap(({value}) => (typeof value === 'number' ? [value] : []))

const isTrue = (flat: Flat, keyword: string): boolean => said(flat, keyword).some(({value}) => value === true)

/** The values that a text can stand for. */
export function readings(text: string): Json[] {
  const number = text.trim() === '' ? Number.NaN : Number(text)
  return [
    ...(Number.isFinite(number) ? [number] : []),
    ...(text === 'true' || text === 'false' ? [text === 'true'] : []),
    text
  ]
}

/** Formats of texts that contain no delimiter. */
const FORMATS_WITHOUT_DELIMITER = /^(date|date-time|time|uuid|ipv4|ipv6|byte)$/

function neverContains(texts: Node, delimiter: string, {proofs}: Desk): boolean {
  const formats = said(flatten(texts), 'format')
  if (delimiter !== '.' && formats.some(({value}) => FORMATS_WITHOUT_DELIMITER.test(String(value)))) return true
  const pattern = delimiter.replace(/[.|]/, '\\$&')
  return proofs.lies(texts, inPlaceOf(texts, {not: {pattern}})).is === 'keeps'
}

function acceptsTexts(flat: Flat, texts: object, {proofs}: Desk): boolean {
  if (flat.choices.length > 0 || ['not', 'if'].some(keyword => said(flat, keyword).length > 0)) return false
  return proofs.lies(inPlaceOf(flat.node, texts), scalarsOf(flat)).is === 'keeps'
}

/** Whether the schema of an item accepts a value, or the text that it's written as. */
function acceptsItem(texts: Node, value: Node, item: Flat, context: Desk): boolean {
  if (['not', 'if'].some(keyword => said(item, keyword).length > 0)) return false
  const isOne = [value, texts].some(each => context.proofs.lies(each, scalarsOf(item)).is === 'keeps')
  if (!isOne || item.choices.length === 0) return isOne
  return item.choices.every(({alternatives}) =>
    alternatives.some(each => acceptsItem(texts, value, flatten(each), context))
  )
}
