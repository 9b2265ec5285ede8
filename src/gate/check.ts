import {findApiFacts} from '../app/api-facts.ts'
import {apiNames, configOf, findConfigPathIn, wholeConfigOf} from '../app/session/config.ts'
import {CONFIG_NAME, findConfigPath} from '../app/session/config-path.ts'
import {findHistory} from '../app/session/history-path.ts'
import {type CheckedApi, reportUnusedWaivers} from '../app/session/shared-waivers.ts'
import type {Context} from '../context/context.ts'
import {type Config, narrowConfig} from '../inputs/config/file.ts'
import {assertAnyHere} from '../inputs/config/listed-apis.ts'
import {findNearestSpecs} from '../inputs/sources/project-files.ts'
import {findCurrentSpec} from '../inputs/sources/release-base.ts'
import {listSpecFiles} from '../inputs/sources/release-files.ts'
import {pathInRepository} from '../inputs/working-tree.ts'
import {defined} from '../model/defined.ts'
import {InputError} from '../model/input-error.ts'
import type {InputErrorReport} from '../outputs/report/input-errors.ts'
import type {Report} from '../outputs/report/report.ts'
import type {ApiReport} from '../outputs/report/several-apis.ts'
import {atStaged} from '../stores/files/commit-workspace.ts'
import type {Files} from '../stores/files/files.ts'
import type {Workspace} from '../stores/files/workspace.ts'
import type {Git} from '../stores/git/git.ts'
import {assertGitVersion, pathFromRoot} from '../stores/git/repository.ts'
import {readAhead} from '../stores/git/trees.ts'
import {formatFew} from '../text/format-values.ts'
import {assertTrackedHere} from './base/base-revision.ts'
import {type DeletedApi, findDeletedApis} from './base/deleted-apis.ts'
import {assertNoSubmodule, assertSameWorkingDirectory} from './base/inner-repositories.ts'
import {openMerge} from './base/merge.ts'
import {listPendingMerges, mergeError} from './cases.ts'
import {
  type ApiOptions,
  findComparison,
  findTarget,
  type GateOptions,
  listCompared,
  namesFile,
  type ReviewedChange,
  resolveChange
} from './change.ts'
import {checkApi} from './check-api.ts'
import {findTargetSpec} from './past/history-only.ts'
import {findDroppedSpecs} from './read-rules.ts'

/** Reads the config file of several APIs. `undefined` if there's none, or if the options refer to a single API. */
export function openApis(options: ApiOptions, change: ReviewedChange): Config | undefined {
  if (isSingleApi(options, change)) return undefined
  const whole = wholeConfigOf(options, change.context)
  if (whole) assertAnyHere(whole.apis, whole.elsewhere)
  return whole
}

/** The remark that APIs of the list aren't checked here; `undefined` if all are. */
export function sayElsewhere({elsewhere}: Config): string | undefined {
  const names = formatFew(elsewhere.map(({name}) => `\`${name}\``))
  return names === '' ? undefined : `Not checked here, but read by \`tenure report\`: ${names}, elsewhere.`
}

/**
 * Asserts that git can judge the change here, and returns the change. In a hook, its files are those that are about to
 * be committed instead of the working tree.
 */
export function openReviewedChange(options: GateOptions, context: Context): ReviewedChange {
  const {env} = context
  const change = resolveChange(options, context)
  assertGitVersion(context.git)
  for (const path of [findConfigPath(context.files, options) ?? CONFIG_NAME, options.history])
    if (path !== undefined) assertTrackedHere(change, path)
  if (change.ci) assertNoSubmodule(context)
  assertSameWorkingDirectory(context, env.PWD, () => findComparison(change, '.', () => false)?.base)
  return options.base === 'HEAD' ? {...change, context: atStaged(context, env)} : change
}

/** APIs that are judged and reported one by one. */
export interface SeparateApis {
  readonly names: readonly string[]
  readonly parts: readonly ApiPart[]
  /** Paths of all of their descriptions. */
  readonly specs: readonly string[]
}

/** One of several APIs, or whatever is left to judge if APIs were deleted. */
export interface ApiPart {
  readonly name: string
  readonly options: ApiOptions
  readonly deleted?: DeletedApi
}

/** The APIs to judge separately, including those that the change deletes. `undefined` if there's only one. */
export function findApis(
  whole: Config | undefined,
  options: ApiOptions,
  change: ReviewedChange
): SeparateApis | undefined {
  if (namesDescription(options, change)) return undefined
  if (isSingleApi(options, change)) return findRepointedApi(options, change)
  const names = apiNames(whole)
  const specs = currentSpecs(whole, options, change)
  const {there: searched, deleted: lost} = findDroppedSpecs(options, specs, change)
  const deleted = [...findUnlistedApis(specs, options, change), ...lost]
  if (names.length < 2 && deleted.length === 0 && searched.length === 0) return undefined
  const parts = [
    // No API of the configuration is chosen for a description that none of them lists.
    ...searched.map((spec): ApiPart => ({name: spec, options: {...options, spec, isNamed: true}})),
    ...(names.length > 0
      ? names.map((api): ApiPart => ({name: api, options: {...options, api}}))
      : findRemaining(whole?.spec ?? specs[0], options, change.context)),
    ...deleted.map((each): ApiPart => ({name: each.name ?? each.spec, options, deleted: each}))
  ]
  return {names: names.length > 0 && searched.length === 0 ? names : parts.map(({name}) => name), parts, specs}
}

/** APIs that the target lists and the change doesn't, in any of its bases or once it is merged. */
function findUnlistedApis(specs: readonly string[], options: ApiOptions, change: ReviewedChange): DeletedApi[] {
  const target = findTarget(change)
  const config = target ? findConfigPathIn(change.context, target, options) : CONFIG_NAME
  const found = [
    ...listCompared(change).flatMap(each => findDeletedApis(each, config, specs)),
    ...findUnlistedByMerge(options, change)
  ]
  return [...new Map(found.map(each => [JSON.stringify([each.name, each.spec]), each])).values()]
}

/**
 * APIs that the target lists and the merge doesn't, if the change edits the configuration. A pattern of the target can
 * list files that it got since the change began.
 */
function findUnlistedByMerge(options: ApiOptions, change: ReviewedChange): DeletedApi[] {
  const {files} = change.context
  const config = findConfigPath(files, options) ?? CONFIG_NAME
  return listPendingMerges(change).flatMap(merge => {
    const path = pathInRepository(files, merge.root, config) ?? ''
    if (!merge.byChange.has(path)) return []
    const {merged, conflicts, close} = openMerge(change, merge)
    try {
      if (conflicts.includes(path)) return []
      return findDeletedApis(merged, config, currentSpecs(wholeConfigOf(options, merged.context), options, merged))
    } catch (error) {
      throw error instanceof InputError ? mergeError(error, merge) : error
    } finally {
      close()
    }
  })
}

/** The API that an option names, and the other description that it has in the target. `undefined` if it's the same. */
function findRepointedApi(options: ApiOptions, change: ReviewedChange): SeparateApis | undefined {
  const config = configOf(options, change.context)
  const specs = config === undefined ? [] : currentSpecs({...config, apis: []}, options, change)
  const deleted = findUnlistedApis(specs, options, change).filter(({name}) => name === options.api)
  if (deleted.length === 0) return undefined
  const name = options.api ?? config?.spec ?? 'history'
  const parts = [{name, options}, ...deleted.map((each): ApiPart => ({name: each.spec, options, deleted: each}))]
  return {names: parts.map(part => part.name), parts, specs}
}

/** Paths of all descriptions that are in use now, of each release if there are several. */
function currentSpecs(config: Config | undefined, options: ApiOptions, change: ReviewedChange): string[] {
  const {context} = change
  const specOf = (each: Config): string | undefined =>
    each.isHistoryOnly ? findTargetSpec(options, each, change) : each.spec
  if (config && config.apis.length > 0)
    return config.apis.flatMap(api => listSpecFilesOf(context.files, specOf(narrowConfig(config, api))))
  const isUsual = !config?.isHistoryOnly && config?.spec === undefined
  if (isUsual)
    return listSpecFilesOf(
      context.files,
      findCurrentSpec(context.files, undefined) ?? findSearchedSpec(context, config, options)
    )
  return listSpecFilesOf(context.files, config && specOf(config))
}

/** The description that is searched for where nothing names one. `undefined` if there's none, or more than one. */
function findSearchedSpec(workspace: Workspace, config: Config | undefined, {history}: ApiOptions): string | undefined {
  if (config !== undefined || findHistory(workspace, history) !== undefined) return undefined
  const [first, ...others] = findNearestSpecs(workspace.files)
  return others.length === 0 ? first : undefined
}

const listSpecFilesOf = (files: Files, spec: string | undefined): string[] =>
  spec === undefined ? [] : listSpecFiles(files, spec)

/** Judges the description or history that's left besides deleted APIs. Empty if there's none. */
function findRemaining(spec: string | undefined, options: ApiOptions, context: Context): ApiPart[] {
  const path = spec ?? findHistory(context, options.history, wholeConfigOf(options, context))
  return path === undefined ? [] : [{name: path, options}]
}

/** Whether the options refer to a single API. A file as the base belongs to one; a revision contains them all. */
const isSingleApi = (options: ApiOptions, change: ReviewedChange): boolean =>
  options.api !== undefined || options.history !== undefined || namesDescription(options, change)

/** Whether the options name the description to compare, or a file to compare it with. */
const namesDescription = ({spec}: ApiOptions, change: ReviewedChange): boolean =>
  spec !== undefined || namesFile(change)

/** Judges one API. */
export const checkOne = async (options: ApiOptions, change: ReviewedChange): Promise<Report> =>
  (await checkApi(options, change)).report

/** Judges each API. One that can't be judged has its problems in place of a report, and the others are still judged. */
export async function checkEach(
  {parts, specs}: SeparateApis,
  asked: ApiOptions,
  change: ReviewedChange
): Promise<ApiReport[]> {
  const {context} = change
  readComparedFiles(specs, change)
  const results: {readonly name: string; readonly result: CheckedApi | InputErrorReport}[] = []
  for (const {name, options, deleted} of parts) {
    try {
      results.push({name, result: await checkApi(options, change, deleted)})
    } catch (error) {
      if (!(error instanceof InputError)) throw error
      results.push({name, result: toInputErrorReport(context.git, error, name)})
    }
  }
  const reports = reportUnusedWaivers(results.flatMap(({result}) => ('report' in result ? [result] : [])))
  let next = 0
  return results.map(({name, result}, at) => ({
    name,
    facts: () => (parts[at]?.deleted ? {} : findApiFacts(parts[at]?.options ?? asked, context)),
    result: 'report' in result ? (reports[next++] ?? result.report) : result
  }))
}

/** Reads the descriptions in all compared commits together, because a process of git for each would cost more. */
function readComparedFiles(specs: readonly string[], change: ReviewedChange): void {
  const {context} = change
  const {root} = findComparison(change, '.', () => false)?.repository ?? {}
  if (root === undefined) return
  const paths = specs.flatMap(spec => pathInRepository(context.files, root, spec) ?? [])
  readAhead(context.git, root, paths)
}

/** Throws an `InputError` with the problems of all APIs, each once. */
export function assertNoProblems(parts: readonly ApiReport[]): void {
  const problems = parts.flatMap(({result}) => ('problems' in result ? result.problems : []))
  const unique = new Map(problems.map(problem => [JSON.stringify(problem), problem]))
  if (unique.size > 0) throw new InputError([...unique.values()])
}

/** Throws an `InputError` if all APIs have the same problems, because then the options cause them. */
export function assertSeparateProblems(parts: readonly ApiReport[]): void {
  const texts = new Set(parts.map(({result}) => ('problems' in result ? JSON.stringify(result.problems) : '')))
  if (parts.length > 1 && texts.size === 1) assertNoProblems(parts)
}

export function toInputErrorReport(git: Git, {problems}: InputError, api: string | undefined): InputErrorReport {
  const root = pathFromRoot(git, '.')
  return defined({problems, api, root})
}
