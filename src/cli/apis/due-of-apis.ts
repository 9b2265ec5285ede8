import {createColors} from 'picocolors'
import {type DueRemoval, nameOfDue} from '../../app/due.ts'
import {headLine} from '../../app/head.ts'
import type {DueList} from '../../app/list-due.ts'
import {groupBy} from '../../model/group-by.ts'
import type {JoinContext, PartOfApi} from '../../outputs/joined.ts'
import {csvRow} from '../../outputs/report/rows.ts'
import {plainText} from '../../outputs/report/sanitize-text.ts'
import {sayNames, textTable} from '../../outputs/report/several-apis.ts'
import {formatCount} from '../../text/format-values.ts'
import {foldMessages} from './fold-messages.ts'

type ApiDue = PartOfApi<DueList>

interface NamedRemoval extends DueRemoval {
  readonly name: string
}

const HEADINGS = ['Day', 'API', 'Owner', 'Removal', 'Status']

/** One list of the announced removals of all APIs that could be read, by day, and the APIs that have none. */
export function formatDueOfApis(apis: readonly ApiDue[], {unread, color}: JoinContext): string {
  const rows = removalsOf(apis)
  const table = [
    HEADINGS,
    ...rows.map(each => {
      const {day = '', name, owners = [], subject, text} = each
      return [day, name, owners.join(', '), nameOfDue(subject), `${text}${sayReplacement(each)}`]
    })
  ]
  const columns = HEADINGS.map((_, at) => table.slice(1).some(row => row[at] !== ''))
  const without = apis.flatMap(({name, part: {due}}) => (due.length === 0 ? [name] : []))
  const checked = groupBy(apis, ({part: {session}}) => headLine({...session, path: ''}))
  const lines = [
    ...sayNames(without, 'without announced removals'),
    ...[...checked.values()].map(own =>
      headLine({...own[0].part.session, path: formatCount(own.length, 'history', 'histories')})
    )
  ]
  const remarks = apis.map(({name, part: {session}}) => ({
    name,
    err: session.remarks.map(plainText).join('\n'),
    problems: []
  }))
  return [
    `${createColors(color).bold(sayDue(rows, apis, unread))}\n`,
    ...(rows.length > 0 ? [textTable(table.map(row => row.filter((_, at) => columns[at])))] : []),
    `${lines.map(line => `${plainText(line)}\n`).join('')}${foldMessages(remarks)}`
  ].join('\n')
}

/** The removals of all APIs by day. */
const removalsOf = (apis: readonly ApiDue[]): NamedRemoval[] =>
  apis
    .flatMap(({name, part: {due}}) => due.map(removal => ({...removal, name})))
    .toSorted((a, b) => (dayOf(a) < dayOf(b) ? -1 : Number(dayOf(a) > dayOf(b))))

const sayReplacement = ({replacement}: DueRemoval): string => (replacement ? `; use ${nameOfDue(replacement)}` : '')

const CSV_HEADINGS = ['api', 'owners', 'state', 'subject', 'day', 'sunset', 'replacement', 'callers', 'calls', 'status']

/** The removals of all APIs as CSV with one header, by day. `callers` and `calls` are empty without a table of traffic. */
export const dueCsv = (apis: readonly ApiDue[]): string =>
  [
    CSV_HEADINGS,
    ...removalsOf(apis).map(({name, owners, state, subject, day, sunset, replacement, usage, text}) => [
      ...[name, owners?.join(', '), state, nameOfDue(subject), day, sunset, replacement && nameOfDue(replacement)],
      ...[usage?.callers.length, usage?.calls, text]
    ])
  ]
    .map(csvRow)
    .join('')

/** Days are text; removals without a day come last. */
const dayOf = ({day = '9999'}: DueRemoval): string => day

/** First line: `3 removals are due by 2027-02-27 in 30 APIs; 2 later; 1 undetermined`. */
function sayDue(rows: readonly DueRemoval[], apis: readonly ApiDue[], unread: number): string {
  const countOf = (...states: readonly DueRemoval['state'][]): number =>
    rows.filter(({state}) => states.includes(state)).length
  const count = countOf('overdue', 'now', 'coming')
  const until = apis
    .map(({part}) => part.until)
    .toSorted()
    .at(-1)
  const removals = count === 0 ? 'No removals are' : count === 1 ? '1 removal is' : `${count} removals are`
  const others = [
    ...(countOf('later') > 0 ? [`${countOf('later')} later`] : []),
    ...(countOf('unknown') > 0 ? [`${countOf('unknown')} undetermined`] : []),
    ...(unread > 0 ? [`${formatCount(unread, 'API')} couldn't be read`] : [])
  ]
  return [`${removals} due by ${until} in ${formatCount(apis.length, 'API')}`, ...others].join('; ')
}
