import type {Change} from '@tenure/core/model/api/change'
import {type ChangePhrase, changedNamePiece, statement} from '@tenure/core/phrases/phrases'
import {isSentByService, locationMention, ownerMention, sideOf} from '@tenure/core/phrases/subject'
import {codePiece, type TextPiece} from '@tenure/core/phrases/text-pieces'
import {alternativesPieces, listPieces, valuePiece} from '@tenure/core/phrases/values'

// Sentences about statuses and media types.

const FEW = 4

/** `409`, or a range with the statuses that it doesn't include: any `4XX` except `404`. */
const statusPieces = (change: Change): TextPiece[] =>
  Array.isArray(change.new)
    ? [
        ...(change.about === 'default' ? ['any response'] : ['any ', ...namePieces(change)]),
        ' except ',
        ...listPieces(change.new, 'and', FEW)
      ]
    : namePieces(change)

const namePieces = (change: Change): TextPiece[] => [changedNamePiece(change) ?? 'another']

/** A sentence about a status. `default` stands for all statuses that aren't listed. */
export const statusPhrase =
  (isAdded: boolean, kind: 'status' | 'error'): ChangePhrase =>
  change => {
    const about = ownerMention(change)
    const adverb = isAdded ? 'now' : 'no longer'
    if (change.about === 'default' && !Array.isArray(change.new)) {
      const what = kind === 'error' ? 'a default error response' : 'a default response'
      return statement(about, ` ${adverb} documents ${what}`)
    }
    const side = sideOf(change)
    // A response that covers the error is still documented, so the error may still be returned.
    if (!isAdded && side && change.proofs[side]?.is === 'keeps' && !Array.isArray(change.new))
      return statement(about, ` no longer documents the ${kind} `, ...statusPieces(change), ' on its own')
    // Responses to webhooks and callbacks come from the receiver.
    if (side === 'request' && isSentByService(change)) {
      const what = Array.isArray(change.new) ? '' : `the ${kind === 'error' ? 'error' : 'response'} `
      return statement(about, ` ${adverb} accepts ${what}`, ...statusPieces(change))
    }
    // The same response had another status before.
    if (isAdded && typeof change.old === 'string')
      return statement(
        about,
        ` now returns the ${kind} `,
        ...statusPieces(change),
        ' instead of ',
        valuePiece(change.old)
      )
    const verb = isAdded ? ' can now return ' : ' no longer returns '
    if (!changedNamePiece(change))
      return statement(
        about,
        verb,
        isAdded ? `another ${kind}` : `one of its ${kind === 'error' ? 'errors' : 'statuses'}`
      )
    return statement(about, `${verb}${kind === 'error' ? 'the error ' : ''}`, ...statusPieces(change))
  }

/** Whether a media type is still covered by the new range, or is itself a range with some types left. */
function isStillCovered(type: string, fresh: unknown): boolean {
  if (type.includes('*') || typeof fresh !== 'string') return type.includes('*')
  const [before, after] = fresh.replace('*/*', '*').split('*')
  return before !== undefined && after !== undefined && type.startsWith(before) && type.endsWith(after)
}

/** A sentence about an added or removed media type, worded differently for requests and responses. */
export const mediaTypePhrase =
  (isAdded: boolean): ChangePhrase =>
  change => {
    const isRequest = sideOf(change) === 'request'
    const about = isRequest ? ownerMention(change) : locationMention(change)
    const {old, new: fresh} = change
    const name = changedNamePiece(change)
    if (!name)
      return statement(about, isAdded ? ' supports another media type' : ' no longer supports one of its media types')
    if (isAdded) {
      if (typeof old === 'string' && old.includes('*'))
        return statement(about, ' now lists ', name, ', which was covered by ', valuePiece(old))
      const instead = old === undefined ? [] : [' instead of ', valuePiece(old)]
      const verb = isRequest ? ' now accepts ' : old === undefined ? ' can now be ' : ' is now '
      return statement(about, verb, name, ...instead)
    }
    // The replacement is a different type that is read the same way, such as a `+json` type.
    if (change.about !== undefined && fresh !== undefined && !isStillCovered(change.about, fresh))
      return statement(about, ' is now ', ...alternativesPieces(fresh), ' instead of ', name)
    const verb = isRequest ? ' no longer accepts ' : ' is no longer '
    if (Array.isArray(fresh)) return statement(about, `${verb}any `, name, ' except ', ...listPieces(fresh, 'and', FEW))
    if (fresh !== undefined) return statement(about, ' can now be ', valuePiece(fresh), ', not only ', name)
    return statement(about, verb, name)
  }

/** ` a LeakedKey`, with the article that the name needs, or other words if there is no name. */
export function alternativePieces(piece: TextPiece | undefined, unnamed: string): TextPiece[] {
  if (typeof piece !== 'object' || !('code' in piece)) return [unnamed]
  const name = piece.code
  if (name === 'null') return [piece]
  const [, keyword, number] = /^((?:one|any)Of) (\d+)$/.exec(name) ?? []
  if (keyword !== undefined) return [`alternative ${number} of its `, codePiece(keyword)]
  return [/^(?:[aeio]|u(?!n?i|s[aeiu]|[a-z]{0,2}$))/i.test(name) ? 'an ' : 'a ', codePiece(name)]
}
