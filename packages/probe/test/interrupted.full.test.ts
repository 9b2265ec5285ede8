import {spawn} from 'node:child_process'
import {once} from 'node:events'
import {join} from 'node:path'
import process from 'node:process'
import {expect, it} from 'vitest'
import {folder, REPOSITORY, tenureProcess} from '../../../test/cli/run.ts'
import {HISTORY, POLICY} from './library.ts'
import {listen} from './servers.ts'

const FILES = {'history.yaml': HISTORY, 'policy.yaml': POLICY, 'tenure.yaml': 'format: 1\nspec: none\n'}

it('a signal ends `tenure probe` while it waits for an answer', async () => {
  let asked = (): void => undefined
  const isAsked = new Promise<void>(resolve => {
    asked = resolve
  })
  const url = await listen(() => asked())
  const command = join(REPOSITORY, 'dist', 'cli.cjs')
  const child = spawn(process.execPath, [command, 'probe', url], {cwd: folder(FILES), stdio: 'ignore'})
  await isAsked
  child.kill('SIGINT')
  const [, signal] = await once(child, 'exit')
  expect(signal).toBe('SIGINT')
})

it('credentials of the environment reach the server, and nothing else', async () => {
  const seen = new Set<string>()
  const url = await listen(({headers: {authorization = ''}}, response) => {
    seen.add(authorization)
    response.writeHead(200, {deprecation: authorization}).end()
  })
  const env = {TENURE_PROBE_HEADER: 'Authorization: Bearer s3cr3t-token'}
  for (const format of ['stylish', 'json']) {
    const {out, err, code} = await tenureProcess(['probe', url, '--rate', '1000', '--format', format], {
      cwd: folder(FILES),
      env
    })
    expect({code, err}).toEqual({code: 1, err: ''})
    expect(out).toContain('[hidden]')
    expect(out).not.toContain('s3cr3t')
  }
  expect(seen).toEqual(new Set(['Bearer s3cr3t-token']))
})
