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

const WITH_ALL_OF_V2: Release = [
  '1.0',
  '2024-01-15',
  ['added: GET /v1/loans', 'added: GET /v1/shelves', 'added: GET /v2/loans', 'added: GET /v2/shelves']
]
const WITH_PART_OF_V2: Release = ['1.0', '2024-01-15', WITH_ALL_OF_V2[2].slice(0, 3)]
const V1_DEPRECATED = ['1.1', '2025-01-15', ['{deprecated: /v1/**, replacement: /v2/**}']] as const satisfies Release
const V1_REMOVED = ['next', undefined, ['{removed: /v1/**, replacement: /v2/**}']] as const satisfies Release
const V1 = [LOANS, SHELVES]
const V2 = [get('/v2/loans'), get('/v2/shelves')]

const REQUIRES_ENTRIES = {
  'tenure.yaml': 'format: 1\nspec: openapi.yaml\nhistory: history.yaml\nrules: {unrecorded-change: error}\n'
}

const rows: readonly Row[] = [
  [
    'warns about a recorded deprecation without a sunset',
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
    'passes an added endpoint without an entry, because `record` adds it',
    {
      main: [['2024-06-01', {...LOANS_AND_SHELVES, ...historyFile()}]],
      branch: [[TODAY, {'openapi.yaml': spec(LOANS, SHELVES, get('/v1/readers'))}]]
    },
    {code: 0, verdicts: [], rules: []}
  ],
  [
    'passes a restored endpoint without an entry, because `record` adds it',
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
    'fails a second removal if only the first is recorded',
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
      reasons: [],
      subject: 'GET /v1/shelves',
      at: ['openapi.yaml', 'paths:'],
      remedy: [/waive/]
    }
  ],
  [
    'fails a removal without notice for both if the configuration asks for an entry',
    {
      main: [['2024-06-01', {...LOANS_AND_SHELVES, ...historyFile(), ...REQUIRES_ENTRIES}]],
      branch: [[TODAY, LOANS_ONLY]]
    },
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
    'fails a removal without notice or entry',
    {main: [['2024-06-01', {...LOANS_AND_SHELVES, ...historyFile()}]], branch: [[TODAY, LOANS_ONLY]]},
    {
      code: 1,
      verdicts: ['violation'],
      rules: ['unannounced-removal'],
      reasons: [],
      subject: 'GET /v1/shelves',
      at: ['openapi.yaml', 'paths:'],
      remedy: ['2027-04-02', /waive/]
    }
  ],
  [
    'passes an allowed removal without an entry, because `record` adds it',
    {
      main: [['2025-01-15', {...SHELVES_DEPRECATED, ...historyFile(['1.1', '2025-01-15', [DEPRECATED]])}]],
      branch: [[TODAY, LOANS_ONLY]]
    },
    {code: 0, verdicts: ['compliant'], rules: []}
  ],
  [
    'fails an allowed removal without an entry if the configuration asks for one',
    {
      main: [
        [
          '2025-01-15',
          {...SHELVES_DEPRECATED, ...historyFile(['1.1', '2025-01-15', [DEPRECATED]]), ...REQUIRES_ENTRIES}
        ]
      ],
      branch: [[TODAY, LOANS_ONLY]]
    },
    {
      code: 1,
      verdicts: ['compliant'],
      rules: ['unrecorded-change'],
      subject: 'GET /v1/shelves',
      at: ['openapi.yaml', 'paths:'],
      remedy: ['removed:']
    }
  ],
  [
    'passes a postponed sunset without an entry, because `record` adds it',
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
    'fails a breaking change without an entry',
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
    'fails a breaking change whose entry says `breaking: false`',
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
    "reports an entry about a removal that the description doesn't show",
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
    'exempts the promotion of a beta endpoint without an entry',
    {
      main: [['2024-06-01', {'openapi.yaml': spec(LOANS, WISHES)}]],
      branch: [[TODAY, {'openapi.yaml': spec(LOANS, get('/v1/wishes'))}]]
    },
    {code: 0, verdicts: ['policy']}
  ],
  [
    'exempts the promotion of a beta endpoint with an entry',
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
    'fails the downgrade of a GA endpoint',
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
    'fails the renaming of a path',
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
    'passes the renaming of a path parameter',
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
    'allows the removal of v1 if v2 has all its endpoints',
    {
      main: [
        ['2025-01-15', {'openapi.yaml': spec(...V1, ...V2), 'history.yaml': history([WITH_ALL_OF_V2, V1_DEPRECATED])}]
      ],
      branch: [
        [TODAY, {'openapi.yaml': spec(...V2), 'history.yaml': history([WITH_ALL_OF_V2, V1_DEPRECATED, V1_REMOVED])}]
      ]
    },
    {code: 0, verdicts: ['compliant']}
  ],
  [
    'allows the removal of v1 with a warning if v2 lacks an endpoint',
    {
      main: [
        [
          '2025-01-15',
          {'openapi.yaml': spec(...V1, get('/v2/loans')), 'history.yaml': history([WITH_PART_OF_V2, V1_DEPRECATED])}
        ]
      ],
      branch: [
        [
          TODAY,
          {
            'openapi.yaml': spec(get('/v2/loans')),
            'history.yaml': history([WITH_PART_OF_V2, V1_DEPRECATED, V1_REMOVED])
          }
        ]
      ]
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
    'fails the unannounced removal of v1 next to v2',
    {
      main: [
        ['2025-01-15', {'openapi.yaml': spec(...V1, get('/v2/loans')), 'history.yaml': history([WITH_PART_OF_V2])}]
      ],
      branch: [
        [TODAY, {'openapi.yaml': spec(get('/v2/loans')), 'history.yaml': history([WITH_PART_OF_V2, V1_REMOVED])}]
      ]
    },
    {
      code: 1,
      // The release of v2 announces nothing.
      verdicts: ['violation'],
      rules: ['unannounced-removal'],
      subject: '/v1/**',
      at: ['history.yaml', 'removed: /v1/**'],
      remedy: ['2027-04-02', /waive/]
    }
  ]
]

checkScenarios('check of a description with a history', rows)
