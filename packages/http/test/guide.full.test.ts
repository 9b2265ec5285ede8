import {type ChildProcess, spawn} from 'node:child_process'
import {mkdirSync, readFileSync, symlinkSync} from 'node:fs'
import {join} from 'node:path'
import process from 'node:process'
import {afterEach, describe, expect, it} from 'vitest'
import {folder, REPOSITORY, run, tenure} from '../../../test/cli/run.ts'
import {ask} from './fixture-servers.ts'

const PAGE = readFileSync(join(REPOSITORY, 'docs/guide/headers.md'), 'utf8')

/** The code of the guide after a fence with these words. */
function code(words: string): string {
  const [, found] = PAGE.split(`\n\`\`\`${words}\n`)
  if (found === undefined) throw new Error(`No block of ${words}`)
  return found.split('\n```')[0] ?? ''
}

const IMPORT_TABLE = /^import table from .*$/m.exec(code('js express'))?.[0] ?? ''

/** What each example needs around it: what it imports of the reader's, its routes, and its start, which prints the port. */
const STARTS: Readonly<Record<string, string>> = {
  express: `app.get('/v1/loans', (request, response) => response.json([]))
    const server = app.listen(0, '127.0.0.1', () => console.log('port', server.address().port))`,
  fastify: `app.get('/v1/loans', (request, reply) => void reply.send([]))
    await app.listen({port: 0, host: '127.0.0.1'})
    console.log('port', app.server.address().port)`,
  hono: `import {serve} from '@hono/node-server'
    app.get('/v1/loans', context => context.json([]))
    serve({fetch: app.fetch, port: 0, hostname: '127.0.0.1'}, ({port}) => console.log('port', port))`,
  nest: `await app.listen(0, '127.0.0.1')
    console.log('port', app.getHttpServer().address().port)`
}
const APP_MODULE = `import 'reflect-metadata'
import {Controller, Get, Module} from '@nestjs/common'
class Loans { list() { return [] } }
Get('/v1/loans')(Loans.prototype, 'list', Object.getOwnPropertyDescriptor(Loans.prototype, 'list'))
Controller()(Loans)
export class AppModule {}
Module({controllers: [Loans]})(AppModule)
`

/** A folder of a reader, where the package is installed, with the table of the lending library. */
async function readersFolder(): Promise<string> {
  const cwd = folder({'package.json': '{"type": "module"}', 'app.module.js': APP_MODULE})
  mkdirSync(join(cwd, 'node_modules'))
  symlinkSync(REPOSITORY, join(cwd, 'node_modules/tenure'), 'dir')
  for (const name of ['express', 'fastify', 'hono', '@hono', '@nestjs', 'reflect-metadata'])
    symlinkSync(join(REPOSITORY, 'node_modules', name), join(cwd, 'node_modules', name), 'dir')
  const history = join(REPOSITORY, 'fixtures/lending-library/history.yaml')
  await tenure(['headers', history, '--output', 'headers.json'], {cwd})
  return cwd
}

const evaluate = (text: string): string[] => ['--input-type=module', '--no-warnings', '-e', text]

/** The headers of the answer in the guide. */
const SENT_HEADERS = Object.fromEntries(
  code('http')
    .split('\n')
    .map(line => [(line.split(': ')[0] ?? '').toLowerCase(), [line.replace(/^[^:]*: /, '')]])
)

describe('the guide to headers', () => {
  let child: ChildProcess | undefined
  afterEach(() => void child?.kill())

  it.each(Object.entries(STARTS))('has an example for %s that sends the headers that it shows', async (name, start) => {
    const example = code(`js ${name}`)
    const table = example.includes(IMPORT_TABLE) ? '' : IMPORT_TABLE
    const cwd = await readersFolder()
    child = spawn(process.execPath, evaluate(`${table}\n${example}\n${start}`), {
      cwd,
      stdio: ['ignore', 'pipe', 'inherit']
    })
    const port = await new Promise<number>((resolve, reject) => {
      child?.stdout?.on('data', data => {
        // Nest logs, too.
        const [, found] = /^port (\d+)$/m.exec(String(data)) ?? []
        if (found !== undefined) resolve(Number(found))
      })
      child?.once('exit', () => reject(new Error(`${name} ended`)))
    })
    const {status, headers} = await ask(port, 'GET', '/v1/loans')
    expect(status).toBe(200)
    expect(headers).toMatchObject(SENT_HEADERS)
  })

  it('has examples of options, and of other code, that run', async () => {
    const cwd = await readersFolder()
    const text = [
      IMPORT_TABLE,
      "import {expressHeaders, honoHeaders} from 'tenure/http'",
      'const app = {use: each => console.log(typeof each)}',
      ...[code('js mounted'), code('js gone'), code('js own')],
      'console.log(headers.Sunset, gone)'
    ]
    const {out, err} = await run(process.execPath, evaluate(text.join('\n')), {cwd})
    expect(err).toBe('')
    // The day before the removal.
    expect(out).toBe('function\nfunction\nTue, 31 Mar 2026 00:00:00 GMT undefined\n')
  })

  it('has the lines for nginx that the file asks for', async () => {
    const history = join(REPOSITORY, 'fixtures/lending-library/history.yaml')
    const {out} = await tenure(['headers', history, '--format', 'nginx'])
    const asked = out
      .split('\n')
      .filter(line => line.startsWith('#   '))
      .map(line => line.slice(4))
    expect(asked).toHaveLength(5)
    const lines = code('nginx')
      .split('\n')
      .map(line => line.trim())
    expect(lines.filter(line => line.startsWith('add_header'))).toEqual(asked)
  })
})
