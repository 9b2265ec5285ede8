import {describe, expect, it} from 'vitest'
import {check, DELETED, get, history, repositoryOf, spec, TODAY} from './scenario.ts'

const LOANS = get('/v1/loans')
const BOTH = {'openapi.yaml': spec(LOANS, get('/v1/shelves'))}
const ONE = {'openapi.yaml': spec(LOANS)}
const NONE = 'guarantees: {ga: none}\n'
const SHORT = 'format: 1\nservice: Lending Library API\n'

describe.concurrent('a change does not take back', () => {
  it.each([
    ['is deleted', {'history.yaml': DELETED, 'tenure.yaml': 'policy: none.yaml\n'}],
    [
      'becomes a folder',
      {'history.yaml': DELETED, 'tenure.yaml': 'history: h\n', 'h/service.yaml': `${SHORT}policy: ../none.yaml\n`}
    ],
    [
      'is rewritten at another place',
      {
        'history.yaml': DELETED,
        'tenure.yaml': 'history: h.yaml\n',
        'h.yaml': `${SHORT}policy: none.yaml\nreleases: []\n`
      }
    ],
    [
      'is left beside one that is named instead',
      {'tenure.yaml': 'history: h.yaml\n', 'h.yaml': `${SHORT}policy: none.yaml\nreleases: []\n`}
    ],
    [
      'is left, and the API is one of a list',
      {
        'tenure.yaml': 'apis:\n  - {name: desk, spec: openapi.yaml, history: h.yaml}\n',
        'h.yaml': `${SHORT}policy: none.yaml\nreleases: []\n`
      }
    ]
  ])('the policy that a history named, where the history %s', async (_, files) => {
    const cwd = await repositoryOf({
      main: [
        [
          '2024-06-01',
          {
            ...BOTH,
            'none.yaml': NONE,
            'history.yaml': `policy: thirteen-months\n${history([['1.0', '2024-06-01', ['added: GET /v1/loans', 'added: GET /v1/shelves']]])}`
          }
        ]
      ],
      branch: [[TODAY, {...ONE, ...files}]]
    })
    const ran = await check(cwd)
    expect(ran.code, ran.err).toBe(1)
    expect(ran.out).toContain('the policy (`thirteen-months`), configuration, history, and waivers of')
  })

  it('a folder of a history that names a policy, where the folder is deleted', async () => {
    const cwd = await repositoryOf({
      main: [
        [
          '2024-06-01',
          {
            ...BOTH,
            'none.yaml': NONE,
            'tenure.yaml': 'history: h\n',
            'h/service.yaml': `${SHORT}policy: thirteen-months\n`
          }
        ]
      ],
      branch: [[TODAY, {...ONE, 'h/service.yaml': DELETED, 'tenure.yaml': 'policy: none.yaml\n'}]]
    })
    const ran = await check(cwd)
    expect(ran.code, ran.err).toBe(1)
    expect(ran.out).toContain('the policy (`thirteen-months`), configuration, history, and waivers of')
  })
})
