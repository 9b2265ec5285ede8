import {aboutOfEvent} from '../model/lifecycle/change-detail.ts'
import type {Event} from '../model/lifecycle/event.ts'
import type {History} from '../model/lifecycle/history.ts'
import {covers, type Subject, subjectKey, withoutSide} from '../model/subject/subject.ts'
import {isSaidOf} from './expand-sides.ts'

/** What a line says of a subject: some verb, of some subject, perhaps of another one besides. */
export type Said = Pick<Event, 'kind' | 'subject' | 'verb'> &
  Partial<Pick<Event, 'except' | 'counterpart' | 'change' | 'about' | 'breaking' | 'observed'>> & {
    readonly sunset?: unknown
  }

/** Whether what people wrote tells of an event already: the same of the same subject, or of what holds it. */
export function isTold(event: Said, human: readonly Said[]): boolean {
  return human.some(said => {
    const isSame = isSaidOf(said.subject, event.subject)
    if (event.kind === 'changed') {
      const isMoved = said.verb === 'renamed' || said.verb === 'promoted'
      if (said.kind === 'changed' && !isMoved) return isSame && tellsChange(said, event)
      // What comes in one more place is written as a change.
      if (said.kind === 'introduced' && said.about !== undefined) return isSame && tellsChange(said, event)
      // A rename tells of the old name and of the new one.
      return isMoved && (event.change === 'renamed' || event.change === 'moved') && isSame
    }
    if (said.kind !== event.kind && !isLike(said, event)) return false
    // Who says in what place something came tells of no other.
    if (isSame) return said.about === undefined || !event.observed || said.about === aboutOfEvent(event)
    return (
      isWide(said) && covers(said.subject, event.subject) && !said.except?.some(each => covers(each, event.subject))
    )
  })
}

/**
 * Who names a kind of change tells of that kind alone, and who says what it is about of just that. Nobody tells of a
 * break who says that nothing breaks, or does not say what it is.
 */
function tellsChange(said: Said, event: Said): boolean {
  if (said.change !== undefined && event.change !== undefined && said.change !== event.change) return false
  if (said.about !== undefined && said.about !== aboutOfEvent(event)) return false
  return !event.breaking || said.breaking === true || (said.breaking === undefined && said.change !== undefined)
}

const isWide = ({subject, kind}: Said): boolean =>
  subject.target.kind === 'prefix' &&
  !subject.part &&
  (kind === 'removed' || kind === 'deprecated' || kind === 'withdrawn')

/** A mark with an end says where that end was moved to; what is restored is there again. */
const isLike = (said: Said, event: Said): boolean =>
  (event.kind === 'rescheduled' && said.kind === 'deprecated' && said.sunset !== undefined) ||
  (event.kind === 'introduced' && said.kind === 'restored')

/** Whether the record holds an event already, from a release before: it may know of things sooner than a description. */
export function isOnRecord({kind, subject}: Said, {bySubject}: History): boolean {
  const life = bySubject.get(subjectKey(subject)) ?? bySubject.get(subjectKey(withoutSide(subject)))
  const tenure = life && isSaidOf(life.subject, subject) ? life.tenures.at(-1) : undefined
  if (!tenure) return false
  const own = ({subject: each}: {subject: Subject}): boolean => isSaidOf(each, subject)
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
