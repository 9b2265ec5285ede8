import type {Change, ChangeKind, Effect} from '../model/api/change.ts'
import type {EventKind} from '../model/lifecycle/event.ts'
import type {Direction, Subject, SubjectPart, Target} from '../model/subject/subject.ts'
import type {Day} from '../model/time/date-range.ts'
import type {ChangeSentence} from '../phrases/phrases.ts'

/** A language for API descriptions, such as OpenAPI, with everything that other layers need to know about it. */
export interface Language {
  readonly name: string
  /** The kinds of target that a policy can distinguish. */
  readonly targetKinds: Readonly<Record<string, TargetKind>>
  /** How its files are recognized by their names. */
  readonly files: FileNames
  /** The words that can precede the path in the text of a target: HTTP methods such as `GET`. */
  readonly verbs?: readonly string[]
  /** Parses a target in the notation of history files. `undefined` if the text is none of this language. */
  readonly parseTarget: (text: string) => Target | undefined
  /** The keys by which a description states a stability level, which a policy can map to its own levels. */
  readonly stabilityKeys?: StabilityKeys
  /** Its own kinds of change, by name, besides those that all languages have. */
  readonly kinds: Readonly<Record<string, KindOfChange>>
  /** How targets are written, for messages: `METHOD /path`. */
  readonly forms?: readonly string[]
  /** Examples of targets, one for each form that sentences word differently. */
  readonly sampleTargets: readonly string[]
  /**
   * Returns how a description states a deprecation, a sunset, and the like, of a target or of a part of one. `source` is
   * the name of its file.
   */
  readonly marks: (source: string, part?: SubjectPart) => Marks
  /** Returns the lines that announce a deprecation in a description. Omitted if the language has no such lines. */
  readonly writeMarks?: (notice: DeprecationNotice, source: string) => WrittenMarks
  /** What people deprecate most, in words and in the notation: `an endpoint`, `GET /path`. */
  readonly deprecable: {readonly what: string; readonly name: string}
  /** The preset with which its APIs begin, and why that one; omitted if none fits better than the default. */
  readonly policy?: {readonly name: string; readonly why: string}
  /** Presets for APIs in it. */
  readonly presets: readonly string[]
  /**
   * Whether none of its targets can have a version marker, so that the policy's default stability applies to all for
   * which none is stated.
   */
  readonly isUnversioned?: true
  /** Whether clients call its APIs by HTTP, so that response headers can announce deprecations, too. */
  readonly isHttp?: true
}

/**
 * Lifecycle marks as people write them, with the placeholders DAY, SUBJECT, and LEVEL. Marks that the language lacks
 * are missing.
 */
export interface Marks {
  readonly deprecated?: string
  readonly since?: string
  readonly sunset?: string
  readonly replacement?: string
  /** How it states that there is no replacement; omitted if it names `none` as one. */
  readonly noReplacement?: string
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
  /** The heading above the lines, which says where to add them: `In the API description:`. */
  readonly where: string
  readonly lines: readonly string[]
}

/** Names of files with descriptions of a language. */
export interface FileNames {
  /** Matches every name that a description can have. If the reader has `detect`, the content of the file decides. */
  readonly name: RegExp
  /** The names by which the description of a folder is found, the most usual first. */
  readonly usual: readonly string[]
  /** Matches more usual names, which count only in the usual folders of a git repository. */
  readonly isUsual?: RegExp
  /** Matches names that only descriptions have: such a file counts as a description, whatever it contains. */
  readonly isCertain?: RegExp
  /** A description without operations, which takes the place of a deleted file; an empty text if omitted. */
  readonly empty?: {readonly path: string; readonly text: string}
  /** Whether a file is code that is read as a description. */
  readonly isCode?: (path: string) => boolean
}

/** How sentences call the targets of a kind. */
export interface TargetKind {
  readonly plural: string
  /** The word before a name, in sentences and in the notation; omitted if the text alone says what it is. */
  readonly noun?: string
  /** One of several that are counted; omitted where the words of HTTP are right, such as `operation` and `path`. */
  readonly counted?: string
  /** What clients send and get, and what they send consists of; `request`, `response`, and `field` if omitted. */
  readonly exchange?: readonly [sent: string, received: string, part?: string]
  /** Whether it consists of its members, which come and go with it. */
  readonly holdsMembers?: true
  /** What clients do with it; `call` if omitted. */
  readonly use?: 'call' | 'use'
  /** Its name in prose, if that is shorter than its text; others can have the name in another group or version. */
  readonly nameInProse?: (target: Target) => NameInProse
}

/** A name such as `Gateway`, with what tells apart those that have it: `gateway.networking.k8s.io`, `v1beta1`. */
export interface NameInProse {
  readonly name: string
  readonly group: string
  readonly version: string
}

/**
 * Keys by which a description states a stability level: by their value (`words`), or by their presence alone (`flags`).
 */
export interface StabilityKeys {
  readonly words: readonly string[]
  readonly flags: readonly string[]
}

/** The stability level that the presence of a key in `flags` stands for. */
export const FLAG_STABILITY = 'beta'

/** A kind of change: what it means for clients, for the history, and for comparisons, and its words. */
export interface KindOfChange {
  /**
   * Its effect on clients in requests and in responses, unless the policy overrides it; missing where it can't be
   * observed. It follows from containment: a request must still accept what it accepted, and a response must stay
   * within what it could contain.
   */
  readonly effects: {readonly [Side in Direction]?: Effect}
  /** Its effect on clients where the policy covers generated clients, if that is another. */
  readonly effectOnGenerated?: Effect
  /** The kind of event that it is in the history, such as a removal; a plain change if omitted. */
  readonly event?: EventKind
  /** Whether it adds a whole target or part, so that the older description has no location for it. */
  readonly adds?: 'target' | 'part'
  /** Whether it follows from other changes, so that no mark states it and none can be corrected. */
  readonly isInferred?: true
  /** Whether clients must send what it adds. */
  readonly isRequired?: true
  /** Whether a response can contain fields after it that it couldn't before. */
  readonly addsFields?: true
  /** Whether it is about a property name of an object. Its witness is the whole object. */
  readonly isAboutName?: true
  /** Whether it is about something that the subject doesn't name, such as a keyword, a status, or a media type. */
  readonly isNaming?: true
  /** What its sentence can't be written without: the field, or whether it's in a request or a response. */
  readonly needs?: 'field' | 'side'
  /** Its wider kind, if it is a special case of one: a policy entry for that applies to it, too. */
  readonly wider?: ChangeKind
  /**
   * Whether comparing schemas decides it. `always`: if each value that was valid still is, the change is compatible
   * whatever its kind. `sometimes`: the policy's effect map decides unless the comparison proves more. Omitted: the
   * effect map alone decides.
   */
  readonly proof?: 'always' | 'sometimes'
  /**
   * The side on which it accepts more than before or returns less, so it is harmless there. If a proof shows otherwise
   * (`oneOf` accepts a value that matches exactly one alternative, `not` inverts everything), the proof overrides the
   * default but not the policy.
   */
  readonly harmlessOn?: Direction
  /** The kind of the reverse change, such as `field-removed` for `field-added`. One of the two names the other. */
  readonly opposite?: ChangeKind
  /** Whether the subject has another name or place after it, so that a line with `renamed` covers it. */
  readonly isMove?: true
  /** Details, such as keywords, whose changes at the same place count as part of this change. */
  readonly includes?: readonly string[]
  /** The kind by which a change counts instead in requests or in responses. `undefined` if it counts by its own. */
  readonly countsAs?: (change: Change, side: Direction) => ChangeKind | undefined
  /** Another kind that a change is, too, so that it is judged no milder. */
  readonly isAlso?: (change: Change, side: Direction) => ChangeKind | undefined
  /** Whether a change only documents what was possible before, so that it is listed as added. */
  readonly isNewlyDocumented?: (change: Change) => boolean
  /** Its sentence in release notes and reports. */
  readonly sentence: (change: Change) => ChangeSentence
  /** The noun of what it is about; the first words of its name if omitted: `media type`. */
  readonly noun?: string
  /**
   * The names of one and of several such changes, if a noun with a participle, such as `field removed`, doesn't fit.
   */
  readonly counted?: readonly [one: string, many: string]
  /**
   * Whether it can be inside either a request or a response. Other changes, such as those of parameters, are in one of
   * them by nature.
   */
  readonly isInside?: true
  /** What clients must do if it breaks them, in requests and in responses. */
  readonly advice?: {readonly [Side in Direction]?: Advice}
  /** Advice that depends on the change. `undefined` if that of the kind applies. */
  readonly adviseOn?: (change: Change, side: Direction) => Advice | undefined
}

/**
 * What a client does. A request that both releases accept, or a response that the client can already handle, can be
 * adapted before the switch. In doubt the advice is to adapt at the switch, which is always correct.
 */
export interface Advice {
  /** While it still calls the old release, or only when it switches. */
  readonly when: 'before' | 'switch'
  /** The instruction, in which `{s}` stands for a plural ending. */
  readonly do: string
}

export const beforeSwitch = (text: string): Advice => ({when: 'before', do: text})
export const atSwitch = (text: string): Advice => ({when: 'switch', do: text})
export const onBothSides = (advice: Advice) => ({request: advice, response: advice})
