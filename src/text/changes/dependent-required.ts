import type {Change} from '../../model/api/change.ts'
import type {Piece} from '../text-pieces.ts'
import {placePieces, sideOf} from './subject.ts'
import {listPieces, valuePiece} from './values.ts'

const CAME = {request: ' must now be sent', response: ' is now always there', both: ' is now required'}
const WENT = {request: ' need no longer be sent', response: ' may now be missing', both: ' is no longer required'}
const FEW = 4

/** Of one field, which others must be there with it: `b` must now be sent wherever `a` is. Nothing where that is not all. */
export function dependentPieces(change: Change): Piece[] | undefined {
  const {kind, about, old, new: fresh, at, component} = change
  // A long value is not told: what came of it is not known.
  const isKnown =
    kind === 'constraint-changed' ? old !== undefined && fresh !== undefined : (old ?? fresh) !== undefined
  if (about !== 'dependentRequired' || !isKnown) return undefined
  const [was, is] = [pairsIn(old), pairsIn(fresh)]
  if (!was || !is) return undefined
  const [came, went] = [is.filter(pair => !has(was, pair)), was.filter(pair => !has(is, pair))]
  if (came.length > 0 && went.length > 0) return undefined
  const pairs = [...came, ...went]
  const [first] = pairs
  if (!first || pairs.some(([given]) => given !== first[0])) return undefined
  const path = (name: string): string => (at === '' ? name : `${at}.${name}`)
  const names = pairs.map(([, name]) => path(name))
  const said = (came.length > 0 ? CAME : WENT)[sideOf(change) ?? 'both']
  return [
    ...listPieces(names, 'and', FEW),
    component === undefined ? ' in ' : ' of ',
    ...placePieces(change),
    names.length > 1 ? said.replace(' is ', ' are ') : said,
    ' wherever ',
    valuePiece(path(first[0])),
    ' is'
  ]
}

type Needed = readonly [given: string, name: string]

const has = (pairs: readonly Needed[], [given, name]: Needed): boolean =>
  pairs.some(each => each[0] === given && each[1] === name)

function pairsIn(told: unknown): Needed[] | undefined {
  if (told === undefined) return []
  const map = isObject(told)
    ? Object.entries(told).find(([keyword]) => keyword === 'dependentRequired')?.[1]
    : undefined
  if (!isObject(map)) return undefined
  return Object.entries(map).flatMap(([given, names]) =>
    Array.isArray(names) ? names.map(name => [given, String(name)] as const) : []
  )
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
