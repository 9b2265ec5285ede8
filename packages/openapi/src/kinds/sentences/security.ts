import type {Change} from '@tenure/core/model/api/change'
import {type ChangePhrase, changedNamePiece, statement, statementOn} from '@tenure/core/phrases/phrases'
import {ownerMention, sideOf} from '@tenure/core/phrases/subject'
import {codePiece, joinPieces, type TextPiece} from '@tenure/core/phrases/text-pieces'
import {differingPieces, fromToPieces, listPieces, truncate, valuePiece} from '@tenure/core/phrases/values'

// Sentences about security requirements. A change holds them as text: `apiKey and appKey, or oauth (read, write)`.

const NOTHING = 'nothing'

const alternativesIn = (text: string): string[] => text.split(', or ')
const schemesIn = (text: string): string[] => text.split(' and ')

/** Schemes that are needed together: `apiKey` and `appKey`. */
const schemesPieces = (text: string): TextPiece[] =>
  text === NOTHING
    ? ['no authentication']
    : joinPieces(
        schemesIn(text).map((each): TextPiece[] => [codePiece(truncate(each))]),
        'and'
      )

/** One of several alternatives: `a` or `b`; either `a` and `b`, or `c`. */
function listAlternatives(texts: readonly string[]): TextPiece[] {
  const pieces = texts.map(schemesPieces)
  if (!isMixed(texts)) return joinPieces(pieces, 'or')
  return ['either ', ...joinPieces(pieces.slice(0, -1)), ', or ', ...(pieces.at(-1) ?? [])]
}

/** Whether a list of alternatives has both an "and" and an "or". */
const isMixed = (texts: readonly string[]): boolean =>
  texts.length > 1 && texts.some(each => schemesIn(each).length > 1)

const without = (texts: readonly string[], others: readonly string[]): string[] =>
  texts.filter(each => !others.includes(each))

/** Maximum number of accepted alternatives that are listed. */
const FEW = 2

/** Requirements before and after, with the verb of the sentence. */
interface Requirements {
  readonly was: readonly string[]
  readonly is: readonly string[]
}

/** A scheme and its scopes: `oauth (read, write)`. */
const readScheme = (text: string): {scheme: string; scopes: string[]} => {
  const [, scheme = text, scopes] = /^(.*?) \((.*)\)$/s.exec(text) ?? []
  return {scheme, scopes: scopes?.split(', ') ?? []}
}

/** The scheme that needs more scopes in the longer text, and these scopes. `undefined` if anything else differs. */
function extraScopes(shorter: string, longer: string): {scheme: string; scopes: string[]} | undefined {
  const [few, many] = [readScheme(shorter), readScheme(longer)]
  const scopes = without(many.scopes, few.scopes)
  const isMore = few.scheme === many.scheme && without(few.scopes, many.scopes).length === 0
  return isMore && scopes.length > 0 ? {scheme: few.scheme, scopes} : undefined
}

const scopesPieces = ({scheme, scopes}: {scheme: string; scopes: readonly string[]}): TextPiece[] => [
  scopes.length === 1 ? 'the scope ' : 'the scopes ',
  ...joinPieces(
    scopes.map((each): TextPiece[] => [codePiece(each)]),
    'and'
  ),
  ' of ',
  codePiece(scheme)
]

/** Words for what is required in addition. `undefined` if the requirements differ in another way. */
function additionPieces({was, is}: Requirements): {pieces: TextPiece[]; isMore: boolean} | undefined {
  const [[old = '', ...others], [fresh = '', ...more]] = [was, is]
  if (others.length > 0 || more.length > 0) return undefined
  if (old === NOTHING) return {pieces: schemesPieces(fresh), isMore: false}
  const added = without(schemesIn(fresh), schemesIn(old))
  if (added.length > 0 && without(schemesIn(old), schemesIn(fresh)).length === 0)
    return {pieces: schemesPieces(added.join(' and ')), isMore: true}
  const scopes = extraScopes(old, fresh)
  return scopes && {pieces: scopesPieces(scopes), isMore: true}
}

function requirementsOf({old, new: fresh}: Change): Requirements | undefined {
  if (typeof old !== 'string' || typeof fresh !== 'string') return undefined
  return {was: alternativesIn(old), is: alternativesIn(fresh)}
}

/** Scopes of one scheme that others replace: the scope `write` of `oauth` instead of `admin`. `undefined` otherwise. */
function otherScopes(was: readonly string[], is: readonly string[], verb: string): TextPiece[] | undefined {
  const [[old, ...others], [fresh, ...more]] = [was.map(readScheme), is.map(readScheme)]
  if (!old || !fresh || others.length + more.length > 0 || old.scheme !== fresh.scheme) return undefined
  const [added, removed] = [without(fresh.scopes, old.scopes), without(old.scopes, fresh.scopes)]
  if (added.length === 0)
    return removed.length === 0
      ? undefined
      : [verb.replace('now', 'no longer'), ...scopesPieces({scheme: old.scheme, scopes: removed})]
  const named = scopesPieces({scheme: fresh.scheme, scopes: added})
  return removed.length === 0
    ? [verb.replace('now', 'now also'), ...named]
    : [verb, ...named, ' instead of ', ...listPieces(removed, 'and', removed.length)]
}

/** ` now requires X instead of Y`, or ` now authenticates with X instead of Y` for webhooks. */
function insteadPieces(change: Change, {was, is}: Requirements): TextPiece[] {
  const verb = sideOf(change) === 'response' ? ' now authenticates with ' : ' now requires '
  const isShort = [was, is].every(all => all.length <= FEW && all.every(each => truncate(each) === each))
  if (isShort) return [verb, ...listAlternatives(is), `${isMixed(is) ? ',' : ''} instead of `, ...listAlternatives(was)]
  const scopes = otherScopes(without(was, is), without(is, was), verb)
  if (scopes) return scopes
  const [old, fresh] = differingPieces(was.join(', or '), is.join(', or '))
  return [verb, fresh, ' instead of ', old]
}

/** Sentence for a requirement that accepts fewer callers. */
export const stricterSecurityPhrase: ChangePhrase = change => {
  const all = requirementsOf(change)
  const about = ownerMention(change)
  if (!all) return statement(about, ' has stricter security requirements', ...namedPieces(change))
  const removed = without(all.was, all.is)
  const isSent = sideOf(change) === 'response'
  if (!isSent && removed.length > 0 && without(all.is, all.was).length === 0) {
    const use = all.is.length <= FEW ? ['; use ', ...listAlternatives(all.is)] : []
    const isOpen = removed.includes(NOTHING)
    if (isOpen) return statement(about, ' now requires ', ...listAlternatives(all.is))
    return statement(about, ' no longer accepts ', ...listAlternatives(removed), ...use)
  }
  const added = additionPieces(all)
  if (!added) return statement(about, ...insteadPieces(change, all))
  const also = added.isMore ? 'also ' : ''
  return statement(about, isSent ? ` now ${also}authenticates with ` : ` now ${also}requires `, ...added.pieces)
}

/** Sentence for a requirement that accepts more callers. */
export const looserSecurityPhrase: ChangePhrase = change => {
  const all = requirementsOf(change)
  const about = ownerMention(change)
  if (!all) return statement(about, ' has looser security requirements', ...namedPieces(change))
  const isSent = sideOf(change) === 'response'
  const added = without(all.is, all.was)
  if (!isSent && added.length > 0 && !added.includes(NOTHING) && without(all.was, all.is).length === 0)
    return statement(about, ' now also accepts ', ...listAlternatives(added))
  if (all.is.includes(NOTHING))
    return statement(about, ` no longer ${isSent ? 'authenticates with' : 'requires'} `, ...listAlternatives(all.was))
  const removed = additionPieces({was: all.is, is: all.was})
  if (removed)
    return statement(about, isSent ? ' no longer authenticates with ' : ' no longer requires ', ...removed.pieces)
  return statement(about, ...insteadPieces(change, all))
}

/** A URL, perhaps without its protocol, as of a token endpoint. */
const ADDRESS = /^(?:[a-z][a-z\d+.-]*:\/\/)?[^\s/]+\.[^\s/]+(?:\/\S*)?$/i

/** Sentence for a security scheme that changed, or was replaced by one that may accept the same credentials. */
export const changedSecurityPhrase: ChangePhrase = change => {
  const {about: name, old, new: fresh} = change
  const all = requirementsOf(change)
  if (all && name === fresh) return statement(ownerMention(change), ...insteadPieces(change, all))
  const about = ownerMention(change)
  if (name === undefined) return statementOn('the security requirements of ', about, ' changed')
  const isAddress = [old, fresh].every(each => typeof each === 'string' && ADDRESS.test(each))
  const lead = [isAddress ? 'a URL of the security scheme ' : 'the security scheme ', codePiece(name), ' of ']
  // One description asks for the scheme without defining it.
  if (old === null) return statementOn(lead, about, ' is now defined (', valuePiece(fresh), ')')
  if (fresh === null) return statementOn(lead, about, ' is no longer defined (was ', valuePiece(old), ')')
  if (old !== undefined && fresh !== undefined) return statementOn(lead, about, ' changed', ...fromToPieces(old, fresh))
  if (old !== undefined) return statementOn(lead, about, ' no longer has ', valuePiece(old))
  return statementOn(lead, about, ...(fresh === undefined ? [' changed'] : [' now has ', valuePiece(fresh)]))
}

function namedPieces(change: Change): TextPiece[] {
  const name = changedNamePiece(change)
  return name ? [' (', name, ')'] : []
}
