import type {FleetReport} from '../../../packages/fleet/src/pages/format.ts'
import {type FleetReportOptions, reportFleet} from '../../../packages/fleet/src/report.ts'
import type {Context} from '../../app/context.ts'
import type {Files} from '../../stores/files/files.ts'
import {bundledFile} from '../../stores/files/installed-packages.ts'
import {jsonText} from '../../text/escape.ts'
import {EXIT} from '../exit-codes.ts'

interface FleetReportRun extends FleetReportOptions {
  readonly format: 'markdown' | 'json' | 'html'
}

/** Prints the report on a fleet. */
export async function run(options: FleetReportRun, context: Context): Promise<number> {
  const report = await reportFleet(options, context)
  context.out(await formatReport(context.files, report, options.format))
  return EXIT.fine
}

async function formatReport(files: Files, report: FleetReport, format: FleetReportRun['format']): Promise<string> {
  if (format === 'json') return `${jsonText(report, 2)}\n`
  if (format === 'html') {
    const {renderFleetReport} = await import('../../../packages/fleet/src/pages/page.ts')
    return renderFleetReport(report, files.readText(bundledFile('fleet.css')))
  }
  const {toCompactMarkdown} = await import('../../outputs/pages/markdown/markdown.ts')
  const {fleetReportNodes} = await import('../../../packages/fleet/src/pages/markdown.ts')
  return toCompactMarkdown(fleetReportNodes(report))
}
