import {existsSync, mkdtempSync, readdirSync, readFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {DuckDBInstance} from '@duckdb/node-api'
import {describe, expect, it} from 'vitest'
import {HERE} from '../../../test/here.ts'
import {columnsOf, factsFile, openStore, TABLE_NAMES} from '../src/store.ts'
import type {Row, TableName} from '../src/tables.ts'

const makeFolder = (name = 'fleet'): string => join(mkdtempSync(join(tmpdir(), 'tenure-store-')), name)

/** A row with a value in each column. */
const fullRow = (table: TableName, api: string): Row => ({
  ...Object.fromEntries(
    columnsOf(table).map(([name, {type}]) => [
      name,
      {text: `${name} of ${api}`, integer: 7, boolean: true, date: '2026-02-28'}[type]
    ])
  ),
  api
})

const emptyRow = (table: TableName, api: string): Row => ({
  ...Object.fromEntries(columnsOf(table).map(([name]) => [name, null])),
  api
})

async function readParquet(path: string): Promise<{types: string[]; rows: unknown[]}> {
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  const reader = await connection.runAndReadAll(`FROM read_parquet('${path.replaceAll("'", "''")}')`)
  return {types: reader.columnTypes().map(String), rows: reader.getRowObjectsJson()}
}

describe('the store of facts', () => {
  it('writes every table with its column types, and reads the same rows', async () => {
    const folder = makeFolder("it's [a] fleet")
    const store = await openStore(HERE, folder)
    for (const table of TABLE_NAMES) {
      const rows = [fullRow(table, 'b'), emptyRow(table, 'a')]
      await store.write('b', {[table]: rows})
      const {types, rows: read} = await readParquet(factsFile(folder, table, 'b').replace('[a]', '[[]a]'))
      const expected = {text: 'VARCHAR', integer: 'INTEGER', boolean: 'BOOLEAN', date: 'DATE'}
      expect(types).toEqual(columnsOf(table).map(([, {type}]) => expected[type]))
      expect(read).toEqual(rows)
    }
    store.close()
  })

  it('writes the same bytes for the same rows, in any folder and after other APIs', async () => {
    const rows = Array.from({length: 3000}, (_, at) => ({
      ...fullRow('changes', 'a'),
      position: at,
      subject: `s${at % 7}`
    }))
    const bytes: Buffer[] = []
    for (const otherApis of [0, 2]) {
      const folder = makeFolder()
      const store = await openStore(HERE, folder)
      for (let at = 0; at < otherApis; at++)
        await store.write(`other-${at}`, {changes: rows.slice(at), apis: [fullRow('apis', 'x')]})
      await store.write('a', {changes: rows})
      bytes.push(readFileSync(factsFile(folder, 'changes', 'a')))
      store.close()
    }
    expect(bytes[1]?.equals(bytes[0] as Buffer)).toBe(true)
  })

  it('deletes the file of a table without rows, keeps other tables, and leaves no drafts', async () => {
    const folder = makeFolder()
    const store = await openStore(HERE, folder)
    await store.write('a', {apis: [fullRow('apis', 'a')], errors: [fullRow('errors', 'a')]})
    await store.write('a', {apis: [], listings: [fullRow('listings', 'a')]})
    store.close()
    expect(TABLE_NAMES.filter(table => existsSync(factsFile(folder, table, 'a')))).toEqual(['errors', 'listings'])
    expect(TABLE_NAMES.flatMap(table => readdirSync(join(folder, 'facts', table)))).toEqual(['a.parquet', 'a.parquet'])
  })

  it('preserves texts with special characters', async () => {
    const folder = makeFolder()
    const store = await openStore(HERE, folder)
    const texts = [
      '',
      'null',
      'zero\0byte',
      '"quotes" \'and\' \\',
      'line\nbreak',
      'ünï 🚀',
      '\u202e',
      'x'.repeat(100_000)
    ]
    await store.write('a', {errors: texts.map(message => ({...emptyRow('errors', 'a'), message}))})
    store.close()
    const {rows} = await readParquet(factsFile(folder, 'errors', 'a'))
    expect(rows.map(row => (row as {message: string}).message)).toEqual(texts)
  })

  it("reports where it can't write, and continues with the next API", async () => {
    const folder = makeFolder()
    const store = await openStore(HERE, folder)
    const rows = {apis: [fullRow('apis', 'a')]}
    await expect(store.write(`${'x'.repeat(300)}`, rows)).rejects.toThrow(/^Can't write `.*x\.parquet`: /)
    await store.write('a', rows)
    store.close()
    expect(existsSync(factsFile(folder, 'apis', 'a'))).toBe(true)
  })
})
