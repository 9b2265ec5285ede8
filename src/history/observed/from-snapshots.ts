import {findUnreadParts, type ObservedRelease} from '../../model/api/release-diff.ts'
import {defined} from '../../model/defined.ts'
import type {
  BasePathChange,
  ComponentAbsence,
  DeclaredHistory,
  FieldRename,
  ParameterRename,
  WrittenEvent
} from '../../model/lifecycle/history.ts'
import {memoize} from '../../model/memoize.ts'
import {isMember, subjectKey, WHOLE_API} from '../../model/subject/subject.ts'
import {isBefore, UNKNOWN_DATE} from '../../model/time/date-range.ts'
import {findBaseRelease, isCandidate, isContainedIn} from '../../model/time/release-branches.ts'
import {buildTimeline, statedDateRange, type WrittenEntry} from '../../model/time/timeline.ts'
import {isAlreadyDeclared} from '../unrecorded.ts'
import {deprecationBeforeRemoval, type EventDraft, eventsFromRelease} from './events-from-changes.ts'

/** Builds a history from the snapshots of a source, without declared events. */
export function historyFromSnapshots(
  releases: readonly ObservedRelease[],
  service: string,
  source: string
): DeclaredHistory {
  const entries = withBeginnings(releases.map(toEntry), releases)
  const trunk = findTrunk(releases)
  const drafts = releases.map((release, entry) =>
    eventsFromRelease(release, entry, !trunk.has(entry)).map(each => applyMarkDay(each, release))
  )
  for (const [entry, release] of releases.entries())
    if (trunk.has(entry)) drafts[entry]?.push(...findMissedEvents(release, entry))
  const shown = addEarlierMarks(
    drafts.flatMap((each, entry) =>
      each.filter(event => isNewEvent(event, entry, drafts, entries, trunk)).map(widenDate)
    ),
    releases
  )
  // `addEarlierMarks` adds events to earlier releases, so the events are sorted again.
  const events = shown.toSorted((one, other) => one.entry - other.entry)
  const absences = findComponentAbsences(releases, events, trunk)
  const respelt = releases.flatMap(({observed, wide}, entry) =>
    trunk.has(entry)
      ? [...(observed?.respelt ?? []), ...(wide?.observed.respelt ?? [])].map(
          (subject): ParameterRename => ({entry, subject})
        )
      : []
  )
  const renamed = releases.flatMap(({observed, wide}, entry) =>
    trunk.has(entry)
      ? [...(observed?.renamed ?? []), ...(wide?.observed.renamed ?? [])].map((each): FieldRename => ({...each, entry}))
      : []
  )
  return {
    about: {
      ...{service, areas: [], notes: [], unknown: []},
      language: releases.findLast(({observed}) => observed)?.observed?.language
    },
    source,
    // If no description ever marks a deprecation, a missing mark doesn't mean that there was no announcement.
    // `withBeginnings` says from which release on it does.
    complete: releases.some(({observed}) => observed?.marks),
    entries,
    events: events.map((event, id): WrittenEvent => ({...event, id})),
    facts: [],
    waivers: [],
    bases: releases.flatMap(({observed}, entry): BasePathChange[] =>
      observed ? [{entry, base: observed.base, others: observed.otherBases}] : []
    ),
    ...(absences.length > 0 ? {absences} : {}),
    ...(respelt.length > 0 ? {respelt} : {}),
    ...(renamed.length > 0 ? {renamed} : {})
  }

  /** The events of earlier releases that couldn't be read completely and that a comparison across them shows. */
  function findMissedEvents({wide, ...release}: ObservedRelease, entry: number): EventDraft[] {
    if (!wide) return []
    const knownEvents = drafts.slice(wide.against + 1, entry + 1).flat()
    const all = eventsFromRelease({...release, ...wide}, entry, false)
    return all
      .filter(event => !isAlreadyDeclared(event, knownEvents))
      .map(event => ({...event, by: {after: wide.against}}))
  }

  /** An event after unreadable releases may have happened in any of them. */
  function widenDate(event: EventDraft): EventDraft {
    const against = releases[event.entry]?.against
    if (against === undefined || event.by) return event
    const skipped = releases.slice(against + 1, event.entry).some(({observed}, at) => {
      const place = against + 1 + at
      return !observed && isContainedIn(timelineFor(entries), place, event.entry)
    })
    return skipped ? {...event, by: {after: against}} : event
  }
}

const toEntry = ({name, date, place, observed}: ObservedRelease): WrittenEntry =>
  defined({
    kind: 'release',
    name,
    date,
    stated: statedDateRange(date, name),
    unread: observed ? undefined : (true as const),
    partial: findUnreadParts(observed).length > 0 || undefined,
    place
  })

/**
 * Sets `complete` on the first release of each branch that marks a deprecation: before it, removals may have been
 * announced elsewhere. Changes nothing if no release was compared before the first mark.
 */
function withBeginnings(entries: readonly WrittenEntry[], releases: readonly ObservedRelease[]): WrittenEntry[] {
  const timeline = timelineFor(entries)
  const beginnings: number[] = []
  const hasBegunBefore = (at: number): boolean =>
    beginnings.some(beginning => beginning < at && isContainedIn(timeline, beginning, at))
  let isWhole = true
  for (const [at, {observed, against}] of releases.entries()) {
    const hasBegun = hasBegunBefore(at)
    if (against !== undefined && !hasBegun) isWhole = false
    if (observed?.marks && !hasBegun) beginnings.push(at)
  }
  if (isWhole) return [...entries]
  return entries.map((entry, at) => (beginnings.includes(at) ? {...entry, complete: true} : entry))
}

/**
 * Returns a function that finds the release to compare a release with: the last readable release whose changes it
 * contains. A patch made after the next line began is compared with its predecessor on its own line, and only later
 * patches of that line are compared with it. `undefined` for the first release.
 */
export function createBaseFinder(releases: readonly ObservedRelease[]) {
  const timeline = timelineFor(releases.map(toEntry))
  return (to: number, isReadable: (at: number) => boolean): number | undefined =>
    findBaseRelease(timeline, to, isReadable)
}

const timelineFor = memoize((entries: readonly WrittenEntry[]) => buildTimeline(entries, '9999-12-31'))

/**
 * The releases that the newest final release contains, and the candidates after it. All others are on side branches, so
 * that a candidate without a final release doesn't turn later releases of an older line into fixes.
 */
function findTrunk(releases: readonly ObservedRelease[]): ReadonlySet<number> {
  const timeline = timelineFor(releases.map(toEntry))
  const trunk = new Set<number>()
  const final = releases.findLastIndex(({observed}, at) => observed && !isCandidate(timeline, at))
  const last = releases.findLastIndex(({observed}, at) => observed && (final < 0 || isContainedIn(timeline, final, at)))
  for (let at: number | undefined = last; at !== undefined && at >= 0; at = releases[at]?.against) trunk.add(at)
  return trunk
}

/**
 * The indexes of the releases that lead to the last one, oldest first: each is the one that the next is compared with. A
 * patch of an older line that came after the next line began isn't among them.
 */
export function findReleasesOfLine(releases: readonly ObservedRelease[]): readonly number[] {
  const timeline = timelineFor(releases.map(toEntry))
  const line: number[] = []
  let at: number | undefined = releases.length - 1
  while (at !== undefined && at >= 0) {
    line.unshift(at)
    at = findBaseRelease(timeline, at, () => true)
  }
  return line
}

/** Whether an event is new: a side branch doesn't introduce what already existed. */
function isNewEvent(
  event: EventDraft,
  entry: number,
  drafts: readonly (readonly EventDraft[])[],
  entries: readonly WrittenEntry[],
  trunk: ReadonlySet<number>
): boolean {
  if (trunk.has(entry) || event.kind !== 'introduced') return true
  const key = subjectKey(event.subject)
  const when = entries[entry]?.stated ?? UNKNOWN_DATE
  return !drafts.some(
    (others, at) =>
      trunk.has(at) &&
      (at < entry || isBefore(entries[at]?.stated ?? UNKNOWN_DATE, when)) &&
      others.some(other => other.kind === 'introduced' && subjectKey(other.subject) === key)
  )
}

/** The event, with the day since which its deprecation counts. */
function applyMarkDay(event: EventDraft, {markedSince}: ObservedRelease): EventDraft {
  const day = event.kind === 'deprecated' ? markedSince?.get(subjectKey(event.subject)) : undefined
  return day === undefined ? event : {...event, announced: {text: day}}
}

/**
 * Adds a deprecation to removed subjects that were marked by then without a known event: the release before marked
 * them.
 */
function addEarlierMarks(events: readonly EventDraft[], releases: readonly ObservedRelease[]): EventDraft[] {
  const marked = new Set<string>()
  // A field can have been marked under the names that it had before.
  const before = new Map<string, readonly string[]>()
  for (const {observed} of releases)
    for (const {from, to} of observed?.renamed ?? []) {
      const [old, key] = [subjectKey(from), subjectKey(to)]
      before.set(key, [...(before.get(key) ?? []), old, ...(before.get(old) ?? [])])
    }
  return events.flatMap(event => {
    const key = subjectKey(event.subject)
    const {kind} = event
    if (kind === 'deprecated' || kind === 'rescheduled') marked.add(key)
    if (kind === 'withdrawn') marked.delete(key)
    const against = releases[event.entry]?.against
    // An endpoint has events for its own marks, so without one its removal was announced by the mark of the whole API.
    const isKnown =
      [key, ...(before.get(key) ?? [])].some(each => marked.has(each)) ||
      (!event.subject.part && marked.has(subjectKey(WHOLE_API)))
    const mark = against === undefined || isKnown ? undefined : deprecationBeforeRemoval(event, against)
    return mark ? [mark, event] : [event]
  })
}

/**
 * Finds components with a deprecated part that were removed as a whole. The individual parts have no events, because
 * clients are informed about the removed operations. Removals on side branches don't count, because the main releases
 * go on.
 */
function findComponentAbsences(
  releases: readonly ObservedRelease[],
  events: readonly EventDraft[],
  trunk: ReadonlySet<number>
): ComponentAbsence[] {
  const marked = new Set(
    events.flatMap(({kind, subject: {target}}) => (kind === 'deprecated' && isMember(target) ? [target.type] : []))
  )
  const found: ComponentAbsence[] = []
  const open = new Map<string, number>()
  for (const [entry, {observed}] of releases.entries()) {
    if (!observed || !trunk.has(entry)) continue
    for (const component of observed.come ?? []) {
      const from = open.get(component)
      if (from !== undefined) found.push({component, from, until: entry})
      open.delete(component)
    }
    for (const component of observed.gone ?? []) if (marked.has(component)) open.set(component, entry)
  }
  return [...found, ...[...open].map(([component, from]): ComponentAbsence => ({component, from}))]
}
