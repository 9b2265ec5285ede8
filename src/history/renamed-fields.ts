import {defined} from '../model/defined.ts'
import {groupBy} from '../model/group-by.ts'
import {type Event, isStatement} from '../model/lifecycle/event.ts'
import type {FieldRename} from '../model/lifecycle/history.ts'
import type {Lifecycle} from '../model/lifecycle/lifecycle.ts'
import {type Subject, subjectKey} from '../model/subject/subject.ts'

/** The events of subjects whose fields had other names before. */
export interface FollowedNames {
  /** The events of a subject under this name since it has it, and those of the names that it had before. */
  readonly eventsOf: (subject: Subject) => readonly Event[]
  /** The names that no field has any longer, by key, each with the name that its field has instead. */
  readonly abandoned: ReadonlyMap<string, Subject>
}

export function followNames(
  renamed: readonly FieldRename[] = [],
  byKey: ReadonlyMap<string, readonly Event[]>
): FollowedNames {
  const ownOf = (key: string): readonly Event[] => byKey.get(key) ?? []
  const byNewName = groupBy(renamed, ({to}) => subjectKey(to))
  const byOldName = groupBy(renamed, ({from, isInUse}) => (isInUse ? '' : subjectKey(from)))
  const leftAt = (key: string): number => Math.max(-1, ...(byOldName.get(key) ?? []).map(({entry}) => entry))
  const collect = (subject: Subject, passed: readonly FieldRename[]): readonly Event[] => {
    const before = (byNewName.get(subjectKey(subject)) ?? []).filter(each => !passed.includes(each))
    const earlier = before.flatMap(each =>
      collect(each.from, [...passed, ...before])
        .filter(event => isBeforeRename(event, each) && isCarried(event, each))
        .map(event => defined({...event, subject, coverage: each.coverage ?? event.coverage}))
    )
    const isReplaced = (event: Event): boolean =>
      isStatement(event) && before.some(each => isSameName(each) && event.entry < each.entry)
    return [...earlier, ...ownOf(subjectKey(subject)).filter(event => !isReplaced(event))]
  }
  // A field that gets several names is the same in each; what changed in it before is judged once.
  const isCarried = (event: Event, each: FieldRename): boolean =>
    isStatement(event) ||
    (!each.isInUse && (event.kind === 'introduced' || byOldName.get(subjectKey(each.from))?.[0] === each))
  const cameAt = (key: string): number =>
    Math.max(-1, ...[...ownOf(key), ...(byNewName.get(key) ?? [])].map(({entry}) => entry))
  return {
    eventsOf(subject) {
      if (renamed.length === 0) return ownOf(subjectKey(subject))
      const left = leftAt(subjectKey(subject))
      return collect(subject, []).filter(({entry}) => entry > left)
    },
    abandoned: new Map(
      renamed.flatMap(({from, to, isInUse}) => {
        const key = subjectKey(from)
        return isInUse || cameAt(key) > leftAt(key) ? [] : [[key, to] as const]
      })
    )
  }
}

const isSameName = ({from, to}: FieldRename): boolean => subjectKey(from) === subjectKey(to)

/** Whether an event is about the old name of a field. A name that stays in use can have new events with the rename. */
const isBeforeRename = ({entry}: Event, {entry: at, isInUse}: FieldRename): boolean =>
  entry < at || (entry === at && !isInUse)

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
