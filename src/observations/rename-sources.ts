import type {Change} from '../model/api/change.ts'
import type {ReleaseDiff} from '../model/api/release-diff.ts'
import type {SourceLocation} from '../model/location.ts'
import {memoizeTexts} from '../model/memoize.ts'

/** Functions that return other names of the source files of the older and of the newer description. */
export interface SourceNames {
  readonly old: (source: string) => string
  readonly new: (source: string) => string
}

/** The diff with other names of its source files. */
export function renameSources(diff: ReleaseDiff, names: SourceNames): ReleaseDiff {
  const inNew = renameIn(names.new)
  return {
    ...diff,
    ...(diff.version ? {version: inNew(diff.version)} : {}),
    changes: renameSourcesOfChanges(diff.changes, names),
    arrivals: diff.arrivals.map(inNew),
    marked: diff.marked.map(inNew),
    gaps: diff.gaps.map(inNew)
  }
}

export function renameSourcesOfChanges(changes: readonly Change[], names: SourceNames): Change[] {
  const [inOld, inNew] = [renameLocation(names.old), renameLocation(names.new)]
  return changes.map(change => {
    const {old, new: fresh, missingFrom} = change.where
    return {
      ...change,
      where: {
        ...(old ? {old: inOld(old)} : {}),
        ...(fresh ? {new: inNew(fresh)} : {}),
        ...(missingFrom ? {missingFrom: inNew(missingFrom)} : {})
      }
    }
  })
}

/** Returns a function that renames the source of something with a place. */
export function renameIn(
  nameOf: (source: string) => string
): <Placed extends {readonly place: SourceLocation}>(placed: Placed) => Placed {
  const rename = renameLocation(nameOf)
  return placed => ({...placed, place: rename(placed.place)})
}

function renameLocation(nameOf: (source: string) => string): (place: SourceLocation) => SourceLocation {
  // Each name is computed once, because a description has few files and many locations.
  const nameOnce = memoizeTexts(nameOf)
  return place => ({...place, source: nameOnce(place.source)})
}
