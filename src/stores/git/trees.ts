import {posix} from 'node:path'
import type {Blob, Git, KnownFolder} from './git.ts'
import {readObjects} from './objects.ts'

/** A path in a commit. */
export interface CommitPath {
  readonly commit: string
  readonly path: string
}

/** The entry at each path, from one git process. Folders are listed, but no file is read. */
export function findBlobs(git: Git, root: string, commitPaths: readonly CommitPath[]): (Blob | undefined)[] {
  const folderOf = ({path}: CommitPath): string => (path.includes('/') ? posix.dirname(path) : '')
  const folders = readFolders(
    git,
    root,
    commitPaths.map(commitPath => ({commit: commitPath.commit, path: folderOf(commitPath)}))
  )
  return commitPaths.map((commitPath, index) => folders[index]?.get(posix.basename(commitPath.path)))
}

/** The entry at a path and the time of the commit in seconds since 1970, from one git process. */
export function readBlobAndTime(
  git: Git,
  root: string,
  {commit, path}: CommitPath
): {readonly blob: Blob | undefined; readonly time: number} {
  const folder = path.includes('/') ? posix.dirname(path) : ''
  const [made, tree] = readObjects(git, root, [commit, `${commit}:${folder}`])
  const time = Number(/^committer .*> (\d+) [-+]\d+$/m.exec(made?.content.toString('utf8') ?? '')?.[1])
  const entries = tree?.kind === 'tree' ? entriesIn(tree.content, commit.length / 2) : undefined
  return {blob: entries?.get(posix.basename(path)), time}
}

/**
 * The entries of folders, without their subfolders by default (the root is the empty path); `undefined` for each that
 * isn't a folder.
 */
export function readFolders(
  git: Git,
  root: string,
  folders: readonly CommitPath[],
  kinds: Kinds = KINDS
): (ReadonlyMap<string, Blob> | undefined)[] {
  const nameOf = ({commit, path}: CommitPath): string => `${commit}:${path}`
  const knownOf = (name: string): KnownFolder => git.knownFolder(`${root}\0${kinds === KINDS}\0${name}`)
  const all = new Map(folders.map(folder => [nameOf(folder), knownOf(nameOf(folder))]))
  const names = [...all].flatMap(([name, known]) => (known.isRead ? [] : [name]))
  const width = (folders[0]?.commit.length ?? 40) / 2
  for (const [index, object] of readObjects(git, root, names).entries()) {
    const known = all.get(names[index] ?? '')
    if (!known) continue
    known.entries = object?.kind === 'tree' ? entriesIn(object.content, width, kinds) : undefined
    // What is missing may be fetched meanwhile, and a name that is no id may get another meaning.
    known.isRead = object !== undefined && /^(?:[0-9a-f]{40}|[0-9a-f]{64}):/.test(names[index] ?? '')
  }
  return folders.map(folder => all.get(nameOf(folder))?.entries)
}

/** Parses a tree object of git: mode, space, name, zero byte, and `width` bytes of id. */
function entriesIn(tree: Buffer, width: number, kinds: Kinds = KINDS): Map<string, Blob> {
  const entries = new Map<string, Blob>()
  for (let at = 0; at < tree.length; ) {
    const space = tree.indexOf(32, at)
    const end = tree.indexOf(0, space)
    if (space === -1 || end === -1) break
    const mode = tree.toString('latin1', at, space)
    const id = tree.toString('hex', end + 1, end + 1 + width)
    const kind = kinds[mode.slice(0, -3)]
    if (kind) entries.set(tree.toString('utf8', space + 1, end), {id, kind})
    at = end + 1 + width
  }
  return entries
}

type Kinds = Readonly<Record<string, Blob['kind']>>
const KINDS: Kinds = {'100': 'file', '120': 'link', '160': 'submodule'}
/** Includes subfolders. */
export const WITH_FOLDERS: Kinds = {...KINDS, '40': 'folder'}

/** The ids of objects at these paths in these commits that aren't in the clone. Nothing is fetched. */
export function findMissingObjects(git: Git, root: string, commitPaths: readonly CommitPath[]): ReadonlySet<string> {
  const commits = new Set(commitPaths.map(({commit}) => commit))
  const paths = new Set(commitPaths.map(({path}) => path))
  const query = `${[...commits, '--', ...paths].join('\n')}\n`
  const args = ['rev-list', '--objects', '--no-walk', '--missing=print', '--stdin']
  const list = git.output(root, args, query)?.toString('utf8') ?? ''
  return new Set(list.split('\n').flatMap(each => (each.startsWith('?') ? [each.slice(1)] : [])))
}
