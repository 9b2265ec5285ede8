import type {Event, Waiver} from '../lifecycle/event.ts'
import type {Announcement, EndOfSupport} from '../lifecycle/lifecycle.ts'
import type {UsageAnswer, UsageLimit} from '../lifecycle/traffic-of-api.ts'
import type {Subject} from '../subject/subject.ts'
import type {Day} from '../time/date-range.ts'
import type {Moment} from '../time/timeline.ts'
import type {Clock, Length} from './policy.ts'

export type Verdict = 'compliant' | 'violation' | 'exempt' | 'undetermined'

/** The policy entry that decided: its revision and a JSON pointer into the policy after `extends` is applied. */
export interface PolicyClause {
  readonly policy: string
  readonly revision: string
  readonly pointer: string
}

/** A missing fact that would decide the verdict, and what it is about: the `date` of `release 2.4`. */
export interface MissingFact {
  readonly fact:
    | 'date'
    | 'stability'
    | 'start'
    | 'breaking'
    | 'announcement'
    | 'description'
    | 'introduction'
    | 'successor'
    | 'commit'
    | 'revision'
    | 'releases'
    | 'notice'
    | 'consent'
    | 'usage'
    | (string & {})
  readonly of: string
  /** What is stated of the day, if that is only a month or a year. */
  readonly known?: string
}

/** The subject of a sentence, so that its facts need no name: `its stability`, `when this change was announced`. */
export type FactContext = Pick<Judgment, 'subject'> & Partial<Pick<Judgment, 'kind'>>

/** The kind of policy requirement that a part of a judgment is about. */
export type Aspect = 'notice' | 'lifetime' | 'overlap' | 'sunset' | 'window' | 'condition' | 'successor' | 'change'

/** A requirement and whether it was met. */
export interface RequirementJudgment {
  readonly aspect: Aspect
  readonly verdict: 'compliant' | 'violation' | 'undetermined'
  readonly clause: PolicyClause
  readonly missing: readonly MissingFact[]
  /** The start of the clock; `undefined` if no clock has started. */
  readonly start?: Moment & {readonly clock: Clock; readonly of?: Subject}
  readonly length?: Length
  /** Whether the clock is known not to have started before the release that ends support. */
  readonly unstarted?: boolean
  /** The usage that a condition limits. */
  readonly usage?: UsageAnswer & {readonly limit: UsageLimit}
}

/** Whether the history has every announcement, so that there certainly is none. */
export type Unannounced = 'certain' | 'unrecorded'

/** The verdict on one event, with the policy clause, the dates used, and the missing facts. */
export interface Judgment {
  readonly subject: Subject
  /** The event that is judged: an end of support or another change. */
  readonly event: Event
  readonly kind: 'end' | 'change'
  readonly end: Moment
  readonly pending: boolean
  readonly verdict: Verdict
  readonly exemptBy?: 'policy' | 'waiver'
  /** The stability level that was applied; `undefined` if it is unknown. */
  readonly stability?: string
  readonly clause: PolicyClause
  readonly start?: Moment & {readonly clock: Clock}
  readonly length?: Length
  readonly missing: readonly MissingFact[]
  readonly requirements: readonly RequirementJudgment[]
  readonly replacement?: Subject
  /** Whether the replacement isn't named but inferred from the endpoint's next version. */
  readonly isInferred?: true
  readonly waiver?: {readonly waiver: Waiver; readonly flaws: readonly WaiverFlaw[]; readonly needed: boolean}
  /** Endpoint versions under a removed prefix that have the same verdict as the prefix. */
  readonly covers: readonly Subject[]
  readonly announcement?: Announcement
  /** Set if a successor started a period, and nothing announced the end before it. */
  readonly unannounced?: Unannounced
  readonly ended?: EndOfSupport
}

/**
 * The timeline entry of an end of support, or `undefined`. For a sunset on a day it is the release that removed the
 * subject.
 */
export const entryOfEnd = ({end, ended, event}: Pick<Judgment, 'end' | 'ended' | 'event'>): number | undefined =>
  end.entry ?? (ended?.kind === 'sunset' && event.kind === 'removed' ? event.entry : undefined)

/** The remedies for an end of support or a change that violates the policy. */
export interface Remedies {
  readonly kind: 'end' | 'change'
  readonly subject: Subject
  readonly pending: boolean
  /** The events that would start the clock, if it didn't start before the end: then waiting alone doesn't help. */
  readonly clockStarts: readonly ClockStart[]
  /** The earliest end of support. */
  readonly day?: Day
  /** The day of adoption of a history with gaps before it, if nothing announced the end. */
  readonly gapsBefore?: Day
  /** Whether a description shows the change and no history line declares it. */
  readonly isSeen?: true
  /** The description file that shows the change; `undefined` if a history line declares it. */
  readonly source?: string
  /** The language of the descriptions, if the notation of the subject alone doesn't tell. */
  readonly language?: string
  /** Whether the end is only announced: a line of the history that states a sunset takes no waiver. */
  readonly isPromised?: true
  /** Whether the configuration no longer lists the API, so that no waiver can be added. */
  readonly isLeaving?: true
  /** The kind of an observed change that is no end of support: a waiver needs to cover only this kind. */
  readonly change?: string
  /** The detail of the change, if the subject doesn't say it. */
  readonly about?: string
  /** Number of judgments, including this one, that a waiver for that kind and detail covers. */
  readonly excuses?: number
  /** The reasons for which the policy allows an exception. */
  readonly reasons: readonly string[]
}

/**
 * An event that starts a clock: an announcement, or a replacement that is available at the same time, with its subject
 * if known.
 */
export type ClockStart = 'announcement' | {readonly successor?: Subject}

export type WaiverFlaw = 'reason' | 'approver' | 'unapproved' | 'late' | 'expired' | 'minimum' | 'released' | 'usage'
