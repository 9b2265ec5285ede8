import {join} from 'node:path'
import type {Description} from '../descriptions/description.ts'
import {createDescriptionOpener, createEmptyDescription} from '../descriptions/readers.ts'
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
import {NotInClone} from '../stores/git/not-in-clone.ts'
import {findFirstSince, isSunsetDropped, listStatements, uninterruptedSince, witnessAt} from './commit-line.ts'
import {ComparisonStore, type OpenDescription, type Question} from './comparison-store.ts'
import {ContentIds} from './content-ids.ts'
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

/** Lists revisions, if something has to be looked up in them. */
type Revisions = () => readonly SourceRevision[]

interface Before {
  readonly revision: SourceRevision
  readonly observed: ReleaseDiff
}

/** What changed since an older description. One in another language replaces it, so everything in it is removed. */
function describeSince({tree, description: older}: OpenDescription, newer: Description, only?: ReadonlySet<string>) {
  if (older.language === newer.language) return newer.describeSince(older, only)
  const nothing = createDescriptionOpener()(createEmptyDescription(newer.source, tree))
  const {changes, gone} = nothing.describeSince(older, only)
  const removals = changes.map(({where: {old}, ...change}) => ({...change, where: defined({old})}))
  return {...newer.describe(), ...defined({gone}), changes: removals}
}

const CHANGES: Question<ReleaseDiff, OpenDescription | undefined> = {
  key: ['release'],
  answer: ({description}, older) => (older ? describeSince(older, description) : description.describe()),
  rename: renameSources
}

const SUMMARY: Question<ReleaseDiff> = {
  key: ['summary'],
  answer: ({description}) => description.describeBriefly?.() ?? description.describe(),
  rename: renameSources
}

const PART_MARKS: Question<readonly DescribedOperation[]> = {
  key: ['part-marks'],
  answer: ({description}) => description.listPartMarks?.() ?? [],
  rename: (marks, names) => marks.map(renameIn(names.new))
}

const placesOf = (
  operations: readonly DescribedOperation[]
): Question<readonly {readonly place: SourceLocation}[]> => ({
  key: ['places', ...operations.map(({subject, place}) => `${subjectKey(subject)} ${place.pointer}`)],
  answer: ({description}) => description.locateOperations(operations).map(({place}) => ({place})),
  rename: (places, names) => places.map(renameIn(names.new))
})

const marksOf = (kind: MarkedKind): Question<RevisionMarks> => ({
  key: ['marks', kind],
  answer: ({description}) => readRevisionMarks(description, kind)
})

/** The keys of the names that the uses of a field, by its name in the newer description, have in the older one. */
const namesOf = (field: Subject): Question<readonly string[], OpenDescription> => ({
  key: ['names', subjectKey(field)],
  answer: (now, then) => namesThen(field, now.description, then.description)
})

/** Observes the descriptions of a source. */
export class ReleaseDiffs {
  readonly #store: ComparisonStore

  constructor(ids = new ContentIds(), most?: number) {
    this.#store = new ComparisonStore(ids, most)
  }

  /** Number of descriptions read, and of results found in the cache. */
  get counts(): Pick<ComparisonStore, 'read' | 'remembered'> {
    return this.#store
  }

  /** Compares a revision with the one before it, or describes it alone. Throws an `InputError` if it can't be read. */
  observe(revision: SourceRevision, before?: Before): ReleaseDiff {
    if (!before) return this.#store.of(revision, CHANGES)
    if (!this.#isSame(revision, before.revision)) return this.#store.between(revision, before.revision, CHANGES)
    const {gone: _, come: __, respelt: ___, renamed: ____, ...same} = before.observed
    return {...same, changes: [], arrivals: [], marked: []}
  }

  /** Compares some operations of two revisions, by subject key. Other changes can be left out. */
  observeOnly(revision: SourceRevision, older: SourceRevision, only: ReadonlySet<string>): ReleaseDiff {
    return describeSince(this.#store.open(older), this.open(revision), only)
  }

  /** Stores what `observe` returns, if it isn't stored yet. Throws an `InputError` if a revision can't be read. */
  prepare(revision: SourceRevision, older?: SourceRevision): void {
    if (!older || !this.#isSame(revision, older)) this.#store.prepare(older ? [revision, older] : [revision], CHANGES)
  }

  /** Whether two revisions have equal content, and so no changes. */
  #isSame(revision: SourceRevision, older: SourceRevision): boolean {
    const {ids} = this.#store
    const id = ids.idOf(revision)
    return id !== undefined && id === ids.idOf(older) && ids.treeOf(revision).path === ids.treeOf(older).path
  }

  /** Paths of the files that a revision was read from. */
  pathsOf(revision: SourceRevision): readonly string[] {
    return this.#store.ids.pathsOf(revision)
  }

  /** The parts of a revision that couldn't be read, also of details that no comparison reads. */
  listGaps(revision: SourceRevision): ReleaseDiff['gaps'] {
    return this.open(revision).listGaps?.() ?? []
  }

  /** Lists the revisions up to one, given the paths of the files that it was read from. */
  listRevisions(
    revision: SourceRevision,
    list: (files: readonly string[]) => readonly SourceRevision[]
  ): readonly SourceRevision[] {
    return this.#store.ids.listRevisions(revision, list)
  }

  /** Paths on disk of all files that a revision was read from. Empty if it's not on disk. */
  filesOf(revision: SourceRevision): readonly string[] {
    const {ids} = this.#store
    if (ids.idOf(revision) === undefined) this.open(revision)
    const {folder} = ids.treeOf(revision)
    return folder === undefined ? [] : ids.pathsOf(revision).map(path => join(folder, path))
  }

  /** Describes a revision alone, without the data that only complete results need. */
  describeAlone(revision: SourceRevision): ReleaseDiff {
    return this.#store.of(revision, SUMMARY)
  }

  /** Adds line numbers to operations of a revision. */
  withLocations(revision: SourceRevision, operations: readonly DescribedOperation[]): readonly DescribedOperation[] {
    if (operations.length === 0) return operations
    const places = this.#store.of(revision, placesOf(operations))
    return operations.map((each, at) => ({...each, ...places[at]}))
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
    return collect(marked, commits, (line, subject) =>
      this.#witnessOf(line, subject, this.#markedFrom(line, subject, removed))
    )
  }

  /**
   * First commit that contains each operation. Uses a binary search, because operations that arrive are assumed to
   * stay.
   */
  containedSince(operations: readonly DescribedOperation[], commits: Revisions): Map<string, FirstCommit> {
    return collect(subjectsOf(operations), commits, (line, subject) => {
      const contains = (at: number): boolean => this.#marksOf(line[at])?.there.has(subjectKey(subject)) === true
      let [low, high] = [0, line.length - 1]
      if (!contains(high)) return undefined
      while (low < high) {
        const middle = (low + high) >> 1
        if (contains(middle)) high = middle
        else low = middle + 1
      }
      return this.#witnessOf(line, subject, high)
    })
  }

  /** Stated stabilities of each operation, one per change, oldest first. */
  statedStabilities(
    operations: readonly DescribedOperation[],
    commits: Revisions
  ): Map<string, readonly StabilityStatement[]> {
    return collect(subjectsOf(operations), commits, (line, subject) => {
      const key = subjectKey(subject)
      return listStatements(line, revision => {
        const shows = this.#marksOf(revision)
        return shows?.there.has(key) ? defined({stability: shows.stated.get(key)}) : undefined
      })
    })
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
    return collect(subjectsOf(marked), commits, (line, subject) => {
      const first = this.#markedFrom(line, subject, removed)
      const statements = listStatements(first === undefined ? [] : line.slice(first), revision => {
        const shows = this.#marksOf(revision, kindOfMarks(subject))
        return shows && defined({sunset: firstOf(this.#namesIn(revision, subject, line), shows.sunsets)})
      })
      return isSunsetDropped(statements) ? statements : undefined
    })
  }

  /** The day that was stated first as that of its deprecation, for each operation marked without interruption since. */
  statedSince(
    marked: readonly DescribedOperation[],
    commits: Revisions,
    removed: RemovedPlaces
  ): ReadonlyMap<string, string> {
    return collect(subjectsOf(marked), commits, (line, subject) =>
      findFirstSince(line, this.#markedFrom(line, subject, removed), revision =>
        firstOf(
          this.#namesIn(revision, subject, line),
          this.#marksOf(revision, kindOfMarks(subject))?.since ?? new Map()
        )
      )
    )
  }

  /** The days since which operations are deprecated as a revision states, by subject key. */
  sinceOf = (revision: SourceRevision): ReadonlyMap<string, string> => this.#marksOf(revision)?.since ?? new Map()

  #witnessOf(line: readonly SourceRevision[], subject: Subject, at: number | undefined): FirstCommit | undefined {
    return witnessAt(line, at, revision => this.#marksOf(revision, kindOfMarks(subject)) === undefined)
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
    const last = line.at(-1)
    return last && isField(subject) ? this.#store.between(last, revision, namesOf(subject)) : [subjectKey(subject)]
  }

  /** The description of a revision. Throws an `InputError` if it can't be read. */
  open(revision: SourceRevision): Description {
    return this.#store.open(revision).description
  }

  /** The marked parts of a revision, with their lines. Throws an `InputError` if it can't be read. */
  listPartMarks(revision: SourceRevision): readonly DescribedOperation[] {
    return this.#store.of(revision, PART_MARKS)
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
    try {
      return this.#store.of(revision, marksOf(of))
    } catch (error) {
      if (error instanceof InputError && !(error instanceof NotInClone)) return undefined
      throw error
    }
  }
}

/** What the revisions show of each subject, by subject key. None are listed without a subject. */
function collect<Value>(
  subjects: readonly Subject[],
  commits: Revisions,
  read: (line: readonly SourceRevision[], subject: Subject) => Value | undefined
): Map<string, Value> {
  const line = subjects.length === 0 ? [] : commits()
  return new Map(
    subjects.flatMap((subject): [string, Value][] => {
      const found = read(line, subject)
      return found === undefined ? [] : [[subjectKey(subject), found]]
    })
  )
}

const subjectsOf = (operations: readonly DescribedOperation[]): Subject[] => operations.map(({subject}) => subject)
