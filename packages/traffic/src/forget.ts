import type {Context} from '@tenure/core/context/context'
import {inputError} from '@tenure/core/model/input-error'
import {type Day, parseDateRange} from '@tenure/core/model/time/date-range'
import {openSettings, type TrafficCommand} from './settings.ts'
import {dayOfFile, formatCsv, IMPORTS_COLUMNS, IMPORTS_FILE, parseCsv} from './table/files.ts'
import {readTableTexts, writeTable} from './table/write-table.ts'

export interface ForgetOptions extends TrafficCommand {
  readonly before?: string | undefined
}

export interface Forgotten {
  readonly table: string
  readonly before: Day
  readonly days: number
}

/** Deletes the days before a day, and the imports that ended before it. */
export function forgetDays(options: ForgetOptions, context: Context): Forgotten {
  const {before = ''} = options
  if (!/^\d{4}-\d{2}-\d{2}$/.test(before) || !parseDateRange(before))
    throw inputError(
      'Name the first day to keep with `--before`.',
      undefined,
      'tenure traffic forget --before 2026-01-01'
    )
  const {table, shownTable} = openSettings(options, context)
  const texts = readTableTexts(context.files, table)
  if (texts.size === 0) throw inputError(`There is no table in \`${shownTable}\`.`, {source: shownTable})
  const old = [...texts.keys()].filter(path => (dayOfFile(path) ?? before) < before)
  const changed = new Map<string, string | undefined>(old.map(path => [path, undefined]))
  const imports = texts.get(IMPORTS_FILE)
  if (imports !== undefined) {
    const kept = parseCsv(imports, IMPORTS_COLUMNS, IMPORTS_FILE).filter(({cells}) => cells.to >= before)
    changed.set(
      IMPORTS_FILE,
      formatCsv(
        IMPORTS_COLUMNS,
        kept.map(({cells}) => IMPORTS_COLUMNS.map(column => cells[column]))
      )
    )
  }
  writeTable(context, table, changed)
  return {table: shownTable, before, days: new Set(old.map(dayOfFile)).size}
}
