// The program of the guide runs as it is printed there.
import {mkdirSync, readFileSync, symlinkSync, writeFileSync} from 'node:fs'
import {createServer} from 'node:http'
import type {AddressInfo} from 'node:net'
import {join} from 'node:path'
import process from 'node:process'
import {beforeAll, describe, expect, it} from 'vitest'
import {packageFolder} from '../../src/stores/files/installed-packages.ts'
import {type CommandResult, REPOSITORY, run, tenureProcess} from '../cli/run.ts'
import {git, repositoryOf} from '../gate/scenario.ts'

const GUIDE = readFileSync(packageFolder('docs/guide/extend.md'), 'utf8')

/** The code blocks of a language below the heading of the bot. */
const blockOf = (language: string): string =>
  new RegExp(`## A bot\\n[^]*?\`\`\`${language}\\n([^]*?)\`\`\``).exec(GUIDE)?.[1] ?? ''

const api = (...paths: readonly string[]): string =>
  `openapi: 3.1.0\ninfo: {title: Loans, version: 1.4.0}\npaths:\n${paths.join('')}`
const LOANS = "  /v1/loans:\n    get: {responses: {'200': {description: Loans}}}\n"
const FEES = "  /v1/fees:\n    get: {responses: {'200': {description: Fees}}}\n"
const FILTERED =
  "  /v1/loans:\n    get:\n      parameters: [{name: overdue, in: query, schema: {type: boolean}}]\n      responses: {'200': {description: Loans}}\n"

/** Makes today the day on which the output of the guide was printed. */
const CLOCK = `data:text/javascript,${encodeURIComponent(
  "globalThis.Date = class extends Date {constructor(...given) {super(...(given[0] === undefined ? ['2026-11-20'] : given))}}"
)}`

let cwd: string
beforeAll(async () => {
  // Checks that the package is built.
  await tenureProcess(['--version'])
  cwd = await repositoryOf({
    main: [
      [
        '2025-01-01',
        {'openapi.yaml': api(LOANS, FEES), 'tenure.yaml': 'format: 1\npolicy: thirteen-months\nspec: openapi.yaml\n'}
      ]
    ]
  })
  await git(cwd, ['tag', 'v1.4.0'])
  await git(cwd, ['checkout', '--quiet', '-b', 'change'])
  writeFileSync(join(cwd, 'openapi.yaml'), api(FILTERED))
  await git(cwd, ['commit', '--quiet', '--all', '--message', 'Change'], '2026-11-19')
  mkdirSync(join(cwd, 'node_modules'))
  symlinkSync(REPOSITORY, join(cwd, 'node_modules/tenure'), 'junction')
  writeFileSync(join(cwd, 'bot.mjs'), blockOf('js'))
})

const bot = (env: Readonly<Record<string, string>>): Promise<CommandResult> =>
  run(process.execPath, ['--import', CLOCK, 'bot.mjs'], {cwd, env})

describe('the bot of the guide', () => {
  it('is short', () => {
    expect(blockOf('js').trimEnd().split('\n').length).toBeLessThanOrEqual(40)
  })

  it('prints its comment, and exits like `check`', async () => {
    expect(await bot({BASE: 'main'})).toEqual({code: 1, out: `${blockOf('text')}\n`, err: ''})
    expect(JSON.parse(readFileSync(join(cwd, 'tenure.sarif'), 'utf8'))).toMatchObject({version: '2.1.0'})
  })

  it('posts its comment', async () => {
    const posted: string[] = []
    const server = createServer((request, response) => {
      request.on('data', (chunk: Buffer) => posted.push(chunk.toString()))
      request.on('end', () => response.writeHead(201).end())
    })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    const {port} = server.address() as AddressInfo
    const {code, out} = await bot({BASE: 'main', COMMENTS_URL: `http://127.0.0.1:${port}/`})
    server.close()
    expect({code, out}).toEqual({code: 1, out: ''})
    expect(`${JSON.parse(posted.join('')).body}\n`).toBe(`${blockOf('text')}\n`)
  })

  it('says what it could not read', async () => {
    const {code, err} = await bot({BASE: 'nowhere'})
    expect(code).toBe(2)
    expect(err).toContain('`nowhere`')
    expect(err).not.toContain(' at ')
  })
})
