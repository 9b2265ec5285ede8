import type {Change} from '../../model/api/change.ts'
import type {Waiver} from '../../model/lifecycle/event.ts'
import type {DeclaredHistory, WrittenEvent} from '../../model/lifecycle/history.ts'
import {covers, subjectKey} from '../../model/subject/subject.ts'
import {type Day, laterRange, singleDay, UNKNOWN_DATE} from '../../model/time/date-range.ts'
import {NEXT, type WrittenEntry} from '../../model/time/timeline.ts'

/** The context for evaluating the history lines that a change adds. */
export interface BaseHistoryOptions {
  /** Whether an added waiver of a line counts; without a waiver, whether added evidence for a condition counts. */
  readonly counts?: (waiver?: Waiver, line?: WrittenEvent) => boolean
  /** Whether there is no description. Then all added lines about the past count from the next release on. */
  readonly isHistoryOnly?: boolean
  readonly asOf: Day
  /** Whether the descriptions before the change show the announcement of a line, so that the line doesn't count. */
  readonly isDescribed?: (event: WrittenEvent) => boolean
  /** Whether there was no history before. Then its entries about the past aren't new. */
  readonly isFirst?: boolean
  /** The changes that the new description shows, which take effect when the change is merged. */
  readonly observed?: readonly Pick<Change, 'kind' | 'subject'>[]
}

/**
 * The history that a change is judged by: the base history plus the lines that the change adds. The past comes from
 * `before`; added lines about it have no effect, except that an announcement or introduction counts from the next
 * release on, whatever day it names. Unreleased lines, and releases after the last one of `before`, come from the
 * change, without waivers and evidence that don't count. An added release can't have shipped before today. Changes that the
 * description already shows ship no later than the `next` release of `before`.
 */
export function buildBaseHistory(
  before: DeclaredHistory,
  now: DeclaredHistory | undefined,
  {
    counts = () => false,
    isHistoryOnly = false,
    isDescribed = () => false,
    isFirst = false,
    asOf,
    observed = []
  }: BaseHistoryOptions
): DeclaredHistory {
  const kept = before.entries.flatMap((entry, at) => (isNext(entry) ? [] : [{entry, at}]))
  const baseEntries = new Set(before.entries.map(entryKey))
  const isKnown = createLineLookup(before)
  const moved = findMovedLines(before, now)
  const last = now ? now.entries.findLastIndex(entry => !isNext(entry) && baseEntries.has(entryKey(entry))) : -1
  const added = (now?.entries ?? []).flatMap((entry, at) =>
    isRelease(entry) && kept.length > 0 && at > last ? [{entry, at}] : []
  )
  const planned = before.entries.find(isNext)
  const own = now?.entries.find(isNext)
  const place = own?.place ?? {source: now?.source ?? before.source}
  const upcomingBefore: WrittenEntry = {kind: 'release', name: NEXT, stated: UNKNOWN_DATE, ...planned, place}
  const effectiveChanges = observed.filter(canRemove)
  const isSameDay = own === undefined || own.date === planned?.date
  const next =
    own && effectiveChanges.length === 0 ? own : {...upcomingBefore, ...(isSameDay ? {} : {claimed: true as const})}
  const takeKnown = createEvidenceLookup(before)
  const withCounted = (event: WrittenEvent, written: WrittenEvent): WrittenEvent => {
    const {waiver, met: stated, ...rest} = event
    const isKnown = (name: string, evidence: string): boolean =>
      takeKnown(evidenceKey(written, name, evidence), now?.entries[written.entry])
    const met = Object.entries(stated ?? {}).filter(([name, evidence]) => isKnown(name, evidence) || counts())
    const isWaived =
      waiver && (takeKnown(lineKey(written, waiver), now?.entries[written.entry]) || counts(waiver, written))
    return {
      ...rest,
      ...(isWaived ? {waiver} : {}),
      ...(met.length > 0 ? {met: Object.fromEntries(met)} : {})
    }
  }
  const isShownIn = (at: number): boolean =>
    (now?.events ?? []).some(
      event =>
        event.entry === at &&
        !isAnnouncement(event) &&
        effectiveChanges.some(({subject}) => covers(event.subject, subject))
    )
  const claimed = added.map(({entry, at}) => toClaimedRelease(entry, asOf, isShownIn(at) ? upcomingBefore : undefined))
  const placeOf = new Map(added.map(({at}, index) => [at, kept.length + index]))
  const upcoming = kept.length + added.length
  const addedEvents = (now?.events ?? []).flatMap((event): WrittenEvent[] => {
    const entry = now?.entries[event.entry]
    if (!entry || moved.has(event) || (isFirst && isOfPast(entry, asOf))) return []
    if (isAnnouncement(event) && !isKnown(event) && isDescribed(event)) return []
    if (isAnnouncement(event) && !isKnown(event))
      return [{...withCounted(withoutClaimedDay(event), event), entry: upcoming}]
    const to = isNext(entry) ? upcoming : placeOf.get(event.entry)
    if (to !== undefined) return [{...withCounted(event, event), entry: to}]
    const isFresh = entry.kind === 'announcement' && !baseEntries.has(entryKey(entry))
    return kept.length > 0 && (isFresh || (isHistoryOnly && !isKnown(event)))
      ? [{...withCounted(event, event), entry: upcoming}]
      : []
  })
  const past = new Map(kept.map(({at}, index) => [at, index]))
  const events = [
    ...before.events.flatMap((event): WrittenEvent[] => {
      const to = past.get(event.entry)
      return to === undefined ? [] : [{...event, entry: to}]
    }),
    ...addedEvents
  ]
  const isUpcoming = own !== undefined || events.some(({entry}) => entry === upcoming)
  return {
    ...before,
    entries: [...kept.map(({entry}) => entry), ...claimed, ...(isUpcoming ? [next] : [])],
    events: events.map((event, id) => ({...event, id}))
  }
}

/** Whether an entry is no later than a day. An undated release is, because it was written down after it shipped. */
const isOfPast = (entry: WrittenEntry, day: Day): boolean => !isNext(entry) && (entry.stated.latest ?? '') <= day

type Named = Pick<WrittenEntry, 'kind' | 'name'>

const isRelease = ({kind, name}: Named): boolean => kind === 'release' && name !== NEXT
const isNext = ({kind, name}: Named): boolean => kind === 'release' && name === NEXT

/** Whether a change can remove something when it ships. */
export const canRemove = ({kind}: Pick<Change, 'kind'>): boolean => !NON_REMOVING_KINDS.test(kind)

/** Kinds of change that remove nothing when they ship. */
const NON_REMOVING_KINDS = /^(?!required-).*-added$|^deprecat|^sunset-|^documentation-|^replacement-/

/** An added release with its possible days: from today, up to `upcoming` if the description shows its changes. */
function toClaimedRelease(entry: WrittenEntry, asOf: Day, upcoming: WrittenEntry | undefined): WrittenEntry {
  const {date, ...rest} = entry
  const soonest = singleDay(asOf)
  const limit = upcoming?.date === undefined ? soonest : upcoming.stated
  const isLate = upcoming !== undefined && (entry.stated.latest ?? LATEST) > (limit.latest ?? LATEST)
  const stated = laterRange(isLate ? limit : entry.stated, soonest)
  const {earliest, latest} = stated
  const isSame = earliest === entry.stated.earliest && latest === entry.stated.latest
  return {
    ...rest,
    ...(isSame && date !== undefined ? {date} : earliest !== undefined && earliest === latest ? {date: earliest} : {}),
    stated,
    claimed: true
  }
}

/** A text that sorts after every day. */
const LATEST: Day = '~'

const entryKey = ({kind, name}: Named): string => `${kind} ${name}`

/** A key that is equal for equal waivers, wherever they are written. */
export const waiverKey = ({place: _, ...waiver}: Waiver): string => JSON.stringify(waiver)

/** The waivers and the evidence for conditions that a history has in addition to an earlier one. */
export function collectNewEvidence(
  before: DeclaredHistory | undefined,
  now: DeclaredHistory | undefined
): {readonly waivers: readonly {readonly waiver: Waiver; readonly event: WrittenEvent}[]; readonly met: number} {
  const takeKnown = createEvidenceLookup(before)
  const events = now?.events ?? []
  return {
    waivers: events.flatMap(event =>
      event.waiver && !takeKnown(lineKey(event, event.waiver), now?.entries[event.entry])
        ? [{waiver: event.waiver, event}]
        : []
    ),
    met: events.flatMap(event =>
      Object.entries(event.met ?? {}).filter(
        ([name, evidence]) => !takeKnown(evidenceKey(event, name, evidence), now?.entries[event.entry])
      )
    ).length
  }
}

/**
 * Returns a function that says whether a history already has a waiver or evidence on the same line. Each counts once:
 * one of `next` may move to a release, but one of a release may not move.
 */
function createEvidenceLookup(
  before: DeclaredHistory | undefined
): (key: string, entry: WrittenEntry | undefined) => boolean {
  const released = new Set(before?.entries.filter(entry => !isNext(entry)).map(entryKey))
  const placeOf = (entry: WrittenEntry | undefined): string =>
    entry && released.has(entryKey(entry)) ? entryKey(entry) : NEXT
  const open = new Map<string, number>()
  const add = (key: string, at: number): void => {
    const placed = `${placeOf(before?.entries[at])} ${key}`
    open.set(placed, (open.get(placed) ?? 0) + 1)
  }
  for (const event of before?.events ?? []) {
    if (event.waiver) add(lineKey(event, event.waiver), event.entry)
    for (const [name, evidence] of Object.entries(event.met ?? {})) add(evidenceKey(event, name, evidence), event.entry)
  }
  return (key, entry) => {
    const placed = `${placeOf(entry)} ${key}`
    const left = open.get(placed) ?? 0
    if (left > 0) open.set(placed, left - 1)
    return left > 0
  }
}

/** The number of lines added by a change that claim that something isn't breaking. */
export function countNewDenials(before: DeclaredHistory | undefined, now: DeclaredHistory | undefined): number {
  const denied = (declared: DeclaredHistory | undefined): string[] =>
    (declared?.events ?? []).flatMap(({kind, change, about, subject, breaking}) =>
      breaking === false ? JSON.stringify([kind, change, about, subjectKey(subject)]) : []
    )
  const known = new Set(denied(before))
  return denied(now).filter(key => !known.has(key)).length
}

const lineKey = (event: WrittenEvent, waiver: Waiver): string => `${statementKey(event)} ${waiverKey(waiver)}`

const evidenceKey = (event: WrittenEvent, name: string, evidence: string): string =>
  `${statementKey(event)} ${JSON.stringify([name, evidence])}`

/** A key that is equal for lines that state the same about the same subject, whatever their release is. */
const statementKey = ({kind, change, about, subject, sunset, counterpart}: WrittenEvent): string =>
  JSON.stringify([kind, change, about, subjectKey(subject), sunset, counterpart && subjectKey(counterpart)])

const isAnnouncement = ({kind, announced}: WrittenEvent): boolean =>
  ANNOUNCEMENT_KINDS.has(kind) || (announced !== undefined && announced !== 'never')

const ANNOUNCEMENT_KINDS: ReadonlySet<string> = new Set(['deprecated', 'rescheduled'] satisfies WrittenEvent['kind'][])

/** A key that is equal for the same announcement with the same sunset. */
const eventIdentity = ({kind, subject, announced, sunset, via}: WrittenEvent): string =>
  JSON.stringify([kind, subjectKey(subject), announced, sunset, via])

/** Returns a function that says whether a history has a line with the same announcement and sunset, in any release. */
function createLineLookup({events}: DeclaredHistory): (event: WrittenEvent) => boolean {
  const known = new Set(events.map(eventIdentity))
  return event => known.has(eventIdentity(event))
}

/** Added lines that move an announcement or introduction from its position in the past. */
function findMovedLines(before: DeclaredHistory, now: DeclaredHistory | undefined): ReadonlySet<WrittenEvent> {
  const begins = (event: WrittenEvent): boolean => isAnnouncement(event) || event.kind === 'introduced'
  const placeIn = ({entries}: DeclaredHistory, {entry}: WrittenEvent): string => entryKey(entries[entry] ?? UNPLACED)
  const past = before.events.filter(event => !isNext(before.entries[event.entry] ?? UNPLACED))
  const open = new Map<string, number>()
  for (const event of past) open.set(eventIdentity(event), (open.get(eventIdentity(event)) ?? 0) + 1)
  const takeMatch = (event: WrittenEvent): boolean => {
    const left = open.get(eventIdentity(event)) ?? 0
    open.set(eventIdentity(event), left - 1)
    return left > 0
  }
  const pastKeys = new Set(past.map(event => `${placeIn(before, event)} ${eventIdentity(event)}`))
  const events = (now?.events ?? []).filter(begins)
  const unmoved = events.filter(
    event => now && pastKeys.has(`${placeIn(now, event)} ${eventIdentity(event)}`) && takeMatch(event)
  )
  return new Set(events.filter(event => !unmoved.includes(event) && takeMatch(event)))
}

const UNPLACED: Named = {kind: 'announcement', name: ''}

/** The announcement without the keys `announced` and `via`, by which a line claims an earlier day. */
function withoutClaimedDay(event: WrittenEvent): WrittenEvent {
  const {announced, via: _, ...rest} = event
  return announced === 'never' ? {...rest, announced} : rest
}
