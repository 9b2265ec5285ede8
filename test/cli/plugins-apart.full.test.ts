// Where plugins run: those of the target of a change, in a process of their own, with nothing from elsewhere.
import {spawn} from 'node:child_process'
import {existsSync, readdirSync, rmSync, symlinkSync} from 'node:fs'
import {join} from 'node:path'
import process from 'node:process'
import {describe, expect, it} from 'vitest'
import {type CommandResult, folder, REPOSITORY, run, tenureProcess as tenure, write} from './run.ts'

const SPEC = `openapi: 3.0.3
info: {title: Lending, version: '1.0'}
servers: [{url: https://api.example.org}]
paths:
  /v1/loans: {get: {responses: {'200': {description: ok}}}}
`
const PING = `${SPEC}  /v1/ping: {get: {responses: {'200': {description: ok}}}}\n`
const CONFIG = 'format: 1\nspec: openapi.yaml\n'

/** A rule that tells of each event; the code stands before it and in its check. */
const rule = (before = '', check = '', id = 'own-word', says = 'Own word') => `${before}
module.exports = {
  id: '${id}', since: '1.0.0', level: 'error', watches: 'event', summary: 'S.', why: 'W.',
  messages: {own: '${says} of {subject}'},
  *check(event, {say}) {
    ${check}
    yield {message: 'own', subject: event.subject, event, place: event.place,
      values: {subject: say.subject(event.subject)}, remedy: 'Go.'}
  },
  examples: []
}
`
const LISTED = `${CONFIG}plugins: [./p.js]\n`

async function git(cwd: string, ...args: string[]): Promise<void> {
  const {code, err} = await run('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.org', ...args], {cwd})
  if (code !== 0) throw new Error(err)
}

async function commit(cwd: string): Promise<void> {
  await git(cwd, 'add', '-A', '-f')
  await git(cwd, 'commit', '-qm', 'x')
}

type Files = Readonly<Record<string, string>>

/** A repository with a branch `main`, and a branch `work` off it that adds `GET /v1/ping`. */
async function change(target: Files, work: Files = {}): Promise<string> {
  const cwd = folder({'openapi.yaml': SPEC, ...target})
  await git(cwd, 'init', '-q', '-b', 'main')
  await commit(cwd)
  await git(cwd, 'checkout', '-q', '-b', 'work')
  write(cwd, {'openapi.yaml': PING, ...work})
  await commit(cwd)
  return cwd
}

const check = (cwd: string, env: Readonly<Record<string, string>> = {}, ...more: string[]): Promise<CommandResult> =>
  tenure(['check', '--base', 'main', ...more], {cwd, env})

const leftIn = (path: string): string[] => readdirSync(path).filter(name => name.startsWith('tenure-plugins-'))

describe.concurrent('the plugins of a change', () => {
  it('are those of the target, run from its files, and nothing of them stays', async () => {
    const temporary = folder()
    const cwd = await change(
      {
        'tenure.yaml': `${CONFIG}plugins: [./rules/p.js]\n`,
        'rules/p.js': `import {defineRule} from 'tenure/rule'\nimport {word} from './word.js'\nimport {readFileSync} from 'node:fs'\nimport data from '../data/word.json'
const text = readFileSync(new URL('./word.txt', import.meta.url), 'utf8')
export default defineRule({
  id: 'own-word', since: '1.0.0', level: 'error', watches: 'event', summary: 'S.', why: 'W.',
  messages: {own: 'Of {word}'},
  *check(event) {
    yield {message: 'own', subject: event.subject, event, place: event.place, remedy: 'Go.', values: {word: [word, data.word, text].join()}}
  },
  examples: []
})\n`,
        'rules/word.js': "export const word = 'code'\n",
        'rules/word.txt': 'text',
        'data/word.json': '{"word": "json"}',
        '.gitattributes': 'rules export-ignore\n*.txt text eol=crlf ident\n'
      },
      {'rules/word.js': "export const word = 'other'\nprocess.exit(0)\n", 'rules/word.txt': 'changed'}
    )
    const {code, out, err} = await check(cwd, {TMPDIR: temporary})
    expect({code, err}).toEqual({code: 1, err: ''})
    expect(out).toContain('Of code,json,text')
    expect(leftIn(temporary)).toEqual([])
  })

  it('are not those that it changes, adds or takes away', async () => {
    const changed = await check(await change({'tenure.yaml': LISTED, 'p.js': rule()}, {'p.js': 'process.exit(0)\n'}))
    expect(changed).toMatchObject({code: 1, err: ''})
    expect(changed.out).toContain('Own word of `GET /v1/ping`')

    const added = await check(
      await change(
        {'tenure.yaml': CONFIG},
        {'tenure.yaml': `${LISTED}rules: {own-word: {level: off, options: {x: 1}}}\n`, 'p.js': 'process.exit(7)\n'}
      )
    )
    expect(added).toMatchObject({code: 0, err: ''})
    expect(added.out.replaceAll(/\s+/g, ' ')).toContain(
      "Plugin `p.js` did not run, because the target doesn't list it. Merge it first."
    )

    const cwd = await change({'tenure.yaml': LISTED, 'p.js': rule()}, {'tenure.yaml': CONFIG})
    rmSync(join(cwd, 'p.js'))
    await commit(cwd)
    const taken = await check(cwd)
    expect(taken).toMatchObject({code: 1, err: ''})
    expect(taken.out).toContain('Own word of `GET /v1/ping`')
  })

  it('are not run from a link or a package of the change', async () => {
    const target = {'tenure.yaml': LISTED, 'p.js': rule("require('lodash')")}
    const cwd = await change(target, {'node_modules/lodash/index.js': 'process.exit(0)\n'})
    expect(await check(cwd)).toMatchObject({code: 2, err: expect.stringContaining('`lodash`')})

    const linked = folder({'openapi.yaml': SPEC, 'tenure.yaml': LISTED, 'real.js': rule()})
    symlinkSync('real.js', join(linked, 'p.js'))
    await git(linked, 'init', '-q', '-b', 'main')
    await commit(linked)
    await git(linked, 'checkout', '-q', '-b', 'work')
    write(linked, {'openapi.yaml': PING})
    await commit(linked)
    expect(await check(linked)).toMatchObject({code: 2, err: expect.stringContaining("`p.js` isn't a plugin.")})
  })

  it('run in a sparse checkout, and where the working tree has lost them', async () => {
    const cwd = await change({'tenure.yaml': `${CONFIG}plugins: [./rules/p.js]\n`, 'rules/p.js': rule()})
    await git(cwd, 'sparse-checkout', 'set', '--no-cone', '/*', '!/rules/')
    expect(existsSync(join(cwd, 'rules'))).toBe(false)
    expect(await check(cwd)).toMatchObject({code: 1, out: expect.stringContaining('Own word')})
  })
})

describe.concurrent('a plugin that ends the process', () => {
  it.each([
    ['process.exit', 'process.exit(0)'],
    ['process.reallyExit', 'process.reallyExit(0)'],
    ['process.kill', "process.kill(process.pid, 'SIGKILL')"],
    ['process.abort', 'process.abort()'],
    ['an exit code and an exit', 'process.exitCode = 0; process.exit()'],
    ['what is found by another name', "require('node:process').exit(0)"]
  ])('%s, as it is loaded and as it checks', async (_, code) => {
    for (const text of [rule(code), rule('', code)]) {
      const ran = await check(await change({'tenure.yaml': LISTED, 'p.js': text}))
      expect(ran, text).toMatchObject({code: 2, out: ''})
      expect(ran.err).toContain('Plugin `p.js` ended the process before its verdict')
    }
  })

  it.each([
    ['an error later', "queueMicrotask(() => { throw new Error('too late') })", /before its verdict \(too late\)/],
    ['a rejection', "Promise.reject(new Error('no library'))", /before its verdict \(no library\)/],
    ['a rejected import', "import('lodash')", /imports `lodash`/]
  ])('%s is never a pass', async (_, code, said) => {
    const {code: exit, err} = await check(await change({'tenure.yaml': LISTED, 'p.js': rule(`${code};`)}))
    expect(exit).toBe(2)
    expect(err).toMatch(said)
    expect(err).not.toMatch(/^\s+at /m)
  })

  it.each([
    ['a timer that never ends', 'setInterval(() => undefined, 1000)'],
    ['a code that is set at the end', "process.on('exit', () => { process.exitCode = 0; process.reallyExit(0) })"],
    ['an end that does nothing', 'process.exit = () => undefined; process.reallyExit = () => undefined']
  ])('%s changes nothing of the verdict', async (_, code) => {
    const ran = await check(await change({'tenure.yaml': LISTED, 'p.js': rule(code)}))
    expect(ran).toMatchObject({code: 1, err: '', out: expect.stringContaining('Own word')})
  })

  it('leaves no folder where the command is killed', async () => {
    const temporary = folder()
    const cwd = await change({
      'tenure.yaml': LISTED,
      'p.js': rule("require('node:fs').writeFileSync(process.env.TMPDIR + '/ready', ''); for (;;) {}")
    })
    const child = spawn(process.execPath, [join(REPOSITORY, 'dist', 'cli.cjs'), 'check', '--base', 'main'], {
      cwd,
      env: {...process.env, TMPDIR: temporary, TENURE_CACHE: 'off'}
    })
    const ended = new Promise(resolve => child.on('exit', resolve))
    await expect.poll(() => existsSync(join(temporary, 'ready')) || child.exitCode !== null).toBe(true)
    expect(leftIn(temporary)).toHaveLength(1)
    child.kill('SIGTERM')
    expect(await ended).toBe(2)
    expect(leftIn(temporary)).toEqual([])
  })
})

describe.concurrent('what a plugin imports', () => {
  it.each([
    ['a package, statically', "import x from 'lodash'\nexport default x\n", 'lodash'],
    ['a package, dynamically', "void import('lodash')\n", 'lodash'],
    ['a package with `require`', "require('lodash')\n", 'lodash'],
    ['a package that it can do without', "try { require('lodash') } catch {}\n", 'lodash'],
    ['a file out of the tree', "require('../../../../../etc/passwd')\n", '../../../../../etc/passwd'],
    ['a package by its path', "require('./node_modules/x/index.js')\n", './node_modules/x/index.js'],
    ['a file that is not there', "require('./nowhere.js')\n", './nowhere.js'],
    ['an absolute path', "require('/etc/passwd')\n", '/etc/passwd'],
    ['an address of the web', "import 'https://example.org/x.js'\n", 'https://example.org/x.js'],
    ['code in an address', "import 'data:text/javascript,export default 1'\n", 'data:text/javascript,export default 1'],
    ['a file by an address', "import 'file:///etc/passwd'\n", 'file:///etc/passwd'],
    ['another `require`', "require('node:module').createRequire(__filename)('lodash')\n", 'lodash'],
    ['a package from evaluated code', "const name = 'lodash'; eval('import(name)')\n", 'lodash'],
    ['a package from a made function', "new Function('name', 'return import(name)')('lodash')\n", 'lodash'],
    [
      '`require` of an ES module',
      "import {createRequire} from 'module'\ncreateRequire(import.meta.url)('lodash')\nexport {}\n",
      'lodash'
    ],
    ['a name that each object has', "require('constructor')\n", 'constructor'],
    ['that of the process', "process.getBuiltinModule('module').createRequire(__filename)('lodash')\n", 'lodash']
  ])('%s is refused by name', async (_, text, name) => {
    const cwd = await change({
      'tenure.yaml': LISTED,
      'p.js': `${text}\n${/^(?:im|ex)port/.test(text) ? '' : rule()}`,
      'node_modules/x/index.js': ''
    })
    const ran = await check(cwd)
    expect(ran).toMatchObject({code: 2, out: ''})
    expect(ran.err).toMatch(/^p\.js:[12]:?/m)
    expect(ran.err).toContain(`Plugin \`p.js\` imports \`${name}\`, which `)
    expect(ran.err).toContain('Copy what is needed into a file next to the plugin.')
  })

  it('is refused where only `import` loads it', async () => {
    const files = {'tenure.yaml': LISTED, 'p.js': rule("require('./word.js')"), 'word.js': 'export {}\n'}
    const ran = await check(await change(files))
    expect(ran).toMatchObject({code: 2, out: ''})
    expect(ran.err).toContain('Plugin `p.js` imports `./word.js`, which is an ES module; only `import` loads those.')
  })

  it('may be the library itself and the modules of Node', async () => {
    const text = rule(
      "const {presets} = require('tenure'); const {join} = require('node:path'); join(presets()[0], 'x')"
    )
    const ran = await check(await change({'tenure.yaml': LISTED, 'p.js': text}))
    expect(ran).toMatchObject({code: 1, err: ''})
  })
})

describe.concurrent('commands that run no plugins', () => {
  const HISTORY =
    "format: 1\nservice: Loans\nreleases:\n  - release: '1.0'\n    date: 2024-01-10\n    changes:\n      - added: GET /v1/ping\n"
  const here = () =>
    folder({
      'openapi.yaml': SPEC,
      'history.yaml': HISTORY,
      'tenure.yaml': `${LISTED}rules: {own-word: warning}\n`,
      'p.js': rule("require('node:fs').writeFileSync('ran', '')")
    })

  it.each([
    ['audit'],
    ['when', 'GET /v1/ping'],
    ['due'],
    ['rules'],
    ['explain', 'name-reused'],
    ['changelog'],
    ['diff', 'openapi.yaml', 'openapi.yaml'],
    ['usages', 'src'],
    ['check', '--history', 'history.yaml', '--base', 'openapi.yaml']
  ])('%s', async (...args) => {
    const cwd = here()
    write(cwd, {'src/client.ts': "fetch('/v1/ping')\n"})
    const {code, err} = await tenure(args, {cwd})
    expect({code, err}, err).toEqual({code: 0, err: ''})
    expect(existsSync(join(cwd, 'ran'))).toBe(false)
  })

  it('say so where they judge, and run them when asked', async () => {
    for (const command of ['audit', 'check']) {
      const {out} = await tenure([command], {cwd: here()})
      expect(out.replaceAll(/\s+/g, ' '), command).toContain('Plugin `p.js` did not run. Add `--plugins` to run it.')
    }
    const cwd = here()
    const {code, out} = await tenure(['audit', '--plugins'], {cwd})
    expect({code, out}).toMatchObject({code: 0, out: expect.stringContaining('Own word of `GET /v1/ping`')})
    expect(existsSync(join(cwd, 'ran'))).toBe(true)
  })

  it('tell who asks for a rule of one how to see it', async () => {
    expect((await tenure(['explain', 'own-word'], {cwd: here()})).err).toContain('`--plugins`')
    expect((await tenure(['explain', 'own-word', '--plugins'], {cwd: here()})).code).toBe(0)
  })
})
