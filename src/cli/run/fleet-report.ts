import type {Context} from '../../app/context.ts'
import {type FleetReportOptions, reportFleet} from '../../app/fleet/report.ts'
import type {Files} from '../../read/files/files.ts'
import {bundledFile} from '../../read/files/installed-packages.ts'
import type {FleetReport} from '../../render/fleet-report/format.ts'
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
    const {renderFleetReport} = await import('../../render/fleet-report/page.ts')
    return renderFleetReport(report, files.readText(bundledFile('fleet.css')))
  }
  const {toCompactMarkdown} = await import('../../render/markdown/markdown.ts')
  const {fleetReportNodes} = await import('../../render/fleet-report/markdown.ts')
  return toCompactMarkdown(fleetReportNodes(report))
}
