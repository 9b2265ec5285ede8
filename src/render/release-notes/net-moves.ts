import {stateAtTime} from '../../model/lifecycle/state-at-event.ts'
import {type Subject, subjectKey} from '../../model/subject/subject.ts'
import {momentOfEntry, type TimelineEntry} from '../../model/time/timeline.ts'
import type {HistoryPage} from '../page-data.ts'
import type {ReleaseChange} from './release-changes.ts'

/** Maximum number of replacements to follow, which guards against cycles. */
const MOST_MOVES = 20

/**
 * Points a removal to the replacement that exists at the end of the range, not to one that was removed again in
 * between.
 */
export function resolveNetMove(news: ReleaseChange, to: TimelineEntry, page: HistoryPage): ReleaseChange {
  const {event, judgement} = news
  const named = event.counterpart ?? event.replacement ?? judgement?.replacement
  if (event.kind !== 'removed' || !named) return news
  const last = finalReplacement(named, to, page)
  if (subjectKey(last.subject) === subjectKey(named)) return news
  const {counterpart: _, replacement: __, ...rest} = event
  return {
    ...news,
    // The replacement may itself have been replaced, so the change is no longer a rename.
    event: {...rest, verb: 'removed', ...(last.isInferred ? {} : {replacement: last.subject})},
    ...(judgement && last.isInferred ? {judgement: {...judgement, replacement: last.subject, isInferred: true}} : {})
  }
}

function finalReplacement(
  first: Subject,
  to: TimelineEntry,
  {history, judgements}: HistoryPage
): {subject: Subject; isInferred: boolean} {
  let subject = first
  let isInferred = false
  for (let moves = 0; moves < MOST_MOVES; moves++) {
    const key = subjectKey(subject)
    const life = history.bySubject.get(key)
    if (!life || stateAtTime(life, momentOfEntry(to), history.timeline) !== 'gone') break
    const end = judgements.findLast(each => each.kind === 'end' && subjectKey(each.subject) === key)
    if (!end?.replacement) break
    isInferred ||= end.isInferred ?? false
    subject = end.replacement
  }
  return {subject, isInferred}
}
