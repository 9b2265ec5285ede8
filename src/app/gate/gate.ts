import {assemble} from '../../history/assemble.ts'
import {concerned} from '../../history/observed/base-state.ts'
import {gated} from '../../history/observed/from-diff.ts'
import type {Observed} from '../../model/api/release-diff.ts'
import {InputError, refuse} from '../../model/input-error.ts'
import type {Declared, History, WrittenEvent} from '../../model/lifecycle/history.ts'
import type {Place} from '../../model/location.ts'
import {onDay, type When} from '../../model/time/date-range.ts'
import {readRecord} from '../../read/base/announcement-record.ts'
import {baseOf, type GateBase} from '../../read/base/base-revision.ts'
import {type GoneApi, lostAt, lostNamed, nothingAt} from '../../read/base/deleted-apis.ts'
import {type Config, narrowed} from '../../read/config/file.ts'
import {onDisk} from '../../read/document/file-tree.ts'
import {readyFor} from '../../read/document/load-server-reader.ts'
import {isThere} from '../../read/files/file-system.ts'
import {isLeftOut} from '../../read/git/git.ts'
import {readHistory} from '../../read/history/file.ts'
import {DEEPEN} from '../../read/sources/git-repository.ts'
import {specsAround} from '../../read/sources/project-files.ts'
import {SPEC_NAMES, specNamed} from '../../read/sources/release-base.ts'
import type {SourceRevision} from '../../read/sources/source.ts'
import {sayPlace} from '../../report/formats/stylish.ts'
import type {Report} from '../../report/report.ts'
import {count, sayFew} from '../../text/format-values.ts'
import {asOfDay} from '../as-of.ts'
import {CONFIG_NAME} from '../default-names.ts'
import type {Io} from '../io.ts'
import {
  type CommonOptions,
  configOf,
  findHistory,
  policyFor,
  policyOf,
  type Session,
  wholeConfigOf
} from '../session/session.ts'
import {Editions, isMarked} from '../snapshots/release-diffs.ts'
import {userCache} from '../user-cache.ts'
import {previewOf} from './first-adoption.ts'
import {choiceOf} from './gate-choice.ts'
import {testimonyOf} from './gate-commits.ts'
import {gapsIn, lackedBefore, sayCompared, shownWithout} from './gate-gaps.ts'
import {denialRemarks, newWaiversIn, waiverRemarks, withHeld} from './new-waivers.ts'
import {adoptionBefore, type Deciding, hasMovedOn, heldState} from './target-state.ts'

export interface GateOptions extends CommonOptions {
  /** Base that the description is compared with: a git revision or a file. */
  readonly base?: string | undefined
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
  readonly held?: HeldSession
  /** Commit that the change will be merged into. */
  readonly tree?: {readonly root: string; readonly id: string}
  /** Reason why nothing, or only a part, was compared. */
  readonly uncompared?: Report['uncompared']
}

/** Session that uses the config, policy, and history of the target commit. */
export interface HeldSession extends Session {
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
export async function openGate(options: GateOptions, io: Io): Promise<GateSession | undefined> {
  const config = configOf(options)
  const isAlone = config === undefined && findHistory(options.history) === undefined
  const named = options.spec ?? config?.spec
  const isGone = named !== undefined && isDeletedSpec(named, options, config)
  const spec = isGone ? named : (specNamed(named) ?? (isAlone ? findOnlySpec() : undefined))
  if (spec === undefined) {
    const names = SPEC_NAMES.filter(name => !isThere(name))
    const lost = options.base === undefined ? lostNamed(names, choiceOf(options)) : undefined
    if (lost !== undefined && isDeletedSpec(lost, options, config))
      return openGateAt({spec: lost, isGone: true}, options, config, io)
    if (isAlone) {
      throw refuse(
        'Unexpected lack of anything to judge, expected an API description (`openapi.yaml` and the like, or `--spec PATH`) or a history (`history.yaml`)',
        undefined,
        'tenure init'
      )
    }
    if (options.base === undefined) return undefined
    throw refuse(
      `Unexpected \`--base ${options.base}\` without an API description with a usual name, expected \`--spec PATH\``,
      undefined,
      '--spec api/library.yaml'
    )
  }
  return openGateAt({spec, isGone}, options, config, io)
}

/** Opens the gate for an API that the config file no longer lists. */
export function openGoneGate(gone: GoneApi, options: GateOptions, io: Io): Promise<GateSession> {
  const {spec, pointer, name = spec} = gone
  const whole = wholeConfigOf(options)
  const config = whole && {...narrowed(whole, {name, spec, rendered: [], pointer}), api: name}
  return openGateAt({spec, isGone: true, gone}, options, config, io)
}

interface GateSubject {
  readonly spec: string
  /** Whether the description was deleted. */
  readonly isGone: boolean
  /** API that's no longer listed. Its history and policy are those of the base. */
  readonly gone?: GoneApi
}

async function openGateAt(
  {spec, isGone, gone}: GateSubject,
  options: GateOptions,
  config: Config | undefined,
  io: Io
): Promise<GateSession> {
  await readyFor([isGone ? undefined : spec, options.base])
  const deciding = gone ? heldState(options, gone.held, [spec], gone.name) : readCurrentState(options, config)
  const editions = new Editions(userCache())
  const here: SourceRevision = {shelf: () => (isGone ? nothingAt(spec) : onDisk(spec))}
  const files = () => editions.filesOf(here)
  const baseIn = (timezone: string) => baseOf(spec, {...choiceOf(options), timezone, files})
  const requested = baseIn(deciding.judge.policy.timezone)
  const held = 'lacks' in requested ? undefined : requested.held
  const heldBy =
    gone || !held || 'lacks' in requested
      ? undefined
      : heldState(options, held, specPaths(spec, requested), config?.api)
  // Commit days and today use the time zone of the policy before the change.
  const {policy} = (heldBy ?? deciding).judge
  const {timezone} = policy
  const found = timezone === deciding.judge.policy.timezone ? requested : baseIn(timezone)
  const asOf = asOfDay(options, io, policy)
  const base: GateBase =
    'lacks' in found
      ? {revision: here, label: spec, line: () => [], marking: () => [], stating: () => [], isShallow: false}
      : found
  const glimpse = 'lacks' in found ? editions.glimpse(here) : describeBase(base, spec, editions)
  const seen = 'lacks' in found ? undefined : editions.observe(here, {revision: base.revision, observed: glimpse})
  const next = seen && isGone ? shownWithout(seen) : seen
  const judgeBy = (by: Deciding) => {
    const declared = by.file?.declared
    const {policy, locate} = by.judge
    const before = locateMarked(glimpse, next, declared?.events ?? [], {base, editions})
    const history: Declared = {
      ...(declared ?? emptyHistory(before, next, spec)),
      source: by.path ?? spec,
      waivers: by.config?.waivers ?? [],
      ...(gone ? {isLeaving: true} : {})
    }
    const testimony = next ? testimonyOf({base, before, here, next}, history, editions) : NO_TESTIMONY
    const {
      declared: all,
      written,
      past,
      brought,
      backDated
    } = gated(history, {
      before,
      ...(next ? {next} : {}),
      label: base.label,
      ...(base.revision.commit ? {day: base.revision.commit.day} : {}),
      place: {source: spec},
      testimony
    })
    const record =
      declared && by.path !== undefined ? readRecord(declared, by.path, {asOf, timezone, target: held?.id}) : undefined
    const recorded = (event: (typeof all.events)[number]): When | undefined => {
      const was = written.get(event)
      return backDated.has(event.id) ? onDay(asOf) : record && recordedOf(was, record)
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
        locate: (place: Place) => locates.reduce((at, locate) => locate(at), place)
      }
    }
  }
  const {before, testimony, record, session} = judgeBy(deciding)
  const gaps = gapsIn(next ?? before)
  const lacking = next ? lackedBefore(before, gaps) : []
  const compared = sayCompared(spec, next, {label: base.label, gaps, lacking})
  const isCut =
    base.isShallow && (record?.remark !== undefined || [...testimony.marked.values()].some(({isFirst}) => isFirst))
  const uncompared =
    'lacks' in found
      ? {says: `Compared \`${spec}\` with nothing: ${found.lacks}.`, isUnsure: found.isUnsure === true}
      : lacking.length > 0
        ? {says: compared, isUnsure: true, isPart: true as const}
        : undefined
  const source = config?.source ?? CONFIG_NAME
  const shared = {
    partial: gaps.length > 0 || isCut,
    ...(gaps[0] ? {unread: spec, unreadAt: gaps[0].place} : isCut ? {unread: `the past of ${spec} in git`} : {})
  }
  const isAlone =
    base.held !== undefined &&
    heldBy?.isChanged === true &&
    hasMovedOn(options, base.held, base.revision.commit?.id, specPaths(spec, base), config?.api)
  const judging = heldBy?.isChanged
    ? withHeld(heldBy, deciding, emptyHistory(before, next, spec), options.reviewers, {
        asOf,
        shown: next?.changes ?? []
      })
    : undefined
  return {
    ...(judging && heldBy
      ? {
          held: {
            ...judgeBy(judging).session,
            ...shared,
            remarks: waiverRemarks(judging.newWaivers, heldBy, options.reviewers),
            ...adoptionBefore(heldBy, deciding),
            ...newWaiversIn(judging.newWaivers, heldBy, options.reviewers),
            label: heldBy.label,
            isAlone
          }
        }
      : {}),
    ...(base.held ? {tree: {root: base.held.root, id: base.held.id}} : {}),
    ...(uncompared ? {uncompared} : {}),
    ...session,
    ...shared,
    remarks: [
      ...(isGone && !('lacks' in found)
        ? [
            `${gone ? `\`${source}\` lists \`${spec}\` no more` : `\`${spec}\` is there no more`}: judged as the end of all that it describes.`
          ]
        : []),
      uncompared?.says ?? compared,
      ...previewOf(heldBy, deciding),
      ...(heldBy ? denialRemarks(heldBy, deciding) : []),
      ...(base.isUnprotected
        ? ['Not protected against changes to the policy and waivers: no other branch in git tells what they were.']
        : []),
      ...(record?.remark === undefined ? [] : [record.remark]),
      ...(isCut
        ? [`Partial: the clone is shallow, and what ends may have been marked before it begins (${DEEPEN}).`]
        : []),
      ...(gaps[0]
        ? [`Partial: ${count(gaps.length, 'part')} could not be read. ${gaps[0].message} (${sayPlace(gaps[0].place)})`]
        : [])
    ]
  }
}

function readCurrentState(options: GateOptions, config: Config | undefined): Deciding {
  const path = findHistory(options.history, config)
  const file = path === undefined ? undefined : readHistory(path)
  const judge = file && path !== undefined ? policyFor(options, file, path, config) : policyOf(options, config)
  return {config, path, file, judge}
}

/** Current and former path of the description. */
const specPaths = (spec: string, {path}: GateBase): string[] => [spec, ...(path === undefined ? [] : [path])]

/**
 * Whether the description was deleted. Throws an `InputError` if it was moved, is named on the command line, or never
 * existed in git.
 */
function isDeletedSpec(spec: string, options: GateOptions, config: Config | undefined): boolean {
  if (isThere(spec)) return false
  if (isLeftOut(spec)) {
    throw refuse(
      `\`${spec}\` is left out of the sparse checkout, so it can't be compared. Run \`git sparse-checkout add\` with its folder.`,
      {source: spec}
    )
  }
  const {base} = options
  const lost = base !== undefined && (isThere(base) || base.includes(':')) ? undefined : lostAt(spec, choiceOf(options))
  if (lost?.to.length === 0 && options.spec === undefined) return true
  const isListed = options.spec === undefined && config?.spec !== undefined
  const moved = lost?.to.length
    ? `, and is ${lost.to.length > 1 ? 'perhaps one of' : 'now'} ${sayFew(lost.to.map(to => `\`${to}\``))}`
    : ''
  throw refuse(
    `Unexpected path \`${spec}\`, where there is no file${lost ? ` (it is in ${lost.label}${moved})` : ''}, expected the API description as it is now: \`spec:\` in \`tenure.yaml\`, or \`--spec PATH\``,
    isListed ? config.locate({source: config.source, pointer: `${config.pointer}/spec`}) : undefined,
    isListed ? `spec: ${lost?.to[0] ?? 'api/library.yaml'}` : `--spec ${lost?.to[0] ?? 'api/library.yaml'}`
  )
}

/**
 * Only description in a folder below, used if no other is named. `undefined` if there's none. Throws an `InputError` if
 * there are several.
 */
function findOnlySpec(): string | undefined {
  const [first, ...others] = specsAround()
  if (others.length === 0) return first
  throw refuse(
    `Unexpected choice between ${sayFew([first, ...others].map(path => `\`${path}\``))}, expected \`--spec\` to name one`,
    undefined,
    `--spec ${first}`
  )
}

/** Adds line numbers to the marked operations that may be reported. Other operations aren't reported. */
function locateMarked(
  before: Observed,
  next: Observed | undefined,
  written: readonly WrittenEvent[],
  {base, editions}: {readonly base: GateBase; readonly editions: Editions}
): Observed {
  const changes = next?.changes.map(observed => ({subject: observed.subject, observed})) ?? []
  const marked = concerned(before.arrivals, [...written, ...changes]).filter(({told}) => isMarked(told))
  const places = editions.located(base.revision, marked)
  const located = new Map(marked.map((each, at) => [each, places[at] ?? each]))
  return {...before, arrivals: before.arrivals.map(each => located.get(each) ?? each)}
}

/** Reads the base description. If it can't be read, the error says that the base is at fault. */
function describeBase(base: GateBase, spec: string, editions: Editions): Observed {
  try {
    return editions.glimpse(base.revision)
  } catch (error) {
    if (!(error instanceof InputError)) throw error
    const message = `Unexpected fault in ${base.label}, with which \`${spec}\` is compared, expected a description that can be read (\`--base\` names another)`
    throw new InputError([...error.problems, {message}], {cause: error})
  }
}

const NO_TESTIMONY = {marked: new Map(), arrived: new Map(), stated: new Map(), isShallow: false}

type ReadRecord = NonNullable<ReturnType<typeof readRecord>>
/** IDs of announcements that the default branch doesn't contain yet. They count as new regardless of their dates. */
const findNewAnnouncements = (written: ReadonlyMap<WrittenEvent, WrittenEvent>, record: ReadRecord): number[] =>
  [...written].flatMap(([event, was]) => (record.isNew(was) ? [event.id] : []))

const recordedOf = (was: Declared['events'][number] | undefined, record: ReadRecord) => was && record.of(was)

/**
 * Empty history for an API without a history file. It counts as complete: the marks of the base description are the
 * only announcements. At the gate, a missing announcement can still be made.
 */
const emptyHistory = (before: Observed, next: Observed | undefined, spec: string): Declared => ({
  about: {service: next?.title ?? before.title ?? spec, areas: [], notes: [], unknown: []},
  source: spec,
  complete: true,
  entries: [],
  events: [],
  facts: [],
  waivers: []
})
