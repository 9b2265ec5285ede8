import {symlinkSync} from 'node:fs'
import {join} from 'node:path'
import {describe, expect, it} from 'vitest'
import {expectRefusal, folder, write} from '../cli/run.ts'
import {sample} from '../tier.ts'
import {DEPRECATED_SHELVES, LOANS, LOANS_ONLY, SHELVES} from './rows.ts'
import {check, history, repositoryOf, spec} from './scenario.ts'

// Policies and histories outside of the repository, which can't be reviewed with a change.

const POLICY = (more: string) => `format: 1\nname: lending\n${more}\n`
const CONFIG = (more: string) => `format: 1\nspec: openapi.yaml\n${more}\n`
const OUTSIDE = folder({
  'policy.yaml': POLICY('extends: thirteen-months'),
  'history.yaml': history([['1.0', '2024-01-15', ['added: GET /v1/loans', 'added: GET /v1/shelves']]])
})
const INSIDE = {
  'openapi.yaml': spec(LOANS, SHELVES),
  'tenure.yaml': CONFIG('policy: policy.yaml'),
  'policy.yaml': POLICY('extends: thirteen-months')
}
const outside = (name: string) => join(OUTSIDE, name)

const CHANGES: Readonly<Record<string, readonly [files: Readonly<Record<string, string>>, place: string]>> = {
  'a policy of the configuration': [{'tenure.yaml': CONFIG(`policy: ${outside('policy.yaml')}`)}, 'tenure.yaml:3:9: '],
  'a policy that another one extends': [
    {'policy.yaml': POLICY(`extends: ${outside('policy.yaml')}`)},
    'policy.yaml:3:10: '
  ],
  'a policy of the history': [
    {
      'tenure.yaml': CONFIG('history: history.yaml'),
      'history.yaml': `format: 1\nservice: Lending\npolicy: ${outside('policy.yaml')}\nreleases: []\n`
    },
    'history.yaml:3:9: '
  ],
  'a history': [
    {'tenure.yaml': CONFIG(`policy: policy.yaml\nhistory: ${outside('history.yaml')}`)},
    'tenure.yaml:4:10: '
  ]
}

describe.concurrent('check exits 2 for', () => {
  it.each(sample(Object.entries(CHANGES)))('%s outside of the repository', async (_, [files, place]) => {
    const cwd = await repositoryOf({main: [['2026-01-01', INSIDE]], branch: [['2026-02-01', files]]})
    const result = await check(cwd)
    expectRefusal(result)
    expect(result.err).toContain(place)
    expect(result.err).toMatch(/is outside of the repository, so it can't be reviewed with a change/)
  })

  it('a policy behind a link to a folder outside of the repository', async () => {
    const linked = {'policy.yaml': POLICY('extends: linked/policy.yaml')}
    const cwd = await repositoryOf({main: [['2026-01-01', INSIDE]], branch: [['2026-02-01', linked]]})
    symlinkSync(OUTSIDE, join(cwd, 'linked'))
    const result = await check(cwd)
    expectRefusal(result)
    expect(result.err).toMatch(/`linked\/policy\.yaml` is outside of the repository, so it can't be reviewed/)
  })

  it('a policy outside of the repository that is already merged', async () => {
    const main = {...INSIDE, 'tenure.yaml': CONFIG(`policy: ${outside('policy.yaml')}`)}
    const result = await check(await repositoryOf({main: [['2026-01-01', main]], branch: [['2026-02-01', LOANS_ONLY]]}))
    expectRefusal(result)
  })
})

describe.concurrent('the command line may name', () => {
  const branch = [['2026-02-01', {'openapi.yaml': spec(LOANS, DEPRECATED_SHELVES)}]] as const

  it('a policy outside of the repository', async () => {
    const main = {...INSIDE, 'tenure.yaml': CONFIG(`policy: ${outside('policy.yaml')}`)}
    const cwd = await repositoryOf({main: [['2026-01-01', main]], branch})
    const {code, out} = await check(cwd, ['--policy', outside('policy.yaml')])
    expect({code, policy: JSON.parse(out).policy.name}).toEqual({code: 0, policy: 'lending'})
  })

  it('a history outside of the repository, with its policy', async () => {
    const cwd = await repositoryOf({main: [['2026-01-01', INSIDE]], branch})
    const named = folder({'policy.yaml': POLICY('extends: thirteen-months')})
    write(named, {'history.yaml': 'format: 1\nservice: Lending\npolicy: policy.yaml\nreleases: []\n'})
    expect((await check(cwd, ['--history', join(named, 'history.yaml'), '--spec', 'openapi.yaml'])).code).toBe(0)
  })
})
