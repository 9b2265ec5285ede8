import type {WrittenEvent} from '../model/lifecycle/history.ts'
import {PART_KINDS, type Subject, subjectKey, withoutSide} from '../model/subject/subject.ts'

type Placed = Pick<WrittenEvent, 'subject' | 'entry' | 'kind'>

/**
 * Expands declared lines about a part without a side into one line for each side on which snapshots show it.
 * Announcements are expanded to all sides; other lines only to sides with an event at the same entry. A line stays as
 * it is if both sides are shown as one, or none is.
 */
export function onShownSides<Event extends Placed>(said: readonly Event[], shown: readonly Placed[]): Event[][] {
  const known = sidesIn(said, shown)
  return said.map(event =>
    onSides(
      event,
      known(event.subject).filter(({entry}) => announces(event) || entry === event.entry)
    )
  )
}

/**
 * Expands only announcements, to the sides that other lines name. A removal may have been on more sides than are
 * listed.
 */
export function announcedOnSides<Event extends Placed>(said: readonly Event[]): Event[][] {
  const known = sidesIn(
    said,
    said.filter(({subject}) => subject.part?.in !== undefined)
  )
  return said.map(event => (announces(event) ? onSides(event, known(event.subject)) : [event]))
}

/** Whether a statement about one subject applies to the other: they are equal, or the same part without a side. */
export const isSaidOf = (said: Subject, subject: Subject): boolean =>
  subjectKey(said) === subjectKey(subject) ||
  (isOfNoSide(said) && isNamed(subject) && subjectKey(said) === subjectKey(withoutSide(subject)))

const announces = ({kind}: Placed): boolean => kind === 'deprecated' || kind === 'rescheduled' || kind === 'withdrawn'

/** Returns the events of a part by its subject without a side. Most histories contain no lines without a side. */
function sidesIn(said: readonly Placed[], known: readonly Placed[]): (subject: Subject) => readonly Placed[] {
  const byWhole = new Map<string, Placed[]>()
  if (said.some(({subject}) => isOfNoSide(subject)))
    for (const each of known) {
      if (!isNamed(each.subject)) continue
      const whole = subjectKey(withoutSide(each.subject))
      byWhole.set(whole, [...(byWhole.get(whole) ?? []), each])
    }
  return subject => (isOfNoSide(subject) ? (byWhole.get(subjectKey(subject)) ?? []) : [])
}

function onSides<Event extends Placed>(event: Event, known: readonly Placed[]): Event[] {
  const sides = [...new Set(known.map(({subject}) => subject.part?.in))].toSorted()
  const {target, part} = event.subject
  const told = sides.flatMap(side =>
    side === undefined ? [] : [{...event, subject: {target, part: {...part, in: side}}}]
  )
  return told.length === 0 || told.length < sides.length ? [event] : told
}

const isNamed = ({part}: Subject): boolean => part !== undefined && PART_KINDS.some(kind => part[kind] !== undefined)

const isOfNoSide = (subject: Subject): boolean => isNamed(subject) && subject.part?.in === undefined
