import type {SemVer} from 'semver'
import {isBefore} from './date-range.ts'
import {isMinorStep, versionOf} from './release.ts'
import {type Entry, NEXT, type Timeline} from './timeline.ts'

/**
 * Whether a release holds what an earlier one brought. A patch on an older line, and a minor on an older major, is a
 * branch beside the newer ones: it does not hold what they brought, and they do not hold what it brought after they
 * had begun.
 *
 *     written        2.0   2.1   2.0.6   2.2
 *     holds 2.0             ✓      ✓      ✓
 *     holds 2.1                    –      ✓
 *     holds 2.0.6                         –
 */
export function flowsInto(timeline: Timeline, from: number, to: number): boolean {
  if (from > to) return false
  const {steps, branches} = stepsOf(timeline)
  const earlier = steps[from]
  const later = steps[to]
  if (!branches || !earlier || !later) return true
  const order = later.version.compare(earlier.version)
  // What both are on: a line for patches, a major for what opens a line.
  const patched = !earlier.opens || (!later.opens && order < 0)
  if (isTogether(earlier.version, later.version, patched)) return true
  if (order < 0) return false
  return !steps.some(
    (step, index) =>
      step !== undefined &&
      index <= to &&
      step.version.compare(earlier.version) > 0 &&
      !isTogether(earlier.version, step.version, patched) &&
      (index < from || isBefore(step.entry.when, earlier.entry.when))
  )
}

const isTogether = (a: SemVer, b: SemVer, patched: boolean): boolean =>
  a.major === b.major && (!patched || a.minor === b.minor)

interface Step {
  readonly entry: Entry
  readonly version: SemVer
  /** It opens a line, and is no patch. */
  readonly opens: boolean
}

interface Steps {
  /** By their places; entries without a version are left out. */
  readonly steps: readonly (Step | undefined)[]
  /** There is more than one branch: a version or a day that goes back. */
  readonly branches: boolean
}

const known = new WeakMap<Timeline, Steps>()

function stepsOf(timeline: Timeline): Steps {
  const ready = known.get(timeline)
  if (ready) return ready
  const steps = timeline.entries.map((entry): Step | undefined => {
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
  const made = {steps, branches}
  known.set(timeline, made)
  return made
}
