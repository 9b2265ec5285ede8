import type {SourceLocation} from '../location.ts'
import type {CoveredUses} from '../subject/field.ts'
import type {Subject} from '../subject/subject.ts'
import type {Day} from '../time/date-range.ts'
import type {Change} from './change.ts'
import type {ReadProblem} from './read-problem.ts'

/** The lifecycle marks that a description states for a part, as written. */
export interface DescribedLifecycle {
  readonly deprecated?: true
  /** When the deprecation was announced. */
  readonly since?: string
  readonly sunset?: string
  readonly stability?: string
  readonly replacement?: string
}

/** An operation with the lifecycle marks that a snapshot states for it. */
export interface DescribedOperation {
  readonly subject: Subject
  readonly place: SourceLocation
  readonly described: DescribedLifecycle
  /** For a part, where in the operation it's marked: `response 200 application/json`. */
  readonly markedIn?: readonly string[]
  /** The tags of the operation; `undefined` if it has none. */
  readonly tags?: readonly string[]
  /** The owners that the description states for it, itself or as a whole; `undefined` if it states none. */
  readonly owners?: readonly string[]
}

/** A field whose name changed although clients meet it as before. */
export interface RenamedField {
  readonly from: Subject
  readonly to: Subject
  /** The uses under the new name that had the old one; `undefined` if all had. */
  readonly coverage?: CoveredUses
  /** Whether the old name stands for other uses still. */
  readonly isInUse?: true
}

/** What one snapshot shows compared with an earlier one; for the first snapshot, what it shows on its own. */
export interface ReleaseDiff {
  readonly title?: string
  /** The language of the description, if its notation alone doesn't tell. */
  readonly language?: string
  /** The version that the description states, and where, without its line. */
  readonly version?: {readonly text: string; readonly place: SourceLocation}
  /** Whether documentation changed, which isn't among the changes. */
  readonly isReworded?: true
  /** The base path before all paths. */
  readonly base: string
  /** The other base paths below which the API is served; `undefined` if there are none. */
  readonly otherBases?: readonly string[]
  readonly changes: readonly Change[]
  /** Operations that were added. */
  readonly arrivals: readonly DescribedOperation[]
  /**
   * Operations that are newly marked as deprecated, and the whole API (all paths) if the document marks it. The first
   * snapshot lists only the latter.
   */
  readonly marked: readonly DescribedOperation[]
  /** Whether anything in the snapshot is marked as deprecated. */
  readonly marks: boolean
  /** Shared components that were removed or added; `undefined` if there are none. */
  readonly gone?: readonly string[]
  readonly come?: readonly string[]
  /** Marked fields that have another name than before; `undefined` if there are none. */
  readonly renamed?: readonly RenamedField[]
  /** Operations whose path parameters have other names than before; `undefined` if there are none. */
  readonly respelt?: readonly Subject[]
  /** Parts that couldn't be read, and parts that were read although they are not quite valid. */
  readonly gaps: readonly ReadProblem[]
}

/** Parts of a description that couldn't be read. */
export const findUnreadParts = (observed: Pick<ReleaseDiff, 'gaps'> | undefined): ReadProblem[] =>
  observed?.gaps.filter(({isRead}) => !isRead) ?? []

/** A release of a source, and what its snapshot shows. */
export interface ObservedRelease {
  readonly name: string
  readonly date?: string
  readonly place: SourceLocation
  /** The commit that contains the release. */
  readonly commit?: string
  /** `undefined` if the description couldn't be read. */
  readonly observed?: ReleaseDiff
  /** The release it was compared with, as an index into the list of releases. */
  readonly against?: number
  /** The days since which its deprecations count, by subject key, if that isn't its date. */
  readonly markedSince?: ReadonlyMap<string, Day>
  /** A comparison with the last release that was read completely, set if the previous release was read only in part. */
  readonly wide?: {readonly against: number; readonly observed: ReleaseDiff}
}

/** The first release that shows something, or the first commit where each is released. */
export interface FirstCommit {
  readonly commit: string
  readonly day: Day
  readonly release?: string
  /** The day of the commit that had it first, if it is the first release that can be examined. */
  readonly notBefore?: Day
  /** Whether only the base has it and no release, so that the day is the as-of day. */
  readonly isUnreleased?: true
  /** Whether what came before can't be examined: what it shows may be older. */
  readonly isFirst?: true
}

/** The sunset that the descriptions stated from a day on. */
export interface SunsetStatement {
  readonly day: Day
  /** Missing if the descriptions stated no sunset from that day on. */
  readonly sunset?: string
}

/**
 * The stability that the default branch stated for an operation from a day on; `undefined` stability if it stated none.
 */
export interface StabilityStatement {
  readonly day: Day
  readonly stability?: string
}
