import {join} from 'node:path'
import type {Description} from '../descriptions/description.ts'
import {createDescriptionOpener} from '../descriptions/readers.ts'
import type {FileTree} from '../documents/file-tree.ts'
import type {SourceRevision} from '../inputs/sources/source.ts'
import type {
  DescribedOperation,
  FirstCommit,
  ReleaseDiff,
  StabilityStatement,
  SunsetStatement
} from '../model/api/release-diff.ts'
import {defined} from '../model/defined.ts'
import {InputError} from '../model/input-error.ts'
import type {SourceLocation} from '../model/location.ts'
import {isField} from '../model/subject/field.ts'
import {type Subject, subjectKey} from '../model/subject/subject.ts'
import {type Cache, digest, readData, serializeData} from '../stores/cache.ts'
import {NotInClone} from '../stores/git/not-in-clone.ts'
import {findFirstSince, listSunsets, uninterruptedSince, witnessAt} from './commit-line.ts'
import {ContentIds, type DescriptionPaths, displayNames, relativePaths} from './content-ids.ts'
import {describeSince} from './describe-since.ts'
import {renameIn, renameSources} from './rename-sources.ts'
import {
  createMarkTest,
  firstOf,
  kindOfMarks,
  type MarkedKind,
  namesThen,
  type RemovedPlaces,
  type RevisionMarks,
  readRevisionMarks
} from './revision-marks.ts'

/** Maximum number of descriptions in memory, by default. */
const MAX_OPEN = 2

interface Opened {
  readonly revision: SourceRevision
  readonly tree: FileTree
  readonly description: Description
}

/** Lists revisions, if something has to be looked up in them. */
type Revisions = () => readonly SourceRevision[]

interface Before {
  readonly revision: SourceRevision
  readonly observed: ReleaseDiff
}

/** Observes the descriptions of a source. A description is opened only if the cache has no result for it. */
export class ReleaseDiffs {
  /** Number of descriptions read, and of results found in the cache. */
  read = 0
  remembered = 0
  readonly #cache: Cache
  readonly #ids: ContentIds
  readonly #openDescription = createDescriptionOpener()
  /** Open descriptions by content ID, so that equal ones are read once. */
  readonly #open = new Map<string, Opened>()

  readonly #most: number

  constructor(cache: Cache, ids = new ContentIds(cache), most = MAX_OPEN) {
    this.#cache = cache
    this.#ids = ids
    this.#most = most
  }

  /** Compares a revision with the one before it, or describes it alone. Throws an `InputError` if it can't be read. */
  observe(revision: SourceRevision, before?: Before): ReleaseDiff {
    if (before && this.#isSame(revision, before.revision)) {
      const {gone: _, come: __, respelt: ___, renamed: ____, ...same} = before.observed
      return {...same, changes: [], arrivals: [], marked: []}
    }
    const tree = this.#ids.treeOf(revision)
    const older = before && this.#ids.treeOf(before.revision)
    const sourceOf = {old: displayNames(older ?? tree), new: displayNames(tree)}
    const known = this.#remember<ReleaseDiff>(this.#keyOf(revision, before?.revision))
    // A new result is read back, too, so that it's the same as a cached one and the parsed description can be freed.
    const stored = known ?? (readData(this.#compare(revision, before?.revision)) as ReleaseDiff)
    return renameSources(stored, sourceOf)
  }

  /** Compares some operations of two revisions, by subject key. Other changes can be left out. */
  observeOnly(revision: SourceRevision, older: SourceRevision, only: ReadonlySet<string>): ReleaseDiff {
    return describeSince(this.#openOf(older), this.#openOf(revision).description, only)
  }

  /** Stores what `observe` returns, if it isn't stored yet. Throws an `InputError` if a revision can't be read. */
  prepare(revision: SourceRevision, older?: SourceRevision): void {
    if (older && this.#isSame(revision, older)) return
    const key = this.#keyOf(revision, older)
    if (key.includes(undefined) || this.#cache.get(keyOf(key)) === undefined) this.#compare(revision, older)
  }

  /** Whether two revisions have equal content, and so no changes. */
  #isSame(revision: SourceRevision, older: SourceRevision): boolean {
    const id = this.#ids.idOf(revision)
    const isSamePath = this.#ids.treeOf(revision).path === this.#ids.treeOf(older).path
    return id !== undefined && id === this.#ids.idOf(older) && isSamePath
  }

  #keyOf(revision: SourceRevision, older: SourceRevision | undefined): (string | undefined)[] {
    return ['observed', this.#ids.idOf(revision), older ? this.#ids.idOf(older) : 'nothing']
  }

  #compare(revision: SourceRevision, older: SourceRevision | undefined): Uint8Array {
    const [from, to] = [older && this.#openOf(older), this.#openOf(revision)]
    const observed = from ? describeSince(from, to.description) : to.description.describe()
    const pathOf = relativePaths((from ? [from, to] : [to]).map(filesIn))
    const bytes = serializeData(renameSources(observed, {old: pathOf, new: pathOf}))
    // The key is computed again, because it needs the list of files, which is known only after reading.
    this.#keep(this.#keyOf(revision, older), bytes)
    return bytes
  }

  /** Paths of the files that a revision was read from. */
  pathsOf(revision: SourceRevision): readonly string[] {
    return this.#ids.pathsOf(revision)
  }

  /** The parts of a revision that couldn't be read, also of details that no comparison reads. */
  listGaps(revision: SourceRevision): ReleaseDiff['gaps'] {
    return this.#openOf(revision).description.listGaps?.() ?? []
  }

  /** Lists the revisions up to one, given the paths of the files that it was read from. */
  listRevisions(
    revision: SourceRevision,
    list: (files: readonly string[]) => readonly SourceRevision[]
  ): readonly SourceRevision[] {
    return this.#ids.listRevisions(revision, list)
  }

  /** Paths on disk of all files that a revision was read from. Empty if it's not on disk. */
  filesOf(revision: SourceRevision): readonly string[] {
    if (this.#ids.idOf(revision) === undefined) this.#openOf(revision)
    const {folder} = this.#ids.treeOf(revision)
    return folder === undefined ? [] : this.#ids.pathsOf(revision).map(path => join(folder, path))
  }

  /** Describes a revision alone, without the data that only complete results need. */
  describeAlone(revision: SourceRevision): ReleaseDiff {
    const called = displayNames(this.#ids.treeOf(revision))
    const both = {old: called, new: called}
    const known = this.#remember<ReleaseDiff>(['glimpsed', this.#ids.idOf(revision)])
    if (known) return renameSources(known, both)
    const opened = this.#openOf(revision)
    const observed = opened.description.describeBriefly?.() ?? opened.description.describe()
    const pathOf = relativePaths([filesIn(opened)])
    const stored = renameSources(observed, {old: pathOf, new: pathOf})
    this.#keep(['glimpsed', this.#ids.idOf(revision)], serializeData(stored))
    return observed
  }

  /** Adds line numbers to operations of a revision. */
  withLocations(revision: SourceRevision, operations: readonly DescribedOperation[]): readonly DescribedOperation[] {
    if (operations.length === 0) return operations
    const key = ['located', this.#ids.idOf(revision), ...operations.map(({subject}) => subjectKey(subject))]
    const known = this.#remember<Pick<SourceLocation, 'line' | 'column'>[]>(key)
    if (known) return operations.map((each, at) => ({...each, place: {...each.place, ...known[at]}}))
    const located = this.#openOf(revision).description.locateOperations(operations)
    this.#keep(key, serializeData(located.map(({place: {line, column}}) => ({line, column}))))
    return located
  }

  /**
   * First commit that marks each operation, of the commits that mark it without interruption up to the last one. A mark
   * that was removed and added again counts from when it was added again. Of a part that is removed in some places of
   * its operation, the marks there count.
   */
  markedSince(
    marked: readonly Subject[],
    commits: Revisions,
    removed: RemovedPlaces = new Map()
  ): Map<string, FirstCommit> {
    return this.#first(marked, commits, (line, _, __, subject) => this.#markedFrom(line, subject, removed))
  }

  /**
   * First commit that contains each operation. Uses a binary search, because operations that arrive are assumed to
   * stay.
   */
  containedSince(operations: readonly DescribedOperation[], commits: Revisions): Map<string, FirstCommit> {
    const subjects = operations.map(({subject}) => subject)
    return this.#first(subjects, commits, (line, key) => {
      let [low, high] = [0, line.length - 1]
      if (!this.#marksOf(line[high])?.there.has(key)) return undefined
      while (low < high) {
        const middle = (low + high) >> 1
        if (this.#marksOf(line[middle])?.there.has(key)) high = middle
        else low = middle + 1
      }
      return high
    })
  }

  /** Stated stabilities of each operation, one per change, oldest first. */
  statedStabilities(
    operations: readonly DescribedOperation[],
    commits: Revisions
  ): Map<string, readonly StabilityStatement[]> {
    const line = operations.length === 0 ? [] : commits()
    return new Map(
      operations.map(({subject}): [string, readonly StabilityStatement[]] => {
        const key = subjectKey(subject)
        const statements: StabilityStatement[] = []
        for (const revision of line) {
          const shows = this.#marksOf(revision)
          if (!revision.commit || !shows?.there.has(key)) continue
          const stability = shows.stated.get(key)
          if (statements.length === 0 || statements.at(-1)?.stability !== stability)
            statements.push(defined({day: revision.commit.day, stability}))
        }
        return [key, statements]
      })
    )
  }

  /** Stability that a revision states for an operation. `undefined` if it states none, or can't be read. */
  statedStability(revision: SourceRevision, operation: Subject): string | undefined {
    return this.#marksOf(revision)?.stated.get(subjectKey(operation))
  }

  /**
   * Sunsets of each operation since it has been marked without interruption, one per change, oldest first. Only
   * operations that lost a sunset, or got one that is no day in place of it, are contained.
   */
  droppedSunsets(
    marked: readonly DescribedOperation[],
    commits: Revisions,
    removed: RemovedPlaces
  ): Map<string, readonly SunsetStatement[]> {
    const line = marked.length === 0 ? [] : commits()
    return new Map(
      marked.flatMap(({subject}): [string, readonly SunsetStatement[]][] => {
        const of = kindOfMarks(subject)
        const first = this.#markedFrom(line, subject, removed)
        const statements = listSunsets(first === undefined ? [] : line.slice(first), revision => {
          const shows = this.#marksOf(revision, of)
          return shows && {sunset: firstOf(this.#namesIn(revision, subject, line), shows.sunsets)}
        })
        return statements.length > 0 ? [[subjectKey(subject), statements]] : []
      })
    )
  }

  /** The day that was stated first as that of its deprecation, for each operation marked without interruption since. */
  statedSince(
    marked: readonly DescribedOperation[],
    commits: Revisions,
    removed: RemovedPlaces
  ): ReadonlyMap<string, string> {
    const line = marked.length === 0 ? [] : commits()
    return new Map(
      marked.flatMap(({subject}): [string, string][] => {
        const of = kindOfMarks(subject)
        const since = findFirstSince(line, this.#markedFrom(line, subject, removed), revision =>
          firstOf(this.#namesIn(revision, subject, line), this.#marksOf(revision, of)?.since ?? new Map())
        )
        return since === undefined ? [] : [[subjectKey(subject), since]]
      })
    )
  }

  /** The days since which operations are deprecated as a revision states, by subject key. */
  sinceOf = (revision: SourceRevision): ReadonlyMap<string, string> => this.#marksOf(revision)?.since ?? new Map()

  #first(
    subjects: readonly Subject[],
    commits: Revisions,
    search: (line: readonly SourceRevision[], key: string, of: MarkedKind, subject: Subject) => number | undefined
  ): Map<string, FirstCommit> {
    const line = subjects.length === 0 ? [] : commits()
    return new Map(
      subjects.flatMap((subject): [string, FirstCommit][] => {
        const [key, of] = [subjectKey(subject), kindOfMarks(subject)]
        const witness = witnessAt(
          line,
          search(line, key, of, subject),
          revision => this.#marksOf(revision, of) === undefined
        )
        return witness ? [[key, witness]] : []
      })
    )
  }

  /** The index of the first revision from which on a subject is marked, and each use of a field under its name there. */
  #markedFrom(line: readonly SourceRevision[], subject: Subject, removed: RemovedPlaces): number | undefined {
    const [key, of] = [subjectKey(subject), kindOfMarks(subject)]
    const isMarkedIn = createMarkTest(key, removed, this.#marksOf(line.at(-1), of))
    const byName = uninterruptedSince(line, revision => isMarkedIn(this.#marksOf(revision, of), key))
    if (byName === undefined || !isField(subject)) return byName
    const holds = (revision: SourceRevision): boolean | undefined => {
      const shows = this.#marksOf(revision, of)
      return shows && this.#namesIn(revision, subject, line).every(name => isMarkedIn(shows, name))
    }
    // Only around the first one can the names differ, unless that shows a use without a mark.
    const [first, before] = [line[byName], line[byName - 1]]
    if (first && holds(first) && !(before && holds(before))) return byName
    return uninterruptedSince(line, holds)
  }

  /** The keys of the names that the uses of a field have in a revision; the key of any other subject. */
  #namesIn(revision: SourceRevision, subject: Subject, line: readonly SourceRevision[]): readonly string[] {
    const own = [subjectKey(subject)]
    const last = line.at(-1)
    if (!last || !isField(subject)) return own
    const key = ['names of', this.#ids.idOf(revision), this.#ids.idOf(last), ...own]
    const known = this.#remember<readonly string[]>(key)
    if (known) return known
    const found = namesThen(subject, this.#openOf(last).description, this.#openOf(revision).description)
    this.#keep(key, serializeData(found))
    return found
  }

  /** The description of a revision. Throws an `InputError` if it can't be read. */
  open(revision: SourceRevision): Description {
    return this.#openOf(revision).description
  }

  /** The marked parts of a revision, with their lines. Throws an `InputError` if it can't be read. */
  listPartMarks(revision: SourceRevision): readonly DescribedOperation[] {
    const called = displayNames(this.#ids.treeOf(revision))
    const key = ['marked parts with places', this.#ids.idOf(revision)]
    const known = this.#remember<readonly DescribedOperation[]>(key)
    if (known) return known.map(renameIn(called))
    const opened = this.#openOf(revision)
    const found = opened.description.listPartMarks?.() ?? []
    this.#keep(
      ['marked parts with places', this.#ids.idOf(revision)],
      serializeData(found.map(renameIn(relativePaths([filesIn(opened)]))))
    )
    return found
  }

  readonly #marks = {
    operations: new WeakMap<SourceRevision, RevisionMarks | undefined>(),
    parts: new WeakMap<SourceRevision, RevisionMarks | undefined>()
  }

  #marksOf(revision: SourceRevision | undefined, of: MarkedKind = 'operations'): RevisionMarks | undefined {
    if (!revision) return undefined
    const known = this.#marks[of]
    if (!known.has(revision)) known.set(revision, this.#readMarks(revision, of))
    return known.get(revision)
  }

  #readMarks(revision: SourceRevision, of: MarkedKind): RevisionMarks | undefined {
    const name = of === 'parts' ? 'shows parts with places' : 'shows with inferred days'
    try {
      const known = this.#remember<RevisionMarks>([name, this.#ids.idOf(revision)])
      if (known) return known
      const {description} = this.#openOf(revision)
      const marks = readRevisionMarks(description, of)
      this.#keep([name, this.#ids.idOf(revision)], serializeData(marks))
      return marks
    } catch (error) {
      if (error instanceof InputError && !(error instanceof NotInClone)) return undefined
      throw error
    }
  }

  #openOf(revision: SourceRevision): Opened {
    const id = this.#ids.idOf(revision)
    const known = id === undefined ? undefined : this.#open.get(id)
    if (known && id !== undefined) {
      // Keeps the most recently used description the longest.
      this.#open.delete(id)
      this.#open.set(id, known)
      return known
    }
    const tree = this.#ids.treeOf(revision)
    const [oldest] = this.#open.keys()
    if (this.#open.size >= this.#most && oldest !== undefined) this.#open.delete(oldest)
    const description = this.#openDescription(tree)
    const opened = {revision, tree, description}
    this.read++
    this.#ids.keep(revision, description.paths)
    this.#open.set(this.#ids.idOf(revision) ?? `${this.read}`, opened)
    return opened
  }

  #remember<Data>(key: readonly (string | undefined)[]): Data | undefined {
    const data = key.includes(undefined) ? undefined : readData<Data>(this.#cache.get(keyOf(key)))
    if (data !== undefined) this.remembered++
    return data
  }

  #keep(key: readonly (string | undefined)[], bytes: Uint8Array): void {
    if (!key.includes(undefined)) this.#cache.put(keyOf(key), bytes)
  }
}

const keyOf = (key: readonly (string | undefined)[]): string => digest(...key.map(each => each ?? ''))

const filesIn = ({tree, description}: Opened): DescriptionPaths => ({tree, paths: description.paths})
