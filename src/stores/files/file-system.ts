import {createHash} from 'node:crypto'
import {
  closeSync,
  constants,
  type Dirent,
  fstatSync,
  openSync,
  readdirSync,
  readSync,
  realpathSync,
  type Stats,
  statSync
} from 'node:fs'
import {relative} from 'node:path'
import {InputError, inputError} from '../../model/input-error.ts'
import {rejectLfsPointer} from '../git/not-in-clone.ts'
import type {InputAspect} from '../input-trace.ts'
import {createFileError, describeFileError} from './text-bytes.ts'

/** The size limit of an input file, in bytes: 32 MiB. */
export const SIZE_LIMIT = 32 * 1024 * 1024

/** Describes one aspect of a path. Answers are equal if and only if work with the path has the same result. */
const ASPECTS = {
  bytes: path => attempt(() => hash(readFromDisk(path, Number.MAX_SAFE_INTEGER, path))),
  names: path => attempt(() => hash(listEntries(path, path).map(nameEntry).toSorted().join('\0'))),
  kind: path => attempt(() => kindOf(statSync(path))),
  real: path => attempt(() => relative(path, realpathSync(path))),
  text: () => ''
} as const satisfies Readonly<Partial<Record<InputAspect, (path: string) => string>>>

export type DiskAspect = keyof typeof ASPECTS

/** Describes one aspect of an absolute path, in the form that a trace records. */
export const describeOnDisk = (path: string, aspect: DiskAspect): string => ASPECTS[aspect](path)

/** The answer if the path doesn't exist or can't be read. */
export const NOT_THERE = 'none'

function attempt(answer: () => string): string {
  try {
    return answer()
  } catch {
    return NOT_THERE
  }
}

export const hash = (content: Buffer | string): string =>
  createHash('sha256').update(content).digest('hex').slice(0, 32)

const kindOf = (stat: Stats): string => (stat.isDirectory() ? 'folder' : stat.isFile() ? 'file' : 'other')

const nameEntry = (entry: Dirent): string => `${entry.isDirectory() ? 'folder' : 'file'} ${entry.name}`

/** Pipes that a shell opens for the command, as in `diff <(git show v1:api.yaml) api.yaml`. */
const SHELL_PIPE = /^\/dev\/(?:stdin|fd\/\d+)$/
export const isShellPipe = (path: string): boolean => SHELL_PIPE.test(path)

/** Reads a whole file at an absolute path, which messages name as it was `named`. */
export function readFromDisk(path: string, limit: number, named: string): Buffer {
  let handle: number | undefined
  try {
    // Non-blocking, because opening a pipe without a writer would wait forever.
    handle = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
    const stat = fstatSync(handle)
    if (stat.isDirectory()) throw inputError(`\`${named}\` is a folder. Name a file.`, {source: named})
    if (!stat.isFile() && !(stat.isFIFO() && SHELL_PIPE.test(path))) throw specialFileError(named, stat)
    if (stat.size > limit) {
      throw inputError(`The file has ${stat.size} bytes. At most ${limit} can be read.`, {source: named})
    }
    return rejectLfsPointer(readAll(handle, stat.size, limit, named), named, true)
  } catch (error) {
    if (error instanceof InputError) throw error
    // A socket can't be opened at all. Below a file, there is nothing to ask about.
    const isBelowFile = (error as NodeJS.ErrnoException).code === 'ENOTDIR'
    const stat = isBelowFile ? undefined : statSync(path, {throwIfNoEntry: false})
    if (stat?.isSocket()) throw specialFileError(named, stat)
    throw createFileError('read', named, error)
  } finally {
    if (handle !== undefined) closeSync(handle)
  }
}

/** The first bytes of a file; `undefined` if it can't be read, or is no file. */
export function readFirst(path: string, count: number): Buffer | undefined {
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

/** The error for a pipe, socket, or device. It has no defined end, so reading it might never finish. */
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

/** Reads to the end, and counts bytes meanwhile, because the size of a pipe isn't known in advance. */
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

/** Reads some bytes, and retries on `EAGAIN`: a pipe that another program made non-blocking may not have data yet. */
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

/** The entries of a folder at an absolute path, which messages name as it was `named`. */
export function listEntries(folder: string, named: string): Dirent[] {
  try {
    return readdirSync(folder, {withFileTypes: true})
  } catch (cause) {
    throw createFileError('read the folder', named, cause)
  }
}
