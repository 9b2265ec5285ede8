import {defined} from '../../model/defined.ts'
import {groupBy} from '../../model/group-by.ts'
import type {History} from '../../model/lifecycle/history.ts'
import {type Announcement, countedMoment, type Lifecycle, type Tenure} from '../../model/lifecycle/lifecycle.ts'
import {formatSubject, isEndpoint, type Subject} from '../../model/subject/subject.ts'
import {compareMarkers, type Marker, markerOf} from '../../model/subject/version-marker.ts'
import type {Day} from '../../model/time/date-range.ts'
import {
  compareMoments,
  earliestMoment,
  isReachedBy,
  laterMoment,
  type Moment,
  momentOfEntry
} from '../../model/time/timeline.ts'
import type {MissingFact, Unannounced} from '../../model/verdict/judgment.ts'
import type {Clock, DayOfYear, Guarantee, Policy} from '../../model/verdict/policy.ts'
import {areAnnouncementsComplete, unrecordedFacts} from '../announcement-completeness.ts'
import {nextListedDay} from './durations.ts'
import {missingDates, unrecordedIntroduction} from './notice-verdict.ts'
import {stabilityOf, stabilityRank} from './stability.ts'

/** The subject of judging: one tenure of one subject in its history, under a policy. */
export interface TenureCase {
  readonly lifecycle: Lifecycle
  readonly tenure: Tenure
  readonly policy: Policy
  readonly history: History
  /** For a plan, the day on which a notice would start that hasn't started. */
  readonly from?: Day
}

export type StartedClock = Moment & {
  readonly clock: Clock
  /** The subject whose introduction it is, if it is one. */
  readonly of?: Subject
}

export interface UncertainClock {
  readonly start?: StartedClock
  /** The earliest possible start if no start is known: an end can't be announced before the subject was introduced. */
  readonly floor?: StartedClock
  readonly missing: readonly MissingFact[]
}

/** The state of a notice clock. `uncertain` lists clocks that may have started, with the facts that would decide. */
export interface ClockReading {
  /** The starts of all clocks that have started. */
  readonly starts: readonly StartedClock[]
  /** The earliest start. */
  readonly started?: StartedClock
  readonly uncertain: readonly UncertainClock[]
  /** Facts other than dates that make the start inexact. */
  readonly missing: readonly MissingFact[]
}

/** Reads all clocks that a requirement accepts. A subject known only by its end has an unknown introduction. */
export function readClocks(clocks: readonly Clock[], stability: string, about: TenureCase): ClockReading {
  const found: FoundClocks = {starts: [], uncertain: [], missing: []}
  for (const clock of clocks) {
    if (clock === 'announcement' || clock === 'release' || clock === 'sunset-announcement')
      readAnnouncements(clock, about, found)
    else if (clock === 'introduction') readIntroduction(about, found)
    else if (clock === 'next-version') {
      const next = findNextVersion(about.lifecycle.subject, about.history)
      if (next) found.starts.push(sinceIntroduction({...next, clock}, about))
    } else readSuccessors(clock, stability, about, found)
  }
  const {starts, uncertain, missing} = found
  return defined({starts, started: earliestMoment(starts, about.history.timeline), uncertain, missing})
}

/** Clocks that a release starts without an announcement. */
const SUCCESSOR_CLOCKS: ReadonlySet<Clock> = new Set(['successor', 'stable-successor', 'next-version'])

/** Whether nothing announced an end before it; `undefined` if something did, or if no successor started a period. */
export function findUnannounced(
  starts: readonly ({readonly clock: Clock} | undefined)[],
  {tenure, history}: Pick<TenureCase, 'tenure' | 'history'>
): Unannounced | undefined {
  const {end, announcements} = tenure
  const isLate = ({moment}: Announcement): boolean =>
    end !== undefined && isReachedBy(history.timeline, end.moment, moment)
  if (!starts.some(start => start && SUCCESSOR_CLOCKS.has(start.clock)) || !announcements.every(isLate))
    return undefined
  return areAnnouncementsComplete(end?.event, history) || isNeverAnnounced(tenure) ? 'certain' : 'unrecorded'
}

interface FoundClocks {
  readonly starts: StartedClock[]
  readonly uncertain: UncertainClock[]
  readonly missing: MissingFact[]
}

/** The start of the clock, or the introduction of the subject if that is later. */
const sinceIntroduction = (start: StartedClock, {tenure, history}: TenureCase): StartedClock =>
  existedBy(start, tenure, history) ? start : laterMoment(start, tenure.introduced?.moment, history.timeline)

function readAnnouncements(
  clock: Clock,
  {lifecycle: {subject}, tenure, history}: TenureCase,
  found: FoundClocks
): void {
  const {timeline} = history
  const {end, introduced} = tenure
  const counted = announcementsFor(clock, tenure)
  for (const {moment, mark = moment, unrecorded, event} of counted) {
    found.starts.push({...(clock === 'release' ? mark : moment), clock})
    if (unrecorded) found.missing.push({fact: 'commit', of: `announcement in ${timeline.entries[event.entry]?.name}`})
    // The deprecation mark existed by that date, but may be older.
    else if (event.by && !event.announced)
      found.missing.push(...unrecordedFacts('announcement', subject, event, history))
  }
  if (counted.length > 0 || areAnnouncementsComplete(end?.event, history) || isNeverAnnounced(tenure)) return
  // Only an introduction that certainly preceded the end is the earliest day on which the end can have been announced.
  const isFloor =
    end && introduced && !introduced.event.by && compareMoments(timeline, introduced.moment, end.moment) === 'before'
  const floor = isFloor ? {floor: {...introduced.moment, clock}} : {}
  found.uncertain.push({...floor, missing: unrecordedFacts('announcement', subject, end?.event, history)})
}

function readIntroduction({lifecycle: {subject}, tenure: {introduced}}: TenureCase, found: FoundClocks): void {
  const clock = 'introduction'
  if (introduced) found.starts.push({...countedMoment(introduced), clock, of: subject})
  else {
    found.starts.push({...unrecordedIntroduction(subject), clock})
    found.missing.push({fact: 'introduction', of: formatSubject(subject)})
  }
}

function readSuccessors(clock: Clock, stability: string, about: TenureCase, found: FoundClocks): void {
  const {tenure, policy, history} = about
  for (const {subject, moment, startsClock, dependsOn, unrecorded} of tenure.successors) {
    if (!startsClock && !dependsOn) continue
    // A successor's release starts the clock no earlier than it was named; one named together with the end gave no
    // notice.
    const named =
      unrecorded && dependsOn && tenure.end && compareMoments(history.timeline, dependsOn, tenure.end.moment)
    if (named === 'same' || named === 'after') continue
    const start = sinceIntroduction({...moment, clock, of: subject}, about)
    const known = stabilityOf(subject, policy, history)
    const needsStability = clock === 'stable-successor'
    if (needsStability && known !== undefined && stabilityRank(known, policy) < stabilityRank(stability, policy))
      continue
    const unknown: MissingFact[] = [
      ...(dependsOn ? missingDates(dependsOn, moment) : []),
      ...(needsStability && known === undefined ? [{fact: 'stability' as const, of: formatSubject(subject)}] : [])
    ]
    if (unknown.length > 0) found.uncertain.push({start, missing: unknown})
    else found.starts.push(start)
  }
}

/** The announcements that start the clock. */
function announcementsFor(clock: Clock, {announcements, sunsetAnnouncement}: Tenure): readonly Announcement[] {
  if (clock === 'sunset-announcement') return sunsetAnnouncement ? [sunsetAnnouncement] : []
  return clock === 'announcement' ? announcements : announcements.filter(({mark}) => mark)
}

/** Whether the subject existed by the start, even if its exact introduction is unknown. */
function existedBy(start: Moment, {introduced}: Tenure, {timeline}: History): boolean {
  const entry = introduced?.event.by && timeline.entries[introduced.event.entry]
  return entry !== undefined && isReachedBy(timeline, momentOfEntry(entry), start)
}

const versionCache = new WeakMap<History, readonly {readonly marker: Marker; readonly moment: Moment}[]>()

/**
 * When the first endpoint under a higher marker was released, for an API that is versioned as a whole; `undefined` if
 * none was.
 */
function findNextVersion({target}: Subject, history: History): Moment | undefined {
  const own = target.path !== undefined ? markerOf(target.path) : undefined
  if (!own) return undefined
  const known = versionCache.get(history) ?? collectVersions(history)
  versionCache.set(history, known)
  const higher = known.filter(({marker}) => marker.segment === own.segment && compareMarkers(marker.text, own.text) > 0)
  return earliestMoment(
    higher.map(({moment}) => moment),
    history.timeline
  )
}

/** Version markers, such as `v1`, with the moment at which each first appeared in a path. */
function collectVersions({lifecycles, timeline}: History): {marker: Marker; moment: Moment}[] {
  const all = lifecycles.flatMap(({subject, tenures}) => {
    const marker = isEndpoint(subject.target) && !subject.part ? markerOf(subject.target.path) : undefined
    const introduced = tenures.find(each => each.introduced)?.introduced
    return marker && introduced ? [{marker, moment: countedMoment(introduced)}] : []
  })
  const groups = groupBy(all, ({marker}) => `${marker.segment} ${marker.text}`)
  return [...groups.values()].flatMap(group => {
    const moments = group.map(({moment}) => moment)
    const moment = earliestMoment(moments, timeline)
    return group[0] && moment ? [{marker: group[0].marker, moment}] : []
  })
}

/** Whether the history states that the end was never announced. */
export const isNeverAnnounced = ({end}: Tenure): boolean => end?.event.announced?.kind === 'never'

/** The start moved forward to the first listed day of the year, for a policy that counts from such days only. */
export function alignToListedDays<M extends Moment>(start: M, days: readonly DayOfYear[] | undefined): M {
  if (!days) return start
  const move = (day: string | undefined) => (day === undefined ? undefined : nextListedDay(day, days))
  const from = move(start.when.earliest)
  const until = move(start.when.latest)
  // The moved start isn't the moment of a release any longer.
  const {entry: _, ...rest} = start
  const when = defined({earliest: from, latest: until})
  return {...(rest as M), when}
}

/** The tenure without replacements that are only named and not recorded. */
export const withoutUnrecordedSuccessors = (tenure: Tenure): Tenure => ({
  ...tenure,
  successors: tenure.successors.filter(({unrecorded}) => !unrecorded)
})

/** When an end of support was announced, as one revision defines it. */
export interface AnnouncementDate {
  /** The moment that determines which revision applies. */
  readonly anchor: Moment
  /** The start of the notice; `undefined` if no clock has started. */
  readonly start?: Moment
}

/**
 * Determines when an end of support was announced. `last` is the end, or the latest day for announcing it; it counts if
 * there is no earlier announcement. With `allowUnrecorded`, an unrecorded announcement may have been made earlier, under
 * another revision.
 */
export function determineAnnouncementDate(
  guarantee: Guarantee | undefined,
  stability: string,
  about: TenureCase,
  last: Moment,
  allowUnrecorded = false
): AnnouncementDate {
  const {timeline} = about.history
  const notice = guarantee?.terms.find(({aspect}) => aspect === 'notice')
  // A period that counts from the introduction starts without an announcement.
  const clocks = notice?.clocks.filter(clock => clock !== 'introduction') ?? []
  const announced = readClocks(['announcement'], stability, about)
  const counted = readClocks(clocks, stability, about)
  const start = counted.started ?? announced.started
  const certainStart = earliestMoment<Moment>([...announced.starts, ...counted.starts, last], timeline) ?? last
  const uncertainStarts = [announced, counted].flatMap(({uncertain}) =>
    uncertain.flatMap(each => each.start ?? (allowUnrecorded ? each.floor : undefined) ?? [])
  )
  const earlier = uncertainStarts.filter(each => !isReachedBy(timeline, certainStart, each))
  const anchor =
    earlier.length === 0
      ? certainStart
      : toOpenMoment(earliestMoment<Moment>([certainStart, ...earlier], timeline) ?? certainStart, certainStart)
  return defined({anchor, start})
}

/** A moment between the earliest day of the first and the latest day of the second. */
const toOpenMoment = (first: Moment, last: Moment): Moment => ({
  stated: first.stated,
  when: defined({earliest: first.when.earliest, latest: last.when.latest}),
  oneOf: [first, last]
})
