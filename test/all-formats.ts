import {REPORTERS} from '../src/outputs/report/formats.ts'
import type {Report, ReportFormat} from '../src/outputs/report/report.ts'

/** A report as each format writes it, one below the other. */
export async function inAllFormats(report: Report): Promise<string> {
  const texts = Object.keys(REPORTERS).map(async name =>
    (await REPORTERS[name as ReportFormat]()).write(report, {color: false})
  )
  return (await Promise.all(texts)).join('\n')
}
