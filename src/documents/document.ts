import type {ReadProblem} from '../model/api/read-problem.ts'
import type {LocateSource, SourceLocation} from '../model/location.ts'
import type {DocumentPart} from './parsing/document-part.ts'
import type {Survey} from './parsing/reference-survey.ts'

/** One file of an API description. */
export interface SpecDocument {
  readonly source: string
  /**
   * The base URI of relative references: `tenure:///` and the path from the root, so that it is the same on every
   * machine.
   */
  readonly address: string
  readonly root: unknown
  readonly surveyed: Survey
  /** The parts that were parsed separately, by JSON pointer; omitted if the file was parsed as a whole. */
  readonly parts?: ReadonlyMap<string, DocumentPart>
}

/** An API description with all files that it refers to. */
export interface SpecFiles {
  readonly main: SpecDocument
  /** The main document first, then the others in the order of references. */
  readonly documents: readonly SpecDocument[]
  /** The paths of all files from the root, in the order of `documents`, followed by those that couldn't be read. */
  readonly paths: readonly string[]
  /** The parts that were parsed separately; only for a single file whose references don't depend on their context. */
  readonly parts?: ReadonlyMap<string, DocumentPart>
  /** Whether a key has the name of a deprecation header: `Sunset` or `Deprecation`. */
  readonly hasLifecycleHeaders: boolean
  readonly lookup: (address: string) => unknown
  readonly documentAt: (address: string) => SpecDocument | undefined
  /** What couldn't be read, and what was read although it is malformed. */
  readonly gaps: readonly ReadProblem[]
  /** Adds the line and column to one place. For many places use `locateAll`, which scans each file once. */
  readonly locate: LocateSource
  readonly locateAll: (places: readonly SourceLocation[]) => SourceLocation[]
}

export const documentAddress = (path: string): string =>
  `tenure:///${path.split('/').map(encodeURIComponent).join('/')}`
