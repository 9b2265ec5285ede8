import {defined} from '../model/defined.ts'
import type {Event} from '../model/lifecycle/event.ts'
import type {FieldRename} from '../model/lifecycle/history.ts'
import type {Lifecycle} from '../model/lifecycle/lifecycle.ts'
import {type Subject, subjectKey} from '../model/subject/subject.ts'
import {isStatement} from './name-fields.ts'

/** The events of a subject, and those that it had under other names before. */
export function collectRenamed(
  subject: Subject,
  byKey: ReadonlyMap<string, readonly Event[]>,
  renamed: ReadonlyMap<string, readonly FieldRename[]>,
  passed: readonly FieldRename[] = []
): readonly Event[] {
  const key = subjectKey(subject)
  const before = (renamed.get(key) ?? []).filter(each => !passed.includes(each))
  if (before.length === 0) return byKey.get(key) ?? []
  const earlier = before.flatMap(each =>
    collectRenamed(each.from, byKey, renamed, [...passed, ...before])
      .filter(event => isBeforeRename(event, each) && (!each.isInUse || isStatement(event)))
      .map(event => defined({...event, subject, coverage: each.coverage ?? event.coverage}))
  )
  const isReplaced = (event: Event): boolean =>
    isStatement(event) && before.some(({from, entry}) => subjectKey(from) === key && event.entry < entry)
  return [...earlier, ...(byKey.get(key) ?? []).filter(event => !isReplaced(event))]
}

/** Whether an event is about the old name of a field. A name that stays in use can have new events with the rename. */
const isBeforeRename = ({entry}: Event, {entry: at, isInUse}: FieldRename): boolean =>
  entry < at || (entry === at && !isInUse)

/** The names that fields no longer have, by key, each with the name that they have instead. */
export const abandonedNames = (renamed: readonly FieldRename[] = []): ReadonlyMap<string, Subject> =>
  new Map(renamed.flatMap(({from, to, isInUse}) => (isInUse ? [] : [[subjectKey(from), to] as const])))

/** The lifecycles by their keys, and by those of names that their subjects had before. */
export function addOldNames(
  bySubject: ReadonlyMap<string, Lifecycle>,
  abandoned: ReadonlyMap<string, Subject>
): ReadonlyMap<string, Lifecycle> {
  if (abandoned.size === 0) return bySubject
  const old = [...abandoned].flatMap(([key, to]) => {
    const now = bySubject.get(subjectKey(to))
    return now ? [[key, now] as const] : []
  })
  return new Map([...old, ...bySubject])
}

/**
 * The lifecycles without those of uses that statements cover, if the statements cover all uses of their field together.
 */
export function withoutCoveredUses(
  lifecycles: readonly Lifecycle[],
  events: readonly Event[],
  also: readonly Subject[]
): readonly Lifecycle[] {
  const partial = events.flatMap(({subject, coverage}) => (coverage ? [{field: subjectKey(subject), coverage}] : []))
  if (partial.length === 0) return lifecycles
  const named = new Set([...events, ...also.map(subject => ({subject}))].map(({subject}) => subjectKey(subject)))
  const open = new Set(lifecycles.flatMap(({subject, unannounced}) => (unannounced ? [subjectKey(subject)] : [])))
  const covered = partial.flatMap(({field, coverage}) => (open.has(field) ? [] : coverage.covered.map(subjectKey)))
  const left = new Set(covered.filter(key => !named.has(key)))
  return lifecycles.filter(({subject}) => !left.has(subjectKey(subject)))
}
