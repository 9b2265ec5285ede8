import {
  checkScenarios,
  DEPRECATED_SHELVES,
  LOANS,
  LOANS_AND_SHELVES,
  LOANS_ONLY,
  PASSES,
  type Row,
  SHELVES,
  SHELVES_DEPRECATED
} from './rows.ts'
import {get, spec, TODAY} from './scenario.ts'

const ORDER = (...names: readonly string[]): string =>
  `Order:\n  type: object\n  properties:\n${names.map(name => `    ${name}: {type: string}\n`).join('')}`

/** A description of two files. */
const APART = {
  'openapi.yaml': spec(
    '/v1/orders: {get: {responses: {"200": {description: OK, content: {application/json: {schema: {$ref: "models.yaml#/Order"}}}}}}}'
  ),
  'models.yaml': ORDER('id', 'total')
}

const bases: readonly Row[] = [
  [
    'two commits on the default branch of a fresh repository',
    {
      main: [
        ['2026-03-01', LOANS_AND_SHELVES],
        [TODAY, LOANS_ONLY]
      ]
    },
    {
      code: 1,
      verdicts: ['violation'],
      rules: ['unannounced-removal'],
      at: ['openapi.yaml', 'paths:'],
      remark: /^Compared `openapi.yaml` with the commit before the last one \([0-9a-f]{7}\)\./
    }
  ],
  [
    'one commit',
    {main: [['2026-03-01', LOANS_AND_SHELVES]]},
    {...PASSES, remark: 'Compared `openapi.yaml` with nothing: there is one commit, and nothing before it.'}
  ],
  [
    'uncommitted edits on the default branch',
    {
      main: [
        ['2026-02-01', {'openapi.yaml': spec(LOANS, SHELVES, get('/v1/readers'))}],
        ['2026-03-01', LOANS_AND_SHELVES]
      ],
      tree: LOANS_ONLY
    },
    {
      code: 1,
      verdicts: ['violation'],
      rules: ['unannounced-removal'],
      subject: 'GET /v1/shelves',
      at: ['openapi.yaml', 'paths:'],
      remark: 'with the last commit ('
    }
  ],
  [
    'one commit, and an uncommitted edit of a file that the description refers to',
    {main: [['2026-03-01', APART]], tree: {'models.yaml': ORDER('total')}},
    {code: 1, verdicts: ['violation'], rules: ['unannounced-removal'], remark: 'with the last commit ('}
  ],
  [
    'an uncommitted edit of a file that the description refers to, after others that are committed',
    {
      main: [
        ['2026-02-01', {...APART, 'models.yaml': ORDER('id', 'total', 'note')}],
        ['2026-03-01', APART]
      ],
      tree: {'models.yaml': ORDER('total')}
    },
    {
      code: 1,
      verdicts: ['violation'],
      rules: ['unannounced-removal'],
      subject: 'Order.id',
      remark: 'with the last commit ('
    }
  ],
  [
    'an uncommitted edit of a file that the description has nothing to do with',
    {
      main: [
        ['2026-02-01', APART],
        ['2026-03-01', {'others.yaml': ORDER('id')}]
      ],
      tree: {'others.yaml': ORDER('total')}
    },
    {...PASSES, remark: 'with the commit before the last one ('}
  ],
  [
    'a file that the description refers to, which git ignores',
    {
      main: [
        ['2026-02-01', {'openapi.yaml': APART['openapi.yaml'], '.gitignore': 'models.yaml\n'}],
        ['2026-03-01', {'notes.txt': 'none'}]
      ],
      tree: {'models.yaml': ORDER('id')}
    },
    {
      code: 0,
      verdicts: ['undetermined'],
      rules: ['ga-breaking-change'],
      remark: 'with the commit before the last one ('
    }
  ],
  [
    'uncommitted edits on a branch',
    {main: [['2026-03-01', LOANS_AND_SHELVES]], branch: [[TODAY, {'notes.txt': 'none'}]], tree: LOANS_ONLY},
    {code: 1, verdicts: ['violation'], rules: ['unannounced-removal'], subject: 'GET /v1/shelves'}
  ],
  [
    'a branch behind the default branch, which got an endpoint since',
    {
      main: [['2026-02-01', LOANS_AND_SHELVES]],
      branch: [['2026-02-10', {'openapi.yaml': spec(LOANS, SHELVES, get('/v1/fees'))}]],
      later: [['2026-02-20', {'openapi.yaml': spec(LOANS, SHELVES, get('/v1/readers'))}]]
    },
    {...PASSES, remark: 'with where the work branched off from main'}
  ],
  [
    'a branch behind the default branch, named as the base',
    {
      main: [['2026-02-01', LOANS_AND_SHELVES]],
      branch: [['2026-02-10', {'openapi.yaml': spec(LOANS, SHELVES, get('/v1/fees'))}]],
      later: [['2026-02-20', {'openapi.yaml': spec(LOANS, SHELVES, get('/v1/readers'))}]],
      args: ['--base', 'main']
    },
    PASSES
  ],
  [
    'a branch behind the default branch, which marked an endpoint since the branch removed it',
    {
      main: [['2024-06-01', LOANS_AND_SHELVES]],
      branch: [[TODAY, LOANS_ONLY]],
      later: [['2026-02-20', SHELVES_DEPRECATED]]
    },
    {code: 1, verdicts: ['violation'], rules: ['unannounced-removal']}
  ],
  [
    'a branch that CI says is to be merged into another than the default one',
    {
      main: [['2026-02-01', LOANS_AND_SHELVES]],
      branch: [['2026-02-10', LOANS_ONLY]],
      env: {GITHUB_BASE_REF: 'work'}
    },
    {...PASSES, remark: 'with work ('}
  ],
  [
    'a description that moves, and loses nothing',
    {
      main: [['2024-06-01', {'openapi.yaml': spec(LOANS, SHELVES)}]],
      branch: [[TODAY, {'openapi.yaml': '', 'api/openapi.yaml': spec(LOANS, SHELVES)}]],
      args: ['--spec', 'api/openapi.yaml']
    },
    PASSES
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
      verdicts: ['violation'],
      rules: ['unannounced-removal'],
      subject: 'GET /v1/shelves',
      at: ['api/openapi.yaml', 'paths:']
    }
  ],
  [
    'a description that moved after it was marked',
    {
      main: [
        ['2024-06-01', {'api.yaml': spec(LOANS, SHELVES)}],
        ['2025-01-15', {'api.yaml': spec(LOANS, DEPRECATED_SHELVES)}],
        ['2025-06-01', {'api.yaml': '', 'openapi.yaml': spec(LOANS, DEPRECATED_SHELVES)}]
      ],
      branch: [[TODAY, LOANS_ONLY]]
    },
    {code: 0, verdicts: ['compliant'], since: '2025-01-15'}
  ],
  [
    'a description that is new',
    {main: [['2024-06-01', {'README.md': 'A library.\n'}]], branch: [[TODAY, LOANS_AND_SHELVES]]},
    {...PASSES, remark: /^Compared `openapi.yaml` with nothing: `openapi.yaml` is not in main .*: all of it is new\.$/m}
  ],
  [
    'a description in a folder below the top',
    {
      main: [['2024-06-01', {'api/openapi.yaml': spec(LOANS, SHELVES)}]],
      branch: [[TODAY, {'api/openapi.yaml': spec(LOANS)}]],
      in: 'api'
    },
    {code: 1, verdicts: ['violation'], rules: ['unannounced-removal'], subject: 'GET /v1/shelves'}
  ]
]

checkScenarios('the base of the gate', bases)
