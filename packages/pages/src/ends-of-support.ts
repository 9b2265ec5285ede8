import type {Announcement, EndOfSupport, Lifecycle, Tenure} from '@tenure/core/model/lifecycle/lifecycle'
import {findUsableReplacement} from '@tenure/core/model/lifecycle/replacement'
import {type Subject, subjectKey} from '@tenure/core/model/subject/subject'
import type {Moment, TimelineEntry} from '@tenure/core/model/time/timeline'
import {clientSubjectPieces} from '@tenure/core/outputs/changes/client-sentences'
import {
  compareText,
  entryHeading,
  type HistoryPage,
  isComponentAbsent,
  tenureInForce
} from '@tenure/core/outputs/changes/page-data'
import type {TextPiece} from '@tenure/core/phrases/text-pieces'
import {formatCount} from '@tenure/core/text/format-values'
import {EMPTY_NEWS} from '@tenure/core/text/page-strings'
import {entryNamePieces} from '@tenure/core/text/release-headings'
import {momentPieces} from '@tenure/core/text/sentence-templates'
import {statedText} from '@tenure/core/text/statement'
import {isFullyRead} from './known-lifecycles.ts'
import type {LatestChanges} from './latest-changes.ts'

/** A coming end of support: a sunset, or a removal that isn't released yet. */
export interface ComingEnd {
  readonly subject: Subject
  readonly moment: Moment
  readonly replacement?: Subject
}

/** The ends of support that are announced or planned after the as-of day, the next one first. */
export function comingEnds(page: HistoryPage): ComingEnd[] {
  const {history} = page
  const found = history.lifecycles.flatMap((lifecycle): ComingEnd[] => {
    const {subject} = lifecycle
    const tenure = isComponentAbsent(subject, page) ? undefined : tenureInForce(lifecycle)
    const moment = tenure && comingMoment(lifecycle, tenure)
    if (!tenure || !moment) return []
    const replacement = tenure.end?.event.replacement ?? findUsableReplacement(subject, tenure, history)?.replacement
    return [{subject, moment, ...(replacement ? {replacement} : {})}]
  })
  return found.toSorted((a, b) => compareText(sortingDay(a.moment), sortingDay(b.moment)))
}

/** The day or release at which support of a subject will end by its own events. `undefined` if none of them says so. */
function comingMoment(lifecycle: Lifecycle, tenure: Tenure): Moment | undefined {
  if (tenure.end?.isOwn) return tenure.end.moment
  return ownAnnouncement(lifecycle, tenure) && tenure.sunset?.moment
}

/** The day by which coming ends are sorted. A sunset at a release without a known date comes after all days. */
const sortingDay = ({when, entry}: Moment): string =>
  entry === undefined && when.latest === undefined ? '9999' : (when.earliest ?? when.latest ?? '9999')

/** A subject that is deprecated and still supported. */
export interface PendingDeprecation {
  readonly lifecycle: Lifecycle
  readonly tenure: Tenure
  readonly announcement: Announcement
}

export const pendingDeprecations = (page: HistoryPage): PendingDeprecation[] =>
  page.history.lifecycles.flatMap((lifecycle): PendingDeprecation[] => {
    const tenure = isComponentAbsent(lifecycle.subject, page) ? undefined : tenureInForce(lifecycle)
    const announcement = tenure && ownAnnouncement(lifecycle, tenure)
    return announcement ? [{lifecycle, tenure, announcement}] : []
  })

/** The announcement of the subject itself, not of a prefix that covers it. */
const ownAnnouncement = ({subject}: Lifecycle, {announcements}: Tenure): Announcement | undefined =>
  announcements.find(({event}) => subjectKey(event.subject) === subjectKey(subject))

/** The moment as a release or a day: `Next release`, `3.4 (2027-01-10)`, `2028-01-31`. */
export function comingMomentPieces({entry, ...moment}: Moment, {history: {timeline}}: HistoryPage): TextPiece[] {
  const release = entry === undefined ? undefined : timeline.entries[entry]
  return release ? entryNamePieces(entryHeading(release)) : momentPieces(statedText(moment))
}

/** A subject that reached its sunset and has no recorded removal: it might still be served. */
export interface OverdueSubject {
  readonly lifecycle: Lifecycle
  readonly tenure: Tenure
  readonly end: EndOfSupport
}

export const overdueSubjects = ({history}: HistoryPage): OverdueSubject[] =>
  history.lifecycles.flatMap((lifecycle): OverdueSubject[] => {
    const tenure = lifecycle.tenures.at(-1)
    const end = tenure?.end
    return tenure && end?.isOwn && !end.pending && isPastSunset(end) ? [{lifecycle, tenure, end}] : []
  })

/** Whether support ended with a sunset, and no removal is recorded. */
export const isPastSunset = ({kind, removal}: EndOfSupport): boolean => kind === 'sunset' && !removal

/** ` Use REPLACEMENT.` Empty if there is none. */
export const usePieces = (replacement: Subject | undefined): TextPiece[] =>
  replacement ? [' Use ', ...clientSubjectPieces(replacement), '.'] : []

/** What a client must do now, as a sentence. Its end can be a link to a part of the page. */
export interface ClientTask {
  readonly pieces: readonly TextPiece[]
  readonly link?: {
    readonly pieces: readonly TextPiece[]
    readonly target: 'overdue' | 'pending' | TimelineEntry['index']
  }
}

/**
 * What clients must do now: adapt to the breaking changes of the latest release, leave what is past its sunset, and plan
 * for deprecations without a sunset. Coming ends of support aren't repeated.
 */
export function clientTasks(page: HistoryPage, latest: readonly LatestChanges[], most: number): ClientTask[] {
  const overdue = overdueSubjects(page)
  const shown = overdue.length <= most + 1 ? overdue : overdue.slice(0, most)
  const rest = overdue.length - shown.length
  const undated = pendingDeprecations(page).filter(({tenure}) => !tenure.sunset && !tenure.end?.isOwn).length
  const breaking = latest.filter(({isBreaking}) => isBreaking)
  return [
    ...breaking.map(
      ({entry: {name, index}}): ClientTask => ({
        pieces: ['Adapt to '],
        link: {pieces: ['the breaking changes of ', ...entryNamePieces({kind: 'release', name})], target: index}
      })
    ),
    ...shown.map(({lifecycle: {subject}, end}): ClientTask => {
      const replacement = page.endJudgment(subject, end.event)?.replacement ?? end.event.replacement
      const name = clientSubjectPieces(subject)
      const step = replacement
        ? ['Replace ', ...name, ' with ', ...clientSubjectPieces(replacement)]
        : ['Stop using ', ...name]
      return {
        pieces: [...step, ': the sunset was ', ...momentPieces(statedText(end.moment))]
      }
    }),
    ...(rest > 0
      ? [{pieces: ['Stop using '], link: {pieces: [`${rest} more past their sunset`], target: 'overdue'}} as const]
      : []),
    ...(undated > 0
      ? [
          {
            pieces: ['Plan for '],
            link: {pieces: [`${formatCount(undated, 'deprecation')} without a sunset`], target: 'pending'}
          } as const
        ]
      : [])
  ]
}

/**
 * Text for a page without coming ends, or without anything to do. It's cautious if the source wasn't read in full, which
 * may hide some.
 */
export function emptyNewsText(kind: keyof typeof EMPTY_NEWS, page: HistoryPage): string {
  if (!page.history.complete) return EMPTY_NEWS[kind].incomplete
  return EMPTY_NEWS[kind][isFullyRead(page) ? 'complete' : 'unsure']
}
