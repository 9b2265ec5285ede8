import type {RootContent} from 'mdast'
import type {Lifecycle} from '../../../model/lifecycle/lifecycle.ts'
import {findUsableReplacement} from '../../../model/lifecycle/replacement.ts'
import {type EarliestEndOfSupport, earliestEndOfSupport} from '../../../policy/earliest-end-of-support.ts'
import {missingConditions} from '../../../policy/notice/end-of-support-constraint.ts'
import {formatCount} from '../../../text/format-values.ts'
import {formatMissingFacts, formatNeededFacts} from '../../../text/missing-facts.ts'
import {COLUMNS, EMPTY_SECTION_TEXTS, NONE_RECORDED, NOT_NAMED, UNKNOWN_RELEASE} from '../../../text/page-strings.ts'
import {momentPieces} from '../../../text/sentence-templates.ts'
import {statedText} from '../../../text/statement.ts'
import {subjectPieces} from '../../../text/subject-phrase.ts'
import {notePieces, type TextPiece} from '../../../text/text-pieces.ts'
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
      ...(isJudged ? [earliestEndPieces(lifecycle, earliestEndOfSupport(lifecycle, policy, history))] : []),
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

function earliestEndPieces(about: Lifecycle, {kind, day, earlier, missing, bounds}: EarliestEndOfSupport): TextPiece[] {
  if (kind === 'any') return ['any day']
  if (kind === 'never') return ['never']
  const needed = formatNeededFacts(missingConditions(bounds), about)
  if (earlier)
    return notePieces(
      `${day} in any case; an earlier day depends on ${formatMissingFacts(earlier.missing, about)}${needed}`
    )
  if (day !== undefined) return notePieces(`${day}${needed}`)
  return missing.length > 0 ? notePieces(`depends on ${formatMissingFacts(missing, about)}`) : [UNKNOWN_RELEASE]
}
