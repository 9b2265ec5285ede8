import type {RootContent} from 'mdast'
import type {End, Tenure} from '../../model/lifecycle/lifecycle.ts'
import type {Subject} from '../../model/subject/subject.ts'
import type {Judgement} from '../../model/verdict/judgement.ts'
import {isAllSaid} from '../../policy/announcement-completeness.ts'
import {count} from '../../text/format-values.ts'
import {COLUMNS, NOTHING, SUNSET_ONLY} from '../../text/page-strings.ts'
import {piecesOfMoment} from '../../text/sentence-templates.ts'
import {statedText} from '../../text/statement.ts'
import {piecesOfSubject} from '../../text/subject-phrase.ts'
import {codeOf, type Piece} from '../../text/text-pieces.ts'
import {tableOf} from '../markdown/details-html.ts'
import {paragraph} from '../markdown/markdown-nodes.ts'
import {isLookedAt, type Page, piecesOfPlace} from '../page-data.ts'
import {isReadWhole} from '../release-notes/unread-releases.ts'

interface RemovedSubject {
  readonly subject: Subject
  readonly tenure: Tenure
  readonly end: End
}

/**
 * The "Removed" section: when each subject was removed, its replacement, when the removal was announced, and the
 * verdict.
 */
export function removed(page: Page): RootContent[] {
  const {history, verdictOn} = page
  const all = history.lifecycles.flatMap(({subject, tenures}) =>
    tenures.flatMap((tenure): RemovedSubject[] =>
      tenure.end?.own && !tenure.end.pending ? [{subject, tenure, end: tenure.end}] : []
    )
  )
  const ended = all
    .filter(({subject, end}) => hasTableRow(subject, end))
    // Newest first, as in the changes by release. Removals in the same release keep their history order.
    .toSorted((a, b) => entryIndex(b.end) - entryIndex(a.end) || a.end.event.id - b.end.event.id)
  if (ended.length === 0 && all.length > 0) return [paragraph(NOTHING.removedWhole)]
  if (ended.length === 0) return [paragraph(isReadWhole(page) ? NOTHING.removed : NOTHING.removedUnsure)]
  const rows = ended.map(({subject, tenure, end}): Piece[][] => {
    const judgement = verdictOn(subject, end.event)
    const replacement = judgement?.replacement ?? end.event.replacement
    return [
      piecesOfSubject(subject),
      releasePieces(end, page),
      replacement ? piecesOfSubject(replacement) : [],
      announcementPieces(tenure, end, page),
      judgement ? verdictPieces(judgement) : []
    ]
  })
  const shown = tableOf(COLUMNS.removed, rows, isLookedAt(page) ? count(rows.length, 'end') : undefined)
  return ended.length < all.length ? [...shown, paragraph(NOTHING.removedParts)] : shown
}

/** Whether a removal gets a row. Fields and parameters that were only observed are listed with their releases. */
const hasTableRow = ({target, part}: Subject, {event}: End): boolean =>
  !(event.seen && (part !== undefined || target.kind === 'resource-field'))

const entryIndex = (end: End): number => (end.removal ?? end.moment).entry ?? end.event.entry

function releasePieces({kind, removal, moment}: End, {history: {timeline}}: Page): Piece[] {
  const shown = removal ?? moment
  const entry = shown.entry === undefined ? undefined : timeline.entries[shown.entry]
  const pieces = entry ? piecesOfPlace(entry) : piecesOfMoment(statedText(shown))
  return kind === 'sunset' && !removal ? [...pieces, SUNSET_ONLY] : pieces
}

/**
 * When the removal was announced. `never` if the history is complete and has no announcement, `not recorded` if it
 * isn't.
 */
function announcementPieces({announcements}: Tenure, {event}: End, {history}: Page): Piece[] {
  const [first] = announcements
  // A declared `never` wins over announcements for a prefix, as it does in the line of the release.
  if (event.announced?.kind === 'never') return ['never']
  if (first) return piecesOfMoment(statedText(first.moment))
  return [isAllSaid(event, history) ? 'never' : 'not recorded']
}

function verdictPieces({verdict, exemptBy, stability, waiver}: Judgement): Piece[] {
  if (verdict !== 'exempt') return [verdict]
  if (exemptBy === 'waiver') return ['exempt by waiver (', codeOf(waiver?.waiver.reason ?? ''), ')']
  return stability === undefined ? ['exempt by policy'] : ['exempt by policy (', codeOf(stability), ')']
}
