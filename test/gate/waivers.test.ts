import {
  checkScenarios,
  FIRST_RELEASE,
  historyFile,
  LOANS,
  LOANS_AND_SHELVES,
  LOANS_ONLY,
  type Row,
  WISHES
} from './rows.ts'
import {get, history, type Scenario, type State, spec, TODAY} from './scenario.ts'

const WAIVER = (more = 'approved: 2026-02-20', reason = 'security') =>
  `waiver: {reason: ${reason}, approver: security@library.example, ${more}}`
const waived = (waiver: string, policy = '') =>
  ({
    main: [
      [
        '2024-06-01',
        {
          ...LOANS_AND_SHELVES,
          ...(policy ? {'policy.yaml': policy} : {}),
          'history.yaml': history([FIRST_RELEASE], policy ? 'policy: policy.yaml\n' : '')
        }
      ]
    ],
    branch: [
      [
        TODAY,
        {
          ...LOANS_ONLY,
          'history.yaml': history(
            [FIRST_RELEASE, ['next', undefined, [`{removed: GET /v1/shelves, replacement: GET /v1/loans, ${waiver}}`]]],
            policy ? 'policy: policy.yaml\n' : ''
          )
        }
      ]
    ]
  }) as unknown as Omit<Scenario, 'name'>
const configured = (waiver: string): Omit<Scenario, 'name'> => ({
  main: [['2024-06-01', LOANS_AND_SHELVES]],
  branch: [
    [
      TODAY,
      {
        ...LOANS_ONLY,
        'tenure.yaml': `format: 1\nwaivers:\n  - {subject: GET /v1/shelves, ${waiver.slice('waiver: {'.length)}\n`
      }
    ]
  ]
})
const THIRTY = 'extends: thirteen-months\nexemptions:\n  security: {minimum: 30 days}\n'

const FOR_SHELVES = {
  'tenure.yaml':
    'waivers:\n  - {subject: GET /v1/shelves, reason: security, approver: a@library.example, approved: 2026-02-20}\n'
}
const withRules = (level: string) => ({
  'tenure.yaml': `${FOR_SHELVES['tenure.yaml']}rules: {waiver-unused: ${level}}\n`
})

const waivers: readonly Row[] = [
  ['beside the fact', waived(WAIVER()), {code: 0, verdicts: ['waiver']}],
  ['in the configuration', configured(WAIVER()), {code: 0, verdicts: ['waiver']}],
  [
    'in the configuration, for the kind of an end of which a line tells',
    {
      main: [['2024-06-01', {...LOANS_AND_SHELVES, ...historyFile()}]],
      branch: [
        [
          TODAY,
          {
            ...LOANS_ONLY,
            ...historyFile(['next', undefined, ['{removed: GET /v1/shelves, replacement: GET /v1/loans}']]),
            'tenure.yaml': `${FOR_SHELVES['tenure.yaml'].replace('reason:', 'kind: operation-removed, reason:')}`
          }
        ]
      ]
    },
    {code: 0, verdicts: ['waiver']}
  ],
  [
    'beside a break',
    {
      main: [['2024-06-01', {...LOANS_ONLY, ...historyFile()}]],
      branch: [
        [
          TODAY,
          {
            'openapi.yaml': spec(get('/v1/loans', '', 'id: {type: integer}')),
            ...historyFile([
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
      main: [['2024-06-01', LOANS_ONLY]],
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
      main: [['2024-06-01', LOANS_ONLY]],
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
      verdicts: ['violation'],
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
      verdicts: ['violation'],
      rules: ['unannounced-removal'],
      reasons: ['waiver-expired'],
      at: ['openapi.yaml', 'paths:'],
      remedy: ['2027-04-02']
    }
  ],
  [
    'approved after the end',
    waived(WAIVER('approved: 2026-03-03')),
    {
      code: 1,
      verdicts: ['violation'],
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
      verdicts: ['violation'],
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
      verdicts: ['violation'],
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
      verdicts: ['violation'],
      rules: ['unannounced-removal'],
      reasons: ['waiver-without-approver'],
      at: ['openapi.yaml', 'paths:']
    }
  ],
  [
    'for nothing',
    {
      main: [['2024-06-01', LOANS_AND_SHELVES]],
      branch: [[TODAY, FOR_SHELVES]]
    },
    {
      code: 0,
      verdicts: [],
      rules: ['waiver-unused'],
      subject: 'GET /v1/shelves',
      at: ['tenure.yaml', 'subject: GET /v1/shelves'],
      remedy: ['until its change is recorded', 'remove it']
    }
  ],
  [
    'for nothing, which the configuration calls an error',
    {
      main: [['2024-06-01', LOANS_AND_SHELVES]],
      branch: [[TODAY, withRules('error')]]
    },
    {code: 1, verdicts: [], rules: ['waiver-unused']}
  ],
  [
    'for nothing, which the configuration does not mind',
    {
      main: [['2024-06-01', LOANS_AND_SHELVES]],
      branch: [[TODAY, withRules('off')]]
    },
    {code: 0, verdicts: [], rules: []}
  ],
  [
    'for what is merged already, and not yet on record',
    {
      main: [
        ['2024-06-01', {...LOANS_AND_SHELVES, ...historyFile()}],
        ['2026-02-20', {...LOANS_ONLY, ...FOR_SHELVES}]
      ],
      branch: [[TODAY, {'README.md': 'A library.\n'}]],
      args: ['--strict']
    },
    {code: 0, verdicts: [], rules: ['waiver-unused'], remedy: ['until its change is recorded']}
  ],
  [
    'for what the policy lets happen anyway',
    {
      main: [['2024-06-01', {'openapi.yaml': spec(LOANS, WISHES)}]],
      branch: [
        [
          TODAY,
          {
            ...LOANS_ONLY,
            'tenure.yaml':
              'waivers:\n  - {subject: GET /v1-beta/wishes, reason: security, approver: a@library.example, approved: 2026-02-20}\n'
          }
        ]
      ]
    },
    {code: 0, verdicts: ['policy'], rules: ['waiver-unused'], remedy: ['remove it']}
  ],
  [
    'beside a fact that needs none',
    {
      main: [['2024-06-01', {'openapi.yaml': spec(LOANS, WISHES), ...historyFile()}]],
      branch: [
        [TODAY, {...LOANS_ONLY, ...historyFile(['next', undefined, [`{removed: GET /v1-beta/wishes, ${WAIVER()}}`]])}]
      ]
    },
    {code: 1, verdicts: ['policy'], rules: ['waiver-unused'], remedy: ['Remove the waiver']}
  ]
]

/** The target lets waivers count that are not merged yet. */
const accepting = ([name, scenario, expected]: Row): Row => {
  const [[day, files], ...later] = scenario.main as [State, ...State[]]
  const config = `newWaivers: accept\n${files['tenure.yaml'] ?? 'format: 1\n'}`
  return [name, {...scenario, main: [[day, {...files, 'tenure.yaml': config}], ...later]}, expected]
}

checkScenarios('a waiver at the gate', waivers.map(accepting))
