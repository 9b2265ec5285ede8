import type {Session} from '../app/session/session.ts'
import {createOwnerSearch, findFileOwners, type OwnerSources} from '../app/session/subject-owners.ts'
import {asOfDay, type Context} from '../context/context.ts'
import {readyFor} from '../descriptions/readers.ts'
import type {ReadingChoice} from '../documents/file-tree.ts'
import type {SourceRevision} from '../inputs/sources/source.ts'
import {pathInRepository} from '../inputs/working-tree.ts'
import type {ReleaseDiff} from '../model/api/release-diff.ts'
import {defined} from '../model/defined.ts'
import {ignoreInputErrors} from '../model/input-error.ts'
import type {History} from '../model/lifecycle/history.ts'
import {once} from '../model/memoize.ts'
import {subjectKey} from '../model/subject/subject.ts'
import {ContentIds, readingOf} from '../observations/content-ids.ts'
import {createDescriptionDays} from '../observations/description-days.ts'
import {ReleaseDiffs} from '../observations/release-diffs.ts'
import type {Report} from '../outputs/report/report.ts'
import type {Workspace} from '../stores/files/workspace.ts'
import {CommitTree} from '../stores/git/commit-tree.ts'
import {
  type AssembledChange,
  assembleChange,
  type Circumstances,
  isFirstHistory,
  type RuledHistory
} from './assemble-change.ts'
import {type FoundBase, findBase} from './base/base-revision.ts'
import type {DeletedApi} from './base/deleted-apis.ts'
import {assertSameSubmodules, findSubmodulePath} from './base/submodule-base.ts'
import type {ApiOptions, ReviewedChange, TargetCommit} from './change.ts'
import type {ComparedWithReleases} from './clients/compare-with-releases.ts'
import {compareChange, readDirectly, readTarget} from './compare-change.ts'
import {type Observed, openChange} from './compare-with-base.ts'
import {historyWithoutFile} from './first-adoption.ts'
import {type JudgedGaps, judgeGaps} from './gaps/accepted-gaps.ts'
import {findUncompared, gateRemarks, nameRevisions} from './gate-remarks.ts'
import type {GeneratedChange} from './generated/generated-change.ts'
import {findUnjudged, listDrift} from './generated/list-drift.ts'
import {judgeTargetAlone, type TargetAlone} from './inherited-findings.ts'
import {locateChange, locateUnlistedApi} from './locate-change.ts'
import type {LocatedChange} from './located-change.ts'
import {
  type ApprovalSources,
  countNewWaivers,
  createDescriptionTest,
  mergeIntoTarget,
  newWaiverRemarks
} from './owners/new-waivers.ts'
import {listSupported, weakenedPast} from './past/weakened-past.ts'
import {type ChangeRules, type RuleSources, readBoundTraffic, readRules} from './read-rules.ts'
import {findReleaseLine} from './release/release-line.ts'
import {findTaggedVersion, namesOtherSpec} from './release/released-base.ts'
import {findStatedVersions, type StatedVersions} from './release/version-claim.ts'
import {readSoftStart, type SoftStart} from './soft-start.ts'

/** Session on a change under review. */
export interface GateSession extends Session {
  /** Indexes of the entries that existed before the change. */
  readonly past: ReadonlySet<number>
  /** IDs of events that the change adds, although their release has shipped. */
  readonly brought: ReadonlySet<number>
  /** Why events don't count against the change, by their IDs. */
  readonly standing: RuledHistory['session']['standing']
  /** The target's own state, by the same rules. Missing in a run for the target itself, or if it can't be read. */
  readonly before?: TargetAlone
  /** Same change, judged by the target's config, policy, and history. Missing if those of the change are the same. */
  readonly ofTarget?: TargetSession
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
  readonly decidesAlone: boolean
}

/** Opens the gate for an API description. `undefined` if there's no description, so only the history can be judged. */
export async function openGate(
  options: ApiOptions,
  change: ReviewedChange,
  generated?: GeneratedChange
): Promise<GateSession | undefined> {
  const located = locateChange(options, change)
  return located && judgeChange(located, options, change, generated)
}

/** Opens the gate for an API that the config file no longer lists. */
export const openDeletedApiGate = (
  unlisted: DeletedApi,
  options: ApiOptions,
  change: ReviewedChange,
  generated?: GeneratedChange
): Promise<GateSession> => judgeChange(locateUnlistedApi(unlisted, options, change), options, change, generated)

/** Maximum number of descriptions in memory: the change, and two releases that are compared with each other. */
const MOST_DESCRIPTIONS = 3

/** Judges a change by its own rules and by those of its target. */
async function judgeChange(
  located: LocatedChange,
  options: ApiOptions,
  change: ReviewedChange,
  generated: GeneratedChange | undefined
): Promise<GateSession> {
  const {context} = change
  await readyFor([located.isDeleted ? undefined : located.spec, change.base?.name])
  const openDiffs = (reading: ReadingChoice): ReleaseDiffs =>
    new ReleaseDiffs(new ContentIds(context.cache(), reading), MOST_DESCRIPTIONS)
  const listFiles = () => [
    ...openDiffs(defined({announcements: located.config?.announcements})).filesOf(openChange(context.files, located)),
    ...(located.others ?? [])
  ]
  const {found, rules} = findBaseWithRules(located, listFiles, generated, options, change)
  assertComparableFiles(change, located, found, listFiles)
  const asOf = asOfDay(options, context, rules.policy)
  const binding = rules.target ?? rules.own
  const compared = await compareChange(
    {located, found, rules, asOf, generated},
    openDiffs(readingOf(binding.config, binding.judge.policy)),
    options,
    change
  )
  const {observed} = compared
  const circumstances: Circumstances = {
    located,
    asOf,
    timezone: rules.policy.timezone,
    target: found.target?.id,
    described: findDescribedDays(located, observed, rules, found.target, context),
    line: once(() => findReleaseLine({located, found, rules, asOf, isGenerated: generated !== undefined}, change)),
    binding,
    traffic: readBoundTraffic(rules, observed.older.title ?? located.spec, found.target, options, context)
  }
  const reading = generated?.reading ?? readDirectly
  return reading(() => {
    const own = assembleChange(context, rules.own, observed, circumstances)
    const assembled: AssembledChange = {located, rules, circumstances, own, ...compared}
    return toGateSession(context, assembled, options, {
      isProtected: change.base === undefined || found.target !== undefined,
      target: found.target,
      ownersOf: findOwners(assembled, found, context),
      tagged: once(() => findTaggedVersion(assembled, found, options, change))
    })
  })
}

/** Returns a function that finds the owners of subjects, which reads their sources once it is called. */
function findOwners(
  {located: {spec}, rules, observed}: AssembledChange,
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
    // The description of the target can't be read.
    return ignoreInputErrors(() => search()(subject), {sets: [], unowned: [subject.target.text]})
  }
}

/** Finds what a change is compared with, and whose rules bind it. */
function findBaseWithRules(
  located: LocatedChange,
  files: () => readonly string[],
  generated: GeneratedChange | undefined,
  options: ApiOptions,
  change: ReviewedChange
): {readonly found: FoundBase; readonly rules: ChangeRules} {
  const search = (earlier: string | undefined): FoundBase =>
    generated?.found ?? findBase(change, located.spec, {files, isDirty: generated?.isDirty, earlier})
  const found = search(located.earlier)
  const rules = readRules(located, toRuleSources(located, found), options, change.context)
  // What a folder had that the target doesn't read as its releases is no older description of this API.
  const isOther = located.earlier !== undefined && rules.target?.config && namesOtherSpec(rules, options, undefined)
  return {found: isOther ? search(undefined) : found, rules}
}

function toRuleSources({spec, releases, unlisted}: LocatedChange, {base, target}: FoundBase): RuleSources {
  const located = 'lacks' in base ? undefined : base
  const specs = unlisted ? [spec] : [releases, spec, located?.path].flatMap(each => each ?? [])
  return {target, base: located?.id, specs}
}

/** Throws an `InputError` if files of the description are in a submodule that the change adds or moves. */
function assertComparableFiles(
  {context, comparison}: ReviewedChange,
  {spec, isDeleted}: LocatedChange,
  {base, target}: FoundBase,
  listFiles: () => readonly string[]
): void {
  const isWithin = isDeleted || comparison?.merged || findSubmodulePath(context, spec) !== undefined
  if (isWithin || 'lacks' in base || base.id === undefined || !target) return
  assertSameSubmodules(context, listFiles(), {root: target.root, id: base.id, label: base.label})
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
  assembled: AssembledChange,
  {approvals}: Pick<ApiOptions, 'approvals'>,
  {isProtected, target, ownersOf, tagged}: SessionSources
): GateSession {
  const {located, rules, observed, own} = assembled
  const gaps = judgeGaps(assembled)
  const stated = findStatedVersions(assembled, tagged)
  const shared = {...describeMissingParts(assembled, gaps), ...defined({stated, releases: assembled.releases})}
  const drift = listDrift(workspace, assembled)
  const uncompared = findUncompared(assembled, gaps)
  const ofTarget = judgeByTarget(workspace, assembled, {ownersOf, approvals})
  const hasChanges = (observed.next?.changes.length ?? 0) > 0
  return {
    ...own.session,
    ...shared,
    spec: located.spec,
    older: observed.diffs.pathsOf(observed.base.revision),
    revisions: nameRevisions(assembled, target),
    softStart: readSoftStart(workspace, rules, {root: target?.root, hasChanges}, assembled.circumstances.asOf),
    ownersOf,
    remarks: gateRemarks(assembled, gaps, {isProtected, uncompared, drift}),
    ...defined({
      ofTarget: ofTarget && {...ofTarget, ...shared},
      tree: target && {root: target.root, id: target.id},
      uncompared: uncompared ?? findUnjudged(drift, located.spec),
      drift,
      acceptedGaps: gaps.counts,
      before: judgeTargetAlone(workspace, assembled, rules.own),
      // Only a run on the branch itself checks what a tag may have released.
      releasedAs: target?.isOwn && hasChanges ? tagged()?.tagOfHead : undefined
    })
  }
}

/** What a session needs in addition to the assembled change. */
interface SessionSources
  extends Pick<FoundBase, 'target'>,
    Pick<ApprovalSources, 'ownersOf'>,
    Pick<StatedVersions, 'tagged'> {
  /** Whether another branch tells what the rules were before the change. */
  readonly isProtected: boolean
}

/** Parts of the change, or of its past, that couldn't be read. */
function describeMissingParts(
  {located: {spec}, own: {cut}, releases}: AssembledChange,
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
  assembled: AssembledChange,
  sources: Omit<ApprovalSources, 'target'>
): Omit<TargetSession, 'partial'> | undefined {
  const {located, rules, observed, circumstances, own} = assembled
  const {target, isTargetAlone} = rules
  if (!target?.isChanged) return undefined
  const {asOf, described} = circumstances
  const {newWaivers, ...merged} = mergeIntoTarget(
    workspace,
    target,
    rules.own,
    historyWithoutFile(own.before, observed.next, located.spec),
    {...sources, target},
    {
      asOf,
      ...createDescriptionTest(asOf, rules.own, described),
      observed: observed.next?.changes ?? [],
      isFirst: isFirstHistory(target)
    }
  )
  return {
    ...assembleChange(workspace, merged, observed, circumstances).session,
    ...defined({before: judgeTargetAlone(workspace, assembled, target)}),
    ...newWaiverRemarks(newWaivers, target),
    ...weakenedPast({...rules, target}, asOf, listSupported(observed)),
    ...countNewWaivers(newWaivers),
    label: target.label,
    isFirst: !target.config && !target.file,
    decidesAlone: isTargetAlone
  }
}
