import type {Change} from '@tenure/core/model/api/change'
import {isRecord} from '@tenure/core/model/json'
import {escapePointerKey} from '@tenure/core/model/location'
import {type ChangeSentence, statement, statementOn} from '@tenure/core/phrases/phrases'
import {fieldMention, locationMention, type Mention, sideOf, valueMention} from '@tenure/core/phrases/subject'
import {codePiece, joinPieces, type TextPiece} from '@tenure/core/phrases/text-pieces'
import {alternativesPieces, listPieces, truncate, valueChangePieces, valuePiece} from '@tenure/core/phrases/values'
import {keywordSentence} from './keywords.ts'

/** Names of limits, each with the word for a limit that isn't set. */
const LIMITS: Readonly<Record<string, readonly [noun: string, unset: string]>> = {
  minimum: ['minimum', 'unlimited'],
  maximum: ['maximum', 'unlimited'],
  exclusiveMinimum: ['exclusive minimum', 'unlimited'],
  exclusiveMaximum: ['exclusive maximum', 'unlimited'],
  minLength: ['minimum length', 'none'],
  maxLength: ['maximum length', 'unlimited'],
  minItems: ['minimum number of items', 'none'],
  maxItems: ['maximum number of items', 'unlimited'],
  minProperties: ['minimum number of fields', 'none'],
  maxProperties: ['maximum number of fields', 'unlimited'],
  prefixItems: ['number of leading items', 'none']
}

/** Constraints that values must fit, in words with the constraint at the end. */
interface FitWords {
  readonly noun: string
  readonly fits: string
  readonly fit: string
}

const FITS: Readonly<Record<string, FitWords>> = {
  pattern: {noun: 'pattern', fits: 'matches the pattern', fit: 'match the pattern'},
  multipleOf: {noun: 'divisor', fits: 'is a multiple of', fit: 'be a multiple of'}
}

const FLAGS: Readonly<Record<string, readonly [on: string, off: string]>> = {
  uniqueItems: [' can no longer repeat an item', ' can now repeat items'],
  allowEmptyValue: [' can now be empty', ' can no longer be empty'],
  allowReserved: [
    ' can now contain unescaped reserved characters',
    ' can no longer contain unescaped reserved characters'
  ]
}

/**
 * Whether a field that was covered by the schema of a map, such as `additionalProperties`, now has a schema of its own.
 * Such a change has neither an old nor a new value.
 */
export const isNewlyDocumented = ({kind, about, old, new: fresh, where}: Change): boolean =>
  kind === 'constraint-changed' &&
  about !== undefined &&
  old === undefined &&
  fresh === undefined &&
  where.new?.pointer?.endsWith(`/properties/${escapePointerKey(about)}`) === true

/** Sentence for a field that is newly documented, by what its schema does to the values that were possible before. */
function newlyDocumentedSentence(change: Change): ChangeSentence {
  const about = fieldMention(change)
  const {request, response} = change.proofs
  if (request?.is === 'breaks')
    return statement(about, " is now documented; values that don't match its schema are rejected")
  if (request?.is === 'undetermined')
    return statement(about, " is now documented; values that don't match its schema might be rejected")
  if (response?.is === 'breaks' || response?.is === 'undetermined')
    return statement(about, ' is now documented and can have values that were not possible before')
  return statement(about, ' was added')
}

/** Whether an enumeration of one value was replaced by another single value. */
const isOneForOne = ({kind, about, old, new: fresh}: Change): boolean =>
  kind === 'constraint-changed' &&
  about === 'enum' &&
  ![old, fresh].some(each => each === undefined || Array.isArray(each))

/** Boolean keywords that have an effect only in some versions of OpenAPI, or only next to another keyword. */
const FLAG_KEYWORDS = /^(x-)?nullable$|^exclusiveM(in|ax)imum$/

/**
 * Sentence for a boolean keyword that has no effect where it is used, or `undefined` for other changes. Such changes
 * are reported because an effect was probably intended.
 */
function ineffectiveFlag(change: Change, mention: Mention): ChangeSentence | undefined {
  const {kind, about = '', old, new: fresh} = change
  const areFlags = [old, fresh].every(each => each === undefined || typeof each === 'boolean')
  if (kind !== 'constraint-changed' || !FLAG_KEYWORDS.test(about) || !areFlags || (old ?? fresh) === undefined)
    return undefined
  const flag = codePiece(`${about}: ${old ?? fresh}`)
  if (old === fresh) return statement(mention, ' has ', flag, `, ${EFFECTS[effectOfFlag(change)]}`)
  if (fresh === true) return statement(mention, ' now has ', codePiece(`${about}: true`), ', which has no effect there')
  if (old === true) return statement(mention, ' no longer has ', flag, ', which had no effect there')
  return undefined
}

const EFFECTS = {
  lost: 'which no longer has an effect there',
  gained: 'which now has an effect there',
  changed: 'whose effect there changed'
} as const

/**
 * What happened to the effect of a flag that both descriptions have. For `nullable`, the direction that may break shows
 * it.
 */
function effectOfFlag({about, proofs: {request, response}}: Change): keyof typeof EFFECTS {
  if (about?.endsWith('nullable') !== true) return 'changed'
  if (response?.is === 'undetermined') return 'lost'
  return request?.is === 'undetermined' ? 'gained' : 'changed'
}

/** Sentence for keywords next to a `$ref` that are ignored there, or `undefined` for other changes. */
function refSibling({kind, about, old, new: fresh}: Change, mention: Mention): ChangeSentence | undefined {
  if (kind !== 'constraint-changed' || about !== '$ref') return undefined
  const sibling = [' next to ', codePiece('$ref'), ', which']
  if (fresh === undefined)
    return statement(mention, ' no longer has ', ...keywordsPieces(old), ...sibling, ' had no effect there')
  const was = old === undefined ? [] : [' (previously ', ...keywordsPieces(old), ')']
  return statement(mention, ' now has ', ...keywordsPieces(fresh), ...sibling, ' has no effect there', ...was)
}

/** Keywords, each with its value unless that is an object. */
const keywordsPieces = (keywords: unknown): TextPiece[] =>
  joinPieces(
    Object.entries(keywords ?? {}).map(([keyword, value]): TextPiece[] => [
      codePiece(typeof value === 'object' ? keyword : `${keyword}: ${value}`)
    ]),
    'and'
  )

/** Sentence for a constraint that was set, changed, or removed: the maximum length of `Loan.note` is now `100`. */
export function constraintSentence(change: Change): ChangeSentence {
  const {about = '', old, new: fresh} = change
  if (isNewlyDocumented(change)) return newlyDocumentedSentence(change)
  const mention = valueMention(change)
  const special = ineffectiveFlag(change, mention) ?? refSibling(change, mention)
  if (special) return special
  const flag = FLAGS[about]
  if (flag && (typeof fresh === 'boolean' || typeof old === 'boolean'))
    return statement(mention, flag[fresh === true ? 0 : 1])
  if (about === 'enum' || about === 'const') return allowedValuesSentence(change, mention)
  const fits = FITS[about]
  if (fits) return fittingSentence(change, mention, fits)
  const limit = LIMITS[about]
  if (limit) return limitSentence(change, mention, limit)
  if (about === 'items') return itemsSentence(change)
  if (about === '') return statementOn('the constraints on ', mention, ...directionPieces(change, 'were '))
  return dependentRequired(change) ?? keywordSentence(change, about)
}

function allowedValuesSentence(change: Change, mention: Mention): ChangeSentence {
  const {about, old, new: fresh} = change
  if (about === 'const' || isOneForOne(change)) {
    if (old === undefined && fresh !== undefined)
      return statement(mention, ' now has only one allowed value: ', valuePiece(fresh))
    if (old !== undefined && fresh === undefined)
      return statement(mention, `${verbOf(change)} values other than `, valuePiece(old))
    return statementOn('the only allowed value of ', mention, ...valueChangePieces(change))
  }
  if (old === undefined && fresh === undefined) return statementOn('the allowed values of ', mention, ' changed')
  const isSent = sideOf(change) === 'response'
  if (old === undefined)
    return statement(mention, ` now ${isSent ? 'returns' : 'accepts'} only `, ...alternativesPieces(fresh))
  if (fresh === undefined)
    return statement(mention, `${verbOf(change)} values other than `, ...alternativesPieces(old, 'and'))
  const were = [' (previously ', ...alternativesPieces(old), ')']
  return statementOn('the allowed values of ', mention, ' are now ', ...alternativesPieces(fresh), ...were)
}

const verbOf = (change: Change): string => (sideOf(change) === 'request' ? ' now accepts' : ' can now contain')

function fittingSentence(change: Change, mention: Mention, {noun, fits, fit}: FitWords): ChangeSentence {
  const {old, new: fresh} = change
  const isSent = sideOf(change) === 'response'
  if (old === undefined && fresh !== undefined)
    return statement(mention, isSent ? ` now ${fits} ` : ` must now ${fit} `, valuePiece(fresh))
  if (old !== undefined && fresh === undefined)
    return statement(mention, isSent ? ` no longer ${fits} ` : ` no longer needs to ${fit} `, valuePiece(old))
  return statementOn(`the ${noun} of `, mention, ...valueChangePieces(change))
}

function limitSentence(
  change: Change,
  mention: Mention,
  [noun, unset]: readonly [noun: string, unset: string]
): ChangeSentence {
  const {about = '', old, new: fresh} = change
  // The limit is the same, but changed between inclusive and exclusive.
  if (typeof fresh === 'number' && old === fresh && /^(exclusiveM|m)(in|ax)imum$/.test(about)) {
    const verb = about.startsWith('m') ? ' can now be exactly ' : ' can no longer be exactly '
    return statement(mention, verb, valuePiece(fresh))
  }
  if (old !== undefined && fresh === undefined)
    return statementOn([`the ${noun} (`, valuePiece(old), ') of '], mention, ' was removed')
  if (old === undefined && fresh !== undefined)
    return statementOn(`the ${noun} of `, mention, ' is now ', ...alternativesPieces(fresh), ` (previously ${unset})`)
  if (old === undefined) return statementOn(`the ${noun} of `, mention, ...directionPieces(change, 'was '))
  return statementOn(`the ${noun} of `, mention, ...valueChangePieces({old, new: fresh}))
}

/** ` was tightened`, for a constraint whose values aren't known. */
const directionPieces = ({kind}: Change, were: string): TextPiece[] => [
  kind === 'constraint-changed' ? ' changed' : ` ${were}${kind.slice('constraint-'.length)}`
]

interface SideWords {
  readonly verb: string
  readonly when: string
}
const ADDED_WORDS: Readonly<Record<'request' | 'response' | 'both', SideWords>> = {
  request: {verb: 'is now required', when: 'is sent'},
  response: {verb: 'is now always present', when: 'is present'},
  both: {verb: 'is now required', when: 'is present'}
}
const REMOVED_WORDS: typeof ADDED_WORDS = {
  request: {verb: 'is no longer required', when: 'is sent'},
  response: {verb: 'can now be missing', when: 'is present'},
  both: {verb: 'is no longer required', when: 'is present'}
}
const FEW = 4

/**
 * Sentence for a `dependentRequired` change about a single field: `b` is now required when `a` is sent. `undefined` if
 * the change is about several fields, or both adds and removes requirements.
 */
function dependentRequired(change: Change): ChangeSentence | undefined {
  const {kind, about, old, new: fresh, at} = change
  // Long values are omitted from changes, so the new requirements are unknown.
  const isKnown =
    kind === 'constraint-changed' ? old !== undefined && fresh !== undefined : (old ?? fresh) !== undefined
  if (about !== 'dependentRequired' || !isKnown) return undefined
  const [was, is] = [readDependencies(old), readDependencies(fresh)]
  if (!was || !is) return undefined
  const [added, removed] = [is.filter(pair => !has(was, pair)), was.filter(pair => !has(is, pair))]
  if (added.length > 0 && removed.length > 0) return undefined
  const pairs = [...added, ...removed]
  const [first] = pairs
  if (!first || pairs.some(([given]) => given !== first[0])) return undefined
  const path = (name: string): string => (at === '' ? name : `${at}.${name}`)
  const names = pairs.map(([, name]) => path(name))
  const {verb, when} = (added.length > 0 ? ADDED_WORDS : REMOVED_WORDS)[sideOf(change) ?? 'both']
  const place = locationMention(change)
  const [only, ...others] = names
  const link = change.component === undefined && place.link.length > 0 ? ' in ' : ' of '
  const mention =
    others.length === 0 && only !== undefined
      ? valueMention({...change, at: only})
      : {...place, noun: '', link: [...listPieces(names, 'and', FEW), `${link}${place.noun}`, ...place.link]}
  return statement(
    mention,
    ` ${others.length > 0 ? verb.replace(/^is\b/, 'are') : verb} when `,
    valuePiece(path(first[0])),
    ` ${when}`
  )
}

type Dependency = readonly [given: string, name: string]

const has = (pairs: readonly Dependency[], [given, name]: Dependency): boolean =>
  pairs.some(each => each[0] === given && each[1] === name)

function readDependencies(value: unknown): Dependency[] | undefined {
  if (value === undefined) return []
  const map = isRecord(value)
    ? Object.entries(value).find(([keyword]) => keyword === 'dependentRequired')?.[1]
    : undefined
  if (!isRecord(map)) return undefined
  return Object.entries(map).flatMap(([given, names]) =>
    Array.isArray(names) ? names.map(name => [given, String(name)] as const) : []
  )
}

const PLURALS: Readonly<Record<string, string>> = {
  string: 'strings',
  integer: 'integers',
  number: 'numbers',
  boolean: 'booleans',
  object: 'objects',
  array: 'arrays'
}

/** Sentence for a list whose items had no schema, or have none any more: items of `Loan.notes` must now be strings. */
function itemsSentence(change: Change): ChangeSentence {
  const {kind, old, new: fresh, at, component} = change
  const isSent = sideOf(change) === 'response'
  // In a component, a schema that was added is located at the items, and one that was removed at the list.
  const list = component !== undefined && kind === 'constraint-tightened' ? at.replace(/\[\]$/, '') : at
  const about = valueMention({...change, at: list})
  if (kind === 'constraint-loosened') {
    const more = old === undefined ? [] : [', not only ', ...itemPieces(old)]
    return statementOn('items of ', about, ' can now be anything', ...more)
  }
  if (fresh === undefined)
    return statementOn('items of ', about, isSent ? ' now have a schema' : ' must now match a schema')
  return statementOn('items of ', about, isSent ? ' are now ' : ' must now be ', ...itemPieces(fresh))
}

/** What a schema allows, as a noun in the plural: strings, `Note`, `a` or `b`. */
function itemPieces(schema: unknown): TextPiece[] {
  if (typeof schema !== 'object' || schema === null) return ['values of a certain form']
  const {type, enum: values, format, $ref: reference, items: _, ...others} = schema as Readonly<Record<string, unknown>>
  if (typeof reference === 'string') return [codePiece(truncate(reference.split('/').at(-1) ?? reference))]
  if (Array.isArray(values)) return alternativesPieces(values)
  const types = [type].flat().filter(each => each !== undefined)
  if (types.length === 0) return ['values of a certain form']
  const nouns = types.map((each): TextPiece[] => [PLURALS[String(each)] ?? codePiece(String(each))])
  const hasMore = Object.keys(others).length > 0 || (format !== undefined && typeof format !== 'string')
  return [
    ...joinPieces(nouns, 'or'),
    ...(typeof format === 'string' ? [' with the format ', codePiece(truncate(format))] : []),
    ...(hasMore ? [`${typeof format === 'string' ? ' and' : ' with'} further constraints`] : [])
  ]
}
