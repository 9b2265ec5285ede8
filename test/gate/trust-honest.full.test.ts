import {join} from 'node:path'
import {describe, expect, it} from 'vitest'
import {folder, tenure, write} from '../cli/run.ts'
import {type Files, get, git, history, repositoryOf, spec, TODAY} from './scenario.ts'

const WITH_FEES = spec(get('/v1/loans'), get('/v1/fees'))
const WITH_ITEMS = spec(get('/v1/loans'), get('/v1/fees'), get('/v1/items'))
const WITHOUT_FEES = spec(get('/v1/loans'))
const CONFIG = 'format: 1\nspec: openapi.yaml\npolicy: policy.yaml\n'
const STRONG = 'format: 1\nname: p\nextends: thirteen-months\n'
const MAIN = {'openapi.yaml': WITH_FEES, 'tenure.yaml': CONFIG, 'policy.yaml': STRONG}
const PAST = [['1.0', '2019-01-01', ['added: GET /v1/loans', 'added: GET /v1/fees']]] as const
const DEPRECATED = [
  '1.1',
  '2024-06-01',
  ['{deprecated: GET /v1/fees, sunset: 2026-02-01, replacement: none, note: x}']
] as const
const REMOVED = ['next', undefined, ['{removed: GET /v1/fees, replacement: none, note: x}']] as const

const check = (cwd: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  tenure(['check', '--as-of', TODAY, ...args], {cwd, env})

async function commit(cwd: string, files: Files, day = TODAY): Promise<void> {
  write(cwd, files)
  await git(cwd, ['add', '--all'])
  await git(cwd, ['commit', '--quiet', '--message', 'More'], day)
}

describe.concurrent('check passes', () => {
  it('a first configuration and reports the policy that it sets', async () => {
    const {'openapi.yaml': _, ...configuration} = MAIN
    const cwd = await repositoryOf({
      main: [['2024-06-01', {'openapi.yaml': WITH_FEES}]],
      branch: [[TODAY, configuration]]
    })
    const {code, out} = await check(cwd, ['--base', 'main'])
    expect(code, out).toBe(0)
    expect(out).toContain(
      'has no configuration yet, so this change is judged by the default policy, too. Once it is merged, `p` (`policy.yaml`) requires 13 months of notice'
    )
    expect(out).toContain('against the policies `p` (policy.yaml) and `thirteen-months`, as of')
  })

  it('the repair of an unreadable configuration, but not a removal in the same change', async () => {
    const broken = {...MAIN, 'tenure.yaml': 'format: 1\nspec: [\n'}
    const codes: (number | null)[] = []
    for (const now of [WITH_FEES, WITHOUT_FEES]) {
      const change = {
        'tenure.yaml': CONFIG,
        'policy.yaml': 'format: 1\nname: p\nextends: thirteen-months\nguarantees: {ga: none}\n',
        'openapi.yaml': now
      }
      const cwd = await repositoryOf({main: [['2024-06-01', broken]], branch: [[TODAY, change]]})
      const {code, out} = await check(cwd, ['--base', 'main'])
      expect(out).toMatch(
        /What decides in main \(\w+\) can't be read \(.+\), so this change is judged by the default policy, too\./
      )
      codes.push(code)
    }
    expect(codes).toEqual([0, 1])
  })

  it('a change of one of several APIs', async () => {
    const apis =
      'format: 1\napis:\n  - {name: a, spec: a/openapi.yaml, policy: policy.yaml}\n  - {name: b, spec: b/openapi.yaml, policy: policy.yaml}\n'
    const main = {'a/openapi.yaml': WITH_FEES, 'b/openapi.yaml': WITH_FEES, 'tenure.yaml': apis, 'policy.yaml': STRONG}
    const cwd = await repositoryOf({main: [['2024-06-01', main]], branch: [[TODAY, {'b/openapi.yaml': WITH_ITEMS}]]})
    const {code, out} = await check(cwd, ['--base', 'main'])
    expect(code, out).toBe(0)
  })

  it('a change in a merge queue after another change', async () => {
    const cwd = await repositoryOf({main: [['2024-06-01', MAIN]], branch: [[TODAY, {'openapi.yaml': WITH_ITEMS}]]})
    await git(cwd, ['checkout', '--quiet', '-b', 'queue', 'main'])
    await commit(cwd, {'policy.yaml': `${STRONG}# read again\n`})
    const base = (await git(cwd, ['rev-parse', 'HEAD'])).trim()
    await git(cwd, ['merge', '--quiet', '--no-ff', '--message', 'Merge', 'work'])
    const {code, out} = await check(cwd, ['--base', base], {CI: 'true'})
    expect(code, out).toBe(0)
  })

  it('a push of a squashed change', async () => {
    const cwd = await repositoryOf({
      main: [
        [
          '2024-06-01',
          {...MAIN, 'tenure.yaml': `${CONFIG}history: history.yaml\n`, 'history.yaml': history([...PAST, DEPRECATED])}
        ]
      ],
      branch: [
        [TODAY, {'openapi.yaml': WITHOUT_FEES}],
        [TODAY, {'history.yaml': history([...PAST, DEPRECATED, REMOVED])}]
      ]
    })
    const before = (await git(cwd, ['rev-parse', 'main'])).trim()
    await git(cwd, ['checkout', '--quiet', 'main'])
    await git(cwd, ['merge', '--quiet', '--squash', 'work'])
    await git(cwd, ['commit', '--quiet', '--message', 'Squashed'])
    const {code, out} = await check(cwd, [], {CI: 'true', CI_COMMIT_BEFORE_SHA: before})
    expect(code, out).toBe(0)
    expect(out).toContain('1 compliant')
  })

  it('a removal whose deprecation was backported to a release branch', async () => {
    const adopted = (releases: Parameters<typeof history>[0]) => history(releases)
    const config = `${CONFIG}history: history.yaml\n`
    const cwd = await repositoryOf({
      main: [['2019-06-01', {...MAIN, 'tenure.yaml': config, 'history.yaml': adopted(PAST)}]]
    })
    await git(cwd, ['checkout', '--quiet', '-b', 'release'])
    await commit(cwd, {'history.yaml': adopted([...PAST, DEPRECATED])}, '2024-06-02')
    await git(cwd, ['checkout', '--quiet', 'main'])
    await commit(cwd, {'history.yaml': adopted([...PAST, DEPRECATED])}, '2026-01-10')
    const removal = {'openapi.yaml': WITHOUT_FEES, 'history.yaml': adopted([...PAST, DEPRECATED, REMOVED])}
    await git(cwd, ['checkout', '--quiet', '-b', 'backport', 'release'])
    await commit(cwd, removal)
    const {code, out} = await check(cwd, ['--base', 'release'])
    expect(code, out).toBe(0)
    await git(cwd, ['checkout', '--quiet', '-b', 'work', 'main'])
    await commit(cwd, removal)
    expect((await check(cwd, ['--base', 'main'])).code).toBe(1)
  })

  it('a generated description', async () => {
    const {'openapi.yaml': _, ...others} = MAIN
    const cwd = await repositoryOf({main: [['2024-06-01', others]], branch: [[TODAY, {'other.txt': 'x'}]]})
    const specs = folder({'old.yaml': WITH_FEES, 'new.yaml': WITH_ITEMS})
    const {code, out} = await check(cwd, ['--base', join(specs, 'old.yaml'), '--spec', join(specs, 'new.yaml')])
    expect(code, out).toBe(0)
    expect(out).not.toContain('Not protected')
  })

  it('a description that moves together with its configuration', async () => {
    const cwd = await repositoryOf({main: [['2024-06-01', MAIN]]})
    await git(cwd, ['checkout', '--quiet', '-b', 'work'])
    write(cwd, {'api/.keep': ''})
    await git(cwd, ['mv', 'openapi.yaml', 'api/library.yaml'])
    await commit(cwd, {'tenure.yaml': CONFIG.replace('openapi.yaml', 'api/library.yaml')})
    const {code, out} = await check(cwd, ['--base', 'main'])
    expect(code, out).toBe(0)
    expect(out).toContain('where it was `openapi.yaml`')
  })
})
