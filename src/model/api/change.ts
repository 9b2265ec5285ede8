import type {SourceLocation} from '../location.ts'
import type {Direction, Subject} from '../subject/subject.ts'

/**
 * The name of a kind of change. It belongs to all languages (`languages/common-kinds.ts`) or to one. The policy decides
 * which kinds are breaking, because vendors disagree.
 */
export type ChangeKind = string

/** The effect of a kind of change on clients. `review` means that only the author of the change can say. */
export type Effect = 'breaking' | 'compatible' | 'review'

/** The name for the fields of a map, which share one schema and have no names of their own. */
export const MAP_FIELDS = '{}'

/**
 * The result of comparing two schemas on one side: `keeps` if every value that was valid still is, `breaks` with a
 * counterexample, and `undetermined` with the reason why neither could be proved.
 */
export type Proof =
  | {readonly is: 'keeps'}
  | {
      readonly is: 'breaks'
      /** A JSON value that was valid and no longer is, confirmed by a second, independent validator. */
      readonly witness: unknown
      /** Path of the value inside the changed part: `labels[].name`, `` for all of it. */
      readonly at: string
      /** Whether the value is a document that clients send, such as a GraphQL query, and the service now rejects it. */
      readonly isDocument?: true | undefined
    }
  | {readonly is: 'undetermined'; readonly why: string}

/** Source locations of a change in the older and in the newer snapshot. */
export interface ChangeLocations {
  readonly old?: SourceLocation
  readonly new?: SourceLocation
  /** For removals, if requested: the closest enclosing part that still exists. */
  readonly missingFrom?: SourceLocation
}

/** A difference between two snapshots, as data without prose. */
export interface Change {
  readonly kind: ChangeKind
  /** An operation or a part of it. For a change inside a shared component: that component's field (`Loan.shelf`). */
  readonly subject: Subject
  /** The shared component that contains the change: `Loan`. */
  readonly component?: string
  /** Path of the value inside the component or part, from its root: `labels[].name`, `` for the root itself. */
  readonly at: string
  readonly where: ChangeLocations
  /** The values before and after, as JSON. */
  readonly old?: unknown
  readonly new?: unknown
  /** The keyword or name that changed: `maxLength`, `title`, a media type. */
  readonly about?: string
  /**
   * Number of further values of the same list that this change stands for. Long lists of similar additions or removals
   * are reported as one change.
   */
  readonly others?: number
  /** Name of a similar field or parameter that was added in the same place, which can be its new name. */
  readonly possibleName?: string
  /** The media type, set only if the media types of the same body or response changed differently. */
  readonly mediaType?: string
  /**
   * The operations affected by the change. An operation is listed once for each of its parts that the change affects.
   */
  readonly reaches: readonly AffectedOperation[]
  readonly proofs: {readonly [Side in Direction]?: Proof}
  /** The deprecation and sunset that the older snapshot stated for the subject; `undefined` if it stated none. */
  readonly announced?: PriorAnnouncement
}

/** Counts the values that these changes stand for. */
export const countChanges = (changes: readonly Change[]): number =>
  changes.reduce((sum, {others = 0}) => sum + 1 + others, 0)

/**
 * The deprecation and sunset stated by a snapshot. Dates are `YYYY-MM-DD` if they can be parsed, otherwise the text as
 * written.
 */
export interface PriorAnnouncement {
  readonly deprecated: boolean
  /** When the deprecation was announced. */
  readonly since?: string
  readonly sunset?: string
}

/** One way in which a change affects an operation. */
export interface AffectedOperation {
  /** The operation, as named in the newer snapshot if it still exists there. */
  readonly operation: Subject
  readonly side: Direction
  /**
   * The part of the operation: `query parameter limit`, `body application/json`, `response 200 application/json`. Empty
   * in a language whose operations have no parts.
   */
  readonly part?: string
  /** A path from the part to the value, `[].labels[].name`. Set for one affected operation of each side. */
  readonly at?: string
}

/** The parts of operations that a change reaches, which tell apart what has one name: `response 200 application/json`. */
export const partsReached = ({reaches}: Pick<Change, 'reaches'>): string[] => reaches.flatMap(({part}) => part ?? [])
