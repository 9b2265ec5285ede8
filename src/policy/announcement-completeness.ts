import type {Event} from '../model/lifecycle/event.ts'
import type {History} from '../model/lifecycle/history.ts'
import type {SourceLocation} from '../model/location.ts'
import {formatSubject, type Subject} from '../model/subject/subject.ts'
import type {Day} from '../model/time/date-range.ts'
import {type Moment, NEXT, type TimelineEntry} from '../model/time/timeline.ts'
import type {MissingFact} from '../model/verdict/judgment.ts'

/**
 * Whether the history is known to contain every announcement of an end. It is not if it has gaps at that time, or if a
 * release just before the event could be read only in part: a deprecation mark may have been there. Without an event,
 * the end is still to come.
 */
export const areAnnouncementsComplete = (event: Event | undefined, history: History): boolean =>
  isCompleteAt(event?.entry, history) && unreadBefore(event, history).length === 0

/**
 * Whether the history lists everything from a moment on. `complete: false` speaks of the time before its adoption, as
 * long as it names the day of its adoption.
 */
export const isCompleteFrom = ({entry, when}: Moment, history: History): boolean =>
  entry === undefined ? isCompleteOn(when.earliest, history) : isCompleteAt(entry, history)

/** The same for an entry of the timeline. What hasn't shipped comes after the adoption, and so does what has no entry. */
function isCompleteAt(entry: number | undefined, history: History): boolean {
  const at = entry === undefined ? undefined : history.timeline.entries[entry]
  const isStillToCome = at === undefined || at.name === NEXT || at.pending || at.claimed === true
  return isStillToCome ? history.complete || history.adopted !== undefined : isCompleteOn(at.when.earliest, history)
}

const isCompleteOn = (day: Day | undefined, {complete, adopted}: History): boolean =>
  complete || (adopted !== undefined && day !== undefined && day >= adopted)

/** The place of the key that leaves an end undetermined because the history has gaps; `undefined` if there is none. */
export const findDecidingGap = (event: Event | undefined, history: History): SourceLocation | undefined =>
  isCompleteAt(event?.entry, history) ? undefined : history.incompleteAt

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
