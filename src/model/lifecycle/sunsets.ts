import {isPrefix} from '../subject/subject.ts'
import {type Day, looksLikeDate} from '../time/date-range.ts'
import {isMinorStep, versionOf} from '../time/release.ts'
import {compareMoments, type Moment, type Timeline} from '../time/timeline.ts'
import type {Event} from './event.ts'

/** A sunset and the event that announced it. */
export interface Sunset {
  readonly moment: Moment
  readonly event: Event
}

/**
 * The sunset in force: that of the most specific subject, and for one subject the latest statement; `undefined` if
 * none.
 */
export function sunsetInForce(sunsets: readonly Sunset[]): Sunset | undefined {
  const weight = ({event: {subject}}: Sunset): number =>
    (subject.part ? 1_000_000 : 0) + (isPrefix(subject.target) ? subject.target.path.length : 100_000)
  return sunsets.reduce<Sunset | undefined>(
    (best, each) => (best && weight(best) > weight(each) ? best : each),
    undefined
  )
}

/**
 * The sunset before which support may not end; `undefined` if none. It is the sunset in force, unless one that was
 * dropped is later, or may be later and isn't reached at the removal.
 */
export function bindingSunset({sunset, droppedSunset, end}: StatedSunsets, timeline: Timeline): Sunset | undefined {
  if (!sunset || !droppedSunset) return sunset ?? droppedSunset
  const order = compareSunsets(timeline, sunset.moment, droppedSunset.moment)
  if (order) return order === 'before' ? droppedSunset : sunset
  const place = end?.removal && compareMoments(timeline, end.removal, droppedSunset.moment)
  return place === 'after' || place === 'same' ? sunset : droppedSunset
}

/** The sunsets and the end of a tenure. */
interface StatedSunsets {
  readonly sunset?: Sunset
  readonly droppedSunset?: Sunset
  readonly end?: {readonly removal?: Moment}
}

/** Whether a sunset is a day or a period, which can be the name of a release as well, and not a version or a text. */
export const isSunsetDay = ({moment: {entry, when, stated}}: Sunset): boolean =>
  when.latest !== undefined && (entry === undefined || looksLikeDate(stated.replace(/^release /, '')))

/**
 * The day of a sunset for clients, the last one of a month or year; that of the release that it names, once it is
 * out. `undefined` if it isn't known: a release without a date lies between its neighbors.
 */
export function sunsetDay(sunset: Sunset | undefined, {entries}: Timeline): Day | undefined {
  if (!sunset || sunset.moment.isOpen) return undefined
  const {when, entry} = sunset.moment
  const release = entry === undefined ? undefined : entries[entry]
  if (release && !isSunsetDay(sunset))
    return release.pending || release.date === undefined ? undefined : (when.earliest ?? when.latest)
  return release?.pending === false ? (when.earliest ?? when.latest) : when.latest
}

/** Whether a new sunset drops the old one: a day was replaced by something else, or their order isn't known. */
export const dropsSunset = (sunset: Sunset, replaced: Sunset, timeline: Timeline): boolean =>
  isSunsetDay(replaced) ? !isSunsetDay(sunset) : compareSunsets(timeline, sunset.moment, replaced.moment) === undefined

/** The release that a sunset names, whether or not it is in the timeline; `undefined` if it names none. */
export function sunsetRelease({entry, stated, isUnreadable}: Moment, {entries}: Timeline): string | undefined {
  if (isUnreadable) return undefined
  const known = entry === undefined ? undefined : entries[entry]
  return known?.kind === 'release' ? known.name : /^release (.+)$/.exec(stated)?.[1]
}

/** Whether a sunset names a release that hasn't come: neither it nor a later one is in the timeline. */
export const isUnlistedRelease = (moment: Moment, timeline: Timeline): boolean =>
  moment.entry === undefined && sunsetRelease(moment, timeline) !== undefined

/** Whether nothing in the timeline tells when a sunset comes: its release isn't listed, or its text can't be read. */
export const isOffTimeline = (moment: Moment, timeline: Timeline): boolean =>
  moment.isUnreadable === true || isUnlistedRelease(moment, timeline)

/** Whether the release that a sunset names is out, or was skipped by a later release. */
export function hasSunsetShipped(moment: Moment, timeline: Timeline): boolean {
  const {entries} = timeline
  const listed = moment.entry === undefined ? undefined : entries[moment.entry]
  if (listed) return !listed.pending
  const name = sunsetRelease(moment, timeline)
  const version = name === undefined || !isMinorStep(name) ? undefined : versionOf(name)
  if (!version) return false
  return entries.some(({kind, pending, name}) => {
    const other = kind === 'release' && !pending ? versionOf(name) : undefined
    return other !== undefined && other.compare(version) >= 0
  })
}

/**
 * Orders two sunsets: by the timeline, otherwise by the versions of releases that aren't out yet; `undefined` if
 * neither decides.
 */
export function compareSunsets(timeline: Timeline, a: Moment, b: Moment): 'before' | 'same' | 'after' | undefined {
  const placed = compareMoments(timeline, a, b)
  if (placed) return placed
  const [left, right] = [a, b].map(moment => versionOf(sunsetRelease(moment, timeline) ?? ''))
  if (!left || !right) return undefined
  const difference = left.compare(right)
  return difference < 0 ? 'before' : difference > 0 ? 'after' : 'same'
}
