import {assemble} from '../../history/assemble.ts'
import {entriesBetween, findReleasesAfterCandidates, netEventsOfMove} from '../../history/net-changes.ts'
import {historyFromSnapshots} from '../../history/observed/from-snapshots.ts'
import {inputError} from '../../model/input-error.ts'
import type {Event} from '../../model/lifecycle/event.ts'
import type {History} from '../../model/lifecycle/history.ts'
import {subjectKey} from '../../model/subject/subject.ts'
import {releaseKey} from '../../model/time/release.ts'
import {compareReleases} from '../../model/time/release-branches.ts'
import type {TimelineEntry} from '../../model/time/timeline.ts'
import type {SourceRelease} from '../../read/sources/source.ts'
import {observeSource} from '../snapshots/observe.ts'
import type {SourceSession} from './open-source.ts'

/**
 * Net changes between two releases, for readers who skip the releases in between. If both have a description, the two
 * are compared directly. Hand-written events are reduced to their net effect.
 */
export function netEventsBetween({history, selected}: SourceSession, from: TimelineEntry, to: TimelineEntry): Event[] {
  const {events, timeline} = history
  if (compareReleases(timeline, from, to) >= 0)
    throw inputError(
      `\`${from.name}\` is newer than \`${to.name}\`. Name the older release first.`,
      undefined,
      `${to.name}..${from.name}`
    )
  const pair = selected && findBoth(selected.source.releases, from, to)
  if (!selected || !pair) return netEventsOfMove(events, timeline, from, to)
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
    ...(observeNetChanges(selected, pair, known, [from, to]) ?? netEventsOfMove(events, timeline, from, to)).filter(
      event => !writtenKeys.has(keyOf(event))
    )
  ]
}

/**
 * The history of a session in which each final release that candidates preceded has its net changes, from its
 * description if that can be read. With `only`, the other releases are left as they are.
 */
export function withNetChanges(session: SourceSession, only?: TimelineEntry): History {
  const {history, selected} = session
  if (!selected) return history
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

function findBoth(
  releases: readonly SourceRelease[],
  ...entries: readonly TimelineEntry[]
): SourceRelease[] | undefined {
  const found = entries.map(({name}) => releases.find(each => releaseKey(each.name) === releaseKey(name)))
  return found.every(each => each !== undefined) ? found : undefined
}

/**
 * Changes between two descriptions, with what's known about each from the releases in between. `undefined` if one of
 * them can't be read.
 */
function observeNetChanges(
  {source, cache, ids, asOf}: NonNullable<SourceSession['selected']>,
  pair: readonly SourceRelease[],
  events: readonly Event[],
  [from, to]: readonly [TimelineEntry, TimelineEntry]
): Event[] | undefined {
  // Only these two are compared, whatever their days and versions say about other releases.
  const bare = pair.map(({name: _, date: __, ...release}, at) => ({...release, name: at === 0 ? 'from' : 'to'}))
  const {releases, leftOut: left} = observeSource({...source, releases: bare, unread: []}, {cache, ids})
  if (left.length > 0) return undefined
  const known = new Map(events.map(event => [changeKey(event), event]))
  const net = assemble(historyFromSnapshots(releases, '', source.path), {asOf}).events.filter(({entry}) => entry === 1)
  return net.map((event, at): Event => {
    const twin = known.get(changeKey(event))
    // Judgments refer to the matching event.
    const own = {...event, ...(event.sunset ? {sunset: withoutEntry(event.sunset)} : {})}
    // The exact release is unknown: it's one of those in between.
    if (!twin) return {...own, id: -1 - at, entry: to.index, by: {after: from.index}}
    return {...twin, ...(event.observed ? {observed: event.observed} : {}), ...(own.sunset ? {sunset: own.sunset} : {})}
  })
}

/** Drops the index of the sunset's release, which counted the two releases only. */
const withoutEntry = ({when, stated}: NonNullable<Event['sunset']>) => ({when, stated})
