import type {Change, ChangeKind} from '../api/change.ts'
import type {Place} from '../location.ts'
import type {Subject} from '../subject/subject.ts'
import type {When} from '../time/date-range.ts'
import type {Moment} from '../time/timeline.ts'

/**
 * What can happen to a subject. A rename and a promotion are two events, the end of the old name and the introduction
 * of the new one; `via` on them tells what was written.
 */
export type EventKind = 'introduced' | 'changed' | 'deprecated' | 'rescheduled' | 'withdrawn' | 'removed' | 'restored'

/** One verb and one subject a line: what people write. */
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

/** A recorded exception: who allowed it, when, until when, and why. */
export interface Waiver {
  /** From the policy's list of reasons. */
  readonly reason: string
  readonly approver?: string
  /** The day of the approval. */
  readonly approved?: When
  /** The last day on which an end or a break is excused, inclusive. */
  readonly until?: When
  readonly note?: string
  readonly evidence?: string
  readonly place: Place
}

/** A waiver that names what it excuses, from a list of its own rather than beside the fact. */
export interface SubjectWaiver extends Waiver {
  readonly subject: Subject
  /** It excuses only what this rule finds. */
  readonly rule?: string
  /** It excuses only changes of this kind. */
  readonly kind?: ChangeKind
  /** Of that kind it excuses only changes that are about just this. */
  readonly about?: string
}

/** What the author says of when an end was announced. */
export type Announced = {readonly kind: 'never'} | {readonly kind: 'at'; readonly moment: Moment}

export interface Event {
  /** The order in which events were written, from 0. */
  readonly id: number
  readonly kind: EventKind
  /** What was written: `renamed` for both of the events of a rename. */
  readonly verb: Verb
  readonly subject: Subject
  /** The entry of the timeline at which it happened. */
  readonly entry: number
  readonly place: Place
  readonly note?: string
  /** What to use instead. */
  readonly replacement?: Subject
  /** The author says that nothing replaces it. */
  readonly unreplaced?: true
  /** What an announcement for a prefix leaves out. */
  readonly except?: readonly Subject[]
  /** The promised end. */
  readonly sunset?: Moment
  readonly announced?: Announced
  /** The public statement that an announcement names. */
  readonly via?: string
  /** Since when the record itself has held this announcement; `{}` where that cannot be known. */
  readonly recorded?: When
  /** The author's claim on whether a change breaks. */
  readonly breaking?: boolean
  /** Of what snapshots show: a line of its own says that it breaks nothing. That holds where nobody else can tell. */
  readonly denied?: true
  /** A new parameter or request field that must be given. */
  readonly required?: boolean
  readonly change?: ChangeKind
  /** What of the subject its line says that it is about. */
  readonly about?: string
  /** Snapshots show it; nobody wrote it. */
  readonly seen?: true
  /** The difference between two snapshots that shows it. */
  readonly observed?: Change
  /** It was so by then, and may have been so before, but after that entry: nobody looked in between. */
  readonly by?: {readonly after?: number}
  /** It happened on a branch beside the newer releases, and is no end where they go on. */
  readonly aside?: true
  readonly type?: string
  readonly stability?: string
  /** What the description that shows it files it under. */
  readonly tags?: readonly string[]
  readonly waiver?: Waiver
  /** Gates that were met before an end (`consent`, `usage`), with the evidence. */
  readonly gates?: Readonly<Record<string, string>>
  /** The other name in a rename or a promotion. */
  readonly counterpart?: Subject
}

/**
 * What tells this apart from all else that happens to its subject, without a text, a line or a date: what happened and,
 * of what snapshots show, the kind of change, its sides, its way, and the values that it leads from and to.
 */
export function eventKey({kind, change, observed}: Pick<Event, 'kind' | 'change' | 'observed'>): string {
  if (!observed) return change === undefined ? kind : `${kind} ${change}`
  const {at, about, reaches, component, old, new: fresh} = observed
  const sides = reaches.map(({side}) => side)
  // Who meets a shared component is no part of what changed in it: another may come to use it.
  const parts = component === undefined ? reaches.map(({part}) => part ?? '') : []
  const told = [sorted(sides), sorted(parts), at, about ?? '', plainOf(old), plainOf(fresh)]
  return `${kind} ${change ?? ''} ${JSON.stringify(told)}`
}

const sorted = (names: readonly string[]): string[] => [...new Set(names)].sort()

/** A value that is written in one way only; an object may be written in another order. */
const plainOf = (value: unknown): unknown => {
  const items = Array.isArray(value) ? value : [value]
  return items.every(each => typeof each !== 'object' || each === null) ? value : null
}
