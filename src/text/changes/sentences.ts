import {kindOf} from '../../languages/kinds.ts'
import {exchangeNouns} from '../../languages/languages.ts'
import {enumSentence} from '../../languages/value-sentence.ts'
import type {Change} from '../../model/api/change.ts'
import {type ChangeSentence, sentencePieces} from '../../phrases/phrases.ts'
import type {TextPiece} from '../../phrases/text-pieces.ts'

/** Sentence for a change, in parts, as the language of the description defines it for each kind. */
export function changeSentence(change: Change): ChangeSentence {
  const sentence = kindOf(change.kind).sentence(change)
  const {noun, name = ''} = sentence.about
  const [, , part] = exchangeNouns(change.subject.target)
  // What a tool takes are its arguments, and the fields of an argument are fields.
  if (part === undefined || !noun.endsWith(' field ') || /[.[{]/.test(name)) return sentence
  return {...sentence, about: {...sentence.about, noun: noun.replace(/field $/, `${part} `)}}
}

/** Sentence for a change, without a full stop. It begins with a lowercase letter or a name. */
export const changePieces = (change: Change): TextPiece[] => sentencePieces(changeSentence(change))

/** Sentence for one change, or for all values that one enumeration gained or lost. */
export const changesPieces = (changes: readonly [Change, ...Change[]]): TextPiece[] =>
  sentencePieces(changes.length === 1 ? changeSentence(changes[0]) : enumSentence(changes))

/** Sentence for a change as plain text, with names in backticks. */
export const formatChange = (change: Change): string => formatPieces(changePieces(change))

export const formatPieces = (pieces: readonly TextPiece[]): string =>
  pieces.map(piece => (typeof piece === 'string' ? piece : 'code' in piece ? `\`${piece.code}\`` : piece.free)).join('')
