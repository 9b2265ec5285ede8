import type {Place} from '../location.ts'
import {pointerKey} from '../location.ts'
import type {Subject} from '../subject/subject.ts'
import type {History} from './history.ts'

/** Where a record names a subject, as whatever it does so. */
export interface Mention {
  readonly subject: Subject
  readonly place: Place
  /** The entry of the timeline; facts and waivers stand at none. */
  readonly entry?: number
}

/** Everything that a record names, in the order of the record: subjects, replacements, exceptions, facts, waivers. */
export function mentionsIn({events, facts, waivers}: History): Mention[] {
  const inEvents = events.flatMap(({subject, replacement, counterpart, except, entry, place}): Mention[] => [
    {subject, place, entry},
    // The other name of a rename is the subject of an event of its own.
    ...(replacement && !counterpart ? [{subject: replacement, place: within(place, 'replacement'), entry}] : []),
    ...(except ?? []).map((left, index) => ({subject: left, place: within(place, 'except', index), entry}))
  ])
  const elsewhere = [...facts, ...waivers].map(({subject, place}): Mention => ({subject, place}))
  return [...inEvents, ...elsewhere]
}

const within = (place: Place, ...keys: (string | number)[]): Place =>
  place.pointer === undefined
    ? place
    : {...place, pointer: `${place.pointer}${keys.map(key => `/${pointerKey(key)}`).join('')}`}
