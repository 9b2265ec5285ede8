import {join} from 'node:path'
import type {DuckDBConnection} from '@duckdb/node-api'
import {InputError} from '@tenure/core/model/input-error'
import {loadDuckDb} from '@tenure/core/stores/files/duckdb'

/** A value of a row: integers are numbers. */
export type DatabaseValue = string | number | null

/** DuckDB in memory, which writes what doesn't fit into a temporary folder. */
export interface Database {
  run(sql: string): Promise<void>
  rows(sql: string): Promise<Readonly<Record<string, DatabaseValue>>[]>
  /** Reads rows in parts, so that many fit in memory. */
  stream(sql: string): AsyncIterable<Readonly<Record<string, DatabaseValue>>>
  /** Adds rows of text to a table. */
  append(table: string, rows: Iterable<readonly string[]>): Promise<void>
  interrupt(): void
  close(): void
}

/** The maximum memory, as DuckDB counts it. Each thread needs a part of it. */
const MEMORY = '512MB'
const MOST_THREADS = 4

export async function openDatabase(folder: string): Promise<Database> {
  const duckdb = loadDuckDb()
  const instance = await duckdb.DuckDBInstance.create(':memory:', {
    memory_limit: MEMORY,
    temp_directory: join(folder, 'spilled'),
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    allow_community_extensions: 'false',
    allow_persistent_secrets: 'false'
  })
  const connection = await instance.connect()
  await connection.run("SET TimeZone = 'UTC'")
  const [setting] = await collect(stream(connection, "SELECT current_setting('threads')::INTEGER AS threads"))
  if (Number(setting?.threads) > MOST_THREADS) await connection.run(`SET threads = ${MOST_THREADS}`)
  return {
    run: sql => explained(async () => void (await connection.run(sql))),
    rows: sql => explained(async () => collect(stream(connection, sql))),
    stream: sql => stream(connection, sql),
    async append(table, rows) {
      const appender = await connection.createAppender(table)
      for (const row of rows) {
        for (const text of row) appender.appendVarchar(text)
        appender.endRow()
      }
      appender.closeSync()
    },
    interrupt: () => connection.interrupt(),
    close() {
      connection.closeSync()
      instance.closeSync()
    }
  }
}

async function* stream(
  connection: DuckDBConnection,
  sql: string
): AsyncGenerator<Readonly<Record<string, DatabaseValue>>> {
  const result = await connection.stream(sql)
  const names = result.deduplicatedColumnNames()
  for await (const rows of result.yieldRows())
    for (const row of rows) yield Object.fromEntries(names.map((name, at) => [name, toValue(row[at])]))
}

const toValue = (value: unknown): DatabaseValue =>
  typeof value === 'bigint' ? Number(value) : value === null || value === undefined ? null : (value as DatabaseValue)

async function collect<Row>(rows: AsyncIterable<Row>): Promise<Row[]> {
  const all: Row[] = []
  for await (const row of rows) all.push(row)
  return all
}

/** Runs a statement. An error has only DuckDB's kind of it, because its words can contain lines of the log. */
async function explained<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof InputError || !(error instanceof Error)) throw error
    const [kind = 'Error'] = error.message.split(':')
    const message = kind.startsWith('Out of Memory')
      ? `Counting needs more than ${MEMORY} of memory. Import fewer files at once.`
      : `DuckDB can't read the log: ${/^[A-Za-z ]{1,40}$/.test(kind) ? kind : 'Error'}.`
    throw new InputError([{message}])
  }
}
