import {join} from 'node:path'
import {describe, expect, it} from 'vitest'
import {folder, tenure, write} from '../cli/run.ts'
import {type Files, get, git, history, repositoryOf, spec, TODAY} from './scenario.ts'

const BOTH = spec(get('/v1/loans'), get('/v1/fees'))
const MORE = spec(get('/v1/loans'), get('/v1/fees'), get('/v1/items'))
const LESS = spec(get('/v1/loans'))
const CONFIG = 'format: 1\nspec: openapi.yaml\npolicy: policy.yaml\n'
const STRONG = 'format: 1\nname: p\nextends: thirteen-months\n'
const MAIN = {'openapi.yaml': BOTH, 'tenure.yaml': CONFIG, 'policy.yaml': STRONG}
const PAST = [['1.0', '2019-01-01', ['added: GET /v1/loans', 'added: GET /v1/fees']]] as const
const TOLD = [
  '1.1',
  '2024-06-01',
  ['{deprecated: GET /v1/fees, sunset: 2026-02-01, replacement: none, note: x}']
] as const
const GOES = ['next', undefined, ['{removed: GET /v1/fees, replacement: none, note: x}']] as const

const check = (cwd: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  tenure(['check', '--as-of', TODAY, ...args], {cwd, env})

async function commit(cwd: string, files: Files, day = TODAY): Promise<void> {
  write(cwd, files)
  await git(cwd, ['add', '--all'])
  await git(cwd, ['commit', '--quiet', '--message', 'More'], day)
}

describe.concurrent('honest work passes:', () => {
  it('a first configuration is told what it will ask for', async () => {
    const {'openapi.yaml': _, ...configuration} = MAIN
    const cwd = await repositoryOf({main: [['2024-06-01', {'openapi.yaml': BOTH}]], branch: [[TODAY, configuration]]})
    const {code, out} = await check(cwd, ['--base', 'main'])
    expect(code, out).toBe(0)
    expect(out).toContain(
      'has no configuration yet, so this change is judged by the default policy, too. Once it is merged, `p` (`policy.yaml`) requires 13 months of notice'
    )
    expect(out).toContain('against the policies `p` (policy.yaml) and `thirteen-months`, as of')
  })

  it('a configuration of the target that no one can read is mended, and what it hides is judged by the default', async () => {
    const broken = {...MAIN, 'tenure.yaml': 'format: 1\nspec: [\n'}
    const codes: (number | null)[] = []
    for (const now of [BOTH, LESS]) {
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

  it('one API of several is changed', async () => {
    const apis =
      'format: 1\napis:\n  - {name: a, spec: a/openapi.yaml, policy: policy.yaml}\n  - {name: b, spec: b/openapi.yaml, policy: policy.yaml}\n'
    const main = {'a/openapi.yaml': BOTH, 'b/openapi.yaml': BOTH, 'tenure.yaml': apis, 'policy.yaml': STRONG}
    const cwd = await repositoryOf({main: [['2024-06-01', main]], branch: [[TODAY, {'b/openapi.yaml': MORE}]]})
    const {code, out} = await check(cwd, ['--base', 'main'])
    expect(code, out).toBe(0)
  })

  it('a queue merges it behind another change', async () => {
    const cwd = await repositoryOf({main: [['2024-06-01', MAIN]], branch: [[TODAY, {'openapi.yaml': MORE}]]})
    await git(cwd, ['checkout', '--quiet', '-b', 'queue', 'main'])
    await commit(cwd, {'policy.yaml': `${STRONG}# read again\n`})
    const base = (await git(cwd, ['rev-parse', 'HEAD'])).trim()
    await git(cwd, ['merge', '--quiet', '--no-ff', '--message', 'Merge', 'work'])
    const {code, out} = await check(cwd, ['--base', base], {CI: 'true'})
    expect(code, out).toBe(0)
  })

  it('it is merged as one commit, and the push is judged', async () => {
    const cwd = await repositoryOf({
      main: [
        [
          '2024-06-01',
          {...MAIN, 'tenure.yaml': `${CONFIG}history: history.yaml\n`, 'history.yaml': history([...PAST, TOLD])}
        ]
      ],
      branch: [
        [TODAY, {'openapi.yaml': LESS}],
        [TODAY, {'history.yaml': history([...PAST, TOLD, GOES])}]
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

  it('an end whose announcement was backported to a branch of releases', async () => {
    const adopted = (releases: Parameters<typeof history>[0]) => history(releases, 'adopted: 2019-06-01\n')
    const config = `${CONFIG}history: history.yaml\n`
    const cwd = await repositoryOf({
      main: [['2019-06-01', {...MAIN, 'tenure.yaml': config, 'history.yaml': adopted(PAST)}]]
    })
    await git(cwd, ['checkout', '--quiet', '-b', 'release'])
    await commit(cwd, {'history.yaml': adopted([...PAST, TOLD])}, '2024-06-02')
    await git(cwd, ['checkout', '--quiet', 'main'])
    await commit(cwd, {'history.yaml': adopted([...PAST, TOLD])}, '2026-01-10')
    const end = {'openapi.yaml': LESS, 'history.yaml': adopted([...PAST, TOLD, GOES])}
    await git(cwd, ['checkout', '--quiet', '-b', 'backport', 'release'])
    await commit(cwd, end)
    const {code, out} = await check(cwd, ['--base', 'release'])
    expect(code, out).toBe(0)
    await git(cwd, ['checkout', '--quiet', '-b', 'work', 'main'])
    await commit(cwd, end)
    expect((await check(cwd, ['--base', 'main'])).code).toBe(1)
  })

  it('a description that is made in the pipeline', async () => {
    const {'openapi.yaml': _, ...kept} = MAIN
    const cwd = await repositoryOf({main: [['2024-06-01', kept]], branch: [[TODAY, {'other.txt': 'x'}]]})
    const made = folder({'old.yaml': BOTH, 'new.yaml': MORE})
    const {code, out} = await check(cwd, ['--base', join(made, 'old.yaml'), '--spec', join(made, 'new.yaml')])
    expect(code, out).toBe(0)
    expect(out).not.toContain('Not protected')
  })

  it('a description that moves with its configuration', async () => {
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
