import {randomBytes} from 'node:crypto'
import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  openSync,
  readdirSync,
  readSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync
} from 'node:fs'
import {basename, dirname, join, resolve} from 'node:path'
import {fileURLToPath} from 'node:url'
import {InputError, refuse} from '../model/problem.ts'

/** The largest file that people may have written, in bytes: 32 MiB. */
const SIZE_LIMIT = 32 * 1024 * 1024

const reason = (error: unknown): string => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const known: Readonly<Record<string, string>> = {
    ENOENT: 'no such file or folder',
    EACCES: 'no permission to read it',
    EPERM: 'no permission',
    EISDIR: 'a folder',
    ENOTDIR: 'a file where a folder is needed',
    ELOOP: 'links that lead in a circle',
    ENAMETOOLONG: 'too long a name',
    ENOSPC: 'no space left',
    EROFS: 'a read-only file system'
  }
  return known[code] ?? (error instanceof Error ? error.message : String(error))
}

/** Reads a UTF-8 file whole. Refuses what is larger than the limit, is no file, or is no UTF-8. */
export function readText(path: string, limit = SIZE_LIMIT): string {
  let handle: number | undefined
  try {
    handle = openSync(path, 'r')
    const stat = fstatSync(handle)
    if (stat.isDirectory()) throw refuse(`Unexpected folder \`${path}\`, expected a file`, {source: path})
    if (stat.size > limit) {
      throw refuse(`Unexpected size of ${stat.size} bytes, expected at most ${limit}`, {source: path})
    }
    return decode(readAll(handle, limit, path), path)
  } catch (error) {
    if (error instanceof InputError) throw error
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

/** A pipe has no size to ask for, so bytes are counted while they come. */
function readAll(handle: number, limit: number, path: string): Buffer {
  const chunks: Buffer[] = []
  let size = 0
  for (;;) {
    const chunk = Buffer.allocUnsafe(1 << 20)
    const count = readSync(handle, chunk, 0, chunk.length, null)
    if (count === 0) return Buffer.concat(chunks)
    size += count
    if (size > limit) throw refuse(`Unexpected size of more than ${limit} bytes, expected at most that`, {source: path})
    chunks.push(chunk.subarray(0, count))
  }
}

function decode(bytes: Buffer, path: string): string {
  try {
    return new TextDecoder('utf-8', {fatal: true}).decode(bytes)
  } catch (error) {
    throw new InputError(
      [
        {
          message: 'Unexpected bytes that are not UTF-8, expected a text in UTF-8',
          place: {source: path, ...firstWrong(bytes)}
        }
      ],
      {cause: error}
    )
  }
}

/** Where the text stops being UTF-8. No character has a line feed among its bytes, so lines are looked at alone. */
function firstWrong(bytes: Buffer): {line: number; column: number} {
  let start = 0
  for (let line = 1; ; line++) {
    const end = bytes.indexOf(10, start)
    const inLine = bytes.subarray(start, end === -1 ? bytes.length : end)
    const text = inLine.toString('utf8')
    if (end === -1 || !Buffer.from(text).equals(inLine)) return {line, column: text.indexOf('\ufffd') + 1}
    start = end + 1
  }
}

export const isThere = (path: string): boolean => existsSync(path)

/** What cannot be looked at is no folder; whoever reads it will say why. */
export function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory()
  } catch {
    return false
  }
}

/** The names in a folder, sorted by code point so that every machine sees one order. */
export function namesIn(folder: string): string[] {
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

/** Reading leaves out a byte order mark; who writes the file again puts it back. */
function markOf(path: string): string {
  const handle = openSync(path, 'r')
  try {
    const start = Buffer.alloc(3)
    return readSync(handle, start, 0, 3, 0) === 3 && start.toString('utf8') === '\ufeff' ? '\ufeff' : ''
  } finally {
    closeSync(handle)
  }
}

/** Writes a file whole or not at all: a reader, or a crash, sees the old bytes or the new ones. */
export function writeWhole(path: string, text: string): void {
  // Through a link, so that the file is replaced and the link stays.
  const target = existsSync(path) ? realpathSync(path) : resolve(path)
  const draft = join(dirname(target), `.${basename(target)}.${randomBytes(4).toString('hex')}.tmp`)
  let handle: number | undefined
  try {
    const mode = statSync(target, {throwIfNoEntry: false})?.mode
    const mark = mode === undefined ? '' : markOf(target)
    handle = openSync(draft, 'wx', mode ?? 0o666)
    writeFileSync(handle, mark + text)
    fsyncSync(handle)
    closeSync(handle)
    handle = undefined
    renameSync(draft, target)
  } catch (error) {
    if (handle !== undefined) closeSync(handle)
    rmSync(draft, {force: true})
    throw new InputError(
      [
        {
          message: `Unexpected failure to write \`${path}\` (${reason(error)}), expected a writable file`,
          place: {source: path}
        }
      ],
      {cause: error}
    )
  }
}

/** A folder of the installed package, whether its code runs bundled (`dist/`) or as source (`src/read/`). */
export function packageFolder(name: string): string {
  let folder = dirname(fileURLToPath(import.meta.url))
  while (!existsSync(join(folder, 'package.json')) && dirname(folder) !== folder) folder = dirname(folder)
  return join(folder, name)
}
