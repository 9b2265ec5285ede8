import type {SourceLocation} from '../location.ts'
import {escapePointerKey} from '../location.ts'
import type {Subject} from '../subject/subject.ts'
import type {History} from './history.ts'

/** A place where a history names a subject, in whatever role. */
export interface SubjectReference {
  readonly subject: Subject
  readonly place: SourceLocation
  /** Index of the timeline entry; `undefined` for facts and waivers. */
  readonly entry?: number
}

/** Collects all subjects that a history names, in order: subjects, replacements, exceptions, facts, and waivers. */
export function collectSubjectReferences({events, facts, waivers}: History): SubjectReference[] {
  const inEvents = events.flatMap(({subject, replacement, counterpart, except, entry, place}): SubjectReference[] => [
    {subject, place, entry},
    // The other name of a rename is the subject of its own event.
    ...(replacement && !counterpart ? [{subject: replacement, place: childLocation(place, 'replacement'), entry}] : []),
    ...(except ?? []).map((left, index) => ({subject: left, place: childLocation(place, 'except', index), entry}))
  ])
  const elsewhere = [...facts, ...waivers].map(({subject, place}): SubjectReference => ({subject, place}))
  return [...inEvents, ...elsewhere]
}

const childLocation = (place: SourceLocation, ...keys: (string | number)[]): SourceLocation =>
  place.pointer === undefined
    ? place
    : {...place, pointer: `${place.pointer}${keys.map(key => `/${escapePointerKey(key)}`).join('')}`}
