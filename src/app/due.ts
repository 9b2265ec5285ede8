import {defined} from '../model/defined.ts'
import {type EndOfSupport, hasEnded, isDueOn, type Lifecycle} from '../model/lifecycle/lifecycle.ts'
import {formatSubject, type Subject, subjectKey} from '../model/subject/subject.ts'
import type {Day} from '../model/time/date-range.ts'
import type {Timeline} from '../model/time/timeline.ts'
import type {UsageInWindow} from '../model/traffic.ts'
import type {NextEnd} from '../outputs/report/several-apis.ts'
import {type EarliestEndOfSupport, earliestEndOfSupport, needsMajorRelease} from '../policy/earliest-end-of-support.ts'
import {missingConditions} from '../policy/notice/end-of-support-constraint.ts'
import {formatUnannounced} from '../text/finding-phrases.ts'
import {formatAllowedDays, formatAtMoment, formatEndWindow, formatEntry, formatMoment} from '../text/format-values.ts'
import {formatMissingClause, formatNeededFacts} from '../text/missing-facts.ts'
import type {Session} from './session/session.ts'

/** Urgency of an announced removal, the most urgent first. */
export const DUE_STATES = ['overdue', 'now', 'coming', 'later', 'unknown'] as const

/** Announced removal that isn't in the history yet. */
export interface DueRemoval {
  readonly state: (typeof DUE_STATES)[number]
  readonly subject: Subject
  /** Sunset date, or the earliest end of support. */
  readonly day?: Day
  readonly text: string
  /** The sunset, as it's written. */
  readonly sunset?: string
  /** The supported replacement. */
  readonly replacement?: Subject
  readonly owners?: readonly string[]
  /** Who called it in the last days, if a table of traffic says so. */
  readonly usage?: UsageInWindow
}

/** Webhooks and callbacks are named without the word `operation`. */
export const nameOfDue = (subject: Subject): string =>
  formatSubject(subject).replace(/^operation (?=webhook |callback )/, '')

/**
 * The most urgent removal that is announced, has a day, and isn't written yet, not even as unreleased. No day depends on
 * who calls it.
 */
export function findNextEnd({
  history: {traffic: _, ...history},
  policy
}: Pick<Session, 'history' | 'policy'>): NextEnd | undefined {
  const {timeline, lifecycles} = history
  const [next] = lifecycles
    .flatMap(lifecycle => {
      const {end, sunset} = lifecycle.tenures.at(-1) ?? {}
      if (end?.removal) return []
      return dueOf(lifecycle, timeline.asOf, {history, policy}).flatMap(
        ({state, subject, day = sunset?.moment.when.latest}) =>
          day === undefined || state === 'unknown' ? [] : [{state, subject, day, text: ''}]
      )
    })
    .toSorted(byUrgency)
  // Without a period to look ahead, every later day is coming.
  return next && {state: next.state === 'later' ? 'coming' : next.state, subject: next.subject, day: next.day}
}

/** Sorts the most urgent first. Equal ones keep the order of the history. */
export const byUrgency = (a: DueRemoval, b: DueRemoval): number =>
  DUE_STATES.indexOf(a.state) - DUE_STATES.indexOf(b.state) || Number(dayNumber(a)) - Number(dayNumber(b))

const dayNumber = ({day}: DueRemoval): string => (day ?? '').replaceAll('-', '')

/** The announced removal of a subject, if it isn't in the history yet. `until` is the last day that is coming. */
export function dueOf(
  lifecycle: Lifecycle,
  until: Day,
  {history, policy}: Pick<Session, 'history' | 'policy'>
): DueRemoval[] {
  const tenure = lifecycle.tenures.at(-1)
  const {subject} = lifecycle
  if (!tenure) return []
  const {end, announcements} = tenure
  const {timeline} = history
  if (end ? !end.isOwn : hasEnded(tenure)) return []
  if (end?.removal?.entry !== undefined && !timeline.entries[end.removal.entry]?.pending) return []
  if (end && !end.pending && !isDueOn(end, timeline.asOf)) return describeOverdue(subject, end, timeline)
  const isAnnounced = announcements.some(({event}) => subjectKey(event.subject) === subjectKey(subject))
  if (!end && !isAnnounced) return []
  const earliest = earliestEndOfSupport(lifecycle, policy, history, timeline.asOf)
  const sunset = tenure.sunset && formatMoment(tenure.sunset.moment)
  const sunsetText = formatSunset(sunset)
  if (earliest.kind === 'never')
    return [{state: 'unknown', subject, text: `deprecated, but the policy never allows its removal${sunsetText}`}]
  if (earliest.kind === 'undetermined')
    return [
      {
        state: 'unknown',
        subject,
        text: `${formatMissingClause(earliest.missing, lifecycle)}${sunsetText}${formatUnannounced(earliest)}`
      }
    ]
  return [describeEarliest(earliest, {lifecycle, until, asOf: timeline.asOf, sunset})]
}

const formatSunset = (day: string | undefined): string => (day === undefined ? ', no sunset date' : `, sunset ${day}`)

/** The removal that is due because the sunset was reached. Empty if the subject was removed. */
function describeOverdue(subject: Subject, end: EndOfSupport, timeline: Timeline): DueRemoval[] {
  if (end.kind !== 'sunset') return []
  const removal = end.removal?.entry === undefined ? undefined : timeline.entries[end.removal.entry]
  const planned = removal ? `, removed in ${formatEntry(timeline, removal.index)}` : ''
  const text = `sunset ${formatAtMoment(end.moment)}${planned}`
  return [defined({state: 'overdue', subject, day: end.moment.when.latest, text})]
}

/** The day from which a subject without a reached sunset can be removed, and the conditions. */
function describeEarliest(
  earliest: EarliestEndOfSupport,
  {lifecycle, until, asOf, sunset}: {lifecycle: Lifecycle; until: Day; asOf: Day; sunset: string | undefined}
): DueRemoval {
  const {subject} = lifecycle
  const window = earliest.bounds.find(bound => bound.window)?.window
  const day = earliest.day ?? asOf
  const needsMajor = needsMajorRelease(earliest)
  const isNow = day <= asOf && !needsMajor
  const state = isNow ? 'now' : day > asOf && day <= until ? 'coming' : 'later'
  const waited = earliest.bounds.flatMap(bound => bound.day ?? []).toSorted()
  const since = waited.at(-1) ?? day
  const when =
    day > asOf || needsMajor
      ? `can be removed ${formatAllowedDays(day, needsMajor, asOf)}${earliest.earlier ? ', perhaps earlier' : ''}`
      : since < asOf && !window
        ? `removable since ${since}`
        : 'can be removed today'
  const where =
    window && window.kind !== 'days' && (!needsMajor || sunset === day) ? `, ${formatEndWindow(window)}` : ''
  const conditions = formatNeededFacts(missingConditions(earliest.bounds), lifecycle)
  const text =
    sunset === day
      ? `can be removed on ${day}, its sunset${where}${conditions}`
      : `${when}${where}${conditions}${formatSunset(sunset)}${formatUnannounced(earliest)}`
  return defined({state, subject, day: isNow && !window ? since : day > asOf || isNow ? day : undefined, text})
}
