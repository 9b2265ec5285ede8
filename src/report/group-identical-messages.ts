import type {Change} from '../model/api/change.ts'
import {formatSubject, formatTarget, type Subject} from '../model/subject/subject.ts'

// What is said of one is said of many: its names are left out of the sentence.

export const code = (text: string): string => `\`${text}\``

/** Sentences that differ in nothing but the name of their subject become the same. */
export function ofEach(sentence: string, names: readonly string[]): string {
  const longestFirst = names.toSorted((a, b) => b.length - a.length)
  return longestFirst.reduce((text, name) => text.replaceAll(name, 'each'), sentence)
}

/** The names by which a sentence on a change of a component may call what changed. */
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
