import type {Context} from '@tenure/core/context/context'
import {inputError} from '@tenure/core/model/input-error'
import {suggestChoices} from '@tenure/core/text/format-choices'
import {forgetDays} from './forget.ts'
import {importLogs, type LogImportOptions} from './import.ts'
import {printSql} from './print-sql.ts'
import {printCallers} from './report/print.ts'
import {reportCallers} from './report/report.ts'
import {sayForgotten, sayImport} from './say.ts'

/** Options of `tenure traffic`. */
export interface TrafficOptionsOfCommand extends Omit<LogImportOptions, 'files'> {
  readonly action: string
  readonly files?: readonly string[] | undefined
  readonly before?: string | undefined
  readonly contacts?: string | undefined
  readonly owner?: string | undefined
  /** Engine that counts. */
  readonly for?: string | undefined
  /** Table of log lines in that engine. */
  readonly 'log-table'?: string | undefined
}

const ACTIONS = ['import', 'sql', 'forget', 'report'] as const

/** Performs an action of `tenure traffic`, and returns what to print. `folder` is for temporary files. */
export async function performTraffic(
  options: TrafficOptionsOfCommand,
  folder: string,
  context: Context
): Promise<string> {
  const {action, files = []} = options
  if (action === 'import') return sayImport(await importLogs({...options, files}, folder, context))
  if (action === 'sql') return printSql(options, context)
  if (action === 'report') return printCallers(await reportCallers(options, context), options.format)
  if (action === 'forget') return sayForgotten(forgetDays(options, context))
  throw inputError(`There is no action \`${action}\`.${suggestChoices(action, ACTIONS, 'Actions')}`)
}
