import type {Change} from '../../model/api/change.ts'
import type {Piece} from '../text-pieces.ts'
import {nameOf, type Words} from './phrases.ts'
import {ownerPieces, placePieces, sideOf} from './subject.ts'
import {eitherPieces, listPieces, valuePiece} from './values.ts'

// Sentences about statuses and media types.

const FEW = 4

function acceptedPieces(change: Change, noun: string): Piece[] {
  const isRest = change.about === 'default'
  if (Array.isArray(change.new))
    return ['any ', isRest ? 'answer' : nameOf(change), ' but ', ...listPieces(change.new, 'or', FEW)]
  return isRest ? [`${noun}s that are not listed (`, nameOf(change), ')'] : [`the ${noun} `, nameOf(change)]
}

/** A sentence about a status. `default` stands for all statuses that aren't listed. */
export const answer =
  (answered: string, taken: string, ofError = ''): Words =>
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
        nameOf(change),
        ' but ',
        ...listPieces(change.new, 'or', FEW)
      ]
    return change.about === 'default'
      ? [
          ...ownerPieces(change),
          words,
          `with ${ofError ? 'an error' : 'a status'} that is not listed (`,
          nameOf(change),
          ')'
        ]
      : [...ownerPieces(change), words, ofError, nameOf(change)]
  }

/** Whether a media type is still covered by the new range, or is itself a range of which some types are left. */
function isStillCovered(type: string, fresh: unknown): boolean {
  if (type.includes('*') || typeof fresh !== 'string') return type.includes('*')
  const [before, after] = fresh.replace('*/*', '*').split('*')
  return before !== undefined && after !== undefined && type.startsWith(before) && type.endsWith(after)
}

export const mediaType = (request: string, response: string): Words =>
  function words(change) {
    const side = sideOf(change)
    const place = side === 'request' ? ownerPieces(change) : placePieces(change)
    const {kind, about, old, new: fresh} = change
    // The replacement is a different type that is read the same way, such as a `+json` type.
    if (kind === 'media-type-removed' && about !== undefined && fresh !== undefined && !isStillCovered(about, fresh))
      return [...place, ' may now come as ', ...eitherPieces(fresh), ', no longer as ', nameOf(change)]
    if (kind === 'media-type-removed' && Array.isArray(fresh))
      return [
        ...place,
        `${side === 'request' ? request : response}any `,
        nameOf(change),
        ' but ',
        ...listPieces(fresh, 'or', FEW)
      ]
    if (kind === 'media-type-removed' && fresh !== undefined)
      return [...place, ' may now come as ', valuePiece(fresh), ', no longer just as ', nameOf(change)]
    if (kind === 'media-type-added' && typeof old === 'string' && old.includes('*'))
      return [...place, ' now names ', nameOf(change), ', which was one of ', valuePiece(old)]
    const replacement = kind === 'media-type-added' && old !== undefined ? [', no longer as ', valuePiece(old)] : []
    return [...place, side === 'request' ? request : response, nameOf(change), ...replacement]
  }
