import {inputError} from '@tenure/core/model/input-error'
import {aggregate, type Vocabulary} from './aggregate.ts'
import {DIALECTS, type Dialect, type DialectName} from './dialects.ts'

/** Columns of a table of log lines. */
export interface LogTable {
  readonly name: string
  readonly time: string
  readonly method: string
  readonly path: string
  readonly status: string
  /** The first that has a value names the caller. */
  readonly caller: readonly string[]
  readonly agent?: string | undefined
  /** Column with the host that was called, and the hosts that count. */
  readonly host?: string | undefined
  readonly hosts?: readonly string[] | undefined
  /** Column with the source. Without one, all lines are of `usual`. */
  readonly source?: string | undefined
  readonly usual: string
}

/** The statements that count the lines of a table in another engine. */
export function printAggregation(table: LogTable, vocabulary: Vocabulary, engine: DialectName): string {
  const sql: Dialect = DIALECTS[engine]
  const words = sql.defineWords && vocabulary.literals.length > 0 ? [sql.defineWords(vocabulary.literals)] : []
  const lines = [
    `-- Counts calls for \`tenure traffic import --format aggregated\`. Save the rows as CSV with a header.`,
    ...(sql.isTested ? [] : [`-- untested: this statement was never run in ${engine}.`]),
    ...(sql.prelude === undefined ? [] : [sql.prelude]),
    ...words,
    `${aggregate(selectCalls(table, sql), vocabulary, sql)}${sql.suffix === undefined ? '' : `\n${sql.suffix}`};`
  ]
  return `${lines.join('\n')}\n`
}

function selectCalls(table: LogTable, sql: Dialect): string {
  const text = (column: string): string => sql.text(checkName(column))
  const callers = table.caller.map(each => `nullif(nullif(${text(each)}, ''), '-')`)
  const caller = callers.length === 0 ? 'NULL' : callers.length === 1 ? callers[0] : `coalesce(${callers.join(', ')})`
  return `SELECT ${table.source === undefined ? sql.literal(table.usual) : text(table.source)} AS source, ${checkName(table.time)} AS moment,
  ${text(table.method)} AS method, ${text(table.path)} AS target, ${sql.integer(checkName(table.status))} AS status,
  ${callers.length === 0 ? sql.text('NULL') : caller} AS caller, ${table.agent === undefined ? sql.text('NULL') : text(table.agent)} AS agent
FROM ${checkName(table.name)}${whereHost(table, sql)}`
}

/** Leaves out lines of other hosts. An hour with only those counts as one without lines. */
function whereHost({host, hosts}: LogTable, sql: Dialect): string {
  if (host === undefined || hosts === undefined) return ''
  const called = sql.text(checkName(host))
  return `\nWHERE ${called} IS NULL OR lower(${called}) IN (${hosts.map(each => sql.literal(each.toLowerCase())).join(', ')})`
}

/** Throws an `InputError` for a name that would need quotes, which each engine writes in its own way. */
function checkName(name: string): string {
  if (/^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*$/.test(name)) return name
  throw inputError(`\`${name}\` isn't a plain name of a column or table. Create a view with plain names.`)
}
