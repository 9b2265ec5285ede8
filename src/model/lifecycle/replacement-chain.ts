import {type Subject, subjectKey} from '../subject/subject.ts'
import type {Moment} from '../time/timeline.ts'
import type {Event} from './event.ts'
import type {History} from './history.ts'
import type {Lifecycle} from './lifecycle.ts'
import {findNamedReplacement, type NamedReplacement} from './replacement.ts'
import {type StateAtTime, stateAtTime, tenureAt} from './state-at-event.ts'

/** The end of a chain of replacements: a subject that is still supported, a cycle, or nothing. */
export type ReplacementChainEnd =
  | {readonly kind: 'stays'; readonly subject: Subject}
  | {readonly kind: 'circle'; readonly subjects: readonly Subject[]; readonly closedBy: Event}
  | {readonly kind: 'nowhere'}

/**
 * The lifecycle of a replacement, as it matters to the replaced subject; `undefined` if it has none. If both are parts
 * of one target, announcements for the whole target are left out.
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
  presence === 'deprecated' || presence === 'gone'

/** Follows replacements of replacements as long as they are deprecated or removed themselves at that moment. */
export function followReplacements(
  subject: Subject,
  naming: NamedReplacement,
  moment: Moment,
  history: History
): ReplacementChainEnd {
  const path: {subject: Subject; event: Event}[] = [{subject, event: naming.event}]
  let next = naming.replacement
  for (;;) {
    const seen = path.findIndex(step => subjectKey(step.subject) === subjectKey(next))
    if (seen >= 0) {
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
    path.push({subject: next, event: further.event})
    next = further.replacement
  }
}
