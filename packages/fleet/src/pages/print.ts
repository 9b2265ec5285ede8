import type {Context} from '@tenure/core/context/context'
import {jsonText} from '@tenure/core/phrases/escape'
import {bundledFile} from '@tenure/core/stores/files/installed-packages'
import type {FleetReport} from './format.ts'

/** The report in a format: `markdown`, `html`, or `json`. */
export async function formatFleetReport(report: FleetReport, format: string, {files}: Context): Promise<string> {
  if (format === 'json') return `${jsonText(report, 2)}\n`
  if (format === 'html') {
    const {renderFleetReport} = await import('./page.ts')
    return renderFleetReport(report, files.readText(bundledFile('fleet.css')))
  }
  const {toCompactMarkdown} = await import('@tenure/core/outputs/markdown/markdown')
  const {fleetReportNodes} = await import('./markdown.ts')
  return toCompactMarkdown(fleetReportNodes(report))
}
