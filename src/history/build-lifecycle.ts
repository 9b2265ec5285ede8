import {defined} from '../model/defined.ts'
import {type Event, isStatement} from '../model/lifecycle/event.ts'
import type {Announcement, EndOfSupport, Introduction, Lifecycle, Tenure} from '../model/lifecycle/lifecycle.ts'
import {
  compareSunsets,
  dropsSunset,
  isOffTimeline,
  isSunsetDay,
  type Sunset,
  sunsetInForce
} from '../model/lifecycle/sunsets.ts'
import {covers, isPart, type Subject, subjectKey} from '../model/subject/subject.ts'
import {earlierRange, isOnOrBefore} from '../model/time/date-range.ts'
import {isContainedIn} from '../model/time/release-branches.ts'
import {compareMoments, type Moment, type Timeline} from '../model/time/timeline.ts'
import {
  type AnnouncementContext,
  announcementOnRemoval,
  clampToIntroduction,
  eventMoment,
  resolveAnnouncement,
  resolveIntroduction
} from './announcements.ts'
import {isNoticeOf, lacksMark} from './part-notice.ts'

/** A tenure under construction. */
interface TenureDraft {
  introduced?: Introduction
  announcements: Announcement[]
  sunsets: Sunset[]
  dropped?: Sunset | undefined
  removed?: Event
  /** The event that removed the target, and with it this part. */
  closed?: Event
  changes: Event[]
  /** Copies of this draft that end at its sunset, each from a moment by which the sunset may have been reached. */
  ended: TenureDraft[]
}

const startDraft = (introduced?: Introduction): TenureDraft => ({
  ...defined({introduced}),
  announcements: [],
  sunsets: [],
  changes: [],
  ended: []
})

/**
 * Builds the lifecycle of a subject from the events of the subject and of whatever covers it, in order.
 *
 *     introduced ── deprecated ── rescheduled ── removed ── restored ── …
 *     └──────────── one tenure ─────────────────────────┘  └─ the next ─
 *
 * Withdrawing a deprecation or restoring a subject voids the announcement: the clock starts again.
 */
export function buildLifecycle(
  subject: Subject,
  events: readonly Event[],
  stated: Lifecycle['statedStabilities'],
  context: AnnouncementContext
): Lifecycle {
  const key = subjectKey(subject)
  const first = events.find(event => subjectKey(event.subject) === key)
  const drafts: TenureDraft[] = [startDraft()]
  const ends = isPart(subject)
    ? events.flatMap(({kind, subject}, at) => (kind === 'removed' && subjectKey(subject) === key ? [at] : []))
    : []
  for (const [at, event] of events.entries()) {
    const end = isStatement(event) ? events[ends.find(each => each > at) ?? -1] : undefined
    if (end && !isNoticeOf(event, end, events)) continue
    const isOwn = subjectKey(event.subject) === key
    // A prefix can't end a subject that didn't exist yet; an announcement for the prefix covers it from its first day.
    const isEarly = !isOwn && first?.kind === 'introduced' && event.id < first.id
    const draft = drafts.at(-1) as TenureDraft
    APPLY[event.kind]({
      event,
      isOwn,
      isEarly,
      isFirst: event === first,
      isPart: subject.part !== undefined,
      draft,
      drafts,
      context
    })
    if (event.kind === 'introduced' && isOwn) draft.changes.push(event)
  }
  return {
    subject,
    events,
    statedStabilities: stated,
    tenures: drafts.map(draft => toTenure(draft, key, subject.part !== undefined, context))
  }
}

/** One event, and the tenures that the events before it produced. */
interface Step {
  readonly event: Event
  /** Whether the event is about the subject itself and not about a prefix or target that covers it. */
  readonly isOwn: boolean
  /** Whether the event is about a prefix or target and came before the subject was introduced. */
  readonly isEarly: boolean
  readonly isFirst: boolean
  readonly isPart: boolean
  /** The last of the drafts. */
  readonly draft: TenureDraft
  readonly drafts: TenureDraft[]
  readonly context: AnnouncementContext
}

const APPLY: Readonly<Record<Event['kind'], (step: Step) => void>> = {
  introduced(step) {
    if (step.isOwn) beginTenure(step)
    else delete step.draft.closed
  },
  restored: beginTenure,
  deprecated: announce,
  rescheduled: announce,
  withdrawn: withdraw,
  removed({event, isOwn, isEarly, isPart: isOfTarget, draft}) {
    const isLeft = draft.removed?.entry === event.entry && isPart(event.subject) && isOwn && lacksMark(event)
    if (isEarly || (draft.removed && !isLeft) || draft.closed) return
    // A part that is removed with its target has no end of its own, because the end of the target is reported.
    if (isOfTarget && !isOwn) draft.closed = event
    else draft.removed = event
  },
  changed({event, isOwn, draft, context}) {
    const ended = draft.removed ?? draft.closed
    if (isOwn && !(ended && isContainedIn(context.timeline, ended.entry, event.entry))) draft.changes.push(event)
  }
}

function beginTenure({event, isOwn, isEarly, isFirst, isPart, draft, drafts, context}: Step): void {
  // A patch on an older line restores nothing, and a part that was removed on its own isn't restored with its target.
  const {removed} = draft
  if (removed && (!isContainedIn(context.timeline, removed.entry, event.entry) || (isPart && !isOwn))) return
  const introduced = resolveIntroduction(event, context)
  delete draft.closed
  // A prefix whose sunset was reached doesn't end a subject that didn't exist yet.
  const isNew = isFirst && event.kind === 'introduced'
  if (draft.removed || (!isNew && isSunsetPassed(draft, introduced.moment, context)))
    drafts.push(startDraft(introduced))
  else if (event.kind === 'restored' && !isEarly) {
    drafts[drafts.length - 1] = {...startDraft(draft.introduced ?? introduced), changes: draft.changes}
  } else draft.introduced ??= introduced
}

function announce(step: Step): void {
  if (isTooLate(step)) return
  const {event, draft, context} = step
  // Clients of newer releases can't know what only a patch of an older line says.
  if (event.aside) return
  if (event.kind === 'deprecated' || draft.announcements.length === 0) {
    draft.announcements = [...draft.announcements, resolveAnnouncement(event, context)]
  }
  if (event.sunset && !isRepeated(event.sunset, event, draft)) addSunset(draft, {moment: event.sunset, event}, context)
  // A sunset that the description no longer states isn't in force any longer.
  else if (event.change === 'sunset-dropped') {
    draft.dropped = sunsetInForce(draft.sunsets) ?? draft.dropped
    draft.sunsets = []
  }
}

function withdraw(step: Step): void {
  if (isTooLate(step)) return
  const {event, draft} = step
  const isWithdrawn = (other: Event): boolean => covers(other.subject, event.subject)
  draft.announcements = draft.announcements.filter(each => !isWithdrawn(each.event))
  draft.sunsets = draft.sunsets.filter(each => !isWithdrawn(each.event))
  if (draft.dropped && isWithdrawn(draft.dropped.event)) draft.dropped = undefined
}

/**
 * Whether a statement comes after the end of support and so has no effect. If that is unknown, a copy of the draft
 * without the statement is kept as an alternative.
 */
function isTooLate({event, draft, context}: Step): boolean {
  // The statements of one release are made at once, so none of them comes after a sunset that another one names.
  const sunsets = draft.sunsets.filter(each => each.event.entry !== event.entry)
  const isPassed = isSunsetPassed({...draft, sunsets}, eventMoment(event, context), context, true)
  if (draft.removed || draft.closed || isPassed) return true
  if (isPassed === undefined) draft.ended.push({...draft, ended: []})
  return false
}

/** Whether a deprecation of the same release already names this sunset, so that nothing was rescheduled. */
function isRepeated({stated}: Moment, {kind, subject, entry}: Event, {sunsets}: TenureDraft): boolean {
  const before = kind === 'rescheduled' ? sunsetInForce(sunsets) : undefined
  return (
    before?.event.kind === 'deprecated' &&
    before.event.entry === entry &&
    before.moment.stated === stated &&
    subjectKey(before.event.subject) === subjectKey(subject)
  )
}

/**
 * Adds a sunset to a draft. The sunset that it replaces is kept as dropped if it isn't known which of the two is later.
 */
function addSunset(draft: TenureDraft, sunset: Sunset, {timeline}: AnnouncementContext): void {
  const before = sunsetInForce(draft.sunsets)
  draft.sunsets = [...draft.sunsets, sunset]
  if (sunsetInForce(draft.sunsets) !== sunset) return
  if (before && dropsSunset(sunset, before, timeline)) draft.dropped = before
  else if (isSunsetDay(sunset)) draft.dropped = undefined
}

/**
 * Whether the sunset was reached before that moment; `undefined` if unknown. With `isPlan`, a sunset in the future
 * counts, too, so that statements planned after it come too late.
 */
function isSunsetPassed(
  {sunsets, introduced}: TenureDraft,
  at: Moment,
  context: AnnouncementContext,
  isPlan = false
): boolean | undefined {
  const {timeline} = context
  const place = (sunset: Sunset) => (introduced ? orderAgainstIntroduction(sunset, introduced, context) : 'after')
  const sunset = sunsetInForce(sunsets.filter(each => place(each) !== 'before'))
  if (!sunset) return false
  const then = compareMoments(timeline, sunset.moment, at)
  if (!isReached(sunset.moment, timeline) && !(then === 'before' && isPlan)) return false
  return then === 'before' ? place(sunset) && true : then && false
}

/**
 * The order of a sunset and the introduction. If the sunset was announced after the introduction and names a later day,
 * it comes after it. `undefined` if unknown.
 */
function orderAgainstIntroduction(
  {moment, event}: Sunset,
  introduced: Introduction,
  context: AnnouncementContext
): Order {
  const {timeline} = context
  const announcedAt = eventMoment(event, context)
  const follows = (a: Moment, b: Moment): boolean => ['same', 'after'].includes(compareMoments(timeline, a, b) ?? '')
  const placed = compareMoments(timeline, moment, introduced.moment)
  return placed ?? (follows(announcedAt, introduced.moment) && follows(moment, announcedAt) ? 'after' : undefined)
}

type Order = ReturnType<typeof compareMoments>

const SORT_ORDER = {before: -1, same: 0, after: 1} as const

function toTenure(draft: TenureDraft, key: string, isPart: boolean, context: AnnouncementContext): Tenure {
  const {timeline} = context
  const {introduced} = draft
  // A sunset reached before the introduction doesn't apply to the subject.
  const place = (sunset: Sunset) =>
    introduced && !isOffTimeline(sunset.moment, timeline)
      ? orderAgainstIntroduction(sunset, introduced, context)
      : 'after'
  const sunsets = draft.sunsets.filter(each => place(each) !== 'before')
  const sure = sunsets.filter(each => place(each) !== undefined)
  const others = [...draft.ended, ...(sure.length < sunsets.length ? [{...draft, sunsets: sure}] : [])]
  const sunset = sunsetInForce(sunsets)
  const end = determineEnd(draft, sunset, key, isPart, context)
  const declared = draft.removed?.announced
  const isOwn = (event: Event): boolean => subjectKey(event.subject) === key
  // An announcement for the target counts for a part that ends with the target. A part that is removed earlier needs an
  // announcement of its own.
  const isForPart = ({subject}: Event): boolean =>
    sunsets.some(({event}) => subjectKey(event.subject) === subjectKey(subject))
  // A subject that came with a mark of its own and a sunset in the past was announced, if only without a sunset.
  const isInForce = (event: Event): boolean =>
    !event.sunset || isOwn(event) || sunsets.some(each => each.event === event)
  const applicable = draft.announcements.filter(
    ({event}) => isInForce(event) && (!isPart || isOwn(event) || isForPart(event))
  )
  const stated =
    declared?.kind === 'at' && draft.removed ? announcementOnRemoval(draft.removed, declared.moment) : undefined
  if (stated) applicable.unshift(stated)
  // For a subject that was added later, announcements count from its introduction.
  const fromIntroduction = (each: Announcement): Announcement =>
    clampToIntroduction(each, earliestCountingMoment(introduced, each.event, key), timeline)
  const announcements = applicable
    .map(fromIntroduction)
    .toSorted((a, b) => SORT_ORDER[compareMoments(timeline, a.moment, b.moment) ?? 'same'])
  // Without a sunset, an announcement stated on the line of the removal is the one that names the end.
  const naming = sunset ? resolveAnnouncement(firstNamingEvent(sunset, sunsets, timeline), context) : stated
  return defined({
    introduced: draft.introduced,
    announcements,
    sunset,
    droppedSunset: draft.dropped,
    sunsetAnnouncement: naming && fromIntroduction(naming),
    end,
    endWithTarget: end ? undefined : determineEndWithTarget(draft, sunset, key, isPart, context),
    changes: draft.changes,
    successors: [],
    otherwise: others.length > 0 ? others.map(each => toTenure(each, key, isPart, context)) : undefined
  })
}

/** The first event that named the sunset in force, or an earlier one that was moved to it. */
function firstNamingEvent(sunset: Sunset, sunsets: readonly Sunset[], timeline: Timeline): Event {
  const place = (each: Sunset) => compareSunsets(timeline, each.moment, sunset.moment)
  const isNoLater = (each: Sunset): boolean =>
    each.moment.stated === sunset.moment.stated || ['before', 'same'].includes(place(each) ?? '')
  return (sunsets.find(isNoLater) ?? sunset).event
}

/** The introduction, before which an announcement can't count; `undefined` if the announcement may be older. */
const earliestCountingMoment = (
  introduced: Introduction | undefined,
  {subject}: Event,
  key: string
): Moment | undefined => (introduced?.event.by && subjectKey(subject) === key ? undefined : introduced?.moment)

/** The end of support at a sunset without a recorded removal; `undefined` for a part that ends with its target. */
export function endAtSunset(
  {event, moment}: Sunset,
  key: string,
  isPart: boolean,
  pending: boolean
): EndOfSupport | undefined {
  const own = subjectKey(event.subject) === key
  // A part that ends with its target has no end of its own, because the end of the target is reported.
  return isPart && !own ? undefined : {kind: 'sunset', event, moment, isOwn: own, pending}
}

/**
 * The end of support: the earlier of the sunset reached and the removal observed; `undefined` if neither, or if the target
 * ended before.
 */
function determineEnd(
  {removed, closed}: TenureDraft,
  sunset: Tenure['sunset'],
  key: string,
  isPart: boolean,
  context: AnnouncementContext
): EndOfSupport | undefined {
  const {timeline} = context
  const reached = sunset && isReached(sunset.moment, timeline)
  if (!removed) {
    const own = reached ? endAtSunset(sunset, key, isPart, false) : undefined
    const removal = closed && eventMoment(closed, context)
    if (!own || !removal) return own
    return compareMoments(timeline, own.moment, removal) === 'before' ? {...own, removal} : undefined
  }
  const removal = eventMoment(removed, context)
  const pending = timeline.entries[removed.entry]?.pending ?? false
  const own = subjectKey(removed.subject) === key
  if (sunset) {
    const place = compareMoments(timeline, sunset.moment, removal)
    if (place === 'before' && reached) {
      // The removal describes the end if it is of the subject itself, or of the subject whose sunset was announced.
      const describesEnd = own || subjectKey(removed.subject) === subjectKey(sunset.event.subject)
      const event = describesEnd ? removed : sunset.event
      const isOwn = subjectKey(event.subject) === key
      return {kind: 'sunset', event, moment: sunset.moment, removal, isOwn, pending: false}
    }
    // If it is unknown which of sunset and removal came first, the end is the earlier of the two, whichever that is.
    if (place === undefined && !isOffTimeline(sunset.moment, timeline)) {
      return {
        kind: 'removed',
        event: removed,
        moment: {
          ...removal,
          when: earlierRange(removal.when, sunset.moment.when),
          oneOf: [removal, sunset.moment]
        },
        removal,
        perhaps: sunset.moment,
        isOwn: own,
        pending
      }
    }
  }
  return {kind: 'removed', event: removed, moment: removal, removal, isOwn: own, pending}
}

/** The end of the target of a part: its removal, or else the sunset that it reached. `undefined` if it hasn't ended. */
function determineEndWithTarget(
  {closed}: TenureDraft,
  sunset: Tenure['sunset'],
  key: string,
  isPart: boolean,
  context: AnnouncementContext
): EndOfSupport | undefined {
  const {timeline} = context
  if (closed) {
    const moment = eventMoment(closed, context)
    const pending = timeline.entries[closed.entry]?.pending ?? false
    return {kind: 'removed', event: closed, moment, removal: moment, isOwn: false, pending}
  }
  const isOfTarget = isPart && sunset && subjectKey(sunset.event.subject) !== key
  return isOfTarget && isReached(sunset.moment, timeline)
    ? {kind: 'sunset', event: sunset.event, moment: sunset.moment, isOwn: false, pending: false}
    : undefined
}

/** Whether a sunset is reached: its day has come, or its release or the first later one has shipped. */
function isReached({when, entry}: Moment, timeline: Timeline): boolean {
  const release = entry === undefined ? undefined : timeline.entries[entry]
  return release ? !release.pending : isOnOrBefore(when, timeline.asOf)
}
