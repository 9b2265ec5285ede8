import type {FileTree} from '../documents/file-tree.ts'
import type {Change} from '../model/api/change.ts'
import type {ReadProblem, UnusedChange} from '../model/api/read-problem.ts'
import type {DescribedOperation, ReleaseDiff} from '../model/api/release-diff.ts'
import type {PartKind, SubjectPart, Target} from '../model/subject/subject.ts'

/** The description of an API at one release, in memory. */
export interface Description {
  /** A path as the user gave it, `-`, or `rev:path`. */
  readonly source: string
  readonly title?: string | undefined
  /** The version that the description states. */
  readonly version?: string | undefined
  /** The path before all paths. */
  readonly base: string
  /** The paths of the files that it was read from, those that couldn't be read included. */
  readonly paths: readonly string[]
  /** The URLs where it is served. */
  readonly addresses: readonly string[]
  /** Describes it as a first release, in which everything is new. */
  describe(): ReleaseDiff
  /** The same without line numbers and without the details that only a comparison needs, if that is faster. */
  describeBriefly?(): ReleaseDiff
  /** Describes what changed since an older description. */
  describeSince(older: Description): ReleaseDiff
  /** Compares it with an older description, with documentation changes and components that nothing refers to. */
  compareWith(older: Description): DescriptionDiff
  /** All operations, and the whole API if the description marks it, with their marks. */
  listMarks(): readonly DescribedOperation[]
  /** Adds line numbers to operations. */
  locateOperations(operations: readonly DescribedOperation[]): DescribedOperation[]
  /** Everything that it gives a name to. */
  listTargets(): readonly Target[]
  /** What the description doesn't have of the part of a target. `undefined` if it has all, or if it isn't known. */
  findUnknownPart?(target: Target, part: SubjectPart): UnknownPart | undefined
}

/** A part that a description doesn't have, and those of its kind that it has. */
export interface UnknownPart {
  readonly target: Target
  readonly kind: PartKind
  readonly name: string
  readonly known: readonly string[]
}

/** Two descriptions compared. Places have line numbers. */
export interface DescriptionDiff {
  readonly changes: readonly Change[]
  /** Changed components that no operation refers to. */
  readonly unused: readonly UnusedChange[]
  readonly gaps: {readonly old: readonly ReadProblem[]; readonly new: readonly ReadProblem[]}
  /** The stated stabilities of the affected operations, by subject key. */
  readonly stated: ReadonlyMap<string, string>
  /** Tags of operations, by subject key. */
  readonly tags: () => ReadonlyMap<string, readonly string[]>
}

/** What a search for descriptions reads of a file. */
export interface DescriptionText {
  readonly path: string
  readonly text: string
}

/** What tells descriptions apart, and which belong together. */
export interface DescriptionSummary {
  readonly path: string
  readonly title?: string
  /** The version of the API. */
  readonly version?: string
  /** The version of the language: `3.1.0`. */
  readonly format?: string
  readonly paths: readonly string[]
  /** Base paths, and URLs of servers. */
  readonly bases: readonly string[]
  readonly references: readonly FileReference[]
  /** What it lacks to be an API of its own, if others have it: `paths`. */
  readonly lacks?: string
}

/** A reference to another file. */
export interface FileReference {
  readonly path: string
  /** The part of the file; empty for all of it. */
  readonly fragment: string
}

/** Finds and reads the descriptions of one language. */
export interface LanguageReader {
  /** The name of the language, which says what its files are called. */
  readonly language: string
  /** Whether a file is a description by its content, even if the rest of it is malformed. Omitted if its name tells. */
  readonly detect?: (bytes: Buffer) => boolean
  /** Whether a file that begins so can be a description, so that a search reads no other file as a whole. */
  readonly mayBegin?: (head: string) => boolean
  /** An extended regular expression that fits a line of each description, for a search with git. */
  readonly line?: string
  /** What tells it apart from others. `undefined` if it only looks like a description. Omitted if only its path does. */
  readonly summarize?: (file: DescriptionText) => DescriptionSummary | undefined
  /** Loads what it needs to open descriptions of these names, if that isn't loaded yet. */
  readonly prepare?: (names: readonly (string | undefined)[]) => Promise<void>
  /**
   * Creates a function that opens a description with all files that it refers to, and throws an `InputError` if it can't be
   * read at all. What one function opened it may share with what it opens next, because most of it is equal.
   */
  readonly createOpener: () => (files: FileTree) => Description
}
