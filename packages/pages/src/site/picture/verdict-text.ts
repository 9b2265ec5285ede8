import type {History} from '@tenure/core/model/lifecycle/history'
import type {SourceLocation} from '@tenure/core/model/location'
import type {Subject} from '@tenure/core/model/subject/subject'
import type {Level} from '@tenure/core/model/verdict/finding'
import type {Judgment, Verdict} from '@tenure/core/model/verdict/judgment'
import type {Policy} from '@tenure/core/model/verdict/policy'
import type {EarliestEndOfSupport} from '@tenure/core/policy/earliest-end-of-support'
import type {FollowLinks} from './follow-links.ts'

/** A judgment with the sentences of the reports. */
export interface VerdictText {
  readonly judgment: Judgment
  /** Sentences, the main one first; names are in backticks. */
  readonly sentences: readonly string[]
  readonly remedies: readonly string[]
  readonly rules: readonly string[]
  readonly place: SourceLocation
  readonly evidence: readonly {readonly text: string; readonly place: SourceLocation}[]
}

/** A warning or note about the history that is no violation. */
export interface NoteText {
  readonly subject?: Subject
  readonly level: Level
  readonly rule: string
  readonly text: string
  readonly place: SourceLocation
}

/** Judgments with the same cause, combined in one line as in `tenure audit`. */
export interface VerdictGroupText {
  readonly verdict: Verdict
  /** Timeline entry; absent if it happened outside of any release. */
  readonly entry?: number
  /** Position on the timeline; between two entries, it is a fraction. */
  readonly at: number
  readonly title: string
  readonly headline: string
  readonly sentences: readonly string[]
  readonly members: readonly string[]
  readonly place: string
  /** The text after the place, such as the number of further places. */
  readonly more: string
}

/** Input of the page and the picture. */
export interface SiteInput {
  readonly history: History
  readonly policy: Policy
  /** What was judged, also by a default policy, for the replacements that it found. */
  readonly judgments: readonly Judgment[]
  /** Verdicts on released and unreleased changes. */
  readonly verdicts: readonly VerdictText[]
  readonly notes: readonly NoteText[]
  readonly folds: readonly VerdictGroupText[]
  /** Whether a policy is declared. Without one, there are no verdicts. */
  readonly isJudged: boolean
  /**
   * Whether the page is for those who maintain the history. On other pages, places in files are only used as targets of
   * links.
   */
  readonly isInternal: boolean
  /** Number of verdicts of each kind on released changes. */
  readonly counts: Readonly<Record<Verdict, number>>
  readonly remarks: readonly string[]
  /** Sentences about the earliest end of support, and what it depends on. */
  readonly formatEarliestEnd: (subject: Subject, earliestEnd: EarliestEndOfSupport) => readonly string[]
  /** A source location as text, relative to the source: `openapi.yaml:12`. */
  readonly formatPlace: (place: SourceLocation) => string
  /** URL template of places, with `{file}` and `{line}`. */
  readonly link?: string
  /** Address of the overview over several APIs. */
  readonly overview?: string
  readonly follow?: FollowLinks
}
