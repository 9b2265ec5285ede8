import type {Description, DescriptionDiff, LanguageReader, UnknownPart} from '@tenure/core/descriptions/description'
import {openFileTree, type SpecFiles} from '@tenure/core/documents/document-files'
import {PartCache} from '@tenure/core/documents/parsing/incremental-parse'
import {isServerCode} from '@tenure/core/languages/languages'
import type {ReadProblem} from '@tenure/core/model/api/read-problem'
import type {DescribedOperation, ReleaseDiff} from '@tenure/core/model/api/release-diff'
import {inputError} from '@tenure/core/model/input-error'
import type {NamedField} from '@tenure/core/model/subject/field'
import type {Subject, SubjectPart, Target} from '@tenure/core/model/subject/subject'
import {openServerCode, prepareCode} from './code-sources.ts'
import {compareLoaded} from './compare.ts'
import {
  describeBriefly,
  describeDiff,
  describeFirst,
  describeOperation,
  describeWholeApi,
  listGaps,
  locateOperations
} from './describe.ts'
import {DESCRIPTION_KEY, isOpenapi, mayBeginOpenapi} from './detection.ts'
import {fieldNamesOf} from './field-names.ts'
import {findUnknownPart, listTargets} from './known-names.ts'
import {openapi} from './language.ts'
import {listPartMarks} from './part-marks.ts'
import {mapOwnExtensions} from './read/map-keys.ts'
import {readSnapshot} from './read/snapshot.ts'
import type {Snapshot} from './snapshot.ts'
import {summarizeDescription} from './summarize.ts'

class OpenapiDescription implements Description {
  readonly language = openapi.name
  readonly files: SpecFiles
  readonly snapshot: Snapshot

  constructor(files: SpecFiles) {
    this.files = files
    this.snapshot = readSnapshot(files)
  }

  get source(): string {
    return this.snapshot.source
  }

  get title(): string | undefined {
    return this.snapshot.title
  }

  get version(): string | undefined {
    return this.snapshot.version
  }

  get base(): string {
    return this.snapshot.basePath
  }

  get paths(): readonly string[] {
    return this.files.paths
  }

  get addresses(): readonly string[] {
    return this.snapshot.servers.map(({url}) => url)
  }

  describe(): ReleaseDiff {
    return describeFirst(this)
  }

  describeBriefly(): ReleaseDiff {
    return describeBriefly(this)
  }

  describeSince(older: Description, only?: ReadonlySet<string>): ReleaseDiff {
    return describeDiff(this.#assertComparable(older), this, only)
  }

  compareWith(older: Description): DescriptionDiff {
    return compareLoaded(this.#assertComparable(older), this)
  }

  listMarks(): readonly DescribedOperation[] {
    return [...describeWholeApi(this.snapshot), ...this.snapshot.operations.map(describeOperation)]
  }

  listPartMarks(): readonly DescribedOperation[] {
    return listPartMarks(this, readSnapshot)
  }

  readonly findFields = (name: Subject): readonly NamedField[] => fieldNamesOf(this.snapshot).find(name)

  listGaps(): readonly ReadProblem[] {
    return listGaps(this)
  }

  locateOperations(operations: readonly DescribedOperation[]): DescribedOperation[] {
    return locateOperations(operations, this.files)
  }

  listTargets(): readonly Target[] {
    return listTargets(this.snapshot)
  }

  findUnknownPart(target: Target, part: SubjectPart): UnknownPart | undefined {
    return findUnknownPart(target, part, this.snapshot)
  }

  #assertComparable(older: Description): OpenapiDescription {
    if (older instanceof OpenapiDescription) return older
    throw inputError(
      `\`${this.source}\` is an OpenAPI description, and \`${older.source}\` isn't. Name two of one kind.`
    )
  }
}

/** Reads OpenAPI and Swagger descriptions, and server code, which it converts to one. */
export const openapiReader: LanguageReader = {
  language: openapi.name,
  detect: isOpenapi,
  mayBegin: mayBeginOpenapi,
  line: DESCRIPTION_KEY,
  summarize: summarizeDescription,
  prepare: prepareCode,
  createOpener: () => {
    // Consecutive descriptions are mostly equal, and their equal parts are parsed once.
    const shared = new PartCache()
    return files =>
      new OpenapiDescription(
        mapOwnExtensions(isServerCode(files.path) ? openServerCode(files) : openFileTree(files, shared), files.marks)
      )
  }
}
