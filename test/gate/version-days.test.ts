import {expect, it} from 'vitest'
import {tenure} from '../cli/run.ts'
import {get, git, history, repositoryOf, TODAY} from './scenario.ts'

const spec = (...paths: readonly string[]): string =>
  `openapi: 3.0.3\ninfo: {title: Lending Library API, version: "1.2.0"}\npaths:\n${paths.map(path => `  ${get(path)}\n`).join('')}`
const POLICY =
  'name: p\nstabilities: [ga]\ndefaultStability: ga\nguarantees: {ga: none}\nversions: {scheme: semver, from: history}\n'

it.each([
  ['2026-03-01', '1.3.0'],
  [TODAY, '1.3.0'],
  ['2026-03-03', '1.2.0']
])('where the last release is of %s, the version of a change today follows %s', async (day, base) => {
  const listed = history([
    ['1.2.0', '2025-01-01', ['added: GET /v1/loans']],
    ['1.3.0', day, []]
  ])
  const cwd = await repositoryOf({
    main: [
      [
        '2025-01-01',
        {
          'openapi.yaml': spec('/v1/loans'),
          'tenure.yaml': 'format: 1\nspec: openapi.yaml\nhistory: history.yaml\npolicy: policy.yaml\n',
          'policy.yaml': POLICY,
          'history.yaml': listed
        }
      ]
    ],
    branch: [[TODAY, {'openapi.yaml': spec('/v1/loans', '/v1/fees')}]]
  })
  const {out, err} = await tenure(['check', '--as-of', TODAY, '--format', 'json'], {cwd})
  expect(err).toBe('')
  expect(JSON.parse(out).version?.base).toBe(base)
})

it.each([
  ['v3.0.0', 'v3.1.0'],
  ['v1.2.0', '1.3.0'],
  ['v1.1.0', '1.3.0']
])('next to the tag %s, an addition to a description of 1.2.0 needs %s', async (tag, needed) => {
  const cwd = await repositoryOf({
    main: [['2025-01-01', {'openapi.yaml': spec('/v1/loans')}]],
    branch: [[TODAY, {'openapi.yaml': spec('/v1/loans', '/v1/fees')}]]
  })
  await git(cwd, ['tag', tag, 'main'])
  expect((await tenure(['next-version', '--as-of', TODAY], {cwd})).out).toBe(`${needed}\n`)
})
