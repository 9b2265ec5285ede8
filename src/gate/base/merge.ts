import {join, relative, sep} from 'node:path'
import {openCommit} from '../../stores/files/commit-workspace.ts'
import {replaceParts} from '../../stores/files/workspace.ts'
import {createTemporaryFolder, removeFolder} from '../../stores/files/write-file.ts'
import {CommitTree} from '../../stores/git/commit-tree.ts'
import {type Git, quotePath} from '../../stores/git/git.ts'
import {createNotInCloneError} from '../../stores/git/not-in-clone.ts'
import type {ReviewedChange} from '../change.ts'
import type {BaseCommit, ChangeComparison} from './base-commit.ts'

/** A change whose target got other commits since it began, so that the result of a merge differs from both. */
export interface PendingMerge {
  readonly root: string
  /** The commit of the change. */
  readonly head: string
  /** How the merged state is compared: with the target, or with the release that the user names. */
  readonly comparison: ChangeComparison
  /** Paths, from the root of the repository, that the target has changed since the change began. */
  readonly byTarget: ReadonlySet<string>
  /** Paths that the change has changed since then. */
  readonly byChange: ReadonlySet<string>
}

/** Finds what a change and its target changed since their last common commit. `undefined` if nothing is to merge. */
export function findPendingMerge(
  git: Git,
  root: string,
  head: string,
  {base, target}: ChangeComparison
): PendingMerge | undefined {
  if (target.isOwn || base.id === head) return undefined
  const answer = git.output(root, ['merge-base', '--all', target.id, head])
  const common = (answer?.toString('utf8') ?? '').split('\n').filter(Boolean).toSorted()
  if (common.length === 0 || common.includes(target.id) || common.includes(head)) return undefined
  const [byTarget, byChange] = [target.id, head].map(
    tip => new Set(common.flatMap(each => listChangedPaths(git, root, each, tip)))
  )
  const compared: BaseCommit = common.includes(base.id) ? {role: 'base', id: target.id, label: target.label} : base
  return byTarget && byChange && {root, head, comparison: {base: compared, target}, byTarget, byChange}
}

function listChangedPaths(git: Git, root: string, from: string, to: string): string[] {
  const list = git.output(root, ['diff-tree', '-r', '-z', '--name-only', '--no-renames', from, to])
  if (!list) throw createNotInCloneError(`A folder in commit \`${from.slice(0, 7)}\``, '.')
  return list.toString('utf8').split('\0').filter(Boolean)
}

/** A change as it would be merged. */
export interface MergedChange {
  /** The change with the files of the merge. */
  readonly merged: ReviewedChange
  /** Paths that both sides changed in ways that git can't merge. */
  readonly conflicts: readonly string[]
  readonly close: () => void
}

/**
 * Merges a change into its target in a temporary folder, which exists until the result is closed. The repository isn't
 * changed, and files that neither commit has, such as installed packages, are read from the working tree.
 */
export function openMerge(change: ReviewedChange, {root, head, comparison}: PendingMerge): MergedChange {
  const {context} = change
  const {target} = comparison
  const folder = createTemporaryFolder('tenure-merge-')
  const close = (): void => removeFolder(folder)
  const {status, stdout} = mergeIn(context.git, folder, root, [target.id, head])
  if (status !== 0 && status !== 1) {
    close()
    throw createNotInCloneError(`What a merge into ${target.label} needs`, '.')
  }
  const git = context.git.with({GIT_ALTERNATE_OBJECT_DIRECTORIES: quotePath(folder)})
  const [tree = '', ...conflicts] = stdout.toString('utf8').split('\0').filter(Boolean)
  const top = context.files.realPath(root)
  const sides = [tree, head].map(id => new CommitTree(git, root, id))
  const isOutside = (path: string): boolean => {
    const inside = relative(top, path).split(sep).join('/')
    return inside !== '' && sides.every(side => side.at(inside) === undefined)
  }
  return {
    merged: {
      ...change,
      context: openCommit(replaceParts(context, {git}), {root, id: tree}, isOutside).workspace,
      comparison: {...comparison, merged: {role: 'merge', id: tree}}
    },
    conflicts,
    close
  }
}

/**
 * Merges two commits in an empty folder, which gets the objects of the merge. No attributes of the checkout apply,
 * because a server that merges sees none.
 */
function mergeIn(git: Git, folder: string, root: string, commits: readonly string[]) {
  // The objects are relative to the folder, and no name of a folder that git accepts ends with a line feed.
  const answer = git.output(root, ['rev-parse', '--git-path', 'objects', '--absolute-git-dir'])?.toString('utf8') ?? ''
  const [, objects = '', dir = ''] = /^([\s\S]*)\n(\/[\s\S]*|[A-Za-z]:[\s\S]*)\n$/.exec(answer) ?? []
  const merging = git.with({
    GIT_DIR: dir,
    GIT_WORK_TREE: folder,
    GIT_INDEX_FILE: join(folder, 'index'),
    GIT_OBJECT_DIRECTORY: folder,
    GIT_ALTERNATE_OBJECT_DIRECTORIES: quotePath(git.resolve(root, objects))
  })
  const args = ['merge-tree', '--write-tree', '-z', '--name-only', '--no-messages', ...commits]
  return merging.run(folder, ['-c', 'merge.directoryRenames=false', ...args])
}
