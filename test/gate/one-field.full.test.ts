import {describe, expect, it} from 'vitest'
import {tenure} from '../cli/run.ts'
import {sample} from '../tier.ts'
import {check, type Files, git, repositoryOf} from './scenario.ts'

// A field is one subject, whatever its schema is called and wherever it is written, for the gate and an audit of tags.

type Mark = 'live' | 'marked' | 'removed'

const fields = (mark: Mark): string =>
  `{type: object, properties: {id: {type: string}${mark === 'removed' ? '' : `, due: {type: string${mark === 'marked' ? ', deprecated: true' : ''}}`}}}`
const use = (path: string, schema: string): string =>
  `  ${path}: {get: {responses: {"200": {description: OK, content: {application/json: {schema: ${schema}}}}}}}\n`
const ref = (name: string): string => `{$ref: "#/components/schemas/${name}"}`
const api = (uses: string, schemas = ''): Files => ({
  'openapi.yaml': `openapi: 3.0.3\ninfo: {title: Library, version: "1"}\npaths:\n${uses}components:\n  schemas:\n    Status: {type: string}\n${schemas}`
})
const named = (name: string, mark: Mark): string => `    ${name}: ${fields(mark)}\n`

const inFile = (folder: string, mark: Mark): Files => ({
  ...api(use('/v1/loans', `{$ref: "${folder}/loan.yaml"}`)),
  [`${folder}/loan.yaml`]: `${fields(mark)}\n`
})

/** The descriptions of 1.0, 1.1 with the mark, 1.2, and the change, which is checked 13 months after 1.1. */
type Releases = readonly [Files, Files, Files, Files]

const both = (loans: string, readers: string, schemas = ''): Files =>
  api(use('/v1/loans', loans) + use('/v1/readers', readers), schemas)
const loan = (mark: Mark): Files => api(use('/v1/loans', ref('Loan')), named('Loan', mark))
const inline = (mark: Mark): Files => api(use('/v1/loans', fields(mark)))
const shared = (mark: Mark): Files => both(ref('Loan'), ref('Loan'), named('Loan', mark))

const either = (one: string, mark: Mark, other: string, otherMark: Mark): Files =>
  api(
    use('/v1/loans', `{oneOf: [${ref(one)}, ${ref(other)}]}`),
    `${named(one, mark)}    ${other}: ${fields(otherMark).replace('id:', 'amount:')}\n`
  )

const CASES: Readonly<Record<string, readonly [Releases, 'compliant' | 'violation', string | undefined]>> = {
  'a renamed schema': [
    [
      loan('live'),
      loan('marked'),
      api(use('/v1/loans', ref('Lending')), named('Lending', 'marked')),
      api(use('/v1/loans', ref('Lending')), named('Lending', 'removed'))
    ],
    'compliant',
    '2025-02-01'
  ],
  'a schema that is renamed with the removal': [
    [loan('live'), loan('marked'), loan('marked'), api(use('/v1/loans', ref('Lending')), named('Lending', 'removed'))],
    'compliant',
    '2025-02-01'
  ],
  'a field that was inline': [
    [inline('live'), inline('marked'), loan('marked'), loan('removed')],
    'compliant',
    '2025-02-01'
  ],
  'a field that is inline': [
    [loan('live'), loan('marked'), inline('marked'), inline('removed')],
    'compliant',
    '2025-02-01'
  ],
  'a field that is inline again': [
    [inline('live'), inline('marked'), loan('marked'), inline('removed')],
    'compliant',
    '2025-02-01'
  ],
  'a moved file': [
    [inFile('schemas', 'live'), inFile('schemas', 'marked'), inFile('models', 'marked'), inFile('models', 'removed')],
    'compliant',
    '2025-02-01'
  ],
  'an alternative next to one that was announced': [
    [
      either('Loan', 'live', 'Fee', 'live'),
      either('Loan', 'live', 'Fee', 'marked'),
      either('Lending', 'live', 'Charge', 'marked'),
      either('Lending', 'removed', 'Charge', 'marked')
    ],
    'violation',
    undefined
  ],
  'another schema of the old name': [
    [
      loan('marked'),
      api(use('/v1/loans', ref('Lending')), named('Lending', 'marked')),
      api(
        use('/v1/loans', ref('Lending')) + use('/v1/fees', ref('Loan')),
        named('Lending', 'marked') + named('Loan', 'live')
      ),
      api(
        use('/v1/loans', ref('Lending')) + use('/v1/fees', ref('Loan')),
        named('Lending', 'marked') + named('Loan', 'removed')
      )
    ],
    'violation',
    undefined
  ],
  'a use that leaves a field announced for all': [
    [shared('live'), shared('marked'), shared('marked'), both(ref('Loan'), fields('removed'), named('Loan', 'marked'))],
    'compliant',
    '2025-02-01'
  ],
  'a use that joins with the field unannounced': [
    [
      both(ref('Loan'), fields('live'), named('Loan', 'live')),
      both(ref('Loan'), fields('live'), named('Loan', 'marked')),
      shared('marked'),
      shared('removed')
    ],
    'violation',
    '2025-06-01'
  ],
  'inline fields of which one was announced later': [
    [both(fields('live'), fields('live')), both(fields('marked'), fields('live')), shared('marked'), shared('removed')],
    'violation',
    '2025-06-01'
  ],
  'a use that leaves a field that was never announced': [
    [shared('live'), shared('live'), shared('live'), both(ref('Loan'), fields('removed'), named('Loan', 'live'))],
    'violation',
    undefined
  ]
}

const CONFIG: Files = {'tenure.yaml': 'format: 1\nspec: openapi.yaml\npolicy: thirteen-months\n'}
const DAYS = ['2025-01-01', '2025-02-01', '2025-06-01'] as const
const END = '2026-03-02'

interface Judged {
  readonly judgments: readonly {readonly verdict: string; readonly start?: {readonly earliest?: string}}[]
}

describe.concurrent('a field with other names before', () => {
  it.each(sample(Object.entries(CASES)))('%s', async (_, [releases, verdict, since]) => {
    const [last] = releases.slice(-1)
    const cwd = await repositoryOf({
      main: DAYS.map((day, at) => [day, {...CONFIG, ...releases[at]}]),
      branch: [[END, last ?? {}]]
    })
    for (const [at, name] of ['v1.0.0', 'v1.1.0', 'v1.2.0'].entries()) await git(cwd, ['tag', name, `main~${2 - at}`])
    const expected = [{verdict, since}]
    const answerOf = (out: string) =>
      (JSON.parse(out) as Judged).judgments.map(each => ({verdict: each.verdict, since: each.start?.earliest}))
    const checked = await check(cwd, ['--base', 'main'], END)
    expect(answerOf(checked.out), checked.out).toEqual(expected)
    await git(cwd, ['tag', 'v2.0.0', 'work'])
    const audited = await tenure(['audit', '.', '--as-of', END, '--format', 'json'], {cwd})
    // In tags that announce nothing, a removal may have been announced elsewhere.
    if (since !== undefined) expect(answerOf(audited.out), audited.out).toEqual(expected)
  })
})
