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

/** What a branch brings to the description, with these lines in `next`. */
const brings = (openapi: string, ...lines: readonly string[]): Omit<Scenario, 'name'> => ({
  main: [['2024-06-01', {...LOANS_AND_SHELVES, ...historyFile()}]],
  branch: [[TODAY, {'openapi.yaml': openapi, ...historyFile(['next', undefined, lines])}]],
  args: ['--strict']
})

const ASKED = {
  code: 3,
  verdicts: ['undetermined'],
  rules: ['ga-breaking-change'],
  at: ['openapi.yaml', '202'] as const
}
const gains = (openapi: string, ...lines: readonly string[]): Omit<Scenario, 'name'> => {
  const row = brings(openapi, ...lines)
  return {...row, main: [['2024-06-01', {'openapi.yaml': state('open'), ...historyFile()}]]}
}
const FINE = {code: 0, verdicts: []}

const claims: readonly Row[] = [
  [
    'a status more, of which no one says whether it breaks',
    brings(spec(LOANS, ACCEPTED)),
    {
      ...ASKED,
      remedy: [
        'Decide whether this change breaks clients: add `{changed: GET /v1/shelves, kind: status-added, about: response 202, breaking: false}` (`true` if it does) to the entry for the next release in the history, or `compatibility: {status-added: compatible}` (`breaking` if it does) to the policy.'
      ]
    }
  ],
  [
    'the line that the remedy names',
    brings(spec(LOANS, ACCEPTED), '{changed: GET /v1/shelves, kind: status-added, breaking: false}'),
    {
      ...FINE,
      remark:
        /^The history declares in 1 new line that a change isn't breaking \(`breaking: false`\)\. .* Review that line\.$/m
    }
  ],
  [
    'that line, beside one more change of that kind',
    brings(
      spec(LOANS, ACCEPTED.replace('responses: {', 'responses: {"203": {description: Later}, ')),
      '{changed: GET /v1/shelves, kind: status-added, about: response 202, breaking: false}'
    ),
    {...ASKED, at: ['openapi.yaml', '203'], remedy: ['about: response 203, breaking: false}']}
  ],
  [
    'the lines of one value in two answers',
    {
      ...brings(
        answers('open', 'lost'),
        '{added: GET /v1/shelves, value: lost, in: response, kind: value-added, about: response 200 text/plain, breaking: false}',
        '{added: GET /v1/shelves, value: lost, in: response, kind: value-added, about: response 200 application/json, breaking: false}'
      ),
      main: [['2024-06-01', {'openapi.yaml': answers('open'), ...historyFile()}]]
    },
    {...FINE, rules: []}
  ],
  ['a line without a kind', brings(spec(LOANS, ACCEPTED), '{changed: GET /v1/shelves, breaking: false}'), FINE],
  [
    'a line with the only side on which it is met',
    brings(spec(LOANS, ACCEPTED), '{changed: GET /v1/shelves, kind: status-added, in: response, breaking: false}'),
    FINE
  ],
  [
    'a line of the other side',
    brings(spec(LOANS, ACCEPTED), '{changed: GET /v1/shelves, in: request, breaking: false}'),
    ASKED
  ],
  [
    'a line of another kind',
    brings(spec(LOANS, ACCEPTED), '{changed: GET /v1/shelves, kind: security-changed, breaking: false}'),
    ASKED
  ],
  ['a line of another endpoint', brings(spec(LOANS, ACCEPTED), '{changed: GET /v1/loans, breaking: false}'), ASKED],
  [
    'one of two changes of one endpoint breaks, and the line denies both',
    brings(spec(LOANS, ACCEPTED.replace('"200"', '"203"')), '{changed: GET /v1/shelves, breaking: false}'),
    {code: 1, verdicts: ['violation'], rules: ['ga-breaking-change'], at: ['openapi.yaml', '/v1/shelves']}
  ],
  [
    'a value more of an answer',
    gains(state('open', 'lost')),
    {
      code: 3,
      verdicts: ['undetermined'],
      rules: ['ga-breaking-change'],
      remedy: ['`{added: State.*, value: lost, kind: value-added, breaking: false}` (`true` if it does)']
    }
  ],
  [
    'the line of the value that the remedy names',
    gains(state('open', 'lost'), '{added: State.*, value: lost, kind: value-added, breaking: false}'),
    FINE
  ],
  [
    'a field that goes, of which the line says that no one misses it',
    brings(
      spec(get('/v1/loans', '', 'name: {type: string}'), SHELVES),
      '{removed: GET /v1/loans, field: id, in: response, breaking: false}'
    ),
    {code: 1, verdicts: ['violation'], rules: ['unannounced-removal']}
  ]
]

checkScenarios('what the author of a change says of it', claims)
