import type {Change} from '../../model/api/change.ts'
import {codeOf, type Piece} from '../text-pieces.ts'
import {ownerPieces, placePieces, sideOf, thingPieces} from './subject.ts'
import {besidePieces, movedPieces, shortened, valuePiece} from './values.ts'

// Builders for sentences that several kinds of change share.

export type Words = (change: Change) => Piece[]

/** Whether no type is allowed, as in the schema `false`. */
export const isNone = (types: unknown): boolean => Array.isArray(types) && types.length === 0

/** The field of a form whose encoding changed. */
export const encodedPieces = ({about}: Change): Piece[] =>
  about === undefined || about === 'style' ? [] : [{code: about}, ' in ']

/** A sentence with different words for requests, responses, and changes that affect both. */
export const sided =
  (of: (change: Change) => Piece[], words: {request: string; response: string; both: string}): Words =>
  change => [...of(change), words[sideOf(change) ?? 'both']]

export const owner =
  (words: string): Words =>
  change => [...ownerPieces(change), words]

/** A sentence about a body, with different words for webhooks and callbacks, which the service sends. */
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

/** A sentence about a parameter or header, identified by its location, or by its name if no location is known. */
export const named =
  (noun: string, words: string): Words =>
  change => {
    const {parameter, header} = change.subject.part ?? {}
    const isSaid = parameter !== undefined || header !== undefined || change.reaches[0]?.part !== undefined
    if (isSaid || change.component !== undefined) return [...placePieces(change), words]
    return [`${noun} `, nameOf(change), ' of ', ...ownerPieces(change), words]
  }

/** A sentence about a parameter, with different words for webhooks and callbacks, which the service sends. */
export const passed = (called: string, sent: string): Words => {
  const [asked, comes] = [named('parameter', called), named('parameter', sent)]
  return change => (sideOf(change) === 'response' ? comes : asked)(change)
}

export const format: Words = change => {
  const {about} = change
  const what: Piece[] = about === undefined || about === 'format' ? ['format'] : [codeOf(about)]
  return ['the ', ...what, ' of ', ...thingPieces(change), ...movedPieces(change)]
}

/** Whether both texts have words that the other one lacks, so that neither extends the other. */
function isDifferent({old, new: fresh}: Change): boolean {
  if (old === 'nothing' || typeof old !== 'string' || typeof fresh !== 'string') return false
  const [was, is] = [old, fresh].map(text => new Set(text.split(/[\s,()]+|\b(?:and|or)\b/))) as [
    Set<string>,
    Set<string>
  ]
  return ![...was].every(word => is.has(word)) && ![...is].every(word => was.has(word))
}

const OR = ', or '

/**
 * Security alternatives that were removed, or `undefined` if others were added or if both lists are short enough to be
 * printed whole.
 */
function removedAlternatives(change: Change): string[] | undefined {
  const {old, new: fresh} = change
  if (typeof old !== 'string' || typeof fresh !== 'string' || sideOf(change) === 'response') return undefined
  const [was, is] = [old.split(OR), fresh.split(OR)]
  const isShown = shortened(old) === old && shortened(fresh) === fresh
  return isShown || !is.every(each => was.includes(each)) ? undefined : was.filter(each => !is.includes(each))
}

/** Sentence for stricter security: a different requirement, or an additional one. */
export const securityStricter: Words = change => {
  const removed = removedAlternatives(change)
  if (removed)
    return [
      ...ownerPieces(change),
      ' no longer accepts ',
      ...removed.flatMap((each, at) => (at === 0 ? [codeOf(each)] : [' or ', codeOf(each)]))
    ]
  const asked = isDifferent(change) ? ASKS_OTHERWISE : ' asks for more of its callers'
  return security(asked, ' comes with more that proves who sends it')(change)
}

export const ASKS_OTHERWISE = ' asks its callers for something else'

/**
 * A sentence about security, with different words for webhooks and callbacks, where the service authenticates itself.
 */
export const security =
  (asked: string, sent: string): Words =>
  change => {
    const words = sideOf(change) === 'response' ? sent : asked
    const {old, new: fresh} = change
    const detail = old === undefined && fresh === undefined ? [' (', nameOf(change), ')'] : []
    const both = old !== undefined && fresh !== undefined ? [': ', ...besidePieces(fresh, old)] : []
    return [...ownerPieces(change), words, ...detail, ...both]
  }

/** The old and new values of a security scheme, URL, or scope. */
export function insteadPieces({old, new: fresh}: Change): Piece[] {
  if (old !== undefined && fresh !== undefined) return [': ', ...besidePieces(fresh, old)]
  if (old !== undefined) return [', which no longer has ', valuePiece(old)]
  return fresh === undefined ? [] : [', now ', valuePiece(fresh)]
}
