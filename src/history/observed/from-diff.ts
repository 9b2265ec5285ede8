import type {Observed, ToldOperation} from '../../model/api/release-diff.ts'
import type {Declared, WrittenEvent} from '../../model/lifecycle/history.ts'
import type {Place} from '../../model/location.ts'
import {subjectKey} from '../../model/subject/subject.ts'
import {type Day, parseWhen, UNKNOWN} from '../../model/time/date-range.ts'
import {NEXT, type WrittenEntry} from '../../model/time/timeline.ts'
import {onShownSides} from '../expand-sides.ts'
import {isTold} from '../unrecorded.ts'
import {
  announcedIn,
  concerned,
  pastOf,
  type Testimony,
  testified,
  withClaim,
  withStatements,
  woven
} from './base-state.ts'
import {joined} from './deduplicate-events.ts'
import {type Draft, eventsShown} from './events-from-changes.ts'

/** What a change brings, seen in two descriptions. */
export interface Brought {
  /** What the older one shows by itself. */
  readonly before: Observed
  /** What the newer one shows beside it; left out where there is none to compare with. */
  readonly next?: Observed
  /** What the older one is called. */
  readonly label: string
  /** The day by which it said so. */
  readonly day?: Day
  readonly place: Place
  /** Since when the default branch shows what the older one shows. */
  readonly testimony: Testimony
}

/** A history that goes on with what a change brings. */
export interface Gated {
  readonly declared: Declared
  /** What people wrote, by the event that it became. */
  readonly written: ReadonlyMap<WrittenEvent, WrittenEvent>
  /** The entries of the state that the change starts from, and of what commits tell before: it is not new. */
  readonly past: ReadonlySet<number>
  /** Lines of the last release on record that tell of what the change brings: they are new, though it has shipped. */
  readonly brought: ReadonlySet<number>
  /** Marks that the change adds, and that claim a day before the state that it starts from, which had none. */
  readonly backDated: ReadonlySet<number>
}

/**
 * Puts what a change brings behind a history: the state that it starts from comes after all that is released, and what
 * differs from it is `next`. What the older description shows of the past is told only where the history is silent.
 */
export function gated(history: Declared, {before, next, label, day, place, testimony}: Brought): Gated {
  const last = history.entries.findIndex(({kind, name}) => kind === 'release' && name === NEXT)
  const line = woven(
    history.entries.flatMap((entry, at) => (at === last ? [] : [{entry, at}])),
    testimony,
    place
  )
  const released = line.entries
  const base = released.length
  const stated = day === undefined ? UNKNOWN : {latest: day}
  const own: WrittenEntry = {kind: 'announcement', name: label, stated, place}
  const coming: WrittenEntry = history.entries[last] ?? {kind: 'release', name: NEXT, stated: UNKNOWN, place}
  const entries = [...released, own, coming]
  const moved = (entry: number): number => (entry === last ? base + 1 : line.placeOf(entry))
  const known = (event: Draft): Draft => testified(withClaim(event, history, testimony), testimony, line)
  const shown = next
    ? eventsShown({name: NEXT, place, observed: next, against: base}, base + 1, false).map(event => asNew(event, day))
    : []
  // A release that is written down with the change tells of it already.
  const latest = released.findLastIndex(({kind}) => kind === 'release')
  const written = onShownSides(
    history.events.map(event => ({...event, entry: moved(event.entry)})),
    [...shown, ...shown.map(event => ({...event, entry: latest}))]
  ).flatMap((events, at) => events.map(event => ({was: history.events[at] ?? event, event})))
  const told = announcedIn(
    written.map(({event}) => event),
    testimony.marked
  )
  const past = pastOf(
    concerned(before.arrivals, [...history.events, ...shown]),
    base,
    written.map(({event}) => event),
    testimony
  ).flatMap(event => withStatements(known(event), testimony, line))
  const recent = written.filter(({event}) => event.entry === latest)
  const fresh = shown.map(event =>
    asRecorded(
      event,
      recent.map(({event}) => event)
    )
  )
  const marks = shown.flatMap(event => markOf(event, base, told, before.arrivals)).map(known)
  const all = joined(written, [...past, ...marks, ...fresh])
  const brought = all.flatMap(({was, event}) =>
    was && event.entry === latest && shown.some(each => isTold(each, [event])) ? [event.id] : []
  )
  return {
    declared: {
      ...history,
      complete: history.complete,
      entries,
      events: all.map(({event}) => event),
      bases: [
        {entry: base, base: before.base},
        {entry: base + 1, base: next?.base ?? before.base}
      ]
    },
    written: new Map(all.flatMap(({was, event}) => (was ? [[event, was] as const] : []))),
    past: new Set([...line.days, base]),
    brought: new Set(brought),
    backDated: new Set(all.flatMap(({was, event}) => (!was && event.entry > base && event.announced ? [event.id] : [])))
  }
}

/** A mark counts from when it is merged: the day that it claims is kept where it can't be true. */
function asNew(event: Draft, day: Day | undefined): Draft {
  const {announced, ...bare} = event
  if (event.kind !== 'deprecated' || !announced || announced === 'never') return event
  const claimed = parseWhen(announced.text)?.latest
  return claimed !== undefined && day !== undefined && claimed < day ? event : bare
}

/** What the last release on record tells of happened there, and not with the next. */
function asRecorded(event: Draft, recent: readonly Draft[]): Draft {
  const twin = recent.find(said => said.kind === event.kind && subjectKey(said.subject) === subjectKey(event.subject))
  return twin ? {...event, entry: twin.entry} : event
}

/** A part that goes was marked by the older description; nobody else says so. */
function markOf(event: Draft, base: number, told: ReadonlySet<string>, operations: readonly ToldOperation[]): Draft[] {
  const {kind, observed, subject} = event
  const {announced} = observed ?? {}
  const key = subjectKey(subject)
  if (kind !== 'removed' || !announced || told.has(key)) return []
  // Operations tell it themselves.
  if (!subject.part && operations.some(each => subjectKey(each.subject) === key)) return []
  const {change: _, observed: __, ...bare} = event
  const mark: Draft = {
    ...bare,
    kind: 'deprecated',
    verb: 'deprecated',
    entry: base,
    by: {},
    ...(observed?.where.old ? {place: observed.where.old} : {}),
    ...(announced.since === undefined ? {} : {announced: {text: announced.since}}),
    ...(announced.sunset === undefined ? {} : {sunset: {text: announced.sunset}})
  }
  return [mark]
}
