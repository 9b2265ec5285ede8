import {groupBy} from '../../model/group-by.ts'
import type {Event} from '../../model/lifecycle/event.ts'
import type {History} from '../../model/lifecycle/history.ts'
import {hasEnded, type Lifecycle, type Tenure} from '../../model/lifecycle/lifecycle.ts'
import {isMember, type Subject, subjectKey} from '../../model/subject/subject.ts'
import type {Day} from '../../model/time/date-range.ts'
import type {Moment, TimelineEntry} from '../../model/time/timeline.ts'
import type {Judgment} from '../../model/verdict/judgment.ts'
import type {Policy} from '../../model/verdict/policy.ts'
import {codePiece, joinPieces, type TextPiece} from '../../phrases/text-pieces.ts'
import {earliestEndOfSupport, exactEarliestEnd, needsMajorRelease} from '../../policy/earliest-end-of-support.ts'
import {formatRemovedPeriodsSuffix, OR_EARLIER, UNKNOWN_RELEASE} from '../../text/page-strings.ts'
import {type EntryHeading, entryNamePieces} from '../../text/release-headings.ts'
import {statedText} from '../../text/statement.ts'
import {sayAfter} from '../first-end.ts'

/** Input of all sections of a page. */
export interface HistoryPage {
  readonly history: History
  readonly judgments: readonly Judgment[]
  readonly policy: Policy
  /** True if no policy was declared and a default one judges. Its dates then aren't shown as guarantees. */
  readonly isPolicyAssumed: boolean
  /** Whether the page has the sentences for clients, from which the history can't be read back. */
  readonly isForClients?: true
  /** Whether the page names approvers and internal evidence, which no public page does. */
  readonly isInternal?: boolean | undefined
  /** Whether a deprecation is followed by who called it in the last days. The history can't be read back from it. */
  readonly showsCallers?: boolean
  /** The events of each entry; for a final release that candidates preceded, all since the last final release. */
  readonly eventsByEntry: ReadonlyMap<number, readonly Event[]>
  /** Verdict on a removal or sunset, by subject and the event that ended support. `undefined` if there is none. */
  readonly endJudgment: (subject: Subject, event: Event) => Judgment | undefined
  /** Verdict on any event, by subject. `undefined` if there is none. */
  readonly judgmentOf: (subject: Subject, event: Event) => Judgment | undefined
}

export function createHistoryPage(
  history: History,
  judgments: readonly Judgment[],
  policy: Policy,
  assumed = false
): HistoryPage {
  const keyOf = (subject: Subject, event: Event): string => `${event.id} ${subjectKey(subject)}`
  const all = new Map(judgments.map(each => [keyOf(each.subject, each.event), each]))
  const judgmentOf = (subject: Subject, event: Event): Judgment | undefined => all.get(keyOf(subject, event))
  return {
    history,
    judgments,
    policy,
    isPolicyAssumed: assumed,
    eventsByEntry: new Map([...groupBy(history.events, ({entry}) => entry), ...(history.netEvents ?? [])]),
    judgmentOf,
    endJudgment: (subject, event) => {
      const judgment = judgmentOf(subject, event)
      return judgment?.kind === 'end' ? judgment : undefined
    }
  }
}

/** Whether an entry is after the release that introduced the subject and before the one that removed it. */
export const existsAt = ({tenures}: Lifecycle, entry: number): boolean =>
  tenures.length === 0 ||
  tenures.some(
    ({introduced, end}) =>
      (introduced?.event.entry ?? -1) < entry && entry < (end?.event.entry ?? Number.POSITIVE_INFINITY)
  )

/** The current tenure. `undefined` if the subject has been removed or has reached its sunset. */
export function tenureInForce({tenures}: Lifecycle): Tenure | undefined {
  const tenure = tenures.at(-1)
  return tenure && hasEnded(tenure) ? undefined : tenure
}

/**
 * Whether the field's component is missing from the description, at the given entry or in the latest one. Fields of
 * such a component don't count as pending.
 */
export function isComponentAbsent(
  {target}: Subject,
  {history: {absences = []}}: HistoryPage,
  at = Number.POSITIVE_INFINITY
): boolean {
  if (!isMember(target)) return false
  return absences.some(
    ({component, from, until = Number.POSITIVE_INFINITY}) =>
      component === target.type && from <= at && (at < until || until === Number.POSITIVE_INFINITY)
  )
}

export const entryHeading = ({kind, name, date}: TimelineEntry): EntryHeading =>
  kind === 'announcement' ? {kind, on: name} : {kind, name, ...(date === undefined ? {} : {date})}

/** Names the release or statement at which something happened, with `or earlier` if it may be older. */
export function entryPieces(entry: TimelineEntry | undefined, event?: Event): TextPiece[] {
  if (!entry) return [UNKNOWN_RELEASE]
  const pieces = entryNamePieces(entry.kind === 'release' ? {kind: 'release', name: entry.name} : entryHeading(entry))
  return event?.by ? [...pieces, OR_EARLIER] : pieces
}

/** The tenure whose start is shown as "since": the first one if its start is known, otherwise the latest. */
export const sinceTenure = ({tenures}: Lifecycle): Tenure | undefined =>
  tenures[0]?.introduced ? tenures[0] : tenures.at(-1)

/** Cell "since": the introducing release, and the periods in which the subject was removed. */
export function sincePieces(lifecycle: Lifecycle, page: HistoryPage): TextPiece[] {
  const first = sinceTenure(lifecycle)
  const intro = first?.introduced?.event
  const since = intro ? entryPieces(entryOf(page, intro), intro) : entryPieces(undefined)
  const {tenures} = lifecycle
  if (!intro || first === tenures.at(-1)) return since
  const away = tenures.flatMap(({end}, at) => {
    const back = tenures[at + 1]?.introduced?.moment
    return end && back ? [{removed: atMoment(end.removal ?? end.moment), restored: atMoment(back)}] : []
  })
  return [...since, formatRemovedPeriodsSuffix(away)]
}

/** The moment of an event in words. */
const atMoment = (moment: Moment): string => `${prepositionOf(moment, statedText(moment))} ${statedText(moment)}`

/** The preposition before the name of a moment: `in` a release, and `on` a day or a release that is named by its day. */
export const prepositionOf = ({entry, stated}: Moment, name: string): 'in' | 'on' =>
  (entry !== undefined || stated.startsWith('release ')) && !/^\d{4}-\d{2}-\d{2}\b/.test(name) ? 'in' : 'on'

export const entryOf = ({history: {timeline}}: HistoryPage, event: Event): TimelineEntry | undefined =>
  timeline.entries[event.entry]

/** Compares by UTF-16 code units, so that the order doesn't depend on the locale. */
export const compareText = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1)

/**
 * Returns which events introduced an operation. Members of types are operations if a change leads to itself, or if a
 * member of the same type was introduced by itself: the other members that a description lists are deprecated ones.
 */
export function operationsAmong(events: readonly Event[]): (event: Event) => boolean {
  const members = events.flatMap(event =>
    isMember(event.subject.target) ? [{event, target: event.subject.target}] : []
  )
  const keyOf = ({subject, entry}: Event): string => `${entry} ${subjectKey(subject)}`
  const marked = new Set(members.filter(({event}) => event.kind === 'deprecated').map(({event}) => keyOf(event)))
  const leadsToItself = ({observed, subject}: Event): boolean =>
    observed?.reaches.some(({operation}) => subjectKey(operation) === subjectKey(subject)) === true
  const roots = new Set(
    members.flatMap(({event, target}) =>
      event.kind === 'introduced' &&
      (leadsToItself(event) || (event.seen && !event.observed && !marked.has(keyOf(event))))
        ? [target.type]
        : []
    )
  )
  return event => {
    const {kind, subject, observed, seen} = event
    if (kind !== 'introduced' || subject.part) return false
    if (!isMember(subject.target)) return true
    // An argument has more than a name.
    return observed
      ? leadsToItself(event)
      : seen === true && roots.has(subject.target.type) && /^\w+$/.test(subject.target.name)
  }
}

/** Whether API descriptions were compared. The page is then longer than a hand-written history. */
export const hasDescriptions = ({history: {bases}}: HistoryPage): boolean => bases !== undefined

/** Whether all events were only observed in descriptions, and none was declared. */
export const areAllObserved = (events: readonly Event[]): boolean => events.length > 0 && events.every(({seen}) => seen)

/** Releases in a range whose description could only be read in part. Changes may be missing for them. */
export const unreadReleasesBetween = (from: TimelineEntry, to: TimelineEntry, {timeline}: History): string[] =>
  timeline.entries.slice(from.index, to.index + 1).flatMap(({name, partial}) => (partial ? [name] : []))

/** Whether no description of a release was read and no change was declared for it. */
export const isUnreadRelease = (
  {kind, index}: TimelineEntry,
  events: readonly Event[],
  {bases}: Pick<History, 'bases'>
): boolean =>
  bases !== undefined && kind === 'release' && events.length === 0 && !bases.some(({entry}) => entry === index)

export const formatUnreadReleases = (names: readonly string[]): TextPiece[] =>
  names.length === 0
    ? []
    : [
        'Part of ',
        ...joinPieces(
          names.map(name => [codePiece(name)]),
          'and'
        ),
        ' could not be read. More might have changed.'
      ]

/** The first day on which the declared policy allows the end of support. */
export interface DeclaredEnd {
  /** `on or after 2027-07-01`, `13 months after its deprecation`. */
  readonly when: string
  readonly day?: Day
}

/**
 * The earliest end of support by the declared policy. `undefined` if none is declared, if support has ended, or if the
 * day is uncertain.
 */
export function earliestDeclaredEnd(
  subject: Subject,
  {history, policy, isPolicyAssumed}: HistoryPage
): DeclaredEnd | undefined {
  const lifecycle = history.bySubject.get(subjectKey(subject))
  if (!lifecycle || isPolicyAssumed || !tenureInForce(lifecycle)) return undefined
  const earliest = earliestEndOfSupport(lifecycle, policy, history)
  if (needsMajorRelease(earliest)) return {when: 'only in a new major version'}
  if (earliest.kind === 'after' && !earliest.earlier) return {when: sayAfter(earliest)}
  const day = exactEarliestEnd(earliest)
  return day === undefined ? undefined : {when: `on or after ${day}`, day}
}
