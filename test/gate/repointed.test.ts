import {describe, expect, it} from 'vitest'
import {tenure, write} from '../cli/run.ts'
import {check, DELETED, type Files, get, git, repositoryOf, spec, TODAY} from './scenario.ts'

// Changes that let a name, a search, or a merge point at another description than the target has.

const [LOANS, FEES] = [get('/v1/loans'), get('/v1/fees')]
const BOTH = spec(LOANS, FEES)
const OTHER = spec(get('/v9/readers'))
const TWO = 'format: 1\napis:\n  - {name: a, spec: a/openapi.yaml}\n  - {name: b, spec: b/openapi.yaml}\n'

const changeOf = (main: Files, branch: Files) => repositoryOf({main: [['2024-06-01', main]], branch: [[TODAY, branch]]})

/** Checks for people, because there can be a report for each API. */
const checkText = (cwd: string, ...args: readonly string[]) =>
  tenure(['check', '--as-of', TODAY, '--base', 'main', ...args], {cwd})

describe.concurrent('with `--api`, a change may not', () => {
  const main = {'tenure.yaml': TWO, 'a/openapi.yaml': BOTH, 'b/openapi.yaml': OTHER}

  it('let the name mean the other API, and delete the description', async () => {
    const config = TWO.replace('spec: a/', 'spec: b/')
    const cwd = await changeOf(main, {'a/openapi.yaml': DELETED, 'tenure.yaml': config})
    const {code, out} = await checkText(cwd, '--api', 'a')
    expect(code, out).toBe(1)
    expect(out).toContain('/v1/fees')
  })

  it('let it mean a new file, and leave the old one', async () => {
    const config = TWO.replace('a/openapi.yaml', 'a/two.yaml')
    const cwd = await changeOf(main, {'a/two.yaml': spec(LOANS), 'tenure.yaml': config})
    const {code, out} = await checkText(cwd, '--api', 'a')
    expect(code, out).toBe(1)
    expect(out).toContain('/v1/fees')
  })

  it.each(['json', 'sarif', 'junit', 'markdown'])(
    'and a report in the format %s says why there are two',
    async format => {
      const config = TWO.replace('a/openapi.yaml', 'a/two.yaml')
      const cwd = await changeOf(main, {'a/two.yaml': spec(LOANS), 'tenure.yaml': config})
      const {code, out, err} = await checkText(cwd, '--api', 'a', '--format', format)
      const isWhole = format === 'markdown'
      expect(code, out).toBe(isWhole ? 1 : 2)
      if (isWhole) expect(out).toContain('/v1/fees')
      else
        expect(err).toMatch(
          /`--format \w+` works for one API, and `a\/openapi.yaml`, which the change no longer lists, is checked, too. Write to a file with `--format \w+=report/
        )
      const files = await checkText(cwd, '--api', 'a', '--format', `${format}=report.txt`)
      expect(files.code, files.err).toBe(1)
    }
  )

  it('but it may rename the file, or the other API', async () => {
    const config = TWO.replace('a/openapi.yaml', 'api/a.yaml').replace('name: b', 'name: c')
    const moved = {'a/openapi.yaml': DELETED, 'api/a.yaml': spec(LOANS, FEES, get('/v1/readers'))}
    const cwd = await changeOf(main, {...moved, 'tenure.yaml': config})
    const {code, out} = await checkText(cwd, '--api', 'a')
    expect(code, out).toBe(0)
  })
})

it('with `--history`, a change may not let the configuration name another description', async () => {
  const config = 'format: 1\nspec: openapi.yaml\n'
  const history = 'format: 1\nservice: Lending Library API\nreleases: []\n'
  const cwd = await changeOf(
    {'tenure.yaml': config, 'openapi.yaml': BOTH, 'history.yaml': history},
    {'tenure.yaml': config.replace('openapi', 'other'), 'other.yaml': OTHER}
  )
  const {code, out} = await checkText(cwd, '--history', 'history.yaml')
  expect(code, out).toBe(1)
})

describe.concurrent('without a configuration', () => {
  const main = {'openapi.yaml': BOTH, 'sub/openapi.yaml': OTHER}

  it.each<[string, Files]>([
    ['the description is deleted, and another one is found', {'openapi.yaml': DELETED}],
    [
      'the same, and the other one moves',
      {'openapi.yaml': DELETED, 'sub/openapi.yaml': DELETED, 'docs/openapi.yaml': OTHER}
    ]
  ])('%s', async (_, branch) => {
    const {code, out} = await checkText(await changeOf(main, branch))
    expect(code, out).toBe(1)
    expect(out).toContain('/v1/fees')
  })

  it('the description may move', async () => {
    const cwd = await changeOf({'openapi.yaml': BOTH}, {'openapi.yaml': DELETED, 'api/openapi.yaml': BOTH})
    const {code, out} = await check(cwd, ['--base', 'main'])
    expect(code, out).toBe(0)
  })
})

describe.concurrent('the base path', () => {
  const served = (base: string) => spec(get('/loans')).replace('paths:', `servers: [{url: ${base}}]\npaths:`)

  it('may not become that of a less stable version', async () => {
    const cwd = await changeOf({'openapi.yaml': served('/v1')}, {'openapi.yaml': served('/v1beta1')})
    const {code, out} = await check(cwd, ['--base', 'main'])
    expect(code, out).toBe(1)
    expect(out).toContain('endpoints are downgraded from `ga` to `beta`')
  })

  it('may become that of a more stable one', async () => {
    const cwd = await changeOf({'openapi.yaml': served('/v1beta1')}, {'openapi.yaml': served('/v1')})
    expect((await check(cwd, ['--base', 'main'])).code).toBe(0)
  })
})

/** Commits the files on the branch that is checked out. */
async function commit(cwd: string, files: Files): Promise<void> {
  write(cwd, files)
  await git(cwd, ['add', '--all'])
  await git(cwd, ['commit', '--quiet', '--message', 'x'])
}

/** Two lines that merged each other's commits, so that they have two merge bases. */
async function crossed(onMain: Files, onWork: Files, resolved: Files): Promise<string> {
  const cwd = await repositoryOf({main: [['2024-06-01', {'openapi.yaml': BOTH, 'other.txt': 'a'}]]})
  await git(cwd, ['checkout', '--quiet', '-b', 'work'])
  await commit(cwd, onWork)
  const work = (await git(cwd, ['rev-parse', 'HEAD'])).trim()
  await git(cwd, ['checkout', '--quiet', 'main'])
  await commit(cwd, onMain)
  const main = (await git(cwd, ['rev-parse', 'HEAD'])).trim()
  await git(cwd, ['merge', '--quiet', '--no-ff', '--strategy', 'ours', '--message', 'Merge', work])
  await commit(cwd, {...onWork, ...onMain})
  await git(cwd, ['checkout', '--quiet', 'work'])
  await git(cwd, ['merge', '--quiet', '--no-ff', '--strategy', 'ours', '--message', 'Merge', main])
  await commit(cwd, {...onMain, ...resolved})
  expect((await git(cwd, ['merge-base', '--all', 'main', 'work'])).trim().split('\n')).toHaveLength(2)
  return cwd
}

describe.concurrent('of several merge bases', () => {
  it('each shows what a merge loses', async () => {
    const cwd = await crossed(
      {'other.txt': 'b'},
      {'openapi.yaml': spec(LOANS, FEES, get('/v1/new'))},
      {'openapi.yaml': BOTH}
    )
    const {code, out} = await check(cwd, ['--base', 'main'])
    expect(code, out).toBe(1)
    expect(out).toContain('/v1/new')
    expect(out).toContain('because this change has several bases')
  })

  it('none shows what the target has removed itself', async () => {
    const less = {'openapi.yaml': spec(LOANS)}
    const cwd = await crossed(less, {'other.txt': 'b'}, {'more.txt': 'c'})
    const {code, out} = await check(cwd, ['--base', 'main'])
    expect(code, out).toBe(0)
  })
})

describe.concurrent('two changes are one attack:', () => {
  const marked = get('/v1/fees', 'deprecated: true, ')

  it('a description moves to the path of a deleted file, and takes its marks', async () => {
    const cwd = await repositoryOf({
      main: [
        ['2020-01-01', {'openapi.yaml': BOTH, 'doc/api.yaml': spec(LOANS, marked)}],
        ['2021-01-01', {'doc/api.yaml': DELETED}],
        ['2026-02-20', {'openapi.yaml': DELETED, 'doc/api.yaml': spec(LOANS, marked)}]
      ],
      branch: [[TODAY, {'doc/api.yaml': spec(LOANS)}]]
    })
    const {code, out} = await check(cwd, ['--base', 'main', '--spec', 'doc/api.yaml'])
    expect(code, out).toBe(1)
    expect(JSON.parse(out).findings[0].rule).toBe('notice-too-short')
  })

  it('a history with a usual name brings a policy of its own', async () => {
    const config = 'format: 1\nspec: openapi.yaml\npolicy: policy.yaml\n'
    const weak =
      'format: 1\nname: w\nstabilities: [ga]\ndefaultStability: ga\nguarantees: {ga: {notice: none, breaking: allowed}}\n'
    const history = 'format: 1\nservice: Lending Library API\npolicy: weak.yaml\nreleases: []\n'
    const strong = 'format: 1\nname: p\nextends: thirteen-months\n'
    const cwd = await repositoryOf({
      main: [
        ['2024-06-01', {'openapi.yaml': BOTH, 'tenure.yaml': config, 'policy.yaml': strong}],
        ['2026-02-20', {'history.yaml': history, 'weak.yaml': weak}]
      ],
      branch: [[TODAY, {'openapi.yaml': spec(LOANS)}]]
    })
    const {code, out} = await check(cwd, ['--base', 'main'])
    expect(code, out).toBe(1)
  })
})

it('a policy that a file names is no pipe', async () => {
  const config = 'format: 1\nspec: openapi.yaml\npolicy: /dev/stdin\n'
  const cwd = await changeOf({'openapi.yaml': BOTH}, {'tenure.yaml': config})
  const {code, err} = await tenure(['check', '--base', 'main'], {cwd, stdin: 'format: 1\nname: p\nextends: twelve\n'})
  expect(code).toBe(2)
  expect(err).toContain('is a pipe, not a file')
})
