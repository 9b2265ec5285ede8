import {assemble} from '../../history/assemble.ts'
import {entriesBetween, findReleasesAfterCandidates, netEventsOfMove} from '../../history/net-changes.ts'
import {historyFromSnapshots} from '../../history/observed/from-snapshots.ts'
import type {ReleaseDiff} from '../../model/api/release-diff.ts'
import {defined} from '../../model/defined.ts'
import {inputError} from '../../model/input-error.ts'
import type {Event} from '../../model/lifecycle/event.ts'
import type {History} from '../../model/lifecycle/history.ts'
import {subjectKey} from '../../model/subject/subject.ts'
import type {Day} from '../../model/time/date-range.ts'
import {releaseKey} from '../../model/time/release.ts'
import {compareReleases} from '../../model/time/release-branches.ts'
import {NEXT, type Timeline, type TimelineEntry} from '../../model/time/timeline.ts'
import {observeSource} from '../../observations/observe.ts'
import type {SourceSession} from './open-source.ts'
import type {SelectedSource} from './select-source.ts'

/**
 * Net changes between two releases, for readers who skip those in between. Neighbors with a description are compared
 * directly; hand-written changes, and those between other releases, are reduced to their net effect.
 */
export function netEventsBetween(session: SourceSession, from: TimelineEntry, to: TimelineEntry): Event[] {
  const {events, timeline} = session.history
  if (compareReleases(timeline, from, to) >= 0)
    throw inputError(
      `\`${from.name}\` is newer than \`${to.name}\`. Name the older release first.`,
      undefined,
      `${to.name}..${from.name}`
    )
  const observed = compareEntries(session, from, to)
  if (!observed) return netEventsOfMove(events, timeline, from, to)
  const written = netEventsOfMove(
    events.filter(({seen}) => !seen),
    timeline,
    from,
    to
  )
  const writtenKeys = new Set(written.map(keyOf))
  const between = entriesBetween(timeline, from.index, to.index)
  const known = events.filter(({entry}) => between.has(entry))
  return [
    ...written,
    ...toNetEvents(observed, known, [from, to], timeline.asOf).filter(event => !writtenKeys.has(keyOf(event)))
  ]
}

/**
 * The history of a session in which a final release has its net changes since the final release before, if there were
 * candidates in between; they come from its description if that can be read. With `only`, no other release is changed.
 */
export function withNetChanges(session: SourceSession, only?: TimelineEntry): History {
  const {history} = session
  const net = findReleasesAfterCandidates(history.timeline)
    .filter(([, to]) => only === undefined || to.index === only.index)
    .map(([from, to]): [number, readonly Event[]] => [to.index, netEventsBetween(session, from, to)])
  return net.length === 0 ? history : {...history, netEvents: new Map([...(history.netEvents ?? []), ...net])}
}

const keyOf = ({kind, subject}: Event): string => `${kind} ${subjectKey(subject)}`

/** Key of a change. Changes of one subject are equal if kind, location, and values match. */
function changeKey(event: Event): string {
  const {kind, change, observed} = event
  if (kind !== 'changed') return keyOf(event)
  return JSON.stringify([keyOf(event), change, observed?.at, observed?.about, observed?.old, observed?.new])
}

/**
 * The comparison of a release with one that `tenure record` compares it with, from their descriptions or as recorded in
 * the history. `undefined` for other pairs, so that a recorded history gives the same result as the descriptions.
 */
function compareEntries(
  {selected, releases = [], findRecordedDiff, history: {timeline}}: SourceSession,
  from: TimelineEntry,
  to: TimelineEntry
): ReleaseDiff | undefined {
  if (!selected) return findRecordedDiff?.(from.name, to.name)
  const own = releases.find(({name}) => releaseKey(name) === releaseKey(to.name))
  const base = own?.against === undefined ? undefined : releases[own.against]?.name
  const others = findOtherBases(timeline, to.index).map(({name}) => name)
  const isKept = [base, ...others].some(name => name !== undefined && releaseKey(name) === releaseKey(from.name))
  return isKept ? compareDescriptions(selected, from.name, to.name) : undefined
}

/**
 * The releases that people compare a release with, besides the one that it goes on from: the one listed before it, and
 * the final release before its candidates.
 */
export function findOtherBases(timeline: Timeline, at: number, base?: number): TimelineEntry[] {
  const before = timeline.entries.slice(0, at).findLast(({kind, name}) => kind === 'release' && name !== NEXT)
  const [final] = findReleasesAfterCandidates(timeline).find(([, {index}]) => index === at) ?? []
  return [...new Set([before, final])].filter(entry => entry !== undefined && entry.index !== base) as TimelineEntry[]
}

/** Compares the descriptions of two releases. `undefined` if one of them is missing or can't be read. */
export function compareDescriptions(
  {source, ids}: Pick<SelectedSource, 'source' | 'ids'>,
  from: string,
  to: string
): ReleaseDiff | undefined {
  const pair = [from, to].map(name => source.releases.find(each => releaseKey(each.name) === releaseKey(name)))
  // Only these two are compared, whatever their days and versions say about other releases.
  const bare = pair.flatMap((release, at) => {
    if (!release) return []
    const {name: _, date: __, ...rest} = release
    return [{...rest, name: at === 0 ? 'from' : 'to'}]
  })
  if (bare.length < pair.length) return undefined
  const {releases, leftOut} = observeSource({...source, releases: bare, unread: []}, {ids})
  return leftOut.length > 0 ? undefined : releases[1]?.observed
}

/** The events of a comparison, with what's known about each from the releases in between. */
function toNetEvents(
  observed: ReleaseDiff,
  events: readonly Event[],
  [from, to]: readonly [TimelineEntry, TimelineEntry],
  asOf: Day
): Event[] {
  const releases = [
    {name: 'from', place: from.place, observed: {...observed, changes: [], arrivals: [], marked: []}},
    {name: 'to', place: to.place, observed, against: 0}
  ]
  const known = new Map(events.map(event => [changeKey(event), event]))
  const net = assemble(historyFromSnapshots(releases, '', ''), {asOf}).events.filter(({entry}) => entry === 1)
  return net.map((event, at): Event => {
    const twin = known.get(changeKey(event))
    // The matching event of the history is kept, because judgments refer to it.
    const own = {...event, ...(event.sunset ? {sunset: withoutEntry(event.sunset)} : {})}
    // The exact release is unknown: it's one of those in between.
    if (!twin) return {...own, id: -1 - at, entry: to.index, by: {after: from.index}}
    return {...twin, ...defined({observed: event.observed, sunset: own.sunset})}
  })
}

/** Drops the timeline index of the sunset, which is from the comparison of two releases and wrong in the history. */
const withoutEntry = ({when, stated}: NonNullable<Event['sunset']>) => ({when, stated})
