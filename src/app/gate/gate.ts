import {assemble} from '../../history/assemble.ts'
import {findRelevantOperations} from '../../history/observed/base-state.ts'
import {applyDiff} from '../../history/observed/from-diff.ts'
import type {ReleaseDiff} from '../../model/api/release-diff.ts'
import {defined} from '../../model/defined.ts'
import {InputError, inputError} from '../../model/input-error.ts'
import type {DeclaredHistory, History, WrittenEvent} from '../../model/lifecycle/history.ts'
import type {SourceLocation} from '../../model/location.ts'
import {type DateRange, singleDay} from '../../model/time/date-range.ts'
import {readAnnouncementRecord} from '../../read/base/announcement-record.ts'
import type {NoBase} from '../../read/base/base-commit.ts'
import {type BaseRevision, findBase} from '../../read/base/base-revision.ts'
import {type ComparedReleases, chooseComparedReleases} from '../../read/base/compared-releases.ts'
import {
  createEmptyDescription,
  type DeletedApi,
  findDeletedDescription,
  findDeletedName
} from '../../read/base/deleted-apis.ts'
import {type Config, narrowConfig} from '../../read/config/file.ts'
import {isServerCode} from '../../read/document/document.ts'
import {createDiskFileTree} from '../../read/document/file-tree.ts'
import {readyFor} from '../../read/document/load-server-reader.ts'
import {isFile, pathExists} from '../../read/files/file-system.ts'
import {isSparselyExcluded} from '../../read/git/git.ts'
import {DEEPEN} from '../../read/sources/git-repository.ts'
import {findCurrentSpec, SPEC_NAMES} from '../../read/sources/release-base.ts'
import type {SourceRevision} from '../../read/sources/source.ts'
import type {Report} from '../../report/report.ts'
import {formatFew} from '../../text/format-values.ts'
import type {Context} from '../context.ts'
import {asOfDay} from '../context.ts'
import {CONFIG_NAME, type CommonOptions, configOf, wholeConfigOf} from '../session/config.ts'
import {findHistory} from '../session/history-path.ts'
import type {Session} from '../session/session.ts'
import {createDescriptionDays} from '../snapshots/description-days.ts'
import {isMarked, ReleaseDiffs} from '../snapshots/release-diffs.ts'
import {judgeGaps, openGapRemarks, warningRemarks} from './accepted-gaps.ts'
import {findOnlySpec} from './find-only-spec.ts'
import {firstAdoptionRemarks, gapRemarks, historyWithoutFile} from './first-adoption.ts'
import {type ChangeOptions, gateChoice} from './gate-choice.ts'
import {collectTestimony} from './gate-commits.ts'
import {
  findWarnings,
  sayComparison,
  sayOtherReleases,
  uniqueGaps,
  unseenMarksOf,
  withoutNewLocations
} from './gate-gaps.ts'
import {findTargetSpec, stillComparedRemarks, whyUncompared} from './history-only.ts'
import {claimRemarks, countNewWaivers, createDescriptionTest, mergeIntoTarget, newWaiverRemarks} from './new-waivers.ts'
import {hasTargetMovedOn, type JudgingState, readCurrentState, readTargetState, targetAdoption} from './target-state.ts'

export interface GateOptions extends CommonOptions, ChangeOptions {
  /** Path of the description (default: the configured one, or one with a default name). */
  readonly spec?: string | undefined
  /** File with the names of everyone who approved the change, one per line. */
  readonly reviewers?: string | undefined
}

/** Session on a change under review. */
export interface GateSession extends Session {
  /** Indexes of the entries that existed before the change. */
  readonly past: ReadonlySet<number>
  /** IDs of events in released entries that the change adds nevertheless. */
  readonly brought: ReadonlySet<number>
  /** Same change, judged by the target's config, policy, and history. Missing if the change modifies none of them. */
  readonly held?: TargetSession
  /** Commit that the change will be merged into. */
  readonly tree?: {readonly root: string; readonly id: string}
  /** Path of the judged description. */
  readonly spec: string
  /** Numbers of known gaps that the configuration accepts. */
  readonly acceptedGaps?: Report['acceptedGaps']
}

/** Session that uses the config, policy, and history of the target commit. */
export interface TargetSession extends Session {
  readonly past: ReadonlySet<number>
  readonly brought: ReadonlySet<number>
  /** Day on which the history of the target branch was adopted. Missing if the change stays on its own branch. */
  readonly adoptedBefore?: NonNullable<History['adoptedBefore']>
  /** Waivers that the change adds. */
  readonly newWaivers?: NonNullable<Report['newWaivers']>
  /** Name of the target commit. */
  readonly label: string
  /**
   * Whether the target state alone decides: the branch changed no config, policy, or history, but the target did since
   * the branch was created.
   */
  readonly isAlone: boolean
}

/** Opens the gate for an API description. `undefined` if there's no description, so only the history can be judged. */
export async function openGate(options: GateOptions, context: Context): Promise<GateSession | undefined> {
  const config = configOf(options)
  const isAlone = config === undefined && findHistory(options.history) === undefined
  const named = options.spec ?? config?.spec ?? (config?.isHistoryOnly && findTargetSpec(options, config, context))
  if (named === undefined && config?.isHistoryOnly) return undefined
  const found =
    named === undefined || isFile(named) ? undefined : chooseComparedReleases(named, gateChoice(options, context))
  if (found && (found.isThere || (found.earlier !== undefined && options.spec === undefined)))
    return openGateAt({...found, isGone: !found.isThere, releases: named}, options, config, context)
  const isGone = named !== undefined && isDeletedSpec(named, options, config, context)
  const spec = isGone ? named : (findCurrentSpec(named) ?? (isAlone ? findOnlySpec() : undefined))
  if (spec === undefined) {
    const names = SPEC_NAMES.filter(name => !pathExists(name))
    const lost = options.base === undefined ? findDeletedName(names, gateChoice(options, context)) : undefined
    if (lost !== undefined && isDeletedSpec(lost, options, config, context))
      return openGateAt({spec: lost, isGone: true}, options, config, context)
    if (isAlone) {
      throw inputError(
        'Nothing to check: no API description (`openapi.yaml`, …) and no history (`history.yaml`) found. Name a description with `--spec PATH`.',
        undefined,
        'tenure init'
      )
    }
    if (options.base === undefined || !pathExists(options.base)) return undefined
    throw inputError(
      `\`--base ${options.base}\` needs an API description, and none with a usual name was found. Name it with \`--spec PATH\`.`,
      undefined,
      '--spec api/library.yaml'
    )
  }
  return openGateAt({spec, isGone}, options, config, context)
}

/** Opens the gate for an API that the config file no longer lists. */
export function openDeletedApiGate(gone: DeletedApi, options: GateOptions, context: Context): Promise<GateSession> {
  const {spec, earlier, pointer, name = spec} = gone
  const whole = wholeConfigOf(options)
  const config = whole && {...narrowConfig(whole, {name, spec, rendered: [], pointer}), api: name}
  return openGateAt({spec, ...defined({earlier}), isGone: true, gone}, options, config, context)
}

interface GateSubject extends Partial<ComparedReleases> {
  readonly spec: string
  /** Folder or pattern with a description for each release. */
  readonly releases?: string | undefined
  /** Whether the description was deleted. */
  readonly isGone: boolean
  /** API that's no longer listed. Its history and policy are those of the base. */
  readonly gone?: DeletedApi
}

async function openGateAt(
  {spec, isGone, gone, earlier, releases, others = []}: GateSubject,
  options: GateOptions,
  config: Config | undefined,
  context: Context
): Promise<GateSession> {
  await readyFor([isGone ? undefined : spec, options.base])
  const deciding = gone ? readTargetState(options, gone.target, [spec], gone.name) : readCurrentState(options, config)
  const editions = new ReleaseDiffs(context.cache())
  const here: SourceRevision = {shelf: () => (isGone ? createEmptyDescription(spec) : createDiskFileTree(spec))}
  const files = () => [...editions.filesOf(here), ...others]
  const baseIn = (timezone: string) => findBase(spec, {...gateChoice(options, context), timezone, files, earlier})
  const requested = baseIn(deciding.judge.policy.timezone)
  const {target} = requested
  const heldBy =
    gone || !target
      ? undefined
      : readTargetState(options, target, specPaths(spec, requested.base, releases), config?.api)
  // Commit days and today use the time zone of the policy before the change.
  const {policy} = (heldBy ?? deciding).judge
  const {timezone} = policy
  const {base: found} = timezone === deciding.judge.policy.timezone ? requested : baseIn(timezone)
  const asOf = asOfDay(options, context, policy)
  const base: BaseRevision =
    'lacks' in found
      ? {
          revision: here,
          label: spec,
          revisions: () => [],
          markRevisions: () => [],
          stabilityRevisions: () => [],
          isShallow: false
        }
      : found
  const glimpse = 'lacks' in found ? editions.describeAlone(here) : describeBase(base, spec, editions)
  const seen = 'lacks' in found ? undefined : editions.observe(here, {revision: base.revision, observed: glimpse})
  const next = seen && isGone ? withoutNewLocations(seen) : seen
  const described = createDescriptionDays(
    () =>
      target && {
        tip: target.isOwn ? 'HEAD' : target.id,
        spec: heldBy?.config?.spec ?? releases ?? base.path ?? spec,
        timezone
      },
    () => context.cache()
  )
  const judgeBy = (by: JudgingState) => {
    const declared = by.file?.declared
    const {policy, locate} = by.judge
    const before = locateMarked(glimpse, next, declared?.events ?? [], {base, editions})
    const history: DeclaredHistory = {
      ...(declared ?? historyWithoutFile(before, next, spec)),
      source: by.path ?? spec,
      waivers: by.config?.waivers ?? [],
      ...(gone ? {isLeaving: true} : {})
    }
    const testimony = next ? collectTestimony({base, before, here, next}, history, editions) : NO_TESTIMONY
    const {
      declared: all,
      written,
      past,
      brought,
      backDated
    } = applyDiff(history, {
      before,
      ...(next ? {next} : {}),
      label: base.label,
      ...(base.revision.commit ? {day: base.revision.commit.day} : {}),
      place: {source: spec},
      testimony,
      recorded: (heldBy ?? deciding).file?.declared
    })
    const record =
      declared && by.path !== undefined
        ? readAnnouncementRecord(declared, by.path, {asOf, timezone, target: target?.id, described})
        : undefined
    const recorded = (event: (typeof all.events)[number]): DateRange | undefined => {
      const was = written.get(event)
      return backDated.has(event.id) ? singleDay(asOf) : record && recordedOf(was, record)
    }
    const locates = [...(by.file ? [by.file.locate] : []), locate, ...(by.config ? [by.config.locate] : [])]
    return {
      before,
      testimony,
      record,
      session: {
        history: assemble(all, {asOf, recorded}),
        policy,
        assumed: by.judge.assumed,
        path: by.path ?? spec,
        kind: by.path === undefined ? ('description' as const) : ('history' as const),
        past,
        brought: record ? new Set([...brought, ...findNewAnnouncements(written, record)]) : brought,
        ...(by.config ? {config: by.config} : {}),
        locate: (place: SourceLocation) => locates.reduce((at, locate) => locate(at), place)
      }
    }
  }
  const {before, testimony, record, session} = judgeBy(deciding)
  const known = judgeGaps(uniqueGaps(next ?? before), uniqueGaps(before), deciding, heldBy)
  const {gaps, ofBase: lacking} = known
  const compared = sayComparison(spec, next, {label: base.label, gaps, lacking})
  const isCut =
    base.isShallow && (record?.remark !== undefined || [...testimony.marked.values()].some(({isFirst}) => isFirst))
  const uncompared =
    whyUncompared(spec, found) ??
    (lacking.length > 0
      ? {text: compared, isUnsure: true, isPart: true as const}
      : others.length > 0
        ? {text: `${compared} ${sayOtherReleases(others)}`, isUnsure: true, isPart: true as const}
        : undefined)
  const source = config?.source ?? CONFIG_NAME
  const shared = {
    partial: gaps.length > 0 || isCut,
    ...(gaps[0] ? {unread: spec, unreadAt: gaps[0].place} : isCut ? {unread: `the past of ${spec} in git`} : {})
  }
  const isAlone =
    target !== undefined &&
    heldBy?.isChanged === true &&
    hasTargetMovedOn(options, target, base.revision.commit?.id, specPaths(spec, base, releases), config?.api)
  const judging = heldBy?.isChanged
    ? mergeIntoTarget(heldBy, deciding, historyWithoutFile(before, next, spec), options.reviewers, {
        asOf,
        ...createDescriptionTest(asOf, deciding, described),
        shown: next?.changes ?? []
      })
    : undefined
  return {
    ...(judging && heldBy
      ? {
          held: {
            ...judgeBy(judging).session,
            ...shared,
            remarks: newWaiverRemarks(judging.newWaivers, heldBy, options.reviewers),
            ...targetAdoption(heldBy, deciding),
            ...countNewWaivers(judging.newWaivers, heldBy, options.reviewers),
            label: heldBy.label,
            isAlone
          }
        }
      : {}),
    spec,
    ...(target ? {tree: {root: target.root, id: target.id}} : {}),
    ...(uncompared ? {uncompared} : {}),
    ...(known.counts ? {acceptedGaps: known.counts} : {}),
    ...session,
    ...shared,
    remarks: [
      ...(isGone && !('lacks' in found)
        ? [
            `${gone ? `\`${source}\` no longer lists \`${spec}\`` : `\`${spec}\` was deleted`}, so all its endpoints count as removed.`
          ]
        : []),
      uncompared?.text ?? compared,
      ...stillComparedRemarks(config, spec, base),
      ...firstAdoptionRemarks(heldBy, deciding),
      ...(heldBy ? claimRemarks(heldBy, deciding) : []),
      ...(options.base !== undefined && !target && !('lacks' in found)
        ? ['Not protected against changes to the policy and waivers: no other branch in git tells what they were.']
        : []),
      ...(record?.remark === undefined ? [] : [record.remark]),
      ...gapRemarks(session.history),
      ...(isCut
        ? [`Partial: the clone is shallow, and what ends may have been marked before it begins (${DEEPEN}).`]
        : []),
      ...openGapRemarks(gaps),
      ...known.remarks,
      ...warningRemarks(isServerCode(spec) ? findWarnings(next ?? before) : unseenMarksOf(before, next))
    ]
  }
}

/** Current and former path of the description, and of the folder with its releases. */
const specPaths = (spec: string, base: BaseRevision | NoBase, releases?: string): string[] =>
  [releases, spec, 'lacks' in base ? undefined : base.path].flatMap(each => each ?? [])

/**
 * Whether the description was deleted. Throws an `InputError` if it was moved, is named on the command line, or never
 * existed in git.
 */
function isDeletedSpec(spec: string, options: GateOptions, config: Config | undefined, context: Context): boolean {
  if (pathExists(spec)) return false
  if (isSparselyExcluded(spec)) {
    throw inputError(
      `\`${spec}\` is left out of the sparse checkout, so it can't be compared. Run \`git sparse-checkout add\` with its folder.`,
      {source: spec}
    )
  }
  const {base} = options
  const lost =
    base !== undefined && (pathExists(base) || base.includes(':'))
      ? undefined
      : findDeletedDescription(spec, gateChoice(options, context))
  if (lost?.to.length === 0 && options.spec === undefined) return true
  const isListed = options.spec === undefined && config?.spec !== undefined
  const moved = lost?.to.length
    ? `, and is ${lost.to.length > 1 ? 'perhaps one of' : 'now'} ${formatFew(lost.to.map(to => `\`${to}\``))}`
    : ''
  throw inputError(
    `There is no file \`${spec}\`${lost ? ` (it is in ${lost.label}${moved})` : ''}. Name the current API description with \`spec:\` in \`tenure.yaml\`, or with \`--spec PATH\`.`,
    isListed ? config.locate({source: config.source, pointer: `${config.pointer}/spec`}) : undefined,
    isListed ? `spec: ${lost?.to[0] ?? 'api/library.yaml'}` : `--spec ${lost?.to[0] ?? 'api/library.yaml'}`
  )
}

/** Adds line numbers to the marked operations that may be reported. Other operations aren't reported. */
function locateMarked(
  before: ReleaseDiff,
  next: ReleaseDiff | undefined,
  written: readonly WrittenEvent[],
  {base, editions}: {readonly base: BaseRevision; readonly editions: ReleaseDiffs}
): ReleaseDiff {
  const changes = next?.changes.map(observed => ({subject: observed.subject, observed})) ?? []
  const marked = findRelevantOperations(before.arrivals, [...written, ...changes]).filter(({described}) =>
    isMarked(described)
  )
  const places = editions.withLocations(base.revision, marked)
  const located = new Map(marked.map((each, at) => [each, places[at] ?? each]))
  return {...before, arrivals: before.arrivals.map(each => located.get(each) ?? each)}
}

/** Reads the base description. If it can't be read, the error says that the base is at fault. */
function describeBase(base: BaseRevision, spec: string, editions: ReleaseDiffs): ReleaseDiff {
  try {
    return editions.describeAlone(base.revision)
  } catch (error) {
    if (!(error instanceof InputError)) throw error
    const message = `${base.label}, with which \`${spec}\` is compared, can't be read. Name another with \`--base\`.`
    throw new InputError([...error.problems, {message}], {cause: error})
  }
}

const NO_TESTIMONY = {marked: new Map(), arrived: new Map(), stated: new Map(), isShallow: false}

type ReadRecord = NonNullable<ReturnType<typeof readAnnouncementRecord>>
/** IDs of announcements that the default branch doesn't contain yet. They count as new regardless of their dates. */
const findNewAnnouncements = (written: ReadonlyMap<WrittenEvent, WrittenEvent>, record: ReadRecord): number[] =>
  [...written].flatMap(([event, was]) => (record.isNew(was) ? [event.id] : []))

const recordedOf = (was: DeclaredHistory['events'][number] | undefined, record: ReadRecord) => was && record.dayOf(was)
