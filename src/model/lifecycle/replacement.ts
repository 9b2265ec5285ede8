import {isPrefix, moveSubject, type Subject, subjectKey} from '../subject/subject.ts'
import type {Moment} from '../time/timeline.ts'
import type {Event} from './event.ts'
import {findLifecycles, type History} from './history.ts'
import type {Lifecycle, Tenure} from './lifecycle.ts'
import {type StateAtTime, stateAtTime, tenureAt} from './state-at-event.ts'

/**
 * The replacement for this subject according to an event, or `undefined`. For a replaced prefix it is the subject's
 * path under the new prefix.
 */
export function replacementFor(subject: Subject, {subject: named, replacement}: Event): Subject | undefined {
  if (!replacement) return undefined
  const from = named.target
  const to = replacement.target
  if (isPrefix(from) && isPrefix(to) && subjectKey(named) !== subjectKey(subject)) return moveSubject(subject, from, to)
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

/** The end of a chain of replacements: a subject that is still supported, a cycle, or nothing. */
export type ReplacementChainEnd =
  | {readonly kind: 'stays'; readonly subject: Subject}
  | {readonly kind: 'circle'; readonly subjects: readonly Subject[]; readonly closedBy: Event}
  | {readonly kind: 'nowhere'}

/**
 * The lifecycle of a replacement, or `undefined`. If both subjects are parts of one target, announcements for the whole
 * target are left out, because they apply to both.
 */
export function lifecycleOfReplacement(
  replacement: Subject,
  replaced: Subject,
  history: History
): Lifecycle | undefined {
  const key = subjectKey(replacement)
  const lifecycle = history.bySubject.get(key) ?? history.bySubject.get(subjectKey({target: replacement.target}))
  const shared = replaced.part && subjectKey({target: replaced.target}) === subjectKey({target: replacement.target})
  if (!lifecycle || !shared) return lifecycle
  return {
    ...lifecycle,
    tenures: lifecycle.tenures.map(tenure => ({
      ...tenure,
      announcements: tenure.announcements.filter(({event}) => subjectKey(event.subject) === key)
    }))
  }
}

export const isDeprecatedOrRemoved = (presence: StateAtTime): boolean =>
  presence === 'deprecated' || presence === 'ended'

/** The maximum number of replacements that are followed; a longer chain doesn't help a client. */
const MAX_REPLACEMENTS = 100

/** Follows replacements of replacements as long as they are deprecated or removed themselves at that moment. */
export function followReplacements(
  subject: Subject,
  naming: NamedReplacement,
  moment: Moment,
  history: History
): ReplacementChainEnd {
  const path: {subject: Subject; event: Event}[] = [{subject, event: naming.event}]
  const places = new Map([[subjectKey(subject), 0]])
  let next = naming.replacement
  while (path.length <= MAX_REPLACEMENTS) {
    const key = subjectKey(next)
    const seen = places.get(key)
    if (seen !== undefined) {
      const circle = path.slice(seen)
      const closedBy = circle.reduce(
        (last, {event}) => (event.id > last.id ? event : last),
        circle[0]?.event ?? naming.event
      )
      return seen === 0 ? {kind: 'circle', subjects: circle.map(step => step.subject), closedBy} : {kind: 'nowhere'}
    }
    const lifecycle = lifecycleOfReplacement(next, subject, history)
    if (!lifecycle || !isDeprecatedOrRemoved(stateAtTime(lifecycle, moment, history.timeline)))
      return {kind: 'stays', subject: next}
    const tenure = tenureAt(lifecycle, moment, history.timeline)
    const further = tenure && findNamedReplacement(next, tenure)
    if (!further) return {kind: 'nowhere'}
    places.set(key, path.length)
    path.push({subject: next, event: further.event})
    next = further.replacement
  }
  return {kind: 'nowhere'}
}
