import type {RootContent} from 'mdast'
import {findUsableReplacement} from '../../../model/lifecycle/replacement.ts'
import {earliestEndOfSupport} from '../../../policy/earliest-end-of-support.ts'
import {formatCount} from '../../../text/format-values.ts'
import {COLUMNS, EMPTY_SECTION_TEXTS, NONE_RECORDED, NOT_NAMED, UNKNOWN_RELEASE} from '../../../text/page-strings.ts'
import {momentPieces} from '../../../text/sentence-templates.ts'
import {statedText} from '../../../text/statement.ts'
import {subjectPieces} from '../../../text/subject-phrase.ts'
import {notePieces, type TextPiece} from '../../../text/text-pieces.ts'
import {sayFirstEnd} from '../../first-end.ts'
import {pendingDeprecations} from '../ends-of-support.ts'
import {collapsibleTable, paragraphNode} from '../markdown/markdown-nodes.ts'
import {entryOf, entryPieces, type HistoryPage, hasDescriptions, isFullyRead} from '../page-data.ts'
import {overdueSection} from './overdue.ts'

/**
 * The "Pending deprecations" section: subjects that are deprecated but still supported, with their sunset and earliest
 * end of support.
 */
export function pendingSection(page: HistoryPage): RootContent[] {
  const {history, policy} = page
  const found = pendingDeprecations(page)
  if (found.length === 0) return [paragraphNode(emptyText(page))]
  const isJudged = !page.isPolicyAssumed
  const rows = found.map(({lifecycle, tenure, announcement}): TextPiece[][] => {
    const replacement = findUsableReplacement(lifecycle.subject, tenure, history)?.replacement
    return [
      subjectPieces(lifecycle.subject),
      entryPieces(entryOf(page, announcement.event), announcement.event),
      tenure.sunset
        ? momentPieces(statedText(tenure.sunset.moment))
        : [history.complete ? UNKNOWN_RELEASE : NONE_RECORDED],
      ...(isJudged ? [notePieces(sayFirstEnd(earliestEndOfSupport(lifecycle, policy, history), lifecycle))] : []),
      replacement ? subjectPieces(replacement) : [NOT_NAMED]
    ]
  })
  return collapsibleTable(
    [...COLUMNS.pending, ...(isJudged ? [COLUMNS.earliest] : []), COLUMNS.replacement],
    rows,
    hasDescriptions(page) ? formatCount(rows.length, 'deprecation') : undefined
  )
}

/** Text of the empty section. Deprecations that are past their sunset are in a section of their own. */
function emptyText(page: HistoryPage): string {
  const isOther = overdueSection(page).length > 0
  if (!page.history.complete)
    return isOther ? EMPTY_SECTION_TEXTS.pendingOtherIncomplete : EMPTY_SECTION_TEXTS.incomplete
  if (isFullyRead(page)) return isOther ? EMPTY_SECTION_TEXTS.pendingOther : EMPTY_SECTION_TEXTS.pending
  return isOther ? EMPTY_SECTION_TEXTS.pendingOtherUnsure : EMPTY_SECTION_TEXTS.pendingUnsure
}
