import type {Change} from '@tenure/core/model/api/change'
import {type ChangeSentence, statement, statementOn} from '@tenure/core/phrases/phrases'
import {sideOf, valueMention} from '@tenure/core/phrases/subject'
import {codePiece, type TextPiece} from '@tenure/core/phrases/text-pieces'
import {listPieces, valueChangePieces} from '@tenure/core/phrases/values'

/** Sentence for a keyword without a common name: the request body of `POST /v1/loans` now has `if`. */
export function keywordSentence(change: Change, about: string): ChangeSentence {
  const mention = valueMention(change)
  const {isAdded, isRemoved} = additionOrRemoval(change, about)
  if (about === 'additionalProperties' && (isAdded || isRemoved))
    return statement(
      mention,
      isAdded ? ' now restricts undocumented fields' : ' no longer restricts undocumented fields'
    )
  const [was, is] = [valueIn(change.old, about), valueIn(change.new, about)]
  const dependents = about === 'dependentSchemas' ? Object.keys({...asObject(was), ...asObject(is)}) : []
  if (dependents.length > 0 && (isAdded || isRemoved))
    return statement(
      mention,
      ` ${isAdded ? 'now has' : 'no longer has'} further constraints when `,
      ...listPieces(dependents, 'or', MOST_DEPENDENTS),
      sideOf(change) === 'request' ? ' is sent' : ' is present'
    )
  if (isAdded) return statement(mention, ' now has ', withValue(about, is))
  if (isRemoved) return statement(mention, ' no longer has ', withValue(about, was))
  // The keyword itself may be unchanged while an adjacent keyword changed its effect.
  if (about.startsWith('unevaluated') && (was === undefined || is === undefined))
    return statementOn(['what ', codePiece(about), ' rejects in '], mention, ' changed')
  const isShown = isShort(was) && isShort(is) && (was ?? is) !== undefined
  const predicate = isShown ? valueChangePieces({old: was, new: is}) : [' changed']
  return statementOn([codePiece(about), ' of '], mention, ...predicate)
}

/** Whether a keyword was added or removed, as far as known: long values are omitted on both sides. */
function additionOrRemoval({kind, old, new: fresh}: Change, about: string): {isAdded: boolean; isRemoved: boolean} {
  const isOne = (old === undefined) !== (fresh === undefined)
  if (kind === 'constraint-changed' || typeof (old ?? fresh) === 'number') return {isAdded: false, isRemoved: false}
  // A schema replaced `true`, or the reverse.
  if (about === 'additionalProperties')
    return {isAdded: kind === 'constraint-tightened', isRemoved: kind === 'constraint-loosened'}
  if (isOne) return {isAdded: old === undefined, isRemoved: fresh === undefined}
  // A new `patternProperties` can allow fields where no others are allowed, so the direction of the change says
  // nothing.
  if (old !== undefined || about === 'patternProperties') return {isAdded: false, isRemoved: false}
  return {isAdded: kind === 'constraint-tightened', isRemoved: kind === 'constraint-loosened'}
}

/** The value of a keyword. Changes of several keywords at once hold an object with a value for each. */
function valueIn(value: unknown, about: string): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const entries = Object.entries(value)
  return entries.length === 1 && entries[0]?.[0] === about ? entries[0][1] : value
}

const withValue = (about: string, value: unknown): TextPiece =>
  codePiece(typeof value === 'boolean' ? `${about}: ${value}` : about)

const MOST_DEPENDENTS = 4

const asObject = (value: unknown): object => (typeof value === 'object' && value !== null ? value : {})

/** Objects aren't printed: whole schemas are too long for a sentence. */
const isShort = (value: unknown): boolean => typeof value !== 'object'
