import type {Snapshot} from '../model/api/snapshot.ts'
import {type Subject, subjectKey} from '../model/subject/subject.ts'
import type {Judging} from './compatibility/compatibility.ts'

/** What two snapshots say of the stability of their operations: changes between them are judged by it. */
export const between = (older: Snapshot, newer: Snapshot): Required<Pick<Judging, 'bases' | 'stated'>> => ({
  bases: {old: older.base, new: newer.base},
  stated: statedIn(older, newer)
})

/** What the older document states of an operation; of one that is new, what the newer one does. */
function statedIn(older: Snapshot, newer: Snapshot): (operation: Subject) => string | undefined {
  const known = new Map<string, () => string | undefined>()
  for (const {operations, life} of [newer, older]) {
    for (const {target, details} of operations)
      known.set(subjectKey({target}), () => details().life.stability?.value ?? life.stability?.value)
  }
  return operation => known.get(subjectKey(operation))?.()
}
