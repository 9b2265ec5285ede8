import {defined} from '../../model/defined.ts'
import type {FailOn} from '../../model/verdict/fail-on.ts'
import {anyFailing} from '../../outputs/report/findings.ts'
import {hasMissingFacts, lacksBase, type Report} from '../../outputs/report/report.ts'
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
export function exitOf(report: Report): number {
  if (report.source.partial || lacksBase(report)) return EXIT.failed
  if (report.reportOnly) return EXIT.fine
  if (anyFailing(report)) return EXIT.findings
  const isOpen = hasMissingFacts(report) || report.uncompared?.isUnsure === true
  return report.failOn === 'undetermined' && isOpen ? EXIT.unsure : EXIT.fine
}

/** Exit codes, the most severe first. */
const MOST_SEVERE_FIRST: readonly number[] = [EXIT.failed, EXIT.findings, EXIT.unsure, EXIT.fine]

/** Exit code of several reports. */
export const mostSevere = (exits: readonly number[]): number =>
  MOST_SEVERE_FIRST.find(exit => exits.includes(exit)) ?? EXIT.fine
