import {existsSync, mkdirSync, mkdtempSync, readdirSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {InputError} from '@tenure/core/model/input-error'
import {afterAll, beforeAll, describe, expect, it} from 'vitest'
import {HERE} from '../../../test/here.ts'
import {sample} from '../../../test/tier.ts'
import {type Facts, openFacts, readAll} from '../src/query.ts'
import {columnsOf, openStore, TABLE_NAMES} from '../src/store.ts'
import type {Row} from '../src/tables.ts'

const parent = mkdtempSync(join(tmpdir(), 'tenure-facts-'))
const folder = join(parent, "it's [1]*")
const other = join(parent, 'other.csv')
let facts: Facts

const apiRow = (api: string, releases: number): Row => ({
  ...Object.fromEntries(columnsOf('apis').map(([name]) => [name, null])),
  ...{api, owner: `team-${api}`, as_of: '2026-03-02', releases, is_partial: false}
})

beforeAll(async () => {
  writeFileSync(other, 'a,b\n1,2\n')
  const store = await openStore(HERE, folder)
  for (const [at, api] of ['a', 'b', 'c'].entries()) await store.write(api, {apis: [apiRow(api, at)]})
  store.close()
  facts = await openFacts(HERE.files, folder)
})
afterAll(() => facts.close())

const rowsOf = async (sql: string) => readAll(await facts.query(sql))

/** The message of the error, with the lines below it. */
async function refusal(sql: string): Promise<string> {
  const error = await rowsOf(sql).catch(error => error)
  expect(error, sql).toBeInstanceOf(InputError)
  const [{message, paste = []}] = (error as InputError).problems as [{message: string; paste?: readonly string[]}]
  return [message, ...paste].join('\n')
}

describe('the facts about all APIs', () => {
  it('answer a query with numbers, days, and text', async () => {
    expect(await rowsOf('SELECT api, releases, as_of, is_partial, source FROM apis ORDER BY api LIMIT 2')).toEqual([
      {api: 'a', releases: 0, as_of: '2026-03-02', is_partial: false, source: null},
      {api: 'b', releases: 1, as_of: '2026-03-02', is_partial: false, source: null}
    ])
    expect(await rowsOf('SELECT count(*) AS n, sum(releases) AS s, 1.50 AS d, [count(*)] AS l FROM apis')).toEqual([
      {n: 3, s: 3, d: 1.5, l: [3]}
    ])
    expect(
      await rowsOf('SELECT 9007199254740993 AS big, a.api, b.api FROM apis a JOIN apis b USING (owner) LIMIT 1')
    ).toEqual([{big: '9007199254740993', api: expect.any(String), 'api:1': expect.any(String)}])
  })

  it('have every table with its columns, also without files', async () => {
    for (const table of TABLE_NAMES) {
      const columns = await rowsOf(`SELECT column_name, column_type FROM (DESCRIBE ${table})`)
      const types = {text: 'VARCHAR', integer: 'INTEGER', boolean: 'BOOLEAN', date: 'DATE'}
      expect(columns).toEqual(columnsOf(table).map(([name, {type}]) => ({column_name: name, column_type: types[type]})))
      expect(await rowsOf(`SELECT count(*) AS n FROM ${table}`)).toEqual([{n: table === 'apis' ? 3 : 0}])
    }
  })

  it('include files that lack a column, and ignore drafts', async () => {
    const older = join(parent, 'older')
    const store = await openStore(HERE, older)
    await store.write('a', {apis: [apiRow('a', 1)]})
    store.close()
    const {DuckDBInstance} = await import('@duckdb/node-api')
    const connection = await (await DuckDBInstance.create(':memory:')).connect()
    await connection.run(`COPY (SELECT 4::BIGINT AS releases, 'z' AS api) TO '${older}/facts/apis/z.parquet'`)
    writeFileSync(join(older, 'facts/apis/x.parquet.draft'), 'half')
    const opened = await openFacts(HERE.files, older)
    expect(await readAll(await opened.query('SELECT api, owner, releases FROM apis ORDER BY api'))).toEqual([
      {api: 'a', owner: 'team-a', releases: 1},
      {api: 'z', owner: null, releases: 4}
    ])
    opened.close()
  })

  it('can be loaded into memory for several queries', async () => {
    const opened = await openFacts(HERE.files, folder)
    await opened.load('apis', ['api', 'releases'])
    expect(await readAll(await opened.query('SELECT * FROM apis ORDER BY api LIMIT 1'))).toEqual([
      {api: 'a', releases: 0}
    ])
    opened.close()
  })
})

describe('a query', () => {
  it('that is invalid is rejected with the place of the error', async () => {
    expect(await refusal('SELECT\n  owners\nFROM apis')).toBe(
      'Binder Error: Referenced column "owners" not found in FROM clause!\nCandidate bindings: "owner", "remarks", "source", "service", "releases"\nLINE 2:   owners\n          ^'
    )
    expect(await refusal('SELEC 1')).toBe('Parser Error: syntax error at or near "SELEC"\nLINE 1: SELEC 1\n        ^')
    expect(await refusal('SELECT * FROM api')).toContain('Table with name api does not exist!\nDid you mean "apis"?')
  })

  it('that fails on a row is reported', async () => {
    expect(await refusal("SELECT CAST(owner AS INTEGER) FROM apis WHERE owner = 'team-a'")).toContain(
      "Could not convert string 'team-a'"
    )
  })

  it('that needs too much memory is reported', async () => {
    expect(await refusal('SELECT list(repeat(i::VARCHAR, 1000)) FROM range(10000000) t(i)')).toBe(
      'The query needs more than 1GB of memory. Read fewer rows or columns, or add LIMIT.'
    )
  })

  it.each(
    sample([
      '',
      ';',
      'SELECT 1; SELECT 2',
      "COPY apis TO 'x.csv'",
      "COPY (SELECT 1) TO 'facts/x.parquet'",
      "EXPLAIN ANALYZE COPY apis TO 'x.csv'",
      "ATTACH 'x.db'",
      "ATTACH ':memory:' AS x",
      'INSTALL httpfs',
      'LOAD httpfs',
      'LOAD json',
      'SET enable_external_access = true',
      "SET temp_directory = 'x'",
      'RESET lock_configuration',
      'PRAGMA version',
      'CALL pragma_version()',
      'CREATE TABLE x (a INTEGER)',
      'CREATE OR REPLACE VIEW apis AS SELECT 1',
      'DELETE FROM apis',
      'DROP VIEW apis',
      "EXPORT DATABASE 'x'",
      'CREATE SECRET (TYPE s3)',
      'CHECKPOINT',
      'PREPARE x AS SELECT 1',
      'PIVOT apis ON api USING count(*)'
    ])
  )('is rejected if it is not a single SELECT statement: %s', async sql => {
    expect(await refusal(sql)).toBe('A query is one SELECT statement. Nothing else is run.')
  })

  it.each(
    sample([
      ["SELECT * FROM read_csv('/etc/passwd')", 'read_csv'],
      ["SELECT * FROM read_text('/etc/hostname')", 'read_text'],
      ["SELECT (SELECT content FROM read_blob('/etc/hostname'))", 'read_blob'],
      ["FROM glob('/*')", 'glob'],
      ["FROM sniff_csv('/etc/passwd')", 'sniff_csv'],
      ["FROM parquet_metadata('x')", 'parquet_metadata'],
      ["FROM read_parquet('https://example.com/x.parquet')", 'read_parquet'],
      [
        "WITH x AS MATERIALIZED (FROM enable_logging('QueryLog', storage = 'file', storage_path = 'logs')) SELECT 1",
        'enable_logging'
      ],
      ["SELECT 1 WHERE EXISTS (FROM query('SELECT 1'))", 'query'],
      ['SELECT * FROM apis, LATERAL (SELECT * FROM duckdb_settings())', 'duckdb_settings'],
      ["SELECT * FROM json_execute_serialized_sql('{}')", 'json_execute_serialized_sql']
    ])
  )('cannot call a function that reads anything else: %s', async (sql, name) => {
    expect(await refusal(sql)).toBe(`A query reads only the tables of facts, and can't call \`${name}\`.`)
  })

  it('cannot read files by their names', async () => {
    expect(existsSync(other)).toBe(true)
    for (const name of [other, '/etc/passwd', 'https://example.com/x.csv', `${folder}/../other.csv`]) {
      expect(await refusal(`SELECT * FROM '${name.replaceAll("'", "''")}'`)).toMatch(
        /does not exist|disabled by config/
      )
    }
  })

  it('leaves the folder unchanged, and the next query works', async () => {
    expect(readdirSync(join(folder, 'facts', 'apis')).sort()).toEqual(['a.parquet', 'b.parquet', 'c.parquet'])
    expect(readdirSync(join(folder, 'facts')).sort()).toEqual([...TABLE_NAMES].sort())
    expect(await rowsOf('SELECT count(*) AS n FROM apis')).toEqual([{n: 3}])
  })

  it('of a table with a damaged file names the file', async () => {
    const damaged = join(parent, 'damaged')
    mkdirSync(join(damaged, 'facts/apis'), {recursive: true})
    writeFileSync(join(damaged, 'facts/apis/a.parquet'), 'PAR1 no PAR1')
    await expect(openFacts(HERE.files, damaged).then(opened => opened.query('FROM apis'))).rejects.toThrow(/a\.parquet/)
  })
})
