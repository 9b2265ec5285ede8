import {createColors} from 'picocolors'
import {findApiFacts} from '../../app/api-facts.ts'
import type {DueList} from '../../app/due.ts'
import type {CommonOptions} from '../../app/session/config.ts'
import type {Context} from '../../context/context.ts'
import {type ApiNotes, joinNotes} from '../../outputs/changes/notes-of-apis.ts'
import {apiJson, apisJson} from '../../outputs/report/apis-json.ts'
import {plainText} from '../../outputs/report/sanitize-text.ts'
import {type ApiFacts, apiTable, toApiRow} from '../../outputs/report/several-apis.ts'
import {EXIT} from '../exit-codes.ts'
import {formatProblem} from '../failure.ts'
import {type PrintedReport, printApiReports} from '../print.ts'
import {formatDueOfApis} from './due-of-apis.ts'
import {type ApiMessages, foldMessages} from './fold-messages.ts'

/** What a command answered about one API: a report, or what it printed. */
export interface ApiAnswer extends ApiMessages {
  readonly code: number
  readonly out: string
  readonly printed?: PrintedReport
  readonly due?: DueList
  readonly notes?: ApiNotes
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
  context.err(foldMessages(answers))
  const factsOf = ({name, code, printed}: ApiAnswer): ApiFacts =>
    code === EXIT.failed && !printed ? {} : findApiFacts(optionsOf(name), context)
  const [printed] = answers.flatMap(each => each.printed ?? [])
  if (printed) {
    const parts = answers.map(each => ({...toReport(each), facts: () => factsOf(each)}))
    return printApiReports(parts, printed.targets, context, printed.tools)
  }
  if (kind === 'json') {
    const all = answers.map(each => {
      const {name, out} = each
      return apiJson({name, ...(out === '' ? {error: sayFailure(each)} : {report: JSON.parse(out)})}, factsOf(each))
    })
    context.out(apisJson(all))
    return
  }
  const notes = answers.flatMap(each => each.notes ?? [])
  if (notes.length > 0) {
    context.out(joinNotes(notes))
    return
  }
  if (kind === 'page') {
    const pages = answers.filter(({out}) => out !== '')
    context.out(pages.map(({name, out}) => (out.startsWith('# ') ? out : `# ${name}\n\n${out}`)).join('\n'))
    return
  }
  if (answers.every(({code, out}) => code === EXIT.failed && out === '')) return
  const dues = answers.flatMap(({name, due}) => (due ? [{name, ...due}] : []))
  if (dues.length > 0) {
    const ownersOf = (name: string) => findApiFacts(optionsOf(name), context).owners ?? []
    context.out(formatDueOfApis(dues, {unread: answers.length - dues.length, ownersOf, color: context.color}))
    return
  }
  const {bold} = createColors(context.color)
  const rows = answers.map(each => toApiRow(each.name, sayAnswer(each), factsOf(each)))
  const sections = answers
    .filter(({out}) => out.trimEnd().includes('\n'))
    .map(({name, out}) => `\n${bold(plainText(name))}\n${out}`)
  context.out(`${bold(`${answers.length} APIs`)}\n${apiTable(rows)}${sections.join('')}`)
}

/** What a command reported about an API, or why it didn't. */
const toReport = (answer: ApiAnswer) => {
  const {name, printed, problems} = answer
  const unread = problems.length > 0 ? problems : [{message: sayFailure(answer)}]
  return {name, result: printed?.report ?? {api: name, problems: unread}}
}

/** The messages of a command that has no answer about an API. */
const sayFailure = ({err, problems}: ApiAnswer): string => `${err}${problems.map(formatProblem).join('')}`.trimEnd()

/** The first line of what a command printed about an API. */
function sayAnswer(answer: ApiAnswer): string {
  const {code, out, err, problems} = answer
  const [first] = (out || problems.map(formatProblem).join('') || err).split('\n')
  return code === EXIT.failed && out === '' ? `failed: ${first}` : first || 'done'
}
