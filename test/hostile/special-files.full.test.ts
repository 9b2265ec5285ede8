import {spawnSync} from 'node:child_process'
import {once} from 'node:events'
import {createServer} from 'node:net'
import {join} from 'node:path'
import process from 'node:process'
import {expect, test} from 'vitest'
import {expectRefusal, folder, inShell, NO_SPEC, tenure} from '../cli/run.ts'
import {sample} from '../tier.ts'

const HISTORY = 'service: Lib\nreleases:\n  - release: "1.0"\n    changes: [{added: GET /v1/loans}]\n'

/** A folder with a history and a pipe that no program writes to. */
function withPipe(): string {
  const cwd = folder({'history.yaml': HISTORY, 'tenure.yaml': NO_SPEC})
  expect(spawnSync('mkfifo', [join(cwd, 'pipe.yaml')]).status).toBe(0)
  return cwd
}

test
  .skipIf(process.platform === 'win32')
  .each(
    sample([
      [['diff', 'pipe.yaml', 'pipe.yaml']],
      [['diff', '/dev/zero', 'history.yaml']],
      [['audit', '--history', 'pipe.yaml']],
      [['audit', '--policy', './pipe.yaml']],
      [['audit', '--config', 'pipe.yaml']],
      [['changelog', 'history.yaml', '--template', 'pipe.yaml']],
      [['check', '--base', 'pipe.yaml', '--spec', 'pipe.yaml']],
      [['usages', '--history', 'history.yaml', '--baseline', 'pipe.yaml']]
    ])
  )('%s: a pipe or a device exits 2 at once and is named', async args => {
  const result = await tenure(args, {cwd: withPipe()})
  expect(result).toMatchObject({code: 2, out: ''})
  expect(result.err).toMatch(/(?:pipe\.yaml|\/dev\/zero)` is a (?:pipe|device), not a file\./)
})

test.skipIf(process.platform === 'win32')('a socket exits 2 at once and is named', async () => {
  const cwd = folder({'history.yaml': HISTORY})
  const server = createServer().listen(join(cwd, 'socket.yaml'))
  await once(server, 'listening')
  for (const args of [
    ['audit', '--history', 'socket.yaml'],
    ['diff', 'socket.yaml', 'history.yaml']
  ]) {
    const result = await tenure(args, {cwd})
    expect(result).toMatchObject({code: 2, out: ''})
    expect(result.err).toContain('socket.yaml` is a socket, not a file.')
  }
  server.close()
})

test.skipIf(process.platform === 'win32')('a pipe of process substitution is read to its end', async () => {
  const cwd = folder({'history.yaml': HISTORY})
  const args = ['audit', '--history', 'history.yaml', '--as-of', '2026-11-20']
  const {code, out} = await tenure(args, {cwd})
  const piped = await inShell(`tenure ${args.join(' ').replace('history.yaml', '<(cat history.yaml)')}`, {
    cwd
  })
  expect({...piped, out: piped.out.replaceAll(/\/dev\/fd\/\d+/g, 'history.yaml')}).toEqual({code, out, err: ''})
})

test.each([
  ['a range of a billion numbers', '{% for i in (1..1000000000) %}x{% endfor %}'],
  ['nested loops', '{% for i in (1..3000) %}{% for j in (1..3000) %}x{% endfor %}{% endfor %}'],
  ['a long empty loop', '{% for i in (1..9000000) %}{% endfor %}']
])('a template with %s exits 2 at the same place on any machine', async (_, template) => {
  const cwd = folder({'history.yaml': HISTORY, 'page.md.liquid': template})
  const result = await tenure(['changelog', 'history.yaml', '--template', 'page.md.liquid'], {cwd})
  expectRefusal(result)
  expect(result.err).toContain('page.md.liquid:1:')
})

test('a path in the table of endpoints has no control characters', async () => {
  const path = String.raw`/v1/a\u001b[31m\n::error::x</td><script>|\u202e`
  const cwd = folder({'history.yaml': HISTORY.replace('GET /v1/loans', JSON.stringify('GET /v1/b'))})
  const spec = `openapi: 3.0.3\ninfo: {title: Lib, version: "1"}\npaths:\n  "${path}": {get: {responses: {"200": {description: ok}}}}\n`
  const source = folder({'v1.0.yaml': spec, 'v1.1.yaml': spec})
  const {out} = await tenure(['changelog', source, '--as-of', '2026-11-20'], {cwd})
  expect(out).toContain('| GET ')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that must not get through
  expect(out).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u202e]/)
  expect(out).not.toMatch(/^::error::/m)
})
