import {randomBytes} from 'node:crypto'
import {
  appendFileSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync
} from 'node:fs'
import {tmpdir} from 'node:os'
import {basename, dirname, join, resolve} from 'node:path'
import {InputError} from '../../model/input-error.ts'
import {describeFileError} from './text-bytes.ts'

/**
 * The byte order mark of an existing file; an empty string if it has none. Reading drops the mark, so writing restores
 * it.
 */
function readByteOrderMark(path: string): string {
  const handle = openSync(path, 'r')
  try {
    const start = Buffer.alloc(3)
    return readSync(handle, start, 0, 3, 0) === 3 && start.toString('utf8') === '\ufeff' ? '\ufeff' : ''
  } finally {
    closeSync(handle)
  }
}

/** Writes a file atomically: readers and crashes see either the old bytes or the new ones. */
export function writeFileAtomically(path: string, text: string): void {
  // Resolves links, so that the target is replaced and the link is kept.
  const target = existsSync(path) ? realpathSync(path) : resolve(path)
  const draft = join(dirname(target), `.${basename(target)}.${randomBytes(4).toString('hex')}.tmp`)
  let handle: number | undefined
  try {
    const mode = statSync(target, {throwIfNoEntry: false})?.mode
    const mark = mode === undefined ? '' : readByteOrderMark(target)
    handle = openSync(draft, 'wx', mode ?? 0o666)
    writeFileSync(handle, mark + text)
    fsyncSync(handle)
    closeSync(handle)
    handle = undefined
    renameSync(draft, target)
  } catch (error) {
    if (handle !== undefined) closeSync(handle)
    rmSync(draft, {force: true})
    throw writeError(path, error)
  }
}

/** Creates a file; `false` if it exists. */
export function createFile(path: string, text: string): boolean {
  try {
    writeFileSync(path, text, {flag: 'wx'})
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw writeError(path, error)
  }
}

/** Sets the time of the last change of a file, in milliseconds since 1970. Does nothing if there is no file. */
export function touchFile(path: string, now: number): void {
  try {
    utimesSync(path, now / 1000, now / 1000)
  } catch {
    // The file is gone, which its reader notices.
  }
}

/** Milliseconds since a file was last changed; `undefined` if there is no file. */
export function fileAge(path: string, now: number): number | undefined {
  const stat = statSync(path, {throwIfNoEntry: false})
  return stat && now - stat.mtimeMs
}

const writeError = (path: string, cause: unknown): InputError =>
  new InputError([{message: `Can't write \`${path}\`: ${describeFileError(cause)}.`, place: {source: path}}], {cause})

/** Adds text to the end of a file, which is created if it doesn't exist. */
export function appendToFile(path: string, text: string): void {
  try {
    appendFileSync(path, text)
  } catch (error) {
    throw writeError(path, error)
  }
}

/** Creates the folder of a file if it doesn't exist. */
export function createParentFolder(path: string): void {
  try {
    mkdirSync(dirname(path), {recursive: true})
  } catch (error) {
    const folder = dirname(path)
    const message = `Can't create the folder \`${folder}\`: ${describeFileError(error)}.`
    throw new InputError([{message, place: {source: folder}}], {cause: error})
  }
}

/** Renames a file, replacing one that has the new name. */
export function moveFile(from: string, to: string): void {
  try {
    renameSync(from, to)
  } catch (error) {
    throw new InputError([{message: `Can't write \`${to}\`: ${describeFileError(error)}.`, place: {source: to}}], {
      cause: error
    })
  }
}

/** Deletes a file. A missing file is not an error. */
export function removeFile(path: string): void {
  try {
    rmSync(path, {force: true})
  } catch (error) {
    throw new InputError(
      [
        {
          message: `Can't delete \`${path}\`: ${describeFileError(error)}.`,
          place: {source: path}
        }
      ],
      {cause: error}
    )
  }
}

/** Deletes a folder if it's empty. Git doesn't keep empty folders, so one would be a difference from every commit. */
export function removeEmptyFolder(path: string): void {
  if (existsSync(path) && readdirSync(path).length === 0) rmdirSync(path)
}

/** Creates a temporary folder that only its owner can enter. */
export const createTemporaryFolder = (prefix: string, parent = tmpdir()): string =>
  mkdtempSync(join(realpathSync(parent), prefix))

/** Writes a file and its folders unless the file exists. */
export function writeIfMissing(path: string, content: Uint8Array): void {
  mkdirSync(dirname(path), {recursive: true})
  if (!existsSync(path)) writeFileSync(path, content, {flag: 'wx', mode: 0o600})
}

export const removeFolder = (path: string): void => rmSync(path, {recursive: true, force: true, maxRetries: 3})
