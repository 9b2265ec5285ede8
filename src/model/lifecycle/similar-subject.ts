import {groupBy} from '../group-by.ts'
import {escapePointerKey, type SourceLocation} from '../location.ts'
import {memoize, memoizeTexts} from '../memoize.ts'
import {isTypo} from '../subject/closest-word.ts'
import {type Subject, subjectKey} from '../subject/subject.ts'
import {looksLikeMarker} from '../subject/version-marker.ts'
import type {History} from './history.ts'

/** Subjects of the history that differ from this one only by a likely typo in one word. */
export function findSimilarSubjects(subject: Subject, history: History): Subject[] {
  const index = indexSubjects(history)
  return blankEachWord(subject).flatMap(({key, word}) =>
    (index.get(key) ?? [])
      .slice(0, MAX_SIBLINGS)
      .filter(each => each.word !== word && isTypo(each.word, word))
      .map(each => each.subject)
  )
}

/** The maximum number of subjects that differ in the same word; among more, a hint wouldn't help. */
const MAX_SIBLINGS = 1000

export const findSimilarSubject = (subject: Subject, history: History): Subject | undefined =>
  findSimilarSubjects(subject, history)[0]

/** Subjects by their key with one word blanked out. */
const indexSubjects = memoize(({lifecycles}: History) =>
  groupBy(
    lifecycles.flatMap(({subject}) => blankEachWord(subject).map(blanked => ({...blanked, subject}))),
    ({key}) => key
  )
)

/**
 * The subject key with each word that can contain a typo blanked out in turn. Methods and version markers are excluded,
 * because another one is another subject.
 */
function blankEachWord(subject: Subject): {key: string; word: string}[] {
  const text = subjectKey(subject)
  return [...text.matchAll(/[\w-]+/g)].flatMap(({0: word, index: at}, place) =>
    !isMarker(word) && word !== subject.target.verb
      ? [{key: `${place} ${text.slice(0, at)}${text.slice(at + word.length)}`, word}]
      : []
  )
}

const isMarker = memoizeTexts(looksLikeMarker)

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
