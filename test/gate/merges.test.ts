import {expect, it} from 'vitest'
import {expectRefusal, tenure} from '../cli/run.ts'
import {checkScenarios, DEPRECATED_SHELVES, LOANS, PASSES, type Row, SHELVES} from './rows.ts'
import {check, get, git, repositoryOf, type State, spec, TODAY} from './scenario.ts'

// A branch that began at an old commit, and later changes of its target.

const OLD = '2024-01-01'
const LATER = '2025-06-01'

const loan = (...methods: readonly string[]) =>
  methods.map(method => `${method}:\n  responses: {"200": {description: OK}}\n`).join('')
const parts = (loans = 'loans.yaml') => ({'openapi.yaml': spec(`/v1/loans: {$ref: ${loans}}`)})
const COPIED_FILE = {...parts('loans-2.yaml'), 'loans-2.yaml': loan('get')}
const START = [[OLD, {...parts(), 'loans.yaml': loan('get')}]] as const
const POST_ADDED: State = [LATER, {'loans.yaml': loan('get', 'post')}]

/** A description with other lines above its endpoints, so that git merges both parts separately. */
const spaced = (top: string, ...below: readonly string[]) => `openapi: 3.0.3
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
const BOTH_PATHS =
  'paths: {/v1/loans: {get: {responses: {"200": {description: OK}}}}, /v1/shelves: {get: {responses: {"200": {description: OK}}}}}'
const WISHES = LIST.with(0, 'paths:\n  /v1/wishes: {get: {responses: {"200": {description: OK}}}}')

const REMOVAL = {code: 1, verdicts: ['violation'], rules: ['unannounced-removal']} as const
const MERGED =
  /This is the result of a merge into main \([0-9a-f]{7}\), which got other changes since this branch began/

const configOf = (...apis: readonly string[]) =>
  `format: 1\napis:\n${apis.map(name => `  - name: ${name}\n    spec: ${name}.yaml\n`).join('')}`
/** A configuration that turns the lines after it into text. */
const HIDING_CONFIG =
  'apis: [{name: loans, spec: loans.yaml}]\n# 1\n# 2\n# 3\nwaivers:\n-\n subject: GET /v1/x\n reason: security\n approved: 2024-01-01\n approver: |'

const merges: readonly Row[] = [
  [
    "fails if an endpoint that was added to a file is missing from the branch's copy of that file",
    {main: START, branch: [['2024-02-01', COPIED_FILE]], later: [POST_ADDED]},
    {...REMOVAL, subject: 'POST /v1/loans', remark: MERGED}
  ],
  [
    'fails if an added endpoint ends up under another key',
    {
      main: [[OLD, {'openapi.yaml': spaced('# none', ...LIST)}]],
      branch: [['2024-02-01', {'openapi.yaml': spaced(BOTH_PATHS, ...LIST.with(0, 'x-old:'))}]],
      later: [[LATER, {'openapi.yaml': spaced('# none', ...LIST, ...READERS)}]]
    },
    {...REMOVAL, subject: 'GET /v1/readers', remark: MERGED}
  ],
  [
    'passes if both sides add endpoints',
    {
      main: [[OLD, {'openapi.yaml': spaced('# none', ...LIST)}]],
      branch: [['2024-02-01', {'openapi.yaml': spaced('# none', ...WISHES)}]],
      later: [[LATER, {'openapi.yaml': spaced('# none', ...LIST, ...READERS)}]]
    },
    {...PASSES, remark: /^Compared `openapi.yaml` with where the work branched off from main/}
  ],
  [
    'passes if the target removed an endpoint',
    {
      main: [[OLD, {'openapi.yaml': spaced('# none', ...LIST)}]],
      branch: [['2024-02-01', {'openapi.yaml': spaced('# none', ...WISHES)}]],
      later: [[LATER, {'openapi.yaml': spaced('# none', ...LIST.slice(0, -3))}]]
    },
    PASSES
  ],
  [
    'is not checked if there is a conflict, with a remark',
    {
      main: [[OLD, {'openapi.yaml': spec(LOANS)}]],
      branch: [['2024-02-01', {'openapi.yaml': spec(LOANS, SHELVES)}]],
      later: [[LATER, {'openapi.yaml': spec(LOANS, get('/v1/readers'))}]]
    },
    {...PASSES, remark: /`openapi.yaml` conflicts with main \([0-9a-f]{7}\), so the result of the merge isn't known/}
  ],
  [
    'is checked if there is a conflict only in a file outside of the API',
    {
      main: [[OLD, {...START[0][1], 'notes.txt': 'one\n'}]],
      branch: [['2024-02-01', {...COPIED_FILE, 'notes.txt': 'two\n'}]],
      later: [[LATER, {...POST_ADDED[1], 'notes.txt': 'three\n'}]]
    },
    {...REMOVAL, subject: 'POST /v1/loans'}
  ],
  [
    'is checked if there is a conflict only because of git attributes of the branch',
    {
      main: START,
      branch: [['2024-02-01', {...COPIED_FILE, '.gitattributes': '* -merge\n', 'loans.yaml': `# 1\n${loan('get')}`}]],
      later: [POST_ADDED]
    },
    {...REMOVAL, subject: 'POST /v1/loans'}
  ],
  [
    "passes if the branch doesn't change the API",
    {main: START, branch: [['2024-02-01', {'notes.txt': 'one\n'}]], later: [POST_ADDED]},
    {...PASSES, remark: /^Compared `openapi.yaml` with where the work branched off from main/}
  ],
  [
    "isn't needed if the branch contains its target",
    {main: [...START, POST_ADDED], branch: [['2025-07-01', COPIED_FILE]]},
    {...REMOVAL, remark: /^Compared `openapi.yaml` with main/}
  ],
  [
    'allows a removal whose notice has passed in the target',
    {
      main: [[OLD, {'openapi.yaml': spec(LOANS, DEPRECATED_SHELVES)}]],
      branch: [['2024-02-01', {'openapi.yaml': spec(LOANS)}]],
      later: [[LATER, {'notes.txt': 'one\n'}]]
    },
    {code: 0, verdicts: ['compliant']}
  ]
]

checkScenarios('the merge of a branch into its target', merges)

it('check of a merge fails if it removes an API from the configuration', async () => {
  const cwd = await repositoryOf({
    main: [[OLD, {'tenure.yaml': configOf('loans'), 'loans.yaml': spec(LOANS)}]],
    branch: [['2024-02-01', {'tenure.yaml': configOf('loans').replace('apis:', HIDING_CONFIG)}]],
    later: [[LATER, {'tenure.yaml': configOf('loans', 'shelves'), 'shelves.yaml': spec(SHELVES)}]]
  })
  const {code, out} = await tenure(['check', '--as-of', TODAY, '--format', 'stylish'], {cwd})
  expect({code, out}).toEqual({code: 1, out: expect.stringMatching(/no longer lists `shelves.yaml`/)})
})

it("check of a merge exits 2 if its result can't be read", async () => {
  const cwd = await repositoryOf({
    main: [[OLD, {'openapi.yaml': spaced('# none', ...LIST)}]],
    branch: [['2024-02-01', {'openapi.yaml': spaced('# none', ...LIST.with(0, ['paths:', ...READERS].join('\n')))}]],
    later: [[LATER, {'openapi.yaml': spaced('# none', ...LIST, ...READERS)}]]
  })
  const result = await check(cwd)
  expectRefusal(result)
  expect(result.err).toMatch(/The change can be read, and the result of a merge into main \([0-9a-f]{7}\) can't/)
})

it('check of a merge leaves the repository unchanged', async () => {
  const cwd = await repositoryOf({main: START, branch: [['2024-02-01', COPIED_FILE]], later: [POST_ADDED]})
  const before = await git(cwd, ['count-objects', '--verbose'])
  expect((await check(cwd)).code).toBe(1)
  expect(await git(cwd, ['count-objects', '--verbose'])).toBe(before)
})

it('check of a merge is skipped for uncommitted work', async () => {
  const tree = {'openapi.yaml': parts()['openapi.yaml']}
  const cwd = await repositoryOf({main: START, branch: [['2024-02-01', COPIED_FILE]], later: [POST_ADDED], tree})
  expect((await check(cwd)).code).toBe(0)
  // A step of a pipeline can edit a file, and what is committed is merged all the same.
  const inCi = await tenure(['check', '--as-of', TODAY, '--target', 'main'], {cwd, env: {CI: 'true'}})
  expect(inCi.code).toBe(1)
  expect(inCi.out).toContain('This is the result of a merge into main')
})
