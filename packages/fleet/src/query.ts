import {join} from 'node:path'
import type {DuckDBConnection, DuckDBResult, DuckDBValueConverter} from '@duckdb/node-api'
import {InputError, inputError} from '@tenure/core/model/input-error'
import {plainText} from '@tenure/core/outputs/report/sanitize-text'
import {loadDuckDb} from '@tenure/core/stores/files/duckdb'
import type {Files} from '@tenure/core/stores/files/files'
import {createTemporaryFolder, removeFolder} from '@tenure/core/stores/files/write-file'
import {columnsOf, SQL_TYPES, TABLE_NAMES} from './store.ts'
import type {TableName} from './tables.ts'

/** Value of a cell. Days are `YYYY-MM-DD`, and lists and structs are as in JSON. */
export type QueryValue = string | number | boolean | null | readonly QueryValue[] | {readonly [key: string]: QueryValue}

/** Rows of a query, which are read while they are used. */
export interface QueryResult {
  /** Names of the columns. Equal names get a suffix, such as `api:1`. */
  readonly columns: readonly {readonly name: string; readonly isNumber: boolean}[]
  readonly rows: AsyncIterable<readonly QueryValue[]>
}

/** Tables of facts, open for queries. */
export interface Facts {
  /** Runs one SELECT statement. Throws an `InputError` with the words of DuckDB if it is wrong. */
  query(sql: string): Promise<QueryResult>
  /**
   * Reads columns of a table, and its rows that fulfill `where`, into memory. Later queries see nothing else of the
   * table.
   */
  load(table: TableName | 'listed', columns: readonly string[], where?: string): Promise<void>
  close(): void
}

/** The maximum memory of a query, as DuckDB counts it; data that doesn't fit is written to disk. */
const MEMORY = '1GB'

/**
 * SELECT of the APIs that left the list and haven't returned. Their facts stay in the tables, and the view `listed`
 * leaves them out.
 */
export const DEPARTED = `SELECT api FROM listings GROUP BY api HAVING count_if(event = 'left') >= count_if(event <> 'left')`

/** The functions that are allowed in FROM; others could read files or change settings. */
const TABLE_FUNCTIONS: ReadonlySet<unknown> = new Set(['unnest', 'range', 'generate_series', 'json_each', 'json_tree'])

/**
 * Opens the tables of a folder with facts. A table without files is empty. Queries reach no other files and
 * no network, and change nothing. With `isOrdered`, rows without ORDER BY keep the order of the files.
 */
export async function openFacts(files: Files, folder: string, isOrdered = true): Promise<Facts> {
  const facts = join(files.resolve(folder), 'facts')
  const duckdb = loadDuckDb()
  const spilled = createTemporaryFolder('tenure-query-')
  const instance = await duckdb.DuckDBInstance.create(':memory:', {
    memory_limit: MEMORY,
    temp_directory: spilled,
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    allow_community_extensions: 'false',
    allow_persistent_secrets: 'false'
  })
  const connection = await instance.connect()
  for (const table of TABLE_NAMES) await connection.run(`CREATE VIEW ${table} AS ${selectFiles(files, facts, table)}`)
  await connection.run(`CREATE VIEW listed AS FROM main.apis WHERE api NOT IN (${DEPARTED})`)
  await connection.run(`SET allowed_directories = [${[facts, escapeGlob(facts)].map(quote).join(', ')}]`)
  await connection.run('SET enable_external_access = false')
  // Keeping the order of thousands of small files takes a gigabyte of memory, so it is kept only on request.
  if (!isOrdered) await connection.run('SET preserve_insertion_order = false')
  await connection.run('SET lock_configuration = true')
  const toCell = cellConverter(duckdb)
  return {
    async query(sql) {
      try {
        await rejectOtherStatements(connection, sql)
        const result = await connection.stream(sql)
        return {columns: describeColumns(result), rows: readRows(result, toCell)}
      } catch (error) {
        throw queryError(error)
      }
    },
    async load(table, columns, where = 'true') {
      try {
        // A temporary table takes precedence over the view of the same name.
        await connection.run(
          `CREATE TEMP TABLE ${table} AS SELECT ${columns.join(', ')} FROM main.${table} WHERE ${where}`
        )
      } catch (error) {
        throw queryError(error)
      }
    },
    close() {
      connection.closeSync()
      instance.closeSync()
      removeFolder(spilled)
    }
  }
}

/** All rows of a query, for small results. */
export async function readAll({columns, rows}: QueryResult): Promise<Readonly<Record<string, QueryValue>>[]> {
  const all: Readonly<Record<string, QueryValue>>[] = []
  for await (const row of rows) all.push(Object.fromEntries(columns.map(({name}, at) => [name, row[at] ?? null])))
  return all
}

/**
 * SELECT over the files of a table. Columns are found by name: a column that a file lacks is null, because columns are
 * added without a new format.
 */
function selectFiles(files: Files, facts: string, table: TableName): string {
  const columns = columnsOf(table).map(([name, {type}]) => ({name, type: SQL_TYPES[type]}))
  const folder = join(facts, table)
  if (!files.isFolder(folder) || !files.listFolder(folder).some(name => name.endsWith('.parquet'))) {
    return `SELECT ${columns.map(({name, type}) => `NULL::${type} AS "${name}"`).join(', ')} WHERE false`
  }
  const schema = columns.map(
    ({name, type}) => `${quote(name)}: {name: ${quote(name)}, type: ${quote(type)}, default_value: NULL}`
  )
  return `FROM read_parquet(${quote(`${escapeGlob(folder)}/*.parquet`)}, schema = MAP {${schema.join(', ')}})`
}

const quote = (text: string): string => `'${text.replaceAll("'", "''")}'`

const escapeGlob = (path: string): string => path.replace(/[[*?]/g, '[$&]')

/** Allows one SELECT statement without functions that read files. DuckDB's own parser says what it contains. */
async function rejectOtherStatements(connection: DuckDBConnection, sql: string): Promise<void> {
  const reader = await connection.runAndReadAll('SELECT json_serialize_sql($1::VARCHAR)', [sql])
  const parsed = JSON.parse(String(reader.getRowsJson()[0]?.[0])) as ParsedSql
  // The parser's own error has no place, so the statement is parsed again when it runs.
  if (parsed.error_type === 'parser') return
  if (parsed.statements?.length !== 1) throw inputError('A query is one SELECT statement. Nothing else is run.')
  const name = findTableFunction(parsed.statements)
  if (name !== undefined) throw inputError(`A query reads only the tables of facts, and can't call \`${name}\`.`)
}

interface ParsedSql {
  readonly error_type?: string
  readonly statements?: readonly unknown[]
}

/** First function in FROM that isn't allowed. */
function findTableFunction(node: unknown): string | undefined {
  if (typeof node !== 'object' || node === null) return undefined
  const {type, function: called} = node as {type?: unknown; function?: {function_name?: unknown}}
  const name = type === 'TABLE_FUNCTION' ? called?.function_name : undefined
  if (name !== undefined && !TABLE_FUNCTIONS.has(name)) return String(name)
  for (const child of Object.values(node)) {
    const found = findTableFunction(child)
    if (found !== undefined) return found
  }
  return undefined
}

function describeColumns(result: DuckDBResult): QueryResult['columns'] {
  const isNumber = (type: string): boolean => /^(U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?$|FLOAT|DOUBLE|DECIMAL)/.test(type)
  return result.deduplicatedColumnNames().map((name, at) => ({name, isNumber: isNumber(`${result.columnType(at)}`)}))
}

async function* readRows(
  result: DuckDBResult,
  toCell: DuckDBValueConverter<QueryValue>
): AsyncGenerator<readonly QueryValue[]> {
  try {
    for await (const rows of result.yieldConvertedRows(toCell)) yield* rows
  } catch (error) {
    throw queryError(error)
  }
}

/** Converts values as DuckDB does for JSON, but with integers and decimals as numbers where they are exact. */
function cellConverter({DuckDBTypeId, JsonDuckDBValueConverter}: ReturnType<typeof loadDuckDb>) {
  const {BIGINT, UBIGINT, HUGEINT, UHUGEINT, DECIMAL} = DuckDBTypeId
  const exact = new Set<number>([BIGINT, UBIGINT, HUGEINT, UHUGEINT, DECIMAL])
  const convert: DuckDBValueConverter<QueryValue> = (value, type) => {
    const written = JsonDuckDBValueConverter(value, type, convert as typeof JsonDuckDBValueConverter) as QueryValue
    if (typeof written !== 'string' || !exact.has(type.typeId)) return written
    const number = Number(written)
    return Number.isSafeInteger(number) || type.typeId === DECIMAL ? number : written
  }
  return convert
}

/** Error of a query in DuckDB's words, with the line that it shows. */
function queryError(error: unknown): unknown {
  if (error instanceof InputError || !(error instanceof Error)) return error
  if (error.message.startsWith('Out of Memory Error')) {
    const message = `The query needs more than ${MEMORY} of memory. Read fewer rows or columns, or add LIMIT.`
    return new InputError([{message}], {cause: error})
  }
  const [message = '', ...more] = error.message.replace(/^Failed to extract statements: /, '').split('\n')
  return new InputError([{message, paste: more.filter(line => line !== '').map(plainText)}], {cause: error})
}
