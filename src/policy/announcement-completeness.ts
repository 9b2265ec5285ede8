import type {Event} from '../model/lifecycle/event.ts'
import type {History} from '../model/lifecycle/history.ts'
import type {SourceLocation} from '../model/location.ts'
import {memoize} from '../model/memoize.ts'
import {formatSubject, type Subject} from '../model/subject/subject.ts'
import type {Day} from '../model/time/date-range.ts'
import {isContainedIn} from '../model/time/release-branches.ts'
import {type Moment, NEXT, type Timeline, type TimelineEntry} from '../model/time/timeline.ts'
import type {MissingFact} from '../model/verdict/judgment.ts'

/**
 * Whether the history certainly lists every announcement of the end of support that `event` brings; without an event,
 * the end is still to come. It doesn't if it has gaps at that time, or if a description just before the event could be
 * read only in part, because a deprecation mark may be in what couldn't be read.
 */
export const areAnnouncementsComplete = (event: Event | undefined, history: History): boolean =>
  isCompleteAt(event?.entry, history) && unreadBefore(event, history).length === 0

/**
 * Whether the history lists all releases between two moments. It does if it is complete up to the end, or if the start
 * comes after the day from which on it is complete: what it leaves out is older than that. A history of descriptions is complete
 * as soon as one of them marks something as deprecated.
 */
export const isCompleteBetween = (start: Moment, end: Moment | undefined, history: History): boolean =>
  isListedBy(end, history) ||
  (start.entry === undefined ? isCompleteOn(start.when.earliest, history) : isCompleteSince(start.entry, history))

/** Whether the history has no gaps up to a moment; the day from which on it is complete isn't considered. */
export const isListedBy = (moment: Moment | undefined, {complete, timeline}: History): boolean =>
  complete && hasBegunBy(moment, timeline)

/**
 * Whether the history lists every announcement of what ends at the entry; without an entry, the end is still to come.
 */
export const isCompleteAt = (entry: number | undefined, history: History): boolean =>
  (history.complete && hasBegunBefore(entry, history.timeline)) || isCompleteSince(entry, history)

/** Whether an entry isn't older than the day from which on the history is complete. What isn't released comes after it. */
function isCompleteSince(entry: number | undefined, history: History): boolean {
  const at = entry === undefined ? undefined : history.timeline.entries[entry]
  const isStillToCome = at === undefined || at.name === NEXT || at.pending || at.claimed === true
  return isStillToCome ? history.completeFrom !== undefined : isCompleteOn(at.when.earliest, history)
}

const isCompleteOn = (day: Day | undefined, {completeFrom}: History): boolean =>
  completeFrom !== undefined && day !== undefined && day >= completeFrom

/**
 * The releases that `complete` names: from them on, all announcements are listed. Empty if that is so from the
 * start. A release that an unmerged change adds doesn't count.
 */
const findBeginnings = memoize(({entries}: Timeline) =>
  entries.filter(({complete, claimed, name}) => complete && !claimed && name !== NEXT)
)

/**
 * Whether a release that `complete` names precedes the entry on its own release branch; true if no release says that. A
 * release of an older line doesn't contain the newer ones, so they don't count for it.
 */
function hasBegunBefore(entry: number | undefined, timeline: Timeline): boolean {
  const beginnings = findBeginnings(timeline)
  if (beginnings.length === 0 || entry === undefined) return true
  return beginnings.some(({index}) => index < entry && isContainedIn(timeline, index, entry))
}

function hasBegunBy(moment: Moment | undefined, timeline: Timeline): boolean {
  if (!moment || moment.entry !== undefined) return hasBegunBefore(moment?.entry, timeline)
  const {earliest} = moment.when
  const beginnings = findBeginnings(timeline)
  const isBefore = ({when: {latest}}: TimelineEntry): boolean =>
    latest !== undefined && earliest !== undefined && latest <= earliest
  return beginnings.length === 0 || beginnings.some(isBefore)
}

/** The first release from which on the history has no gaps; `undefined` if no release says that. */
export const firstCompleteRelease = ({timeline}: History): string | undefined => findBeginnings(timeline)[0]?.name

/**
 * The place of `complete` if an end of support is undetermined because of it; otherwise `undefined`. Observed
 * events of a recorded history have none, so their message is the same as if the descriptions were read again.
 */
export const findDecidingGap = (event: Event | undefined, history: History): SourceLocation | undefined =>
  isCompleteAt(event?.entry, history) || (history.isRecorded && event?.seen) ? undefined : history.incompleteAt

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
