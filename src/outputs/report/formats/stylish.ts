import type {Section} from '../blocks/blocks.ts'
import {printSections} from '../blocks/terminal-blocks.ts'
import {type InputErrorReport, MAX_ERRORS, sayProblem} from '../input-errors.ts'
import type {Report} from '../report.ts'
import {sayPlace} from '../report-text.ts'
import type {Reporter} from '../reporter.ts'
import {plainText} from '../sanitize-text.ts'

/** Terminal output: each command has its own, wrapped in the terminal's width. */
export const stylish: Reporter = {
  async write(result, tools) {
    if ('problems' in result) return errorLines(result)
    const {color, verbose = false, width} = tools
    const output = printSections(await loadAnswer(result, verbose), color)
    return width === undefined ? output : (await import('../wrap-text.ts')).wrapText(output, width)
  },
  combine: async (parts, tools) => {
    const [{combineTexts}, {sumUpApis}] = await Promise.all([
      import('./combined-text.ts'),
      import('../several-apis.ts')
    ])
    return combineTexts(sumUpApis(parts, tools.verbose), tools, stylish)
  }
}

/** The lines of a command's answer. */
async function loadAnswer(report: Report, isWhole: boolean): Promise<readonly Section[]> {
  const view = {isTerminal: true, isWhole, most: Infinity}
  const {diff, usage} = report
  if (diff) return (await import('../diff/diff-sections.ts')).answerDiff(diff, !isWhole).sections(view)
  if (usage) return (await import('../answers/usages-sections.ts')).answerUsages({...report, usage})(view)
  return (await import('../findings/findings-sections.ts')).findingSections(report, view)
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
