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
const removalWith = (waiver: string, policy = '') =>
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
const configuredWaiver = (waiver: string): Omit<Scenario, 'name'> => ({
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
const MINIMUM_30_DAYS = 'extends: thirteen-months\nwaiverReasons:\n  security: {minimum: 30 days}\n'

const FOR_SHELVES = {
  'tenure.yaml':
    'waivers:\n  - {subject: GET /v1/shelves, reason: security, approver: a@library.example, approved: 2026-02-20}\n'
}
const withRules = (level: string) => ({
  'tenure.yaml': `${FOR_SHELVES['tenure.yaml']}rules: {waiver-unused: ${level}}\n`
})

const waivers: readonly Row[] = [
  ['on the entry of a removal is accepted', removalWith(WAIVER()), {code: 0, verdicts: ['waiver']}],
  ['in the configuration is accepted', configuredWaiver(WAIVER()), {code: 0, verdicts: ['waiver']}],
  [
    'in the configuration is accepted for the kind of a recorded removal',
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
    'on the entry of a breaking change is accepted',
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
    'in the configuration is accepted for a breaking change',
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
    'in the configuration is accepted for a breaking change of a part of its endpoint',
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
    'on an entry is rejected after its last day',
    removalWith(WAIVER('approved: 2026-02-20, until: 2026-03-01')),
    {
      code: 1,
      verdicts: ['violation'],
      rules: ['unannounced-removal'],
      reasons: ['waiver-expired'],
      at: ['history.yaml', 'removed: GET /v1/shelves'],
      remedy: ['2027-04-02']
    }
  ],
  [
    'on an entry is accepted on its last day',
    removalWith(WAIVER('approved: 2026-02-20, until: 2026-03-02')),
    {code: 0, verdicts: ['waiver']}
  ],
  [
    'in the configuration is rejected after its last day',
    configuredWaiver(WAIVER('approved: 2026-02-20, until: 2026-03-01')),
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
    'is rejected if it was approved after the removal',
    removalWith(WAIVER('approved: 2026-03-03')),
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
    'is rejected if the policy demands a longer notice for its reason',
    removalWith(WAIVER(), MINIMUM_30_DAYS),
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
    'is accepted without any notice if the policy demands none for its reason',
    removalWith(WAIVER(), MINIMUM_30_DAYS.replace('30 days', '0 days')),
    {code: 0, verdicts: ['waiver']}
  ],
  [
    "is rejected if the policy doesn't list its reason",
    removalWith(WAIVER('approved: 2026-02-20', 'haste')),
    {
      code: 1,
      verdicts: ['violation'],
      rules: ['unannounced-removal'],
      reasons: ['waiver-reason-unknown'],
      at: ['history.yaml', 'removed: GET /v1/shelves']
    }
  ],
  [
    'is rejected without an approver',
    configuredWaiver('waiver: {reason: security, approved: 2026-02-20}'),
    {
      code: 1,
      verdicts: ['violation'],
      rules: ['unannounced-removal'],
      reasons: ['waiver-without-approver'],
      at: ['openapi.yaml', 'paths:']
    }
  ],
  [
    'in the configuration leads to a warning if it applies to nothing',
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
    'in the configuration fails if it applies to nothing and the rule is an error',
    {
      main: [['2024-06-01', LOANS_AND_SHELVES]],
      branch: [[TODAY, withRules('error')]]
    },
    {code: 1, verdicts: [], rules: ['waiver-unused']}
  ],
  [
    'in the configuration may apply to nothing if the rule is off',
    {
      main: [['2024-06-01', LOANS_AND_SHELVES]],
      branch: [[TODAY, withRules('off')]]
    },
    {code: 0, verdicts: [], rules: []}
  ],
  [
    'in the configuration is counted after the removal is merged, until it is recorded',
    {
      main: [
        ['2024-06-01', {...LOANS_AND_SHELVES, ...historyFile()}],
        ['2026-02-20', {...LOANS_ONLY, ...FOR_SHELVES}]
      ],
      branch: [[TODAY, {'README.md': 'A library.\n'}]],
      args: ['--fail-on=undetermined']
    },
    {code: 0, verdicts: [], rules: []}
  ],
  [
    'in the configuration leads to a warning if the policy allows the removal',
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
    {
      code: 0,
      verdicts: ['policy'],
      rules: ['waiver-unused'],
      remedy: ['Remove the waiver, unless it is for another change']
    }
  ],
  [
    'on an entry fails if the policy allows the removal',
    {
      main: [['2024-06-01', {'openapi.yaml': spec(LOANS, WISHES), ...historyFile()}]],
      branch: [
        [TODAY, {...LOANS_ONLY, ...historyFile(['next', undefined, [`{removed: GET /v1-beta/wishes, ${WAIVER()}}`]])}]
      ]
    },
    {code: 1, verdicts: ['policy'], rules: ['waiver-unused'], remedy: ['Remove the waiver']}
  ]
]

/** The same scenario with a target that accepts waivers before they are merged. */
const accepting = ([name, scenario, expected]: Row): Row => {
  const [[day, files], ...later] = scenario.main as [State, ...State[]]
  const config = `newWaivers: accept\n${files['tenure.yaml'] ?? 'format: 1\n'}`
  return [name, {...scenario, main: [[day, {...files, 'tenure.yaml': config}], ...later]}, expected]
}

checkScenarios('a waiver', waivers.map(accepting))
