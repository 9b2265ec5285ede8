import {escapeCharacter, escapeInvisible, jsonText} from '../../phrases/escape.ts'
import {plainText} from './sanitize-text.ts'

/** Columns and rows of a table. Rows are read while they are written. */
export interface RowSource {
  readonly columns: readonly {readonly name: string; readonly isNumber: boolean}[]
  readonly rows: AsyncIterable<readonly unknown[]>
}

export const ROW_FORMATS = ['table', 'json', 'csv'] as const
export type RowFormat = (typeof ROW_FORMATS)[number]

/** Most rows of an aligned table, because the widths of its columns need all of them. */
const TABLE_ROWS = 10_000

/** Writes rows in a format, in parts. */
export const writeRows = (source: RowSource, format: RowFormat): AsyncIterable<string> => WRITERS[format](source)

const WRITERS = {table: tableLines, json: jsonLines, csv: csvLines} as const satisfies Record<
  RowFormat,
  (source: RowSource) => AsyncIterable<string>
>

/** Aligned columns with a line that counts the rows. */
async function* tableLines({columns, rows}: RowSource): AsyncGenerator<string> {
  const cells: string[][] = []
  let hasMore = false
  for await (const row of rows) {
    hasMore = cells.length === TABLE_ROWS
    if (hasMore) break
    cells.push(row.map(value => plainText(cellText(value))))
  }
  const names = columns.map(({name}) => plainText(name))
  const widths = names.map((name, at) => cells.reduce((most, row) => Math.max(most, row[at]?.length ?? 0), name.length))
  const line = (texts: readonly string[]): string => {
    const padded = texts.map((text, at) =>
      columns[at]?.isNumber ? text.padStart(widths[at] ?? 0) : text.padEnd(widths[at] ?? 0)
    )
    return `${padded.join('  ').trimEnd()}\n`
  }
  yield line(names)
  yield line(widths.map(width => '-'.repeat(width)))
  for (const row of cells) yield line(row)
  yield `${countRows(cells.length, hasMore)}\n`
}

function countRows(count: number, hasMore: boolean): string {
  const number = count.toLocaleString('en-US')
  if (hasMore) return `The first ${number} rows. Use \`--format csv\` or \`--format json\` for all of them.`
  return count === 0 ? 'No rows' : `${number} ${count === 1 ? 'row' : 'rows'}`
}

/** JSON array with an object on each line. */
async function* jsonLines({columns, rows}: RowSource): AsyncGenerator<string> {
  let start = '[\n'
  for await (const row of rows) {
    yield `${start}  ${jsonText(Object.fromEntries(columns.map(({name}, at) => [name, row[at] ?? null])))}`
    start = ',\n'
  }
  yield start === ',\n' ? '\n]\n' : '[]\n'
}

/** CSV by RFC 4180. Text that a spreadsheet would take for a formula begins with an apostrophe. */
async function* csvLines({columns, rows}: RowSource): AsyncGenerator<string> {
  yield csvRow(columns.map(({name}) => name))
  for await (const row of rows) yield csvRow(row)
}

/** A row of CSV. Text that begins like a formula, also after spaces or in full-width characters, gets an apostrophe. */
export const csvRow = (values: readonly unknown[]): string =>
  `${values
    .map(value => {
      const isFormula = typeof value === 'string' && /^(?:\s*[=+\-@＝＋－＠]|[\t\r])/.test(value)
      const text = escapeInvisible(isFormula ? `'${value}` : cellText(value))
      return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
    })
    .join(',')
    // GitHub executes a line that begins with `::`.
    .replace(/^([ \t]*):(?=:)/gm, `$1${escapeCharacter(':')}`)}\r\n`

function cellText(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
