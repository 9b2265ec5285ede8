import {partsReached} from '../model/api/change.ts'
import {type Event, isStatement} from '../model/lifecycle/event.ts'
import {subjectKey} from '../model/subject/subject.ts'

/**
 * Whether a statement can be the notice of a part that is removed. A part that is removed while its target stays needs
 * one of its own, and a use of it without a mark needs a line, because the marks are those of its other uses.
 */
export function isNoticeOf(event: Event, end: Event, events: readonly Event[]): boolean {
  const {kind, subject, seen} = event
  const removals = events.filter(each => each.kind === 'removed' && each.entry === end.entry)
  const key = subjectKey(end.subject)
  if (removals.some(each => subjectKey(each.subject) !== key)) return true
  if (subjectKey(subject) !== key) return false
  if (!seen || kind === 'withdrawn') return true
  return !removals.some(lacksMark) && !isOfOtherPlace(event, removals, events)
}

/** Whether a mark is in another place of the operation than what is removed, where another mark is, or a later one. */
function isOfOtherPlace(mark: Event, removals: readonly Event[], events: readonly Event[]): boolean {
  const isAt = (event: Event, removal: Event): boolean =>
    placesOf(event).some(place => placesOf(removal).includes(place))
  const isElsewhere = !removals.some(each => isAt(mark, each))
  return (
    placesOf(mark).length > 0 &&
    removals.some(
      removal =>
        !isAt(mark, removal) &&
        events.some(each => isStatement(each) && isAt(each, removal) && (isElsewhere || each.id > mark.id))
    )
  )
}

const placesOf = ({subject, observed}: Event): string[] => (subject.part && observed ? partsReached(observed) : [])

/** Whether what an event removes had no mark in the older description, whatever other uses of the field had. */
export const lacksMark = ({observed}: Event): boolean => observed !== undefined && !observed.announced
