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

/** Reads the descriptions of one language. */
export interface LanguageReader {
  /** The name of the language. */
  readonly language: string
  /** Whether a file can be a description of this language. */
  readonly reads: (files: FileTree) => boolean
  /** Loads what it needs to open descriptions of these names, if that isn't loaded yet. */
  readonly prepare?: (names: readonly (string | undefined)[]) => Promise<void>
  /**
   * Opens a description with all files that it refers to. Throws an `InputError` if it can't be read at all. What one
   * reader opened it may share with what it opens next, because most of it is equal.
   */
  readonly open: (files: FileTree) => Description
}
