import type {Change} from '../../model/api/change.ts'
import {codeOf, type Piece} from '../text-pieces.ts'
import {ownerPieces, placePieces, sideOf, thingPieces} from './subject.ts'
import {besidePieces, movedPieces, shortened, valuePiece} from './values.ts'

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

export const format: Words = change => {
  const {about} = change
  const what: Piece[] = about === undefined || about === 'format' ? ['format'] : [codeOf(about)]
  return ['the ', ...what, ' of ', ...thingPieces(change), ...movedPieces(change)]
}

/** The one is not the other with something more, or less. */
function isAnother({old, new: fresh}: Change): boolean {
  if (old === 'nothing' || typeof old !== 'string' || typeof fresh !== 'string') return false
  const [was, is] = [old, fresh].map(text => new Set(text.split(/[\s,()]+|\b(?:and|or)\b/))) as [
    Set<string>,
    Set<string>
  ]
  return ![...was].every(word => is.has(word)) && ![...is].every(word => was.has(word))
}

const OR = ', or '

/** The alternatives that went, where no other came and both lists are too long to be shown whole. */
function alternativesGone(change: Change): string[] | undefined {
  const {old, new: fresh} = change
  if (typeof old !== 'string' || typeof fresh !== 'string' || sideOf(change) === 'response') return undefined
  const [was, is] = [old.split(OR), fresh.split(OR)]
  const isShown = shortened(old) === old && shortened(fresh) === fresh
  return isShown || !is.every(each => was.includes(each)) ? undefined : was.filter(each => !is.includes(each))
}

/** Instead of what was asked for, or beside it. */
export const securityStricter: Words = change => {
  const gone = alternativesGone(change)
  if (gone)
    return [
      ...ownerPieces(change),
      ' no longer accepts ',
      ...gone.flatMap((each, at) => (at === 0 ? [codeOf(each)] : [' or ', codeOf(each)]))
    ]
  const asked = isAnother(change) ? ASKS_OTHERWISE : ' asks for more of its callers'
  return security(asked, ' comes with more that proves who sends it')(change)
}

export const ASKS_OTHERWISE = ' asks its callers for something else'

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
