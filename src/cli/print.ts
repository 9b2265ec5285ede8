import type {ApiRemovals} from '@tenure/pages/site/apis/api-removals'
import type {Context} from '../context/context.ts'
import {type InputProblem, inputError} from '../model/input-error.ts'
import type {Formats, Joined} from '../outputs/joined.ts'
import {REPORT_FORMATS, REPORTERS, type ReportTarget} from '../outputs/report/formats.ts'
import type {InputErrorReport} from '../outputs/report/input-errors.ts'
import type {Report} from '../outputs/report/report.ts'
import type {Reporter, ReportTools} from '../outputs/report/reporter.ts'
import type {ApiReport} from '../outputs/report/several-apis.ts'
import {jsonText} from '../phrases/escape.ts'
import {createParentFolder, writeFileAtomically} from '../stores/files/write-file.ts'
import {pathFromRoot} from '../stores/git/repository.ts'
import {suggestChoices} from '../text/format-choices.ts'

export type AnswerFormat = 'stylish' | 'json'

/** A report with everything that it is printed with. */
export interface PrintedReport {
  readonly report: Report
  readonly targets: readonly ReportTarget[]
  readonly tools: Partial<ReportTools>
}

/** What a command found, and what the output of several APIs is made of. */
export interface CommandAnswer {
  readonly formats: Formats
  readonly printed?: PrintedReport
  readonly joined?: Joined | undefined
  /** What is planned for an API, so that several have an overview. */
  readonly site?: ApiRemovals
}

/** A context that takes answers in place of a terminal: of one of several APIs, or for a program. */
export interface CollectingContext extends Context {
  readonly collect?: (answer: CommandAnswer) => void
  /** Takes the problems of a command that fails. */
  readonly refuse?: (problems: readonly InputProblem[]) => void
}

/** Writes an answer. Throws an `InputError` for a format that the command doesn't have. */
export async function writeAnswer({formats}: CommandAnswer, format: string): Promise<string> {
  const write = Object.hasOwn(formats, format) ? formats[format] : undefined
  const written = await write?.()
  if (written !== undefined) return typeof written === 'string' ? written : `${jsonText(written, 2)}\n`
  throw inputError(`There is no format \`${format}\`.${suggestChoices(format, Object.keys(formats), 'Formats')}`)
}

/** Prints an answer, or writes it to a file. */
export async function printAnswer(
  answer: CommandAnswer,
  format: string,
  context: CollectingContext,
  file?: string
): Promise<void> {
  if (context.collect) context.collect(answer)
  else print(await writeAnswer(answer, format), file, context)
}

/**
 * Writes the report, or those of several APIs as one text, in each requested format. Files contain no colors. A format
 * that needs it gets the path from the root of the repository to this folder.
 */
export async function printReport(
  given: Report | readonly ApiReport[],
  targets: readonly ReportTarget[],
  context: CollectingContext,
  tools: Partial<ReportTools> = {}
): Promise<void> {
  const write = (reporter: Reporter, own: ReportTools) => {
    const root = reporter.hasRepositoryPaths ? pathFromRoot(context.git, '.') : undefined
    const withRoot = <Result extends Pick<Report, 'root'>>(result: Result): Result =>
      root === undefined || result.root !== undefined ? result : {...result, root}
    const all = {...own, ...tools}
    if ('command' in given) return reporter.write(withRoot(given), all)
    const parts = given.map(part => ({...part, result: withRoot(part.result)}))
    return reporter.combine(parts, all)
  }
  if (context.collect) {
    const formats = REPORT_FORMATS.map(name => [name, async () => write(await REPORTERS[name](), FILE_TOOLS)] as const)
    const printed = 'command' in given ? {printed: {report: given, targets, tools}} : {}
    context.collect({formats: Object.fromEntries(formats), ...printed})
  } else for (const {reporter, file} of targets) print(await write(reporter, toolsFor(file, context)), file, context)
}

/** Writes input errors in place of a report. The terminal is skipped, because they're printed to standard error. */
export async function printInputErrors(
  unread: InputErrorReport,
  targets: readonly ReportTarget[],
  context: Context
): Promise<void> {
  for (const {format, reporter, file} of targets) {
    if (file === undefined && format === 'stylish') continue
    print(await reporter.write(unread, FILE_TOOLS), file, context)
  }
}

function print(output: string, file: string | undefined, context: Context): void {
  if (file === undefined) context.out(output)
  else {
    createParentFolder(context, file)
    writeFileAtomically(context, file, output)
  }
}

/** Tools for a text that no terminal shows. */
const FILE_TOOLS: ReportTools = {color: false}

/** Tools for a file, or for the terminal. */
const toolsFor = (file: string | undefined, {color, width}: Context): ReportTools =>
  file === undefined ? {...FILE_TOOLS, color, ...(width === undefined ? {} : {width})} : FILE_TOOLS
