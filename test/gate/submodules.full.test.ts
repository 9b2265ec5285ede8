import {cpSync, rmSync} from 'node:fs'
import {join} from 'node:path'
import {describe, expect, it} from 'vitest'
import {run, write} from '../cli/run.ts'
import {check, DELETED, type Files, get, git, repositoryOf, spec, TODAY} from './scenario.ts'

const WITH_FEES = spec(get('/v1/loans'), get('/v1/fees'))
const WITHOUT_FEES = spec(get('/v1/loans'))
const WITH_BOOKS = spec(get('/v1/loans'), get('/v1/fees'), get('/v1/books'))
const DEPRECATED_FEES = spec(get('/v1/loans'), get('/v1/fees', 'deprecated: true, x-replaced-by: GET /v1/loans, '))
const CONFIG = 'format: 1\nspec: api/openapi.yaml\npolicy: policy.yaml\n'
const POLICY = 'format: 1\nname: p\nextends: thirteen-months\n'

const commit = async (cwd: string, day = TODAY) => {
  await git(cwd, ['add', '--all'])
  await git(cwd, ['commit', '--quiet', '--allow-empty', '--message', 'The library works'], day)
}

const submodule = (cwd: string, ...args: readonly string[]) =>
  git(cwd, ['-c', 'protocol.file.allow=always', 'submodule', '--quiet', ...args])

/** A repository with the description in the submodule `api` and a branch, and the repository of the submodule. */
async function superproject(states: readonly Files[] = [{'openapi.yaml': WITH_FEES}]) {
  const inner = await repositoryOf({main: states.map(files => ['2024-06-01', files] as const)})
  const cwd = await repositoryOf({main: [['2024-06-01', {'tenure.yaml': CONFIG, 'policy.yaml': POLICY}]]})
  await submodule(cwd, 'add', inner, 'api')
  await commit(cwd, '2024-06-02')
  await git(cwd, ['checkout', '--quiet', '-b', 'work'])
  return {cwd, inner}
}

/** Commits files in the repository of the submodule, and points the branch to that commit. */
async function moveSubmodule({cwd, inner}: {cwd: string; inner: string}, files: Files, day = TODAY): Promise<void> {
  write(inner, files)
  for (const [path, text] of Object.entries(files)) if (text === DELETED) rmSync(join(inner, path))
  await commit(inner, day)
  await git(join(cwd, 'api'), ['-c', 'protocol.file.allow=always', 'pull', '--quiet', inner, 'main'])
  await commit(cwd, day)
}

async function summarize(cwd: string, env = {}, args = ['--base', 'main']) {
  const {code, out} = await check(cwd, args, TODAY, env)
  const {notChecked = [], findings = []} = JSON.parse(out) as {
    notChecked?: {message: string}[]
    findings?: {rule: string}[]
  }
  return {code, refusal: notChecked.map(({message}) => message).join('\n'), rules: findings.map(({rule}) => rule)}
}

describe.concurrent('a description in a submodule', () => {
  it('is compared with the commit that the target points to', async () => {
    const repositories = await superproject()
    expect(await summarize(repositories.cwd)).toEqual({code: 0, refusal: '', rules: []})
    await moveSubmodule(repositories, {'openapi.yaml': WITH_BOOKS})
    expect(await summarize(repositories.cwd)).toEqual({code: 0, refusal: '', rules: []})
    // The submodule's own main branch has the removal too, but not the target of the superproject.
    await moveSubmodule(repositories, {'openapi.yaml': WITHOUT_FEES})
    expect(await summarize(repositories.cwd)).toEqual({code: 1, refusal: '', rules: ['unannounced-removal']})
  })

  it('is judged by the policy of the superproject', async () => {
    const repositories = await superproject()
    await moveSubmodule(repositories, {'openapi.yaml': WITHOUT_FEES})
    write(repositories.cwd, {'policy.yaml': POLICY.replace('thirteen-months', 'zalando').replace('name: p', 'name: q')})
    await commit(repositories.cwd)
    expect((await summarize(repositories.cwd)).code).toBe(1)
  })

  it('starts the notice of a deprecation when the target pointed to it', async () => {
    for (const [day, code] of [
      ['2025-01-10', 0],
      ['2025-06-10', 1]
    ] as const) {
      const repositories = await superproject()
      await git(repositories.cwd, ['checkout', '--quiet', 'main'])
      await moveSubmodule(repositories, {'openapi.yaml': DEPRECATED_FEES}, day)
      await git(repositories.cwd, ['checkout', '--quiet', '-B', 'work'])
      await moveSubmodule(repositories, {'openapi.yaml': WITHOUT_FEES})
      expect((await summarize(repositories.cwd)).code, day).toBe(code)
    }
  })

  it('is rejected if the change points the submodule to another repository', async () => {
    const repositories = await superproject()
    const other = await repositoryOf({main: [['2024-06-01', {'openapi.yaml': WITH_FEES}]]})
    await git(repositories.cwd, ['config', '--file', '.gitmodules', 'submodule.api.url', other])
    await commit(repositories.cwd)
    const {code, refusal} = await summarize(repositories.cwd)
    expect(code).toBe(2)
    expect(refusal).toContain(`The submodule \`api\` comes from \`${repositories.inner}\` in main`)
    expect(refusal).toContain(`and from \`${other}\` now`)
  })

  it('is rejected if the clone lacks the commit of the target', async () => {
    const repositories = await superproject()
    const main = (await git(repositories.cwd, ['rev-parse', 'HEAD:api'])).trim()
    await moveSubmodule(repositories, {'openapi.yaml': WITHOUT_FEES})
    rmSync(join(repositories.cwd, '.git/modules/api/objects', main.slice(0, 2), main.slice(2)), {force: true})
    rmSync(join(repositories.cwd, '.git/modules/api/objects/pack'), {force: true, recursive: true})
    const {code, refusal} = await summarize(repositories.cwd)
    expect(code).toBe(2)
    expect(refusal).toContain(`The clone lacks commit ${main} of the submodule \`api\`, which main (`)
  })

  it('is rejected if another commit is checked out', async () => {
    const repositories = await superproject()
    const main = (await git(repositories.cwd, ['rev-parse', 'HEAD:api'])).trim()
    await moveSubmodule(repositories, {'openapi.yaml': WITHOUT_FEES})
    await git(join(repositories.cwd, 'api'), ['checkout', '--quiet', main])
    const {code, refusal} = await summarize(repositories.cwd)
    expect(code).toBe(2)
    expect(refusal).toMatch(
      /^The submodule `api` is at [\da-f]{7}, and the last commit points to [\da-f]{7}\. Run `git submodule update`/
    )
  })

  it('is rejected if the submodule becomes a folder', async () => {
    const {cwd} = await superproject()
    const text = await git(join(cwd, 'api'), ['show', 'HEAD:openapi.yaml'])
    await git(cwd, ['rm', '--quiet', '-r', 'api'])
    rmSync(join(cwd, 'api'), {force: true, recursive: true})
    write(cwd, {'api/openapi.yaml': text.replace('/v1/fees', '/v1/books')})
    await commit(cwd)
    const {code, refusal} = await summarize(cwd)
    expect(code).toBe(2)
    expect(refusal).toContain('`api` is a submodule in main (')
  })

  it('is rejected if the change moves the submodule and the configuration', async () => {
    const {cwd} = await superproject()
    await git(cwd, ['mv', 'api', 'service'])
    write(cwd, {'tenure.yaml': CONFIG.replace('api/', 'service/')})
    await commit(cwd)
    const {code, refusal} = await summarize(cwd)
    expect(code).toBe(2)
    expect(refusal).toContain('no longer lists `api/openapi.yaml`, which is in the submodule `api`')
  })

  it('has a remark about uncommitted edits', async () => {
    const repositories = await superproject()
    write(repositories.cwd, {'api/openapi.yaml': WITH_BOOKS})
    const {out} = await check(repositories.cwd, ['--base', 'main'])
    expect(JSON.parse(out).remarks).toContain(
      '`api/openapi.yaml` has uncommitted changes, and is checked as it is on disk.'
    )
    await git(join(repositories.cwd, 'api'), ['checkout', '--quiet', '.'])
    expect((await check(repositories.cwd, ['--base', 'main'])).out).not.toContain('on disk')
  })

  it('is rejected if CI runs the check in the submodule', async () => {
    const repositories = await superproject()
    await moveSubmodule(repositories, {'openapi.yaml': WITHOUT_FEES})
    const cwd = join(repositories.cwd, 'api')
    const {code, refusal} = await summarize(cwd, {CI: 'true', GITHUB_BASE_REF: 'main'}, [])
    expect(code).toBe(2)
    expect(refusal).toContain('is a submodule')
    expect((await summarize(cwd, {}, [])).refusal).toBe('')
  })

  it('is checked in a clone with submodules', async () => {
    const repositories = await superproject()
    await moveSubmodule(repositories, {'openapi.yaml': WITHOUT_FEES})
    const cwd = `${repositories.cwd}-clone`
    cpSync(repositories.cwd, `${cwd}-origin`, {recursive: true})
    const clone = ['-c', 'protocol.file.allow=always', 'clone', '--quiet', '--recurse-submodules']
    expect((await run('git', [...clone, `${cwd}-origin`, cwd])).code).toBe(0)
    expect((await summarize(cwd, {CI: 'true', GITHUB_BASE_REF: 'main'}, [])).rules).toEqual(['unannounced-removal'])
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

describe.concurrent('the policy in a submodule', () => {
  const STRICT = POLICY.replace('name: p', 'name: strict')
  const WEAK = `${STRICT}guarantees: {ga: none}\n`
  const FILES = {
    'openapi.yaml': WITH_FEES,
    'tenure.yaml': 'format: 1\nspec: openapi.yaml\npolicy: shared/policy.yaml\n'
  }

  it('is that of the commit that the target points to', async () => {
    const repositories = await withShared(FILES, {'policy.yaml': STRICT})
    write(repositories.cwd, {'openapi.yaml': WITH_BOOKS})
    await commit(repositories.cwd)
    expect(await summarize(repositories.cwd)).toEqual({code: 0, refusal: '', rules: []})
    write(repositories.cwd, {'openapi.yaml': WITHOUT_FEES})
    await moveShared(repositories, {'policy.yaml': WEAK})
    expect((await summarize(repositories.cwd)).rules).toEqual(['unannounced-removal'])
  })

  it('is rejected if the clone lacks that commit', async () => {
    const repositories = await withShared(FILES, {'policy.yaml': STRICT})
    await moveShared(repositories, {'policy.yaml': WEAK})
    const shared = join(repositories.cwd, 'shared')
    const head = (await git(shared, ['rev-parse', 'HEAD'])).trim()
    rmSync(join(repositories.cwd, '.git', 'modules', 'shared'), {recursive: true})
    rmSync(shared, {recursive: true})
    await git(repositories.cwd, ['clone', '--quiet', '--depth', '1', `file://${repositories.inner}`, 'shared'])
    expect((await git(shared, ['rev-parse', 'HEAD'])).trim()).toBe(head)
    const {code, refusal} = await summarize(repositories.cwd)
    expect(code).toBe(2)
    expect(refusal).toMatch(/^The clone lacks commit [0-9a-f]{40} of the submodule `shared`/)
  })
})

describe.concurrent('a referenced file in a submodule', () => {
  const FEES = {'fees.yaml': 'get: {responses: {"200": {description: OK}}}\n'}
  const PARTS = {
    'openapi.yaml': spec(get('/v1/loans'), '/v1/fees: {$ref: shared/fees.yaml}'),
    'tenure.yaml': 'format: 1\nspec: openapi.yaml\n'
  }

  it('is rejected if the change adds the submodule', async () => {
    const inner = await repositoryOf({main: [['2024-06-01', FEES]]})
    const cwd = await repositoryOf({main: [['2024-06-01', {...PARTS, 'openapi.yaml': WITHOUT_FEES}]], branch: []})
    write(cwd, PARTS)
    await submodule(cwd, 'add', inner, 'shared')
    await commit(cwd)
    const {code, refusal} = await summarize(cwd)
    expect(code).toBe(2)
    expect(refusal).toMatch(
      /^`shared\/fees.yaml` is in the submodule `shared`, which isn't in main \([0-9a-f]{7}\), so it can't be compared/
    )
  })

  it('is rejected only if the change moves the submodule', async () => {
    const repositories = await withShared(PARTS, FEES)
    write(repositories.cwd, {
      'openapi.yaml': spec(get('/v1/loans'), get('/v1/books'), '/v1/fees: {$ref: shared/fees.yaml}')
    })
    await commit(repositories.cwd)
    expect((await summarize(repositories.cwd)).code).toBe(0)
    await moveShared(repositories, {'fees.yaml': FEES['fees.yaml'].replace('get', 'post')})
    expect((await summarize(repositories.cwd)).refusal).toContain('which is at another commit in main (')
  })
})
