import {join, relative, resolve, sep} from 'node:path'
import {realPath} from '../files/file-system.ts'
import {openStateAt, type Workspace} from '../files/workspace.ts'
import {createTemporaryFolder, removeFolder} from '../files/write-file.ts'
import {CommitTree} from '../git/commit-tree.ts'
import {gitOutput, runGit} from '../git/git.ts'
import {createNotInCloneError} from '../git/not-in-clone.ts'
import type {ChangeComparison} from './base-commit.ts'

/** A change whose target got other commits since it began, so that the merge of both is neither of them. */
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

/** Finds what a change and its target did since they parted. `undefined` if there is nothing to merge. */
export function findPendingMerge(
  root: string,
  head: string,
  {base, target}: ChangeComparison
): PendingMerge | undefined {
  if (target.isOwn || base.id === head) return undefined
  const answer = gitOutput(root, ['merge-base', '--all', target.id, head])
  const common = (answer?.toString('utf8') ?? '').split('\n').filter(Boolean).toSorted()
  if (common.length === 0 || common.includes(target.id) || common.includes(head)) return undefined
  const [byTarget, byChange] = [target.id, head].map(
    tip => new Set(common.flatMap(each => listChangedPaths(root, each, tip)))
  )
  const compared = common.includes(base.id) ? {id: target.id, label: target.label} : base
  const comparison = {base: compared, target, isMerged: true as const}
  return byTarget && byChange && {root, head, comparison, byTarget, byChange}
}

function listChangedPaths(root: string, from: string, to: string): string[] {
  const list = gitOutput(root, ['diff-tree', '-r', '-z', '--name-only', '--no-renames', from, to])
  if (!list) throw createNotInCloneError(`A folder in commit \`${from.slice(0, 7)}\``, '.')
  return list.toString('utf8').split('\0').filter(Boolean)
}

/** A change as it would be merged. */
export interface MergedChange {
  readonly files: Workspace
  /** Paths that both sides changed in ways that git can't merge. */
  readonly conflicts: readonly string[]
  readonly close: () => void
}

/** Sets variables of the environment for git; the function that it returns takes them back. */
export type SetVariables = (variables: Readonly<Record<string, string>>) => () => void

/**
 * Merges a change into its target in a temporary folder, until it is closed. The repository stays as it is. What
 * neither side has, such as installed packages, is still that of the working tree.
 */
export function openMerge({root, head, comparison: {target}}: PendingMerge, setVariables: SetVariables): MergedChange {
  const folder = createTemporaryFolder('tenure-merge-')
  const {status, stdout} = mergeIn(folder, root, [target.id, head], setVariables)
  const restore = setVariables({GIT_ALTERNATE_OBJECT_DIRECTORIES: quotePath(folder)})
  const close = (): void => {
    restore()
    removeFolder(folder)
  }
  if (status !== 0 && status !== 1) {
    close()
    throw createNotInCloneError(`What a merge into ${target.label} needs`, '.')
  }
  const [tree = '', ...conflicts] = stdout.toString('utf8').split('\0').filter(Boolean)
  const top = realPath(root)
  const sides = [tree, head].map(id => new CommitTree(root, id))
  const isOutside = (path: string): boolean => {
    const inside = relative(top, path).split(sep).join('/')
    return inside !== '' && sides.every(side => side.at(inside) === undefined)
  }
  return {files: openStateAt({root, id: tree}, isOutside), conflicts, close}
}

/**
 * Merges two commits in an empty folder, which gets the objects of the merge. No attributes of the checkout apply,
 * because a server that merges sees none.
 */
function mergeIn(folder: string, root: string, commits: readonly string[], setVariables: SetVariables) {
  const [dir = '', objects = ''] = [['--absolute-git-dir'], ['--git-path', 'objects']].map(args =>
    gitOutput(root, ['rev-parse', ...args])
      ?.toString('utf8')
      .trim()
  )
  const restore = setVariables({
    GIT_DIR: dir,
    GIT_WORK_TREE: folder,
    GIT_INDEX_FILE: join(folder, 'index'),
    GIT_OBJECT_DIRECTORY: folder,
    GIT_ALTERNATE_OBJECT_DIRECTORIES: quotePath(resolve(root, objects))
  })
  const args = ['merge-tree', '--write-tree', '-z', '--name-only', '--no-messages', ...commits]
  try {
    return runGit(folder, ['-c', 'merge.directoryRenames=false', ...args])
  } finally {
    restore()
  }
}

/** A path in a list of paths, as git reads it: quoted, because it can contain the separator. */
const quotePath = (path: string): string => JSON.stringify(path)
