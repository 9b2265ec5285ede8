import {inputError} from '../../model/input-error.ts'
import {suggestChoices} from '../../text/format-choices.ts'
import type {ReportFormat} from './report.ts'
import type {Reporter} from './reporter.ts'

/** All formats, each loaded on demand. */
export const REPORTERS = {
  stylish: async () => (await import('./formats/stylish.ts')).stylish,
  json: async () => (await import('./formats/json.ts')).json,
  markdown: async () => (await import('./formats/markdown.ts')).markdown,
  github: async () => (await import('./formats/github.ts')).github,
  gitlab: async () => (await import('./formats/gitlab.ts')).gitlab,
  sarif: async () => (await import('./formats/sarif.ts')).sarif,
  junit: async () => (await import('./formats/junit.ts')).junit
} as const satisfies Record<ReportFormat, () => Promise<Reporter>>

export const REPORT_FORMATS = Object.keys(REPORTERS) as ReportFormat[]

/** Format with its output file. Without a file, the output goes to standard output. */
export interface FormatChoice {
  readonly format: ReportFormat
  readonly file?: string
}

/** Format with its output file and what writes it. */
export interface ReportTarget extends FormatChoice {
  readonly reporter: Reporter
}

export const loadReporters = (choices: readonly FormatChoice[]): Promise<ReportTarget[]> =>
  Promise.all(choices.map(async choice => ({...choice, reporter: await REPORTERS[choice.format]()})))

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
