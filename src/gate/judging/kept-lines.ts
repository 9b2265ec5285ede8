import type {DeclaredHistory, WrittenEvent} from '../../model/lifecycle/history.ts'
import {subjectKey} from '../../model/subject/subject.ts'
import {isBefore, isOnOrBefore, parseDateRange, singleDay} from '../../model/time/date-range.ts'
import {NEXT} from '../../model/time/timeline.ts'

/** The lines of a history that had shipped, or were stated, by a day. */
export function linesUntil(declared: DeclaredHistory, asOf: string): DeclaredHistory {
  const {entries, events} = declared
  const isPast = ({entry}: WrittenEvent): boolean => {
    const written = entries[entry]
    return written !== undefined && written.name !== NEXT && !isBefore(singleDay(asOf), written.stated)
  }
  return {...declared, events: renumber(events.filter(event => isPast(event) || wasAnnounced(event, asOf)))}
}

/** Whether a line says that clients learned of it elsewhere by a day, so that it doesn't wait for its release. */
function wasAnnounced({announced, via}: WrittenEvent, asOf: string): boolean {
  if (announced === undefined || announced === 'never') return announced === undefined && via !== undefined
  return isOnOrBefore(parseDateRange(announced.text) ?? {}, asOf)
}

/**
 * The history `now` without the lines that `before` doesn't have. A line that was edited is kept if `before` has a line
 * of the same kind about the same subject.
 */
export function keptLines(before: DeclaredHistory, now: DeclaredHistory): DeclaredHistory {
  const kept = new Set<WrittenEvent>()
  const takeKept = (key: (event: WrittenEvent, of: DeclaredHistory) => string, open: readonly WrittenEvent[]) => {
    const left = new Map<string, number>()
    for (const event of open) left.set(key(event, before), (left.get(key(event, before)) ?? 0) + 1)
    const found = now.events.filter(event => {
      const count = kept.has(event) ? 0 : (left.get(key(event, now)) ?? 0)
      if (count > 0) left.set(key(event, now), count - 1)
      return count > 0
    })
    for (const event of found) kept.add(event)
    return left
  }
  // Unedited lines are matched first, so that an edited or added line about the same subject can't take their match.
  const changed = takeKept(statementKey, before.events)
  takeKept(
    lineKey,
    before.events.filter(event => {
      const key = statementKey(event, before)
      const count = changed.get(key) ?? 0
      if (count > 0) changed.set(key, count - 1)
      return count > 0
    })
  )
  const known = new Set(before.facts.map(({subject}) => subjectKey(subject)))
  return {
    ...now,
    events: renumber(now.events.filter(event => kept.has(event))),
    facts: now.facts.filter(({subject}) => known.has(subjectKey(subject)))
  }
}

const renumber = (events: readonly WrittenEvent[]): WrittenEvent[] => events.map((event, id) => ({...event, id}))

const lineKey = ({kind, subject}: WrittenEvent): string => `${kind} ${subjectKey(subject)}`

const statementKey = (event: WrittenEvent, {entries}: DeclaredHistory): string => {
  const {sunset, announced, stability, replacement, except = []} = event
  const facts = [sunset, announced, stability, replacement && subjectKey(replacement), except.map(subjectKey)]
  return JSON.stringify([lineKey(event), entries[event.entry]?.name, facts])
}
