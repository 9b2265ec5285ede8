import {groupBy} from '../model/group.ts'
import type {History} from '../model/history.ts'
import type {Missing} from '../model/judgement.ts'
import type {Lifecycle, Tenure} from '../model/lifecycle.ts'
import {compareMarkers, type Marker, markerOf} from '../model/marker.ts'
import type {Clock, DayOfYear, Policy} from '../model/policy.ts'
import {formatSubject, type Subject} from '../model/subject.ts'
import type {Moment} from '../model/timeline.ts'
import {firstOf, UNKNOWN, type When} from '../model/when.ts'
import {nextListedDay} from './lengths.ts'
import {rankOf, stabilityOf} from './stability.ts'

/** What the judge looks at: one tenure of one subject, in its history, under a policy. */
export interface Case {
  readonly lifecycle: Lifecycle
  readonly tenure: Tenure
  readonly policy: Policy
  readonly history: History
}

export type Started = Moment & {readonly clock: Clock}

/** The state of a notice's clock. `uncertain` are clocks that may have started, with the fact that would tell. */
export interface ClockReading {
  readonly started?: Started
  readonly uncertain: readonly {readonly start?: Started; readonly missing: Missing}[]
  /** Facts that make the start coarse besides its date. */
  readonly missing: readonly Missing[]
}

/** Reads all clocks that a term accepts. A subject known only by its end has an unknown introduction. */
export function readClocks(
  clocks: readonly Clock[],
  stability: string,
  {lifecycle, tenure, policy, history}: Case
): ClockReading {
  const subject = lifecycle.subject
  const starts: Started[] = []
  const uncertain: {start?: Started; missing: Missing}[] = []
  const missing: Missing[] = []
  for (const clock of clocks) {
    if (clock === 'announcement' || clock === 'deprecation') {
      const counted = tenure.announcements.filter(({mark}) => clock === 'announcement' || mark)
      for (const {moment, unrecorded, event} of counted) {
        starts.push({...moment, clock})
        if (unrecorded)
          missing.push({fact: 'commit', of: `announcement in ${history.timeline.entries[event.entry]?.name}`})
      }
      if (counted.length === 0 && !history.complete && !saidNever(tenure)) {
        uncertain.push({missing: {fact: 'announcement', of: formatSubject(subject)}})
      }
    } else if (clock === 'introduction') {
      starts.push(
        tenure.introduced
          ? {...tenure.introduced.moment, clock}
          : {when: UNKNOWN, stated: `introduction of ${formatSubject(subject)}`, clock}
      )
      if (!tenure.introduced) missing.push({fact: 'introduction', of: formatSubject(subject)})
    } else if (clock === 'next-version') {
      const next = nextVersion(subject, history)
      if (next) starts.push({...next, clock})
    } else {
      for (const successor of tenure.successors) {
        if (!successor.startsClock) continue
        const start = {...successor.moment, clock}
        const known = stabilityOf(successor.subject, policy, history)
        if (clock === 'successor') starts.push(start)
        else if (known === undefined) {
          uncertain.push({start, missing: {fact: 'stability', of: formatSubject(successor.subject)}})
        } else if (rankOf(known, policy) >= rankOf(stability, policy)) starts.push(start)
      }
    }
  }
  const started = earliest(starts)
  return {...(started ? {started} : {}), uncertain, missing}
}

const versions = new WeakMap<History, readonly {readonly marker: Marker; readonly moment: Moment}[]>()

/** When the first endpoint under a higher marker was released, in an API that is versioned as a whole. */
function nextVersion({target}: Subject, history: History): Moment | undefined {
  const own = target.kind === 'endpoint' || target.kind === 'prefix' ? markerOf(target.path) : undefined
  if (!own) return undefined
  const known = versions.get(history) ?? versionsIn(history)
  versions.set(history, known)
  return known.find(({marker}) => marker.segment === own.segment && compareMarkers(marker.text, own.text) > 0)?.moment
}

/** The first introduction under each marker, earliest first. */
function versionsIn({lifecycles}: History): {marker: Marker; moment: Moment}[] {
  const all = lifecycles.flatMap(({subject, tenures}) => {
    const marker = subject.target.kind === 'endpoint' && !subject.part ? markerOf(subject.target.path) : undefined
    const moment = tenures[0]?.introduced?.moment
    return marker && moment ? [{marker, moment}] : []
  })
  const sorted = all.toSorted((a, b) => (a.moment.entry ?? 0) - (b.moment.entry ?? 0))
  const firsts = groupBy(sorted, ({marker}) => `${marker.segment} ${marker.text}`)
  return [...firsts.values()].flatMap(group => group.slice(0, 1))
}

const saidNever = ({end}: Tenure): boolean => end?.event.announced?.kind === 'never'

/** The clock that started first; where days overlap, the interval holds whichever was first. */
export function earliest(starts: readonly Started[]): Started | undefined {
  return starts.reduce<Started | undefined>((first, start) => {
    if (!first) return start
    const when = firstOf(first.when, start.when)
    const leads =
      first.entry !== undefined && start.entry !== undefined
        ? start.entry < first.entry
        : (start.when.earliest ?? '') < (first.when.earliest ?? '')
    const leader = leads ? start : first
    return {...leader, when}
  }, undefined)
}

/** The start moved forward to the first listed day of the year, where a policy counts from such days only. */
export function alignedTo(when: When, days: readonly DayOfYear[] | undefined): When {
  if (!days) return when
  const move = (day: string | undefined) => (day === undefined ? undefined : nextListedDay(day, days))
  const from = move(when.earliest)
  const until = move(when.latest)
  return {...(from === undefined ? {} : {earliest: from}), ...(until === undefined ? {} : {latest: until})}
}
