import type {Event} from '../model/lifecycle/event.ts'
import type {Announcement, End, Introduction, Lifecycle, Tenure} from '../model/lifecycle/lifecycle.ts'
import {isUnlisted, orderOfSunsets, type Sunset, sunsetInForce} from '../model/lifecycle/sunsets.ts'
import {covers, type Subject, subjectKey} from '../model/subject/subject.ts'
import {firstOf, isBy} from '../model/time/date-range.ts'
import {flowsInto} from '../model/time/release-branches.ts'
import {type Moment, order, type Timeline} from '../model/time/timeline.ts'
import {announcementOf, at, notBeforeIntroduction, type Surroundings, statedAnnouncement} from './announcements.ts'

/** A tenure under construction. */
interface Draft {
  introduced?: Introduction
  announcements: Announcement[]
  sunsets: Sunset[]
  removed?: Event
  /** The event that removed it together with its target. */
  closed?: Event
  changes: Event[]
  /** Copies from moments at which its sunset may have been reached, which is unknown. */
  ended: Draft[]
}

const begin = (introduced?: Introduction): Draft => ({
  ...(introduced ? {introduced} : {}),
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
export function lifecycleOf(
  subject: Subject,
  events: readonly Event[],
  stated: Lifecycle['stated'],
  surroundings: Surroundings
): Lifecycle {
  const key = subjectKey(subject)
  const first = events.find(event => subjectKey(event.subject) === key)
  const drafts: Draft[] = [begin()]
  for (const event of events) {
    const own = subjectKey(event.subject) === key
    // A prefix can't end a subject that didn't exist yet; an announcement for the prefix covers it from its first day.
    const early = !own && first?.kind === 'introduced' && event.id < first.id
    const draft = drafts.at(-1) as Draft
    switch (event.kind) {
      case 'introduced':
      case 'restored': {
        if (event.kind === 'introduced' && !own) {
          delete draft.closed
          break
        }
        // A patch on an older line restores nothing, and a part that was removed on its own isn't restored with its
        // target.
        const {removed} = draft
        if (removed && (!flowsInto(surroundings.timeline, removed.entry, event.entry) || (subject.part && !own))) break
        const introduced = {event, moment: at(event, surroundings)}
        delete draft.closed
        // A prefix whose sunset was reached doesn't end a subject that didn't exist yet.
        const isNew = event === first && event.kind === 'introduced'
        if (draft.removed || (!isNew && lapsed(draft, introduced.moment, surroundings))) {
          drafts.push(begin(introduced))
        } else if (event.kind === 'restored' && !early) {
          drafts[drafts.length - 1] = {...begin(draft.introduced ?? introduced), changes: draft.changes}
        } else draft.introduced ??= introduced
        break
      }
      case 'deprecated':
      case 'rescheduled': {
        // Statements after the end don't change it.
        const over = lapsed(draft, at(event, surroundings), surroundings, true)
        if (draft.removed || draft.closed || over) break
        if (over === undefined) draft.ended.push({...draft, ended: []})
        if (event.kind === 'deprecated' || draft.announcements.length === 0) {
          draft.announcements = [...draft.announcements, announcementOf(event, surroundings)]
        }
        if (event.sunset) draft.sunsets = [...draft.sunsets, {moment: event.sunset, event}]
        // A sunset that the description no longer states isn't in force any longer.
        else if (event.change === 'sunset-dropped') draft.sunsets = []
        break
      }
      case 'withdrawn': {
        const over = lapsed(draft, at(event, surroundings), surroundings, true)
        if (draft.removed || draft.closed || over) break
        if (over === undefined) draft.ended.push({...draft, ended: []})
        const taken = (other: Event): boolean => covers(other.subject, event.subject)
        draft.announcements = draft.announcements.filter(each => !taken(each.event))
        draft.sunsets = draft.sunsets.filter(each => !taken(each.event))
        break
      }
      case 'removed': {
        if (early || draft.removed || draft.closed) break
        // A part ends with its target, and only an end of its own is reported.
        if (subject.part && !own) draft.closed = event
        else draft.removed = event
        break
      }
      case 'changed': {
        const ended = draft.removed ?? draft.closed
        if (own && !(ended && flowsInto(surroundings.timeline, ended.entry, event.entry))) draft.changes.push(event)
        break
      }
    }
    if (event.kind === 'introduced' && own) draft.changes.push(event)
  }
  return {
    subject,
    events,
    stated,
    tenures: drafts.map(draft => tenureOf(draft, key, subject.part !== undefined, surroundings))
  }
}

/**
 * Whether the sunset was reached before that moment, although no removal is recorded; `undefined` if unknown. With
 * `isPlan`, statements planned after a future sunset also come too late.
 */
function lapsed(
  {sunsets, introduced}: Draft,
  at: Moment,
  surroundings: Surroundings,
  isPlan = false
): boolean | undefined {
  const {timeline} = surroundings
  const place = (sunset: Sunset) => (introduced ? sinceThen(sunset, introduced, surroundings) : 'after')
  const sunset = sunsetInForce(sunsets.filter(each => place(each) !== 'before'))
  if (!sunset) return false
  const then = order(timeline, sunset.moment, at)
  if (!isReached(sunset.moment, timeline) && !(then === 'before' && isPlan)) return false
  return then === 'before' ? place(sunset) && true : then && false
}

/**
 * The order of a sunset and the introduction. If the sunset was announced after the introduction and names a later day,
 * it comes after it. `undefined` if unknown.
 */
function sinceThen({moment, event}: Sunset, introduced: Introduction, surroundings: Surroundings): Order {
  const {timeline} = surroundings
  const said = at(event, surroundings)
  const follows = (a: Moment, b: Moment): boolean => ['same', 'after'].includes(order(timeline, a, b) ?? '')
  const placed = order(timeline, moment, introduced.moment)
  return placed ?? (follows(said, introduced.moment) && follows(moment, said) ? 'after' : undefined)
}

type Order = ReturnType<typeof order>

const TURN = {before: -1, same: 0, after: 1} as const

function tenureOf(draft: Draft, key: string, isPart: boolean, surroundings: Surroundings): Tenure {
  const {timeline} = surroundings
  const {introduced} = draft
  // A sunset reached before the introduction doesn't apply to the subject.
  const place = (sunset: Sunset) =>
    introduced && !isUnlisted(sunset.moment, timeline) ? sinceThen(sunset, introduced, surroundings) : 'after'
  const sunsets = draft.sunsets.filter(each => place(each) !== 'before')
  const sure = sunsets.filter(each => place(each) !== undefined)
  const others = [...draft.ended, ...(sure.length < sunsets.length ? [without(draft, sure)] : [])]
  const sunset = sunsetInForce(sunsets)
  const end = endOf(draft, sunset, key, isPart, surroundings)
  const declared = draft.removed?.announced
  const covering = draft.announcements.filter(({event}) => !event.sunset || sunsets.some(each => each.event === event))
  const stated =
    declared?.kind === 'at' && draft.removed ? statedAnnouncement(draft.removed, declared.moment) : undefined
  if (stated) covering.unshift(stated)
  // For a subject that was added later, announcements count from its introduction.
  const counted = (each: Announcement): Announcement =>
    notBeforeIntroduction(each, floorOf(introduced, each.event, key), timeline)
  const announcements = covering.map(counted).toSorted((a, b) => TURN[order(timeline, a.moment, b.moment) ?? 'same'])
  // An announcement stated on the line of the removal announces that end.
  const naming = sunset ? announcementOf(namingOf(sunset, sunsets, timeline), surroundings) : stated
  return {
    ...(draft.introduced ? {introduced: draft.introduced} : {}),
    announcements,
    ...(sunset ? {sunset} : {}),
    ...(naming ? {sunsetAnnouncement: counted(naming)} : {}),
    ...(end ? {end} : {}),
    changes: draft.changes,
    successors: [],
    ...(others.length > 0 ? {otherwise: others.map(each => tenureOf(each, key, isPart, surroundings))} : {})
  }
}

/** The first event that named the sunset in force, or an earlier one that was moved to it. */
function namingOf(sunset: Sunset, sunsets: readonly Sunset[], timeline: Timeline): Event {
  const place = (each: Sunset) => orderOfSunsets(timeline, each.moment, sunset.moment)
  const isNoLater = (each: Sunset): boolean =>
    each.moment.stated === sunset.moment.stated || ['before', 'same'].includes(place(each) ?? '')
  return (sunsets.find(isNoLater) ?? sunset).event
}

/**
 * The earliest moment at which an announcement can count: the introduction. `undefined` if the subject existed before;
 * an announcement that names it shows that it already existed.
 */
const floorOf = (introduced: Introduction | undefined, {subject}: Event, key: string): Moment | undefined =>
  introduced?.event.by && subjectKey(subject) === key ? undefined : introduced?.moment

/** The draft with only those sunsets, without the announcements of the others. */
const without = (draft: Draft, sunsets: readonly Sunset[]): Draft => ({
  ...draft,
  sunsets: [...sunsets],
  announcements: draft.announcements.filter(({event}) => !event.sunset || sunsets.some(each => each.event === event))
})

/** The end of support at a sunset without a recorded removal; `undefined` for a part that ends with its target. */
export function promisedEnd({event, moment}: Sunset, key: string, isPart: boolean, pending: boolean): End | undefined {
  const own = subjectKey(event.subject) === key
  // A part ends with its target; only an end of its own is reported.
  return isPart && !own ? undefined : {kind: 'sunset', event, moment, own, pending}
}

/** The end of support: the earlier of the sunset reached and the removal observed; `undefined` if neither. */
function endOf(
  {removed}: Draft,
  sunset: Tenure['sunset'],
  key: string,
  isPart: boolean,
  surroundings: Surroundings
): End | undefined {
  const {timeline} = surroundings
  const reached = sunset && isReached(sunset.moment, timeline)
  if (!removed) return sunset && reached ? promisedEnd(sunset, key, isPart, false) : undefined
  const removal = at(removed, surroundings)
  const pending = timeline.entries[removed.entry]?.pending ?? false
  const own = subjectKey(removed.subject) === key
  if (sunset) {
    const place = order(timeline, sunset.moment, removal)
    if (place === 'before' && reached) {
      // The removal describes the end if it is of the subject itself, or of the subject whose sunset was announced.
      const tells = own || subjectKey(removed.subject) === subjectKey(sunset.event.subject)
      const event = tells ? removed : sunset.event
      return {
        kind: 'sunset',
        event,
        moment: sunset.moment,
        removal,
        own: subjectKey(event.subject) === key,
        pending: false
      }
    }
    // If it is unknown which came first, the end is no later than either.
    if (place === undefined && !isUnlisted(sunset.moment, timeline)) {
      return {
        kind: 'removed',
        event: removed,
        moment: {...removal, when: firstOf(removal.when, sunset.moment.when)},
        removal,
        perhaps: sunset.moment,
        own,
        pending
      }
    }
  }
  return {kind: 'removed', event: removed, moment: removal, removal, own, pending}
}

/** Whether a sunset is reached: its day has come, or its release or the first later one has shipped. */
function isReached({when, entry}: Moment, timeline: Timeline): boolean {
  const release = entry === undefined ? undefined : timeline.entries[entry]
  return release ? !release.pending : isBy(when, timeline.asOf)
}
