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
import {assertTrackedHere, findComparison, findTarget} from './base/base-revision.ts'
import {type DeletedApi, findDeletedApis} from './base/deleted-apis.ts'
import {assertNoSubmodule, assertSameWorkingDirectory} from './base/inner-repositories.ts'
import {openMerge} from './base/merge.ts'
import {checkApi} from './check-api.ts'
import {type GateOptions, gateChoice, listChoices, readBaseOption} from './gate-choice.ts'
import {listPendingMerges, mergeError} from './merged-change.ts'
import {findTargetSpec} from './past/history-only.ts'
import {findTargetSpecs} from './read-rules.ts'

/**
 * Runs the gate for one API, or for each of the configured APIs, with one report for each. Throws an `InputError` if
 * one of them can't be judged.
 */
export async function check(asked: GateOptions, context: Context): Promise<Report[]> {
  const options = readBaseOption(asked)
  const change = prepareGit(options, context)
  const several = findApis(openApis(options, change), options, change)
  if (!several) return [await checkOne(options, change)]
  const parts = await checkEach(several, options, change)
  assertNoProblems(parts)
  return parts.flatMap(({result}) => ('problems' in result ? [] : [result]))
}

/** Reads the config file of several APIs. `undefined` if there's none, or if the options refer to a single API. */
export function openApis(options: GateOptions, context: Context): Config | undefined {
  if (isSingleApi(context.files, options)) return undefined
  const whole = wholeConfigOf(options, context)
  if (whole) assertAnyHere(whole.apis, whole.elsewhere)
  return whole
}

/** The remark that APIs of the list aren't checked here; `undefined` if all are. */
export function sayElsewhere({elsewhere}: Config): string | undefined {
  const names = formatFew(elsewhere.map(({name}) => `\`${name}\``))
  return names === '' ? undefined : `Not checked here, but read by \`tenure report\`: ${names}, elsewhere.`
}

/**
 * Asserts that git can judge the change here, and returns the context of the change: in a hook, the files that are about to be committed
 * instead of the working tree.
 */
export function prepareGit(options: GateOptions, context: Context): Context {
  const {base, history} = options
  const {env} = context
  const choice = gateChoice(options, context)
  assertGitVersion(context.git)
  for (const path of [findConfigPath(context.files, options) ?? CONFIG_NAME, history])
    if (path !== undefined) assertTrackedHere(context, path, choice)
  if (choice.ci) assertNoSubmodule(context)
  assertSameWorkingDirectory(context, env.PWD, () => findComparison(context, '.', choice, () => false)?.base)
  return base === 'HEAD' ? atStaged(context, env) : context
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
  readonly options: GateOptions
  readonly gone?: DeletedApi
}

/** The APIs to judge separately, including those that the change deletes. `undefined` if there's only one. */
export function findApis(whole: Config | undefined, options: GateOptions, context: Context): SeparateApis | undefined {
  if (namesDescription(context.files, options)) return undefined
  if (isSingleApi(context.files, options)) return findRepointedApi(options, context)
  const names = apiNames(whole)
  const specs = currentSpecs(whole, options, context)
  const {there: searched, gone: lost} = findTargetSpecs(options, specs, context)
  const gone = [...findUnlistedApis(specs, options, context), ...lost]
  if (names.length < 2 && gone.length === 0 && searched.length === 0) return undefined
  const parts = [
    // No API of the configuration is chosen for a description that none of them lists.
    ...searched.map((spec): ApiPart => ({name: spec, options: {...options, spec, isNamed: true}})),
    ...(names.length > 0
      ? names.map((api): ApiPart => ({name: api, options: {...options, api}}))
      : findRemaining(whole?.spec ?? specs[0], options, context)),
    ...gone.map((each): ApiPart => ({name: each.name ?? each.spec, options, gone: each}))
  ]
  return {names: names.length > 0 && searched.length === 0 ? names : parts.map(({name}) => name), parts, specs}
}

/** APIs that the target lists and the change doesn't, in any of its bases or once it is merged. */
function findUnlistedApis(specs: readonly string[], options: GateOptions, context: Context): DeletedApi[] {
  const target = findTarget(context, gateChoice(options, context))
  const config = target ? findConfigPathIn(context, target, options) : CONFIG_NAME
  const found = [
    ...listChoices(options, context).flatMap(choice =>
      findDeletedApis(context, config, specs, gateChoice(choice, context))
    ),
    ...findUnlistedByMerge(options, context)
  ]
  return [...new Map(found.map(each => [JSON.stringify([each.name, each.spec]), each])).values()]
}

/** APIs that the target lists and the merge doesn't, if both sides changed the configuration. */
function findUnlistedByMerge(options: GateOptions, context: Context): DeletedApi[] {
  const config = findConfigPath(context.files, options) ?? CONFIG_NAME
  return listPendingMerges(options, context).flatMap(merge => {
    const path = pathInRepository(context.files, merge.root, config) ?? ''
    if (!merge.byTarget.has(path) || !merge.byChange.has(path)) return []
    const {workspace: merged, conflicts, close} = openMerge(context, merge)
    try {
      if (conflicts.includes(path)) return []
      const choice = gateChoice({...options, only: merge.comparison}, context)
      return findDeletedApis(merged, config, currentSpecs(wholeConfigOf(options, merged), options, merged), choice)
    } catch (error) {
      throw error instanceof InputError ? mergeError(error, merge) : error
    } finally {
      close()
    }
  })
}

/** The API that an option names, and the other description that it has in the target. `undefined` if it's the same. */
function findRepointedApi(options: GateOptions, context: Context): SeparateApis | undefined {
  const config = configOf(options, context)
  const specs = config === undefined ? [] : currentSpecs({...config, apis: []}, options, context)
  const gone = findUnlistedApis(specs, options, context).filter(({name}) => name === options.api)
  if (gone.length === 0) return undefined
  const name = options.api ?? config?.spec ?? 'history'
  const parts = [{name, options}, ...gone.map((each): ApiPart => ({name: each.spec, options, gone: each}))]
  return {names: parts.map(part => part.name), parts, specs}
}

/** Paths of all descriptions that are in use now, of each release if there are several. */
function currentSpecs(config: Config | undefined, options: GateOptions, context: Context): string[] {
  const specOf = (each: Config): string | undefined =>
    each.isHistoryOnly ? findTargetSpec(options, each, context) : each.spec
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
function findSearchedSpec(
  workspace: Workspace,
  config: Config | undefined,
  {history}: GateOptions
): string | undefined {
  if (config !== undefined || findHistory(workspace, history) !== undefined) return undefined
  const [first, ...others] = findNearestSpecs(workspace.files)
  return others.length === 0 ? first : undefined
}

const listSpecFilesOf = (files: Files, spec: string | undefined): string[] =>
  spec === undefined ? [] : listSpecFiles(files, spec)

/** Judges the description or history that's left besides deleted APIs. Empty if there's none. */
function findRemaining(spec: string | undefined, options: GateOptions, context: Context): ApiPart[] {
  const path = spec ?? findHistory(context, options.history, wholeConfigOf(options, context))
  return path === undefined ? [] : [{name: path, options}]
}

/** Whether the options refer to a single API. A file as the base belongs to one; a revision contains them all. */
const isSingleApi = (files: Files, options: GateOptions): boolean =>
  options.api !== undefined || options.history !== undefined || namesDescription(files, options)

/** Whether the options name the description to compare, or a file to compare it with. */
const namesDescription = (files: Files, {spec, base}: GateOptions): boolean =>
  spec !== undefined || (base !== undefined && (base.includes(':') || (files.exists(base) && !files.isFolder(base))))

/** Judges one API. */
export const checkOne = async (options: GateOptions, context: Context): Promise<Report> =>
  (await checkApi(options, context)).report

/** Judges each API. One that can't be judged has its problems in place of a report, and the others are still judged. */
export async function checkEach(
  {parts, specs}: SeparateApis,
  asked: GateOptions,
  context: Context
): Promise<ApiReport[]> {
  readComparedFiles(specs, asked, context)
  const results: {readonly name: string; readonly result: CheckedApi | InputErrorReport}[] = []
  for (const {name, options, gone} of parts) {
    try {
      results.push({name, result: await checkApi(options, context, gone)})
    } catch (error) {
      if (!(error instanceof InputError)) throw error
      results.push({name, result: toInputErrorReport(context.git, error, name)})
    }
  }
  const reports = reportUnusedWaivers(results.flatMap(({result}) => ('report' in result ? [result] : [])))
  let next = 0
  return results.map(({name, result}, at) => ({
    name,
    facts: () => (parts[at]?.gone ? {} : findApiFacts(parts[at]?.options ?? asked, context)),
    result: 'report' in result ? (reports[next++] ?? result.report) : result
  }))
}

/** Reads the descriptions in all compared commits together, because a process of git for each would cost more. */
function readComparedFiles(specs: readonly string[], options: GateOptions, context: Context): void {
  const {root} = findComparison(context, '.', gateChoice(options, context), () => false)?.repository ?? {}
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
