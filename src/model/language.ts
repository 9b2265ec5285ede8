import type {Target} from './subject/subject.ts'

/** A language in which APIs are described, and what the other layers ask about its names. */
export interface Language {
  readonly name: string
  /** The kinds of target that a policy can distinguish. */
  readonly targetKinds: Readonly<Record<string, TargetKind>>
  /** What can be before the path in the text of a target: the methods of endpoints. */
  readonly verbs: readonly string[]
  /** Parses a target in the notation of history files. `undefined` if the text is none of this language. */
  readonly parseTarget: (text: string) => Target | undefined
  /** The keys that state a stability and that a policy can map. */
  readonly stabilityKeys: StabilityKeys
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
