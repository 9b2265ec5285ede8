import type {Place} from '../location.ts'
import {pointerKey} from '../location.ts'
import type {Subject} from '../subject/subject.ts'
import type {History} from './history.ts'

/** A place where a history names a subject, in whatever role. */
export interface Mention {
  readonly subject: Subject
  readonly place: Place
  /** Index of the timeline entry; `undefined` for facts and waivers. */
  readonly entry?: number
}

/** Collects all subjects that a history names, in order: subjects, replacements, exceptions, facts, and waivers. */
export function mentionsIn({events, facts, waivers}: History): Mention[] {
  const inEvents = events.flatMap(({subject, replacement, counterpart, except, entry, place}): Mention[] => [
    {subject, place, entry},
    // The other name of a rename is the subject of its own event.
    ...(replacement && !counterpart ? [{subject: replacement, place: childLocation(place, 'replacement'), entry}] : []),
    ...(except ?? []).map((left, index) => ({subject: left, place: childLocation(place, 'except', index), entry}))
  ])
  const elsewhere = [...facts, ...waivers].map(({subject, place}): Mention => ({subject, place}))
  return [...inEvents, ...elsewhere]
}

const childLocation = (place: Place, ...keys: (string | number)[]): Place =>
  place.pointer === undefined
    ? place
    : {...place, pointer: `${place.pointer}${keys.map(key => `/${pointerKey(key)}`).join('')}`}
