import {createColors} from 'picocolors'
import {
  DUE_STATES,
  type DueList,
  type DueOptions as DuePeriod,
  type DueRemoval,
  listDue,
  nameOfDue
} from '../../app/due.ts'
import {headJson, headLine} from '../../app/head.ts'
import type {WhenOptions} from '../../app/when.ts'
import type {Context} from '../../context/context.ts'
import {inputError} from '../../model/input-error.ts'
import type {Day} from '../../model/time/date-range.ts'
import {writtenSubject} from '../../outputs/report/findings/findings-json.ts'
import {plainText} from '../../outputs/report/sanitize-text.ts'
import {EXIT} from '../exit-codes.ts'
import type {WrittenDue} from '../formats/due-format.ts'
import {LOOK_AHEAD} from '../options/options.ts'
import {type AnswerFormat, type CollectingContext, printAnswer} from '../print.ts'
import {runForEndpoint} from './due-endpoint.ts'

interface DueOptions extends Omit<DuePeriod, 'within'>, Omit<WhenOptions, 'endpoint'> {
  readonly within?: string | undefined
  readonly endpoint?: string | undefined
  readonly format: AnswerFormat
}

/** Options about one endpoint. */
const OF_ENDPOINT = ['end', 'field', 'parameter', 'header', 'value', 'in'] as const

const TITLES = {
  overdue: 'Overdue: past the sunset, but not removed',
  now: 'Can be removed now',
  coming: 'Coming',
  later: 'Later',
  unknown: 'Undetermined'
} as const satisfies Record<DueRemoval['state'], string>

const COUNT_WORDS = {
  overdue: 'overdue',
  now: 'can be removed now',
  coming: 'coming',
  later: 'later',
  unknown: 'undetermined'
} as const satisfies Record<DueRemoval['state'], string>

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
  return endpoint === undefined ? printDue(options, context) : runForEndpoint({...options, endpoint}, context)
}

/** Prints announced removals, the most urgent first. */
async function printDue(options: DueOptions, context: CollectingContext): Promise<number> {
  const {within = LOOK_AHEAD} = options
  const list = await listDue({...options, within}, context)
  const formats = {json: () => dueJson(list), stylish: () => formatDue(list, context)}
  await printAnswer({formats, due: list}, options.format, context)
  return EXIT.fine
}

const dueJson = ({session, until, due}: DueList): WrittenDue => ({
  ...headJson('due', session),
  until,
  remarks: session.remarks,
  due: due.map(({subject, usage: traffic, ...each}) => ({...each, subject: writtenSubject(subject), traffic}))
})

function formatDue({session, until, due}: DueList, {color}: Context): string {
  const colors = createColors(color)
  const paint = {
    overdue: colors.red,
    now: colors.yellow,
    coming: colors.bold,
    later: colors.bold,
    unknown: colors.yellow
  } as const satisfies Record<DueRemoval['state'], (text: string) => string>
  const groups = DUE_STATES.flatMap(state => {
    const items = due.filter(each => each.state === state)
    const title = state === 'coming' ? `${TITLES.coming} until ${until}` : TITLES[state]
    const width = Math.max(0, ...items.map(({subject}) => nameOfDue(subject).length))
    return items.length === 0
      ? []
      : [
          [
            paint[state](plainText(title)),
            ...items.map(({subject, text}) => plainText(`  ${nameOfDue(subject).padEnd(width)}  ${text}`))
          ]
        ]
  })
  const head = [colors.bold(formatDueCounts(due, until)), ...[...session.remarks, headLine(session)].map(plainText)]
  return [head, ...groups].map(lines => `${lines.join('\n')}\n`).join('\n')
}

/** First line: `2 overdue, 1 can be removed now, 3 coming by 2027-05-20`. */
function formatDueCounts(due: readonly DueRemoval[], until: Day): string {
  const counts = DUE_STATES.flatMap(state => {
    const count = due.filter(each => each.state === state).length
    return count === 0 ? [] : [`${count} ${COUNT_WORDS[state]}${state === 'coming' ? ` by ${until}` : ''}`]
  })
  return counts.length > 0 ? counts.join(', ') : 'No removals are due.'
}
