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

const ends: readonly Row[] = [
  [
    'marked in a description with no word on what to use and when it ends: its own keys say that',
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
    'marked in a description, which says that nothing replaces it',
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
    'moved to another version at once: waiting alone starts no clock',
    {main: [['2025-01-15', LOANS_AND_SHELVES]], branch: [[TODAY, {'openapi.yaml': spec(LOANS, get('/v2/shelves'))}]]},
    {
      code: 1,
      verdicts: ['violation'],
      rules: ['unannounced-removal'],
      remedy: [
        'Deprecate it now (`deprecated: true`) or release `GET /v2/shelves` next to it and remove it on or after 2027-04-02, restore it',
        "`tenure waive 'GET /v1/shelves' --reason REASON --approver NAME`"
      ]
    }
  ],
  [
    'there after its promised end, and gone now: it can be kept, or waived',
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
    'there after its promised end, gone now, and waived now',
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
    'marked by the first commit: since then, or earlier',
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
    'marked by the first commit, long enough whenever it was',
    {main: [['2025-01-15', SHELVES_DEPRECATED]], branch: [[TODAY, LOANS_ONLY]]},
    {code: 0, verdicts: ['compliant']}
  ],
  [
    'marked by the first commit, and a line of the change tells since when: it is not known',
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
    'marked by the first commit, and a line tells since when: too late',
    {
      main: [['2026-01-15', {...SHELVES_DEPRECATED, ...historyFile(['on', '2026-01-10', [DEPRECATED]])}]],
      branch: [[TODAY, LOANS_ONLY]]
    },
    {code: 1, verdicts: ['violation'], rules: ['deprecated-without-sunset', 'notice-too-short'], since: '2026-01-15'}
  ],
  [
    'marked by the first commit, by the day that the description claims',
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
    'marked by the first commit of an adopted history: it counts from its record',
    {
      main: [['2026-01-15', {...SHELVES_DEPRECATED, ...adoptedHistoryFile()}]],
      branch: [[TODAY, LOANS_ONLY]]
    },
    {code: 1, verdicts: ['violation'], rules: ['notice-too-short'], since: '2026-01-15'}
  ],
  [
    'marked in the description long enough',
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
    'marked in the description, on the due day',
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
    'marked in the description, one day too early',
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
    'marked on the branch long ago, on the default branch too late',
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
    'announced by the history long enough',
    {
      main: [historyOn('2025-01-15', ['1.1', '2025-01-15', [DEPRECATED]]), ['2025-01-15', LOANS_AND_SHELVES]],
      branch: [
        [TODAY, {...LOANS_ONLY, ...historyFile(['1.1', '2025-01-15', [DEPRECATED]], ['next', undefined, [REMOVED]])}]
      ]
    },
    {code: 0, verdicts: ['compliant'], since: '2025-01-15'}
  ],
  [
    'announced by the history, on the due day',
    {
      main: [historyOn('2025-02-02', ['1.1', '2025-02-02', [DEPRECATED]]), ['2025-02-02', LOANS_AND_SHELVES]],
      branch: [
        [TODAY, {...LOANS_ONLY, ...historyFile(['1.1', '2025-02-02', [DEPRECATED]], ['next', undefined, [REMOVED]])}]
      ]
    },
    {code: 0, verdicts: ['compliant'], since: '2025-02-02'}
  ],
  [
    'announced by the history, one day too early',
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
    'too early today, on the due day of the release',
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
    'never announced',
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
    'never announced, and written into the history',
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
    'announced and ended by the same change',
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
    'announced by a line back-dated in the same change (adopted history)',
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
      rules: ['back-dated-announcement', 'unannounced-removal'],
      subject: 'GET /v1/shelves',
      at: ['history.yaml', 'deprecated: GET /v1/shelves'],
      remedy: ['via:']
    }
  ],
  [
    'announced by mail between releases, told in the same change (adopted history)',
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
              'adopted: 2025-01-10\n'
            )
          }
        ]
      ]
    },
    {code: 1, verdicts: ['violation'], rules: ['unannounced-removal'], at: ['history.yaml', 'removed: GET /v1/shelves']}
  ],
  [
    'announced by mail between releases, told in the same change, and too late',
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
              'adopted: 2025-01-10\n'
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
    'marked a day ago with a day of long ago (`x-deprecated-since`)',
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
    'marked since before the description came into the repository (`x-deprecated-since`)',
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
    'before the sunset that was promised, though the notice is over',
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
    'on the sunset that was promised',
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
    'on the sunset that was promised, without a mark beside it',
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

checkScenarios('an end at the gate', ends)
