import type {SemVer} from 'semver'
import {memoize} from '../memoize.ts'
import {isBefore} from './date-range.ts'
import {isMinorStep, versionOf} from './release.ts'
import {NEXT, type Timeline, type TimelineEntry} from './timeline.ts'

/**
 * Whether a release contains the changes of an earlier release. A patch of an older line, or a minor release of an
 * older major, is on a separate branch: it doesn't contain the changes of newer releases, and releases that had already
 * started don't contain its changes.
 *
 *     written              2.0   2.1   2.0.6   2.2
 *     contains 2.0               ✓      ✓      ✓
 *     contains 2.1                      –      ✓
 *     contains 2.0.6                           –
 */
export function isContainedIn(timeline: Timeline, from: number, to: number): boolean {
  if (from > to) return false
  const {steps, branches} = collectSteps(timeline)
  const earlier = steps[from]
  const later = steps[to]
  if (!branches || !earlier || !later) return true
  const order = later.version.compare(earlier.version)
  // The branch that both could share: a line for patches, a major version for releases that open a line.
  const patched = !earlier.opens || (!later.opens && order < 0)
  if (areOnOneBranch(earlier.version, later.version, patched)) return true
  if (order < 0) return false
  return !steps.some(
    (step, index) =>
      step !== undefined &&
      index <= to &&
      step.version.compare(earlier.version) > 0 &&
      !areOnOneBranch(earlier.version, step.version, patched) &&
      (index < from || isBefore(step.entry.when, earlier.entry.when))
  )
}

const areOnOneBranch = (a: SemVer, b: SemVer, patched: boolean): boolean =>
  a.major === b.major && (!patched || a.minor === b.minor)

interface Step {
  readonly entry: TimelineEntry
  readonly version: SemVer
  /** Whether it opens a line rather than being a patch. */
  readonly opens: boolean
}

interface Steps {
  /** By timeline index; `undefined` for entries without a version. */
  readonly steps: readonly (Step | undefined)[]
  /** Whether there is more than one branch: a version or day that is lower than its predecessor's. */
  readonly branches: boolean
}

const collectSteps = memoize(({entries}: Timeline): Steps => {
  const steps = entries.map((entry): Step | undefined => {
    const version = entry.kind === 'release' && entry.name !== NEXT ? versionOf(entry.name) : undefined
    return version && {entry, version, opens: isMinorStep(entry.name)}
  })
  let highest: Step | undefined
  let latest: Step | undefined
  let branches = false
  for (const step of steps) {
    if (!step) continue
    branches ||= highest !== undefined && step.version.compare(highest.version) < 0
    branches ||= latest !== undefined && isBefore(step.entry.when, latest.entry.when)
    highest = step
    if ((step.entry.when.earliest ?? '') >= (latest?.entry.when.earliest ?? '')) latest = step
  }
  return {steps, branches}
})
