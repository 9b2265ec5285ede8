import type {TextPiece} from '@tenure/core/phrases/text-pieces'
import type {FleetReport, FleetSection} from './format.ts'

/** Headings of columns. Others are shown as the query names them. */
const HEADINGS: Readonly<Record<string, string>> = {
  api: 'API',
  apis: 'APIs',
  owner: 'Owner',
  violations: 'Violations',
  subject: 'Subject',
  due: 'State',
  due_on: 'Day',
  sunset: 'Sunset',
  callers: 'Callers',
  calls: 'Calls',
  covered: 'Days known',
  replacement: 'Replacement',
  removals: 'Removals',
  first: 'First',
  last: 'Last',
  deprecated: 'Deprecated',
  removed: 'Removed',
  days: 'Days',
  subjects: 'Subjects',
  example: 'Example',
  message: 'Reason',
  source: 'File',
  line: 'Line',
  day: 'Day',
  event: 'What happened',
  names: 'Which'
}

/** Columns whose values are names, which are shown as code. */
const NAMES: ReadonlySet<string> = new Set(['api', 'owner', 'subject', 'replacement', 'example', 'source', 'names'])

const DUE: Readonly<Record<string, string>> = {now: 'can be removed now'}

export const headingOf = (column: string): string =>
  HEADINGS[column] ?? column.replace(/^./, each => each.toUpperCase())

/** Columns about what few APIs state, which are left out if no row has a value. */
const RARE: ReadonlySet<string> = new Set(['callers', 'calls', 'covered'])

/** The columns of a section that readers see. */
export const visibleColumns = ({columns, rows}: FleetSection): FleetSection['columns'] =>
  columns.filter(({name}) => !RARE.has(name) || rows.some(row => row[name] !== null))

/** The content of a cell, with names as code. */
export function cellPieces(column: string, value: unknown): TextPiece[] {
  if (value === null || value === undefined) return column === 'owner' ? ['no owner'] : []
  const text = String(value)
  if (column === 'due') return [DUE[text] ?? text]
  return NAMES.has(column) ? [{code: text}] : [text]
}

/** The line below a table that doesn't show all rows. `undefined` if it does. */
export function sayMoreRows({total, rows}: FleetSection): string | undefined {
  const more = total - rows.length
  return more > 0 ? `and ${more.toLocaleString('en-US')} more` : undefined
}

/** The label of the collapsed query below a table. */
export const QUERY_SUMMARY: TextPiece[] = ['Query for all rows, with ', {code: 'tenure report --sql'}]

/** The line about the report as a whole: the as-of day, and the policies with the number of their APIs. */
export function reportScope({asOf, policies, owner}: FleetReport): TextPiece[] {
  const [first, ...more] = policies
  const whose: TextPiece[] = owner === undefined ? [] : ['Only what ', {code: owner}, ' owns. ']
  if (!first) return [...whose, `As of ${asOf}`]
  const shown = more.length === 0 ? [first] : [first, ...more.slice(0, 3)]
  const others = policies.length - shown.length
  return [
    ...whose,
    `As of ${asOf}. ${policies.length === 1 ? 'Policy' : 'Policies'}: `,
    ...shown.flatMap(({name, apis}, at): TextPiece[] => [
      ...(at === 0 ? [] : [', ']),
      {code: name},
      ...(policies.length === 1 ? [] : [` (${apis})`])
    ]),
    ...(others > 0 ? [`, and ${others} more`] : [])
  ]
}
