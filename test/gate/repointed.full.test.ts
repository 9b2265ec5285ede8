import {describe, expect, it} from 'vitest'
import {tenure, write} from '../cli/run.ts'
import {sample} from '../tier.ts'
import {check, DELETED, type Files, get, git, repositoryOf, spec, TODAY} from './scenario.ts'

// Changes that make a name, a search, or a merge find another description than that of the target.

const [LOANS, FEES] = [get('/v1/loans'), get('/v1/fees')]
const WITH_FEES = spec(LOANS, FEES)
const OTHER = spec(get('/v9/readers'))
const TWO_APIS = 'format: 1\napis:\n  - {name: a, spec: a/openapi.yaml}\n  - {name: b, spec: b/openapi.yaml}\n'

const changeOf = (main: Files, branch: Files) => repositoryOf({main: [['2024-06-01', main]], branch: [[TODAY, branch]]})

/** Checks in text format, which can report on several APIs. */
const checkText = (cwd: string, ...args: readonly string[]) =>
  tenure(['check', '--as-of', TODAY, '--base', 'main', ...args], {cwd})

describe.concurrent('with `--api`, a change', () => {
  const main = {'tenure.yaml': TWO_APIS, 'a/openapi.yaml': WITH_FEES, 'b/openapi.yaml': OTHER}

  it('fails if it deletes the description and points the name to another API', async () => {
    const config = TWO_APIS.replace('spec: a/', 'spec: b/')
    const cwd = await changeOf(main, {'a/openapi.yaml': DELETED, 'tenure.yaml': config})
    const {code, err} = await checkText(cwd, '--api', 'a')
    expect(code, err).toBe(2)
    expect(err).toMatch(/^tenure\.yaml:\d+:\d+: `b\/openapi\.yaml` is the `spec` of API `a`, too\./)
  })

  it('fails if it points the name to a new file and leaves the old one', async () => {
    const config = TWO_APIS.replace('a/openapi.yaml', 'a/two.yaml')
    const cwd = await changeOf(main, {'a/two.yaml': spec(LOANS), 'tenure.yaml': config})
    const {code, out} = await checkText(cwd, '--api', 'a')
    expect(code, out).toBe(1)
    expect(out).toContain('/v1/fees')
  })

  it.each(sample(['json', 'sarif', 'junit', 'markdown']))(
    'has one report in the format %s if two descriptions are checked',
    async format => {
      const config = TWO_APIS.replace('a/openapi.yaml', 'a/two.yaml')
      const cwd = await changeOf(main, {'a/two.yaml': spec(LOANS), 'tenure.yaml': config})
      const {code, out} = await checkText(cwd, '--api', 'a', '--format', format)
      expect(code, out).toBe(1)
      expect(out).toContain('/v1/fees')
      const files = await checkText(cwd, '--api', 'a', '--format', `${format}=report.txt`)
      expect(files.code, files.err).toBe(1)
    }
  )

  it('passes if it renames the file or another API', async () => {
    const config = TWO_APIS.replace('a/openapi.yaml', 'api/a.yaml').replace('name: b', 'name: c')
    const moved = {'a/openapi.yaml': DELETED, 'api/a.yaml': spec(LOANS, FEES, get('/v1/readers'))}
    const cwd = await changeOf(main, {...moved, 'tenure.yaml': config})
    const {code, out} = await checkText(cwd, '--api', 'a')
    expect(code, out).toBe(0)
  })
})

it('with `--history`, a change fails if the configuration names another description', async () => {
  const config = 'format: 1\nspec: openapi.yaml\n'
  const history = 'format: 1\nservice: Lending Library API\nreleases: []\n'
  const cwd = await changeOf(
    {'tenure.yaml': config, 'openapi.yaml': WITH_FEES, 'history.yaml': history},
    {'tenure.yaml': config.replace('openapi', 'other'), 'other.yaml': OTHER}
  )
  const {code, out} = await checkText(cwd, '--history', 'history.yaml')
  expect(code, out).toBe(1)
})

describe.concurrent('without a configuration', () => {
  const main = {'openapi.yaml': WITH_FEES, 'sub/openapi.yaml': OTHER}

  it.each<[string, Files]>([
    ['a change fails if the description is deleted and another one is found', {'openapi.yaml': DELETED}],
    [
      'a change fails if the description is deleted and another one moves',
      {'openapi.yaml': DELETED, 'sub/openapi.yaml': DELETED, 'docs/openapi.yaml': OTHER}
    ]
  ])('%s', async (_, branch) => {
    const {code, out} = await checkText(await changeOf(main, branch))
    expect(code, out).toBe(1)
    expect(out).toContain('/v1/fees')
  })

  it('a change passes if the description moves', async () => {
    const cwd = await changeOf({'openapi.yaml': WITH_FEES}, {'openapi.yaml': DELETED, 'api/openapi.yaml': WITH_FEES})
    const {code, out} = await check(cwd, ['--base', 'main'])
    expect(code, out).toBe(0)
  })
})

describe.concurrent('a change of the base path', () => {
  const specAt = (base: string) => spec(get('/loans')).replace('paths:', `servers: [{url: ${base}}]\npaths:`)

  it('fails if it leads to a less stable version', async () => {
    const cwd = await changeOf({'openapi.yaml': specAt('/v1')}, {'openapi.yaml': specAt('/v1beta1')})
    const {code, out} = await check(cwd, ['--base', 'main'])
    expect(code, out).toBe(1)
    expect(out).toContain('endpoints are downgraded from `ga` to `beta`')
  })

  it('passes if it leads to a more stable version', async () => {
    const cwd = await changeOf({'openapi.yaml': specAt('/v1beta1')}, {'openapi.yaml': specAt('/v1')})
    expect((await check(cwd, ['--base', 'main'])).code).toBe(0)
  })
})

/** Commits the files on the branch that is checked out. */
async function commit(cwd: string, files: Files): Promise<void> {
  write(cwd, files)
  await git(cwd, ['add', '--all'])
  await git(cwd, ['commit', '--quiet', '--message', 'x'])
}

/** Two branches that merged each other's commits, so that they have two merge bases. */
async function withTwoMergeBases(onMain: Files, onWork: Files, resolved: Files): Promise<string> {
  const cwd = await repositoryOf({main: [['2024-06-01', {'openapi.yaml': WITH_FEES, 'other.txt': 'a'}]]})
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

describe.concurrent('with several merge bases', () => {
  it('a removal since any of them fails', async () => {
    const cwd = await withTwoMergeBases(
      {'other.txt': 'b'},
      {'openapi.yaml': spec(LOANS, FEES, get('/v1/new'))},
      {'openapi.yaml': WITH_FEES}
    )
    const {code, out} = await check(cwd, ['--base', 'main'])
    expect(code, out).toBe(1)
    expect(out).toContain('/v1/new')
    expect(out).toContain('because this change has several bases')
  })

  it('a removal that the target already has passes', async () => {
    const withoutFees = {'openapi.yaml': spec(LOANS)}
    const cwd = await withTwoMergeBases(withoutFees, {'other.txt': 'b'}, {'more.txt': 'c'})
    const {code, out} = await check(cwd, ['--base', 'main'])
    expect(code, out).toBe(0)
  })
})

describe.concurrent('a removal fails if an earlier change', () => {
  const deprecated = get('/v1/fees', 'deprecated: true, ')

  it('restored a deleted description that was already deprecated', async () => {
    const cwd = await repositoryOf({
      main: [
        ['2020-01-01', {'openapi.yaml': WITH_FEES, 'doc/api.yaml': spec(LOANS, deprecated)}],
        ['2021-01-01', {'doc/api.yaml': DELETED}],
        ['2026-02-20', {'openapi.yaml': DELETED, 'doc/api.yaml': spec(LOANS, deprecated)}]
      ],
      branch: [[TODAY, {'doc/api.yaml': spec(LOANS)}]]
    })
    const {code, out} = await check(cwd, ['--base', 'main', '--spec', 'doc/api.yaml'])
    expect(code, out).toBe(1)
    expect(JSON.parse(out).findings[0].rule).toBe('notice-too-short')
  })

  it('added a history with a default name and a weaker policy', async () => {
    const config = 'format: 1\nspec: openapi.yaml\npolicy: policy.yaml\n'
    const weak =
      'format: 1\nname: w\nstabilities: [ga]\ndefaultStability: ga\nguarantees: {ga: {notice: none, breaking: allowed}}\n'
    const history = 'format: 1\nservice: Lending Library API\npolicy: weak.yaml\nreleases: []\n'
    const strong = 'format: 1\nname: p\nextends: thirteen-months\n'
    const cwd = await repositoryOf({
      main: [
        ['2024-06-01', {'openapi.yaml': WITH_FEES, 'tenure.yaml': config, 'policy.yaml': strong}],
        ['2026-02-20', {'history.yaml': history, 'weak.yaml': weak}]
      ],
      branch: [[TODAY, {'openapi.yaml': spec(LOANS)}]]
    })
    const {code, out} = await check(cwd, ['--base', 'main'])
    expect(code, out).toBe(1)
  })
})

it('a policy in the configuration must not be a pipe', async () => {
  const config = 'format: 1\nspec: openapi.yaml\npolicy: /dev/stdin\n'
  const cwd = await changeOf({'openapi.yaml': WITH_FEES}, {'tenure.yaml': config})
  const {code, err} = await tenure(['check', '--base', 'main'], {cwd, stdin: 'format: 1\nname: p\nextends: twelve\n'})
  expect(code).toBe(2)
  expect(err).toContain('is a pipe, not a file')
})
