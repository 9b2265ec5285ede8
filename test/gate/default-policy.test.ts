import {expect, it} from 'vitest'
import {check, get, repositoryOf, spec, TODAY} from './scenario.ts'

it('the default policy demands an announcement, whatever the age of the next version is', async () => {
  const config = {'tenure.yaml': 'format: 1\nspec: openapi.yaml\n'}
  const cwd = await repositoryOf({
    main: [
      ['2021-06-01', {...config, 'openapi.yaml': spec(get('/v1/loans'))}],
      ['2022-06-01', {'openapi.yaml': spec(get('/v1/loans'), get('/v2/loans'))}]
    ],
    branch: [[TODAY, {'openapi.yaml': spec(get('/v2/loans'))}]]
  })
  const {code, out} = await check(cwd)
  expect(code, out).toBe(1)
  expect(JSON.parse(out).findings).toEqual([
    expect.objectContaining({
      rule: 'unannounced-removal',
      verdict: 'violation',
      message:
        '`GET /v1/loans` is removed in the next release (2026-03-02) without notice. The policy requires 13 months.'
    })
  ])
})
