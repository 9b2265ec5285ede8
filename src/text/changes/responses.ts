import type {Change} from '../../model/api/change.ts'
import type {TextPiece} from '../text-pieces.ts'
import {type ChangePhrase, changedNamePiece} from './phrases.ts'
import {locationPieces, ownerPieces, sideOf} from './subject.ts'
import {alternativesPieces, listPieces, valuePiece} from './values.ts'

// Sentences about statuses and media types.

const FEW = 4

function acceptedPieces(change: Change, noun: string): TextPiece[] {
  const isRest = change.about === 'default'
  if (Array.isArray(change.new))
    return ['any ', isRest ? 'answer' : changedNamePiece(change), ' but ', ...listPieces(change.new, 'or', FEW)]
  return isRest
    ? [`${noun}s that are not listed (`, changedNamePiece(change), ')']
    : [`the ${noun} `, changedNamePiece(change)]
}

/** A sentence about a status. `default` stands for all statuses that aren't listed. */
export const statusPhrase =
  (answered: string, taken: string, ofError = ''): ChangePhrase =>
  change => {
    // Responses to webhooks and callbacks come from the receiver.
    const {target} = change.subject
    if (sideOf(change) === 'request' && target.kind === 'operation' && /^(webhook|callback) /.test(target.name))
      return [...ownerPieces(change), taken, ...acceptedPieces(change, ofError === '' ? 'answer' : 'error')]
    const words = answered
    if (Array.isArray(change.new))
      return [
        ...ownerPieces(change),
        `${words}with any `,
        changedNamePiece(change),
        ' but ',
        ...listPieces(change.new, 'or', FEW)
      ]
    return change.about === 'default'
      ? [
          ...ownerPieces(change),
          words,
          `with ${ofError ? 'an error' : 'a status'} that is not listed (`,
          changedNamePiece(change),
          ')'
        ]
      : [...ownerPieces(change), words, ofError, changedNamePiece(change)]
  }

/** Whether a media type is still covered by the new range, or is itself a range with some types left. */
function isStillCovered(type: string, fresh: unknown): boolean {
  if (type.includes('*') || typeof fresh !== 'string') return type.includes('*')
  const [before, after] = fresh.replace('*/*', '*').split('*')
  return before !== undefined && after !== undefined && type.startsWith(before) && type.endsWith(after)
}

export const mediaTypePhrase = (request: string, response: string): ChangePhrase =>
  function words(change) {
    const side = sideOf(change)
    const place = side === 'request' ? ownerPieces(change) : locationPieces(change)
    const {kind, about, old, new: fresh} = change
    // The replacement is a different type that is read the same way, such as a `+json` type.
    if (kind === 'media-type-removed' && about !== undefined && fresh !== undefined && !isStillCovered(about, fresh))
      return [...place, ' may now come as ', ...alternativesPieces(fresh), ', no longer as ', changedNamePiece(change)]
    if (kind === 'media-type-removed' && Array.isArray(fresh))
      return [
        ...place,
        `${side === 'request' ? request : response}any `,
        changedNamePiece(change),
        ' but ',
        ...listPieces(fresh, 'or', FEW)
      ]
    if (kind === 'media-type-removed' && fresh !== undefined)
      return [...place, ' may now come as ', valuePiece(fresh), ', no longer just as ', changedNamePiece(change)]
    if (kind === 'media-type-added' && typeof old === 'string' && old.includes('*'))
      return [...place, ' now names ', changedNamePiece(change), ', which was one of ', valuePiece(old)]
    const replacement = kind === 'media-type-added' && old !== undefined ? [', no longer as ', valuePiece(old)] : []
    return [...place, side === 'request' ? request : response, changedNamePiece(change), ...replacement]
  }
