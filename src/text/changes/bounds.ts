import type {Change} from '../../model/api/change.ts'
import {escapePointerKey} from '../../model/location.ts'
import {codePiece, type TextPiece} from '../text-pieces.ts'
import {keywordPieces} from './keywords.ts'
import {fieldPieces, locationPieces, sideOf, valuePieces} from './subject.ts'
import {alternativesPieces, listPieces, valueChangePieces, valuePiece} from './values.ts'

/** Names of constraint keywords, with their article. */
const NOUNS: Readonly<Record<string, readonly [article: string, noun: string]>> = {
  minimum: ['a', 'least value'],
  maximum: ['a', 'greatest value'],
  exclusiveMinimum: ['a', 'value that it must exceed'],
  exclusiveMaximum: ['a', 'value that it must stay below'],
  multipleOf: ['a', 'step'],
  minLength: ['a', 'least length'],
  maxLength: ['a', 'greatest length'],
  pattern: ['a', 'pattern'],
  minItems: ['a', 'least number of items'],
  maxItems: ['a', 'greatest number of items'],
  minProperties: ['a', 'least number of fields'],
  maxProperties: ['a', 'greatest number of fields'],
  enum: ['a', 'list of allowed values'],
  const: ['an', 'only allowed value'],
  items: ['a', 'type of items'],
  prefixItems: ['a', 'number of leading items']
}

const FLAGS: Readonly<Record<string, readonly [on: string, off: string]>> = {
  uniqueItems: [' must no longer repeat an item', ' may now repeat an item'],
  allowEmptyValue: [' may now be empty', ' may no longer be empty'],
  allowReserved: [' may now hold `:`, `@` or `,` as they are', ' must escape `:`, `@` and `,` now']
}

/**
 * Whether a field that was covered by the schema of a map, such as `additionalProperties`, now has a schema of its own.
 * Such a change has neither an old nor a new value.
 */
const leftMap = ({kind, about, old, new: fresh, where}: Change): boolean =>
  kind === 'constraint-changed' &&
  about !== undefined &&
  old === undefined &&
  fresh === undefined &&
  where.new?.pointer?.endsWith(`/properties/${escapePointerKey(about)}`) === true

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
function ineffectiveFlagPieces(
  {kind, about = '', old, new: fresh}: Change,
  thing: readonly TextPiece[]
): TextPiece[] | undefined {
  const areFlags = [old, fresh].every(each => each === undefined || typeof each === 'boolean')
  if (kind !== 'constraint-changed' || !FLAG_KEYWORDS.test(about) || !areFlags || (old ?? fresh) === undefined)
    return undefined
  if (old === fresh) return [codePiece(`${about}: ${old}`), ' of ', ...thing, ' is no longer read as it was']
  if (fresh === true) return [...thing, ' now says ', codePiece(`${about}: true`), ', which means nothing there']
  if (old === true) return [...thing, ' no longer says ', codePiece(`${about}: true`), ', which meant nothing there']
  return undefined
}

/** Sentence for keywords next to a `$ref` that are ignored there, or `undefined` for other changes. */
function refSiblingPieces(
  {kind, about, old, new: fresh}: Change,
  thing: readonly TextPiece[]
): TextPiece[] | undefined {
  if (kind !== 'constraint-changed' || about !== '$ref') return undefined
  const sibling = [' beside ', codePiece('$ref'), ', which']
  if (old === undefined) return [...thing, ' now says ', ...keywordsPieces(fresh), ...sibling, ' means nothing there']
  if (fresh === undefined)
    return [...thing, ' no longer says ', ...keywordsPieces(old), ...sibling, ' meant nothing there']
  const were = ['; it said ', ...keywordsPieces(old)]
  return [...thing, ' now says ', ...keywordsPieces(fresh), ...sibling, ' means nothing there', ...were]
}

/** Keywords, each with its value unless that is an object. */
const keywordsPieces = (keywords: unknown): TextPiece[] =>
  Object.entries(keywords ?? {}).flatMap(([keyword, value], at) => [
    ...(at > 0 ? [', '] : []),
    codePiece(typeof value === 'object' ? keyword : `${keyword}: ${value}`)
  ])

/**
 * Sentence for a constraint that was set, changed, or removed: the greatest length of `note` of `Loan` is now `100`,
 * was `200`.
 */
export function constraintPieces(change: Change): TextPiece[] {
  const {about = '', old, new: fresh} = change
  if (leftMap(change)) return [...fieldPieces(change), ' has a schema of its own now, and was one of the other fields']
  const thing = valuePieces(change)
  const flagged = ineffectiveFlagPieces(change, thing)
  if (flagged) return flagged
  const sibling = refSiblingPieces(change, thing)
  if (sibling) return sibling
  const flag = FLAGS[about]
  if (flag && (typeof fresh === 'boolean' || typeof old === 'boolean')) return [...thing, flag[fresh === true ? 0 : 1]]
  const [article, noun] = NOUNS[isOneForOne(change) ? 'const' : about] ?? []
  if (!article || !noun) {
    if (about === '') return ['what is asked of ', ...thing, ' has changed']
    return dependentRequiredPieces(change) ?? keywordPieces(change, about)
  }
  // The limit is the same, but changed between inclusive and exclusive.
  if (typeof fresh === 'number' && old === fresh && /^(exclusiveM|m)(in|ax)imum$/.test(about))
    return [
      ...thing,
      about.startsWith('m') ? ' may now be ' : ' may no longer be ',
      ...alternativesPieces(fresh),
      ' itself'
    ]
  if (old === undefined && fresh === undefined) return [`the ${noun} of `, ...thing, ' has changed']
  if (old === undefined) return [...thing, ` now has ${article} ${noun}: `, ...alternativesPieces(fresh)]
  if (fresh === undefined) return [...thing, ` no longer has ${article} ${noun}, was `, ...alternativesPieces(old)]
  return [`the ${noun} of `, ...thing, ...valueChangePieces(change)]
}

const ADDED_WORDS = {request: ' must now be sent', response: ' is now always there', both: ' is now required'}
const REMOVED_WORDS = {
  request: ' need no longer be sent',
  response: ' may now be missing',
  both: ' is no longer required'
}
const FEW = 4

/**
 * Sentence for a `dependentRequired` change about a single field: `b` must now be sent wherever `a` is. `undefined` if
 * the change is about several fields, or both adds and removes requirements.
 */
function dependentRequiredPieces(change: Change): TextPiece[] | undefined {
  const {kind, about, old, new: fresh, at, component} = change
  // Long values are omitted from changes, so the new requirements are unknown.
  const isKnown =
    kind === 'constraint-changed' ? old !== undefined && fresh !== undefined : (old ?? fresh) !== undefined
  if (about !== 'dependentRequired' || !isKnown) return undefined
  const [was, is] = [readDependencies(old), readDependencies(fresh)]
  if (!was || !is) return undefined
  const [came, went] = [is.filter(pair => !has(was, pair)), was.filter(pair => !has(is, pair))]
  if (came.length > 0 && went.length > 0) return undefined
  const pairs = [...came, ...went]
  const [first] = pairs
  if (!first || pairs.some(([given]) => given !== first[0])) return undefined
  const path = (name: string): string => (at === '' ? name : `${at}.${name}`)
  const names = pairs.map(([, name]) => path(name))
  const words = (came.length > 0 ? ADDED_WORDS : REMOVED_WORDS)[sideOf(change) ?? 'both']
  return [
    ...listPieces(names, 'and', FEW),
    component === undefined ? ' in ' : ' of ',
    ...locationPieces(change),
    names.length > 1 ? words.replace(' is ', ' are ') : words,
    ' wherever ',
    valuePiece(path(first[0])),
    ' is'
  ]
}

type Dependency = readonly [given: string, name: string]

const has = (pairs: readonly Dependency[], [given, name]: Dependency): boolean =>
  pairs.some(each => each[0] === given && each[1] === name)

function readDependencies(value: unknown): Dependency[] | undefined {
  if (value === undefined) return []
  const map = isObject(value)
    ? Object.entries(value).find(([keyword]) => keyword === 'dependentRequired')?.[1]
    : undefined
  if (!isObject(map)) return undefined
  return Object.entries(map).flatMap(([given, names]) =>
    Array.isArray(names) ? names.map(name => [given, String(name)] as const) : []
  )
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
