import type {EndpointUsage} from '../api/client-call.ts'
import type {RenamedField} from '../api/release-diff.ts'
import type {SourceLocation} from '../location.ts'
import {memoize} from '../memoize.ts'
import type {FindFields} from '../subject/field.ts'
import {covers, isPrefix, type Subject, subjectKey} from '../subject/subject.ts'
import type {Day} from '../time/date-range.ts'
import type {Moment, Timeline, WrittenEntry} from '../time/timeline.ts'
import type {VersionClaim} from '../time/version-claim.ts'
import type {Event, SubjectWaiver} from './event.ts'
import type {Lifecycle} from './lifecycle.ts'
import type {ServedDifference} from './served.ts'
import type {TrafficOfApi} from './traffic-of-api.ts'

/** An item of `facts` in a history file: what is known of a subject whose introduction isn't recorded. */
export interface SubjectFact {
  readonly subject: Subject
  readonly type?: string
  readonly stability?: string
  readonly note?: string
  readonly place: SourceLocation
}

/** A topic that the author states as unknown, with a note. */
export interface StatedUnknown {
  readonly topic: string
  readonly note?: string
}

/** General information in a history file, apart from its events. */
export interface HistoryInfo {
  readonly service: string
  /** The language of its descriptions, if the notation of its subjects alone doesn't tell. */
  readonly language?: string | undefined
  readonly server?: string
  readonly about?: string
  readonly areas: readonly string[]
  readonly notes: readonly string[]
  readonly unknown: readonly StatedUnknown[]
}

/**
 * A history as people wrote it, before undated entries are bounded by their neighbors and before anything is judged.
 */
export interface DeclaredHistory {
  readonly about: HistoryInfo
  /** Where it was read from, as the user named it. */
  readonly source: string
  /** The policy it names: a file or a preset. */
  readonly policy?: string
  /** The day from which on an incomplete history lists every announcement. */
  readonly completeFrom?: Day
  /**
   * Whether the history is complete: what it doesn't list did not happen. After releases that it names as complete, it
   * is complete only after them. Otherwise it is from `completeFrom` on.
   */
  readonly complete: boolean
  /**
   * The place of `complete` in the file; `undefined` if the history has no gaps or is made from descriptions only.
   */
  readonly incompleteAt?: SourceLocation
  /** Whether this change adds the history, so that its lines about the past were written now and not before. */
  readonly isFirst?: true
  /** Whether a change deletes the history together with its API, so that no line can be added to it. */
  readonly isLeaving?: true
  readonly entries: readonly WrittenEntry[]
  readonly events: readonly WrittenEvent[]
  readonly facts: readonly SubjectFact[]
  readonly waivers: readonly SubjectWaiver[]
  /**
   * The base paths, each from the release that first shows it. A version marker in a base path applies to the whole
   * document.
   */
  readonly bases?: readonly BasePathChange[]
  /** Components with a deprecated part that were removed as a whole, as snapshots show them. */
  readonly absences?: readonly ComponentAbsence[]
  /** Fields with another name than before, as snapshots show them. */
  readonly renamed?: readonly FieldRename[]
  /** Endpoints whose path parameters were renamed at an entry, as snapshots show them. */
  readonly respelt?: readonly ParameterRename[]
  /** Whether observed events were recorded with the declared ones, so that the two needn't be compared. */
  readonly isRecorded?: true
}

/** An endpoint with the path parameter names that it has from a timeline entry on. */
export interface ParameterRename {
  readonly entry: number
  readonly subject: Subject
}

/** A field that has another name from a timeline entry on, such as that of a schema that was inline before. */
export interface FieldRename extends RenamedField {
  readonly entry: number
}

/** The base path of the API from a timeline entry on. */
export interface BasePathChange {
  readonly entry: number
  readonly base: string
  /** The other base paths at the same time. */
  readonly others?: readonly string[] | undefined
}

/** A component that is absent from a timeline entry on, until it is added again. */
export interface ComponentAbsence {
  readonly component: string
  readonly from: number
  readonly until?: number
}

/** A day or a release as written; the timeline decides which of the two it is. */
export interface StatedMoment {
  readonly text: string
  /** The name of the moment in sentences, if it isn't the text. */
  readonly stated?: string | undefined
}

/** An event whose sunset and announcement are still text as written. */
export interface WrittenEvent extends Omit<Event, 'sunset' | 'announced' | 'recorded' | 'widened'> {
  readonly sunset?: StatedMoment
  readonly announced?: 'never' | StatedMoment
}

/** The complete history of one service, in order, as of a day. */
export interface History extends Omit<DeclaredHistory, 'policy' | 'entries' | 'events' | 'respelt'> {
  readonly timeline: Timeline
  /** The day of the first commit with the history, or a later one up to which its lines were accepted. */
  readonly adopted?: Day
  readonly events: readonly Event[]
  /** Finds the fields that a name stands for, in the description that is read or in what was observed. */
  readonly findFields?: FindFields
  /** Finds them in the description alone. Missing if none is read. */
  readonly describedFields?: FindFields
  /**
   * The net events of final releases that had candidates, by timeline entry: the differences to the last final release,
   * however many candidates were in between. Omitted if there are none.
   */
  readonly netEvents?: ReadonlyMap<number, readonly Event[]>
  /** Generated pages that are out of date; `undefined` if pages weren't checked. */
  readonly stale?: readonly SourceLocation[]
  /** The facts that bind removals and that a change weakens; `undefined` if it wasn't compared. */
  readonly weakened?: readonly WeakenedFact[]
  /** The versions of a change, and of what it's compared with; `undefined` if one of them isn't known. */
  readonly version?: VersionClaim
  /** Who calls the API; `undefined` if there's no table of it, or none was read. */
  readonly traffic?: TrafficOfApi
  /** Calls of its endpoints in client code; `undefined` if client code wasn't scanned. */
  readonly uses?: readonly EndpointUsage[]
  /** Where what is served differs from it; `undefined` if nothing was asked. */
  readonly served?: readonly ServedDifference[]
  readonly lifecycles: readonly Lifecycle[]
  readonly bySubject: ReadonlyMap<string, Lifecycle>
}

/** A fact that binds removals, such as a sunset, and that a change weakens: what it was, and what it is now. */
export type WeakenedFact =
  | {readonly fact: 'completeness'}
  | {readonly fact: 'sunset' | 'introduction'; readonly subject: Subject; readonly was: Moment; readonly is?: Moment}
  | {readonly fact: 'stability'; readonly subject: Subject; readonly was: string; readonly is?: string}
  | {readonly fact: 'successor'; readonly subject: Subject; readonly was: Subject; readonly is?: Subject}

/** Prefixes that were introduced as a whole: everything under them exists, whether it is listed or not. */
const findWholePrefixes = memoize(({lifecycles}: Pick<History, 'lifecycles'>) =>
  lifecycles.filter(({subject, tenures}) => isPrefix(subject.target) && tenures.some(({introduced}) => introduced))
)

/**
 * The lifecycles that apply to a subject: its own, that of its target, those under it, or that of a prefix above it.
 */
export function findLifecycles(
  subject: Subject,
  history: Pick<History, 'bySubject' | 'lifecycles'>
): readonly Lifecycle[] {
  const own = history.bySubject.get(subjectKey(subject)) ?? history.bySubject.get(subjectKey({target: subject.target}))
  if (own) return [own]
  const target = {target: subject.target}
  if (isPrefix(subject.target)) {
    const below = history.lifecycles.filter(lifecycle => covers(target, lifecycle.subject))
    if (below.length > 0) return below
  }
  return findWholePrefixes(history).filter(lifecycle => covers(lifecycle.subject, target))
}
