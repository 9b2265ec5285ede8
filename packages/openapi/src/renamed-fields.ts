import {kindOf} from '@tenure/core/languages/kinds'
import type {Change} from '@tenure/core/model/api/change'
import type {RenamedField} from '@tenure/core/model/api/release-diff'
import {groupBy} from '@tenure/core/model/group-by'
import {isStatement} from '@tenure/core/model/lifecycle/event'
import {memoize} from '@tenure/core/model/memoize'
import {eachOnce, type NamedField, uncoveredUses} from '@tenure/core/model/subject/field'
import {type Subject, subjectKey} from '@tenure/core/model/subject/subject'
import {isRecord, own} from '@tenure/json-schema/json'
import {type FieldNames, fieldNamesOf, hasOwnMark} from './field-names.ts'
import type {Snapshot} from './snapshot.ts'

/**
 * The fields that have another name than before although clients meet them in the same place: those that were marked,
 * and those that one use no longer has while others do.
 */
export function findRenamedFields(
  from: Snapshot,
  to: Snapshot,
  {
    changes,
    removed,
    hasAdded
  }: {readonly changes: readonly Change[]; readonly removed: readonly unknown[]; readonly hasAdded: boolean}
): RenamedField[] {
  const [old, fresh] = [fieldNamesOf(from), fieldNamesOf(to)]
  const ofOperations = changes.filter(({subject}) => subject.part?.field !== undefined)
  // A statement about the field of an operation is one about the field of the schema that it has now.
  const joined = ofOperations.flatMap(({kind, subject}) =>
    isStatement({kind: kindOf(kind).event})
      ? newNames(subject, fresh, old).flatMap((field): RenamedField[] => {
          if (subjectKey(field.subject) === subjectKey(subject)) return []
          const {uses, covered} = field
          const isWhole = uncoveredUses(field).length === 0
          return [{from: subject, to: field.subject, ...(isWhole ? {} : {coverage: {uses, covered}})}]
        })
      : []
  )
  const left = ofOperations.flatMap(({kind, subject}) =>
    (kind === 'field-removed' ? newNames(subject, old, fresh) : []).flatMap(({subject: was, covered}) =>
      covered.flatMap((use): RenamedField[] =>
        subjectKey(use) === subjectKey(was) ? [] : [{from: was, to: use, isInUse: true}]
      )
    )
  )
  // All operations are read only if a field of a schema can have another name; most releases have no such field.
  const isAny = joined.length > 0 || removed.some(hasMarkedField)
  const inline = hasAdded ? from.operations.filter(({rawParts}) => rawParts.some(hasMarkedField)) : []
  const marked = isAny ? old.listMarked() : inline.flatMap(operation => old.listMarkedIn(operation))
  return [...findNewNames(marked, {old, fresh, isAny}), ...joined, ...left]
}

/** The fields that have another name, and with `isAny` those that have more uses than before that had names of their own. */
function findNewNames(
  marked: readonly NamedField[],
  {old, fresh, isAny}: {readonly old: FieldNames; readonly fresh: FieldNames; readonly isAny: boolean}
): RenamedField[] {
  const existed = (use: Subject): boolean => old.find(use).length > 0
  return marked.flatMap(({subject, uses}): RenamedField[] => {
    const key = subjectKey(subject)
    const isOwn = (field: NamedField): boolean => subjectKey(field.subject) === key
    // With several fields at one place, such as alternatives, it isn't known which is which.
    const nameNow = (use: Subject): readonly NamedField[] => {
      const same = fresh.find(use).filter(isOwn)
      const [left, added] = [newNames(use, old, fresh), newNames(use, fresh, old)]
      return same.length > 0 ? same : left.length === 1 && added.length === 1 ? added : []
    }
    const now = groupBy(uses.flatMap(nameNow), field => subjectKey(field.subject))
    if (!isAny && now.size === 1 && now.has(key)) return []
    const isInUse = now.has(key) || fresh.find(subject).some(isOwn)
    return [...now.values()].flatMap(fields => {
      const [field] = fields
      if (!field) return []
      const covered = eachOnce(fields.flatMap(each => each.covered))
      // What is new in this release had no name before.
      const rest = uncoveredUses({uses: field.uses, covered}).filter(existed)
      const isSame = subjectKey(field.subject) === key
      if (isSame && rest.length === 0) return []
      const coverage = rest.length > 0 ? {coverage: {uses: field.uses, covered}} : {}
      return [{from: subject, to: field.subject, ...coverage, ...(isInUse ? {isInUse: true} : {})}]
    })
  })
}

/** Whether a value contains a property with a mark of its own. References aren't followed. */
const hasMarkedField = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && containsMarkedField(value)

const containsMarkedField = memoize((value: object): boolean => {
  const properties = isRecord(value) ? own(value, 'properties') : undefined
  return (
    (isRecord(properties) && Object.values(properties).some(hasOwnMark)) || Object.values(value).some(hasMarkedField)
  )
})

/** The fields that a name stands for in one description, and not in the other. */
function newNames(name: Subject, here: FieldNames, there: FieldNames): readonly NamedField[] {
  const known = new Set(there.find(name).map(({subject}) => subjectKey(subject)))
  return here.find(name).filter(({subject}) => !known.has(subjectKey(subject)))
}
