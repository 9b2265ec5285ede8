import {describe, expect, it} from 'vitest'
import {tenure} from '../cli/run.ts'
import {sample} from '../tier.ts'
import {DELETED, type Files, get, git, repositoryOf, type State, spec, TODAY} from './scenario.ts'

// What the user names as the base: it is found, or the check ends with exit 2. A change can't bring it.

const BOTH = spec(get('/v1/loans'), get('/v1/fees'))
const LOANS = spec(get('/v1/loans'))

async function checkWith(base: string, branch: Files, env: Readonly<Record<string, string>> = {}) {
  const cwd = await repositoryOf({
    main: [['2024-06-01', {'openapi.yaml': BOTH, 'old.yaml': BOTH}]],
    branch: [[TODAY, {'openapi.yaml': LOANS, ...branch}]]
  })
  await git(cwd, ['tag', 'v1.0', 'main'])
  return tenure(['check', '--as-of', TODAY, '--base', base], {cwd, env})
}

describe.concurrent('a base that is named', () => {
  it.each(
    sample([
      'mian:openapi.yaml',
      'refs/tags/v1.O:openapi.yaml',
      'main:opnapi.yaml',
      ':openapi.yaml',
      'main~2:openapi.yaml',
      'rel/a.tgz:package/openapi.yaml',
      'C:\\x.yaml',
      'none.yaml'
    ])
  )('is never passed over: `%s`', async base => {
    const {code, err} = await checkWith(base, {})
    expect(code).toBe(2)
    expect(err).toContain(base.split(':')[0] || base)
  })

  it.each(sample(['main', 'main:openapi.yaml', 'refs/tags/v1.0:openapi.yaml', 'old.yaml', './old.yaml']))(
    'is compared: `%s`',
    async base => {
      expect((await checkWith(base, {})).code).toBe(1)
    }
  )

  it.each<[string, number]>(
    sample([
      ['main', 2],
      ['main:openapi.yaml', 2],
      ['v1.0', 2],
      ['FETCH_HEAD', 2],
      ['./main', 0]
    ])
  )('is no file that the change names like it: `%s`', async (base, code) => {
    const result = await checkWith(base, {[base.replace('./', '')]: LOANS})
    expect(result.code).toBe(code)
  })
})

it('named as a file is read as the target has it in CI, and never as only the change has it', async () => {
  const cwd = await repositoryOf({
    main: [['2024-06-01', {'openapi.yaml': BOTH, 'old.yaml': BOTH}]],
    branch: [[TODAY, {'openapi.yaml': LOANS, 'old.yaml': LOANS, 'new.yaml': LOANS}]]
  })
  const check = (base: string) =>
    tenure(['check', '--as-of', TODAY, '--target', 'main', '--base', base], {cwd, env: {CI: 'true'}})
  expect((await check('old.yaml')).code).toBe(1)
  const refused = await check('new.yaml')
  expect(refused.code).toBe(2)
  expect(refused.err).toContain('`new.yaml` comes with this change')
})

it('that stands for the newest release has a description that the change deletes', async () => {
  const past =
    'format: 1\nservice: L\nreleases:\n  - {release: "1.0", date: 2024-01-15, changes: [added: GET /v1/loans]}\n'
  const cwd = await repositoryOf({
    main: [['2024-06-01', {'openapi.yaml': LOANS, 'history.yaml': past}]],
    branch: [[TODAY, {'openapi.yaml': DELETED}]]
  })
  await git(cwd, ['tag', 'v1.0', 'main'])
  const {code, out} = await tenure(['check', '--as-of', TODAY, '--base', 'latest-release'], {cwd})
  expect(code).toBe(1)
  expect(out).toContain('`GET /v1/loans`')
})

describe.concurrent('a file that the target adds to a description', () => {
  const removed = async (main: Files, branch: Files, later: State) => {
    const cwd = await repositoryOf({main: [['2024-06-01', main]], branch: [[TODAY, branch]], later: [later]})
    return (await tenure(['check', '--as-of', TODAY], {cwd})).code
  }
  const config = (text: string) => `format: 1\nspec: ${text}\n`

  it('of releases counts, if the change adds the next one without it', async () => {
    const main = {'tenure.yaml': config('api'), 'api/1.0.yaml': LOANS, 'api/1.1.yaml': LOANS}
    expect(await removed(main, {'api/1.3.yaml': LOANS}, ['2026-03-01', {'api/1.2.yaml': BOTH}])).toBe(1)
  })

  it.each(sample(['schema', "'schema/**'"]))('in `%s` counts, if the change lists only the others', async named => {
    const main = {'tenure.yaml': config(named), 'schema/a.graphql': 'type Query { loans: Int fees: Int }\n'}
    const later: State = ['2026-03-01', {'schema/b.graphql': 'extend type Query { desks: Int }\n'}]
    expect(await removed(main, {'tenure.yaml': config('[schema/a.graphql]')}, later)).toBe(1)
  })
})
