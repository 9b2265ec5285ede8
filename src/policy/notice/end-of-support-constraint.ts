import type {History} from '../../model/lifecycle/history.ts'
import {formatSubject, type Subject} from '../../model/subject/subject.ts'
import {type Day, onDay} from '../../model/time/date-range.ts'
import {type Moment, order} from '../../model/time/timeline.ts'
import type {Clause, Missing} from '../../model/verdict/judgement.ts'
import type {Clock, Gate, Length, SuccessorDuty, Term, Window} from '../../model/verdict/policy.ts'
import {judgeSuccessor, unique} from '../requirements.ts'
import {dueDay} from './durations.ts'
import {alignedTo, type Case, type ClockReading, readClocks, type Started, withoutUnrecorded} from './notice-clock.ts'
import {coarse} from './notice-verdict.ts'
import {dayOfRelease, releasesIn} from './release-count.ts'

/** One thing that an end must wait for. */
export interface Bound {
  readonly clause: Clause
  /** The day from which this bound allows the end; left out where the calendar alone cannot tell. */
  readonly day?: Day
  readonly length?: Length
  /** Whose introduction it is, where it is one. */
  readonly start?: Moment & {readonly of?: Subject}
  /** No clock has started: counted as if it started on the as-of day. */
  readonly assumed?: boolean
  /** What starts the clock, where no announcement does. */
  readonly waitsFor?: readonly Clock[]
  readonly window?: Window
  readonly sunset?: Moment
  readonly gate?: string
  /** What there must be to move to. */
  readonly successor?: SuccessorDuty
  /** What succeeds it, and is still to come. */
  readonly comes?: readonly {readonly subject: Subject; readonly moment: Moment}[]
  /** It had to be there before the announcement that was made, and was not: no wait makes up for that. */
  readonly isLate?: true
  readonly missing: readonly Missing[]
  /** It may be over before its day already: from when on at the soonest (left out: at any time), and what would tell. */
  readonly doubt?: Doubt
  /** So many releases that count are still to ship, and the day before which it is not over even so. */
  readonly awaits?: {readonly releases: number; readonly notBefore?: Day}
}

export interface Doubt {
  readonly soonest?: Day
  readonly missing: readonly Missing[]
}

/** The case without replacements that are only named: they are still to come, and no end waits for their release. */
const released = (about: Case): Case => ({...about, tenure: withoutUnrecorded(about.tenure)})

export function termBound(term: Term, stability: string, clause: Clause, about: Case): Bound[] {
  const {history} = about
  const today = todayIn(history)
  const reading = readClocks(term.clocks, stability, released(about))
  if (term.aspect === 'overlap' && !reading.started) return perhapsBound(term, reading, clause, about)
  const counts = reading.started && !isAfterToday(reading.started, history)
  const start = alignedTo(counts && reading.started ? reading.started : today, term.startsOn)
  const base = {clause, length: term.length, start, ...(counts ? {} : {assumed: true, ...waiting(term)})}
  const day = dueBy(start, term.length, about)
  const doubt = counts && day !== undefined ? doubtOf(day, term, reading, about) : undefined
  if (day !== undefined) return [{...base, day, missing: [], ...(doubt ? {doubt} : {})}]
  const awaits = start.when.latest === undefined ? undefined : awaited(start, term.length, about)
  if (awaits) return [{...base, awaits, missing: [{fact: 'shipping', of: sayable(awaits.releases)}]}]
  const missing: Missing[] =
    start.when.latest === undefined
      ? [...reading.missing, ...coarse(start)]
      : [
          term.length === 'unstated'
            ? {fact: 'notice', of: `policy ${about.policy.name}`}
            : {fact: 'releases', of: `after ${start.stated}`}
        ]
  return [{...base, missing: unique(missing)}]
}

/** Where it is not known whether there is a successor that counts, nothing may be owed: it is safe after the last of them. */
function perhapsBound(term: Term, {uncertain}: ClockReading, clause: Clause, about: Case): Bound[] {
  const starts = uncertain.flatMap(({start}) => (start ? [alignedTo(start, term.startsOn)] : []))
  const [start] = starts
  if (!start) return []
  const missing = unique(uncertain.flatMap(each => each.missing))
  const base = {clause, length: term.length, start}
  const days = starts.flatMap(each => dueBy(each, term.length, about) ?? []).toSorted()
  const day = days.length === starts.length ? days.at(-1) : undefined
  return [day === undefined ? {...base, missing} : {...base, day, missing: [], doubt: {missing}}]
}

/**
 * What there must be to move to. Where there is none yet, one may still come, unless it had to be there before an
 * announcement that is made already. What is to come by the deadline will do; left out, it has to be there today.
 */
export function successorBound(
  duty: SuccessorDuty,
  stability: string,
  clause: Clause,
  whole: Case,
  deadline?: Moment
): Bound[] {
  const {history, lifecycle} = whole
  const made = duty.before === 'announcement' ? whole.tenure.announcements[0]?.moment : undefined
  const about = made ? whole : released(whole)
  const {tenure} = about
  const today = todayIn(history)
  const isAhead = ({moment}: {readonly moment: Moment}): boolean => order(history.timeline, moment, today) === 'after'
  const ahead = tenure.successors.filter(isAhead).map(({subject, moment}) => ({subject, moment}))
  const comes = ahead.length > 0 ? {comes: ahead} : {}
  const {met, missing} = judgeSuccessor(duty, deadline ?? made ?? today, {...about, stability})
  if (met === 'kept') {
    const isThere = !deadline || judgeSuccessor(duty, today, {...about, stability}).met === 'kept'
    return isThere ? [] : [{clause, successor: duty, ...comes, missing: []}]
  }
  const asked = missing.length > 0 ? missing : [{fact: 'successor', of: formatSubject(lifecycle.subject)}]
  const isToCome = !made && asked.every(({fact}) => fact === 'successor')
  return [
    {
      clause,
      successor: duty,
      ...comes,
      missing: asked,
      ...(isToCome ? {day: history.timeline.asOf} : {}),
      ...(made && met === 'broken' ? {isLate: true as const} : {})
    }
  ]
}

/** What must be met besides, and is not ours to measure. */
export const gateBound = ({name}: Gate, clause: Clause, {lifecycle}: Case): Bound => ({
  clause,
  gate: name,
  missing: [{fact: name, of: formatSubject(lifecycle.subject)}]
})

/** What must be there besides time. */
export const neededFor = (bounds: readonly Bound[]): Missing[] =>
  unique(bounds.flatMap(({gate, successor, missing}) => (gate || successor ? missing : [])))

const todayIn = ({timeline: {asOf}}: History): Moment => ({when: onDay(asOf), stated: asOf})

/** A clock of which it is only known by when it had started may have run for longer. */
function doubtOf(day: Day, term: Term, reading: ClockReading, about: Case): Doubt | undefined {
  const {started, uncertain} = reading
  // Releases are counted by their places, whatever their dates are.
  if (term.length !== 'unstated' && 'unit' in term.length && term.length.unit === 'releases') return undefined
  const perhaps = uncertain.flatMap(({start, missing}) => (start ? [{start, missing}] : []))
  const all = [...(started ? [{start: started, missing: tellingOf(started, reading)}] : []), ...perhaps]
  const early = all.flatMap(({start, missing}) => {
    const {earliest} = alignedTo(start, term.startsOn).when
    const soonest = earliest && dueBy({...start, when: onDay(earliest)}, term.length, about)
    if (earliest !== undefined && (soonest === undefined || soonest >= day)) return []
    return [{...(soonest === undefined ? {} : {soonest}), missing}]
  })
  if (early.length === 0) return undefined
  const missing = unique(early.flatMap(each => each.missing))
  const known = early.flatMap(({soonest}) => soonest ?? []).toSorted()
  return {missing, ...(known[0] !== undefined && known.length === early.length ? {soonest: known[0]} : {})}
}

/** Of what was there by then nobody knows since when: its release has a date, but that is not the one to ask for. */
function tellingOf(start: Started, {missing}: ClockReading): readonly Missing[] {
  if (start.of) return [{fact: 'introduction', of: formatSubject(start.of)}]
  const commits = missing.filter(({fact}) => fact === 'commit')
  return commits.length > 0 ? commits : coarse(start)
}

export const isAnnounced = ({clocks}: Term): boolean =>
  clocks.some(clock => clock === 'announcement' || clock === 'deprecation' || clock === 'sunset-announcement')

export const waiting = (term: Term): Pick<Bound, 'waitsFor'> => (isAnnounced(term) ? {} : {waitsFor: term.clocks})

/** When the length is over at the latest; for lengths in releases, when enough of them have shipped. */
function dueBy(start: Moment, length: Length, about: Case): Day | undefined {
  if (length !== 'unstated' && ('longest' in length || 'shortest' in length)) {
    const longest = 'longest' in length
    const days = (longest ? length.longest : length.shortest).map(part => dueBy(start, part, about))
    const known = days.filter(day => day !== undefined).toSorted()
    if (longest) return known.length === days.length ? known.at(-1) : undefined
    return known[0]
  }
  if (length !== 'unstated' && 'unit' in length && length.unit === 'releases') {
    const {policy, history} = about
    return dayOfRelease(history.timeline, start, length.count, policy.countPatches)
  }
  return start.when.latest === undefined ? undefined : dueDay(start.when.latest, length)
}

const sayable = (releases: number): string =>
  releases === 1 ? 'the next counted release' : `the last of the next ${releases} counted releases`

/** How many releases are still to ship, where all that have shipped are known. */
function awaited(start: Moment, length: Length, about: Case): Bound['awaits'] {
  if (length === 'unstated' || 'shortest' in length || 'consecutive' in length) return undefined
  const parts = 'longest' in length ? length.longest : [length]
  const {timeline, complete} = about.history
  const today: Moment = {when: onDay(timeline.asOf), stated: timeline.asOf}
  const {least, most, open} = releasesIn(timeline, start, today, about.policy.countPatches)
  const isSure = open.every(({entry}) => entry !== undefined && timeline.entries[entry]?.pending)
  if (!complete || !isSure || most > least + open.length) return undefined
  const lacking = parts.map(part =>
    part !== 'unstated' && 'unit' in part && part.unit === 'releases' ? part.count : 0
  )
  const releases = Math.max(...lacking) - least
  const days = parts.flatMap((part, at) => (lacking[at] === 0 ? [dueBy(start, part, about)] : []))
  if (releases < 1 || days.includes(undefined)) return undefined
  const notBefore = days
    .flatMap(day => day ?? [])
    .toSorted()
    .at(-1)
  return {releases, ...(notBefore === undefined ? {} : {notBefore})}
}

/** An announcement planned for a later day starts its clock then. */
const isAfterToday = (start: Moment, {timeline}: History): boolean =>
  start.when.earliest !== undefined && start.when.earliest > timeline.asOf && start.when.latest === undefined
