import {inputError} from '@tenure/core/model/input-error'
import type {SourceLocation} from '@tenure/core/model/location'
import {CALLS_COLUMNS, COVERAGE_COLUMNS, type PlacedRow, parseCsv, readCount} from './files.ts'

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
  /** Calls that match no operation. */
  readonly unmatched: number
  /** Calls that match several. */
  readonly ambiguous: number
}

const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d$/
const MASK = /^[0-9a-f]{1,6}$/
const HASHED = /^(?:(?:agent:)?[0-9a-f]{16})?$/

/** Reads the calls of a day. Throws an `InputError` with the place of the first row that isn't valid. */
export function readCalls(text: string, source: string, isHashed: boolean): CallsRow[] {
  const seen = new Set<string>()
  return parseCsv(text, CALLS_COLUMNS, source).map(placed => {
    const {place, cells} = placed
    const {operation, caller, first, last} = cells
    const row: CallsRow = {
      ...{operation, caller, first, last},
      calls: readCount(placed, 'calls'),
      errors: readCount(placed, 'errors'),
      maybe: readCount(placed, 'maybe')
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
  return parseCsv(text, COVERAGE_COLUMNS, source).map(placed => {
    const name = placed.cells.source
    if (name === '') throw inputError('A row has no source.', placed.place)
    assertNew(seen, name, placed.place)
    return {
      source: name,
      hours: readMask(placed, 'hours'),
      idle: readMask(placed, 'idle'),
      lines: readCount(placed, 'lines'),
      unreadable: readCount(placed, 'unreadable'),
      unmatched: readCount(placed, 'unmatched'),
      ambiguous: readCount(placed, 'ambiguous')
    }
  })
}

function assertNew(seen: Set<string>, key: string, place: SourceLocation): void {
  if (seen.has(key)) throw inputError('A row repeats another one. Keep one of them.', place)
  seen.add(key)
}

function readMask<Column extends string>({cells, place}: PlacedRow<Column>, column: Column): number {
  if (MASK.test(cells[column])) return Number.parseInt(cells[column], 16)
  throw inputError(`\`${column}\` isn't a mask of 24 hours, such as \`ffffff\`: \`${cells[column]}\`.`, place)
}
