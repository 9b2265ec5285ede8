import {inputError} from '../../model/input-error.ts'
import {anyFailing} from '../../outputs/report/findings.ts'
import {hasMissingFacts, lacksBase, type Report} from '../../outputs/report/report.ts'
import {EXIT} from '../exit-codes.ts'

/** Results that can fail a run. */
export const FAIL_ON = ['violation', 'undetermined', 'never'] as const
export type FailOn = (typeof FAIL_ON)[number]

interface FailOnOptions {
  readonly 'fail-on'?: FailOn | undefined
  readonly strict: boolean
}

/** Result that fails the run. `--strict` is short for `undetermined`. `undefined` if the options don't say. */
export function chooseFailOn({'fail-on': failOn, strict}: FailOnOptions): FailOn | undefined {
  if (strict && failOn !== undefined && failOn !== 'undetermined')
    throw inputError(
      `\`--strict\` means \`--fail-on undetermined\`, so \`--fail-on ${failOn}\` contradicts it. Remove one.`
    )
  return failOn ?? (strict ? 'undetermined' : undefined)
}

/** Options of a command that fails on nothing unless it's asked to. */
interface InformingOptions extends FailOnOptions {
  readonly 'exit-code': boolean
}

/** What fails such a command: `--exit-code` is short for `--fail-on violation`. */
export function readFailOn<Options extends InformingOptions>(options: Options): Options {
  const failOn = options['fail-on']
  if (failOn === 'never' && options['exit-code'])
    throw inputError('`--exit-code` means `--fail-on violation`, so `--fail-on never` contradicts it. Remove one.')
  const isUndetermined = chooseFailOn(options) === 'undetermined'
  return failOn === undefined ? options : {...options, 'exit-code': failOn !== 'never', strict: isUndetermined}
}

/** The report, which says so if its findings don't fail the run. */
export const withMode = (report: Report, options: Pick<FailOnOptions, 'fail-on'>): Report =>
  options['fail-on'] === 'never' && !report.reportOnly ? {...report, reportOnly: {}} : report

/** Exit code of `check` for a report. */
export function exitOf(
  report: Report,
  options: Pick<FailOnOptions, 'fail-on'> & {readonly 'write-baseline'?: string | undefined}
): number {
  if (report.source.partial || lacksBase(report)) return EXIT.failed
  if (report.reportOnly) return EXIT.fine
  if (options['write-baseline'] === undefined && anyFailing(report)) return EXIT.findings
  const isOpen = hasMissingFacts(report) || report.uncompared?.isUnsure === true
  return options['fail-on'] === 'undetermined' && isOpen ? EXIT.unsure : EXIT.fine
}

/** Exit codes, the most severe first. */
const MOST_SEVERE_FIRST: readonly number[] = [EXIT.failed, EXIT.findings, EXIT.unsure, EXIT.fine]

/** Exit code of several reports. */
export const mostSevere = (exits: readonly number[]): number =>
  MOST_SEVERE_FIRST.find(exit => exits.includes(exit)) ?? EXIT.fine
