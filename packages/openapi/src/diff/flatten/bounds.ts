import {writtenDigitsAt} from '@tenure/json-schema/exact-numbers'
import {isRecord, own} from '@tenure/json-schema/json'
import {compareRational, fromInteger, toRational} from '@tenure/json-schema/rational'
import {type FlatSchema, keywordValues} from './flatten.ts'

export interface Bound {
  readonly value: number
  readonly isOpen: boolean
  /** The number as it's written, if JavaScript can't represent it exactly. */
  readonly text: string | undefined
}

/** The tightest of all bounds; `up` is 1 for lower bounds, -1 for upper ones. `undefined` if there are none. */
export function tightestBoundOf(flat: FlatSchema, keyword: string, exclusive: string, up: 1 | -1): Bound | undefined {
  let most: Bound | undefined
  for (const {raw, traits} of flat.members) {
    if (!isRecord(raw)) continue
    const [closed, open] = [own(raw, keyword), own(raw, exclusive)]
    const found: Bound[] = []
    if (typeof closed === 'number')
      found.push({value: closed, isOpen: traits.exclusiveIsFlag && open === true, text: writtenDigitsAt(raw, keyword)})
    if (typeof open === 'number') found.push({value: open, isOpen: true, text: writtenDigitsAt(raw, exclusive)})
    for (const bound of found) if (!most || compareBounds(bound, most, up) > 0) most = bound
  }
  return most
}

export const compareBounds = (a: Bound, b: Bound, up: 1 | -1): number =>
  (Math.sign(a.value - b.value) || compareWritten(a, b)) * up || Number(a.isOpen) - Number(b.isOpen)

/** Orders two numbers that are written differently but have the same JavaScript number. */
function compareWritten(a: Bound, b: Bound): number {
  if (a.text === b.text) return 0
  const [left, right] = [a, b].map(({text, value}) =>
    text === undefined ? toRational(value) : fromInteger(BigInt(text))
  )
  return left && right ? compareRational(left, right) : 0
}

/** The tightest value of a keyword that limits from below (`up` 1) or above (-1); `undefined` if there is none. */
export function tightestLimitOf(flat: FlatSchema, keyword: string, up: 1 | -1): number | undefined {
  const values = keywordValues(flat, keyword).flatMap(({value}) => (typeof value === 'number' ? [value] : []))
  if (values.length === 0) return undefined
  return up === 1 ? Math.max(...values) : Math.min(...values)
}
