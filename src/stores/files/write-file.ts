import {randomBytes} from 'node:crypto'
import {
  appendFileSync,
  closeSync,
  existsSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readlinkSync,
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
import {basename, dirname, join, parse, resolve, sep} from 'node:path'
import {InputError, inputError} from '../../model/input-error.ts'
import type {Git} from '../git/git.ts'
import type {Files} from './files.ts'
import {createFileError} from './text-bytes.ts'
import type {Workspace} from './workspace.ts'

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

/** The maximum number of links on one path; more are taken for a cycle. */
const MAX_LINKS = 40

/** Folders whose content isn't regular files, and whose links lead to open files. `/dev/shm` is an exception. */
const SPECIAL = /^\/(?:dev\/(?!shm(?:\/|$))|proc(?:\/|$))/

/**
 * The path with every link replaced by its target, so that a link that changes later can't lead the write elsewhere.
 * Throws for a link that came with a checkout, unless `mayFollow` allows its target.
 */
function resolveLinks({files, git}: Workspace, path: string, mayFollow: MayFollow): string {
  const whole = files.resolve(path)
  let {root: real} = parse(whole)
  const segmentsOf = (absolute: string): string[] => absolute.slice(parse(absolute).root.length).split(sep)
  const rest = segmentsOf(whole).filter(Boolean)
  for (let links = 0; rest.length > 0 && !SPECIAL.test(real); ) {
    const next = join(real, rest.shift() ?? '')
    if (!lstatSync(next, {throwIfNoEntry: false})?.isSymbolicLink()) {
      real = next
      continue
    }
    const target = resolve(real, readlinkSync(next))
    if (++links > MAX_LINKS) throw inputError(`\`${path}\` is a circle of links.`, {source: path})
    if (cameWithCheckout(git, next) && !mayFollow(git, next, target)) {
      throw inputError(
        `\`${next}\` is a link of the repository and leads to \`${target}\`, so nothing is written through it. Name a path without it.`,
        {source: path}
      )
    }
    real = parse(target).root
    rest.unshift(...segmentsOf(target).filter(Boolean))
  }
  return join(real, ...rest)
}

/**
 * Whether a link is in a checkout and git doesn't list it as untracked, so that a change can have brought it. Other
 * links belong to the machine or its user.
 */
function cameWithCheckout(git: Git, link: string): boolean {
  const folder = dirname(link)
  if (git.findCheckout(folder) === undefined) return false
  return (
    git.output(folder, ['ls-files', '--others', '-z', '--', basename(link)])?.toString('utf8') !== `${basename(link)}\0`
  )
}

/** Whether a link may be followed to its target. */
type MayFollow = (git: Git, link: string, target: string) => boolean

/** The rule for reports and pages: no link of a checkout is followed. */
const followNone: MayFollow = () => false

/** The rule for files that people keep: a link may lead to another file of its checkout. */
const staysInCheckout: MayFollow = (git, link, target) => {
  const root = git.findCheckout(dirname(link))
  if (root === undefined) return false
  const segments = target.slice(root.length).split(sep)
  return target.startsWith(join(root, sep)) && !segments.some(each => each.toLowerCase() === '.git')
}

/**
 * Writes a report or a page, atomically: readers and crashes see either the old bytes or the new ones. A pipe or a
 * device is written to. A link that came with a checkout is refused, because a change can bring one.
 */
export const writeFileAtomically = (workspace: Workspace, path: string, text: string): void =>
  replaceFile(workspace, path, text, followNone)

/** Edits a file that people keep, atomically. A link is kept, and its target is replaced if both are in one checkout. */
export const editFile = (workspace: Workspace, path: string, text: string): void =>
  replaceFile(workspace, path, text, staysInCheckout)

function replaceFile(workspace: Workspace, path: string, text: string, mayFollow: MayFollow): void {
  const target = resolveLinks(workspace, path, mayFollow)
  workspace.files.noticeWrite()
  const draft = join(dirname(target), `.${basename(target)}.${randomBytes(4).toString('hex')}.tmp`)
  change('write', path, () => {
    const stat = statSync(target, {throwIfNoEntry: false})
    if (stat && (!stat.isFile() || SPECIAL.test(target))) return appendFileSync(target, text)
    const mark = stat === undefined ? '' : readByteOrderMark(target)
    try {
      const handle = openSync(draft, 'wx', stat?.mode ?? 0o666)
      try {
        writeFileSync(handle, mark + text)
        fsyncSync(handle)
      } finally {
        closeSync(handle)
      }
      renameSync(draft, target)
    } catch (error) {
      rmSync(draft, {force: true})
      throw error
    }
  })
}

/** Creates a file; `false` if it exists. */
export function createFile(workspace: Workspace, path: string, text: string): boolean {
  workspace.files.noticeWrite()
  try {
    writeFileSync(resolveLinks(workspace, path, followNone), text, {flag: 'wx'})
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw createFileError('write', path, error)
  }
}

/** Sets the time of the last change of a file, in milliseconds since 1970. Does nothing if there is no file. */
export function touchFile(files: Files, path: string, now: number): void {
  try {
    utimesSync(files.resolve(path), now / 1000, now / 1000)
  } catch {
    // The file is gone, which its reader notices.
  }
}

/** Milliseconds since a file was last changed; `undefined` if there is no file. */
export function fileAge(files: Files, path: string, now: number): number | undefined {
  const stat = statSync(files.resolve(path), {throwIfNoEntry: false})
  return stat && now - stat.mtimeMs
}

/** Changes something on disk. Throws an `InputError` that names it if that fails. */
function change(what: string, path: string, write: () => void): void {
  try {
    write()
  } catch (cause) {
    if (cause instanceof InputError) throw cause
    throw createFileError(what, path, cause)
  }
}

/** Adds text to the end of a file, which is created if it doesn't exist. */
export function appendToFile(files: Files, path: string, text: string): void {
  files.noticeWrite()
  change('write', path, () => appendFileSync(files.resolve(path), text))
}

/** Creates the folder of a file if it doesn't exist. */
export function createParentFolder(workspace: Workspace, path: string): void {
  const folder = dirname(path)
  if (statSync(workspace.files.resolve(folder), {throwIfNoEntry: false})?.isDirectory()) return
  change('create the folder', folder, () =>
    mkdirSync(resolveLinks(workspace, folder, staysInCheckout), {recursive: true})
  )
}

/** Renames a file, replacing one that has the new name. */
export function moveFile(files: Files, from: string, to: string): void {
  files.noticeWrite()
  change('write', to, () => renameSync(files.resolve(from), files.resolve(to)))
}

/** Deletes a file. A missing file is not an error. */
export function removeFile(workspace: Workspace, path: string): void {
  workspace.files.noticeWrite()
  const target = join(resolveLinks(workspace, dirname(path), staysInCheckout), basename(path))
  change('delete', path, () => rmSync(target, {force: true}))
}

/** Deletes a folder if it's empty. Git doesn't keep empty folders, so one would be a difference from every commit. */
export function removeEmptyFolder(files: Files, path: string): void {
  files.noticeWrite()
  const whole = files.resolve(path)
  if (existsSync(whole) && readdirSync(whole).length === 0) rmdirSync(whole)
}

/** Creates a temporary folder that only its owner can enter. */
export const createTemporaryFolder = (prefix: string, parent = tmpdir()): string =>
  mkdtempSync(join(realpathSync(parent), prefix))

/** Writes a file and its folders unless the file exists. */
export function writeIfMissing(files: Files, path: string, content: Uint8Array): void {
  files.noticeWrite()
  const whole = files.resolve(path)
  mkdirSync(dirname(whole), {recursive: true})
  if (!existsSync(whole)) writeFileSync(whole, content, {flag: 'wx', mode: 0o600})
}

export const removeFolder = (path: string): void => rmSync(path, {recursive: true, force: true, maxRetries: 3})
