import type {Event} from '@tenure/core/model/lifecycle/event'
import type {Subject} from '@tenure/core/model/subject/subject'
import {atMomentPieces, clientSubjectPieces} from '@tenure/core/outputs/changes/client-sentences'
import {groupChanges} from '@tenure/core/outputs/changes/group-changes'
import type {HistoryPage} from '@tenure/core/outputs/changes/page-data'
import {releaseChanges} from '@tenure/core/outputs/changes/release-changes'
import {capitalizeFirst, type TextPiece} from '@tenure/core/phrases/text-pieces'
import {statedText} from '@tenure/core/text/statement'
import {usePieces} from '@tenure/pages/ends-of-support'
import type {PublicFact, PublicFacts} from './public-facts.ts'

/** What a sentence about a subject is made of. */
export interface SubjectContext {
  readonly subject: Subject
  readonly replacement: Subject | undefined
  readonly page: HistoryPage
}

/** The sentences about a deprecation as it is now: with the sunset and the replacement that are in force. */
export function deprecationPieces(facts: PublicFacts, {replacement, page}: SubjectContext): TextPiece[] {
  const {event} = facts.findLast(({kind}) => kind === 'deprecated') ?? facts[0]
  const {sunset: _, replacement: __, ...stated} = event
  const moment = facts.at(-1)?.sunset?.moment
  return linePieces(
    {
      ...stated,
      kind: 'deprecated',
      verb: event.kind === 'deprecated' ? event.verb : 'deprecated',
      ...(moment ? {sunset: moment} : {}),
      ...(replacement ? {replacement} : {})
    },
    page
  )
}

/** The sentences about a fact, as release notes have them. */
export function publicFactPieces(fact: PublicFact, {subject, replacement, page}: SubjectContext): TextPiece[] {
  const {kind, event, sunset} = fact
  const name = capitalizeFirst(clientSubjectPieces(subject))
  switch (kind) {
    case 'sunset': {
      const at = sunset ? [' ', ...atMomentPieces(statedText(sunset.moment))] : []
      return [...name, ' reached its sunset', ...at, '.', " It's no longer supported.", ...usePieces(replacement)]
    }
    case 'removed':
      return inRelease(
        event.kind === 'removed' ? linePieces(event, page) : [...name, ' was removed', '.', ...usePieces(replacement)],
        fact
      )
    case 'restored':
      return inRelease(linePieces({...event, kind: 'restored', verb: 'restored'}, page), fact)
    case 'moved':
      if (event.sunset) return linePieces(event, page)
      return sunset ? [...name, ' has another replacement', '.'] : [...name, ' no longer has a sunset date', '.']
    default:
      return linePieces(event, page)
  }
}

/** The sentences about a fact before the last one, after its day. */
export const earlierPieces = (fact: PublicFact, context: SubjectContext): TextPiece[] => [
  ...(fact.day === undefined ? [] : [`${fact.day}: `]),
  ...(fact.kind === 'sunset'
    ? [...capitalizeFirst(clientSubjectPieces(context.subject)), ' reached its sunset.']
    : publicFactPieces(fact, context))
]

/** The first sentence without its period. */
export function firstSentence(pieces: readonly TextPiece[]): TextPiece[] {
  const end = pieces.findIndex(piece => typeof piece === 'string' && /^\.(?:\s|$)/.test(piece))
  return end < 0 ? [...pieces] : pieces.slice(0, end)
}

/** Adds the name of the release to the first sentence. */
function inRelease(pieces: readonly TextPiece[], {release}: PublicFact): TextPiece[] {
  if (release?.kind !== 'release') return [...pieces]
  const first = firstSentence(pieces)
  return [...first, ' ', ...atMomentPieces(release.name), ...pieces.slice(first.length)]
}

/** The line of a change, in the words of a declared one also where descriptions show it. */
function linePieces({seen: _, observed: __, change: ___, by, ...event}: Event, page: HistoryPage): TextPiece[] {
  // Only the first description can't tell whether something is older.
  const stated = by && by.after === undefined ? {...event, by} : event
  return groupChanges(releaseChanges([stated], page), page).flatMap(({pieces}) => [...pieces])
}
