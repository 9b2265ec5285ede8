import {ignoreInputErrors} from '../../model/input-error.ts'
import type {Policy} from '../../model/verdict/policy.ts'
import {pathspecOf} from '../../stores/file-set.ts'
import type {Workspace} from '../../stores/files/workspace.ts'
import {type Commit, type Git, listCommits, type Repository, readCommitTimes} from '../../stores/git/git.ts'
import {followRenames, listCommitsSince} from '../../stores/git/renames.ts'
import {findBlobs} from '../../stores/git/trees.ts'
import type {SourceRepository} from './git-repository.ts'
import {findPathBefore} from './renamed-file.ts'
import {createRevision} from './revisions.ts'
import type {SourceRevision} from './source.ts'

/** The first-parent history of an API description, up to one commit. */
export interface FirstParentLine {
  readonly id: string
  readonly path: string
  /** All files of the description, if it has more than one. */
  readonly files: readonly string[]
}

/** A pattern that matches every line with a deprecation, sunset, or removal, or with an entry of a list of them. */
const MARK_PATTERN = '[Dd]eprecat|[Ss]unset|[Rr]emov|[Dd]ecom|(location|announcements)"?:'

/**
 * Options that ignore the repository's attributes, which could mark the description as binary or run an external
 * program.
 */
const PLAIN_DIFF = ['--text', '--no-textconv', '--no-ext-diff']

/** A pattern that matches every line that states a stability. */
const STABILITY_PATTERN = '[Ss]tability|[Ss]tate|[Bb]eta|[Uu]nstable'

/** The pattern of lines that can mark something, or state a stability: any line if a policy names marks of its own. */
export const patternOf = (what: 'mark' | 'stability', {marks}: Pick<Policy, 'marks'>): string =>
  marks ? '.' : what === 'mark' ? MARK_PATTERN : STABILITY_PATTERN

/** Every revision of the description on this line, oldest first. */
export function listRevisions(
  workspace: Workspace,
  {root}: SourceRepository,
  line: FirstParentLine,
  timezone: string
): SourceRevision[] {
  const own = followRenames(
    workspace.git,
    {root, branch: line.id, path: line.path},
    {list: listSinceDeletion, findPathBefore}
  )
  const commits = withOtherFiles(workspace.git, root, own, line)
  const blobs = findBlobs(workspace.git, root, commits)
  return commits.flatMap((commit, at) => {
    const blob = blobs[at]
    return blob?.kind === 'file' ? [createRevision(workspace, root, commit, blob, timezone)] : []
  })
}

/** The commits that changed a file, oldest first, but not past a deletion. */
function listSinceDeletion(git: Git, at: Repository): Commit[] {
  const all = listCommits(git, at)
  const blobs = findBlobs(git, at.root, all)
  return all.slice(1 + blobs.findLastIndex((blob, index) => index < blobs.length - 1 && blob?.kind !== 'file'))
}

/** The revisions on a first-parent line at which a line that matches the pattern changed, each with the one before it. */
export function findRevisionsTouching(
  workspace: Workspace,
  pattern: string,
  repository: SourceRepository,
  line: FirstParentLine,
  timezone: string
): readonly SourceRevision[] {
  const all = listRevisions(workspace, repository, line, timezone)
  return selectTouching(workspace.git, repository.root, {pattern, files: line.files}, all)
}

/**
 * The revisions, oldest first, at which a line of the description (or of these files) changed that matches the pattern,
 * each with the one before it; also the first and the last one. Git compares lines faster than descriptions can be
 * parsed. All revisions if git fails.
 */
export function selectTouching(
  git: Git,
  root: string,
  {pattern, files}: {readonly pattern: string; readonly files: readonly string[]},
  all: readonly SourceRevision[]
): readonly SourceRevision[] {
  const ids = all.map(({commit}) => commit?.id ?? '')
  const paths = [...new Set([...all.flatMap(pathOf), ...files])]
  const pairs = ids.flatMap((id, at) => (id && ids[at - 1] ? [`${id} ${ids[at - 1]}\n`] : []))
  const log = git.output(
    root,
    [
      ...['diff-tree', '--stdin', '-r', '-s', '--format=%H', ...PLAIN_DIFF, `-G${pattern}`],
      ...['--', ...paths.map(pathspecOf)]
    ],
    pairs.join('')
  )
  if (log === undefined) return all
  const found = new Set(log.toString('utf8').split('\n'))
  const touches = (at: number): boolean => !ids[at] || !ids[at - 1] || found.has(ids[at])
  return all.filter((_, at) => at === 0 || at === all.length - 1 || touches(at) || touches(at + 1))
}

/** The path of a description; none if it can't be read. */
function pathOf({tree}: SourceRevision): string[] {
  return ignoreInputErrors(() => [tree().path], [])
}

/** Adds the commits that changed another file of the description. */
function withOtherFiles(
  git: Git,
  root: string,
  commits: readonly Commit[],
  {id, path, files}: FirstParentLine
): readonly Commit[] {
  const others = files.filter(each => each !== path)
  if (others.length === 0) return commits
  const paths = [...new Set([...commits.map(commit => commit.path), ...others])]
  return listCommitsSince(git, root, {branch: id, paths, times: readCommitTimes(git, root, id)}, commits)
}
