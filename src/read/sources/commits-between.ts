import {ask, type Commit} from '../git/git.ts'
import {blobsAt} from '../git/trees.ts'
import type {SourceRepository} from './git-repository.ts'
import {revisionAt} from './revisions.ts'
import type {Source, SourceRevision} from './source.ts'

/** The changes on the default branch that one release has and the one before it had not. */
export function betweenOf(
  {root, branch}: SourceRepository,
  commits: readonly Commit[],
  timezone: string
): Source['between'] {
  let line: ReturnType<typeof lineOf> | undefined
  let revisions: {place: number; revision: SourceRevision}[] | undefined
  return (from, to) => {
    if (branch === undefined || commits.length === 0 || to.commit === undefined) return []
    line ??= lineOf(root, branch)
    const {reach} = line
    if (!revisions) {
      const blobs = blobsAt(
        root,
        commits.map(({id, path}) => ({commit: id, path}))
      )
      revisions = commits.flatMap((commit, index) => {
        const blob = blobs[index]
        return blob?.kind === 'file'
          ? [{place: reach(commit.id), revision: revisionAt(root, commit, blob, timezone)}]
          : []
      })
    }
    const start = from?.commit === undefined ? 0 : reach(from.commit.id)
    const end = reach(to.commit.id)
    return revisions.flatMap(({place, revision}) => (place > start && place <= end ? [revision] : []))
  }
}

/** The places of commits on a branch, counted along its first parents. */
interface Line {
  /**
   * How many of its commits a commit comes from, itself among them: for one beside the branch, those before it left.
   * The branch's commits are those up to that place.
   */
  readonly reach: (commit: string) => number
}

function lineOf(root: string, branch: string): Line {
  const list = ask(root, ['rev-list', '--first-parent', branch])?.toString('utf8') ?? ''
  const ids = list.split('\n').filter(Boolean)
  const places = new Map(ids.map((id, index) => [id, ids.length - index]))
  return {
    reach(commit) {
      const known = places.get(commit)
      if (known !== undefined) return known
      const beyond = ask(root, ['rev-list', '--first-parent', '--count', branch, `^${commit}`])?.toString('utf8')
      const place = beyond === undefined ? 0 : ids.length - Number(beyond)
      places.set(commit, place)
      return place
    }
  }
}
