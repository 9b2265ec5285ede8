import {createCommitFileTree} from '../../documents/file-tree.ts'
import type {Day} from '../../model/time/date-range.ts'
import {sortReleases} from '../../model/time/order-releases.ts'
import type {Workspace} from '../../stores/files/workspace.ts'
import type {Git} from '../../stores/git/git.ts'
import type {Blob} from '../../stores/git/git-answer.ts'
import {listCommitsAcrossRenames} from '../../stores/git/renames.ts'
import {type CommitPath, findBlobs, findMissingObjects} from '../../stores/git/trees.ts'
import {formatChoices} from '../../text/format-choices.ts'
import {formatCount, formatList} from '../../text/format-values.ts'
import {findSpec, findUsualSpecs, resolveSpecPaths} from './find-spec.ts'
import type {GitOptions, SourceRepository} from './git-repository.ts'
import {readReleaseDates} from './release-dates.ts'
import {blobProblem, createShallowUnreadPart, createSpecNotFoundError, SHALLOW_CLONE_REMARK} from './revisions.ts'
import {
  formatFirstNames,
  installedPackagesRemark,
  type ReleaseSource,
  type SourceRelease,
  unreadRelease
} from './source.ts'
import {findReleaseTags} from './tags.ts'

/** A tag that may contain the API description. */
interface Candidate {
  readonly name: string
  readonly date: Day
  readonly commit: {readonly id: string; readonly day: Day}
}

/** Reads the API description at each tag of a release. */
export function openTagSource(
  workspace: Workspace,
  path: string,
  repository: SourceRepository,
  {tags, owner, spec, dates: datesFile, timezone}: Omit<GitOptions, 'spec'> & {spec: string | undefined}
): ReleaseSource {
  const {root, isShallow, isPartial, service} = repository
  const dates = datesFile === undefined ? undefined : readReleaseDates(workspace.files, datesFile, timezone)
  const tagged = findReleaseTags(workspace.git, repository, {patterns: tags, owner}, timezone)
  const candidates = tagged.releases
  const paths = findPaths(workspace, repository, candidates, spec)
  const found = findInReleases(workspace.git, root, candidates, paths)
  const first = found.findIndex(each => each !== undefined)
  if (first === -1) throw createSpecNotFoundError(workspace.git, repository, paths, candidates)
  const spots = found.flatMap(each => each?.spot ?? [])
  const absent = isPartial ? findMissingObjects(workspace.git, root, spots) : new Set<string>()
  const otherFiles = otherSpecs(workspace.git, repository, candidates.slice(0, first + 1))
  const releases = candidates.flatMap((candidate, index): SourceRelease[] => {
    const {name, commit, date} = candidate
    const description = found[index]
    const other = otherFiles[index]
    // In a partial clone, a rename might have gone undetected.
    if (!description && index < first && !isPartial && other === undefined) return []
    const override = dates?.of(name)
    const place = override?.place ?? {source: `${name}:${description?.spot.path ?? paths[0]}`}
    const why = description
      ? blobProblem(description.blob, absent)
      : `The tag has no ${formatChoices(paths)}${other === undefined ? '' : ` (it has \`${other}\`, and git shows no move from it)`}.`
    const release = {name, date: override?.date ?? date, place, commit}
    if (why !== undefined || !description) return [unreadRelease(release, why ?? '')]
    return [
      {
        ...release,
        tree: () =>
          createCommitFileTree(workspace, name, description.spot.path, description.blob, {root, id: commit.id})
      }
    ]
  })
  const early = isPartial
    ? []
    : candidates.filter((_, index) => index < first && otherFiles[index] === undefined).map(({name}) => name)
  const unused = dates?.unused() ?? []
  const how = tags === undefined ? 'the tags' : `the tags ${formatList(tags.map(each => `\`${each}\``))}`
  return {
    kind: 'git',
    path,
    service,
    releases: dates ? sortReleases(releases) : releases,
    unread: isShallow ? [createShallowUnreadPart(path)] : [],
    remarks: [
      `${formatCount(releases.length, 'release')} from ${how} of the repository, spec at ${formatFirstNames(distinctPaths(found))}`,
      ...tagged.remarks,
      ...installedPackagesRemark(paths),
      ...(early.length > 0 ? [`Before there was an API description: ${formatFirstNames(early)}`] : []),
      ...(unused.length > 0 ? [`Dates of what is no release here: ${formatFirstNames(unused)}`] : []),
      ...(isShallow ? [SHALLOW_CLONE_REMARK] : [])
    ]
  }
}

/**
 * Per candidate, a file with a usual name that no longer exists in the last candidate: possibly the same description,
 * rewritten at another path. `undefined` if there is none.
 */
function otherSpecs(git: Git, repository: SourceRepository, candidates: readonly Candidate[]): (string | undefined)[] {
  if (candidates.length < 2) return []
  const usual = findUsualSpecs(git, repository, candidates)
  const remaining = new Set(usual.at(-1)?.map(({path}) => path))
  return usual.map(specs => specs.find(({path}) => !remaining.has(path))?.path)
}

/**
 * Finds the description and its earlier paths along the default branch, or else along the history of the newest
 * release.
 */
function findPaths(
  workspace: Workspace,
  repository: SourceRepository,
  candidates: readonly Candidate[],
  spec: string | undefined
): readonly string[] {
  const {root, branch} = repository
  const newest = candidates.toReversed()
  const specPaths =
    spec === undefined
      ? [findSpec(workspace.git, repository, newest)]
      : resolveSpecPaths(workspace.files, repository, spec)
  const commits = branch === undefined ? [] : listCommitsAcrossRenames(workspace.git, root, branch, specPaths)
  const tip = newest[0]?.commit.id
  const known =
    commits.length > 0 || tip === undefined ? commits : listCommitsAcrossRenames(workspace.git, root, tip, specPaths)
  return [...new Set([...known.map(({path}) => path).reverse(), ...specPaths])]
}

interface FoundDescription {
  readonly spot: CommitPath
  readonly blob: Blob
}

/** The description in each release, at the latest of its paths that exists there. */
function findInReleases(
  git: Git,
  root: string,
  candidates: readonly Candidate[],
  paths: readonly string[]
): (FoundDescription | undefined)[] {
  const commitPaths = candidates.flatMap(({commit}) => paths.map((path): CommitPath => ({id: commit.id, path})))
  const blobs = findBlobs(git, root, commitPaths)
  return candidates.map((_, index) => {
    const at = paths.findIndex((_path, offset) => blobs[index * paths.length + offset])
    const spot = at === -1 ? undefined : commitPaths[index * paths.length + at]
    const blob = blobs[index * paths.length + at]
    return spot && blob && {spot, blob}
  })
}

const distinctPaths = (found: readonly (FoundDescription | undefined)[]): string[] => [
  ...new Set(found.flatMap(each => each?.spot.path ?? []).reverse())
]
