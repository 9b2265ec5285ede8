import {spawn} from 'node:child_process'
import {once} from 'node:events'
import {readdirSync, statSync} from 'node:fs'
import {join} from 'node:path'
import process from 'node:process'
import {expect, it} from 'vitest'
import {folder, REPOSITORY} from '../../../../test/cli/run.ts'
import {plainApi} from '../import-here.ts'

it.each(['SIGINT', 'SIGTERM'] as const)('`tenure traffic import` deletes its temporary files on %s', async signal => {
  const cwd = plainApi(['GET /v1/loans'], 'format: combined')
  const temporary = folder()
  const child = spawn(process.execPath, [join(REPOSITORY, 'dist/cli.cjs'), 'traffic', 'import', '-'], {
    cwd,
    env: {...process.env, TMPDIR: temporary},
    stdio: ['pipe', 'pipe', 'inherit']
  })
  child.stdin.on('error', () => undefined)
  // Standard input stays open, so that the command waits for the rest of it.
  child.stdin.write('a secret line\n'.repeat(100_000))
  const written = (): string[] =>
    readdirSync(temporary, {recursive: true, encoding: 'utf8'}).filter(name => name.endsWith('.log'))
  await expect.poll(written).toHaveLength(1)
  const [name = ''] = written()
  expect(statSync(join(temporary, name)).mode & 0o777).toBe(0o600)
  expect(statSync(join(temporary, name, '..')).mode & 0o777).toBe(0o700)
  child.kill(signal)
  const [code, ended] = await once(child, 'exit')
  expect({code, ended}).toEqual({code: null, ended: signal})
  expect(readdirSync(temporary)).toEqual([])
})
