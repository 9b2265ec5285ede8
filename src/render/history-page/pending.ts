import type {RootContent} from 'mdast'
import type {Announcement, Lifecycle, Tenure} from '../../model/lifecycle/lifecycle.ts'
import {pointerIn} from '../../model/lifecycle/replacement.ts'
import {subjectKey} from '../../model/subject/subject.ts'
import {earliestLawfulEnd, type LawfulEnd} from '../../policy/earliest-end-of-support.ts'
import {neededFor} from '../../policy/notice/end-of-support-constraint.ts'
import {count, sayMissing, sayNeeded} from '../../text/format-values.ts'
import {COLUMNS, NOTHING, UNKNOWN_RELEASE} from '../../text/page-strings.ts'
import {piecesOfMoment} from '../../text/sentence-templates.ts'
import {statedText} from '../../text/statement.ts'
import {piecesOfSubject} from '../../text/subject-phrase.ts'
import {type Piece, piecesOfNote} from '../../text/text-pieces.ts'
import {tableOf} from '../markdown/details-html.ts'
import {paragraph} from '../markdown/markdown-nodes.ts'
import {currentTenure, entryOf, isAbsent, isLookedAt, type Page, piecesOfPlace} from '../page-data.ts'
import {isReadWhole} from '../release-notes/unread-releases.ts'

interface Pending {
  readonly lifecycle: Lifecycle
  readonly tenure: Tenure
  readonly announcement: Announcement
}

/**
 * The "Pending deprecations" section: subjects that are deprecated but still supported, with their sunset and earliest
 * end of support.
 */
export function pending(page: Page): RootContent[] {
  const {history, policy} = page
  const found = history.lifecycles.flatMap((lifecycle): Pending[] => {
    const tenure = isAbsent(lifecycle.subject, page) ? undefined : currentTenure(lifecycle)
    const own = ({event}: Announcement): boolean => subjectKey(event.subject) === subjectKey(lifecycle.subject)
    const announcement = tenure?.announcements.find(own)
    return tenure && announcement ? [{lifecycle, tenure, announcement}] : []
  })
  if (found.length === 0) return [paragraph(isReadWhole(page) ? NOTHING.pending : NOTHING.pendingUnsure)]
  const rows = found.map(({lifecycle, tenure, announcement}): Piece[][] => {
    const replacement = pointerIn(lifecycle.subject, tenure, history)?.replacement
    return [
      piecesOfSubject(lifecycle.subject),
      piecesOfPlace(entryOf(page, announcement.event), announcement.event),
      tenure.sunset ? piecesOfMoment(statedText(tenure.sunset.moment)) : [UNKNOWN_RELEASE],
      earliestEndPieces(earliestLawfulEnd(lifecycle, policy, history)),
      replacement ? piecesOfSubject(replacement) : []
    ]
  })
  return tableOf(COLUMNS.pending, rows, isLookedAt(page) ? count(rows.length, 'deprecation') : undefined)
}

function earliestEndPieces({kind, day, earlier, missing, bounds}: LawfulEnd): Piece[] {
  if (kind === 'any') return ['any day']
  if (kind === 'never') return ['never']
  const needed = sayNeeded(neededFor(bounds))
  if (earlier) return piecesOfNote(`${day} in any case, earlier needs ${sayMissing(earlier.missing)}${needed}`)
  if (day !== undefined) return piecesOfNote(`${day}${needed}`)
  return missing.length > 0 ? piecesOfNote(`needs ${sayMissing(missing)}`) : ['not known']
}
