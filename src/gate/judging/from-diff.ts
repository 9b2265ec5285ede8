import {expandToObservedSides} from '../../history/expand-sides.ts'
import {deduplicateEvents, describesChange} from '../../history/observed/deduplicate-events.ts'
import {
  deprecationBeforeRemoval,
  type EventDraft,
  eventsFromRelease
} from '../../history/observed/events-from-changes.ts'
import {moveAbsence} from '../../history/observed/merge-declared.ts'
import {isAlreadyDeclared} from '../../history/unrecorded.ts'
import type {DescribedOperation, ReleaseDiff} from '../../model/api/release-diff.ts'
import {defined} from '../../model/defined.ts'
import type {DeclaredHistory, FieldRename, WrittenEvent} from '../../model/lifecycle/history.ts'
import type {SourceLocation} from '../../model/location.ts'
import {covers, isPart, isPrefix, type Subject, subjectKey, withoutSide} from '../../model/subject/subject.ts'
import {type DateRange, type Day, parseDateRange, UNKNOWN_DATE} from '../../model/time/date-range.ts'
import {versionKey} from '../../model/time/release.ts'
import {NEXT, type WrittenEntry} from '../../model/time/timeline.ts'
import {
  addClaimedDate,
  applyCommitDate,
  type CommitDates,
  collectAnnouncedKeys,
  collectPastEvents,
  expandStabilityHistory,
  expandSunsetHistory,
  findRelevantOperations,
  insertCommitDays
} from './base-state.ts'

/** The changes between two descriptions. */
export interface DiffInput {
  /** What the older description shows on its own. */
  readonly before: ReleaseDiff
  /** What the newer description shows compared with it; `undefined` if there is none. */
  readonly next?: ReleaseDiff
  /** The name of the older description's state in messages. */
  readonly label: string
  /** The day of the older description's commit. */
  readonly day?: Day
  readonly place: SourceLocation
  /** The commits of the default branch that first show what the older description has. */
  readonly testimony: CommitDates
  /** The history before the change. Only releases that it lacks can describe what the description changes. */
  readonly recorded?: Pick<DeclaredHistory, 'entries'> | undefined
  /** Whether to leave out what the newer description changes, so that the state before it remains. */
  readonly isBefore?: boolean | undefined
  /** The day since which the history has contained an announcement; `undefined` if it counts as declared. */
  readonly recordedOn?: ((line: WrittenEvent) => DateRange | undefined) | undefined
}

/** A history extended with the changes of a description. */
export interface HistoryWithDiff {
  readonly declared: DeclaredHistory
  /** Maps an event of `declared` to the declared event from which it was made; observed events have none. */
  readonly written: ReadonlyMap<WrittenEvent, WrittenEvent>
  /** The indexes of the entries of the base state and of earlier commits; their events aren't new. */
  readonly past: ReadonlySet<number>
  /** The IDs of events of a release that the change records: they are new, although the release has shipped. */
  readonly brought: ReadonlySet<number>
  /** The IDs of deprecations whose mark the change adds, but which claim a day before the base state. */
  readonly backDated: ReadonlySet<number>
}

/**
 * Appends the changes of a description to a history: the base state follows everything released, and what differs from
 * it is `next`. Events that the older description shows are added only if the history doesn't declare them.
 */
export function applyDiff(
  history: DeclaredHistory,
  {before, next, label, day, place, testimony, recorded, isBefore, recordedOn = () => undefined}: DiffInput
): HistoryWithDiff {
  const last = history.entries.findIndex(({kind, name}) => kind === 'release' && name === NEXT)
  const line = insertCommitDays(
    history.entries.flatMap((entry, at) => (at === last ? [] : [{entry, at}])),
    testimony,
    place
  )
  const released = line.entries
  const base = released.length
  const stated = defined({latest: testimony.unknownUntil ?? day})
  const baseEntry: WrittenEntry = {kind: 'announcement', name: label, stated, place}
  const nextEntry: WrittenEntry = history.entries[last] ?? {kind: 'release', name: NEXT, stated: UNKNOWN_DATE, place}
  const entries = [...released, baseEntry, nextEntry]
  const moved = (entry: number): number => (entry === last ? base + 1 : line.placeOf(entry))
  const dated = (event: EventDraft): EventDraft =>
    applyCommitDate(addClaimedDate(event, history, testimony, recordedOn), testimony, line)
  const observedEvents = next
    ? eventsFromRelease({name: NEXT, place, observed: next, against: base}, base + 1, false).map(event =>
        dropClaimedDate(event, day)
      )
    : []
  // A release recorded together with the change already describes it.
  const latest = findNewRelease(released, recorded)
  const lines = withoutDisprovedEnds(
    history.events.map(event => ({was: event, event: {...event, entry: moved(event.entry)}})),
    observedEvents,
    {latest, base}
  )
  const written = expandToObservedSides(
    lines.map(({event}) => event),
    [...observedEvents, ...observedEvents.map(event => ({...event, entry: latest}))]
  ).flatMap((events, at) => events.map(event => ({was: lines[at]?.was ?? event, event})))
  const writtenEvents = written.map(({event}) => event)
  const announcedKeys = collectAnnouncedKeys(writtenEvents, testimony)
  const shown = isBefore ? [] : observedEvents
  const past = collectPastEvents(
    findRelevantOperations(before.arrivals, [...history.events, ...observedEvents]),
    before.marked,
    base,
    writtenEvents,
    testimony
  )
    .map(event => withSunsetOfRemoved(event, shown))
    .flatMap(event => expandStabilityHistory(dated(event), testimony, line))
    .flatMap(event => expandSunsetHistory(event, testimony, line))
  const recent = writtenEvents.filter(({entry}) => entry === latest)
  const fresh = shown.map(event => moveToNewRelease(event, recent))
  const marks = deprecationsOfRemovedParts(shown, {base, past, announcedKeys, operations: before.arrivals})
    .map(dated)
    .flatMap(event => expandSunsetHistory(event, testimony, line))
  const all = deduplicateEvents(written, [...past, ...marks, ...fresh])
  const brought = all.flatMap(({event}) => {
    const isShown = event.observed || event.seen || observedEvents.some(each => isAlreadyDeclared(each, [event]))
    return event.entry === latest && isShown ? [event.id] : []
  })
  return {
    declared: {
      ...history,
      ...defined({
        respelt: history.respelt?.map(each => ({...each, entry: moved(each.entry)})),
        absences: history.absences?.map(each => moveAbsence(each, moved))
      }),
      renamed: collectRenames(history, next, moved, base + 1),
      entries,
      events: all.map(({event}) => event),
      bases: [
        ...(history.bases ?? []).map(each => ({...each, entry: moved(each.entry)})),
        {entry: base, base: before.base, others: before.otherBases},
        {entry: base + 1, base: next?.base ?? before.base, others: (next ?? before).otherBases}
      ]
    },
    written: new Map(all.flatMap(({was, event}) => (was ? [[event, was] as const] : []))),
    past: new Set([...line.days, base]),
    brought: new Set(brought),
    backDated: new Set(all.flatMap(({was, event}) => (!was && event.entry > base && event.announced ? [event.id] : [])))
  }
}

const collectRenames = (
  {renamed = []}: DeclaredHistory,
  next: ReleaseDiff | undefined,
  moved: (entry: number) => number,
  entry: number
): FieldRename[] => [
  ...renamed.map(each => ({...each, entry: moved(each.entry)})),
  ...(next?.renamed ?? []).map(each => ({...each, entry}))
]

/**
 * A deprecation mark counts from when it is merged. An announced day before the base state is kept, so that it can be
 * reported.
 */
function dropClaimedDate(event: EventDraft, day: Day | undefined): EventDraft {
  const {announced, ...bare} = event
  if (event.kind !== 'deprecated' || !announced || announced === 'never') return event
  const claimed = parseDateRange(announced.text)?.latest
  return claimed !== undefined && day !== undefined && claimed < day ? event : bare
}

/** The index of the last release, if it isn't part of the history before the change; otherwise -1. */
function findNewRelease(entries: readonly WrittenEntry[], recorded: DiffInput['recorded']): number {
  const last = entries.findLastIndex(({kind}) => kind === 'release')
  const name = entries[last]?.name ?? ''
  const isKnown = recorded?.entries.some(each => each.kind === 'release' && versionKey(each.name) === versionKey(name))
  return isKnown ? -1 : last
}

/** Moves an observed event to the new release if a line of that release describes it. */
function moveToNewRelease(event: EventDraft, recent: readonly EventDraft[]): EventDraft {
  const twin = recent.find(
    declared =>
      declared.kind === event.kind &&
      subjectKey(declared.subject) === subjectKey(event.subject) &&
      describesChange(declared, event)
  )
  return twin ? {...event, entry: twin.entry} : event
}

interface PlacedLine {
  readonly was: WrittenEvent
  readonly event: WrittenEvent
}

/**
 * The lines without removals that a description disproves. A subject in the older description wasn't removed before it,
 * unless a line restores it; a subject in both isn't removed in the new release.
 */
function withoutDisprovedEnds(
  lines: readonly PlacedLine[],
  observed: readonly EventDraft[],
  {latest, base}: {readonly latest: number; readonly base: number}
): PlacedLine[] {
  const shownBefore = collectShown(observed, ({kind}) => kind !== 'introduced')
  const shownNow = collectShown(observed, ({kind}) => kind !== 'removed')
  const returns = lines.filter(({event: {kind}}) => kind === 'restored' || kind === 'introduced')
  return lines.flatMap(({was, event}) => {
    if (event.kind !== 'removed' || event.entry > base) return [{was, event}]
    const isBack = (subject: Subject): boolean =>
      returns.some(({event: each}) => each.entry > event.entry && each.entry <= base && covers(each.subject, subject))
    const shown = event.entry === latest ? shownNow : shownBefore
    if (shown.has(subjectKey(event.subject))) return isBack(event.subject) ? [{was, event}] : []
    if (!isPrefix(event.subject.target)) return [{was, event}]
    const inside = [...shown.values()].filter(each => !each.part && covers(event.subject, each) && !isBack(each))
    return [{was, event: inside.length > 0 ? {...event, except: [...(event.except ?? []), ...inside]} : event}]
  })
}

/**
 * The subjects of observed events that a description shows, with their targets. A change of a part shows its target in
 * both descriptions.
 */
function collectShown(
  observed: readonly EventDraft[],
  isShown: (event: EventDraft) => boolean
): ReadonlyMap<string, Subject> {
  const own = observed.filter(isShown).flatMap(({subject}) => [subject, withoutSide(subject)])
  const targets = observed.flatMap(({subject}) => (subject.part ? [{target: subject.target}] : []))
  return new Map([...own, ...targets].map(subject => [subjectKey(subject), subject]))
}

/** The deprecation of a part with the sunset of what is removed, which can differ from that of its other uses. */
function withSunsetOfRemoved(event: EventDraft, shown: readonly EventDraft[]): EventDraft {
  if (event.kind !== 'deprecated' || !isPart(event.subject)) return event
  const marks = shown.flatMap(each =>
    subjectKey(each.subject) === subjectKey(event.subject) ? (deprecationBeforeRemoval(each, event.entry) ?? []) : []
  )
  const sunsets = marks.flatMap(({sunset}) => sunset ?? [])
  const latest = sunsets.toSorted((a, b) => (a.text < b.text ? -1 : 1)).at(-1)
  const {sunset: _, ...bare} = event
  return marks.length === 0 ? event : defined({...bare, sunset: latest})
}

interface KnownState {
  readonly base: number
  readonly past: readonly EventDraft[]
  readonly announcedKeys: ReadonlySet<string>
  readonly operations: readonly DescribedOperation[]
}

/** The deprecations of removed parts that only the older description states, and no other past event. */
function deprecationsOfRemovedParts(
  events: readonly EventDraft[],
  {base, past, announcedKeys, operations}: KnownState
): EventDraft[] {
  const deprecated = past.filter(({kind}) => kind === 'deprecated').map(({subject}) => subjectKey(subject))
  const known = new Set([...announcedKeys, ...deprecated])
  // Operations have their own deprecation events.
  const own = new Set(operations.map(({subject}) => subjectKey(subject)))
  return events.flatMap(event => {
    const mark = deprecationBeforeRemoval(event, base)
    const key = subjectKey(event.subject)
    return !mark || known.has(key) || (!event.subject.part && own.has(key)) ? [] : [mark]
  })
}
