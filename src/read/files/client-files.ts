import {posix} from 'node:path'
import {InputError, refuse} from '../../model/input-error.ts'
import {sayFew} from '../../text/format-values.ts'
import {ignoredFolders, listedFiles} from '../git/git.ts'
import {filesBelow, isFile, isFolder, isThere, namesIn, readText} from './file-system.ts'

/** More than so many bytes are written by machines: 4 MiB. */
const LONGEST_FILE = 4 * 1024 * 1024

/** The files of a client, and what was left out of them. */
export interface ClientFiles {
  /** Files of TypeScript and JavaScript, in order. */
  readonly paths: readonly string[]
  readonly left: {readonly path: string; readonly why: string}[]
  /** Folders that others wrote or that are made, and minified files, which are there and were passed over. */
  readonly skipped: readonly string[]
  has(path: string): boolean
  /** Nothing where there is no such file, or none that may be read. */
  read(path: string): string | undefined
  /** Folders of packages by the names that these give themselves. */
  readonly packages: ReadonlyMap<string, string>
}

const CODE = /(?<!\.d)\.(?:[cm]?[jt]s|[jt]sx)$/
/** What others wrote, or what is made of the rest. */
const SKIPPED =
  /(?:^|\/)(?:node_modules|bower_components|dist|build|coverage|\.git|\.next|\.nuxt|\.output|\.turbo|\.yarn|vendor)(?:\/|$)/
const PACKED = /\.(?:min|bundle|chunk)\.[cm]?js$/

/**
 * Lists the code below a folder, or is one file. In a git repository, what git tracks or would track; else all that is
 * there.
 */
export function clientFiles(given: string, limit = LONGEST_FILE): ClientFiles {
  if (!isThere(given))
    throw refuse(`Unexpected path \`${given}\`, expected a folder of client code that is there`, {source: given})
  const top = posix.normalize(given.replaceAll('\\', '/')).replace(/(?<=.)\/$/, '')
  const listed = isFolder(given) ? listedFiles(given) : undefined
  // A folder that git ignores is read when it is named.
  const isListed = listed !== undefined && listed.length > 0
  const below = isListed ? listed : isFolder(given) ? filesBelow(given, name => !SKIPPED.test(name)) : undefined
  const all = below?.map(each => (top === '.' ? each : posix.join(top, each))) ?? [top]
  const start = top === '.' ? 0 : top.length
  const known = new Set(all)
  const wanted = all
    .filter(path => CODE.test(path) && !SKIPPED.test(path.slice(start)) && !(below && PACKED.test(path)))
    .toSorted(inOrder)
  const skipped = below
    ? skippedIn(given, below, isListed).map(each => (top === '.' ? each : posix.join(top, each)))
    : []
  if (wanted.length === 0) {
    const [first] = skipped
    const passed = first === undefined ? '' : ` (passed over, unless it is named: ${sayFew(skipped)})`
    throw refuse(
      `Unexpected ${below ? 'folder' : 'file'} \`${given}\` without TypeScript or JavaScript, expected the code of a client${passed}`,
      {source: given},
      ...(first === undefined ? [] : [`tenure usages ${first}`])
    )
  }
  const left: {path: string; why: string}[] = []
  const seen = new Map<string, boolean>()
  const has = (path: string): boolean => {
    if (known.has(path)) return true
    // What is listed is all there is below the folder; what is imported from beside it is looked up.
    if (below && (top === '.' ? !path.startsWith('../') : path.startsWith(`${top}/`))) return false
    const answer = seen.get(path) ?? (!SKIPPED.test(path) && isFile(path))
    seen.set(path, answer)
    return answer
  }
  const read = (path: string): string | undefined => {
    try {
      return readText(path, limit)
    } catch (error) {
      if (!(error instanceof InputError)) throw error
      if (left.every(each => each.path !== path)) left.push({path, why: error.problems[0]?.message ?? error.message})
      return undefined
    }
  }
  return {
    paths: wanted,
    left,
    skipped,
    has,
    read,
    packages: packagesIn(
      all.filter(path => !SKIPPED.test(path.slice(start))),
      read
    )
  }
}

/** What is there below a folder and was passed over, by paths from that folder. */
function skippedIn(given: string, paths: readonly string[], isListed: boolean): string[] {
  const own = paths.filter(path => !SKIPPED.test(path))
  const folders = new Set([''])
  for (const path of own)
    for (let folder = posix.dirname(path); folder !== '.' && !folders.has(folder); folder = posix.dirname(folder))
      folders.add(folder)
  const named = [...folders].flatMap(folder =>
    namesIn(posix.join(given, folder))
      .filter(name => name !== '.git' && SKIPPED.test(name) && isFolder(posix.join(given, folder, name)))
      .map(name => posix.join(folder, name))
  )
  const ignored = (isListed ? ignoredFolders(given) : []).filter(
    each => !SKIPPED.test(each) && holdsCode(posix.join(given, each))
  )
  const packed = own.filter(path => CODE.test(path) && PACKED.test(path))
  return [...named, ...ignored, ...packed].toSorted(inOrder)
}

function holdsCode(folder: string): boolean {
  let isFound = false
  try {
    filesBelow(folder, name => {
      isFound ||= CODE.test(name)
      return !isFound
    })
  } catch (error) {
    // The data of another program, as of a database: nothing that somebody would have read.
    if (!(error instanceof InputError)) throw error
  }
  return isFound
}

const inOrder = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

function packagesIn(paths: readonly string[], read: (path: string) => string | undefined): Map<string, string> {
  const found = new Map<string, string>()
  for (const path of paths) {
    if (posix.basename(path) !== 'package.json') continue
    const name = /"name"\s*:\s*"([^"\\]+)"/.exec(read(path) ?? '')?.[1]
    if (name !== undefined) found.set(name, posix.dirname(path))
  }
  return found
}
