import {type Commit, gitOutput} from '../git/git.ts'
import {findBlobs} from '../git/trees.ts'
import type {SourceRepository} from './git-repository.ts'
import {createRevision} from './revisions.ts'
import type {ReleaseSource, SourceRevision} from './source.ts'

/** The commits on the default branch that are in one release and not in the one before it. */
export function createBetween(
  {root, branch}: SourceRepository,
  commits: readonly Commit[],
  timezone: string
): ReleaseSource['between'] {
  let line: ReturnType<typeof readFirstParentLine> | undefined
  let revisions: {place: number; revision: SourceRevision}[] | undefined
  return (from, to) => {
    if (branch === undefined || commits.length === 0 || to.commit === undefined) return []
    line ??= readFirstParentLine(root, branch)
    const {reach} = line
    if (!revisions) {
      const blobs = findBlobs(
        root,
        commits.map(({id, path}) => ({commit: id, path}))
      )
      revisions = commits.flatMap((commit, index) => {
        const blob = blobs[index]
        return blob?.kind === 'file'
          ? [{place: reach(commit.id), revision: createRevision(root, commit, blob, timezone)}]
          : []
      })
    }
    const start = from?.commit === undefined ? 0 : reach(from.commit.id)
    const end = reach(to.commit.id)
    return revisions.flatMap(({place, revision}) => (place > start && place <= end ? [revision] : []))
  }
}

/** The positions of commits on a branch, counted along first parents. */
interface Line {
  /**
   * The number of first-parent commits that a commit contains, including itself. For a commit on another branch, those
   * up to the point where it branched off.
   */
  readonly reach: (commit: string) => number
}

function readFirstParentLine(root: string, branch: string): Line {
  const list = gitOutput(root, ['rev-list', '--first-parent', branch])?.toString('utf8') ?? ''
  const ids = list.split('\n').filter(Boolean)
  const places = new Map(ids.map((id, index) => [id, ids.length - index]))
  return {
    reach(commit) {
      const known = places.get(commit)
      if (known !== undefined) return known
      const beyond = gitOutput(root, ['rev-list', '--first-parent', '--count', branch, `^${commit}`])?.toString('utf8')
      const place = beyond === undefined ? 0 : ids.length - Number(beyond)
      places.set(commit, place)
      return place
    }
  }
}
