import {findReleasesOfLine} from '../../history/observed/from-snapshots.ts'
import {otherApis} from '../../inputs/config/file.ts'
import {patternOf, selectTouching} from '../../inputs/sources/first-parent-commits.ts'
import {DEEPEN, withBranch} from '../../inputs/sources/git-repository.ts'
import {holdsReleases} from '../../inputs/sources/release-files.ts'
import {NoDescription} from '../../inputs/sources/revisions.ts'
import {type SourceRelease, type SourceRevision, unreadRelease} from '../../inputs/sources/source.ts'
import {createTagOwner} from '../../inputs/sources/tag-families.ts'
import {openTagSource} from '../../inputs/sources/tag-source.ts'
import {NoReleaseTags} from '../../inputs/sources/tags.ts'
import {defined} from '../../model/defined.ts'
import {InputError} from '../../model/input-error.ts'
import {parseDateRange} from '../../model/time/date-range.ts'
import {versionKey} from '../../model/time/release.ts'
import {NEXT, type WrittenEntry} from '../../model/time/timeline.ts'
import {splitReleaseName} from '../../model/time/version.ts'
import {openFolderAt} from '../../observations/description-days.ts'
import {toUnobserved} from '../../observations/observe.ts'
import {atCommit} from '../../stores/files/commit-workspace.ts'
import type {Git} from '../../stores/git/git.ts'
import {findDefaultTip} from '../base/base-commit.ts'
import type {ComparedLine, FoundBase} from '../base/base-revision.ts'
import {createOtherLineTest} from '../base/latest-release.ts'
import type {ReviewedChange, TargetCommit} from '../change.ts'
import type {LocatedChange} from '../located-change.ts'
import type {ChangeRules, JudgingState} from '../read-rules.ts'
import {nameOfLine} from './released-base.ts'

/**
 * Which states of a description clients got, for what it says: its releases up to the base of a change, or the commits
 * of the target where each is released. `unknown` says why that can't be decided, and what to do.
 */
export type ReleaseLine =
  | {
      readonly kind: 'releases'
      readonly releases: readonly SourceRevision[]
      /** Those at which a mark may have been added or removed, each with the one before it. */
      readonly marking: (files: readonly string[]) => readonly SourceRevision[]
    }
  | {
      readonly kind: 'commits' /** Whether no release is known, and the configuration doesn't say so. */
      readonly isAssumed?: true
    }
  | {readonly kind: 'unknown'; readonly why: string}
/** A change, and where it was found. */
interface DatedChange {
  readonly located: LocatedChange
  readonly found: Pick<FoundBase, 'line' | 'target'>
  readonly rules: ChangeRules
  readonly asOf: string
  /** Whether a command writes the description, which is done for each release. */
  readonly isGenerated: boolean
}

/** The line of a change in git, and the state whose configuration says which tags are releases. */
interface TaggedLine {
  readonly line: ComparedLine
  readonly target: TargetCommit
  readonly by: JudgingState
  readonly spec: string
  readonly asOf: string
}

/**
 * The releases by which the target's configuration dates what a base says: its tags, or the files of its folder. Each
 * commit is one only if the configuration says so, or if the API is known to have none.
 */
export function findReleaseLine(
  {located, found: {line, target}, rules, asOf, isGenerated}: DatedChange,
  change: ReviewedChange
): ReleaseLine {
  const {context} = change
  const by = rules.target ?? rules.own
  const {config} = by
  if (!line || !target || isGenerated || config?.base?.path === 'target') return {kind: 'commits'}
  const {timezone} = by.judge.policy
  const {root, id: tip} = target
  // Where the description of the change is a folder of releases, the target may have had another one.
  if (located.releases !== undefined && holdsReleases(atCommit(context, {root, id: tip}).files, located.releases))
    return toLine(openFolderAt(context, {root, tip, spec: located.releases, timezone}).releases, asOf)
  if (line.repository.isShallow) return {kind: 'unknown', why: SHALLOW}
  return findTaggedLine({line, target, by, spec: config?.spec ?? located.spec, asOf}, change)
}

/** The releases by their tags, or why it isn't known which there are. */
function findTaggedLine(tagged: TaggedLine, change: ReviewedChange): ReleaseLine {
  const {by, asOf, target} = tagged
  const {entries = []} = by.file?.declared ?? {}
  const listed = entries.filter(({kind, name}) => kind === 'release' && name !== NEXT)
  const last = listed.at(-1)
  // The lines of a release that was recorded say what its description had.
  const isRecorded = by.file?.recorded?.some(({entry}) => entries[entry] === last) === true
  try {
    const own = listOwnTags(tagged, change)
    const pattern = patternOf('mark', by.judge.policy)
    return toLine([...own, ...(isRecorded ? [] : findUntagged(own, listed, asOf))], asOf, (files, releases) =>
      selectTouching(change.context.git, target.root, {pattern, files}, releases)
    )
  } catch (error) {
    if (!(error instanceof InputError)) throw error
    // Tags that don't have the description are older than it.
    const isOlder = last === undefined && error instanceof NoDescription
    if ((last && isRecorded) || isOlder) return toLine([], asOf)
    if (last)
      return {
        kind: 'unknown',
        why: `the history names release \`${last.name}\`, and no tag shows it. Fetch the tags: \`git fetch --tags\``
      }
    if (!(error instanceof NoReleaseTags)) return {kind: 'unknown', why: error.message.replace(/\.$/, '')}
    return change.ci ? {kind: 'unknown', why: NO_TAGS_IN_CI} : {kind: 'commits', isAssumed: true}
  }
}

/** The tagged releases of the line of a change, as the target's configuration chooses them. */
function listOwnTags({line, target, by, spec}: TaggedLine, {context, ci}: ReviewedChange): readonly SourceRelease[] {
  const {config, judge} = by
  const {repository, head} = line
  const {root, isOwn} = target
  const others = config ? otherApis(config) : []
  const {releases} = openTagSource(
    context,
    '.',
    // What a partial clone lacks ends the check where it is read, so that no release is left out.
    {...withBranch(repository, target.id), isPartial: false},
    {
      ...(config?.tags ? {tags: config.tags} : {}),
      owner: createTagOwner({name: config?.api, spec}, others),
      spec,
      timezone: judge.policy.timezone
    }
  )
  const trunk = findDefaultTip(context.git, {repository, ci})
  const tip = isOwn ? head : target.id
  const isOther = createOtherLineTest(context.git, root, {
    tip,
    trunk: trunk.name === 'HEAD' && !isOwn ? undefined : trunk.id,
    line: nameOfLine(target, ci?.run)
  })
  // The release that a run is for is the change itself, and a tag that only the change has is none of the target.
  const isReleasing = isOwn && !line.isDirty()
  const isOfChange = createChangeTest(context.git, root, {head, tip})
  return releases.filter(
    ({name, commit: {id = ''} = {}}) => !isOther({name, commit: id}) && !isOfChange(id) && !(isReleasing && id === head)
  )
}

/** Why the past of a shallow clone isn't known. */
export const SHALLOW = `the clone is shallow. Fetch the whole history: ${DEEPEN}`

const NO_TAGS_IN_CI =
  'the clone has no tags. Fetch them (`git fetch --tags`); if each commit of the target is deployed, write `base: target` in `tenure.yaml`'

/** Returns a test of whether a change has a commit that its target doesn't have. */
function createChangeTest(
  git: Git,
  root: string,
  {head, tip}: {readonly head: string; readonly tip: string}
): (commit: string) => boolean {
  if (head === tip) return () => false
  const log = git.output(root, ['rev-list', head, `^${tip}`])?.toString('utf8') ?? ''
  const own = new Set(log.split('\n'))
  return commit => own.has(commit)
}

/** The last release that the history lists, as one that can't be read, if its tag is missing although others are here. */
function findUntagged(
  tagged: readonly SourceRelease[],
  listed: readonly WrittenEntry[],
  asOf: string
): readonly SourceRelease[] {
  const names = new Set(tagged.map(({name}) => versionKey(name)))
  const last = listed.findLast(({stated}) => stated.earliest === undefined || stated.earliest <= asOf)
  const isNamedAlike = listed.some(({name}) => names.has(versionKey(name)))
  if (!last || !isNamedAlike || names.has(versionKey(last.name))) return []
  return [unreadRelease({name: last.name, ...defined({date: last.date}), place: last.place}, 'Its tag is missing.')]
}

/** The final releases that are out, of those the ones that lead to the newest, oldest first. */
function toLine(
  releases: readonly SourceRelease[],
  asOf: string,
  select = (_: readonly string[], all: readonly SourceRevision[]): readonly SourceRevision[] => all
): ReleaseLine {
  const out = releases.filter(
    ({name, date}) => splitReleaseName(name)?.version?.isCandidate !== true && (date === undefined || date <= asOf)
  )
  const chain = findReleasesOfLine(out.map(toUnobserved))
  const dated = chain.flatMap(at => toDated(out[at]) ?? [])
  return {kind: 'releases', releases: dated, marking: files => select(files, dated)}
}

/** A release as a state of the day on which it was out. `undefined` if that isn't known. */
function toDated(release: SourceRelease | undefined): SourceRevision | undefined {
  if (!release) return undefined
  const {tree, commit, name} = release
  // A release that is dated by a month was out by its end.
  const day = release.date === undefined ? commit?.day : parseDateRange(release.date)?.latest
  return day === undefined ? undefined : {tree, commit: {id: commit?.id ?? '', day, release: name}}
}
