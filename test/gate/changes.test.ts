import {checkScenarios, LOANS, LOANS_AND_SHELVES, LOANS_ONLY, PASSES, type Row, SHELVES, WISHES} from './rows.ts'
import {get, spec, TODAY} from './scenario.ts'

const changes: readonly Row[] = [
  [
    'a compatible change: an endpoint and an optional parameter more',
    {
      main: [['2025-01-10', LOANS_AND_SHELVES]],
      branch: [
        [
          TODAY,
          {
            'openapi.yaml': spec(
              get('/v1/loans', 'parameters: [{name: page, in: query, schema: {type: integer}}], '),
              SHELVES,
              get('/v1/readers')
            )
          }
        ]
      ]
    },
    PASSES
  ],
  [
    'a break of a GA endpoint',
    {
      main: [['2025-01-10', LOANS_AND_SHELVES]],
      branch: [
        [
          TODAY,
          {
            'openapi.yaml': spec(
              get('/v1/loans', 'parameters: [{name: page, in: query, required: true, schema: {type: integer}}], '),
              SHELVES
            )
          }
        ]
      ]
    },
    {
      code: 1,
      verdicts: ['violation'],
      rules: ['ga-breaking-change'],
      subject: {subject: 'GET /v1/loans', parameter: 'page'},
      at: ['openapi.yaml', 'name: page'],
      remedy: [/waive/, /version|old/]
    }
  ],
  [
    'a type changed in the answer of a GA endpoint',
    {
      main: [['2025-01-10', LOANS_AND_SHELVES]],
      branch: [[TODAY, {'openapi.yaml': spec(get('/v1/loans', '', 'id: {type: integer}'), SHELVES)}]]
    },
    {
      code: 1,
      verdicts: ['violation'],
      rules: ['ga-breaking-change'],
      subject: {subject: 'GET /v1/loans', field: 'id', in: 'response'},
      at: ['openapi.yaml', '/v1/loans'],
      remedy: [/waive/]
    }
  ],
  [
    'a break of a beta endpoint',
    {
      main: [['2025-01-10', {'openapi.yaml': spec(LOANS, WISHES)}]],
      branch: [
        [
          TODAY,
          {
            'openapi.yaml': spec(
              LOANS,
              get('/v1-beta/wishes', 'parameters: [{name: page, in: query, required: true, schema: {type: integer}}], ')
            )
          }
        ]
      ]
    },
    {code: 0, verdicts: ['policy']}
  ],
  [
    'the end of a beta endpoint',
    {main: [['2025-01-10', {'openapi.yaml': spec(LOANS, WISHES)}]], branch: [[TODAY, LOANS_ONLY]]},
    {code: 0, verdicts: ['policy']}
  ]
]

checkScenarios('a change at the gate', changes)
