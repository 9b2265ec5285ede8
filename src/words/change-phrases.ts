import type {Change} from '../model/change.ts'
import {ownerPieces, placePieces, sideOf, thingPieces} from './change-thing.ts'
import {besidePieces, listPieces, movedPieces, valuePiece} from './change-values.ts'
import {codeOf, type Piece} from './pieces.ts'

// What the words for several kinds have in common.

export type Words = (change: Change) => Piece[]

/** Of what no type is left, as of `false`, nothing may be. */
export const isNone = (types: unknown): boolean => Array.isArray(types) && types.length === 0

/** Of the encodings of a form, the field that it is about. */
export const encodedPieces = ({about}: Change): Piece[] =>
  about === undefined || about === 'style' ? [] : [{code: about}, ' in ']

/** Other words for a request, an answer, and what is met on both sides. */
export const sided =
  (of: (change: Change) => Piece[], words: {request: string; response: string; both: string}): Words =>
  change => [...of(change), words[sideOf(change) ?? 'both']]

export const owner =
  (words: string): Words =>
  change => [...ownerPieces(change), words]

/** What the service sends is not called: it comes. */
export const body =
  (called: string, sent: string): Words =>
  change => [...ownerPieces(change), sideOf(change) === 'response' ? sent : called]

export const thing =
  (words: string): Words =>
  change => [...thingPieces(change), words]

export const moved =
  (what: string): Words =>
  change => [`the ${what} of `, ...thingPieces(change), ...movedPieces(change)]

export const nameOf = ({about, old, new: fresh}: Change): Piece => valuePiece(about ?? fresh ?? old ?? '')
/** A parameter or a header: what its part says, and where that says nothing, its name. */
export const named =
  (noun: string, words: string): Words =>
  change => {
    const {parameter, header} = change.subject.part ?? {}
    const isSaid = parameter !== undefined || header !== undefined || change.reaches[0]?.part !== undefined
    if (isSaid || change.component !== undefined) return [...placePieces(change), words]
    return [`${noun} `, nameOf(change), ' of ', ...ownerPieces(change), words]
  }

/** The same of what may come from either side: what the service sends nobody else must, or may leave out. */
export const passed = (called: string, sent: string): Words => {
  const [asked, comes] = [named('parameter', called), named('parameter', sent)]
  return change => (sideOf(change) === 'response' ? comes : asked)(change)
}

const FEW = 4

/** `default` is no status: it stands for all that are not listed. */
export const answer =
  (answered: string, taken: string, ofError = ''): Words =>
  change => {
    // What the service sends is answered by who receives it.
    const {target} = change.subject
    if (sideOf(change) === 'request' && target.kind === 'operation' && /^(webhook|callback) /.test(target.name))
      return [...ownerPieces(change), taken, ofError === '' ? 'the answer ' : 'the error ', nameOf(change)]
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

export const format: Words = change => {
  const {about} = change
  const what: Piece[] = about === undefined || about === 'format' ? ['format'] : [codeOf(about)]
  return ['the ', ...what, ' of ', ...thingPieces(change), ...movedPieces(change)]
}

export const mediaType = (request: string, response: string): Words =>
  function words(change) {
    const side = sideOf(change)
    const place = side === 'request' ? ownerPieces(change) : placePieces(change)
    // What came in its place is another one, which can be read as the one that it was.
    const {kind, old, new: fresh} = change
    if (kind === 'media-type-removed' && Array.isArray(fresh))
      return [...place, `${response}any `, nameOf(change), ' but ', ...listPieces(fresh, 'or', FEW)]
    if (kind === 'media-type-removed' && fresh !== undefined)
      return [...place, ' may now come as ', valuePiece(fresh), ', no longer just as ', nameOf(change)]
    if (kind === 'media-type-added' && typeof old === 'string' && old.includes('*'))
      return [...place, ' now names ', nameOf(change), ', which was one of ', valuePiece(old)]
    const instead = kind === 'media-type-added' && old !== undefined ? [', no longer as ', valuePiece(old)] : []
    return [...place, side === 'request' ? request : response, nameOf(change), ...instead]
  }

/** Who receives what the service sends is asked for nothing: there it is the service that proves who it is. */
export const security =
  (asked: string, sent: string): Words =>
  change => {
    const words = sideOf(change) === 'response' ? sent : asked
    const {old, new: fresh} = change
    const said = old === undefined && fresh === undefined ? [' (', nameOf(change), ')'] : []
    const both = old !== undefined && fresh !== undefined ? [': ', ...besidePieces(fresh, old)] : []
    return [...ownerPieces(change), words, ...said, ...both]
  }

/** Of a scheme, an address or a scope that is another one, or is not there any more. */
export function insteadPieces({old, new: fresh}: Change): Piece[] {
  if (old !== undefined && fresh !== undefined) return [': ', ...besidePieces(fresh, old)]
  if (old !== undefined) return [', which no longer has ', valuePiece(old)]
  return fresh === undefined ? [] : [', now ', valuePiece(fresh)]
}
