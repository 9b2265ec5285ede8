import type {Change} from '../../model/api/change.ts'
import {codePiece, type TextPiece} from '../text-pieces.ts'
import {locationPieces, ownerPieces, sideOf, valuePieces} from './subject.ts'
import {newWasOldPieces, truncate, valueChangePieces, valuePiece} from './values.ts'

// Builders for sentences that several kinds of change share.

export type ChangePhrase = (change: Change) => TextPiece[]

/** Whether no type is allowed, as in the schema `false`. */
export const allowsNoType = (types: unknown): boolean => Array.isArray(types) && types.length === 0

/** The field of a form whose encoding changed. */
export const encodedFieldPieces = ({about}: Change): TextPiece[] =>
  about === undefined || about === 'style' ? [] : [{code: about}, ' in ']

/** A sentence with different words for requests, responses, and changes that affect both. */
export const phraseBySide =
  (of: (change: Change) => TextPiece[], words: {request: string; response: string; both: string}): ChangePhrase =>
  change => [...of(change), words[sideOf(change) ?? 'both']]

export const ownerPhrase =
  (words: string): ChangePhrase =>
  change => [...ownerPieces(change), words]

/** A sentence about a body, with different words for webhooks and callbacks, which the service sends. */
export const bodyPhrase =
  (called: string, sent: string): ChangePhrase =>
  change => [...ownerPieces(change), sideOf(change) === 'response' ? sent : called]

export const valuePhrase =
  (words: string): ChangePhrase =>
  change => [...valuePieces(change), words]

export const valueChangePhrase =
  (what: string): ChangePhrase =>
  change => [`the ${what} of `, ...valuePieces(change), ...valueChangePieces(change)]

export const changedNamePiece = ({about, old, new: fresh}: Change): TextPiece => valuePiece(about ?? fresh ?? old ?? '')

/** A sentence about a parameter or header, identified by its location, or by its name if no location is known. */
export const parameterOrHeaderPhrase =
  (noun: string, words: string): ChangePhrase =>
  change => {
    const {parameter, header} = change.subject.part ?? {}
    const isSaid = parameter !== undefined || header !== undefined || change.reaches[0]?.part !== undefined
    if (isSaid || change.component !== undefined) return [...locationPieces(change), words]
    return [`${noun} `, changedNamePiece(change), ' of ', ...ownerPieces(change), words]
  }

/** A sentence about a parameter, with different words for webhooks and callbacks, which the service sends. */
export const parameterPhrase = (called: string, sent: string): ChangePhrase => {
  const [asked, comes] = [parameterOrHeaderPhrase('parameter', called), parameterOrHeaderPhrase('parameter', sent)]
  return change => (sideOf(change) === 'response' ? comes : asked)(change)
}

export const formatPhrase: ChangePhrase = change => {
  const {about} = change
  const what: TextPiece[] = about === undefined || about === 'format' ? ['format'] : [codePiece(about)]
  return ['the ', ...what, ' of ', ...valuePieces(change), ...valueChangePieces(change)]
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
  const isShown = truncate(old) === old && truncate(fresh) === fresh
  return isShown || !is.every(each => was.includes(each)) ? undefined : was.filter(each => !is.includes(each))
}

/** Sentence for stricter security: a different requirement, or an additional one. */
export const stricterSecurityPhrase: ChangePhrase = change => {
  const removed = removedAlternatives(change)
  if (removed)
    return [
      ...ownerPieces(change),
      ' no longer accepts ',
      ...removed.flatMap((each, at) => (at === 0 ? [codePiece(each)] : [' or ', codePiece(each)]))
    ]
  const asked = isDifferent(change) ? DIFFERENT_SECURITY : ' asks for more of its callers'
  return securityPhrase(asked, ' comes with more that proves who sends it')(change)
}

export const DIFFERENT_SECURITY = ' asks its callers for something else'

/**
 * A sentence about security, with different words for webhooks and callbacks, where the service authenticates itself.
 */
export const securityPhrase =
  (asked: string, sent: string): ChangePhrase =>
  change => {
    const words = sideOf(change) === 'response' ? sent : asked
    const {old, new: fresh} = change
    const detail = old === undefined && fresh === undefined ? [' (', changedNamePiece(change), ')'] : []
    const both = old !== undefined && fresh !== undefined ? [': ', ...newWasOldPieces(fresh, old)] : []
    return [...ownerPieces(change), words, ...detail, ...both]
  }

/** The old and new values of a security scheme, URL, or scope. */
export function newAndOldPieces({old, new: fresh}: Change): TextPiece[] {
  if (old !== undefined && fresh !== undefined) return [': ', ...newWasOldPieces(fresh, old)]
  if (old !== undefined) return [', which no longer has ', valuePiece(old)]
  return fresh === undefined ? [] : [', now ', valuePiece(fresh)]
}
