import {describe, expect, it} from 'vitest'
import {sample} from '../tier.ts'
import {check, DELETED, get, history, repositoryOf, spec, TODAY} from './scenario.ts'

const LOANS = get('/v1/loans')
const LOANS_AND_SHELVES = {'openapi.yaml': spec(LOANS, get('/v1/shelves'))}
const LOANS_ONLY = {'openapi.yaml': spec(LOANS)}
const NONE = 'guarantees: {ga: none}\n'
const SERVICE = 'format: 1\nservice: Lending Library API\n'

describe.concurrent('the policy of a history in the target still applies if', () => {
  it.each(
    sample([
      ['is deleted', {'history.yaml': DELETED, 'tenure.yaml': 'policy: none.yaml\n'}],
      [
        'becomes a folder',
        {'history.yaml': DELETED, 'tenure.yaml': 'history: h\n', 'h/service.yaml': `${SERVICE}policy: ../none.yaml\n`}
      ],
      [
        'is rewritten at another path',
        {
          'history.yaml': DELETED,
          'tenure.yaml': 'history: h.yaml\n',
          'h.yaml': `${SERVICE}policy: none.yaml\nreleases: []\n`
        }
      ],
      [
        'is left, but the configuration names another one',
        {'tenure.yaml': 'history: h.yaml\n', 'h.yaml': `${SERVICE}policy: none.yaml\nreleases: []\n`}
      ],
      [
        'is left, but the configuration lists APIs',
        {
          'tenure.yaml': 'apis:\n  - {name: desk, spec: openapi.yaml, history: h.yaml}\n',
          'h.yaml': `${SERVICE}policy: none.yaml\nreleases: []\n`
        }
      ]
    ])
  )('the history %s', async (_, files) => {
    const cwd = await repositoryOf({
      main: [
        [
          '2024-06-01',
          {
            ...LOANS_AND_SHELVES,
            'none.yaml': NONE,
            'history.yaml': `policy: thirteen-months\n${history([['1.0', '2024-06-01', ['added: GET /v1/loans', 'added: GET /v1/shelves']]])}`
          }
        ]
      ],
      branch: [[TODAY, {...LOANS_ONLY, ...files}]]
    })
    const result = await check(cwd)
    expect(result.code, result.err).toBe(1)
    expect(result.out).toMatch(/The policy \(`thirteen-months`\).* of main \(\w+\) decides?, /)
  })

  it('the folder of the history is deleted', async () => {
    const cwd = await repositoryOf({
      main: [
        [
          '2024-06-01',
          {
            ...LOANS_AND_SHELVES,
            'none.yaml': NONE,
            'tenure.yaml': 'history: h\n',
            'h/service.yaml': `${SERVICE}policy: thirteen-months\n`
          }
        ]
      ],
      branch: [[TODAY, {...LOANS_ONLY, 'h/service.yaml': DELETED, 'tenure.yaml': 'policy: none.yaml\n'}]]
    })
    const result = await check(cwd)
    expect(result.code, result.err).toBe(1)
    expect(result.out).toMatch(/The policy \(`thirteen-months`\).* of main \(\w+\) decides?, /)
  })
})
