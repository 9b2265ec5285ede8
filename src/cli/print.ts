import {json} from '../report/json.ts'
import type {Report} from '../report/report.ts'
import {stylish} from '../report/stylish.ts'
import type {Io} from './io.ts'

export const REPORT_FORMATS = ['stylish', 'json'] as const
export type ReportFormat = (typeof REPORT_FORMATS)[number]

export function print(report: Report, format: ReportFormat, io: Io): void {
  const reports = {stylish: () => stylish(report, {color: io.color}), json: () => json(report)}
  io.out(reports[format]().output)
}
