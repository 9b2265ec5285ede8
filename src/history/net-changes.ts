import {kindOf} from '../languages/kinds.ts'
import type {Change} from '../model/api/change.ts'
import {defined} from '../model/defined.ts'
import {groupBy} from '../model/group-by.ts'
import type {Event, EventKind} from '../model/lifecycle/event.ts'
import {memoize} from '../model/memoize.ts'
import {memberTarget} from '../model/subject/field.ts'
import {isMember, type Subject, subjectKey, targetKey} from '../model/subject/subject.ts'
import {findBaseRelease, findPredecessor, isCandidate, isContainedIn} from '../model/time/release-branches.ts'
import {NEXT, type Timeline, type TimelineEntry} from '../model/time/timeline.ts'

/** The entries that one release contains and an earlier one doesn't; entries on other branches are left out. */
export function entriesBetween(timeline: Timeline, from: number, to: number): ReadonlySet<number> {
  const between = timeline.entries.filter(
    ({index}) =>
      index !== from && isContainedIn(timeline, index, to) && !(index < from && isContainedIn(timeline, index, from))
  )
  return new Set(
    between.map(({index}) => index).filter(index => index > from || timeline.entries[index]?.kind === 'release')
  )
}

/**
 * The net effect of moving from one release to another. What only an older line has is undone if the newer release
 * doesn't contain it because its line had begun before.
 */
export function netEventsOfMove(
  events: readonly Event[],
  timeline: Timeline,
  {index: from}: TimelineEntry,
  {index: to}: TimelineEntry
): Event[] {
  const [gained, lost] = [entriesBetween(timeline, from, to), entriesBetween(timeline, to, from)]
  const net = computeNetEvents(events.filter(({entry}) => gained.has(entry)))
  if (lost.size === 0) return net
  const own = computeNetEvents(events.filter(({entry}) => lost.has(entry)))
  const keyOf = ({kind, subject}: Event): string => `${kind} ${subjectKey(subject)}`
  const [netKeys, ownKeys] = [new Set(net.map(keyOf)), new Set(own.map(keyOf))]
  return [
    ...net.filter(event => !ownKeys.has(keyOf(event))),
    ...own.flatMap((event): Event[] => {
      const kind = OPPOSITES[event.kind]
      return kind === undefined || netKeys.has(keyOf(event)) ? [] : [takeBack(event, kind, to)]
    })
  ]
}

const OPPOSITES: {readonly [Kind in EventKind]?: 'introduced' | 'removed' | 'withdrawn'} = {
  introduced: 'removed',
  restored: 'removed',
  removed: 'introduced',
  deprecated: 'withdrawn'
}

const OPPOSITE_VERBS = {introduced: 'added', removed: 'removed', withdrawn: 'withdrawn'} as const

const takeBack = ({id, subject, place}: Event, kind: keyof typeof OPPOSITE_VERBS, entry: number): Event => ({
  id: -1 - id,
  kind,
  verb: OPPOSITE_VERBS[kind],
  subject,
  entry,
  place
})

/**
 * The net events of final releases that had candidates, by the index of their entry: the differences to the final
 * release before. Other releases have the events of their own entry only.
 */
export function netEventsByRelease(
  events: readonly Event[],
  timeline: Timeline
): ReadonlyMap<number, readonly Event[]> {
  return new Map(
    findReleasesAfterCandidates(timeline).map(([from, to]): [number, readonly Event[]] => [
      to.index,
      netEventsOfMove(events, timeline, from, to)
    ])
  )
}

/** Pairs of a final release that had candidates, and the final release before it. */
export const findReleasesAfterCandidates = memoize(
  (timeline: Timeline): readonly (readonly [from: TimelineEntry, to: TimelineEntry])[] =>
    timeline.entries.flatMap(entry => {
      const base = entry.kind === 'release' && entry.name !== NEXT ? findBaseRelease(timeline, entry.index) : undefined
      const before = base !== undefined && isCandidate(timeline, base) ? findPredecessor(timeline, entry) : undefined
      return before && before.index !== base ? [[before, entry] as const] : []
    })
)

/** The final release that the entry of each candidate became, by its index. */
export const findFinalReleases = memoize(
  (timeline: Timeline): ReadonlyMap<number, TimelineEntry> =>
    new Map(
      findReleasesAfterCandidates(timeline)
        .toReversed()
        .flatMap(([from, to]) => [...entriesBetween(timeline, from.index, to.index)].map(index => [index, to] as const))
    )
)

/**
 * The net effect of events for clients that skip the releases in between:
 *
 * 1. Something added and then removed is left out, and so is something removed and then restored. What a
 *    description shows again may be different, so it counts as restored.
 * 2. A withdrawn deprecation is left out; a rescheduled one has the last sunset; one that was carried out is a removal.
 * 3. Changes of something new are part of its addition, and so are its parts, and the fields in a new field.
 * 4. A chain of renames becomes one rename.
 */
export function computeNetEvents(all: readonly Event[]): Event[] {
  const events = withoutReversedRenames(all)
  const bySubject = groupBy(events, ({subject}) => subjectKey(subject))
  const kept = new Map([...bySubject].map(([key, own]) => [key, netEventsOfSubject(own)]))
  /** Whether a subject exists only before or after, or neither before nor after, so that its own line covers its parts. */
  const coversParts = (subject: Subject): boolean => {
    const key = subjectKey(subject)
    const net = kept.get(key)
    if (net?.length === 0) return wasAddedAndRemoved(bySubject.get(key) ?? [])
    return net?.some(({kind}) => kind === 'introduced' || kind === 'removed') === true
  }
  const survivors = [...kept.values()].flat().filter(({subject}) => {
    const {target, part} = subject
    return ![...(part ? [{target}] : []), ...outerFields(subject)].some(coversParts)
  })
  const ends = new Map(
    [...bySubject].flatMap(([key, own]): [string, Event][] => {
      const end = own.findLast(({kind}) => kind === 'removed')
      return end && kept.get(key)?.length === 0 ? [[key, end]] : []
    })
  )
  return survivors
    .flatMap(event => limitToKept(event, bySubject))
    .map(event => followRenames(event, ends))
    .toSorted((a, b) => a.entry - b.entry || a.id - b.id)
}

/** The fields that a field, an argument, or a value is in: `spec`, `spec.tls`. */
function outerFields({target, part}: Subject): Subject[] {
  const {field, value, ...rest} = part ?? {}
  const ofMember = isMember(target) && !part ? target : undefined
  const fields: Subject[] = field === undefined || value === undefined ? [] : [{target, part: {...rest, field}}]
  let path = field ?? ofMember?.name ?? ''
  for (let outer = path.replace(LAST_STEP, ''); outer !== path; outer = path.replace(LAST_STEP, '')) {
    path = outer
    if (path !== '')
      fields.push(ofMember ? {target: memberTarget(ofMember.type, path)} : {target, part: {...rest, field: path}})
  }
  return fields
}

/** The last step of a path: a name, an argument, the items of a list, or the values of a map. */
const LAST_STEP = /(?:\[\]|\{\}|\([^()]*\)|\.?[^.[\]{}()]+)$/

/** Limits an observed change to the operations that exist before and after. Empty if there are none. */
function limitToKept(event: Event, bySubject: ReadonlyMap<string, readonly Event[]>): Event[] {
  const {observed, kind, subject} = event
  const isOfShared = observed?.component !== undefined && isMember(subject.target)
  if (!observed || !isOfShared || observed.reaches.length === 0 || kind === 'deprecated') return [event]
  const reaches = observed.reaches.filter(({operation}) => !hasTurned(bySubject.get(subjectKey(operation)) ?? []))
  if (reaches.length === observed.reaches.length) return [event]
  return reaches.length === 0 ? [] : [{...event, observed: {...observed, reaches}}]
}

/** Whether a subject exists only before or only after the events. */
function hasTurned(own: readonly Event[]): boolean {
  const turns = own.filter(({kind}) => kind === 'introduced' || kind === 'removed' || kind === 'restored')
  return turns.length > 0 && !(turns[0]?.kind === 'removed' && turns.at(-1)?.kind !== 'removed')
}

/** Whether the subject was added after the first release and removed by the last. */
const wasAddedAndRemoved = (own: readonly Event[]): boolean =>
  own.some(({kind}) => kind === 'introduced') && own.at(-1)?.kind === 'removed'

function netEventsOfSubject(own: readonly Event[]): Event[] {
  let kept: Event[] = []
  const without = (...kinds: readonly Event['kind'][]): Event[] => kept.filter(({kind}) => !kinds.includes(kind))
  const has = (kind: Event['kind']): boolean => kept.some(each => each.kind === kind)
  for (const event of own) {
    switch (event.kind) {
      case 'introduced':
        kept = [...kept, event]
        break
      case 'restored':
        kept = has('removed') ? without('removed') : [...kept, event]
        break
      case 'removed':
        // A subject that didn't exist before and doesn't exist after has no net event.
        kept = (has('introduced') || has('restored')) && !has('removed') ? [] : [event]
        break
      case 'withdrawn':
        kept = has('deprecated') ? without('deprecated', 'rescheduled') : [...without('rescheduled'), event]
        break
      case 'deprecated':
        kept = [...without('deprecated', 'rescheduled'), event]
        break
      case 'rescheduled':
        kept = has('deprecated') ? kept.map(each => reschedule(each, event)) : [...without('rescheduled'), event]
        break
      case 'changed':
        kept = has('introduced') ? kept : addChange(kept, event)
        break
    }
  }
  return mergeReturn(kept)
}

/** Turns a removal and a later addition into a restoration, because the subject may differ from before. */
function mergeReturn(kept: readonly Event[]): Event[] {
  const removal = kept.findIndex(({kind}) => kind === 'removed')
  const back = kept.find(({kind}, at) => kind === 'introduced' && removal >= 0 && at > removal)
  if (!back) return [...kept]
  const {observed: _, change: __, ...bare} = back
  return kept.flatMap((event): Event[] => {
    if (event !== back) return event.kind === 'removed' ? [] : [event]
    if (isRequiredPart(event)) return [event]
    return event.seen ? [{...bare, kind: 'restored', verb: 'restored'}] : []
  })
}

/** Whether the addition of a part says that it is required; before its removal, it may have been optional. */
const isRequiredPart = ({observed}: Event): boolean =>
  observed !== undefined && kindOf(observed.kind).isRequired === true

/** Leaves out the renames of fields that were later renamed back. */
function withoutReversedRenames(events: readonly Event[]): readonly Event[] {
  const reversed = new Set<Event>()
  const open = new Map<string, Event>()
  for (const event of events) {
    const {observed} = event
    if (observed?.kind !== 'renamed') continue
    const {component, at, mediaType, subject, old, new: name} = observed
    const keyOf = (from: unknown, to: unknown): string =>
      JSON.stringify([component ?? targetKey(subject.target), at.replace(/[^.]*$/, ''), mediaType, from, to])
    const earlier = open.get(keyOf(name, old))
    if (earlier) for (const each of [earlier, event]) reversed.add(each)
    else open.set(keyOf(old, name), event)
    open.delete(keyOf(name, old))
  }
  return reversed.size === 0 ? events : events.filter(event => !reversed.has(event))
}

/** Adds a change. One that reverses an earlier one removes it, and one that continues it is merged with it. */
function addChange(kept: readonly Event[], event: Event): Event[] {
  const undone = kept.findLastIndex(earlier => isUndone(earlier, event))
  if (undone >= 0) return kept.toSpliced(undone, 1)
  const continued = kept.findLastIndex(earlier => isContinued(earlier, event))
  const from = kept[continued]?.observed
  if (!from || !event.observed) return [...kept, event]
  return [...kept.toSpliced(continued, 1), {...event, observed: {...event.observed, old: from.old}}]
}

/**
 * Whether a later change starts from the value to which an earlier one led, so that they can be merged. Changes with a
 * counterexample can't, because the example may not apply to the merged change.
 */
function isContinued({kind, observed: one}: Event, {observed: other}: Event): boolean {
  if (kind !== 'changed' || !one || !other || one.kind !== other.kind || spotOf(one) !== spotOf(other)) return false
  if (one.old === undefined || one.new === undefined || other.new === undefined) return false
  const hasExample = [one, other].some(({proofs}) => Object.values(proofs).some(proof => proof.is === 'breaks'))
  return !hasExample && JSON.stringify(one.new) === JSON.stringify(other.old)
}

/** Whether a later observed change reverses an earlier one, by its values or by being of the opposite kind. */
function isUndone({kind, observed: one}: Event, {observed: other}: Event): boolean {
  if (kind !== 'changed' || !one || !other || spotOf(one) !== spotOf(other)) return false
  const hasValues = one.old !== undefined || one.new !== undefined
  return hasValues
    ? JSON.stringify([one.old, one.new]) === JSON.stringify([other.new, other.old])
    : kindOf(one.kind).opposite === other.kind
}

/** The place of a change in its subject. */
const spotOf = ({component, at, about, mediaType, reaches}: Change): string =>
  JSON.stringify([component, at, about, mediaType, component === undefined ? reaches.map(({part}) => part) : []])

function reschedule(event: Event, {sunset}: Event): Event {
  if (event.kind !== 'deprecated') return event
  const {sunset: _, ...rest} = event
  return defined({...rest, sunset})
}

/** Follows a chain of renames, because the new name may have been removed in between. */
function followRenames(event: Event, ends: ReadonlyMap<string, Event>): Event {
  let last = event
  const seen = new Set<string>()
  while (last.counterpart && event.kind === 'removed') {
    const key = subjectKey(last.counterpart)
    const further = ends.get(key)
    if (!further || seen.has(key)) break
    seen.add(key)
    last = further
  }
  if (last === event) return event
  const {counterpart: _, replacement: __, verb: ___, ...rest} = event
  return defined({
    ...rest,
    verb: last.counterpart ? event.verb : 'removed',
    counterpart: last.counterpart,
    replacement: last.replacement
  })
}
