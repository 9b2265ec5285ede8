import {openDueTemplate} from '@tenure/pages/commands/due-message'
import {type DueRemoval, nameOfDue} from '../../app/due.ts'
import {headJson} from '../../app/head.ts'
import {type DueList, type DueOptions as DuePeriod, listDue} from '../../app/list-due.ts'
import type {WhenOptions} from '../../app/when.ts'
import type {Context} from '../../context/context.ts'
import {inputError} from '../../model/input-error.ts'
import {formatSubject} from '../../model/subject/subject.ts'
import {joinedBy} from '../../outputs/joined.ts'
import {writtenSubject} from '../../outputs/report/findings/findings-json.ts'
import {dueCsv, formatDueOfApis} from '../apis/due-of-apis.ts'
import {EXIT} from '../exit-codes.ts'
import type {WrittenDue} from '../formats/due-format.ts'
import {formatDue} from '../formats/due-text.ts'
import {LOOK_AHEAD} from '../options/options.ts'
import {type AnswerFormat, type CollectingContext, printAnswer} from '../print.ts'
import {runForEndpoint} from './due-endpoint.ts'

interface DueOptions extends Omit<DuePeriod, 'within'>, Omit<WhenOptions, 'endpoint'> {
  readonly within?: string | undefined
  readonly endpoint?: string | undefined
  readonly format: AnswerFormat | 'csv'
  readonly template?: string | undefined
}

/** Options about one endpoint. */
const OF_ENDPOINT = ['end', 'field', 'parameter', 'header', 'value', 'in'] as const

/** Prints when an endpoint can be removed; without one, the announced removals that aren't in the history yet. */
export async function run(options: DueOptions, context: Context): Promise<number> {
  const {endpoint, within} = options
  const needless = endpoint === undefined ? OF_ENDPOINT.find(name => options[name] !== undefined) : undefined
  if (needless)
    throw inputError(
      `\`--${needless}\` needs an endpoint.`,
      undefined,
      `tenure due 'GET /v1/loans' --${needless} ${options[needless]}`
    )
  if (endpoint !== undefined && within !== undefined)
    throw inputError('`--within` only works without an endpoint. Remove one.')
  if (endpoint === undefined) return printDue(options, context)
  const {format, owner, template} = options
  if (format === 'csv' || owner !== undefined || template !== undefined)
    throw inputError('`--format csv`, `--owner`, and `--template` only work without an endpoint.')
  return runForEndpoint({...options, endpoint, format}, context)
}

/** Prints announced removals, the most urgent first. */
async function printDue(options: DueOptions, context: CollectingContext): Promise<number> {
  const {within = LOOK_AHEAD} = options
  const fill = options.template === undefined ? undefined : openDueTemplate(options, context)
  const list = await listDue({...options, within}, context)
  const {service: name} = list.session.history.about
  const data = () => ({...dueJson(list), service: name, due: list.due.map(templateItem)})
  const formats = {
    json: () => dueJson(list),
    csv: () => dueCsv([{name, part: list}]),
    stylish: () => fill?.([{name, part: data()}]) ?? formatDue(list, context)
  }
  const joined = fill
    ? joinedBy(data(), (parts, {unread}) => ({stylish: () => fill(parts, unread)}))
    : joinedBy(list, (parts, all) => ({csv: () => dueCsv(parts), stylish: () => formatDueOfApis(parts, all)}))
  await printAnswer({formats, joined}, options.format, context)
  return EXIT.fine
}

const dueJson = ({session, until, due}: DueList): WrittenDue => ({
  ...headJson('due', session),
  until,
  remarks: session.remarks,
  due: due.map(({subject, replacement, usage: traffic, ...each}) => ({
    ...{...each, subject: writtenSubject(subject), traffic},
    ...(replacement ? {replacement: formatSubject(replacement)} : {})
  }))
})

/** A removal as a template receives it, with names as text. */
const templateItem = ({subject, replacement, usage, ...each}: DueRemoval) => ({
  ...{...each, subject: nameOfDue(subject), callers: usage?.callers.length, calls: usage?.calls},
  ...(replacement ? {replacement: nameOfDue(replacement)} : {})
})
