import type {Change} from '../../model/api/change.ts'
import type {Piece} from '../text-pieces.ts'
import {nameOf, type Words} from './phrases.ts'
import {ownerPieces, placePieces, sideOf} from './subject.ts'
import {eitherPieces, listPieces, valuePiece} from './values.ts'

// What may be answered, and in which media types anything goes.

const FEW = 4

function takenPieces(change: Change, noun: string): Piece[] {
  const isRest = change.about === 'default'
  if (Array.isArray(change.new))
    return ['any ', isRest ? 'answer' : nameOf(change), ' but ', ...listPieces(change.new, 'or', FEW)]
  return isRest ? [`${noun}s that are not listed (`, nameOf(change), ')'] : [`the ${noun} `, nameOf(change)]
}

/** `default` is no status: it stands for all that are not listed. */
export const answer =
  (answered: string, taken: string, ofError = ''): Words =>
  change => {
    // What the service sends is answered by who receives it.
    const {target} = change.subject
    if (sideOf(change) === 'request' && target.kind === 'operation' && /^(webhook|callback) /.test(target.name))
      return [...ownerPieces(change), taken, ...takenPieces(change, ofError === '' ? 'answer' : 'error')]
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

/** Whether a media type still is one of those that may come, or is a range itself, of which some still may. */
function isAmong(type: string, fresh: unknown): boolean {
  if (type.includes('*') || typeof fresh !== 'string') return type.includes('*')
  const [before, after] = fresh.replace('*/*', '*').split('*')
  return before !== undefined && after !== undefined && type.startsWith(before) && type.endsWith(after)
}

export const mediaType = (request: string, response: string): Words =>
  function words(change) {
    const side = sideOf(change)
    const place = side === 'request' ? ownerPieces(change) : placePieces(change)
    const {kind, about, old, new: fresh} = change
    // What came in its place is another one, which can be read as the one that it was.
    if (kind === 'media-type-removed' && about !== undefined && fresh !== undefined && !isAmong(about, fresh))
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
    const instead = kind === 'media-type-added' && old !== undefined ? [', no longer as ', valuePiece(old)] : []
    return [...place, side === 'request' ? request : response, nameOf(change), ...instead]
  }
