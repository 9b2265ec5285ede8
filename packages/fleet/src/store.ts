import {join} from 'node:path'
import type {DuckDBAppender, DuckDBConnection} from '@duckdb/node-api'
import {InputError} from '@tenure/core/model/input-error'
import {loadDuckDb} from '@tenure/core/stores/files/duckdb'
import type {Files} from '@tenure/core/stores/files/files'
import type {Workspace} from '@tenure/core/stores/files/workspace'
import {createParentFolder, moveFile, removeFile} from '@tenure/core/stores/files/write-file'
import {type ColumnType, type FactColumn, type Row, TABLES, type TableName, type Tables} from './tables.ts'

/** SQL types of columns. */
export const SQL_TYPES = {
  text: 'VARCHAR',
  integer: 'INTEGER',
  boolean: 'BOOLEAN',
  date: 'DATE'
} as const satisfies Record<ColumnType, string>

export const TABLE_NAMES = Object.keys(TABLES) as TableName[]

/** Folder of Parquet files with facts. */
export interface Store {
  /**
   * Writes the given tables of one API, each to a file of its own. A table without rows has no file, and tables that
   * aren't given stay as they are. The same rows give the same bytes.
   */
  write(name: string, tables: Partial<Tables>): Promise<void>
  close(): void
}

/** Path of the file with the rows of one API. */
export const factsFile = (folder: string, table: TableName, name: string): string =>
  join(folder, 'facts', table, `${name}.parquet`)

/** Opens a folder to write facts into. Throws an `InputError` if DuckDB isn't installed. */
export async function openStore(workspace: Workspace, folder: string): Promise<Store> {
  const duckdb = loadDuckDb()
  // One thread, so that rows stay in order and files have the same bytes everywhere.
  const instance = await duckdb.DuckDBInstance.create(':memory:', {threads: '1', memory_limit: '512MB'})
  const connection = await instance.connect()
  const append = appendWith(days => new duckdb.DuckDBDateValue(days))
  for (const table of TABLE_NAMES) {
    const columns = columnsOf(table).map(([name, {type}]) => `"${name}" ${SQL_TYPES[type]}`)
    await connection.run(`CREATE TABLE ${table} (${columns.join(', ')})`)
    createParentFolder(workspace, factsFile(workspace.files.resolve(folder), table, 'any'))
  }
  return {
    async write(name, tables) {
      await connection.run('BEGIN')
      try {
        for (const table of TABLE_NAMES) {
          const rows = tables[table]
          if (rows === undefined) continue
          const path = factsFile(workspace.files.resolve(folder), table, name)
          if (rows.length === 0) removeFile(workspace, path)
          else await writeTable(workspace.files, connection, table, rows, path, append)
        }
      } finally {
        // The rollback drops the rows from memory, once they are in files.
        await connection.run('ROLLBACK')
      }
    },
    close() {
      connection.closeSync()
      instance.closeSync()
    }
  }
}

type Append = (appender: DuckDBAppender, type: ColumnType, value: Row[string]) => void

async function writeTable(
  files: Files,
  connection: DuckDBConnection,
  table: TableName,
  rows: readonly Row[],
  path: string,
  append: Append
): Promise<void> {
  const columns = columnsOf(table)
  const appender = await connection.createAppender(table)
  for (const row of rows) {
    for (const [name, {type}] of columns) append(appender, type, row[name] ?? null)
    appender.endRow()
  }
  appender.closeSync()
  // A run that is killed leaves a draft, which the next one writes over. Queries only read `*.parquet`.
  const draft = `${path}.draft`
  try {
    await connection.run(`COPY ${table} TO '${draft.replaceAll("'", "''")}' (FORMAT parquet, COMPRESSION zstd)`)
  } catch (error) {
    const message = `Can't write \`${path}\`: ${error instanceof Error ? error.message : error}`
    throw new InputError([{message, place: {source: path}}], {cause: error})
  }
  moveFile(files, draft, path)
}

function appendWith(toDate: (days: number) => Parameters<DuckDBAppender['appendDate']>[0]): Append {
  return (appender, type, value) => {
    if (value === null) appender.appendNull()
    else if (type === 'text') appender.appendVarchar(String(value))
    else if (type === 'integer') appender.appendInteger(Number(value))
    else if (type === 'boolean') appender.appendBoolean(value === true)
    else appender.appendDate(toDate(Date.parse(`${value}T00:00:00Z`) / DAY))
  }
}

const DAY = 24 * 60 * 60 * 1000

/** Columns of a table in order. */
export const columnsOf = (table: TableName): [name: string, column: FactColumn][] => Object.entries(TABLES[table])
