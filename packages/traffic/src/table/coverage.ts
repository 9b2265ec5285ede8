import {inputError} from '@tenure/core/model/input-error'
import type {Day} from '@tenure/core/model/time/date-range'
import {listDays} from './days.ts'
import {COVERAGE_COLUMNS, formatCsv, formatHours} from './files.ts'
import {type CoverageRow, readCoverage} from './rows.ts'

/** What an import adds to a source on a day. */
export interface AddedCoverage extends CoverageRow {
  readonly day: Day
}

/** The text of a coverage file with what was added. `text` is that of the file, if there is one. */
export function addCoverage(text: string | undefined, added: readonly AddedCoverage[], source: string): string {
  const rows = new Map<string, CoverageRow>()
  const add = (row: CoverageRow): void => {
    const old = rows.get(row.source)
    rows.set(row.source, {
      source: row.source,
      hours: (old?.hours ?? 0) | row.hours,
      idle: (old?.idle ?? 0) | row.idle,
      lines: (old?.lines ?? 0) + row.lines,
      unreadable: (old?.unreadable ?? 0) + row.unreadable,
      unmatched: (old?.unmatched ?? 0) + row.unmatched,
      ambiguous: (old?.ambiguous ?? 0) + row.ambiguous
    })
  }
  for (const row of text === undefined ? [] : readCoverage(text, source)) add(row)
  for (const row of added) add(row)
  return formatCsv(
    COVERAGE_COLUMNS,
    [...rows.values()].map(row => [
      row.source,
      formatHours(row.hours),
      formatHours(row.idle),
      ...[row.lines, row.unreadable, row.unmatched, row.ambiguous]
    ])
  )
}

/** Hours of a day, as a mask. */
export interface IdleHours {
  readonly day: Day
  readonly hours: number
}

const MOMENT = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}))?$/

/** Reads `FROM..TO`, both days or hours (`2026-03-02T05`), and included. Throws an `InputError` for any other text. */
export function parseIdle(text: string): IdleHours[] {
  const [from, to = from, ...more] = text.split('..').map(each => MOMENT.exec(each))
  const [first, last] = [Number(from?.[2] ?? 0), Number(to?.[2] ?? 23)]
  const days = from?.[1] && to?.[1] && more.length === 0 ? listDays(from[1], to[1]) : []
  if (days.length === 0 || first > 23 || last > 23 || (days.length === 1 && first > last))
    throw inputError(
      `\`--idle ${text}\` isn't a period. Write two days or hours, such as \`2026-03-01..2026-03-02\` or \`2026-03-02T01..2026-03-02T05\`.`
    )
  return days.map((day, at) => {
    const begin = at === 0 ? first : 0
    const end = at === days.length - 1 ? last : 23
    return {day, hours: 2 ** (end + 1) - 2 ** begin}
  })
}
