import {commitAt} from '@tenure/core/gate/base/base-commit'
import {historyFromSnapshots} from '@tenure/core/history/observed/from-snapshots'
import {findRevisionsTouching, patternOf} from '@tenure/core/inputs/sources/first-parent-commits'
import {openSourceRepository} from '@tenure/core/inputs/sources/git-repository'
import {createRevision} from '@tenure/core/inputs/sources/revisions'
import {pathInRepository} from '@tenure/core/inputs/working-tree'
import type {ObservedRelease} from '@tenure/core/model/api/release-diff'
import type {Policy} from '@tenure/core/model/verdict/policy'
import type {ReleaseDiffs} from '@tenure/core/observations/release-diffs'
import type {Workspace} from '@tenure/core/stores/files/workspace'
import {isInRepository} from '@tenure/core/stores/git/repository'
import {readBlobAndTime} from '@tenure/core/stores/git/trees'

/**
 * Dates the deprecations of the last release by the commits of the checked-out branch, where clients get each commit.
 * Returned unchanged outside of git, and for marks that aren't committed yet.
 */
export function dateByCommits(
  workspace: Workspace,
  spec: string,
  releases: readonly ObservedRelease[],
  diffs: ReleaseDiffs,
  policy: Policy
): readonly ObservedRelease[] {
  const newest = releases.at(-1)
  if (!newest || !isInRepository(workspace.git, '.')) return releases
  const repository = openSourceRepository(workspace, '.')
  const {root} = repository
  const id = commitAt(workspace.git, root, 'HEAD')
  const path = pathInRepository(workspace.files, root, spec)
  if (id === undefined || path === undefined) return releases
  const {time, blob} = readBlobAndTime(workspace.git, root, {id, path})
  if (blob?.kind !== 'file') return releases
  const {events} = historyFromSnapshots(releases, '', spec)
  const deprecated = events.filter(({kind, entry}) => kind === 'deprecated' && entry === releases.length - 1)
  const head = createRevision(workspace, root, {id, time, path}, blob, policy.timezone)
  const found = diffs.markedSince(
    deprecated.map(({subject}) => subject),
    () => {
      diffs.describeAlone(head)
      return diffs.listRevisions(head, files =>
        findRevisionsTouching(workspace, patternOf('mark', policy), repository, {id, path, files}, policy.timezone)
      )
    }
  )
  const markedSince = new Map([...found].map(([key, {day}]) => [key, day]))
  return [...releases.slice(0, -1), {...newest, markedSince}]
}
