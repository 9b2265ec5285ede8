import type {Event} from '../model/lifecycle/event.ts'
import type {History} from '../model/lifecycle/history.ts'
import {formatSubject, type Subject} from '../model/subject/subject.ts'
import type {TimelineEntry} from '../model/time/timeline.ts'
import type {MissingFact} from '../model/verdict/judgment.ts'

/**
 * Whether the history is known to contain every announcement. It is not if it isn't declared complete, or if a release
 * just before the event could be read only in part: a deprecation mark may have been there.
 */
export const areAnnouncementsComplete = (event: Event | undefined, history: History): boolean =>
  history.complete && unreadBefore(event, history).length === 0

/**
 * The missing facts if an announcement or other statement may exist without being recorded: the fact itself, and the
 * releases that couldn't be read.
 */
export const unrecordedFacts = (
  fact: string,
  of: Subject,
  event: Event | undefined,
  history: History
): MissingFact[] => [
  {fact, of: formatSubject(of)},
  ...unreadBefore(event, history).map(({name}): MissingFact => ({fact: 'description', of: `release ${name}`}))
]

/** The releases before an event that couldn't be read completely, so the event may already have been visible there. */
function unreadBefore(event: Event | undefined, {timeline: {entries}}: History): TimelineEntry[] {
  const after = event?.by?.after
  if (event === undefined || after === undefined) return []
  return entries.slice(after + 1, event.entry).filter(({partial, unread}) => partial || unread)
}
