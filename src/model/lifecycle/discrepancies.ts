import {groupBy} from '../group-by.ts'
import {covers, pathShape, prefixShapes, type Subject, subjectKey} from '../subject/subject.ts'
import type {Timeline} from '../time/timeline.ts'
import type {Event, EventKind} from './event.ts'
import type {History} from './history.ts'
import type {Lifecycle} from './lifecycle.ts'
import {orderOfSunsets} from './sunsets.ts'

interface Differing {
  readonly subject: Subject
  /** What people wrote; of what they did not, what is seen. */
  readonly event: Event
  readonly seen?: Event
  /** The endpoint versions that it holds for, where it was said of a prefix. */
  readonly covers: readonly Subject[]
}

/** A way in which what people wrote and what snapshots show differ. */
export type Discrepancy = Differing &
  (
    | {
        readonly kind: /** Somebody wrote it, and no snapshot shows it. */
          | 'unseen'
          /** Both say it, of different releases. */
          | 'dated'
          /** People announced it, and no snapshot marks it although others are marked. */
          | 'unmarked'
        readonly what: Told
      }
    /** Snapshots show it, and nobody wrote it. */
    | {readonly kind: 'unrecorded'; readonly what: Unrecorded}
  )

/** What both sides can say of a subject. */
export type Told = 'introduced' | 'deprecated' | 'removed'
/** What snapshots show of a subject that a line is to tell. */
export type Unrecorded = Told | 'rescheduled' | 'withdrawn' | 'restored'
const TOLD: readonly EventKind[] = ['introduced', 'deprecated', 'removed'] satisfies Told[]
const isTold = (event: Event): event is Event & {readonly kind: Told} => TOLD.includes(event.kind)

const known = new WeakMap<History, readonly Discrepancy[]>()

/**
 * Every way in which the declared and the observed differ. Only where there are both, and only of releases that were
 * seen: what came before the first snapshot, or is still to come, nobody could see.
 */
export function discrepanciesIn(history: History): readonly Discrepancy[] {
  const ready = known.get(history) ?? find(history)
  known.set(history, ready)
  return ready
}

function find(history: History): Discrepancy[] {
  const written = history.events.filter(event => !event.seen && isTold(event))
  const entries = history.bases?.map(({entry}) => entry) ?? []
  const [first, last] = [entries[0], entries.at(-1)]
  if (first === undefined || last === undefined || written.length === 0) return []
  const endpoints = history.lifecycles.filter(({subject}) => subject.target.kind === 'endpoint' && !subject.part)
  const under = groupBy(
    endpoints.flatMap(life => shapesOf(life).map(shape => ({shape, life}))),
    ({shape}) => shape
  )
  const range: Range = {
    first,
    last,
    isMarking: history.events.some(({seen, observed, kind}) => (seen || observed) && kind === 'deprecated')
  }
  const told = written.filter(isTold).flatMap(event => compareOne(event, concerned(event, history, under), range))
  return history.isLeaving
    ? told
    : [...told, ...history.lifecycles.flatMap(life => unrecordedIn(life, written, range, history))]
}

interface Range {
  readonly first: number
  readonly last: number
  /** Something is marked as deprecated in some snapshot. */
  readonly isMarking: boolean
}

const shapesOf = ({subject: {target}}: Lifecycle): string[] => ('path' in target ? prefixShapes(target.path) : [])

type ByShape = ReadonlyMap<string, readonly {readonly life: Lifecycle}[]>

/** The lives that a line is about: its own, or those of all endpoint versions below it. */
function concerned({subject, except = []}: Event, {bySubject}: History, under: ByShape): Lifecycle[] {
  const {target} = subject
  if (target.kind !== 'prefix') return [bySubject.get(subjectKey(subject)) ?? []].flat()
  const below = under.get(pathShape(target.path)) ?? []
  return below.map(({life}) => life).filter(life => !except.some(each => covers(each, life.subject)))
}

const seenIn = (life: Lifecycle, kind: EventKind): Event[] =>
  life.events.filter(
    event =>
      (event.seen || event.observed) && event.kind === kind && subjectKey(event.subject) === subjectKey(life.subject)
  )

function compareOne(event: Event & {kind: Told}, lives: readonly Lifecycle[], range: Range): Discrepancy[] {
  const {kind, entry, subject} = event
  if (entry > range.last || entry < range.first) return []
  const about = {what: kind, subject, event}
  const visible = lives.filter(life => seenIn(life, 'introduced').length > 0)
  const of = (some: readonly Lifecycle[]) => (subject.target.kind === 'prefix' ? some.map(life => life.subject) : [])
  if (visible.length === 0) {
    // A line for what was there before the first snapshot, and gone by then, cannot be seen.
    return kind === 'introduced' ? [{...about, kind: 'unseen', covers: []}] : []
  }
  if (kind === 'deprecated') {
    const unmarked = range.isMarking
      ? visible.filter(life => seenIn(life, kind).length === 0 && isThere(life, entry))
      : []
    return unmarked.length > 0 ? [{...about, kind: 'unmarked', covers: of(unmarked)}] : []
  }
  const found = visible.map(life => ({life, seen: seenIn(life, kind)}))
  const unseen = kind === 'removed' ? found.filter(({seen}) => seen.length === 0).map(({life}) => life) : []
  const other = found.filter(({seen}) => seen.length > 0 && !seen.some(each => isSame(each, entry)))
  const seen = other[0]?.seen.find(each => each.entry > entry) ?? other[0]?.seen[0]
  return [
    ...(unseen.length > 0 ? [{...about, kind: 'unseen' as const, covers: of(unseen)}] : []),
    ...(seen ? [{...about, kind: 'dated' as const, seen, covers: of(other.map(({life}) => life))}] : [])
  ]
}

/** What was there by a release may have come with any before it. */
const isSame = ({entry, by}: Event, other: number): boolean =>
  by ? other <= entry && (by.after === undefined || other > by.after) : entry === other

const isThere = (life: Lifecycle, entry: number): boolean =>
  !seenIn(life, 'removed').some(event => event.entry <= entry) &&
  seenIn(life, 'introduced').some(each => each.entry <= entry)

/** What nobody wrote, of a kind that is written down at all. */
function unrecordedIn(life: Lifecycle, written: readonly Event[], {first}: Range, {timeline}: History): Discrepancy[] {
  const shown = life.events.filter(({seen, by, entry}) => seen && !by && entry > first)
  if (shown.length === 0) return []
  const {subject} = life
  const kinds = writtenKinds(written)
  const isEndpoint = subject.target.kind === 'endpoint' && !subject.part
  const said = life.events.filter(({seen}) => !seen)
  // Whoever wrote that it ended has to say that it is back.
  const isBack = (event: Event): boolean =>
    isArrival(event) && said.some(({kind, entry}) => kind === 'removed' && entry < event.entry)
  const whatOf = (event: Event): Unrecorded | undefined => {
    if (event.kind === 'rescheduled' || event.kind === 'withdrawn') {
      // A mark has its sunset with it.
      const isMarked = shown.some(({kind, entry}) => kind === 'deprecated' && entry === event.entry)
      return !isMarked && isUntoldMove(event, said, timeline) ? event.kind : undefined
    }
    if (isBack(event)) return 'restored'
    if (!isTold(event) || !kinds.has(event.kind)) return undefined
    // Of what is added to an endpoint a change line tells, or none.
    return isEndpoint || event.kind !== 'introduced' ? event.kind : undefined
  }
  return shown.flatMap((event): Discrepancy[] => {
    const what = subjectKey(event.subject) === subjectKey(subject) ? whatOf(event) : undefined
    if (!what) return []
    const isWritten = said.some(other => isAlike(other, event) && !isTurned(life, other, event))
    return isWritten && what !== 'rescheduled' && what !== 'withdrawn'
      ? []
      : [{kind: 'unrecorded', what, subject, event, covers: []}]
  })
}

/**
 * Whether a promise on record is moved or taken back, and no line says so. Of what was never announced there is nothing
 * to move: the announcement itself is missing.
 */
function isUntoldMove({kind, entry, sunset}: Event, said: readonly Event[], timeline: Timeline): boolean {
  const about = said.filter(({kind}) => kind === 'deprecated' || kind === 'rescheduled' || kind === 'withdrawn')
  const last = about.findLast(each => each.entry <= entry)
  if (!last || last.kind === 'withdrawn') return false
  if (kind === 'withdrawn') return !about.some(each => each.kind === 'withdrawn' && each.entry > entry)
  const agrees = (each: Event): boolean =>
    each.sunset && sunset ? orderOfSunsets(timeline, each.sunset, sunset) === 'same' : each.sunset === sunset
  return !agrees(last) && !about.some(each => each.entry > entry && agrees(each))
}

const isArrival = ({kind}: Event): boolean => kind === 'introduced' || kind === 'restored'

const isAlike = (one: Event, other: Event): boolean => one.kind === other.kind || (isArrival(one) && isArrival(other))

/** Whether it ended, came back or was taken back between the two, so that what was written is of another time. */
function isTurned({events}: Lifecycle, one: Event, other: Event): boolean {
  const [from, to] = [one.entry, other.entry].toSorted((a, b) => a - b) as [number, number]
  const turns = (event: Event): boolean =>
    one.kind === 'removed'
      ? isArrival(event)
      : event.kind === 'removed' || (one.kind === 'deprecated' && event.kind === 'withdrawn')
  return events.some(each => turns(each) && !each.aside && each.entry > from && each.entry < to)
}

const kindsOf = new WeakMap<readonly Event[], ReadonlySet<EventKind>>()

/** A history that never says what was added leaves nothing out by not saying it. Ends are always to be written. */
function writtenKinds(written: readonly Event[]): ReadonlySet<EventKind> {
  const ready = kindsOf.get(written) ?? new Set<EventKind>(['removed', ...written.map(({kind}) => kind)])
  kindsOf.set(written, ready)
  return ready
}
