import type {Change} from '../model/api/change.ts'
import {locationMention, type Mention, mentionPieces, ownerMention, sideOf, valueMention} from './subject.ts'
import {codePiece, type TextPiece} from './text-pieces.ts'
import {valueChangePieces, valuePiece} from './values.ts'

// Builders for sentences that several kinds of change share.

/**
 * A sentence about a change, in the parts that several sentences can share:
 *
 *     the default of | query parameter | limit | of | GET /v1/loans | changed from 10 to 20
 *     lead             about                                          predicate
 */
export interface ChangeSentence {
  readonly lead: readonly TextPiece[]
  readonly about: Mention
  readonly predicate: readonly TextPiece[]
}

export type ChangePhrase = (change: Change) => ChangeSentence

/** The words of a sentence, without a full stop. */
export const sentencePieces = ({lead, about, predicate}: ChangeSentence): TextPiece[] => [
  ...lead,
  ...mentionPieces(about),
  ...predicate
]

/** A sentence that begins with what it is about: `Loan.due` is now required. */
export const statement = (about: Mention, ...predicate: readonly TextPiece[]): ChangeSentence => ({
  lead: [],
  about,
  predicate
})

/** A sentence in which words stand before what it is about: the format of `Loan.due` changed. */
export const statementOn = (
  lead: TextPiece | readonly TextPiece[],
  about: Mention,
  ...predicate: readonly TextPiece[]
): ChangeSentence => ({
  lead: typeof lead === 'object' && !('length' in lead) ? [lead] : [lead].flat(),
  about,
  predicate
})

interface SideWords {
  readonly request: string
  readonly response: string
  readonly both: string
}

/** A sentence with different words for requests, responses, and changes that affect both. */
export const phraseBySide =
  (of: (change: Change) => Mention, words: SideWords): ChangePhrase =>
  change =>
    statement(of(change), words[sideOf(change) ?? 'both'])

export const ownerPhrase =
  (words: string): ChangePhrase =>
  change =>
    statement(ownerMention(change), words)

export const valuePhrase =
  (words: string): ChangePhrase =>
  change =>
    statement(valueMention(change), words)

export const valueChangePhrase =
  (what: string): ChangePhrase =>
  change =>
    statementOn(`the ${what} of `, valueMention(change), ...valueChangePieces(change))

/** The keyword, name, or value that changed. `undefined` if the change doesn't say, as one that people wrote. */
export function changedNamePiece({about, old, new: fresh}: Change): TextPiece | undefined {
  const name = about ?? fresh ?? old
  return name === undefined ? undefined : valuePiece(name)
}

/** Inserts an adjective: `the optional query parameter `, `the optional field `. */
export const withAdjective = (about: Mention, adjective: string): Mention =>
  about.noun.startsWith('the ') ? {...about, noun: about.noun.replace('the ', `the ${adjective} `)} : about

/** Connects the name to its owner with another preposition: `due` to the request body of `POST /v1/loans`. */
const withPreposition = (about: Mention, preposition: 'to' | 'from'): Mention => {
  const [first, ...rest] = about.link
  if (about.name === undefined || typeof first !== 'string') return about
  return {...about, link: [first.replace(/^ (?:of|in)\b/, ` ${preposition}`), ...rest]}
}

export const addedPhrase = (about: Mention, ...predicate: readonly TextPiece[]): ChangeSentence =>
  statementOn('added ', withPreposition(about, 'to'), ...predicate)

export const removedPhrase = (about: Mention, possibleName?: string): ChangeSentence =>
  statementOn(
    'removed ',
    withPreposition(about, 'from'),
    ...(possibleName === undefined ? [] : [' (possibly renamed to ', codePiece(possibleName), ')'])
  )

/** A parameter or header, identified by its location, or by its name if no location is known. */
export function parameterMention(change: Change, noun: 'parameter' | 'header' = 'parameter'): Mention {
  const {parameter, header} = change.subject.part ?? {}
  const hasPlace = parameter !== undefined || header !== undefined || change.reaches[0]?.part !== undefined
  if (hasPlace || change.component !== undefined) return locationMention(change)
  const name = String(change.about ?? change.new ?? change.old ?? '')
  if (name === '') return {...ownerMention(change), noun: `a ${noun}`, link: [' of ']}
  return {...ownerMention(change), noun: `the ${noun} `, name, link: [' of ']}
}

/** A piece as plain text. */
export const plainTextOf = (piece: TextPiece): string =>
  typeof piece === 'object' && 'code' in piece ? piece.code : String(piece)
