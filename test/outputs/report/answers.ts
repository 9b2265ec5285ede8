import {printSections} from '../../../src/outputs/report/blocks/terminal-blocks.ts'
import {reportOfDiff} from '../../../src/outputs/report/diff/diff-findings.ts'
import {answerDiff} from '../../../src/outputs/report/diff/diff-sections.ts'
import type {DiffReport} from '../../../src/outputs/report/diff-report.ts'
import {findingSections} from '../../../src/outputs/report/findings/findings-sections.ts'
import {markdown} from '../../../src/outputs/report/formats/markdown.ts'
import type {Report} from '../../../src/outputs/report/report.ts'

const viewOf = (isWhole: boolean) => ({isTerminal: true, isWhole, most: Infinity})

/** The terminal output of a comparison. */
export const printDiff = (report: DiffReport, isWhole = false): string =>
  printSections(answerDiff(report, !isWhole).sections(viewOf(isWhole)), false)

/** The terminal output of `audit` and `check`. */
export const printFindings = (report: Report): string => printSections(findingSections(report, viewOf(false)), false)

/** The Markdown output of a report. */
export const markdownOf = async (report: Report | DiffReport): Promise<string> =>
  markdown.write('judged' in report ? reportOfDiff(report) : report, {color: false})
