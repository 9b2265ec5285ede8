import {rmSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import {describe, expect, it} from 'vitest'
import {run, write} from '../cli/run.ts'
import {check, type Files, get, git, history, repositoryOf, spec, TODAY} from './scenario.ts'

const BOTH = spec(get('/v1/loans'), get('/v1/fees'))
const MAIN = {
  'openapi.yaml': BOTH,
  'tenure.yaml': 'format: 1\nspec: openapi.yaml\npolicy: policy.yaml\nhistory: history.yaml\n',
  'policy.yaml': 'format: 1\nname: p\nextends: thirteen-months\n',
  'history.yaml': history([['1.0', '2019-01-01', ['added: GET /v1/loans', 'added: GET /v1/fees']]])
}

/** A repository whose branch brings these files, checked out again with the attributes that they name. */
async function checkedOut(branch: Files, main: Files = MAIN, settings: readonly string[] = []): Promise<string> {
  const cwd = await repositoryOf({main: [['2024-06-01', main]], branch: [[TODAY, {'notes.txt': 'x\n', ...branch}]]})
  for (const [at, name] of settings.entries())
    if (at % 2 === 0) await git(cwd, ['config', name, settings[at + 1] ?? ''])
  for (const path of Object.keys({...main, ...branch}))
    if (!path.startsWith('.git')) rmSync(join(cwd, path), {force: true})
  await git(cwd, ['checkout', '--quiet', '--', '.'])
  return cwd
}

/** What the gate says: the exit code, why it refused, and its remarks. */
async function say(cwd: string, args: readonly string[] = ['--base', 'main'], env = {}) {
  const {code, out} = await check(cwd, args, TODAY, env)
  const {notChecked = [], remarks = []} = JSON.parse(out) as {notChecked?: {message: string}[]; remarks?: string[]}
  return {
    code,
    refused: notChecked.map(({message}) => message).join('\n'),
    remarks: remarks.filter(each => each.includes('on disk')).join('\n')
  }
}

const plain = (path: string): string =>
  `  ${path}:\n    get:\n      responses:\n        '200':\n          description: OK\n`
const PLAIN = `openapi: 3.0.3\ninfo:\n  title: Library\n  version: '1'\npaths:\n${plain('/v1/loans')}${plain('/v1/fees')}`
// In UTF-7, a double quote becomes letters, so what the commit quotes is an endpoint on disk.
const QUOTED = `${PLAIN.replace('  /v1/fees', '  x-a: "\n  /v1/fees')}  x-b: "\n`

describe.concurrent('a file that git converts is refused', () => {
  const parts = (text: string) => ({
    'openapi.yaml': `${spec(get('/v1/loans'))}  /v1/fees: {$ref: fees.yaml}\n`,
    'fees.yaml': text
  })
  const fees = 'get: {responses: {"200": {description: OK}}}\n'
  it.each([
    [
      'a description in another encoding',
      'openapi.yaml',
      {'openapi.yaml': QUOTED, '.gitattributes': '*.yaml working-tree-encoding=UTF-7\n'},
      MAIN
    ],
    [
      'a description with an id',
      'openapi.yaml',
      {'openapi.yaml': `# $Id$\n${BOTH}`, '.gitattributes': 'openapi.yaml ident\n'},
      MAIN
    ],
    [
      'an id that replaces a text',
      'openapi.yaml',
      {'openapi.yaml': `# $Id: other $\n${BOTH}`, '.gitattributes': 'openapi.yaml ident\n'},
      MAIN
    ],
    [
      'a part of the description',
      'fees.yaml',
      {...parts(`# "${fees}`), '.gitattributes': 'fees.yaml working-tree-encoding=UTF-7\n'},
      {...MAIN, ...parts(fees)}
    ],
    [
      'the configuration',
      'tenure.yaml',
      {'tenure.yaml': `# $Id$\n${MAIN['tenure.yaml']}`, '.gitattributes': 'tenure.yaml ident\n'},
      MAIN
    ],
    [
      'the policy',
      'policy.yaml',
      {'policy.yaml': `# $Id$\n${MAIN['policy.yaml']}`, '.gitattributes': '*.yaml ident\n'},
      MAIN
    ],
    [
      'the history',
      'history.yaml',
      {'history.yaml': `# $Id$\n${MAIN['history.yaml']}`, '.gitattributes': '* ident\n'},
      MAIN
    ]
  ] as const)('%s', async (_, file, branch, main) => {
    const cwd = await checkedOut(branch, main)
    const {code, refused} = await say(cwd)
    expect(code).toBe(2)
    expect(refused).toContain(
      `\`${file}\` isn't the text that the commit has, because attributes of git convert it (\``
    )
    // The same where git looks at the content, because the time of the file is another.
    await run('touch', ['-d', '2020-01-01', file], {cwd})
    expect((await say(cwd)).refused).toBe(refused)
  })

  it('a program of the machine writes it', async () => {
    const attributes = {'.gitattributes': 'openapi.yaml filter=more\n'}
    const more = `sed 's|^paths:|&\\n  ${get('/v1/fees')}|'`
    const branch = {'openapi.yaml': spec(get('/v1/loans')), ...attributes}
    const cwd = await checkedOut(branch, MAIN, ['filter.more.smudge', more, 'filter.more.clean', `sed '/fees/d'`])
    expect(await say(cwd)).toMatchObject({code: 2, refused: expect.stringContaining('`filter=more`')})
  })

  it('a committed part is in a folder of packages', async () => {
    const fees = 'get: {responses: {"200": {description: OK}}}\n'
    const whole = `${spec(get('/v1/loans'))}  /v1/fees: {$ref: node_modules/fees/fees.yaml}\n`
    const cwd = await checkedOut(
      {'node_modules/fees/fees.yaml': `# $Id$\n${fees}`, '.gitattributes': '*.yaml ident\n'},
      {...MAIN, 'openapi.yaml': whole, 'node_modules/fees/fees.yaml': fees}
    )
    expect(await say(cwd)).toMatchObject({
      code: 2,
      refused: expect.stringContaining('`node_modules/fees/fees.yaml` isn')
    })
  })

  it('an earlier checkout left it', async () => {
    const cwd = await checkedOut(
      {'openapi.yaml': QUOTED, '.gitattributes': '*.yaml working-tree-encoding=UTF-7\n'},
      {'openapi.yaml': PLAIN}
    )
    // Git looks at the content of a file that is as young as its index.
    await run('touch', ['-d', '2020-01-01', 'openapi.yaml'], {cwd})
    await git(cwd, ['update-index', '--refresh'])
    await git(cwd, ['rm', '--quiet', '.gitattributes'])
    await git(cwd, ['commit', '--quiet', '--message', 'No attributes'])
    const {code, refused} = await say(cwd)
    expect(code).toBe(2)
    expect(refused).toBe(
      "`openapi.yaml` isn't the text that the commit has, and git doesn't see a change. Delete it and check it out again."
    )
  })
})

describe.concurrent('a file is checked as it is on disk, though', () => {
  it.each([
    ['its lines end otherwise', {}, ['core.autocrlf', 'true']],
    ['an attribute names its line ends', {'.gitattributes': '*.yaml text eol=crlf\n'}, []],
    ['its encoding is named', {'.gitattributes': '*.yaml working-tree-encoding=ISO-8859-1\n'}, []],
    ['a filter is named that nobody has', {'.gitattributes': '*.yaml filter=none\n'}, []]
  ] as const)('%s', async (_, branch, settings) => {
    expect(await say(await checkedOut(branch, MAIN, settings))).toEqual({code: 0, refused: '', remarks: ''})
  })

  it.each([
    ['edited', {}, []],
    ['edited, with other line ends', {}, ['core.autocrlf', 'true']],
    ['edited, with an id', {'openapi.yaml': BOTH, '.gitattributes': '*.yaml ident\n'}, []]
  ] as const)('it is %s', async (_, branch, settings) => {
    const cwd = await checkedOut(branch, MAIN, settings)
    writeFileSync(join(cwd, 'openapi.yaml'), spec(get('/v1/loans')))
    expect(await say(cwd)).toEqual({
      code: 1,
      refused: '',
      remarks: '`openapi.yaml` has uncommitted changes, and is checked as it is on disk.'
    })
  })

  it('git is told not to look', async () => {
    const cwd = await checkedOut({})
    await git(cwd, ['update-index', '--assume-unchanged', 'openapi.yaml'])
    writeFileSync(join(cwd, 'openapi.yaml'), spec(get('/v1/loans')))
    expect((await say(cwd)).code).toBe(1)
  })

  it('it was made in CI', async () => {
    const {'openapi.yaml': text, ...rest} = MAIN
    const cwd = await checkedOut({'.gitignore': 'openapi.yaml\n'}, rest)
    write(cwd, {'openapi.yaml': text, '../old.yaml': text})
    expect(await say(cwd, ['--base', '../old.yaml'])).toEqual({
      code: 0,
      refused: '',
      remarks: "`openapi.yaml` isn't committed, and is checked as it is on disk."
    })
  })

  it('it is edited on the default branch, and only CI says so, because it is the change', async () => {
    const cwd = await repositoryOf({main: [['2024-06-01', MAIN]]})
    writeFileSync(join(cwd, 'openapi.yaml'), spec(get('/v1/loans')))
    expect(await say(cwd, [])).toEqual({code: 1, refused: '', remarks: ''})
    expect((await say(cwd, ['--base', 'HEAD'], {CI: 'true'})).remarks).toContain(
      '`openapi.yaml` has uncommitted changes'
    )
  })

  it('several files are edited', async () => {
    const cwd = await checkedOut({})
    for (const path of ['openapi.yaml', 'history.yaml'])
      writeFileSync(join(cwd, path), `${MAIN[path as 'openapi.yaml']}# x\n`)
    expect((await say(cwd)).remarks).toBe(
      '`history.yaml` and `openapi.yaml` have uncommitted changes, and are checked as they are on disk.'
    )
  })
})
