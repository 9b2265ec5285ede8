import {createBaseFinder} from '../history/observed/from-snapshots.ts'
import type {ReleaseSource, SourceRelease, UnreadPart} from '../inputs/sources/source.ts'
import {findUnreadParts, type ObservedRelease, type ReleaseDiff} from '../model/api/release-diff.ts'
import {defined} from '../model/defined.ts'
import {InputError} from '../model/input-error.ts'
import type {ContentIds} from './content-ids.ts'
import {ReleaseDiffs} from './release-diffs.ts'

/** Observed releases of a source, with statistics. */
export interface ObservedSource {
  readonly releases: readonly ObservedRelease[]
  readonly leftOut: readonly UnreadPart[]
  /** Number of descriptions read, and of comparisons found in the cache. */
  readonly read: number
  readonly remembered: number
}

export interface ObserveOptions {
  /** The cache, and what is known of the content of the releases. */
  readonly ids?: ContentIds
  /** Called before each release, with its index and the total. */
  readonly progress?: (done: number, all: number, name: string) => void
}

/** Compares each release with the one that it follows, with at most two descriptions in memory at a time. */
export function observeSource({releases, unread}: ReleaseSource, {ids, progress}: ObserveOptions = {}): ObservedSource {
  const diffs = new ReleaseDiffs(ids)
  const seen = releases.map(toUnobserved)
  const left: UnreadPart[] = [...unread]
  const against = createBaseFinder(seen)
  for (const [index, release] of releases.entries()) {
    progress?.(index, releases.length, release.name)
    const older = against(index, at => seen[at]?.observed !== undefined)
    const from = older === undefined ? undefined : releases[older]
    try {
      const before = older === undefined ? undefined : seen[older]?.observed
      const observed = diffs.observe(release, from && before ? {revision: from, observed: before} : undefined)
      const whole = older === undefined ? undefined : lastComplete(older, seen)
      seen[index] = {
        ...(seen[index] as ObservedRelease),
        observed,
        ...defined({against: older}),
        ...(whole === undefined ? {} : {wide: {against: whole, observed: observeAgainst(whole, release)}})
      }
    } catch (error) {
      if (!(error instanceof InputError)) throw error
      const [problem] = error.problems
      left.push({name: release.name, why: problem?.message ?? error.message, place: problem?.place ?? release.place})
    }
  }
  const {read, remembered} = diffs.counts
  return {releases: seen, leftOut: left, read, remembered}

  function observeAgainst(at: number, release: ReleaseSource['releases'][number]): ReleaseDiff {
    const [from, before] = [releases[at], seen[at]?.observed]
    return diffs.observe(release, from && before ? {revision: from, observed: before} : undefined)
  }
}

/** Release of a source before its description is read. */
export const toUnobserved = ({name, date, place, commit}: SourceRelease): ObservedRelease =>
  defined({name, date, place, commit: commit?.id})

/**
 * Index of the last release that was read completely, if the older release wasn't: a comparison with it reveals what
 * was missed. `undefined` if there's none.
 */
function lastComplete(older: number, seen: readonly ObservedRelease[]): number | undefined {
  if (findUnreadParts(seen[older]?.observed).length === 0) return undefined
  let at = seen[older]?.against
  while (at !== undefined && findUnreadParts(seen[at]?.observed).length > 0) at = seen[at]?.against
  return at
}
