import type {Event} from '../model/lifecycle/event.ts'
import type {History} from '../model/lifecycle/history.ts'
import {formatSubject, type Subject} from '../model/subject/subject.ts'
import type {Entry} from '../model/time/timeline.ts'
import type {Missing} from '../model/verdict/judgement.ts'

/**
 * Whether nothing was said where the record says nothing. It does not say everything where it states so, nor of what
 * ended or changed while not all could be read: a mark may have stood there unseen.
 */
export const isAllSaid = (event: Event | undefined, history: History): boolean =>
  history.complete && unreadBefore(event, history).length === 0

/** Of what nobody is known to have said, who would tell: the fact itself, and the releases that could not be read. */
export const untold = (fact: string, of: Subject, event: Event | undefined, history: History): Missing[] => [
  {fact, of: formatSubject(of)},
  ...unreadBefore(event, history).map(({name}): Missing => ({fact: 'description', of: `release ${name}`}))
]

/** The releases that may have told of an event, had all of them been read: it was not seen whether they did. */
function unreadBefore(event: Event | undefined, {timeline: {entries}}: History): Entry[] {
  const after = event?.by?.after
  if (event === undefined || after === undefined) return []
  return entries.slice(after + 1, event.entry).filter(({partial, unread}) => partial || unread)
}
