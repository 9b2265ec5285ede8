import {rmSync} from 'node:fs'
import {join} from 'node:path'
import {describe, expect, it} from 'vitest'
import {tenure, write} from '../cli/run.ts'
import {DELETED, type Files, get, git, history, repositoryOf, spec, TODAY} from './scenario.ts'

// Usual pull requests of a team. Each must pass, also with `--fail-on undetermined`.

const [LOANS, FEES, ITEMS] = [get('/v1/loans'), get('/v1/fees'), get('/v1/items')]
const DEPRECATED_FEES = get('/v1/fees', 'deprecated: true, x-sunset: "2026-02-01", x-replaced-by: GET /v1/loans, ')
const CONFIG = 'format: 1\nspec: openapi.yaml\nhistory: history.yaml\npolicy: policy.yaml\n'
const MAIN = {
  'openapi.yaml': spec(LOANS, FEES),
  'tenure.yaml': CONFIG,
  'policy.yaml': 'format: 1\nname: p\nextends: thirteen-months\n',
  'history.yaml': history([['1.0', '2019-01-01', ['added: GET /v1/loans', 'added: GET /v1/fees']]])
}
const PULL_REQUEST = {CI: 'true', GITHUB_ACTIONS: 'true', GITHUB_EVENT_NAME: 'pull_request'}

async function createRepository(later: readonly (readonly [string, Files])[] = []): Promise<string> {
  const cwd = await repositoryOf({main: [['2019-01-01', MAIN], ...later], branch: []})
  await git(cwd, ['tag', '1.0'])
  return cwd
}

async function commit(cwd: string, files: Files, day = TODAY): Promise<void> {
  for (const [path, text] of Object.entries(files)) if (text === DELETED) rmSync(join(cwd, path))
  write(cwd, Object.fromEntries(Object.entries(files).filter(([, text]) => text !== DELETED)))
  await git(cwd, ['add', '--all'])
  await git(cwd, ['commit', '--quiet', '--message', 'Work'], day)
}

/** Merges the branch and starts the next one. */
async function merge(cwd: string, day: string): Promise<void> {
  await git(cwd, ['checkout', '--quiet', 'main'])
  await git(cwd, ['merge', '--quiet', '--no-ff', '--message', 'Merge', 'work'], day)
  await git(cwd, ['checkout', '--quiet', '-B', 'work'])
}

/** Expects that the check of a pull request passes. */
async function expectPass(cwd: string, {day = TODAY, target = 'main'} = {}): Promise<string> {
  const {code, out, err} = await tenure(['check', '--as-of', day, '--fail-on=undetermined'], {
    cwd,
    env: {...PULL_REQUEST, GITHUB_BASE_REF: target}
  })
  expect(code, out + err).toBe(0)
  return out
}

describe.concurrent('check passes a pull request with', () => {
  it('a deprecation, its release, the removal after the notice period, and the release of that', async () => {
    const cwd = await createRepository()
    await commit(cwd, {'openapi.yaml': spec(LOANS, DEPRECATED_FEES)}, '2024-06-01')
    await expectPass(cwd, {day: '2024-06-01'})
    await merge(cwd, '2024-06-01')
    const record = (version: string, day: string) => tenure(['record', '--release', version, '--date', day], {cwd})
    expect(await record('1.1', '2024-06-02')).toMatchObject({code: 0})
    await commit(cwd, {}, '2024-06-02')
    await expectPass(cwd, {day: '2024-06-02'})
    await merge(cwd, '2024-06-02')
    await git(cwd, ['tag', '1.1'])
    await commit(cwd, {'openapi.yaml': spec(LOANS)})
    expect(await expectPass(cwd)).toMatch(/^No (?:policy )?violations/)
    expect(await record('2.0', TODAY)).toMatchObject({code: 0})
    await commit(cwd, {})
    expect(await expectPass(cwd)).toMatch(/^No (?:policy )?violations/)
  })

  it('a release without API changes', async () => {
    const cwd = await createRepository()
    expect(await tenure(['record', '--release', '1.1', '--date', TODAY], {cwd})).toMatchObject({
      code: 0
    })
    await commit(cwd, {})
    await expectPass(cwd)
  })

  it('a fix of an older release line that lacks newer endpoints', async () => {
    const cwd = await createRepository()
    await git(cwd, ['branch', 'release/1.x', 'main'])
    await git(cwd, ['checkout', '--quiet', 'main'])
    await commit(cwd, {'openapi.yaml': spec(LOANS, FEES, ITEMS)}, '2024-02-01')
    await git(cwd, ['checkout', '--quiet', '-B', 'work', 'release/1.x'])
    await commit(cwd, {'openapi.yaml': spec(LOANS, FEES, get('/v1/patched'))})
    await expectPass(cwd, {target: 'release/1.x'})
  })

  it('a removal whose waiver was merged before', async () => {
    const cwd = await createRepository()
    const waiver = 'subject: GET /v1/fees, reason: security, approver: api@library.example, approved: 2026-03-01'
    await commit(cwd, {'tenure.yaml': `${CONFIG}waivers:\n  - {${waiver}}\n`})
    await expectPass(cwd)
    await merge(cwd, TODAY)
    await commit(cwd, {'openapi.yaml': spec(LOANS)})
    expect(await expectPass(cwd)).toContain('1 waived')
  })

  it('corrected documentation and a first example', async () => {
    const cwd = await createRepository()
    const corrected = spec(LOANS, get('/v1/fees', 'summary: Fees of a reader, description: All that are open, '))
    await commit(cwd, {'openapi.yaml': corrected})
    await expectPass(cwd)
  })

  it('a description that is split into files and moved', async () => {
    const cwd = await createRepository()
    const item = FEES.replace('/v1/fees: ', '')
    await commit(cwd, {
      'openapi.yaml': DELETED,
      'api/openapi.yaml': spec(LOANS, '/v1/fees: {$ref: paths/fees.yaml}'),
      'api/paths/fees.yaml': `${item}\n`,
      'tenure.yaml': CONFIG.replace('spec: ', 'spec: api/')
    })
    await expectPass(cwd)
  })

  it('an update of dependencies', async () => {
    const cwd = await createRepository([['2020-01-01', {'package.json': '{"dependencies": {"express": "5.0.0"}}\n'}]])
    await commit(cwd, {'package.json': '{"dependencies": {"express": "5.1.0"}}\n'})
    expect(await expectPass(cwd)).toContain('no API changes')
  })

  it('a branch that is behind its target and merges it', async () => {
    const cwd = await createRepository()
    await commit(cwd, {'notes.txt': 'begun\n'}, '2026-01-05')
    await git(cwd, ['checkout', '--quiet', 'main'])
    await commit(cwd, {'openapi.yaml': spec(LOANS, FEES, ITEMS)}, '2026-01-10')
    await git(cwd, ['checkout', '--quiet', 'work'])
    await git(cwd, ['merge', '--quiet', '--no-ff', '--message', 'Merge', 'main'])
    await commit(cwd, {'openapi.yaml': spec(LOANS, FEES, ITEMS, get('/v1/readers'))})
    await expectPass(cwd)
  })
})
