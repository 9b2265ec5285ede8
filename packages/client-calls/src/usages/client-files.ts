import {posix} from 'node:path'
import {InputError, inputError} from '@tenure/core/model/input-error'
import type {Files} from '@tenure/core/stores/files/files'
import type {Workspace} from '@tenure/core/stores/files/workspace'
import {listIgnoredFolders, listUnignoredFiles} from '@tenure/core/stores/git/git'
import {formatFew} from '@tenure/core/text/format-values'

/** Source files larger than this are assumed to be generated: 4 MiB. */
const MAX_FILE_SIZE = 4 * 1024 * 1024

/** The source files of a client, and the files that were skipped. */
export interface ClientFiles {
  /** TypeScript and JavaScript files, sorted. */
  readonly paths: readonly string[]
  readonly unread: {readonly path: string; readonly why: string}[]
  /** Folders of third-party or generated code, and minified files, that exist but aren't read. */
  readonly skipped: readonly string[]
  has(path: string): boolean
  /** `undefined` if there is no such file or it can't be read. */
  read(path: string): string | undefined
  /** Package folders by the package name in their `package.json`. */
  readonly packages: ReadonlyMap<string, string>
}

const CODE = /(?<!\.d)\.(?:[cm]?[jt]s|[jt]sx)$/
/** Paths of third-party and generated code, which is skipped. */
const SKIPPED =
  /(?:^|\/)(?:node_modules|bower_components|dist|build|coverage|\.git|\.next|\.nuxt|\.output|\.turbo|\.yarn|vendor)(?:\/|$)/
const MINIFIED = /\.(?:min|bundle|chunk)\.[cm]?js$/

/**
 * Lists the code below a folder, or takes a single file. In a git repository, the files that git tracks or would track;
 * elsewhere, every file.
 */
export function listClientFiles(workspace: Workspace, location: string, limit = MAX_FILE_SIZE): ClientFiles {
  if (!workspace.files.exists(location))
    throw inputError(`There is no file or folder \`${location}\`. Name a folder of client code.`, {
      source: location
    })
  const top = posix.normalize(location.replaceAll('\\', '/')).replace(/(?<=.)\/$/, '')
  const listed = workspace.files.isFolder(location) ? listUnignoredFiles(workspace.git, location) : undefined
  // A folder that git ignores is read if it is named explicitly.
  const isListed = listed !== undefined && listed.length > 0
  const below = isListed
    ? listed
    : workspace.files.isFolder(location)
      ? workspace.files.listFilesBelow(location, name => !SKIPPED.test(name))
      : undefined
  const all = below?.map(each => (top === '.' ? each : posix.join(top, each))) ?? [top]
  const start = top === '.' ? 0 : top.length
  const known = new Set(all)
  const wanted = all
    .filter(path => CODE.test(path) && !SKIPPED.test(path.slice(start)) && !(below && MINIFIED.test(path)))
    .toSorted(inOrder)
  const skipped = below
    ? listSkipped(workspace, location, below, isListed).map(each => (top === '.' ? each : posix.join(top, each)))
    : []
  if (wanted.length === 0) {
    const [first] = skipped
    const passed = first === undefined ? '' : ` (passed over, unless it is named: ${formatFew(skipped)})`
    throw inputError(
      `There is no TypeScript or JavaScript in \`${location}\`${passed}. Name the code of a client.`,
      {source: location},
      ...(first === undefined ? [] : [`tenure usages ${first}`])
    )
  }
  const left: {path: string; why: string}[] = []
  const seen = new Map<string, boolean>()
  const has = (path: string): boolean => {
    if (known.has(path)) return true
    // Below the folder, only listed files exist; imports from outside it are looked up on disk.
    if (below && (top === '.' ? !path.startsWith('../') : path.startsWith(`${top}/`))) return false
    const answer = seen.get(path) ?? (!SKIPPED.test(path) && workspace.files.isFile(path))
    seen.set(path, answer)
    return answer
  }
  const read = (path: string): string | undefined => {
    try {
      return workspace.files.readText(path, limit)
    } catch (error) {
      if (!(error instanceof InputError)) throw error
      if (left.every(each => each.path !== path)) left.push({path, why: error.problems[0]?.message ?? error.message})
      return undefined
    }
  }
  return {
    paths: wanted,
    unread: left,
    skipped,
    has,
    read,
    packages: findPackages(
      all.filter(path => !SKIPPED.test(path.slice(start))),
      read
    )
  }
}

/** The skipped folders and files below a folder, relative to that folder. */
function listSkipped(workspace: Workspace, location: string, paths: readonly string[], isListed: boolean): string[] {
  const own = paths.filter(path => !SKIPPED.test(path))
  const folders = new Set([''])
  for (const path of own)
    for (let folder = posix.dirname(path); folder !== '.' && !folders.has(folder); folder = posix.dirname(folder))
      folders.add(folder)
  const named = [...folders].flatMap(folder =>
    workspace.files
      .listFolder(posix.join(location, folder))
      .filter(
        name => name !== '.git' && SKIPPED.test(name) && workspace.files.isFolder(posix.join(location, folder, name))
      )
      .map(name => posix.join(folder, name))
  )
  const ignored = (isListed ? listIgnoredFolders(workspace.git, location) : []).filter(
    each => !SKIPPED.test(each) && containsCode(workspace.files, posix.join(location, each))
  )
  const packed = own.filter(path => CODE.test(path) && MINIFIED.test(path))
  return [...named, ...ignored, ...packed].toSorted(inOrder)
}

function containsCode(files: Files, folder: string): boolean {
  let isFound = false
  try {
    files.listFilesBelow(folder, name => {
      isFound ||= CODE.test(name)
      return !isFound
    })
  } catch (error) {
    // The folder can't be read, such as the data folder of a database. It holds no client code.
    if (!(error instanceof InputError)) throw error
  }
  return isFound
}

const inOrder = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

function findPackages(paths: readonly string[], read: (path: string) => string | undefined): Map<string, string> {
  const found = new Map<string, string>()
  for (const path of paths) {
    if (posix.basename(path) !== 'package.json') continue
    const name = /"name"\s*:\s*"([^"\\]+)"/.exec(read(path) ?? '')?.[1]
    if (name !== undefined) found.set(name, posix.dirname(path))
  }
  return found
}
