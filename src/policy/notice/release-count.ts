import {defined} from '../../model/defined.ts'
import type {DateRange, Day} from '../../model/time/date-range.ts'
import {isMinorStep, versionOf} from '../../model/time/release.ts'
import {
  compareMoments,
  type Moment,
  momentOfEntry,
  type Timeline,
  type TimelineEntry
} from '../../model/time/timeline.ts'
import type {ReleaseVersion} from '../../model/time/version.ts'

/** Lower and upper bound of a number of releases. `open` are the releases whose dates would decide. */
export interface ReleaseCount {
  readonly least: number
  readonly most: number
  readonly open: readonly Moment[]
}

/**
 * Counts the releases after one moment, up to and including another. Patches and pre-releases don't count unless
 * `countPatches`. Version numbers can show that releases in between aren't listed (2.5, then 2.8).
 */
export function countReleases(timeline: Timeline, start: Moment, end: Moment, countPatches: boolean): ReleaseCount {
  const before: TimelineEntry[] = []
  const uncertain: TimelineEntry[] = []
  const counted: TimelineEntry[] = []
  const open: Moment[] = []
  for (const entry of timeline.entries) {
    if (entry.kind !== 'release' || (entry.claimed && entry.index !== end.entry)) continue
    const after = isAfter(timeline, entry, start)
    if (after === false) before.push(entry)
    else if (after === undefined) uncertain.push(entry)
    if (after === false || !(countPatches || isMinorStep(entry.name))) continue
    const late = isAfter(timeline, entry, end)
    if (late === true) continue
    counted.push(entry)
    if (!after || late === undefined) open.push(momentOfEntry(entry))
  }
  const from = versionsOf(before).at(-1) ?? versionsOf(uncertain)[0]
  // The name of a release that an unmerged change adds proves nothing.
  const to = versionsOf(counted.filter(({claimed}) => !claimed)).at(-1)
  // The number of minor versions between, listed or not.
  const named = from && to && from.major === to.major ? to.minor - from.minor : undefined
  const isEndless = hasNoLowerBound(start) || isInFuture(timeline, end, named)
  const most = isEndless ? Infinity : Math.max(counted.length, named ?? 0)
  return {least: counted.length - open.length, most, open}
}

/** Whether the moment has no lower bound. Then the number of earlier releases is unknown too. */
const hasNoLowerBound = ({entry, when}: Moment): boolean => entry === undefined && when.earliest === undefined

/**
 * Whether the moment lies in the future, where releases aren't listed: before a day any number may come, before a
 * planned release as many as the version numbers allow.
 */
function isInFuture({entries, asOf}: Timeline, {entry, when: {latest}}: Moment, named: number | undefined): boolean {
  if (entry === undefined) return latest === undefined || latest > asOf
  return named === undefined && entries[entry]?.open === true
}

const versionsOf = (entries: readonly TimelineEntry[]): ReleaseVersion[] =>
  entries.flatMap(({name}) => versionOf(name) ?? []).toSorted((a, b) => a.compare(b))

/** The day by which `count` releases have shipped after a moment; `undefined` if they haven't, or it is unknown. */
export function dayOfNthRelease(
  timeline: Timeline,
  start: Moment,
  count: number,
  countPatches: boolean
): Day | undefined {
  const days = timeline.entries.flatMap(entry => {
    const counts =
      entry.kind === 'release' && !entry.pending && !entry.claimed && (countPatches || isMinorStep(entry.name))
    return counts && isAfter(timeline, entry, start) ? (shippingRangeOf(timeline, entry).latest ?? []) : []
  })
  return days.toSorted()[count - 1]
}

/** Whether an entry came strictly after a moment; `undefined` if unknown. */
function isAfter(timeline: Timeline, entry: TimelineEntry, moment: Moment): boolean | undefined {
  const place = compareMoments(timeline, momentOfEntry(entry), moment)
  if (place) return place === 'after'
  const shipped = shippingRangeOf(timeline, entry)
  const {earliest, latest} = moment.when
  if (shipped.earliest !== undefined && latest !== undefined && shipped.earliest > latest) return true
  if (shipped.latest !== undefined && earliest !== undefined && shipped.latest <= earliest) return false
  return undefined
}

const cache = new WeakMap<Timeline, readonly DateRange[]>()

/** The date range of an entry, from its own date and its position in the timeline. */
function shippingRangeOf(timeline: Timeline, {index, when}: TimelineEntry): DateRange {
  const whens = cache.get(timeline) ?? boundByPosition(timeline)
  cache.set(timeline, whens)
  return whens[index] ?? when
}

function boundByPosition(timeline: Timeline): DateRange[] {
  const {entries} = timeline
  const ordered = (a: TimelineEntry, b: TimelineEntry): boolean =>
    a === b || (a.index < b.index && compareMoments(timeline, momentOfEntry(a), momentOfEntry(b)) === 'before')
  return entries.map(entry => {
    const floors = entries.flatMap(other => (ordered(other, entry) ? (other.when.earliest ?? []) : []))
    const ceilings = entries.flatMap(other => (ordered(entry, other) ? (other.when.latest ?? []) : []))
    const earliest = floors.toSorted().at(-1)
    const latest = ceilings.toSorted()[0]
    return defined({earliest, latest})
  })
}
