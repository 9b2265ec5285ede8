import {isFileSet} from '../file-set.ts'
import {type Commit, type Git, listCommits} from './git.ts'
import {findBlobs} from './trees.ts'

/** The maximum number of renames of a description that are followed. */
const MAX_RENAMES = 10

/** The commits on a first-parent line that changed a description, across renames, oldest first. */
function listChanges(git: Git, root: string, branch: string, path: string): Commit[] {
  let commits = withoutEqual(git, root, path, listCommits(git, {root, branch, path}))
  for (let move = 0; move < MAX_RENAMES; move++) {
    const last = commits.at(-1)
    const [there] = last ? findBlobs(git, root, [{commit: last.id, path: last.path}]) : []
    if (!last || there) return commits
    const to = findRenamedTo(git, root, last)
    const later = to === undefined ? [] : listCommits(git, {root, branch, path: to}).filter(each => each.path === to)
    if (later.length === 0) return commits
    commits = [...commits.slice(0, -1), ...later]
  }
  return commits
}

/** Without the commits that changed the folder of a set, but none of its files. */
function withoutEqual(git: Git, root: string, path: string, commits: readonly Commit[]): Commit[] {
  if (!isFileSet(path)) return [...commits]
  const blobs = findBlobs(
    git,
    root,
    commits.map(({id, path: own}) => ({commit: id, path: own}))
  )
  return commits.filter((_, at) => blobs[at]?.id !== (at === 0 ? undefined : blobs[at - 1]?.id))
}

/** The path to which a commit renamed a file; `undefined` if it didn't. */
function findRenamedTo(git: Git, root: string, {id, path}: Commit): string | undefined {
  const diff = git.output(root, ['diff-tree', '-r', '-M', '-z', '--name-status', '--diff-filter=R', `${id}^1`, id])
  const fields = (diff?.toString('utf8') ?? '').split('\0')
  for (let at = 0; at + 2 < fields.length; at += 3) {
    if (fields[at + 1] === path) return fields[at + 2]
  }
  return undefined
}

/** The commits that changed the first of these paths with a history on the branch; empty if none has one. */
export function listCommitsAcrossRenames(git: Git, root: string, branch: string, paths: readonly string[]): Commit[] {
  for (const path of paths) {
    const commits = listChanges(git, root, branch, path)
    if (commits.length > 0) return commits
  }
  return []
}

/** All commits on a first-parent line from the first of `own` on, each with the path of the file at that time. */
export function listCommitsSince(git: Git, root: string, branch: string, own: readonly Commit[]): Commit[] {
  const known = new Map(own.map(each => [each.id, each.path]))
  const log = git.output(root, ['log', '--first-parent', '--reverse', '--format=%H %ct', branch])
  let path: string | undefined
  return (log?.toString('utf8') ?? '').split('\n').flatMap((each): Commit[] => {
    const [id = '', time] = each.split(' ')
    path = known.get(id) ?? path
    return path === undefined || !time ? [] : [{id, time: Number(time), path}]
  })
}
