import {spawnSync} from 'node:child_process'
import {join} from 'node:path'
import process from 'node:process'
import {describe, expect, it} from 'vitest'
import {REPOSITORY, run} from '../cli/run.ts'

const PYTHON = process.env.SPARK_PYTHON ?? 'python3'
const hasSpark = spawnSync(PYTHON, ['-c', 'import pyspark']).status === 0

describe.skipIf(!hasSpark)('integrations/spark', () => {
  it('writes the facts of `tenure report`, although an executor and a worker are killed', async () => {
    const env = {TENURE: `'${process.execPath}' '${join(REPOSITORY, 'dist/cli.cjs')}'`}
    const ran = await run(PYTHON, ['-m', 'unittest'], {cwd: join(REPOSITORY, 'integrations/spark'), env})
    expect(ran.err).toMatch(/^Ran \d+ tests in .*\n\nOK$/m)
    expect(ran.code).toBe(0)
    // A cluster starts five Java and Python processes: a minute on two free cores, and more on busy ones.
  })
})
