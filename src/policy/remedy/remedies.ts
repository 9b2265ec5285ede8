import {eventDetailOf} from '../../languages/kinds.ts'
import {defined} from '../../model/defined.ts'
import type {History} from '../../model/lifecycle/history.ts'
import type {Lifecycle} from '../../model/lifecycle/lifecycle.ts'
import {memoize} from '../../model/memoize.ts'
import {covers, isPrefix, subjectKey, targetKey} from '../../model/subject/subject.ts'
import type {ClockStart, Judgment, Remedies, RequirementJudgment} from '../../model/verdict/judgment.ts'
import type {Clock, Policy} from '../../model/verdict/policy.ts'
import {earliestEndOfSupport} from '../earliest-end-of-support.ts'
import {isRemovalPending} from '../judge-end-of-support.ts'
import type {EndOfSupportConstraint} from '../notice/end-of-support-constraint.ts'
import {timeRequirementAt} from '../notice/revisions.ts'

/**
 * The remedies for a judged end of support or breaking change: when it becomes allowed, and which waivers the policy
 * accepts. `all` are all judgments, for counting those that a waiver for the same kind of change would also cover.
 */
export function findRemedies(
  judgment: Judgment,
  lifecycle: Lifecycle,
  policy: Policy,
  history: History,
  all: readonly Judgment[] = [judgment]
): Remedies {
  const {kind: judgedKind, event, subject} = judgment
  const pending = judgment.pending || isRemovalPending(judgment.ended, history.timeline)
  const about = {kind: judgedKind, subject, pending}
  if (!pending) return {...about, clockStarts: [], reasons: []}
  const {asOf} = history.timeline
  const {kind, day, bounds} = earliestEndOfSupport(lifecycle, policy, history, asOf)
  const {announcement, requirements} = judgment
  const isAnnounced = announcement !== undefined && announcement.event !== event
  const starts = [
    ...bounds.flatMap(clockStartsOf),
    ...(isAnnounced ? [] : requirements.flatMap(requirement => neededClockStarts(requirement, policy)))
  ]
  const detail = eventDetailOf(event)
  return {
    ...about,
    ...defined({isLeaving: history.isLeaving, isSeen: event.seen, language: history.about.language}),
    ...(event.seen ? {source: event.place.source} : {}),
    ...(judgedKind === 'end' && !announcement && !history.complete ? defined({gapsBefore: history.completeFrom}) : {}),
    ...(event.kind === 'deprecated' || event.kind === 'rescheduled' ? {isPromised: true as const} : {}),
    ...(judgedKind === 'change' && event.seen && event.change
      ? defined({change: event.change, about: detail, excuses: countCoveredByWaiver(all, judgment)})
      : {}),
    clockStarts: starts.includes('announcement') ? ['announcement', ...pickSuccessor(starts)] : pickSuccessor(starts),
    ...(kind === 'day' && day !== undefined && day > asOf ? {day} : {}),
    reasons: policy.revisions.at(-1)?.waiverReasons.map(({reason}) => reason) ?? []
  }
}

/** The number of judgments that a waiver for this change of this subject covers. */
function countCoveredByWaiver(all: readonly Judgment[], {event, subject}: Judgment): number {
  const detail = eventDetailOf(event)
  if (!subject.part && isPrefix(subject.target))
    return all.filter(
      one =>
        canBeWaived(one) &&
        one.event.change === event.change &&
        [undefined, eventDetailOf(one.event)].includes(detail) &&
        covers(subject, one.subject)
    ).length
  const scope = subject.part ? subjectKey(subject) : targetKey(subject.target)
  return countWaivable(all).get(scopeKey(event.change, scope, detail)) ?? 0
}

const canBeWaived = ({kind, pending, verdict}: Judgment): boolean =>
  kind === 'change' && pending && (verdict === 'violation' || verdict === 'undetermined')

const scopeKey = (change: string | undefined, scope: string, detail: string | undefined): string =>
  JSON.stringify([change, scope, detail])

/**
 * Counts the changes that a waiver can cover. A change counts for its subject and for the target, each with and without
 * its detail, because a waiver can name any of these.
 */
const countWaivable = memoize((all: readonly Judgment[]): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>()
  for (const {event, subject} of all.filter(canBeWaived))
    for (const scope of new Set([subjectKey(subject), targetKey(subject.target)]))
      for (const detail of new Set([undefined, eventDetailOf(event)])) {
        const key = scopeKey(event.change, scope, detail)
        counts.set(key, (counts.get(key) ?? 0) + 1)
      }
  return counts
})

/** The events that would start a clock that hasn't started. */
const clockStartsOf = ({assumed, waitsFor}: EndOfSupportConstraint): ClockStart[] =>
  assumed ? toClockStarts(waitsFor ?? ['announcement']) : []

/**
 * The events that must start a clock that would otherwise start only with the end itself; postponing the end wouldn't
 * help.
 */
function neededClockStarts({aspect, clause, unstarted, start}: RequirementJudgment, policy: Policy): ClockStart[] {
  if (aspect !== 'notice' || !unstarted) return []
  const successor = start?.of
  return toClockStarts(timeRequirementAt(clause, policy)?.clocks ?? ['announcement']).flatMap((each): ClockStart[] => {
    if (each === 'announcement') return [each]
    return successor ? [{successor}] : []
  })
}

const toClockStarts = (clocks: readonly Clock[]): ClockStart[] =>
  clocks.flatMap((clock): ClockStart[] => {
    if (clock === 'announcement' || clock === 'release' || clock === 'sunset-announcement') return ['announcement']
    return clock === 'introduction' ? [] : [{}]
  })

/** Keeps one of the successors that would start a clock, preferably one whose subject is known. */
function pickSuccessor(starts: readonly ClockStart[]): ClockStart[] {
  const all = starts.flatMap(each => (each === 'announcement' ? [] : [each]))
  const one = all.find(({successor}) => successor) ?? all[0]
  return one ? [one] : []
}
