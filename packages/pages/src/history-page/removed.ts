import type {EndOfSupport, Tenure} from '@tenure/core/model/lifecycle/lifecycle'
import {isMember, type Subject} from '@tenure/core/model/subject/subject'
import type {Judgment} from '@tenure/core/model/verdict/judgment'
import {entryPieces, type HistoryPage, hasDescriptions} from '@tenure/core/outputs/changes/page-data'
import {collapsibleTable, paragraphNode} from '@tenure/core/outputs/markdown/markdown-nodes'
import {codePiece, type TextPiece} from '@tenure/core/phrases/text-pieces'
import {areAnnouncementsComplete} from '@tenure/core/policy/announcement-completeness'
import {formatCount} from '@tenure/core/text/format-values'
import {COLUMNS, EMPTY_SECTION_TEXTS, NO_REPLACEMENT, NOT_NAMED} from '@tenure/core/text/page-strings'
import {momentPieces} from '@tenure/core/text/sentence-templates'
import {statedText} from '@tenure/core/text/statement'
import {subjectPieces} from '@tenure/core/text/subject-phrase'
import type {RootContent} from 'mdast'
import {isPastSunset} from '../ends-of-support.ts'
import {isFullyRead} from '../known-lifecycles.ts'

interface RemovedSubject {
  readonly subject: Subject
  readonly tenure: Tenure
  readonly end: EndOfSupport
}

/**
 * The "Removed" section: when each subject was removed, its replacement, when the removal was announced, and the
 * verdict by the declared policy.
 */
export function removedSection(page: HistoryPage): RootContent[] {
  const {history} = page
  const all = history.lifecycles.flatMap(({subject, tenures}) =>
    tenures.flatMap((tenure): RemovedSubject[] =>
      tenure.end?.isOwn && !tenure.end.pending && !isPastSunset(tenure.end) ? [{subject, tenure, end: tenure.end}] : []
    )
  )
  const ended = all
    .filter(({subject, end}) => hasTableRow(subject, end))
    // Newest first, as in the changes by release. Removals in the same release keep their history order.
    .toSorted((a, b) => entryIndex(b.end) - entryIndex(a.end) || a.end.event.id - b.end.event.id)
  if (ended.length === 0 && all.length > 0) return [paragraphNode(EMPTY_SECTION_TEXTS.removedWhole)]
  if (ended.length === 0 && !history.complete) return [paragraphNode(EMPTY_SECTION_TEXTS.incomplete)]
  if (ended.length === 0)
    return [paragraphNode(isFullyRead(page) ? EMPTY_SECTION_TEXTS.removed : EMPTY_SECTION_TEXTS.removedUnsure)]
  const rows = ended.map(({subject, tenure, end}): TextPiece[][] => {
    return [
      subjectPieces(subject),
      releasePieces(end, page),
      endReplacementPieces(subject, end, page),
      announcementPieces(tenure, end, page),
      ...verdictCells(subject, end, page)
    ]
  })
  const shown = collapsibleTable(
    [...COLUMNS.removed, ...verdictColumns(page)],
    rows,
    hasDescriptions(page) ? formatCount(rows.length, 'removal') : undefined
  )
  return ended.length < all.length ? [...shown, paragraphNode(EMPTY_SECTION_TEXTS.removedParts)] : shown
}

/** Whether a removal gets a row. Fields and parameters that were only observed are listed with their releases. */
const hasTableRow = ({target, part}: Subject, {event}: EndOfSupport): boolean =>
  !(event.seen && (part !== undefined || isMember(target)))

const entryIndex = (end: EndOfSupport): number => (end.removal ?? end.moment).entry ?? end.event.entry

function releasePieces({removal, moment}: EndOfSupport, {history: {timeline}}: HistoryPage): TextPiece[] {
  const shown = removal ?? moment
  const entry = shown.entry === undefined ? undefined : timeline.entries[shown.entry]
  return entry ? entryPieces(entry) : momentPieces(statedText(shown))
}

/** Cell with the replacement, or with the text that there is none. */
export function endReplacementPieces(
  subject: Subject,
  {event}: EndOfSupport,
  {endJudgment: verdictOn}: HistoryPage
): TextPiece[] {
  const replacement = verdictOn(subject, event)?.replacement ?? event.replacement
  if (replacement) return subjectPieces(replacement)
  return [event.unreplaced ? NO_REPLACEMENT : NOT_NAMED]
}

/** Heading of the verdict column. Empty if no policy is declared: nothing is judged by a default. */
export const verdictColumns = ({isPolicyAssumed}: HistoryPage): string[] => (isPolicyAssumed ? [] : [COLUMNS.verdict])

/** Cell of the verdict column. Empty if there is no such column. */
export function verdictCells(subject: Subject, {event}: EndOfSupport, page: HistoryPage): TextPiece[][] {
  if (page.isPolicyAssumed) return []
  const judgment = page.endJudgment(subject, event)
  return [judgment ? verdictPieces(judgment) : []]
}

/**
 * When the removal was announced. `never` if the history is complete and has no announcement, `not recorded` if it
 * isn't.
 */
function announcementPieces({announcements}: Tenure, {event}: EndOfSupport, {history}: HistoryPage): TextPiece[] {
  const [first] = announcements
  // A declared `never` wins over announcements for a prefix, as it does in the line of the release.
  if (event.announced?.kind === 'never') return ['never']
  if (first) return momentPieces(statedText(first.moment))
  return [areAnnouncementsComplete(event, history) ? 'never' : 'not recorded']
}

function verdictPieces({verdict, exemptBy, stability, waiver}: Judgment): TextPiece[] {
  if (verdict !== 'exempt') return [verdict]
  if (exemptBy === 'waiver') return ['exempt by waiver (', codePiece(waiver?.waiver.reason ?? ''), ')']
  return stability === undefined ? ['exempt by policy'] : ['exempt by policy (', codePiece(stability), ')']
}
