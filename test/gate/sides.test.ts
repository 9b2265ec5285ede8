// Entries about a field, a parameter, or a header can omit the side (request or response), which descriptions show.
import {readFileSync} from 'node:fs'
import {join} from 'node:path'
import {expect, test} from 'vitest'
import {tenure} from '../cli/run.ts'
import {checkScenarios, historyFile, LOANS, type Row} from './rows.ts'
import {check, repositoryOf, type Scenario, spec, TODAY} from './scenario.ts'

const object = (...fields: readonly string[]): string =>
  `content: {application/json: {schema: {type: object, properties: {${['id', ...fields].map(each => `${each}: {type: string}`).join(', ')}}}}}`

interface Operation {
  readonly sent?: readonly string[]
  readonly required?: string
  readonly returned?: readonly string[]
  readonly headers?: string
}

/**
 * A description with one operation, with these request fields, response fields, and headers, and a required parameter.
 */
const describeOperation = ({sent = [], required, returned = [], headers = ''}: Operation): string =>
  spec(
    LOANS,
    `/v1/shelves: {post: {parameters: [${required === undefined ? '' : `{name: ${required}, in: query, required: true, schema: {type: string}}`}], requestBody: {${object(...sent)}}, responses: {"200": {description: OK, headers: {${headers}}, ${object(...returned)}}}}}`
  )

const POST = 'POST /v1/shelves'
const OLD = {returned: ['due', 'note'], sent: ['due'], headers: 'Retry: {schema: {type: string}}'}

/** A repository whose branch changes the description and adds these entries to `next`. */
const changeTo = (
  after: Operation,
  lines: readonly string[],
  before: readonly string[] = []
): Omit<Scenario, 'name'> => ({
  main: [
    [
      '2024-01-15',
      {
        'openapi.yaml': describeOperation(OLD),
        ...historyFile(['1.1', '2024-06-01', [`added: ${POST}`]], ['1.2', '2024-07-01', before])
      }
    ]
  ],
  branch: [
    [
      TODAY,
      {
        'openapi.yaml': describeOperation(after),
        ...historyFile(
          ['1.1', '2024-06-01', [`added: ${POST}`]],
          ['1.2', '2024-07-01', before],
          ...(lines.length > 0 ? [['next', undefined, lines] as const] : [])
        )
      }
    ]
  ]
})

const without = (...fields: readonly string[]): readonly string[] => OLD.returned.filter(each => !fields.includes(each))
const SUNSET = 'sunset: 2026-01-10, replacement: none, note: No one reads it'

const rows: readonly Row[] = [
  [
    'counts for the response if only the response loses the field',
    changeTo({...OLD, returned: without('note')}, [], [`{deprecated: ${POST}, field: note, ${SUNSET}}`]),
    {code: 0, verdicts: ['compliant'], rules: [], since: '2024-07-01'}
  ],
  [
    'counts for both sides if both lose the field',
    changeTo({...OLD, sent: [], returned: without('due')}, [], [`{deprecated: ${POST}, field: due, ${SUNSET}}`]),
    {
      code: 0,
      verdicts: ['compliant', 'compliant'],
      rules: [],
      since: '2024-07-01'
    }
  ],
  [
    'counts for a header',
    changeTo({...OLD, headers: ''}, [], [`{deprecated: ${POST}, header: retry, ${SUNSET}}`]),
    {code: 0, verdicts: ['compliant'], rules: [], since: '2024-07-01'}
  ],
  [
    "doesn't count for the response if it is about the request",
    changeTo({...OLD, returned: without('note')}, [], [`{deprecated: ${POST}, field: note, in: request, ${SUNSET}}`]),
    {code: 1, verdicts: ['violation'], rules: ['unannounced-removal']}
  ],
  [
    'is merged with the observed change of the same parameter',
    changeTo({...OLD, required: 'limit'}, [`{added: ${POST}, parameter: limit, breaking: true, note: Lists are long}`]),
    {code: 1, verdicts: ['violation'], rules: ['ga-breaking-change'], at: ['history.yaml', 'parameter: limit']}
  ],
  [
    "can't be waived by the same change",
    changeTo({...OLD, returned: without('note')}, [
      `{removed: ${POST}, field: note, announced: never, waiver: {reason: legal, approver: Ada, approved: 2026-02-01}}`
    ]),
    // The waiver is new in this change, so it doesn't count before it is merged.
    {code: 1, verdicts: ['violation'], rules: ['unannounced-removal'], remark: "1 waiver of this change doesn't count"}
  ]
]

checkScenarios('an entry about a part without its side', rows)

test('`record` adds the side to a removal, recording again changes nothing, and `audit` agrees with `check`', async () => {
  const cwd = await repositoryOf(
    changeTo({...OLD, returned: without('note')}, [], [`{deprecated: ${POST}, field: note, ${SUNSET}}`])
  )
  const checked = await check(cwd)
  expect(checked.code, checked.out).toBe(0)
  const release = ['record', '--release', '2.0', '--date', TODAY, '--base', 'main', '--as-of', TODAY]
  const recorded = await tenure(release, {cwd})
  expect(recorded.code, recorded.err).toBe(0)
  const text = readFileSync(join(cwd, 'history.yaml'), 'utf8')
  expect(text).toContain('in: response')
  const again = await tenure(release, {cwd})
  expect(again.out).toContain('is already recorded')
  expect(readFileSync(join(cwd, 'history.yaml'), 'utf8')).toBe(text)
  const audit = await tenure(['audit', '--as-of', TODAY, '--format', 'json'], {cwd})
  const {judgments} = JSON.parse(audit.out) as {judgments: readonly {verdict: string}[]}
  expect(judgments.map(({verdict}) => verdict)).toEqual(['compliant'])
})
