import type {Change} from '../model/api/change.ts'
import type {Event} from '../model/lifecycle/event.ts'
import type {History} from '../model/lifecycle/history.ts'
import type {Announcement, Tenure} from '../model/lifecycle/lifecycle.ts'
import {formatSubject, type Subject} from '../model/subject/subject.ts'
import {type DateRange, type Day, isBefore, isOnOrBefore, parseDateRange, singleDay} from '../model/time/date-range.ts'
import {canBeRelease} from '../model/time/release-name.ts'
import {inexactDay, type Moment} from '../model/time/timeline.ts'
import type {RequirementJudgment} from '../model/verdict/judgment.ts'
import type {Guarantee, Policy, PolicyRevision} from '../model/verdict/policy.ts'
import {momentOfDay} from './notice/durations.ts'
import {missingDates} from './notice/notice-verdict.ts'
import {clauseOf, judgeRequirements} from './requirements.ts'

// Two snapshots form a very short history: the announcements in the older one, and the removals on the day of the newer
// one.

/** The policy revision, stability level, and day by which a change is judged. */
export interface DiffJudgingContext {
  readonly policy: Policy
  readonly revision: PolicyRevision
  readonly stability: string
  readonly asOf: Day
  /** Whether the change was found the other way round, so that no notice allows it. */
  readonly isForward?: boolean | undefined
}

/**
 * Judges all requirements for a removal, given what the older snapshot announced:
 *
 * 1. Without a deprecation mark or sunset, it counts as not announced.
 * 2. A removal before the announced sunset violates the policy.
 * 3. Everything else is computed by `requirements.ts`, from the announcement to the as-of day.
 */
export function judgeRemovalInDiff(
  change: Change,
  guarantee: Guarantee,
  context: DiffJudgingContext
): RequirementJudgment[] {
  const {subject, announced} = change
  const announcedAt = isAnnounced(change) ? announcementOf(change, context.asOf) : undefined
  const namedAt = announced?.sunset === undefined ? undefined : someDayUntil(subject, context.asOf)
  return [
    ...judgeAnnouncedEnd(change, guarantee, announcedAt, namedAt, momentOfDay(context.asOf), context),
    ...(announced?.sunset === undefined ? [] : [judgeAnnouncedSunset(announced.sunset, guarantee, context)])
  ]
}

/**
 * Judges whether an announced sunset leaves the required notice, counted from the first announcement or else from
 * today.
 */
export function judgeSunsetInDiff(
  change: Change,
  sunset: string,
  guarantee: Guarantee,
  context: DiffJudgingContext
): RequirementJudgment[] {
  // A sunset that is moved was announced before.
  const isOlder = isAnnounced(change) || change.kind !== 'sunset-set'
  const announcedAt = isOlder ? announcementOf(change, context.asOf) : momentOfDay(context.asOf)
  const when = parseDateRange(sunset)
  if (!when) return [unreadableSunset(sunset, guarantee, context)]
  const namedAt =
    change.kind === 'sunset-moved-later' ? someDayUntil(change.subject, context.asOf) : momentOfDay(context.asOf)
  // Other requirements for an end of support can still be met before it.
  return judgeAnnouncedEnd(change, guarantee, announcedAt, namedAt, sunsetAt(sunset, when), context).filter(
    ({aspect, verdict}) => aspect === 'notice' || (aspect === 'window' && verdict === 'violation')
  )
}

const sunsetAt = (sunset: string, when: DateRange): Moment => ({
  when,
  stated: sunset,
  ...inexactDay('the sunset', sunset)
})

const isAnnounced = ({announced}: Change): boolean => announced?.deprecated === true || announced?.sunset !== undefined

/** The day on which the older snapshot says the end was announced; some day up to the as-of day if it doesn't say. */
function announcementOf({subject, announced}: Change, asOf: Day): Moment {
  const when = announced?.since === undefined ? undefined : parseDateRange(announced.since)
  if (when) return {when, stated: announced?.since ?? '', ...inexactDay('the announcement', announced?.since)}
  return announced?.since === undefined ? someDayUntil(subject, asOf) : {when: {latest: asOf}, stated: announced.since}
}

const someDayUntil = (subject: Subject, asOf: Day): Moment => ({
  when: {latest: asOf},
  stated: `announcement of ${formatSubject(subject)}`
})

/** The moment that determines which revision applies: the announcement, or the removal if there is none. */
export const revisionAnchorOf = (change: Change, asOf: Day): Moment =>
  isAnnounced(change) ? announcementOf(change, asOf) : momentOfDay(asOf)

function judgeAnnouncedSunset(sunset: string, guarantee: Guarantee, context: DiffJudgingContext): RequirementJudgment {
  const when = parseDateRange(sunset)
  if (!when) return unreadableSunset(sunset, guarantee, context)
  const base = {aspect: 'sunset', clause: clauseOf(context, guarantee.pointer)} as const
  if (isBefore(singleDay(context.asOf), when)) return {...base, verdict: 'violation', missing: []}
  if (isOnOrBefore(when, context.asOf)) return {...base, verdict: 'compliant', missing: []}
  return {...base, verdict: 'undetermined', missing: missingDates(sunsetAt(sunset, when))}
}

const unreadableSunset = (sunset: string, guarantee: Guarantee, context: DiffJudgingContext): RequirementJudgment => ({
  aspect: 'sunset',
  clause: clauseOf(context, guarantee.pointer),
  verdict: 'undetermined',
  missing: [canBeRelease(sunset, []) ? {fact: 'date', of: `the sunset ${sunset}`} : {fact: 'day', of: sunset}]
})

/** An empty, incomplete history: two snapshots say nothing about earlier releases. */
export const emptyHistory = (asOf: Day): History => ({
  about: {service: '', areas: [], notes: [], unknown: []},
  source: '',
  complete: false,
  timeline: {entries: [], asOf},
  events: [],
  facts: [],
  waivers: [],
  lifecycles: [],
  bySubject: new Map()
})

/** Judges an end that was announced at a moment, or never, and whose day was named at another one. */
function judgeAnnouncedEnd(
  change: Change,
  guarantee: Guarantee,
  announcedAt: Moment | undefined,
  namedAt: Moment | undefined,
  end: Moment,
  {asOf, ...context}: DiffJudgingContext
): RequirementJudgment[] {
  const {subject} = change
  const place = change.where.old ?? change.where.new ?? {source: ''}
  const event = {id: 0, subject, entry: -1, place} as const
  const removal: Event = {
    ...event,
    kind: 'removed',
    verb: 'removed',
    ...(announcedAt ? {} : {announced: {kind: 'never'}})
  }
  const toAnnouncement = (moment: Moment): Announcement => ({
    event: {...event, kind: 'deprecated', verb: 'deprecated'},
    moment,
    mark: moment,
    unrecorded: false
  })
  const announcements = announcedAt ? [toAnnouncement(announcedAt)] : []
  const ending = {kind: 'removed', event: removal, moment: end, isOwn: true, pending: false} as const
  const tenure: Tenure = {
    announcements,
    ...(namedAt ? {sunsetAnnouncement: toAnnouncement(namedAt)} : {}),
    changes: [],
    successors: [],
    end: ending
  }
  const lifecycle = {subject, events: [removal], tenures: [tenure], statedStabilities: []}
  const endCase = {...context, lifecycle, tenure, history: emptyHistory(asOf), end: ending}
  return judgeRequirements(guarantee, endCase).map(requirement => ({
    ...requirement,
    missing: requirement.missing.map(each =>
      announcedAt && each.of === announcedAt.stated ? {fact: 'announcement', of: formatSubject(subject)} : each
    )
  }))
}
