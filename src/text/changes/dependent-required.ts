import type {Change} from '../../model/api/change.ts'
import type {TextPiece} from '../text-pieces.ts'
import {locationPieces, sideOf} from './subject.ts'
import {listPieces, valuePiece} from './values.ts'

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
export function dependentRequiredPieces(change: Change): TextPiece[] | undefined {
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
