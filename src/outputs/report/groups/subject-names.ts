import type {Change} from '../../../model/api/change.ts'
import {formatSubject, isNamed, PART_KINDS, type PartKind, type Subject} from '../../../model/subject/subject.ts'
import {formatPieces} from '../../../text/changes/sentences.ts'
import {formatSubjectPhrase} from '../../../text/finding-phrases.ts'
import {capitalize} from '../../../text/format-values.ts'
import {fieldPieces} from '../../../text/subject-phrase.ts'

// Helpers that remove names from sentences, so that one sentence can describe several subjects.

export const inBackticks = (text: string): string => `\`${text}\``

/** A name with its noun: field `due`. The fields of a map have no names: other fields of `tags`. */
export function sayNamed(noun: string, name: string): string {
  if (name === '{}') return 'other fields'
  if (name.endsWith('.{}')) return `other fields of ${formatPieces(fieldPieces(name.slice(0, -3), ''))}`
  return formatPieces(fieldPieces(name, noun === '' ? '' : `${noun} `))
}

/** Words that point back to operations that stand before the sentence. */
export const OF_EACH = /(?<=(?:body|request|response|parameter `[^`]*`|header `[^`]*`)) of each (?!.*\beach\b)/

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

/** Names of a subject in sentences: as phrases, also at the start of a sentence, and as they are written in files. */
export function namesOfSubject(subject: Subject): string[] {
  const bare = [subject, {target: subject.target}].map(formatSubjectPhrase)
  const phrases = isNamed(subject.target) ? [...bare, ...bare.map(each => `the ${each}`)] : bare
  return [...phrases, ...phrases.map(capitalize), inBackticks(formatSubject(subject)), inBackticks(subject.target.text)]
}

const SHELL_WORD = "(?:'(?:[^']|'\\\\'')*'|\\S+)"
const FLOW_VALUE = '(?:"(?:[^"\\\\]|\\\\.)*"|[^,}`]+)'

/** What commands and history lines name: the target of a subject, its parts, and the detail of a change. */
export type NamedPart = 'target' | PartKind | 'about'

/** Replaces the subject, or some parts of it, by `EACH` in commands and history lines, and by "each" in sentences. */
export function replaceSubject(
  remedy: string,
  subject: Subject,
  differing: readonly NamedPart[] = ['target', ...PART_KINDS]
): string {
  const replaced = differing.reduce(
    (text, kind) =>
      kind === 'target'
        ? text
            .replace(new RegExp(`(tenure waive) ${SHELL_WORD}`), '$1 EACH')
            .replace(new RegExp(`(\\{\\w+): ${FLOW_VALUE}`), '$1: EACH')
        : text
            .replace(new RegExp(` --${kind}[ =]${SHELL_WORD}`), ` --${kind} EACH`)
            .replace(new RegExp(`, ${kind}: ${FLOW_VALUE}`), `, ${kind}: EACH`),
    remedy
  )
  // A history has many releases, and the remedy is the same in each.
  const general = differing.includes('target')
    ? replaced.replace(/ to the entry for .*? in the history/, ' to its release in the history')
    : replaced
  return replaceNames(general, namesOfSubject(subject))
}
