import {flowsInto} from './branch.ts'
import type {Event} from './event.ts'
import type {Lifecycle} from './lifecycle.ts'
import {subjectKey} from './subject.ts'
import {sunsetInForce} from './sunsets.ts'
import {type Moment, momentOf, order, type Timeline} from './timeline.ts'

/** How a subject stood when one of its own events came. */
export interface Standing {
  readonly event: Event
  /** The introduction with which its present life began, if one is on record. */
  readonly birth?: Event
  /** The removal that was not undone: its own, or of what holds it. */
  readonly removal?: Event
  /** The announcements in force: its own, and of what covers it. */
  readonly announcements: readonly Event[]
  /** The promised end in force. */
  readonly sunset?: Moment
}

/**
 * Goes through the life of a subject and tells, at each of its own events, how it stood just before. What happened on a
 * branch beside does not count: a patch on an older line restores nothing and repeats nothing.
 */
export function standings(lifecycle: Lifecycle, timeline: Timeline): readonly Standing[] {
  const ready = known.get(lifecycle)
  if (ready) return ready
  const told = tell(lifecycle, timeline)
  known.set(lifecycle, told)
  return told
}

const known = new WeakMap<Lifecycle, readonly Standing[]>()

function tell({subject, events}: Lifecycle, timeline: Timeline): Standing[] {
  const key = subjectKey(subject)
  const isOwn = (event: Event): boolean => subjectKey(event.subject) === key
  const first = events.find(isOwn)
  const found: Standing[] = []
  let births: readonly Event[] = []
  let removals: readonly Event[] = []
  let announcements: readonly Event[] = []
  for (const event of events) {
    const own = isOwn(event)
    const held = (each: Event): boolean => flowsInto(timeline, each.entry, event.entry)
    const beside = (each: Event): boolean => !held(each)
    if (own) {
      const birth = births.find(held)
      const removal = removals.findLast(held)
      // A prefix whose end has come says nothing of what was not there.
      const isNew = event === first && event.kind === 'introduced'
      const told = announcements.filter(each => held(each) && !(isNew && isOver(each, event, timeline)))
      const sunset = sunsetInForce(
        told.flatMap(each => (each.sunset ? [{moment: each.sunset, event: each}] : []))
      )?.moment
      found.push({
        event,
        ...(birth ? {birth} : {}),
        ...(removal ? {removal} : {}),
        announcements: told,
        ...(sunset ? {sunset} : {})
      })
    }
    switch (event.kind) {
      case 'introduced':
      case 'restored': {
        // A part that went by itself does not come back with its target.
        removals = removals.filter(each => beside(each) || (!own && subject.part !== undefined && isOwn(each)))
        const restored = event.kind === 'restored'
        announcements = announcements.filter(each => beside(each) || (!restored && !isOver(each, event, timeline)))
        if (own && !restored) births = [...births, event]
        break
      }
      case 'deprecated':
      case 'rescheduled':
        announcements = [...announcements, event]
        break
      case 'withdrawn': {
        const taken = (each: Event): boolean => own || subjectKey(each.subject) === subjectKey(event.subject)
        announcements = announcements.filter(each => beside(each) || !taken(each))
        break
      }
      case 'removed': {
        // What was not there yet could not end with its prefix.
        const early = !own && first?.kind === 'introduced' && event.id < first.id
        if (early || (!own && subject.part === undefined && removals.some(held))) break
        removals = [...removals, event]
        births = births.filter(beside)
        announcements = announcements.filter(beside)
        break
      }
      case 'changed':
        break
    }
  }
  return found
}

/** The end that it promised had come by then. */
function isOver({sunset}: Event, by: Event, timeline: Timeline): boolean {
  const entry = timeline.entries[by.entry]
  return sunset !== undefined && entry !== undefined && order(timeline, sunset, momentOf(entry)) === 'before'
}
