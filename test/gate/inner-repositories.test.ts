import {existsSync, mkdirSync, renameSync, symlinkSync} from 'node:fs'
import {join} from 'node:path'
import {describe, expect, it} from 'vitest'
import {folder, tenure, tenureProcess, write} from '../cli/run.ts'
import {type Files, get, git, history, repositoryOf, spec, TODAY} from './scenario.ts'

const BOTH = spec(get('/v1/loans'), get('/v1/fees'))
const LESS = spec(get('/v1/loans'))
const MAIN: Files = {
  'api/openapi.yaml': BOTH,
  'api/history.yaml': history([['1.0', '2019-01-01', ['added: GET /v1/loans', 'added: GET /v1/fees']]]),
  'api/policy.yaml': 'format: 1\nname: p\nextends: thirteen-months\n',
  'api/tenure.yaml': 'format: 1\nspec: openapi.yaml\n',
  'tenure.yaml': 'format: 1\nspec: api/openapi.yaml\nhistory: api/history.yaml\npolicy: api/policy.yaml\n',
  'openapi.yaml': BOTH
}

/** Settings that name a program for everything that git can be asked. */
const settings = (ran: string): string =>
  `[core]\n\trepositoryformatversion = 0\n\tfsmonitor = "touch ${ran}; false"\n\tpager = "touch ${ran}"\n[diff]\n\texternal = "touch ${ran}; false"\n[filter "x"]\n\tclean = "touch ${ran}; cat"\n\tsmudge = "touch ${ran}; cat"\n`

/** A repository whose branch makes the folder `api` look like another one. */
async function withInner(make: (folder: string, ran: string) => unknown) {
  const cwd = await repositoryOf({main: [['2024-06-01', MAIN]], branch: [[TODAY, {'api/openapi.yaml': LESS}]]})
  const ran = join(folder(), 'ran')
  await make(join(cwd, 'api'), ran)
  return {cwd, ran}
}

const BARE: Readonly<Record<string, (folder: string, ran: string) => unknown>> = {
  'with HEAD': (at, ran) =>
    write(at, {HEAD: 'ref: refs/heads/main\n', 'objects/x': '', 'refs/heads/x': '', config: settings(ran)}),
  'with HEAD as a link that leads nowhere': (at, ran) => {
    write(at, {'objects/x': '', 'refs/x': '', config: settings(ran)})
    symlinkSync('refs/heads/main', join(at, 'HEAD'))
  },
  'with links to its folders': (at, ran) => {
    write(at, {HEAD: 'ref: refs/heads/main\n', 'other/x': '', config: settings(ran)})
    for (const name of ['objects', 'refs']) symlinkSync('other', join(at, name))
  },
  'whose objects are elsewhere': (at, ran) =>
    write(at, {HEAD: 'ref: refs/heads/main\n', commondir: '../.git\n', config: settings(ran)}),
  'that a cache left': async (at, ran) => {
    await git(at, ['init', '--quiet'])
    write(at, {'.git/config': settings(ran), '.gitattributes': '* filter=x diff=x\n'})
  },
  'that a file names': async (at, ran) => {
    await git(at, ['init', '--quiet', '--separate-git-dir', `${at}-git`])
    write(`${at}-git`, {config: settings(ran)})
  }
}

describe.concurrent('a folder that looks like a repository is refused before git runs in it', () => {
  const cases = Object.entries(BARE)
  it.each(cases)('%s, around the description', async (_, make) => {
    const {cwd, ran} = await withInner(make)
    const {code, err} = await tenure(['check', '--as-of', TODAY, '--base', 'main', '--spec', 'api/openapi.yaml'], {cwd})
    expect({code, ran: existsSync(ran)}).toEqual({code: 2, ran: false})
    expect(err).toContain('`api` is a git repository within the repository')
  })

  it.each(cases)('%s, around the history and the policy', async (_, make) => {
    const {cwd, ran} = await withInner(make)
    write(cwd, {'tenure.yaml': (MAIN['tenure.yaml'] ?? '').replace('api/openapi.yaml', 'openapi.yaml')})
    const {code, err} = await tenure(['check', '--as-of', TODAY, '--base', 'main'], {cwd})
    expect({code, ran: existsSync(ran)}).toEqual({code: 2, ran: false})
    expect(err).toContain('`api` is a git repository within the repository')
  })

  it.each(cases)('%s, around the configuration', async (_, make) => {
    const {cwd, ran} = await withInner(make)
    const {code, err} = await tenure(['check', '--as-of', TODAY, '--base', 'main', '--config', 'api/tenure.yaml'], {
      cwd
    })
    expect({code, ran: existsSync(ran)}).toEqual({code: 2, ran: false})
    expect(err).toContain('`api` is a git repository within the repository')
  })

  it.each(cases.filter(([name]) => !name.startsWith('that ')))('%s, as the working directory', async (_, make) => {
    const {cwd, ran} = await withInner(make)
    const {code, err} = await tenure(['check', '--as-of', TODAY, '--base', 'main'], {cwd: join(cwd, 'api')})
    expect({code, ran: existsSync(ran)}).toEqual({code: 2, ran: false})
    expect(err).toContain('`.` is a git repository within the repository')
  })
})

describe.concurrent('the folder of the history of the target looks like a repository', () => {
  const past = (more: string): string =>
    history([['1.0', '2019-01-01', ['added: GET /v1/loans', 'added: GET /v1/fees']]], 'adopted: 2020-01-01\n') + more
  const announced = `  - on: 2020-05-05\n    changes: [{deprecated: GET /v1/fees, sunset: 2022-01-01, replacement: none, note: x}]\n`
  const config = (path: string): string => `format: 1\nspec: openapi.yaml\nhistory: ${path}\n`
  it.each([['as it was', () => undefined], ...Object.entries(BARE)])(
    '%s, and the days of its lines still count',
    async (_, make) => {
      const cwd = await repositoryOf({
        main: [
          [
            '2020-01-01',
            {'openapi.yaml': BOTH, 'tenure.yaml': config('api/history.yaml'), 'api/history.yaml': past('')}
          ],
          // An announcement that came after the adoption counts from the day on which it came.
          ['2026-02-01', {'api/history.yaml': past(announced)}]
        ],
        branch: [
          [TODAY, {'openapi.yaml': LESS, 'tenure.yaml': config('history.yaml'), 'history.yaml': past(announced)}]
        ]
      })
      const ran = join(folder(), 'ran')
      await make(join(cwd, 'api'), ran)
      const {code, out} = await tenure(['check', '--as-of', TODAY, '--base', 'main'], {cwd})
      expect({code, ran: existsSync(ran)}, out).toEqual({code: 1, ran: false})
    }
  )
})

describe.concurrent('the working directory', () => {
  const check = (cwd: string, PWD: string) =>
    tenureProcess(['check', '--as-of', TODAY, '--base', 'main'], {cwd, env: {PWD}})

  it('is refused if a link leads to another one', async () => {
    const {cwd} = await withInner(at => {
      renameSync(at, `${at}-old`)
      write(`${at}-copy`, {'tenure.yaml': MAIN['api/tenure.yaml'] ?? '', 'openapi.yaml': BOTH})
      symlinkSync('api-copy', at)
    })
    const {code, err} = await check(join(cwd, 'api-copy'), join(cwd, 'api'))
    expect(code).toBe(2)
    expect(err).toMatch(/^\.: `api` is a folder in main \([\da-f]{7}\) and a symbolic link now/)
  })

  it('can be reached by a link to the repository, or by one that the target has', async () => {
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
    write(cwd, {'api/openapi.yaml': LESS})
    expect((await check(join(cwd, 'api'), join(cwd, 'services/api'))).code).toBe(1)
  })
})
