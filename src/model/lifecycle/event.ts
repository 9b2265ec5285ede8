import type {Change, ChangeKind} from '../api/change.ts'
import type {SourceLocation} from '../location.ts'
import type {CoveredUses} from '../subject/field.ts'
import type {Subject} from '../subject/subject.ts'
import type {DateRange, Day} from '../time/date-range.ts'
import type {Moment} from '../time/timeline.ts'

/**
 * What can happen to a subject. A rename or promotion is two events, the removal of the old name and the introduction
 * of the new one; `verb` on both keeps what was written.
 */
export type EventKind = 'introduced' | 'changed' | 'deprecated' | 'rescheduled' | 'withdrawn' | 'removed' | 'restored'

/** Verbs of history lines; each line has one verb and one subject. */
export const VERBS = [
  'added',
  'changed',
  'deprecated',
  'rescheduled',
  'withdrawn',
  'promoted',
  'renamed',
  'removed',
  'restored'
] as const
export type Verb = (typeof VERBS)[number]

/** A recorded exception to the policy: who approved it, when, until when, and why. */
export interface Waiver {
  /** One of the reasons that the policy lists. */
  readonly reason: string
  readonly approver?: string
  /** The day of approval. */
  readonly approved?: DateRange
  /** The last day on which an end of support or a breaking change is waived, inclusive. */
  readonly until?: DateRange
  readonly note?: string
  readonly evidence?: string
  readonly place: SourceLocation
}

/** A waiver from the separate list of waivers, which names the subject it applies to. */
export interface SubjectWaiver extends Waiver {
  readonly subject: Subject
  /** Limits the waiver to findings of this rule. */
  readonly rule?: string
  /** Limits the waiver to changes of this kind. */
  readonly kind?: ChangeKind
  /** Limits the waiver to changes of that kind with this detail. */
  readonly about?: string
}

/** When an end of support was announced, as the author states it. */
export type StatedAnnouncement = {readonly kind: 'never'} | {readonly kind: 'at'; readonly moment: Moment}

export interface Event {
  /** Position in the order in which events were written, from 0. */
  readonly id: number
  readonly kind: EventKind
  /** The verb as written: `renamed` for both events of a rename. */
  readonly verb: Verb
  readonly subject: Subject
  /** Set if a statement covers only some uses of its field, because it names an operation. */
  readonly coverage?: CoveredUses
  /** Index of the timeline entry at which it happened. */
  readonly entry: number
  readonly place: SourceLocation
  readonly note?: string
  /** The replacement. */
  readonly replacement?: Subject
  /** Whether the author states that there is no replacement. */
  readonly unreplaced?: true
  /** Subjects that an announcement for a prefix doesn't apply to. */
  readonly except?: readonly Subject[]
  /** The sunset. */
  readonly sunset?: Moment
  readonly announced?: StatedAnnouncement
  /** The public statement that an announcement refers to. */
  readonly via?: string
  /** Whether only the base of a change has a deprecation mark, and no release, so that it counts from the as-of day. */
  readonly isUnreleased?: true
  /** The last day from which a deprecation may count, if it isn't known which release had it first. */
  readonly undatedUntil?: Day
  /** Since when the history file has contained this announcement or introduction; `{}` if that can't be determined. */
  readonly recorded?: DateRange
  /** Subjects to which the announcement applies only since a later day, because it excepted them before. */
  readonly widened?: readonly {readonly subject: Subject; readonly when: DateRange}[]
  /** The author's claim about whether a change is breaking. */
  readonly breaking?: boolean
  /**
   * Whether a declared line claims that an observed change isn't breaking. The claim counts only if nothing else
   * decides.
   */
  readonly denied?: true
  /** Whether a new parameter or request field is required. */
  readonly required?: boolean
  readonly change?: ChangeKind
  /** The detail of the subject that the line names, such as a schema keyword. */
  readonly about?: string
  /** Whether the event is observed in snapshots and not declared. */
  readonly seen?: true
  /** The difference between two snapshots that shows it. */
  readonly observed?: Change
  /** Set if it happened by this entry, after entry `after`: no snapshot exists in between. */
  readonly by?: {readonly after?: number}
  /** Whether it happened on an older release branch. A removal there ends no support in newer releases. */
  readonly aside?: true
  readonly type?: string
  readonly stability?: string
  /** The tags of the operation in the description that shows the event. */
  readonly tags?: readonly string[]
  readonly waiver?: Waiver
  /** Gates that were met before an end of support (`consent`, `usage`), with the evidence. */
  readonly met?: Readonly<Record<string, string>>
  /** The other name in a rename or promotion. */
  readonly counterpart?: Subject
}

/** Whether an event says that support will end, when, or that it won't after all. */
export const isStatement = ({kind}: {readonly kind?: EventKind | undefined}): boolean =>
  kind === 'deprecated' || kind === 'rescheduled' || kind === 'withdrawn'

/**
 * A key that identifies the event among all events of its subject, independent of texts, lines, and dates. It consists
 * of the event kind and, for observed changes, the kind of change, its sides, its path, and the old and new values.
 */
export function eventKey({kind, change, observed}: Pick<Event, 'kind' | 'change' | 'observed'>): string {
  if (!observed) return change === undefined ? kind : `${kind} ${change}`
  const {at, about, reaches, component, old, new: fresh} = observed
  const sides = reaches.map(({side}) => side)
  // The operations that use a shared component are left out: another operation can start to use it later.
  const parts = component === undefined ? reaches.map(({part}) => part ?? '') : []
  const identity = [sortUnique(sides), sortUnique(parts), at, about ?? '', stableValueOf(old), stableValueOf(fresh)]
  return `${kind} ${change ?? ''} ${JSON.stringify(identity)}`
}

const sortUnique = (names: readonly string[]): string[] => [...new Set(names)].sort()

/** The value if it has only one JSON form, otherwise `null`: the keys of an object can be in any order. */
const stableValueOf = (value: unknown): unknown => {
  const items = Array.isArray(value) ? value : [value]
  return items.every(each => typeof each !== 'object' || each === null) ? value : null
}
