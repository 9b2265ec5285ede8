import {existsSync, mkdirSync, renameSync, symlinkSync} from 'node:fs'
import {join} from 'node:path'
import {describe, expect, it} from 'vitest'
import {folder, tenure, tenureProcess, write} from '../cli/run.ts'
import {sample} from '../tier.ts'
import {type Files, get, git, history, repositoryOf, spec, TODAY} from './scenario.ts'

const WITH_FEES = spec(get('/v1/loans'), get('/v1/fees'))
const WITHOUT_FEES = spec(get('/v1/loans'))
const MAIN: Files = {
  'api/openapi.yaml': WITH_FEES,
  'api/history.yaml': history([['1.0', '2019-01-01', ['added: GET /v1/loans', 'added: GET /v1/fees']]]),
  'api/policy.yaml': 'format: 1\nname: p\nextends: thirteen-months\n',
  'api/tenure.yaml': 'format: 1\nspec: openapi.yaml\n',
  'tenure.yaml': 'format: 1\nspec: api/openapi.yaml\nhistory: api/history.yaml\npolicy: api/policy.yaml\n',
  'openapi.yaml': WITH_FEES
}

/** A git configuration whose programs create a file when git runs them. */
const settings = (marker: string): string =>
  `[core]\n\trepositoryformatversion = 0\n\tfsmonitor = "touch ${marker}; false"\n\tpager = "touch ${marker}"\n[diff]\n\texternal = "touch ${marker}; false"\n[filter "x"]\n\tclean = "touch ${marker}; cat"\n\tsmudge = "touch ${marker}; cat"\n`

/** A repository whose branch makes the folder `api` look like a git repository. */
async function withInner(make: (folder: string, marker: string) => unknown) {
  const cwd = await repositoryOf({main: [['2024-06-01', MAIN]], branch: [[TODAY, {'api/openapi.yaml': WITHOUT_FEES}]]})
  const marker = join(folder(), 'ran')
  await make(join(cwd, 'api'), marker)
  return {cwd, marker: marker}
}

const BARE: Readonly<Record<string, (folder: string, marker: string) => unknown>> = {
  'with a file HEAD': (at, marker) =>
    write(at, {HEAD: 'ref: refs/heads/main\n', 'objects/x': '', 'refs/heads/x': '', config: settings(marker)}),
  'with HEAD as a broken link': (at, marker) => {
    write(at, {'objects/x': '', 'refs/x': '', config: settings(marker)})
    symlinkSync('refs/heads/main', join(at, 'HEAD'))
  },
  'with links as its folders': (at, marker) => {
    write(at, {HEAD: 'ref: refs/heads/main\n', 'other/x': '', config: settings(marker)})
    for (const name of ['objects', 'refs']) symlinkSync('other', join(at, name))
  },
  'with its objects elsewhere': (at, marker) =>
    write(at, {HEAD: 'ref: refs/heads/main\n', commondir: '../.git\n', config: settings(marker)}),
  'that was left by a cache': async (at, marker) => {
    await git(at, ['init', '--quiet'])
    write(at, {'.git/config': settings(marker), '.gitattributes': '* filter=x diff=x\n'})
  },
  'that a .git file names': async (at, marker) => {
    await git(at, ['init', '--quiet', '--separate-git-dir', `${at}-git`])
    write(`${at}-git`, {config: settings(marker)})
  }
}

describe.concurrent('check exits 2 before git runs in a folder that looks like a repository:', () => {
  const cases = Object.entries(BARE)
  it.each(sample(cases))('%s, with the description in it', async (_, make) => {
    const {cwd, marker} = await withInner(make)
    const {code, err} = await tenure(['check', '--as-of', TODAY, '--base', 'main', '--spec', 'api/openapi.yaml'], {cwd})
    expect({code, marker: existsSync(marker)}).toEqual({code: 2, marker: false})
    expect(err).toContain('`api` is a git repository within the repository')
  })

  it.each(sample(cases))('%s, with the history and the policy in it', async (_, make) => {
    const {cwd, marker} = await withInner(make)
    write(cwd, {'tenure.yaml': (MAIN['tenure.yaml'] ?? '').replace('api/openapi.yaml', 'openapi.yaml')})
    const {code, err} = await tenure(['check', '--as-of', TODAY, '--base', 'main'], {cwd})
    expect({code, marker: existsSync(marker)}).toEqual({code: 2, marker: false})
    expect(err).toContain('`api` is a git repository within the repository')
  })

  it.each(sample(cases))('%s, with the configuration in it', async (_, make) => {
    const {cwd, marker} = await withInner(make)
    const {code, err} = await tenure(['check', '--as-of', TODAY, '--base', 'main', '--config', 'api/tenure.yaml'], {
      cwd
    })
    expect({code, marker: existsSync(marker)}).toEqual({code: 2, marker: false})
    expect(err).toContain('`api` is a git repository within the repository')
  })

  it.each(sample(cases.filter(([name]) => !name.startsWith('that '))))('%s, as the working folder', async (_, make) => {
    const {cwd, marker} = await withInner(make)
    const {code, err} = await tenure(['check', '--as-of', TODAY, '--base', 'main'], {cwd: join(cwd, 'api')})
    expect({code, marker: existsSync(marker)}).toEqual({code: 2, marker: false})
    expect(err).toContain('`.` is a git repository within the repository')
  })
})

describe.concurrent('if the folder with the history of the target looks like a repository', () => {
  const historyText = (more: string): string =>
    history([['1.0', '2019-01-01', ['added: GET /v1/loans', 'added: GET /v1/fees']]]) + more
  const announced = `  - on: 2020-05-05\n    changes: [{deprecated: GET /v1/fees, sunset: 2022-01-01, replacement: none, note: x}]\n`
  const config = (path: string): string => `format: 1\nspec: openapi.yaml\nhistory: ${path}\n`
  it.each([['it', () => undefined], ...Object.entries(BARE)])(
    '%s, announcements in it still start when they were merged',
    async (_, make) => {
      const cwd = await repositoryOf({
        main: [
          [
            '2020-01-01',
            {'openapi.yaml': WITH_FEES, 'tenure.yaml': config('api/history.yaml'), 'api/history.yaml': historyText('')}
          ],
          // An announcement that is added after the adoption starts when it is merged.
          ['2026-02-01', {'api/history.yaml': historyText(announced)}]
        ],
        branch: [
          [
            TODAY,
            {
              'openapi.yaml': WITHOUT_FEES,
              'tenure.yaml': config('history.yaml'),
              'history.yaml': historyText(announced)
            }
          ]
        ]
      })
      const marker = join(folder(), 'ran')
      await make(join(cwd, 'api'), marker)
      const {code, out} = await tenure(['check', '--as-of', TODAY, '--base', 'main'], {cwd})
      expect({code, marker: existsSync(marker)}, out).toEqual({code: 1, marker: false})
    }
  )
})

describe.concurrent('the working folder', () => {
  const check = (cwd: string, PWD: string) =>
    tenureProcess(['check', '--as-of', TODAY, '--base', 'main'], {cwd, env: {PWD}})

  it('is rejected if the change replaced it with a symbolic link', async () => {
    const {cwd} = await withInner(at => {
      renameSync(at, `${at}-old`)
      write(`${at}-copy`, {'tenure.yaml': MAIN['api/tenure.yaml'] ?? '', 'openapi.yaml': WITH_FEES})
      symlinkSync('api-copy', at)
    })
    const {code, err} = await check(join(cwd, 'api-copy'), join(cwd, 'api'))
    expect(code).toBe(2)
    expect(err).toMatch(/^\.: `api` is a folder in main \([\da-f]{7}\) and a symbolic link now/)
  })

  it('can be reached by a link to the repository or by a link in the target', async () => {
    const {cwd} = await withInner(() => undefined)
    const elsewhere = folder()
    symlinkSync(cwd, join(elsewhere, 'lending'))
    expect((await check(join(cwd, 'api'), join(elsewhere, 'lending/api'))).code).toBe(1)
    await git(cwd, ['checkout', '--quiet', 'main'])
    mkdirSync(join(cwd, 'services'))
    symlinkSync('../api', join(cwd, 'services/api'))
    await git(cwd, ['add', '--all'])
    await git(cwd, ['commit', '--quiet', '--message', 'A link'])
    await git(cwd, ['checkout', '--quiet', '-b', 'more'])
    write(cwd, {'api/openapi.yaml': WITHOUT_FEES})
    expect((await check(join(cwd, 'api'), join(cwd, 'services/api'))).code).toBe(1)
  })
})
