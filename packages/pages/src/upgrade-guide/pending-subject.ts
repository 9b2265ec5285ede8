import {defined} from '@tenure/core/model/defined'
import {findUsableReplacement} from '@tenure/core/model/lifecycle/replacement'
import {stateAtTime, tenureAt} from '@tenure/core/model/lifecycle/state-at-event'
import {type Subject, subjectKey} from '@tenure/core/model/subject/subject'
import {type Moment, momentOfEntry, type TimelineEntry, withoutAssumedDay} from '@tenure/core/model/time/timeline'
import {
  type DeclaredEnd,
  earliestDeclaredEnd,
  type HistoryPage,
  isComponentAbsent
} from '@tenure/core/outputs/changes/page-data'
import {notePieces, type TextPiece} from '@tenure/core/phrases/text-pieces'
import {formatAtMoment} from '@tenure/core/text/format-values'

/** A deprecated subject that is still supported, so that no action is needed yet. */
export interface PendingSubject {
  readonly subject: Subject
  readonly announced: Moment
  /** The sunset, or the release that removed it. */
  readonly until?: Moment
  /** Earliest end of support under the declared policy, if no sunset is set. */
  readonly earliestEnd?: DeclaredEnd
  readonly replacement?: Subject
}

/** A moment inside parentheses: in 3.3, 2026-12-20. */
export const momentInside = (moment: Moment): TextPiece[] =>
  notePieces(formatAtMoment(withoutAssumedDay(moment)).replace(/ \((.*)\)$/, ', $1'))

/** How long a subject stays supported: `support ends on 2026-12-20`. Empty if unknown. */
export function untilPieces({until, earliestEnd}: PendingSubject): TextPiece[] {
  if (until) return ['support ends ', ...momentInside(until)]
  return earliestEnd === undefined ? [] : [`it can be removed ${earliestEnd.when}`]
}

/**
 * Subjects that are deprecated at a release and still supported; the earliest end of support comes first, and of those
 * without one the latest deprecation.
 */
export function deprecatedAt(to: TimelineEntry, page: HistoryPage): PendingSubject[] {
  const {history} = page
  const moment = momentOfEntry(to)
  const found = history.lifecycles.flatMap((life): PendingSubject[] => {
    const {subject} = life
    if (isComponentAbsent(subject, page, to.index) || stateAtTime(life, moment, history.timeline) !== 'deprecated')
      return []
    const tenure = tenureAt(life, moment, history.timeline)
    // A deprecated prefix is listed once, not for each endpoint below it.
    const [first] = tenure?.announcements.filter(({event}) => subjectKey(event.subject) === subjectKey(subject)) ?? []
    if (!tenure || !first) return []
    const until = tenure.end?.removal ?? tenure.end?.moment ?? tenure.sunset?.moment
    const replacement = findUsableReplacement(subject, tenure, history)?.replacement
    const earliestEnd = until ? undefined : earliestDeclaredEnd(subject, page)
    return [{subject, announced: first.moment, ...defined({until, earliestEnd, replacement})}]
  })
  const day = ({until, earliestEnd}: PendingSubject): string => until?.when.earliest ?? earliestEnd?.day ?? '9999'
  const entry = ({announced}: PendingSubject): number => announced.entry ?? 0
  return found.toSorted((a, b) => (day(a) < day(b) ? -1 : day(a) > day(b) ? 1 : entry(b) - entry(a)))
}
