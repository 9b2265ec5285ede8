import {posix} from 'node:path'
import {ask, type Blob, objectsOf} from './git.ts'

/** What is asked of a repository: a path in a commit. */
export interface Spot {
  readonly commit: string
  readonly path: string
}

/** What stands at each path, by one question to git: the folders are listed, no file is read. */
export function blobsAt(root: string, spots: readonly Spot[]): (Blob | undefined)[] {
  const folderOf = ({path}: Spot): string => (path.includes('/') ? posix.dirname(path) : '')
  const folders = listed(
    root,
    spots.map(spot => ({commit: spot.commit, path: folderOf(spot)}))
  )
  return spots.map((spot, index) => folders[index]?.get(posix.basename(spot.path)))
}

/** What stands at a path, and when the commit was made, in seconds, by one question to git. */
export function spotAt(root: string, {commit, path}: Spot): {readonly blob: Blob | undefined; readonly time: number} {
  const folder = path.includes('/') ? posix.dirname(path) : ''
  const [made, tree] = objectsOf(root, [commit, `${commit}:${folder}`])
  const time = Number(/^committer .*> (\d+) [-+]\d+$/m.exec(made?.content.toString('utf8') ?? '')?.[1])
  const entries = tree?.kind === 'tree' ? entriesIn(tree.content, commit.length / 2) : undefined
  return {blob: entries?.get(posix.basename(path)), time}
}

/** What stands in folders (the root is the empty path) beside other folders; `undefined` where there is no folder. */
export function listed(
  root: string,
  folders: readonly Spot[],
  kinds: Kinds = KINDS
): (ReadonlyMap<string, Blob> | undefined)[] {
  const nameOf = ({commit, path}: Spot): string => `${commit}:${path}`
  const names = [...new Set(folders.map(nameOf))]
  const width = (folders[0]?.commit.length ?? 40) / 2
  const trees = new Map(
    objectsOf(root, names).map((object, index) => [
      names[index],
      object?.kind === 'tree' ? entriesIn(object.content, width, kinds) : undefined
    ])
  )
  return folders.map(folder => trees.get(nameOf(folder)))
}

/** A tree as git keeps it: mode, space, name, a zero, and the id in so many bytes. */
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
/** Folders in folders, too. */
export const WITH_FOLDERS: Kinds = {...KINDS, '40': 'folder'}

/** The ids of what stands at the paths in the commits, but is not in this clone. Nothing is fetched. */
export function absentFrom(root: string, spots: readonly Spot[]): ReadonlySet<string> {
  const commits = new Set(spots.map(({commit}) => commit))
  const paths = new Set(spots.map(({path}) => path))
  const asked = `${[...commits, '--', ...paths].join('\n')}\n`
  const args = ['rev-list', '--objects', '--no-walk', '--missing=print', '--stdin']
  const list = ask(root, args, asked)?.toString('utf8') ?? ''
  return new Set(list.split('\n').flatMap(each => (each.startsWith('?') ? [each.slice(1)] : [])))
}
