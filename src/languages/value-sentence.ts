import {type Change, countChanges} from '../model/api/change.ts'
import type {Direction} from '../model/subject/subject.ts'
import {type ChangeSentence, statement} from '../phrases/phrases.ts'
import {isOfWebhook, sideOf, valueMention} from '../phrases/subject.ts'
import type {TextPiece} from '../phrases/text-pieces.ts'
import {listPieces, toJsonText, valuePiece} from '../phrases/values.ts'

/** The added or removed value as code, or words for it. */
export function changedValuePiece(change: Change): TextPiece {
  const changedValue = changedValueOf(change)
  if (changedValue !== undefined) return valuePiece(changedValue)
  return change.kind === 'value-removed' ? 'one of its values' : 'another value'
}

/** The added or removed value. A string that looks like a number or boolean is given with quotes, as `about` has it. */
export function changedValueOf({old, new: fresh, about}: Change): unknown {
  const changedValue = fresh === undefined ? (old ?? about) : fresh
  return typeof changedValue === 'string' && about === toJsonText(changedValue) ? about : changedValue
}

type Side = Direction | 'both' | 'webhook'
const ADDED: Readonly<Record<Side, string>> = {
  request: ' now accepts ',
  response: ' can now return ',
  webhook: ' can now contain ',
  both: ' now allows '
}
const REMOVED: Readonly<Record<Side, string>> = {
  request: ' no longer accepts ',
  response: ' no longer returns ',
  webhook: ' no longer contains ',
  both: ' no longer allows '
}

/** The words if the sentence is about a named enumeration, which contains and returns nothing itself. */
const NAMED: Readonly<Record<string, string>> = {
  ' can now return ': ' can now be ',
  ' can now contain ': ' can now be ',
  ' no longer returns ': ' can no longer be ',
  ' no longer contains ': ' can no longer be '
}

/** The maximum number of values in a sentence. It's high, because the values appear nowhere else. */
const MOST_VALUES = 100

/**
 * Sentence for values that one enumeration gained or lost. All changes must have the kind and location of the first.
 */
export function enumSentence(changes: readonly [Change, ...Change[]]): ChangeSentence {
  const [change] = changes
  const side: Side = isOfWebhook(change) ? 'webhook' : (sideOf(change) ?? 'both')
  const isAdded = change.kind === 'value-added'
  const values = changes.map(changedValueOf)
  const count = countChanges(changes)
  const others = count - values.length
  const about = valueMention(change)
  // If a change has both values, the allowed values are the same, and only the list changed.
  if (change.old !== undefined && change.new !== undefined)
    return statement(
      about,
      isAdded ? ' now lists ' : ' no longer lists ',
      ...listPieces(values, 'and', MOST_VALUES, others)
    )
  const link = isAdded && side !== 'response' && side !== 'webhook' ? 'and' : 'or'
  const verb = (isAdded ? ADDED : REMOVED)[side]
  const isNamed = about.name === undefined && about.joined === undefined && change.component !== undefined
  return statement(
    about,
    isNamed ? (NAMED[verb] ?? verb) : verb,
    ...(count > 1 ? listPieces(values, link, MOST_VALUES, others) : [changedValuePiece(change)])
  )
}
