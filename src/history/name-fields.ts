import type {AffectedOperation} from '../model/api/change.ts'
import {groupBy} from '../model/group-by.ts'
import {type Event, isStatement} from '../model/lifecycle/event.ts'
import type {WrittenEvent} from '../model/lifecycle/history.ts'
import {memoizeTexts} from '../model/memoize.ts'
import {type CoveredUses, type FindFields, isField, uncoveredUses} from '../model/subject/field.ts'
import {isMember, type Subject, subjectKey, type Target, targetKey} from '../model/subject/subject.ts'

type NamedEvent = Pick<Event, 'kind' | 'subject'> & {readonly coverage?: CoveredUses}

/**
 * Returns the event under the name of its field, one for each if its name stands for several. A statement that covers
 * only some uses of a field notes them. What happened to one of several uses keeps its name.
 */
function nameFields<Each extends NamedEvent>(event: Each, find: FindFields): Each[] {
  if (event.coverage || !isField(event.subject)) return [event]
  const fields = find(event.subject)
  const [field, ...others] = fields
  if (!field) return [event]
  if (!isStatement(event)) return others.length === 0 && isWhole(field) ? [{...event, subject: field.subject}] : [event]
  return fields.map(({subject, uses, covered}) =>
    isWhole({uses, covered}) ? {...event, subject} : {...event, subject, coverage: {uses, covered}}
  )
}

/** The declared events under the names of their fields, each with the one that it was made from. */
export function nameDeclared(
  events: readonly WrittenEvent[],
  find: FindFields
): ReadonlyMap<WrittenEvent, WrittenEvent> {
  // A line about a field that was removed before one of its name came again keeps its name.
  const isOfEarlier = (one: WrittenEvent, event: WrittenEvent): boolean =>
    !isStatement(event) &&
    events.some(
      each =>
        each.seen &&
        each.kind === 'removed' &&
        each.entry > one.entry &&
        subjectKey(each.subject) === subjectKey(event.subject)
    )
  const named = events.map(event => {
    const all = event.seen ? [event] : nameFields(event, find)
    return {event, all: all.some(each => each !== event && isOfEarlier(event, each)) ? [event] : all}
  })
  const first = named.map(({event, all}) => [all[0] ?? event, event] as const)
  const more = named.flatMap(({event, all}) => all.slice(1).map(each => ({event, each})))
  return new Map([...first, ...more.map(({event, each}, at) => [{...each, id: events.length + at}, event] as const)])
}

const isWhole = (field: CoveredUses): boolean => uncoveredUses(field).length === 0

/**
 * What happened to a field that concerns one of its uses: statements as those about the use, and its end or return, with
 * which the use ends or returns. Empty for a subject that is no use of a field.
 */
export function eventsOfUse(
  subject: Subject,
  find: FindFields,
  byKey: ReadonlyMap<string, readonly Event[]>
): readonly Event[] {
  const own = subjectKey(subject)
  return (isField(subject) ? find(subject) : []).flatMap(({subject: field, covered}) =>
    subjectKey(field) === own
      ? []
      : (byKey.get(subjectKey(field)) ?? [])
          .filter(event => !isStatement(event) || coversAll(event, covered))
          .flatMap(event => toUseEvent(event, subject))
  )
}

function toUseEvent({coverage: _, ...event}: Event, subject: Subject): Event[] {
  if (isStatement(event)) return [{...event, subject}]
  return event.kind === 'removed' || event.kind === 'restored' ? [event] : []
}

const coversAll = ({coverage}: NamedEvent, uses: readonly Subject[]): boolean =>
  !coverage || isWhole({uses, covered: coverage.covered})

/** The uses of a field that the same statements cover. */
export interface UseGroup {
  readonly uses: readonly Subject[]
  readonly events: readonly Event[]
}

/** Groups the uses of a field by the statements that cover them. One group without uses if none covers only some. */
export function groupUses(events: readonly Event[]): readonly UseGroup[] {
  const partial = events.flatMap(({coverage}) => coverage ?? [])
  if (partial.length === 0) return [{uses: [], events}]
  const uses = new Map(partial.flatMap(({uses}) => uses).map(use => [subjectKey(use), use]))
  const keysOf = partial.map(({covered}) => new Set(covered.map(subjectKey)))
  const groups = groupBy(uses.keys(), key => keysOf.map(keys => keys.has(key)).join())
  return [...groups.values()].map(keys => {
    const own = keys.map(key => uses.get(key) as Subject)
    return {uses: own, events: events.filter(event => coversAll(event, own))}
  })
}

/**
 * Finds the fields that observed changes show, with the operations that they reach. It knows the path to only some of
 * them, and what meets a field at several places of one operation is one use.
 */
export function findFieldsInEvents(events: readonly Pick<Event, 'subject' | 'observed'>[]): FindFields {
  const reached = new Map<string, {readonly target: Target; readonly reaches: readonly AffectedOperation[]}>()
  for (const {subject, observed} of events)
    if (isMember(subject.target) && observed && observed.reaches.length > 0)
      reached.set(targetKey(subject.target), {target: subject.target, reaches: observed.reaches})
  const fieldOf = memoizeTexts((key): ReachedField | undefined => toField(reached.get(key)))
  let byName: ReadonlyMap<string, readonly string[]> | undefined
  return ({target, part}) => {
    const own = isMember(target) && !part ? fieldOf(targetKey(target)) : undefined
    if (own) return [{...own, covered: own.uses}]
    if (part?.field === undefined) return []
    byName ??= groupBy(reached.keys(), lastName)
    const {field, value, in: side} = part
    const found = (byName.get(lastName(field)) ?? []).flatMap(key => {
      const named = fieldOf(key)
      const covered = (named?.reached ?? []).flatMap(({use, path}) =>
        targetKey(use.target) === targetKey(target) &&
        (side === undefined || use.part.in === side) &&
        (path === undefined || withoutItems(path) === withoutItems(field))
          ? [use]
          : []
      )
      if (!named || covered.length === 0) return []
      const {subject, uses} = named
      return [{subject: value === undefined ? subject : {...subject, part: {value}}, uses, covered}]
    })
    // Two fields with one name in one operation can't be told apart.
    return found.length === 1 ? found : []
  }
}

function toField(
  known: {readonly target: Target; readonly reaches: readonly AffectedOperation[]} | undefined
): ReachedField | undefined {
  if (!known) return undefined
  const {target, reaches} = known
  const reached = reaches.map(({operation, side, at}) => ({
    use: {target: operation.target, part: {field: at ?? lastName(target.text), in: side}},
    path: at
  }))
  return {subject: {target}, reached, uses: reached.map(({use}) => use)}
}

interface ReachedField {
  readonly subject: Subject
  readonly uses: readonly Subject[]
  readonly reached: readonly {readonly use: Subject & {readonly part: object}; readonly path: string | undefined}[]
}

const lastName = (path: string): string => path.split(/[.[\]{}]+/).findLast(each => each !== '') ?? path

/** A path without the steps into lists and maps, which a name can leave out. */
const withoutItems = (path: string): string => path.replace(/\[\d*\]|\{[^}]*\}/g, '').replace(/^\./, '')

/** The fields that the first function knows, otherwise those that the second one does. */
export const combineFinders =
  (first: FindFields | undefined, second: FindFields): FindFields =>
  subject => {
    const found = first?.(subject) ?? []
    return found.length > 0 ? found : second(subject)
  }
