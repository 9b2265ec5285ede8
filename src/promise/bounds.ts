import type {History} from '../model/history.ts'
import type {Clause, Missing} from '../model/judgement.ts'
import type {Lifecycle, Tenure} from '../model/lifecycle.ts'
import type {Clock, Length, Policy, Promised, Revision, Term, Window} from '../model/policy.ts'
import {formatSubject} from '../model/subject.ts'
import type {Moment} from '../model/timeline.ts'
import {type Day, onDay} from '../model/when.ts'
import {announcedIn} from './anchors.ts'
import {alignedTo, type Case, type ClockReading, readClocks, type Started} from './clocks.ts'
import {clauseOf, unique} from './duties.ts'
import {promisedTo} from './judge.ts'
import {dueDay, nextListedDay} from './lengths.ts'
import {dayOfRelease} from './releases.ts'
import {binding, missingToChoose} from './revisions.ts'
import {possibleStabilities} from './stability.ts'
import {coarse} from './terms.ts'

/** One thing that an end must wait for. */
export interface Bound {
  readonly clause: Clause
  /** The day from which this bound allows the end; left out where the calendar alone cannot tell. */
  readonly day?: Day
  readonly length?: Length
  readonly start?: Moment
  /** No clock has started: counted as if it started on the as-of day. */
  readonly assumed?: boolean
  /** What starts the clock, where no announcement does. */
  readonly waitsFor?: readonly Clock[]
  readonly window?: Window
  readonly sunset?: Moment
  readonly gate?: string
  readonly missing: readonly Missing[]
  /** It may be over before its day already: from when on at the soonest (left out: at any time), and what would tell. */
  readonly doubt?: Doubt
}

export interface Doubt {
  readonly soonest?: Day
  readonly missing: readonly Missing[]
}

/**
 * The earliest lawful end. `any`: no promise is made. `never`: the policy ends nothing of this stability.
 * `day`: that day is lawful under every reading of what is not known, given `conditions`.
 */
export interface LawfulEnd {
  readonly kind: 'any' | 'never' | 'day' | 'undetermined'
  readonly day?: Day
  /** An earlier day may be lawful too: from when on at the soonest, and what would tell. */
  readonly earlier?: {readonly day: Day; readonly missing: readonly Missing[]}
  readonly bounds: readonly Bound[]
  readonly missing: readonly Missing[]
  readonly stabilities: readonly string[]
  readonly clause?: Clause
}

export const currentTenure = ({tenures}: Lifecycle): Tenure =>
  tenures.at(-1) ?? {announcements: [], changes: [], successors: []}

interface Reading {
  readonly revision: Revision
  readonly stability: string
  readonly promised?: Promised
  readonly anchor: Moment
}

/** The promises that may bind an end announced when this one was, or on the as-of day where it was not. */
export function readings(about: Case): Reading[] {
  const {lifecycle, policy, history} = about
  const today: Moment = {when: onDay(history.timeline.asOf), stated: history.timeline.asOf}
  const all = policy.revisions.flatMap(revision =>
    possibleStabilities(lifecycle.subject, policy, history).map((stability): Reading => {
      const promised = promisedTo(lifecycle.subject, stability, revision)
      const {anchor} = announcedIn(promised, stability, about, today)
      return {revision, stability, anchor, ...(promised ? {promised} : {})}
    })
  )
  return binding(all, policy, history.timeline)
}

export function earliestLawfulEnd(lifecycle: Lifecycle, policy: Policy, history: History): LawfulEnd {
  const about: Case = {lifecycle, tenure: currentTenure(lifecycle), policy, history}
  const all = readings(about)
  const stabilities = [...new Set(all.map(({stability}) => stability))]
  const owed = all.filter(({promised}) => promised && !promised.exempt)
  const first = all[0]
  if (owed.length === 0) {
    const clause =
      first && clauseOf({policy, revision: first.revision}, first.promised?.pointer ?? first.revision.pointer)
    return {kind: 'any', bounds: [], missing: [], stabilities, ...(clause ? {clause} : {})}
  }
  const unsure: Missing[] =
    owed.length < all.length && stabilities.length > 1
      ? [{fact: 'stability', of: formatSubject(lifecycle.subject)}]
      : []
  const byReading = all.map(reading => ({reading, bounds: boundsOf(reading, about)}))
  const bounds = dedupe(byReading.flatMap(each => each.bounds))
  const undecided = (): Missing[] => {
    const revisions = [...new Set(owed.map(({revision}) => revision))]
    return revisions.length < 2 || !first
      ? unsure
      : [...unsure, ...missingToChoose(policy, revisions, first.anchor, history.timeline)]
  }
  const never = bounds.find(({window}) => window?.kind === 'never')
  if (never) {
    const certain = owed.length === all.length && owed.every(({promised}) => promised?.window.kind === 'never')
    return {
      kind: certain ? 'never' : 'undetermined',
      bounds,
      missing: certain ? unsure : undecided(),
      stabilities,
      clause: never.clause
    }
  }
  const missing = unique([...unsure, ...bounds.flatMap(bound => bound.missing)])
  const open = bounds.some(bound => bound.day === undefined && bound.missing.length > 0)
  const day = latestDay(bounds, history.timeline.asOf)
  const decisive = bounds.findLast(bound => bound.day === day) ?? bounds[0]
  const sure = open ? undefined : day
  const earlier = sure === undefined ? undefined : earlierThan(sure, byReading, about)
  return {
    kind: sure === undefined ? 'undetermined' : 'day',
    ...(sure === undefined ? {} : {day: sure}),
    ...(earlier ? {earlier} : {}),
    bounds,
    missing: day === undefined ? unique([...missing, ...undecided()]) : missing,
    stabilities,
    ...(decisive ? {clause: decisive.clause} : {})
  }
}

/**
 * The first day that all bounds allow, listed days of the year included, and never before the as-of day. `undefined`
 * where promises that may bind list different days.
 */
function latestDay(bounds: readonly Bound[], asOf: Day): Day | undefined {
  const day = bounds.reduce((late, bound) => (bound.day !== undefined && bound.day > late ? bound.day : late), asOf)
  const [listed, ...others] = bounds.flatMap(({window}) => (window?.kind === 'days' ? [window.days] : []))
  if (!listed) return day
  const common = listed.filter(each => others.every(days => days.includes(each)))
  return nextListedDay(day, common)
}

interface Read {
  readonly reading: Reading
  readonly bounds: readonly Bound[]
}

/** Whether an earlier day may be lawful too, which what is not known would tell. */
function earlierThan(day: Day, all: readonly Read[], {lifecycle, policy, history}: Case): LawfulEnd['earlier'] {
  const {timeline} = history
  const read = all.map(({reading, bounds}) => {
    const late = latestDay(bounds, timeline.asOf) ?? day
    const soon = latestDay(bounds.map(soonest), timeline.asOf) ?? day
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
    missing.push(...missingToChoose(policy, revisions, anchor, timeline))
  }
  return {day: first, missing: unique(missing)}
}

/** The bound as if all that is not known were in favour of an early end. */
function soonest({day, doubt, ...bound}: Bound): Bound {
  const first = doubt ? doubt.soonest : day
  return {...bound, ...(first === undefined ? {} : {day: first})}
}

function dedupe(bounds: readonly Bound[]): Bound[] {
  const seen = new Set<string>()
  return bounds.filter(bound => {
    // A promised end is one, whichever text of the policy it stands under.
    const key = JSON.stringify([bound.sunset ? 'sunset' : bound.clause, bound.day, bound.missing])
    return !seen.has(key) && seen.add(key)
  })
}

function boundsOf({revision, stability, promised}: Reading, about: Case): Bound[] {
  if (!promised) return []
  const {tenure, policy, history} = about
  const clause = (pointer: string): Clause => clauseOf({policy, revision}, pointer)
  const terms = promised.terms.flatMap(term => termBound(term, stability, clause(term.pointer), about))
  const sunset: Bound[] = tenure.sunset
    ? [
        {
          clause: clause(promised.pointer),
          sunset: tenure.sunset.moment,
          ...(tenure.sunset.moment.when.latest ? {day: tenure.sunset.moment.when.latest} : {}),
          missing: tenure.sunset.moment.when.latest ? [] : coarse(tenure.sunset.moment)
        }
      ]
    : []
  const window: Bound[] =
    promised.window.kind === 'any'
      ? []
      : [{clause: clause(promised.window.pointer), window: promised.window, missing: []}]
  const gates = promised.gates.map(
    ({name, pointer}): Bound => ({
      clause: clause(pointer),
      gate: name,
      missing: [{fact: name, of: formatSubject(about.lifecycle.subject)}]
    })
  )
  return [...terms, ...sunset, ...window, ...gates].map(bound =>
    bound.gate ? {...bound, day: history.timeline.asOf} : bound
  )
}

export function termBound(term: Term, stability: string, clause: Clause, about: Case): Bound[] {
  const {history} = about
  const today: Moment = {when: onDay(history.timeline.asOf), stated: history.timeline.asOf}
  const reading = readClocks(term.clocks, stability, about)
  if (term.aspect === 'overlap' && !reading.started) return []
  const counts = reading.started && !isAfterToday(reading.started, history)
  const start = alignedTo(counts && reading.started ? reading.started : today, term.startsOn)
  const base = {clause, length: term.length, start, ...(counts ? {} : {assumed: true, ...waiting(term)})}
  const day = dueBy(start, term.length, about)
  const doubt = counts && day !== undefined ? doubtOf(day, term, reading, about) : undefined
  if (day !== undefined) return [{...base, day, missing: [], ...(doubt ? {doubt} : {})}]
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
  clocks.includes('announcement') || clocks.includes('deprecation')

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

/** An announcement planned for a later day starts its clock then. */
const isAfterToday = (start: Moment, {timeline}: History): boolean =>
  start.when.earliest !== undefined && start.when.earliest > timeline.asOf && start.when.latest === undefined
