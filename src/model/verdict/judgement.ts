import type {Event, Waiver} from '../lifecycle/event.ts'
import type {Announcement, End} from '../lifecycle/lifecycle.ts'
import type {Subject} from '../subject/subject.ts'
import type {Day} from '../time/date-range.ts'
import type {Moment} from '../time/timeline.ts'
import type {Clock, Length} from './policy.ts'

export type Verdict = 'kept' | 'broken' | 'exempt' | 'undetermined'

/** The entry of the policy that decided: its revision and a JSON pointer into the policy as it is after `extends`. */
export interface Clause {
  readonly policy: string
  readonly revision: string
  readonly pointer: string
}

/** A fact that would decide, and what it is a fact of: the `date` of `release 2.4`. */
export interface Missing {
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
}

/** What of the promise a part of a judgement is about. */
export type Aspect = 'notice' | 'lifetime' | 'overlap' | 'sunset' | 'window' | 'gate' | 'successor' | 'change'

/** One duty and how it was met. */
export interface DutyJudgement {
  readonly aspect: Aspect
  readonly verdict: 'kept' | 'broken' | 'undetermined'
  readonly clause: Clause
  readonly missing: readonly Missing[]
  /** The start of the clock; left out where no clock had started. */
  readonly start?: Moment & {readonly clock: Clock; readonly of?: Subject}
  readonly length?: Length
  /** The clock is known not to have started before the end's own release. */
  readonly unstarted?: boolean
}

/** Verdict, clause, dates used and facts missing, for one event. */
export interface Judgement {
  readonly subject: Subject
  /** What is judged: an end, or a change that is no end. */
  readonly event: Event
  readonly kind: 'end' | 'change'
  readonly end: Moment
  readonly pending: boolean
  readonly verdict: Verdict
  readonly exemptBy?: 'policy' | 'waiver'
  /** The stability it was judged by; left out where none is known. */
  readonly stability?: string
  readonly clause: Clause
  readonly start?: Moment & {readonly clock: Clock}
  readonly length?: Length
  readonly missing: readonly Missing[]
  readonly duties: readonly DutyJudgement[]
  readonly replacement?: Subject
  /** Nobody named the replacement: it is what its lineage shows. */
  readonly isInferred?: true
  readonly waiver?: {readonly waiver: Waiver; readonly flaws: readonly WaiverFlaw[]; readonly needed: boolean}
  /** Endpoint versions under a prefix whose end has the same verdict as the prefix's. */
  readonly covers: readonly Subject[]
  readonly announcement?: Announcement
  readonly ended?: End
}

/** The entry that holds an end: of what was promised for a day, the release that took it away. */
export const entryOfEnd = ({end, ended, event}: Pick<Judgement, 'end' | 'ended' | 'event'>): number | undefined =>
  end.entry ?? (ended?.kind === 'sunset' && event.kind === 'removed' ? event.entry : undefined)

/** What can be done about an end or a change that breaks the promise. */
export interface WaysOut {
  readonly kind: 'end' | 'change'
  readonly subject: Subject
  readonly pending: boolean
  /** What starts the clock, where nothing did before the end: waiting alone is in vain. */
  readonly starts: readonly ClockStart[]
  /** The first day on which it may end. */
  readonly day?: Day
  /** A description shows it, and no line of a history tells of it. */
  readonly isSeen?: true
  /** Only the promise of the end is on record: its line takes no waiver. */
  readonly isPromised?: true
  /** The configuration lists its API no more, and takes no waiver for it. */
  readonly isLeaving?: true
  /** The kind of what is no end, where a description shows it: nothing else need be excused. */
  readonly change?: string
  /** What of the subject it is about, where the subject does not say it. */
  readonly about?: string
  /** How many breaks a waiver for that kind of change, and for what it is about, excuses, this one among them. */
  readonly excuses?: number
  /** The reasons for which the policy allows an exception. */
  readonly reasons: readonly string[]
}

/** An announcement, or something to use instead that is there beside it: what it is, where that is known. */
export type ClockStart = 'announcement' | {readonly successor?: Subject}

export type WaiverFlaw = 'reason' | 'approver' | 'unapproved' | 'late' | 'expired' | 'minimum' | 'released'
