import {checkScenarios, historyFile, LOANS, LOANS_AND_SHELVES, type Row, SHELVES} from './rows.ts'
import {get, type Scenario, spec, TODAY} from './scenario.ts'

const ACCEPTED = SHELVES.replace('responses: {', 'responses: {"202": {description: Later}, ')
const state = (...values: readonly string[]): string =>
  `${spec(get('/v1/loans', '', 'state: {$ref: "#/components/schemas/State"}'), SHELVES)}components: {schemas: {State: {type: string, enum: [${values.join(', ')}]}}}\n`

const answers = (...values: readonly string[]): string => {
  const body = `{schema: {type: string, enum: [${values.join(', ')}]}}`
  const content = `application/json: ${body}, text/plain: ${body}`
  return spec(LOANS, `/v1/shelves: {get: {responses: {"200": {description: OK, content: {${content}}}}}}`)
}

/** A branch with this description and these unreleased entries. */
const branchWith = (openapi: string, ...lines: readonly string[]): Omit<Scenario, 'name'> => ({
  main: [['2024-06-01', {...LOANS_AND_SHELVES, ...historyFile()}]],
  branch: [[TODAY, {'openapi.yaml': openapi, ...historyFile(['next', undefined, lines])}]],
  args: ['--fail-on=undetermined']
})

const NEEDS_REVIEW = {
  code: 3,
  verdicts: ['undetermined'],
  rules: ['ga-breaking-change'],
  at: ['openapi.yaml', '202'] as const
}
const branchWithValue = (openapi: string, ...lines: readonly string[]): Omit<Scenario, 'name'> => {
  const row = branchWith(openapi, ...lines)
  return {...row, main: [['2024-06-01', {'openapi.yaml': state('open'), ...historyFile()}]]}
}
const ALLOWED = {code: 0, verdicts: []}

const claims: readonly Row[] = [
  [
    'reports a new status of unknown compatibility',
    branchWith(spec(LOANS, ACCEPTED)),
    {
      ...NEEDS_REVIEW,
      remedy: [
        'Decide whether this change breaks clients: add `{changed: GET /v1/shelves, kind: status-added, about: response 202, breaking: false}` (`true` if it does) to the entry for the next release in the history, or `compatibility: {status-added: compatible}` (`breaking` if it does) to the policy.'
      ]
    }
  ],
  [
    'accepts the entry that the remedy names',
    branchWith(spec(LOANS, ACCEPTED), '{changed: GET /v1/shelves, kind: status-added, breaking: false}'),
    {
      ...ALLOWED,
      remark:
        /^The history declares in 1 new line that a change isn't breaking \(`breaking: false`\)\. .* Review that line\.$/m
    }
  ],
  [
    "doesn't accept an entry about one status for another new status",
    branchWith(
      spec(LOANS, ACCEPTED.replace('responses: {', 'responses: {"203": {description: Later}, ')),
      '{changed: GET /v1/shelves, kind: status-added, about: response 202, breaking: false}'
    ),
    {...NEEDS_REVIEW, at: ['openapi.yaml', '203'], remedy: ['about: response 203, breaking: false}']}
  ],
  [
    'accepts one entry for each media type that gets a new value',
    {
      ...branchWith(
        answers('open', 'lost'),
        '{added: GET /v1/shelves, value: lost, in: response, kind: value-added, about: response 200 text/plain, breaking: false}',
        '{added: GET /v1/shelves, value: lost, in: response, kind: value-added, about: response 200 application/json, breaking: false}'
      ),
      main: [['2024-06-01', {'openapi.yaml': answers('open'), ...historyFile()}]]
    },
    {...ALLOWED, rules: []}
  ],
  [
    'accepts an entry without a kind',
    branchWith(spec(LOANS, ACCEPTED), '{changed: GET /v1/shelves, breaking: false}'),
    ALLOWED
  ],
  [
    'accepts an entry about the response for a new status',
    branchWith(spec(LOANS, ACCEPTED), '{changed: GET /v1/shelves, kind: status-added, in: response, breaking: false}'),
    ALLOWED
  ],
  [
    'ignores an entry about the request for a new status',
    branchWith(spec(LOANS, ACCEPTED), '{changed: GET /v1/shelves, in: request, breaking: false}'),
    NEEDS_REVIEW
  ],
  [
    'ignores an entry of another kind',
    branchWith(spec(LOANS, ACCEPTED), '{changed: GET /v1/shelves, kind: security-changed, breaking: false}'),
    NEEDS_REVIEW
  ],
  [
    'ignores an entry about another endpoint',
    branchWith(spec(LOANS, ACCEPTED), '{changed: GET /v1/loans, breaking: false}'),
    NEEDS_REVIEW
  ],
  [
    'fails a breaking change though the entry about the endpoint denies it',
    branchWith(spec(LOANS, ACCEPTED.replace('"200"', '"203"')), '{changed: GET /v1/shelves, breaking: false}'),
    {code: 1, verdicts: ['violation'], rules: ['ga-breaking-change'], at: ['openapi.yaml', '/v1/shelves']}
  ],
  [
    'reports a new response value of unknown compatibility',
    branchWithValue(state('open', 'lost')),
    {
      code: 3,
      verdicts: ['undetermined'],
      rules: ['ga-breaking-change'],
      remedy: ['`{added: State.*, value: lost, kind: value-added, breaking: false}` (`true` if it does)']
    }
  ],
  [
    'accepts the entry about a value that the remedy names',
    branchWithValue(state('open', 'lost'), '{added: State.*, value: lost, kind: value-added, breaking: false}'),
    ALLOWED
  ],
  [
    'fails a removed field though its entry says `breaking: false`',
    branchWith(
      spec(get('/v1/loans', '', 'name: {type: string}'), SHELVES),
      '{removed: GET /v1/loans, field: id, in: response, breaking: false}'
    ),
    {code: 1, verdicts: ['violation'], rules: ['unannounced-removal']}
  ]
]

checkScenarios('an entry with `breaking: false`', claims)
