import {buildFieldLifecycle} from '@tenure/core/history/field-lifecycle'
import {findFinalReleases} from '@tenure/core/history/net-changes'
import {defined} from '@tenure/core/model/defined'
import {type Event, isStatement} from '@tenure/core/model/lifecycle/event'
import type {EndOfSupport, Lifecycle, Tenure} from '@tenure/core/model/lifecycle/lifecycle'
import {findNamedReplacement} from '@tenure/core/model/lifecycle/replacement'
import {type Sunset, sunsetDay} from '@tenure/core/model/lifecycle/sunsets'
import {subjectKey} from '@tenure/core/model/subject/subject'
import type {Day} from '@tenure/core/model/time/date-range'
import {isCandidate} from '@tenure/core/model/time/release-branches'
import {momentAt, type Timeline, type TimelineEntry} from '@tenure/core/model/time/timeline'

/** Something that was announced about a subject, or that happened to it, with its day. */
export interface PublicFact {
  readonly kind: 'deprecated' | 'moved' | 'withdrawn' | 'sunset' | 'removed' | 'restored'
  /** For a sunset that was reached, the event that announced it. */
  readonly event: Event
  /** The release in which a subject was removed or restored. */
  readonly release?: TimelineEntry
  /** The day. Missing if no date is known. */
  readonly day?: Day
  /** The sunset in force since then. */
  readonly sunset?: Sunset
}

/** Facts in order. Later ones change what the first one says. */
export type PublicFacts = readonly [PublicFact, ...PublicFact[]]

/** The public facts about one period of support: its deprecation, and its end. */
export interface PublicTenure {
  /** The position of the period among those of its subject. Later releases only add others. */
  readonly index: number
  readonly tenure: Tenure
  /** The announcement, the sunsets that were moved, and the withdrawal. */
  readonly deprecation?: PublicFacts
  /** The sunset that was reached, the removal, and the restoration. */
  readonly end?: PublicFacts
}

/**
 * Finds the facts about a subject itself that are public on the as-of day. What only an unreleased change says isn't,
 * unless it was announced elsewhere.
 */
export function findPublicFacts(lifecycle: Lifecycle, timeline: Timeline): PublicTenure[] {
  const key = subjectKey(lifecycle.subject)
  const isOwn = (event: Event): boolean => subjectKey(event.subject) === key
  if (!lifecycle.events.some(event => isOwn(event) && (isStatement(event) || event.kind === 'removed'))) return []
  const known = lifecycle.events.filter(event => isPublic(event, timeline))
  const rebuild = (events: readonly Event[]): Lifecycle =>
    buildFieldLifecycle(lifecycle.subject, events, lifecycle.statedStabilities, {timeline})
  const current = rebuild(known)
  const deprecations = findDeprecations(known, isOwn, rebuild, timeline)
  return current.tenures.flatMap((tenure, index): PublicTenure[] => {
    const deprecation = toFacts(deprecations.get(index) ?? [], timeline)
    const ends = [
      ...endFacts(tenure, lifecycle.tenures[index], isOwn, timeline),
      ...restoredFacts(tenure, current.tenures[index + 1], isOwn, timeline)
    ]
    const end = toFacts(ends, timeline)
    return deprecation || end ? [defined({index, tenure, deprecation, end})] : []
  })
}

/** The facts about deprecations, by the position of their tenure: what each statement changed. */
function findDeprecations(
  known: readonly Event[],
  isOwn: (event: Event) => boolean,
  rebuild: (events: readonly Event[]) => Lifecycle,
  timeline: Timeline
): Map<number, PublicFact[]> {
  const found = new Map<number, PublicFact[]>()
  const states = new Map<number, string>()
  for (const [at, event] of known.entries()) {
    if (!isStatement(event)) continue
    const {subject, tenures} = rebuild(known.slice(0, at + 1))
    const index = tenures.length - 1
    const tenure = tenures[index]
    const statements = [...(tenure?.announcements ?? []), ...(tenure?.sunset ? [tenure.sunset] : [])]
    // What a prefix announced can have a sunset of its own.
    const isInForce = statements.some(each => isOwn(each.event))
    const before = states.get(index)
    if (!tenure || (!isInForce && before === undefined)) continue
    const {sunset} = tenure
    const replacement = findNamedReplacement(subject, withoutEnd(tenure))?.replacement
    const state = isInForce ? JSON.stringify([sunset?.moment.stated, replacement && subjectKey(replacement)]) : ''
    if (state === before) continue
    const kind = isInForce ? (before ? 'moved' : 'deprecated') : 'withdrawn'
    states.set(index, state)
    found.set(index, addFact(found.get(index) ?? [], defined({kind, event, day: dayOf(event, timeline), sunset})))
  }
  return found
}

/** The period as it was announced, for the end can name a replacement, too. */
export const withoutEnd = ({end: _, ...announced}: Tenure): Tenure => announced

/** Adds a fact. A sunset that comes with the statement before is part of it, as descriptions state the two. */
function addFact(facts: readonly PublicFact[], fact: PublicFact): PublicFact[] {
  const last = facts.at(-1)
  const isPart = last?.event.entry === fact.event.entry && last.day === fact.day && fact.kind === 'moved'
  if (!last || !isPart || last.kind === 'withdrawn') return [...facts, fact]
  const {sunset: _, ...before} = last
  return [...facts.slice(0, -1), defined({...before, sunset: fact.sunset})]
}

/**
 * The sunset of its own that was reached, and the removal. A prefix counts as removed once all of its endpoints are,
 * without a line that says so.
 */
function endFacts(
  {end, sunset}: Tenure,
  judged: Tenure | undefined,
  isOwn: (event: Event) => boolean,
  timeline: Timeline
): PublicFact[] {
  if (!end?.isOwn || end.pending) return []
  const {kind, event, removal = emptiedAt(judged?.end, timeline)} = end
  const facts: PublicFact[] =
    kind === 'sunset' && sunset && isOwn(sunset.event)
      ? [defined({kind: 'sunset', event: sunset.event, day: pastDay(sunsetDay(sunset, timeline), timeline), sunset})]
      : []
  if (!removal) return facts
  if (event.kind === 'removed') return [...facts, toFact('removed', event, timeline)]
  const release = timeline.entries[removal.entry ?? -1]
  return [
    ...facts,
    defined({kind: 'removed', event, release, day: pastDay(removal.when.earliest ?? removal.when.latest, timeline)})
  ]
}

const toFact = (kind: 'removed' | 'restored', event: Event, timeline: Timeline): PublicFact =>
  defined({kind, event, release: entryOfFact(event, timeline), day: dayOf(event, timeline)})

/** When the last endpoint below a prefix was removed. `undefined` if it isn't a prefix, or the release isn't out yet. */
const emptiedAt = (end: EndOfSupport | undefined, {entries}: Timeline): EndOfSupport['removal'] =>
  end?.kind === 'sunset' && end.removal && !entries[end.removal.entry ?? -1]?.pending ? end.removal : undefined

const restoredFacts = (
  {end}: Tenure,
  next: Tenure | undefined,
  isOwn: (event: Event) => boolean,
  timeline: Timeline
): PublicFact[] => {
  const event = next?.introduced?.event
  if (!end?.isOwn || !event || !isOwn(event)) return []
  return [toFact('restored', event, timeline)]
}

/** The facts of an entry. What came and went between two releases has none. */
function toFacts([first, ...others]: readonly PublicFact[], timeline: Timeline): PublicFacts | undefined {
  const last = others.at(-1)
  const isUndone = last?.kind === 'withdrawn' || last?.kind === 'restored'
  if (first && last && isUndone && entryOfFact(first.event, timeline) === entryOfFact(last.event, timeline))
    return undefined
  return first && [first, ...others]
}

/** The release or statement in which clients get to know of an event: for one of a candidate, the final release. */
const entryOfFact = ({entry}: Event, timeline: Timeline): TimelineEntry | undefined =>
  findFinalReleases(timeline).get(entry) ?? (isCandidate(timeline, entry) ? undefined : timeline.entries[entry])

function isPublic(event: Event, timeline: Timeline): boolean {
  const {asOf} = timeline
  const stated = statedElsewhere(event, timeline)
  if (stated !== undefined) return stated <= asOf
  return entryOfFact(event, timeline)?.pending === false
}

/** The day of the announcement or release, as people wrote it: the first one of a month, or of an unknown day. */
function dayOf(event: Event, timeline: Timeline): Day | undefined {
  const {earliest, latest} = entryOfFact(event, timeline)?.when ?? {}
  return pastDay(statedElsewhere(event, timeline) ?? earliest ?? latest, timeline)
}

/** The day; `undefined` for one in the future, which only bounds the day of what has happened. */
const pastDay = (day: Day | undefined, {asOf}: Timeline): Day | undefined =>
  day !== undefined && day <= asOf ? day : undefined

/** The day of an announcement that was made elsewhere. `undefined` for one that came with its release. */
function statedElsewhere(event: Event, timeline: Timeline): Day | undefined {
  if (!isStatement(event)) return undefined
  const {announced, via, recorded} = event
  if (announced?.kind === 'at') {
    const {isOpen, when} = announced.moment
    return isOpen ? undefined : (when.earliest ?? when.latest)
  }
  // An announcement without a day was made by the day on which it was recorded.
  return via !== undefined && momentAt(timeline, event.entry).isOpen ? recorded?.latest : undefined
}
