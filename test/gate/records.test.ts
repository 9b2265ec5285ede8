import {
  checkScenarios,
  DEPRECATED,
  historyFile,
  LOANS,
  LOANS_AND_SHELVES,
  LOANS_ONLY,
  PASSES,
  REMOVED,
  type Row,
  SHELVES,
  SHELVES_DEPRECATED,
  WISHES
} from './rows.ts'
import {get, history, type Release, spec, TODAY} from './scenario.ts'

const WIDE: Release = [
  '1.0',
  '2024-01-15',
  ['added: GET /v1/loans', 'added: GET /v1/shelves', 'added: GET /v2/loans', 'added: GET /v2/shelves']
]
const NARROW: Release = ['1.0', '2024-01-15', WIDE[2].slice(0, 3)]
const V1_ENDS = ['1.1', '2025-01-15', ['{deprecated: /v1/**, replacement: /v2/**}']] as const satisfies Release
const V1_GONE = ['next', undefined, ['{removed: /v1/**, replacement: /v2/**}']] as const satisfies Release
const V1 = [LOANS, SHELVES]
const V2 = [get('/v2/loans'), get('/v2/shelves')]

const records: readonly Row[] = [
  [
    'a deprecation that goes onto record with the mark lacks what it would lack in `next`',
    {
      main: [['2024-06-01', {...LOANS_AND_SHELVES, ...historyFile()}]],
      branch: [
        [
          TODAY,
          {
            'openapi.yaml': spec(LOANS, get('/v1/shelves', 'deprecated: true, ')),
            ...historyFile(['1.1', TODAY, ['deprecated: GET /v1/shelves']])
          }
        ]
      ]
    },
    {code: 0, verdicts: [], rules: ['deprecated-without-sunset'], at: ['history.yaml', 'deprecated: GET /v1/shelves']}
  ],
  [
    'an endpoint more, which `record` adds',
    {
      main: [['2024-06-01', {...LOANS_AND_SHELVES, ...historyFile()}]],
      branch: [[TODAY, {'openapi.yaml': spec(LOANS, SHELVES, get('/v1/readers'))}]]
    },
    {code: 0, verdicts: [], rules: []}
  ],
  [
    'an endpoint back that the history calls gone, which `record` adds',
    {
      main: [
        [
          '2026-02-15',
          {...LOANS_ONLY, ...historyFile(['1.1', '2024-12-15', [DEPRECATED]], ['1.2', '2026-02-15', [REMOVED]])}
        ]
      ],
      branch: [[TODAY, {'openapi.yaml': spec(LOANS, SHELVES)}]]
    },
    {code: 0, verdicts: [], rules: []}
  ],
  [
    'an endpoint gone a second time, of which only the first is on record',
    {
      main: [
        [
          '2026-03-15',
          {
            ...LOANS_AND_SHELVES,
            ...historyFile(
              ['1.1', '2024-12-15', [DEPRECATED]],
              ['1.2', '2026-02-15', [REMOVED]],
              ['1.3', '2026-03-15', ['restored: GET /v1/shelves']]
            )
          }
        ]
      ],
      branch: [[TODAY, LOANS_ONLY]]
    },
    {
      code: 1,
      verdicts: ['violation'],
      rules: ['unannounced-removal'],
      reasons: ['unrecorded-change'],
      subject: 'GET /v1/shelves',
      at: ['openapi.yaml', 'paths:'],
      remedy: [/waive/]
    }
  ],
  [
    'an endpoint less, which `next` does not tell',
    {main: [['2024-06-01', {...LOANS_AND_SHELVES, ...historyFile()}]], branch: [[TODAY, LOANS_ONLY]]},
    {
      code: 1,
      verdicts: ['violation'],
      rules: ['unannounced-removal'],
      reasons: ['unrecorded-change'],
      subject: 'GET /v1/shelves',
      at: ['openapi.yaml', 'paths:'],
      remedy: ['2027-04-02', /waive/]
    }
  ],
  [
    'a lawful end, which `next` does not tell',
    {
      main: [['2025-01-15', {...SHELVES_DEPRECATED, ...historyFile(['1.1', '2025-01-15', [DEPRECATED]])}]],
      branch: [[TODAY, LOANS_ONLY]]
    },
    {
      code: 0,
      verdicts: ['compliant'],
      rules: ['unrecorded-change'],
      subject: 'GET /v1/shelves',
      at: ['openapi.yaml', 'paths:'],
      remedy: ['removed:']
    }
  ],
  [
    'a promised end that moves later, which `record` adds',
    {
      main: [
        [
          '2025-01-15',
          {
            'openapi.yaml': spec(LOANS, get('/v1/shelves', 'deprecated: true, x-sunset: 2026-06-01, ')),
            ...historyFile([
              '1.1',
              '2025-01-15',
              ['{deprecated: GET /v1/shelves, sunset: 2026-06-01, replacement: none}']
            ])
          }
        ]
      ],
      branch: [[TODAY, {'openapi.yaml': spec(LOANS, get('/v1/shelves', 'deprecated: true, x-sunset: 2026-09-01, '))}]]
    },
    {code: 0, verdicts: [], rules: []}
  ],
  [
    'a break, which `next` does not tell',
    {
      main: [['2024-06-01', {...LOANS_AND_SHELVES, ...historyFile()}]],
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
    'a break, of which `next` says that it breaks nothing',
    {
      main: [['2024-06-01', {...LOANS_AND_SHELVES, ...historyFile()}]],
      branch: [
        [
          TODAY,
          {
            'openapi.yaml': spec(get('/v1/loans', '', 'id: {type: integer}'), SHELVES),
            ...historyFile(['next', undefined, ['{changed: GET /v1/loans, field: id, in: response, breaking: false}']])
          }
        ]
      ]
    },
    {code: 1, verdicts: ['violation'], rules: ['ga-breaking-change'], at: ['openapi.yaml', '/v1/loans']}
  ],
  [
    'an end that `next` tells, and the description does not show',
    {
      main: [['2025-01-15', {...SHELVES_DEPRECATED, ...historyFile(['1.1', '2025-01-15', [DEPRECATED]])}]],
      branch: [[TODAY, historyFile(['1.1', '2025-01-15', [DEPRECATED]], ['next', undefined, [REMOVED]])]]
    },
    {
      code: 0,
      verdicts: ['compliant'],
      rules: ['unseen-change'],
      subject: 'GET /v1/shelves',
      at: ['history.yaml', 'removed: GET /v1/shelves'],
      remedy: ['description']
    }
  ],
  [
    'beta becomes GA in the description',
    {
      main: [['2024-06-01', {'openapi.yaml': spec(LOANS, WISHES)}]],
      branch: [[TODAY, {'openapi.yaml': spec(LOANS, get('/v1/wishes'))}]]
    },
    {code: 0, verdicts: ['policy']}
  ],
  [
    'beta becomes GA, and the history tells',
    {
      main: [['2024-06-01', {'openapi.yaml': spec(LOANS, SHELVES, WISHES), ...historyFile()}]],
      branch: [
        [
          TODAY,
          {
            'openapi.yaml': spec(LOANS, SHELVES, get('/v1/wishes')),
            ...historyFile(['next', undefined, ['{promoted: GET /v1-beta/wishes, to: GET /v1/wishes}']])
          }
        ]
      ]
    },
    {code: 0, verdicts: ['policy']}
  ],
  [
    'GA becomes beta',
    {
      main: [['2024-06-01', LOANS_AND_SHELVES]],
      branch: [[TODAY, {'openapi.yaml': spec(LOANS, get('/v1-beta/shelves'))}]]
    },
    {
      code: 1,
      verdicts: ['violation'],
      rules: ['unannounced-removal'],
      subject: 'GET /v1/shelves',
      at: ['openapi.yaml', 'paths:'],
      remedy: ['2027-04-02', /waive/]
    }
  ],
  [
    'a path that gets another name',
    {
      main: [['2024-06-01', LOANS_AND_SHELVES]],
      branch: [[TODAY, {'openapi.yaml': spec(LOANS, get('/v1/racks'))}]]
    },
    {
      code: 1,
      verdicts: ['violation'],
      rules: ['unannounced-removal'],
      subject: 'GET /v1/shelves',
      at: ['openapi.yaml', 'paths:'],
      remedy: ['2027-04-02', /waive/]
    }
  ],
  [
    'a path parameter that gets another name',
    {
      main: [
        [
          '2024-06-01',
          {
            'openapi.yaml': spec(
              get(
                '/v1/loans/{loanId}',
                'parameters: [{name: loanId, in: path, required: true, schema: {type: string}}], '
              )
            )
          }
        ]
      ],
      branch: [
        [
          TODAY,
          {
            'openapi.yaml': spec(
              get(
                '/v1/loans/{loan_id}',
                'parameters: [{name: loan_id, in: path, required: true, schema: {type: string}}], '
              )
            )
          }
        ]
      ]
    },
    PASSES
  ],
  [
    'all of v1 ends, and v2 has it all',
    {
      main: [['2025-01-15', {'openapi.yaml': spec(...V1, ...V2), 'history.yaml': history([WIDE, V1_ENDS])}]],
      branch: [[TODAY, {'openapi.yaml': spec(...V2), 'history.yaml': history([WIDE, V1_ENDS, V1_GONE])}]]
    },
    {code: 0, verdicts: ['compliant']}
  ],
  [
    'all of v1 ends, and v2 lacks one endpoint',
    {
      main: [
        ['2025-01-15', {'openapi.yaml': spec(...V1, get('/v2/loans')), 'history.yaml': history([NARROW, V1_ENDS])}]
      ],
      branch: [[TODAY, {'openapi.yaml': spec(get('/v2/loans')), 'history.yaml': history([NARROW, V1_ENDS, V1_GONE])}]]
    },
    {
      code: 0,
      verdicts: ['compliant'],
      rules: ['prefix-replacement-incomplete'],
      subject: '/v1/**',
      at: ['history.yaml', 'removed: /v1/**'],
      remedy: ['counterparts', 'except:']
    }
  ],
  [
    'all of v1 ends without a word before, and v2 lacks one endpoint',
    {
      main: [['2025-01-15', {'openapi.yaml': spec(...V1, get('/v2/loans')), 'history.yaml': history([NARROW])}]],
      branch: [[TODAY, {'openapi.yaml': spec(get('/v2/loans')), 'history.yaml': history([NARROW, V1_GONE])}]]
    },
    {
      code: 1,
      // That v2 came says the same as an announcement, of what it has.
      verdicts: ['compliant', 'violation'],
      rules: ['prefix-replacement-incomplete', 'unannounced-removal'],
      finding: 1,
      subject: 'GET /v1/shelves',
      at: ['history.yaml', 'removed: /v1/**'],
      remedy: ['2027-04-02', /waive/]
    }
  ]
]

checkScenarios('the record at the gate', records)
