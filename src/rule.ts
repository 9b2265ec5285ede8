import type {Use} from './model/api/client-call.ts'
import type {Event} from './model/lifecycle/event.ts'
import type {History} from './model/lifecycle/history.ts'
import type {Announcement, Lifecycle} from './model/lifecycle/lifecycle.ts'
import type {Place} from './model/location.ts'
import type {Subject} from './model/subject/subject.ts'
import type {Day, When} from './model/time/date-range.ts'
import type {Moment} from './model/time/timeline.ts'
import type {Level} from './model/verdict/finding.ts'
import type {Judgement, Missing, Verdict, WaysOut} from './model/verdict/judgement.ts'
import type {Clock, Length, Policy, Window} from './model/verdict/policy.ts'

/** What a rule may watch, and what its `check` is then given, once for each. */
export interface Watched {
  /** The verdict on one end or one breaking change. */
  readonly judgement: {readonly judgement: Judgement; readonly lifecycle: Lifecycle}
  readonly lifecycle: Lifecycle
  readonly event: Event
  /** A call in the code of a client, with the lives of what it calls: of more than one, it may be any of them. */
  readonly use: {readonly use: Use; readonly lives: readonly Lifecycle[]}
  /** The whole record at once. */
  readonly history: History
}

type Slots<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Slots<Rest> : never

/** Words for the slots of a message; the compiler knows the slots from the message. */
type Filled<Text extends string> = [Slots<Text>] extends [never]
  ? {readonly values?: Readonly<Record<string, never>>}
  : {readonly values: {readonly [Name in Slots<Text>]: string | number}}

/** What a rule says, before it is a finding: facts and the words to fill in. */
export type Plain<Messages extends Record<string, string>> = {
  [Id in keyof Messages & string]: {
    readonly message: Id
    readonly place: Place
    readonly subject?: Subject
    /** The event it is about; findings on one subject at one event stand together. */
    readonly event?: Event
    readonly verdict?: Exclude<Verdict, 'kept'>
    /** In place of the rule's own level, where that is not right for it; what the configuration says goes before both. */
    readonly level?: Level
    /** It may be found to be no fault at all: never more than a warning, whatever the level is. */
    readonly isDoubt?: true
    /** What to do, in one sentence. */
    readonly remedy: string
    readonly missing?: readonly Missing[]
    /** What to use instead, where neither an event nor a judgement names it. */
    readonly replacement?: Subject
    readonly judgement?: Judgement
    readonly evidence?: readonly {readonly says: string; readonly place: Place}[]
    readonly covers?: readonly Subject[]
    /** Tells apart what else this rule can say of this subject. */
    readonly about?: string
  } & Filled<Messages[Id]>
}[keyof Messages & string]

/** How facts are said in messages. */
export interface Say {
  subject(subject: Subject): string
  length(length: Length): string
  /** A release, a day, or what is known of it: `release 2.4`, `2026-12-20`. */
  moment(moment: Moment): string
  /** A moment with its preposition: `in release 2.4 (2026-03-02)`, `on 2026-12-20`. */
  at(moment: Moment): string
  /** `4 months and 3 days`, `at most 4 months`. */
  given(given: {readonly parts: readonly Length[]; readonly exact: boolean}): string
  /** `the announcement or the successor's release`. */
  clocks(clocks: readonly Clock[]): string
  /** `only on 1 January or 1 July`. */
  window(window: Window): string
  /** `a, b and c`. */
  list(items: readonly string[]): string
  /** `a, b and c`; of many the first: `a, b, c and 4 more`. */
  few(items: readonly string[]): string
  /** `2026-03-02`, `between 2026-03-01 and 2026-03-31`. */
  when(when: When): string
  /** What can be done about an end that breaks the promise, as one sentence. */
  waysOut(ways: WaysOut): string
  /** `the date of release 2.2 and the date of release 2.4`. */
  missing(missing: readonly Missing[]): string
  /** What to write down, and where, so that what is missing is known. */
  toRecord(missing: readonly Missing[], of: Pick<Event, 'seen'>): string
  /** The line of a history that says of what a description shows, and of nothing else, that it breaks nothing. */
  denial(event: Pick<Event, 'verb' | 'subject' | 'change' | 'about' | 'observed'>): string
  /** `announced on 2026-03-02`, `marked since 2026-03-02 or earlier`. */
  announced(announcement: Announcement): string
  /** `release 2.4`, or the day of a statement. */
  entry(index: number): string
}

/** What a rule may look at. All of it is frozen. */
export interface Context<Options> {
  readonly history: History
  readonly policy: Policy
  readonly judgements: readonly Judgement[]
  readonly asOf: Day
  readonly options: Options
  readonly say: Say
}

/** A whole little record and what the rule says of it: documentation and test in one. */
export interface Example {
  readonly title: string
  readonly kind: 'loud' | 'quiet' | 'undetermined'
  /** A history file. */
  readonly history: string
  /** A policy file; `thirteen-months` where it is left out. */
  readonly policy?: string
  readonly asOf?: Day
  /** What snapshots show beside the history: an API description for each release, by its name. */
  readonly specs?: Readonly<Record<string, string>>
  /** The code of a client, by the names of its files. */
  readonly code?: Readonly<Record<string, string>>
  /** Pages whose zones are not as the record would fill them. */
  readonly stale?: readonly string[]
  /** The day of adoption before the change. */
  readonly adoptedBefore?: Day
  /**
   * Since when the record has held an announcement: a day or `unknown`, by verb and subject (`deprecated GET /v1/loans`).
   * Of an adopted history only; the history itself cannot say it.
   */
  readonly recorded?: Readonly<Record<string, string>>
  /** The messages in order, as they are printed. Empty for a quiet example. */
  readonly says: readonly string[]
}

export type OptionValues = Readonly<Record<string, string | number | boolean>>

/** How a rule is set: its level or `off`, and its options. */
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
  /** The version of tenure that brought it. */
  readonly since: string
  readonly level: Level
  readonly watches: Kind
  /** It carries the promise: of equal verdicts on one event, it leads. */
  readonly carriesPromise?: true
  /** It is about how a record is written: what snapshots show cannot be wrong in that way. */
  readonly ofWriting?: true
  /** It asks for what the record owes still: the gate tells of releases that are out, too. */
  readonly owed?: true
  /** One sentence. */
  readonly summary: string
  /** Why it exists: the harm it prevents. */
  readonly why: string
  /** Defaults; their types are the options' types. */
  readonly options?: Options
  /** `Unexpected X, expected Y`, with values in backticks and `{slots}`. */
  readonly messages: Messages
  check(watched: Watched[Kind], context: Context<Options>): Iterable<Plain<Messages>>
  readonly examples: readonly Example[]
}

/** A rule of any kind, as the engine holds it. */
export interface Rule extends Omit<RuleDefinition<Record<string, string>, OptionValues, keyof Watched>, 'check'> {
  check(watched: Watched[keyof Watched], context: Context<OptionValues>): Iterable<PlainFinding>
}

/** What the engine reads of what a rule yields. */
export type PlainFinding = Omit<Plain<Record<string, string>>, 'values' | 'message'> & {
  readonly message: string
  readonly values?: Readonly<Record<string, string | number>>
}

/** Declares a rule. The types of messages and options are read from the definition. */
export function defineRule<
  const Messages extends Record<string, string>,
  Kind extends keyof Watched,
  Options extends OptionValues = Record<never, never>
>(definition: RuleDefinition<Messages, Options, Kind>): Rule {
  return definition as unknown as Rule
}
