import {createHash} from 'node:crypto'
import {
  closeSync,
  constants,
  type Dirent,
  existsSync,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readSync,
  realpathSync,
  type Stats,
  statSync
} from 'node:fs'
import {dirname, join, relative, resolve} from 'node:path'
import {InputError, inputError} from '../../model/input-error.ts'
import {rejectLfsPointer} from '../git/not-in-clone.ts'
import {type InputAspect, noteInput} from '../input-trace.ts'
import {decodeUtf8, describeFileError} from './text-bytes.ts'

/** The size limit of an input file, in bytes: 32 MiB. */
const SIZE_LIMIT = 32 * 1024 * 1024

/** Files of another state of a folder, such as a commit, read instead of those on disk. Paths are absolute. */
export interface FileView {
  /** Whether the view replaces the disk for this path. */
  readonly covers: (path: string) => boolean
  /** The bytes of a file; `undefined` if there is no file. */
  readonly bytes: (path: string) => Buffer | undefined
  readonly kind: (path: string) => 'file' | 'folder' | undefined
  /** The entries of a folder, sorted; `undefined` if there is no folder. */
  readonly names: (path: string) => readonly string[] | undefined
}

let view: FileView | undefined

/** Runs `work` with a view in place of the files on disk, wherever the view covers a path. */
export function withFileView<Result>(other: FileView | undefined, work: () => Result): Result {
  const before = view
  view = other
  try {
    return work()
  } finally {
    view = before
  }
}

/** The active view; `undefined` if files are read from disk. */
export const currentFileView = (): FileView | undefined => view

/** Activates a view for all later reads; `undefined` returns to the files on disk. */
export function setFileView(other: FileView | undefined): void {
  view = other
}

const viewOf = (path: string): {readonly seen: FileView; readonly at: string} | undefined => {
  if (!view) return undefined
  const at = resolve(path)
  return view.covers(at) ? {seen: view, at} : undefined
}

/** Records what is asked about a path on disk. */
const note = (path: string, aspect: keyof typeof ASPECTS, answer = () => ASPECTS[aspect](path)): void =>
  noteInput(resolve(path), aspect, answer)

/** What is there now. Answers are equal exactly if the same work would be done with them. */
const ASPECTS = {
  bytes: path => attempt(() => hash(readFromDisk(path, Number.MAX_SAFE_INTEGER))),
  names: path => attempt(() => hash(entriesOf(path).map(nameEntry).toSorted().join('\0'))),
  kind: path => attempt(() => kindOf(statSync(path))),
  real: path => attempt(() => relative(resolve(path), realpathSync(path))),
  text: () => ''
} as const satisfies Readonly<Partial<Record<InputAspect, (path: string) => string>>>

/** Answers a question about a path on disk as it was answered for `traceInputs`. */
export const describeInput = (path: string, aspect: keyof typeof ASPECTS): string => ASPECTS[aspect](path)

const NOT_THERE = 'none'

function attempt(answer: () => string): string {
  try {
    return answer()
  } catch {
    return NOT_THERE
  }
}

const hash = (content: Buffer | string): string => createHash('sha256').update(content).digest('hex').slice(0, 32)

const kindOf = (stat: Stats): string => (stat.isDirectory() ? 'folder' : stat.isFile() ? 'file' : 'other')

const nameEntry = (entry: Dirent): string => `${entry.isDirectory() ? 'folder' : 'file'} ${entry.name}`

/** Pipes that a shell opens for the command, as in `diff <(git show v1:api.yaml) api.yaml`. */
const SHELL_PIPE = /^\/dev\/(?:stdin|fd\/\d+)$/
export const isShellPipe = (path: string): boolean => SHELL_PIPE.test(path)

/** Reads a whole UTF-8 file. Throws an `InputError` if it is larger than the limit, not a file, or not UTF-8. */
export const readText = (path: string, limit = SIZE_LIMIT): string => decodeUtf8(readTextBytes(path, limit), path)

/** Reads a whole file as bytes, and records that its text is used. */
export function readTextBytes(path: string, limit = SIZE_LIMIT): Buffer {
  if (!viewOf(path)) note(path, 'text')
  return readBytes(path, limit)
}

/** Reads a whole file as bytes. Throws an `InputError` if it is larger than the limit or not a file. */
export function readBytes(path: string, limit = SIZE_LIMIT): Buffer {
  const other = viewOf(path)
  if (other) {
    const bytes = other.seen.bytes(other.at)
    if (bytes && bytes.length <= limit) return bytes
    throw inputError(`There is no file \`${path}\` of at most ${limit} bytes in the base.`, {source: path})
  }
  let bytes: Buffer | undefined
  try {
    bytes = readFromDisk(path, limit)
    return bytes
  } finally {
    note(path, 'bytes', () => (bytes ? hash(bytes) : NOT_THERE))
  }
}

function readFromDisk(path: string, limit: number): Buffer {
  let handle: number | undefined
  try {
    // Non-blocking, because opening a pipe without a writer would wait forever.
    handle = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
    const stat = fstatSync(handle)
    if (stat.isDirectory()) throw inputError(`\`${path}\` is a folder. Name a file.`, {source: path})
    if (!stat.isFile() && !(stat.isFIFO() && SHELL_PIPE.test(path))) throw specialFileError(path, stat)
    if (stat.size > limit) {
      throw inputError(`The file has ${stat.size} bytes. At most ${limit} can be read.`, {source: path})
    }
    return rejectLfsPointer(readAll(handle, stat.size, limit, path), path, true)
  } catch (error) {
    if (error instanceof InputError) throw error
    // A socket can't be opened at all.
    const stat = statSync(path, {throwIfNoEntry: false})
    if (stat?.isSocket()) throw specialFileError(path, stat)
    throw unreadableError(path, error)
  } finally {
    if (handle !== undefined) closeSync(handle)
  }
}

const unreadableError = (path: string, cause: unknown): InputError =>
  new InputError([{message: `Can't read \`${path}\`: ${describeFileError(cause)}.`, place: {source: path}}], {cause})

/** The first bytes of a file; `undefined` if it can't be read, or is no file. */
export function readFirstBytes(path: string, count: number): Buffer | undefined {
  note(path, 'bytes')
  let handle: number | undefined
  try {
    handle = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
    if (!fstatSync(handle).isFile()) return undefined
    const bytes = Buffer.allocUnsafe(count)
    return bytes.subarray(0, readSync(handle, bytes, 0, count, 0))
  } catch {
    return undefined
  } finally {
    if (handle !== undefined) closeSync(handle)
  }
}

/** Pipes, sockets, and devices have no defined end, so reading one might never finish. */
function specialFileError(path: string, stat: Stats): InputError {
  const kind = stat.isFIFO() ? 'pipe' : stat.isSocket() ? 'socket' : 'device'
  return inputError(`\`${path}\` is a ${kind}, not a file. Write its content to a file and name that.`, {source: path})
}

/** Reads standard input to its end. */
export function readStandardInput(limit = SIZE_LIMIT): Buffer {
  try {
    return readAll(0, fstatSync(0).size, limit, '-')
  } catch (error) {
    if (error instanceof InputError) throw error
    const message = `Can't read standard input: ${describeFileError(error)}. Pipe a file into the command or name one.`
    throw new InputError([{message, place: {source: '-'}}], {cause: error})
  }
}

/** Counts bytes while reading, because the size of a pipe isn't known in advance. */
function readAll(handle: number, expected: number, limit: number, path: string): Buffer {
  const chunks: Buffer[] = []
  let size = 0
  for (;;) {
    // One byte more than the expected size, so that the end of the file shows in the same read.
    const chunk = Buffer.allocUnsafe(Math.max(1 << 20, expected + 1 - size))
    let filled = 0
    while (filled < chunk.length) {
      const count = readSome(handle, chunk, filled)
      if (count === 0) {
        chunks.push(chunk.subarray(0, filled))
        return chunks.length === 1 ? chunk.subarray(0, filled) : Buffer.concat(chunks)
      }
      filled += count
      size += count
      if (size > limit)
        throw inputError(`The input has more than ${limit} bytes, which is the most that can be read.`, {source: path})
    }
    chunks.push(chunk)
  }
}

/** Retries on `EAGAIN`: a pipe that another program made non-blocking may not have data yet. */
function readSome(handle: number, chunk: Buffer, filled: number): number {
  for (;;) {
    try {
      return readSync(handle, chunk, filled, chunk.length - filled, null)
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined
      if (code === 'EOF') return 0
      if (code !== 'EAGAIN') throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10)
    }
  }
}

export function pathExists(path: string): boolean {
  const other = viewOf(path)
  return other ? other.seen.kind(other.at) !== undefined : existsOnDisk(path)
}

function existsOnDisk(path: string): boolean {
  note(path, 'kind')
  return existsSync(path)
}

/** Whether a path is a folder. A path that can't be inspected is not a folder; reading it reports the error. */
export function isFolder(path: string): boolean {
  const other = viewOf(path)
  if (other) return other.seen.kind(other.at) === 'folder'
  note(path, 'kind')
  try {
    return statSync(path).isDirectory()
  } catch {
    return false
  }
}

/** Whether the path itself is a symbolic link, whatever its target. */
export function isLink(path: string): boolean {
  return lstatSync(path, {throwIfNoEntry: false})?.isSymbolicLink() ?? false
}

export function isFile(path: string): boolean {
  const other = viewOf(path)
  if (other) return other.seen.kind(other.at) === 'file'
  note(path, 'kind')
  try {
    return statSync(path).isFile()
  } catch {
    return false
  }
}

/** The files below a folder, relative to it, with slashes. Symbolic links aren't followed. */
export function listFilesBelow(folder: string, isWanted: (path: string) => boolean): string[] {
  const found: string[] = []
  const visit = (below: string): void => {
    note(join(folder, below), 'names')
    for (const entry of entriesOf(join(folder, below))) {
      const path = below === '' ? entry.name : `${below}/${entry.name}`
      if (!isWanted(path)) continue
      if (entry.isDirectory()) visit(path)
      else if (entry.isFile()) found.push(path)
    }
  }
  visit('')
  return found
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, {withFileTypes: true})
  } catch (cause) {
    const message = `Can't read the folder \`${folder}\`: ${describeFileError(cause)}.`
    throw new InputError([{message, place: {source: folder}}], {cause})
  }
}

/** The real path of a file, with links resolved; the absolute path if the file doesn't exist. */
export function realPath(path: string): string {
  if (viewOf(path)) return resolve(path)
  note(path, 'real')
  try {
    return realpathSync(path)
  } catch {
    return resolve(path)
  }
}

/**
 * The folder that the references of a file must stay in: its git root, else the nearest folder with a `tenure.yaml`,
 * else the folder of the file. In a worktree or submodule, `.git` is a file.
 */
export function referenceRootOf(realFile: string): string {
  const own = dirname(realFile)
  return findAbove(own, '.git') ?? findAbove(own, 'tenure.yaml') ?? own
}

/** The same folder for server code, whose root can also be a package. */
export function programRootOf(realFile: string): string {
  const own = dirname(realFile)
  return (
    findAbove(own, '.git') ??
    findAbove(own, 'tenure.yaml') ??
    findAbove(own, 'package.json') ??
    findAbove(own, 'tsconfig.json') ??
    own
  )
}

/** The nearest folder on disk that has a name in it: the given one, or one above it. */
export function findAbove(folder: string, name: string): string | undefined {
  for (let here = folder; ; here = dirname(here)) {
    if (existsOnDisk(join(here, name))) return here
    if (dirname(here) === here) return undefined
  }
}

/** The names in a folder, sorted by code point so that the order is the same on every machine. */
export function listFolder(folder: string): string[] {
  const other = viewOf(folder)
  if (other) return [...(other.seen.names(other.at) ?? [])]
  note(folder, 'names')
  try {
    return readdirSync(folder).toSorted((a, b) => (a < b ? -1 : 1))
  } catch (error) {
    throw new InputError(
      [
        {
          message: `Can't list the folder \`${folder}\`: ${describeFileError(error)}.`,
          place: {source: folder}
        }
      ],
      {cause: error}
    )
  }
}

/** A line of a file, without its end. */
export interface FileLine {
  /** From 1. */
  readonly number: number
  /** The offset of its first byte. */
  readonly start: number
  readonly bytes: Buffer
}

/** Reads a file of any size line by line. */
export function* readLines(path: string): Generator<FileLine> {
  const handle = openForLines(path)
  try {
    let [number, start] = [1, 0]
    let begun: Buffer[] = []
    for (;;) {
      const chunk = Buffer.allocUnsafe(1 << 20)
      const filled = readSome(handle, chunk, 0)
      let from = 0
      for (let end = chunk.indexOf(10); end !== -1 && end < filled; end = chunk.indexOf(10, from)) {
        const bytes = Buffer.concat([...begun, chunk.subarray(from, end)])
        yield {number, start, bytes}
        number++
        start += bytes.length + 1
        begun = []
        from = end + 1
      }
      if (from < filled) begun.push(chunk.subarray(from, filled))
      if (filled > 0) continue
      if (begun.length > 0) yield {number, start, bytes: Buffer.concat(begun)}
      return
    }
  } finally {
    closeSync(handle)
  }
}

/** Reads a line again. */
export function readLine(path: string, start: number, length: number): Buffer {
  const handle = openForLines(path)
  try {
    const bytes = Buffer.alloc(length)
    readSync(handle, bytes, 0, length, start)
    return bytes
  } finally {
    closeSync(handle)
  }
}

function openForLines(path: string): number {
  if (isFolder(path)) throw inputError(`\`${path}\` is a folder. Name a file.`, {source: path})
  try {
    return openSync(path, 'r')
  } catch (cause) {
    throw unreadableError(path, cause)
  }
}
