import {type AuditOptions as AuditedPart, audit} from '../../app/audit.ts'
import type {Context} from '../../app/context.ts'
import {loadReporters} from '../../outputs/report/formats.ts'
import type {ReportFormat} from '../../outputs/report/report.ts'
import {hasMissingFacts, type Report} from '../../outputs/report/report.ts'
import {EXIT} from '../exit-codes.ts'
import {type FailOn, readFailOn} from '../options/fail-on.ts'

import {printReport, rootFor} from '../print.ts'

interface AuditOptions extends AuditedPart {
  readonly format: ReportFormat
  readonly 'fail-on'?: FailOn | undefined
  readonly strict: boolean
  readonly verbose: boolean
  readonly 'exit-code': boolean
}

/** Prints the audit of a history or a source. Findings fail the command only with `--exit-code`. */
export async function run(given: AuditOptions, context: Context): Promise<number> {
  const options = readFailOn(given)
  const targets = await loadReporters([{format: options.format}])
  const report = await audit(options, context)
  await printReport({...report, ...rootFor(targets, context)}, targets, context, {verbose: options.verbose})
  if (options['exit-code'] && hasErrors(report)) return EXIT.findings
  const isUnsure = hasMissingFacts(report) || report.source.partial
  return options.strict && report.summary.violation === 0 && isUnsure ? EXIT.unsure : EXIT.fine
}

/** Whether a finding, or one of its reasons, which have levels of their own, is an error. */
const hasErrors = ({findings}: Report): boolean =>
  findings.some(finding => [finding, ...finding.reasons].some(({level}) => level === 'error'))
