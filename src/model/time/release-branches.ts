import {memoize} from '../memoize.ts'
import {isBefore} from './date-range.ts'
import {NEXT, type Timeline, type TimelineEntry} from './timeline.ts'
import {orderVersions, type ReleaseVersion, type VersionOrder} from './version.ts'

/**
 * Whether a release contains the changes of an earlier release. A release of an older line that shipped after a newer
 * release is on a separate branch: it doesn't contain the changes of newer releases, and releases that had already
 * started don't contain its changes.
 *
 *     written              2.0   2.1   2.0.6   2.2
 *     contains 2.0               ✓      ✓      ✓
 *     contains 2.1                      –      ✓
 *     contains 2.0.6                           –
 */
export const isContainedIn = (timeline: Timeline, from: number, to: number): boolean => contains(timeline, from, to)

/** With `onlyFinal`, a line starts with its first final release, as for clients, and not with a candidate. */
function contains(timeline: Timeline, from: number, to: number, onlyFinal = false): boolean {
  if (from > to) return false
  const {steps, branches, compare} = collectSteps(timeline)
  const earlier = steps[from]
  const later = steps[to]
  if (!branches || !earlier || !later || areOnOneLine(earlier, later)) return true
  if (compare(later.version, earlier.version) < 0) return false
  // Candidates of the next minor version often begin before the final release of this one and contain it, so they start
  // no branch.
  const isStart = ({version}: Step): boolean =>
    !version.isCandidate || !(onlyFinal || (earlier.opens && version.major === earlier.version.major))
  return !steps.some(
    (step, index) =>
      step !== undefined &&
      index <= to &&
      (index < from || isBefore(step.entry.when, earlier.entry.when)) &&
      isStart(step) &&
      compare(step.version, earlier.version) > 0 &&
      compare(step.version, later.version) <= 0 &&
      !areOnOneLine(earlier, step)
  )
}

const areOnOneLine = ({version: a}: Step, {version: b}: Step): boolean => a.major === b.major && a.minor === b.minor

/**
 * The release that another one is compared with: the last readable one whose changes it contains, which may be a
 * candidate. `undefined` if there is none.
 */
export function findBaseRelease(
  timeline: Timeline,
  to: number,
  isReadable: (at: number) => boolean = at => timeline.entries[at]?.kind === 'release'
): number | undefined {
  for (let from = to - 1; from >= 0; from--) if (isReadable(from) && isContainedIn(timeline, from, to)) return from
  return undefined
}

/**
 * The release that clients come from: for a final release the last final one before it, for a candidate the release
 * that it is compared with, for unreleased changes the newest release. `undefined` if there is none.
 */
export function findPredecessor(timeline: Timeline, {index, name, kind}: TimelineEntry): TimelineEntry | undefined {
  const {entries} = timeline
  if (kind !== 'release' || name === NEXT) return findNewestRelease(timeline, index)
  const base = findBaseRelease(timeline, index)
  if (base === undefined || isCandidate(timeline, index)) return base === undefined ? undefined : entries[base]
  const isFinal = (at: number): boolean => entries[at]?.kind === 'release' && !isCandidate(timeline, at)
  const last = entries.findLast(({index: at}) => at < index && isFinal(at) && contains(timeline, at, index, true))
  return last ?? entries[base]
}

/** The release with the highest version before an index; the last one listed can be a fix of an older line. */
function findNewestRelease(timeline: Timeline, before: number): TimelineEntry | undefined {
  const {steps, compare} = collectSteps(timeline)
  const releases = timeline.entries.filter(({kind, index}) => kind === 'release' && index < before)
  const last = releases.at(-1)
  const step = last && steps[last.index]
  if (!step) return last
  return releases.reduce<TimelineEntry>((newest, each) => {
    const [a, b] = [steps[newest.index], steps[each.index]]
    return a && b && compare(b.version, a.version) > 0 ? each : newest
  }, last)
}

/** Negative if a release comes before another: by their versions, or by their places if one has no version. */
export function compareReleases(timeline: Timeline, a: TimelineEntry, b: TimelineEntry): number {
  const {steps, compare} = collectSteps(timeline)
  const [left, right] = [steps[a.index], steps[b.index]]
  return (left && right && compare(left.version, right.version)) || a.index - b.index
}

/** Whether the release at an index is a candidate of a later one. */
export const isCandidate = (timeline: Timeline, index: number): boolean =>
  collectSteps(timeline).steps[index]?.version.isCandidate === true

interface Step {
  readonly entry: TimelineEntry
  readonly version: ReleaseVersion
  /** Whether it opens a line rather than being a patch or a candidate. */
  readonly opens: boolean
}

interface Steps extends Pick<VersionOrder, 'compare'> {
  /** The versions by timeline index; `undefined` for entries without a version. */
  readonly steps: readonly (Step | undefined)[]
  /** Whether there is more than one branch: some version or day is lower than the one before. */
  readonly branches: boolean
}

const collectSteps = memoize(({entries}: Timeline): Steps => {
  const releases = entries.filter(({kind, name}) => kind === 'release' && name !== NEXT)
  const {versions, compare} = orderVersions(releases.map(({name, when}) => ({name, day: when.earliest})))
  const steps = entries.map((entry): Step | undefined => {
    const version = entry.kind === 'release' && entry.name !== NEXT ? versions.get(entry.name) : undefined
    return version && {entry, version, opens: version.isPlainMinor}
  })
  let highest: Step | undefined
  let latest: Step | undefined
  let branches = false
  for (const step of steps) {
    if (!step) continue
    branches ||= highest !== undefined && compare(step.version, highest.version) < 0
    branches ||= latest !== undefined && isBefore(step.entry.when, latest.entry.when)
    highest = step
    if ((step.entry.when.earliest ?? '') >= (latest?.entry.when.earliest ?? '')) latest = step
  }
  return {steps, branches, compare}
})
