import {posix} from 'node:path'
import type {DescriptionSummary} from '../../descriptions/description.ts'
import {summarizeIfDescription} from '../../descriptions/readers.ts'
import {SPEC_LIMIT} from '../../documents/read-document.ts'
import {canBeDescription} from '../../languages/languages.ts'
import {ignoreInputErrors} from '../../model/input-error.ts'
import type {Files} from '../../stores/files/files.ts'
import type {Workspace} from '../../stores/files/workspace.ts'
import {listUnignoredFiles} from '../../stores/git/git.ts'

/** Folders of installed packages, whose descriptions aren't APIs of the project. */
const INSTALLED = /(?:^|\/)(?:node_modules|bower_components|vendor|third[-_]party|site-packages|\.git|\.venv|venv)\//i
const MAX_FOLDERS = 20_000

/**
 * The files of the project below the working directory, with slashes: those that git doesn't ignore, else all but those
 * in hidden folders. What is installed is left out.
 */
export function listProjectFiles(workspace: Workspace): string[] {
  const files = listUnignoredFiles(workspace.git, '.') ?? walk(workspace.files)
  return files.filter(path => !INSTALLED.test(path)).toSorted((a, b) => (a < b ? -1 : 1))
}

function walk(disk: Files): string[] {
  const files: string[] = []
  const folders = ['']
  for (let at = 0; at < Math.min(folders.length, MAX_FOLDERS); at++) {
    const folder = folders[at] ?? ''
    for (const name of readNames(disk, folder || '.')) {
      const path = posix.join(folder, name)
      if (!disk.isFolder(path)) files.push(path)
      else if (!name.startsWith('.') && !INSTALLED.test(`${name}/`) && !disk.isLink(path)) folders.push(path)
    }
  }
  return files
}

/** The names in a folder. Empty if it can't be read. */
function readNames(files: Files, folder: string): string[] {
  return ignoreInputErrors(() => files.listFolder(folder), [])
}

/** Finds the API descriptions among the files of a project by their content, whatever their names are. */
export function findDescriptions(disk: Files, files: readonly string[]): DescriptionSummary[] {
  const found = files.flatMap(path => summarizeFile(disk, path) ?? [])
  // A file and the links to it are one description.
  const real = found.map(({path}) => disk.realPath(path))
  const isFirst = (path: string, at: number): boolean =>
    disk.isLink(path)
      ? real.indexOf(real[at] ?? '') === at &&
        !found.some((other, index) => real[index] === real[at] && !disk.isLink(other.path))
      : true
  return found.filter(({path}, at) => isFirst(path, at))
}

const HEAD_BYTES = 4096

/** Summarizes a file if it is a description. */
export function summarizeFile(files: Files, path: string): DescriptionSummary | undefined {
  if (!canBeDescription(path)) return undefined
  const head = files.readFirstBytes(path, HEAD_BYTES)
  if (!head) return undefined
  return ignoreInputErrors(() =>
    summarizeIfDescription(path, head.toString('utf8'), () => files.readBytes(path, SPEC_LIMIT))
  )
}
