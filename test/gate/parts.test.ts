import {checkScenarios, LOANS_ONLY, type Row} from './rows.ts'
import {get, history, post, type Release, type Scenario, spec, TODAY} from './scenario.ts'

const WITH_DUE = {'openapi.yaml': spec(get('/v1/loans', '', 'id: {type: string}, due: {type: string}'))}
const MARKED_DUE = {
  'openapi.yaml': spec(get('/v1/loans', '', 'id: {type: string}, due: {type: string, deprecated: true}'))
}
const WITHOUT_DUE = {'openapi.yaml': spec(get('/v1/loans', '', 'id: {type: string}'))}
const TAKES = (properties: string) => ({'openapi.yaml': spec(post('/v1/loans', properties))})
const ENUM = (values: string) => `id: {type: string}, state: {type: string, enum: [${values}]}`
const LIBRARY: Release = ['1.0', '2024-01-15', ['added: GET /v1/loans', 'added: POST /v1/loans']]
const part = (verb: string, target: string, more: string) => `{${verb}: ${target}, ${more}}`
/** A part that a history announced on a day, and that the branch takes away. */
const partGone = (before: object, after: object, target: string, more: string, announced: string) => {
  const past: Release[] = [LIBRARY, ['1.1', announced, [part('deprecated', target, more)]]]
  return {
    main: [[announced, {...before, 'history.yaml': history(past)}]],
    branch: [
      [TODAY, {...after, 'history.yaml': history([...past, ['next', undefined, [part('removed', target, more)]]])}]
    ]
  } as unknown as Omit<Scenario, 'name'>
}
const DUE = 'field: due, in: response'
const VALUE = (side: string) => `field: state, in: ${side}, value: lost`

const parts: readonly Row[] = [
  [
    'a field of an answer, without notice',
    {main: [['2024-06-01', WITH_DUE]], branch: [[TODAY, WITHOUT_DUE]]},
    {
      code: 1,
      verdicts: ['violation'],
      rules: ['unannounced-removal'],
      subject: {subject: 'GET /v1/loans', field: 'due', in: 'response'},
      at: ['openapi.yaml', '/v1/loans'],
      remedy: ['2027-04-02', /waive/]
    }
  ],
  [
    'a field of an answer, marked long enough',
    {
      main: [
        ['2024-06-01', WITH_DUE],
        ['2025-01-15', MARKED_DUE]
      ],
      branch: [[TODAY, WITHOUT_DUE]]
    },
    {code: 0, verdicts: ['compliant'], since: '2025-01-15'}
  ],
  [
    'a field of an answer, marked too late',
    {
      main: [
        ['2024-06-01', WITH_DUE],
        ['2025-02-03', MARKED_DUE]
      ],
      branch: [[TODAY, WITHOUT_DUE]]
    },
    {
      code: 1,
      verdicts: ['violation'],
      rules: ['notice-too-short'],
      subject: {subject: 'GET /v1/loans', field: 'due', in: 'response'},
      at: ['openapi.yaml', '/v1/loans'],
      remedy: ['2026-03-03', /waive/],
      since: '2025-02-03'
    }
  ],
  [
    'a field of an answer, announced by the history long enough',
    partGone(WITH_DUE, WITHOUT_DUE, 'GET /v1/loans', DUE, '2025-02-02'),
    {code: 0, verdicts: ['compliant'], since: '2025-02-02'}
  ],
  [
    'a field of an answer, announced by the history too late',
    partGone(WITH_DUE, WITHOUT_DUE, 'GET /v1/loans', DUE, '2025-02-03'),
    {
      code: 1,
      verdicts: ['violation'],
      rules: ['notice-too-short'],
      at: ['history.yaml', 'removed: GET /v1/loans'],
      remedy: ['2026-03-03', /waive/]
    }
  ],
  [
    'a field of a request, without notice',
    {
      main: [['2024-06-01', TAKES('id: {type: string}, due: {type: string}')]],
      branch: [[TODAY, TAKES('id: {type: string}')]]
    },
    {
      code: 1,
      verdicts: ['violation'],
      rules: ['unannounced-removal'],
      subject: {subject: 'POST /v1/loans', field: 'due', in: 'request'},
      at: ['openapi.yaml', '/v1/loans'],
      remedy: ['2027-04-02', /waive/]
    }
  ],
  [
    'a field of a request, announced by the history long enough',
    partGone(
      TAKES('id: {type: string}, due: {type: string}'),
      TAKES('id: {type: string}'),
      'POST /v1/loans',
      'field: due, in: request',
      '2025-02-02'
    ),
    {code: 0, verdicts: ['compliant'], since: '2025-02-02'}
  ],
  [
    'a value of a request, without notice',
    {main: [['2024-06-01', TAKES(ENUM('open, lost'))]], branch: [[TODAY, TAKES(ENUM('open'))]]},
    {
      code: 1,
      verdicts: ['violation'],
      rules: ['unannounced-removal'],
      subject: {subject: 'POST /v1/loans', field: 'state', in: 'request', value: 'lost'},
      at: ['openapi.yaml', 'enum: [open]'],
      remedy: ['2027-04-02', /waive/]
    }
  ],
  [
    'a value of a request, announced by the history long enough',
    partGone(TAKES(ENUM('open, lost')), TAKES(ENUM('open')), 'POST /v1/loans', VALUE('request'), '2025-02-02'),
    {code: 0, verdicts: ['compliant'], since: '2025-02-02'}
  ],
  [
    'a value of a request, announced by the history too late',
    partGone(TAKES(ENUM('open, lost')), TAKES(ENUM('open')), 'POST /v1/loans', VALUE('request'), '2025-02-03'),
    {
      code: 1,
      verdicts: ['violation'],
      rules: ['notice-too-short'],
      at: ['history.yaml', 'removed: POST /v1/loans'],
      remedy: ['2026-03-03', /waive/]
    }
  ],
  [
    'a value of an answer, without notice: no client meets what it could not meet',
    {
      main: [['2024-06-01', {'openapi.yaml': spec(get('/v1/loans', '', ENUM('open, lost')))}]],
      branch: [[TODAY, {'openapi.yaml': spec(get('/v1/loans', '', ENUM('open')))}]]
    },
    {code: 0, verdicts: ['compliant']}
  ],
  [
    'a value more in an answer',
    {
      main: [['2024-06-01', {'openapi.yaml': spec(get('/v1/loans', '', ENUM('open')))}]],
      branch: [[TODAY, {'openapi.yaml': spec(get('/v1/loans', '', ENUM('open, lost')))}]]
    },
    {
      code: 0,
      verdicts: ['undetermined'],
      rules: ['ga-breaking-change'],
      subject: {subject: 'GET /v1/loans', field: 'state', in: 'response', value: 'lost'},
      at: ['openapi.yaml', 'enum: [open, lost]'],
      remedy: ['breaks']
    }
  ],
  [
    'a parameter, without notice',
    {
      main: [
        [
          '2024-06-01',
          {
            'openapi.yaml': spec(get('/v1/loans', 'parameters: [{name: page, in: query, schema: {type: integer}}], '))
          }
        ]
      ],
      branch: [[TODAY, LOANS_ONLY]]
    },
    {
      code: 1,
      verdicts: ['violation'],
      rules: ['unannounced-removal'],
      subject: {subject: 'GET /v1/loans', parameter: 'page'},
      at: ['openapi.yaml', '/v1/loans'],
      remedy: ['2027-04-02', /waive/]
    }
  ]
]

checkScenarios('a part that ends at the gate', parts)
