import type {Description} from '../../descriptions/description.ts'
import {inputError} from '../../model/input-error.ts'
import {findLifecycles, type History} from '../../model/lifecycle/history.ts'
import {findSimilarSubject} from '../../model/lifecycle/similar-subject.ts'
import {once} from '../../model/memoize.ts'
import {findClosestWord} from '../../model/subject/closest-word.ts'
import {type FindFields, isField, type NamedField} from '../../model/subject/field.ts'
import {covers, formatSubject, type Subject, subjectKey} from '../../model/subject/subject.ts'

/**
 * Returns a function that finds the fields that a name stands for in a description, each name once. The first name opens
 * the description, which is kept, because most histories name many fields.
 */
export function createFieldFinder(open: () => Description | undefined): FindFields {
  const known = new Map<string, readonly NamedField[]>()
  const describe = once(open)
  return subject => {
    if (!isField(subject)) return []
    const key = subjectKey(subject)
    const found = known.get(key) ?? describe()?.findFields?.(subject) ?? []
    known.set(key, found)
    return found
  }
}

/**
 * Throws an `InputError` if neither the history nor the description contains the subject. The error suggests a similar
 * one.
 */
export function assertKnownSubject(subject: Subject, history: History, description: Description | undefined): void {
  const slip = findUnknownSubject(subject, history, description)
  if (slip) throw inputError(`\`${slip.name}\` isn't in ${slip.where}.${slip.hint}`)
}

export interface UnknownSubject {
  readonly name: string
  /** Files that don't contain it. */
  readonly where: string
  readonly hint: string
}

/** Describes what's unknown about a subject. `undefined` if the subject is known. */
export function findUnknownSubject(
  subject: Subject,
  history: History,
  description: Description | undefined
): UnknownSubject | undefined {
  const {part, target} = subject
  const named = description?.listTargets() ?? []
  const isDescribed = named.some(each => covers({target}, {target: each}))
  if (findLifecycles(subject, history).length === 0 && !isDescribed) {
    const near = findSimilarSubject(subject, history)
    const targets = [...history.lifecycles.map(life => life.subject.target), ...named]
    const suggestion = near
      ? formatSubject(near)
      : findClosestWord(target.text, [...new Set(targets.map(({text}) => text))])
    const where = [history.source, ...(description ? [description.source] : [])]
    return describeUnknown(formatSubject(subject), where, suggestion)
  }
  // A part in the history is known. Other parts can only be looked up in the description.
  if (!part || !isDescribed || history.bySubject.has(subjectKey(subject))) return undefined
  const unknown = description?.findUnknownPart?.(target, part)
  if (!unknown || !description) return undefined
  const {kind, name, known, meant = findClosestWord(name, known)} = unknown
  return describeUnknown(`${unknown.target.text} (${kind} ${name})`, [description.source], meant)
}

const describeUnknown = (name: string, where: readonly string[], meant: string | undefined): UnknownSubject => ({
  name,
  where: [...new Set(where)].map(each => `\`${each}\``).join(' or '),
  hint: meant === undefined ? '' : ` Did you mean \`${meant}\`?`
})
