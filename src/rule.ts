import type {Marks} from './languages/language.ts'
import type {EndpointUsage} from './model/api/client-call.ts'
import type {Event, Verb} from './model/lifecycle/event.ts'
import type {History} from './model/lifecycle/history.ts'
import type {Announcement, Lifecycle} from './model/lifecycle/lifecycle.ts'
import type {ServedDifference, WrittenDifference} from './model/lifecycle/served.ts'
import type {SourceLocation} from './model/location.ts'
import type {Subject} from './model/subject/subject.ts'
import type {DateRange, Day} from './model/time/date-range.ts'
import type {Moment} from './model/time/timeline.ts'
import type {VersionClaim, VersionedChange, VersionSchemeName} from './model/time/version-claim.ts'
import type {ClientBreak} from './model/verdict/client-break.ts'
import type {Level} from './model/verdict/finding.ts'
import type {JudgedChange} from './model/verdict/judged-change.ts'
import type {FactContext, Judgment, MissingFact, Remedies, Verdict} from './model/verdict/judgment.ts'
import type {Clock, EndWindow, Length, Policy} from './model/verdict/policy.ts'

/** What a rule can watch. Its `check` is called once for each item. */
export interface Watched {
  /** The verdict on one end of support or one breaking change. */
  readonly judgment: {readonly judgment: Judgment; readonly lifecycle: Lifecycle}
  readonly lifecycle: Lifecycle
  readonly event: Event
  /** A call in client code, with the lifecycles of the endpoints it may call. */
  readonly use: {readonly use: EndpointUsage; readonly lives: readonly Lifecycle[]}
  /** Where what is served differs from the history. */
  readonly served: ServedDifference
  /** A break of clients or servers of other releases than the base. */
  readonly clientBreak: ClientBreak
  /** The complete history. */
  readonly history: History
}

type Slots<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Slots<Rest> : never

/** Values for the placeholders of a message. The compiler derives the placeholders from the message. */
type Filled<Text extends string> = [Slots<Text>] extends [never]
  ? {readonly values?: Readonly<Record<string, never>>}
  : {readonly values: {readonly [Name in Slots<Text>]: string | number}}

/** A result of a rule before it becomes a finding: facts, and values for the message. */
export type RuleFinding<Messages extends Record<string, string>> = {
  [Id in keyof Messages & string]: {
    readonly message: Id
    readonly place: SourceLocation
    readonly subject?: Subject
    /** The event it is about. Findings about one subject at one event are grouped. */
    readonly event?: Event
    readonly verdict?: Exclude<Verdict, 'compliant'>
    /**
     * Overrides the rule's own level for this result; the configuration overrides both. A result that is `off` is
     * reported only if the configuration states a level.
     */
    readonly level?: Level | 'off'
    /** Whether it may turn out not to be a problem: then it is at most a warning, whatever the level is. */
    readonly isDoubt?: true
    /** What to do, in one sentence. */
    readonly remedy: string
    readonly missing?: readonly MissingFact[]
    /** The replacement, if neither the event nor the judgment names it. */
    readonly replacement?: Subject
    readonly judgment?: Judgment
    readonly evidence?: readonly {readonly text: string; readonly place: SourceLocation}[]
    readonly covers?: readonly Subject[]
    /** The releases that it reaches, besides the base. */
    readonly releases?: readonly string[]
    /** Further sentences, such as a counterexample. */
    readonly details?: readonly string[]
    /** Set if it breaks clients of this version at servers of an older one. */
    readonly direction?: 'forward' | undefined
    /** Distinguishes several results of this rule for this subject. */
    readonly about?: string
  } & Filled<Messages[Id]>
}[keyof Messages & string]

/** Functions that format facts for messages. */
export interface MessageFormatter {
  /** A subject with its names in backticks: `due` in the response of `GET /v1/loans`. */
  subject(subject: Subject): string
  /** What a change is, or what clients of a newer version meet at an older one, as a sentence with a full stop. */
  change(judged: JudgedChange): string
  /** The counterexamples of a change, one sentence each. Empty if there are none. */
  examples(judged: JudgedChange): string[]
  /** A subject as it is written in a history, without backticks. */
  name(subject: Subject): string
  /** A line of a history: `removed: GET /v1/loans`, `{removed: GET /v1/loans, field: due, in: response}`. */
  line(verb: Verb, subject: Subject): string
  length(length: Length): string
  /** A release, a day, or what is known of it: `2.4 (2026-03-02)`, `2026-12-20`. */
  moment(moment: Moment): string
  /** A moment with its preposition: `in 2.4 (2026-03-02)`, `on 2026-12-20`. */
  at(moment: Moment): string
  /** `was` before a participle; `is` if the moment isn't released yet. */
  was(moment: Moment): 'is' | 'was'
  /** What happened, with its moment: `was removed in 2.0 (2025-06-01)`, `is removed in the next release`. */
  outcome(judgment: Judgment): string
  /** The judged event as a noun: `removal`, `sunset`, `change`. */
  noun(judgment: Judgment): string
  /** The event that started a notice: `its deprecation in 1.1 (2025-02-01)`. */
  start(start: Moment & {readonly clock?: Clock}, announcement?: Announcement): string
  /** `; nothing was announced`, after what a successor alone started. Empty otherwise. */
  unannounced(judgment: Judgment): string
  /** A number with its noun: `3 calls`, `1 call`. */
  count(number: number, noun: string): string
  /** A required period: `13-month notice`. */
  period(length: Length, noun: string): string
  /** `4 months and 3 days`, `at most 4 months`. */
  given(given: {readonly parts: readonly Length[]; readonly exact: boolean}): string
  /** `the announcement or the successor's release`. */
  clocks(clocks: readonly Clock[]): string
  /** `only on January 1 or July 1`. */
  window(window: EndWindow): string
  /** `a, b, and c`. */
  list(items: readonly string[]): string
  /** `a, b, or c`. */
  either(items: readonly string[]): string
  /** `a, b, and c`; of many the first: `a, b, c, and 4 more`. */
  few(items: readonly string[]): string
  /** `1.2, 1.3, and 1.4`; of many the first and the last. */
  releases(names: readonly string[]): string
  /** `2026-03-02`, `between 2026-03-01 and 2026-03-31`. */
  when(when: DateRange): string
  /** The remedies for a violation, as one sentence. */
  remedies(ways: Remedies): string
  /** `the dates of 2.2 and 2.4`; facts of the subject that the sentence is about have no name: `its stability`. */
  missing(missing: readonly MissingFact[], about?: FactContext): string
  /** `the dates of 2.2 and 2.4 are missing`. */
  isMissing(missing: readonly MissingFact[], about?: FactContext): string
  /** What to write, and where, to supply the missing facts. */
  toRecord(missing: readonly MissingFact[], judgment: Judgment): string
  /** The history line that claims that this observed change, and no other, isn't breaking. */
  denial(event: Pick<Event, 'verb' | 'subject' | 'change' | 'about' | 'observed'>): string
  /** `announced on 2026-03-02`, `deprecated since 2026-03-02 or earlier`. */
  announced(announcement: Announcement): string
  /**
   * How a description of the subject's language states what is announced: `x-sunset: DAY`. `source` is its file.
   * `undefined` if it can't.
   */
  mark(name: keyof Marks, subject: Subject, source?: string): string | undefined
  /** `changed from \`1.2.0\` to \`1.3.0\``. */
  version(claim: Pick<VersionClaim, 'base' | 'here'>): string
  /** `2 breaking changes`. */
  versioned(changes: readonly VersionedChange[]): string
  /** `a semantic version`. */
  scheme(scheme: VersionSchemeName): string
  /** `2.4`, or the day of a statement. */
  entry(index: number): string
}

/** The data that a rule can read, all frozen. */
export interface RuleContext<Options> {
  readonly history: History
  readonly policy: Policy
  readonly judgments: readonly Judgment[]
  readonly asOf: Day
  readonly options: Options
  readonly say: MessageFormatter
}

/** A small complete history with the expected messages of the rule, used as documentation and test. */
export interface Example {
  readonly title: string
  readonly kind: 'loud' | 'quiet' | 'undetermined'
  /** A history file. */
  readonly history: string
  /** A policy file; `thirteen-months` if it is `undefined`. */
  readonly policy?: string
  readonly asOf?: Day
  /** API descriptions for releases, by release name. */
  readonly specs?: Readonly<Record<string, string>>
  /** Client code, by file name. */
  readonly code?: Readonly<Record<string, string>>
  /** Pages whose managed sections are out of date. */
  readonly stale?: readonly string[]
  /** The day of the first commit with the history, which a history file itself can't state. */
  readonly adopted?: Day
  /** Where what is served differs from the history. */
  readonly served?: readonly WrittenDifference[]
  /** The files of a table of traffic. */
  readonly traffic?: Readonly<Record<string, string>>
  /** The history file before the change. */
  readonly historyBefore?: string
  /** The versions of the change and of its base, with the changes. */
  readonly version?: Omit<VersionClaim, 'place'>
  /**
   * Since when the history has contained an announcement: a day or `unknown`, by verb and subject (`deprecated GET
   * /v1/loans`), which a history file itself can't state.
   */
  readonly recorded?: Readonly<Record<string, string>>
  /** The messages in order, as they are printed. Empty for a quiet example. */
  readonly messages: readonly string[]
}

export type OptionValues = Readonly<Record<string, string | number | boolean>>

/** The configuration of a rule: its level or `off`, and its options. */
export interface RuleSetting {
  readonly level?: Level | 'off'
  readonly options?: OptionValues
}

export interface RuleDefinition<
  Messages extends Record<string, string>,
  Options extends OptionValues,
  Kind extends keyof Watched
> {
  /** The name of its file. */
  readonly id: string
  /** The version of tenure that introduced it. */
  readonly since: string
  readonly level: Level
  /** The level of those results that state their own. */
  readonly lowerLevel?: Level | 'off'
  readonly watches: Kind
  /** Whether the rule reports a verdict: among equal verdicts on one event, it leads. */
  readonly reportsVerdict?: true
  /** The key of a policy that decides what the rule reports. A configuration can't lower its level. */
  readonly policyKey?: string
  /** Whether the rule checks how a history is written, so that it doesn't apply to observed events. */
  readonly ofWriting?: true
  /**
   * Whether the rule asks for information that only a person can add, so that the gate reports it for past releases
   * too.
   */
  readonly needsAuthor?: true
  /** One sentence. */
  readonly summary: string
  /** The harm that the rule prevents. */
  readonly why: string
  /** The page that documents the rule. */
  readonly url?: string
  /** Default values; their types are the types of the options. */
  readonly options?: Options
  /** Message templates with values in backticks and `{placeholders}`. */
  readonly messages: Messages
  check(watched: Watched[Kind], context: RuleContext<Options>): Iterable<RuleFinding<Messages>>
  readonly examples: readonly Example[]
}

/** A rule of any kind, as the engine stores it. */
export interface Rule extends Omit<RuleDefinition<Record<string, string>, OptionValues, keyof Watched>, 'check'> {
  check(watched: Watched[keyof Watched], context: RuleContext<OptionValues>): Iterable<AnyRuleFinding>
}

/** The result of a rule, as the engine reads it. */
export type AnyRuleFinding = Omit<RuleFinding<Record<string, string>>, 'values' | 'message'> & {
  readonly message: string
  readonly values?: Readonly<Record<string, string | number>>
}

/** Defines a rule. The types of messages and options are inferred from the definition. */
export function defineRule<
  const Messages extends Record<string, string>,
  Kind extends keyof Watched,
  Options extends OptionValues = Record<never, never>
>(definition: RuleDefinition<Messages, Options, Kind>): Rule {
  return definition as unknown as Rule
}
