import {defined} from '../defined.ts'
import {subjectKey} from '../subject/subject.ts'
import {isContainedIn} from '../time/release-branches.ts'
import {compareMoments, isReachedBy, type Moment, momentOfEntry, type Timeline} from '../time/timeline.ts'
import type {Event} from './event.ts'
import type {Lifecycle, Tenure} from './lifecycle.ts'
import {compareSunsets, isSunsetDay, type Sunset, sunsetInForce} from './sunsets.ts'

/** The state of a subject just before one of its own events. */
export interface StateAtEvent {
  readonly event: Event
  /** The introduction that began the current tenure, if one is recorded. */
  readonly birth?: Event
  /** The removal that wasn't undone, of the subject itself or of a subject that covers it. */
  readonly removal?: Event
  /** The announcements in force, for the subject itself and for subjects that cover it. */
  readonly announcements: readonly Event[]
  /** The sunset in force. */
  readonly sunset?: Moment
}

/**
 * Walks the events of a subject and returns its state just before each of its own events. Events on older release
 * branches don't count: a patch there neither restores nor repeats anything.
 */
export function computeStatesAtEvents(lifecycle: Lifecycle, timeline: Timeline): readonly StateAtEvent[] {
  const ready = cache.get(lifecycle)
  if (ready) return ready
  const states = computeStates(lifecycle, timeline)
  cache.set(lifecycle, states)
  return states
}

const cache = new WeakMap<Lifecycle, readonly StateAtEvent[]>()

/** An event that stays in force until it is undone, on each release branch separately. */
interface UndoableEvent {
  readonly event: Event
  readonly undone: Event[]
}

function computeStates({subject, events}: Lifecycle, timeline: Timeline): StateAtEvent[] {
  const key = subjectKey(subject)
  const isOwn = (event: Event): boolean => subjectKey(event.subject) === key
  const first = events.find(isOwn)
  const found: StateAtEvent[] = []
  const births: UndoableEvent[] = []
  const removals: UndoableEvent[] = []
  const announcements: UndoableEvent[] = []
  for (const event of events) {
    const own = isOwn(event)
    const isNew = event === first && event.kind === 'introduced'
    const reaches = ({entry}: Event): boolean => isContainedIn(timeline, entry, event.entry)
    const inForce = (facts: readonly UndoableEvent[]): UndoableEvent[] =>
      facts.filter(fact => reaches(fact.event) && !fact.undone.some(reaches))
    const undo = (facts: readonly UndoableEvent[], which: (event: Event) => boolean): void => {
      for (const fact of inForce(facts)) if (which(fact.event)) fact.undone.push(event)
    }
    const all = (): boolean => true
    if (own) {
      const birth = inForce(births)[0]?.event
      const removal = inForce(removals).at(-1)?.event
      // A prefix whose sunset was reached earlier says nothing about a subject that didn't exist yet.
      const announced = inForce(announcements)
        .map(fact => fact.event)
        .filter(each => !(isNew && isSunsetReached(each, event, timeline)))
      const sunset = sunsetInForce(announced.flatMap(each => (each.sunset ? [{moment: each.sunset, event: each}] : [])))
      found.push(defined({event, birth, removal, announcements: announced, sunset: sunset?.moment}))
    }
    switch (event.kind) {
      case 'introduced':
      case 'restored':
        // A part that was removed on its own isn't restored together with its target.
        undo(removals, each => own || subject.part === undefined || !isOwn(each))
        undo(announcements, event.kind === 'restored' ? all : each => isSunsetReached(each, event, timeline))
        if (own && event.kind === 'introduced') births.push({event, undone: []})
        break
      case 'deprecated':
      case 'rescheduled':
        announcements.push({event, undone: []})
        break
      case 'withdrawn':
        undo(announcements, each => own || subjectKey(each.subject) === subjectKey(event.subject))
        break
      case 'removed': {
        // A subject that didn't exist yet can't be removed with its prefix.
        const early = !own && first?.kind === 'introduced' && event.id < first.id
        if (early || (!own && subject.part === undefined && inForce(removals).length > 0)) break
        undo(births, all)
        undo(announcements, all)
        removals.push({event, undone: []})
        break
      }
      case 'changed':
        break
    }
  }
  return found
}

/** Whether the sunset of an announcement was reached before the entry of the other event. */
function isSunsetReached({sunset}: Event, by: Event, timeline: Timeline): boolean {
  const entry = timeline.entries[by.entry]
  return (
    sunset !== undefined && entry !== undefined && compareMoments(timeline, sunset, momentOfEntry(entry)) === 'before'
  )
}

/** The state of a subject at a moment: `absent` before its introduction, `ended` after its end of support. */
export type StateAtTime = 'absent' | 'live' | 'deprecated' | 'ended'

/** Whether an event happened in a release that another release doesn't contain. */
const isElsewhere = (event: Event, {entry}: Moment, timeline: Timeline): boolean =>
  entry !== undefined && event.entry !== entry && !isContainedIn(timeline, event.entry, entry)

/** The tenure of a subject at a moment: the last one that had begun, or `undefined`. */
export const tenureAt = ({tenures}: Lifecycle, moment: Moment, timeline: Timeline): Tenure | undefined =>
  tenures.findLast(({introduced}) => !introduced || compareMoments(timeline, introduced.moment, moment) !== 'after')

export function stateAtTime(lifecycle: Lifecycle, moment: Moment, timeline: Timeline): StateAtTime {
  const tenure = tenureAt(lifecycle, moment, timeline)
  if (!tenure || (tenure.introduced && isElsewhere(tenure.introduced.event, moment, timeline))) return 'absent'
  const end = tenure.end ?? tenure.endWithTarget
  // A release of an older line still has what a newer one removed before.
  const isKept = end?.kind === 'removed' && isElsewhere(end.event, moment, timeline)
  if (end && !isKept && isReachedBy(timeline, end.moment, moment)) return 'ended'
  return tenure.announcements.some(each => isReachedBy(timeline, each.moment, moment)) ? 'deprecated' : 'live'
}

/** A statement that changes or withdraws the sunset of a subject, with the sunset that was in force before it. */
export interface SunsetChange {
  readonly event: Event
  readonly from: Sunset
  /** `undefined` if the event named no sunset or withdrew the previous one. */
  readonly to?: Sunset
}

const sunsetOf = (event: Event): Sunset[] => (event.sunset ? [{moment: event.sunset, event}] : [])

const canChangeSunset = ({kind}: Event): boolean => ['deprecated', 'rescheduled', 'withdrawn'].includes(kind)

/** Whether two sunsets are the same, as two equal months are, although their days aren't known. */
const isSame = (a: Moment, b: Moment, timeline: Timeline): boolean =>
  a.stated === b.stated || compareSunsets(timeline, a, b) === 'same'

/** Finds the changes of a sunset in statements about the subject itself. */
export function findSunsetChanges(lifecycle: Lifecycle, timeline: Timeline): SunsetChange[] {
  // Most subjects have at most one announcement, so no sunset was changed.
  if (lifecycle.events.filter(canChangeSunset).length < 2) return []
  return computeStatesAtEvents(lifecycle, timeline).flatMap(({event, announcements}): SunsetChange[] => {
    if (!canChangeSunset(event)) return []
    const [to] = sunsetOf(event)
    const before = announcements.flatMap(sunsetOf)
    const inForce = sunsetInForce(before)
    // A text or an unlisted release that replaced a day is no reason for an earlier day.
    const isOpen = to && inForce && compareSunsets(timeline, to.moment, inForce.moment) === undefined
    const from = (isOpen ? sunsetInForce(before.filter(isSunsetDay)) : undefined) ?? inForce
    // Repeating the same day changes nothing.
    if (from && to && isSame(from.moment, to.moment, timeline)) return []
    return from ? [defined({event, from, to})] : []
  })
}
