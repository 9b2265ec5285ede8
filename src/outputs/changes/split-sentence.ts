import type {Change} from '../../model/api/change.ts'
import {ownerPieces} from '../../phrases/subject.ts'
import {flattenPieces, type TextPiece} from '../../phrases/text-pieces.ts'
import {changeSentence} from '../../text/changes/sentences.ts'
import {
  affectedOperationsKey,
  describeOwners,
  pluralizePredicate,
  removeUncertainSide,
  sharingOperations
} from './affected-operations.ts'

/**
 * A change sentence split into the parts that sentences can share:
 *
 *     the default of | query parameter | limit | of | GET /v1/loans | changed from 10 to 20
 *     lead             noun              name    link  owner          predicate
 */
export interface SplitSentence {
  readonly lead: readonly TextPiece[]
  readonly noun: string
  /** Absent if the change is about its owner as a whole. */
  readonly name?: string
  /** Text between name and owner: ` of `, ` in the 200 response of `. */
  readonly link: readonly TextPiece[]
  readonly owner: readonly TextPiece[]
  /** The component and the field as one name: `Loan.due`. */
  readonly joined?: string
  /** Key of the owners, for comparison, since many owners are only named by their number. */
  readonly whose: string
  readonly predicate: readonly TextPiece[]
  /** The values of the predicate, if it doesn't name them all. */
  readonly values?: readonly (readonly TextPiece[])[]
}

/** Splits the sentence of a change, and names all operations that share it. */
export function splitSentence(seen: Change): SplitSentence {
  const change = removeUncertainSide(seen)
  const {lead, about, predicate} = changeSentence(change)
  const isOwn = flattenPieces(about.owner) === flattenPieces(ownerPieces(change))
  const isPlural = about.link.length === 0 && lead.length === 0 && sharingOperations(change).length > 1
  return {
    ...about,
    lead,
    owner: isOwn ? describeOwners(change) : about.owner,
    whose: affectedOperationsKey(change),
    predicate: isPlural ? pluralizePredicate(predicate) : predicate
  }
}
