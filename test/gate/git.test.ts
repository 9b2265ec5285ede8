import {chmodSync, rmSync} from 'node:fs'
import {join} from 'node:path'
import process from 'node:process'
import {describe, expect, it} from 'vitest'
import {folder, REPOSITORY, run, tenure, write} from '../cli/run.ts'
import {check, cloneOf, DELETED, get, git, repositoryOf, spec, TODAY} from './scenario.ts'

const BOTH = spec(get('/v1/loans'), get('/v1/fees'))
const LESS = spec(get('/v1/loans'))
const MAIN = {'openapi.yaml': BOTH, 'tenure.yaml': 'format: 1\nspec: openapi.yaml\npolicy: thirteen-months\n'}

const changed = () => repositoryOf({main: [['2024-06-01', MAIN]], branch: [[TODAY, {'openapi.yaml': LESS}]]})

/** A repository whose pre-commit hook is the gate. */
async function hooked(lines = ''): Promise<string> {
  const cwd = await repositoryOf({main: [['2024-06-01', {...MAIN, 'other.txt': 'a\n'}]]})
  const hook = join(cwd, '.git/hooks/pre-commit')
  const command = `'${process.execPath}' '${join(REPOSITORY, 'dist/cli.cjs')}' check --as-of ${TODAY} --base HEAD`
  write(cwd, {'.git/hooks/pre-commit': `#!/bin/sh\n${lines}${command} >&2\n`})
  chmodSync(hook, 0o755)
  return cwd
}

const commit = (cwd: string, args: readonly string[]) =>
  run('git', ['commit', '--quiet', '--message', 'x', ...args], {cwd, env: {TENURE_CACHE: 'off'}})

describe.concurrent('git', () => {
  it('is refused where it is older than 2.38', async () => {
    const cwd = await changed()
    const bin = folder({git: '#!/bin/sh\necho git version 2.37.1\n'})
    chmodSync(join(bin, 'git'), 0o755)
    const {code, err} = await tenure(['check', '--base', 'main'], {cwd, env: {PATH: `${bin}:${process.env.PATH}`}})
    expect(code).toBe(2)
    expect(err).toContain('git is version `2.37.1`')
    expect(err).toContain('Install git 2.38 or later.')
  })

  it('takes objects from nowhere else', async () => {
    const cwd = await changed()
    const {code, out} = await check(cwd, ['--base', 'main'], TODAY, {GIT_OBJECT_DIRECTORY: folder()})
    expect(code, out).toBe(1)
  })

  it('is refused where it finds no commit to check', async () => {
    const cwd = await changed()
    await git(cwd, ['config', 'core.worktree', folder()])
    const {code, err} = await tenure(['check', '--base', 'main'], {cwd})
    expect(code).toBe(2)
    expect(err).toContain('git finds no commit at `HEAD`')
  })
})

describe.concurrent('a hook judges what is about to be committed:', () => {
  it('of two files the one that is named', async () => {
    const cwd = await hooked()
    write(cwd, {'openapi.yaml': LESS, 'other.txt': 'b\n'})
    const other = await commit(cwd, ['other.txt'])
    expect(other.code, other.err).toBe(0)
    const own = await commit(cwd, ['openapi.yaml'])
    expect(own.code, own.err).toBe(1)
    expect(own.err).toContain('/v1/fees')
  })

  it('what is staged, whatever the working tree has by now', async () => {
    const cwd = await hooked()
    write(cwd, {'openapi.yaml': LESS})
    await git(cwd, ['add', '--all'])
    write(cwd, {'openapi.yaml': BOTH})
    const {code, err} = await commit(cwd, [])
    expect(code, err).toBe(1)
    expect(err).toContain('unannounced-removal')
  })

  it('a description that is taken away, from a folder below', async () => {
    const cwd = await hooked('cd api\n')
    write(cwd, {'api/other.txt': 'b\n', 'api/openapi.yaml': BOTH, 'api/tenure.yaml': MAIN['tenure.yaml']})
    await git(cwd, ['add', '--all'])
    expect(await commit(cwd, [])).toMatchObject({code: 0})
    rmSync(join(cwd, 'api/openapi.yaml'))
    const {code, err} = await commit(cwd, ['--all'])
    expect(code, err).toBe(1)
  })

  it('of a repository that is kept elsewhere', async () => {
    const cwd = await hooked()
    const kept = join(folder(), 'compliant')
    await git(cwd, ['clone', '--quiet', '--bare', cwd, kept])
    const at = folder({...MAIN, 'other.txt': 'a\n', 'openapi.yaml': LESS})
    const args = [`--git-dir=${kept}`, `--work-tree=${at}`, '-c', `core.hooksPath=${cwd}/.git/hooks`]
    const who = ['-c', 'user.name=a', '-c', 'user.email=a@library.example', '-c', 'core.bare=false']
    const env = {TENURE_CACHE: 'off'}
    const {code, err} = await run('git', [...args, ...who, 'commit', '--all', '--message', 'x'], {cwd: at, env})
    expect(code, err).toBe(1)
    expect(err).toContain('/v1/fees')
  })

  it('outside of a hook the working tree', async () => {
    const cwd = await repositoryOf({main: [['2024-06-01', MAIN]], tree: {'openapi.yaml': LESS}})
    expect((await check(cwd, ['--base', 'HEAD'])).code).toBe(1)
  })
})

describe.concurrent('contents that are not in the clone are told, with what helps:', () => {
  const POINTER = `version https://git-lfs.github.com/spec/v1\noid sha256:${'0'.repeat(64)}\nsize 12\n`
  const STRICT = {
    ...MAIN,
    'tenure.yaml': 'format: 1\nspec: openapi.yaml\npolicy: policy.yaml\n',
    'policy.yaml': 'format: 1\nname: p\nextends: thirteen-months\n'
  }

  it.each([
    ['the description', {'openapi.yaml': POINTER}],
    ['the policy', {'policy.yaml': POINTER}],
    ['the configuration', {'tenure.yaml': POINTER}]
  ])('a pointer of Git LFS in place of %s', async (_, files) => {
    const here = await repositoryOf({main: [['2024-06-01', STRICT]], branch: [[TODAY, files]]})
    const now = await tenure(['check', '--base', 'main'], {cwd: here})
    expect(now.code).toBe(2)
    expect(now.err).toContain('is a pointer of Git LFS')
    expect(now.err).toContain('git lfs pull')
    const there = await repositoryOf({main: [['2024-06-01', {...STRICT, ...files}]], branch: [[TODAY, STRICT]]})
    const before = await tenure(['check', '--base', 'main'], {cwd: there})
    expect(before.code, before.out).toBe(2)
    expect(before.err).toContain('git lfs untrack')
  })

  it.each([
    ['the description', {'openapi.yaml': LESS}],
    ['the policy', {'policy.yaml': 'format: 1\nname: p\nextends: kubernetes\n'}],
    ['a part of the description', {'fees.yaml': '{post: {responses: {"200": {description: OK}}}}\n'}],
    [
      'what a description was called',
      {'openapi.yaml': DELETED, 'api.yaml': LESS, 'tenure.yaml': STRICT['tenure.yaml'].replace('openapi', 'api')}
    ]
  ])('a clone that leaves out %s of before', async (_, files) => {
    const main = {
      ...STRICT,
      'openapi.yaml': `${LESS}  /v1/fees: {$ref: ./fees.yaml}\n`,
      'fees.yaml': '{get: {responses: {"200": {description: OK}}}}\n'
    }
    const from = await repositoryOf({main: [['2024-06-01', main]], branch: [[TODAY, files]]})
    await git(from, ['config', 'uploadpack.allowFilter', 'true'])
    const cwd = await cloneOf(from, '--filter=blob:none')
    const {code, out, err} = await tenure(['check', '--base', 'main'], {cwd})
    expect(code, out).toBe(2)
    expect(err).toContain("isn't in this clone")
    expect(err).toContain('git fetch --refetch --no-filter')
  })

  it('a policy that is too large to be read hides none of before', async () => {
    const main = {
      'openapi.yaml': spec(get('/v1/loans'), get('/v1/fees', 'deprecated: true, ')),
      'tenure.yaml': STRICT['tenure.yaml'],
      'policy.yaml':
        'format: 1\nname: p\nextends: thirteen-months\nguarantees: {ga: {notice: 24 months, starts: announcement}}\n'
    }
    const files = {
      'openapi.yaml': LESS,
      'tenure.yaml': MAIN['tenure.yaml'],
      'policy.yaml': ' '.repeat(33 * 1024 * 1024)
    }
    const states = [['2023-06-01', {...main, 'openapi.yaml': BOTH}] as const, ['2024-06-01', main] as const]
    const cwd = await repositoryOf({main: states, branch: [[TODAY, files]]})
    const {code, out} = await check(cwd, ['--base', 'main'])
    expect(code, out).toBe(1)
  })
})
