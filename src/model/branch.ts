import type {SemVer} from 'semver'
import {isMinorStep, versionOf} from './release.ts'
import {type Entry, NEXT, type Timeline} from './timeline.ts'
import {isBefore} from './when.ts'

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
export function flowsInto({entries}: Timeline, from: number, to: number): boolean {
  const earlier = entries[from]
  const later = entries[to]
  if (!earlier || !later || from > to) return false
  const a = versionIn(earlier)
  const b = versionIn(later)
  if (!a || !b) return true
  // What both are on: a line for patches, a major for what opens a line.
  const patched = !isMinorStep(earlier.name) || (!isMinorStep(later.name) && b.compare(a) < 0)
  if (isTogether(a, b, patched)) return true
  if (b.compare(a) < 0) return false
  const isNewer = (entry: Entry): boolean => {
    const version = versionIn(entry)
    return version !== undefined && version.compare(a) > 0 && !isTogether(a, version, patched)
  }
  return !entries.some(
    (entry, index) => index < to && (index < from || isBefore(entry.when, earlier.when)) && isNewer(entry)
  )
}

const isTogether = (a: SemVer, b: SemVer, patched: boolean): boolean =>
  a.major === b.major && (!patched || a.minor === b.minor)

const versionIn = ({kind, name}: Entry): SemVer | undefined =>
  kind === 'release' && name !== NEXT ? versionOf(name) : undefined
