import {createHash} from 'node:crypto'
import {posix} from 'node:path'
import {inputError} from '../../model/input-error.ts'
import {type FileSet, isFileSet, isSearched, MAX_SET_FILES, parseFileSet} from '../file-set.ts'
import type {Commit, Git} from './git.ts'
import type {Blob, GitObject, KnownFolder} from './git-answer.ts'
import {readBlobs, readObjects} from './objects.ts'

/** A path in a commit. */
export type CommitPath = Pick<Commit, 'id' | 'path'>

/**
 * The entry at each path, from one git process. Folders are listed, but no file is read. A path with `**` has one entry,
 * whose ID depends on the names and IDs of all files that it stands for.
 */
export function findBlobs(git: Git, root: string, commitPaths: readonly CommitPath[]): (Blob | undefined)[] {
  const sets = commitPaths.map(({path}) => parseFileSet(path))
  if (sets.some(Boolean)) {
    const several = commitPaths.flatMap((each, index) => (sets[index] ? {...each, set: sets[index]} : []))
    const found = findSets(git, root, several)
    const single = commitPaths.filter((_, index) => !sets[index])
    const others = findBlobs(git, root, single)
    return sets.map(set => (set ? found.shift() : others.shift()))
  }
  const above = commitPaths.map(({id, path}) => ({id, path: folderOf(path)}))
  const folders = readFolders(git, root, above)
  return commitPaths.map(({path}, index) => withoutFolder(folders[index]?.get(posix.basename(path))))
}

/** The entry at a path of a commit; `undefined` if there is none, or a folder. */
export const findBlob = (git: Git, root: string, id: string, path: string): Blob | undefined =>
  findBlobs(git, root, [{id, path}])[0]

/** Reads the files at these paths in all compared commits together, so that git needn't be asked for each of them. */
export function readAhead(git: Git, root: string, paths: readonly string[]): void {
  const single = paths.filter(path => !isFileSet(path))
  const all = [...git.comparedCommits(root)].flatMap(id => single.map(path => ({id, path})))
  const found = findBlobs(git, root, all).flatMap(blob => (blob?.kind === 'file' ? blob : []))
  readBlobs(git, root, found)
}

/** Lists the files of sets folder by folder, and equal folders of several commits once, by their IDs. */
function findSets(
  git: Git,
  root: string,
  sets: readonly (CommitPath & {readonly set: FileSet})[]
): (Blob | undefined)[] {
  const files = sets.map((): string[] => [])
  const known = new Map<string, ReadonlyMap<string, Blob>>()
  let open = sets.map(({id, set}, at) => ({at, path: set.folder, name: `${id}:${set.folder}`}))
  for (let count = 0; open.length > 0; count += open.length) {
    const unread = [...new Set(open.map(({name}) => name))].filter(name => !known.has(name))
    const width = (sets[0]?.id.length ?? 0) / 2
    for (const [index, object] of readObjects(git, root, unread).entries())
      known.set(unread[index] ?? '', object?.kind === 'tree' ? entriesIn(object.content, width) : new Map())
    open = open.flatMap(({at, path, name}) =>
      [...(known.get(name) ?? [])].flatMap(([entry, {id, kind}]) => {
        const inside = posix.join(path, entry)
        if (kind === 'folder') return isSearched(entry) ? [{at, path: inside, name: id}] : []
        if (kind !== 'submodule' && sets[at]?.set.fits(inside)) files[at]?.push(`${inside}\0${id}`)
        return []
      })
    )
    if (count > MAX_SET_FILES * sets.length)
      throw inputError(`\`${sets[0]?.path}\` searches more than ${MAX_SET_FILES} folders. Name a folder with fewer.`)
  }
  return files.map(list => {
    if (list.length === 0) return undefined
    return {id: createHash('sha256').update(list.toSorted().join('\n')).digest('hex'), kind: 'file'}
  })
}

/** The entry at a path and the time of the commit in seconds since 1970. */
export function readBlobAndTime(
  git: Git,
  root: string,
  {id, path}: CommitPath
): {readonly blob: Blob | undefined; readonly time: number} {
  if (isFileSet(path))
    return {
      blob: findBlob(git, root, id, path),
      time: timeOf(readObjects(git, root, [id])[0]) ?? Number.NaN
    }
  const folders = [folderOf(path), ''].map(each => ({id, path: each}))
  const [folder, top] = openFolders(git, root, folders)
  const time = top?.time ?? timeOf(readObjects(git, root, [id])[0])
  return {blob: withoutFolder(folder?.entries?.get(posix.basename(path))), time: time ?? Number.NaN}
}

const folderOf = (path: string): string => (path.includes('/') ? posix.dirname(path) : '')

const withoutFolder = (blob: Blob | undefined): Blob | undefined => (blob?.kind === 'folder' ? undefined : blob)

/** The time of a commit, in seconds since 1970; `undefined` for other objects. */
function timeOf(object: GitObject | undefined): number | undefined {
  const [, time] = object?.kind === 'commit' ? (COMMIT_TIME.exec(object.content.toString('utf8')) ?? []) : []
  return time === undefined ? undefined : Number(time)
}

const COMMIT_TIME = /^committer .*> (\d+) [-+]\d+$/m

/** The entries of folders, where the root is the empty path; `undefined` for each that isn't a folder. */
export const readFolders = (
  git: Git,
  root: string,
  folders: readonly CommitPath[]
): (ReadonlyMap<string, Blob> | undefined)[] => openFolders(git, root, folders).map(({entries}) => entries)

/** The number of root folders up to which the times of their commits are read as well. */
const FEW_COMMITS = 16

function openFolders(git: Git, root: string, folders: readonly CommitPath[]): KnownFolder[] {
  const nameOf = ({id, path}: CommitPath): string => `${id}:${path}`
  const asked = folders.map(folder => git.knownFolder(`${root}\0${nameOf(folder)}`))
  if (asked.every(({isRead}) => isRead)) return asked
  const compared = git.comparedCommits(root)
  const paths = new Set(folders.filter(({id}) => compared.has(id)).map(({path}) => path))
  // Folders of one commit that is compared are asked for in the others next.
  const ahead = [...paths].flatMap(path => [...compared].map(id => ({id, path})))
  const named = new Map([...folders, ...ahead].map(folder => [nameOf(folder), folder]))
  const all = [...named].map(([name, folder]) => ({...folder, name, known: git.knownFolder(`${root}\0${name}`)}))
  for (const {id, path, known} of all) known.isRead ||= isMissing(git, root, {id, path})
  const unread = all.filter(({known}) => !known.isRead)
  const knownOf = new Map(all.map(({name, known}) => [name, known]))
  const tops = unread.filter(({name}) => name.endsWith(':'))
  const timed = tops.length <= FEW_COMMITS ? tops : []
  const objects = readObjects(git, root, [...unread.map(({name}) => name), ...timed.map(({id}) => id)])
  for (const [index, {id, name, known}] of unread.entries()) {
    const object = objects[index]
    known.entries = object?.kind === 'tree' ? entriesIn(object.content, id.length / 2) : undefined
    // Other folders are read again: a missing object may be fetched meanwhile, and a name that is no commit ID may get
    // another meaning.
    known.isRead = object !== undefined && /^(?:[0-9a-f]{40}|[0-9a-f]{64}):/.test(name)
  }
  for (const [index, {known}] of timed.entries()) known.time = timeOf(objects[unread.length + index])
  return folders.map(folder => knownOf.get(nameOf(folder)) ?? {isRead: false})
}

/** Whether the folder that a path is in was read, and has no folder of that name. */
function isMissing(git: Git, root: string, {id, path}: CommitPath): boolean {
  if (path === '') return false
  const parent = git.knownFolder(`${root}\0${id}:${folderOf(path)}`)
  return parent.isRead && parent.entries !== undefined && parent.entries.get(posix.basename(path))?.kind !== 'folder'
}

/** Parses a tree object of git: mode, space, name, zero byte, and `width` bytes of id. */
function entriesIn(tree: Buffer, width: number): Map<string, Blob> {
  const entries = new Map<string, Blob>()
  for (let at = 0; at < tree.length; ) {
    const space = tree.indexOf(32, at)
    const end = tree.indexOf(0, space)
    if (space === -1 || end === -1) break
    const mode = tree.toString('latin1', at, space)
    const id = tree.toString('hex', end + 1, end + 1 + width)
    const kind = KINDS[mode.slice(0, -3)]
    if (kind) entries.set(tree.toString('utf8', space + 1, end), {id, kind})
    at = end + 1 + width
  }
  return entries
}

const KINDS: Readonly<Record<string, Blob['kind']>> = {'100': 'file', '120': 'link', '160': 'submodule', '40': 'folder'}

/** The ids of objects at these paths in these commits that aren't in the clone. Nothing is fetched. */
export function findMissingObjects(git: Git, root: string, commitPaths: readonly CommitPath[]): ReadonlySet<string> {
  const commits = new Set(commitPaths.map(({id}) => id))
  const paths = new Set(commitPaths.map(({path}) => path))
  const query = `${[...commits, '--', ...paths].join('\n')}\n`
  const args = ['rev-list', '--objects', '--no-walk', '--missing=print', '--stdin']
  return new Set(git.list(root, args, query).flatMap(each => (each.startsWith('?') ? [each.slice(1)] : [])))
}
