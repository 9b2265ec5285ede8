import {chmodSync, rmSync} from 'node:fs'
import {join} from 'node:path'
import process from 'node:process'
import {describe, expect, it} from 'vitest'
import {check, get, git, repositoryOf, spec, TODAY} from './gate-scenario.ts'
import {folder, HOUSE, run, tenure, write} from './run.ts'

const BOTH = spec(get('/v1/loans'), get('/v1/fees'))
const LESS = spec(get('/v1/loans'))
const MAIN = {'openapi.yaml': BOTH, 'tenure.yaml': 'format: 1\nspec: openapi.yaml\npolicy: thirteen-months\n'}

const changed = () => repositoryOf({main: [['2024-06-01', MAIN]], branch: [[TODAY, {'openapi.yaml': LESS}]]})

/** A repository whose pre-commit hook is the gate. */
async function hooked(lines = ''): Promise<string> {
  const cwd = await repositoryOf({main: [['2024-06-01', {...MAIN, 'other.txt': 'a\n'}]]})
  const hook = join(cwd, '.git/hooks/pre-commit')
  const command = `'${process.execPath}' '${join(HOUSE, 'dist/cli.cjs')}' check --as-of ${TODAY} --base HEAD`
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
    const kept = join(folder(), 'kept')
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
