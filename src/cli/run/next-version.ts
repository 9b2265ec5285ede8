import type {Context} from '../../context/context.ts'
import {findNextVersion, type NextVersionOptions as VersionQuestion} from '../../gate/next-version.ts'
import {plainText} from '../../outputs/report/sanitize-text.ts'
import {sayNeed, versionJson} from '../../outputs/report/version-report.ts'
import {EXIT} from '../exit-codes.ts'
import type {WrittenNextVersion} from '../formats/next-version-format.ts'
import {type AnswerFormat, printAnswer} from '../print.ts'

interface NextVersionOptions extends VersionQuestion {
  readonly format: AnswerFormat
}

/** Prints the next version alone, so that a script can read it. Nothing is printed if it isn't certain. */
export async function run(options: NextVersionOptions, context: Context): Promise<number> {
  const report = await findNextVersion(options, context)
  const {next} = report.need
  const written: WrittenNextVersion = {format: 1, command: 'next-version', ...versionJson(report)}
  const formats = {
    json: () => written,
    stylish: () => (next === undefined ? '' : `${plainText(next)}\n`)
  }
  await printAnswer({formats}, options.format, context)
  if (next !== undefined) return EXIT.fine
  context.err(
    `${plainText(`The next version isn't certain: it ${sayNeed(report.need)}. Decide with \`--review breaking\` or \`--review compatible\`.`)}\n`
  )
  return EXIT.unsure
}
