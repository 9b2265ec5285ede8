import type {SourceLocation} from '../location.ts'
import type {Subject} from '../subject/subject.ts'
import type {Day} from '../time/date-range.ts'

/** Answered calls that match no operation. */
export interface UndocumentedCalls {
  readonly kind: 'undocumented'
  /** Method and path, in which segments that no description has are `{}`. */
  readonly request: string
  readonly calls: number
  readonly last: Day
  readonly place: SourceLocation
}

/** An operation that answered each of these calls with 404 or 410, though its removal isn't recorded. */
export interface UnansweredCalls {
  readonly kind: 'gone'
  readonly subject: Subject
  /** The first day of such answers, of those since the last other one. */
  readonly since: Day
  readonly calls: number
  readonly place: SourceLocation
}

/** An answer whose status says something else about the endpoint than the history: that it is removed, or that it isn't. */
export interface ServedStatus {
  readonly kind: 'status'
  readonly subject: Subject
  readonly status: number
  /** The day on which it was removed, if it was. */
  readonly removed?: Day
  /** The sunset, if the answer came before it. */
  readonly sunset?: Day
  readonly place: SourceLocation
}

/** The value of a header, with the day that it stands for. */
export interface DatedValue {
  readonly value: string
  readonly day?: Day
}

/** A header that announces something else than the history, or not at all. */
export interface ServedHeader {
  readonly kind: 'header'
  readonly subject: Subject
  readonly header: 'Deprecation' | 'Sunset' | 'Link'
  /** What is sent; `undefined` if nothing is. */
  readonly sent?: DatedValue
  readonly expected?: DatedValue
  /** What is wrong with what is sent, whatever is expected, as the end of a sentence. */
  readonly flaw?: string
  /** Whether only the answer to `HEAD` lacks it. */
  readonly isMissingOnHead?: true
  readonly place: SourceLocation
}

/** Where what is served differs from what the history says. */
export type ServedDifference = UndocumentedCalls | UnansweredCalls | ServedStatus | ServedHeader

/** The same as examples of rules write it: the subject as in a history, and without its place. */
export type WrittenDifference = WithoutPlace<ServedDifference>
type WithoutPlace<Each> = Each extends {readonly subject: Subject}
  ? Omit<Each, 'place' | 'subject'> & {readonly subject: string}
  : Omit<Each, 'place'>
