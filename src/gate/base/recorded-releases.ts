import {findBranches, type RecordedDayOptions} from '../../inputs/record/announcement-record.ts'
import {findRecordedCommits, type RecordedIn, recordedReleaseName} from '../../inputs/record/recorded-lines.ts'
import type {DeclaredHistory} from '../../model/lifecycle/history.ts'
import type {Day} from '../../model/time/date-range.ts'
import {versionKey} from '../../model/time/release.ts'
import {NEXT} from '../../model/time/timeline.ts'
import type {Workspace} from '../../stores/files/workspace.ts'
import {findRepository} from '../../stores/git/repository.ts'

/**
 * The releases that may not have shipped on their own: the branch got them in the same commit as a later release, and
 * no tag names them. Empty outside of git.
 */
export function findUnprovenReleases(
  workspace: Workspace,
  {entries}: DeclaredHistory,
  path: string,
  {timezone, target, accepted}: Pick<RecordedDayOptions, 'timezone' | 'target'> & {readonly accepted?: Day | undefined}
): ReadonlySet<string> {
  const names = entries.flatMap(({kind, name}) => (kind === 'release' && name !== NEXT ? [name] : []))
  const folder = workspace.files.isFolder(path)
  const repository = findRepository(workspace.git, path, folder)
  if (names.length < 2 || 'lacks' in repository) return new Set()
  const wanted = new Map(names.map(name => [name, {name: recordedReleaseName(name), isFirst: true as const}]))
  const branch = findBranches(workspace.git, repository, target).at(-1) ?? repository
  const {lines: found} = findRecordedCommits(workspace.git, branch, folder, wanted, timezone)
  const commitOf = (name: string | undefined): RecordedIn | undefined =>
    name === undefined ? undefined : found.get(name)
  const together = names.filter((name, at) => {
    const commit = commitOf(name)
    const isAccepted = commit && accepted !== undefined && commit.day <= accepted
    return commit && !isAccepted && commit.commit === commitOf(names[at + 1])?.commit
  })
  if (together.length === 0) return new Set()
  const tags =
    workspace.git.output(repository.root, ['tag', '--merged', branch.branch])?.toString('utf8').split('\n') ?? []
  const tagged = new Set(tags.map(versionKey))
  return new Set(together.filter(name => !tagged.has(versionKey(name))))
}
