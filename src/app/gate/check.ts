import {InputError, inputError} from '../../model/input-error.ts'
import {assertTrackedHere, findComparison, findTarget, pathInRepository} from '../../read/base/base-revision.ts'
import {type DeletedApi, findDeletedApis} from '../../read/base/deleted-apis.ts'
import {assertNoSubmodule, assertSameWorkingDirectory} from '../../read/base/inner-repositories.ts'
import {openMerge} from '../../read/base/merge.ts'
import {readBaseline} from '../../read/config/baseline-file.ts'
import {type Config, narrowConfig} from '../../read/config/file.ts'
import {isFolder, pathExists, readText} from '../../read/files/file-system.ts'
import {enterWorkingTree} from '../../read/files/workspace.ts'
import {assertGitVersion, pathFromRoot} from '../../read/git/git.ts'
import {findNearestSpecs} from '../../read/sources/project-files.ts'
import {findCurrentSpec} from '../../read/sources/release-base.ts'
import {listSpecFiles} from '../../read/sources/release-files.ts'
import {applyBaseline} from '../../report/baseline.ts'
import type {InputErrorReport} from '../../report/formats/input-errors.ts'
import type {Report} from '../../report/report.ts'
import type {ApiReport} from '../../report/several-apis.ts'
import {capitalize, formatFew} from '../../text/format-values.ts'
import type {Context} from '../context.ts'
import {apiNames, configOf, findConfigPathIn, wholeConfigOf} from '../session/config.ts'
import {CONFIG_NAME, findConfigPath} from '../session/config-path.ts'
import {findHistory} from '../session/history-path.ts'
import {type CheckedApi, reportUnusedWaivers} from '../session/shared-waivers.ts'
import {type CheckOptions, checkApi} from './check-api.ts'
import {gateChoice, listChoices} from './gate-choice.ts'
import {openStagedFiles, setGitVariables} from './git-environment.ts'
import {findTargetSpec} from './history-only.ts'
import {listPendingMerges, mergeError} from './merged-change.ts'
import {findTargetSpecs, readTargetFile} from './read-rules.ts'

/**
 * Runs the gate for one API, or for each of the configured APIs, with one report for each. Throws an `InputError` if
 * one of them can't be judged.
 */
export async function check(options: CheckOptions, context: Context): Promise<Report[]> {
  try {
    const several = findApis(openApis(options, context), options, context)
    if (!several) return [await checkOne(options, context)]
    if (options.baseline !== undefined) throw oneApiError('--baseline', several)
    const parts = await checkEach(several.parts, context)
    assertNoProblems(parts)
    return parts.flatMap(({result}) => ('problems' in result ? [] : [result]))
  } finally {
    enterWorkingTree()
  }
}

/**
 * Prepares git, and reads the config file of several APIs. `undefined` if there's none, or if the options refer to a
 * single API.
 */
export function openApis(options: CheckOptions, context: Context): Config | undefined {
  prepareGit(options, context)
  return isSingleApi(options) ? undefined : wholeConfigOf(options)
}

/** In a hook, reads the files that are about to be committed instead of the working tree. */
function prepareGit(options: CheckOptions, context: Context): void {
  const {base, history, baseline} = options
  const {env} = context
  const choice = gateChoice(options, context)
  assertGitVersion()
  for (const path of [findConfigPath(options) ?? CONFIG_NAME, history, baseline])
    if (path !== undefined) assertTrackedHere(path, choice)
  if (choice.ci) assertNoSubmodule()
  assertSameWorkingDirectory(env.PWD, () => findComparison('.', choice, () => false)?.base)
  if (base === 'HEAD') openStagedFiles(env)?.enter()
}

/** APIs that are judged and reported one by one. */
export interface SeparateApis {
  readonly names: readonly string[]
  readonly parts: readonly ApiPart[]
}

/** One of several APIs, or whatever is left to judge if APIs were deleted. */
export interface ApiPart {
  readonly name: string
  readonly options: CheckOptions
  readonly gone?: DeletedApi
}

/** APIs that a change must keep, including those that it deletes. `undefined` if there's just one to judge. */
export function findApis(whole: Config | undefined, options: CheckOptions, context: Context): SeparateApis | undefined {
  if (namesDescription(options)) return undefined
  if (isSingleApi(options)) return findRepointedApi(options, context)
  const names = apiNames(whole)
  const specs = currentSpecs(whole, options, context)
  const {there: searched, gone: lost} = findTargetSpecs(options, specs, context)
  const gone = [...findUnlistedApis(specs, options, context), ...lost]
  if (names.length < 2 && gone.length === 0 && searched.length === 0) return undefined
  const parts = [
    ...searched.map((spec): ApiPart => ({name: spec, options: {...options, spec}})),
    ...(names.length > 0
      ? names.map((api): ApiPart => ({name: api, options: {...options, api}}))
      : findRemaining(whole?.spec ?? specs[0], options)),
    ...gone.map((each): ApiPart => ({name: each.name ?? each.spec, options, gone: each}))
  ]
  return {names: names.length > 0 && searched.length === 0 ? names : parts.map(({name}) => name), parts}
}

/** APIs that the target lists and the change doesn't, in any of its bases or once it is merged. */
function findUnlistedApis(specs: readonly string[], options: CheckOptions, context: Context): DeletedApi[] {
  const target = findTarget(gateChoice(options, context))
  const config = target ? findConfigPathIn(target, options) : CONFIG_NAME
  const found = [
    ...listChoices(options, context).flatMap(choice => findDeletedApis(config, specs, gateChoice(choice, context))),
    ...findUnlistedByMerge(options, context)
  ]
  return [...new Map(found.map(each => [JSON.stringify([each.name, each.spec]), each])).values()]
}

/** APIs that the target lists and the merge doesn't, if both sides changed the configuration. */
function findUnlistedByMerge(options: CheckOptions, context: Context): DeletedApi[] {
  const config = findConfigPath(options) ?? CONFIG_NAME
  return listPendingMerges(options, context).flatMap(merge => {
    const path = pathInRepository(merge.root, config) ?? ''
    if (!merge.byTarget.has(path) || !merge.byChange.has(path)) return []
    const {files, conflicts, close} = openMerge(merge, setGitVariables)
    try {
      if (conflicts.includes(path)) return []
      const choice = gateChoice({...options, only: merge.comparison}, context)
      return files.see(() => findDeletedApis(config, currentSpecs(wholeConfigOf(options), options, context), choice))
    } catch (error) {
      throw error instanceof InputError ? mergeError(error, merge) : error
    } finally {
      close()
    }
  })
}

/**
 * The API that `--api` or `--history` names, and its description in the target, if the change lets the name mean
 * another one. `undefined` if it means the same.
 */
function findRepointedApi(options: CheckOptions, context: Context): SeparateApis | undefined {
  const config = configOf(options)
  const specs = config === undefined ? [] : currentSpecs({...config, apis: []}, options, context)
  const gone = findUnlistedApis(specs, options, context).filter(({name}) => name === options.api)
  if (gone.length === 0) return undefined
  const name = options.api ?? config?.spec ?? 'history'
  const parts = [{name, options}, ...gone.map((each): ApiPart => ({name: each.spec, options, gone: each}))]
  return {names: parts.map(part => part.name), parts}
}

/** Paths of all descriptions that are in use now, of each release if there are several. */
function currentSpecs(config: Config | undefined, options: CheckOptions, context: Context): string[] {
  const specOf = (each: Config): string | undefined =>
    each.isHistoryOnly ? findTargetSpec(options, each, context) : each.spec
  if (config && config.apis.length > 0)
    return config.apis.flatMap(api => listSpecFilesOf(specOf(narrowConfig(config, api))))
  const isUsual = !config?.isHistoryOnly && config?.spec === undefined
  if (isUsual) return listSpecFilesOf(findCurrentSpec(undefined) ?? findSearchedSpec(config, options))
  return listSpecFilesOf(config && specOf(config))
}

/** The description that is searched for where nothing names one. `undefined` if there's none, or more than one. */
function findSearchedSpec(config: Config | undefined, {history}: CheckOptions): string | undefined {
  if (config !== undefined || findHistory(history) !== undefined) return undefined
  const [first, ...others] = findNearestSpecs()
  return others.length === 0 ? first : undefined
}

const listSpecFilesOf = (spec: string | undefined): string[] => (spec === undefined ? [] : listSpecFiles(spec))

/** Judges the description or history that's left besides deleted APIs. Empty if there's none. */
function findRemaining(spec: string | undefined, options: CheckOptions): ApiPart[] {
  const path = spec ?? findHistory(options.history, wholeConfigOf(options))
  return path === undefined ? [] : [{name: path, options}]
}

/**
 * Whether the options refer to a single API. A base file belongs to one API, while a base revision contains them all.
 */
const isSingleApi = (options: CheckOptions): boolean =>
  options.api !== undefined || options.history !== undefined || namesDescription(options)

/** Whether the options name the description to compare, or a file to compare it with. */
const namesDescription = ({spec, base}: CheckOptions): boolean =>
  spec !== undefined || (base !== undefined && (base.includes(':') || (pathExists(base) && !isFolder(base))))

/** Judges one API. Findings in its baseline don't count. */
export async function checkOne(options: CheckOptions, context: Context): Promise<Report> {
  const {baseline} = options
  const {report} = await checkApi(options, context)
  if (baseline === undefined) return report
  const held = readTargetFile(baseline, options, context)
  if (held && held.text === undefined && pathExists(baseline)) {
    const remark = `\`${baseline}\` isn't in ${held.label}, so none of its findings are suppressed. Merge the baseline first.`
    return {...report, remarks: [...report.remarks, remark]}
  }
  return applyBaseline(report, readBaseline(held?.text ?? readText(baseline), baseline))
}

/** Judges each API. One that can't be judged has its problems in place of a report, and the others are still judged. */
export async function checkEach(parts: readonly ApiPart[], context: Context): Promise<ApiReport[]> {
  const results: {readonly name: string; readonly result: CheckedApi | InputErrorReport}[] = []
  for (const {name, options, gone} of parts) {
    try {
      results.push({name, result: await checkApi(options, context, gone)})
    } catch (error) {
      if (!(error instanceof InputError)) throw error
      results.push({name, result: toInputErrorReport(error, name)})
    }
  }
  const reports = reportUnusedWaivers(results.flatMap(({result}) => ('report' in result ? [result] : [])))
  let next = 0
  return results.map(({name, result}) => ({
    name,
    result: 'report' in result ? (reports[next++] ?? result.report) : result
  }))
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

export function toInputErrorReport({problems}: InputError, api: string | undefined): InputErrorReport {
  const root = pathFromRoot('.')
  return {problems, ...(api === undefined ? {} : {api}), ...(root === undefined ? {} : {root})}
}

/** Error for an option that belongs to one API, used for several. `otherwise` is another way to use it. */
export function oneApiError(option: string, {names, parts}: SeparateApis, otherwise?: string): InputError {
  const gone = parts.flatMap(part => (part.gone ? [`\`${part.gone.spec}\``] : []))
  if (gone.length > 0) {
    return inputError(
      `\`${option}\` works for one API, and ${formatFew(gone)}, which the change no longer lists, ${gone.length === 1 ? 'is' : 'are'} checked, too. ${otherwise === undefined ? 'Leave it out' : capitalize(otherwise)}.`
    )
  }
  return inputError(
    `\`${option}\` works for one API, and there are ${names.length}. Choose one with \`--api\`${otherwise === undefined ? '' : `, or ${otherwise}`}.`,
    undefined,
    `--api ${names[0]}`
  )
}
