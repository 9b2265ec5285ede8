// Plugins of the target run in a separate process, and only from files of the target.

import {spawn} from 'node:child_process'
import {existsSync, readdirSync, rmSync, symlinkSync} from 'node:fs'
import {join} from 'node:path'
import process from 'node:process'
import {describe, expect, it} from 'vitest'
import {sample} from '../tier.ts'
import {type CommandResult, folder, REPOSITORY, run, tenureProcess as tenure, write} from './run.ts'

const SPEC = `openapi: 3.0.3
info: {title: Lending, version: '1.0'}
servers: [{url: https://api.example.org}]
paths:
  /v1/loans: {get: {responses: {'200': {description: ok}}}}
`
const PING = `${SPEC}  /v1/ping: {get: {responses: {'200': {description: ok}}}}\n`
const CONFIG = 'format: 1\nspec: openapi.yaml\n'

/** A rule that reports every event, with code before it and in its check. */
const rule = (setup = '', check = '', id = 'own-word', message = 'Own word') => `${setup}
module.exports = {
  id: '${id}', since: '1.0.0', level: 'error', watches: 'event', summary: 'S.', why: 'W.',
  messages: {own: '${message} of {subject}'},
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

/** A repository with a branch `main` and a branch `work` that adds `GET /v1/ping`. */
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

const pluginFoldersIn = (path: string): string[] => readdirSync(path).filter(name => name.startsWith('tenure-plugins-'))

describe.concurrent('the plugins of a change', () => {
  it('run from the files of the target and leave no temporary files', async () => {
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
    expect(pluginFoldersIn(temporary)).toEqual([])
  })

  it("aren't those that the change edits, adds, or deletes", async () => {
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
    const removed = await check(cwd)
    expect(removed).toMatchObject({code: 1, err: ''})
    expect(removed.out).toContain('Own word of `GET /v1/ping`')
  })

  it("aren't loaded from a symbolic link or a package of the change", async () => {
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

  it('run in a sparse checkout without their files', async () => {
    const cwd = await change({'tenure.yaml': `${CONFIG}plugins: [./rules/p.js]\n`, 'rules/p.js': rule()})
    await git(cwd, 'sparse-checkout', 'set', '--no-cone', '/*', '!/rules/')
    expect(existsSync(join(cwd, 'rules'))).toBe(false)
    expect(await check(cwd)).toMatchObject({code: 1, out: expect.stringContaining('Own word')})
  })
})

describe.concurrent('a plugin that exits', () => {
  it.each(
    sample([
      ['process.exit', 'process.exit(0)'],
      ['process.reallyExit', 'process.reallyExit(0)'],
      ['process.kill', "process.kill(process.pid, 'SIGKILL')"],
      ['process.abort', 'process.abort()'],
      ['an exit code and an exit', 'process.exitCode = 0; process.exit()'],
      ['another name for exit', "require('node:process').exit(0)"]
    ])
  )('%s makes `check` exit 2 when it loads and when it checks', async (_, code) => {
    for (const text of [rule(code), rule('', code)]) {
      const result = await check(await change({'tenure.yaml': LISTED, 'p.js': text}))
      expect(result, text).toMatchObject({code: 2, out: ''})
      expect(result.err).toContain('Plugin `p.js` ended the process before its verdict')
    }
  })

  it.each([
    [
      'an error thrown later',
      "queueMicrotask(() => { throw new Error('too late') })",
      /before its verdict \(too late\)/
    ],
    ['a rejection', "Promise.reject(new Error('no library'))", /before its verdict \(no library\)/],
    ['a rejected import', "import('lodash')", /imports `lodash`/]
  ])('%s makes `check` exit 2', async (_, code, message) => {
    const {code: exit, err} = await check(await change({'tenure.yaml': LISTED, 'p.js': rule(`${code};`)}))
    expect(exit).toBe(2)
    expect(err).toMatch(message)
    expect(err).not.toMatch(/^\s+at /m)
  })

  it.each([
    ['a timer without an end', 'setInterval(() => undefined, 1000)'],
    ['an exit code that is set at exit', "process.on('exit', () => { process.exitCode = 0; process.reallyExit(0) })"],
    ['an exit function that does nothing', 'process.exit = () => undefined; process.reallyExit = () => undefined']
  ])("%s doesn't change the verdict", async (_, code) => {
    const result = await check(await change({'tenure.yaml': LISTED, 'p.js': rule(code)}))
    expect(result).toMatchObject({code: 1, err: '', out: expect.stringContaining('Own word')})
  })

  it('leaves no temporary folder if the command is killed', async () => {
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
    expect(pluginFoldersIn(temporary)).toHaveLength(1)
    child.kill('SIGTERM')
    expect(await ended).toBe(2)
    expect(pluginFoldersIn(temporary)).toEqual([])
  })
})

describe.concurrent('the imports of a plugin', () => {
  it.each(
    sample([
      ['a package, statically', "import x from 'lodash'\nexport default x\n", 'lodash'],
      ['a package, dynamically', "void import('lodash')\n", 'lodash'],
      ['a package with `require`', "require('lodash')\n", 'lodash'],
      ['an optional package', "try { require('lodash') } catch {}\n", 'lodash'],
      ['a file outside of the repository', "require('../../../../../etc/passwd')\n", '../../../../../etc/passwd'],
      ['a package by its path', "require('./node_modules/x/index.js')\n", './node_modules/x/index.js'],
      ['a missing file', "require('./nowhere.js')\n", './nowhere.js'],
      ['an absolute path', "require('/etc/passwd')\n", '/etc/passwd'],
      ['a URL', "import 'https://example.org/x.js'\n", 'https://example.org/x.js'],
      [
        'code in a data URL',
        "import 'data:text/javascript,export default 1'\n",
        'data:text/javascript,export default 1'
      ],
      ['a file URL', "import 'file:///etc/passwd'\n", 'file:///etc/passwd'],
      ['another `require`', "require('node:module').createRequire(__filename)('lodash')\n", 'lodash'],
      ['a package from evaluated code', "const name = 'lodash'; eval('import(name)')\n", 'lodash'],
      ['a package from a constructed function', "new Function('name', 'return import(name)')('lodash')\n", 'lodash'],
      [
        '`require` of an ES module',
        "import {createRequire} from 'module'\ncreateRequire(import.meta.url)('lodash')\nexport {}\n",
        'lodash'
      ],
      ['a name of an object property', "require('constructor')\n", 'constructor'],
      ['`require` of the process', "process.getBuiltinModule('module').createRequire(__filename)('lodash')\n", 'lodash']
    ])
  )('%s makes `check` exit 2 and is named', async (_, text, name) => {
    const cwd = await change({
      'tenure.yaml': LISTED,
      'p.js': `${text}\n${/^(?:im|ex)port/.test(text) ? '' : rule()}`,
      'node_modules/x/index.js': ''
    })
    const result = await check(cwd)
    expect(result).toMatchObject({code: 2, out: ''})
    expect(result.err).toMatch(/^p\.js:[12]:?/m)
    expect(result.err).toContain(`Plugin \`p.js\` imports \`${name}\`, which `)
    expect(result.err).toContain('Copy what is needed into a file next to the plugin.')
  })

  it('makes `check` exit 2 for an ES module that is loaded with `require`', async () => {
    const files = {'tenure.yaml': LISTED, 'p.js': rule("require('./word.js')"), 'word.js': 'export {}\n'}
    const result = await check(await change(files))
    expect(result).toMatchObject({code: 2, out: ''})
    expect(result.err).toContain('Plugin `p.js` imports `./word.js`, which is an ES module; only `import` loads those.')
  })

  it('may be tenure itself and modules of Node.js', async () => {
    const text = rule(
      "const {exitCode} = require('tenure'); const {join} = require('node:path'); join(exitCode.name, 'x')"
    )
    const result = await check(await change({'tenure.yaml': LISTED, 'p.js': text}))
    expect(result).toMatchObject({code: 1, err: ''})
  })
})

describe.concurrent('without `--plugins`, no plugin runs in', () => {
  const HISTORY =
    "format: 1\nservice: Loans\nreleases:\n  - release: '1.0'\n    date: 2024-01-10\n    changes:\n      - added: GET /v1/ping\n"
  const createFolder = () =>
    folder({
      'openapi.yaml': SPEC,
      'history.yaml': HISTORY,
      'tenure.yaml': `${LISTED}rules: {own-word: warning}\n`,
      'p.js': rule("require('node:fs').writeFileSync('ran', '')")
    })

  it.each(
    sample([
      ['audit'],
      ['due', 'GET /v1/ping'],
      ['due'],
      ['explain'],
      ['explain', 'name-reused'],
      ['changelog'],
      ['diff', 'openapi.yaml', 'openapi.yaml'],
      ['usages', 'src'],
      ['check', '--history', 'history.yaml', '--base', 'openapi.yaml']
    ])
  )('%s', async (...args) => {
    const cwd = createFolder()
    write(cwd, {'src/client.ts': "fetch('/v1/ping')\n"})
    const {code, err} = await tenure(args, {cwd})
    expect({code, err}, err).toEqual({code: 0, err: ''})
    expect(existsSync(join(cwd, 'ran'))).toBe(false)
  })

  it("commands report plugins that didn't run, and run them with `--plugins`", async () => {
    for (const command of ['audit', 'check']) {
      const {out} = await tenure([command], {cwd: createFolder()})
      expect(out.replaceAll(/\s+/g, ' '), command).toContain('Plugin `p.js` did not run. Add `--plugins` to run it.')
    }
    const cwd = createFolder()
    const {code, out} = await tenure(['audit', '--plugins'], {cwd})
    expect({code, out}).toMatchObject({code: 0, out: expect.stringContaining('Own word of `GET /v1/ping`')})
    expect(existsSync(join(cwd, 'ran'))).toBe(true)
  })

  it('`explain` for the rule of a plugin asks for `--plugins`', async () => {
    expect((await tenure(['explain', 'own-word'], {cwd: createFolder()})).err).toContain('`--plugins`')
    expect((await tenure(['explain', 'own-word', '--plugins'], {cwd: createFolder()})).code).toBe(0)
  })
})
