import {expect, it} from 'vitest'
import {tenure} from '../cli/run.ts'
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
import {get, git, repositoryOf, type Scenario, spec, TODAY} from './scenario.ts'

const ORDER = (...names: readonly string[]): string =>
  `Order:\n  type: object\n  properties:\n${names.map(name => `    ${name}: {type: string}\n`).join('')}`

/** A description that consists of two files. */
const IN_TWO_FILES = {
  'openapi.yaml': spec(
    '/v1/orders: {get: {responses: {"200": {description: OK, content: {application/json: {schema: {$ref: "models.yaml#/Order"}}}}}}}'
  ),
  'models.yaml': ORDER('id', 'total')
}

const bases: readonly Row[] = [
  [
    'is the previous commit on the default branch',
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
    'is empty if there is only one commit',
    {main: [['2026-03-01', LOANS_AND_SHELVES]]},
    {...PASSES, remark: 'Compared `openapi.yaml` with nothing: there is one commit, and nothing before it.'}
  ],
  [
    'is the last commit if there are uncommitted edits',
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
    'is the only commit if a referenced file has uncommitted edits',
    {main: [['2026-03-01', IN_TWO_FILES]], tree: {'models.yaml': ORDER('total')}},
    {code: 1, verdicts: ['violation'], rules: ['unannounced-removal'], remark: 'with the last commit ('}
  ],
  [
    'is the last commit of several if a referenced file has uncommitted edits',
    {
      main: [
        ['2026-02-01', {...IN_TWO_FILES, 'models.yaml': ORDER('id', 'total', 'note')}],
        ['2026-03-01', IN_TWO_FILES]
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
    'is the previous commit if only an unrelated file has uncommitted edits',
    {
      main: [
        ['2026-02-01', IN_TWO_FILES],
        ['2026-03-01', {'others.yaml': ORDER('id')}]
      ],
      tree: {'others.yaml': ORDER('total')}
    },
    {...PASSES, remark: 'with the commit before the last one ('}
  ],
  [
    'is the previous commit if git ignores a referenced file',
    {
      main: [
        ['2026-02-01', {'openapi.yaml': IN_TWO_FILES['openapi.yaml'], '.gitignore': 'models.yaml\n'}],
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
    'is the default branch for uncommitted edits on a branch',
    {main: [['2026-03-01', LOANS_AND_SHELVES]], branch: [[TODAY, {'notes.txt': 'none'}]], tree: LOANS_ONLY},
    {code: 1, verdicts: ['violation'], rules: ['unannounced-removal'], subject: 'GET /v1/shelves'}
  ],
  [
    "is the merge base, so endpoints added to the default branch later aren't removed",
    {
      main: [['2026-02-01', LOANS_AND_SHELVES]],
      branch: [['2026-02-10', {'openapi.yaml': spec(LOANS, SHELVES, get('/v1/fees'))}]],
      later: [['2026-02-20', {'openapi.yaml': spec(LOANS, SHELVES, get('/v1/readers'))}]]
    },
    {...PASSES, remark: 'with where the work branched off from main'}
  ],
  [
    'is the merge base also if `--base` names the default branch',
    {
      main: [['2026-02-01', LOANS_AND_SHELVES]],
      branch: [['2026-02-10', {'openapi.yaml': spec(LOANS, SHELVES, get('/v1/fees'))}]],
      later: [['2026-02-20', {'openapi.yaml': spec(LOANS, SHELVES, get('/v1/readers'))}]],
      args: ['--base', 'main']
    },
    PASSES
  ],
  [
    "is the merge base, so a deprecation that is merged later doesn't count",
    {
      main: [['2024-06-01', LOANS_AND_SHELVES]],
      branch: [[TODAY, LOANS_ONLY]],
      later: [['2026-02-20', SHELVES_DEPRECATED]]
    },
    {code: 1, verdicts: ['violation'], rules: ['unannounced-removal']}
  ],
  [
    'is the target branch that CI names',
    {
      main: [['2026-02-01', LOANS_AND_SHELVES]],
      branch: [['2026-02-10', LOANS_ONLY]],
      env: {GITHUB_BASE_REF: 'work'}
    },
    {...PASSES, remark: 'with work ('}
  ],
  [
    'is the old path of a description that moved without changes',
    {
      main: [['2024-06-01', {'openapi.yaml': spec(LOANS, SHELVES)}]],
      branch: [[TODAY, {'openapi.yaml': '', 'api/openapi.yaml': spec(LOANS, SHELVES)}]],
      args: ['--spec', 'api/openapi.yaml']
    },
    PASSES
  ],
  [
    'is the old path of a description that moved and lost an endpoint',
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
    'includes deprecations from before the description moved',
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
    'is empty for a new description',
    {main: [['2024-06-01', {'README.md': 'A library.\n'}]], branch: [[TODAY, LOANS_AND_SHELVES]]},
    {...PASSES, remark: /^Compared `openapi.yaml` with nothing: `openapi.yaml` is not in main .*: all of it is new\.$/m}
  ],
  [
    'is found for a description in a subfolder',
    {
      main: [['2024-06-01', {'api/openapi.yaml': spec(LOANS, SHELVES)}]],
      branch: [[TODAY, {'api/openapi.yaml': spec(LOANS)}]],
      in: 'api'
    },
    {code: 1, verdicts: ['violation'], rules: ['unannounced-removal'], subject: 'GET /v1/shelves'}
  ]
]

checkScenarios('the base of `check`', bases)

it.each<readonly [string, Pick<Scenario, 'branch' | 'tree'>, readonly string[], boolean]>([
  ['that is tagged', {}, ['v1.0 HEAD~', 'v1.1 HEAD'], true],
  ['that is not tagged', {}, ['v1.0 HEAD~'], false],
  ['with uncommitted changes', {tree: LOANS_ONLY}, ['v1.0 HEAD~', 'v1.1 HEAD'], false],
  ['of a branch', {branch: [[TODAY, LOANS_ONLY]]}, ['v1.0 HEAD~2', 'v1.1 HEAD'], false]
])('says that nothing is unreleased at a commit %s', async (_, more, tags, isReleased) => {
  const cwd = await repositoryOf({
    main: [
      ['2026-02-01', {'openapi.yaml': spec(LOANS)}],
      ['2026-03-01', LOANS_AND_SHELVES]
    ],
    ...more
  })
  for (const tag of tags) await git(cwd, ['tag', ...tag.split(' ')])
  const {out} = await tenure(['check', '--as-of', TODAY], {cwd})
  expect(out.match(/Nothing is unreleased: .*|.* as if released .*/g)).toEqual(
    isReleased
      ? [`Nothing is unreleased: the last commit is \`v1.1\`. Its changes are checked as if released today (${TODAY}).`]
      : null
  )
})
