import {isAbsolute, join, sep} from 'node:path'
import {openTable, tableFolder} from '#tenure/traffic'
import {type CommonOptions, wholeConfigOf} from '../app/session/config.ts'
import {findConfigPath} from '../app/session/config-path.ts'
import {findHistory} from '../app/session/history-path.ts'
import {policyForHistory, policyWithoutHistory} from '../app/session/policy.ts'
import {readHistoryOnce} from '../app/session/read-once.ts'
import type {Context} from '../context/context.ts'
import {openDescription} from '../descriptions/readers.ts'
import {type Config, narrowConfig} from '../inputs/config/file.ts'
import type {PolicyFile, PolicyPath} from '../inputs/config/policy-file.ts'
import type {HistoryFacts} from '../inputs/history/facts-files.ts'
import type {HistoryFile} from '../inputs/history/file.ts'
import {findNearestSpecs} from '../inputs/sources/project-files.ts'
import {findCurrentSpec} from '../inputs/sources/release-base.ts'
import {toSpecPath} from '../inputs/sources/release-files.ts'
import {findEarlierPath} from '../inputs/sources/renamed-file.ts'
import {isInCheckout, pathInRepository} from '../inputs/working-tree.ts'
import {InputError, inputError} from '../model/input-error.ts'
import type {TrafficOfApi} from '../model/lifecycle/traffic-of-api.ts'
import type {Policy} from '../model/verdict/policy.ts'
import {parseFileSet} from '../stores/file-set.ts'
import {atCommit, openCommit, type RepositoryState} from '../stores/files/commit-workspace.ts'
import type {Files} from '../stores/files/files.ts'
import {replaceParts, type Workspace} from '../stores/files/workspace.ts'
import {CommitTree} from '../stores/git/commit-tree.ts'
import {NotInClone} from '../stores/git/not-in-clone.ts'
import type {DeletedApi} from './base/deleted-apis.ts'
import {type ApiOptions, findTarget, type ReviewedChange, type TargetCommit} from './change.ts'
import type {LocatedChange} from './located-change.ts'

/** Everything that decides on the changes of an API: its config, history, and policy. */
export interface JudgingState {
  readonly config: Config | undefined
  /** Path of the history, relative to the working directory. */
  readonly path: string | undefined
  readonly file: HistoryFile | undefined
  /** The facts recorded for the releases of the history. Missing if only its lines count. */
  readonly facts?: HistoryFacts | undefined
  readonly judge: PolicyFile & {readonly assumed: boolean}
}

/** State at a commit: at the target, into which a change will be merged, or where the change began. */
export interface TargetState extends JudgingState {
  /** ID of the commit. */
  readonly id: string
  /** Whether any of its files differs from the working tree. */
  readonly isChanged: boolean
  readonly label: string
  /** Whether the target is an earlier state of the current branch. */
  readonly isOwn: boolean
  /** Reason why the state couldn't be read. The default policy applies then. */
  readonly lacks?: string
}

/** Rules of a change: its own, and those of its target. The stricter verdict counts, unless the target's alone decide. */
export interface ChangeRules {
  /** Rules that the change itself brings. Those of the target for an API that the change no longer lists. */
  readonly own: JudgingState
  /** Missing if git knows no target, or if the target's rules are already the own ones. */
  readonly target?: TargetState
  /** Whether the target's rules alone decide, because only the target changed them. */
  readonly isTargetAlone: boolean
  /** State at the commit where the change began. Missing if that commit is the target, or isn't known. */
  readonly began?: TargetState
  /** Policy whose time zone decides which day it is. A change can't choose another one. */
  readonly policy: Policy
}

/**
 * Reads everything that binds a change: configuration, policy, history, waivers, rule levels, and accepted gaps. They
 * come from the tip of the target, which the user or the CI system names. Those of the change are applied as well, and
 * count if they're stricter. `requireTargetPlugins` reads the plugins from the same target.
 */
export function readRules(
  {config, unlisted}: Pick<LocatedChange, 'config' | 'unlisted'>,
  {base, target, specs}: RuleSources,
  options: CommonOptions,
  context: Context
): ChangeRules {
  if (unlisted) {
    const own = readTargetState(options, unlisted.target, {specs, api: unlisted.name}, context)
    return {own, isTargetAlone: false, policy: own.judge.policy}
  }
  const own = readOwnState(context, options, config)
  if (!target) return {own, isTargetAlone: false, policy: own.judge.policy}
  const wanted = {specs, api: config?.api}
  const state = readTargetState(options, target, wanted, context)
  if (!target.isOwn) assertInside(context.files, own, target.root, options)
  const isElsewhere = state.isChanged && base !== undefined && base !== target.id
  const began = isElsewhere
    ? readTargetState(options, {root: target.root, id: base, label: target.label, isOwn: target.isOwn}, wanted, context)
    : undefined
  // If the change left these files as they were when it began, differences from the target were made by the target.
  const isTargetAlone = began?.isChanged === false
  return {own, target: state, isTargetAlone, ...(began ? {began} : {}), policy: state.judge.policy}
}

/**
 * Throws an `InputError` if a file of the change names a policy or history outside of the repository, because it isn't
 * reviewed with a change, and other steps of the job can write it. The user can name any file.
 */
function assertInside(files: Files, own: JudgingState, root: string, {policy, history}: CommonOptions): void {
  const top = files.realPath(root)
  const isOutside = (path: string): boolean => {
    const inside = files.relative(top, files.resolve(path))
    return inside.split(sep)[0] === '..' || isAbsolute(inside)
  }
  const policies = policy === undefined ? (own.judge.files ?? []) : []
  const histories = own.path === undefined || history !== undefined ? [] : [placeHistory(own.path, own.config)]
  const found = [...policies, ...histories].find(
    ({path, place}) => !(place && isOutside(place.source)) && (isOutside(path) || isOutside(files.realPath(path)))
  )
  if (!found) return
  const isPolicy = policies.includes(found)
  throw inputError(
    `\`${files.relative('', found.path)}\` is outside of the repository, so it can't be reviewed with a change, and decides on none. Put the ${isPolicy ? 'policy' : 'history'} into the repository, or name it in the pipeline with \`${isPolicy ? '--policy' : '--history'}\`.`,
    found.place ?? {source: found.path}
  )
}

const placeHistory = (path: string, config: Config | undefined): PolicyPath => ({
  path,
  ...(config ? {place: config.locate({source: config.source, pointer: `${config.pointer}/history`})} : {})
})

/** Where the rules of a change are. */
export interface RuleSources {
  /** Tip of the branch whose rules bind. Missing if git knows none. */
  readonly target: TargetCommit | undefined
  /** ID of the commit where the change began. */
  readonly base: string | undefined
  /** Paths that the description has or had, by which one of several APIs is found. */
  readonly specs: readonly string[]
}

/** Reads the state that the change itself brings. */
function readOwnState(workspace: Workspace, options: CommonOptions, config: Config | undefined): JudgingState {
  const path = findHistory(workspace, options.history, config)
  const file = path === undefined ? undefined : readHistoryOnce(workspace.files, path)
  const judge =
    file && path !== undefined
      ? policyForHistory(workspace.files, options, file, path, config)
      : policyWithoutHistory(workspace.files, options, config)
  return {config, path, file, judge}
}

/** One of the APIs of a configuration: by the paths that its description has or had, else by its name. */
interface WantedApi {
  readonly specs: readonly string[]
  readonly api: string | undefined
}

/**
 * Reads the target's state for the API whose description is or was at one of these paths. Files are looked up by name
 * in the target commit, regardless of the working tree.
 */
export function readTargetState(
  options: CommonOptions,
  {root, id, label, isOwn}: Pick<TargetCommit, 'root' | 'id' | 'label' | 'isOwn'>,
  {specs, api}: WantedApi,
  context: Context
): TargetState {
  const state = openCommit(context, {root, id})
  const {workspace} = state
  const {files} = workspace
  // A requested policy that the commit doesn't contain is read from the working tree.
  const {policy} = options
  const asked =
    policy === undefined || files.exists(policy) ? undefined : policyWithoutHistory(context.files, options, undefined)
  try {
    const {whole, isConfigChanged} = readTargetConfig(options, {root, id}, context)
    const config = whole && narrowToApi(files, whole, {specs, api})
    const path = findHistory(workspace, options.history, config)
    const file = path === undefined ? undefined : readHistoryOnce(files, path)
    const own = () =>
      file && path !== undefined
        ? policyForHistory(files, options, file, path, config)
        : policyWithoutHistory(files, options, config)
    const judge = asked ?? own()
    return {config, path, file, judge, isChanged: isConfigChanged || state.isChanged(), id, label, isOwn}
  } catch (error) {
    if (!(error instanceof InputError) || error instanceof NotInClone) throw error
    const lacks = error.problems[0]?.message ?? 'it could not be read'
    return {
      config: undefined,
      path: undefined,
      file: undefined,
      judge: asked ?? policyWithoutHistory(files, policy === undefined ? {} : options, undefined),
      isChanged: true,
      id,
      label,
      isOwn,
      lacks
    }
  }
}

/** The target's config, which is read once for all APIs, and whether what it was read from differs from the disk. */
const readTargetConfig = (options: CommonOptions, commit: RepositoryState, context: Context) =>
  context.files.remember(`target's config ${JSON.stringify([options.config, commit.root, commit.id])}`, files => {
    const {workspace, isChanged} = openCommit(replaceParts(context, {files}), commit)
    const whole = wholeConfigOf(options, workspace)
    return {whole, isConfigChanged: isChanged()}
  })

/**
 * Who calls the API: as the target's table says, or one outside of the checkout that the pipeline names. A table that the
 * change brings counts once it's merged. `title` names an API without a history.
 */
export function readBoundTraffic(
  {own, target: state}: ChangeRules,
  title: string,
  target: TargetCommit | undefined,
  {traffic}: ApiOptions,
  context: Context
): TrafficOfApi {
  const {config, file} = state ?? own
  const service = file?.declared.about.service ?? title
  if (traffic !== undefined && isInCheckout(context, traffic))
    throw inputError(
      `\`${traffic}\` is in the repository, so the change could contain it. Name a folder outside of it.`
    )
  if (traffic !== undefined && !context.files.isFile(join(traffic, 'table.json')))
    throw inputError(`There is no table of traffic in \`${traffic}\`. It has a file \`table.json\`.`)
  const {files} = target && traffic === undefined ? atCommit(context, target) : context
  // What isn't reviewed with a change decides on none, unless the pipeline names it.
  const isReviewed = !target || pathInRepository(context.files, target.root, tableFolder(config)) !== undefined
  return openTable(files, config, service, traffic ?? (isReviewed ? undefined : ''))
}

/** Descriptions found in the target: those that still exist, and those that were deleted. */
interface FoundSpecs {
  readonly there: readonly string[]
  readonly deleted: readonly DeletedApi[]
}

/**
 * Finds the descriptions of a target without a config file, so that a change can't hide them by naming another one.
 * Empty if the change keeps or renames them, or leaves their files as they are.
 */
export function findDroppedSpecs(options: CommonOptions, now: readonly string[], change: ReviewedChange): FoundSpecs {
  const {context} = change
  const target = findTarget(change)
  if (!target) return NO_SPECS
  const tree = new CommitTree(context.git, target.root, target.id)
  const isHeld = (path: string): boolean => {
    const inside = pathInRepository(context.files, target.root, path)
    return inside !== undefined && tree.find(inside)?.kind === 'file'
  }
  const found = listSpecsAt(atCommit(context, target).files, options)
  if (!found) return NO_SPECS
  const others = found.filter(spec => !now.includes(spec))
  // If no description is in use now, deleted ones are detected by their names instead.
  const lost = now.length === 0 ? [] : others.filter(spec => !context.files.exists(spec))
  const from =
    lost.length === 0
      ? []
      : now
          .filter(spec => !isHeld(spec))
          .map(spec =>
            findEarlierPath(
              context.git,
              target.root,
              target.id,
              pathInRepository(context.files, target.root, spec) ?? ''
            )
          )
  return {
    there: others.filter(spec => context.files.exists(spec) && !isSameIn(target, spec, context)),
    deleted: lost
      .filter(spec => !from.includes(pathInRepository(context.files, target.root, spec)))
      .map(spec => ({spec, target, pointer: ''}))
  }
}

/** Whether the target reads a description from the same files as the change, also if it can't be read. */
function isSameIn(target: TargetCommit, spec: string, context: Context): boolean {
  const {workspace, isChanged} = openCommit(context, target)
  try {
    openDescription(workspace, spec).describe()
  } catch (error) {
    if (!(error instanceof InputError)) throw error
  }
  return !isChanged()
}

/** Descriptions of a commit without a config file; `undefined` if it has one. */
function listSpecsAt(files: Files, options: CommonOptions): readonly string[] | undefined {
  try {
    const config = findConfigPath(files, options)
    if (config !== undefined && files.exists(config)) return undefined
    const usual = findCurrentSpec(files, undefined)
    return usual === undefined ? findNearestSpecs(files) : [usual]
  } catch (error) {
    if (error instanceof InputError && !(error instanceof NotInClone)) return []
    throw error
  }
}

const NO_SPECS: FoundSpecs = {there: [], deleted: []}

/** Narrows the config to one API. The description's path identifies it first, because the name may change. */
function narrowToApi(files: Files, whole: Config, {specs, api}: WantedApi): Config {
  if (whole.apis.length === 0) return whole
  const known = new Set(specs.map(spec => files.relative('', files.resolve(spec))))
  const isSame = (spec: string | undefined): boolean =>
    spec !== undefined && (known.has(spec) || known.has(toSpecPath(files, spec)))
  const isWithin = (spec: string | undefined): boolean => {
    const set = spec === undefined ? undefined : parseFileSet(toSpecPath(files, spec))
    return set !== undefined && [...known].some(path => [path, ...files.listSet(path)].some(set.fits))
  }
  // Usually one API has the name and the path, and the files of thousands of others needn't be looked at.
  const named = whole.apis.filter(({spec, name}) => name === api && spec !== undefined && known.has(spec))
  const exact = named.length > 0 ? named : whole.apis.filter(({spec}) => isSame(spec))
  // A change can name fewer files of an API of the target.
  const same = exact.length > 0 ? exact : whole.apis.filter(({spec}) => isWithin(spec))
  const found = same.find(({name}) => name === api) ?? same[0] ?? whole.apis.find(({name}) => name === api)
  return found ? narrowConfig(whole, found) : {...whole, waivers: whole.waivers.filter(each => each.api === undefined)}
}
