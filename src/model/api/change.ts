import type {SourceLocation} from '../location.ts'
import type {Direction, Subject} from '../subject/subject.ts'

/**
 * Kinds of change that a policy can classify, each with the sides (request, response) on which it can be observed.
 * Which kinds are breaking is decided by the policy, because vendors disagree.
 */
export const CHANGE_KINDS = {
  'operation-added': ['request'],
  'operation-removed': ['request'],
  'operation-id-changed': ['request'],
  'webhook-added': ['request', 'response'],
  'webhook-removed': ['request', 'response'],
  'parameter-added': ['request', 'response'],
  'required-parameter-added': ['request', 'response'],
  'parameter-required': ['request', 'response'],
  'parameter-optional': ['request', 'response'],
  'parameter-removed': ['request', 'response'],
  'body-added': ['request', 'response'],
  'required-body-added': ['request', 'response'],
  'body-required': ['request', 'response'],
  'body-optional': ['request', 'response'],
  'body-removed': ['request', 'response'],
  'field-added': ['request', 'response'],
  'required-field-added': ['request', 'response'],
  'field-required': ['request', 'response'],
  'field-optional': ['request', 'response'],
  'field-removed': ['request', 'response'],
  'field-access-changed': ['request', 'response'],
  'field-writable-added': ['response'],
  'header-added': ['request', 'response'],
  'header-required': ['response'],
  'header-optional': ['response'],
  'header-removed': ['request', 'response'],
  'value-added': ['request', 'response'],
  'value-removed': ['request', 'response'],
  'type-changed': ['request', 'response'],
  'null-allowed': ['request', 'response'],
  'null-refused': ['request', 'response'],
  'format-changed': ['request', 'response'],
  'opaque-format-changed': ['request', 'response'],
  'default-added': ['request', 'response'],
  'default-changed': ['request', 'response'],
  'constraint-tightened': ['request', 'response'],
  'constraint-loosened': ['request', 'response'],
  'constraint-changed': ['request', 'response'],
  'object-closed': ['request', 'response'],
  'object-opened': ['request', 'response'],
  'alternative-added': ['request', 'response'],
  'alternative-removed': ['request', 'response'],
  'composition-changed': ['request', 'response'],
  'discriminator-changed': ['request', 'response'],
  renamed: ['request', 'response'],
  moved: ['request', 'response'],
  'serialization-changed': ['request', 'response'],
  'order-changed': ['response'],
  'status-added': ['request', 'response'],
  'status-removed': ['request', 'response'],
  'error-code-added': ['request', 'response'],
  'error-code-removed': ['request', 'response'],
  'media-type-added': ['request', 'response'],
  'media-type-removed': ['request', 'response'],
  'security-stricter': ['request', 'response'],
  'security-looser': ['request', 'response'],
  'security-changed': ['request', 'response'],
  'server-added': ['request'],
  'server-removed': ['request'],
  'base-path-changed': ['request'],
  'rate-limit-stricter': ['request'],
  'pagination-added': ['response'],
  'behavior-changed': ['request', 'response'],
  deprecated: ['request', 'response'],
  'deprecation-withdrawn': ['request', 'response'],
  'sunset-set': ['request', 'response'],
  'sunset-moved-later': ['request', 'response'],
  'sunset-moved-earlier': ['request', 'response'],
  'sunset-dropped': ['request', 'response'],
  'stability-changed': ['request', 'response'],
  'replacement-changed': ['request', 'response'],
  'documentation-changed': ['request', 'response']
} as const satisfies Record<string, readonly Direction[]>

export type ChangeKind = keyof typeof CHANGE_KINDS

export const isChangeKind = (text: string): text is ChangeKind => Object.hasOwn(CHANGE_KINDS, text)

/** Kinds that are a special case of a wider kind: a policy entry for the wider kind applies to them too. */
export const WIDER_KIND: {readonly [Kind in ChangeKind]?: ChangeKind} = {
  'required-parameter-added': 'parameter-required',
  'required-body-added': 'body-required',
  'required-field-added': 'field-required',
  'null-allowed': 'constraint-loosened',
  'null-refused': 'constraint-tightened',
  'object-opened': 'constraint-loosened',
  'object-closed': 'constraint-tightened',
  'alternative-added': 'constraint-loosened',
  'alternative-removed': 'constraint-tightened'
}

/**
 * Kinds that are decided by comparing schemas: if the old schema is contained in the new one (or the reverse, for
 * responses), the change is compatible whatever its kind. All other kinds are classified by the policy's effect map
 * alone.
 */
export const PROVEN_KINDS: ReadonlySet<ChangeKind> = new Set<ChangeKind>([
  'required-field-added',
  'field-required',
  'field-optional',
  'field-access-changed',
  'value-added',
  'value-removed',
  'type-changed',
  'null-allowed',
  'null-refused',
  'format-changed',
  'constraint-tightened',
  'constraint-loosened',
  'constraint-changed',
  'object-closed',
  'object-opened',
  'alternative-added',
  'alternative-removed',
  'composition-changed'
])

/**
 * Kinds that the policy's effect map classifies unless the comparison proves more. Examples: an error that `default`
 * covered, a range of statuses or media types that only narrows, a first request body that was optional, a default server URL that is still listed,
 * schema alternatives that are distinguishable without the discriminator, or a list that may have been paginated
 * before.
 */
export const SOMETIMES_PROVEN_KINDS: ReadonlySet<ChangeKind> = new Set<ChangeKind>([
  'status-removed',
  'error-code-added',
  'error-code-removed',
  'media-type-added',
  'media-type-removed',
  'default-changed',
  'discriminator-changed',
  'pagination-added',
  'base-path-changed'
])

/** The name for the fields of a map, which share one schema and have no names of their own. */
export const MAP_FIELDS = '{}'

/** Kinds that are about a property name of an object. Their witness is the whole object. */
export const PROPERTY_NAME_KINDS: ReadonlySet<ChangeKind> = new Set<ChangeKind>([
  'field-added',
  'required-field-added',
  'field-removed',
  'field-required',
  'field-optional',
  'field-access-changed',
  'renamed'
])

/** The effect of a kind of change on clients. `ask` means that only the author of the change can say. */
export type Effect = 'breaking' | 'compatible' | 'review'

/** The result of comparing two schemas: whether every value that was valid still is, and how that is known. */
export type Proof =
  | {readonly is: 'keeps'}
  | {
      readonly is: 'breaks'
      /** A JSON value that was valid and no longer is, confirmed by a second, independent validator. */
      readonly witness: unknown
      /** Path of the value inside the changed part: `labels[].name`, `` for all of it. */
      readonly at: string
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
  /** The media type, set only if another media type of the same body or response changed differently. */
  readonly mediaType?: string
  /** The operations affected by the change. An operation can be listed more than once. */
  readonly reaches: readonly AffectedOperation[]
  readonly proofs: {readonly [Side in Direction]?: Proof}
  /** The deprecation and sunset that the older snapshot stated for the subject; `undefined` if it stated none. */
  readonly announced?: PriorAnnouncement
}

/** Counts the values that these changes stand for. */
export const countChanges = (changes: readonly Change[]): number =>
  changes.reduce((sum, {others = 0}) => sum + 1 + others, 0)

/** Kinds that add a whole part. */
const ADDITION_KINDS: ReadonlySet<ChangeKind> = new Set<ChangeKind>([
  'operation-added',
  'webhook-added',
  'parameter-added',
  'required-parameter-added',
  'body-added',
  'required-body-added',
  'field-added',
  'required-field-added',
  'header-added',
  'value-added',
  'alternative-added',
  'status-added',
  'error-code-added',
  'media-type-added',
  'server-added'
])

/**
 * Location of the changed part in the older snapshot, or `undefined` if the part is new. For a new part, `where.old` is
 * the location of its parent.
 */
export const oldLocation = ({kind, old, where}: Change): SourceLocation | undefined =>
  ADDITION_KINDS.has(kind) && old === undefined ? undefined : where.old

/** Whether a read-only field must now be sent: requests without it were valid before. */
export const isNewlyRequired = ({kind, old, proofs}: Change): boolean =>
  kind === 'field-access-changed' && old === 'readOnly' && proofs.request !== undefined && proofs.request.is !== 'keeps'

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
  /** The part of the operation: `query parameter limit`, `body application/json`, `response 200 application/json`. */
  readonly part?: string
  /** A path from the part to the value, `[].labels[].name`. Set for one affected operation on each side. */
  readonly at?: string
}
