import {cpSync, rmSync} from 'node:fs'
import {join} from 'node:path'
import {describe, expect, it} from 'vitest'
import {run, write} from '../cli/run.ts'
import {check, DELETED, type Files, get, git, repositoryOf, spec, TODAY} from './scenario.ts'

const BOTH = spec(get('/v1/loans'), get('/v1/fees'))
const LESS = spec(get('/v1/loans'))
const MORE = spec(get('/v1/loans'), get('/v1/fees'), get('/v1/books'))
const MARKED = spec(get('/v1/loans'), get('/v1/fees', 'deprecated: true, x-replaced-by: GET /v1/loans, '))
const CONFIG = 'format: 1\nspec: api/openapi.yaml\npolicy: policy.yaml\n'
const POLICY = 'format: 1\nname: p\nextends: thirteen-months\n'

const commit = async (cwd: string, day = TODAY) => {
  await git(cwd, ['add', '--all'])
  await git(cwd, ['commit', '--quiet', '--allow-empty', '--message', 'The library works'], day)
}

const submodule = (cwd: string, ...args: readonly string[]) =>
  git(cwd, ['-c', 'protocol.file.allow=always', 'submodule', '--quiet', ...args])

/** A repository with the description in the submodule `api`, on a branch, and the repository of the submodule. */
async function superproject(states: readonly Files[] = [{'openapi.yaml': BOTH}]) {
  const inner = await repositoryOf({main: states.map(files => ['2024-06-01', files] as const)})
  const cwd = await repositoryOf({main: [['2024-06-01', {'tenure.yaml': CONFIG, 'policy.yaml': POLICY}]]})
  await submodule(cwd, 'add', inner, 'api')
  await commit(cwd, '2024-06-02')
  await git(cwd, ['checkout', '--quiet', '-b', 'work'])
  return {cwd, inner}
}

/** Commits files in the repository of the submodule, and points the branch to that commit. */
async function move({cwd, inner}: {cwd: string; inner: string}, files: Files, day = TODAY): Promise<void> {
  write(inner, files)
  for (const [path, text] of Object.entries(files)) if (text === DELETED) rmSync(join(inner, path))
  await commit(inner, day)
  await git(join(cwd, 'api'), ['-c', 'protocol.file.allow=always', 'pull', '--quiet', inner, 'main'])
  await commit(cwd, day)
}

async function say(cwd: string, env = {}, args = ['--base', 'main']) {
  const {code, out} = await check(cwd, args, TODAY, env)
  const {notChecked = [], findings = []} = JSON.parse(out) as {
    notChecked?: {message: string}[]
    findings?: {rule: string}[]
  }
  return {code, refused: notChecked.map(({message}) => message).join('\n'), rules: findings.map(({rule}) => rule)}
}

describe.concurrent('a description in a submodule', () => {
  it('is compared with the commit that the target points to', async () => {
    const both = await superproject()
    expect(await say(both.cwd)).toEqual({code: 0, refused: '', rules: []})
    await move(both, {'openapi.yaml': MORE})
    expect(await say(both.cwd)).toEqual({code: 0, refused: '', rules: []})
    // The own branch of the submodule has the removal, too, and the target of the superproject doesn't.
    await move(both, {'openapi.yaml': LESS})
    expect(await say(both.cwd)).toEqual({code: 1, refused: '', rules: ['unannounced-removal']})
  })

  it('is judged by the policy of the superproject', async () => {
    const both = await superproject()
    await move(both, {'openapi.yaml': LESS})
    write(both.cwd, {'policy.yaml': POLICY.replace('thirteen-months', 'zalando').replace('name: p', 'name: q')})
    await commit(both.cwd)
    expect((await say(both.cwd)).code).toBe(1)
  })

  it('counts a deprecation from the day on which the target pointed to it', async () => {
    for (const [day, code] of [
      ['2025-01-10', 0],
      ['2025-06-10', 1]
    ] as const) {
      const both = await superproject()
      await git(both.cwd, ['checkout', '--quiet', 'main'])
      await move(both, {'openapi.yaml': MARKED}, day)
      await git(both.cwd, ['checkout', '--quiet', '-B', 'work'])
      await move(both, {'openapi.yaml': LESS})
      expect((await say(both.cwd)).code, day).toBe(code)
    }
  })

  it('is refused if the change takes it from elsewhere', async () => {
    const both = await superproject()
    const other = await repositoryOf({main: [['2024-06-01', {'openapi.yaml': BOTH}]]})
    await git(both.cwd, ['config', '--file', '.gitmodules', 'submodule.api.url', other])
    await commit(both.cwd)
    const {code, refused} = await say(both.cwd)
    expect(code).toBe(2)
    expect(refused).toContain(`The submodule \`api\` comes from \`${both.inner}\` in main`)
    expect(refused).toContain(`and from \`${other}\` now`)
  })

  it('is refused if the clone lacks the commit of the target', async () => {
    const both = await superproject()
    const main = (await git(both.cwd, ['rev-parse', 'HEAD:api'])).trim()
    await move(both, {'openapi.yaml': LESS})
    rmSync(join(both.cwd, '.git/modules/api/objects', main.slice(0, 2), main.slice(2)), {force: true})
    rmSync(join(both.cwd, '.git/modules/api/objects/pack'), {force: true, recursive: true})
    const {code, refused} = await say(both.cwd)
    expect(code).toBe(2)
    expect(refused).toContain(`The clone lacks commit ${main} of the submodule \`api\`, which main (`)
  })

  it('is refused if another commit is checked out', async () => {
    const both = await superproject()
    const main = (await git(both.cwd, ['rev-parse', 'HEAD:api'])).trim()
    await move(both, {'openapi.yaml': LESS})
    await git(join(both.cwd, 'api'), ['checkout', '--quiet', main])
    const {code, refused} = await say(both.cwd)
    expect(code).toBe(2)
    expect(refused).toMatch(
      /^The submodule `api` is at [\da-f]{7}, and the last commit points to [\da-f]{7}\. Run `git submodule update`/
    )
  })

  it('is refused if it becomes a folder', async () => {
    const {cwd} = await superproject()
    const text = await git(join(cwd, 'api'), ['show', 'HEAD:openapi.yaml'])
    await git(cwd, ['rm', '--quiet', '-r', 'api'])
    rmSync(join(cwd, 'api'), {force: true, recursive: true})
    write(cwd, {'api/openapi.yaml': text.replace('/v1/fees', '/v1/books')})
    await commit(cwd)
    const {code, refused} = await say(cwd)
    expect(code).toBe(2)
    expect(refused).toContain('`api` is a submodule in main (')
  })

  it('is refused if it goes elsewhere with another configuration', async () => {
    const {cwd} = await superproject()
    await git(cwd, ['mv', 'api', 'service'])
    write(cwd, {'tenure.yaml': CONFIG.replace('api/', 'service/')})
    await commit(cwd)
    const {code, refused} = await say(cwd)
    expect(code).toBe(2)
    expect(refused).toContain('no longer lists `api/openapi.yaml`, which is in the submodule `api`')
  })

  it('says which of its files are edited', async () => {
    const both = await superproject()
    write(both.cwd, {'api/openapi.yaml': MORE})
    const {out} = await check(both.cwd, ['--base', 'main'])
    expect(JSON.parse(out).remarks).toContain(
      '`api/openapi.yaml` has uncommitted changes, and is checked as it is on disk.'
    )
    await git(join(both.cwd, 'api'), ['checkout', '--quiet', '.'])
    expect((await check(both.cwd, ['--base', 'main'])).out).not.toContain('on disk')
  })

  it('is not checked from within in CI, where the target is a branch of the superproject', async () => {
    const both = await superproject()
    await move(both, {'openapi.yaml': LESS})
    const cwd = join(both.cwd, 'api')
    const {code, refused} = await say(cwd, {CI: 'true', GITHUB_BASE_REF: 'main'}, [])
    expect(code).toBe(2)
    expect(refused).toContain('is a submodule')
    expect((await say(cwd, {}, [])).refused).toBe('')
  })

  it('is read in a clone with its submodules', async () => {
    const both = await superproject()
    await move(both, {'openapi.yaml': LESS})
    const cwd = `${both.cwd}-clone`
    cpSync(both.cwd, `${cwd}-origin`, {recursive: true})
    const clone = ['-c', 'protocol.file.allow=always', 'clone', '--quiet', '--recurse-submodules']
    expect((await run('git', [...clone, `${cwd}-origin`, cwd])).code).toBe(0)
    expect((await say(cwd, {CI: 'true', GITHUB_BASE_REF: 'main'}, [])).rules).toEqual(['unannounced-removal'])
  })
})

/** A repository with a submodule `shared`, and its repository. */
async function withShared(files: Files, shared: Files) {
  const inner = await repositoryOf({main: [['2024-06-01', shared]]})
  const cwd = await repositoryOf({main: [['2024-06-01', files]]})
  await submodule(cwd, 'add', inner, 'shared')
  await commit(cwd, '2024-06-02')
  await git(cwd, ['checkout', '--quiet', '-b', 'work'])
  return {cwd, inner}
}

/** Points the branch to another commit of the submodule `shared`. */
async function moveShared({cwd, inner}: {cwd: string; inner: string}, files: Files): Promise<void> {
  write(inner, files)
  await commit(inner)
  await git(join(cwd, 'shared'), ['-c', 'protocol.file.allow=always', 'pull', '--quiet', inner, 'main'])
  await commit(cwd)
}

describe.concurrent('rules in a submodule', () => {
  const STRICT = POLICY.replace('name: p', 'name: strict')
  const WEAK = `${STRICT}guarantees: {ga: none}\n`
  const FILES = {'openapi.yaml': BOTH, 'tenure.yaml': 'format: 1\nspec: openapi.yaml\npolicy: shared/policy.yaml\n'}

  it('are those of the commit that the target points to', async () => {
    const both = await withShared(FILES, {'policy.yaml': STRICT})
    write(both.cwd, {'openapi.yaml': MORE})
    await commit(both.cwd)
    expect(await say(both.cwd)).toEqual({code: 0, refused: '', rules: []})
    write(both.cwd, {'openapi.yaml': LESS})
    await moveShared(both, {'policy.yaml': WEAK})
    expect((await say(both.cwd)).rules).toEqual(['unannounced-removal'])
  })

  it('are refused if the clone lacks that commit', async () => {
    const both = await withShared(FILES, {'policy.yaml': STRICT})
    await moveShared(both, {'policy.yaml': WEAK})
    const shared = join(both.cwd, 'shared')
    const head = (await git(shared, ['rev-parse', 'HEAD'])).trim()
    rmSync(join(both.cwd, '.git', 'modules', 'shared'), {recursive: true})
    rmSync(shared, {recursive: true})
    await git(both.cwd, ['clone', '--quiet', '--depth', '1', `file://${both.inner}`, 'shared'])
    expect((await git(shared, ['rev-parse', 'HEAD'])).trim()).toBe(head)
    const {code, refused} = await say(both.cwd)
    expect(code).toBe(2)
    expect(refused).toMatch(/^The clone lacks commit [0-9a-f]{40} of the submodule `shared`/)
  })
})

describe.concurrent('a part of a description in a submodule', () => {
  const FEES = {'fees.yaml': 'get: {responses: {"200": {description: OK}}}\n'}
  const PARTS = {
    'openapi.yaml': spec(get('/v1/loans'), '/v1/fees: {$ref: shared/fees.yaml}'),
    'tenure.yaml': 'format: 1\nspec: openapi.yaml\n'
  }

  it('is refused if the change adds the submodule', async () => {
    const inner = await repositoryOf({main: [['2024-06-01', FEES]]})
    const cwd = await repositoryOf({main: [['2024-06-01', {...PARTS, 'openapi.yaml': LESS}]], branch: []})
    write(cwd, PARTS)
    await submodule(cwd, 'add', inner, 'shared')
    await commit(cwd)
    const {code, refused} = await say(cwd)
    expect(code).toBe(2)
    expect(refused).toMatch(
      /^`shared\/fees.yaml` is in the submodule `shared`, which isn't in main \([0-9a-f]{7}\), so it can't be compared/
    )
  })

  it('is refused if the change moves the submodule, and else left out', async () => {
    const both = await withShared(PARTS, FEES)
    write(both.cwd, {'openapi.yaml': spec(get('/v1/loans'), get('/v1/books'), '/v1/fees: {$ref: shared/fees.yaml}')})
    await commit(both.cwd)
    expect((await say(both.cwd)).code).toBe(0)
    await moveShared(both, {'fees.yaml': FEES['fees.yaml'].replace('get', 'post')})
    expect((await say(both.cwd)).refused).toContain('which is at another commit in main (')
  })
})
