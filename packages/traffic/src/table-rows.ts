import {inputError} from '@tenure/core/model/input-error'
import type {SourceLocation} from '@tenure/core/model/location'

/** The columns of a file with the calls of a day. */
const CALLS_COLUMNS = ['operation', 'caller', 'calls', 'errors', 'maybe', 'first', 'last'] as const
/** The columns of a file with what is known of a day. */
const COVERAGE_COLUMNS = ['source', 'hours', 'idle', 'lines', 'unreadable', 'unmatched', 'ambiguous'] as const

/** The calls of one operation by one caller on one day. */
export interface CallsRow {
  readonly operation: string
  /** Hash or name; with `agent:` if only its program is known; empty if nothing is. */
  readonly caller: string
  readonly calls: number
  /** Calls with a status of 400 or more. */
  readonly errors: number
  /** Further calls that match other operations, too. */
  readonly maybe: number
  /** Times of the first and the last call, in UTC; empty without calls. */
  readonly first: string
  readonly last: string
}

/** What is known of one source on one day. Hours are the bits of a mask. */
export interface CoverageRow {
  readonly source: string
  /** Hours with lines. */
  readonly hours: number
  /** Hours without lines, as the source stated. */
  readonly idle: number
  /** Lines that could be read. */
  readonly lines: number
  readonly unreadable: number
}

const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d$/
const MASK = /^[0-9a-f]{1,6}$/
const HASHED = /^(?:(?:agent:)?[0-9a-f]{16})?$/

/** Reads the calls of a day. Throws an `InputError` with the place of the first row that isn't valid. */
export function readCalls(text: string, source: string, isHashed: boolean): CallsRow[] {
  const seen = new Set<string>()
  return readRows(text, source, CALLS_COLUMNS).map(({place, cells}) => {
    const [operation = '', caller = '', calls, errors, maybe, first = '', last = ''] = cells
    const row: CallsRow = {
      operation,
      caller,
      calls: readCount(calls, 'calls', place),
      errors: readCount(errors, 'errors', place),
      maybe: readCount(maybe, 'maybe', place),
      first,
      last
    }
    if (operation === '') throw inputError('A row has no operation.', place)
    if (isHashed && !HASHED.test(caller))
      throw inputError(`\`${caller}\` isn't the hash of a caller, but the callers of this table are hashed.`, place)
    if (row.errors > row.calls) throw inputError('A row has more errors than calls.', place)
    for (const time of [first, last])
      if (!TIME.test(time) && (time !== '' || row.calls > 0))
        throw inputError(`\`${time}\` isn't a time. Write hours, minutes, and seconds: \`07:05:00\`.`, place)
    assertNew(seen, JSON.stringify([operation, caller]), place)
    return row
  })
}

/** Reads what is known of a day. Throws an `InputError` with the place of the first row that isn't valid. */
export function readCoverage(text: string, source: string): CoverageRow[] {
  const seen = new Set<string>()
  return readRows(text, source, COVERAGE_COLUMNS).map(({place, cells}) => {
    const [name = '', hours, idle, lines, unreadable, unmatched, ambiguous] = cells
    if (name === '') throw inputError('A row has no source.', place)
    assertNew(seen, name, place)
    readCount(unmatched, 'unmatched', place)
    readCount(ambiguous, 'ambiguous', place)
    return {
      source: name,
      hours: readMask(hours, 'hours', place),
      idle: readMask(idle, 'idle', place),
      lines: readCount(lines, 'lines', place),
      unreadable: readCount(unreadable, 'unreadable', place)
    }
  })
}

function assertNew(seen: Set<string>, key: string, place: SourceLocation): void {
  if (seen.has(key)) throw inputError('A row repeats another one. Keep one of them.', place)
  seen.add(key)
}

function readCount(text: string | undefined, column: string, place: SourceLocation): number {
  if (text !== undefined && /^\d{1,15}$/.test(text)) return Number(text)
  throw inputError(`\`${column}\` isn't a number: \`${text ?? ''}\`.`, place)
}

function readMask(text: string | undefined, column: string, place: SourceLocation): number {
  if (text !== undefined && MASK.test(text)) return Number.parseInt(text, 16)
  throw inputError(`\`${column}\` isn't a mask of 24 hours, such as \`ffffff\`: \`${text ?? ''}\`.`, place)
}

/** The rows below the header, with their places. Quotes are those of RFC 4180; no cell holds a line break. */
function readRows(text: string, source: string, columns: readonly string[]) {
  const [header = '', ...lines] = text.split(/\r?\n/)
  if (header !== columns.join(','))
    throw inputError(`The first line isn't \`${columns.join(',')}\`.`, {source, line: 1, column: 1})
  if (lines.at(-1) === '') lines.pop()
  return lines.map((line, index) => {
    const place: SourceLocation = {source, line: index + 2, column: 1}
    const cells = splitCells(line)
    if (cells?.length !== columns.length) throw inputError(`A row isn't valid. Write \`${columns.join(',')}\`.`, place)
    return {place, cells}
  })
}

/** The cells of a line; `undefined` if a quote isn't closed, or is inside of a cell. */
function splitCells(line: string): string[] | undefined {
  if (!line.includes('"')) return line.split(',')
  const cells: string[] = []
  const cell = /(?:"((?:[^"]|"")*)"|([^",]*))(,|$)/y
  for (;;) {
    const match = cell.exec(line)
    if (!match) return undefined
    cells.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '')
    if (match[3] === '') return cells
  }
}
