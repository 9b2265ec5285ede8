import {spawnSync} from 'node:child_process'
import {readdirSync, readFileSync} from 'node:fs'
import {join} from 'node:path'
import process from 'node:process'
import {describe, expect, it} from 'vitest'
import {run, write} from '../../../test/cli/run.ts'
import {performTraffic} from '../src/traffic.ts'
import {contextIn, daysIn, importHere, plainApi} from './import-here.ts'
import {lines, logOf, OPERATIONS, SETTINGS} from './sql-lines.ts'

const PYTHON = process.env.SPARK_PYTHON ?? 'python3'
const hasSpark = spawnSync(PYTHON, ['-c', 'import pyspark']).status === 0

const PROGRAM = `
import sys
from pyspark.sql import SparkSession
folder = sys.argv[1]
spark = SparkSession.builder.master('local[1]').config('spark.ui.enabled', 'false').config('spark.sql.session.timeZone', 'UTC').getOrCreate()
schema = 'ts TIMESTAMP, method STRING, path STRING, status INT, client_id STRING, key_id STRING, ua STRING'
spark.read.schema(schema).option('timestampFormat', 'yyyy-MM-dd HH:mm:ss').json(folder + '/access.json').createOrReplaceTempView('access_log')
statements = [part for part in open(folder + '/count.sql').read().split(';\\n') if part.strip()]
for statement in statements[:-1]:
    spark.sql(statement)
spark.sql(statements[-1]).coalesce(1).write.option('header', True).option('quoteAll', True).option('escape', '"').option('emptyValue', '').csv(folder + '/rows')
`

/** Without pyspark (or a Python that \`SPARK_PYTHON\` names), nothing is run. */
describe.skipIf(!hasSpark)('`tenure traffic sql --for spark`', () => {
  it('counts in Spark what an import counts', async () => {
    const imported = plainApi(OPERATIONS, SETTINGS, {'access.json': logOf(lines)})
    await importHere(imported, {files: ['access.json'], format: 'json-lines'})
    const cwd = plainApi(OPERATIONS, SETTINGS)
    const statement = await performTraffic({action: 'sql', for: 'spark'}, '', contextIn(cwd))
    write(cwd, {'access.json': logOf(lines), 'count.sql': statement.replace(/^--.*\n/gm, ''), 'run.py': PROGRAM})
    const {code, err} = await run(PYTHON, [join(cwd, 'run.py'), cwd], {cwd})
    expect(code, err.slice(-3000)).toBe(0)
    const [file = ''] = readdirSync(join(cwd, 'rows')).filter(name => name.endsWith('.csv'))
    write(cwd, {'rows.csv': readFileSync(join(cwd, 'rows', file))})
    await importHere(cwd, {files: ['rows.csv'], format: 'aggregated'})
    expect(daysIn(cwd)).toEqual(daysIn(imported))
  })
})
