import {kindOf} from '../../languages/kinds.ts'
import {parseTarget} from '../../languages/languages.ts'
import type {Change} from '../../model/api/change.ts'
import type {DescribedLifecycle, DescribedOperation, ObservedRelease} from '../../model/api/release-diff.ts'
import {defined} from '../../model/defined.ts'
import type {Event, EventKind, Verb} from '../../model/lifecycle/event.ts'
import type {StatedMoment, WrittenEvent} from '../../model/lifecycle/history.ts'
import {type Subject, subjectKey} from '../../model/subject/subject.ts'

const VERB_OF: Readonly<Record<EventKind, Verb>> = {
  introduced: 'added',
  changed: 'changed',
  deprecated: 'deprecated',
  rescheduled: 'rescheduled',
  withdrawn: 'withdrawn',
  removed: 'removed',
  restored: 'restored'
}

export type EventDraft = Omit<WrittenEvent, 'id'>

/**
 * Converts the changes of one release to events. `isAside`: the release is on an older branch, while newer releases go
 * on.
 */
export function eventsFromRelease(release: ObservedRelease, entry: number, isAside: boolean): EventDraft[] {
  const {observed} = release
  if (!observed) return []
  const operations = new Map([...observed.arrivals, ...observed.marked].map(each => [subjectKey(each.subject), each]))
  const isFirst = release.against === undefined
  const events = observed.changes.flatMap(change => toEvents(change, release, entry, isAside))
  const sunsets = new Map(
    events.flatMap(({change, subject, sunset}) =>
      change === 'sunset-set' && sunset ? [[subjectKey(subject), sunset]] : []
    )
  )
  const replacements = new Map(
    events.flatMap(({change, subject, observed: by}) =>
      change === 'replacement-changed' && typeof by?.new === 'string' ? [[subjectKey(subject), by.new]] : []
    )
  )
  const known = new Set(events.filter(({kind}) => kind === 'introduced').map(({subject}) => subjectKey(subject)))
  return [
    ...events.map(event => addPartMarks(addDescribedMarks(event, operations), {sunsets, replacements})),
    // The first snapshot has nothing to be compared with, so what it shows may be older than its release.
    ...observed.arrivals.flatMap(arrival =>
      known.has(subjectKey(arrival.subject)) ? [] : [introductionOf(arrival, entry, isFirst)]
    ),
    ...[...(isFirst ? observed.marked : []), ...observed.arrivals].flatMap(each => deprecationOf(each, entry, isFirst))
  ]
}

/** The events of a snapshot that isn't compared, each of them possibly older than the snapshot. */
export const eventsFromSnapshot = (
  operations: readonly DescribedOperation[],
  whole: readonly DescribedOperation[],
  entry: number
): EventDraft[] => [
  ...operations.map(operation => introductionOf(operation, entry, true)),
  ...[...whole, ...operations].flatMap(each => deprecationOf(each, entry, true))
]

const introductionOf = (operation: DescribedOperation, entry: number, isFirst: boolean): EventDraft => ({
  ...createDraft('introduced', operation.subject, operation.place, entry),
  ...introductionDetails(operation),
  ...(isFirst ? EXISTED_BY_THEN : {})
})

const EXISTED_BY_THEN = {by: {}} as const

const createDraft = (kind: EventKind, subject: Subject, place: Event['place'], entry: number): EventDraft => ({
  kind,
  verb: VERB_OF[kind],
  subject,
  entry,
  place,
  seen: true
})

const introductionDetails = ({
  described: {stability},
  tags
}: DescribedOperation): Pick<EventDraft, 'stability' | 'tags'> => defined({stability, tags})

function addDescribedMarks(event: EventDraft, all: ReadonlyMap<string, DescribedOperation>): EventDraft {
  const operation = all.get(subjectKey(event.subject))
  if (operation && event.kind === 'introduced') return {...event, ...introductionDetails(operation)}
  return operation && event.kind === 'deprecated' ? {...event, ...announcementDetails(operation.described)} : event
}

/** Adds the sunset and the replacement that come with a deprecation mark, for parts as well as operations. */
function addPartMarks(
  event: EventDraft,
  {
    sunsets,
    replacements
  }: {
    readonly sunsets: ReadonlyMap<string, StatedMoment>
    readonly replacements: ReadonlyMap<string, string>
  }
): EventDraft {
  if (event.kind !== 'deprecated') return event
  const key = subjectKey(event.subject)
  return {
    ...replacementDetails(replacements.get(key)),
    ...event,
    ...defined({sunset: sunsets.get(key) ?? event.sunset})
  }
}

/**
 * The deprecation of an operation that is marked from its first day on, or by the first snapshot; empty if it isn't
 * marked.
 */
function deprecationOf({subject, place, described}: DescribedOperation, entry: number, isFirst: boolean): EventDraft[] {
  if (!described.deprecated && described.sunset === undefined) return []
  return [
    {
      ...createDraft('deprecated', subject, place, entry),
      ...announcementDetails(described),
      ...(isFirst ? EXISTED_BY_THEN : {})
    }
  ]
}

/** The deprecation that the older snapshot stated for a removed subject; `undefined` if it stated none. */
export function deprecationBeforeRemoval(removal: EventDraft, entry: number): EventDraft | undefined {
  const {change: _, observed, ...bare} = removal
  if (removal.kind !== 'removed' || !observed?.announced) return undefined
  const {since, sunset} = observed.announced
  return defined({
    ...bare,
    kind: 'deprecated',
    verb: 'deprecated',
    entry,
    by: {},
    place: observed.where.old ?? bare.place,
    announced: since === undefined ? undefined : stated(since),
    sunset: sunset === undefined ? undefined : stated(sunset)
  })
}

const stated = (text: string): StatedMoment => ({text})

function announcementDetails({
  since,
  sunset,
  replacement
}: DescribedLifecycle): Pick<EventDraft, 'sunset' | 'announced' | 'replacement' | 'unreplaced'> {
  return {
    ...defined({
      announced: since === undefined ? undefined : stated(since),
      sunset: sunset === undefined ? undefined : stated(sunset)
    }),
    ...replacementDetails(replacement)
  }
}

/** The replacement that a description names, or that it has none. Empty if it says nothing, or nothing readable. */
function replacementDetails(named: string | undefined): Pick<EventDraft, 'replacement' | 'unreplaced'> {
  const target = named === undefined ? undefined : parseTarget(named)
  return defined({
    replacement: target && {target},
    unreplaced: named?.toLowerCase() === 'none' || undefined
  })
}

function toEvents(change: Change, {place: release}: ObservedRelease, entry: number, isAside: boolean): EventDraft[] {
  const {event: eventKind, isRequired} = kindOf(change.kind)
  // An older branch withdraws nothing, and what it removes continues to exist in newer releases.
  if (isAside && eventKind === 'withdrawn') return []
  const kind = isAside && eventKind === 'removed' ? 'changed' : (eventKind ?? 'changed')
  const place = change.where.new ?? change.where.old ?? release
  const {kind: name, new: fresh} = change
  return [
    {
      kind,
      verb: VERB_OF[kind],
      subject: change.subject,
      entry,
      place,
      seen: true,
      change: name,
      observed: change,
      ...(isAside ? {aside: true as const} : {}),
      ...(eventKind === 'rescheduled' && typeof fresh === 'string' ? {sunset: stated(fresh)} : {}),
      ...(name === 'stability-changed' && typeof fresh === 'string' ? {stability: fresh} : {}),
      ...(isRequired ? {required: true} : {})
    }
  ]
}
