import type {RootContent} from 'mdast'
import {COLUMNS, UNKNOWN_RELEASE} from '../../../text/page-strings.ts'
import {momentPieces} from '../../../text/sentence-templates.ts'
import {statedText} from '../../../text/statement.ts'
import {subjectPieces} from '../../../text/subject-phrase.ts'
import type {TextPiece} from '../../../text/text-pieces.ts'
import {overdueSubjects} from '../ends-of-support.ts'
import {collapsibleTable} from '../markdown/markdown-nodes.ts'
import {entryOf, entryPieces, type HistoryPage, hasDescriptions} from '../page-data.ts'
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
