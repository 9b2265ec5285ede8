import {chmodSync, rmSync} from 'node:fs'
import {join} from 'node:path'
import process from 'node:process'
import {describe, expect, it} from 'vitest'
import {folder, REPOSITORY, run, tenure, write} from '../cli/run.ts'
import {sample} from '../tier.ts'
import {check, cloneOf, DELETED, get, git, repositoryOf, spec, TODAY} from './scenario.ts'

const WITH_FEES = spec(get('/v1/loans'), get('/v1/fees'))
const WITHOUT_FEES = spec(get('/v1/loans'))
const MAIN = {'openapi.yaml': WITH_FEES, 'tenure.yaml': 'format: 1\nspec: openapi.yaml\npolicy: thirteen-months\n'}

const changed = () => repositoryOf({main: [['2024-06-01', MAIN]], branch: [[TODAY, {'openapi.yaml': WITHOUT_FEES}]]})

/** A repository whose pre-commit hook runs `check`. */
async function withHook(lines = ''): Promise<string> {
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
  it('is rejected if it is older than 2.38', async () => {
    const cwd = await changed()
    const bin = folder({git: '#!/bin/sh\necho git version 2.37.1\n'})
    chmodSync(join(bin, 'git'), 0o755)
    const {code, err} = await tenure(['check', '--base', 'main'], {cwd, env: {PATH: `${bin}:${process.env.PATH}`}})
    expect(code).toBe(2)
    expect(err).toContain('git is version `2.37.1`')
    expect(err).toContain('Install git 2.38 or later.')
  })

  it('reads objects only from the repository', async () => {
    const cwd = await changed()
    const {code, out} = await check(cwd, ['--base', 'main'], TODAY, {GIT_OBJECT_DIRECTORY: folder()})
    expect(code, out).toBe(1)
  })

  it('is rejected if it finds no commit to check', async () => {
    const cwd = await changed()
    await git(cwd, ['config', 'core.worktree', folder()])
    const {code, err} = await tenure(['check', '--base', 'main'], {cwd})
    expect(code).toBe(2)
    expect(err).toContain('git finds no commit at `HEAD`')
  })
})

describe.concurrent('a pre-commit hook checks', () => {
  it('only the files that are committed', async () => {
    const cwd = await withHook()
    write(cwd, {'openapi.yaml': WITHOUT_FEES, 'other.txt': 'b\n'})
    const other = await commit(cwd, ['other.txt'])
    expect(other.code, other.err).toBe(0)
    const own = await commit(cwd, ['openapi.yaml'])
    expect(own.code, own.err).toBe(1)
    expect(own.err).toContain('/v1/fees')
  })

  it('the staged files, not the working tree', async () => {
    const cwd = await withHook()
    write(cwd, {'openapi.yaml': WITHOUT_FEES})
    await git(cwd, ['add', '--all'])
    write(cwd, {'openapi.yaml': WITH_FEES})
    const {code, err} = await commit(cwd, [])
    expect(code, err).toBe(1)
    expect(err).toContain('unannounced-removal')
  })

  it('a deleted description when it runs in a subfolder', async () => {
    const cwd = await withHook('cd api\n')
    write(cwd, {'api/other.txt': 'b\n', 'api/openapi.yaml': WITH_FEES, 'api/tenure.yaml': MAIN['tenure.yaml']})
    await git(cwd, ['add', '--all'])
    expect(await commit(cwd, [])).toMatchObject({code: 0})
    rmSync(join(cwd, 'api/openapi.yaml'))
    const {code, err} = await commit(cwd, ['--all'])
    expect(code, err).toBe(1)
  })

  it('a repository whose git folder is elsewhere', async () => {
    const cwd = await withHook()
    const bare = join(folder(), 'compliant')
    await git(cwd, ['clone', '--quiet', '--bare', cwd, bare])
    const at = folder({...MAIN, 'other.txt': 'a\n', 'openapi.yaml': WITHOUT_FEES})
    const args = [`--git-dir=${bare}`, `--work-tree=${at}`, '-c', `core.hooksPath=${cwd}/.git/hooks`]
    const who = ['-c', 'user.name=a', '-c', 'user.email=a@library.example', '-c', 'core.bare=false']
    const env = {TENURE_CACHE: 'off'}
    const {code, err} = await run('git', [...args, ...who, 'commit', '--all', '--message', 'x'], {cwd: at, env})
    expect(code, err).toBe(1)
    expect(err).toContain('/v1/fees')
  })

  it('the working tree if it runs outside of a hook', async () => {
    const cwd = await repositoryOf({main: [['2024-06-01', MAIN]], tree: {'openapi.yaml': WITHOUT_FEES}})
    expect((await check(cwd, ['--base', 'HEAD'])).code).toBe(1)
  })
})

describe.concurrent('content that is missing from the clone is reported with a remedy:', () => {
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
  ])('a Git LFS pointer in place of %s', async (_, files) => {
    const cwd = await repositoryOf({main: [['2024-06-01', STRICT]], branch: [[TODAY, files]]})
    const current = await tenure(['check', '--base', 'main'], {cwd: cwd})
    expect(current.code).toBe(2)
    expect(current.err).toContain('is a pointer of Git LFS')
    expect(current.err).toContain('git lfs pull')
    const cwdOfBase = await repositoryOf({main: [['2024-06-01', {...STRICT, ...files}]], branch: [[TODAY, STRICT]]})
    const base = await tenure(['check', '--base', 'main'], {cwd: cwdOfBase})
    expect(base.code, base.out).toBe(2)
    expect(base.err).toContain('git lfs untrack')
  })

  it.each(
    sample([
      ['the base of the description', {'openapi.yaml': WITHOUT_FEES}],
      ['the base of the policy', {'policy.yaml': 'format: 1\nname: p\nextends: kubernetes\n'}],
      ['the base of a referenced file', {'fees.yaml': '{post: {responses: {"200": {description: OK}}}}\n'}],
      [
        'the base of a renamed description',
        {
          'openapi.yaml': DELETED,
          'api.yaml': WITHOUT_FEES,
          'tenure.yaml': STRICT['tenure.yaml'].replace('openapi', 'api')
        }
      ]
    ])
  )('a partial clone without %s', async (_, files) => {
    const main = {
      ...STRICT,
      'openapi.yaml': `${WITHOUT_FEES}  /v1/fees: {$ref: ./fees.yaml}\n`,
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

  it("a policy that is too large to read doesn't replace the policy of the target", async () => {
    const main = {
      'openapi.yaml': spec(get('/v1/loans'), get('/v1/fees', 'deprecated: true, ')),
      'tenure.yaml': STRICT['tenure.yaml'],
      'policy.yaml':
        'format: 1\nname: p\nextends: thirteen-months\nguarantees: {ga: {notice: 24 months, starts: announcement}}\n'
    }
    const files = {
      'openapi.yaml': WITHOUT_FEES,
      'tenure.yaml': MAIN['tenure.yaml'],
      'policy.yaml': ' '.repeat(33 * 1024 * 1024)
    }
    const states = [['2023-06-01', {...main, 'openapi.yaml': WITH_FEES}] as const, ['2024-06-01', main] as const]
    const cwd = await repositoryOf({main: states, branch: [[TODAY, files]]})
    const {code, out} = await check(cwd, ['--base', 'main'])
    expect(code, out).toBe(1)
  })
})
