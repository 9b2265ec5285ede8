import {createColors} from 'picocolors'
import {findApiFacts} from '../../app/api-facts.ts'
import type {CommonOptions} from '../../app/session/config.ts'
import type {Context} from '../../context/context.ts'
import {apiJson, apisJson} from '../../outputs/report/apis-json.ts'
import {plainText} from '../../outputs/report/sanitize-text.ts'
import {type ApiFacts, apiTable, toApiRow} from '../../outputs/report/several-apis.ts'
import type {Command} from '../command.ts'
import {EXIT} from '../exit-codes.ts'
import {formatProblem} from '../failure.ts'
import {type CollectingContext, type CommandAnswer, printAnswer, printReport, writeAnswer} from '../print.ts'
import {type ApiMessages, foldMessages} from './fold-messages.ts'

/** What a command answered about one API, or printed. */
export interface ApiAnswer extends ApiMessages {
  readonly code: number
  readonly out: string
  readonly answer?: CommandAnswer
}

/**
 * Prints what a command answered for each API: reports as `check` prints those of several APIs, otherwise a table and a
 * section for each, one Markdown page, or JSON.
 */
export async function printApiAnswers(
  answers: readonly ApiAnswer[],
  {
    kind,
    format,
    output
  }: {
    readonly kind: NonNullable<Command['forEachApi']>
    readonly format: string | undefined
    readonly output: string | undefined
  },
  optionsOf: (name: string) => CommonOptions,
  context: CollectingContext
): Promise<void> {
  context.err(foldMessages(answers))
  const parts = answers.flatMap(({name, answer}) => (answer?.joined ? [{name, ...answer.joined}] : []))
  const joined = parts[0]?.join(parts, {unread: answers.length - parts.length, color: context.color})
  // Without a part, there is no list, and a file isn't replaced by a part of one.
  if (kind === 'list' && (!joined || (output !== undefined && parts.length < answers.length))) return
  const factsOf = ({name, code, answer}: ApiAnswer): ApiFacts =>
    code === EXIT.failed && !answer?.printed ? {} : findApiFacts(optionsOf(name), context)
  const [printed] = answers.flatMap(each => each.answer?.printed ?? [])
  if (printed) {
    const parts = answers.map(each => ({...toReport(each), facts: () => factsOf(each)}))
    return printReport(parts, printed.targets, context, printed.tools)
  }
  const textFormat = kind === 'page' ? 'markdown' : 'stylish'
  const formats = {
    async json() {
      const reports = answers.map(async each => {
        const {name, answer} = each
        const report = answer && {report: JSON.parse(await writeAnswer(answer, 'json'))}
        return apiJson({name, ...(report ?? {error: sayFailure(each)})}, factsOf(each))
      })
      return apisJson(await Promise.all(reports))
    },
    async [textFormat]() {
      const texts = answers.map(async each =>
        each.answer ? {...each, out: await writeAnswer(each.answer, textFormat)} : each
      )
      return (kind === 'page' ? formatPages : formatTable)(await Promise.all(texts), factsOf, context)
    },
    ...joined
  }
  await printAnswer({formats}, format ?? textFormat, context, kind === 'list' ? output : undefined)
}

const formatPages = (answers: readonly ApiAnswer[]): string =>
  answers
    .filter(({out}) => out !== '')
    .map(({name, out}) => (out.startsWith('# ') ? out : `# ${name}\n\n${out}`))
    .join('\n')

function formatTable(
  answers: readonly ApiAnswer[],
  factsOf: (answer: ApiAnswer) => ApiFacts,
  {color}: Pick<Context, 'color'>
): string {
  if (answers.every(({code, out}) => code === EXIT.failed && out === '')) return ''
  const {bold} = createColors(color)
  const rows = answers.map(each => toApiRow(each.name, sayAnswer(each), factsOf(each)))
  const sections = answers
    .filter(({out}) => out.trimEnd().includes('\n'))
    .map(({name, out}) => `\n${bold(plainText(name))}\n${out}`)
  return `${bold(`${answers.length} APIs`)}\n${apiTable(rows)}${sections.join('')}`
}

/** What a command reported about an API, or why it didn't. */
const toReport = (api: ApiAnswer) => {
  const {name, answer, problems} = api
  const unread = problems.length > 0 ? problems : [{message: sayFailure(api)}]
  return {name, result: answer?.printed?.report ?? {api: name, problems: unread}}
}

/** The messages of a command that has no answer about an API. */
export const sayFailure = ({err, problems}: ApiAnswer): string =>
  `${err}${problems.map(formatProblem).join('')}`.trimEnd()

/** The first line of what a command printed about an API. */
function sayAnswer(answer: ApiAnswer): string {
  const {code, out, err, problems} = answer
  const [first] = (out || problems.map(formatProblem).join('') || err).split('\n')
  return code === EXIT.failed && out === '' ? `failed: ${first}` : first || 'done'
}
