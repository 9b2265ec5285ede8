import {parseTarget} from '../src/languages/languages.ts'
import type {AffectedOperation, Change, ChangeKind} from '../src/model/api/change.ts'
import {type Direction, isMember, type Subject, type SubjectPart} from '../src/model/subject/subject.ts'

export const subjectOf = (text: string, part?: SubjectPart): Subject => {
  const target = parseTarget(text)
  if (!target) throw new Error(`Unexpected subject ${text}`)
  return part ? {target, part} : {target}
}

export const reach = (operation: string, side: Direction, part?: string, at = ''): AffectedOperation => ({
  operation: subjectOf(operation),
  side,
  ...(part === undefined ? {} : {part}),
  at
})

/** A change for a test. By default, it affects the operation that is its subject. */
export function change(kind: ChangeKind, subject: Subject | string, more: Partial<Change> = {}): Change {
  const fullSubject = typeof subject === 'string' ? subjectOf(subject) : subject
  const isShared = isMember(fullSubject.target)
  const side = fullSubject.part?.in ?? 'request'
  return {
    kind,
    subject: fullSubject,
    at: '',
    where: {},
    reaches: isShared ? [] : [{operation: {target: fullSubject.target}, side, at: ''}],
    proofs: {},
    ...more
  }
}
