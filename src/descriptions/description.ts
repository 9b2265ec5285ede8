import type {FileTree} from '../documents/file-tree.ts'
import type {Change} from '../model/api/change.ts'
import type {ReadProblem, UnusedChange} from '../model/api/read-problem.ts'
import type {DescribedOperation, ReleaseDiff} from '../model/api/release-diff.ts'
import type {FindFields} from '../model/subject/field.ts'
import type {PartKind, SubjectPart, Target} from '../model/subject/subject.ts'

/** The description of an API at one release, in memory. */
export interface Description {
  /** A path as the user gave it, `-`, or `rev:path`. */
  readonly source: string
  /** The name of its language. */
  readonly language: string
  readonly title?: string | undefined
  /** The version that the description states. */
  readonly version?: string | undefined
  /** The base path, which precedes every path. */
  readonly base: string
  /** The paths of the files that it was read from, those that couldn't be read included. */
  readonly paths: readonly string[]
  /** The URLs where it is served. */
  readonly addresses: readonly string[]
  /** Describes it as a first release, in which everything is new. */
  describe(): ReleaseDiff
  /**
   * Like `describe`, but without line numbers and the details that only a comparison needs. Missing if that isn't
   * faster.
   */
  describeBriefly?(): ReleaseDiff
  /**
   * Describes what changed since an older description. With `only`, changes of other operations than those, by subject
   * key, can be left out.
   */
  describeSince(older: Description, only?: ReadonlySet<string>): ReleaseDiff
  /** Compares it with an older description, with documentation changes and components that nothing refers to. */
  compareWith(older: Description): DescriptionDiff
  /** All operations with their lifecycle marks, such as `deprecated`, and the whole API if the description marks it. */
  listMarks(): readonly DescribedOperation[]
  /**
   * The parts of operations, and fields of named schemas, that are marked. Missing if no target has parts, so that
   * `listMarks` lists every mark.
   */
  listPartMarks?(): readonly DescribedOperation[]
  /** Finds the fields that a name stands for. Missing if each field has one name. */
  findFields?: FindFields
  /** All parts that can't be read. Missing if that needs no details, so that `describe` lists them. */
  listGaps?(): readonly ReadProblem[]
  /** Adds to operations the line numbers at which they're defined. */
  locateOperations(operations: readonly DescribedOperation[]): DescribedOperation[]
  /** All targets that a history file can name, such as operations and the properties of named schemas. */
  listTargets(): readonly Target[]
  /**
   * Finds the name in a part, such as a parameter, that the target doesn't have. `undefined` if it has all of them, or
   * if that isn't known.
   */
  findUnknownPart?(target: Target, part: SubjectPart): UnknownPart | undefined
}

/**
 * A part that a description doesn't have, and the existing parts of the same kind, because one of these may be meant.
 */
export interface UnknownPart {
  readonly target: Target
  readonly kind: PartKind
  readonly name: string
  readonly known: readonly string[]
  /** The target that is meant, if it is written without a part: `Query.loans(first)`. */
  readonly meant?: string | undefined
}

/** The differences between two descriptions. Their places have line numbers. */
export interface DescriptionDiff {
  readonly changes: readonly Change[]
  /** Changed components that no operation refers to. */
  readonly unused: readonly UnusedChange[]
  readonly gaps: {readonly old: readonly ReadProblem[]; readonly new: readonly ReadProblem[]}
  /** The stated stabilities of the affected operations, by subject key. */
  readonly stated: ReadonlyMap<string, string>
}

/** A file in which a search for API descriptions looks. */
export interface DescriptionText {
  readonly path: string
  readonly text: string
}

/** The top of a description, by which a search tells APIs apart and finds the files of one API. */
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
  /**
   * The language, if the file can be one description with others of its folder that describe other things. Its `paths`
   * tell what it describes.
   */
  readonly joins?: string
  /**
   * The section that it lacks to be an API of its own, which matters only if other files have that section: `paths`.
   */
  readonly lacks?: string
  readonly part?: DescriptionPart
  /** Whether a comment at its beginning says that a program wrote it. */
  readonly isGenerated?: true
}

/** What a file has and lacks, if several files can be one description. */
export interface DescriptionPart {
  readonly defines: readonly string[]
  /** The names that it uses and doesn't define. */
  readonly needs: readonly string[]
  /** Whether it begins an API, or adds to the beginning that another file has; omitted if it does neither. */
  readonly root?: 'begins' | 'extends'
}

/** A reference to another file. */
export interface FileReference {
  readonly path: string
  /** The part of the file; empty for all of it. */
  readonly fragment: string
}

/** Finds and reads the descriptions of one language. */
export interface LanguageReader {
  /** The name of the language, by which the patterns of its file names are found. */
  readonly language: string
  /** Whether several files can be one description, so that its opener reads all `parts` of a file tree. */
  readonly isInParts?: true
  /** Whether the content of a file is a description, even a malformed one. Omitted if the name alone decides. */
  readonly detect?: (bytes: Buffer) => boolean
  /** Whether a file with this beginning can be a description. A search reads only such files completely. */
  readonly mayBegin?: (head: string) => boolean
  /** An extended regular expression for `git grep` that matches at least one line of every description. */
  readonly line?: string
  /**
   * Summarizes a description for a search; `undefined` if the file only looks like one. Omitted if the path says
   * enough.
   */
  readonly summarize?: (file: DescriptionText) => DescriptionSummary | undefined
  /** Whether a list of announcements can belong to its descriptions. */
  readonly readsAnnouncements?: true
  /**
   * Loads the code that opening descriptions with these names needs, such as a compiler, unless it's already loaded.
   */
  readonly prepare?: (names: readonly (string | undefined)[]) => Promise<void>
  /**
   * Creates a function that opens a description with all files that it refers to, and throws an `InputError` if it
   * can't be read at all. The function reuses equal parts of what it opened before, because consecutive descriptions
   * are mostly equal.
   */
  readonly createOpener: () => (files: FileTree) => Description
}
