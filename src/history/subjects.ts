import type {Event} from '../model/lifecycle/event.ts'
import type {DeclaredHistory} from '../model/lifecycle/history.ts'
import {type Subject, subjectKey, type Target} from '../model/subject/subject.ts'
import type {Timeline} from '../model/time/timeline.ts'

/**
 * All subjects with an event or a fact, in the order in which they are first named, each with the parameter names
 * currently in use: those of the last introduction, restoration, or snapshot.
 */
export function collectSubjects(
  {facts, respelt = []}: DeclaredHistory,
  events: readonly Event[],
  also: readonly Subject[],
  {entries}: Timeline
): Subject[] {
  const subjects = new Map<string, Subject>()
  const note = (subject: Subject): void => {
    const key = subjectKey(subject)
    if (!subjects.has(key)) subjects.set(key, subject)
  }
  for (const event of events) note(event.subject)
  const lastNamed = new Map<string, number>()
  for (const {subject, entry, kind, seen, counterpart} of events) {
    // If only path parameters were renamed, both names are the same subject.
    const isParameterRename = kind === 'changed' && counterpart !== undefined
    const isInUse = seen || isParameterRename || kind === 'introduced' || kind === 'restored'
    if (!isInUse || entries[entry]?.pending) continue
    const key = subjectKey(subject)
    subjects.set(key, isParameterRename ? counterpart : subject)
    lastNamed.set(key, entry)
  }
  // Snapshots can show renamed parameters even if nothing else happened.
  const targets = new Map<string, {target: Target; entry: number}>()
  for (const {subject, entry} of respelt)
    if (!entries[entry]?.pending) targets.set(subjectKey(subject), {target: subject.target, entry})
  for (const [key, {target, part}] of targets.size > 0 ? subjects : []) {
    const last = targets.get(subjectKey({target}))
    if (last && last.entry >= (lastNamed.get(key) ?? 0))
      subjects.set(key, part ? {target: last.target, part} : {target: last.target})
  }
  for (const {subject} of facts) note(subject)
  for (const subject of also) note(subject)
  return [...subjects.values()]
}
