import type {AffectedOperation} from '../model/api/change.ts'
import {defined} from '../model/defined.ts'
import {groupBy, groupByEach} from '../model/group-by.ts'
import {inputError} from '../model/input-error.ts'
import type {Event} from '../model/lifecycle/event.ts'
import type {BasePathChange, DeclaredHistory, History, StatedMoment, WrittenEvent} from '../model/lifecycle/history.ts'
import type {EndOfSupport, Lifecycle} from '../model/lifecycle/lifecycle.ts'
import {memoize} from '../model/memoize.ts'
import {canonicalSubject, eachOnce, type FindFields} from '../model/subject/field.ts'
import {
  covers,
  formatSubject,
  isEndpoint,
  isPrefix,
  lineageKey,
  pathShape,
  prefixShapes,
  type Subject,
  subjectKey,
  type Target,
  targetKey
} from '../model/subject/subject.ts'
import {type DateRange, type Day, isBefore, laterRange, parseDateRange, UNKNOWN_DATE} from '../model/time/date-range.ts'
import {canBeReleaseOf} from '../model/time/release-name.ts'
import {
  buildTimeline,
  compareMoments,
  findRelease,
  inexactDay,
  type Moment,
  momentOfEntry,
  NEXT,
  releaseAtOrAfter,
  type Timeline
} from '../model/time/timeline.ts'
import {expandAnnouncements} from './expand-sides.ts'
import {buildFieldLifecycle} from './field-lifecycle.ts'
import {combineFinders, eventsOfUse, findFieldsInEvents, nameDeclared} from './name-fields.ts'
import {netEventsByRelease} from './net-changes.ts'
import {addOldNames, followNames, withoutCoveredUses} from './renamed-fields.ts'
import {addSuccessors} from './successors.ts'

export interface AssembleOptions {
  /** The as-of day. */
  readonly asOf: Day
  /** The day of the first commit with the history. */
  readonly adopted?: Day | undefined
  /** Returns since when the history has contained an announcement, by its event; `undefined` if it counts as stated. */
  readonly recorded?: (event: WrittenEvent) => DateRange | undefined
  /** Returns since when an announcement has applied to subjects that it excepted before. */
  readonly widened?: (event: WrittenEvent) => NonNullable<Event['widened']>
  /** Whether a stability level was stated only after the introduction, so that it can't lower the level before. */
  readonly isLateStability?: ((subject: Subject, stability: string) => boolean) | undefined
  /** Finds the fields that a name stands for in the description. What the events show is known without it. */
  readonly findFields?: FindFields | undefined
  /** Further subjects to include although no line names them, such as endpoints that a prefix of a line covers. */
  readonly also?: readonly Subject[]
}

/** Builds a history from what was declared: one timeline, and the lifecycle of every subject. */
export function assemble(
  declared: DeclaredHistory,
  {asOf, adopted, recorded, widened, isLateStability, findFields: describe, also = []}: AssembleOptions
): History {
  const timeline = buildTimeline(declared.entries, asOf)
  const findFields = combineFinders(describe, findFieldsInEvents(declared.events))
  const named = [...nameDeclared(declared.events, findFields)]
  const expanded = expandAnnouncements(named.map(([event]) => event))
  const toEvent = (event: WrittenEvent, written: WrittenEvent): Event =>
    completeEvent(event, timeline, {recorded: recorded?.(written), widened: widened?.(written)})
  // Every event keeps its position; copies for other names and for a second side are appended.
  const events = named.map(([event, written], at) => toEvent(expanded[at]?.[0] ?? event, written))
  for (const [at, [, written]] of named.entries())
    for (const event of expanded[at]?.slice(1) ?? []) events.push(toEvent({...event, id: events.length}, written))
  const asked = also.map(each => canonicalSubject(each, findFields))
  const coveredUses = events.flatMap(({coverage}) => coverage?.covered ?? [])
  const byKey = groupBy(events, ({subject}) => subjectKey(subject))
  const {eventsOf, abandoned} = followNames(declared.renamed, byKey)
  const subjects = collectSubjects(declared, events, [...asked, ...coveredUses], timeline).filter(
    subject => !abandoned.has(subjectKey(subject))
  )
  const spend = countSteps()
  const findPrefixEvents = indexByPrefix(events, spend)
  const stated = collectStatedStabilities(declared, events, isLateStability)
  // The operations are listed once for each list of affected operations, which hundreds of changes share.
  const operationsOf = memoize(listOperations)
  const every = subjects.map((subject): Lifecycle => {
    const key = subjectKey(subject)
    const own = [...eventsOf(subject), ...eventsOfUse(subject, findFields, byKey)]
    const ofTarget = subject.part ? (byKey.get(targetKey(subject.target)) ?? []) : []
    const fromPrefixes = findPrefixEvents(subject).filter(event => subjectKey(event.subject) !== key)
    const all = [...own, ...ofTarget, ...fromPrefixes]
      .map(event => applyWidening(event, subject))
      .toSorted((a, b) => a.entry - b.entry || a.id - b.id)
    // The time grows with the square of the number of lines, because each is compared with those before it.
    const ordered = all.filter(({kind}) => kind !== 'changed')
    if (ordered.length > 1) spend(ordered.length ** 2, ordered.at(-1) as Event)
    const life = buildFieldLifecycle(subject, all, stated.get(key) ?? [], {timeline})
    return addObservedContext(life, declared.bases ?? [], operationsOf)
  })
  const lifecycles = withoutCoveredUses(every, events, asked)
  const bySubject = new Map(lifecycles.map(lifecycle => [subjectKey(lifecycle.subject), lifecycle]))
  const lineages = groupBy(lifecycles, ({subject}) => (subject.part ? '' : (lineageKey(subject.target) ?? '')))
  const succeeded = lifecycles.map(lifecycle =>
    addSuccessors(lifecycle, {bySubject, lineages, timeline, isSeen: declared.bases !== undefined})
  )
  const endpoints = succeeded.filter(({subject}) => isEndpoint(subject.target) && !subject.part)
  const endpointsByPrefix = memoize((all: readonly Lifecycle[]) =>
    groupByEach(all, ({subject: {target}}) => new Set(prefixShapes(target.path)))
  )
  const completed = succeeded.map(lifecycle =>
    markEmptiedPrefix(lifecycle, shape => endpointsByPrefix(endpoints).get(shape) ?? [], timeline)
  )
  const netEvents = netEventsByRelease(events, timeline)
  return defined({
    about: declared.about,
    source: declared.source,
    adopted,
    findFields,
    describedFields: describe,
    completeFrom: declared.completeFrom,
    complete: declared.complete,
    incompleteAt: declared.incompleteAt,
    isLeaving: declared.isLeaving || undefined,
    isFirst: declared.isFirst,
    isRecorded: declared.isRecorded,
    timeline,
    events,
    netEvents: netEvents.size > 0 ? netEvents : undefined,
    facts: declared.facts,
    waivers: declared.waivers,
    bases: declared.bases,
    absences: declared.absences,
    lifecycles: completed,
    bySubject: addOldNames(new Map(completed.map(lifecycle => [subjectKey(lifecycle.subject), lifecycle])), abandoned)
  })
}

/** The event as it counts for a subject: for one that it excepted before, only since it no longer does. */
function applyWidening(event: Event, subject: Subject): Event {
  const late = event.widened?.filter(each => covers(each.subject, subject)).map(({when}) => when) ?? []
  return late.length === 0
    ? event
    : {...event, recorded: [...late, ...(event.recorded ? [event.recorded] : [])].reduce(laterRange)}
}

/** Adds the affected operations and the base paths that snapshots show during the subject's lifetime. */
function addObservedContext(
  lifecycle: Lifecycle,
  bases: readonly BasePathChange[],
  operationsOf: typeof listOperations
): Lifecycle {
  const observed = lifecycle.events.filter(({seen}) => seen)
  if (observed.length === 0) return lifecycle
  const {subject} = lifecycle
  const isTied = subject.target.path !== undefined
  const key = subjectKey({target: subject.target})
  const operations = isTied ? [] : collectAffectedOperations(observed, operationsOf)
  // The list is kept as it is where possible, because its stability level is cached by the list.
  const reached = operations.some(each => subjectKey(each) === key)
    ? operations.filter(each => subjectKey(each) !== key)
    : operations
  const [first, last] = [
    lifecycle.events[0]?.entry ?? 0,
    lifecycle.tenures.at(-1)?.end?.event.entry ?? Number.POSITIVE_INFINITY
  ]
  // A subject whose first event is no introduction existed before it, so the base path before that event counts, too.
  const isNew = lifecycle.events[0]?.kind === 'introduced'
  const begin = Math.max(
    0,
    bases.findLastIndex(({entry}) => (isNew ? entry <= first : entry < first))
  )
  const basesInEffect = bases.slice(begin).filter(({entry}) => entry < last || entry === bases[begin]?.entry)
  return {
    ...lifecycle,
    ...(reached.length > 0 ? {reached} : {}),
    ...(basesInEffect.length > 0
      ? {bases: [...new Set(basesInEffect.flatMap(({base, others = []}) => [base, ...others]))]}
      : {})
  }
}

/** The operations affected by the observed changes, each once. */
function collectAffectedOperations(
  observedEvents: readonly Event[],
  operationsOf: typeof listOperations
): readonly Subject[] {
  const lists = [...new Set(observedEvents.flatMap(({observed}) => (observed ? [observed.reaches] : [])))]
  const [first] = lists
  return first && lists.length === 1 ? operationsOf(first) : listOperations(lists.flat())
}

function listOperations(reaches: readonly AffectedOperation[]): readonly Subject[] {
  const operations = new Set(reaches.map(({operation}) => operation))
  const bare = [...operations].map(subject => (subject.part ? {target: subject.target} : subject))
  return eachOnce(bare)
}

/**
 * The maximum number of comparisons between lines that apply to the same subjects. A quarter of it is enough for a
 * thousand endpoints below a prefix whose sunset was moved thirty times.
 */
const MAX_STEPS = 4_000_000

/** Returns a function that counts these comparisons and throws an `InputError` at the line that exceeds the maximum. */
function countSteps(): (steps: number, at: Event) => void {
  let left = MAX_STEPS
  return (steps, {subject, place}) => {
    left -= steps
    if (left >= 0) return
    throw inputError(
      `Too many lines apply to the same endpoints, such as those for \`${formatSubject(subject)}\`. Remove those that repeat others, and name a prefix once.`,
      place
    )
  }
}

/** Returns a function that finds the events of prefixes that cover a subject. */
function indexByPrefix(events: readonly Event[], spend: ReturnType<typeof countSteps>): (subject: Subject) => Event[] {
  const exceptions = collectExceptions(events.filter(({subject}) => isPrefix(subject.target) && !subject.part))
  const shapes = groupBy(exceptions.keys(), ({subject: {target}}) =>
    target.path !== undefined ? pathShape(target.path) : ''
  )
  return subject => {
    if (shapes.size === 0 || subject.target.path === undefined) return []
    return prefixShapes(subject.target.path).flatMap(shape =>
      (shapes.get(shape) ?? []).filter(event => {
        const excepted = exceptions.get(event) ?? []
        spend(excepted.length, event)
        return !excepted.some(left => covers(left, subject))
      })
    )
  }
}

/** The excepted subjects of each event for a prefix. A rescheduled sunset has the exceptions of its announcement. */
function collectExceptions(events: readonly Event[]): Map<Event, readonly Subject[]> {
  const announced = new Map<string, readonly Subject[]>()
  const left = new Map<Event, readonly Subject[]>()
  for (const event of events) {
    const key = subjectKey(event.subject)
    if (event.kind === 'deprecated') announced.set(key, event.except ?? [])
    left.set(event, event.except ?? (event.kind === 'rescheduled' ? announced.get(key) : undefined) ?? [])
  }
  return left
}

function collectStatedStabilities(
  {facts}: DeclaredHistory,
  events: readonly Event[],
  isLate: AssembleOptions['isLateStability']
) {
  const statements: {subject: Subject; stability: string; event?: Event}[] = [
    ...facts.flatMap(({subject, stability}) => (stability === undefined ? [] : [{subject, stability}])),
    ...events.flatMap(event =>
      event.stability === undefined ? [] : [{subject: event.subject, stability: event.stability, event}]
    )
  ]
  const dated = statements.map(each =>
    !each.event?.seen && isLate?.(each.subject, each.stability) ? {...each, isLate: true as const} : each
  )
  return groupBy(dated, ({subject}) => subjectKey(subject))
}

function completeEvent(
  {sunset, announced, ...written}: WrittenEvent,
  timeline: Timeline,
  {
    recorded,
    widened = []
  }: {readonly recorded: Event['recorded'] | undefined; readonly widened: Event['widened'] | undefined}
): Event {
  return {
    ...written,
    ...(sunset ? {sunset: resolveMoment(sunset, 'the sunset', timeline, written.entry)} : {}),
    ...(announced
      ? {
          announced:
            announced === 'never'
              ? {kind: 'never'}
              : {kind: 'at', moment: resolveMoment(announced, 'the announcement', timeline)}
        }
      : {}),
    ...defined({recorded}),
    ...(widened.length > 0 ? {widened} : {})
  }
}

/**
 * Resolves a text that is a day or a release: a name on the timeline is a release, unless it is a day after that
 * release. An unlisted release resolves to the first later version after the entry `after`; without `after`, its day is
 * unknown. Any other text is unreadable. `of` is what happens at the moment.
 */
function resolveMoment({text, stated}: StatedMoment, of: string, timeline: Timeline, after?: number): Moment {
  if (stated !== undefined) return {when: parseDateRange(text) ?? UNKNOWN_DATE, stated}
  const named = findRelease(timeline, text)
  const when = parseDateRange(text)
  if (named && !(when && isBefore(named.when, when))) return momentOfEntry(named)
  if (when) return {when, stated: text, ...inexactDay(of, text)}
  if (!canBeReleaseOf(timeline, text)) return {when: UNKNOWN_DATE, stated: text, isUnreadable: true}
  const later = after === undefined ? undefined : releaseAtOrAfter(timeline, text, after)
  if (later) return {...momentOfEntry(later), stated: `release ${text}`}
  const next = timeline.entries.find(({name}) => name === NEXT)
  return {when: text === NEXT && next ? next.when : UNKNOWN_DATE, stated: `release ${text}`}
}

/**
 * Marks a prefix as removed if its sunset was reached and every recorded endpoint version under it was removed, even
 * without a line that says so.
 */
function markEmptiedPrefix(
  lifecycle: Lifecycle,
  endpointsUnder: (shape: string) => readonly Lifecycle[],
  timeline: Timeline
): Lifecycle {
  const {subject, tenures} = lifecycle
  const last = tenures.at(-1)
  const end = last?.end
  if (!isPrefix(subject.target) || subject.part || !end || end.kind !== 'sunset' || end.removal) return lifecycle
  const isExcepted = (inner: Subject): boolean => end.event.except?.some(each => covers(each, inner)) ?? false
  const under = endpointsUnder(pathShape(subject.target.path)).filter(
    each => covers(subject, each.subject) && !isExcepted(each.subject)
  )
  const removals = under.map(each => each.tenures.at(-1)?.end?.removal)
  const seen = removals.filter(removal => removal !== undefined)
  const lastSeen = seen.toSorted((a, b) => (a.entry ?? 0) - (b.entry ?? 0)).at(-1)
  if (!lastSeen || seen.length < removals.length) return lifecycle
  // Endpoints that were removed before the sunset are judged on their own, so the prefix counts as removed no earlier
  // than at the sunset.
  const removal = compareMoments(timeline, lastSeen, end.moment) === 'before' ? end.moment : lastSeen
  const emptied: EndOfSupport = {...end, removal}
  return {...lifecycle, tenures: [...tenures.slice(0, -1), {...last, end: emptied}]}
}

/**
 * All subjects with an event or an item in `facts`, in the order in which they are first named. Their path parameters
 * are named as they are now: as in the last introduction, restoration, or snapshot.
 */
function collectSubjects(
  {facts, respelt = []}: DeclaredHistory,
  events: readonly Event[],
  also: readonly Subject[],
  {entries}: Timeline
): Subject[] {
  const subjects = new Map<string, Subject>()
  const note = (subject: Subject): void => {
    const key = subjectKey(subject)
    if (!subjects.has(key)) subjects.set(key, subject)
  }
  for (const event of events) note(event.subject)
  const lastNamed = new Map<string, number>()
  for (const {subject, entry, kind, seen, counterpart} of events) {
    // If only path parameters were renamed, both names are the same subject.
    const isParameterRename = kind === 'changed' && counterpart !== undefined
    const isInUse = seen || isParameterRename || kind === 'introduced' || kind === 'restored'
    if (!isInUse || entries[entry]?.pending) continue
    const key = subjectKey(subject)
    subjects.set(key, isParameterRename ? counterpart : subject)
    lastNamed.set(key, entry)
  }
  // Snapshots can show renamed parameters even if nothing else happened.
  const targets = new Map<string, {target: Target; entry: number}>()
  for (const {subject, entry} of respelt)
    if (!entries[entry]?.pending) targets.set(subjectKey(subject), {target: subject.target, entry})
  for (const [key, {target, part}] of targets.size > 0 ? subjects : []) {
    const last = targets.get(subjectKey({target}))
    if (last && last.entry >= (lastNamed.get(key) ?? 0))
      subjects.set(key, part ? {target: last.target, part} : {target: last.target})
  }
  for (const {subject} of facts) note(subject)
  for (const subject of also) note(subject)
  return [...subjects.values()]
}
