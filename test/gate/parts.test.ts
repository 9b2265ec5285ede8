import {checkScenarios, LOANS_ONLY, type Row} from './rows.ts'
import {get, history, post, type Release, type Scenario, spec, TODAY} from './scenario.ts'

const WITH_DUE = {'openapi.yaml': spec(get('/v1/loans', '', 'id: {type: string}, due: {type: string}'))}
const DEPRECATED_DUE = {
  'openapi.yaml': spec(get('/v1/loans', '', 'id: {type: string}, due: {type: string, deprecated: true}'))
}
const WITHOUT_DUE = {'openapi.yaml': spec(get('/v1/loans', '', 'id: {type: string}'))}
const accepts = (properties: string) => ({'openapi.yaml': spec(post('/v1/loans', properties))})
const withStates = (values: string) => `id: {type: string}, state: {type: string, enum: [${values}]}`
const LIBRARY: Release = ['1.0', '2024-01-15', ['added: GET /v1/loans', 'added: POST /v1/loans']]
const part = (verb: string, target: string, more: string) => `{${verb}: ${target}, ${more}}`
/** Removes a part that the history announced on a day. */
const announcedRemoval = (before: object, after: object, target: string, more: string, announced: string) => {
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

const removals: readonly Row[] = [
  [
    'of a response field fails without notice',
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
    'of a response field is allowed after the notice of its deprecation',
    {
      main: [
        ['2024-06-01', WITH_DUE],
        ['2025-01-15', DEPRECATED_DUE]
      ],
      branch: [[TODAY, WITHOUT_DUE]]
    },
    {code: 0, verdicts: ['compliant'], since: '2025-01-15'}
  ],
  [
    'of a response field fails before the end of the notice of its deprecation',
    {
      main: [
        ['2024-06-01', WITH_DUE],
        ['2025-02-03', DEPRECATED_DUE]
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
    'of a response field is allowed after the notice of its announcement in the history',
    announcedRemoval(WITH_DUE, WITHOUT_DUE, 'GET /v1/loans', DUE, '2025-02-02'),
    {code: 0, verdicts: ['compliant'], rules: ['unexplained-end'], since: '2025-02-02'}
  ],
  [
    'of a response field fails before the end of the notice of its announcement in the history',
    announcedRemoval(WITH_DUE, WITHOUT_DUE, 'GET /v1/loans', DUE, '2025-02-03'),
    {
      code: 1,
      verdicts: ['violation'],
      rules: ['notice-too-short'],
      at: ['history.yaml', 'removed: GET /v1/loans'],
      remedy: ['2026-03-03', /waive/]
    }
  ],
  [
    'of a request field fails without notice',
    {
      main: [['2024-06-01', accepts('id: {type: string}, due: {type: string}')]],
      branch: [[TODAY, accepts('id: {type: string}')]]
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
    'of a request field is allowed after the notice of its announcement in the history',
    announcedRemoval(
      accepts('id: {type: string}, due: {type: string}'),
      accepts('id: {type: string}'),
      'POST /v1/loans',
      'field: due, in: request',
      '2025-02-02'
    ),
    {code: 0, verdicts: ['compliant'], rules: ['unexplained-end'], since: '2025-02-02'}
  ],
  [
    'of a request value fails without notice',
    {main: [['2024-06-01', accepts(withStates('open, lost'))]], branch: [[TODAY, accepts(withStates('open'))]]},
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
    'of a request value is allowed after the notice of its announcement in the history',
    announcedRemoval(
      accepts(withStates('open, lost')),
      accepts(withStates('open')),
      'POST /v1/loans',
      VALUE('request'),
      '2025-02-02'
    ),
    {code: 0, verdicts: ['compliant'], rules: ['unexplained-end'], since: '2025-02-02'}
  ],
  [
    'of a request value fails before the end of the notice of its announcement in the history',
    announcedRemoval(
      accepts(withStates('open, lost')),
      accepts(withStates('open')),
      'POST /v1/loans',
      VALUE('request'),
      '2025-02-03'
    ),
    {
      code: 1,
      verdicts: ['violation'],
      rules: ['notice-too-short'],
      at: ['history.yaml', 'removed: POST /v1/loans'],
      remedy: ['2026-03-03', /waive/]
    }
  ],
  [
    'of a response value is allowed without notice',
    {
      main: [['2024-06-01', {'openapi.yaml': spec(get('/v1/loans', '', withStates('open, lost')))}]],
      branch: [[TODAY, {'openapi.yaml': spec(get('/v1/loans', '', withStates('open')))}]]
    },
    {code: 0, verdicts: ['compliant']}
  ],
  [
    'of no part, but the addition of a response value, needs review',
    {
      main: [['2024-06-01', {'openapi.yaml': spec(get('/v1/loans', '', withStates('open')))}]],
      branch: [[TODAY, {'openapi.yaml': spec(get('/v1/loans', '', withStates('open, lost')))}]]
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
    'of a parameter fails without notice',
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

checkScenarios('the removal', removals)
