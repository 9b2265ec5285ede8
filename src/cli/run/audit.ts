import {type AuditOptions as AuditedPart, audit} from '../../app/audit.ts'
import type {Context} from '../../context/context.ts'
import {loadReporters} from '../../outputs/report/formats.ts'
import type {ReportFormat} from '../../outputs/report/report.ts'
import {hasMissingFacts, type Report} from '../../outputs/report/report.ts'
import {exitOfInforming, type FailOnOptions} from '../options/fail-on.ts'
import {printReport} from '../print.ts'

interface AuditOptions extends AuditedPart, FailOnOptions {
  readonly format: ReportFormat
  readonly verbose: boolean
}

/** Prints the audit of a history or a source. Findings fail the command only with `--fail-on`. */
export async function run(options: AuditOptions, context: Context): Promise<number> {
  const targets = await loadReporters([{format: options.format}])
  const report = await audit(options, context)
  await printReport(report, targets, context, {verbose: options.verbose})
  return exitOfInforming(options, {
    hasViolation: report.summary.violation > 0,
    isFailing: hasErrors(report),
    isUnsure: hasMissingFacts(report) || report.source.partial
  })
}

/** Whether a finding, or one of its reasons, which have levels of their own, is an error. */
const hasErrors = ({findings}: Report): boolean =>
  findings.some(finding => [finding, ...finding.reasons].some(({level}) => level === 'error'))
