import type {History} from '../model/lifecycle/history.ts'
import type {Lifecycle, Tenure} from '../model/lifecycle/lifecycle.ts'
import {subjectKey} from '../model/subject/subject.ts'
import {isContainedIn} from '../model/time/release-branches.ts'
import {compareMoments, type Moment, momentOfEntry, NEXT} from '../model/time/timeline.ts'

/**
 * Whether a release that shipped before a moment contained the subject; `undefined` if the history doesn't decide it.
 */
export function wasReleased(lifecycle: Lifecycle, by: Moment, history: History): boolean | undefined {
  const {subject, tenures} = lifecycle
  const contained = tenures.map(tenure => wasContained(tenure, by, history))
  if (contained.includes(true)) return true
  if (contained.length > 0 && contained.every(each => each === false)) return false
  // A part of an unreleased subject is unreleased too.
  const whole = subject.part && history.bySubject.get(subjectKey({target: subject.target}))
  return whole && wasReleased(whole, by, history) === false ? false : undefined
}

/**
 * Whether the target of a change was released: a new parameter changes its existing endpoint. `undefined` if unknown.
 */
export function wasTargetReleased({subject}: Lifecycle, by: Moment, history: History): boolean | undefined {
  const whole = history.bySubject.get(subjectKey({target: subject.target}))
  return whole && subject.target.kind === 'endpoint' ? wasReleased(whole, by, history) : undefined
}

function wasContained({introduced}: Tenure, by: Moment, {timeline, complete}: History): boolean | undefined {
  const {entries} = timeline
  const first = introduced && entries[introduced.event.entry]
  if (!introduced || !first) return undefined
  const shipped = entries.filter(({kind, name, pending}) => kind === 'release' && name !== NEXT && !pending)
  let isOpen = false
  for (const entry of shipped.slice(shipped.findLastIndex(({index}) => index < first.index) + 1)) {
    const place = compareMoments(timeline, momentOfEntry(entry), by)
    if ((place !== 'before' && place) || !isContainedIn(timeline, first.index, entry.index)) continue
    if (place) return true
    isOpen = true
  }
  if (isOpen || !complete || first.kind !== 'release') return undefined
  // A subject that existed by then may have been in any earlier release without a snapshot.
  const {by: seen} = introduced.event
  if (!seen) return false
  const {after} = seen
  return after === undefined || shipped.some(({index}) => index > after && index < first.index) ? undefined : false
}
