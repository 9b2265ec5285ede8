import type {Change} from '../../model/api/change.ts'
import type {RenamedField} from '../../model/api/release-diff.ts'
import {groupBy} from '../../model/group-by.ts'
import {uncoveredUses} from '../../model/subject/field.ts'
import {type Subject, subjectKey} from '../../model/subject/subject.ts'
import {kindOf} from '../kinds.ts'
import {eachOnce, fieldNamesOf} from './field-names.ts'
import type {Snapshot} from './snapshot.ts'

/**
 * The fields that have another name than before although clients meet them in the same place: those that were marked,
 * and those that one use no longer has while others do.
 */
export function findRenamedFields(from: Snapshot, to: Snapshot, changes: readonly Change[]): RenamedField[] {
  const [old, fresh] = [fieldNamesOf(from), fieldNamesOf(to)]
  const existed = (use: Subject): boolean => old.find(use).length > 0
  const renamed = old.listMarked().flatMap(({subject, uses}): RenamedField[] => {
    const now = groupBy(uses.flatMap(fresh.find), field => subjectKey(field.subject))
    const isInUse = fresh.find(subject).length > 0
    return [...now.values()].flatMap(fields => {
      const [field] = fields
      if (!field) return []
      const covered = eachOnce(fields.flatMap(each => each.covered))
      // What is new in this release had no name before.
      const rest = uncoveredUses({uses: field.uses, covered}).filter(existed)
      const isSame = subjectKey(field.subject) === subjectKey(subject)
      if (isSame && rest.length === 0) return []
      const coverage = rest.length > 0 ? {coverage: {uses: field.uses, covered}} : {}
      return [{from: subject, to: field.subject, ...coverage, ...(isInUse ? {isInUse: true} : {})}]
    })
  })
  const ofOperations = changes.filter(({subject}) => subject.part?.field !== undefined)
  // A statement about the field of an operation is one about the field of the schema that it has now.
  const joined = ofOperations.flatMap(({kind, subject}) =>
    STATEMENTS.has(kindOf(kind).event)
      ? fresh.find(subject).flatMap(({subject: to, uses, covered}): RenamedField[] => {
          if (subjectKey(to) === subjectKey(subject)) return []
          const isWhole = uncoveredUses({uses, covered}).length === 0
          return [{from: subject, to, ...(isWhole ? {} : {coverage: {uses, covered}})}]
        })
      : []
  )
  const left = ofOperations.flatMap(({kind, subject}) => (kind === 'field-removed' ? old.find(subject) : []))
  return [
    ...renamed,
    ...joined,
    ...left.flatMap(({subject, covered}) =>
      covered.flatMap((use): RenamedField[] =>
        subjectKey(use) === subjectKey(subject) ? [] : [{from: subject, to: use, isInUse: true}]
      )
    )
  ]
}

/** Kinds of events that say what will happen to a field. */
const STATEMENTS: ReadonlySet<string | undefined> = new Set(['deprecated', 'rescheduled', 'withdrawn'])
