import {createColors} from 'picocolors'
import {findApiFacts} from '../../app/api-facts.ts'
import type {CommonOptions} from '../../app/session/config.ts'
import type {Context} from '../../context/context.ts'
import {apiJson, apisJson} from '../../outputs/report/apis-json.ts'
import {plainText} from '../../outputs/report/sanitize-text.ts'
import {type ApiFacts, apiTable, toApiRow} from '../../outputs/report/several-apis.ts'
import {EXIT} from '../exit-codes.ts'
import {type PrintedReport, printApiReports} from '../print.ts'

/** What a command answered about one API: a report, or what it printed. */
export interface ApiAnswer {
  readonly name: string
  readonly code: number
  readonly out: string
  readonly err: string
  readonly printed?: PrintedReport
}

/**
 * Prints what a command answered for each API: reports as `check` prints those of several APIs, otherwise a table and a
 * section for each, one Markdown page, or JSON.
 */
export async function printApiAnswers(
  answers: readonly ApiAnswer[],
  kind: 'json' | 'report' | 'page',
  optionsOf: (name: string) => CommonOptions,
  context: Context
): Promise<void> {
  for (const {name, err} of answers) context.err(sayOf(name, err))
  const factsOf = ({name, code, printed}: ApiAnswer): ApiFacts =>
    code === EXIT.failed && !printed ? {} : findApiFacts(optionsOf(name), context)
  const [printed] = answers.flatMap(each => each.printed ?? [])
  if (printed) {
    const parts = answers.map(each => ({...toReport(each), facts: () => factsOf(each)}))
    return printApiReports(parts, printed.targets, context, printed.tools)
  }
  if (kind === 'json') {
    const all = answers.map(each => {
      const {name, out, err} = each
      return apiJson({name, ...(out === '' ? {error: err.trimEnd()} : {report: JSON.parse(out)})}, factsOf(each))
    })
    context.out(apisJson(all))
    return
  }
  if (kind === 'page') {
    const pages = answers.filter(({out}) => out !== '')
    context.out(pages.map(({name, out}) => (out.startsWith('# ') ? out : `# ${name}\n\n${out}`)).join('\n'))
    return
  }
  const {bold} = createColors(context.color)
  const rows = answers.map(each => toApiRow(each.name, sayAnswer(each), factsOf(each)))
  const sections = answers
    .filter(({out}) => out.trimEnd().includes('\n'))
    .map(({name, out}) => `\n${bold(plainText(name))}\n${out}`)
  context.out(`${bold(`${answers.length} APIs`)}\n${apiTable(rows)}${sections.join('')}`)
}

/** What a command reported about an API, or the messages that it printed instead. */
const toReport = ({name, printed, err}: ApiAnswer) => ({
  name,
  result: printed?.report ?? {api: name, problems: [{message: err.trimEnd()}]}
})

/** The first line of what a command printed about an API. */
function sayAnswer({code, out, err}: ApiAnswer): string {
  const [first] = (out || err).split('\n')
  const answer = first || 'done'
  return code === EXIT.failed && out === '' ? `failed: ${answer}` : answer
}

/** The messages about one API. */
export const sayOf = (name: string, err: string): string =>
  err
    .split('\n')
    .filter(Boolean)
    .map(line => `${plainText(name)}: ${line}\n`)
    .join('')
