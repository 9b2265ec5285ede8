import type {Description, DescriptionDiff, UnknownPart} from '@tenure/core/descriptions/description'
import {documentAddress, type SpecFiles} from '@tenure/core/documents/document'
import {surveyDocument} from '@tenure/core/documents/parsing/reference-survey'
import type {Change} from '@tenure/core/model/api/change'
import type {ReadProblem} from '@tenure/core/model/api/read-problem'
import type {DescribedOperation, ReleaseDiff} from '@tenure/core/model/api/release-diff'
import {inputError} from '@tenure/core/model/input-error'
import {escapePointerKey, type SourceLocation} from '@tenure/core/model/location'
import type {SubjectPart, Target} from '@tenure/core/model/subject/subject'
import {compareLoaded} from './compare.ts'
import {describeDiff, describeFirst, describeOperation, locateOperations} from './describe.ts'
import {findUnknownPart} from './known-names.ts'
import {listPartMarks} from './part-marks.ts'
import {readSnapshot} from './read/snapshot.ts'
import type {Snapshot} from './snapshot.ts'

// Languages whose parts are requests and responses with schemas are compared as OpenAPI: each converts what it
// describes to operations, and names them in its own way.

/** What another language describes, as an operation of an OpenAPI document. */
export interface ConvertedOperation {
  readonly target: Target
  /** A path of the document, which only it has. */
  readonly path: string
  /** The operation as OpenAPI writes it. */
  readonly operation: object
  /** The file that it's written in. */
  readonly source: string
  /** Pointers below the path item, such as `/put/requestBody`, and those in the file that they stand for. */
  readonly pointers: readonly (readonly [converted: string, file: string])[]
}

/** A description in another language, converted. */
export interface ConvertedFile {
  /** The file, or the name of a set of files. */
  readonly source: string
  /** The paths of the files that it was read from, and their names in messages. */
  readonly paths: readonly string[]
  readonly sources: readonly string[]
  readonly title: string
  /** The version of OpenAPI whose schemas the language has. */
  readonly openapi: '3.0.3' | '3.1.0'
  readonly operations: readonly ConvertedOperation[]
  readonly problems: readonly ReadProblem[]
  /** Finds lines and columns of pointers in the files. */
  readonly locate: (places: readonly SourceLocation[]) => SourceLocation[]
}

const METHOD = 'put'

/** A description in another language, compared as OpenAPI. Changes name their field alone, without body or response. */
export abstract class ConvertedDescription implements Description {
  abstract readonly language: string
  readonly base = ''
  readonly addresses = []
  readonly source: string
  readonly title: string
  readonly paths: readonly string[]
  readonly sources: readonly string[]
  readonly files: SpecFiles
  readonly snapshot: Snapshot
  readonly #read: (files: SpecFiles) => Snapshot

  constructor(file: ConvertedFile) {
    this.source = file.source
    this.title = file.title
    this.paths = file.paths
    this.sources = file.sources
    this.files = toSpecFiles(file)
    const targets = new Map(file.operations.map(({path, target}) => [path, target]))
    this.#read = files =>
      readSnapshot(files, (_, path) => {
        const target = targets.get(path)
        if (!target) throw new Error(`No operation was converted to ${path}`)
        return target
      })
    this.snapshot = this.#read(this.files)
  }

  /** Adds the changes that OpenAPI has no words for, and rewrites those that mean something else. */
  protected abstract completeChanges(changes: readonly Change[], older: this): Change[]

  abstract listTargets(): readonly Target[]

  describe(): ReleaseDiff {
    return describeFirst(this)
  }

  describeSince(older: Description): ReleaseDiff {
    const was = this.#assertComparable(older)
    return this.#withCompleteChanges(describeDiff(was, this), was)
  }

  compareWith(older: Description): DescriptionDiff {
    const was = this.#assertComparable(older)
    return this.#withCompleteChanges(compareLoaded(was, this), was)
  }

  #withCompleteChanges<Diff extends {readonly changes: readonly Change[]}>(diff: Diff, was: this): Diff {
    const changes = this.completeChanges(diff.changes.map(nameField), was)
    return {...diff, changes: changes.map(each => this.#locateMissing(each, was))}
  }

  listMarks(): DescribedOperation[] {
    return this.snapshot.operations.map(describeOperation)
  }

  listPartMarks(): DescribedOperation[] {
    return listPartMarks(this, this.#read, nameField)
  }

  findUnknownPart(target: Target, part: SubjectPart): UnknownPart | undefined {
    return findUnknownPart(target, part, this.snapshot)
  }

  locateOperations(operations: readonly DescribedOperation[]): DescribedOperation[] {
    return locateOperations(operations, this.files)
  }

  /** Places what is missing from a set of files where it was, or in the first file if that left, too. */
  #locateMissing(change: Change, was: this): Change {
    const {old, missingFrom} = change.where
    if (missingFrom?.source !== this.source || this.sources.includes(this.source)) return change
    const at = this.paths.indexOf(was.paths[was.sources.indexOf(old?.source ?? '')] ?? '')
    const source = this.sources[at] ?? this.sources[0] ?? this.source
    return {...change, where: {...change.where, missingFrom: {source}}}
  }

  #assertComparable(older: Description): this {
    if (older.constructor === this.constructor) return older as this
    throw inputError(`\`${this.source}\` and \`${older.source}\` are in two languages. Name two of one kind.`)
  }
}

/** Removes the side and the part of the operation, which the field already shows. */
function nameField(change: Change): Change {
  const {target, part} = change.subject
  const {in: _, ...named} = part ?? {}
  return {
    ...change,
    subject: Object.keys(named).length > 0 ? {target, part: named} : {target},
    reaches: change.reaches.map(reach => ({...reach, part: ''}))
  }
}

/** The file as those of an OpenAPI description, whose places are the ones of the file. */
function toSpecFiles({source, paths, title, openapi, operations, problems, locate}: ConvertedFile): SpecFiles {
  const root = {
    openapi,
    info: {title, version: ''},
    paths: Object.fromEntries(operations.map(each => [each.path, {[METHOD]: each.operation}]))
  }
  const pairs = new Map(
    operations.flatMap(each =>
      each.pointers.map(([inner, pointer]) => [`${pathPointer(each.path)}${inner}`, {source: each.source, pointer}])
    )
  )
  const main = {source, address: documentAddress(paths[0] ?? ''), root, surveyed: surveyDocument(root, true)}
  const locateAll = (places: readonly SourceLocation[]): SourceLocation[] =>
    locate(places.map(place => (place.source === source ? toFilePlace(place, pairs) : place)))
  return {
    main,
    documents: [main],
    paths,
    hasLifecycleHeaders: false,
    lookup: address => (address === main.address ? root : undefined),
    documentAt: address => (address === main.address ? main : undefined),
    gaps: problems,
    locateAll,
    locate: place => locateAll([place])[0] ?? place
  }
}

/** A pointer into a file. */
interface FilePlace {
  readonly source: string
  readonly pointer: string
}

/** The pointer to a path item of the converted document. */
export const pathPointer = (path: string): string => `/paths/${escapePointerKey(path)}`

/** The place in the file that a place in the document stands for, by the longest pointer that leads to it. */
function toFilePlace(place: SourceLocation, pairs: ReadonlyMap<string, FilePlace>): SourceLocation {
  const {pointer, line} = place
  if (line !== undefined || pointer === undefined || !pointer.startsWith('/paths/')) return place
  for (let end = pointer.length; end > 0; end = pointer.lastIndexOf('/', end - 1)) {
    const found = pairs.get(pointer.slice(0, end))
    if (found) return {...place, source: found.source, pointer: `${found.pointer}${pointer.slice(end)}`}
  }
  return place
}
