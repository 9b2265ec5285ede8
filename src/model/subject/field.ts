import {isMember, type MemberTarget, type Subject, subjectKey} from './subject.ts'

/** The uses of a field, and those of them that a name or a statement covers. */
export interface CoveredUses {
  /** Everything that meets the field, each as the operation names it: `GET /v1/loans (field [].due, in response)`. */
  readonly uses: readonly Subject[]
  readonly covered: readonly Subject[]
}

/** A field under its one name, and the uses that a given name for it covers. */
export interface NamedField extends CoveredUses {
  /** The member of its schema if that is a named one, otherwise its operation and part. */
  readonly subject: Subject
}

/**
 * Finds the fields that a name stands for: one, but several for a field of an operation whose alternatives are named
 * schemas. Empty if the field isn't known.
 */
export type FindFields = (subject: Subject) => readonly NamedField[]

/**
 * A member of a type, in the notation of all languages: a field of a named schema, an input field, an enum value, or an
 * argument, `Query.loans(first)`; `*` stands for all of them.
 */
export const memberTarget = (type: string, name: string): MemberTarget => ({
  kind: 'resource-field',
  text: `${type}.${name}`,
  type,
  name
})

/** Whether a subject is a field: of a named schema, or of an operation. */
export const isField = ({target, part}: Subject): boolean => isMember(target) || part?.field !== undefined

/** The uses that aren't covered. */
export function uncoveredUses({uses, covered}: CoveredUses): readonly Subject[] {
  const known = new Set(covered.map(subjectKey))
  return uses.filter(each => !known.has(subjectKey(each)))
}

/** The requests and responses that contain uses of a field, each once. */
export const bodiesOf = (uses: readonly Subject[]): readonly Subject[] =>
  eachOnce(uses.map(({target, part}) => (part?.in === undefined ? {target} : {target, part: {in: part.in}})))

/** The subjects without repetitions. */
export const eachOnce = (subjects: readonly Subject[]): Subject[] => [
  ...new Map(subjects.map(each => [subjectKey(each), each])).values()
]

/**
 * The one name of a subject: that of its field, or that of one use of the field if the given name covers only this use.
 * The subject itself if it stands for several fields, or for some of several uses.
 */
export function canonicalSubject(subject: Subject, find: FindFields | undefined): Subject {
  const [field, ...others] = find && isField(subject) ? find(subject) : []
  if (!field || others.length > 0) return subject
  const [use, ...more] = field.covered
  return uncoveredUses(field).length === 0 ? field.subject : use && more.length === 0 ? use : subject
}
