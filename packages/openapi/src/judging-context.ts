import {type Subject, subjectKey} from '@tenure/core/model/subject/subject'
import type {JudgingContext} from '@tenure/core/policy/compatibility/compatibility'
import type {Snapshot} from './snapshot.ts'

/** The base paths and stated stability levels of two snapshots, for judging the changes between them. */
export const judgingContextOf = (
  older: Snapshot,
  newer: Snapshot
): Required<Pick<JudgingContext, 'bases' | 'stated'>> => ({
  bases: {old: older.basePath, new: newer.basePath},
  stated: createStabilityLookup(older, newer)
})

/**
 * The stability level stated for an operation by the older document, or by the newer one if the operation is new;
 * `undefined` if neither states one.
 */
function createStabilityLookup(older: Snapshot, newer: Snapshot): (operation: Subject) => string | undefined {
  const known = new Map<string, () => string | undefined>()
  for (const {operations, marks: life} of [newer, older]) {
    for (const {target, details} of operations)
      known.set(subjectKey({target}), () => details().marks.stability?.value ?? life.stability?.value)
  }
  return operation => known.get(subjectKey(operation))?.()
}
