import {type Cache, digest} from '../read/cache.ts'
import {versionOfInstalled} from '../read/installed.ts'
import {isProgram} from '../read/program-name.ts'
import type {Shelf} from '../read/spec-shelf.ts'

/** A description, wherever it stands. */
interface Shelved {
  readonly shelf: () => Shelf
}

/** Names the bytes of descriptions, without reading what they say. */
export class EditionIds {
  readonly #cache: Cache
  readonly #shelves = new WeakMap<Shelved, Shelf>()
  /** The paths of all files of a description, by its own bytes. */
  readonly #paths = new Map<string, readonly string[]>()

  constructor(cache: Cache) {
    this.#cache = cache
  }

  /** Fails with an `InputError` where the revision holds no description. */
  shelfOf(revision: Shelved): Shelf {
    const known = this.#shelves.get(revision) ?? revision.shelf()
    this.#shelves.set(revision, known)
    return known
  }

  /** Names the bytes of all files of a revision; `undefined` while nobody knows which files those are. */
  idOf(revision: Shelved): string | undefined {
    const shelf = this.shelfOf(revision)
    const main = shelf.id(shelf.path)
    if (main === undefined) return undefined
    const paths = this.#pathsAt(filesKey(shelf, main))
    return paths && digest(readerOf(shelf), ...paths.flatMap(path => [path, shelf.id(path) ?? 'none']))
  }

  /** The paths of all files of a revision; none while nobody knows them. */
  pathsOf(revision: Shelved): readonly string[] {
    const shelf = this.shelfOf(revision)
    const main = shelf.id(shelf.path)
    return (main === undefined ? undefined : this.#pathsAt(filesKey(shelf, main))) ?? []
  }

  #pathsAt(key: string): readonly string[] | undefined {
    const paths = this.#paths.get(key) ?? this.#remembered(key)
    if (paths) this.#paths.set(key, paths)
    return paths
  }

  /** Which files a description has, its own bytes say. */
  keep(revision: Shelved, paths: readonly string[]): void {
    const shelf = this.shelfOf(revision)
    const main = shelf.id(shelf.path)
    if (main === undefined) return
    this.#paths.set(filesKey(shelf, main), paths)
    this.#cache.put(filesKey(shelf, main), JSON.stringify(paths))
  }

  #remembered(key: string): readonly string[] | undefined {
    const text = this.#cache.get(key)
    try {
      return text === undefined ? undefined : (JSON.parse(text) as string[])
    } catch {
      return undefined
    }
  }
}

const filesKey = (shelf: Shelf, main: string): string => digest('files', readerOf(shelf), shelf.path, main)

/** Types are what the compiler takes them for: another one may see others. */
const readerOf = ({path}: Shelf): string => (isProgram(path) ? `typescript ${versionOfInstalled('typescript')}` : '')
