import {posix} from 'node:path'
import type {Shelf} from '../../read/document/file-tree.ts'
import {isProgram} from '../../read/document/is-server-code.ts'
import {type Cache, digest} from '../../read/files/cache.ts'
import {versionOfInstalled} from '../../read/files/installed-packages.ts'

/** A description, wherever it stands. */
interface Shelved {
  readonly shelf: () => Shelf
}

/** Names the bytes of descriptions, without reading what they say. */
export class EditionIds {
  readonly #cache: Cache
  readonly #shelves = new WeakMap<Shelved, Shelf>()
  /** The paths of all files of a description as it sees them, by its own bytes. */
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
    if (!paths) return undefined
    return digest(readerOf(shelf), ...paths.flatMap(path => [path, shelf.id(inShelf(shelf, path)) ?? 'none']))
  }

  /** The paths of all files of a revision; none while nobody knows them. */
  pathsOf(revision: Shelved): readonly string[] {
    const shelf = this.shelfOf(revision)
    const main = shelf.id(shelf.path)
    const paths = main === undefined ? undefined : this.#pathsAt(filesKey(shelf, main))
    return paths?.map(path => inShelf(shelf, path)) ?? []
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
    const seen = paths.map(path => fromMain(shelf, path))
    this.#paths.set(filesKey(shelf, main), seen)
    this.#cache.put(filesKey(shelf, main), JSON.stringify(seen))
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

const filesKey = (shelf: Shelf, main: string): string => digest('files', readerOf(shelf), main)

/** What decides how bytes are read: the ending of the name and, as types are what the compiler takes them for, its version. */
const readerOf = ({path}: Shelf): string =>
  isProgram(path) ? `typescript ${versionOfInstalled('typescript')}` : posix.extname(path).toLowerCase()

/** The description itself: what it is called, and in which folder it lies, is not kept. */
const MAIN = '.'

/** The path of a file as the description sees it, whatever folder both lie in. */
const fromMain = (shelf: Shelf, path: string): string =>
  path === shelf.path ? MAIN : posix.relative(posix.dirname(shelf.path), path)

/** The reverse. */
const inShelf = (shelf: Shelf, path: string): string =>
  path === MAIN ? shelf.path : posix.join(posix.dirname(shelf.path), path)

/** A description with the paths of all its files. */
export interface Files {
  readonly shelf: Shelf
  readonly paths: readonly string[]
}

/** The paths of files as their description sees them, by what they are called in messages. */
export function seenPaths(opened: readonly Files[]): (source: string) => string {
  const seen = new Map(
    opened.flatMap(({shelf, paths}) => paths.map(path => [shelf.sourceOf(path), fromMain(shelf, path)] as const))
  )
  return source => seen.get(source) ?? source
}

/** What a file is called in messages, by its path as the description sees it. */
export const calledIn =
  (shelf: Shelf) =>
  (path: string): string =>
    shelf.sourceOf(inShelf(shelf, path))
