import {writeBaseline} from '@tenure/client-calls/usages/baseline'
import {findUsages, type UsagesOptions as UsagesSearch} from '@tenure/client-calls/usages/find-usages'
import type {Context} from '../../context/context.ts'
import {anyFailing} from '../../outputs/report/findings.ts'
import {loadReporters, parseFormats} from '../../outputs/report/formats.ts'
import {writeFileAtomically} from '../../stores/files/write-file.ts'
import {EXIT} from '../exit-codes.ts'
import {ciFormats} from '../options/ci-formats.ts'
import type {FailOnOptions} from '../options/fail-on.ts'
import {printReport} from '../print.ts'

interface UsagesOptions extends UsagesSearch, FailOnOptions {
  /** `FORMAT` or `FORMAT=FILE`, comma-separated (default: according to the CI system). */
  readonly format?: string | undefined
  readonly 'write-baseline'?: string | undefined
}

/** Prints where client code calls deprecated or removed endpoints. */
export async function run(options: UsagesOptions, context: Context): Promise<number> {
  const {format} = options
  const formats = await loadReporters(format === undefined ? ciFormats(context.env) : parseFormats(format.split(',')))
  const report = await findUsages(options, context)
  await printReport(report, formats, context)
  const baseline = options['write-baseline']
  if (baseline !== undefined) writeFileAtomically(context, baseline, writeBaseline(report.findings))
  const failOn = options['fail-on'] ?? 'violation'
  if (baseline === undefined && failOn !== 'never' && anyFailing(report)) return EXIT.findings
  const {usage} = report.usage
  const isUnsure =
    usage.open.length > 0 || usage.left.length > 0 || report.findings.some(each => each.verdict === 'undetermined')
  return failOn === 'undetermined' && (isUnsure || report.source.partial) ? EXIT.unsure : EXIT.fine
}
