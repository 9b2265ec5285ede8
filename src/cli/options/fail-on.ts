import {defined} from '../../model/defined.ts'
import type {FailOn} from '../../model/verdict/fail-on.ts'
import {RUN_RESULTS, runResultOf} from '../../outputs/report/findings.ts'
import type {Report} from '../../outputs/report/report.ts'
import {EXIT} from '../exit-codes.ts'

export interface FailOnOptions {
  readonly 'fail-on'?: FailOn | undefined
}

/** Exit code of a command that fails on nothing unless it's asked to. */
export function exitOfInforming(
  {'fail-on': failOn = 'never'}: FailOnOptions,
  {hasViolation, isFailing, isUnsure}: Readonly<Record<'hasViolation' | 'isFailing' | 'isUnsure', boolean>>
): number {
  if (failOn !== 'never' && isFailing) return EXIT.findings
  return failOn === 'undetermined' && !hasViolation && isUnsure ? EXIT.unsure : EXIT.fine
}

/** The report with what fails the run: the option says it, or else the configuration. */
export function withFailOn(report: Report, {'fail-on': option}: FailOnOptions): Report {
  const failOn = option ?? report.failOn
  if (failOn === undefined) return report
  const written = option === undefined ? `failOn: ${failOn}` : `--fail-on ${failOn}`
  const reportOnly = report.reportOnly ?? (failOn === 'never' ? {written} : undefined)
  return {...report, failOn, ...defined({reportOnly})}
}

/** Exit code of `check` for a report. */
export const exitOf = (report: Report): number => EXIT[runResultOf(report)]

/** Exit code of several reports. */
export const mostSevere = (exits: readonly number[]): number =>
  RUN_RESULTS.map(outcome => EXIT[outcome]).find(exit => exits.includes(exit)) ?? EXIT.fine
