import type {History} from '../../model/lifecycle/history.ts'
import type {Place} from '../../model/location.ts'
import type {Subject} from '../../model/subject/subject.ts'
import type {Level} from '../../model/verdict/finding.ts'
import type {Judgement, Verdict} from '../../model/verdict/judgement.ts'
import type {Policy} from '../../model/verdict/policy.ts'
import type {LawfulEnd} from '../../policy/earliest-end-of-support.ts'

/** A judgement in the words of the reports. */
export interface ToldVerdict {
  readonly judgement: Judgement
  /** Sentences, the leading one first; names stand between backticks. */
  readonly says: readonly string[]
  readonly remedies: readonly string[]
  readonly rules: readonly string[]
  readonly place: Place
  readonly evidence: readonly {readonly says: string; readonly place: Place}[]
}

/** A flaw of the record, which is about no end and no break. */
export interface ToldNote {
  readonly subject?: Subject
  readonly level: Level
  readonly rule: string
  readonly says: string
  readonly place: Place
}

/** Judgements of one cause, told in one line as `tenure audit` does. */
export interface ToldFold {
  readonly verdict: Verdict
  /** The entry at which it happened; left out where that is on no release. */
  readonly entry?: number
  /** Its place among the entries; halves stand between them. */
  readonly at: number
  readonly title: string
  readonly headline: string
  readonly says: readonly string[]
  readonly members: readonly string[]
  readonly place: string
}

/** All that a page or a picture is made of. */
export interface Site {
  readonly history: History
  readonly policy: Policy
  /** Of the past and of what has not shipped. */
  readonly verdicts: readonly ToldVerdict[]
  readonly notes: readonly ToldNote[]
  readonly folds: readonly ToldFold[]
  /** Which policy judges, as of which day, and what. */
  readonly head: string
  /** How many verdicts of each kind there are on what has shipped. */
  readonly counts: Readonly<Record<Verdict, number>>
  readonly summary: string
  readonly remarks: readonly string[]
  /** The answer to `when may it end?`, and what it waits for. */
  readonly sayLawful: (name: string, lawful: LawfulEnd, isAnnounced: boolean) => readonly string[]
  /** A place with its line. */
  readonly locate: (place: Place) => Place
}
