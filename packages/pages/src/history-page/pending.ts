import {findUsableReplacement} from '@tenure/core/model/lifecycle/replacement'
import {
  entryOf,
  entryPieces,
  type HistoryPage,
  hasDescriptions,
  isFullyRead
} from '@tenure/core/outputs/changes/page-data'
import {sayFirstEnd} from '@tenure/core/outputs/first-end'
import {collapsibleTable, paragraphNode} from '@tenure/core/outputs/markdown/markdown-nodes'
import {notePieces, type TextPiece} from '@tenure/core/phrases/text-pieces'
import {earliestEndOfSupport} from '@tenure/core/policy/earliest-end-of-support'
import {formatCount} from '@tenure/core/text/format-values'
import {COLUMNS, EMPTY_SECTION_TEXTS, NONE_RECORDED, NOT_NAMED, UNKNOWN_RELEASE} from '@tenure/core/text/page-strings'
import {momentPieces} from '@tenure/core/text/sentence-templates'
import {statedText} from '@tenure/core/text/statement'
import {subjectPieces} from '@tenure/core/text/subject-phrase'
import type {RootContent} from 'mdast'
import {pendingDeprecations} from '../ends-of-support.ts'
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
