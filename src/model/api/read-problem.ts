import type {SourceLocation} from '../location.ts'

/** A problem with reading a part of a document. */
export interface ReadProblem {
  readonly message: string
  readonly place: SourceLocation
  /** The JSON pointers of the other parts of the file that can't be read for the same reason. Missing if there are none. */
  readonly alsoAt?: readonly string[]
  /** Whether the part was read anyway, leniently: then it is a warning, and nothing is missing. */
  readonly isRead?: true
  /**
   * Whether the problem is about a lifecycle mark, such as `deprecated`, that is written where clients may not see it.
   */
  readonly isOfMark?: true
}

/** A component that differs but that no operation refers to, so it is not compared. */
export interface UnusedComponent {
  readonly kind: 'schema' | 'type' | 'parameter' | 'response' | 'header' | 'request body' | 'callback' | 'path item'
  readonly name: string
  readonly place: SourceLocation
}

/** An unused component that differs. It's located in the older description if the newer one doesn't contain it. */
export interface UnusedChange extends UnusedComponent {
  readonly isRemoved: boolean
}
