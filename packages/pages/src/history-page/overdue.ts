import {entryOf, entryPieces, type HistoryPage, hasDescriptions} from '@tenure/core/outputs/changes/page-data'
import {collapsibleTable} from '@tenure/core/outputs/markdown/markdown-nodes'
import type {TextPiece} from '@tenure/core/phrases/text-pieces'
import {COLUMNS, UNKNOWN_RELEASE} from '@tenure/core/text/page-strings'
import {momentPieces} from '@tenure/core/text/sentence-templates'
import {statedText} from '@tenure/core/text/statement'
import {subjectPieces} from '@tenure/core/text/subject-phrase'
import type {RootContent} from 'mdast'
import {overdueSubjects} from '../ends-of-support.ts'
import {endReplacementPieces, verdictCells, verdictColumns} from './removed.ts'

/**
 * The section of subjects that reached their sunset and have no recorded removal: they might still be served. Empty if
 * there are none.
 */
export function overdueSection(page: HistoryPage): RootContent[] {
  const overdue = overdueSubjects(page)
  if (overdue.length === 0) return []
  const rows = overdue.map(({lifecycle: {subject}, tenure, end}): TextPiece[][] => {
    const [first] = tenure.announcements
    return [
      subjectPieces(subject),
      first ? entryPieces(entryOf(page, first.event), first.event) : [UNKNOWN_RELEASE],
      momentPieces(statedText(end.moment)),
      endReplacementPieces(subject, end, page),
      ...verdictCells(subject, end, page)
    ]
  })
  const summary = hasDescriptions(page) ? `${rows.length} past their sunset` : undefined
  return collapsibleTable([...COLUMNS.overdue, ...verdictColumns(page)], rows, summary)
}
