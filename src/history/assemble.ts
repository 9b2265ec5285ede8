import {groupBy} from '../model/group-by.ts'
import type {Event} from '../model/lifecycle/event.ts'
import type {Base, Declared, History, Stated, WrittenEvent} from '../model/lifecycle/history.ts'
import type {Lifecycle} from '../model/lifecycle/lifecycle.ts'
import {covers, lineageKey, pathShape, prefixShapes, type Subject, subjectKey} from '../model/subject/subject.ts'
import {type Day, parseWhen, UNKNOWN, type When} from '../model/time/date-range.ts'
import {
  type Moment,
  momentOf,
  NEXT,
  releaseAtOrAfter,
  releaseNamed,
  type Timeline,
  timelineOf
} from '../model/time/timeline.ts'
import {lifecycleOf} from './build-lifecycle.ts'
import {withEmptied} from './emptied-prefixes.ts'
import {announcedOnSides} from './expand-sides.ts'
import {subjectsOf} from './subjects.ts'
import {withSuccessors} from './successors.ts'

export interface AssembleOptions {
  /** The as-of day. */
  readonly asOf: Day
  /** Returns since when an adopted history has contained an announcement, by its event; `undefined` if unknown. */
  readonly recorded?: (event: WrittenEvent) => When | undefined
  /** Further subjects to include although no line names them; prefixes may cover them. */
  readonly also?: readonly Subject[]
}

/** Builds a history from what was declared: one timeline, and the lifecycle of every subject. */
export function assemble(declared: Declared, {asOf, recorded, also = []}: AssembleOptions): History {
  const timeline = timelineOf(declared.entries, asOf)
  const sided = announcedOnSides(declared.events)
  const whole = (event: WrittenEvent, said: WrittenEvent): Event => complete(event, timeline, recorded?.(said))
  // Every event keeps its position; copies for a second side are appended.
  const events = declared.events.map((said, at) => whole(sided[at]?.[0] ?? said, said))
  for (const [at, said] of declared.events.entries())
    for (const event of sided[at]?.slice(1) ?? []) events.push(whole({...event, id: events.length}, said))
  const subjects = subjectsOf(declared, events, also, timeline)
  const broad = byPrefix(events)
  const byTarget = groupBy(events, ({subject}) => subjectKey({target: subject.target}))
  const stated = statedBy(declared, events)
  const lifecycles = subjects.map((subject): Lifecycle => {
    const key = subjectKey(subject)
    const near = byTarget.get(subjectKey({target: subject.target})) ?? []
    const own = near.filter(event => subjectKey(event.subject) === key || (subject.part && !event.subject.part))
    const over = broad(subject).filter(event => subjectKey(event.subject) !== key)
    const all = [...own, ...over].toSorted((a, b) => a.entry - b.entry || a.id - b.id)
    const life = lifecycleOf(subject, all, stated.get(key) ?? [], {timeline, adopted: declared.adopted})
    return withSurroundings(life, declared.bases ?? [])
  })
  const bySubject = new Map(lifecycles.map(lifecycle => [subjectKey(lifecycle.subject), lifecycle]))
  const lineages = groupBy(lifecycles, ({subject}) => (subject.part ? '' : (lineageKey(subject.target) ?? '')))
  const succeeded = lifecycles.map(lifecycle =>
    withSuccessors(lifecycle, {bySubject, lineages, timeline, isSeen: declared.bases !== undefined})
  )
  const endpoints = succeeded.filter(({subject}) => subject.target.kind === 'endpoint' && !subject.part)
  const completed = succeeded.map(lifecycle => withEmptied(lifecycle, endpoints, timeline))
  return {
    about: declared.about,
    source: declared.source,
    ...(declared.adopted === undefined ? {} : {adopted: declared.adopted}),
    complete: declared.complete,
    ...(declared.isLeaving ? {isLeaving: true as const} : {}),
    timeline,
    events,
    facts: declared.facts,
    waivers: declared.waivers,
    ...(declared.bases ? {bases: declared.bases} : {}),
    ...(declared.absences ? {absences: declared.absences} : {}),
    lifecycles: completed,
    bySubject: new Map(completed.map(lifecycle => [subjectKey(lifecycle.subject), lifecycle]))
  }
}

/** Adds the affected operations and the base paths that snapshots show during the subject's lifetime. */
function withSurroundings(life: Lifecycle, bases: readonly Base[]): Lifecycle {
  const shown = life.events.filter(({seen}) => seen)
  if (shown.length === 0) return life
  const {subject} = life
  const isTied = subject.target.kind === 'endpoint' || subject.target.kind === 'prefix'
  const key = subjectKey({target: subject.target})
  const reached = isTied ? [] : operationsIn(shown).filter(each => subjectKey(each) !== key)
  const [first, last] = [life.events[0]?.entry ?? 0, life.tenures.at(-1)?.end?.event.entry ?? Number.POSITIVE_INFINITY]
  // A base path can apply before the first event, and at the latest with it.
  const begin = Math.max(
    0,
    bases.findLastIndex(({entry}) => entry <= first)
  )
  const held = bases.slice(begin).filter(({entry}) => entry < last || entry === bases[begin]?.entry)
  return {
    ...life,
    ...(reached.length > 0 ? {reached} : {}),
    ...(held.length > 0 ? {bases: [...new Set(held.map(({base}) => base))]} : {})
  }
}

/** The operations affected by the observed changes, each once. */
function operationsIn(shown: readonly Event[]): Subject[] {
  const met = new Set(shown.flatMap(({observed}) => observed?.reaches.map(({operation}) => operation) ?? []))
  const bare = [...met].map(subject => (subject.part ? {target: subject.target} : subject))
  return [...new Map(bare.map(subject => [subjectKey(subject), subject])).values()]
}

/** Returns a function that finds the events of prefixes that cover a subject. */
function byPrefix(events: readonly Event[]): (subject: Subject) => Event[] {
  const said = exceptionsIn(events.filter(({subject}) => subject.target.kind === 'prefix' && !subject.part))
  const shapes = groupBy(said.keys(), ({subject: {target}}) => ('path' in target ? pathShape(target.path) : ''))
  return subject => {
    if (!('path' in subject.target)) return []
    return prefixShapes(subject.target.path).flatMap(shape =>
      (shapes.get(shape) ?? []).filter(event => !said.get(event)?.some(left => covers(left, subject)))
    )
  }
}

/** The exceptions of each event. A rescheduled sunset has the exceptions of its announcement. */
function exceptionsIn(events: readonly Event[]): Map<Event, readonly Subject[]> {
  const announced = new Map<string, readonly Subject[]>()
  const left = new Map<Event, readonly Subject[]>()
  for (const event of events) {
    const key = subjectKey(event.subject)
    if (event.kind === 'deprecated') announced.set(key, event.except ?? [])
    left.set(event, event.except ?? (event.kind === 'rescheduled' ? announced.get(key) : undefined) ?? [])
  }
  return left
}

function statedBy({facts}: Declared, events: readonly Event[]): Map<string, Lifecycle['stated'][number][]> {
  const stated = new Map<string, Lifecycle['stated'][number][]>()
  const add = (subject: Subject, statement: Lifecycle['stated'][number]): void => {
    const key = subjectKey(subject)
    const list = stated.get(key)
    if (list) list.push(statement)
    else stated.set(key, [statement])
  }
  for (const {subject, stability} of facts) if (stability !== undefined) add(subject, {stability})
  for (const event of events) if (event.stability !== undefined) add(event.subject, {stability: event.stability, event})
  return stated
}

function complete(
  {sunset, announced, ...written}: WrittenEvent,
  timeline: Timeline,
  recorded: When | undefined
): Event {
  return {
    ...written,
    ...(sunset ? {sunset: momentFor(sunset, timeline, written.entry)} : {}),
    ...(announced
      ? {announced: announced === 'never' ? {kind: 'never'} : {kind: 'at', moment: momentFor(announced, timeline)}}
      : {}),
    ...(recorded ? {recorded} : {})
  }
}

/**
 * Resolves a day or a release as written: a name on the timeline is a release, whatever it looks like. With `after`, an
 * unlisted release resolves to the first later version after that entry; without, its day is unknown.
 */
function momentFor({text}: Stated, timeline: Timeline, after?: number): Moment {
  const named = releaseNamed(timeline, text)
  if (named) return momentOf(named)
  const when = parseWhen(text)
  if (when) return {when, stated: text}
  const later = after === undefined ? undefined : releaseAtOrAfter(timeline, text, after)
  if (later) return {...momentOf(later), stated: `release ${text}`}
  const next = timeline.entries.find(({name}) => name === NEXT)
  return {when: text === NEXT && next ? next.when : UNKNOWN, stated: `release ${text}`}
}
