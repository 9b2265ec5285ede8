import type {EndOfSupport, Lifecycle} from '../model/lifecycle/lifecycle.ts'
import {covers, type Subject} from '../model/subject/subject.ts'
import {compareMoments, type Timeline} from '../model/time/timeline.ts'

/**
 * Marks a prefix as removed if its sunset was reached and every recorded endpoint version under it was removed, even
 * without a line that says so.
 */
export function markEmptiedPrefix(
  lifecycle: Lifecycle,
  endpoints: readonly Lifecycle[],
  timeline: Timeline
): Lifecycle {
  const {subject, tenures} = lifecycle
  const last = tenures.at(-1)
  const end = last?.end
  if (subject.target.kind !== 'prefix' || subject.part || !end || end.kind !== 'sunset' || end.removal) return lifecycle
  const isExcepted = (inner: Subject): boolean => end.event.except?.some(each => covers(each, inner)) ?? false
  const under = endpoints.filter(each => covers(subject, each.subject) && !isExcepted(each.subject))
  const removals = under.map(each => each.tenures.at(-1)?.end?.removal)
  const seen = removals.filter(removal => removal !== undefined)
  const lastSeen = seen.toSorted((a, b) => (a.entry ?? 0) - (b.entry ?? 0)).at(-1)
  if (!lastSeen || seen.length < removals.length) return lifecycle
  // Endpoints removed before the sunset are judged separately; at the sunset at the latest, the prefix was empty.
  const removal = compareMoments(timeline, lastSeen, end.moment) === 'before' ? end.moment : lastSeen
  const emptied: EndOfSupport = {...end, removal}
  return {...lifecycle, tenures: [...tenures.slice(0, -1), {...last, end: emptied}]}
}
