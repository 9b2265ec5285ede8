import {posix, relative, sep} from 'node:path'
import {type FileTree, type ReadingChoice, withReading} from '../documents/file-tree.ts'
import {findListIn} from '../inputs/config/announcement-list.ts'
import type {ApiPaths} from '../inputs/config/file.ts'
import {isServerCode} from '../languages/languages.ts'
import {defined} from '../model/defined.ts'
import type {Policy} from '../model/verdict/policy.ts'
import {type Cache, digest, NO_CACHE, readData, serializeData} from '../stores/cache.ts'
import {compilerVersion} from '../stores/files/compiler.ts'

/** A release or commit with the file tree of its description. */
interface TreeSource {
  readonly tree: () => FileTree
  readonly list?: Pick<ReadingChoice, 'announcements'>
}

/** Computes cache keys of descriptions without parsing them: equal for equal content of all files. */
export class ContentIds {
  readonly cache: Cache
  readonly #trees = new WeakMap<TreeSource, FileTree>()
  /** Paths of all files of a description, relative to it, by the content of its main file. */
  readonly #paths = new Map<string, readonly string[]>()
  /** The lists of announcements that configurations name, by their content and the path of the description. */
  readonly #lists = new Map<string, string | undefined>()

  readonly reading: ReadingChoice

  constructor(cache = NO_CACHE, reading: ReadingChoice = {}) {
    this.cache = cache
    this.reading = reading
  }

  /** Throws an `InputError` if the revision contains no description. */
  treeOf(revision: TreeSource): FileTree {
    const known = this.#trees.get(revision) ?? this.#open(revision)
    this.#trees.set(revision, known)
    return known
  }

  #open({tree, list}: TreeSource): FileTree {
    const files = tree()
    const {marks, announcements} = list ? {...list, marks: this.reading.marks} : this.reading
    const opened = withReading(files, defined({marks, announcements}))
    const own = list ? undefined : this.#listAt(files)
    return own === undefined ? opened : {...opened, announcements: own}
  }

  /** The list that the configuration of a commit names; `undefined` if it names none, or outside of a commit. */
  #listAt(files: FileTree): string | undefined {
    const config = this.#configAt(files)
    const id = config === undefined ? undefined : files.id(config)
    if (config === undefined || id === undefined) return undefined
    const key = `${id} ${files.path}`
    if (!this.#lists.has(key)) this.#lists.set(key, findListIn(files.read(config).toString('utf8'), config, files.path))
    return this.#lists.get(key)
  }

  /** The configuration that names the list of announcements, in a commit; `undefined` if there is no such list. */
  #configAt({folder, origin}: FileTree): string | undefined {
    const {announcements, listedIn} = this.reading
    const isOnDisk = origin !== undefined && 'file' in origin
    if (announcements === undefined || listedIn === undefined || folder === undefined || isOnDisk) return undefined
    const path = relative(folder, listedIn).split(sep).join('/')
    return /^(?:\.\.\/|[a-z]:)/i.test(path) ? undefined : path
  }

  /**
   * Lists the revisions of a description, with those that changed its list of announcements where that was at the time.
   */
  listRevisions<Revision extends TreeSource>(
    revision: TreeSource,
    list: (files: readonly string[]) => readonly Revision[]
  ): readonly Revision[] {
    const config = this.#configAt(this.treeOf(revision))
    const paths = this.pathsOf(revision)
    if (config === undefined) return list(paths)
    const files = [...paths, config]
    const found = list(files)
    const lists = new Set(found.flatMap(each => this.treeOf(each).announcements ?? []))
    return [...lists].every(each => files.includes(each)) ? found : list([...new Set([...files, ...lists])])
  }

  /** Hash of all files of a description. `undefined` until it was read once, because its files aren't known. */
  idOf(revision: TreeSource): string | undefined {
    const tree = this.treeOf(revision)
    const main = tree.id(tree.path)
    if (main === undefined) return undefined
    const paths = this.#pathsAt(filesKey(tree, main))
    if (!paths) return undefined
    return digest(readerKey(tree), ...paths.flatMap(path => [path, tree.id(resolveFromMain(tree, path)) ?? 'none']))
  }

  /** Paths of all files of a revision. Empty until they're known. */
  pathsOf(revision: TreeSource): readonly string[] {
    const tree = this.treeOf(revision)
    const main = tree.id(tree.path)
    const paths = main === undefined ? undefined : this.#pathsAt(filesKey(tree, main))
    return paths?.map(path => resolveFromMain(tree, path)) ?? []
  }

  #pathsAt(key: string): readonly string[] | undefined {
    const paths = this.#paths.get(key) ?? readData<readonly string[]>(this.cache.get(key))
    if (paths) this.#paths.set(key, paths)
    return paths
  }

  /** Remembers the files of a description under the content of its main file. */
  keep(revision: TreeSource, paths: readonly string[]): void {
    const tree = this.treeOf(revision)
    const main = tree.id(tree.path)
    if (main === undefined) return
    const seen = paths.map(path => relativeToMain(tree, path))
    this.#paths.set(filesKey(tree, main), seen)
    this.cache.put(filesKey(tree, main), serializeData(seen))
  }
}

const filesKey = (tree: FileTree, main: string): string => digest('files', readerKey(tree), main)

/**
 * Everything that affects how bytes are read: the file extension, the list of announcements, and the directives that
 * state something; for programs the version of the TypeScript compiler.
 */
function readerKey(tree: FileTree): string {
  const {path, announcements, marks} = tree
  if (isServerCode(path)) return compilerVersion()
  const list = announcements === undefined ? [] : [relativeToMain(tree, announcements)]
  return [posix.extname(path).toLowerCase(), ...list, ...(marks ? [JSON.stringify(marks)] : [])].join(' ')
}

/** How descriptions are read under a configuration and a policy. */
export const readingOf = (
  config: Pick<ApiPaths, 'announcements' | 'listedIn'> | undefined,
  {marks}: Pick<Policy, 'marks'>
): ReadingChoice => defined({announcements: config?.announcements, listedIn: config?.listedIn, marks})

/** Placeholder for the main file, whose name and folder aren't stored. */
const MAIN = '.'

/** Path of a file relative to its description. */
const relativeToMain = (tree: FileTree, path: string): string =>
  path === tree.path ? MAIN : posix.relative(posix.dirname(tree.path), path)

/** Inverse of `relativeToMain`. */
const resolveFromMain = (tree: FileTree, path: string): string =>
  path === MAIN ? tree.path : posix.join(posix.dirname(tree.path), path)

/** Description with the paths of all its files. */
export interface DescriptionPaths {
  readonly tree: FileTree
  readonly paths: readonly string[]
}

/** Maps file names in messages to paths relative to the description. */
export function relativePaths(opened: readonly DescriptionPaths[]): (source: string) => string {
  const seen = new Map(
    opened.flatMap(({tree, paths}) =>
      [tree.path, ...paths].map(path => [tree.sourceOf(path), relativeToMain(tree, path)] as const)
    )
  )
  return source => seen.get(source) ?? source
}

/** Maps paths relative to the description to file names in messages. */
export const displayNames =
  (tree: FileTree) =>
  (path: string): string =>
    tree.sourceOf(resolveFromMain(tree, path))
