import {writeWhole} from '../read/disk-write.ts'
import {type FormatChoice, type ReportTools, writeReport} from '../report/formats.ts'
import type {Report} from '../report/report.ts'
import type {Io} from './io.ts'

export type ReportFormat = 'stylish' | 'json'

export type AuditFormat = ReportFormat | 'markdown'

/** An audit of what snapshots show is folded; what people wrote is told line by line. */
export const printAudit = async (report: Report, format: AuditFormat, io: Io): Promise<void> =>
  io.out((await writeReport(report, format, toolsOf(io.color))).output)

/** Each report where it was asked for. A file has no colours. */
export async function printAll(report: Report, choices: readonly FormatChoice[], io: Io): Promise<void> {
  for (const {format, file} of choices) {
    const {output} = await writeReport(report, format, toolsOf(file === undefined && io.color))
    if (file === undefined) io.out(output)
    else writeWhole(file, output)
  }
}

const toolsOf = (color: boolean): ReportTools => ({
  color,
  loadMarkdown: async () => (await import('../render/markdown.ts')).toMarkdown
})
