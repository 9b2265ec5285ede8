import type {Session} from '../app/session/session.ts'
import {asOfDay, type Context} from '../context/context.ts'
import {readyFor} from '../descriptions/readers.ts'
import type {ReadingChoice} from '../documents/file-tree.ts'
import type {SourceRevision} from '../inputs/sources/source.ts'
import {pathInRepository} from '../inputs/working-tree.ts'
import type {ReleaseDiff} from '../model/api/release-diff.ts'
import {defined} from '../model/defined.ts'
import {InputError} from '../model/input-error.ts'
import type {History} from '../model/lifecycle/history.ts'
import {once} from '../model/memoize.ts'
import {subjectKey} from '../model/subject/subject.ts'
import type {Policy} from '../model/verdict/policy.ts'
import {ContentIds, readingOf} from '../observations/content-ids.ts'
import {createDescriptionDays} from '../observations/description-days.ts'
import {ReleaseDiffs} from '../observations/release-diffs.ts'
import type {Report} from '../outputs/report/report.ts'
import type {Workspace} from '../stores/files/workspace.ts'
import {CommitTree} from '../stores/git/commit-tree.ts'
import type {BaseRevision, FoundBase, TargetCommit} from './base/base-revision.ts'
import type {DeletedApi} from './base/deleted-apis.ts'
import {assertSameSubmodules, findSubmodulePath} from './base/submodule-base.ts'
import {findBaseWithRules} from './base-with-rules.ts'
import {type ComparedWithReleases, compareWithReleases} from './clients/compare-with-releases.ts'
import {compareWithBase, type Observed, openChange, withOwnList} from './compare-with-base.ts'
import {historyWithoutFile} from './first-adoption.ts'
import {type JudgedGaps, judgeGaps} from './gaps/accepted-gaps.ts'
import type {GateOptions, LocatedChange} from './gate-choice.ts'
import {findUncompared, gateRemarks, nameRevisions} from './gate-remarks.ts'
import type {GeneratedChange} from './generated/generated-change.ts'
import {findUnjudged, listDrift} from './generated/list-drift.ts'
import {separateDrift} from './generated/separate-drift.ts'
import {judgeTargetAlone, type TargetAlone} from './inherited-findings.ts'
import {type Circumstances, isFirstHistory, type JudgedCase, type JudgedHistory, judge} from './judge.ts'
import {locateChange, locateUnlistedApi} from './locate-change.ts'
import {
  type ApprovalSources,
  countNewWaivers,
  createDescriptionTest,
  mergeIntoTarget,
  newWaiverRemarks
} from './owners/new-waivers.ts'
import {createOwnerSearch, findFileOwners, type OwnerSources} from './owners/subject-owners.ts'
import {listSupported, weakenedPast} from './past/weakened-past.ts'
import type {ChangeRules} from './read-rules.ts'
import {addLostOfRelease, compareWithRelease} from './release/compare-with-release.ts'
import {findReleaseLine} from './release/release-line.ts'
import {findReleasedBase, findTaggedVersion, type ReleasedBase} from './release/released-base.ts'
import {findStatedVersions, type StatedVersions} from './release/version-claim.ts'
import {readSoftStart, type SoftStart} from './soft-start.ts'

/** Session on a change under review. */
export interface GateSession extends Session {
  /** Indexes of the entries that existed before the change. */
  readonly past: ReadonlySet<number>
  /** IDs of events that the change adds, although their release has shipped. */
  readonly brought: ReadonlySet<number>
  /** Why events don't count against the change, by their IDs. */
  readonly standing: JudgedHistory['session']['standing']
  /** The target's own state, by the same rules. Missing in a run for the target itself, or if it can't be read. */
  readonly before?: TargetAlone
  /** Same change, judged by the target's config, policy, and history. Missing if the change modifies none of them. */
  readonly held?: TargetSession
  /** Commit that the change will be merged into. */
  readonly tree?: {readonly root: string; readonly id: string}
  /** Path of the judged description. */
  readonly spec: string
  /** Paths of the files that the description of the base consists of, from the root of the repository. */
  readonly older: readonly string[]
  readonly drift?: Report['drift']
  /** Numbers of gaps that the configuration accepts, and of its entries that aren't used. */
  readonly acceptedGaps?: Report['acceptedGaps']
  /** The versions of the change and of its base. Missing if nothing was compared. */
  readonly stated?: StatedVersions
  /** The comparison with other releases than the base. Missing if none is demanded. */
  readonly releases?: ComparedWithReleases
  /** Whether violations fail the gate. */
  readonly softStart: SoftStart
  /** The tag that released what is checked. Missing if it isn't released, or that isn't known. */
  readonly releasedAs?: string
  /** Finds the owners of a subject, by the target. */
  readonly ownersOf: ApprovalSources['ownersOf']
  /** Revisions that decide on the change. */
  readonly revisions: NonNullable<Report['revisions']>
}

/** Session that uses the config, policy, and history of the target commit. */
export interface TargetSession extends Session {
  readonly past: ReadonlySet<number>
  readonly brought: ReadonlySet<number>
  readonly standing?: GateSession['standing']
  readonly stated?: StatedVersions
  readonly before?: TargetAlone
  /** Facts of the target's history that the change weakens. Missing if the target accepts them, or nothing was compared. */
  readonly weakened?: NonNullable<History['weakened']>
  /** Remarks on waivers that were approved, which matter whatever rules decide. */
  readonly approved: readonly string[]
  /** Waivers that the change adds. */
  readonly newWaivers?: NonNullable<Report['newWaivers']>
  /** Name of the target commit. */
  readonly label: string
  /** Whether the target has neither a config nor a history, so that the change states the first policy. */
  readonly isFirst: boolean
  /**
   * Whether the target state alone decides: the branch changed no config, policy, or history, but the target did since
   * the branch was created.
   */
  readonly isAlone: boolean
}

/** Opens the gate for an API description. `undefined` if there's no description, so only the history can be judged. */
export async function openGate(
  options: GateOptions,
  context: Context,
  generated?: GeneratedChange
): Promise<GateSession | undefined> {
  const change = locateChange(options, context)
  return change && judgeChange(change, options, context, generated)
}

/** Opens the gate for an API that the config file no longer lists. */
export const openDeletedApiGate = (
  unlisted: DeletedApi,
  options: GateOptions,
  context: Context,
  generated?: GeneratedChange
): Promise<GateSession> => judgeChange(locateUnlistedApi(unlisted, options, context), options, context, generated)

/** Maximum number of descriptions in memory: the change, and two releases that are compared with each other. */
const MOST_DESCRIPTIONS = 3

/** Judges a change by its own rules and by those of its target. */
async function judgeChange(
  change: LocatedChange,
  options: GateOptions,
  context: Context,
  generated: GeneratedChange | undefined
): Promise<GateSession> {
  const {spec, isDeleted, others = []} = change
  await readyFor([isDeleted ? undefined : spec, options.base])
  const openEditions = (reading: ReadingChoice): ReleaseDiffs =>
    new ReleaseDiffs(context.cache(), new ContentIds(context.cache(), reading), MOST_DESCRIPTIONS)
  const here = openChange(context.files, change)
  const own = openEditions(defined({announcements: change.config?.announcements}))
  const files = (): string[] => [...own.filesOf(here), ...others]
  const {found, rules} = findBaseWithRules(change, files, generated, options, context)
  const binding = rules.target ?? rules.own
  const diffs = openEditions(readingOf(binding.config, binding.judge.policy))
  assertComparableFiles(context, files, found, change, options)
  const {policy} = rules
  const base = 'lacks' in found.base ? found.base : found.base.open(policy)
  const merged = options.only?.base.isOneOfSeveral ? readTarget(found, policy) : undefined
  const since = compareWithBase(change, withOwnList(here, change, rules), base, diffs, merged)
  const reading = generated?.reading ?? readOnce
  const released = await reading(() => findReleasedBase(change, {...found, since}, rules, options, context))
  const whole =
    released && released.unknown === undefined
      ? compareReleased(since, change, {released, found, merged}, policy)
      : since
  const compared = generated?.drifted ? separateDrift(whole, since, generated.drifted) : whole
  const asOf = asOfDay(options, context, rules.policy)
  const releases = compareWithReleases(compared, {change, rules, target: found.target, asOf}, options, context)
  const observed = releases?.observed ?? compared
  const circumstances: Circumstances = {
    change,
    asOf,
    timezone: policy.timezone,
    target: found.target?.id,
    described: findDescribedDays(change, observed, rules, found.target, context),
    line: once(() => findReleaseLine({change, found, rules, asOf, isGenerated: generated !== undefined}, context)),
    binding
  }
  return reading(() => {
    const judged: JudgedCase = {
      change,
      rules,
      observed,
      circumstances,
      own: judge(context, rules.own, observed, circumstances),
      ...defined({released, releases})
    }
    return toGateSession(context, judged, options, {
      ...found,
      ownersOf: findOwners(judged, found, context),
      tagged: once(() => findTaggedVersion(judged, found, options, context))
    })
  })
}

const readOnce = async <Result>(read: () => Result): Promise<Result> => read()

/** Returns a function that finds the owners of subjects, which reads their sources once it is called. */
function findOwners(
  {change: {spec}, rules, observed}: JudgedCase,
  found: FoundBase,
  context: Context
): ApprovalSources['ownersOf'] {
  const {target} = found
  const search = once(() => {
    const tree = target && new CommitTree(context.git, target.root, target.id)
    const inner = findSubmodulePath(context, spec)
    const path = inner ?? (target && pathInRepository(context.files, target.root, spec))
    const tip = readTarget(found, rules.policy)
    const {diffs, base, older, next} = observed
    const of = (revision: SourceRevision, {arrivals}: ReleaseDiff): OwnerSources['operations'] => {
      const tree = revision.tree()
      const paths = new Map(diffs.pathsOf(revision).map(each => [tree.sourceOf(each), each]))
      return arrivals.map(each => ({...each, path: inner ?? paths.get(each.place.source) ?? path}))
    }
    const now = tip ? of(tip.revision, diffs.describeAlone(tip.revision)) : []
    const known = new Set(now.map(each => subjectKey(each.subject)))
    return createOwnerSearch({
      operations: [...now, ...of(base.revision, older).filter(each => !known.has(subjectKey(each.subject)))],
      config: (rules.target ?? rules.own).config,
      ofFile: tree && findFileOwners(tree, context.env),
      path,
      changes: next?.changes ?? []
    })
  })
  return subject => {
    try {
      return search()(subject)
    } catch (error) {
      // The description of the target can't be read.
      if (error instanceof InputError) return {sets: [], unowned: [subject.target.text]}
      throw error
    }
  }
}

function readTarget({line, target}: FoundBase, policy: Policy): BaseRevision | undefined {
  const base = target && line?.readAt(target)
  return base && !('lacks' in base) ? base.open(policy) : undefined
}

/** Compares with the release, too. On the branch that is released, all changes since the release count. */
function compareReleased(
  since: Observed,
  change: LocatedChange,
  {released, found, merged}: {released: ReleasedBase; found: FoundBase; merged: BaseRevision | undefined},
  policy: Policy
): Observed {
  const {isAsked, base, newer} = released
  const others = isAsked && found.target?.isOwn ? [] : [since.base, ...(merged ? [merged] : [])]
  const revision = base?.open(policy)
  const release = {revision, remedy: base?.remedy, newer: newer?.base?.open(policy), isAsked}
  try {
    return addLostOfRelease(compareWithRelease(since, change, release, others), released.coming?.revision)
  } catch (error) {
    // A release that can't be read shows nothing, so everything that the branch has counts as released.
    if (!isAsked && error instanceof InputError) return since
    throw error
  }
}

/** Throws an `InputError` if files of the description are in a submodule that the change adds or moves. */
function assertComparableFiles(
  workspace: Workspace,
  files: () => readonly string[],
  {base, target}: FoundBase,
  {spec, isDeleted}: LocatedChange,
  {only}: GateOptions
): void {
  const isWithin = isDeleted || only?.isMerged || findSubmodulePath(workspace, spec) !== undefined
  if (isWithin || 'lacks' in base || base.id === undefined || !target) return
  assertSameSubmodules(workspace, files(), {root: target.root, id: base.id, label: base.label})
}

/** Finds since when the descriptions of the target have shown something. */
function findDescribedDays(
  {spec, releases}: LocatedChange,
  {base}: Observed,
  {own, target: state, policy: {timezone}}: ChangeRules,
  target: TargetCommit | undefined,
  context: Context
): Circumstances['described'] {
  const {config, judge} = state ?? own
  const described = state?.config?.spec ?? releases ?? base.path ?? spec
  const tip = target?.isOwn ? 'HEAD' : target?.id
  const find = () => tip && {tip, spec: described, reading: readingOf(config, judge.policy), timezone}
  return createDescriptionDays(context, () => find() || undefined, context.cache)
}

function toGateSession(
  workspace: Workspace,
  judged: JudgedCase,
  options: GateOptions,
  {
    target,
    ownersOf,
    tagged
  }: Pick<FoundBase, 'target'> & Pick<ApprovalSources, 'ownersOf'> & Pick<StatedVersions, 'tagged'>
): GateSession {
  const {change, rules, observed, own} = judged
  const gaps = judgeGaps(judged)
  const stated = findStatedVersions(judged, tagged)
  const shared = {...describeMissingParts(judged, gaps), ...defined({stated, releases: judged.releases})}
  const drift = listDrift(workspace, judged)
  const uncompared = findUncompared(judged, gaps)
  const held = judgeByTarget(workspace, judged, {ownersOf, approvals: options.approvals})
  const remarks = gateRemarks(judged, gaps, {
    isProtected: options.base === undefined || target !== undefined,
    uncompared,
    drift
  })
  return {
    ...(held ? {held: {...held, ...shared}} : {}),
    spec: change.spec,
    older: observed.diffs.pathsOf(observed.base.revision),
    ...(target ? {tree: {root: target.root, id: target.id}} : {}),
    revisions: nameRevisions(judged, target),
    softStart: readSoftStart(
      workspace,
      rules,
      {root: target?.root, hasChanges: (observed.next?.changes.length ?? 0) > 0},
      judged.circumstances.asOf
    ),
    ownersOf,
    ...defined({uncompared: uncompared ?? findUnjudged(drift, change.spec), drift}),
    ...defined({acceptedGaps: gaps.counts}),
    ...defined({before: judgeTargetAlone(workspace, judged, rules.own)}),
    // Only a run on the branch itself checks what a tag may have released.
    ...defined({releasedAs: target?.isOwn && observed.next?.changes.length ? tagged()?.tagOfHead : undefined}),
    ...own.session,
    ...shared,
    remarks
  }
}

/** Parts of the change, or of its past, that couldn't be read. */
function describeMissingParts(
  {change: {spec}, own: {cut}, releases}: JudgedCase,
  {gaps}: JudgedGaps
): Pick<Session, 'partial' | 'unread' | 'unreadAt'> {
  const [gap] = gaps
  if (gap) return {partial: true, unread: spec, unreadAt: gap.place}
  const [part] = releases?.unread ?? []
  if (part)
    return {
      partial: true,
      unread: `the releases of ${spec} (${part.name}: ${part.why.replace(/\.$/, '')})`,
      unreadAt: part.place
    }
  return {partial: cut?.unread !== undefined, ...defined({unread: cut?.unread})}
}

/** Judges a change by the rules of its target. `undefined` if they are the change's own. */
function judgeByTarget(
  workspace: Workspace,
  judged: JudgedCase,
  sources: Omit<ApprovalSources, 'target'>
): Omit<TargetSession, 'partial'> | undefined {
  const {change, rules, observed, circumstances, own} = judged
  const {target, isTargetAlone} = rules
  if (!target?.isChanged) return undefined
  const {asOf, described} = circumstances
  const {newWaivers, ...merged} = mergeIntoTarget(
    workspace,
    target,
    rules.own,
    historyWithoutFile(own.before, observed.next, change.spec),
    {...sources, target},
    {
      asOf,
      ...createDescriptionTest(asOf, rules.own, described),
      observed: observed.next?.changes ?? [],
      isFirst: isFirstHistory(target)
    }
  )
  return {
    ...judge(workspace, merged, observed, circumstances).session,
    ...defined({before: judgeTargetAlone(workspace, judged, target)}),
    ...newWaiverRemarks(newWaivers, target),
    ...weakenedPast({...rules, target}, asOf, listSupported(observed)),
    ...countNewWaivers(newWaivers),
    label: target.label,
    isFirst: !target.config && !target.file,
    isAlone: isTargetAlone
  }
}
