import type {Context} from '../app/context.ts'
import {writeFileAtomically} from '../read/files/write-file.ts'
import type {InputErrorReport} from '../report/formats/input-errors.ts'
import {
  type FormatChoice,
  isCombinedFormat,
  type ReportTools,
  writeCombinedReport,
  writeInputErrors,
  writeReport
} from '../report/formats.ts'
import type {Report} from '../report/report.ts'
import type {ApiReport} from '../report/several-apis.ts'
import {filesOfApis} from './files-of-apis.ts'

export type AnswerFormat = 'stylish' | 'json'

export type AuditFormat = AnswerFormat | 'markdown'

/** Prints an audit. */
export const printAudit = async (
  report: Report,
  format: AuditFormat,
  context: Context,
  verbose: boolean
): Promise<void> => context.out((await writeReport(report, format, {...terminalTools(context), verbose})).output)

/** Writes the report in each requested format. Files contain no colors. */
export async function printReport(
  report: Report,
  choices: readonly FormatChoice[],
  context: Context,
  verbose = false
): Promise<void> {
  for (const {format, file} of choices) {
    const tools = file === undefined ? terminalTools(context) : FILE_TOOLS
    const {output} = await writeReport(report, format, {...tools, verbose})
    if (file === undefined) context.out(output)
    else writeFileAtomically(context, file, output)
  }
}

/** Writes input errors in place of a report. The terminal is skipped, because they're printed to standard error. */
export async function printInputErrors(
  unread: InputErrorReport,
  choices: readonly FormatChoice[],
  context: Context
): Promise<void> {
  for (const {format, file} of choices) {
    if (file === undefined && format === 'stylish') continue
    const {output} = await writeInputErrors(unread, format, FILE_TOOLS)
    if (file === undefined) context.out(output)
    else writeFileAtomically(context, file, output)
  }
}

/** Writes the reports of several APIs: as one text if the format supports it, otherwise to one file per API. */
export async function printApiReports(
  parts: readonly ApiReport[],
  choices: readonly FormatChoice[],
  context: Context,
  verbose = false
): Promise<void> {
  for (const {format, file} of choices) {
    if (isCombinedFormat(format)) {
      const tools = file === undefined ? terminalTools(context) : FILE_TOOLS
      const {output} = await writeCombinedReport(parts, format, {...tools, verbose})
      if (file === undefined) context.out(output)
      else writeFileAtomically(context, file, output)
    } else if (file !== undefined) {
      const files = filesOfApis(
        file,
        parts.map(({name}) => name)
      )
      for (const [at, {result}] of parts.entries()) {
        const own = [{format, file: files[at] ?? file}]
        await ('problems' in result ? printInputErrors(result, own, context) : printReport(result, own, context))
      }
    }
  }
}

const FILE_TOOLS: ReportTools = {
  color: false,
  loadMarkdown: async () => (await import('../render/markdown/markdown.ts')).toCompactMarkdown
}

const terminalTools = ({color, width}: Context): ReportTools => ({
  ...FILE_TOOLS,
  color,
  ...(width === undefined ? {} : {width})
})

/** Environment variables that identify a CI system. */
export interface CiEnvironment {
  readonly GITHUB_ACTIONS?: string | undefined
  readonly GITLAB_CI?: string | undefined
}

/** Name of the artifact in GitLab's own examples. */
const CODE_QUALITY = 'gl-code-quality-report.json'

/**
 * Default formats. GitHub reads annotations from the log. GitLab reads an artifact, so the log stays readable for
 * people.
 */
export function ciFormats({GITHUB_ACTIONS, GITLAB_CI}: CiEnvironment): FormatChoice[] {
  if (GITHUB_ACTIONS === 'true') return [{format: 'github'}]
  if (GITLAB_CI === 'true') return [{format: 'stylish'}, {format: 'gitlab', file: CODE_QUALITY}]
  return [{format: 'stylish'}]
}
