import {type EventDraft, eventsFromSnapshot} from '../../history/observed/events-from-changes.ts'
import {parseTarget} from '../../languages/languages.ts'
import type {
  DescribedOperation,
  FirstCommit,
  StabilityStatement,
  SunsetStatement
} from '../../model/api/release-diff.ts'
import {defined} from '../../model/defined.ts'
import {isStatement} from '../../model/lifecycle/event.ts'
import type {DeclaredHistory, WrittenEvent} from '../../model/lifecycle/history.ts'
import type {SourceLocation} from '../../model/location.ts'
import {
  covers,
  isPrefix,
  lineageKey,
  type Subject,
  subjectKey,
  type Target,
  targetKey
} from '../../model/subject/subject.ts'
import {
  type DateRange,
  type Day,
  isBefore,
  parseDateRange,
  singleDay,
  UNKNOWN_DATE
} from '../../model/time/date-range.ts'
import {NEXT, type WrittenEntry} from '../../model/time/timeline.ts'

/** The first commits of the default branch with a deprecation mark (`marked`) or operation (`arrived`), by key. */
export interface CommitDates {
  readonly marked: ReadonlyMap<string, FirstCommit>
  readonly arrived: ReadonlyMap<string, FirstCommit>
  /** The stability levels that the default branch stated, one for each change, oldest first. */
  readonly stated: ReadonlyMap<string, readonly StabilityStatement[]>
  /** The sunsets stated for subjects that were deprecated since, one for each change, oldest first. */
  readonly sunsets?: ReadonlyMap<string, readonly SunsetStatement[]>
  /** The days since which the branch first stated that subjects are deprecated. */
  readonly since?: ReadonlyMap<string, string>
  /** The marked parts of the base that the change concerns, by which they were deprecated before it. */
  readonly parts?: readonly DescribedOperation[]
  /** The as-of day, if it isn't known what was released: then what the base has may have been released on any day until then. */
  readonly unknownUntil?: Day
  /** Whether the clone is shallow, so anything before its first commit is unknown. */
  readonly isShallow: boolean
}

/** A timeline that includes the days of commits. */
export interface TimelineWithCommits {
  readonly entries: readonly WrittenEntry[]
  /** Maps the index of a written entry to its new index. */
  readonly placeOf: (written: number) => number
  /** Returns the index of the entry for a commit day. */
  readonly placeOn: (day: Day) => number
  /** The indexes of the entries for commit days. */
  readonly days: readonly number[]
}

/** Inserts one timeline entry per commit day, after all entries known to be earlier. */
export function insertCommitDays(
  written: readonly {readonly entry: WrittenEntry; readonly at: number}[],
  {marked, arrived, stated, sunsets = new Map()}: CommitDates,
  place: SourceLocation
): TimelineWithCommits {
  const dated = [...marked.values(), ...arrived.values(), ...[...stated.values(), ...sunsets.values()].flat()]
  const bounds = [...marked.values()].flatMap(({notBefore}) => notBefore ?? [])
  const days = [...new Set([...dated.map(({day}) => day), ...bounds])].toSorted()
  const line: {entry: WrittenEntry; at?: number}[] = [...written]
  for (const day of days) {
    const last = line.findLastIndex(({entry: {stated}}) => stated.earliest !== undefined && stated.earliest <= day)
    line.splice(last + 1, 0, {entry: {kind: 'announcement', name: day, date: day, stated: singleDay(day), place}})
  }
  const ofWritten = new Map(line.flatMap(({at}, index) => (at === undefined ? [] : [[at, index] as const])))
  const ofDays = new Map(line.flatMap(({entry, at}, index) => (at === undefined ? [[entry.name, index] as const] : [])))
  return {
    entries: line.map(({entry}) => entry),
    placeOf: at => ofWritten.get(at) ?? at,
    placeOn: day => ofDays.get(day) ?? 0,
    days: [...ofDays.values()]
  }
}

/**
 * The operations that matter for the events: those that the events name or affect, other versions of the same
 * endpoints, and those under a named prefix. The others exist, but aren't needed.
 */
export function findRelevantOperations(
  operations: readonly DescribedOperation[],
  events: readonly Pick<EventDraft, 'subject' | 'replacement' | 'observed'>[]
): DescribedOperation[] {
  const subjects = events.flatMap(({subject, replacement, observed}) => [
    subject,
    ...(replacement ? [replacement] : []),
    ...(observed?.reaches.map(({operation}) => operation) ?? [])
  ])
  const near = operations.filter(createRelevanceTest(subjects))
  // Replacements that these operations name are included too.
  const named = near.flatMap(({described}) =>
    described.replacement === undefined ? [] : (parseTarget(described.replacement) ?? [])
  )
  return named.length === 0
    ? near
    : operations.filter(createRelevanceTest([...subjects, ...named.map(target => ({target}))]))
}

function createRelevanceTest(subjects: readonly Subject[]): (operation: DescribedOperation) => boolean {
  const keys = new Set(subjects.map(({target}) => lineageOrTargetKey(target)))
  const prefixes = subjects.filter(({target}) => isPrefix(target) && target.path !== '')
  return ({subject}) => keys.has(lineageOrTargetKey(subject.target)) || prefixes.some(prefix => covers(prefix, subject))
}

/** A key that is equal for all targets of one lineage. */
const lineageOrTargetKey = (target: Target): string => lineageKey(target) ?? targetKey(target)

/**
 * The past events that the older description shows. Nothing is added for a subject that the history declares as removed
 * or introduced later. A declared announcement takes precedence over the mark in the description; a declared addition
 * doesn't.
 */
export function collectPastEvents(
  operations: readonly DescribedOperation[],
  whole: readonly DescribedOperation[],
  entry: number,
  events: readonly EventDraft[],
  testimony: CommitDates
): EventDraft[] {
  const last = new Map(
    events
      .filter(each => each.entry < entry || each.kind === 'introduced')
      .map(each => [subjectKey(each.subject), each])
  )
  const isOver = (key: string): boolean => {
    const {kind, entry: at = 0} = last.get(key) ?? {}
    return kind === 'removed' || at > entry
  }
  const announced = collectAnnouncedKeys(events, testimony)
  return eventsFromSnapshot(operations, [...whole, ...(testimony.parts ?? [])], entry).filter(
    ({kind, subject}) => !(kind === 'introduced' ? isOver(subjectKey(subject)) : announced.has(subjectKey(subject)))
  )
}

/**
 * Keys of subjects with declared announcements, except those that a commit of the default branch dates more precisely.
 */
export const collectAnnouncedKeys = (
  events: readonly EventDraft[],
  {marked, unknownUntil}: Pick<CommitDates, 'marked' | 'unknownUntil'>
): ReadonlySet<string> => {
  const announced = events
    .filter(event => isStatement(event) && !event.coverage)
    .map(({subject}) => subjectKey(subject))
  return new Set(announced.filter(key => unknownUntil !== undefined || !marked.has(key)))
}

/** The event, dated by the first commit that shows it. */
export function applyCommitDate(
  event: EventDraft,
  {marked, arrived, since, ...record}: CommitDates,
  {placeOn}: TimelineWithCommits
): EventDraft {
  const isMark = event.kind === 'deprecated'
  const witness = (isMark ? marked : arrived).get(subjectKey(event.subject))
  if (isMark && record.unknownUntil !== undefined) return toUndated(event, witness, record, placeOn)
  if (!witness || (!isMark && event.kind !== 'introduced')) return event
  const {by: _, ...bare} = event
  if (isMark && witness.notBefore !== undefined)
    return {
      ...bare,
      entry: placeOn(witness.notBefore),
      announced: defined({text: witness.notBefore, stated: statedReleaseOf(witness)}),
      undatedUntil: witness.day
    }
  const observed = {...(witness.isFirst ? event : bare), entry: placeOn(witness.day)}
  if (!isMark) return observed
  const announced = announcementDateOf(event.announced, witness, since?.get(subjectKey(event.subject)))
  return {
    ...observed,
    ...(announced
      ? {
          announced: defined({
            text: announced,
            stated: announced === witness.day ? statedReleaseOf(witness) : undefined
          })
        }
      : {}),
    ...(witness.isUnreleased ? {isUnreleased: true as const} : {}),
    via: witness.release === undefined ? `commit ${witness.commit.slice(0, 10)}` : `release ${witness.release}`
  }
}

/** The release of a witness as it's named in sentences. `undefined` if it is a commit. */
const statedReleaseOf = ({release}: FirstCommit): string | undefined =>
  release === undefined ? undefined : `release ${release}`

/**
 * The deprecation of a subject whose first release with it isn't known: no earlier than its commit. The day that
 * its description claims doesn't count.
 */
function toUndated(
  {announced: _, ...event}: EventDraft,
  witness: FirstCommit | undefined,
  record: Pick<CommitDates, 'unknownUntil'>,
  placeOn: TimelineWithCommits['placeOn']
): EventDraft {
  const undated = defined({...event, undatedUntil: record.unknownUntil})
  if (!witness || witness.isFirst) return {...undated, by: {}}
  const {by: __, ...bare} = undated
  return {...bare, entry: placeOn(witness.day), announced: {text: witness.day, stated: 'the first release that has it'}}
}

/**
 * Adds the announcement date that declared lines state for a mark that the first commit already contains, or the later
 * day on which the line was recorded.
 */
export function addClaimedDate(
  event: EventDraft,
  {events, entries}: Pick<DeclaredHistory, 'events' | 'entries'>,
  {marked}: CommitDates,
  recordedOn: (line: WrittenEvent) => DateRange | undefined
): EventDraft {
  const key = subjectKey(event.subject)
  const witness = marked.get(key)
  const isAsked = event.kind === 'deprecated' && event.announced === undefined
  if (!isAsked || !witness?.isFirst) return event
  for (const line of events) {
    const text = subjectKey(line.subject) === key ? claimedDate(line, entries, recordedOn(line)) : undefined
    const isLater = (parseDateRange(text ?? '')?.earliest ?? '') > witness.day
    if (text !== undefined && !isLater) return {...event, announced: {text}}
  }
  return event
}

/** The release or day that a line claims for its announcement, or the day on which the line was recorded if later. */
function claimedDate(
  {kind, announced, entry}: WrittenEvent,
  entries: DeclaredHistory['entries'],
  recorded: DateRange | undefined
): string | undefined {
  if (announced === 'never') return undefined
  const name = kind === 'deprecated' ? entries[entry]?.name : undefined
  const claimed = announced?.text ?? (name === NEXT ? undefined : name)
  // A line whose own day of recording is unknown doesn't prove the day that it claims.
  if (claimed === undefined || (recorded && recorded.latest === undefined)) return undefined
  const day = entries.find(each => each.name === claimed)?.stated ?? parseDateRange(claimed) ?? UNKNOWN_DATE
  return recorded && isBefore(day, recorded) ? recorded.latest : claimed
}

/**
 * The announcement date of a mark: the day of its commit, when clients could know. An earlier day claimed by the
 * description counts only if no commit shows that the mark was missing then, and not instead of a later day that was
 * stated first.
 */
function announcementDateOf(
  claimed: EventDraft['announced'],
  witness: FirstCommit,
  first: string | undefined
): string | undefined {
  const {day, isFirst} = witness
  const stated = parseDateRange(first ?? '')?.earliest
  if (claimed === 'never' || claimed === undefined) return isFirst ? (stated === undefined ? undefined : first) : day
  const earliest = parseDateRange(claimed.text)?.earliest
  if (isFirst && stated !== undefined && earliest !== undefined && earliest < stated) return first
  return isFirst || (earliest !== undefined && earliest > day) ? claimed.text : day
}

/**
 * Expands an introduction whose stability level has changed since: it is introduced with the first level, followed by
 * an event for each change.
 */
export function expandStabilityHistory(
  event: EventDraft,
  {stated}: CommitDates,
  {placeOn}: TimelineWithCommits
): EventDraft[] {
  const levels = event.kind === 'introduced' ? (stated.get(subjectKey(event.subject)) ?? []) : []
  const [first, ...later] = levels
  if (!first || later.length === 0) return [event]
  const {stability: _, by: __, ...came} = event
  const {stability} = first
  return [
    defined({...came, entry: placeOn(first.day), by: {}, stability}),
    ...later.map(
      ({day, stability: next}): EventDraft =>
        defined({
          ...came,
          kind: 'changed',
          verb: 'changed',
          change: 'stability-changed',
          entry: placeOn(day),
          stability: next
        })
    )
  ]
}

/**
 * Expands a deprecation that lost a sunset: it is announced without one, followed by an event for each change.
 */
export function expandSunsetHistory(
  event: EventDraft,
  {sunsets}: CommitDates,
  {placeOn}: TimelineWithCommits
): EventDraft[] {
  const statements = event.kind === 'deprecated' ? (sunsets?.get(subjectKey(event.subject)) ?? []) : []
  if (statements.length === 0) return [event]
  const {sunset: _, by: __, announced: ___, ...bare} = event
  const {sunset: ____, ...announced} = event
  return [
    announced,
    ...statements.map(
      ({day, sunset}): EventDraft => ({
        ...bare,
        kind: 'rescheduled',
        verb: 'rescheduled',
        entry: placeOn(day),
        ...(sunset === undefined ? {change: 'sunset-dropped'} : {sunset: {text: sunset}})
      })
    )
  ]
}
