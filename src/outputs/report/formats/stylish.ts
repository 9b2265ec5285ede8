import {type InputErrorReport, MAX_ERRORS, sayProblem} from '../input-errors.ts'
import type {Report, ReportOutput} from '../report.ts'
import {sayPlace} from '../report-text.ts'
import type {Reporter, ReportTools} from '../reporter.ts'
import {plainText} from '../sanitize-text.ts'

/** Terminal output: each command has its own, wrapped in the terminal's width. */
export const stylish: Reporter = {
  async write(report, tools) {
    const {output} = await writeText(report, tools)
    return {
      output: tools.width === undefined ? output : (await import('../wrap-text.ts')).wrapText(output, tools.width)
    }
  },
  writeErrors: unread => ({output: errorLines(unread)}),
  combine: async (parts, tools) => (await import('./combined-text.ts')).combineTexts(parts, tools, stylish)
}

async function writeText(report: Report, tools: ReportTools): Promise<ReportOutput> {
  const {diff, usage} = report
  if (diff) {
    const [{diffStylish}, fold] = await Promise.all([import('../diff/diff-stylish.ts'), tools.loadFold()])
    return diffStylish(diff, tools, judged => fold(judged, diff))
  }
  if (usage) return (await import('../answers/usages-stylish.ts')).usagesStylish({...report, usage}, tools)
  return (await import('../findings/findings-stylish.ts')).findingsStylish(report, tools)
}

/** The lines that report input errors in place of a report. */
const errorLines = ({problems}: InputErrorReport): string =>
  problems
    .slice(0, MAX_ERRORS)
    .map(problem =>
      plainText(`Not checked: ${problem.place ? `${sayPlace(problem.place)}: ` : ''}${sayProblem(problem)}`)
    )
    .map(line => `${line}\n`)
    .join('')
