import {checkScenarios, type Row} from './rows.ts'
import {get, spec, TODAY} from './scenario.ts'

// What the target says of a part is its state before a change, as for an endpoint.

const withDue = (marks: string) => ({
  'openapi.yaml': spec(get('/v1/loans', '', `id: {type: string}, due: {type: string${marks}}`))
})
const withPage = (marks: string) => ({
  'openapi.yaml': spec(get('/v1/loans', `parameters: [{name: page, in: query, schema: {type: integer}${marks}}], `))
})
const withHeader = (marks: string) => ({
  'openapi.yaml': spec(
    `/v1/loans: {get: {responses: {"200": {description: OK, headers: {X-Page: {schema: {type: string}${marks}}}}}}}`
  )
})
const ended = (day: string) => `, deprecated: true, x-sunset: "${day}", x-replaced-by: none`

const rows: readonly Row[] = Object.entries({
  'a response field': withDue,
  'a query parameter': withPage,
  'a response header': withHeader
}).flatMap(([part, api]): Row[] => [
  [
    `${part} can't be too early`,
    {main: [['2024-06-01', api('')]], branch: [[TODAY, api(ended('2026-06-01'))]]},
    {code: 1, verdicts: [], rules: ['sunset-too-early'], remedy: ['2027-04-02']}
  ],
  [
    `${part} can be late enough, without a replacement that the mark says there is none of`,
    {main: [['2024-06-01', api('')]], branch: [[TODAY, api(ended('2027-06-01'))]]},
    {code: 0, verdicts: []}
  ],
  [
    `${part} can be moved later, and its notice has begun`,
    {
      main: [
        ['2024-06-01', api('')],
        ['2025-06-01', api(ended('2026-08-01'))]
      ],
      branch: [[TODAY, api(ended('2026-12-01'))]]
    },
    {code: 0, verdicts: []}
  ],
  [
    `${part} can't be moved earlier`,
    {
      main: [
        ['2024-06-01', api('')],
        ['2024-07-01', api(ended('2028-08-01'))]
      ],
      branch: [[TODAY, api(ended('2026-12-01'))]]
    },
    {code: 1, verdicts: [], rules: ['sunset-moved-earlier']}
  ],
  [
    `${part} can't be set earlier than one that the target no longer states`,
    {
      main: [
        ['2024-06-01', api(ended('2028-08-01'))],
        ['2024-07-01', api(', deprecated: true, x-replaced-by: none')]
      ],
      branch: [[TODAY, api(ended('2026-12-01'))]]
    },
    {code: 1, verdicts: [], rules: ['sunset-moved-earlier']}
  ]
])

const loansWith = (part: string, marks: string) => ({
  'openapi.yaml': spec(
    get(
      '/v1/loans',
      marks + (part === 'page' ? 'parameters: [{name: page, in: query, schema: {type: integer}}], ' : ''),
      `id: {type: string}${part === 'due' ? ', due: {type: string}' : ''}`
    )
  )
})
const OVER = 'deprecated: true, x-sunset: "2025-06-01", x-replaced-by: none, '

const ofOperation = (
  [
    ['due', 'with', ['unannounced-removal']],
    ['page', 'with', ['unannounced-removal']],
    ['due', 'without', ['sunset-extended-late', 'unannounced-removal']],
    ['page', 'without', ['unannounced-removal', 'sunset-extended-late']]
  ] as const
).map(
  ([part, how, rules]): Row => [
    `${part}, which is removed while the operation stays ${how} its deprecation`,
    {main: [['2024-01-01', loansWith(part, OVER)]], branch: [[TODAY, loansWith('', how === 'with' ? OVER : '')]]},
    {code: 1, verdicts: ['violation'], rules: [...rules]}
  ]
)

checkScenarios('the sunset of', rows)
checkScenarios('the sunset of an operation is no notice for', ofOperation)
