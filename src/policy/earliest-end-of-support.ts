import {defined} from '../model/defined.ts'
import type {History} from '../model/lifecycle/history.ts'
import {type Lifecycle, latestTenureOf, withOwnNotice} from '../model/lifecycle/lifecycle.ts'
import {bindingSunset} from '../model/lifecycle/sunsets.ts'
import {formatSubject} from '../model/subject/subject.ts'
import {type Day, UNKNOWN_DATE} from '../model/time/date-range.ts'
import type {MissingFact, PolicyClause, Unannounced} from '../model/verdict/judgment.ts'
import type {Clock, DayOfYear, Policy, SuccessorRequirement} from '../model/verdict/policy.ts'
import {findAlternativeTenures, findUndecidedDates, lacksVersion} from './judge-end-of-support.ts'
import {nextListedDay} from './notice/durations.ts'
import {
  conditionConstraints,
  type EndOfSupportConstraint,
  successorConstraints,
  timeConstraints
} from './notice/end-of-support-constraint.ts'
import type {TenureCase} from './notice/notice-clock.ts'
import {missingDates} from './notice/notice-verdict.ts'
import {factsToChooseRevision} from './notice/revisions.ts'
import {type GuaranteeReading, possibleGuarantees} from './possible-guarantees.ts'
import {clauseOf, uniqueFacts} from './requirements.ts'

/**
 * The earliest end of support. `any`: no day is too early, if the bounds are met. `never`: the policy never ends support
 * at this stability level. `day`: ending on that day is allowed under every reading of unknown facts, if the other bounds
 * are met. `after`: a bound waits for its clock to start, and the day, if there is one, is only that of the other bounds.
 */
export interface EarliestEndOfSupport {
  readonly kind: 'any' | 'never' | 'day' | 'after' | 'undetermined'
  readonly day?: Day
  /** Set if an earlier day may also be allowed: the earliest such day, if there is one, and the facts that would decide. */
  readonly earlier?: {readonly day?: Day; readonly missing: readonly MissingFact[]}
  /**
   * Whether no day is allowed with the announcement that was made, because something required before it was missing.
   */
  readonly isLate?: true
  /** Set if successors started periods, none has yet to start, and nothing was announced. */
  readonly unannounced?: Unannounced
  readonly bounds: readonly EndOfSupportConstraint[]
  readonly missing: readonly MissingFact[]
  readonly stabilities: readonly string[]
  readonly clause?: PolicyClause
}

/** The earliest end of support if it is known exactly; `undefined` if an earlier day may be allowed, too. */
export const exactEarliestEnd = ({kind, day, earlier}: EarliestEndOfSupport): Day | undefined =>
  kind === 'day' && !earlier ? day : undefined

/** Whether support may end only with a new major version, so that no day allows it. */
export const needsMajorRelease = ({bounds}: Pick<EarliestEndOfSupport, 'bounds'>): boolean =>
  bounds.some(({window}) => window?.kind === 'major')

/**
 * The earliest end of support that is allowed under every reading of the tenure, whatever day it is. For a plan, `from` is
 * the first day that is considered, on which clocks that haven't started would start.
 */
export function earliestEndOfSupport(
  lifecycle: Lifecycle,
  policy: Policy,
  history: History,
  from?: Day
): EarliestEndOfSupport {
  const tenure = withOwnNotice(latestTenureOf(lifecycle), lifecycle.subject)
  const {timeline} = history
  const about = {lifecycle, policy, history, ...defined({from})}
  const earliestEnd = earliestEndOfTenure({...about, tenure})
  // Readings in which support has already ended impose no wait.
  const others = findAlternativeTenures(tenure, lifecycle, timeline).flatMap(other =>
    other.end ? [] : [{other, each: earliestEndOfTenure({...about, tenure: other})}]
  )
  const differing = others.filter(({each}) => each.kind !== earliestEnd.kind || each.day !== earliestEnd.day)
  if (differing.length === 0) return earliestEnd
  const all = [earliestEnd, ...differing.map(({each}) => each)]
  const latest = all.reduce((late, each) => (isStricter(each, late) ? each : late))
  const undecidedDates = differing.flatMap(({other}) => findUndecidedDates(other, lifecycle, timeline))
  const dates = [tenure.introduced?.moment, tenure.sunset?.moment].flatMap(moment =>
    moment ? missingDates(moment) : []
  )
  const missing = uniqueFacts([...undecidedDates, ...dates, ...all.flatMap(each => each.earlier?.missing ?? [])])
  if (latest.kind !== 'day' && latest.kind !== 'after')
    return {...latest, kind: 'undetermined', missing: uniqueFacts([...latest.missing, ...missing])}
  const days = all
    .filter(({kind}) => kind !== 'after')
    .map(({kind, day, earlier}) => (kind === 'any' ? from : earlier ? earlier.day : day))
  return {...latest, earlier: {...defined({day: days.includes(undefined) ? undefined : days.toSorted()[0]}), missing}}
}

const STRICTNESS = {any: 0, day: 1, after: 2, undetermined: 3, never: 4} as const

const isStricter = (a: EarliestEndOfSupport, b: EarliestEndOfSupport): boolean =>
  a.kind === b.kind ? (a.day ?? '') > (b.day ?? '') : STRICTNESS[a.kind] > STRICTNESS[b.kind]

function earliestEndOfTenure(about: TenureCase): EarliestEndOfSupport {
  const {lifecycle, policy, history, from} = about
  const all = possibleGuarantees(about)
  const stabilities = [...new Set(all.map(({stability}) => stability))]
  const applicable = all.filter(({guarantee}) => guarantee && !guarantee.exempt)
  const first = all[0]
  if (applicable.length === 0) {
    const clause =
      first && clauseOf({policy, revision: first.revision}, first.guarantee?.pointer ?? first.revision.pointer)
    return {kind: 'any', bounds: [], missing: [], stabilities, ...defined({clause})}
  }
  const hasNoLifetime =
    lacksVersion(lifecycle.subject, stabilities) &&
    applicable.some(({guarantee}) => guarantee?.terms.some(({aspect}) => aspect === 'lifetime'))
  const unknownStability: MissingFact[] =
    hasNoLifetime || (applicable.length < all.length && stabilities.length > 1)
      ? [{fact: 'stability', of: formatSubject(lifecycle.subject)}]
      : []
  const byReading = all.map(reading => ({reading, bounds: constraintsOf(reading, about)}))
  const bounds = dedupe(byReading.flatMap(each => each.bounds))
  const isUnstarted = bounds.some(({assumed}) => assumed)
  const unannounced = isUnstarted ? undefined : bounds.find(bound => bound.unannounced)?.unannounced
  const undecided = (): MissingFact[] => {
    const revisions = [...new Set(applicable.map(({revision}) => revision))]
    return revisions.length < 2 || !first
      ? unknownStability
      : [...unknownStability, ...factsToChooseRevision(policy, revisions, first.anchor, history.timeline)]
  }
  const never = bounds.find(({window}) => window?.kind === 'never')
  if (never) {
    const certain =
      applicable.length === all.length && applicable.every(({guarantee}) => guarantee?.endWindow.kind === 'never')
    return {
      kind: certain ? 'never' : 'undetermined',
      bounds,
      missing: certain ? unknownStability : undecided(),
      stabilities,
      clause: never.clause
    }
  }
  const missing = uniqueFacts([...unknownStability, ...bounds.flatMap(bound => bound.missing)])
  const isConflict = listedDays(bounds)?.length === 0
  const isOpen =
    isConflict || hasNoLifetime || bounds.some(({day, isCondition, missing: [fact]}) => !day && !isCondition && fact)
  const {kind, day} = firstDayOf(bounds, from, isOpen)
  const decisive = bounds.findLast(bound => bound.day === day) ?? bounds[0]
  const earlier = day === undefined || kind !== 'day' ? undefined : findEarlierDay(day, byReading, about)
  return {
    kind,
    ...defined({day, earlier, unannounced}),
    ...(byReading.every(each => each.bounds.some(({isLate}) => isLate)) ? {isLate: true as const} : {}),
    bounds,
    missing: isConflict ? uniqueFacts([...missing, ...undecided()]) : missing,
    stabilities,
    ...defined({clause: decisive?.clause})
  }
}

/** The first day that the bounds allow. `isOpen` if facts are missing without which there's none. */
function firstDayOf(
  bounds: readonly EndOfSupportConstraint[],
  from: Day | undefined,
  isOpen: boolean
): Pick<EarliestEndOfSupport, 'kind' | 'day'> {
  if (isOpen) return {kind: 'undetermined'}
  const day = latestDay(bounds, from)
  const isWaiting = from === undefined && bounds.some(({assumed}) => assumed)
  return {kind: isWaiting ? 'after' : day === undefined ? 'any' : 'day', ...defined({day})}
}

/** The first day that all bounds allow, including listed days of the year; `undefined` if they allow any day. */
function latestDay(bounds: readonly EndOfSupportConstraint[], from: Day | undefined): Day | undefined {
  const day = [from, ...bounds.map(bound => bound.day)]
    .flatMap(each => each ?? [])
    .toSorted()
    .at(-1)
  const listed = listedDays(bounds)
  return day && listed ? nextListedDay(day, listed) : day
}

/** The days of the year that all bounds with such days allow; `undefined` if none has any. */
function listedDays(bounds: readonly EndOfSupportConstraint[]): readonly DayOfYear[] | undefined {
  const [listed, ...others] = bounds.flatMap(({window}) => (window?.kind === 'days' ? [window.days] : []))
  return listed?.filter(each => others.every(days => days.includes(each)))
}

interface ReadingWithConstraints {
  readonly reading: GuaranteeReading
  readonly bounds: readonly EndOfSupportConstraint[]
}

/**
 * Returns the earliest day that may be allowed and the facts that would decide; `undefined` if no earlier day is
 * possible.
 */
function findEarlierDay(
  day: Day,
  all: readonly ReadingWithConstraints[],
  {lifecycle, policy, history, from}: TenureCase
): EarliestEndOfSupport['earlier'] {
  const {timeline} = history
  const read = all.map(({reading, bounds}) => {
    const late = latestDay(bounds, from) ?? ''
    const soon = latestDay(bounds.map(soonest), from) ?? ''
    return {...reading, late, soon, doubts: soon < late ? bounds.flatMap(({doubt}) => doubt?.missing ?? []) : []}
  })
  const first = read.map(({soon}) => soon).reduce((soon, each) => (each < soon ? each : soon), day)
  if (first >= day) return undefined
  const differ = (group: typeof read): boolean => new Set(group.map(({late}) => late)).size > 1
  const revisions = [...new Set(read.map(({revision}) => revision))]
  const stabilities = [...new Set(read.map(({stability}) => stability))]
  const missing = read.flatMap(({doubts}) => doubts)
  if (revisions.some(one => differ(read.filter(({revision}) => revision === one)))) {
    missing.push({fact: 'stability', of: formatSubject(lifecycle.subject)})
  }
  const anchor = read[0]?.anchor
  if (anchor && stabilities.some(one => differ(read.filter(({stability}) => stability === one)))) {
    missing.push(...factsToChooseRevision(policy, revisions, anchor, timeline))
  }
  return {...(first === '' ? {} : {day: first}), missing: uniqueFacts(missing)}
}

/** The bound if every unknown fact turned out in favor of an early end. */
function soonest({day, doubt, ...bound}: EndOfSupportConstraint): EndOfSupportConstraint {
  const first = doubt ? doubt.soonest : day
  return {...bound, ...defined({day: first})}
}

function dedupe(bounds: readonly EndOfSupportConstraint[]): EndOfSupportConstraint[] {
  const seen = new Set<string>()
  return bounds.filter(bound => {
    // A sunset counts once, even if several policy revisions apply.
    const key = JSON.stringify([bound.sunset ? 'sunset' : bound.clause, bound.day, bound.missing])
    return !seen.has(key) && seen.add(key)
  })
}

const bringsSuccessor = (clock: Clock, {stability}: SuccessorRequirement): boolean =>
  clock === 'stable-successor' || (clock === 'successor' && stability === 'any')

function constraintsOf(
  {revision, stability, guarantee}: GuaranteeReading,
  about: TenureCase
): EndOfSupportConstraint[] {
  if (!guarantee) return []
  const {tenure, policy, history, from} = about
  const clause = (pointer: string): PolicyClause => clauseOf({policy, revision}, pointer)
  const terms = guarantee.terms.flatMap(term => timeConstraints(term, stability, clause(term.pointer), about))
  const binding = bindingSunset(tenure, history.timeline)?.moment
  const day = binding?.isOpen && from === undefined ? undefined : binding?.when.latest
  const sunset: EndOfSupportConstraint[] = binding
    ? [
        {
          clause: clause(guarantee.pointer),
          sunset: binding,
          ...defined({day}),
          missing: day === undefined ? missingDates({...binding, when: UNKNOWN_DATE}) : []
        }
      ]
    : []
  const window: EndOfSupportConstraint[] =
    guarantee.endWindow.kind === 'any'
      ? []
      : [{clause: clause(guarantee.endWindow.pointer), window: guarantee.endWindow, missing: []}]
  const conditions = conditionConstraints(guarantee.conditions, clause, about)
  // A bound that waits for a successor already covers the successor requirement.
  const {successor: requirement} = guarantee
  const isAwaited =
    requirement && terms.some(({waitsFor}) => waitsFor?.every(clock => bringsSuccessor(clock, requirement)))
  const successor =
    requirement && !isAwaited ? successorConstraints(requirement, stability, clause(requirement.pointer), about) : []
  return [...terms, ...sunset, ...window, ...successor, ...conditions]
}
