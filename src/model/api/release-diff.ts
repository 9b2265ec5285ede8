import type {Place} from '../location.ts'
import type {Subject} from '../subject/subject.ts'
import type {Day} from '../time/date-range.ts'
import type {Change} from './change.ts'
import type {Gap} from './snapshot.ts'

/** What a description says of the life of something, as it is written. */
export interface Told {
  readonly deprecated?: true
  /** When the deprecation was announced. */
  readonly since?: string
  readonly sunset?: string
  readonly stability?: string
  readonly replacement?: string
}

/** What a snapshot says of the life of an operation. */
export interface ToldOperation {
  readonly subject: Subject
  readonly place: Place
  readonly told: Told
  /** What it is filed under; left out where that is nothing. */
  readonly tags?: readonly string[]
}

/** What one snapshot shows: beside the one that it was compared with, or by itself where it is the first. */
export interface Observed {
  readonly title?: string
  /** What precedes all paths. */
  readonly base: string
  readonly changes: readonly Change[]
  /** Operations that were not there before. */
  readonly arrivals: readonly ToldOperation[]
  /** Operations that are marked as deprecated now, and were not before. */
  readonly marked: readonly ToldOperation[]
  /** Something in it is marked as deprecated: who reads it is told of ends. */
  readonly marks: boolean
  /** Shared components that are not in the document any more, and those that are new in it; left out where none are. */
  readonly gone?: readonly string[]
  readonly come?: readonly string[]
  /** Operations whose path parameters have other names than before; left out where none have. */
  readonly respelt?: readonly Subject[]
  /** What could not be read, and what was read though it is not quite right. */
  readonly gaps: readonly Gap[]
}

/** The parts of a description that could not be read. */
export const unreadIn = (observed: Pick<Observed, 'gaps'> | undefined): Gap[] =>
  observed?.gaps.filter(({isRead}) => !isRead) ?? []

/** One release of a source, and what its snapshot shows. */
export interface ObservedRelease {
  readonly name: string
  readonly date?: string
  readonly place: Place
  /** The commit that holds it. */
  readonly commit?: string
  /** Left out where its description could not be read. */
  readonly observed?: Observed
  /** Which release it was compared with, by its place in the list. */
  readonly against?: number
  /** What it shows beside the last one that was read whole, where not all of the one before it was. */
  readonly wide?: {readonly against: number; readonly observed: Observed}
  /** When the default branch first showed what it newly marks as deprecated, by the key of the subject. */
  readonly witnessed?: ReadonlyMap<string, Witness>
}

/** The first commit of the default branch that shows something. */
export interface Witness {
  readonly commit: string
  readonly day: Day
  /** The commits that were asked begin with it: what it shows may have been so before. */
  readonly isFirst?: true
}

/** What the default branch stated of an operation from a day on; no stability where it stated none. */
export interface Statement {
  readonly day: Day
  readonly stability?: string
}
