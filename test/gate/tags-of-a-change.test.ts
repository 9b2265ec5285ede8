import {expect, it} from 'vitest'
import {LOANS} from './rows.ts'
import {check, get, git, repositoryOf, spec} from './scenario.ts'

const api = (...paths: readonly string[]) => ({'openapi.yaml': spec(LOANS, ...paths)})
const CONFIG = {'tenure.yaml': 'format: 1\nspec: openapi.yaml\ntags: "v*"\n'}

it.each([
  ['main', 0, 'compliant'],
  ['work~1', 1, 'violation']
])('a release on the commit %s starts the notice of a mark: %s, %s', async (at, code, verdict) => {
  const cwd = await repositoryOf({
    main: [
      ['2025-01-05', {...api(get('/v1/shelves')), ...CONFIG}],
      ['2025-03-01', api(get('/v1/shelves', 'deprecated: true, '))]
    ],
    branch: [
      ['2025-03-02', {'notes.txt': 'work\n'}],
      ['2026-07-15', api()]
    ]
  })
  await git(cwd, ['tag', 'v1.0.0', 'main~1'])
  await git(cwd, ['tag', 'v1.1.0', at])
  const result = await check(cwd, [], '2026-07-15')
  expect(result.code, result.out).toBe(code)
  expect(JSON.parse(result.out).judgments[0]).toMatchObject({verdict})
})
