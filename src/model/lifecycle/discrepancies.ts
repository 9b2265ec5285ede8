import {groupBy} from '../group-by.ts'
import {memoize} from '../memoize.ts'
import {covers, isEndpoint, isPrefix, pathShape, prefixShapes, type Subject, subjectKey} from '../subject/subject.ts'
import type {Timeline} from '../time/timeline.ts'
import type {Event, EventKind} from './event.ts'
import type {History} from './history.ts'
import type {Lifecycle} from './lifecycle.ts'
import {compareSunsets} from './sunsets.ts'

interface DiscrepancyBase {
  readonly subject: Subject
  /** The declared event; for something that nothing declares, the observed event. */
  readonly event: Event
  readonly seen?: Event
  /** The endpoint versions that differ, if the subject is a prefix. */
  readonly covers: readonly Subject[]
}

/** A difference between what is declared in the history and what snapshots show. */
export type Discrepancy = DiscrepancyBase &
  (
    | {
        readonly kind: /** Declared, but no snapshot shows it. */
          | 'unseen'
          /** Declared and observed, but for different releases. */
          | 'dated'
          /** Announced, but no snapshot marks it although snapshots mark other subjects. */
          | 'unmarked'
        readonly what: ComparableKind
      }
    /** Observed, but not declared. */
    | {readonly kind: 'unrecorded'; readonly what: UnrecordedKind}
  )

/** Event kinds that can be both declared and observed. */
export type ComparableKind = 'introduced' | 'deprecated' | 'removed'
/** Observed event kinds that must be declared, too: a discrepancy reports the missing line. */
export type UnrecordedKind = ComparableKind | 'rescheduled' | 'withdrawn' | 'restored'
const COMPARABLE_KINDS: readonly EventKind[] = ['introduced', 'deprecated', 'removed'] satisfies ComparableKind[]
const isComparable = (event: Event): event is Event & {readonly kind: ComparableKind} =>
  COMPARABLE_KINDS.includes(event.kind)

/**
 * Finds every difference between declared and observed events. Only releases with a snapshot are compared: nothing can
 * be observed before the first snapshot or after the last.
 */
export const findDiscrepancies = memoize((history: History): readonly Discrepancy[] => {
  const written = history.events.filter(event => !event.seen && isComparable(event))
  const entries = history.bases?.map(({entry}) => entry) ?? []
  const [first, last] = [entries[0], entries.at(-1)]
  if (history.isRecorded || first === undefined || last === undefined || written.length === 0) return []
  const endpoints = history.lifecycles.filter(({subject}) => isEndpoint(subject.target) && !subject.part)
  const under = groupBy(
    endpoints.flatMap(life => shapesOf(life).map(shape => ({shape, life}))),
    ({shape}) => shape
  )
  const range: Range = {
    first,
    last,
    isMarking: history.events.some(({seen, observed, kind}) => (seen || observed) && kind === 'deprecated')
  }
  const discrepancies = written
    .filter(isComparable)
    .flatMap(event => compareDeclaredEvent(event, findTargets(event, history, under), range))
  return history.isLeaving
    ? discrepancies
    : [...discrepancies, ...history.lifecycles.flatMap(life => findUndeclared(life, written, range, history))]
})

interface Range {
  readonly first: number
  readonly last: number
  /** Whether any snapshot marks something as deprecated. */
  readonly isMarking: boolean
}

const shapesOf = ({subject: {target}}: Lifecycle): string[] => prefixShapes(target.path)

type ByShape = ReadonlyMap<string, readonly {readonly life: Lifecycle}[]>

/** The lifecycles that a declared event applies to: its subject's, or those of endpoints under its prefix. */
function findTargets({subject, except = []}: Event, {bySubject}: History, under: ByShape): Lifecycle[] {
  const {target} = subject
  if (!isPrefix(target)) return [bySubject.get(subjectKey(subject)) ?? []].flat()
  const below = under.get(pathShape(target.path)) ?? []
  return below.map(({life}) => life).filter(life => !except.some(each => covers(each, life.subject)))
}

const observedEventsOf = (life: Lifecycle, kind: EventKind): Event[] =>
  life.events.filter(
    event =>
      (event.seen || event.observed) && event.kind === kind && subjectKey(event.subject) === subjectKey(life.subject)
  )

function compareDeclaredEvent(
  event: Event & {kind: ComparableKind},
  lifecycles: readonly Lifecycle[],
  range: Range
): Discrepancy[] {
  const {kind, entry, subject} = event
  if (entry > range.last || entry < range.first) return []
  const about = {what: kind, subject, event}
  const visible = lifecycles.filter(life => observedEventsOf(life, 'introduced').length > 0)
  const of = (some: readonly Lifecycle[]) => (isPrefix(subject.target) ? some.map(life => life.subject) : [])
  if (visible.length === 0) {
    // A subject that existed before the first snapshot and was gone by then can't be observed.
    return kind === 'introduced' ? [{...about, kind: 'unseen', covers: []}] : []
  }
  if (kind === 'deprecated') {
    const unmarked = range.isMarking
      ? visible.filter(life => observedEventsOf(life, kind).length === 0 && existsAt(life, entry))
      : []
    return unmarked.length > 0 ? [{...about, kind: 'unmarked', covers: of(unmarked)}] : []
  }
  const found = visible.map(life => ({life, seen: observedEventsOf(life, kind)}))
  const unseen = kind === 'removed' ? found.filter(({seen}) => seen.length === 0).map(({life}) => life) : []
  const other = found.filter(({seen}) => seen.length > 0 && !seen.some(each => mayBeAtEntry(each, entry)))
  const seen = other[0]?.seen.find(each => each.entry > entry) ?? other[0]?.seen[0]
  return [
    ...(unseen.length > 0 ? [{...about, kind: 'unseen' as const, covers: of(unseen)}] : []),
    ...(seen ? [{...about, kind: 'dated' as const, seen, covers: of(other.map(({life}) => life))}] : [])
  ]
}

/** Whether an event can have happened at the other entry: its own or, with `by`, any after `by.after`. */
const mayBeAtEntry = ({entry, by}: Event, other: number): boolean =>
  by ? other <= entry && (by.after === undefined || other > by.after) : entry === other

const existsAt = (life: Lifecycle, entry: number): boolean =>
  !observedEventsOf(life, 'removed').some(event => event.entry <= entry) &&
  observedEventsOf(life, 'introduced').some(each => each.entry <= entry)

/** Finds observed events that are not declared, limited to event kinds that this history declares at all. */
function findUndeclared(
  life: Lifecycle,
  written: readonly Event[],
  {first}: Range,
  {timeline}: History
): Discrepancy[] {
  const observed = life.events.filter(({seen, by, entry}) => seen && !by && entry > first)
  if (observed.length === 0) return []
  const {subject} = life
  const kinds = declaredKinds(written)
  const isWholeEndpoint = isEndpoint(subject.target) && !subject.part
  const declared = life.events.filter(({seen}) => !seen)
  // A history that declares a removal must also declare that the subject came back.
  const isBack = (event: Event): boolean =>
    isIntroduction(event) && declared.some(({kind, entry}) => kind === 'removed' && entry < event.entry)
  const whatOf = (event: Event): UnrecordedKind | undefined => {
    if (event.kind === 'rescheduled' || event.kind === 'withdrawn') {
      // The missing line for the deprecation states the sunset, too.
      const isMarked = observed.some(({kind, entry}) => kind === 'deprecated' && entry === event.entry)
      return !isMarked && isUndeclaredSunsetChange(event, declared, timeline) ? event.kind : undefined
    }
    if (isBack(event)) return 'restored'
    if (!isComparable(event) || !kinds.has(event.kind)) return undefined
    // Additions to an endpoint are declared by change lines, if at all.
    return isWholeEndpoint || event.kind !== 'introduced' ? event.kind : undefined
  }
  return observed.flatMap((event): Discrepancy[] => {
    const what = subjectKey(event.subject) === subjectKey(subject) ? whatOf(event) : undefined
    if (!what) return []
    const isWritten = declared.some(other => isSameKind(other, event) && !isSeparated(life, other, event))
    return isWritten && what !== 'rescheduled' && what !== 'withdrawn'
      ? []
      : [{kind: 'unrecorded', what, subject, event, covers: []}]
  })
}

/**
 * Whether an observed change of a sunset, or its withdrawal, is missing from the declared events. Without a declared
 * announcement there is nothing to move; then the announcement itself is what is missing.
 */
function isUndeclaredSunsetChange(
  {kind, entry, sunset}: Event,
  declared: readonly Event[],
  timeline: Timeline
): boolean {
  const about = declared.filter(({kind}) => kind === 'deprecated' || kind === 'rescheduled' || kind === 'withdrawn')
  const last = about.findLast(each => each.entry <= entry)
  if (!last || last.kind === 'withdrawn') return false
  if (kind === 'withdrawn') return !about.some(each => each.kind === 'withdrawn' && each.entry > entry)
  const agrees = (each: Event): boolean =>
    each.sunset && sunset ? compareSunsets(timeline, each.sunset, sunset) === 'same' : each.sunset === sunset
  return !agrees(last) && !about.some(each => each.entry > entry && agrees(each))
}

const isIntroduction = ({kind}: Event): boolean => kind === 'introduced' || kind === 'restored'

const isSameKind = (one: Event, other: Event): boolean =>
  one.kind === other.kind || (isIntroduction(one) && isIntroduction(other))

/** Whether two events belong to different periods, because of a removal, restoration, or withdrawal in between. */
function isSeparated({events}: Lifecycle, one: Event, other: Event): boolean {
  const [from, to] = [one.entry, other.entry].toSorted((a, b) => a - b) as [number, number]
  const turns = (event: Event): boolean =>
    one.kind === 'removed'
      ? isIntroduction(event)
      : event.kind === 'removed' || (one.kind === 'deprecated' && event.kind === 'withdrawn')
  return events.some(each => turns(each) && !each.aside && each.entry > from && each.entry < to)
}

/**
 * Event kinds that the history declares. A history that never declares additions isn't incomplete without them;
 * removals must always be declared.
 */
const declaredKinds = memoize(
  (written: readonly Event[]): ReadonlySet<EventKind> => new Set(['removed', ...written.map(({kind}) => kind)])
)
