import {inputError} from '../../model/input-error.ts'
import {CommitTree} from '../git/commit-tree.ts'
import type {Environment} from '../git/environment.ts'
import type {Git} from '../git/git.ts'
import {createCommitState} from './commit-state.ts'
import {replaceParts, type Workspace} from './workspace.ts'

/** A commit or tree of a repository. */
export interface RepositoryState {
  readonly root: string
  readonly id: string
}

/** A workspace with the files of a commit, or of a tree such as that of the index. */
export interface CommittedWorkspace<Whole extends Workspace> {
  readonly workspace: Whole
  /** Whether any file read so far differs from the workspace that it was opened from. */
  readonly isChanged: () => boolean
}

/**
 * Opens the files of a commit, or of a tree such as that of the index. Paths for which `isOutside` returns true are
 * still those of the given workspace.
 */
export function openCommit<Whole extends Workspace>(
  workspace: Whole,
  {root, id}: RepositoryState,
  isOutside: (path: string) => boolean = () => false
): CommittedWorkspace<Whole> {
  const commit = createCommitState(workspace.files, workspace.git, new CommitTree(workspace.git, root, id))
  const covers = (path: string): boolean => commit.covers(path) && !isOutside(path)
  return {
    workspace: replaceParts(workspace, {files: workspace.files.at({...commit, covers})}),
    isChanged: commit.differs
  }
}

/** The workspace with the files of a commit. */
export const atCommit = <Whole extends Workspace>(workspace: Whole, state: RepositoryState): Whole =>
  openCommit(workspace, state).workspace

/**
 * The workspace with the files that a hook is about to commit; outside of a hook, as it is. Git names a separate index
 * if only some files are committed. `env` holds what git set for the hook.
 */
export function atStaged<Whole extends Workspace>(workspace: Whole, env: Environment): Whole {
  const {files} = workspace
  const git = gitOfHook(workspace, env)
  const root = git.text('.', ['rev-parse', '--show-toplevel'])
  if (root === undefined || env.GIT_INDEX_FILE === undefined) return replaceParts(workspace, {git})
  const index = files.resolve(root, env.GIT_INDEX_FILE)
  if (!files.exists(index)) return replaceParts(workspace, {git})
  const staged = replaceParts(workspace, {git: git.with({GIT_INDEX_FILE: index})})
  const tree = staged.git.text(root, ['write-tree'])
  if (tree === undefined) {
    throw inputError(`git can't tell what \`${env.GIT_INDEX_FILE}\` is about to commit. Resolve all conflicts first.`)
  }
  // Installed packages are read from disk, because they aren't committed.
  return openCommit(staged, {root, id: tree}, path => /[\\/]node_modules[\\/]/.test(path)).workspace
}

/** Git for the repository that a hook runs for, which may be another repository than that of the working directory. */
function gitOfHook({files, git}: Workspace, {GIT_DIR, GIT_WORK_TREE}: Environment): Git {
  const own = git.text('.', ['rev-parse', '--absolute-git-dir'])
  if (GIT_DIR === undefined || !files.exists(GIT_DIR) || files.realPath(GIT_DIR) === own) return git
  // Without `GIT_WORK_TREE`, git uses the current folder as the root.
  return git.with({GIT_DIR: files.resolve(GIT_DIR), GIT_WORK_TREE: files.resolve(GIT_WORK_TREE ?? '.')})
}
