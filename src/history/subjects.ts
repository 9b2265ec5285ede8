import type {Event} from '../model/lifecycle/event.ts'
import type {Declared} from '../model/lifecycle/history.ts'
import {type Subject, subjectKey, type Target} from '../model/subject/subject.ts'
import type {Timeline} from '../model/time/timeline.ts'

/**
 * Every subject that something happened to or that a fact is known of, in the order of their mention, and in the
 * spelling in use: the last that one was introduced, restored or seen by.
 */
export function subjectsOf(
  {facts, respelt = []}: Declared,
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
  const spelt = new Map<string, number>()
  for (const {subject, entry, kind, seen, counterpart} of events) {
    // Where only its path parameters were renamed, both are one.
    const isRespelt = kind === 'changed' && counterpart !== undefined
    const isInUse = seen || isRespelt || kind === 'introduced' || kind === 'restored'
    if (!isInUse || entries[entry]?.pending) continue
    const key = subjectKey(subject)
    subjects.set(key, isRespelt ? counterpart : subject)
    spelt.set(key, entry)
  }
  // Snapshots tell a new spelling where nothing else happened too.
  const targets = new Map<string, {target: Target; entry: number}>()
  for (const {subject, entry} of respelt)
    if (!entries[entry]?.pending) targets.set(subjectKey(subject), {target: subject.target, entry})
  for (const [key, {target, part}] of targets.size > 0 ? subjects : []) {
    const last = targets.get(subjectKey({target}))
    if (last && last.entry >= (spelt.get(key) ?? 0))
      subjects.set(key, part ? {target: last.target, part} : {target: last.target})
  }
  for (const {subject} of facts) note(subject)
  for (const subject of also) note(subject)
  return [...subjects.values()]
}
