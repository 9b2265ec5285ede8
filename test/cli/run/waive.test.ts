import {readFileSync} from 'node:fs'
import {join} from 'node:path'
import {describe, expect, it} from 'vitest'
import {git, repositoryOf} from '../../gate/scenario.ts'
import {sample} from '../../tier.ts'
import {TODAY, WITH_VIOLATION, withUnreleased} from '../library.ts'
import {type CommandResult, expectRefusal, folder, NO_SPEC, pathsIn, tenure, write} from '../run.ts'

const IDENTITY = ['-c', 'user.name=The Library', '-c', 'user.email=api@library.example']
const LOANS_REMOVED = withUnreleased('{removed: GET /v1/loans, replacement: GET /v1/branches}')
const SECURITY = ['GET /v1/loans', '--reason', 'security', '--approver', 'security@library.example']

const waive = (cwd: string, args: readonly string[] = SECURITY, asOf = TODAY): Promise<CommandResult> =>
  tenure(['waive', ...args, '--as-of', asOf], {cwd})
const configIn = (cwd: string): string => readFileSync(join(cwd, 'tenure.yaml'), 'utf8')

describe.concurrent('waive', () => {
  it('creates a configuration, and `check` passes', async () => {
    const cwd = folder({'history.yaml': LOANS_REMOVED, 'none.yaml': NO_SPEC})
    expect((await tenure(['check', '--config', 'none.yaml', '--as-of', TODAY], {cwd})).code).toBe(1)
    expect(await waive(cwd)).toEqual({
      code: 0,
      out: 'Wrote tenure.yaml: `GET /v1/loans` is waived (security), approved by security@library.example on 2026-03-02.\nIt counts once it is merged into the target branch.\n',
      err: ''
    })
    expect(configIn(cwd)).toBe(`format: 1
waivers:
  - subject: GET /v1/loans
    reason: security
    approver: security@library.example
    approved: 2026-03-02
`)
    write(cwd, {'tenure.yaml': `${configIn(cwd)}spec: none\n`})
    const checked = await tenure(['check', '--as-of', TODAY], {cwd})
    expect(checked.code).toBe(0)
    expect(checked.out).toContain('1 waived')
  })

  it('adds a waiver with all its fields and changes nothing else', async () => {
    const config = `# where things are
history: "history.yaml" # here
spec: none
waivers:
  # of last year
  - {subject: GET /v1/fees, reason: legal, approver: legal@library.example, approved: 2026-03-01}
rules: {waiver-unused: off}
`
    const cwd = folder({'history.yaml': LOANS_REMOVED, 'tenure.yaml': config})
    const more = ['--field', 'due', '--in', 'response', '--kind', 'field-removed', '--until', '2027-01-31']
    const {code, out} = await waive(cwd, [...SECURITY, ...more, '--note', 'forged: "yes"', '--evidence', 'SEC-41'])
    expect(code).toBe(0)
    expect(out).toContain('until 2027-01-31, only for field-removed.')
    const written = `  - subject: GET /v1/loans
    field: due
    in: response
    kind: field-removed
    reason: security
    approver: security@library.example
    approved: 2026-03-02
    until: 2027-01-31
    note: 'forged: "yes"'
    evidence: SEC-41
`
    expect(configIn(cwd)).toBe(config.replace('rules:', `${written}rules:`))
    expect((await tenure(['check', '--as-of', TODAY], {cwd})).err).toBe('')
  })

  it('changes nothing if the waiver exists', async () => {
    const cwd = folder({'history.yaml': LOANS_REMOVED})
    await waive(cwd)
    const written = configIn(cwd)
    for (const asOf of [TODAY, '2026-03-09']) {
      expect((await waive(cwd, SECURITY, asOf)).out).toBe(
        '`GET /v1/loans` is already waived in tenure.yaml. Nothing was written.\n'
      )
      expect(configIn(cwd)).toBe(written)
    }
    const forKind = [...SECURITY, '--kind', 'status-removed', '--about', '201']
    expect((await waive(cwd, forKind)).out).toContain('only for status-removed about `201`.')
    expect(configIn(cwd)).toContain('    kind: status-removed\n    about: "201"\n')
    expect((await waive(cwd, forKind)).out).toContain('is already waived in tenure.yaml')
    await waive(cwd, [...SECURITY, '--rule', 'unannounced-removal'])
    expect(configIn(cwd)).toContain('rule: unannounced-removal')
  })

  it('writes nothing with `--dry-run`', async () => {
    const cwd = folder({'history.yaml': LOANS_REMOVED})
    const item = `  - subject: GET /v1/loans
    reason: security
    approver: security@library.example
    approved: 2026-03-02
`
    expect((await waive(cwd, [...SECURITY, '--dry-run'])).out).toBe(`Would add to tenure.yaml:\nwaivers:\n${item}`)
    expect(pathsIn(cwd)).toEqual(['history.yaml'])
    write(cwd, {'tenure.yaml': `waivers:\n  - subject: GET /v1/fees\n    reason: security\nspec: none\n`})
    expect((await waive(cwd, [...SECURITY, '--dry-run'])).out).toBe(`Would add to tenure.yaml:\n${item}`)
  })

  it.each(
    sample([
      [
        ['GET /v1/loans'],
        [
          'Add `--reason`. Policy `thirteen-months` has: `security`, `legal`',
          'Add `--approver` with the name of who approved it.'
        ]
      ],
      [
        ['GET /v1/loans', '--reason', 'securty', '--approver', 'me'],
        ['Policy `thirteen-months` has no reason `securty`.', '. Did you mean `security`?']
      ],
      [
        [...SECURITY, '--until', '2026-13-01'],
        ["`--until 2026-13-01` isn't a day that exists. Write one such as `2027-01-31`."]
      ],
      [[...SECURITY, '--until', '2026-03-01'], ['is in the past. Choose a later day.']],
      [
        [...SECURITY, '--rule', 'name-resued'],
        ['There is no rule `name-resued`.', '. Did you mean `name-reused`?']
      ],
      [
        [...SECURITY, '--kind', 'value-aded'],
        ['There is no kind of change `value-aded`.', '. Did you mean `value-added`?']
      ],
      [
        [...SECURITY, '--kind', 'value-added', '--rule', 'name-reused'],
        ["`--kind` can't be combined with `--rule`. Use one of them."]
      ],
      [[...SECURITY, '--about', 'maxLength'], ['`--about` needs `--kind`, the kind of change that it is about.']],
      [['loans'], ["`loans` isn't a subject, such as an endpoint or a field."]],
      [[...SECURITY, '--note', ' '], ['`--note` is empty. Give it a value.']],
      [
        [...SECURITY, '--policy', 'zalando'],
        ['Policy `zalando` has no `waiverReasons`, so nothing can be waived. List reasons for waivers there.']
      ],
      [[...SECURITY, '--config', 'own.yaml'], ['There is no config file `own.yaml`.']]
    ])
  )("exits 2 for a waiver that can't be valid: %j", async (args, messages) => {
    const cwd = folder({'history.yaml': LOANS_REMOVED})
    const result = await waive(cwd, args)
    expectRefusal(result)
    for (const each of messages) expect(result.err).toContain(each)
    expect(pathsIn(cwd)).toEqual(['history.yaml'])
  })

  it('accepts only approvers that the policy of the history names', async () => {
    const policy =
      'stabilities: [ga]\ndefaultStability: ga\nmarkers: [{form: v<major>, stability: ga}]\nguarantees: {ga: {notice: 13 months}}\nwaiverReasons: {security: {approvers: [security@library.example]}}\n'
    const history = WITH_VIOLATION.replace('releases:', 'policy: own.yaml\nreleases:')
    const cwd = folder({'history.yaml': history, 'own.yaml': policy})
    const result = await waive(cwd, ['GET /v1/loans', '--reason', 'security', '--approver', 'me'])
    expectRefusal(result)
    expect(result.err).toContain("`me` can't approve this. Approvers for this reason: ")
    expect((await waive(cwd)).code).toBe(0)
  })

  it('exits 2 for an unknown subject and suggests a known one', async () => {
    const withSubject = (subject: string) => [subject, ...SECURITY.slice(1)]
    const cwd = folder({'history.yaml': LOANS_REMOVED})
    const result = await waive(cwd, withSubject('GET /v1/laons'))
    expectRefusal(result)
    expect(result.err).toContain("`GET /v1/laons` isn't in `history.yaml`. Did you mean `GET /v1/loans`?")
    expect(pathsIn(cwd)).toEqual(['history.yaml'])
    expect((await waive(cwd, withSubject('/v1/**'))).code).toBe(0)
  })

  it('accepts subjects of the description and of its base', async () => {
    const api = (...paths: string[]) =>
      `openapi: 3.0.3\ninfo: {title: Loans, version: "1"}\npaths:\n${paths.map(path => `  ${path}: {get: {responses: {"200": {description: All}}}}\n`).join('')}`
    const cwd = folder({'openapi.yaml': api('/v1/loans', '/v1/copies')})
    await git(cwd, ['init', '--quiet'])
    await git(cwd, ['add', '--all'])
    await git(cwd, [...IDENTITY, 'commit', '--quiet', '--message', 'all'])
    write(cwd, {'openapi.yaml': api('/v1/copies')})
    const result = await waive(cwd, ['GET /v1/nope', ...SECURITY.slice(1)])
    expectRefusal(result)
    expect(result.err).toContain("isn't in `openapi.yaml`.")
    expect((await waive(cwd)).code).toBe(0)
    expect((await waive(cwd, ['GET /v1/copies', ...SECURITY.slice(1)])).code).toBe(0)
    expect((await tenure(['check', '--as-of', TODAY], {cwd})).out).toContain('1 waived')
  })

  it('works without a history', async () => {
    const cwd = folder({})
    expect((await waive(cwd)).code).toBe(0)
    expect(pathsIn(cwd)).toEqual(['tenure.yaml'])
  })
})

const OLD_SPEC = `openapi: 3.0.3
info: {title: Library, version: "1"}
servers: [{url: https://a.library.example/v1}, {url: https://b.library.example/v1}]
security: [{key: []}]
paths:
  /loans:
    get:
      operationId: ListLoans
      parameters:
        - {name: limit, in: query, schema: {type: string, enum: [few, many]}}
        - {name: X-Trace, in: header, schema: {type: string}}
      responses:
        "200":
          description: All
          headers: {X-Total: {schema: {type: integer}}}
          content: {application/json: {schema: {$ref: "#/components/schemas/Loan"}}}
    post:
      requestBody: {content: {application/json: {schema: {$ref: "#/components/schemas/Draft"}}}}
      responses: {"200": {description: Done}}
      callbacks:
        done: {"{$request.body#/url}": {post: {requestBody: {content: {application/json: {schema: {type: object, properties: {count: {type: string}}}}}}, responses: {"200": {description: Done}}}}}
  /copies/{id}:
    get:
      parameters: [{name: id, in: path, required: true, schema: {type: string}}]
      responses: {"200": {description: One}}
components:
  securitySchemes:
    key: {type: apiKey, in: header, name: X-Key}
    oauth: {type: oauth2, flows: {clientCredentials: {tokenUrl: "https://library.example/token", scopes: {write: to write}}}}
  schemas:
    Loan: {type: object, properties: {id: {type: string}, due: {type: string}, kind: {type: string, enum: [short, long]}, shelf: {$ref: "#/components/schemas/Shelf"}, names: {type: array, items: {type: object, properties: {first: {type: string}}}}}}
    Shelf: {type: object, properties: {room: {type: string}, floor: {type: integer}}}
    Draft: {type: object, properties: {kind: {type: string, enum: [short, long]}, days: {type: integer}}}
`
const CHANGES: readonly (readonly [string, string])[] = [
  [', {url: https://b.library.example/v1}', ''],
  ['security: [{key: []}]', 'security: [{oauth: [write]}]'],
  ['enum: [few, many]', 'enum: [few, most]'],
  ['        - {name: X-Trace, in: header, schema: {type: string}}\n', ''],
  ['          headers: {X-Total: {schema: {type: integer}}}\n', ''],
  ['count: {type: string}', 'count: {type: integer}'],
  ['/copies/{id}', '/items/{id}'],
  ['due: {type: string}, ', ''],
  ['enum: [short, long]', 'enum: [short, other]'],
  ['enum: [short, long]', 'enum: [short, other]'],
  ['first: {type: string}', 'last: {type: string}'],
  ['room: {type: string}, floor: {type: integer}', 'floor: {type: string}'],
  ['days: {type: integer}', 'days: {type: string, maxLength: 3}']
]
const NEW_SPEC = CHANGES.reduce((text, [from, to]) => text.replace(from, to), OLD_SPEC)
const PARTS = ['field', 'parameter', 'header', 'value', 'in'] as const
type Finding = {readonly subject: string; readonly level: string; readonly verdict?: string} & Partial<
  Record<(typeof PARTS)[number], string>
>

describe.concurrent('waive for findings of check', () => {
  const files = {
    'old.yaml': OLD_SPEC,
    'openapi.yaml': NEW_SPEC,
    'history.yaml':
      'service: Library\nreleases:\n  - {release: "1.0", date: 2025-01-01, existing: true, changes: [{added: GET /loans}, {added: POST /loans}, {added: "GET /copies/{id}"}]}\n'
  }
  const BASE = ['--base', 'old.yaml']
  const findingsIn = async (cwd: string): Promise<readonly Finding[]> =>
    JSON.parse((await tenure(['check', ...BASE, '--as-of', TODAY, '--format', 'json'], {cwd})).out).findings

  it('accepts the subject of every finding', async () => {
    const cwd = folder(files)
    const unresolved = (await findingsIn(cwd)).filter(
      ({verdict}) => verdict === 'violation' || verdict === 'undetermined'
    )
    const names = unresolved.map(each => [
      each.subject,
      ...PARTS.flatMap(kind => (each[kind] ? [`${kind} ${each[kind]}`] : []))
    ])
    expect(names.map(each => each.join(', '))).toEqual(
      expect.arrayContaining([
        'GET /copies/{id}',
        'GET /loans, header X-Trace, in request',
        'GET /loans, header X-Total, in response',
        'GET /loans, parameter limit, value many, in request',
        '/**',
        'Loan.due',
        'Loan.kind, value other',
        'Loan.names[].first',
        'Draft.kind, value long',
        'Draft.days',
        'Shelf.room'
      ])
    )
    expect(names.some(([subject]) => subject?.startsWith('operation callback'))).toBe(true)
    for (const each of unresolved) {
      const part = PARTS.flatMap(kind => (each[kind] === undefined ? [] : [`--${kind}`, each[kind]]))
      const result = await waive(cwd, [each.subject, ...part, ...SECURITY.slice(1), ...BASE])
      expect({code: result.code, err: result.err, of: each.subject}).toEqual({code: 0, err: '', of: each.subject})
    }
    expect((await findingsIn(cwd)).filter(({level}) => level === 'error')).toEqual([])
  })

  it.each(
    sample([
      [['Draft.knd'], 'Draft.kind'],
      [['Shelf.rom'], 'Shelf.room'],
      [['Loan.names[].frst'], 'Loan.names[].first'],
      [['operation ListLons'], 'operation ListLoans'],
      [['GET /loans', '--header', 'X-Trac', '--in', 'request'], 'GET /loans (header X-Trace, in request)'],
      [['GET /loans', '--parameter', 'limti'], 'limit']
    ])
  )('exits 2 for a misspelled subject and suggests the right one: %j', async (subject, suggestion) => {
    const result = await waive(folder(files), [...subject, ...SECURITY.slice(1), ...BASE])
    expectRefusal(result)
    expect(result.err).toContain(`. Did you mean \`${suggestion}\`?`)
  })
})

it('writes no waiver for a change that is allowed', async () => {
  const spec = (more: string) =>
    `openapi: 3.0.3\ninfo: {title: Library, version: '1'}\npaths:\n  /v1/loans: {get: {responses: {}}}\n${more}`
  const fees = (more: string) => `  /v1/fees: {get: {${more}responses: {}}}\n`
  const repository = (mark: string) =>
    repositoryOf({
      main: [
        ['2024-01-01', {'openapi.yaml': spec(fees(mark)), 'tenure.yaml': 'spec: openapi.yaml\n'}],
        ['2024-01-02', {'openapi.yaml': spec(fees(mark))}]
      ],
      branch: [[TODAY, {'openapi.yaml': spec('')}]]
    })
  const args = ['GET /v1/fees', '--reason', 'security', '--approver', 'security@library.example']
  const allowed = await repository('deprecated: true, ')
  const refused = await repository('')
  expect((await waive(allowed, args)).out).toBe(
    'What changes in `GET /v1/fees` is allowed by the policy and needs no waiver. Nothing was written.\n'
  )
  expect((await waive(refused, args)).out).toMatch(/^Wrote tenure\.yaml/)
  expect((await waive(allowed, [...args, '--kind', 'value-added'])).out).toMatch(/^Wrote tenure\.yaml/)
})
