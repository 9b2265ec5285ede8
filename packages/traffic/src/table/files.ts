import {inputError} from '@tenure/core/model/input-error'
import type {Day} from '@tenure/core/model/time/date-range'
import * as z from 'zod'

export const TABLE_FILE = 'table.json'
export const IMPORTS_FILE = 'imports.csv'
export const DAYS_FOLDER = 'days'

export const IMPORTS_COLUMNS = ['digest', 'bytes', 'source', 'from', 'to', 'lines'] as const
export const CALLS_COLUMNS = ['operation', 'caller', 'calls', 'errors', 'maybe', 'first', 'last'] as const
export const COVERAGE_COLUMNS = ['source', 'hours', 'idle', 'lines', 'unreadable', 'unmatched', 'ambiguous'] as const
export const DRIFT_COLUMNS = ['kind', 'request', 'calls'] as const

export const callsFile = (day: Day): string => `${DAYS_FOLDER}/${day}.calls.csv`
export const coverageFile = (day: Day): string => `${DAYS_FOLDER}/${day}.coverage.csv`
export const driftFile = (day: Day): string => `${DAYS_FOLDER}/${day}.drift.csv`

/** The day of a file of the table. `undefined` for other files. */
export const dayOfFile = (path: string): Day | undefined =>
  /^days\/(\d{4}-\d{2}-\d{2})\.(?:calls|coverage|drift)\.csv$/.exec(path)?.[1]

/** What a caller begins with that is known by its user agent only. */
export const AGENT_PREFIX = 'agent:'

const tableSchema = z.strictObject({
  format: z.literal(1),
  api: z.string(),
  callers: z.enum(['hashed', 'plain']),
  key: z
    .string()
    .regex(/^[0-9a-f]{12}$/)
    .optional()
})

/** Whose table it is, and how its callers are written. */
export type TableHead = z.infer<typeof tableSchema>

/** Reads `table.json`. Throws an `InputError` if it is damaged or of a later version. */
export function parseHead(text: string, source: string): TableHead {
  try {
    return tableSchema.parse(JSON.parse(text))
  } catch {
    throw inputError(`\`${source}\` isn't the head of a table of callers, or it is of a later version.`, {
      source,
      line: 1,
      column: 1
    })
  }
}

export const formatHead = (head: TableHead): string => `${JSON.stringify(head)}\n`

/** A row of a CSV file, by column. */
export type CsvRow<Column extends string> = Readonly<Record<Column, string>>

/** Reads CSV by RFC 4180. Throws an `InputError` with the line if the columns or the number of cells are others. */
export function parseCsv<const Column extends string>(
  text: string,
  columns: readonly Column[],
  source: string
): CsvRow<Column>[] {
  const rows = splitCsv(text)
  const [head] = rows
  if (head?.cells.join(',') !== columns.join(','))
    throw inputError(`\`${source}\` has other columns than \`${columns.join(',')}\`.`, {source, line: 1, column: 1})
  return rows.slice(1).map(({cells, line}) => {
    if (cells.length !== columns.length)
      throw inputError(`This row has ${cells.length} cells. The file has ${columns.length} columns.`, {
        source,
        line,
        column: 1
      })
    return Object.fromEntries(columns.map((column, at) => [column, cells[at] ?? ''])) as CsvRow<Column>
  })
}

/** The cells of a CSV text, with the line that each row begins at. Empty lines are left out. */
export function splitCsv(text: string): {readonly cells: string[]; readonly line: number}[] {
  const rows: {cells: string[]; line: number}[] = []
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/y
  let [line, start, cells] = [1, 1, [] as string[]]
  while (cell.lastIndex < text.length) {
    const [whole, quoted, plain = '', end = ''] = cell.exec(text) ?? []
    if (whole === undefined) {
      rows.push({cells: [], line: start})
      return rows
    }
    cells.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    line += whole.split('\n').length - 1
    if (end === ',' && cell.lastIndex < text.length) continue
    if (end === ',') cells.push('')
    if (cells.length > 1 || cells[0] !== '') rows.push({cells, line: start})
    ;[cells, start] = [[], line]
  }
  return rows
}

export const csvLine = (cells: readonly (string | number)[]): string =>
  `${cells.map(each => (/[",\r\n]/.test(String(each)) ? `"${String(each).replaceAll('"', '""')}"` : each)).join(',')}\n`

/** A CSV file with these rows, sorted as text so that the same rows give the same bytes. */
export const formatCsv = (columns: readonly string[], rows: readonly (readonly (string | number)[])[]): string =>
  csvLine(columns) +
  rows
    .map(csvLine)
    .toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
    .join('')

/** Hours of a day as 24 bits, the first hour lowest, in 6 hex digits. */
export const formatHours = (mask: number): string => mask.toString(16).padStart(6, '0')

export function parseHours(text: string, source: string): number {
  if (/^[0-9a-f]{6}$/.test(text)) return Number.parseInt(text, 16)
  throw inputError(`\`${text}\` in \`${source}\` isn't a mask of 24 hours.`, {source})
}

/** The count in a cell. Throws an `InputError` if it isn't a whole number. */
export function parseNumber(text: string, source: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text)
  throw inputError(`\`${text}\` in \`${source}\` isn't a number.`, {source})
}
