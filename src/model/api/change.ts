import type {Place} from '../location.ts'
import type {Direction, Subject} from '../subject/subject.ts'

/**
 * The kinds of change that a promise may judge apart, each with the side on which it can be seen. What a kind means to
 * the reader of an API is the policy's to say: vendors disagree.
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
  'behaviour-changed': ['request', 'response'],
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

/** Of kinds that are a case of another one: what a policy says of the wider kind holds for them too. */
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
 * The kinds that a comparison of schemas decides: where containment holds, nothing breaks whatever the kind. All others
 * are judged by the policy's map alone.
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
 * Kinds that the map judges, unless the comparison itself knows more: of a range of statuses or media types that only
 * narrows, of a first body where none had to be sent, of an address that was the default and is still one, of forms that
 * tell themselves apart, or of a list that may have come in pages all along.
 */
export const SELDOM_PROVEN_KINDS: ReadonlySet<ChangeKind> = new Set<ChangeKind>([
  'status-removed',
  'error-code-removed',
  'media-type-added',
  'media-type-removed',
  'default-changed',
  'discriminator-changed',
  'pagination-added'
])

/** The kinds that are about a name in an object: their witness is the object. */
export const NAMING_KINDS: ReadonlySet<ChangeKind> = new Set<ChangeKind>([
  'field-added',
  'required-field-added',
  'field-removed',
  'field-required',
  'field-optional',
  'field-access-changed',
  'renamed'
])

/** What a kind of change means to a client. `ask`: nobody can say without the author's own word. */
export type Effect = 'breaking' | 'tolerated' | 'ask'

/** Whether what was fine on the one side still is, and how that is known. */
export type Proof =
  | {readonly is: 'keeps'}
  | {
      readonly is: 'breaks'
      /** A JSON value that was fine and is not now; confirmed by a validator of another make. */
      readonly witness: unknown
      /** Where the value stands, seen from what the change lies in: `labels[].name`, `` for all of it. */
      readonly at: string
    }
  | {readonly is: 'undetermined'; readonly why: string}

/** Where what changed is written, in the older snapshot and in the newer one. */
export interface Whereabouts {
  readonly old?: Place
  readonly new?: Place
  /** Of what is gone, where somebody asked for it: the nearest that still stands of what held it. */
  readonly missingFrom?: Place
}

/** A fact that differs between two snapshots. It holds no sentence. */
export interface Change {
  readonly kind: ChangeKind
  /** An operation or a part of it; where it lies in a shared component, that component's field (`Loan.shelf`). */
  readonly subject: Subject
  /** The shared component that holds it: `Loan`. */
  readonly component?: string
  /** The value in the component or the part, seen from its root: `labels[].name`, `` for the root itself. */
  readonly at: string
  readonly where: Whereabouts
  /** What stood and stands there: a value of JSON, as written. */
  readonly old?: unknown
  readonly new?: unknown
  /** The keyword or the name that it is about: `maxLength`, `title`, a media type. */
  readonly about?: string
  /** How many more values of one list it stands for: of very many that come or go alike, not each is told by itself. */
  readonly others?: number
  /** Where it lies, if another media type of the same body or answer changed otherwise. */
  readonly mediaType?: string
  /** What of an API meets it. The same operation may be there more than once. */
  readonly reaches: readonly Reach[]
  readonly proofs: {readonly [Side in Direction]?: Proof}
  /** What the older snapshot said of an end of the subject; left out where it said nothing. */
  readonly announced?: AnnouncedBefore
}

/** How many things these changes tell of. */
export const countOf = (changes: readonly Change[]): number =>
  changes.reduce((sum, {others = 0}) => sum + 1 + others, 0)

/** What comes as a whole. */
const COMING: ReadonlySet<ChangeKind> = new Set<ChangeKind>([
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

/** Where what changed was before. Of what is new the older place is that of what holds it now. */
export const placeBefore = ({kind, old, where}: Change): Place | undefined =>
  COMING.has(kind) && old === undefined ? undefined : where.old

/** Whether a field that could only be read must be sent now: a request without it was fine. */
export const mustNowBeSent = ({kind, old, proofs}: Change): boolean =>
  kind === 'field-access-changed' && old === 'readOnly' && proofs.request !== undefined && proofs.request.is !== 'keeps'

/** What a snapshot says of an end to come: days as `YYYY-MM-DD`, else what is written. */
export interface AnnouncedBefore {
  readonly deprecated: boolean
  /** When the deprecation was announced. */
  readonly since?: string
  readonly sunset?: string
}

/** How an operation meets a change. */
export interface Reach {
  /** The operation as it is in the newer snapshot, if it is there. */
  readonly operation: Subject
  readonly side: Direction
  /** What of the operation: `query parameter limit`, `body application/json`, `response 200 application/json`. */
  readonly part?: string
  /** A way down from the part to the value, `[].labels[].name`: told of one reach on each side. */
  readonly at?: string
}
