import {ask, type Commit, commitsOf} from './git.ts'
import {blobsAt} from './trees.ts'

/** How often a description is followed to where it was moved. */
const MOVES = 10

/** The commits of a first-parent line that changed a description, wherever it stood, oldest first. */
function changesOf(root: string, branch: string, path: string): Commit[] {
  let commits = commitsOf({root, branch, path})
  for (let move = 0; move < MOVES; move++) {
    const last = commits.at(-1)
    const [there] = last ? blobsAt(root, [{commit: last.id, path: last.path}]) : []
    if (!last || there) return commits
    const to = movedTo(root, last)
    const onward = to === undefined ? [] : commitsOf({root, branch, path: to}).filter(each => each.path === to)
    if (onward.length === 0) return commits
    commits = [...commits.slice(0, -1), ...onward]
  }
  return commits
}

/** Where a file went in the commit that took it away. */
function movedTo(root: string, {id, path}: Commit): string | undefined {
  const diff = ask(root, ['diff-tree', '-r', '-M', '-z', '--name-status', '--diff-filter=R', `${id}^1`, id])
  const fields = (diff?.toString('utf8') ?? '').split('\0')
  for (let at = 0; at + 2 < fields.length; at += 3) {
    if (fields[at + 1] === path) return fields[at + 2]
  }
  return undefined
}

/** The changes of the first of the paths that the branch ever had. */
export function firstChanged(root: string, branch: string, paths: readonly string[]): Commit[] {
  for (const path of paths) {
    const commits = changesOf(root, branch, path)
    if (commits.length > 0) return commits
  }
  return []
}

/** All commits of a first-parent line from the first of these on, each with where the file stood then. */
export function sinceFirst(root: string, branch: string, own: readonly Commit[]): Commit[] {
  const known = new Map(own.map(each => [each.id, each.path]))
  const log = ask(root, ['log', '--first-parent', '--reverse', '--format=%H %ct', branch])
  let path: string | undefined
  return (log?.toString('utf8') ?? '').split('\n').flatMap((each): Commit[] => {
    const [id = '', time] = each.split(' ')
    path = known.get(id) ?? path
    return path === undefined || !time ? [] : [{id, time: Number(time), path}]
  })
}
