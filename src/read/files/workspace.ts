import {CommitTree} from '../git/commit-tree.ts'
import {createCommitView} from './commit-view.ts'
import {setFileView, withFileView} from './file-system.ts'

/** A commit or tree of a repository. */
export interface RepositoryState {
  readonly root: string
  readonly id: string
}

/** The files of one state of a repository, read in place of those of the working tree. */
export interface Workspace {
  /** Calls a function that sees the files of this state. It has to be done with them when it returns. */
  see<Result>(work: () => Result): Result
  /** Lets everything see the files of this state, until the working tree is entered again. */
  enter(): void
  /** Whether any file seen so far differs from the working tree. */
  isChanged(): boolean
}

/**
 * Opens the files of a commit, or of a tree such as that of the index. Paths for which `isOutside` returns true are
 * still those of the working tree.
 */
export function openStateAt(
  {root, id}: RepositoryState,
  isOutside: (path: string) => boolean = () => false
): Workspace {
  const commit = createCommitView(new CommitTree(root, id))
  const view = {...commit, covers: (path: string) => commit.covers(path) && !isOutside(path)}
  return {
    see: work => withFileView(view, work),
    enter: () => setFileView(view),
    isChanged: commit.differs
  }
}

/** Lets everything see the files of the working tree. */
export const enterWorkingTree = (): void => setFileView(undefined)
