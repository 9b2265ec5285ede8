import type {ChangeKind, Effect} from '../api/change.ts'
import type {Direction, SubjectKind} from '../subject/subject.ts'
import type {When} from '../time/date-range.ts'

export type Unit = 'days' | 'weeks' | 'months' | 'years' | 'releases'

/**
 * A length of time. Months and years are calendar months and years. `longest` and `shortest` compare what the lengths
 * come to from the same start; `unstated`: the policy promises a time and does not say which.
 */
export type Length =
  | {readonly count: number; readonly unit: Unit}
  | {readonly longest: readonly Length[]}
  | {readonly shortest: readonly Length[]}
  | {readonly consecutive: readonly Length[]}
  | 'unstated'

/**
 * What may start the clock of a notice. The announcement of the sunset names the day of the end, which vendors also call
 * the decommission announcement; a deprecation that names no day is none. A successor is the endpoint's own; the next version is the first endpoint of any
 * kind under a higher marker, where an API is versioned as a whole.
 */
export const CLOCKS = [
  'announcement',
  'deprecation',
  'sunset-announcement',
  'successor',
  'stable-successor',
  'next-version',
  'introduction'
] as const
export type Clock = (typeof CLOCKS)[number]

/** Days of the year as `MM-DD`. */
export type DayOfYear = string

/** Where a policy lets a tenure end. */
export type Window =
  | {readonly kind: 'any'}
  | {readonly kind: 'never'}
  | {readonly kind: 'release'}
  | {readonly kind: 'major'}
  | {readonly kind: 'days'; readonly days: readonly DayOfYear[]}

/** How long something must last at least, and from when. */
export interface Term {
  readonly aspect: 'notice' | 'lifetime' | 'overlap'
  readonly pointer: string
  readonly length: Length
  /** Any of these starts the clock; the earliest counts. */
  readonly clocks: readonly Clock[]
  /** The clock starts on the first such day at or after its start. */
  readonly startsOn?: readonly DayOfYear[]
}

/** Something other than time that must be met before an end: the consent of all clients, usage under a limit. */
export interface Gate {
  readonly name: string
  readonly says: string
  readonly pointer: string
}

export interface SuccessorDuty {
  /** `same`: at least as stable as what it succeeds. */
  readonly stability: 'any' | 'same'
  /** It must be there before this: the announcement, or the end. */
  readonly before: 'announcement' | 'end'
  readonly pointer: string
}

/** How a change that is no end is judged: forbidden while supported, allowed, or after a notice of its own. */
export type ChangeDuty =
  | {readonly kind: 'forbidden' | 'allowed'; readonly pointer: string}
  | {readonly kind: 'notice'; readonly length: Length; readonly pointer: string}

/** The longest time that an endpoint may stay in a stability, from its introduction. */
export interface Dwell {
  readonly length: Length
  readonly pointer: string
}

/** A part of the time before an end: full support, security only. */
export interface Phase {
  readonly name: string
  /** Left out where the policy gives it none: then it is shown and not judged. */
  readonly length?: Length
  readonly says?: string
}

/** What is promised to the subjects of one stability. */
export interface Promised {
  readonly pointer: string
  /** No promise: an end is exempt by policy. */
  readonly exempt: boolean
  /** All of them bind. */
  readonly terms: readonly Term[]
  readonly window: Window & {readonly pointer: string}
  readonly gates: readonly Gate[]
  readonly successor?: SuccessorDuty
  readonly change: ChangeDuty
  readonly dwell?: Dwell
  readonly phases: readonly Phase[]
  /** Where a kind of subject is promised something else. */
  readonly kinds: {readonly [Kind in SubjectKind]?: Promised}
}

/** A reason for which an exception may be made, and how far it goes. */
export interface Exemption {
  readonly reason: string
  /** The notice that is still owed; none where it is left out. */
  readonly minimum?: Length
  /** Who may approve; anybody named where it is left out. */
  readonly approvers?: readonly string[]
  readonly note?: string
  readonly pointer: string
}

export type RevisionStart =
  | {readonly kind: 'always'}
  | {readonly kind: 'unknown'}
  | {readonly kind: 'date'; readonly when: When; readonly stated: string}
  | {readonly kind: 'release'; readonly name: string}

export type EffectMap = {readonly [Kind in ChangeKind]?: {readonly [Side in Direction]?: Effect}}

/** One text of the policy, in force from its start until the next one's. */
export interface Revision {
  readonly name: string
  readonly start: RevisionStart
  readonly pointer: string
  readonly promises: Readonly<Record<string, Promised>>
  /** Which kinds of change break, where it differs from the defaults. */
  readonly effects: EffectMap
  readonly exemptions: readonly Exemption[]
  readonly note?: string
}

export interface MarkerForm {
  /** `v<major>`, `v<major>beta<n>`, `<date>-preview`. */
  readonly form: string
  readonly stability: string
  readonly examples: readonly string[]
}

/** What descriptions and histories call a stability, by its beginning. */
export interface Label {
  readonly text: string
  /** The extension whose value it is, where the policy names one. */
  readonly extension?: string
  readonly stability: string
}

/** The promise, as data. */
export interface Policy {
  readonly name: string
  readonly title?: string
  /** The page or the file that it comes from. */
  readonly source: string
  readonly page?: string
  /** The day the page was read. */
  readonly read?: string
  /** The time zone in which days are counted. */
  readonly timezone: string
  /** From the weakest promise to the strongest. */
  readonly stabilities: readonly string[]
  readonly markers: readonly MarkerForm[]
  readonly labels: readonly Label[]
  /** The stability of a path without a marker. */
  readonly unmarked?: string
  /** A stability may only ever rise. */
  readonly oneWay: boolean
  /** Patch releases count where releases are counted. */
  readonly countPatches: boolean
  /** What the policy says that is read and shown but not judged, by topic. */
  readonly statements: readonly {readonly topic: string; readonly says: readonly string[]}[]
  /** Oldest first. */
  readonly revisions: readonly Revision[]
}
