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
 * Whether the history is known to contain every announcement of an end. It is not if it has gaps at that time, or if a
 * release just before the event could be read only in part: a deprecation mark may have been there. Without an event,
 * the end is still to come.
 */
export const areAnnouncementsComplete = (event: Event | undefined, history: History): boolean =>
  isCompleteAt(event?.entry, history) && unreadBefore(event, history).length === 0

/**
 * Whether the history lists all releases between two moments. `complete: false` speaks of the time before its adoption,
 * as long as it names the day of its adoption. A source lists each of its releases, once it announces anything.
 */
export const isCompleteBetween = (start: Moment, end: Moment | undefined, history: History): boolean =>
  isListedBy(end, history) ||
  (start.entry === undefined ? isAdoptedOn(start.when.earliest, history) : isAdoptedAt(start.entry, history))

/** Whether the history lists what happened up to a moment, whatever it says about its adoption. */
export const isListedBy = (moment: Moment | undefined, {complete, timeline}: History): boolean =>
  complete && hasBegunBy(moment, timeline)

/** Whether the history lists every announcement of what ends at an entry; without one, the end is still to come. */
const isCompleteAt = (entry: number | undefined, history: History): boolean =>
  (history.complete && hasBegunBefore(entry, history.timeline)) || isAdoptedAt(entry, history)

/** Whether an entry comes after the adoption, as what hasn't shipped does, and what has no entry. */
function isAdoptedAt(entry: number | undefined, history: History): boolean {
  const at = entry === undefined ? undefined : history.timeline.entries[entry]
  const isStillToCome = at === undefined || at.name === NEXT || at.pending || at.claimed === true
  return isStillToCome ? history.adopted !== undefined : isAdoptedOn(at.when.earliest, history)
}

const isAdoptedOn = (day: Day | undefined, {adopted}: History): boolean =>
  adopted !== undefined && day !== undefined && day >= adopted

/**
 * The releases from which on all announcements are listed, by their `complete: true`. None if that is so from the
 * start. A release that a change adds doesn't count before it is merged.
 */
const findBeginnings = memoize(({entries}: Timeline) =>
  entries.filter(({complete, claimed, name}) => complete && !claimed && name !== NEXT)
)

/**
 * Whether a release that what ends at the entry builds on lists all announcements. Releases of an older line don't build
 * on those of a newer one, so nothing begins for them there.
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
 * The place of the key that leaves an end undetermined because the history has gaps; `undefined` if there is none.
 * What was observed has the same sentence whether descriptions are read or were recorded.
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
