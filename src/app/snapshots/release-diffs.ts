import {join} from 'node:path'
import type {Observed, Statement, ToldOperation, Witness} from '../../model/api/release-diff.ts'
import {InputError} from '../../model/input-error.ts'
import type {Place} from '../../model/location.ts'
import {subjectKey} from '../../model/subject/subject.ts'
import {openShelf} from '../../read/document/document-files.ts'
import type {Shelf} from '../../read/document/file-tree.ts'
import {type Cache, digest} from '../../read/files/cache.ts'
import {NotInClone} from '../../read/git/not-in-clone.ts'
import {readSnapshot} from '../../read/openapi/snapshot.ts'
import {Shared} from '../../read/parsing/incremental-parse.ts'
import {readObserved, writeObserved} from '../../read/sources/diff-cache-format.ts'
import type {SourceRevision} from '../../read/sources/source.ts'
import {calledIn, EditionIds, type Files, seenPaths} from './content-ids.ts'
import {type Described, first, glimpsed, step, toldBy, withPlaces} from './describe-diff.ts'

/** Two of them are compared; more are never in memory. */
const MOST_OPEN = 2

interface Opened extends Described {
  readonly revision: SourceRevision
  readonly shelf: Shelf
}

interface Before {
  readonly revision: SourceRevision
  readonly observed: Observed
}

/** The descriptions of a source, each opened only where the cache does not know what it shows. */
export class Editions {
  /** How many descriptions were read, and how many answers were remembered. */
  read = 0
  remembered = 0
  readonly #cache: Cache
  readonly #ids: EditionIds
  /** Of what is read next, most says what the one before it said. */
  readonly #shared = new Shared()
  /** By the bytes: the same ones are read once, whatever release has them. */
  readonly #open = new Map<string, Opened>()

  constructor(cache: Cache, ids = new EditionIds(cache)) {
    this.#cache = cache
    this.#ids = ids
  }

  /** What a revision shows beside the one before it, or by itself. Fails with an `InputError` where it cannot be read. */
  observe(revision: SourceRevision, before?: Before): Observed {
    const shelf = this.#ids.shelfOf(revision)
    const older = before && this.#ids.shelfOf(before.revision)
    const ids = [this.#ids.idOf(revision), before ? this.#ids.idOf(before.revision) : 'nothing']
    // The same bytes show the same, and nothing new.
    if (before && ids[0] !== undefined && ids[0] === ids[1] && older?.path === shelf.path) {
      const {gone: _, come: __, respelt: ___, ...same} = before.observed
      return {...same, changes: [], arrivals: [], marked: []}
    }
    const sourceOf = {old: calledIn(older ?? shelf), new: calledIn(shelf)}
    const known = this.#remember(['observed', ...ids], text => readObserved(text, sourceOf))
    if (known) return known
    const [from, to] = [before && this.#openOf(before.revision), this.#openOf(revision)]
    const observed = from ? step(from, to) : first(to)
    const text = writeObserved(observed, seenPaths((from ? [from, to] : [to]).map(filesIn)))
    // Only now is it known which files it has.
    this.#keep(['observed', this.#ids.idOf(revision), before ? this.#ids.idOf(before.revision) : 'nothing'], text)
    // The first run sees what the second will, and what was read is let go: only its short form is kept.
    return readObserved(text, sourceOf)
  }

  /** The paths of the files that a revision was read from. */
  pathsOf(revision: SourceRevision): readonly string[] {
    return this.#ids.pathsOf(revision)
  }

  /** The files on disk that a revision is read from, itself among them. */
  filesOf(revision: SourceRevision): readonly string[] {
    if (this.#ids.idOf(revision) === undefined) this.#openOf(revision)
    const {folder} = this.#ids.shelfOf(revision)
    return folder === undefined ? [] : this.#ids.pathsOf(revision).map(path => join(folder, path))
  }

  /** What a revision shows by itself, as far as somebody needs it who looks at what is changed of it. */
  glimpse(revision: SourceRevision): Observed {
    const called = calledIn(this.#ids.shelfOf(revision))
    const both = {old: called, new: called}
    const known = this.#remember(['glimpsed', this.#ids.idOf(revision)], text => readObserved(text, both))
    if (known) return known
    const opened = this.#openOf(revision)
    const observed = glimpsed(opened)
    this.#keep(['glimpsed', this.#ids.idOf(revision)], writeObserved(observed, seenPaths([filesIn(opened)])))
    return observed
  }

  /** The same operations of a revision, with the lines that they stand in. */
  located(revision: SourceRevision, operations: readonly ToldOperation[]): readonly ToldOperation[] {
    if (operations.length === 0) return operations
    const key = ['located', this.#ids.idOf(revision), ...operations.map(({subject}) => subjectKey(subject))]
    const known = this.#remember(key, text => JSON.parse(text) as Pick<Place, 'line' | 'column'>[])
    if (known) return operations.map((each, at) => ({...each, place: {...each.place, ...known[at]}}))
    const located = withPlaces(operations, this.#openOf(revision).files)
    this.#keep(key, JSON.stringify(located.map(({place: {line, column}}) => ({line, column}))))
    return located
  }

  /**
   * Which commit first showed what is marked, of those that show it without a break up to the last one: a mark that was
   * taken back in between counts anew.
   */
  witnesses(marked: readonly ToldOperation[], commits: () => readonly SourceRevision[]): Map<string, Witness> {
    return this.#first(marked, commits, (line, key) => backFrom(line, revision => this.#holds(revision, 'marked', key)))
  }

  /** Which commit first showed an operation. What came stays, so it is searched by halves. */
  arrivals(operations: readonly ToldOperation[], commits: () => readonly SourceRevision[]): Map<string, Witness> {
    return this.#first(operations, commits, (line, key) => {
      let [low, high] = [0, line.length - 1]
      if (!this.#holds(line[high], 'there', key)) return undefined
      while (low < high) {
        const middle = (low + high) >> 1
        if (this.#holds(line[middle], 'there', key)) high = middle
        else low = middle + 1
      }
      return high
    })
  }

  /** What was stated of operations, each time that it was another stability than before, oldest first. */
  statements(
    operations: readonly ToldOperation[],
    commits: () => readonly SourceRevision[]
  ): Map<string, readonly Statement[]> {
    const line = operations.length === 0 ? [] : commits()
    return new Map(
      operations.map(({subject}): [string, readonly Statement[]] => {
        const key = subjectKey(subject)
        const said: Statement[] = []
        for (const revision of line) {
          const shows = this.#showsOf(revision)
          if (!revision.commit || !shows?.there.has(key)) continue
          const stability = shows.stated.get(key)
          if (said.length === 0 || said.at(-1)?.stability !== stability)
            said.push({day: revision.commit.day, ...(stability === undefined ? {} : {stability})})
        }
        return [key, said]
      })
    )
  }

  #first(
    operations: readonly ToldOperation[],
    commits: () => readonly SourceRevision[],
    search: (line: readonly SourceRevision[], key: string) => number | undefined
  ): Map<string, Witness> {
    const line = operations.length === 0 ? [] : commits()
    return new Map(
      operations.flatMap(({subject}): [string, Witness][] => {
        const key = subjectKey(subject)
        const witness = line.length === 0 ? undefined : witnessAt(line, search(line, key))
        return witness ? [[key, witness]] : []
      })
    )
  }

  readonly #shows = new WeakMap<SourceRevision, Shows | undefined>()

  /** Whether a revision has an operation, or marks it; `undefined` where it cannot be read. */
  #holds(revision: SourceRevision | undefined, what: 'there' | 'marked', key: string): boolean | undefined {
    return revision && this.#showsOf(revision)?.[what].has(key)
  }

  #showsOf(revision: SourceRevision): Shows | undefined {
    if (!this.#shows.has(revision)) this.#shows.set(revision, this.#readShows(revision))
    return this.#shows.get(revision)
  }

  #readShows(revision: SourceRevision): Shows | undefined {
    try {
      const known = this.#remember(['shows', this.#ids.idOf(revision)], showsIn)
      if (known) return known
      const {snapshot} = this.#openOf(revision)
      const told = snapshot.operations.map(({target, details}) => ({
        key: subjectKey({target}),
        ...toldBy(details().life)
      }))
      const text = JSON.stringify([
        told.map(({key}) => key),
        told.filter(isMarked).map(({key}) => key),
        told.flatMap(({key, stability}) => (stability === undefined ? [] : [[key, stability]]))
      ])
      this.#keep(['shows', this.#ids.idOf(revision)], text)
      return showsIn(text)
    } catch (error) {
      if (error instanceof InputError && !(error instanceof NotInClone)) return undefined
      throw error
    }
  }

  #openOf(revision: SourceRevision): Opened {
    const id = this.#ids.idOf(revision)
    const known = id === undefined ? undefined : this.#open.get(id)
    if (known && id !== undefined) {
      // Who was asked for last is kept longest.
      this.#open.delete(id)
      this.#open.set(id, known)
      return known
    }
    const shelf = this.#ids.shelfOf(revision)
    const [oldest] = this.#open.keys()
    if (this.#open.size >= MOST_OPEN && oldest !== undefined) this.#open.delete(oldest)
    const files = openShelf(shelf, this.#shared)
    const opened = {revision, shelf, files, snapshot: readSnapshot(files)}
    this.read++
    this.#ids.keep(revision, files.paths)
    this.#open.set(this.#ids.idOf(revision) ?? `${this.read}`, opened)
    return opened
  }

  #remember<Value>(key: readonly (string | undefined)[], read: (text: string) => Value): Value | undefined {
    if (key.includes(undefined)) return undefined
    const value = this.#get(keyOf(key), read)
    if (value !== undefined) this.remembered++
    return value
  }

  #get<Value>(key: string, read: (text: string) => Value): Value | undefined {
    const text = this.#cache.get(key)
    try {
      return text === undefined ? undefined : read(text)
    } catch {
      // Whatever wrote that, it was not this version.
      return undefined
    }
  }

  #keep(key: readonly (string | undefined)[], text: string): void {
    if (!key.includes(undefined)) this.#cache.put(keyOf(key), text)
  }
}

const keyOf = (key: readonly (string | undefined)[]): string => digest(...key.map(each => each ?? ''))

/** Whether an end is told of: by the mark, or by the day. */
export const isMarked = ({deprecated, sunset}: ToldOperation['told']): boolean =>
  deprecated === true || sunset !== undefined

/** The keys of the operations that a revision has, of those that it marks, and what it states of their stability. */
interface Shows {
  readonly there: ReadonlySet<string>
  readonly marked: ReadonlySet<string>
  readonly stated: ReadonlyMap<string, string>
}

function showsIn(text: string): Shows {
  const [there, marked, stated] = JSON.parse(text) as [string[], string[], [string, string][]]
  return {there: new Set(there), marked: new Set(marked), stated: new Map(stated)}
}

/** The first of those that hold without a break up to the last one. What cannot be read breaks nothing. */
export function backFrom(
  line: readonly SourceRevision[],
  holds: (revision: SourceRevision) => boolean | undefined
): number | undefined {
  let first: number | undefined
  for (let at = line.length - 1; at >= 0; at--) {
    const held = holds(line[at] as SourceRevision)
    if (held === false) break
    if (held) first = at
  }
  return first
}

/** The commit at a place of the line, as a witness. */
export function witnessAt(line: readonly SourceRevision[], at: number | undefined): Witness | undefined {
  const commit = at === undefined ? undefined : line[at]?.commit
  return commit && {commit: commit.id, day: commit.day, ...(at === 0 ? {isFirst: true as const} : {})}
}

const filesIn = ({shelf, files}: Opened): Files => ({shelf, paths: files.paths})
