import {checkScenarios, LOANS, LOANS_AND_SHELVES, LOANS_ONLY, PASSES, type Row, SHELVES, WISHES} from './rows.ts'
import {get, spec, TODAY} from './scenario.ts'

const changes: readonly Row[] = [
  [
    'passes an added endpoint and an added optional parameter',
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
    'fails a new required parameter of a GA endpoint',
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
    'fails a changed type in a response of a GA endpoint',
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
    'exempts a breaking change of a beta endpoint',
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
    'exempts the removal of a beta endpoint',
    {main: [['2025-01-10', {'openapi.yaml': spec(LOANS, WISHES)}]], branch: [[TODAY, LOANS_ONLY]]},
    {code: 0, verdicts: ['policy']}
  ]
]

checkScenarios('check of a change', changes)
