import {describe, it} from 'vitest'
import {type Expected, get, history, hold, post, type Release, type Scenario, spec, TODAY} from './gate-scenario.ts'

/** A scenario, and what should come of it. */
type Row = readonly [name: string, scenario: Omit<Scenario, 'name'>, expected: Expected]

const LOANS = get('/v1/loans')
const SHELVES = get('/v1/shelves')
const MARKED = get('/v1/shelves', 'deprecated: true, x-replaced-by: GET /v1/loans, ')
const SUNSET = (day: string) =>
  get('/v1/shelves', `deprecated: true, x-replaced-by: GET /v1/loans, x-sunset: "${day}", `)
const WISHES = get('/v1-beta/wishes')
const BOTH = {'openapi.yaml': spec(LOANS, SHELVES)}
const MARK = {'openapi.yaml': spec(LOANS, MARKED)}
const ONE = {'openapi.yaml': spec(LOANS)}

const FINE: Expected = {code: 0, verdicts: []}

const FIRST: Release = [
  '1.0',
  '2024-01-15',
  ['added: GET /v1/loans', 'added: GET /v1/shelves', 'added: GET /v1-beta/wishes']
]
const DEPRECATED = '{deprecated: GET /v1/shelves, replacement: GET /v1/loans}'
const REMOVED = '{removed: GET /v1/shelves, replacement: GET /v1/loans}'
const at = (day: string, ...releases: readonly Release[]) =>
  [day, {'history.yaml': history([FIRST, ...releases])}] as const
const told = (...releases: readonly Release[]) => ({'history.yaml': history([FIRST, ...releases])})
const adopted = (...releases: readonly Release[]) => ({
  'history.yaml': history([FIRST, ...releases], 'adopted: 2025-01-10\n')
})

const changes: readonly Row[] = [
  [
    'a compatible change: an endpoint and an optional parameter more',
    {
      main: [['2025-01-10', BOTH]],
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
    FINE
  ],
  [
    'a break of a GA endpoint',
    {
      main: [['2025-01-10', BOTH]],
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
      verdicts: ['broken'],
      rules: ['ga-breaking-change'],
      subject: {subject: 'GET /v1/loans', parameter: 'page'},
      at: ['openapi.yaml', 'name: page'],
      remedy: ['waiver: {', /version|old/]
    }
  ],
  [
    'a type changed in the answer of a GA endpoint',
    {
      main: [['2025-01-10', BOTH]],
      branch: [[TODAY, {'openapi.yaml': spec(get('/v1/loans', '', 'id: {type: integer}'), SHELVES)}]]
    },
    {
      code: 1,
      verdicts: ['broken'],
      rules: ['ga-breaking-change'],
      subject: {subject: 'GET /v1/loans', field: 'id', in: 'response'},
      at: ['openapi.yaml', '/v1/loans'],
      remedy: ['waiver: {']
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
    {main: [['2025-01-10', {'openapi.yaml': spec(LOANS, WISHES)}]], branch: [[TODAY, ONE]]},
    {code: 0, verdicts: ['policy']}
  ]
]

const ends: readonly Row[] = [
  [
    'marked in the description long enough',
    {
      main: [
        ['2024-06-01', BOTH],
        ['2025-01-15', MARK]
      ],
      branch: [[TODAY, ONE]]
    },
    {code: 0, verdicts: ['kept'], since: '2025-01-15'}
  ],
  [
    'marked in the description, on the due day',
    {
      main: [
        ['2024-06-01', BOTH],
        ['2025-02-02', MARK]
      ],
      branch: [[TODAY, ONE]]
    },
    {code: 0, verdicts: ['kept'], since: '2025-02-02'}
  ],
  [
    'marked in the description, one day too early',
    {
      main: [
        ['2024-06-01', BOTH],
        ['2025-02-03', MARK]
      ],
      branch: [[TODAY, ONE]]
    },
    {
      code: 1,
      verdicts: ['broken'],
      rules: ['notice-too-short'],
      subject: 'GET /v1/shelves',
      at: ['base:openapi.yaml', '/v1/shelves'],
      remedy: ['2026-03-03', 'keep it', 'waiver: {'],
      since: '2025-02-03'
    }
  ],
  [
    'marked on the branch long ago, on the default branch too late',
    {
      main: [['2024-06-01', BOTH]],
      branch: [
        ['2024-12-01', MARK],
        [TODAY, ONE]
      ]
    },
    {
      code: 1,
      verdicts: ['broken'],
      rules: ['unannounced-removal'],
      at: ['base:openapi.yaml', '/v1/shelves'],
      remedy: ['2027-04-02', 'waiver: {']
    }
  ],
  [
    'announced by the history long enough',
    {
      main: [at('2025-01-15', ['1.1', '2025-01-15', [DEPRECATED]]), ['2025-01-15', BOTH]],
      branch: [[TODAY, {...ONE, ...told(['1.1', '2025-01-15', [DEPRECATED]], ['next', undefined, [REMOVED]])}]]
    },
    {code: 0, verdicts: ['kept'], since: '2025-01-15'}
  ],
  [
    'announced by the history, on the due day',
    {
      main: [at('2025-02-02', ['1.1', '2025-02-02', [DEPRECATED]]), ['2025-02-02', BOTH]],
      branch: [[TODAY, {...ONE, ...told(['1.1', '2025-02-02', [DEPRECATED]], ['next', undefined, [REMOVED]])}]]
    },
    {code: 0, verdicts: ['kept'], since: '2025-02-02'}
  ],
  [
    'announced by the history, one day too early',
    {
      main: [at('2025-02-03', ['1.1', '2025-02-03', [DEPRECATED]]), ['2025-02-03', BOTH]],
      branch: [[TODAY, {...ONE, ...told(['1.1', '2025-02-03', [DEPRECATED]], ['next', undefined, [REMOVED]])}]]
    },
    {
      code: 1,
      verdicts: ['broken'],
      rules: ['notice-too-short'],
      subject: 'GET /v1/shelves',
      at: ['history.yaml', 'removed: GET /v1/shelves'],
      remedy: ['2026-03-03', 'waiver: {'],
      since: '2025-02-03'
    }
  ],
  [
    'too early today, on the due day of the release',
    {
      main: [at('2025-02-03', ['1.1', '2025-02-03', [DEPRECATED]]), ['2025-02-03', BOTH]],
      branch: [[TODAY, {...ONE, ...told(['1.1', '2025-02-03', [DEPRECATED]], ['next', '2026-03-03', [REMOVED]])}]]
    },
    {code: 0, verdicts: ['kept'], remark: 'Judged `next` as shipping on 2026-03-03.'}
  ],
  [
    'never announced',
    {main: [['2024-06-01', BOTH]], branch: [[TODAY, ONE]]},
    {
      code: 1,
      verdicts: ['broken'],
      rules: ['unannounced-removal'],
      subject: 'GET /v1/shelves',
      at: ['base:openapi.yaml', '/v1/shelves'],
      remedy: ['2027-04-02', 'keep it', 'waiver: {'],
      remark: 'Compared `openapi.yaml` with main'
    }
  ],
  [
    'never announced, and written into the history',
    {
      main: [['2024-06-01', {...BOTH, ...told()}]],
      branch: [[TODAY, {...ONE, ...told(['next', undefined, [REMOVED]])}]]
    },
    {
      code: 1,
      verdicts: ['broken'],
      rules: ['unannounced-removal'],
      subject: 'GET /v1/shelves',
      at: ['history.yaml', 'removed: GET /v1/shelves'],
      remedy: ['2027-04-02', 'keep it', 'waiver: {']
    }
  ],
  [
    'announced and ended by the same change',
    {
      main: [['2024-06-01', {...BOTH, ...told()}]],
      branch: [[TODAY, {...ONE, ...told(['next', undefined, [DEPRECATED, REMOVED]])}]]
    },
    {
      code: 1,
      verdicts: ['broken'],
      rules: ['unannounced-removal'],
      subject: 'GET /v1/shelves',
      at: ['history.yaml', 'removed: GET /v1/shelves'],
      remedy: ['2027-04-02', 'waiver: {']
    }
  ],
  [
    'announced by a line back-dated in the same change (adopted history)',
    {
      main: [['2025-01-10', {...BOTH, ...adopted(['1.1', '2025-01-20', ['added: GET /v1/readers']])}]],
      branch: [
        [
          TODAY,
          {
            ...ONE,
            ...adopted(['1.1', '2025-01-20', ['added: GET /v1/readers', DEPRECATED]], ['next', undefined, [REMOVED]])
          }
        ]
      ]
    },
    {
      code: 1,
      verdicts: ['broken'],
      rules: ['back-dated-announcement', 'unannounced-removal'],
      subject: 'GET /v1/shelves',
      at: ['history.yaml', 'deprecated: GET /v1/shelves'],
      remedy: ['via:']
    }
  ],
  [
    'announced by mail between releases, told in the same change (adopted history)',
    {
      main: [['2025-01-10', {...BOTH, ...adopted()}]],
      branch: [
        [
          TODAY,
          {
            ...ONE,
            'history.yaml': history(
              [
                FIRST,
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
    {code: 0, verdicts: ['kept'], since: '2025-01-20'}
  ],
  [
    'announced by mail between releases, too late',
    {
      main: [['2025-01-10', {...BOTH, ...adopted()}]],
      branch: [
        [
          TODAY,
          {
            ...ONE,
            'history.yaml': history(
              [
                FIRST,
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
      verdicts: ['broken'],
      rules: ['deprecated-without-sunset', 'notice-too-short'],
      finding: 1,
      at: ['history.yaml', 'removed: GET /v1/shelves'],
      remedy: ['2026-03-20', 'waiver: {'],
      since: '2025-02-20'
    }
  ],
  [
    'marked a day ago with a day of long ago (`x-deprecated-since`)',
    {
      main: [
        ['2024-06-01', BOTH],
        [
          '2026-03-01',
          {'openapi.yaml': spec(LOANS, get('/v1/shelves', 'deprecated: true, x-deprecated-since: "2024-07-01", '))}
        ]
      ],
      branch: [[TODAY, ONE]]
    },
    {code: 1, verdicts: ['broken'], rules: ['notice-too-short'], remedy: ['2027-04-01'], since: '2026-03-01'}
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
      branch: [[TODAY, ONE]]
    },
    {code: 0, verdicts: ['kept'], since: '2024-07-01'}
  ],
  [
    'before the sunset that was promised, though the notice is over',
    {
      main: [
        ['2024-06-01', BOTH],
        ['2025-01-15', {'openapi.yaml': spec(LOANS, SUNSET('2026-06-01'))}]
      ],
      branch: [[TODAY, ONE]]
    },
    {
      code: 1,
      verdicts: ['broken'],
      rules: ['ended-before-sunset'],
      at: ['base:openapi.yaml', '/v1/shelves'],
      remedy: ['2026-06-01', 'waiver: {']
    }
  ],
  [
    'on the sunset that was promised',
    {
      main: [
        ['2024-06-01', BOTH],
        ['2025-01-15', {'openapi.yaml': spec(LOANS, SUNSET('2026-03-02'))}]
      ],
      branch: [[TODAY, ONE]]
    },
    {code: 0, verdicts: ['kept']}
  ],
  [
    'on the sunset that was promised, without a mark beside it',
    {
      main: [
        ['2024-06-01', BOTH],
        ['2025-01-15', {'openapi.yaml': spec(LOANS, get('/v1/shelves', 'x-sunset: "2026-03-02", '))}],
        ['2025-06-01', {'openapi.yaml': spec(LOANS, get('/v1/shelves', 'x-sunset: "2026-03-02", '), get('/v1/fees'))}]
      ],
      branch: [[TODAY, {'openapi.yaml': spec(LOANS, get('/v1/fees'))}]]
    },
    {code: 0, verdicts: ['kept'], since: '2025-01-15'}
  ]
]

const promises: readonly Row[] = [
  [
    'a deprecation with a sunset that leaves the notice',
    {main: [['2024-06-01', BOTH]], branch: [[TODAY, {'openapi.yaml': spec(LOANS, SUNSET('2027-04-02'))}]]},
    FINE
  ],
  [
    'a deprecation with a sunset that is one day too early',
    {main: [['2024-06-01', BOTH]], branch: [[TODAY, {'openapi.yaml': spec(LOANS, SUNSET('2027-04-01'))}]]},
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
    'a deprecation without a sunset or a replacement',
    {
      main: [['2024-06-01', BOTH]],
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
    'a sunset moved earlier in the description',
    {
      main: [
        ['2024-06-01', BOTH],
        ['2025-01-15', {'openapi.yaml': spec(LOANS, SUNSET('2027-06-01'))}]
      ],
      branch: [[TODAY, {'openapi.yaml': spec(LOANS, SUNSET('2027-05-01'))}]]
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
    'a sunset moved later in the description',
    {
      main: [
        ['2024-06-01', BOTH],
        ['2025-01-15', {'openapi.yaml': spec(LOANS, SUNSET('2027-06-01'))}]
      ],
      branch: [[TODAY, {'openapi.yaml': spec(LOANS, SUNSET('2027-07-01'))}]]
    },
    FINE
  ],
  [
    'a sunset taken out of the description',
    {
      main: [
        ['2024-06-01', BOTH],
        ['2025-01-15', {'openapi.yaml': spec(LOANS, SUNSET('2027-06-01'))}]
      ],
      branch: [[TODAY, MARK]]
    },
    FINE
  ],
  [
    'a sunset moved earlier in the history',
    {
      main: [
        [
          '2025-01-15',
          {
            ...MARK,
            ...told([
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
          told(
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
    'a sunset moved earlier in the description, and told in the history',
    {
      main: [
        [
          '2025-01-15',
          {
            'openapi.yaml': spec(LOANS, SUNSET('2027-06-01')),
            ...told([
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
            'openapi.yaml': spec(LOANS, SUNSET('2027-05-01')),
            ...told(
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
    'a deprecation withdrawn in the description',
    {
      main: [
        ['2024-06-01', BOTH],
        ['2025-01-15', MARK]
      ],
      branch: [[TODAY, BOTH]]
    },
    FINE
  ],
  [
    'a deprecation withdrawn in the description, marked anew, then removed',
    {
      main: [
        ['2024-06-01', BOTH],
        ['2024-07-01', MARK],
        ['2025-09-01', BOTH],
        ['2026-01-10', MARK],
        ['2026-02-10', {'openapi.yaml': spec(LOANS, MARKED, get('/v1/readers'))}]
      ],
      branch: [[TODAY, {'openapi.yaml': spec(LOANS, get('/v1/readers'))}]]
    },
    {
      code: 1,
      verdicts: ['broken'],
      rules: ['notice-too-short'],
      at: ['base:openapi.yaml', '/v1/shelves'],
      remedy: ['2027-02-10', 'waiver: {'],
      since: '2026-01-10'
    }
  ],
  [
    'a deprecation withdrawn in the description, then removed',
    {
      main: [
        ['2024-06-01', BOTH],
        ['2024-07-01', MARK],
        ['2025-09-01', BOTH]
      ],
      branch: [[TODAY, ONE]]
    },
    {
      code: 1,
      verdicts: ['broken'],
      rules: ['unannounced-removal'],
      at: ['base:openapi.yaml', '/v1/shelves'],
      remedy: ['2027-04-02', 'waiver: {']
    }
  ],
  [
    'removed, restored and marked since: the first mark is void',
    {
      main: [
        ['2024-06-01', MARK],
        ['2025-08-01', ONE],
        ['2025-09-01', MARK]
      ],
      branch: [[TODAY, ONE]]
    },
    {code: 1, verdicts: ['broken'], rules: ['notice-too-short'], remedy: ['2026-10-01'], since: '2025-09-01'}
  ],
  [
    'a deprecation withdrawn in the history, then removed',
    {
      main: [
        [
          '2025-09-01',
          {
            ...BOTH,
            ...told(['1.1', '2025-01-15', [DEPRECATED]], ['1.2', '2025-09-01', ['withdrawn: GET /v1/shelves']])
          }
        ]
      ],
      branch: [
        [
          TODAY,
          {
            ...ONE,
            ...told(
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
      verdicts: ['broken'],
      rules: ['unannounced-removal'],
      at: ['history.yaml', 'removed: GET /v1/shelves'],
      remedy: ['2027-04-02', 'waiver: {']
    }
  ]
]

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
      verdicts: ['broken'],
      rules: ['unannounced-removal'],
      subject: {subject: 'GET /v1/loans', field: 'due', in: 'response'},
      at: ['openapi.yaml', '/v1/loans'],
      remedy: ['2027-04-02', 'waiver: {']
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
    {code: 0, verdicts: ['kept'], since: '2025-01-15'}
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
      verdicts: ['broken'],
      rules: ['notice-too-short'],
      subject: {subject: 'GET /v1/loans', field: 'due', in: 'response'},
      at: ['openapi.yaml', '/v1/loans'],
      remedy: ['2026-03-03', 'waiver: {'],
      since: '2025-02-03'
    }
  ],
  [
    'a field of an answer, announced by the history long enough',
    partGone(WITH_DUE, WITHOUT_DUE, 'GET /v1/loans', DUE, '2025-02-02'),
    {code: 0, verdicts: ['kept'], since: '2025-02-02'}
  ],
  [
    'a field of an answer, announced by the history too late',
    partGone(WITH_DUE, WITHOUT_DUE, 'GET /v1/loans', DUE, '2025-02-03'),
    {
      code: 1,
      verdicts: ['broken'],
      rules: ['notice-too-short'],
      at: ['history.yaml', 'removed: GET /v1/loans'],
      remedy: ['2026-03-03', 'waiver: {']
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
      verdicts: ['broken'],
      rules: ['unannounced-removal'],
      subject: {subject: 'POST /v1/loans', field: 'due', in: 'request'},
      at: ['openapi.yaml', '/v1/loans'],
      remedy: ['2027-04-02', 'waiver: {']
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
    {code: 0, verdicts: ['kept'], since: '2025-02-02'}
  ],
  [
    'a value of a request, without notice',
    {main: [['2024-06-01', TAKES(ENUM('open, lost'))]], branch: [[TODAY, TAKES(ENUM('open'))]]},
    {
      code: 1,
      verdicts: ['broken'],
      rules: ['unannounced-removal'],
      subject: {subject: 'POST /v1/loans', field: 'state', in: 'request', value: 'lost'},
      at: ['openapi.yaml', 'enum: [open]'],
      remedy: ['2027-04-02', 'waiver: {']
    }
  ],
  [
    'a value of a request, announced by the history long enough',
    partGone(TAKES(ENUM('open, lost')), TAKES(ENUM('open')), 'POST /v1/loans', VALUE('request'), '2025-02-02'),
    {code: 0, verdicts: ['kept'], since: '2025-02-02'}
  ],
  [
    'a value of a request, announced by the history too late',
    partGone(TAKES(ENUM('open, lost')), TAKES(ENUM('open')), 'POST /v1/loans', VALUE('request'), '2025-02-03'),
    {
      code: 1,
      verdicts: ['broken'],
      rules: ['notice-too-short'],
      at: ['history.yaml', 'removed: POST /v1/loans'],
      remedy: ['2026-03-03', 'waiver: {']
    }
  ],
  [
    'a value of an answer, without notice: no client meets what it could not meet',
    {
      main: [['2024-06-01', {'openapi.yaml': spec(get('/v1/loans', '', ENUM('open, lost')))}]],
      branch: [[TODAY, {'openapi.yaml': spec(get('/v1/loans', '', ENUM('open')))}]]
    },
    {code: 0, verdicts: ['kept']}
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
      branch: [[TODAY, ONE]]
    },
    {
      code: 1,
      verdicts: ['broken'],
      rules: ['unannounced-removal'],
      subject: {subject: 'GET /v1/loans', parameter: 'page'},
      at: ['base:openapi.yaml', 'name: page'],
      remedy: ['2027-04-02', 'waiver: {']
    }
  ]
]

const WAIVER = (more = 'approved: 2026-02-20', reason = 'security') =>
  `waiver: {reason: ${reason}, approver: security@library.example, ${more}}`
const waived = (waiver: string, policy = '') =>
  ({
    main: [
      [
        '2024-06-01',
        {
          ...BOTH,
          ...(policy ? {'policy.yaml': policy} : {}),
          'history.yaml': history([FIRST], policy ? 'policy: policy.yaml\n' : '')
        }
      ]
    ],
    branch: [
      [
        TODAY,
        {
          ...ONE,
          'history.yaml': history(
            [FIRST, ['next', undefined, [`{removed: GET /v1/shelves, replacement: GET /v1/loans, ${waiver}}`]]],
            policy ? 'policy: policy.yaml\n' : ''
          )
        }
      ]
    ]
  }) as unknown as Omit<Scenario, 'name'>
const configured = (waiver: string): Omit<Scenario, 'name'> => ({
  main: [['2024-06-01', BOTH]],
  branch: [
    [
      TODAY,
      {
        ...ONE,
        'tenure.yaml': `format: 1\nwaivers:\n  - {subject: GET /v1/shelves, ${waiver.slice('waiver: {'.length)}\n`
      }
    ]
  ]
})
const THIRTY = 'extends: thirteen-months\nexemptions:\n  security: {minimum: 30 days}\n'

const waivers: readonly Row[] = [
  ['beside the fact', waived(WAIVER()), {code: 0, verdicts: ['waiver']}],
  ['in the configuration', configured(WAIVER()), {code: 0, verdicts: ['waiver']}],
  [
    'beside a break',
    {
      main: [['2024-06-01', {...ONE, ...told()}]],
      branch: [
        [
          TODAY,
          {
            'openapi.yaml': spec(get('/v1/loans', '', 'id: {type: integer}')),
            ...told([
              'next',
              undefined,
              [`{changed: GET /v1/loans, field: id, in: response, breaking: true, ${WAIVER()}}`]
            ])
          }
        ]
      ]
    },
    {code: 0, verdicts: ['waiver']}
  ],
  [
    'in the configuration, for a break',
    {
      main: [['2024-06-01', ONE]],
      branch: [
        [
          TODAY,
          {
            'openapi.yaml': spec(get('/v1/loans', '', 'id: {type: integer}')),
            'tenure.yaml': `waivers:\n  - {subject: GET /v1/loans, field: id, in: response, reason: security, approver: a@library.example, approved: 2026-02-20}\n`
          }
        ]
      ]
    },
    {code: 0, verdicts: ['waiver']}
  ],
  [
    'in the configuration, for the endpoint that holds what breaks',
    {
      main: [['2024-06-01', ONE]],
      branch: [
        [
          TODAY,
          {
            'openapi.yaml': spec(get('/v1/loans', '', 'id: {type: integer}')),
            'tenure.yaml': `waivers:\n  - {subject: GET /v1/loans, reason: security, approver: a@library.example, approved: 2026-02-20}\n`
          }
        ]
      ]
    },
    {code: 0, verdicts: ['waiver']}
  ],
  [
    'expired',
    waived(WAIVER('approved: 2026-02-20, until: 2026-03-01')),
    {
      code: 1,
      verdicts: ['broken'],
      rules: ['unannounced-removal'],
      reasons: ['waiver-expired'],
      at: ['history.yaml', 'removed: GET /v1/shelves'],
      remedy: ['2027-04-02']
    }
  ],
  ['on its last day', waived(WAIVER('approved: 2026-02-20, until: 2026-03-02')), {code: 0, verdicts: ['waiver']}],
  [
    'expired, in the configuration',
    configured(WAIVER('approved: 2026-02-20, until: 2026-03-01')),
    {
      code: 1,
      verdicts: ['broken'],
      rules: ['unannounced-removal'],
      reasons: ['waiver-expired'],
      at: ['base:openapi.yaml', '/v1/shelves'],
      remedy: ['2027-04-02']
    }
  ],
  [
    'approved after the end',
    waived(WAIVER('approved: 2026-03-03')),
    {
      code: 1,
      verdicts: ['broken'],
      rules: ['unannounced-removal'],
      reasons: ['waiver-late'],
      at: ['history.yaml', 'removed: GET /v1/shelves'],
      remedy: ['2027-04-02']
    }
  ],
  [
    'larger than the clause allows',
    waived(WAIVER(), THIRTY),
    {
      code: 1,
      verdicts: ['broken'],
      rules: ['unannounced-removal'],
      reasons: ['waiver-below-minimum'],
      at: ['history.yaml', 'removed: GET /v1/shelves'],
      remedy: ['2027-04-02']
    }
  ],
  [
    'for a reason that the policy does not list',
    waived(WAIVER('approved: 2026-02-20', 'haste')),
    {
      code: 1,
      verdicts: ['broken'],
      rules: ['unannounced-removal'],
      reasons: ['waiver-reason-unknown'],
      at: ['history.yaml', 'removed: GET /v1/shelves']
    }
  ],
  [
    'without an approver',
    configured('waiver: {reason: security, approved: 2026-02-20}'),
    {
      code: 1,
      verdicts: ['broken'],
      rules: ['unannounced-removal'],
      reasons: ['waiver-without-approver'],
      at: ['base:openapi.yaml', '/v1/shelves']
    }
  ],
  [
    'for nothing',
    {
      main: [['2024-06-01', BOTH]],
      branch: [
        [
          TODAY,
          {
            'tenure.yaml':
              'waivers:\n  - {subject: GET /v1/shelves, reason: security, approver: a@library.example, approved: 2026-02-20}\n'
          }
        ]
      ]
    },
    {
      code: 1,
      verdicts: [],
      rules: ['waiver-unused'],
      subject: 'GET /v1/shelves',
      at: ['tenure.yaml', 'subject: GET /v1/shelves'],
      remedy: ['Leave out the waiver']
    }
  ]
]

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
    'an endpoint more, which `next` does not tell',
    {
      main: [['2024-06-01', {...BOTH, ...told()}]],
      branch: [[TODAY, {'openapi.yaml': spec(LOANS, SHELVES, get('/v1/readers'))}]]
    },
    {
      code: 0,
      verdicts: [],
      rules: ['unrecorded-change'],
      subject: 'GET /v1/readers',
      at: ['openapi.yaml', '/v1/readers'],
      remedy: ['added:']
    }
  ],
  [
    'an endpoint less, which `next` does not tell',
    {main: [['2024-06-01', {...BOTH, ...told()}]], branch: [[TODAY, ONE]]},
    {
      code: 1,
      verdicts: ['broken'],
      rules: ['unannounced-removal'],
      reasons: ['unrecorded-change'],
      subject: 'GET /v1/shelves',
      at: ['base:openapi.yaml', '/v1/shelves'],
      remedy: ['2027-04-02', 'waiver: {']
    }
  ],
  [
    'a lawful end, which `next` does not tell',
    {
      main: [['2025-01-15', {...MARK, ...told(['1.1', '2025-01-15', [DEPRECATED]])}]],
      branch: [[TODAY, ONE]]
    },
    {
      code: 0,
      verdicts: ['kept'],
      rules: ['unrecorded-change'],
      subject: 'GET /v1/shelves',
      at: ['base:openapi.yaml', '/v1/shelves'],
      remedy: ['removed:']
    }
  ],
  [
    'a break, which `next` does not tell',
    {
      main: [['2024-06-01', {...BOTH, ...told()}]],
      branch: [[TODAY, {'openapi.yaml': spec(get('/v1/loans', '', 'id: {type: integer}'), SHELVES)}]]
    },
    {
      code: 1,
      verdicts: ['broken'],
      rules: ['ga-breaking-change'],
      subject: {subject: 'GET /v1/loans', field: 'id', in: 'response'},
      at: ['openapi.yaml', '/v1/loans'],
      remedy: ['waiver: {']
    }
  ],
  [
    'a break, of which `next` says that it breaks nothing',
    {
      main: [['2024-06-01', {...BOTH, ...told()}]],
      branch: [
        [
          TODAY,
          {
            'openapi.yaml': spec(get('/v1/loans', '', 'id: {type: integer}'), SHELVES),
            ...told(['next', undefined, ['{changed: GET /v1/loans, field: id, in: response, breaking: false}']])
          }
        ]
      ]
    },
    {code: 1, verdicts: ['broken'], rules: ['ga-breaking-change'], at: ['openapi.yaml', '/v1/loans']}
  ],
  [
    'an end that `next` tells, and the description does not show',
    {
      main: [['2025-01-15', {...MARK, ...told(['1.1', '2025-01-15', [DEPRECATED]])}]],
      branch: [[TODAY, told(['1.1', '2025-01-15', [DEPRECATED]], ['next', undefined, [REMOVED]])]]
    },
    {
      code: 0,
      verdicts: ['kept'],
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
      main: [['2024-06-01', {'openapi.yaml': spec(LOANS, SHELVES, WISHES), ...told()}]],
      branch: [
        [
          TODAY,
          {
            'openapi.yaml': spec(LOANS, SHELVES, get('/v1/wishes')),
            ...told(['next', undefined, ['{promoted: GET /v1-beta/wishes, to: GET /v1/wishes}']])
          }
        ]
      ]
    },
    {code: 0, verdicts: ['policy']}
  ],
  [
    'GA becomes beta',
    {
      main: [['2024-06-01', BOTH]],
      branch: [[TODAY, {'openapi.yaml': spec(LOANS, get('/v1-beta/shelves'))}]]
    },
    {
      code: 1,
      verdicts: ['broken'],
      rules: ['unannounced-removal'],
      subject: 'GET /v1/shelves',
      at: ['base:openapi.yaml', '/v1/shelves'],
      remedy: ['2027-04-02', 'waiver: {']
    }
  ],
  [
    'a path that gets another name',
    {
      main: [['2024-06-01', BOTH]],
      branch: [[TODAY, {'openapi.yaml': spec(LOANS, get('/v1/racks'))}]]
    },
    {
      code: 1,
      verdicts: ['broken'],
      rules: ['unannounced-removal'],
      subject: 'GET /v1/shelves',
      at: ['base:openapi.yaml', '/v1/shelves'],
      remedy: ['2027-04-02', 'waiver: {']
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
    FINE
  ],
  [
    'all of v1 ends, and v2 has it all',
    {
      main: [['2025-01-15', {'openapi.yaml': spec(...V1, ...V2), 'history.yaml': history([WIDE, V1_ENDS])}]],
      branch: [[TODAY, {'openapi.yaml': spec(...V2), 'history.yaml': history([WIDE, V1_ENDS, V1_GONE])}]]
    },
    {code: 0, verdicts: ['kept']}
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
      verdicts: ['kept'],
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
      verdicts: ['kept', 'broken'],
      rules: ['prefix-replacement-incomplete', 'unannounced-removal'],
      finding: 1,
      subject: 'GET /v1/shelves',
      at: ['history.yaml', 'removed: /v1/**'],
      remedy: ['2027-04-02', 'waiver: {']
    }
  ]
]

const bases: readonly Row[] = [
  [
    'two commits on the default branch of a fresh repository',
    {
      main: [
        ['2026-03-01', BOTH],
        [TODAY, ONE]
      ]
    },
    {
      code: 1,
      verdicts: ['broken'],
      rules: ['unannounced-removal'],
      at: ['base:openapi.yaml', '/v1/shelves'],
      remark: /^Compared `openapi.yaml` with the commit before the last one \([0-9a-f]{7}\): 1 change/
    }
  ],
  [
    'one commit',
    {main: [['2026-03-01', BOTH]]},
    {...FINE, remark: 'Compared `openapi.yaml` with nothing: there is one commit, and nothing before it.'}
  ],
  [
    'uncommitted edits on the default branch',
    {
      main: [
        ['2026-02-01', {'openapi.yaml': spec(LOANS, SHELVES, get('/v1/readers'))}],
        ['2026-03-01', BOTH]
      ],
      tree: ONE
    },
    {
      code: 1,
      verdicts: ['broken'],
      rules: ['unannounced-removal'],
      subject: 'GET /v1/shelves',
      at: ['base:openapi.yaml', '/v1/shelves'],
      remark: 'with the last commit ('
    }
  ],
  [
    'uncommitted edits on a branch',
    {main: [['2026-03-01', BOTH]], branch: [[TODAY, {'notes.txt': 'none'}]], tree: ONE},
    {code: 1, verdicts: ['broken'], rules: ['unannounced-removal'], subject: 'GET /v1/shelves'}
  ],
  [
    'a branch behind the default branch, which got an endpoint since',
    {
      main: [['2026-02-01', BOTH]],
      branch: [['2026-02-10', {'openapi.yaml': spec(LOANS, SHELVES, get('/v1/fees'))}]],
      later: [['2026-02-20', {'openapi.yaml': spec(LOANS, SHELVES, get('/v1/readers'))}]]
    },
    {...FINE, remark: 'with where the work branched off from main'}
  ],
  [
    'a branch behind the default branch, named as the base',
    {
      main: [['2026-02-01', BOTH]],
      branch: [['2026-02-10', {'openapi.yaml': spec(LOANS, SHELVES, get('/v1/fees'))}]],
      later: [['2026-02-20', {'openapi.yaml': spec(LOANS, SHELVES, get('/v1/readers'))}]],
      args: ['--base', 'main']
    },
    FINE
  ],
  [
    'a branch behind the default branch, which marked an endpoint since the branch removed it',
    {
      main: [['2024-06-01', BOTH]],
      branch: [[TODAY, ONE]],
      later: [['2026-02-20', MARK]]
    },
    {code: 1, verdicts: ['broken'], rules: ['unannounced-removal']}
  ],
  [
    'a branch that CI says is to be merged into another than the default one',
    {
      main: [['2026-02-01', BOTH]],
      branch: [['2026-02-10', ONE]],
      env: {GITHUB_BASE_REF: 'work'}
    },
    {...FINE, remark: 'with work ('}
  ],
  [
    'a description that moves, and loses nothing',
    {
      main: [['2024-06-01', {'openapi.yaml': spec(LOANS, SHELVES)}]],
      branch: [[TODAY, {'openapi.yaml': '', 'api/openapi.yaml': spec(LOANS, SHELVES)}]],
      args: ['--spec', 'api/openapi.yaml']
    },
    FINE
  ],
  [
    'a description that moves, and loses an endpoint',
    {
      main: [['2024-06-01', {'openapi.yaml': spec(LOANS, get('/v1/readers'), get('/v1/fees'), SHELVES)}]],
      branch: [[TODAY, {'openapi.yaml': '', 'api/openapi.yaml': spec(LOANS, get('/v1/readers'), get('/v1/fees'))}]],
      args: ['--spec', 'api/openapi.yaml']
    },
    {
      code: 1,
      verdicts: ['broken'],
      rules: ['unannounced-removal'],
      subject: 'GET /v1/shelves',
      at: ['base:openapi.yaml', '/v1/shelves']
    }
  ],
  [
    'a description that moved after it was marked',
    {
      main: [
        ['2024-06-01', {'api.yaml': spec(LOANS, SHELVES)}],
        ['2025-01-15', {'api.yaml': spec(LOANS, MARKED)}],
        ['2025-06-01', {'api.yaml': '', 'openapi.yaml': spec(LOANS, MARKED)}]
      ],
      branch: [[TODAY, ONE]]
    },
    {code: 0, verdicts: ['kept'], since: '2025-01-15'}
  ],
  [
    'a description that is new',
    {main: [['2024-06-01', {'README.md': 'A library.\n'}]], branch: [[TODAY, BOTH]]},
    {...FINE, remark: /^Compared `openapi.yaml` with nothing: `openapi.yaml` is not in main .*: all of it is new\.$/m}
  ],
  [
    'a description in a folder below the top',
    {
      main: [['2024-06-01', {'api/openapi.yaml': spec(LOANS, SHELVES)}]],
      branch: [[TODAY, {'api/openapi.yaml': spec(LOANS)}]],
      in: 'api'
    },
    {code: 1, verdicts: ['broken'], rules: ['unannounced-removal'], subject: 'GET /v1/shelves'}
  ]
]

const sections = {
  'a change at the gate': changes,
  'an end at the gate': ends,
  'a promise at the gate': promises,
  'a part that ends at the gate': parts,
  'a waiver at the gate': waivers,
  'the record at the gate': records,
  'the base of the gate': bases
}

for (const [title, rows] of Object.entries(sections)) {
  describe.concurrent(title, () => {
    it.each(rows)('%s', (name, scenario, expected) => hold({name, ...scenario}, expected))
  })
}
