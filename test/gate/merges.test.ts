import {expect, it} from 'vitest'
import {expectRefusal, tenure} from '../cli/run.ts'
import {checkScenarios, DEPRECATED_SHELVES, LOANS, PASSES, type Row, SHELVES} from './rows.ts'
import {check, get, git, repositoryOf, type State, spec, TODAY} from './scenario.ts'

// A branch that began at an old commit, and what its target got since.

const OLD = '2024-01-01'
const LATER = '2025-06-01'

const LOAN = (...methods: readonly string[]) =>
  methods.map(method => `${method}:\n  responses: {"200": {description: OK}}\n`).join('')
const PARTS = (loans = 'loans.yaml') => ({'openapi.yaml': spec(`/v1/loans: {$ref: ${loans}}`)})
const COPY = {...PARTS('loans-2.yaml'), 'loans-2.yaml': LOAN('get')}
const BEGUN = [[OLD, {...PARTS(), 'loans.yaml': LOAN('get')}]] as const
const POSTED: State = [LATER, {'loans.yaml': LOAN('get', 'post')}]

/** A description with other lines above its endpoints, so that git merges both separately. */
const SPACED = (top: string, ...below: readonly string[]) => `openapi: 3.0.3
info: {title: Lending Library API, version: "1"}
# 1
# 2
${top}
# 3
# 4
${below.join('\n')}
`
const LIST = [
  'paths:',
  '  /v1/loans:',
  '    get:',
  '      responses: {"200": {description: OK}}',
  '# 5',
  '# 6',
  '# 7',
  '  /v1/shelves:',
  '    get:',
  '      responses: {"200": {description: OK}}'
]
const READERS = ['  /v1/readers:', '    get:', '      responses: {"200": {description: OK}}']
const ALL =
  'paths: {/v1/loans: {get: {responses: {"200": {description: OK}}}}, /v1/shelves: {get: {responses: {"200": {description: OK}}}}}'
const WISHES = LIST.with(0, 'paths:\n  /v1/wishes: {get: {responses: {"200": {description: OK}}}}')

const LOST = {code: 1, verdicts: ['violation'], rules: ['unannounced-removal']} as const
const MERGED =
  /This is the result of a merge into main \([0-9a-f]{7}\), which got other changes since this branch began/

const CONFIG = (...apis: readonly string[]) =>
  `format: 1\napis:\n${apis.map(name => `  - name: ${name}\n    spec: ${name}.yaml\n`).join('')}`
/** Configuration that turns the lines below it into text. */
const NOTE =
  'apis: [{name: loans, spec: loans.yaml}]\n# 1\n# 2\n# 3\nwaivers:\n-\n subject: GET /v1/x\n reason: security\n approved: 2024-01-01\n approver: |'

const merges: readonly Row[] = [
  [
    'loses an endpoint that came into a file which the branch copied',
    {main: BEGUN, branch: [['2024-02-01', COPY]], later: [POSTED]},
    {...LOST, subject: 'POST /v1/loans', remark: MERGED}
  ],
  [
    'loses an endpoint that came below another key',
    {
      main: [[OLD, {'openapi.yaml': SPACED('# none', ...LIST)}]],
      branch: [['2024-02-01', {'openapi.yaml': SPACED(ALL, ...LIST.with(0, 'x-old:'))}]],
      later: [[LATER, {'openapi.yaml': SPACED('# none', ...LIST, ...READERS)}]]
    },
    {...LOST, subject: 'GET /v1/readers', remark: MERGED}
  ],
  [
    'keeps what both sides added',
    {
      main: [[OLD, {'openapi.yaml': SPACED('# none', ...LIST)}]],
      branch: [['2024-02-01', {'openapi.yaml': SPACED('# none', ...WISHES)}]],
      later: [[LATER, {'openapi.yaml': SPACED('# none', ...LIST, ...READERS)}]]
    },
    {...PASSES, remark: /^Compared `openapi.yaml` with where the work branched off from main/}
  ],
  [
    'keeps a removal that the target made',
    {
      main: [[OLD, {'openapi.yaml': SPACED('# none', ...LIST)}]],
      branch: [['2024-02-01', {'openapi.yaml': SPACED('# none', ...WISHES)}]],
      later: [[LATER, {'openapi.yaml': SPACED('# none', ...LIST.slice(0, -3))}]]
    },
    PASSES
  ],
  [
    'has a conflict',
    {
      main: [[OLD, {'openapi.yaml': spec(LOANS)}]],
      branch: [['2024-02-01', {'openapi.yaml': spec(LOANS, SHELVES)}]],
      later: [[LATER, {'openapi.yaml': spec(LOANS, get('/v1/readers'))}]]
    },
    {...PASSES, remark: /`openapi.yaml` conflicts with main \([0-9a-f]{7}\), so the result of the merge isn't known/}
  ],
  [
    'has a conflict in a file that has nothing to do with the API',
    {
      main: [[OLD, {...BEGUN[0][1], 'notes.txt': 'one\n'}]],
      branch: [['2024-02-01', {...COPY, 'notes.txt': 'two\n'}]],
      later: [[LATER, {...POSTED[1], 'notes.txt': 'three\n'}]]
    },
    {...LOST, subject: 'POST /v1/loans'}
  ],
  [
    'has a conflict only because of attributes that the branch brings',
    {
      main: BEGUN,
      branch: [['2024-02-01', {...COPY, '.gitattributes': '* -merge\n', 'loans.yaml': `# 1\n${LOAN('get')}`}]],
      later: [POSTED]
    },
    {...LOST, subject: 'POST /v1/loans'}
  ],
  [
    'of a branch that left the API alone',
    {main: BEGUN, branch: [['2024-02-01', {'notes.txt': 'one\n'}]], later: [POSTED]},
    {...PASSES, remark: /^Compared `openapi.yaml` with where the work branched off from main/}
  ],
  [
    'of a branch that has the target',
    {main: [...BEGUN, POSTED], branch: [['2025-07-01', COPY]]},
    {...LOST, remark: /^Compared `openapi.yaml` with main/}
  ],
  [
    'ends an announced endpoint, and the target still counts the days',
    {
      main: [[OLD, {'openapi.yaml': spec(LOANS, DEPRECATED_SHELVES)}]],
      branch: [['2024-02-01', {'openapi.yaml': spec(LOANS)}]],
      later: [[LATER, {'notes.txt': 'one\n'}]]
    },
    {code: 0, verdicts: ['compliant']}
  ]
]

checkScenarios('a merge that', merges)

it('loses an API from the configuration', async () => {
  const cwd = await repositoryOf({
    main: [[OLD, {'tenure.yaml': CONFIG('loans'), 'loans.yaml': spec(LOANS)}]],
    branch: [['2024-02-01', {'tenure.yaml': CONFIG('loans').replace('apis:', NOTE)}]],
    later: [[LATER, {'tenure.yaml': CONFIG('loans', 'shelves'), 'shelves.yaml': spec(SHELVES)}]]
  })
  const {code, out} = await tenure(['check', '--as-of', TODAY, '--format', 'stylish'], {cwd})
  expect({code, out}).toEqual({code: 1, out: expect.stringMatching(/no longer lists `shelves.yaml`/)})
})

it("can't be read", async () => {
  const cwd = await repositoryOf({
    main: [[OLD, {'openapi.yaml': SPACED('# none', ...LIST)}]],
    branch: [['2024-02-01', {'openapi.yaml': SPACED('# none', ...LIST.with(0, ['paths:', ...READERS].join('\n')))}]],
    later: [[LATER, {'openapi.yaml': SPACED('# none', ...LIST, ...READERS)}]]
  })
  const ran = await check(cwd)
  expectRefusal(ran)
  expect(ran.err).toMatch(/The change can be read, and the result of a merge into main \([0-9a-f]{7}\) can't/)
})

it('leaves the repository as it is', async () => {
  const cwd = await repositoryOf({main: BEGUN, branch: [['2024-02-01', COPY]], later: [POSTED]})
  const before = await git(cwd, ['count-objects', '--verbose'])
  expect((await check(cwd)).code).toBe(1)
  expect(await git(cwd, ['count-objects', '--verbose'])).toBe(before)
})

it('is not judged for uncommitted work, which the merge lacks', async () => {
  const tree = {'openapi.yaml': PARTS()['openapi.yaml']}
  const cwd = await repositoryOf({main: BEGUN, branch: [['2024-02-01', COPY]], later: [POSTED], tree})
  expect((await check(cwd)).code).toBe(0)
})
