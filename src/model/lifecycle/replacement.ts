import {moveSubject, type Subject, subjectKey} from '../subject/subject.ts'
import type {Event} from './event.ts'
import type {History} from './history.ts'
import type {Tenure} from './lifecycle.ts'
import {findLifecycles} from './recorded-subjects.ts'

/**
 * The replacement for this subject according to an event, or `undefined`. For a replaced prefix it is the subject's
 * path under the new prefix.
 */
export function replacementFor(subject: Subject, {subject: named, replacement}: Event): Subject | undefined {
  if (!replacement) return undefined
  const from = named.target
  const to = replacement.target
  if (from.kind === 'prefix' && to.kind === 'prefix' && subjectKey(named) !== subjectKey(subject))
    return moveSubject(subject, from, to)
  return replacement
}

/** The replacement of a subject, and the event that names it. */
export interface NamedReplacement {
  readonly event: Event
  readonly replacement: Subject
}

/**
 * The latest replacement named for a subject, or `undefined`. A statement about the subject itself takes precedence
 * over one about a prefix.
 */
export function findNamedReplacement(subject: Subject, {announcements, end}: Tenure): NamedReplacement | undefined {
  const events = [...announcements, ...(end ? [end] : [])].map(({event}) => event).filter(each => each.replacement)
  const key = subjectKey(subject)
  const event = events.findLast(each => subjectKey(each.subject) === key) ?? events.at(-1)
  const replacement = event && replacementFor(subject, event)
  return event && replacement && {event, replacement}
}

/**
 * The replacement to show to clients. If a complete history lists subjects under the new prefix, but not the one at the
 * same path, it is the new prefix itself.
 */
export function findUsableReplacement(
  subject: Subject,
  tenure: Tenure,
  history: History
): NamedReplacement | undefined {
  const naming = findNamedReplacement(subject, tenure)
  const named = naming?.event.replacement
  if (!naming || !named || named === naming.replacement || !history.complete) return naming
  const isMissing =
    findLifecycles(naming.replacement, history).length === 0 && findLifecycles(named, history).length > 0
  return isMissing ? {...naming, replacement: named} : naming
}
