import type {Change, ChangeKind, Effect} from '../model/api/change.ts'
import type {EventKind} from '../model/lifecycle/event.ts'
import type {Direction, Subject, Target} from '../model/subject/subject.ts'
import type {Day} from '../model/time/date-range.ts'
import type {ChangeSentence} from '../text/phrases/phrases.ts'

/** A language in which APIs are described, and what the other layers ask about its names. */
export interface Language {
  readonly name: string
  /** The kinds of target that a policy can distinguish. */
  readonly targetKinds: Readonly<Record<string, TargetKind>>
  /** The files that its descriptions are in, by their names. */
  readonly files: FileNames
  /** What can be before the path in the text of a target: the methods of endpoints. */
  readonly verbs?: readonly string[]
  /** Parses a target in the notation of history files. `undefined` if the text is none of this language. */
  readonly parseTarget: (text: string) => Target | undefined
  /** The keys that state a stability and that a policy can map. */
  readonly stabilityKeys?: StabilityKeys
  /** Its own kinds of change, by name, besides those that all languages have. */
  readonly kinds: Readonly<Record<string, KindOfChange>>
  /** One target of each form that sentences distinguish. */
  readonly sampleTargets: readonly string[]
  /** How a description of this language states what is announced. `source` is the name of its file. */
  readonly marks: (source: string) => Marks
  /** What to add to a description to announce a deprecation, if that's more than a mark. */
  readonly writeMarks?: (notice: DeprecationNotice, source: string) => WrittenMarks
  /** Whether clients call it by HTTP, whose headers announce deprecations, too. */
  readonly isHttp?: true
}

/** Marks as people write them, with DAY, SUBJECT, or LEVEL for what they name; those that the language has. */
export interface Marks {
  readonly deprecated?: string
  readonly since?: string
  readonly sunset?: string
  readonly replacement?: string
  readonly stability?: string
}

/** Announcement of a future end of support. */
export interface DeprecationNotice {
  readonly subject: Subject
  /** First day on which the subject counts as deprecated. */
  readonly since: Day
  /** Sunset: a day or a release. */
  readonly sunset?: string
  readonly replacement?: Subject
  readonly unreplaced?: boolean
  readonly note?: string
  /** URL of a page with the announcement. */
  readonly page?: string
  readonly timezone: string
}

export interface WrittenMarks {
  /** Where the lines go: `In the API description:`. */
  readonly where: string
  readonly lines: readonly string[]
}

/** Names of files with descriptions of a language. */
export interface FileNames {
  /** Fits each name that a description can have. What a file holds decides, where a language has `detect`. */
  readonly name: RegExp
  /** The names by which the description of a folder is found, the most usual first. */
  readonly usual: readonly string[]
  /** Fits further usual names, in the usual folders of a git repository. */
  readonly isUsual?: RegExp
  /** Fits usual names that no other files have: such a file is meant as a description, whatever it holds. */
  readonly isCertain?: RegExp
  /** A file that describes nothing, in place of one that was deleted; an empty one if omitted. */
  readonly empty?: {readonly path: string; readonly text: string}
  /** Whether a file is code that is read as a description. */
  readonly isCode?: (path: string) => boolean
}

/** How sentences call the targets of a kind. */
export interface TargetKind {
  readonly plural: string
  /** The word before a name, in sentences and in the notation; omitted if the text alone says what it is. */
  readonly noun?: string
}

/** Keys of a description whose value is a word, and keys whose presence alone means a stability. */
export interface StabilityKeys {
  readonly words: readonly string[]
  readonly flags: readonly string[]
}

/** The stability that the presence of a flag stands for. */
export const FLAG_STABILITY = 'beta'

/** A kind of change: what it means for clients, for the history, and for comparisons, and its words. */
export interface KindOfChange {
  /**
   * The sides on which it can be observed, and its effect on clients there unless the policy overrides it. It follows
   * from containment: a request must still accept what it accepted, and a response must stay within what it could
   * contain.
   */
  readonly effects: {readonly [Side in Direction]?: Effect}
  /** Its effect on clients where the policy covers generated clients, if that is another. */
  readonly effectOnGenerated?: Effect
  /** What it is in the history; a plain change if omitted. */
  readonly event?: EventKind
  /** What it adds as a whole, so that the older description has no place of it. */
  readonly adds?: 'target' | 'part'
  /** Whether what it adds must be sent. */
  readonly isRequired?: true
  /** Whether a response can contain fields after it that it couldn't before. */
  readonly addsFields?: true
  /** Whether it is about a property name of an object. Its witness is the whole object. */
  readonly isAboutName?: true
  /** Whether it is about something that the subject doesn't name, such as a keyword, a status, or a media type. */
  readonly isNaming?: true
  /** What its sentence needs to know of the subject. */
  readonly needs?: 'field' | 'side'
  /** Its wider kind, if it is a special case of one: a policy entry for that applies to it, too. */
  readonly wider?: ChangeKind
  /**
   * Whether comparing schemas decides it. `always`: if each value that was valid still is, the change is compatible
   * whatever its kind. `sometimes`: the policy's effect map decides unless the comparison proves more. Omitted: the effect
   * map alone decides.
   */
  readonly proof?: 'always' | 'sometimes'
  /**
   * The side on which it accepts more than before or returns less, so it is harmless there. If a proof shows otherwise
   * (`oneOf` accepts a value that matches exactly one alternative, `not` inverts everything), the proof overrides the
   * default but not the policy.
   */
  readonly harmlessOn?: Direction
  /** The kind that takes it back. */
  readonly opposite?: ChangeKind
  /** Whether the subject has another name or place after it, so that a line with `renamed` covers it. */
  readonly isMove?: true
  /** Details whose own changes at the same place are part of it. */
  readonly includes?: readonly string[]
  /** The kind by which a change counts on a side instead. `undefined` if it counts by its own. */
  readonly countsAs?: (change: Change, side: Direction) => ChangeKind | undefined
  /** Whether a change only documents what was possible before, so that it is listed as added. */
  readonly isNewlyDocumented?: (change: Change) => boolean
  /** Its sentence in release notes and reports. */
  readonly sentence: (change: Change) => ChangeSentence
  /** The noun of what it is about; the first words of its name if omitted: `media type`. */
  readonly noun?: string
  /** What several are called, where that isn't a noun and what happened to it. */
  readonly counted?: readonly [one: string, many: string]
  /** Whether it is inside a request or a response. Others, such as parameters, are on one side by nature. */
  readonly isInside?: true
  /** What clients do where it breaks them, by side. */
  readonly advice?: {readonly [Side in Direction]?: Advice}
  /** Advice that depends on the change. `undefined` if that of the kind applies. */
  readonly adviseOn?: (change: Change, side: Direction) => Advice | undefined
}

/**
 * What a client does. A request that both releases accept, or a response that the client can already handle, can be adapted
 * before the switch. In doubt the advice is to adapt at the switch, which is always correct.
 */
export interface Advice {
  /** While it still calls the old release, or only when it switches. */
  readonly when: 'before' | 'switch'
  /** `{s}` is the ending of a plural. */
  readonly do: string
}

export const beforeSwitch = (text: string): Advice => ({when: 'before', do: text})
export const atSwitch = (text: string): Advice => ({when: 'switch', do: text})
