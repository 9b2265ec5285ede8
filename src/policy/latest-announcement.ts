import {defined} from '../model/defined.ts'
import type {History} from '../model/lifecycle/history.ts'
import {type Lifecycle, latestTenureOf, type Tenure, withOwnNotice} from '../model/lifecycle/lifecycle.ts'
import {bindingSunset} from '../model/lifecycle/sunsets.ts'
import {type Subject, subjectKey} from '../model/subject/subject.ts'
import type {Day} from '../model/time/date-range.ts'
import type {Moment} from '../model/time/timeline.ts'
import type {MissingFact, PolicyClause} from '../model/verdict/judgment.ts'
import type {EndWindow, Guarantee, Length, Policy, TimeRequirement} from '../model/verdict/policy.ts'
import {latestStart, momentOfDay, nextListedDay, previousListedDay} from './notice/durations.ts'
import {
  clocksToWaitFor,
  conditionConstraints,
  type EndOfSupportConstraint,
  startsWithAnnouncement,
  successorConstraints,
  timeConstraints
} from './notice/end-of-support-constraint.ts'
import type {TenureCase} from './notice/notice-clock.ts'
import {missingDates} from './notice/notice-verdict.ts'
import {COUNTED, type ReleaseLength, releasesIn} from './notice/release-count.ts'
import {type GuaranteeReading, possibleGuarantees} from './possible-guarantees.ts'
import {clauseOf, uniqueFacts} from './requirements.ts'

/** The latest day on which an end of support can be announced so that the policy allows it on a given day. */
export interface LatestAnnouncement {
  readonly kind: 'none-needed' | 'never' | 'day' | 'undetermined'
  readonly day?: Day
  readonly missing: readonly MissingFact[]
  /** The clock start that makes an announcement unnecessary, because it is early enough. */
  readonly started?: Moment
  /** Why the policy doesn't allow the end on that day, however early it is announced. */
  readonly refused?: {
    readonly window?: EndWindow
    readonly before?: Day
    readonly after?: Day
    /** The successor, if it is available too late. */
    readonly successor?: {readonly subject: Subject; readonly moment: Moment}
    readonly clause: PolicyClause
  }
  readonly bounds: readonly EndOfSupportConstraint[]
}

/**
 * Determines by when an end on `end` must be announced, under the guarantees that may apply to an announcement made
 * today.
 */
export function latestAnnouncement(
  lifecycle: Lifecycle,
  end: Day,
  policy: Policy,
  history: History
): LatestAnnouncement {
  const {sunsetAnnouncement: _, ...current} = withOwnNotice(latestTenureOf(lifecycle), lifecycle.subject)
  const tenure: Tenure = {...current, announcements: []}
  const about: TenureCase = {lifecycle, tenure, policy, history, from: history.timeline.asOf}
  const applicable = possibleGuarantees(about).flatMap(({guarantee, ...rest}) =>
    guarantee && !guarantee.exempt ? [{...rest, guarantee}] : []
  )
  if (applicable.length === 0) return {kind: 'none-needed', missing: [], bounds: []}
  const search: Search = {about, end, bounds: [], started: undefined}
  for (const each of applicable) {
    const refused = findRefusal(each, search)
    if (refused) return {kind: 'never', missing: [], bounds: search.bounds, refused}
  }
  addConditions(applicable, search)
  const {bounds, started} = search
  const missing = uniqueFacts(bounds.flatMap(bound => bound.missing))
  const day = firstDay(bounds)
  if (missing.length > 0) return defined({kind: 'undetermined' as const, missing, bounds, day})
  if (day !== undefined) return {kind: 'day', day, missing, bounds}
  return defined({kind: 'none-needed' as const, missing: [], bounds, started})
}

/** A guarantee that may apply to the end. */
type Applicable = GuaranteeReading & {readonly guarantee: Guarantee}

/** The state of the search, which goes through the guarantees one by one and collects their constraints. */
interface Search {
  readonly about: TenureCase
  readonly end: Day
  readonly bounds: EndOfSupportConstraint[]
  started: Moment | undefined
}

/**
 * Why a guarantee doesn't allow the end on that day; `undefined` if it may, with its constraints added to the search.
 */
function findRefusal(each: Applicable, search: Search): LatestAnnouncement['refused'] {
  return checkWindow(each, search) ?? checkSunset(each, search) ?? checkTerms(each, search)
}

function checkWindow({revision, guarantee}: Applicable, {about, end, bounds}: Search): LatestAnnouncement['refused'] {
  const {endWindow: window} = guarantee
  const clause = clauseOf({policy: about.policy, revision}, window.pointer)
  if (window.kind === 'never') return {window, clause}
  if (window.kind === 'days' && nextListedDay(end, window.days) !== end) {
    const [before, after] = [previousListedDay(end, window.days), nextListedDay(end, window.days)]
    return {window, clause, ...(before ? {before} : {}), ...(after ? {after} : {})}
  }
  if (window.kind !== 'any') bounds.push({clause, window, missing: []})
  return undefined
}

function checkSunset({revision, guarantee}: Applicable, {about, end, bounds}: Search): LatestAnnouncement['refused'] {
  const sunset = bindingSunset(about.tenure, about.history.timeline)?.moment
  if (!sunset || (sunset.when.latest !== undefined && sunset.when.latest <= end)) return undefined
  const clause = clauseOf({policy: about.policy, revision}, guarantee.pointer)
  const {earliest: after} = sunset.when
  // An end before the announced sunset is never allowed.
  if (after !== undefined && end < after) return {clause, after}
  bounds.push({clause, sunset, missing: missingDates(sunset)})
  return undefined
}

function checkTerms({revision, stability, guarantee}: Applicable, search: Search): LatestAnnouncement['refused'] {
  const {about} = search
  for (const term of guarantee.terms) {
    const clause = clauseOf({policy: about.policy, revision}, term.pointer)
    const [bound] = timeConstraints(term, stability, clause, about)
    const refused = bound && checkTerm(term, bound, clause, search)
    if (refused) return refused
  }
  return undefined
}

function checkTerm(
  term: TimeRequirement,
  bound: EndOfSupportConstraint,
  clause: PolicyClause,
  search: Search
): LatestAnnouncement['refused'] {
  const {about, end, bounds} = search
  // A clock that already started early enough needs no announcement.
  if (!bound.assumed && bound.day !== undefined && bound.day <= end) {
    search.started ??= bound.start
    return undefined
  }
  // The clock may have started early enough.
  const {doubt} = bound
  if (doubt && (doubt.soonest === undefined || doubt.soonest <= end)) {
    const {day: _, ...open} = bound
    bounds.push({...open, missing: doubt.missing})
    return undefined
  }
  if (!bound.assumed && !startsWithAnnouncement(term)) {
    if (bound.day !== undefined) return {clause, after: bound.day, ...lateSuccessor(bound, about.lifecycle)}
    bounds.push(bound)
    return undefined
  }
  bounds.push(announcementBound(term, clause, about.policy, end))
  return undefined
}

/** The constraint of a requirement whose clock only an announcement can start: the last day for making it. */
function announcementBound(
  term: TimeRequirement,
  clause: PolicyClause,
  policy: Policy,
  end: Day
): EndOfSupportConstraint {
  const {length} = term
  const by = latestStartOfDays(end, length)
  const day = by === undefined || !term.startsOn ? by : previousListedDay(by, term.startsOn)
  const releases = releasesIn(length)
  const missing: MissingFact[] =
    releases.length > 0
      ? releases.map(each => ({fact: 'shipping', of: describeRelease(each, end)}))
      : day === undefined
        ? [{fact: length === 'unstated' ? 'notice' : 'releases', of: `policy ${policy.name}`}]
        : []
  return {clause, length, missing, ...clocksToWaitFor(term), ...defined({day})}
}

/** Adds the constraints of the guarantees other than time: a successor, and conditions. */
function addConditions(applicable: readonly Applicable[], {about, end, bounds}: Search): void {
  const {policy, history} = about
  const {asOf} = history.timeline
  const latest = firstDay(bounds)
  for (const {revision, stability, guarantee} of applicable) {
    const {successor, conditions} = guarantee
    // An announcement is made today at the earliest.
    const by = successor?.before === 'announcement' && latest !== undefined ? (latest < asOf ? asOf : latest) : end
    const clause = clauseOf({policy, revision}, successor?.pointer ?? guarantee.pointer)
    const needed = successor ? successorConstraints(successor, stability, clause, about, momentOfDay(by)) : []
    bounds.push(...needed.map(({day: _, ...bound}) => bound))
    bounds.push(...conditionConstraints(conditions, pointer => clauseOf({policy, revision}, pointer), about))
  }
}

/** The successor whose introduction starts the clock, if that isn't the subject itself. */
function lateSuccessor(
  {start}: EndOfSupportConstraint,
  {subject}: Lifecycle
): {successor?: {subject: Subject; moment: Moment}} {
  if (!start?.of || subjectKey(start.of) === subjectKey(subject)) return {}
  return {successor: {subject: start.of, moment: start}}
}

const firstDay = (bounds: readonly EndOfSupportConstraint[]): Day | undefined =>
  bounds.flatMap(({day}) => day ?? []).toSorted()[0]

/** The last day that leaves the calendar parts of a length, ignoring parts in releases; `undefined` if unknown. */
function latestStartOfDays(end: Day, length: Length): Day | undefined {
  if (length === 'unstated' || !('longest' in length)) return latestStart(end, length)
  const days = length.longest.flatMap(part => (releasesIn(part).length > 0 ? [] : [latestStartOfDays(end, part)]))
  return days.includes(undefined) ? undefined : days.flatMap(day => day ?? []).toSorted()[0]
}

/** Describes the release before which it must be announced. */
const describeRelease = ({count, unit}: ReleaseLength, end: Day): string =>
  count === 1
    ? `the last ${COUNTED[unit].slice(0, -1)} up to ${end}`
    : `the first of the last ${count} ${COUNTED[unit]} up to ${end}`
