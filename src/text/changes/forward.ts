import {kindOf} from '../../languages/kinds.ts'
import type {Change} from '../../model/api/change.ts'
import type {Direction} from '../../model/subject/subject.ts'
import type {ComparedVersions} from '../../model/verdict/compatibility-direction.ts'
import type {JudgedChange} from '../../model/verdict/judged-change.ts'
import {changedNamePiece, parameterMention} from '../../phrases/phrases.ts'
import {
  fieldMention,
  isSentByService,
  type Mention,
  mentionPieces,
  ownerMention,
  sideOf,
  valueMention
} from '../../phrases/subject.ts'
import {capitalizeFirst, ensureFullStop, notePieces, type TextPiece} from '../../phrases/text-pieces.ts'
import {valuePiece} from '../../phrases/values.ts'
import {changesPieces} from './sentences.ts'
import {witnessesOf, witnessPieces} from './witnesses.ts'

// Sentences about changes that were found the other way round: what clients of the newer version meet at servers of the
// older one.

/** The sentence of a judged change, with a full stop. */
export const judgedPieces = ({change, effects, forward}: JudgedChange): TextPiece[] =>
  ensureFullStop(capitalizeFirst(forward ? forwardPieces(change, effects, forward) : changesPieces([change])))

/** The counterexamples of a judged change, one sentence each. */
export const judgedWitnesses = ({change, forward}: Pick<JudgedChange, 'change' | 'forward'>): TextPiece[][] =>
  witnessesOf(change).map(each => witnessPieces(each, forward))

function forwardPieces(
  change: Change,
  effects: JudgedChange['effects'],
  {newer, older}: ComparedVersions
): TextPiece[] {
  const side =
    sideOf(change) ?? (effects.request === undefined || effects.request === 'compatible' ? 'response' : 'request')
  const clients: TextPiece[] = ['clients built for ', ...notePieces(newer)]
  const servers: TextPiece[] = ['servers of ', ...notePieces(older)]
  const words = wordsFor(change, side)
  return words.startsWithServers
    ? [...servers, ...words.before, ...words.about, ...words.link, ...clients, ...words.after]
    : [...clients, ...words.before, ...words.about, ...words.link, ...servers, ...words.after]
}

/** The parts of a sentence around the names of the two versions and of what the change is about. */
interface ForwardWords {
  readonly startsWithServers?: true
  readonly before: readonly TextPiece[]
  readonly about: readonly TextPiece[]
  readonly link: readonly TextPiece[]
  readonly after: readonly TextPiece[]
}

function wordsFor(change: Change, side: Direction): ForwardWords {
  const {kind, subject} = change
  const {event, isNaming, adds} = kindOf(kind)
  const isRequest = side === 'request'
  const about = mentionPieces(mentionOf(change))
  const returns = isSentByService(change) ? 'send' : 'return'
  if (event === 'removed' && !subject.part && !isNaming && change.component === undefined && !hasPlace(change))
    return isRequest
      ? {before: [' call '], about, link: [', which '], after: [" don't have"]}
      : {before: [' expect '], about, link: [', which '], after: [" don't send"]}
  if (kind.endsWith('-removed')) {
    const named = isNaming ? [...nameOf(change), linkOf(mentionOf(change)), ...about] : about
    return isRequest
      ? {
          before: [' can send '],
          about: named,
          link: [', which '],
          after: [isNaming ? " don't accept" : " don't know"]
        }
      : {before: [' rely on '], about: named, link: [', which '], after: [` don't ${returns}`]}
  }
  const isAdded = adds === 'part' && !isNaming
  if (isRequest && (isAdded || kind.endsWith('-required')))
    return {startsWithServers: true, before: [' require '], about, link: [', which '], after: [" don't have to send"]}
  if (!isRequest && kind.endsWith('-optional'))
    return {before: [' rely on '], about, link: [', which '], after: [' can omit']}
  const values = asideOf(change)
  return isRequest
    ? {before: [' can send '], about, link: [' in a form that '], after: [' reject', ...values]}
    : {
        startsWithServers: true,
        before: [` can ${returns} `],
        about,
        link: [' in a form that '],
        after: [" don't expect", ...values]
      }
}

/** Whether a change is in a part of its operation. */
const hasPlace = ({at, reaches}: Change): boolean => at !== '' || reaches.some(({part}) => part !== undefined)

function mentionOf(change: Change): Mention {
  const {parameter, header} = change.subject.part ?? {}
  if (kindOf(change.kind).isAboutName) return fieldMention(change)
  if (/^(?:required-)?(?:parameter|header)-/.test(change.kind))
    return parameterMention(change, change.kind.includes('header') ? 'header' : 'parameter')
  if (parameter !== undefined || header !== undefined || hasPlace(change) || change.component !== undefined)
    return valueMention(change)
  return ownerMention(change)
}

const nameOf = (change: Change): TextPiece[] => {
  const name = changedNamePiece(change)
  return name === undefined ? [] : [name]
}

/** `as` before a field, `in` before a body or response, `of` before an operation. */
const linkOf = ({name, joined, link}: Mention): string =>
  name !== undefined || joined !== undefined ? ' as ' : link.length > 0 ? ' in ' : ' of '

/** The values of both versions: ` (`maxLength`: 10, not 20)`. Empty if one has none, or a long one. */
function asideOf({about, old, new: fresh}: Change): TextPiece[] {
  const isBrief = (value: unknown): boolean => typeof value !== 'object' && String(value ?? '').length <= 40
  if (old === undefined || fresh === undefined || !isBrief(old) || !isBrief(fresh)) return []
  const name: TextPiece[] = about === undefined ? [] : [{code: about}, ': ']
  return [' (', ...name, valuePiece(old), ', not ', valuePiece(fresh), ')']
}
