import {type Change, countChanges} from '../../model/api/change.ts'
import type {Direction} from '../../model/subject/subject.ts'
import type {TextPiece} from '../text-pieces.ts'
import {sideOf, valuePieces} from './subject.ts'
import {listPieces, toJsonText, valuePiece} from './values.ts'

export function enumValuePiece(change: Change): TextPiece {
  const changedValue = shownValue(change)
  return changedValue === undefined ? 'another one' : valuePiece(changedValue)
}

/** The added or removed value. A string that reads like a number or boolean of the other side keeps its quotes. */
function shownValue({old, new: fresh, about}: Change): unknown {
  const changedValue = fresh === undefined ? (old ?? about) : fresh
  return typeof changedValue === 'string' && about === toJsonText(changedValue) ? about : changedValue
}

type Side = Direction | 'both'
const ADDED: Readonly<Record<Side, string>> = {
  request: ' may now be sent as ',
  response: ' may now be ',
  both: ' has the new value'
}
const REMOVED: Readonly<Record<Side, string>> = {
  request: ' may no longer be sent as ',
  response: ' is never ',
  both: ' no longer has the value'
}

/** High limit, because the values appear nowhere else. */
const MOST_VALUES = 100

/**
 * Sentence for values that one enumeration gained or lost. All changes must have the kind and location of the first.
 */
export function enumChangePieces(changes: readonly [Change, ...Change[]]): TextPiece[] {
  const [change] = changes
  const side = sideOf(change) ?? 'both'
  const isAdded = change.kind === 'value-added'
  const values = changes.map(shownValue)
  const count = countChanges(changes)
  const others = count - values.length
  // Set on both sides: the allowed values are the same, and only the list changed.
  if (change.old !== undefined && change.new !== undefined)
    return [
      ...valuePieces(change),
      isAdded ? ' now lists ' : ' no longer lists ',
      ...listPieces(values, 'and', MOST_VALUES, others)
    ]
  const words = (isAdded ? ADDED : REMOVED)[side]
  return [
    ...valuePieces(change),
    side === 'both' ? `${words}${count > 1 ? 's' : ''} ` : words,
    ...(count > 1 ? listPieces(values, side === 'both' ? 'and' : 'or', MOST_VALUES, others) : [enumValuePiece(change)]),
    ...(side === 'response' && !isAdded ? [' any more'] : [])
  ]
}
