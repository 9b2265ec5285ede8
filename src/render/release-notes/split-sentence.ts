import type {Change} from '../../model/api/change.ts'
import {changePieces} from '../../text/changes/sentences.ts'
import {fieldPath, fieldPieces, locationPieces, ownerPieces, valuePieces} from '../../text/changes/subject.ts'
import {flattenPieces, type TextPiece} from '../../text/text-pieces.ts'
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
 *     the default of | query parameter | limit | of | GET /v1/loans | is now 20, was 10
 *     lead             noun              name    link  owner          predicate
 */
export interface SplitSentence {
  readonly lead: string
  readonly noun: string
  /** Absent if the change is about its owner as a whole. */
  readonly name?: string
  /** Text between name and owner: ` of `, ` in the response 200 of `. */
  readonly link: readonly TextPiece[]
  readonly owner: readonly TextPiece[]
  /** Key of the owners, for comparison, since many owners are only named by their number. */
  readonly whose: string
  readonly predicate: readonly TextPiece[]
}

/** Splits the sentence of a change. `undefined` if it can't be split. */
export function splitSentence(seen: Change): SplitSentence | undefined {
  const change = removeUncertainSide(seen)
  // The usual sentence of this kind has the location after the verb.
  const sentence = change.kind === 'field-removed' ? [...fieldPieces(change), ' is gone'] : changePieces(change)
  const owner = ownerPieces(change)
  const things = [fieldPieces(change), valuePieces(change), locationPieces(change), owner]
  for (const start of [0, 1, 2, 3]) {
    const before = sentence.slice(0, start)
    if (!before.every(piece => typeof piece === 'string')) break
    const lead = before.join('')
    const rest = sentence.slice(start)
    const thing = things.filter(each => beginsWith(rest, each)).toSorted((a, b) => b.length - a.length)[0]
    if (!thing) continue
    const named = splitName(thing, change, owner)
    if (!named) continue
    const predicate = rest.slice(thing.length)
    const isOwner = named.name === undefined && named.link.length === 0
    const ofAll =
      isOwner && lead === '' && sharingOperations(change).length > 1 ? pluralizePredicate(predicate) : predicate
    return {lead, ...named, owner: describeOwners(change), whose: affectedOperationsKey(change), predicate: ofAll}
  }
  return undefined
}

const beginsWith = (pieces: readonly TextPiece[], start: readonly TextPiece[]): boolean =>
  start.length > 0 && flattenPieces(pieces.slice(0, start.length)) === flattenPieces(start)

function splitName(
  thing: readonly TextPiece[],
  change: Change,
  owner: readonly TextPiece[]
): Omit<SplitSentence, 'lead' | 'owner' | 'whose' | 'predicate'> | undefined {
  if (flattenPieces(thing) === flattenPieces(owner)) return {noun: '', link: []}
  // `Loan.due` is one piece: the component with the field.
  const [only] = thing
  if (change.component !== undefined && thing.length === 1 && typeof only === 'object')
    return {noun: '', name: fieldPath(change), link: [' of ']}
  const head = thing.slice(0, thing.length - owner.length)
  if (flattenPieces(thing.slice(head.length)) !== flattenPieces(owner)) return undefined
  const at = head.findIndex(piece => typeof piece !== 'string')
  const name = head[at]
  // `the request body of` has no name of its own.
  if (at < 0) return {noun: '', link: head}
  if (at > 1 || typeof name !== 'object' || !('code' in name)) return undefined
  const noun = at === 1 ? head[0] : ''
  return {noun: typeof noun === 'string' ? noun : '', name: name.code, link: head.slice(at + 1)}
}
