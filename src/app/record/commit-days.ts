import {historyFromSnapshots} from '../../history/observed/from-snapshots.ts'
import {commitAt} from '../../inputs/base/base-commit.ts'
import {pathInRepository} from '../../inputs/base/working-tree.ts'
import {findRevisionsTouching, patternOf} from '../../inputs/sources/first-parent-commits.ts'
import {openSourceRepository} from '../../inputs/sources/git-repository.ts'
import {createRevision} from '../../inputs/sources/revisions.ts'
import type {ObservedRelease} from '../../model/api/release-diff.ts'
import type {Policy} from '../../model/verdict/policy.ts'
import type {Workspace} from '../../stores/files/workspace.ts'
import {isInRepository} from '../../stores/git/repository.ts'
import {readBlobAndTime} from '../../stores/git/trees.ts'
import type {ReleaseDiffs} from '../snapshots/release-diffs.ts'

/**
 * Dates the deprecations of the last release by the commits of the checked-out branch, where clients get each commit.
 * Returned unchanged outside of git, and for marks that aren't committed yet.
 */
export function dateByCommits(
  workspace: Workspace,
  spec: string,
  releases: readonly ObservedRelease[],
  editions: ReleaseDiffs,
  policy: Policy
): readonly ObservedRelease[] {
  const newest = releases.at(-1)
  if (!newest || !isInRepository(workspace.git, '.')) return releases
  const repository = openSourceRepository(workspace, '.')
  const {root} = repository
  const id = commitAt(workspace.git, root, 'HEAD')
  const path = pathInRepository(workspace.files, root, spec)
  if (id === undefined || path === undefined) return releases
  const {time, blob} = readBlobAndTime(workspace.git, root, {commit: id, path})
  if (blob?.kind !== 'file') return releases
  const {events} = historyFromSnapshots(releases, '', spec)
  const deprecated = events.filter(({kind, entry}) => kind === 'deprecated' && entry === releases.length - 1)
  const head = createRevision(workspace, root, {id, time, path}, blob, policy.timezone)
  const found = editions.markedSince(
    deprecated.map(({subject}) => subject),
    () => {
      editions.describeAlone(head)
      return editions.listRevisions(head, files =>
        findRevisionsTouching(workspace, patternOf('mark', policy), repository, {id, path, files}, policy.timezone)
      )
    }
  )
  const markedSince = new Map([...found].map(([key, {day}]) => [key, day]))
  return [...releases.slice(0, -1), {...newest, markedSince}]
}
