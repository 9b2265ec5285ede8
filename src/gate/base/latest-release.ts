import {DEEPEN, type SourceRepository} from '../../inputs/sources/git-repository.ts'
import {formatFirstNames} from '../../inputs/sources/source.ts'
import {
  findReleaseTags,
  listTags,
  NoReleaseTags,
  type TagChoice,
  type TaggedRelease
} from '../../inputs/sources/tags.ts'
import {defined} from '../../model/defined.ts'
import {inputError} from '../../model/input-error.ts'
import {type ReleaseVersion, splitReleaseName} from '../../model/time/version.ts'
import type {Git} from '../../stores/git/git.ts'
import {askRepository} from '../../stores/git/repository.ts'
import {abbreviateId, findMergeBase, RELEASE_LINE} from './base-commit.ts'

/** The base that stands for the newest release, in `base` of the configuration and in `--base`. */
export const LATEST_RELEASE = 'latest-release'

/** The release that a description is compared with. */
export interface LatestRelease {
  readonly id: string
  readonly name: string
  readonly label: string
  /** Whether there is no other release, so that nothing else can have been released. */
  readonly isOnly?: true
  /** Why it's this release: `the newest release that this branch descends from`. */
  readonly reason: string
}

/** A branch and its releases, for the search for the newest one. */
export interface ReleaseSearch {
  readonly repository: SourceRepository
  /** The commit of the change. */
  readonly head: string
  /** The tip of the branch that the change is for: `head` in a run for that branch. */
  readonly tip: string
  /** The tip of the default branch. Missing if the clone doesn't have it. */
  readonly trunk: string | undefined
  /** The name of the branch, or of the tag that the run is for. Missing if it isn't known. */
  readonly line: string | undefined
  /** Whether tags of the checked-out commit are the release that this run is for. */
  readonly isReleasing: boolean
  readonly tags: TagChoice
  /** Whether the CI system makes clones without tags by default. */
  readonly isWithoutTags: boolean
  /** The releases that the history of the target lists as shipped. */
  readonly listed: readonly string[]
  readonly timezone: string
}

/** The newest release of a branch. */
export interface FoundRelease {
  /** Missing if nothing was released before the change began. */
  readonly release?: LatestRelease
  /** A newer release of the branch that the change is for, made since the change began. */
  readonly newer?: LatestRelease
  /** A newer release that the history lists and that has no tag: it was recorded before it is tagged. */
  readonly untagged?: string
  /** The release that this run is for. */
  readonly tagOfHead?: string
}

/**
 * Finds the newest release that a change descends from, or whose branch left the line of the change. Throws an
 * `InputError` if the clone may lack a newer one.
 */
export function findNewestRelease(git: Git, search: ReleaseSearch): FoundRelease {
  const {repository, head, tip, isReleasing} = search
  const place = {source: repository.named}
  if (repository.isShallow)
    throw inputError(
      `The clone is shallow, so the newest release may be missing. Fetch the whole history with its tags: ${DEEPEN}.`,
      place
    )
  const all = listTaggedReleases(git, search)
  const untagged = findUntagged(all, search)
  if (untagged !== undefined) return {untagged}
  const releasing = all.filter(({commit}) => isReleasing && commit.id === head)
  const releases = all.filter(each => !releasing.includes(each))
  const known = createLine(git, search)
  const newest = chooseRelease(releases, known, tip)
  const release = head === tip ? newest : chooseRelease(releases, known, head)
  if (!newest && !release && releases.length > 0)
    throw inputError(
      `None of the releases (${formatFirstNames(releases.map(({name}) => name))}) is one that ${sayLine(search)} descends from or that left it, so the newest isn't known. Name the description to compare with: \`--base refs/tags/NAME\`.`,
      place
    )
  if (all.length === 0) assertTagsAreFetched(git, search)
  return {
    ...(release ? {release: {...release, ...(all.length === 1 ? {isOnly: true as const} : {})}} : {}),
    ...(newest && newest.id !== release?.id ? {newer: newest} : {}),
    ...defined({tagOfHead: releasing[0]?.name})
  }
}

const sayLine = ({line}: ReleaseSearch): string => (line === undefined ? 'this branch' : `\`${line}\``)

/** The tagged releases, newest first, without candidates. */
function listTaggedReleases(git: Git, {repository, tags, timezone}: ReleaseSearch): TaggedRelease[] {
  try {
    const {releases} = findReleaseTags(git, repository, tags, timezone)
    const isRelease = ({name}: TaggedRelease): boolean => {
      const parts = splitReleaseName(name)
      return parts ? parts.version?.isCandidate !== true : tags.patterns !== undefined
    }
    return releases.filter(isRelease).toReversed()
  } catch (error) {
    if (error instanceof NoReleaseTags) return []
    throw error
  }
}

/** What is known of the line of a change. */
interface Line {
  /** Whether a commit contains a release. */
  readonly contains: (commit: string, release: TaggedRelease) => boolean
  /** Where the branch of a release left this line. Missing if it is the release of another line. */
  readonly forkOf: (release: TaggedRelease) => string | undefined
  readonly isAncestor: (older: string, newer: string) => boolean
  readonly ends: readonly string[]
}

function createLine(git: Git, search: ReleaseSearch): Line {
  const {
    repository: {root, named},
    head,
    tip,
    trunk,
    line
  } = search
  const merged = new Map<string, ReadonlySet<string>>()
  const contains = (commit: string, {name}: TaggedRelease): boolean => {
    const known = merged.get(commit) ?? listTagsIn(git, root, commit)
    merged.set(commit, known)
    return known.has(name)
  }
  const left = trunk === undefined ? undefined : findMergeBase(git, root, trunk, tip)
  const numbers = line === undefined ? undefined : numbersOfLine(line)
  return {
    contains,
    ends: [head, tip],
    isAncestor: (older, newer) => git.run(root, ['merge-base', '--is-ancestor', older, newer]).status === 0,
    forkOf: release => {
      if (numbers && isBeyond(splitReleaseName(release.name)?.version, numbers)) return undefined
      if (trunk === undefined && !numbers)
        throw inputError(
          `git knows no default branch here, so it isn't certain whether \`${release.name}\` is a release of ${sayLine(search)}. Fetch the default branch and name it: \`git remote set-head origin --auto\`.`,
          {source: named}
        )
      if (trunk !== undefined && contains(trunk, release)) return undefined
      const fork = findMergeBase(git, root, release.commit.id, tip)
      // The branch of a release that left the default branch after this line did goes on without this line.
      const isOther =
        fork === left && trunk !== undefined && findMergeBase(git, root, release.commit.id, trunk) !== left
      return isOther ? undefined : fork
    }
  }
}

/**
 * Chooses the newest release that both the change and its branch contain, or a newer one whose branch left their line
 * later than that release and no later than `commit`. A tag that only the change contains is no release of its branch.
 */
function chooseRelease(
  releases: readonly TaggedRelease[],
  {contains, forkOf, isAncestor, ends: [head = '', tip = '']}: Line,
  commit: string
): LatestRelease | undefined {
  const isOwn = (each: TaggedRelease): boolean => contains(tip, each) && contains(commit, each)
  const own = releases.find(isOwn)
  for (const release of releases) {
    if (release === own) return toLatest(release, 'the newest release that this branch descends from')
    if (contains(tip, release) || contains(head, release)) continue
    const fork = forkOf(release)
    if (fork === undefined || !isAncestor(fork, commit)) continue
    if (own && isAncestor(fork, own.commit.id)) continue
    return toLatest(release, `the newest release, which left this line at ${abbreviateId(fork)}`)
  }
  return undefined
}

function toLatest({name, commit}: TaggedRelease, reason: string): LatestRelease {
  const {prefix = '', mark = ''} = splitReleaseName(name) ?? {}
  const version = name.slice(prefix.length + mark.length)
  const tag = version === name ? 'tag' : `tag \`${name}\``
  return {id: commit.id, name, label: `release ${version} (${tag}, ${abbreviateId(commit.id)})`, reason}
}

const listTagsIn = (git: Git, root: string, commit: string): ReadonlySet<string> =>
  new Set(readLines(git, root, ['for-each-ref', `--merged=${commit}`, '--format=%(refname:strip=2)', 'refs/tags']))

const readLines = (git: Git, root: string, command: readonly string[]): string[] =>
  (git.output(root, command)?.toString('utf8') ?? '').split('\n').filter(line => line !== '')

/**
 * Says whether a tagged release is of another line than a tip: the default branch has it and the tip doesn't, or its
 * version is after those of the line (`release/1.x`).
 */
export function createOtherLineTest(
  git: Git,
  root: string,
  {tip, trunk, line}: Pick<ReleaseSearch, 'tip' | 'trunk'> & Partial<Pick<ReleaseSearch, 'line'>>
): (release: {readonly name: string; readonly commit: string}) => boolean {
  const taggedIn = (end: string): ReadonlySet<string> =>
    new Set(readLines(git, root, ['for-each-ref', `--merged=${end}`, `--format=${TAGGED_COMMIT}`, 'refs/tags']))
  const own = taggedIn(tip)
  const ofTrunk = trunk === undefined ? new Set<string>() : taggedIn(trunk)
  const numbers = line === undefined ? undefined : numbersOfLine(line)
  const isAfterLine = (name: string): boolean =>
    numbers !== undefined && isBeyond(splitReleaseName(name)?.version, numbers)
  return ({name, commit}) => !own.has(commit) && (ofTrunk.has(commit) || isAfterLine(name))
}

const TAGGED_COMMIT = '%(if)%(*objectname)%(then)%(*objectname)%(else)%(objectname)%(end)'

/** The first numbers of the versions of a line: 1 for `release/1.x`. `undefined` if its name has none. */
function numbersOfLine(line: string): readonly number[] | undefined {
  const [, digits] = (RELEASE_LINE.test(line) && /(\d+(?:[._]\d+)*)/.exec(line)) || []
  return digits?.split(/[._]/).map(Number)
}

/** Whether a version is after all versions that begin with these numbers. */
function isBeyond(version: ReleaseVersion | undefined, numbers: readonly number[]): boolean {
  const at = numbers.findIndex((each, index) => each !== (version?.numbers[index] ?? 0))
  return version !== undefined && at !== -1 && (version.numbers[at] ?? 0) > (numbers[at] ?? 0)
}

const keyOf = (name: string): string | undefined => splitReleaseName(name)?.version?.key

/**
 * The release that the history lists and that is newer than all tags. `undefined` if there's none, or if no release has a
 * tag of its name, because then releases and tags are named differently.
 */
function findUntagged(tagged: readonly TaggedRelease[], search: ReleaseSearch): string | undefined {
  const tags = new Set(tagged.map(({name}) => keyOf(name)))
  const versions = search.listed.flatMap(name => {
    const version = splitReleaseName(name)?.version
    return version && !version.isCandidate ? [{name, version}] : []
  })
  if (!versions.some(({version}) => tags.has(version.key))) return undefined
  const newest = versions.toSorted((a, b) => a.version.compare(b.version)).at(-1)
  const newestTag = tagged
    .flatMap(({name}) => splitReleaseName(name)?.version ?? [])
    .toSorted((a, b) => b.compare(a))[0]
  return newest && newestTag && newest.version.compare(newestTag) > 0 ? newest.name : undefined
}

/** Throws an `InputError` if a clone without tags of releases may lack them. */
function assertTagsAreFetched(git: Git, search: ReleaseSearch): void {
  const {repository, listed, isWithoutTags} = search
  const {root, named} = repository
  if (listed.length > 0) throw missingTagsError(listed, search)
  const isCloneWithout = (): boolean => askRepository(git, root).settings.get('remote.origin.tagopt') === '--no-tags'
  if (listTags(git, root)?.length === 0 && (isWithoutTags || isCloneWithout()))
    throw inputError(
      "The clone was made without tags, so it isn't known whether anything was released. Fetch them: `git fetch --tags`, or `fetchTags: true` in Azure Pipelines.",
      {source: named}
    )
}

const missingTagsError = (names: readonly string[], {repository: {named}}: ReleaseSearch) =>
  inputError(
    `The history lists ${names.length === 1 ? 'release' : 'the releases'} ${formatFirstNames(names)}, and the clone has no tag of ${names.length === 1 ? 'it' : 'them'}. Fetch the tags: \`git fetch --tags\`, or \`fetch-depth: 0\` in CI. If the release has no tag, name its description with \`--base\`.`,
    {source: named}
  )
