import type {Event} from '../model/lifecycle/event.ts'
import type {Announcement, End, Introduction, Lifecycle, Tenure} from '../model/lifecycle/lifecycle.ts'
import {isUnlisted, orderOfSunsets, type Sunset, sunsetInForce} from '../model/lifecycle/sunsets.ts'
import {covers, type Subject, subjectKey} from '../model/subject/subject.ts'
import {firstOf, isBy} from '../model/time/date-range.ts'
import {flowsInto} from '../model/time/release-branches.ts'
import {type Moment, order, type Timeline} from '../model/time/timeline.ts'
import {announcementOf, at, notBeforeIntroduction, type Surroundings, statedAnnouncement} from './announcements.ts'

/** A tenure while it is being told. */
interface Draft {
  introduced?: Introduction
  announcements: Announcement[]
  sunsets: Sunset[]
  removed?: Event
  /** What took it away together with what it is part of. */
  closed?: Event
  changes: Event[]
  /** As it stood when its promised end may have come, which is not known. */
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
 * Tells the life of one subject from the events that are said of it or of what covers it, in order.
 *
 *     introduced ── deprecated ── rescheduled ── removed ── restored ── …
 *     └──────────── one tenure ─────────────────────────┘  └─ the next ─
 *
 * A deprecation taken back and a restoration void the announcement: the clock starts anew.
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
    // Before it was there, a prefix could not end it; what was announced for the prefix covers it from its first day.
    const early = !own && first?.kind === 'introduced' && event.id < first.id
    const draft = drafts.at(-1) as Draft
    switch (event.kind) {
      case 'introduced':
      case 'restored': {
        if (event.kind === 'introduced' && !own) {
          delete draft.closed
          break
        }
        // A patch on an older line restores nothing, and a part that went by itself does not come back with its target.
        const {removed} = draft
        if (removed && (!flowsInto(surroundings.timeline, removed.entry, event.entry) || (subject.part && !own))) break
        const introduced = {event, moment: at(event, surroundings)}
        delete draft.closed
        // A prefix whose end has come ended nothing that was not there.
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
        // What is said after the end changes nothing of it.
        const over = lapsed(draft, at(event, surroundings), surroundings, true)
        if (draft.removed || draft.closed || over) break
        if (over === undefined) draft.ended.push({...draft, ended: []})
        if (event.kind === 'deprecated' || draft.announcements.length === 0) {
          draft.announcements = [...draft.announcements, announcementOf(event, surroundings)]
        }
        if (event.sunset) draft.sunsets = [...draft.sunsets, {moment: event.sunset, event}]
        // What a description no longer promises is in force no longer.
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
        // A part ends with what it is part of, and only an end of its own is told.
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
 * Whether its promised end had come before that moment, though nobody recorded a removal. What is planned to be said
 * after an end that is still to come comes too late as well.
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

/** Where a promised end stands beside the introduction: what was said after that, of a later day, comes after it. */
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
  // A promised end that had come before it was added says nothing of it.
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
  // What is added later counts from its introduction.
  const counted = (each: Announcement): Announcement =>
    notBeforeIntroduction(each, floorOf(introduced, each.event, key), timeline)
  const announcements = covering.map(counted).toSorted((a, b) => TURN[order(timeline, a.moment, b.moment) ?? 'same'])
  // What the line of the end says was announced is its end.
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

/** Who first named the end in force, or an earlier one that was moved there. */
function namingOf(sunset: Sunset, sunsets: readonly Sunset[], timeline: Timeline): Event {
  const place = (each: Sunset) => orderOfSunsets(timeline, each.moment, sunset.moment)
  const isNoLater = (each: Sunset): boolean =>
    each.moment.stated === sunset.moment.stated || ['before', 'same'].includes(place(each) ?? '')
  return (sunsets.find(isNoLater) ?? sunset).event
}

/** Before what a subject came nothing is announced to it. What was announced of it by name was there already. */
const floorOf = (introduced: Introduction | undefined, {subject}: Event, key: string): Moment | undefined =>
  introduced?.event.by && subjectKey(subject) === key ? undefined : introduced?.moment

/** The draft with only those promised ends, and without the announcements that told of the others. */
const without = (draft: Draft, sunsets: readonly Sunset[]): Draft => ({
  ...draft,
  sunsets: [...sunsets],
  announcements: draft.announcements.filter(({event}) => !event.sunset || sunsets.some(each => each.event === event))
})

/** An end that nobody recorded, as it was promised. */
export function promisedEnd({event, moment}: Sunset, key: string, isPart: boolean, pending: boolean): End | undefined {
  const own = subjectKey(event.subject) === key
  // A part ends with what it is part of; only an end of its own is told.
  return isPart && !own ? undefined : {kind: 'sunset', event, moment, own, pending}
}

/** The earlier of the sunset reached and the removal seen. */
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
      // The removal tells of the end if it was of the subject itself, or of what promised the end.
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
    // Which came first is not known: the end is no later than either.
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

/** A promised day is reached when it has come; a release, when it or the first after its place has shipped. */
function isReached({when, entry}: Moment, timeline: Timeline): boolean {
  const release = entry === undefined ? undefined : timeline.entries[entry]
  return release ? !release.pending : isBy(when, timeline.asOf)
}
