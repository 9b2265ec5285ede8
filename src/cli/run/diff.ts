import type {Context} from '../../app/context.ts'
import {type DiffOptions as DiffedPair, diff} from '../../app/diff.ts'
import {reportOfDiff} from '../../outputs/report/diff/diff-findings.ts'
import {anyNotAllowed, missingParts} from '../../outputs/report/diff-report.ts'
import {loadReporters} from '../../outputs/report/formats.ts'
import type {ReportFormat} from '../../outputs/report/report.ts'
import {EXIT} from '../exit-codes.ts'
import {type FailOn, readFailOn} from '../options/fail-on.ts'

import {printReport, rootFor} from '../print.ts'
import {VERSION} from '../version.ts'

interface DiffOptions extends DiffedPair {
  readonly format: ReportFormat
  readonly all: boolean
  readonly 'fail-on'?: FailOn | undefined
  readonly strict: boolean
  readonly verbose: boolean
  readonly 'exit-code': boolean
}

/**
 * Prints the changes between two descriptions. What isn't clearly allowed fails the command only with `--exit-code`.
 */
export async function run(given: DiffOptions, context: Context): Promise<number> {
  const options = readFailOn(given)
  const {all, verbose} = options
  const targets = await loadReporters([{format: options.format}])
  const report = await diff(options, context)
  await printReport(reportOfDiff(report, {version: VERSION, ...rootFor(targets, context)}), targets, context, {
    all,
    verbose,
    loadMarkdown: async () => (await import('../../outputs/pages/markdown/markdown.ts')).toMarkdown
  })
  if (options['exit-code'] && anyNotAllowed(report)) return EXIT.findings
  const isUnsure = report.summary.undetermined > 0 || missingParts(report).length > 0
  return options.strict && report.summary.violation === 0 && isUnsure ? EXIT.unsure : EXIT.fine
}
