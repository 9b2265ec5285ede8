import type {SemVer} from 'semver'
import type {Day, When} from '../../model/time/date-range.ts'
import {isMinorStep, versionOf} from '../../model/time/release.ts'
import {type Entry, type Moment, momentOf, order, type Timeline} from '../../model/time/timeline.ts'

/** A count of releases that is sure, and what it may be at most. `open` are those whose days would tell. */
export interface ReleaseCount {
  readonly least: number
  readonly most: number
  readonly open: readonly Moment[]
}

/**
 * How many releases came after one moment, up to and including another; patches and pre-releases do not count unless
 * `countPatches`. The names may show that releases between are not listed (2.5, then 2.8).
 */
export function releasesIn(timeline: Timeline, start: Moment, end: Moment, countPatches: boolean): ReleaseCount {
  const before: Entry[] = []
  const unsure: Entry[] = []
  const counted: Entry[] = []
  const open: Moment[] = []
  for (const entry of timeline.entries) {
    if (entry.kind !== 'release' || (entry.claimed && entry.index !== end.entry)) continue
    const after = isAfter(timeline, entry, start)
    if (after === false) before.push(entry)
    else if (after === undefined) unsure.push(entry)
    if (after === false || !(countPatches || isMinorStep(entry.name))) continue
    const late = isAfter(timeline, entry, end)
    if (late === true) continue
    counted.push(entry)
    if (!after || late === undefined) open.push(momentOf(entry))
  }
  const from = versionsOf(before).at(-1) ?? versionsOf(unsure)[0]
  // The name of one that a change adds shows nothing.
  const to = versionsOf(counted.filter(({claimed}) => !claimed)).at(-1)
  // Listed or not, by their names.
  const named = from && to && from.major === to.major ? to.minor - from.minor : undefined
  const isEndless = isBoundless(start) || isToCome(timeline, end, named)
  const most = isEndless ? Infinity : Math.max(counted.length, named ?? 0)
  return {least: counted.length - open.length, most, open}
}

/** Of what nobody knows since when it is there, nobody knows either how many releases came before the first one listed. */
const isBoundless = ({entry, when}: Moment): boolean => entry === undefined && when.earliest === undefined

/**
 * Of what is to come nobody lists all releases: before a promised day as many may come as there will, before a promised
 * release as many as names have room for.
 */
function isToCome({entries, asOf}: Timeline, {entry, when: {latest}}: Moment, named: number | undefined): boolean {
  if (entry === undefined) return latest === undefined || latest > asOf
  return named === undefined && entries[entry]?.open === true
}

const versionsOf = (entries: readonly Entry[]): SemVer[] =>
  entries.flatMap(({name}) => versionOf(name) ?? []).toSorted((a, b) => a.compare(b))

/** The day by which so many releases have shipped after a moment; `undefined` where they have not, or none can tell. */
export function dayOfRelease(timeline: Timeline, start: Moment, count: number, countPatches: boolean): Day | undefined {
  const days = timeline.entries.flatMap(entry => {
    const counts =
      entry.kind === 'release' && !entry.pending && !entry.claimed && (countPatches || isMinorStep(entry.name))
    return counts && isAfter(timeline, entry, start) ? (shippedIn(timeline, entry).latest ?? []) : []
  })
  return days.toSorted()[count - 1]
}

/** Whether an entry came after a moment, and not with it. `undefined` where what is known of the two does not tell. */
function isAfter(timeline: Timeline, entry: Entry, moment: Moment): boolean | undefined {
  const place = order(timeline, momentOf(entry), moment)
  if (place) return place === 'after'
  const shipped = shippedIn(timeline, entry)
  const {earliest, latest} = moment.when
  if (shipped.earliest !== undefined && latest !== undefined && shipped.earliest > latest) return true
  if (shipped.latest !== undefined && earliest !== undefined && shipped.latest <= earliest) return false
  return undefined
}

const known = new WeakMap<Timeline, readonly When[]>()

/** What its own day and its place in the order tell of when an entry came. */
function shippedIn(timeline: Timeline, {index, when}: Entry): When {
  const whens = known.get(timeline) ?? boundedByPlace(timeline)
  known.set(timeline, whens)
  return whens[index] ?? when
}

function boundedByPlace(timeline: Timeline): When[] {
  const {entries} = timeline
  const ordered = (a: Entry, b: Entry): boolean =>
    a === b || (a.index < b.index && order(timeline, momentOf(a), momentOf(b)) === 'before')
  return entries.map(entry => {
    const floors = entries.flatMap(other => (ordered(other, entry) ? (other.when.earliest ?? []) : []))
    const ceilings = entries.flatMap(other => (ordered(entry, other) ? (other.when.latest ?? []) : []))
    const earliest = floors.toSorted().at(-1)
    const latest = ceilings.toSorted()[0]
    return {...(earliest === undefined ? {} : {earliest}), ...(latest === undefined ? {} : {latest})}
  })
}
