import {existsSync, lstatSync, readdirSync, realpathSync, statSync} from 'node:fs'
import {dirname, isAbsolute, join, posix, relative, resolve, sep} from 'node:path'
import {inputError} from '../../model/input-error.ts'
import {type FileSet, isFileSet, isSearched, MAX_SET_FILES, parseFileSet} from '../file-set.ts'
import type {InputAspect, InputListener} from '../input-trace.ts'
import {
  type DiskAspect,
  describeOnDisk,
  hash,
  listEntries,
  NOT_THERE,
  readFirst,
  readFromDisk,
  SIZE_LIMIT
} from './file-system.ts'
import {createFileError, decodeUtf8} from './text-bytes.ts'

/** Files of another state of a folder, such as a commit, read instead of those on disk. Paths are absolute. */
export interface FileState {
  /** Whether the state replaces the disk for this path. */
  readonly covers: (path: string) => boolean
  /** The bytes of a file; `undefined` if there is no file. */
  readonly bytes: (path: string) => Buffer | undefined
  readonly kind: (path: string) => 'file' | 'folder' | undefined
  /** The entries of a folder, sorted; `undefined` if there is no folder. */
  readonly names: (path: string) => readonly string[] | undefined
  /** Whether the path itself is a symbolic link. */
  readonly isLink: (path: string) => boolean
}

/** The results of work with files, so that the same work needn't read them again. */
interface Knowledge {
  /** The number of writes so far, shared by all states of a workspace. */
  readonly writes: {count: number}
  readonly answers: Map<string, KnownAnswer>
}

interface KnownAnswer {
  readonly answer: unknown
  /** The aspects of paths on disk that the work used, and the listeners that were informed about them. */
  readonly asked: readonly (readonly [path: string, aspect: AskedAspect])[]
  readonly heard: Set<InputListener>
  /** The number of writes at the time of the answer. */
  readonly writes: number
}

type AskedAspect = DiskAspect & InputAspect

interface FilesParts {
  readonly state?: FileState | undefined
  readonly traces?: readonly InputListener[]
  readonly known?: Knowledge
}

/** The files at one state: those of the working tree, or those of a commit. Relative paths start at one folder. */
export class Files {
  /** The absolute path of the folder that relative paths start at. */
  readonly cwd: string
  readonly #state: FileState | undefined
  readonly #traces: readonly InputListener[]
  readonly #known: Knowledge

  constructor(cwd: string, {state, traces = [], known = {writes: {count: 0}, answers: new Map()}}: FilesParts = {}) {
    this.cwd = cwd
    this.#state = state
    this.#traces = traces
    this.#known = known
  }

  /** The files at another state, wherever it covers a path. */
  at(state: FileState): Files {
    return new Files(this.cwd, {state, traces: this.#traces, known: this.#knowNothing()})
  }

  /** The same files, but for those at these absolute paths. */
  with(other: ReadonlyMap<string, Buffer>): Files {
    const state = this.#state
    const covering: FileState = {
      covers: path => other.has(path) || state?.covers(path) === true,
      bytes: path => other.get(path) ?? state?.bytes(path),
      kind: path => (other.has(path) ? 'file' : state?.kind(path)),
      names: path => state?.names(path),
      isLink: path => !other.has(path) && state?.isLink(path) === true
    }
    return new Files(this.cwd, {state: covering, traces: this.#traces, known: this.#knowNothing()})
  }

  /** The same files, with relative paths from another folder. */
  in(folder: string): Files {
    const known = this.#knowNothing()
    return new Files(this.resolve(folder), {...this.#parts, known})
  }

  /** The same files; `trace` is informed about everything that is read from disk. */
  traced(trace: InputListener): Files {
    return new Files(this.cwd, {...this.#parts, traces: [...this.#traces, trace]})
  }

  /** The result of `work`, or that of earlier work with the same name if nothing was written since. */
  remember<Answer>(name: string, work: (files: Files) => Answer): Answer {
    const {answers, writes} = this.#known
    const known = answers.get(name)
    if (known?.writes === writes.count) {
      for (const trace of this.#traces) tellAsked(known, trace)
      return known.answer as Answer
    }
    const asked: [string, AskedAspect][] = []
    const answer = work(this.traced({note: (path, aspect) => void asked.push([path, aspect as AskedAspect])}))
    answers.set(name, {answer, asked, heard: new Set(this.#traces), writes: writes.count})
    return answer
  }

  /** Must be called after a write, so that everything is read again. */
  noticeWrite(): void {
    this.#known.writes.count++
  }

  /** Whether the files are those of the working tree, and not of a commit. */
  get areOnDisk(): boolean {
    return this.#state === undefined
  }

  /** The absolute path, without following links. */
  resolve(...segments: readonly string[]): string {
    return resolve(this.cwd, ...segments)
  }

  /** The path from one place to another; an empty `from` is the folder that relative paths start at. */
  relative(from: string, to: string): string {
    return relative(this.resolve(from), this.resolve(to))
  }

  /** Reads a whole UTF-8 file. Throws an `InputError` if it is larger than the limit, not a file, or not UTF-8. */
  readText(path: string, limit = SIZE_LIMIT): string {
    return decodeUtf8(this.readTextBytes(path, limit), path)
  }

  /** Reads a whole UTF-8 file. A second call returns the same text, unless something was written since. */
  readTextOnce(path: string): string {
    return this.remember(`text ${path}`, files => files.readText(path))
  }

  /** Reads a whole file as bytes, and records that its text is used. */
  readTextBytes(path: string, limit = SIZE_LIMIT): Buffer {
    if (!this.#stateOf(path)) this.#note(path, 'text')
    return this.readBytes(path, limit)
  }

  /** Reads a whole file as bytes. Throws an `InputError` if it is larger than the limit or not a file. */
  readBytes(path: string, limit = SIZE_LIMIT): Buffer {
    const other = this.#stateOf(path)
    if (other) {
      const bytes = other.bytes(this.resolve(path))
      if (bytes && bytes.length <= limit) return bytes
      const lack = bytes ? 'is larger than tenure reads in the base' : "isn't in the base"
      throw inputError(`File \`${this.relative('', path)}\` ${lack}.`, {source: path})
    }
    let bytes: Buffer | undefined
    try {
      bytes = readFromDisk(this.#onDisk(path), limit, path)
      return bytes
    } finally {
      this.#note(path, 'bytes', () => (bytes ? hash(bytes) : NOT_THERE))
    }
  }

  /** The first bytes of a file on disk; `undefined` if it can't be read, or is no file. */
  readFirstBytes(path: string, count: number): Buffer | undefined {
    this.#note(path, 'bytes')
    return readFirst(this.#onDisk(path), count)
  }

  /** Whether there is a file or folder, or any of the files of a set. */
  exists(path: string): boolean {
    return isFileSet(path) ? this.listSet(path).length > 0 : this.#kindOf(path) !== undefined
  }

  /** Whether a path is a folder. A path that can't be inspected is not a folder; reading it reports the error. */
  isFolder(path: string): boolean {
    return this.#kindOf(path) === 'folder'
  }

  /** Whether a path is a file, or a set with any file. */
  isFile(path: string): boolean {
    return isFileSet(path) ? this.listSet(path).length > 0 : this.#kindOf(path) === 'file'
  }

  #kindOf(path: string): 'file' | 'folder' | 'other' | undefined {
    const other = this.#stateOf(path)
    if (other) return other.kind(this.resolve(path))
    this.#note(path, 'kind')
    try {
      const stat = statSync(this.#onDisk(path), {throwIfNoEntry: false})
      return stat && (stat.isDirectory() ? 'folder' : stat.isFile() ? 'file' : 'other')
    } catch {
      return undefined
    }
  }

  /** Whether the path itself is a symbolic link, whatever its target. */
  isLink(path: string): boolean {
    const other = this.#stateOf(path)
    if (other) return other.isLink(this.resolve(path))
    return lstatSync(this.#onDisk(path), {throwIfNoEntry: false})?.isSymbolicLink() ?? false
  }

  /** The real path of a file, with links resolved; the absolute path if the file doesn't exist. */
  realPath(path: string): string {
    const whole = this.resolve(path)
    if (this.#stateOf(path)) return whole
    this.#note(path, 'real')
    try {
      return realpathSync(this.#onDisk(path))
    } catch {
      return whole
    }
  }

  /** The names in a folder, sorted by code point so that the order is the same on every machine. */
  listFolder(folder: string): string[] {
    const other = this.#stateOf(folder)
    if (other) return [...(other.names(this.resolve(folder)) ?? [])]
    this.#note(folder, 'names')
    try {
      return readdirSync(this.#onDisk(folder)).toSorted((a, b) => (a < b ? -1 : 1))
    } catch (cause) {
      throw createFileError('list the folder', folder, cause)
    }
  }

  /**
   * The files that a path with `**` stands for, sorted, with slashes. Links to folders aren't followed. Throws an
   * `InputError` if there are too many.
   */
  listSet(path: string): readonly string[] {
    const set = parseFileSet(path)
    return set ? this.remember(`set ${path}`, files => files.#searchSet(set, path)) : []
  }

  #searchSet({folder, fits}: FileSet, path: string): string[] {
    const found: string[] = []
    const folders = [folder]
    for (const here of folders) {
      if (!this.isFolder(here || '.')) continue
      for (const name of this.listFolder(here || '.')) {
        const inside = posix.join(here, name)
        if (!this.isFolder(inside)) {
          if (fits(inside)) found.push(inside)
        } else if (isSearched(name) && !this.isLink(inside)) folders.push(inside)
      }
      if (Math.max(found.length, folders.length) > MAX_SET_FILES)
        throw inputError(`\`${path}\` stands for more than ${MAX_SET_FILES} files. Name a folder with fewer.`, {
          source: path
        })
    }
    return found.toSorted((a, b) => (a < b ? -1 : 1))
  }

  /** The files below a folder on disk, relative to it, with slashes. Symbolic links aren't followed. */
  listFilesBelow(folder: string, isWanted: (path: string) => boolean): string[] {
    const found: string[] = []
    const visit = (below: string): void => {
      const path = join(folder, below)
      this.#note(path, 'names')
      for (const entry of listEntries(this.#onDisk(path), path)) {
        const inside = below === '' ? entry.name : `${below}/${entry.name}`
        if (!isWanted(inside)) continue
        if (entry.isDirectory()) visit(inside)
        else if (entry.isFile()) found.push(inside)
      }
    }
    visit('')
    return found
  }

  /** The nearest folder on disk that has a name in it: the given one, or one above it. */
  findAbove(folder: string, name: string): string | undefined {
    for (let here = folder; ; here = dirname(here)) {
      const path = join(here, name)
      this.#note(path, 'kind')
      if (existsSync(this.#onDisk(path))) return here
      if (dirname(here) === here) return undefined
    }
  }

  /** Describes one aspect of a path on disk as it is now, in the form that a trace records. */
  describe(path: string, aspect: DiskAspect): string {
    return describeOnDisk(this.resolve(path), aspect)
  }

  get #parts(): FilesParts {
    return {state: this.#state, traces: this.#traces, known: this.#known}
  }

  #knowNothing(): Knowledge {
    return {writes: this.#known.writes, answers: new Map()}
  }

  /** The path for the operating system. It isn't shortened, because `..` after a link goes up from its target. */
  #onDisk(path: string): string {
    return path === '' || isAbsolute(path) ? path : `${this.cwd}${sep}${path}`
  }

  #stateOf(path: string): FileState | undefined {
    return this.#state?.covers(this.resolve(path)) ? this.#state : undefined
  }

  /** Informs the traces that an aspect of a path on disk is read. */
  #note(path: string, aspect: AskedAspect, answer?: () => string): void {
    if (this.#traces.length === 0) return
    const whole = this.resolve(path)
    for (const trace of this.#traces) trace.note(whole, aspect, answer ?? (() => describeOnDisk(whole, aspect)))
  }
}

/** Informs a trace about what earlier work read, whose answer is reused. */
function tellAsked({asked, heard}: KnownAnswer, trace: InputListener): void {
  if (heard.has(trace)) return
  for (const [path, aspect] of asked) trace.note(path, aspect, () => describeOnDisk(path, aspect))
  heard.add(trace)
}

/**
 * The folder that the references of a file must stay in: its git root, else the nearest folder with a `tenure.yaml`,
 * else the folder of the file. In a worktree or submodule, `.git` is a file.
 */
export function referenceRootOf(files: Files, realFile: string): string {
  const own = dirname(realFile)
  return files.findAbove(own, '.git') ?? files.findAbove(own, 'tenure.yaml') ?? own
}

/** The folder that the imports of server code must stay in, which can also be the folder of a package. */
export function programRootOf(files: Files, realFile: string): string {
  const own = dirname(realFile)
  return (
    files.findAbove(own, '.git') ??
    files.findAbove(own, 'tenure.yaml') ??
    files.findAbove(own, 'package.json') ??
    files.findAbove(own, 'tsconfig.json') ??
    own
  )
}
