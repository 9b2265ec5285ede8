import {posix} from 'node:path'
import {isFileSet, pathspecOf} from '../file-set.ts'
import {type Commit, type Git, listCommits, type Repository} from './git.ts'
import {findBlob, findBlobs} from './trees.ts'

/** The maximum number of renames of a file that are followed. */
const MAX_RENAMES = 10

/** The commit before a change, and that after it; without it, the files on disk are the change. */
export type ChangeRange = readonly [before: string, after?: string]

/** The files that a change renamed or deleted; those that it only rewrote in another place are renamed. */
export interface LostFiles {
  readonly renamed: readonly {readonly from: string; readonly to: string}[]
  readonly deleted: readonly string[]
}

/** The files that a change renamed or deleted; `undefined` if git can't tell, as without all contents in the clone. */
export function listLostFiles(git: Git, root: string, [before, after]: ChangeRange): LostFiles | undefined {
  const options = ['-M', '-z', '--name-status', '--diff-filter=DR', before]
  const diff = git.output(root, after === undefined ? ['diff', ...options] : ['diff-tree', '-r', ...options, after])
  if (!diff) return undefined
  const [renamed, deleted]: [{from: string; to: string}[], string[]] = [[], []]
  const fields = diff.toString('utf8').split('\0').values()
  for (const status of fields) {
    const [from, to] = status === '' ? [] : [fields.next().value, status === 'D' ? undefined : fields.next().value]
    if (from !== undefined && to !== undefined) renamed.push({from, to})
    else if (from !== undefined) deleted.push(from)
  }
  return {renamed, deleted}
}

/** How a file is followed back: what lists its commits at one path, and what finds the path before the first of them. */
export interface FollowOptions {
  readonly list?: (git: Git, at: Repository) => Commit[]
  readonly findPathBefore?: (git: Git, root: string, range: Required<ChangeRange>, path: string) => string | undefined
}

/** The commits on the branch's first-parent line that changed a file or folder, oldest first, back across renames. */
export function followRenames(git: Git, at: Repository, options: FollowOptions = {}, moves = MAX_RENAMES): Commit[] {
  const {list = listCommits, findPathBefore = findRenamedFrom} = options
  const {root} = at
  const commits = list(git, at)
  const [first] = commits
  if (first?.parent === undefined || moves === 0) return commits
  const path = findPathBefore(git, root, [first.parent, first.id], at.path)
  if (path === undefined) return commits
  return [...followRenames(git, {root, branch: first.parent, path}, options, moves - 1), ...commits]
}

/** The path from which a file was renamed, or the folder of a `service.yaml`; `undefined` if it wasn't. */
function findRenamedFrom(git: Git, root: string, range: ChangeRange, path: string): string | undefined {
  const {renamed = []} = listLostFiles(git, root, range) ?? {}
  const isIn = (folder: string, file: string): boolean => file === posix.join(folder, 'service.yaml')
  const found = renamed.find(({from, to}) => to === path || (isIn(path, to) && isIn(posix.dirname(from), from)))
  return found && (found.to === path ? found.from : posix.dirname(found.from))
}

/** The commits that changed the first of these paths with a history on the branch; empty if none has one. */
export function listCommitsAcrossRenames(git: Git, root: string, branch: string, paths: readonly string[]): Commit[] {
  for (const path of paths) {
    const commits = followForward(git, {root, branch, path})
    if (commits.length > 0) return commits
  }
  return []
}

/** The commits that changed a description, also those after its file was renamed. */
function followForward(git: Git, at: Repository): Commit[] {
  const {root, branch} = at
  let commits = withoutEqual(git, root, at.path, followRenames(git, at))
  for (let move = 0; move < MAX_RENAMES; move++) {
    const last = commits.at(-1)
    if (!last || findBlob(git, root, last.id, last.path)) return commits
    const lost = last.parent === undefined ? undefined : listLostFiles(git, root, [last.parent, last.id])
    const path = lost?.renamed.find(({from}) => from === last.path)?.to
    const later = path === undefined ? [] : listCommits(git, {root, branch, path})
    if (later.length === 0) return commits
    commits = [...commits.slice(0, -1), ...later]
  }
  return commits
}

/** Without the commits that changed the folder of a set, but none of its files. */
function withoutEqual(git: Git, root: string, path: string, commits: Commit[]): Commit[] {
  if (!isFileSet(path)) return commits
  const blobs = findBlobs(git, root, commits)
  return commits.filter((_, at) => blobs[at]?.id !== (at === 0 ? undefined : blobs[at - 1]?.id))
}

/**
 * The commits on a first-parent line from the first of `own` on, or those of them that changed these paths, each with
 * the path of the file at that time.
 */
export function listCommitsSince(
  git: Git,
  root: string,
  {branch, paths = [], times}: {branch: string; paths?: readonly string[]; times?: ReadonlyMap<string, number>},
  own: readonly Commit[]
): Commit[] {
  const known = new Map(own.map(each => [each.id, each.path]))
  const below = paths.length === 0 ? [] : ['--', ...paths.map(pathspecOf)]
  let path: string | undefined
  return git.list(root, ['log', '--first-parent', '--reverse', '--format=%H %ct', branch, ...below]).flatMap(each => {
    const [id = '', time] = each.split(' ')
    path = known.get(id) ?? path
    return path === undefined || !time ? [] : [{id, time: times?.get(id) ?? Number(time), path}]
  })
}
