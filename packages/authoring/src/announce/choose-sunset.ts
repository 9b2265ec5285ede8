import {builtInRules} from '@tenure/core/app/plugins/load-plugins'
import type {Session} from '@tenure/core/app/session/session'
import {lint} from '@tenure/core/lint'
import {InputError, inputError} from '@tenure/core/model/input-error'
import type {History} from '@tenure/core/model/lifecycle/history'
import {type Lifecycle, latestTenureOf} from '@tenure/core/model/lifecycle/lifecycle'
import {hasSunsetShipped} from '@tenure/core/model/lifecycle/sunsets'
import {isEndpoint, isPrefix, type Subject, subjectKey} from '@tenure/core/model/subject/subject'
import {type Day, parseDateRange} from '@tenure/core/model/time/date-range'
import {NEXT, type Timeline} from '@tenure/core/model/time/timeline'
import type {Finding} from '@tenure/core/model/verdict/finding'
import {
  type EarliestEndOfSupport,
  earliestEndOfSupport,
  needsMajorRelease
} from '@tenure/core/policy/earliest-end-of-support'
import {judgeEnd} from '@tenure/core/policy/judge-end-of-support'
import {judgeSunset} from '@tenure/core/policy/judge-sunset'
import {addUnits, daysBetween} from '@tenure/core/policy/notice/durations'
import {formatSubjectPhrase} from '@tenure/core/text/finding-phrases'
import {formatMissingClause} from '@tenure/core/text/missing-facts'
import type {DraftWithHistory} from './next-draft.ts'

/** Rules that check whether the policy allows a sunset date. */
const SUNSET_RULE_IDS = new Set(['sunset-too-early', 'sunset-outside-window', 'sunset-moved-earlier'])
export const sunsetRules = builtInRules.filter(({id}) => SUNSET_RULE_IDS.has(id))

export interface SunsetRequest {
  readonly requested: string | undefined
  readonly force: boolean
  readonly draft: (sunset: string | undefined) => DraftWithHistory
  readonly session: Session
}

export interface ChosenSunset {
  readonly sunset?: string
  /** The last day of a release for which the default sunset is late enough. Missing if it's late enough for any. */
  readonly lastRelease?: Day
  /** Earliest end of support, with the constraints that it follows from. */
  readonly earliest: EarliestEndOfSupport
  /** Reasons why it isn't known whether the requested sunset is late enough, as sentences. */
  readonly doubts?: readonly string[]
}

/**
 * Chooses the sunset: the requested one if the policy allows it, otherwise one that is late enough for the next release.
 * Throws an `InputError` if the policy refuses it (unless `force`) or if the earliest end of support is undetermined.
 */
export function chooseSunset(subject: Subject, choice: SunsetRequest): ChosenSunset {
  const {requested, force, draft, session} = choice
  const bare = draft(undefined)
  const earliest = latestEndOfSupport(subject, bare.history, session)
  if (requested === undefined && earliest.kind === 'undetermined') {
    throw inputError(
      `It can't be decided when ${formatSubjectPhrase(subject)} can be removed: ${formatMissingClause(earliest.missing, {subject})}. Choose a sunset with \`--sunset\`.`,
      undefined,
      '--sunset 2028-01-01'
    )
  }
  if (requested === undefined) return {earliest, ...chooseDefault(subject, earliest, bare, choice)}
  const drafted = draft(requested)
  const doubts = findUncertainties(requested, subject, drafted, session)
  if (!force) assertAllowed(requested, {subject, earliest, drafted, session})
  return {sunset: requested, earliest, ...(doubts.length > 0 ? {doubts} : {})}
}

/**
 * Chooses the first day of a month on which support may end if the change is released when the next release is expected,
 * or the first allowed day if the policy allows only others. There's no sunset if the subject can already be removed, or
 * if the earliest end of support depends on a notice period that this announcement doesn't start, or on a release.
 */
function chooseDefault(
  subject: Subject,
  earliest: EarliestEndOfSupport,
  {historyOn}: DraftWithHistory,
  {force, draft, session}: SunsetRequest
): Pick<ChosenSunset, 'sunset' | 'lastRelease'> {
  const {timeline} = session.history
  const {kind, day, bounds} = earliest
  const isWaiting = bounds.some(({assumed}) => assumed)
  if (kind !== 'day' || isWaiting || needsMajorRelease(earliest) || day === undefined || day <= timeline.asOf) return {}
  const endIfReleasedOn = (release: Day): Day | undefined =>
    latestEndOfSupport(subject, historyOn(release), session).day
  const expected = expectNextRelease(timeline)
  const end = endIfReleasedOn(expected) ?? day
  const first = firstOfMonth(end)
  const isAllowed = findRefusals(subject, draft(first), session).length === 0
  const sunset = isAllowed ? first : end
  if (!isAllowed && !force) assertAllowed(sunset, {subject, earliest, drafted: draft(sunset), session})
  const isLateEnough = (release: Day): boolean => (endIfReleasedOn(release) ?? sunset) <= sunset
  const lastRelease = findLastDay(expected, sunset, isLateEnough)
  return lastRelease === sunset ? {sunset} : {sunset, lastRelease}
}

/** The number of releases whose gaps show how often an API is released. */
const RECENT_RELEASES = 5

/** The longest time to the next release: who deprecates something is about to release it, however rare releases are. */
const MOST_DAYS = 90

/** The day on which the next release is expected: the date of `next`, otherwise after the longest of the recent gaps. */
function expectNextRelease({entries, asOf}: Timeline): Day {
  const planned = entries.find(({name}) => name === NEXT)?.date
  const day = planned === undefined ? undefined : parseDateRange(planned)?.latest
  if (day !== undefined && day > asOf) return day
  const releases = entries.filter(({kind, pending, name}) => kind === 'release' && !pending && name !== NEXT)
  const recent = releases.slice(-RECENT_RELEASES)
  const gaps = recent.slice(1).flatMap(({when: {latest}}, at) => {
    const before = recent[at]?.when.earliest
    return latest === undefined || before === undefined ? [] : [daysBetween(before, latest)]
  })
  return addUnits(asOf, gaps.length === 0 ? 60 : Math.min(MOST_DAYS, Math.max(30, ...gaps)), 'days')
}

/** The first day of a month that isn't before a day. */
const firstOfMonth = (day: Day): Day => (day.endsWith('-01') ? day : addUnits(`${day.slice(0, 7)}-01`, 1, 'months'))

/** The last day up to `end` for which a condition holds, if it holds for `first` and for no day after one without it. */
function findLastDay(first: Day, end: Day, holds: (day: Day) => boolean): Day {
  let [low, high] = [0, Math.max(0, daysBetween(first, end))]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (holds(addUnits(first, middle, 'days'))) low = middle
    else high = middle - 1
  }
  return addUnits(first, low, 'days')
}

/**
 * Reasons why it's undetermined whether a requested sunset is late enough. An upcoming release without a date isn't a
 * reason.
 */
function findUncertainties(sunset: string, subject: Subject, {history}: DraftWithHistory, {policy}: Session): string[] {
  const event = findAnnouncement(subject, history)
  const all = history.lifecycles.flatMap(life => {
    const judged =
      event && life.events.includes(event) ? judgeSunset(life, policy, history, history.timeline.asOf) : undefined
    if (judged?.sunset.event !== event || judged?.judgment.verdict !== 'undetermined') return []
    const {earliestEnd, judgment, sunset} = judged
    const day = earliestEnd.kind === 'day' ? earliestEnd.day : undefined
    const {latest} = sunset.moment.when
    const isOpen = earliestEnd.kind === 'undetermined' || (latest !== undefined && day !== undefined && latest < day)
    const missing = earliestEnd.earlier?.missing ?? judgment.missing
    if (!isOpen || missing.length === 0) return []
    const sure = day === undefined ? '' : ` ${day} is late enough in any case.`
    return [`${formatMissingClause(missing, life)}.${sure}`]
  })
  return [...new Set(all)].slice(0, 1).map(why => `It can't be decided whether ${sunset} is late enough: ${why}`)
}

interface Proposal {
  readonly subject: Subject
  readonly earliest: EarliestEndOfSupport
  readonly drafted: DraftWithHistory
  readonly session: Session
}

/** Throws an `InputError` if the sunset is in the past or violates a rule, before anything is written. */
function assertAllowed(sunset: string, {subject, earliest, drafted, session}: Proposal): void {
  const {history} = drafted
  const {policy} = session
  const {asOf} = history.timeline
  const latest = parseDateRange(sunset)?.latest
  if (latest !== undefined && latest < asOf) {
    throw inputError(`Sunset \`${sunset}\` is in the past. Choose a later day, or write it anyway with \`--force\`.`)
  }
  const event = findAnnouncement(subject, history)
  if (latest === undefined && event?.sunset && hasSunsetShipped(event.sunset, history.timeline)) {
    throw inputError(
      `Sunset \`${sunset}\` is already released. Choose a later release, or write it anyway with \`--force\`.`
    )
  }
  // A sunset on this day ends support at once, so it's judged as an end. A successor can still come on that day.
  const isRefused = history.lifecycles.some(life => {
    const tenure = latestTenureOf(life)
    const judgment = tenure.end?.event === event ? judgeEnd(life, tenure, policy, history) : undefined
    return (
      judgment?.verdict === 'violation' &&
      judgment.requirements.some(({aspect, verdict}) => verdict === 'violation' && aspect !== 'successor')
    )
  })
  if (isRefused) {
    const {kind, day = asOf} = earliest
    const allowed =
      kind === 'never' ? 'no removal at all' : day > asOf ? `it on or after ${day}` : 'no removal on this day'
    throw inputError(
      `Sunset \`${sunset}\` is today. The policy allows ${allowed}. Choose a later day, or write it anyway with \`--force\`.`
    )
  }
  const refused = findRefusals(subject, drafted, session)
  if (refused.length === 0) return
  const canBeWaived = (policy.revisions.at(-1)?.waiverReasons ?? []).length > 0
  const waiver = canBeWaived ? " If it can't wait, merge a waiver first (`tenure waive`)." : ''
  const because = earliest.kind === 'day' ? `--sunset ${earliest.day}` : undefined
  throw new InputError(
    refused.map(({rule, message, remedy}) => ({
      message: `${message.replace(/\.?$/, '.')} ${remedy ?? ''}${waiver} (${rule}; \`--force\` writes it anyway)`,
      ...(because === undefined ? {} : {example: because})
    }))
  )
}

/** The errors that the rules about sunsets report for the announcement. */
function findRefusals(subject: Subject, {history}: DraftWithHistory, {policy}: Session): Finding[] {
  const event = findAnnouncement(subject, history)
  const {findings} = lint(history, policy, sunsetRules, {judgments: []})
  return findings
    .flatMap(finding => [finding, ...finding.reasons.map(reason => ({...finding, ...reason}))])
    .filter(each => each.event === event?.id && each.level === 'error' && SUNSET_RULE_IDS.has(each.rule))
}

const findAnnouncement = (subject: Subject, {bySubject}: DraftWithHistory['history']) =>
  bySubject
    .get(subjectKey(subject))
    ?.events.findLast(({verb, subject: each}) => verb === 'deprecated' && subjectKey(each) === subjectKey(subject))

/**
 * Earliest day on which support of everything that the announcement covers may end: the latest of the earliest ends of
 * support. Endpoints that already have a sunset of their own are left out.
 */
export function latestEndOfSupport(subject: Subject, history: History, {policy}: Session): EarliestEndOfSupport {
  const event = findAnnouncement(subject, history)
  const isItself = (life: Lifecycle): boolean => subjectKey(life.subject) === subjectKey(subject)
  const open = history.lifecycles.filter(
    life => event !== undefined && life.events.includes(event) && life.tenures.at(-1)?.end === undefined
  )
  const below = open.filter(
    life => !isItself(life) && isEndpoint(life.subject.target) && !life.subject.part && !life.tenures.at(-1)?.sunset
  )
  // If the history lists endpoints below the prefix, they count and not the prefix itself.
  const covered = isPrefix(subject.target) && below.length > 0 ? below : open.filter(isItself)
  const all = covered.map(life => earliestEndOfSupport(life, policy, history, history.timeline.asOf))
  const never = all.find(({kind}) => kind === 'never')
  const unknown = all.find(({kind}) => kind === 'undetermined')
  const [last] = all.filter(({kind}) => kind === 'day').toSorted((a, b) => ((a.day ?? '') < (b.day ?? '') ? 1 : -1))
  const [first = {kind: 'any', bounds: [], missing: [], stabilities: []}] = all
  return never ?? unknown ?? last ?? first
}
