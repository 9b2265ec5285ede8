import {mkdtempSync, readFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {describe, expect, it} from 'vitest'
import {write} from '../../../test/cli/run.ts'
import {openDatabase} from '../src/logs/database.ts'
import {performTraffic} from '../src/traffic.ts'
import {contextIn, daysIn, importHere, plainApi} from './import-here.ts'
import {lines, logOf, OPERATIONS, SETTINGS} from './sql-lines.ts'

const printed = (cwd: string, engine: string): Promise<string> =>
  performTraffic({action: 'sql', for: engine}, '', contextIn(cwd))

describe('`tenure traffic sql`', () => {
  it('counts in DuckDB what an import counts', async () => {
    const imported = plainApi(OPERATIONS, SETTINGS, {'access.json': logOf(lines)})
    await importHere(imported, {files: ['access.json'], format: 'json-lines'})
    const cwd = plainApi(OPERATIONS, SETTINGS)
    const database = await openDatabase(mkdtempSync(join(tmpdir(), 'tenure-traffic-')))
    write(cwd, {'access.json': logOf(lines)})
    await database.run(
      `CREATE TABLE access_log AS FROM read_json('${join(cwd, 'access.json')}', columns = {ts: 'TIMESTAMP', method: 'VARCHAR', path: 'VARCHAR', status: 'INTEGER', client_id: 'VARCHAR', key_id: 'VARCHAR', ua: 'VARCHAR'})`
    )
    const statement = (await printed(cwd, 'duckdb')).replace(/^--.*\n/gm, '')
    const at = statement.indexOf('WITH calls')
    await database.run(statement.slice(0, at))
    await database.run(`COPY (${statement.slice(at).replace(/;\n$/, '')}) TO '${join(cwd, 'rows.csv')}' (HEADER)`)
    database.close()
    await importHere(cwd, {files: ['rows.csv'], format: 'aggregated'})
    expect(daysIn(cwd)).toEqual(daysIn(imported))
    const refused = await importHere(cwd, {files: ['access.json'], format: 'aggregated'}).catch(error => error)
    expect(String(refused)).toContain("isn't the result of `tenure traffic sql`")
    expect(readFileSync(join(cwd, 'rows.csv'), 'utf8')).not.toContain('s3cret')
  })

  it.each(['spark', 'bigquery', 'clickhouse', 'athena'])('prints the same steps for %s', async engine => {
    const cwd = plainApi(OPERATIONS, SETTINGS)
    const own = await printed(cwd, engine)
    const steps = (text: string): string[] =>
      [...text.matchAll(/^(?:WITH |\), )(\w+) AS \($/gm)].map(([, name = '']) => name)
    expect(steps(own)).toEqual(steps(await printed(cwd, 'duckdb')))
    const code = own.replace(/'(?:[^'\\]|\\.)*'/g, "''")
    expect(code.split('(').length).toBe(code.split(')').length)
    expect(own.includes('-- untested')).toBe(engine !== 'spark')
  })

  it('refuses other engines, and names that need quotes', async () => {
    const cwd = plainApi(OPERATIONS, SETTINGS)
    await expect(printed(cwd, 'oracle')).rejects.toThrow('There is no engine `oracle`.')
    const odd = performTraffic({action: 'sql', 'log-table': 'logs; DROP TABLE x'}, '', contextIn(cwd))
    await expect(odd).rejects.toThrow("isn't a plain name")
  })
})
