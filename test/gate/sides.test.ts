// Who writes of a field, a parameter or a header need not say on which side it is: descriptions show that.
import {readFileSync} from 'node:fs'
import {join} from 'node:path'
import {expect, test} from 'vitest'
import {tenure} from '../cli/run.ts'
import {checkScenarios, historyFile, LOANS, type Row} from './rows.ts'
import {check, repositoryOf, type Scenario, spec, TODAY} from './scenario.ts'

const object = (...fields: readonly string[]): string =>
  `content: {application/json: {schema: {type: object, properties: {${['id', ...fields].map(each => `${each}: {type: string}`).join(', ')}}}}}`

interface Shelf {
  readonly sent?: readonly string[]
  readonly needed?: string
  readonly given?: readonly string[]
  readonly headers?: string
}

/** One operation that takes and gives fields, and may ask for a parameter. */
const shelf = ({sent = [], needed, given = [], headers = ''}: Shelf): string =>
  spec(
    LOANS,
    `/v1/shelves: {post: {parameters: [${needed === undefined ? '' : `{name: ${needed}, in: query, required: true, schema: {type: string}}`}], requestBody: {${object(...sent)}}, responses: {"200": {description: OK, headers: {${headers}}, ${object(...given)}}}}}`
  )

const POST = 'POST /v1/shelves'
const EARLY = {given: ['due', 'note'], sent: ['due'], headers: 'Retry: {schema: {type: string}}'}

/** What stood in the description, and what a branch makes of it, with these lines in `next`. */
const becomes = (after: Shelf, lines: readonly string[], before: readonly string[] = []): Omit<Scenario, 'name'> => ({
  main: [
    [
      '2024-01-15',
      {
        'openapi.yaml': shelf(EARLY),
        ...historyFile(['1.1', '2024-06-01', [`added: ${POST}`]], ['1.2', '2024-07-01', before])
      }
    ]
  ],
  branch: [
    [
      TODAY,
      {
        'openapi.yaml': shelf(after),
        ...historyFile(
          ['1.1', '2024-06-01', [`added: ${POST}`]],
          ['1.2', '2024-07-01', before],
          ...(lines.length > 0 ? [['next', undefined, lines] as const] : [])
        )
      }
    ]
  ]
})

const without = (...fields: readonly string[]): readonly string[] => EARLY.given.filter(each => !fields.includes(each))
const SUNSET = 'sunset: 2026-01-10, replacement: none, note: No one reads it'

const rows: readonly Row[] = [
  [
    'an announcement of a field on no side in particular holds for the answer that loses it',
    becomes({...EARLY, given: without('note')}, [], [`{deprecated: ${POST}, field: note, ${SUNSET}}`]),
    {code: 0, verdicts: ['compliant'], rules: ['unrecorded-change'], since: '2024-07-01'}
  ],
  [
    'and for both sides, where both lose it',
    becomes({...EARLY, sent: [], given: without('due')}, [], [`{deprecated: ${POST}, field: due, ${SUNSET}}`]),
    {
      code: 0,
      verdicts: ['compliant', 'compliant'],
      rules: ['unrecorded-change', 'unrecorded-change'],
      since: '2024-07-01'
    }
  ],
  [
    'a header',
    becomes({...EARLY, headers: ''}, [], [`{deprecated: ${POST}, header: retry, ${SUNSET}}`]),
    {code: 0, verdicts: ['compliant'], rules: ['unrecorded-change'], since: '2024-07-01'}
  ],
  [
    'an announcement on another side holds for nothing else',
    becomes({...EARLY, given: without('note')}, [], [`{deprecated: ${POST}, field: note, in: request, ${SUNSET}}`]),
    {code: 1, verdicts: ['violation'], rules: ['unannounced-removal']}
  ],
  [
    'a parameter that is written and shown is one',
    becomes({...EARLY, needed: 'limit'}, [`{added: ${POST}, parameter: limit, breaking: true, note: Lists are long}`]),
    {code: 1, verdicts: ['violation'], rules: ['ga-breaking-change'], at: ['history.yaml', 'parameter: limit']}
  ],
  [
    'a field is not, with a waiver that its line brings',
    becomes({...EARLY, given: without('note')}, [
      `{removed: ${POST}, field: note, announced: never, waiver: {reason: legal, approver: Ada, approved: 2026-02-01}}`
    ]),
    // The waiver is new in the change, and the target lets none count before it is merged.
    {code: 1, verdicts: ['violation'], rules: ['unannounced-removal'], remark: "1 waiver of this change doesn't count"}
  ]
]

checkScenarios('parts on no side in particular', rows)

test('what is on record without its side is there, and an audit says what the gate said', async () => {
  const cwd = await repositoryOf(
    becomes({...EARLY, given: without('note')}, [], [`{deprecated: ${POST}, field: note, ${SUNSET}}`])
  )
  const gate = await check(cwd)
  expect(gate.code, gate.out).toBe(0)
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
