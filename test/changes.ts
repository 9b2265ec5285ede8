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

/** A change that a test is about; where it says nothing else, the operation that is its subject meets it. */
export function change(kind: ChangeKind, subject: Subject | string, more: Partial<Change> = {}): Change {
  const whole = typeof subject === 'string' ? subjectOf(subject) : subject
  const isShared = isMember(whole.target)
  const side = whole.part?.in ?? 'request'
  return {
    kind,
    subject: whole,
    at: '',
    where: {},
    reaches: isShared ? [] : [{operation: {target: whole.target}, side, at: ''}],
    proofs: {},
    ...more
  }
}
