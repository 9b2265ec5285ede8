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
import {dirname, join, resolve} from 'node:path'
import {InputError, refuse} from '../../model/input-error.ts'
import {assureWhole} from '../git/not-in-clone.ts'
import {reason} from './file-errors.ts'
import {decode} from './utf8.ts'

/** The largest file that people may have written, in bytes: 32 MiB. */
const SIZE_LIMIT = 32 * 1024 * 1024

/** Files of another state of a folder, which stand in for those on disk. Paths are absolute. */
export interface FileView {
  /** Whether the view answers for a path at all. */
  readonly covers: (path: string) => boolean
  /** The bytes of a file; `undefined` where there is no file. */
  readonly bytes: (path: string) => Buffer | undefined
  readonly kind: (path: string) => 'file' | 'folder' | undefined
  /** What stands in a folder, sorted; `undefined` where there is no folder. */
  readonly names: (path: string) => readonly string[] | undefined
}

let view: FileView | undefined

/** Does the work with the files of another state in place of those on disk, where the view covers them. */
export function viewing<Result>(other: FileView | undefined, work: () => Result): Result {
  const before = view
  view = other
  try {
    return work()
  } finally {
    view = before
  }
}

/** The files that stand in for those on disk, where some do. */
export const currentView = (): FileView | undefined => view

/** From now on these files stand in for those on disk. */
export function lookThrough(other: FileView): void {
  view = other
}

const viewOf = (path: string): {readonly seen: FileView; readonly at: string} | undefined => {
  if (!view) return undefined
  const at = resolve(path)
  return view.covers(at) ? {seen: view, at} : undefined
}

/** Pipes that a shell has opened for the command, as in `diff <(git show v1:api.yaml) api.yaml`. */
const HANDED = /^\/dev\/(?:stdin|fd\/\d+)$/

/** Reads a UTF-8 file whole. Refuses what is larger than the limit, is no file, or is no UTF-8. */
export const readText = (path: string, limit = SIZE_LIMIT): string => decode(readBytes(path, limit), path)

/** Reads a file whole, whatever is in it. */
export function readBytes(path: string, limit = SIZE_LIMIT): Buffer {
  const other = viewOf(path)
  if (other) {
    const bytes = other.seen.bytes(other.at)
    if (bytes && bytes.length <= limit) return bytes
    throw refuse(`There is no file \`${path}\` of at most ${limit} bytes in the base.`, {source: path})
  }
  let handle: number | undefined
  try {
    // A pipe that no program writes to would hold up whoever opens it.
    handle = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
    const stat = fstatSync(handle)
    if (stat.isDirectory()) throw refuse(`Unexpected folder \`${path}\`, expected a file`, {source: path})
    if (!stat.isFile() && !(stat.isFIFO() && HANDED.test(path))) throw special(path, stat)
    if (stat.size > limit) {
      throw refuse(`Unexpected size of ${stat.size} bytes, expected at most ${limit}`, {source: path})
    }
    return assureWhole(readAll(handle, stat.size, limit, path), path, true)
  } catch (error) {
    if (error instanceof InputError) throw error
    // A socket cannot even be opened.
    const stat = statSync(path, {throwIfNoEntry: false})
    if (stat?.isSocket()) throw special(path, stat)
    throw new InputError(
      [
        {
          message: `Unexpected failure to read \`${path}\` (${reason(error)}), expected a readable file`,
          place: {source: path}
        }
      ],
      {cause: error}
    )
  } finally {
    if (handle !== undefined) closeSync(handle)
  }
}

/** A file that has no end of its own is no input: to read it may take forever. */
function special(path: string, stat: Stats): InputError {
  const kind = stat.isFIFO() ? 'pipe' : stat.isSocket() ? 'socket' : 'device'
  return refuse(`\`${path}\` is a ${kind}, not a file. Write its content to a file and name that.`, {source: path})
}

/** Reads standard input to its end. */
export function readStandardInput(limit = SIZE_LIMIT): Buffer {
  try {
    return readAll(0, fstatSync(0).size, limit, '-')
  } catch (error) {
    if (error instanceof InputError) throw error
    const message = `Unexpected failure to read standard input (${reason(error)}), expected a file or a pipe`
    throw new InputError([{message, place: {source: '-'}}], {cause: error})
  }
}

/** A pipe has no size to ask for, so bytes are counted while they come. */
function readAll(handle: number, expected: number, limit: number, path: string): Buffer {
  const chunks: Buffer[] = []
  let size = 0
  for (;;) {
    // One byte more than the file should have, so that its end is seen at once.
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
        throw refuse(`Unexpected size of more than ${limit} bytes, expected at most that`, {source: path})
    }
    chunks.push(chunk)
  }
}

/** A pipe that another program has set not to wait says so; who writes to it may need a moment. */
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

export function isThere(path: string): boolean {
  const other = viewOf(path)
  return other ? other.seen.kind(other.at) !== undefined : existsSync(path)
}

/** What cannot be looked at is no folder; whoever reads it will say why. */
export function isFolder(path: string): boolean {
  const other = viewOf(path)
  if (other) return other.seen.kind(other.at) === 'folder'
  try {
    return statSync(path).isDirectory()
  } catch {
    return false
  }
}

/** Whether the path itself is a symbolic link, wherever it leads. */
export function isLink(path: string): boolean {
  return lstatSync(path, {throwIfNoEntry: false})?.isSymbolicLink() ?? false
}

export function isFile(path: string): boolean {
  const other = viewOf(path)
  if (other) return other.seen.kind(other.at) === 'file'
  try {
    return statSync(path).isFile()
  } catch {
    return false
  }
}

/** The files below a folder, by their paths from there with slashes; links are not followed. */
export function filesBelow(folder: string, isWanted: (path: string) => boolean): string[] {
  const found: string[] = []
  const visit = (below: string): void => {
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
    const message = `Unexpected failure to read \`${folder}\` (${reason(cause)}), expected a folder that can be read`
    throw new InputError([{message, place: {source: folder}}], {cause})
  }
}

/** Where a file really is, links followed; where it would be, if there is none. */
export function realPath(path: string): string {
  if (viewOf(path)) return resolve(path)
  try {
    return realpathSync(path)
  } catch {
    return resolve(path)
  }
}

/**
 * The folder that the references of a file may not leave: its git root, else the nearest folder with a `tenure.yaml`,
 * else its own. A work tree and a submodule have `.git` as a file.
 */
export function rootOf(realFile: string): string {
  const own = dirname(realFile)
  return above(own, '.git') ?? above(own, 'tenure.yaml') ?? own
}

/** The same for server code, which belongs to a package. */
export function rootOfProgram(realFile: string): string {
  const own = dirname(realFile)
  return (
    above(own, '.git') ?? above(own, 'tenure.yaml') ?? above(own, 'package.json') ?? above(own, 'tsconfig.json') ?? own
  )
}

function above(folder: string, name: string): string | undefined {
  for (let here = folder; ; here = dirname(here)) {
    if (existsSync(join(here, name))) return here
    if (dirname(here) === here) return undefined
  }
}

/** The names in a folder, sorted by code point so that every machine sees one order. */
export function namesIn(folder: string): string[] {
  const other = viewOf(folder)
  if (other) return [...(other.seen.names(other.at) ?? [])]
  try {
    return readdirSync(folder).toSorted((a, b) => (a < b ? -1 : 1))
  } catch (error) {
    throw new InputError(
      [
        {
          message: `Unexpected failure to list \`${folder}\` (${reason(error)}), expected a readable folder`,
          place: {source: folder}
        }
      ],
      {cause: error}
    )
  }
}
