import {isServerCode} from '../../languages/languages.ts'
import {inputError} from '../../model/input-error.ts'
import {dayOfInstant} from '../../model/time/date-range.ts'
import type {Workspace} from '../../stores/files/workspace.ts'
import {type Git, resolveCommits} from '../../stores/git/git.ts'
import {listCommitsAcrossRenames, listCommitsSince} from '../../stores/git/renames.ts'
import {findBlobs, findMissingObjects} from '../../stores/git/trees.ts'
import {formatCount} from '../../text/format-values.ts'
import {findSpec, resolveSpecPaths} from './find-spec.ts'
import type {GitOptions, SourceRepository} from './git-repository.ts'
import {
  blobProblem,
  createRevision,
  createShallowUnreadPart,
  createSpecNotFoundError,
  SHALLOW_CLONE_REMARK
} from './revisions.ts'
import {
  formatFirstNames,
  installedPackagesRemark,
  type ReleaseSource,
  type SourceRelease,
  unreadRelease
} from './source.ts'

/** Reads the API description in the commits of a branch: each commit that changed it is a release. */
export function openBranchSource(
  workspace: Workspace,
  path: string,
  repository: SourceRepository,
  branch: string,
  spec: string | undefined,
  {dates, timezone}: GitOptions
): ReleaseSource {
  if (dates !== undefined) throw inputError("`dates` can't be combined with `branch`. Use it for tags or files.")
  const {root, isShallow, isPartial, service} = repository
  const tip = findTip(workspace.git, repository, branch)
  const candidates =
    spec === undefined
      ? [findSpec(workspace.git, repository, [{name: branch, commit: {id: tip}}])]
      : resolveSpecPaths(workspace.files, repository, spec)
  const own = listCommitsAcrossRenames(workspace.git, root, tip, candidates)
  // Server code is more than its entry file, so any commit may have changed the API.
  const commits = candidates.some(isServerCode) ? listCommitsSince(workspace.git, root, {branch: tip}, own) : own
  const blobs = findBlobs(workspace.git, root, commits)
  if (!blobs.some(Boolean))
    throw createSpecNotFoundError(workspace.git, repository, candidates, [{name: branch, commit: {id: tip}}])
  const absent = isPartial ? findMissingObjects(workspace.git, root, commits) : new Set<string>()
  const removedIn: string[] = []
  const releases = commits.flatMap((commit, index): SourceRelease[] => {
    const {name, day} = releaseNameOf(commit.id, commit.time, timezone)
    const place = {source: `${commit.id.slice(0, 7)}:${commit.path}`}
    const blob = blobs[index]
    const why = blob && blobProblem(blob, absent)
    if (!blob) removedIn.push(name)
    if (!blob) return []
    const release = {...createRevision(workspace, root, commit, blob, timezone), name, date: day, place}
    return [why === undefined ? release : unreadRelease(release, why)]
  })
  return {
    kind: 'git',
    path,
    service,
    releases,
    unread: isShallow ? [createShallowUnreadPart(path)] : [],
    remarks: [
      `${formatCount(releases.length, 'release')} from the commits of the branch \`${branch}\` that ${candidates.some(isServerCode) ? 'have' : 'changed'} ` +
        `${formatFirstNames([...new Set(commits.map(({path: specPath}) => specPath))].reverse())}`,
      ...installedPackagesRemark(candidates),
      ...(removedIn.length > 0 ? [`The API description was taken away in ${formatFirstNames(removedIn)}`] : []),
      ...(isShallow ? [SHALLOW_CLONE_REMARK] : [])
    ]
  }
}

/** The commit at the tip of a local or remote branch. */
function findTip(git: Git, {root, named, branch}: SourceRepository, name: string): string {
  const list = git.list(root, ['for-each-ref', '--format=%(refname)%00%(objectname)', 'refs/heads', 'refs/remotes'])
  const branches = new Map(
    list.flatMap((each): [string, string][] => {
      const [ref, id] = each.split('\0')
      return ref && id ? [[ref, id]] : []
    })
  )
  const candidates = ['refs/heads/', 'refs/remotes/origin/', 'refs/remotes/', ''].map(start => `${start}${name}`)
  const ref = candidates.find(each => branches.has(each))
  const head = name === 'HEAD' || ref === undefined ? undefined : branches.get(ref)
  const id = name === 'HEAD' ? resolveCommits(git, root, [name])[0] : head
  if (id !== undefined) return id
  const names = [...branches.keys()].map(each => each.replace(/^refs\/(heads|remotes)\//, ''))
  const known = names.length > 0 ? `(there is ${formatFirstNames(names)})` : 'with commits'
  throw inputError(
    `There is no branch \`${name}\` ${known}.`,
    {source: named},
    `--releases branch:${nameInList(branch)}`
  )
}

const nameInList = (branch = 'main'): string => branch.replace(/^refs\/(heads|remotes\/origin)\//, '')

/** The release name of a commit. It begins with the day, so that the release has a date. */
function releaseNameOf(id: string, time: number, timezone: string): {name: string; day: string} {
  const day = dayOfInstant(new Date(time * 1000), timezone)
  return {name: `${day} (${id.slice(0, 7)})`, day}
}
