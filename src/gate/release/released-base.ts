import {asOfDay, type Context} from '../../context/context.ts'
import type {FileTree} from '../../documents/file-tree.ts'
import {type NamedFile, otherApis} from '../../inputs/config/file.ts'
import {findApiFiles} from '../../inputs/sources/commit-descriptions.ts'
import {RELEASE_LIST_NAME} from '../../inputs/sources/release-list.ts'
import type {SourceRevision} from '../../inputs/sources/source.ts'
import {createTagOwner} from '../../inputs/sources/tag-families.ts'
import {listTags} from '../../inputs/sources/tags.ts'
import {pathInRepository} from '../../inputs/working-tree.ts'
import {defined} from '../../model/defined.ts'
import {InputError, ignoreInputErrors, inputError} from '../../model/input-error.ts'
import {once} from '../../model/memoize.ts'
import {versionKey} from '../../model/time/release.ts'
import {NEXT} from '../../model/time/timeline.ts'
import {splitReleaseName} from '../../model/time/version.ts'
import {atCommit} from '../../stores/files/commit-workspace.ts'
import {findDefaultTip} from '../base/base-commit.ts'
import {isBaseFile, openBaseFile} from '../base/base-file.ts'
import {type FoundBase, type LocatedBase, NO_COMMITS} from '../base/base-revision.ts'
import type {CiRun} from '../base/ci-facts.ts'
import {findNewestReleaseFile} from '../base/compared-releases.ts'
import {type FoundRelease, findNewestRelease, LATEST_RELEASE} from '../base/latest-release.ts'
import type {ApiOptions, ReviewedChange, TargetCommit} from '../change.ts'
import type {Observed} from '../compare-with-base.ts'
import type {LocatedChange} from '../located-change.ts'
import type {ChangeRules, JudgingState} from '../read-rules.ts'
import {canBreak} from './compare-with-release.ts'

/** The release that a change is compared with. */
export interface ReleasedBase {
  /** The description in the release. Missing if no release has one. */
  readonly base?: LocatedBase & {
    readonly reason: string
    readonly isOnly?: true | undefined
    /** What to do if the description can't be read. */
    readonly remedy: string
  }
  /** Why no release has a description. */
  readonly nothing?: string
  /** Why it isn't known what was released, so that everything that the branch has counts as released. */
  readonly unknown?: string
  /** Whether the whole comparison is with the release, and not only what decides whether something was released. */
  readonly isAsked: boolean
  /** The file that `base` names once the change is merged. No revision if the change removes it. */
  readonly coming?: ComingBase | undefined
  /** A newer release that the target got since the change began, with its description if it has one. */
  readonly newer?: {readonly label: string; readonly base?: LocatedBase}
}

interface ComingBase {
  readonly path: string
  readonly revision?: SourceRevision
  /** Whether the change edits the file itself, or names another one. */
  readonly isEdited: boolean
}

/**
 * Finds the release that a change is compared with, as the user or the target's configuration asks. Without that, the
 * newest one shows what was never released. `undefined` if there's none.
 */
export function findReleasedBase(
  located: LocatedChange,
  found: FoundBase & {readonly since: Observed},
  rules: ChangeRules,
  options: ApiOptions,
  change: ReviewedChange
): ReleasedBase | undefined {
  const by = rules.target ?? rules.own
  const named = change.base ? undefined : by.config?.base
  const isAsked = change.isForRelease || named?.path === LATEST_RELEASE
  // The releases of another description say nothing of the one that the target has.
  if (namesOtherSpec(rules, options, 'lacks' in found.base ? undefined : found.base.path))
    return isAsked ? {isAsked: false, unknown: 'this change names another description'} : undefined
  if (isAsked) return findAskedRelease(located, found, rules, options, change)
  if (named && named.path !== 'target')
    return {...readNamedRelease(named, found, change.context), coming: findComing(named, found, rules, change.context)}
  assertForChange(change)
  return findListedRelease(located, found, rules, options, change)
}

/**
 * Whether a change names another description than its target: in the configuration, and not only the file that the
 * target has anyway, which is at `path` there.
 */
export function namesOtherSpec(
  {own, target}: ChangeRules,
  {spec}: Pick<ApiOptions, 'spec'>,
  path: string | undefined
): boolean {
  const [mine, theirs] = [own.config?.spec, target?.config?.spec]
  return spec === undefined && target !== undefined && mine !== theirs && (mine ?? theirs) !== path
}

/** Throws an `InputError` for one of several APIs that isn't compared with a release, in a run that is for a tag. */
function assertForChange({base, ci}: ReviewedChange): void {
  if (base || ci?.run.kind !== 'tag') return
  throw inputError(
    `What to compare with isn't known: this run is for the tag \`${ci.run.tag}\`, and for no change of a branch. Name the older state with \`--base\`, or write \`base: ${LATEST_RELEASE}\` in \`tenure.yaml\`.`,
    undefined,
    `base: ${LATEST_RELEASE}`
  )
}

/**
 * The release that the newest tag names, and the target's history, too, if it lists any. `undefined` if it isn't clear
 * which one it is.
 */
function findListedRelease(
  located: LocatedChange,
  found: FoundBase & {readonly since: Observed},
  rules: ChangeRules,
  options: ApiOptions,
  change: ReviewedChange
): ReleasedBase | undefined {
  const by = rules.target ?? rules.own
  const isOtherBase = change.base !== undefined && !isTargetBranch(change.base.name, found)
  const isOff = isOtherBase || by.config?.base !== undefined || located.releases !== undefined
  if (isOff || !found.since.next?.changes.some(canBreak)) return undefined
  // Without a clear answer, everything that the branch has counts as released.
  return ignoreInputErrors(() => {
    const {release} = findTaggedRelease(located, found, rules, options, change)
    const listed = listShipped(by, asOfDay(options, change.context, rules.policy))
    const isKnown = release && (listed.length === 0 || listed.some(isNamed(release.name)))
    const released = isKnown ? readRelease(located, found, {release}, change.context, false) : undefined
    return released?.base && released
  })
}

/** Whether `--base` names the branch that the change is for, and no commit, tag, or file. */
const isTargetBranch = (base: string, {target}: FoundBase): boolean =>
  target !== undefined && !target.isOwn && withoutId(target.label) === base

const withoutId = (label: string): string => label.replace(/ \([\da-f]{7}\)$/, '')

/** Reads the description of the last release from a file of the target, which a change can't choose. */
function readNamedRelease({path, place}: NamedFile, {target}: FoundBase, context: Context): ReleasedBase {
  const files = target ? atCommit(context, {root: target.root, id: target.id}).files : context.files
  const where = target ? ` in ${target.label}` : ''
  const refuse = (problem: string): Error => inputError(problem, place, `base: ${LATEST_RELEASE}`)
  if (target && /^\.\.(?:\/|$)/.test(path))
    throw refuse(`\`base\` names \`${path}\`, which is outside of the repository.`)
  if (!isBaseFile(files, path)) throw refuse(`There is no file \`${path || '.'}\`${where}, which \`base\` names.`)
  if (/\.(?:tgz|tar\.gz)$/.test(path))
    throw refuse(`\`base\` names an archive. Name the description in it, too: \`${path}:package/openapi.yaml\`.`)
  const label = `\`${path}\`${where}`
  const known = {label, isShallow: false}
  const revision = {tree: once(() => openBaseFile(files, path))}
  return {
    isAsked: true,
    base: {
      ...known,
      reason: 'which `base` names',
      remedy: "Name another file with `base` in the target's `tenure.yaml`.",
      open: () => ({...known, revision, ...NO_COMMITS})
    }
  }
}

/** The file of the last release as a change leaves it. `undefined` if it names none, or is made on the target itself. */
function findComing({path}: NamedFile, {target}: FoundBase, {own}: ChangeRules, context: Context) {
  const name = own.config?.base?.path
  if (!target || target.isOwn || name === undefined || [LATEST_RELEASE, 'target'].includes(name)) return undefined
  if (!isBaseFile(context.files, name)) return {path: name, isEdited: true}
  const [was, is] = [atCommit(context, {root: target.root, id: target.id}).files, context.files].map((files, at) =>
    openBaseFile(files, at === 0 ? path : name)
  ) as [FileTree, FileTree]
  return {path: name, revision: {tree: () => is}, isEdited: was.id(was.path) !== is.id(is.path)}
}

const isNamed = (tag: string) => (name: string) => {
  const key = splitReleaseName(tag)?.version?.key
  return name === tag || versionKey(name) === versionKey(tag) || (key && splitReleaseName(name)?.version?.key === key)
}

function findAskedRelease(
  located: LocatedChange,
  found: FoundBase,
  rules: ChangeRules,
  options: ApiOptions,
  change: ReviewedChange
): ReleasedBase | undefined {
  const {context} = change
  const {line, target} = found
  if (!line || !target) {
    const lack = target ? 'and it is in a submodule' : 'and there is none'
    throw inputError(
      `\`base: ${LATEST_RELEASE}\` needs the git repository of \`${located.spec}\`, in which tags name the releases, ${lack}. Name the older description with \`--base FILE\`.`,
      {source: located.spec}
    )
  }
  if ('lacks' in found.base) return undefined
  if (located.releases === undefined) {
    const tagged = findTaggedRelease(located, found, rules, options, change)
    const unknown = whyUnknown(tagged, target, rules, change)
    return unknown === undefined ? readRelease(located, found, tagged, context, true) : {isAsked: false, unknown}
  }
  const file = findNewestReleaseFile(atCommit(context, {root: target.root, id: target.id}).files, located.releases)
  if (file === undefined) return {isAsked: true, nothing: `\`${located.releases}\` has no release in ${target.label}`}
  const at = pathInRepository(context.files, target.root, file)
  const base = line.readAt({id: target.id, label: `\`${file}\` in ${target.label}`}, at)
  if ('lacks' in base) return {isAsked: true, nothing: base.lacks}
  const reason = `the newest release in \`${located.releases}\``
  return {isAsked: true, base: {...base, reason, remedy: 'Have a maintainer repair it without this check.'}}
}

/** Why tags don't show what was released. `undefined` if they do. */
function whyUnknown(
  {release, newer, untagged}: FoundRelease,
  {root, id}: TargetCommit,
  {own, target}: ChangeRules,
  {context, ci}: ReviewedChange
): string | undefined {
  if (untagged !== undefined) return `the history lists release \`${untagged}\`, which has no tag yet`
  if (release || newer) return undefined
  if (atCommit(context, {root, id}).files.exists(RELEASE_LIST_NAME))
    return `\`${RELEASE_LIST_NAME}\` lists releases, and there is no tag of one`
  const tags = listTags(context.git, root) ?? []
  // Some CI systems make clones without tags, so a clone that has none doesn't show that nothing was released.
  if (tags.length === 0) return ci && 'the clone has no tags; fetch them if there are any'
  if ((target ?? own).config?.tags) return 'no tag of a release matches `tags`'
  // A tag such as `stable` moves from release to release, and doesn't show which ones there were.
  return tags.some(name => splitReleaseName(name)?.version) ? undefined : 'no tag names a version'
}

function findTaggedRelease(
  {spec}: LocatedChange,
  {line, target}: FoundBase,
  rules: ChangeRules,
  options: ApiOptions,
  {context, ci, comparison}: ReviewedChange
): FoundRelease {
  if (!line || !target) return {}
  const by = rules.target ?? rules.own
  const {config} = by
  const trunk = findDefaultTip(context.git, {repository: line.repository, ci})
  const others = config ? otherApis(config) : []
  const found = findNewestRelease(context.git, {
    repository: line.repository,
    head: line.head,
    tip: target.isOwn ? line.head : target.id,
    // Without a default branch, git names what is checked out.
    trunk: trunk.name === 'HEAD' && !target.isOwn ? undefined : trunk.id,
    line: nameOfLine(target, ci?.run),
    isWithoutTags: ci?.system === 'Azure Pipelines',
    isReleasing: target.isOwn && !line.isDirty(),
    tags: {patterns: config?.tags, owner: createTagOwner({name: config?.api, spec: config?.spec ?? spec}, others)},
    listed: listShipped(by, asOfDay(options, context, rules.policy)),
    timezone: rules.policy.timezone
  })
  return comparison?.merged && found.newer ? {release: found.newer} : found
}

/** The newest release that a change descends from, by its tag. */
export interface TaggedVersion {
  /** The version in the name of the tag. */
  readonly name: string
  /** Returns the version that its description states. */
  readonly described: () => string | undefined
  /** The tag, if it is on the commit that is checked. */
  readonly tagOfHead?: string
}

interface TaggedChange {
  readonly located: LocatedChange
  readonly rules: ChangeRules
  readonly observed: Pick<Observed, 'diffs'>
}

/** Finds the newest release by its tags. `undefined` if there's none, or if no clear answer was asked for. */
export function findTaggedVersion(
  {located, rules, observed: {diffs}}: TaggedChange,
  found: FoundBase,
  options: ApiOptions,
  change: ReviewedChange
): TaggedVersion | undefined {
  const {policy} = (rules.target ?? rules.own).judge
  try {
    const {release, tagOfHead} = findTaggedRelease(located, found, rules, options, change)
    if (!release) return undefined
    const described = (): string | undefined => {
      const base = found.line?.readAt(release)
      if (!base || 'lacks' in base) return undefined
      return diffs.describeAlone(base.open(policy).revision).version?.text
    }
    return {
      name: release.name.slice(splitReleaseName(release.name)?.prefix.length ?? 0),
      described,
      ...defined({tagOfHead})
    }
  } catch (error) {
    if (error instanceof InputError && policy.versions?.from !== 'tags') return undefined
    throw error
  }
}

/** The name of the branch that a change is for, or the version of the tag that a run is for. */
export function nameOfLine({isOwn, label}: TargetCommit, run: CiRun | undefined): string | undefined {
  if (!isOwn) return withoutId(label).replace(/^origin\//, '')
  if (run?.kind === 'push' || run?.kind === 'other') return run.branch
  if (run?.kind !== 'tag') return undefined
  return run.tag.slice(splitReleaseName(run.tag)?.prefix.length)
}

/** The releases that a history lists, without those that haven't shipped yet. */
const listShipped = ({file}: JudgingState, asOf: string): string[] =>
  (file?.declared.entries ?? []).flatMap(({kind, name, stated}) =>
    kind === 'release' && name !== NEXT && !isAhead(stated, asOf) ? [name] : []
  )

const isAhead = ({earliest}: {readonly earliest?: string}, asOf: string): boolean =>
  earliest !== undefined && earliest > asOf

function readRelease(
  {spec}: LocatedChange,
  {line, target}: FoundBase,
  {release, newer}: FoundRelease,
  context: Context,
  isAsked: boolean
): ReleasedBase {
  const later = newer && line?.readAt(newer)
  const known = {
    isAsked,
    ...(newer ? {newer: {label: newer.label, ...(later && !('lacks' in later) ? {base: later} : {})}} : {})
  }
  if (!line || !target || !release)
    return {...known, nothing: newer ? 'nothing was released before this branch began' : 'no tag of a release is here'}
  const base = line.readAt(release)
  if (!('lacks' in base)) {
    const {reason, isOnly} = release
    const remedy = `Leave it out in the target's \`tenure.yaml\`: \`tags: ['*', '!${release.name}']\`.`
    return {...known, base: {...base, reason, remedy, ...defined({isOnly})}}
  }
  const others = (findApiFiles(context, target.root, release.id)?.descriptions ?? []).filter(
    path => !context.files.exists(path)
  )
  const [other] = others
  if (other !== undefined)
    throw inputError(
      `\`${spec}\` is not in ${release.label}, and git shows no move from \`${other}\`, which is. Name the description in the release: \`--base refs/tags/${release.name}:PATH\`.`,
      {source: spec},
      `--base refs/tags/${release.name}:${other}`
    )
  return {...known, nothing: `${release.label}, ${release.reason}, has no \`${spec}\``}
}
