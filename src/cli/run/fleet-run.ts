import {type FinishedApi, type FleetRun, type FleetRunOptions, runFleet} from '../../../packages/fleet/src/run.ts'
import type {Context} from '../../app/context.ts'
import {sayPlace} from '../../outputs/report/report-text.ts'
import {plainText} from '../../outputs/report/sanitize-text.ts'
import {formatCount} from '../../text/format-values.ts'
import {EXIT} from '../exit-codes.ts'

/** Maximum number of APIs to list. */
const MAX_LISTED = 20

/**
 * Prints how many APIs were read. An API that can't be read doesn't fail the command, because the stored data of the
 * fleet says so.
 */
export async function run(options: FleetRunOptions, context: Context): Promise<number> {
  const result = await runFleet(options, context)
  for (const remark of result.remarks) context.err(`${plainText(remark)}\n`)
  if (options['dry-run']) printPlan(result, context)
  else {
    printList(result.apis.flatMap(describeError), 'could not be read', context.err)
    const counts = [
      countReasons(result, 'read'),
      `${result.apis.filter(({reason}) => reason === undefined).length} unchanged`,
      ...formatEvents(result),
      ...formatErrors(result.apis)
    ]
    context.out(
      `${formatCount(result.apis.length, 'API')}: ${counts.join(', ')}. Facts in ${plainText(options.out)}.\n`
    )
  }
  return EXIT.fine
}

function printPlan(result: FleetRun, context: Context): void {
  const events = formatEvents(result)
  const count = `${countReasons(result, '').trim()} of ${formatCount(result.apis.length, 'API')}`
  context.out(`Would read ${count}${events.length > 0 ? ` (${events.join(', ')})` : ''}.\n`)
  const reasons = result.apis.flatMap(({id, reason}) => (reason === undefined ? [] : [`${id}: ${reason}`]))
  printList([...reasons, ...result.left.map(id => `${id}: it left the list`)], 'would be read', context.out)
}

function printList(lines: readonly string[], what: string, print: (text: string) => void): void {
  for (const line of lines.slice(0, MAX_LISTED)) print(`${plainText(line)}\n`)
  const more = lines.length - MAX_LISTED
  if (more > 0) print(`and ${formatCount(more, 'more API')} that ${what}\n`)
}

const countReasons = ({apis}: FleetRun, verb: string): string =>
  `${apis.filter(({reason}) => reason !== undefined).length} ${verb}`

/**
 * The numbers of APIs that joined, left, or returned to the list since the last run. In the first run, all APIs are
 * new.
 */
const formatEvents = ({apis, left, isFirst}: FleetRun): string[] =>
  (
    [
      ['joined', isFirst ? 0 : apis.filter(({event}) => event === 'joined').length],
      ['left', left.length],
      ['returned', apis.filter(({event}) => event === 'returned').length]
    ] as const
  ).flatMap(([event, count]) => (count === 0 ? [] : [`${count} ${event}`]))

function formatErrors(apis: readonly FinishedApi[]): string[] {
  const count = apis.filter(({error}) => error !== undefined).length
  return count === 0 ? [] : [formatCount(count, 'error')]
}

function describeError({id, error}: FinishedApi): string[] {
  if (!error) return []
  const {message, source, ...position} = error
  const place = source === undefined ? '' : `${sayPlace({source, ...position})}: `
  return [`${place}\`${id}\` could not be read: ${message.split('\n')[0]}`]
}
