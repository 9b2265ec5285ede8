import type {ChangeKind, Effect} from '../api/change.ts'
import type {UsageLimit} from '../lifecycle/traffic-of-api.ts'
import type {Direction} from '../subject/subject.ts'
import type {DateRange} from '../time/date-range.ts'
import type {VersionRequirements} from '../time/version-claim.ts'

export type CalendarUnit = 'days' | 'weeks' | 'months' | 'years'

/** What is counted by position in the timeline: all releases, or those that open a new major version. */
export type ReleaseUnit = 'releases' | 'major releases'

export type Unit = CalendarUnit | ReleaseUnit

export const isReleaseUnit = (unit: Unit): unit is ReleaseUnit => unit === 'releases' || unit === 'major releases'

/**
 * A length of time. Months and years are calendar months and years. `longest` and `shortest` compare the resulting days
 * from the same start; `unstated` means that the policy requires a time but doesn't say how long.
 */
export type Length =
  | {readonly count: number; readonly unit: Unit}
  | {readonly longest: readonly Length[]}
  | {readonly shortest: readonly Length[]}
  | {readonly consecutive: readonly Length[]}
  | 'unstated'

/**
 * Events that can start a notice clock. `release` is the first release that has the deprecation. `sunset-announcement` names the day of the end, which vendors also call the
 * decommission announcement; a deprecation without a date isn't one. `successor` is the next version of the same
 * endpoint; `next-version` is the first endpoint of any kind under a higher marker, for an API that is versioned as a
 * whole.
 */
export const CLOCKS = [
  'announcement',
  'release',
  'sunset-announcement',
  'successor',
  'stable-successor',
  'next-version',
  'introduction'
] as const
export type Clock = (typeof CLOCKS)[number]

/** Days of the year as `MM-DD`. */
export type DayOfYear = string

/** The releases or days on which a policy allows support to end. */
export type EndWindow =
  | {readonly kind: 'any'}
  | {readonly kind: 'never'}
  | {readonly kind: 'release'}
  | {readonly kind: 'major'}
  | {readonly kind: 'days'; readonly days: readonly DayOfYear[]}

/** The minimum length of a period, and the events that start it. */
export interface TimeRequirement {
  readonly aspect: 'notice' | 'lifetime' | 'overlap'
  readonly pointer: string
  readonly length: Length
  /** Any of these events starts the clock; the earliest counts. */
  readonly clocks: readonly Clock[]
  /** The clock starts on the first of these days on or after the event. */
  readonly startsOn?: readonly DayOfYear[]
}

/** A condition other than time that must be met before support ends: consent of all clients, usage under a limit. */
export interface PolicyCondition {
  readonly name: string
  readonly text: string
  readonly pointer: string
  /** Missing if only people can say whether it's met. */
  readonly usage?: UsageLimit
}

export interface SuccessorRequirement {
  /** `same` means at least as stable as the replaced version. */
  readonly stability: 'any' | 'same'
  /** The successor must be available before the announcement or before the end of support. */
  readonly before: 'announcement' | 'end'
  readonly pointer: string
}

/**
 * The requirement for a breaking change that isn't an end of support: forbidden while supported, allowed, or allowed
 * after notice.
 */
export type ChangeRequirement =
  | {readonly kind: 'forbidden' | 'allowed'; readonly pointer: string}
  | {readonly kind: 'notice'; readonly length: Length; readonly pointer: string}

/** The longest time that an endpoint can keep a stability level, counted from its introduction. */
export interface MaxDuration {
  readonly length: Length
  readonly pointer: string
}

/** A phase of the time before an end of support: full support, security fixes only. */
export interface SupportPhase {
  readonly name: string
  /** `undefined` if the policy states no length; then the phase is shown and not judged. */
  readonly length?: Length
  readonly description?: string
}

/** The guarantees for subjects of one stability level. */
export interface Guarantee {
  readonly pointer: string
  /** Whether nothing is guaranteed, so that an end of support is exempt by policy. */
  readonly exempt: boolean
  /** All of these requirements apply. */
  readonly terms: readonly TimeRequirement[]
  readonly endWindow: EndWindow & {readonly pointer: string}
  readonly conditions: readonly PolicyCondition[]
  readonly successor?: SuccessorRequirement
  readonly change: ChangeRequirement
  readonly maxDuration?: MaxDuration
  readonly phases: readonly SupportPhase[]
  /** Different guarantees for particular kinds of subject. */
  readonly kinds: Readonly<Record<string, Guarantee>>
}

/** A reason for which the policy allows an exception, and its limits. */
export interface WaiverReason {
  readonly reason: string
  /** The notice that is still required; `undefined` if none is. */
  readonly minimum?: Length
  /** Who may approve; `undefined` if any named person may. */
  readonly approvers?: readonly string[]
  /** The usage that is allowed; `undefined` if any is. */
  readonly usage?: UsageLimit
  readonly note?: string
  readonly pointer: string
}

export type RevisionStart =
  | {readonly kind: 'always'}
  | {readonly kind: 'unknown'}
  | {readonly kind: 'date'; readonly when: DateRange; readonly stated: string}
  | {readonly kind: 'release'; readonly name: string}

export type EffectMap = {readonly [kind: ChangeKind]: {readonly [Side in Direction]?: Effect}}

/** One revision of the policy text, in force from its start until the start of the next revision. */
export interface PolicyRevision {
  readonly name: string
  readonly start: RevisionStart
  readonly pointer: string
  readonly guarantees: Readonly<Record<string, Guarantee>>
  /** The effect of kinds of change, where it differs from the defaults. */
  readonly effects: EffectMap
  readonly waiverReasons: readonly WaiverReason[]
  readonly note?: string
}

export interface MarkerForm {
  /** The form with placeholders: `v<major>`, `v<major>beta<n>`, `<date>-preview`. */
  readonly form: string
  readonly stability: string
  readonly examples: readonly string[]
}

/** What a mark can state. */
export const MARK_MEANINGS = ['deprecation', 'since', 'sunset', 'replacement', 'stability'] as const

/** A directive, an extension, a key of `_meta`, or a text with which a description begins, and what it states. */
export interface NamedMark {
  /** `@sunset(on)`, or `@beta` without an argument. */
  readonly directive?: string
  /** An OpenAPI extension. */
  readonly extension?: string
  /** A key of `_meta`. */
  readonly meta?: string
  /** A text with which a description begins. */
  readonly text?: string
  readonly states: (typeof MARK_MEANINGS)[number]
  /** The stability that a mark without a value stands for. */
  readonly value?: string
}

/** A name that descriptions and histories use for a stability level, matched as a prefix. */
export interface StabilityLabel {
  readonly text: string
  /** The OpenAPI extension that states the name, if the policy limits it to one. */
  readonly extension?: string
  readonly stability: string
}

/** What a policy decides by, as its file and those that it extends write it. */
export interface WrittenTerms {
  /** The file or preset that it extends. */
  readonly extends?: string
  /** With the current revision, if it has revisions. */
  readonly current: Readonly<Record<string, unknown>>
  /** The revisions before the current one. */
  readonly earlier: readonly Readonly<Record<string, unknown>>[]
}

/** A deprecation policy, read from a file or a preset. */
export interface Policy {
  readonly name: string
  readonly title?: string
  /** The page or the file that it comes from. */
  readonly source: string
  readonly page?: string
  /** The day on which the page was read. */
  readonly read?: string
  /** The time zone in which days are counted. */
  readonly timezone: string
  /** From the weakest guarantee to the strongest. */
  readonly stabilities: readonly string[]
  readonly markers: readonly MarkerForm[]
  readonly labels: readonly StabilityLabel[]
  /** What in descriptions states something about the life of what it's on. */
  readonly marks?: readonly NamedMark[]
  /** The stability level of a path without a version marker. */
  readonly defaultStability?: string
  /** Whether the policy allows stability levels only to rise. */
  readonly oneWay: boolean
  /** Whether patch releases count where releases are counted. */
  readonly countPatches: boolean
  /** How versions grow. Missing if they aren't checked. */
  readonly versions?: VersionRequirements
  /** Whose clients must work with a change, besides those of its base. */
  readonly clients?: 'supported'
  /** How far clients and servers can be apart: clients of these releases meet the next one, and the reverse. */
  readonly skew?: Length
  /** Statements of the policy, by topic, that are shown but not judged. */
  readonly statements: readonly {readonly topic: string; readonly texts: readonly string[]}[]
  /** Oldest first. */
  readonly revisions: readonly PolicyRevision[]
  readonly written: WrittenTerms
}
