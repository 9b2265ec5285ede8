import type {Context} from '@tenure/core/context/context'
import {inputError} from '@tenure/core/model/input-error'
import {suggestChoices} from '@tenure/core/text/format-choices'
import {candidatesOf} from './logs/log-sql.ts'
import {vocabularyOf} from './matching/templates.ts'
import {openTraffic, type TrafficCommand} from './settings.ts'
import {DIALECT_NAMES} from './sql/dialects.ts'
import {printAggregation} from './sql/print.ts'

export interface SqlOptions extends TrafficCommand {
  readonly for?: string | undefined
  readonly 'log-table'?: string | undefined
  readonly source?: string | undefined
}

/** The statement that counts log lines in another engine. Columns without a mapping have the usual names. */
export async function printSql(options: SqlOptions, context: Context): Promise<string> {
  const name = options.for ?? 'duckdb'
  const engine = DIALECT_NAMES.find(each => each === name)
  if (engine === undefined)
    throw inputError(`There is no engine \`${name}\`.${suggestChoices(name, DIALECT_NAMES, 'Engines')}`)
  const {api, settings} = await openTraffic(options, context)
  const {time, method, path, status, caller, agent, source, host} = candidatesOf('json-lines', settings.columns)
  const first = (names: readonly string[]): string => names[0] ?? ''
  const table = {
    name: options['log-table'] ?? 'access_log',
    ...{time: first(time), method: first(method), path: first(path), status: first(status)},
    // A table without a mapping has one column for callers.
    caller: settings.columns?.caller === undefined ? caller.slice(0, 1) : caller,
    agent: first(agent),
    source: source[0],
    host: host?.[0],
    hosts: settings.hosts,
    usual: options.source ?? settings.sources?.[0] ?? 'default'
  }
  return printAggregation(table, vocabularyOf(api.templates, settings.prefixes ?? []), engine)
}
