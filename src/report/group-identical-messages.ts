import type {Change} from '../model/api/change.ts'
import {formatSubject, formatTarget, type Subject} from '../model/subject/subject.ts'

// Helpers that remove names from sentences, so that one sentence can describe several subjects.

export const code = (text: string): string => `\`${text}\``

/** Replaces names with "each", so that sentences that differ only in the subject's name become equal. */
export function ofEach(sentence: string, names: readonly string[]): string {
  const longestFirst = names.toSorted((a, b) => b.length - a.length)
  return longestFirst.reduce((text, name) => text.replaceAll(name, 'each'), sentence)
}

/** Names that a sentence about a change of a component may contain. Empty for other changes. */
export function namesOf({component, at, about}: Change): string[] {
  if (component === undefined) return []
  const fields = [at, about ?? ''].filter(Boolean)
  return [
    ...fields.flatMap(field => [`${code(field)} of ${code(component)}`, code(`${component}.${field}`)]),
    code(component)
  ]
}

export const namesOfSubject = (subject: Subject): string[] => [
  code(formatSubject(subject)),
  code(formatTarget(subject.target))
]
