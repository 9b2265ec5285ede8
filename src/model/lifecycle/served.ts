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

/** Where what is served differs from what the history says. */
export type ServedDifference = UndocumentedCalls | UnansweredCalls

/** The same as examples of rules write it: the subject as in a history, and without its place. */
export type WrittenDifference = WithoutPlace<ServedDifference>
type WithoutPlace<Each> = Each extends {readonly subject: Subject}
  ? Omit<Each, 'place' | 'subject'> & {readonly subject: string}
  : Omit<Each, 'place'>
