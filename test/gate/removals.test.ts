import {
  adoptedHistoryFile,
  checkScenarios,
  DEPRECATED,
  FIRST_RELEASE,
  historyFile,
  historyOn,
  LOANS,
  LOANS_AND_SHELVES,
  LOANS_ONLY,
  PASSES,
  REMOVED,
  type Row,
  SHELVES_DEPRECATED,
  shelvesWithSunset
} from './rows.ts'
import {get, history, spec, TODAY} from './scenario.ts'

const removals: readonly Row[] = [
  [
    'is preceded by a deprecation without a sunset or replacement: the finding names the missing keys',
    {
      main: [['2025-01-15', LOANS_AND_SHELVES]],
      branch: [[TODAY, {'openapi.yaml': spec(LOANS, get('/v1/shelves', 'deprecated: true, '))}]]
    },
    {
      code: 0,
      verdicts: [],
      rules: ['deprecated-without-sunset'],
      reasons: ['missing-replacement'],
      remedy: ['Add `x-sunset:` with ']
    }
  ],
  [
    'is preceded by a complete deprecation with `x-replaced-by: none`: no findings',
    {
      main: [['2025-01-15', LOANS_AND_SHELVES]],
      branch: [
        [
          TODAY,
          {
            'openapi.yaml': spec(
              LOANS,
              get('/v1/shelves', 'deprecated: true, x-replaced-by: none, x-sunset: "2028-01-01", ')
            )
          }
        ]
      ]
    },
    PASSES
  ],
  [
    'fails if the endpoint moves to a new version at once',
    {main: [['2025-01-15', LOANS_AND_SHELVES]], branch: [[TODAY, {'openapi.yaml': spec(LOANS, get('/v2/shelves'))}]]},
    {
      code: 1,
      verdicts: ['violation'],
      rules: ['unannounced-removal'],
      remedy: [
        'Deprecate it now (`deprecated: true`) and remove it on or after 2027-04-02, restore it',
        "`tenure waive 'GET /v1/shelves' --reason REASON --approver NAME`"
      ]
    }
  ],
  [
    'fails after the sunset if the notice is too short, and the remedy offers to wait or waive',
    {
      main: [
        ['2025-06-01', LOANS_AND_SHELVES],
        ['2025-12-01', {'openapi.yaml': spec(LOANS, shelvesWithSunset('2026-02-01'))}]
      ],
      branch: [[TODAY, LOANS_ONLY]]
    },
    {
      code: 1,
      verdicts: ['violation'],
      rules: ['notice-too-short'],
      remedy: ['Remove it on or after 2027-01-01, restore it, or add a waiver', "`tenure waive 'GET /v1/shelves' "]
    }
  ],
  [
    'is exempt with a waiver though the notice is too short',
    {
      main: [
        ['2025-06-01', {...LOANS_AND_SHELVES, 'tenure.yaml': 'format: 1\nnewWaivers: accept\n'}],
        ['2025-12-01', {'openapi.yaml': spec(LOANS, shelvesWithSunset('2026-02-01'))}]
      ],
      branch: [
        [
          TODAY,
          {
            ...LOANS_ONLY,
            'tenure.yaml': `format: 1\nwaivers:\n  - {subject: GET /v1/shelves, reason: legal, approver: law@library.example, approved: ${TODAY}}\n`
          }
        ]
      ]
    },
    {code: 0, verdicts: ['waiver']}
  ],
  [
    'is undetermined if the first commit already has the deprecation and its start matters',
    {main: [['2026-01-15', SHELVES_DEPRECATED]], branch: [[TODAY, LOANS_ONLY]]},
    {
      code: 0,
      verdicts: ['undetermined'],
      rules: ['notice-too-short'],
      remedy: [
        'when its removal was announced',
        '`announced:` (a day, a release, or `never`)',
        'x-deprecated-since: DAY'
      ]
    }
  ],
  [
    'is allowed if the first commit already has the deprecation and is old enough',
    {main: [['2025-01-15', SHELVES_DEPRECATED]], branch: [[TODAY, LOANS_ONLY]]},
    {code: 0, verdicts: ['compliant']}
  ],
  [
    'stays undetermined if the same change claims when it was announced',
    {
      main: [['2026-01-15', SHELVES_DEPRECATED]],
      branch: [
        [
          TODAY,
          {
            ...LOANS_ONLY,
            ...historyFile([
              'next',
              undefined,
              ['{removed: GET /v1/shelves, replacement: GET /v1/loans, announced: 2025-01-15}']
            ])
          }
        ]
      ]
    },
    {code: 0, verdicts: ['undetermined'], rules: ['notice-too-short']}
  ],
  [
    'fails if the first history dates the deprecation of the first commit too late',
    {
      main: [['2026-01-15', {...SHELVES_DEPRECATED, ...historyFile(['on', '2026-01-10', [DEPRECATED]])}]],
      branch: [[TODAY, LOANS_ONLY]]
    },
    {code: 1, verdicts: ['violation'], rules: ['deprecated-without-sunset', 'notice-too-short'], since: '2026-01-10'}
  ],
  [
    'fails if `x-deprecated-since` in the first commit is too late',
    {
      main: [
        [
          '2026-01-15',
          {'openapi.yaml': spec(LOANS, get('/v1/shelves', 'deprecated: true, x-deprecated-since: "2025-12-01", '))}
        ]
      ],
      branch: [[TODAY, LOANS_ONLY]]
    },
    {code: 1, verdicts: ['violation'], rules: ['notice-too-short'], since: '2025-12-01'}
  ],
  [
    'is allowed after the notice period of a deprecated operation',
    {
      main: [
        ['2024-06-01', LOANS_AND_SHELVES],
        ['2025-01-15', SHELVES_DEPRECATED]
      ],
      branch: [[TODAY, LOANS_ONLY]]
    },
    {code: 0, verdicts: ['compliant'], since: '2025-01-15'}
  ],
  [
    'is allowed on the last day of the notice of a deprecated operation',
    {
      main: [
        ['2024-06-01', LOANS_AND_SHELVES],
        ['2025-02-02', SHELVES_DEPRECATED]
      ],
      branch: [[TODAY, LOANS_ONLY]]
    },
    {code: 0, verdicts: ['compliant'], since: '2025-02-02'}
  ],
  [
    'fails one day before the end of the notice of a deprecated operation',
    {
      main: [
        ['2024-06-01', LOANS_AND_SHELVES],
        ['2025-02-03', SHELVES_DEPRECATED]
      ],
      branch: [[TODAY, LOANS_ONLY]]
    },
    {
      code: 1,
      verdicts: ['violation'],
      rules: ['notice-too-short'],
      subject: 'GET /v1/shelves',
      at: ['openapi.yaml', 'paths:'],
      remedy: ['2026-03-03', 'restore it', /waive/],
      since: '2025-02-03'
    }
  ],
  [
    'fails if the deprecation is old on the branch, but not merged',
    {
      main: [['2024-06-01', LOANS_AND_SHELVES]],
      branch: [
        ['2024-12-01', SHELVES_DEPRECATED],
        [TODAY, LOANS_ONLY]
      ]
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
    'is allowed after the notice period of a deprecation in the history',
    {
      main: [historyOn('2025-01-15', ['1.1', '2025-01-15', [DEPRECATED]]), ['2025-01-15', LOANS_AND_SHELVES]],
      branch: [
        [TODAY, {...LOANS_ONLY, ...historyFile(['1.1', '2025-01-15', [DEPRECATED]], ['next', undefined, [REMOVED]])}]
      ]
    },
    {code: 0, verdicts: ['compliant'], since: '2025-01-15'}
  ],
  [
    'is allowed on the last day of the notice of a deprecation in the history',
    {
      main: [historyOn('2025-02-02', ['1.1', '2025-02-02', [DEPRECATED]]), ['2025-02-02', LOANS_AND_SHELVES]],
      branch: [
        [TODAY, {...LOANS_ONLY, ...historyFile(['1.1', '2025-02-02', [DEPRECATED]], ['next', undefined, [REMOVED]])}]
      ]
    },
    {code: 0, verdicts: ['compliant'], since: '2025-02-02'}
  ],
  [
    'fails one day before the end of the notice of a deprecation in the history',
    {
      main: [historyOn('2025-02-03', ['1.1', '2025-02-03', [DEPRECATED]]), ['2025-02-03', LOANS_AND_SHELVES]],
      branch: [
        [TODAY, {...LOANS_ONLY, ...historyFile(['1.1', '2025-02-03', [DEPRECATED]], ['next', undefined, [REMOVED]])}]
      ]
    },
    {
      code: 1,
      verdicts: ['violation'],
      rules: ['notice-too-short'],
      subject: 'GET /v1/shelves',
      at: ['history.yaml', 'removed: GET /v1/shelves'],
      remedy: ['2026-03-03', /waive/],
      since: '2025-02-03'
    }
  ],
  [
    'is allowed before the end of the notice if the next release is planned after it',
    {
      main: [
        historyOn('2025-02-03', ['1.1', '2025-02-03', [DEPRECATED]], ['next', '2026-03-03', []]),
        ['2025-02-03', LOANS_AND_SHELVES]
      ],
      branch: [
        [TODAY, {...LOANS_ONLY, ...historyFile(['1.1', '2025-02-03', [DEPRECATED]], ['next', '2026-03-03', [REMOVED]])}]
      ]
    },
    {code: 0, verdicts: ['compliant'], remark: 'Unreleased changes are checked as if released on 2026-03-03.'}
  ],
  [
    'fails without a deprecation',
    {main: [['2024-06-01', LOANS_AND_SHELVES]], branch: [[TODAY, LOANS_ONLY]]},
    {
      code: 1,
      verdicts: ['violation'],
      rules: ['unannounced-removal'],
      subject: 'GET /v1/shelves',
      at: ['openapi.yaml', 'paths:'],
      remedy: ['2027-04-02', 'restore it', /waive/],
      remark: 'Compared `openapi.yaml` with main'
    }
  ],
  [
    'fails without a deprecation if the history lists it',
    {
      main: [['2024-06-01', {...LOANS_AND_SHELVES, ...historyFile()}]],
      branch: [[TODAY, {...LOANS_ONLY, ...historyFile(['next', undefined, [REMOVED]])}]]
    },
    {
      code: 1,
      verdicts: ['violation'],
      rules: ['unannounced-removal'],
      subject: 'GET /v1/shelves',
      at: ['history.yaml', 'removed: GET /v1/shelves'],
      remedy: ['2027-04-02', 'restore it', /waive/]
    }
  ],
  [
    'fails if the same change adds the deprecation',
    {
      main: [['2024-06-01', {...LOANS_AND_SHELVES, ...historyFile()}]],
      branch: [[TODAY, {...LOANS_ONLY, ...historyFile(['next', undefined, [DEPRECATED, REMOVED]])}]]
    },
    {
      code: 1,
      verdicts: ['violation'],
      rules: ['unannounced-removal'],
      subject: 'GET /v1/shelves',
      at: ['history.yaml', 'removed: GET /v1/shelves'],
      remedy: ['2027-04-02', /waive/]
    }
  ],
  [
    'fails if the same change adds a back-dated deprecation to an adopted history',
    {
      main: [
        ['2025-01-10', {...LOANS_AND_SHELVES, ...adoptedHistoryFile(['1.1', '2025-01-20', ['added: GET /v1/readers']])}]
      ],
      branch: [
        [
          TODAY,
          {
            ...LOANS_ONLY,
            ...adoptedHistoryFile(
              ['1.1', '2025-01-20', ['added: GET /v1/readers', DEPRECATED]],
              ['next', undefined, [REMOVED]]
            )
          }
        ]
      ]
    },
    {
      code: 1,
      verdicts: ['violation'],
      rules: ['deprecated-without-sunset', 'unannounced-removal'],
      subject: 'GET /v1/shelves',
      at: ['history.yaml', 'deprecated: GET /v1/shelves']
    }
  ],
  [
    'fails if the same change adds the announcement by mail to an adopted history',
    {
      main: [['2025-01-10', {...LOANS_AND_SHELVES, ...adoptedHistoryFile()}]],
      branch: [
        [
          TODAY,
          {
            ...LOANS_ONLY,
            'history.yaml': history(
              [
                FIRST_RELEASE,
                [
                  'on',
                  '2025-01-20\n    via: mail to all account owners',
                  ['{deprecated: GET /v1/shelves, replacement: GET /v1/loans, sunset: 2026-03-02}']
                ],
                ['next', undefined, [REMOVED]]
              ],
              ''
            )
          }
        ]
      ]
    },
    {code: 1, verdicts: ['violation'], rules: ['back-dated-announcement', 'unannounced-removal']}
  ],
  [
    'fails if the same change adds an announcement by mail that is too late',
    {
      main: [['2025-01-10', {...LOANS_AND_SHELVES, ...adoptedHistoryFile()}]],
      branch: [
        [
          TODAY,
          {
            ...LOANS_ONLY,
            'history.yaml': history(
              [
                FIRST_RELEASE,
                ['on', '2025-02-20\n    via: mail to all account owners', [DEPRECATED]],
                ['next', undefined, [REMOVED]]
              ],
              ''
            )
          }
        ]
      ]
    },
    {
      code: 1,
      verdicts: ['violation'],
      rules: ['deprecated-without-sunset', 'unannounced-removal'],
      finding: 1,
      at: ['history.yaml', 'removed: GET /v1/shelves'],
      remedy: ['2027-04-02', /waive/]
    }
  ],
  [
    "fails if yesterday's deprecation has an old `x-deprecated-since`",
    {
      main: [
        ['2024-06-01', LOANS_AND_SHELVES],
        [
          '2026-03-01',
          {'openapi.yaml': spec(LOANS, get('/v1/shelves', 'deprecated: true, x-deprecated-since: "2024-07-01", '))}
        ]
      ],
      branch: [[TODAY, LOANS_ONLY]]
    },
    {code: 1, verdicts: ['violation'], rules: ['notice-too-short'], remedy: ['2027-04-01'], since: '2026-03-01'}
  ],
  [
    'is allowed if the first commit has an old `x-deprecated-since`',
    {
      main: [
        [
          '2026-03-01',
          {'openapi.yaml': spec(LOANS, get('/v1/shelves', 'deprecated: true, x-deprecated-since: "2024-07-01", '))}
        ]
      ],
      branch: [[TODAY, LOANS_ONLY]]
    },
    {code: 0, verdicts: ['compliant'], since: '2024-07-01'}
  ],
  [
    'fails before the announced sunset even if the notice is over',
    {
      main: [
        ['2024-06-01', LOANS_AND_SHELVES],
        ['2025-01-15', {'openapi.yaml': spec(LOANS, shelvesWithSunset('2026-06-01'))}]
      ],
      branch: [[TODAY, LOANS_ONLY]]
    },
    {
      code: 1,
      verdicts: ['violation'],
      rules: ['ended-before-sunset'],
      at: ['openapi.yaml', 'paths:'],
      remedy: ['2026-06-01', /waive/]
    }
  ],
  [
    'is allowed on the announced sunset',
    {
      main: [
        ['2024-06-01', LOANS_AND_SHELVES],
        ['2025-01-15', {'openapi.yaml': spec(LOANS, shelvesWithSunset('2026-03-02'))}]
      ],
      branch: [[TODAY, LOANS_ONLY]]
    },
    {code: 0, verdicts: ['compliant']}
  ],
  [
    'is allowed on the announced sunset of an operation without `deprecated: true`',
    {
      main: [
        ['2024-06-01', LOANS_AND_SHELVES],
        ['2025-01-15', {'openapi.yaml': spec(LOANS, get('/v1/shelves', 'x-sunset: "2026-03-02", '))}],
        ['2025-06-01', {'openapi.yaml': spec(LOANS, get('/v1/shelves', 'x-sunset: "2026-03-02", '), get('/v1/fees'))}]
      ],
      branch: [[TODAY, {'openapi.yaml': spec(LOANS, get('/v1/fees'))}]]
    },
    {code: 0, verdicts: ['compliant'], since: '2025-01-15'}
  ]
]

checkScenarios('removal of an endpoint', removals)
