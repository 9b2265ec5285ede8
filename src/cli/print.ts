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

export type AuditFormat = ReportFormat | 'markdown'

/** An audit of what snapshots show is folded; what people wrote is told line by line. */
export async function printAudit(report: Report, format: AuditFormat, io: Io): Promise<void> {
  if (format === 'markdown') {
    const [{auditMarkdown}, {toMarkdown}] = await Promise.all([
      import('../report/audit-markdown.ts'),
      import('../render/markdown.ts')
    ])
    io.out(auditMarkdown(report, toMarkdown).output)
  } else if (format === 'stylish' && report.source.kind !== 'history') {
    const {auditStylish} = await import('../report/audit-stylish.ts')
    io.out(auditStylish(report, {color: io.color}).output)
  } else print(report, format, io)
}
