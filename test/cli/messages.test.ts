import {readFileSync} from 'node:fs'
import {join} from 'node:path'
import {parse as parseCsv} from 'csv-parse/sync'
import {beforeAll, describe, expect, it} from 'vitest'
import {get, repositoryOf, spec, TODAY} from '../gate/scenario.ts'
import {folder, REPOSITORY, tenure, write} from './run.ts'

const EVIL = '=cmd|"x"!A1 <!channel> *b* `c` & \\ {{ 7 }} [x](https://evil.example)'

const history = (service: string, ...changes: readonly string[]): string =>
  [
    ...['format: 1', `service: ${JSON.stringify(service)}`, 'releases:'],
    '  - {release: "1.0", date: 2024-01-10, changes: [{added: GET /v1/loans}, {added: GET /v2/loans}, {added: GET /v1/fees}]}',
    `  - {release: "1.1", date: 2025-02-01, changes: [${changes.join(', ')}]}\n`
  ].join('\n')

const LOANS = 'deprecated: GET /v1/loans, replacement: GET /v2/loans, sunset: 2026-05-01'
const FEES = LOANS.replace('2026-05-01', '2026-04-15')
const CONFIG = `format: 1
apis:
  - {name: loans, spec: loans.yaml, history: loans-history.yaml, owner: '@org/loans', owners: [{subject: GET /v1/fees, owners: ['@org/money']}]}
  - {name: fees, spec: fees.yaml, history: fees-history.yaml, owner: '@org/fees'}
`

let cwd = ''
const run = async (...args: readonly string[]): Promise<string> => {
  const {code, out, err} = await tenure([...args, '--as-of', TODAY], {cwd})
  expect([code, err]).toEqual([0, ''])
  return out
}

beforeAll(async () => {
  cwd = await repositoryOf({
    main: [
      [
        '2025-02-01',
        {
          'tenure.yaml': CONFIG,
          'loans.yaml': spec(get('/v1/loans'), get('/v2/loans'), get('/v1/fees')),
          'fees.yaml': spec(get('/v1/loans'), get('/v2/loans'), get('/v1/fees')),
          'loans-history.yaml': history(EVIL, `{${LOANS}}`, '{deprecated: GET /v1/fees, sunset: 2026-04-01}'),
          'fees-history.yaml': history('Fees API', `{${FEES}, note: ${JSON.stringify(EVIL)}}`)
        }
      ]
    ]
  })
})

describe('removals that are due', () => {
  it('are one CSV for all APIs, by day, with owners and replacements', async () => {
    const rows: string[][] = parseCsv(await run('due', '--format', 'csv'), {recordDelimiter: '\r\n'})
    expect(rows.map(row => row.slice(0, 9))).toEqual(
      [
        ['api', 'owners', 'state', 'subject', 'day', 'sunset', 'replacement', 'callers', 'calls'],
        ['loans', '@org/money', 'coming', 'GET /v1/fees', '2026-04-01', '2026-04-01', '', '', ''],
        ['fees', '@org/fees', 'coming', 'GET /v1/loans', '2026-04-15', '2026-04-15', 'GET /v2/loans', '', ''],
        ['loans', '@org/loans', 'coming', 'GET /v1/loans', '2026-05-01', '2026-05-01', 'GET /v2/loans', '', '']
      ].map(row => row.map(cell => (cell.startsWith('@') ? `'${cell}` : cell)))
    )
    const one: string[][] = parseCsv(await run('due', '--api', 'loans', '--format', 'csv'), {recordDelimiter: '\r\n'})
    expect(one.map(([name]) => name)).toEqual(['api', `'${EVIL}`, `'${EVIL}`])
  })

  it('can be those of an owner', async () => {
    const text = await run('due', '--owner', '@org/money')
    expect(text).toMatch(/^1 removal is due by 2026-05-31 in 1 API\n/)
    expect(text).toContain('2026-04-01  loans  @org/money  GET /v1/fees  can be removed on 2026-04-01, its sunset\n')
    const unknown = await tenure(['due', '--owner', '@org/monye'], {cwd})
    expect([unknown.code, unknown.err]).toEqual([2, expect.stringContaining('Did you mean `@org/money`?')])
  })

  it('say the replacement and the owner below the status', async () => {
    expect(await run('due', '--api', 'loans')).toContain(`
  GET /v1/fees   can be removed on 2026-04-01, its sunset
                 owner: @org/money
  GET /v1/loans  can be removed on 2026-05-01, its sunset
                 use GET /v2/loans; owner: @org/loans
`)
    // All are of the same owner.
    expect(await run('due', '--api', 'fees')).toContain('\n                 use GET /v2/loans\n')
    expect(JSON.parse(await run('due', '--api', 'fees', '--format', 'json')).due).toEqual([
      {
        ...{state: 'coming', subject: 'GET /v1/loans', day: '2026-04-15', sunset: '2026-04-15'},
        ...{replacement: 'GET /v2/loans', owners: ['@org/fees'], text: 'can be removed on 2026-04-15, its sunset'}
      }
    ])
  })

  it('are one message of all APIs', async () => {
    const {text, blocks} = JSON.parse(await run('due', '--template', 'slack'))
    expect(text).toBe('2 APIs: 3 removals are due by 2026-05-31')
    expect(blocks.map((each: {text: {text: string}}) => each.text.text)).toEqual([
      text,
      '*Coming*\n• loans: `GET /v1/fees` can be removed on 2026-04-01, its sunset. Owner: @org/money.',
      '• fees: `GET /v1/loans` can be removed on 2026-04-15, its sunset. Use `GET /v2/loans`. Owner: @org/fees.',
      '• loans: `GET /v1/loans` can be removed on 2026-05-01, its sunset. Use `GET /v2/loans`. Owner: @org/loans.'
    ])
    expect(
      await run('due', '--template', 'mail', '--api', 'fees')
    ).toBe(`Subject: Fees API: 1 removal is due by 2026-05-31

Coming

- \`GET /v1/loans\` can be removed on 2026-04-15, its sunset. Use \`GET /v2/loans\`. Owner: @org/fees.
`)
    expect(await run('due', '--template', 'mail', '--within', '1d')).toBe(
      'Subject: 2 APIs: no removals are due by 2026-03-03\n\nNothing to tell.\n'
    )
    const {code, err} = await tenure(['due', '--template', 'mail', '--format', 'csv'], {cwd})
    expect([code, err]).toEqual([2, expect.stringContaining("`--template` can't be combined with `--format csv`.")])
  })
})

describe('release notes in a ready template', () => {
  it('are one text for all APIs, and what people wrote stays text', async () => {
    const slack = JSON.parse(await run('notes', '--template', 'slack'))
    expect(slack.text).toBe('Changes of 2 APIs')
    expect(JSON.stringify(slack)).not.toContain('<!channel>')
    expect(JSON.stringify(slack)).toContain('&lt;!channel&gt;')
    const teams = JSON.parse(await run('notes', '--template', 'teams'))
    expect(teams.attachments[0].content.body.map((each: {type: string}) => each.type)).not.toContain('TextBlock')
    const rows: Record<string, string>[] = parseCsv(await run('notes', '--template', 'csv'), {columns: true})
    expect(rows.map(({api, subjects, sunset}) => [api, subjects, sunset])).toEqual([
      [`'${EVIL}`, 'GET /v1/loans', '2026-05-01'],
      [`'${EVIL}`, 'GET /v1/fees', '2026-04-01'],
      ['Fees API', 'GET /v1/loans', '2026-04-15']
    ])
    expect(await run('notes', '--template', 'mail', '--api', 'loans')).toMatch(
      /^Subject: =cmd.*, 1\.1 \(2025-02-01\)\n\n/
    )
  })

  it('are those of an owner', async () => {
    const mail = await run('notes', '--template', 'mail', '--owner', '@org/money')
    expect(mail.split('\n').filter(line => line.startsWith('- '))).toEqual([expect.stringContaining('`GET /v1/fees`')])
    expect(await run('notes', '1.0..1.1', '--api', 'loans', '--owner', '@org/loans')).not.toContain('/v1/fees')
  })

  it('fit into a message', async () => {
    const many = Array.from({length: 90}, (_, at) => `{changed: GET /v1/a, note: "${'<long> '.repeat(500)}${at}"}`)
    write(cwd, {
      'many.yaml': `format: 1\nservice: Many\nreleases:\n  - {release: "1.0", date: 2025-01-01, changes: [{added: GET /v1/a}]}\n  - {release: "1.1", date: 2025-02-01, changes: [${many.join(', ')}]}\n`
    })
    const {blocks} = JSON.parse(await run('notes', '--history', 'many.yaml', '--template', 'slack', '--api', 'fees'))
    expect(blocks).toHaveLength(50)
    expect(blocks.at(-1)).toEqual({type: 'context', elements: [{type: 'plain_text', text: '… and 42 more'}]})
    for (const {text} of blocks.slice(1, -1)) expect(text.text.length).toBeLessThanOrEqual(3000)
    const teams = await run('notes', '--history', 'many.yaml', '--template', 'teams', '--api', 'fees')
    expect(teams.length).toBeLessThan(28_000)
  })

  it('are templates that can be copied', async () => {
    const text = readFileSync(join(REPOSITORY, 'packages/pages/src/templates/slack.json.liquid'), 'utf8')
    write(cwd, {'own.json.liquid': text})
    expect(await run('notes', '--template', 'own.json.liquid')).toBe(await run('notes', '--template', 'slack'))
  })
})

describe('what is due', () => {
  it('is known by each name of a parameter, and of a header', async () => {
    const at = folder({
      'history.yaml': `format: 1
service: Loans
releases:
  - {release: "1.0", date: 2024-01-10, changes: [{added: "GET /v1/loans/{loanId}"}, {added: "GET /v1/{t}/fees"}, {added: GET /v1/x, header: X-Old, in: request}]}
  - {release: "1.1", date: 2025-02-01, changes: [{deprecated: "GET /v1/loans/{id}", sunset: 2026-05-01}, {deprecated: GET /v1/x, header: x-old, in: request, sunset: 2026-05-02}]}
`
    })
    const {out} = await tenure(['due', '--as-of', TODAY, '--within', '1y', '--format', 'json'], {cwd: at})
    expect(JSON.parse(out).due.map(({day}: {day: string}) => day)).toEqual(['2026-05-01', '2026-05-02'])
  })

  it('belongs to the owners of the API where a shared field has none of its own, and of a prefix to all', async () => {
    const description = `openapi: 3.0.3
info: {title: Loans, version: "1"}
paths:
  /v1/a: {get: {x-owner: '@x/a', responses: {"200": {description: OK}}}}
  /v1/d: {get: {responses: {"200": {description: OK, content: {application/json: {schema: {$ref: '#/components/schemas/D'}}}}}}}
components: {schemas: {D: {type: object, properties: {f: {type: string}}}}}
`
    const at = folder({
      'tenure.yaml': 'format: 1\napis: [{name: one, spec: openapi.yaml, history: history.yaml, owner: team-one}]\n',
      'openapi.yaml': description,
      'history.yaml': `format: 1
service: Loans
releases:
  - {release: "1.0", date: 2024-01-10, changes: [{added: GET /v1/a}, {added: GET /v1/d}]}
  - {release: "1.1", date: 2025-02-01, changes: [{deprecated: D.f, sunset: 2026-05-01}, {deprecated: /v1/**, sunset: 2026-05-01}]}
`
    })
    const {out} = await tenure(['due', '--as-of', TODAY, '--within', '2y', '--format', 'json'], {cwd: at})
    const owners = JSON.parse(out).due.map(({subject, owners: names}: {subject: string; owners: string[]}) => [
      subject,
      names
    ])
    expect(Object.fromEntries(owners)).toMatchObject({'D.f': ['team-one'], '/v1/**': ['@x/a', 'team-one']})
  })

  it('names APIs that could not be read, also in a message and on a badge', async () => {
    const apis = ['good', 'bad'].map(name => `  - {name: ${name}, spec: none, history: ${name}.yaml}\n`).join('')
    const at = folder({
      'tenure.yaml': `format: 1\napis:\n${apis}`,
      'good.yaml': history('Good'),
      'bad.yaml': history('Bad')
    })
    const badge = () => tenure(['site', '--badge', '--output', 'badge.svg', '--as-of', TODAY], {cwd: at})
    await badge()
    expect(readFileSync(join(at, 'badge-bad.svg'), 'utf8')).toContain('nothing ends')
    write(at, {'bad.yaml': 'service: Bad\nreleases: 1\n'})
    const {code, out} = await tenure(['due', '--template', 'slack', '--as-of', TODAY], {cwd: at})
    expect(code).toBe(2)
    expect(JSON.parse(out).text).toMatch(/^2 APIs: no removals are due by \d{4}-\d\d-\d\d; 1 API couldn't be read/)
    expect((await badge()).code).toBe(2)
    expect(readFileSync(join(at, 'badge-bad.svg'), 'utf8')).toContain('>incomplete<')
  })
})
