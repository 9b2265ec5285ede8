import {movedTo, type Subject, subjectKey} from '../subject/subject.ts'
import type {Event} from './event.ts'
import type {History} from './history.ts'
import type {Tenure} from './lifecycle.ts'
import {livesOf} from './recorded-subjects.ts'

/** What replaces this very subject: under a prefix that moves, the path with the new prefix. */
export function replacementFor(subject: Subject, {subject: said, replacement}: Event): Subject | undefined {
  if (!replacement) return undefined
  const from = said.target
  const to = replacement.target
  if (from.kind === 'prefix' && to.kind === 'prefix' && subjectKey(said) !== subjectKey(subject))
    return movedTo(subject, from, to)
  return replacement
}

/** What is to be used instead of a subject, and the event that says so. */
export interface Naming {
  readonly event: Event
  readonly replacement: Subject
}

/** The last word on what replaces a subject: what was said of itself goes before what was said of a prefix. */
export function namingIn(subject: Subject, {announcements, end}: Tenure): Naming | undefined {
  const events = [...announcements, ...(end ? [end] : [])].map(({event}) => event).filter(each => each.replacement)
  const key = subjectKey(subject)
  const event = events.findLast(each => subjectKey(each.subject) === key) ?? events.at(-1)
  const replacement = event && replacementFor(subject, event)
  return event && replacement && {event, replacement}
}

/**
 * The same for those who are to move: where the record names what is under the new prefix, and nothing of that name, the
 * prefix as it was said.
 */
export function pointerIn(subject: Subject, tenure: Tenure, history: History): Naming | undefined {
  const naming = namingIn(subject, tenure)
  const said = naming?.event.replacement
  if (!naming || !said || said === naming.replacement || !history.complete) return naming
  const isMissing = livesOf(naming.replacement, history).length === 0 && livesOf(said, history).length > 0
  return isMissing ? {...naming, replacement: said} : naming
}
