import type {Context} from '../../../../src/app/context.ts'
import {bundledFile} from '../../../../src/stores/files/installed-packages.ts'
import {jsonText} from '../../../../src/text/escape.ts'
import type {FleetReport} from './format.ts'

/** The report in a format: `markdown`, `html`, or `json`. */
export async function formatFleetReport(report: FleetReport, format: string, {files}: Context): Promise<string> {
  if (format === 'json') return `${jsonText(report, 2)}\n`
  if (format === 'html') {
    const {renderFleetReport} = await import('./page.ts')
    return renderFleetReport(report, files.readText(bundledFile('fleet.css')))
  }
  const {toCompactMarkdown} = await import('../../../../src/outputs/pages/markdown/markdown.ts')
  const {fleetReportNodes} = await import('./markdown.ts')
  return toCompactMarkdown(fleetReportNodes(report))
}
