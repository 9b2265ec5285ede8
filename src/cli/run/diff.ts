import {type DiffOptions as DiffedPair, diff} from '../../app/diff.ts'
import type {Context} from '../../context/context.ts'
import {reportOfDiff} from '../../outputs/report/diff/diff-findings.ts'
import {anyNotAllowed, missingParts} from '../../outputs/report/diff-report.ts'
import {loadReporters} from '../../outputs/report/formats.ts'
import type {ReportFormat} from '../../outputs/report/report.ts'
import {exitOfInforming, type FailOnOptions} from '../options/fail-on.ts'
import {printReport} from '../print.ts'
import {VERSION} from '../version.ts'

interface DiffOptions extends DiffedPair, FailOnOptions {
  readonly format: ReportFormat
  readonly verbose: boolean
}

/**
 * Prints the changes between two descriptions. What isn't clearly allowed fails the command only with `--fail-on`.
 */
export async function run(options: DiffOptions, context: Context): Promise<number> {
  const {verbose} = options
  const targets = await loadReporters([{format: options.format}])
  const report = await diff(options, context)
  await printReport(reportOfDiff(report, {version: VERSION}), targets, context, {verbose})
  return exitOfInforming(options, {
    hasViolation: report.summary.violation > 0,
    isFailing: anyNotAllowed(report),
    isUnsure: report.summary.undetermined > 0 || missingParts(report).length > 0
  })
}
