import {assemble} from '../../history/assemble.ts'
import {computeNetEvents, entriesBetween} from '../../history/net-changes.ts'
import {historyFromSnapshots} from '../../history/observed/from-snapshots.ts'
import {inputError} from '../../model/input-error.ts'
import type {Event} from '../../model/lifecycle/event.ts'
import {subjectKey} from '../../model/subject/subject.ts'
import {releaseKey} from '../../model/time/release.ts'
import type {TimelineEntry} from '../../model/time/timeline.ts'
import type {SourceRelease} from '../../read/sources/source.ts'
import {observeSource} from '../snapshots/observe.ts'
import type {SourceSession} from './open-source.ts'

/**
 * Net changes between two releases, for readers who skip the releases in between. If both have a description, the two
 * are compared directly. Hand-written events are reduced to their net effect.
 */
export function netEventsBetween({history, selected}: SourceSession, from: TimelineEntry, to: TimelineEntry): Event[] {
  if (from.index >= to.index)
    throw inputError(
      `\`${from.name}\` is newer than \`${to.name}\`. Name the older release first.`,
      undefined,
      `${to.name}..${from.name}`
    )
  const between = entriesBetween(history.timeline, from.index, to.index)
  const events = history.events.filter(({entry}) => between.has(entry))
  const pair = selected && findBoth(selected.source.releases, from, to)
  if (!selected || !pair) return computeNetEvents(events)
  const written = computeNetEvents(events.filter(({seen}) => !seen))
  const writtenKeys = new Set(written.map(keyOf))
  return [
    ...written,
    ...observeNetChanges(selected, pair, events, [from, to]).filter(event => !writtenKeys.has(keyOf(event)))
  ]
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

/** Changes between two descriptions, with what's known about each from the releases in between. */
function observeNetChanges(
  {source, cache, ids, asOf}: NonNullable<SourceSession['selected']>,
  pair: readonly SourceRelease[],
  events: readonly Event[],
  [from, to]: readonly [TimelineEntry, TimelineEntry]
): Event[] {
  const {releases, leftOut: left} = observeSource({...source, releases: pair, unread: []}, {cache, ids})
  if (left.length > 0) return computeNetEvents(events)
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
