import type {Change, ChangeKind} from '../../model/api/change.ts'
import type {ObservedRelease, Told, ToldOperation} from '../../model/api/release-diff.ts'
import type {Event, EventKind, Verb} from '../../model/lifecycle/event.ts'
import type {Stated, WrittenEvent} from '../../model/lifecycle/history.ts'
import {parseTarget, type Subject, subjectKey} from '../../model/subject/subject.ts'

/** The event kinds of kinds of change that begin or end something; all other kinds are plain changes. */
const LIVES: {readonly [Kind in ChangeKind]?: EventKind} = {
  'operation-added': 'introduced',
  'webhook-added': 'introduced',
  'parameter-added': 'introduced',
  'required-parameter-added': 'introduced',
  'field-added': 'introduced',
  'required-field-added': 'introduced',
  'header-added': 'introduced',
  'value-added': 'introduced',
  'operation-removed': 'removed',
  'webhook-removed': 'removed',
  'parameter-removed': 'removed',
  'field-removed': 'removed',
  'header-removed': 'removed',
  'value-removed': 'removed',
  deprecated: 'deprecated',
  'deprecation-withdrawn': 'withdrawn',
  'sunset-set': 'rescheduled',
  'sunset-moved-later': 'rescheduled',
  'sunset-moved-earlier': 'rescheduled',
  'sunset-dropped': 'rescheduled'
}

const VERB_OF: Readonly<Record<EventKind, Verb>> = {
  introduced: 'added',
  changed: 'changed',
  deprecated: 'deprecated',
  rescheduled: 'rescheduled',
  withdrawn: 'withdrawn',
  removed: 'removed',
  restored: 'restored'
}

export type Draft = Omit<WrittenEvent, 'id'>

/**
 * Converts the changes of one release to events. `isAside`: the release is on an older branch, while newer releases go
 * on.
 */
export function eventsShown(release: ObservedRelease, entry: number, isAside: boolean): Draft[] {
  const {observed} = release
  if (!observed) return []
  const told = new Map([...observed.arrivals, ...observed.marked].map(each => [subjectKey(each.subject), each]))
  const isFirst = release.against === undefined
  const all = observed.changes.flatMap(change => eventOf(change, release, entry, isAside))
  const withdrawn = new Set(all.filter(({kind}) => kind === 'withdrawn').map(({subject}) => subjectKey(subject)))
  // Withdrawing a deprecation withdraws its sunset too, so the dropped sunset is no event of its own.
  const shown = all.filter(({change, subject}) => !(change === 'sunset-dropped' && withdrawn.has(subjectKey(subject))))
  const ends = new Map(
    shown.flatMap(({change, subject, sunset}) =>
      change === 'sunset-set' && sunset ? [[subjectKey(subject), sunset]] : []
    )
  )
  const known = new Set(shown.filter(({kind}) => kind === 'introduced').map(({subject}) => subjectKey(subject)))
  return [
    ...shown.map(event => withEnd(withTold(event, told), ends)),
    // The first snapshot can't be compared: what it shows existed by then.
    ...observed.arrivals.flatMap(arrival =>
      known.has(subjectKey(arrival.subject)) ? [] : [comingOf(arrival, entry, isFirst)]
    ),
    ...observed.arrivals.flatMap(arrival => markOf(arrival, entry, isFirst))
  ]
}

/** The events of a snapshot on its own: its operations and their marks existed by then. */
export const factsOf = (operations: readonly ToldOperation[], entry: number): Draft[] => [
  ...operations.map(operation => comingOf(operation, entry, true)),
  ...operations.flatMap(operation => markOf(operation, entry, true))
]

const comingOf = (operation: ToldOperation, entry: number, isFirst: boolean): Draft => ({
  ...draft('introduced', operation.subject, operation.place, entry),
  ...beginningOf(operation),
  ...(isFirst ? BY_THEN : {})
})

const BY_THEN = {by: {}} as const

const draft = (kind: EventKind, subject: Subject, place: Event['place'], entry: number): Draft => ({
  kind,
  verb: VERB_OF[kind],
  subject,
  entry,
  place,
  seen: true
})

const beginningOf = ({told: {stability}, tags}: ToldOperation): Pick<Draft, 'stability' | 'tags'> => ({
  ...(stability === undefined ? {} : {stability}),
  ...(tags ? {tags} : {})
})

function withTold(event: Draft, all: ReadonlyMap<string, ToldOperation>): Draft {
  const operation = all.get(subjectKey(event.subject))
  if (operation && event.kind === 'introduced') return {...event, ...beginningOf(operation)}
  return operation && event.kind === 'deprecated' ? {...event, ...termsOf(operation.told)} : event
}

/** Adds the sunset that comes with a deprecation mark, for parts as well as operations. */
function withEnd(event: Draft, ends: ReadonlyMap<string, Stated>): Draft {
  const sunset = event.kind === 'deprecated' ? ends.get(subjectKey(event.subject)) : undefined
  return sunset ? {...event, sunset} : event
}

/**
 * The deprecation of an operation that is marked from its first day on, or by the first snapshot; empty if it isn't
 * marked.
 */
function markOf({subject, place, told}: ToldOperation, entry: number, isFirst: boolean): Draft[] {
  if (!told.deprecated && told.sunset === undefined) return []
  return [{...draft('deprecated', subject, place, entry), ...termsOf(told), ...(isFirst ? BY_THEN : {})}]
}

const said = (text: string): Stated => ({text})

function termsOf({
  since,
  sunset,
  replacement
}: Told): Pick<Draft, 'sunset' | 'announced' | 'replacement' | 'unreplaced'> {
  const target = replacement === undefined ? undefined : parseTarget(replacement)
  return {
    ...(since === undefined ? {} : {announced: said(since)}),
    ...(sunset === undefined ? {} : {sunset: said(sunset)}),
    ...(target ? {replacement: {target}} : {}),
    ...(replacement?.toLowerCase() === 'none' ? {unreplaced: true as const} : {})
  }
}

function eventOf(change: Change, {place: release}: ObservedRelease, entry: number, isAside: boolean): Draft[] {
  const life = LIVES[change.kind]
  // An older branch withdraws nothing, and what it removes continues to exist in newer releases.
  if (isAside && life === 'withdrawn') return []
  const kind = isAside && life === 'removed' ? 'changed' : (life ?? 'changed')
  const place = change.where.new ?? change.where.old ?? release
  const {kind: name, new: fresh} = change
  return [
    {
      ...draft(kind, change.subject, place, entry),
      change: name,
      observed: change,
      ...(isAside ? {aside: true as const} : {}),
      ...(life === 'rescheduled' && typeof fresh === 'string' ? {sunset: said(fresh)} : {}),
      ...(name === 'stability-changed' && typeof fresh === 'string' ? {stability: fresh} : {}),
      ...(name.startsWith('required-') ? {required: true} : {})
    }
  ]
}
