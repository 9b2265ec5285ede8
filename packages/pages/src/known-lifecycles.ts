import {isListed} from '@tenure/core/languages/languages'
import type {History} from '@tenure/core/model/lifecycle/history'
import type {Lifecycle, Tenure} from '@tenure/core/model/lifecycle/lifecycle'
import {findUsableReplacement} from '@tenure/core/model/lifecycle/replacement'
import {isEndpoint, isMember, type Subject} from '@tenure/core/model/subject/subject'
import type {Judgment} from '@tenure/core/model/verdict/judgment'
import {
  areAllObserved,
  type HistoryPage,
  isUnreadRelease,
  operationsAmong
} from '@tenure/core/outputs/changes/page-data'

/** The lifecycles of what clients call: endpoints, tools, root fields. */
export function calledLifecycles({lifecycles, events}: Pick<History, 'lifecycles' | 'events'>): Lifecycle[] {
  const isOperation = operationsAmong(events)
  return lifecycles.filter(({subject: {target, part}, events: own}) => {
    if (part) return false
    return isEndpoint(target) || isListed(target) || (isMember(target) && own.some(isOperation))
  })
}

/** Whether descriptions only mention a subject and never introduced it, such as a version that isn't served. */
export const isOnlyMentioned = ({events, tenures}: Lifecycle): boolean =>
  areAllObserved(events) && !tenures.some(({introduced}) => introduced)

export interface KnownReplacement {
  readonly subject: Subject
  /** Whether it's inferred from the path and not declared. */
  readonly isGuess: boolean
}

/**
 * The replacement declared in the latest tenure, or the inferred one. `undefined` if there is none. Earlier tenures
 * don't count.
 */
export function findReplacement(
  {subject}: Lifecycle,
  tenure: Tenure | undefined,
  judged: Judgment | undefined,
  history: History
): KnownReplacement | undefined {
  const declared = tenure && findUsableReplacement(subject, tenure, history)?.replacement
  const found = declared ?? judged?.replacement
  return found && {subject: found, isGuess: !declared && judged?.isInferred === true}
}

/** Whether all shipped releases were read completely. Only then do missing events mean that nothing happened. */
export const isFullyRead = ({history, eventsByEntry}: Pick<HistoryPage, 'history' | 'eventsByEntry'>): boolean =>
  history.timeline.entries.every(
    entry =>
      entry.partial !== true &&
      (entry.pending || !isUnreadRelease(entry, eventsByEntry.get(entry.index) ?? [], history))
  )
