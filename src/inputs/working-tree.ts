import {dirname, sep} from 'node:path'
import {isServerCode} from '../languages/languages.ts'
import type {Files} from '../stores/files/files.ts'
import type {Workspace} from '../stores/files/workspace.ts'
import {type Git, isTracked} from '../stores/git/git.ts'

/**
 * Whether the description differs from the last commit; untracked files do. For server code, any changed file counts.
 */
export function isChanged(git: Git, root: string, path: string): boolean {
  const {status} = git.run(root, ['diff', '--quiet', 'HEAD', ...(isServerCode(path) ? [] : ['--', path])])
  return status === 1 || git.output(root, ['ls-files', '--error-unmatch', '--', path]) === undefined
}

/**
 * Whether a file that a description refers to differs from the last commit. Ignored files don't count, because they are
 * never committed.
 */
export function isAnyChanged(workspace: Workspace, root: string, files: readonly string[]): boolean {
  const paths = files.flatMap(file => pathInRepository(workspace.files, root, file) ?? [])
  if (paths.length === 0) return false
  if (workspace.git.run(root, ['diff', '--quiet', 'HEAD', '--', ...paths]).status === 1) return true
  const untracked = workspace.git.output(root, ['ls-files', '-z', '--others', '--exclude-standard', '--', ...paths])
  return untracked !== undefined && untracked.length > 0
}

export function isIgnored(git: Git, root: string, path: string): boolean {
  const found = git.output(root, ['ls-files', '-z', '--others', '--ignored', '--exclude-standard', '--', path])
  return found !== undefined && found.length > 0
}

/**
 * The path of a file relative to the root of the repository, without resolving links below the root; `undefined` if it
 * is outside.
 */
export function pathInRepository(files: Files, root: string, file: string): string | undefined {
  const top = files.realPath(root)
  const whole = files.resolve(file)
  const inside = foldersTo(whole).find(folder => files.realPath(folder) === top)
  return inside === undefined ? undefined : files.relative(inside, whole).split(sep).join('/')
}

/** Whether a path is in the repository of the working directory, where a change can write it. */
export function isInCheckout({files, git}: Workspace, path: string): boolean {
  const root = git.output('.', ['rev-parse', '--show-toplevel'])?.toString('utf8').trim() ?? '.'
  return [path, files.realPath(path)].some(
    each => isTracked(git, each) || pathInRepository(files, root, each) !== undefined
  )
}

/** The path and its parent folders, the topmost first. */
function foldersTo(path: string): string[] {
  const folders: string[] = []
  for (let folder = path; ; folder = dirname(folder)) {
    folders.unshift(folder)
    if (dirname(folder) === folder) return folders
  }
}
