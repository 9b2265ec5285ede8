import type {RootContent} from 'mdast'
import {inputError} from '../model/input-error.ts'
import {suggestChoices} from '../text/format-choices.ts'
import type {InputErrorReport} from './formats/input-errors.ts'
import type {Report, ReportOutput} from './report.ts'
import {SIGNS} from './report-text.ts'
import {plainText} from './sanitize-text.ts'
import {type ApiReport, sayQuietApis, sumUpApis} from './several-apis.ts'
import type {UsageReport} from './usage-report.ts'

/** External functions and settings that a report needs. */
export interface ReportTools {
  readonly color: boolean
  /** Whether to show the policy clauses that decided. */
  readonly verbose?: boolean
  /** Width of the terminal, in which long lines are wrapped. */
  readonly width?: number
  /**
   * Loads `toMarkdown` of `render/markdown/markdown.ts`, which is large. A static import isn't possible, because both folders
   * are on the same layer.
   */
  readonly loadMarkdown: () => Promise<(children: RootContent[]) => string>
}

const isOfUsages = (report: Report): report is Report & {readonly usage: UsageReport} => report.usage !== undefined

type Write = (report: Report, tools: ReportTools) => Promise<ReportOutput>

/** Writers of all formats, each loaded on demand. */
const FORMATS = {
  stylish: async (report, tools) => {
    if (isOfUsages(report)) return (await import('./answers/usages-stylish.ts')).usagesStylish(report, tools)
    return (await import('./formats/stylish.ts')).stylish(report, tools)
  },
  json: async report => (await import('./formats/json.ts')).json(report),
  markdown: async (report, {loadMarkdown}) => {
    const toMarkdown = await loadMarkdown()
    if (isOfUsages(report)) return (await import('./answers/usages-markdown.ts')).usagesMarkdown(report, toMarkdown)
    return report.command === 'audit'
      ? (await import('./formats/audit-markdown.ts')).auditMarkdown(report, toMarkdown)
      : (await import('./formats/check-markdown.ts')).checkMarkdown(report, toMarkdown)
  },
  github: async report => (await import('./formats/github.ts')).github(report),
  gitlab: async report => (await import('./formats/gitlab.ts')).gitlab(report),
  sarif: async report => (await import('./formats/sarif.ts')).sarif(report),
  junit: async report => (await import('./formats/junit.ts')).junit(report)
} as const satisfies Record<string, Write>

export type ReportFormat = keyof typeof FORMATS
export const REPORT_FORMATS = Object.keys(FORMATS) as ReportFormat[]

export async function writeReport(report: Report, format: ReportFormat, tools: ReportTools): Promise<ReportOutput> {
  const written = await FORMATS[format](report, tools)
  return format === 'stylish' && tools.width !== undefined
    ? {output: (await import('./wrap-text.ts')).wrapText(written.output, tools.width)}
    : written
}

/** Whether a format can combine several APIs in one text. The others need one document per API. */
const IS_COMBINED: Readonly<Record<ReportFormat, boolean>> = {
  stylish: true,
  json: false,
  markdown: true,
  github: true,
  gitlab: true,
  sarif: false,
  junit: false
}

export const isCombinedFormat = (format: ReportFormat): boolean => IS_COMBINED[format]

/** Writes the reports of several APIs as one text: the result of all, then each under its API's name. */
export async function writeCombinedReport(
  parts: readonly ApiReport[],
  format: ReportFormat,
  tools: ReportTools
): Promise<ReportOutput> {
  if (format === 'gitlab') return (await import('./formats/gitlab.ts')).gitlab(...parts.map(({result}) => result))
  const all = sumUpApis(parts, tools.verbose)
  if (format === 'markdown')
    return (await import('./formats/check-markdown.ts')).checkMarkdownOf(all, await tools.loadMarkdown())
  const texts = [`${SIGNS[all.outcome]} ${plainText(all.headline)}\n`]
  for (const {name, result} of all.listed) {
    const {output} = await ('problems' in result
      ? writeInputErrors(result, format, tools)
      : writeReport(result, format, tools))
    texts.push(`# ${plainText(name)}\n\n${output}`)
  }
  return {output: [...texts, ...sayQuietApis(all).map(each => `${plainText(each)}\n`)].join('\n')}
}

type WriteInputErrors = (unread: InputErrorReport, tools: ReportTools) => Promise<ReportOutput>

const INPUT_ERROR_WRITERS: Readonly<Record<ReportFormat, WriteInputErrors>> = {
  stylish: async unread => ({output: (await import('./formats/input-errors.ts')).inputErrorLines(unread)}),
  json: async unread => ({output: (await import('./formats/input-errors.ts')).inputErrorsJson(unread)}),
  markdown: async (unread, {loadMarkdown}) =>
    (await import('./formats/check-markdown.ts')).unreadMarkdown(unread, await loadMarkdown()),
  github: async unread => ({output: (await import('./formats/input-errors.ts')).inputErrorAnnotations(unread)}),
  gitlab: async unread => (await import('./formats/gitlab.ts')).gitlab(unread),
  sarif: async unread => (await import('./formats/sarif.ts')).sarifOfInputErrors(unread),
  junit: async unread => ({output: (await import('./formats/input-errors.ts')).inputErrorSuite(unread)})
}

/** Writes input errors in place of a report. */
export const writeInputErrors = (
  unread: InputErrorReport,
  format: ReportFormat,
  tools: ReportTools
): Promise<ReportOutput> => INPUT_ERROR_WRITERS[format](unread, tools)

/** Format with its output file. Without a file, the output goes to standard output. */
export interface FormatChoice {
  readonly format: ReportFormat
  readonly file?: string
}

/**
 * Parses formats such as `stylish` and `sarif=out.sarif`. Throws an `InputError` for unknown formats, and if two share
 * standard output or a file.
 */
export function parseFormats(texts: readonly string[]): FormatChoice[] {
  const choices = texts.map(parseFormat)
  const [first, second] = choices.filter(({file}) => file === undefined)
  if (first && second) {
    throw inputError(
      `Only one format can go to standard output. Write one of them to a file: \`${second.format}=FILE\`.`
    )
  }
  const files = choices.flatMap(({file}) => file ?? [])
  const twice = files.find((file, index) => files.indexOf(file) !== index)
  if (twice !== undefined) throw inputError(`Two formats are written to \`${twice}\`. Give each its own file.`)
  return choices
}

function parseFormat(text: string): FormatChoice {
  const at = text.indexOf('=')
  const name = at < 0 ? text : text.slice(0, at)
  const format = REPORT_FORMATS.find(each => each === name)
  if (format === undefined) {
    throw inputError(`There is no format \`${name}\`.${suggestChoices(name, REPORT_FORMATS, 'Formats')}`)
  }
  if (at < 0) return {format}
  const file = text.slice(at + 1)
  if (file === '') throw inputError(`\`${text}\` names no file. Write \`${name}\` or \`${name}=FILE\`.`)
  return {format, file}
}
