import {spawnSync} from 'node:child_process'
import {once} from 'node:events'
import {createServer} from 'node:net'
import {join} from 'node:path'
import process from 'node:process'
import {expect, test} from 'vitest'
import {expectRefusal, folder, inShell, NO_SPEC, tenure} from '../cli/run.ts'

const HISTORY = 'service: Lib\nreleases:\n  - release: "1.0"\n    changes: [{added: GET /v1/loans}]\n'

/** A folder with a history, and a pipe that no program writes to. */
function withPipe(): string {
  const cwd = folder({'history.yaml': HISTORY, 'tenure.yaml': NO_SPEC})
  expect(spawnSync('mkfifo', [join(cwd, 'pipe.yaml')]).status).toBe(0)
  return cwd
}

test
  .skipIf(process.platform === 'win32')
  .each([
    [['diff', 'pipe.yaml', 'pipe.yaml']],
    [['diff', '/dev/zero', 'history.yaml']],
    [['audit', '--history', 'pipe.yaml']],
    [['audit', '--policy', './pipe.yaml']],
    [['audit', '--config', 'pipe.yaml']],
    [['changelog', 'history.yaml', '--template', 'pipe.yaml']],
    [['check', '--base', 'pipe.yaml', '--spec', 'pipe.yaml']],
    [['check', '--history', 'history.yaml', '--baseline', 'pipe.yaml']]
  ])('%s: a pipe or a device is refused at once by its name', async args => {
  const ran = await tenure(args, {cwd: withPipe()})
  expect(ran).toMatchObject({code: 2, out: ''})
  expect(ran.err).toMatch(/(?:pipe\.yaml|\/dev\/zero)` is a (?:pipe|device), not a file\./)
})

test.skipIf(process.platform === 'win32')('a socket is refused at once by its name', async () => {
  const cwd = folder({'history.yaml': HISTORY})
  const server = createServer().listen(join(cwd, 'socket.yaml'))
  await once(server, 'listening')
  for (const args of [
    ['audit', '--history', 'socket.yaml'],
    ['diff', 'socket.yaml', 'history.yaml']
  ]) {
    const ran = await tenure(args, {cwd})
    expect(ran).toMatchObject({code: 2, out: ''})
    expect(ran.err).toContain('socket.yaml` is a socket, not a file.')
  }
  server.close()
})

test.skipIf(process.platform === 'win32')('a pipe that a shell hands over is read to its end', async () => {
  const cwd = folder({'history.yaml': HISTORY})
  const asked = ['audit', '--history', 'history.yaml', '--as-of', '2026-11-20']
  const {code, out} = await tenure(asked, {cwd})
  const handed = await inShell(`tenure ${asked.join(' ').replace('history.yaml', '<(cat history.yaml)')}`, {
    cwd
  })
  expect({...handed, out: handed.out.replaceAll(/\/dev\/fd\/\d+/g, 'history.yaml')}).toEqual({code, out, err: ''})
})

test.each([
  ['a range of a billion', '{% for i in (1..1000000000) %}x{% endfor %}'],
  ['a loop in a loop', '{% for i in (1..3000) %}{% for j in (1..3000) %}x{% endfor %}{% endfor %}'],
  ['a loop over nothing', '{% for i in (1..9000000) %}{% endfor %}']
])('a template with %s is refused, at the same place on any machine', async (_, template) => {
  const cwd = folder({'history.yaml': HISTORY, 'page.md.liquid': template})
  const ran = await tenure(['changelog', 'history.yaml', '--template', 'page.md.liquid'], {cwd})
  expectRefusal(ran)
  expect(ran.err).toContain('page.md.liquid:1:')
})

test('a name in the Endpoints table of a change history holds nothing that a terminal acts upon', async () => {
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
