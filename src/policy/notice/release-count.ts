import {defined} from '../../model/defined.ts'
import type {DateRange, Day} from '../../model/time/date-range.ts'
import {isMajorStep, isMinorStep, versionOf} from '../../model/time/release.ts'
import {
  compareMoments,
  type Moment,
  momentOfEntry,
  NEXT,
  type Timeline,
  type TimelineEntry
} from '../../model/time/timeline.ts'
import type {ReleaseVersion} from '../../model/time/version.ts'
import {isReleaseUnit, type Length, type ReleaseUnit} from '../../model/verdict/policy.ts'

/** A part of a length that is counted in releases. */
export interface ReleaseLength {
  readonly count: number
  readonly unit: ReleaseUnit
}

/** How releases that are still to ship are called: patches aren't counted. */
export const COUNTED = {
  releases: 'counted releases',
  'major releases': 'major releases'
} as const satisfies Record<ReleaseUnit, string>

/** The releases that a length requires in any case. */
export function releasesIn(length: Length): readonly ReleaseLength[] {
  if (length === 'unstated' || 'shortest' in length || 'consecutive' in length) return []
  if ('longest' in length) return length.longest.flatMap(releasesIn)
  const {count, unit} = length
  return count > 0 && isReleaseUnit(unit) ? [{count, unit}] : []
}

/** Which releases are counted. Patches and pre-releases aren't releases unless `countPatches`, and never major ones. */
export interface CountedReleases {
  readonly unit: ReleaseUnit
  readonly countPatches: boolean
}

/**
 * Lower and upper bound of a number of releases. `open` are the releases whose dates would decide, and `unnumbered`
 * those whose versions would.
 */
export interface ReleaseCount {
  readonly least: number
  readonly most: number
  readonly open: readonly Moment[]
  readonly unnumbered: readonly Moment[]
}

/**
 * Counts the releases after one moment, up to and including another. Version numbers can show that releases in between
 * aren't listed (2.5, then 2.8).
 */
export function countReleases(timeline: Timeline, start: Moment, end: Moment, which: CountedReleases): ReleaseCount {
  const before: TimelineEntry[] = []
  const uncertain: TimelineEntry[] = []
  const shown: TimelineEntry[] = []
  const open: Moment[] = []
  const unnumbered: Moment[] = []
  let counted = 0
  for (const entry of timeline.entries) {
    if (!isListed(entry, end, which)) continue
    const after = isAfter(timeline, entry, start)
    if (after === false) before.push(entry)
    else if (after === undefined) uncertain.push(entry)
    const late = after === false || isAfter(timeline, entry, end)
    if (late === true) continue
    const counts = isCounted(entry, which)
    if (counts !== false || which.unit === 'major releases') shown.push(entry)
    if (counts === false) continue
    counted++
    if (counts === undefined) unnumbered.push(momentOfEntry(entry))
    else if (!after || late === undefined) open.push(momentOfEntry(entry))
  }
  const from = versionsOf(before).at(-1) ?? versionsOf(uncertain)[0]
  // The name of a release that an unmerged change adds proves nothing.
  const to = versionsOf(shown.filter(({claimed}) => !claimed)).at(-1)
  const named = from && to && countVersions(from, to, which)
  const isEndless = hasNoLowerBound(start) || isInFuture(timeline, end, named)
  const most = isEndless ? Infinity : Math.max(counted, named ?? 0)
  return {least: counted - open.length - unnumbered.length, most, open, unnumbered}
}

/** Whether an entry is a release that tells something about the number: no candidate of a major release. */
const isListed = ({kind, name, claimed, index}: TimelineEntry, end: Moment, {unit}: CountedReleases): boolean =>
  kind === 'release' &&
  (!claimed || index === end.entry) &&
  (unit === 'releases' || versionOf(name)?.isCandidate !== true)

/** Whether a release counts. `undefined` if its version would decide; the next release is no major one. */
function isCounted({name}: TimelineEntry, {unit, countPatches}: CountedReleases): boolean | undefined {
  if (unit === 'releases') return countPatches || isMinorStep(name)
  return versionOf(name) || name === NEXT ? isMajorStep(name) && isMinorStep(name) : undefined
}

/** The number of versions after one, up to another, listed or not; `undefined` if their numbers don't tell. */
function countVersions(from: ReleaseVersion, to: ReleaseVersion, {unit}: CountedReleases): number | undefined {
  if (unit === 'major releases') return to.major - from.major
  return from.major === to.major ? to.minor - from.minor : undefined
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
  which: CountedReleases
): Day | undefined {
  const days = timeline.entries.flatMap(entry => {
    const counts = entry.kind === 'release' && !entry.pending && !entry.claimed && isCounted(entry, which)
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
