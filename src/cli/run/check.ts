import {apiNames} from '../../app/session/config.ts'
import type {Context} from '../../context/context.ts'
import type {GateOptions, ReviewedChange} from '../../gate/change.ts'
import {
  assertNoProblems,
  assertSeparateProblems,
  checkEach,
  checkOne,
  findApis,
  openApis,
  openReviewedChange,
  type SeparateApis,
  sayElsewhere,
  toInputErrorReport
} from '../../gate/check.ts'
import {InputError} from '../../model/input-error.ts'
import {loadReporters, parseFormats, type ReportTarget} from '../../outputs/report/formats.ts'
import {plainText} from '../../outputs/report/sanitize-text.ts'
import {ciFormats} from '../options/ci-formats.ts'
import {exitOf, type FailOnOptions, mostSevere, withFailOn} from '../options/fail-on.ts'
import {printInputErrors, printReport} from '../print.ts'

interface CheckOptions extends GateOptions, FailOnOptions {
  /** `FORMAT` or `FORMAT=FILE`, comma-separated (default: according to the CI system). */
  readonly format?: string | undefined
  readonly verbose: boolean
}

/** Runs the gate for one API, or for each of the configured APIs. */
export async function run(options: CheckOptions, context: Context): Promise<number> {
  const {format} = options
  const formats = await loadReporters(format === undefined ? ciFormats(context.env) : parseFormats(format.split(',')))
  const change = await reportErrorsOf(() => openReviewedChange(options, context), formats, context)
  const whole = await reportErrorsOf(() => openApis(options, change), formats, context)
  const remark = whole && sayElsewhere(whole)
  if (remark !== undefined) context.err(`${plainText(remark)}\n`)
  const several = await reportErrorsOf(() => findApis(whole, options, change), formats, context, apiNames(whole))
  return several ? runEach(several, options, formats, change) : runOne(options, formats, change)
}

async function runOne(
  options: CheckOptions,
  formats: readonly ReportTarget[],
  change: ReviewedChange
): Promise<number> {
  const {context} = change
  const judged = await checkOne(options, change).catch(async error => {
    if (error instanceof InputError)
      await printInputErrors(toInputErrorReport(context.git, error, options.api), formats, context)
    throw error
  })
  const report = withFailOn(judged, options)
  await printReport(report, formats, context, {verbose: options.verbose})
  return exitOf(report)
}

async function runEach(
  several: SeparateApis,
  options: CheckOptions,
  formats: readonly ReportTarget[],
  change: ReviewedChange
): Promise<number> {
  const {context} = change
  const judged = await checkEach(several, options, change)
  const results = judged.map(({result, ...api}) => ({
    ...api,
    result: 'problems' in result ? result : withFailOn(result, options)
  }))
  await reportErrorsOf(() => assertSeparateProblems(results), formats, context, several.names)
  await printReport(results, formats, context, {verbose: options.verbose})
  assertNoProblems(results)
  const exits = results.flatMap(({result}) => ('problems' in result ? [] : [exitOf(result)]))
  return mostSevere(exits)
}

/** Calls the function. If it throws an `InputError`, reports the error in place of every API's report first. */
async function reportErrorsOf<Found>(
  find: () => Found,
  formats: readonly ReportTarget[],
  context: Context,
  names: readonly string[] = []
): Promise<Found> {
  try {
    return find()
  } catch (error) {
    if (!(error instanceof InputError)) throw error
    const [only, ...others] = names
    await printInputErrors(
      toInputErrorReport(context.git, error, others.length === 0 ? only : undefined),
      formats,
      context
    )
    throw error
  }
}
