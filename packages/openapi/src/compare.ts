import type {DescriptionDiff} from '@tenure/core/descriptions/description'
import type {SpecFiles} from '@tenure/core/documents/document-files'
import type {Change} from '@tenure/core/model/api/change'
import {settleMistyped, type UnusedChange} from '@tenure/core/model/api/read-problem'
import {type Subject, subjectKey} from '@tenure/core/model/subject/subject'
import {type LoadedDescription, locateChanges, locateGaps} from './describe.ts'
import {compareSnapshots} from './diff/diff.ts'
import {createRemovalLocator} from './diff/removal-location.ts'
import {findUnusedChanges} from './diff/unused-components.ts'
import {judgingContextOf} from './judging-context.ts'
import {validate} from './validator.ts'

/** Compares two descriptions completely: with documentation changes, and with components that nothing refers to. */
export function compareLoaded(from: LoadedDescription, to: LoadedDescription): DescriptionDiff {
  const [older, newer] = [from.snapshot, to.snapshot]
  const {changes, gaps} = compareSnapshots(older, newer, validate)
  const {stated} = judgingContextOf(older, newer)
  // Collected in a set, because many changes can affect the same operations.
  const affected = new Set<Subject>()
  for (const {subject, reaches} of changes) {
    affected.add(subject)
    for (const {operation} of reaches) affected.add(operation)
  }
  const stabilities = new Map<string, string>()
  for (const {target} of affected) {
    const stability = stated({target})
    if (stability !== undefined) stabilities.set(subjectKey({target}), stability)
  }
  return {
    // Reading details may have found more gaps.
    gaps: {
      old: locateGaps(from.files, settleMistyped(older.gaps, newer.gaps)),
      new: locateGaps(to.files, [...settleMistyped(newer.gaps, older.gaps), ...gaps])
    },
    changes: locateChanges(changes.map(createRemovalLocator({older, newer})), from.files, to.files),
    unused: findUnused(from, to, changes),
    stated: stabilities
  }
}

/** Finds changes in components that nothing refers to. Removed components have their locations in the older files. */
function findUnused(from: LoadedDescription, to: LoadedDescription, changes: readonly Change[]): UnusedChange[] {
  const rootsOf = ({documents}: SpecFiles) => documents.map(({root}) => root)
  const sides = {
    older: {snapshot: from.snapshot, roots: rootsOf(from.files)},
    newer: {snapshot: to.snapshot, roots: rootsOf(to.files)}
  }
  return findUnusedChanges(sides, changes).map(part => ({
    ...part,
    place: (part.isRemoved ? from : to).files.locate(part.place)
  }))
}
