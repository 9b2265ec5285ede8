import {inputError} from '@tenure/core/model/input-error'
import {isRecord} from '@tenure/core/model/json'
import type {SourceLocation} from '@tenure/core/model/location'
import type {Day} from '@tenure/core/model/time/date-range'

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

/** Whose table it is, and how its callers are written. */
export interface TableHead {
  readonly format: 1
  readonly api: string
  readonly callers: 'hashed' | 'plain'
  /** Fingerprint of the key that they are hashed with. Missing for plain ones. */
  readonly key?: string
}

/** Reads `table.json`. Throws an `InputError` if there is none, or if it is damaged or of a later version. */
export function parseHead(text: string | undefined, source: string): TableHead {
  const place = {source, line: 1, column: 1}
  if (text === undefined) throw inputError(`A table of traffic has a file \`${TABLE_FILE}\`.`, place)
  const written = parseJson(text)
  if (!isRecord(written)) throw inputError(`\`${TABLE_FILE}\` isn't a JSON object.`, place)
  const {format, api, callers, key} = written
  if (format !== 1) throw inputError(`The format of \`${TABLE_FILE}\` isn't 1. Use the version that wrote it.`, place)
  if (typeof api !== 'string' || api === '') throw inputError(`\`${TABLE_FILE}\` names no API.`, place)
  if (callers === 'plain') return {format, api, callers}
  if (callers !== 'hashed')
    throw inputError(`The callers of \`${TABLE_FILE}\` are neither \`hashed\` nor \`plain\`.`, place)
  if (typeof key !== 'string' || !/^[0-9a-f]{12}$/.test(key))
    throw inputError(`\`${TABLE_FILE}\` has no fingerprint of the key that its callers are hashed with.`, place)
  return {format, api, callers, key}
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export const formatHead = (head: TableHead): string => `${JSON.stringify(head)}\n`

/** A row of a file of the table, by column, with its place. */
export interface PlacedRow<Column extends string> {
  readonly cells: Readonly<Record<Column, string>>
  readonly place: SourceLocation
}

/** Reads a file of the table. Throws an `InputError` with the line if its columns or the cells of a row are others. */
export function parseCsv<const Column extends string>(
  text: string,
  columns: readonly Column[],
  source: string
): PlacedRow<Column>[] {
  const [head, ...rows] = splitCsv(text)
  if (head?.cells.join(',') !== columns.join(','))
    throw inputError(`The first line isn't \`${columns.join(',')}\`.`, {source, line: 1, column: 1})
  return rows.map(({cells, line}) => {
    const place = {source, line, column: 1}
    if (cells.length !== columns.length) throw inputError(`A row isn't valid. Write \`${columns.join(',')}\`.`, place)
    return {
      cells: Object.fromEntries(columns.map((column, at) => [column, cells[at]])) as Record<Column, string>,
      place
    }
  })
}

/** The cells of a CSV text, with the line that each row begins at. Empty lines are left out. */
export function splitCsv(text: string): {readonly cells: string[]; readonly line: number}[] {
  const rows: {cells: string[]; line: number}[] = []
  if (!text.includes('"')) {
    for (const [at, line] of text.split(/\r?\n/).entries())
      if (line !== '') rows.push({cells: line.split(','), line: at + 1})
    return rows
  }
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

/** The count in a cell. Throws an `InputError` if it isn't a whole number. */
export function readCount<Column extends string>({cells, place}: PlacedRow<Column>, column: Column): number {
  if (/^\d{1,15}$/.test(cells[column])) return Number(cells[column])
  throw inputError(`\`${column}\` isn't a number: \`${cells[column]}\`.`, place)
}
