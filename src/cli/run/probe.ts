import {type ProbeOptions, probe} from '@tenure/probe/probe'
import type {Context} from '../../context/context.ts'
import {anyFailing} from '../../outputs/report/findings.ts'
import {loadReporters, parseFormats} from '../../outputs/report/formats.ts'
import {EXIT} from '../exit-codes.ts'
import {ciFormats} from '../options/ci-formats.ts'
import type {FailOnOptions} from '../options/fail-on.ts'
import {printReport} from '../print.ts'

interface ProbedOptions extends ProbeOptions, FailOnOptions {
  /** `FORMAT` or `FORMAT=FILE`, comma-separated (default: according to the CI system). */
  readonly format?: string | undefined
}

/** Prints where a server differs from the history. Fails if nothing was asked. */
export async function run(options: ProbedOptions, context: Context): Promise<number> {
  const {format, 'fail-on': failOn = 'violation'} = options
  const formats = await loadReporters(format === undefined ? ciFormats(context.env) : parseFormats(format.split(',')))
  const report = await probe(options, context)
  await printReport(report, formats, context)
  if (report.probe.endpoints.asked === 0) return EXIT.failed
  if (failOn !== 'never' && anyFailing(report)) return EXIT.findings
  return failOn === 'undetermined' && (report.probe.isUnsure || report.probe.leavesOutEnds || report.source.partial)
    ? EXIT.unsure
    : EXIT.fine
}
