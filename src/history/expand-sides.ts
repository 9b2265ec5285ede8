import {groupBy} from '../model/group-by.ts'
import {isStatement} from '../model/lifecycle/event.ts'
import type {WrittenEvent} from '../model/lifecycle/history.ts'
import {PART_KINDS, type Subject, subjectKey, withoutSide} from '../model/subject/subject.ts'

type PlacedEvent = Pick<WrittenEvent, 'subject' | 'entry' | 'kind'>

/**
 * Expands declared lines about a part without a side into one line for each side on which snapshots show it.
 * Announcements are expanded to all sides; other lines only to sides with an event at the same entry. A line stays as
 * it is if both sides are shown as one, or none is.
 */
export function expandToObservedSides<Event extends PlacedEvent>(
  declared: readonly Event[],
  observed: readonly PlacedEvent[]
): Event[][] {
  const known = indexBySubject(declared, observed)
  return declared.map(event =>
    expandEvent(
      event,
      known(event.subject).filter(({entry}) => isStatement(event) || entry === event.entry)
    )
  )
}

/**
 * Expands announcements to the sides that other lines name. Removals stay as they are, because a subject may have been
 * removed from more sides than the lines name.
 */
export function expandAnnouncements<Event extends PlacedEvent>(declared: readonly Event[]): Event[][] {
  const known = indexBySubject(
    declared,
    declared.filter(({subject}) => subject.part?.in !== undefined)
  )
  return declared.map(event => (isStatement(event) ? expandEvent(event, known(event.subject)) : [event]))
}

/**
 * Whether a statement about `outer` applies to the subject: they are equal, or `outer` is the same part without a side.
 */
export const appliesToSubject = (outer: Subject, subject: Subject): boolean =>
  subjectKey(outer) === subjectKey(subject) ||
  (hasNoSide(outer) && hasNamedPart(subject) && subjectKey(outer) === subjectKey(withoutSide(subject)))

/** Returns the known events of a part by its subject without a side; most histories have no such subject. */
function indexBySubject(
  said: readonly PlacedEvent[],
  known: readonly PlacedEvent[]
): (subject: Subject) => readonly PlacedEvent[] {
  const named = said.some(({subject}) => hasNoSide(subject)) ? known.filter(({subject}) => hasNamedPart(subject)) : []
  const byWhole = groupBy(named, ({subject}) => subjectKey(withoutSide(subject)))
  return subject => (hasNoSide(subject) ? (byWhole.get(subjectKey(subject)) ?? []) : [])
}

function expandEvent<Event extends PlacedEvent>(event: Event, known: readonly PlacedEvent[]): Event[] {
  const sides = [...new Set(known.map(({subject}) => subject.part?.in))].toSorted()
  const {target, part} = event.subject
  const expanded = sides.flatMap(side =>
    side === undefined ? [] : [{...event, subject: {target, part: {...part, in: side}}}]
  )
  return expanded.length === 0 || expanded.length < sides.length ? [event] : expanded
}

const hasNamedPart = ({part}: Subject): boolean =>
  part !== undefined && PART_KINDS.some(kind => part[kind] !== undefined)

const hasNoSide = (subject: Subject): boolean => hasNamedPart(subject) && subject.part?.in === undefined
