import {
  checkScenarios,
  DEPRECATED,
  DEPRECATED_SHELVES,
  historyFile,
  LOANS,
  LOANS_AND_SHELVES,
  LOANS_ONLY,
  PASSES,
  REMOVED,
  type Row,
  SHELVES_DEPRECATED,
  shelvesWithSunset
} from './rows.ts'
import {get, spec, TODAY} from './scenario.ts'

const deprecations: readonly Row[] = [
  [
    'passes if the notice before its sunset is long enough',
    {
      main: [['2024-06-01', LOANS_AND_SHELVES]],
      branch: [[TODAY, {'openapi.yaml': spec(LOANS, shelvesWithSunset('2027-04-02'))}]]
    },
    PASSES
  ],
  [
    'fails if its sunset is one day too early',
    {
      main: [['2024-06-01', LOANS_AND_SHELVES]],
      branch: [[TODAY, {'openapi.yaml': spec(LOANS, shelvesWithSunset('2027-04-01'))}]]
    },
    {
      code: 1,
      verdicts: [],
      rules: ['sunset-too-early'],
      subject: 'GET /v1/shelves',
      at: ['openapi.yaml', '/v1/shelves'],
      remedy: ['2027-04-02']
    }
  ],
  [
    'without a sunset or a replacement leads to a warning',
    {
      main: [['2024-06-01', LOANS_AND_SHELVES]],
      branch: [[TODAY, {'openapi.yaml': spec(LOANS, get('/v1/shelves', 'deprecated: true, '))}]]
    },
    {
      code: 0,
      verdicts: [],
      rules: ['deprecated-without-sunset'],
      reasons: ['missing-replacement'],
      at: ['openapi.yaml', '/v1/shelves'],
      remedy: ['2027-04-02']
    }
  ],
  [
    'fails if its sunset is moved earlier in the description',
    {
      main: [
        ['2024-06-01', LOANS_AND_SHELVES],
        ['2025-01-15', {'openapi.yaml': spec(LOANS, shelvesWithSunset('2027-06-01'))}]
      ],
      branch: [[TODAY, {'openapi.yaml': spec(LOANS, shelvesWithSunset('2027-05-01'))}]]
    },
    {
      code: 1,
      verdicts: [],
      rules: ['sunset-moved-earlier'],
      subject: 'GET /v1/shelves',
      at: ['openapi.yaml', 'x-sunset'],
      remedy: ['2027-06-01']
    }
  ],
  [
    'passes if its sunset is moved later in the description',
    {
      main: [
        ['2024-06-01', LOANS_AND_SHELVES],
        ['2025-01-15', {'openapi.yaml': spec(LOANS, shelvesWithSunset('2027-06-01'))}]
      ],
      branch: [[TODAY, {'openapi.yaml': spec(LOANS, shelvesWithSunset('2027-07-01'))}]]
    },
    PASSES
  ],
  [
    'passes if its sunset is removed from the description',
    {
      main: [
        ['2024-06-01', LOANS_AND_SHELVES],
        ['2025-01-15', {'openapi.yaml': spec(LOANS, shelvesWithSunset('2027-06-01'))}]
      ],
      branch: [[TODAY, SHELVES_DEPRECATED]]
    },
    PASSES
  ],
  [
    'fails if its sunset is moved earlier in the history',
    {
      main: [
        [
          '2025-01-15',
          {
            ...SHELVES_DEPRECATED,
            ...historyFile([
              '1.1',
              '2025-01-15',
              ['{deprecated: GET /v1/shelves, replacement: GET /v1/loans, sunset: 2027-06-01}']
            ])
          }
        ]
      ],
      branch: [
        [
          TODAY,
          historyFile(
            ['1.1', '2025-01-15', ['{deprecated: GET /v1/shelves, replacement: GET /v1/loans, sunset: 2027-06-01}']],
            ['next', undefined, ['{rescheduled: GET /v1/shelves, sunset: 2027-05-01}']]
          )
        ]
      ]
    },
    {
      code: 1,
      verdicts: [],
      rules: ['sunset-moved-earlier'],
      subject: 'GET /v1/shelves',
      at: ['history.yaml', 'rescheduled: GET /v1/shelves'],
      remedy: ['2027-06-01']
    }
  ],
  [
    'fails if its sunset is moved earlier in the description and in the history',
    {
      main: [
        [
          '2025-01-15',
          {
            'openapi.yaml': spec(LOANS, shelvesWithSunset('2027-06-01')),
            ...historyFile([
              '1.1',
              '2025-01-15',
              ['{deprecated: GET /v1/shelves, replacement: GET /v1/loans, sunset: 2027-06-01}']
            ])
          }
        ]
      ],
      branch: [
        [
          TODAY,
          {
            'openapi.yaml': spec(LOANS, shelvesWithSunset('2027-05-01')),
            ...historyFile(
              ['1.1', '2025-01-15', ['{deprecated: GET /v1/shelves, replacement: GET /v1/loans, sunset: 2027-06-01}']],
              ['next', undefined, ['{rescheduled: GET /v1/shelves, sunset: 2027-05-01}']]
            )
          }
        ]
      ]
    },
    {
      code: 1,
      verdicts: [],
      rules: ['sunset-moved-earlier'],
      at: ['history.yaml', 'rescheduled: GET /v1/shelves'],
      remedy: ['2027-06-01']
    }
  ],
  [
    'passes if it is withdrawn in the description',
    {
      main: [
        ['2024-06-01', LOANS_AND_SHELVES],
        ['2025-01-15', SHELVES_DEPRECATED]
      ],
      branch: [[TODAY, LOANS_AND_SHELVES]]
    },
    PASSES
  ],
  [
    'starts the notice again if it was withdrawn and added again in the description',
    {
      main: [
        ['2024-06-01', LOANS_AND_SHELVES],
        ['2024-07-01', SHELVES_DEPRECATED],
        ['2025-09-01', LOANS_AND_SHELVES],
        ['2026-01-10', SHELVES_DEPRECATED],
        ['2026-02-10', {'openapi.yaml': spec(LOANS, DEPRECATED_SHELVES, get('/v1/readers'))}]
      ],
      branch: [[TODAY, {'openapi.yaml': spec(LOANS, get('/v1/readers'))}]]
    },
    {
      code: 1,
      verdicts: ['violation'],
      rules: ['notice-too-short'],
      at: ['openapi.yaml', 'paths:'],
      remedy: ['2027-02-10', /waive/],
      since: '2026-01-10'
    }
  ],
  [
    "doesn't count after it was withdrawn in the description",
    {
      main: [
        ['2024-06-01', LOANS_AND_SHELVES],
        ['2024-07-01', SHELVES_DEPRECATED],
        ['2025-09-01', LOANS_AND_SHELVES]
      ],
      branch: [[TODAY, LOANS_ONLY]]
    },
    {
      code: 1,
      verdicts: ['violation'],
      rules: ['unannounced-removal'],
      at: ['openapi.yaml', 'paths:'],
      remedy: ['2027-04-02', /waive/]
    }
  ],
  [
    'starts the notice again if the endpoint was removed and restored',
    {
      main: [
        ['2024-06-01', SHELVES_DEPRECATED],
        ['2025-08-01', LOANS_ONLY],
        ['2025-09-01', SHELVES_DEPRECATED]
      ],
      branch: [[TODAY, LOANS_ONLY]]
    },
    {code: 1, verdicts: ['violation'], rules: ['notice-too-short'], remedy: ['2026-10-01'], since: '2025-09-01'}
  ],
  [
    "doesn't count after it was withdrawn in the history",
    {
      main: [
        [
          '2025-09-01',
          {
            ...LOANS_AND_SHELVES,
            ...historyFile(['1.1', '2025-01-15', [DEPRECATED]], ['1.2', '2025-09-01', ['withdrawn: GET /v1/shelves']])
          }
        ]
      ],
      branch: [
        [
          TODAY,
          {
            ...LOANS_ONLY,
            ...historyFile(
              ['1.1', '2025-01-15', [DEPRECATED]],
              ['1.2', '2025-09-01', ['withdrawn: GET /v1/shelves']],
              ['next', undefined, [REMOVED]]
            )
          }
        ]
      ]
    },
    {
      code: 1,
      verdicts: ['violation'],
      rules: ['unannounced-removal'],
      at: ['history.yaml', 'removed: GET /v1/shelves'],
      remedy: ['2027-04-02', /waive/]
    }
  ]
]

checkScenarios('a deprecation', deprecations)
