import type {Context} from '../../app/context.ts'
import {gateChoice} from '../../app/gate/gate-choice.ts'
import {viewStagedFiles} from '../../app/gate/git-environment.ts'
import {findTargetSpecs} from '../../app/gate/target-state.ts'
import {apiNames, CONFIG_NAME, wholeConfigOf} from '../../app/session/config.ts'
import {findHistory} from '../../app/session/history-path.ts'
import {type CheckedApi, reportUnusedWaivers} from '../../app/session/shared-waivers.ts'
import {InputError, type InputProblem, inputError} from '../../model/input-error.ts'
import {type DeletedApi, findDeletedApis} from '../../read/base/deleted-apis.ts'
import type {Config} from '../../read/config/file.ts'
import {isFolder, pathExists, setFileView} from '../../read/files/file-system.ts'
import {assertGitVersion} from '../../read/git/git.ts'
import {findCurrentSpec} from '../../read/sources/release-base.ts'
import type {InputErrorReport} from '../../report/formats/input-errors.ts'
import {type FormatChoice, isCombinedFormat} from '../../report/formats.ts'
import {EXIT} from '../exit-codes.ts'
import {printApiReports, printInputErrors} from '../print.ts'
import {type CheckOptions, run as check, checkApi, exitOf, formatsOf, toInputErrorReport} from './check.ts'

/** Exit codes, the most severe first. */
const MOST_SEVERE_FIRST: readonly number[] = [EXIT.failed, EXIT.findings, EXIT.unsure, EXIT.fine]
/** Runs the gate for one API, or for each of the configured APIs. */
export async function run(options: CheckOptions, context: Context): Promise<number> {
  const formats = formatsOf(options, context)
  await reportErrorsOf(() => prepareGit(options, context), [], formats, context)
  const isOne = isSingleApi(options)
  const whole = isOne ? undefined : await reportErrorsOf(() => wholeConfigOf(options), [], formats, context)
  const names = apiNames(whole)
  const unlisted = isOne
    ? []
    : await reportErrorsOf(
        () => findDeletedApis(options.config ?? CONFIG_NAME, currentSpecs(whole), gateChoice(options, context)),
        names,
        formats,
        context
      )
  const {there: searched, gone: lost} = isOne
    ? {there: [], gone: []}
    : findTargetSpecs(options, currentSpecs(whole), context)
  const gone = [...unlisted, ...lost]
  if (names.length < 2 && gone.length === 0 && searched.length === 0) return check(options, context)
  const parts = [
    ...searched.map((spec): ApiPart => ({name: spec, options: {...options, spec}})),
    ...(names.length > 0
      ? names.map((api): ApiPart => ({name: api, options: {...options, api}}))
      : findRemaining(options)),
    ...gone.map((each): ApiPart => ({name: each.name ?? each.spec, options, gone: each}))
  ]
  const each = names.length > 0 && searched.length === 0 ? names : parts.map(({name}) => name)
  await reportErrorsOf(() => assertSeparable(options, formats, each), each, formats, context)
  const results: {readonly name: string; readonly told: CheckedApi | InputErrorReport}[] = []
  const problems: InputProblem[] = []
  for (const {name, options: own, gone: away} of parts) {
    try {
      results.push({name, told: await checkApi(own, context, formats, away)})
    } catch (error) {
      // The other APIs are still judged.
      if (!(error instanceof InputError)) throw error
      problems.push(...error.problems)
      results.push({name, told: toInputErrorReport(error, name)})
    }
  }
  const reports = reportUnusedWaivers(results.flatMap(each => ('report' in each.told ? [each.told] : [])))
  let next = 0
  const shown = results.map(each => ({
    name: each.name,
    told: 'report' in each.told ? (reports[next++] ?? each.told.report) : each.told
  }))
  await printApiReports(shown, formats, context)
  if (problems.length > 0) throw new InputError(problems)
  const exits = reports.map(report => exitOf(report, options))
  return MOST_SEVERE_FIRST.find(exit => exits.includes(exit)) ?? EXIT.fine
}

/** In a hook, reads the files that are about to be committed instead of the working tree. */
function prepareGit({base}: CheckOptions, {env}: Context): void {
  assertGitVersion()
  const staged = base === 'HEAD' ? viewStagedFiles(env) : undefined
  if (staged) setFileView(staged)
}

/** Calls the function. If it throws an `InputError`, reports the error in place of every API's report first. */
async function reportErrorsOf<Found>(
  find: () => Found,
  names: readonly string[],
  formats: readonly FormatChoice[],
  context: Context
): Promise<Found> {
  try {
    return find()
  } catch (error) {
    if (!(error instanceof InputError)) throw error
    const isWhole = ({format}: FormatChoice): boolean => names.length < 2 || isCombinedFormat(format)
    await printInputErrors(
      toInputErrorReport(error, names.length === 1 ? names[0] : undefined),
      formats.filter(isWhole),
      context
    )
    const parts = names.map(name => ({name, told: toInputErrorReport(error, name)}))
    await printApiReports(
      parts,
      formats.filter(each => !isWhole(each)),
      context
    )
    throw error
  }
}

/** One of several APIs, or whatever is left to judge if APIs were deleted. */
interface ApiPart {
  readonly name: string
  readonly options: CheckOptions
  readonly gone?: DeletedApi
}

/** Paths of all descriptions that are in use now. */
function currentSpecs(config: Config | undefined): string[] {
  if (config && config.apis.length > 0) return config.apis.flatMap(({spec}) => spec ?? [])
  return [config?.spec ?? findCurrentSpec(undefined) ?? []].flat()
}

/** Judges the description or history that's left besides deleted APIs. Empty if there's none. */
function findRemaining(options: CheckOptions): ApiPart[] {
  const config = wholeConfigOf(options)
  const spec = config?.spec ?? findCurrentSpec(undefined)
  const path = spec ?? findHistory(options.history, config)
  return path === undefined ? [] : [{name: path, options}]
}

/**
 * Whether the options refer to a single API. A base file belongs to one API, while a base revision contains them all.
 */
const isSingleApi = ({api, history, spec, base}: CheckOptions): boolean =>
  [api, history, spec].some(each => each !== undefined) ||
  (base !== undefined && (base.includes(':') || (pathExists(base) && !isFolder(base))))

function assertSeparable(options: CheckOptions, formats: readonly FormatChoice[], names: readonly string[]): void {
  const alone = formats.find(({format, file}) => file === undefined && !isCombinedFormat(format))
  const option = (['baseline', 'write-baseline'] as const).find(key => options[key] !== undefined)
  const what = alone ? `--format ${alone.format}` : option === undefined ? undefined : `--${option}`
  if (what === undefined) return
  throw inputError(
    `Unexpected \`${what}\` for ${names.length} APIs at once, expected \`--api\` to name one${alone ? `, or a file, as \`--format ${alone.format}=report.${alone.format === 'junit' ? 'xml' : alone.format}\`` : ''}`,
    undefined,
    `--api ${names[0]}`
  )
}
