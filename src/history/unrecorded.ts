import {eventDetailOf, kindOf} from '../languages/kinds.ts'
import type {Event} from '../model/lifecycle/event.ts'
import type {History} from '../model/lifecycle/history.ts'
import {covers, isPrefix, type Subject, subjectKey, withoutSide} from '../model/subject/subject.ts'
import {appliesToSubject} from './expand-sides.ts'

/** What a history line states, as far as it decides whether the line covers an observed event. */
export type DeclaredStatement = Pick<Event, 'kind' | 'subject' | 'verb'> &
  Partial<Pick<Event, 'except' | 'coverage' | 'counterpart' | 'change' | 'about' | 'breaking' | 'observed'>> & {
    readonly sunset?: unknown
  }

/** Whether the declared lines already cover an event, for the same subject or for one that contains it. */
export function isAlreadyDeclared(event: DeclaredStatement, declaredLines: readonly DeclaredStatement[]): boolean {
  return declaredLines.some(declared => {
    const isSame = !declared.coverage && appliesToSubject(declared.subject, event.subject)
    if (event.kind === 'changed') {
      const isMoved = declared.verb === 'renamed' || declared.verb === 'promoted'
      if (declared.kind === 'changed' && !isMoved) return isSame && coversChange(declared, event)
      // An addition of a subject that existed elsewhere is observed as a change.
      if (declared.kind === 'introduced' && declared.about !== undefined) return isSame && coversChange(declared, event)
      // A rename covers the old name and the new one.
      return isMoved && event.change !== undefined && kindOf(event.change).isMove === true && isSame
    }
    if (declared.kind !== event.kind && !isEquivalent(declared, event)) return false
    // A line that names the detail of an addition covers no addition with another detail.
    if (isSame) return declared.about === undefined || !event.observed || declared.about === eventDetailOf(event)
    return (
      coversWholePrefix(declared) &&
      covers(declared.subject, event.subject) &&
      !declared.except?.some(each => covers(each, event.subject))
    )
  })
}

/**
 * Whether a declared change covers an observed one. A line that names a kind covers only that kind, and one that names
 * a detail only that detail. A breaking change isn't covered by a line that calls it compatible or leaves open what
 * changed.
 */
function coversChange(declared: DeclaredStatement, event: DeclaredStatement): boolean {
  if (declared.change !== undefined && event.change !== undefined && declared.change !== event.change) return false
  if (declared.about !== undefined && declared.about !== eventDetailOf(event)) return false
  return (
    !event.breaking || declared.breaking === true || (declared.breaking === undefined && declared.change !== undefined)
  )
}

const coversWholePrefix = ({subject, kind}: DeclaredStatement): boolean =>
  isPrefix(subject.target) && !subject.part && (kind === 'removed' || kind === 'deprecated' || kind === 'withdrawn')

/**
 * Whether the events are equivalent: a deprecation with a sunset covers its rescheduling, and a restoration covers an
 * introduction.
 */
const isEquivalent = (declared: DeclaredStatement, event: DeclaredStatement): boolean =>
  (event.kind === 'rescheduled' && declared.kind === 'deprecated' && declared.sunset !== undefined) ||
  (event.kind === 'introduced' && declared.kind === 'restored')

/**
 * Whether the history already contains an event from an earlier release, because people can record things before a
 * description shows them.
 */
export function isAlreadyRecorded({kind, subject}: DeclaredStatement, {bySubject}: History): boolean {
  const lifecycle = bySubject.get(subjectKey(subject)) ?? bySubject.get(subjectKey(withoutSide(subject)))
  const tenure = lifecycle && appliesToSubject(lifecycle.subject, subject) ? lifecycle.tenures.at(-1) : undefined
  if (!tenure) return false
  const own = ({subject: each}: {subject: Subject}): boolean => appliesToSubject(each, subject)
  switch (kind) {
    case 'introduced':
      return tenure.introduced !== undefined && tenure.end === undefined
    case 'removed':
      return tenure.end?.kind === 'removed' || tenure.end?.removal !== undefined
    case 'deprecated':
      return tenure.end === undefined && tenure.announcements.some(({event}) => own(event))
    default:
      return false
  }
}
