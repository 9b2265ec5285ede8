import {defined} from '@tenure/core/model/defined'
import type {Lifecycle} from '@tenure/core/model/lifecycle/lifecycle'
import {findUsableReplacement} from '@tenure/core/model/lifecycle/replacement'
import {sunsetDay} from '@tenure/core/model/lifecycle/sunsets'
import {formatSubject, type Subject, subjectKey} from '@tenure/core/model/subject/subject'
import type {Timeline} from '@tenure/core/model/time/timeline'
import {clientSubjectPieces} from '@tenure/core/outputs/changes/client-sentences'
import type {HistoryPage} from '@tenure/core/outputs/changes/page-data'
import type {TextPiece} from '@tenure/core/phrases/text-pieces'
import {statedText} from '@tenure/core/text/statement'
import {nameUuid} from './entry-id.ts'
import {deprecationPieces, earlierPieces, firstSentence, publicFactPieces} from './fact-sentences.ts'
import type {CalendarEvent, FeedEntry} from './feed-entry.ts'
import {findPublicFacts, type PublicFacts, type PublicTenure, withoutEnd} from './public-facts.ts'

export interface EntryContext {
  readonly page: HistoryPage
  /** What identifies the API in all of its releases. */
  readonly identity: string
  /** URL of what a subject is explained on. `undefined` without one. */
  readonly linkOf: (subject: Subject) => string | undefined
  /** Transforms the pieces of a text for clients. */
  readonly pieces: (pieces: readonly TextPiece[]) => readonly TextPiece[]
}

/**
 * The entries of a subject: for each period of support its deprecation and its end. `undefined` in place of one whose
 * day isn't known, not even roughly.
 */
export const entriesOf = (lifecycle: Lifecycle, context: EntryContext): (FeedEntry | undefined)[] =>
  findPublicFacts(lifecycle, context.page.history.timeline).flatMap(period => [
    ...toEntry('deprecation', lifecycle.subject, period, context),
    ...toEntry('end', lifecycle.subject, period, context)
  ])

function toEntry(
  kind: FeedEntry['kind'],
  subject: Subject,
  period: PublicTenure,
  {page, identity, linkOf, pieces}: EntryContext
): (FeedEntry | undefined)[] {
  const facts = period[kind]
  const days = facts?.flatMap(({day}) => day ?? []).toSorted()
  const [published] = days ?? []
  const last = facts?.at(-1)
  if (!facts || !last) return []
  if (published === undefined) return [undefined]
  const tenure = kind === 'deprecation' ? withoutEnd(period.tenure) : period.tenure
  const replacement = findUsableReplacement(subject, tenure, page.history)?.replacement
  const context = {subject, replacement, page}
  const isInForce = kind === 'deprecation' && last.kind !== 'withdrawn'
  const now = isInForce ? deprecationPieces(facts, context) : publicFactPieces(last, context)
  const before = facts.length === 1 || last.kind === 'moved' ? facts : facts.slice(0, -1)
  return [
    defined({
      id: nameUuid(identity, subjectKey(subject), String(period.index), kind),
      kind,
      status: last.kind === 'moved' ? 'deprecated' : last.kind,
      name: pieces(clientSubjectPieces(subject)),
      subject: formatSubject(subject),
      replacement: replacement && formatSubject(replacement),
      sunset: kind === 'deprecation' && last.sunset ? statedText(last.sunset.moment) : undefined,
      title: pieces(firstSentence(now)),
      paragraphs: [
        now,
        ...(facts.length === 1 ? [] : before.toReversed()).map(fact => earlierPieces(fact, context))
      ].map(pieces),
      link: linkOf(subject),
      published,
      updated: days?.at(-1) ?? published,
      event:
        kind === 'deprecation'
          ? sunsetEvent(facts, period, page.history.timeline)
          : removalEvent(period, page.history.timeline)
    })
  ]
}

/**
 * The sunset in a calendar. One that was withdrawn, or that a removal anticipates, is canceled on the last day that it
 * had. One that was moved to a release has the day of that release as soon as it is out.
 */
function sunsetEvent(
  facts: PublicFacts,
  {end}: Pick<PublicTenure, 'end'>,
  timeline: Timeline
): CalendarEvent | undefined {
  const stated = facts.filter(({kind}) => kind !== 'withdrawn')
  const days = stated.map(({sunset}) => sunsetDay(sunset, timeline))
  const day = days.findLast(each => each !== undefined)
  if (day === undefined) return undefined
  const sunset = stated.at(-1)?.sunset
  const isOpen = facts.at(-1)?.kind === 'withdrawn' || days.at(-1) === undefined
  const removed = isOpen ? undefined : end?.find(({kind}) => kind === 'removed')?.day
  const isEarly = removed !== undefined && removed < day
  const isOfRelease = !isOpen && sunset?.moment.entry !== undefined && days.some(each => each && each !== day)
  const later = [...(isEarly ? [removed] : []), ...(isOfRelease ? [day] : [])]
  return {
    day,
    updated: [...facts.flatMap(fact => fact.day ?? []), ...later].toSorted().at(-1) ?? day,
    revision: facts.length - 1 + later.length,
    isCancelled: isOpen || isEarly
  }
}

/** The removal in a calendar. `undefined` if the sunset has the same day. */
function removalEvent({deprecation, end}: PublicTenure, timeline: Timeline): CalendarEvent | undefined {
  const removed = end?.find(({kind}) => kind === 'removed')
  if (!end || removed?.day === undefined) return undefined
  const sunset = deprecation && sunsetEvent(deprecation, {end}, timeline)
  if (sunset?.day === removed.day && !sunset.isCancelled) return undefined
  const revision = end.length - 1 - end.indexOf(removed)
  return {day: removed.day, updated: end.at(-1)?.day ?? removed.day, revision, isCancelled: false}
}
