import type {Change} from '../../model/api/change.ts'
import {formatSubject, formatTarget, type Subject} from '../../model/subject/subject.ts'

// Helpers that remove names from sentences, so that one sentence can describe several subjects.

export const inBackticks = (text: string): string => `\`${text}\``

/** Replaces names with "each", so that sentences that differ only in the subject's name become equal. */
export function replaceNames(sentence: string, names: readonly string[]): string {
  const longestFirst = names.toSorted((a, b) => b.length - a.length)
  return longestFirst.reduce((text, name) => text.replaceAll(name, 'each'), sentence)
}

/** Names that a sentence about a change of a component may contain. Empty for other changes. */
export function namesOfChange({component, at, about}: Change): string[] {
  if (component === undefined) return []
  const fields = [at, about ?? ''].filter(Boolean)
  return [
    ...fields.flatMap(field => [
      `${inBackticks(field)} of ${inBackticks(component)}`,
      inBackticks(`${component}.${field}`)
    ]),
    inBackticks(component)
  ]
}

export const namesOfSubject = (subject: Subject): string[] => [
  inBackticks(formatSubject(subject)),
  inBackticks(formatTarget(subject.target))
]
