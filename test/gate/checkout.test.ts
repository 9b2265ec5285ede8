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

/** A repository whose branch adds these files, checked out again so that their git attributes apply. */
async function checkedOut(branch: Files, main: Files = MAIN, settings: readonly string[] = []): Promise<string> {
  const cwd = await repositoryOf({main: [['2024-06-01', main]], branch: [[TODAY, {'notes.txt': 'x\n', ...branch}]]})
  for (const [at, name] of settings.entries())
    if (at % 2 === 0) await git(cwd, ['config', name, settings[at + 1] ?? ''])
  for (const path of Object.keys({...main, ...branch}))
    if (!path.startsWith('.git')) rmSync(join(cwd, path), {force: true})
  await git(cwd, ['checkout', '--quiet', '--', '.'])
  return cwd
}

/** The exit code of `check`, why it refused to run, and its remarks about files on disk. */
async function summarize(cwd: string, args: readonly string[] = ['--base', 'main'], env = {}) {
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
// In UTF-7, a double quote becomes letters, so text that is quoted in the commit is an endpoint on disk.
const QUOTED = `${PLAIN.replace('  /v1/fees', '  x-a: "\n  /v1/fees')}  x-b: "\n`

describe.concurrent('check refuses a file that git converts:', () => {
  const parts = (text: string) => ({
    'openapi.yaml': `${spec(get('/v1/loans'))}  /v1/fees: {$ref: fees.yaml}\n`,
    'fees.yaml': text
  })
  const fees = 'get: {responses: {"200": {description: OK}}}\n'
  it.each([
    [
      'a description with `working-tree-encoding`',
      'openapi.yaml',
      {'openapi.yaml': QUOTED, '.gitattributes': '*.yaml working-tree-encoding=UTF-7\n'},
      MAIN
    ],
    [
      'a description with the attribute `ident`',
      'openapi.yaml',
      {'openapi.yaml': `# $Id$\n${BOTH}`, '.gitattributes': 'openapi.yaml ident\n'},
      MAIN
    ],
    [
      'a description whose `ident` keyword has other text',
      'openapi.yaml',
      {'openapi.yaml': `# $Id: other $\n${BOTH}`, '.gitattributes': 'openapi.yaml ident\n'},
      MAIN
    ],
    [
      'a file that the description references',
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
    const {code, refused} = await summarize(cwd)
    expect(code).toBe(2)
    expect(refused).toContain(
      `\`${file}\` isn't the text that the commit has, because attributes of git convert it (\``
    )
    // An old modification time makes git compare the content.
    await run('touch', ['-d', '2020-01-01', file], {cwd})
    expect((await summarize(cwd)).refused).toBe(refused)
  })

  it('a description that a filter program writes', async () => {
    const attributes = {'.gitattributes': 'openapi.yaml filter=more\n'}
    const more = `sed 's|^paths:|&\\n  ${get('/v1/fees')}|'`
    const branch = {'openapi.yaml': spec(get('/v1/loans')), ...attributes}
    const cwd = await checkedOut(branch, MAIN, ['filter.more.smudge', more, 'filter.more.clean', `sed '/fees/d'`])
    expect(await summarize(cwd)).toMatchObject({code: 2, refused: expect.stringContaining('`filter=more`')})
  })

  it('a committed file in node_modules that the description references', async () => {
    const fees = 'get: {responses: {"200": {description: OK}}}\n'
    const whole = `${spec(get('/v1/loans'))}  /v1/fees: {$ref: node_modules/fees/fees.yaml}\n`
    const cwd = await checkedOut(
      {'node_modules/fees/fees.yaml': `# $Id$\n${fees}`, '.gitattributes': '*.yaml ident\n'},
      {...MAIN, 'openapi.yaml': whole, 'node_modules/fees/fees.yaml': fees}
    )
    expect(await summarize(cwd)).toMatchObject({
      code: 2,
      refused: expect.stringContaining('`node_modules/fees/fees.yaml` isn')
    })
  })

  it('a description that was converted by an earlier checkout', async () => {
    const cwd = await checkedOut(
      {'openapi.yaml': QUOTED, '.gitattributes': '*.yaml working-tree-encoding=UTF-7\n'},
      {'openapi.yaml': PLAIN}
    )
    // Git doesn't compare the content of a file that is older than its index.
    await run('touch', ['-d', '2020-01-01', 'openapi.yaml'], {cwd})
    await git(cwd, ['update-index', '--refresh'])
    await git(cwd, ['rm', '--quiet', '.gitattributes'])
    await git(cwd, ['commit', '--quiet', '--message', 'No attributes'])
    const {code, refused} = await summarize(cwd)
    expect(code).toBe(2)
    expect(refused).toBe(
      "`openapi.yaml` isn't the text that the commit has, and git doesn't see a change. Delete it and check it out again."
    )
  })
})

describe.concurrent('a file is checked as it is on disk if', () => {
  it.each([
    ['git converts its line ends', {}, ['core.autocrlf', 'true']],
    ['an attribute sets its line ends', {'.gitattributes': '*.yaml text eol=crlf\n'}, []],
    [
      "an attribute sets an encoding that doesn't change it",
      {'.gitattributes': '*.yaml working-tree-encoding=ISO-8859-1\n'},
      []
    ],
    ["an attribute names a filter that isn't configured", {'.gitattributes': '*.yaml filter=none\n'}, []]
  ] as const)('%s', async (_, branch, settings) => {
    expect(await summarize(await checkedOut(branch, MAIN, settings))).toEqual({code: 0, refused: '', remarks: ''})
  })

  it.each([
    ['plain', {}, []],
    ['with converted line ends', {}, ['core.autocrlf', 'true']],
    ['with the attribute `ident`', {'openapi.yaml': BOTH, '.gitattributes': '*.yaml ident\n'}, []]
  ] as const)('it has uncommitted edits: %s', async (_, branch, settings) => {
    const cwd = await checkedOut(branch, MAIN, settings)
    writeFileSync(join(cwd, 'openapi.yaml'), spec(get('/v1/loans')))
    expect(await summarize(cwd)).toEqual({
      code: 1,
      refused: '',
      remarks: '`openapi.yaml` has uncommitted changes, and is checked as it is on disk.'
    })
  })

  it('git is set to ignore its changes', async () => {
    const cwd = await checkedOut({})
    await git(cwd, ['update-index', '--assume-unchanged', 'openapi.yaml'])
    writeFileSync(join(cwd, 'openapi.yaml'), spec(get('/v1/loans')))
    expect((await summarize(cwd)).code).toBe(1)
  })

  it('it is generated and not committed', async () => {
    const {'openapi.yaml': text, ...others} = MAIN
    const cwd = await checkedOut({'.gitignore': 'openapi.yaml\n'}, others)
    write(cwd, {'openapi.yaml': text, '../old.yaml': text})
    expect(await summarize(cwd, ['--base', '../old.yaml'])).toEqual({
      code: 0,
      refused: '',
      remarks: "`openapi.yaml` isn't committed, and is checked as it is on disk."
    })
  })

  it('it has uncommitted edits on the default branch, with a remark only in CI', async () => {
    const cwd = await repositoryOf({main: [['2024-06-01', MAIN]]})
    writeFileSync(join(cwd, 'openapi.yaml'), spec(get('/v1/loans')))
    expect(await summarize(cwd, [])).toEqual({code: 1, refused: '', remarks: ''})
    expect((await summarize(cwd, ['--base', 'HEAD'], {CI: 'true'})).remarks).toContain(
      '`openapi.yaml` has uncommitted changes'
    )
  })

  it('several files have uncommitted edits', async () => {
    const cwd = await checkedOut({})
    for (const path of ['openapi.yaml', 'history.yaml'])
      writeFileSync(join(cwd, path), `${MAIN[path as 'openapi.yaml']}# x\n`)
    expect((await summarize(cwd)).remarks).toBe(
      '`history.yaml` and `openapi.yaml` have uncommitted changes, and are checked as they are on disk.'
    )
  })
})
