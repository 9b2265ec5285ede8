import {defined} from '../../model/defined.ts'
import type {History, WeakenedFact} from '../../model/lifecycle/history.ts'
import type {Introduction, Lifecycle, Tenure} from '../../model/lifecycle/lifecycle.ts'
import {bindingSunset, sunsetRelease} from '../../model/lifecycle/sunsets.ts'
import {covers, isEndpoint, isPrefix, type Subject, subjectKey} from '../../model/subject/subject.ts'
import {type DateRange, isBefore, isExactDate, isOnOrBefore} from '../../model/time/date-range.ts'
import {versionOf} from '../../model/time/release.ts'
import type {Moment} from '../../model/time/timeline.ts'
import type {Clock, Guarantee, Policy} from '../../model/verdict/policy.ts'
import {isCompleteAt} from '../../policy/announcement-completeness.ts'
import {stabilityOf, stabilityRank} from '../../policy/notice/stability.ts'

/** A history before and after a change, and which subjects the API still supports. */
export interface HistoryStates {
  readonly before: History
  /**
   * The history after the change: all of it, and without the lines that the change adds, which are judged as changes.
   */
  readonly now: readonly [whole: History, kept: History]
  readonly isSupported: (subject: Subject) => boolean
}

/**
 * Finds the facts that bind removals, such as a sunset, and that a change weakens because it deletes or edits their
 * lines. A fact that other lines still state isn't weakened: endpoints that are listed one by one can replace their
 * prefix.
 */
export function findWeakenedFacts({before, now, isSupported}: HistoryStates, policy: Policy): WeakenedFact[] {
  const [whole, kept] = now
  const subjects = before.lifecycles.filter(life => isSupported(life.subject) && !isEmptied(life, before))
  const weakened = subjects.flatMap(life =>
    FACTS.flatMap(compare => {
      const found = compare(life, {before, now: whole, policy})
      return found && compare(life, {before, now: kept, policy}) ? [found] : []
    })
  )
  const hasGap = before.timeline.entries.some(({index, name}) => {
    const at = whole.timeline.entries.findIndex(each => each.name === name)
    return at !== -1 && isCompleteAt(index, before) && !isCompleteAt(at, whole)
  })
  // A first history may have gaps. An existing one may not get them, because they would make what it lists undetermined.
  return [...(hasGap ? [{fact: 'completeness' as const}] : []), ...weakened]
}

/**
 * Whether a subject binds no removal itself: it was removed, or it is a prefix whose endpoints are listed one by one.
 */
function isEmptied({subject, tenures}: Lifecycle, {lifecycles}: History): boolean {
  if (tenures.at(-1)?.end?.removal) return true
  const {target, part} = subject
  return (
    isPrefix(target) &&
    !part &&
    lifecycles.some(other => isEndpoint(other.subject.target) && covers(subject, other.subject))
  )
}

interface Compared {
  readonly before: History
  readonly now: History
  readonly policy: Policy
}

type Compare = (life: Lifecycle, compared: Compared) => WeakenedFact | undefined

const lastTenure = (subject: Subject, {bySubject}: History): Tenure | undefined =>
  bySubject.get(subjectKey(subject))?.tenures.at(-1)

function compareSunset({subject, tenures}: Lifecycle, {before, now}: Compared): WeakenedFact | undefined {
  const [tenure, other] = [tenures.at(-1), lastTenure(subject, now)]
  const was = tenure && bindingSunset(tenure, before.timeline)?.moment
  if (!was || isOnOrBefore(was.when, before.timeline.asOf)) return undefined
  const is = other && bindingSunset(other, now.timeline)?.moment
  if (is && isNoEarlier(is, was, {before, now})) return undefined
  return defined({fact: 'sunset', subject, was, is})
}

/** Whether a sunset is certainly no earlier than another one: by its days, or by the versions of its releases. */
function isNoEarlier(is: Moment, was: Moment, {before, now}: Pick<Compared, 'before' | 'now'>): boolean {
  if (covered(was.when) && covered(is.when))
    return is.when.earliest >= was.when.earliest && is.when.latest >= was.when.latest
  if (is.stated === was.stated) return !covered(was.when) && !isBefore(is.when, was.when)
  const [left, right] = [
    versionOf(sunsetRelease(is, now.timeline) ?? ''),
    versionOf(sunsetRelease(was, before.timeline) ?? '')
  ]
  return left !== undefined && right !== undefined && left.compare(right) >= 0
}

const covered = (when: DateRange): when is Required<DateRange> =>
  when.earliest !== undefined && when.latest !== undefined

function compareStability(
  {subject, statedStabilities}: Lifecycle,
  {before, now, policy}: Compared
): WeakenedFact | undefined {
  if (statedStabilities.length === 0) return undefined
  const [was, is] = [stabilityOf(subject, policy, before), stabilityOf(subject, policy, now)]
  if (was === undefined || (is !== undefined && stabilityRank(is, policy) >= stabilityRank(was, policy)))
    return undefined
  return defined({fact: 'stability', subject, was, is})
}

/**
 * The introduction, if it is weakened: it isn't recorded any longer, its day isn't certain or in the past any longer,
 * or a restoration was replaced by an older introduction. Otherwise `undefined`.
 */
function compareIntroduction({subject, tenures}: Lifecycle, {before, now, policy}: Compared): WeakenedFact | undefined {
  const [was, is] = [tenures.at(-1)?.introduced, lastTenure(subject, now)?.introduced]
  if (!was) return undefined
  const isOlder = is !== undefined && was.event.kind === 'restored' && isBefore(is.moment.when, was.moment.when)
  const isKept = is !== undefined && (!isCertain(was, before) || isCertain(is, now))
  if (!isOlder && (isKept || !usesClock(policy, 'introduction'))) return undefined
  return defined({fact: 'introduction', subject, was: was.moment, is: is?.moment})
}

/** Whether the day of an introduction is known and has come. */
const isCertain = ({event, moment: {when}}: Introduction, {timeline}: History): boolean =>
  isExactDate(when) && isOnOrBefore(when, timeline.asOf) && !event.by

/** The successor from whose release an overlap counts, if the change drops it; otherwise `undefined`. */
function compareSuccessor({subject, tenures}: Lifecycle, {now, policy}: Compared): WeakenedFact | undefined {
  if (!guaranteesOf(policy).some(({terms}) => terms.some(({aspect}) => aspect === 'overlap'))) return undefined
  const was = tenures.at(-1)?.successors ?? []
  const is = lastTenure(subject, now)?.successors ?? []
  const starting = was.find(({startsClock}) => startsClock)
  const lost = is.length === 0 ? was[0] : is.some(({startsClock}) => startsClock) ? undefined : starting
  return lost && {fact: 'successor', subject, was: lost.subject, ...(is[0] ? {is: is[0].subject} : {})}
}

const FACTS: readonly Compare[] = [compareSunset, compareStability, compareIntroduction, compareSuccessor]

const guaranteesOf = ({revisions}: Policy): readonly Guarantee[] =>
  revisions.flatMap(({guarantees}) => Object.values(guarantees)).flatMap(each => [each, ...Object.values(each.kinds)])

/** Whether a period of the policy counts from a clock. */
export const usesClock = (policy: Policy, clock: Clock): boolean =>
  guaranteesOf(policy).some(({terms}) => terms.some(({clocks}) => clocks.includes(clock)))
