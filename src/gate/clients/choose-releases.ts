import {join} from 'node:path'
import {openReleasesOfApi} from '../../app/session/select-source.ts'
import type {Context} from '../../context/context.ts'
import {openSourceRepository} from '../../inputs/sources/git-repository.ts'
import {holdsReleases} from '../../inputs/sources/release-files.ts'
import {RELEASE_LIST_NAME} from '../../inputs/sources/release-list.ts'
import type {ReleaseSource, SourceRelease, UnreadPart} from '../../inputs/sources/source.ts'
import {listTags} from '../../inputs/sources/tags.ts'
import {ignoreInputErrors} from '../../model/input-error.ts'
import {versionOf} from '../../model/time/release.ts'
import type {Policy} from '../../model/verdict/policy.ts'
import {createReleaseSupport, type ReleaseSupport} from '../../policy/supported-releases.ts'
import {atCommit} from '../../stores/files/commit-workspace.ts'
import {askRepository} from '../../stores/git/repository.ts'
import {formatCount, formatReleases} from '../../text/format-values.ts'
import {commitAt, findDefaultTip} from '../base/base-commit.ts'
import {createOtherLineTest} from '../base/latest-release.ts'
import type {ApiOptions, ReviewedChange, TargetCommit} from '../change.ts'
import type {LocatedChange} from '../located-change.ts'
import type {ChangeRules} from '../read-rules.ts'
import {nameOfLine} from '../release/released-base.ts'
import type {Demands} from './demands.ts'

/** A release that a change is compared with. */
export interface ChosenRelease {
  readonly release: SourceRelease
  /** Its index in the list of releases. */
  readonly at: number
  /** Whether it is compared because the policy demands it of supported releases. */
  readonly isDemanded: boolean
  /** Whether it lies within the skew that a policy allows. */
  readonly isWithinSkew: boolean
  /** Whether the branch got it since the change began, so that the change lacks what it adds. */
  readonly isLater?: boolean
}

/** The releases that a change is compared with, the newest first. */
export interface ChosenReleases {
  readonly chosen: readonly ChosenRelease[]
  readonly support: ReleaseSupport
  readonly unread: readonly UnreadPart[]
  /** Returns what to say of the choice, given the names of the releases that couldn't be read. */
  readonly remarks: (unread: readonly string[]) => readonly string[]
}

/** Where the releases are looked for, and on which day. */
export interface ReleasesOfChange {
  readonly located: LocatedChange
  readonly rules: ChangeRules
  readonly target: TargetCommit | undefined
  readonly asOf: string
  /** Path of the description in the base, which the change may move. */
  readonly path?: string | undefined
  /** The commit of the base. */
  readonly base?: string | undefined
}

/**
 * Chooses the releases that a change is compared with. Files of releases are those of the target, because a change can
 * edit its own. Throws an `InputError` if a shallow clone has no releases.
 */
export function chooseReleases(
  {isForSupported, skews}: Demands,
  search: ReleasesOfChange,
  options: ApiOptions,
  change: ReviewedChange
): ChosenReleases {
  const {rules, asOf} = search
  const {policy} = rules
  const source = openReleasesOfChange(search, options, change.context)
  const {isOfOtherLine, isLater} = createLineTests(search, change)
  const shipped = (source?.releases ?? []).filter(
    each => isShipped(each, asOf) && !isOwn(each, search.located, change.context) && !isOfOtherLine(each)
  )
  // Candidates aren't supported.
  const releases = shipped.filter(each => versionOf(each.name)?.isCandidate !== true)
  const support = createReleaseSupport(releases, policy, asOf)
  const chosen = releases
    .map(
      (release, at): ChosenRelease => ({
        release,
        at,
        isDemanded: isForSupported && support.isSupported(at),
        isWithinSkew: skews.some(skew => support.isWithin(at, skew)),
        isLater: isLater(release)
      })
    )
    .filter(each => each.isDemanded || each.isWithinSkew)
    .toReversed()
  return {
    chosen,
    support,
    unread: source?.unread ?? [],
    remarks: unread => sayReleases(chosen, releases, isForSupported, policy, unread)
  }
}

/** The releases as they are without the change. `undefined` if there is none. */
function openReleasesOfChange(
  {located, rules, target, path}: ReleasesOfChange,
  options: ApiOptions,
  context: Context
): ReleaseSource | undefined {
  const {spec, releases} = located
  const config = (rules.target ?? rules.own).config ?? rules.own.config
  const {timezone} = rules.policy
  const binding = target ? atCommit(context, {root: target.root, id: target.id}) : context
  const named = releases ?? config?.spec
  const folder = named !== undefined && holdsReleases(binding.files, named) ? named : undefined
  if (folder !== undefined || binding.files.exists(RELEASE_LIST_NAME))
    return openReleasesOfApi({...options, spec: folder}, binding, config, timezone)
  const isEmpty = (listTags(context.git) ?? []).length === 0
  if (isEmpty && !askRepository(context.git, '.').isShallow) return undefined
  const isMoved = path !== undefined && path !== spec && binding.files.isFile(path)
  return isMoved
    ? openReleasesOfApi({...options, spec: path}, binding, config, timezone)
    : openReleasesOfApi({...options, spec}, context, config, timezone)
}

interface LineTests {
  readonly isOfOtherLine: (release: SourceRelease) => boolean
  readonly isLater: (release: SourceRelease) => boolean
}

/** Says whether a release isn't one of the branch that a change is for, and whether the branch got it since the change began. */
function createLineTests({target, base}: ReleasesOfChange, {context, ci}: ReviewedChange): LineTests {
  if (!target) return {isOfOtherLine: () => false, isLater: () => false}
  const {git} = context
  const {root, id: tip} = target
  const {name, id} = findDefaultTip(git, {repository: openSourceRepository(context, root), ci})
  const line = nameOfLine(target, ci?.run)
  const isOther = createOtherLineTest(git, root, {tip, trunk: name === 'HEAD' ? undefined : id, line})
  const isAfterBase =
    base === undefined || base === tip ? () => false : createOtherLineTest(git, root, {tip: base, trunk: tip})
  const of =
    (test: typeof isOther) =>
    ({name: release, commit}: SourceRelease) =>
      commit !== undefined && test({name: release, commit: commit.id})
  return {isOfOtherLine: of(isOther), isLater: of(isAfterBase)}
}

/** Whether a release has shipped by the day. An undated one has. */
const isShipped = ({date}: SourceRelease, asOf: string): boolean => date === undefined || date <= asOf

/** Whether a release is the file that is checked, or the checked commit and nothing else. */
function isOwn(release: SourceRelease, {spec, isDeleted}: LocatedChange, {files, git}: Context): boolean {
  const {commit} = release
  if (isDeleted || (commit !== undefined && commit.id !== commitAt(git, '.', 'HEAD'))) return false
  return ignoreInputErrors(() => {
    const tree = release.tree()
    const {folder, path} = tree
    if (commit !== undefined) return tree.read(path).equals(files.readBytes(spec))
    return folder !== undefined && files.realPath(join(folder, path)) === files.realPath(spec)
  }, false)
}

/** Says which releases are compared, and which aren't any more. */
function sayReleases(
  chosen: readonly ChosenRelease[],
  releases: readonly SourceRelease[],
  isForSupported: boolean,
  policy: Policy,
  unread: readonly string[]
): string[] {
  if (releases.length === 0)
    return ['There is no release before this change, so it is compared with none. Add tags for releases.']
  const names = chosen.toReversed().map(({release}) => release.name)
  if (names.length === 0)
    return [`The policy (\`${policy.source}\`) guarantees nothing of any release, so the change is compared with none.`]
  const read = names.filter(name => !unread.includes(name))
  const others = releases.length - names.length
  const rest =
    others > 0 && isForSupported
      ? `; ${formatCount(others, 'earlier release')} ${others === 1 ? "isn't" : "aren't"} supported any more`
      : ''
  if (read.length === 0) return []
  return [
    `Also compared with ${read.length === 1 ? 'release ' : read.length <= 5 ? 'releases ' : ''}${formatReleases(read)}${rest}.`
  ]
}
