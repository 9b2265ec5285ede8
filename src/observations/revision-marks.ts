import type {Description} from '../descriptions/description.ts'
import type {DescribedOperation} from '../model/api/release-diff.ts'
import {isPart, type Subject, subjectKey} from '../model/subject/subject.ts'

/** Whether an end is announced, by a deprecation mark or a sunset date. */
export const isMarked = ({deprecated, sunset}: DescribedOperation['described']): boolean =>
  deprecated === true || sunset !== undefined

export type MarkedKind = 'operations' | 'parts'

export const kindOfMarks = (subject: Subject): MarkedKind => (isPart(subject) ? 'parts' : 'operations')

/** Keys of the operations that a revision contains and marks, and their stated stabilities and sunsets. */
export interface RevisionMarks {
  readonly there: ReadonlySet<string>
  readonly marked: ReadonlySet<string>
  readonly stated: ReadonlyMap<string, string>
  readonly sunsets: ReadonlyMap<string, string>
  /** The days since which operations are deprecated. */
  readonly since: ReadonlyMap<string, string>
  /** Where in its operation each part is marked. */
  readonly places: ReadonlyMap<string, readonly string[]>
}

/** The marks that a description states, of operations or of their parts. */
export function readRevisionMarks(description: Description, of: MarkedKind): RevisionMarks {
  const described = (of === 'parts' && description.listPartMarks?.()) || description.listMarks()
  const all = described.map(({subject, markedIn, described}) => ({key: subjectKey(subject), markedIn, ...described}))
  return {
    there: new Set(all.map(({key}) => key)),
    marked: new Set(all.filter(isMarked).map(({key}) => key)),
    stated: new Map(all.flatMap(({key, stability}) => (stability === undefined ? [] : [[key, stability]]))),
    sunsets: new Map(all.flatMap(({key, sunset}) => (sunset === undefined ? [] : [[key, sunset] as const]))),
    since: new Map(all.flatMap(({key, since}) => (since === undefined ? [] : [[key, since] as const]))),
    places: new Map(all.flatMap(({key, markedIn = []}) => (markedIn.length > 0 ? [[key, markedIn] as const] : [])))
  }
}

/** Where in their operations parts are removed, by subject key. */
export type RemovedPlaces = ReadonlyMap<string, readonly string[]>

/** Returns a function that says whether a revision marks a name: the part itself in all places where it's removed. */
export function createMarkTest(
  key: string,
  removed: RemovedPlaces,
  now: RevisionMarks | undefined
): (shows: RevisionMarks | undefined, name: string) => boolean | undefined {
  const known = now?.places.get(key) ?? []
  const places = (removed.get(key) ?? []).filter(place => known.includes(place))
  return (shows, name) => {
    if (!shows?.marked.has(name) || name !== key) return shows?.marked.has(name)
    const then = shows.places.get(key) ?? []
    // A place that isn't marked may have had another name, that of a marked one that is no longer there.
    return places.every(place => then.includes(place)) || then.some(place => !known.includes(place))
  }
}

/** The value of the first name that has one. */
export const firstOf = (names: readonly string[], values: ReadonlyMap<string, string>): string | undefined =>
  names.map(name => values.get(name)).find(value => value !== undefined)

/**
 * The keys of the names that the uses of a field have in another description. If several fields are in the place of a use,
 * and none has the name of now, it isn't known which one it was: the name of now stands for it, which isn't marked there.
 */
export function namesThen(subject: Subject, now: Description, then: Description): readonly string[] {
  const own = subjectKey(subject)
  const keysIn = ({findFields}: Description, use: Subject): string[] =>
    findFields?.(use).map(each => subjectKey(each.subject)) ?? []
  const uses = now.findFields?.(subject).flatMap(each => each.uses) ?? []
  const names = uses.flatMap(use => {
    const [before, after] = [keysIn(then, use), keysIn(now, use)]
    if (before.length === 0 || before.includes(own)) return before.length === 0 ? [] : [own]
    const left = before.filter(key => !after.includes(key))
    const came = after.filter(key => !before.includes(key))
    return left.length === 1 && came.length === 1 ? left : [own]
  })
  return names.length > 0 ? [...new Set(names)] : [own]
}
