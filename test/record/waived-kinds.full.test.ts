import {readFileSync} from 'node:fs'
import {join} from 'node:path'
import {describe, expect, it} from 'vitest'
import {tenure, write} from '../cli/run.ts'
import {git, repositoryOf, spec, TODAY} from '../gate/scenario.ts'
import {sample} from '../tier.ts'

const loans = (statuses: readonly string[], more = ''): string =>
  `/v1/loans: {post: {requestBody: {${more} content: {application/json: {schema: {type: object}}}}, ` +
  `responses: {${statuses.map(each => `"${each}": {description: OK}`).join(', ')}}}}`
const servers = (...names: string[]): string => `servers: [${names.map(name => `{url: https://${name}.example}`)}]\n`
const CONFIG = `format: 1
spec: openapi.yaml
history: history.yaml
policy: policy.yaml
`
const WITHOUT_POLICY = CONFIG.replace('policy: policy.yaml\n', '')
const POLICY = 'extends: thirteen-months\nname: library\ncompatibility: {server-removed: breaking}\n'
const APPROVAL = ['--reason', 'security', '--approver', 'head']

/** A release with three breaking changes of an endpoint, some of them waived by kind. */
async function recordWithWaivers(...waived: (readonly [subject: string, kind: string])[]) {
  const main = {
    'tenure.yaml': CONFIG,
    'policy.yaml': POLICY,
    'openapi.yaml': spec(loans(['200', '201', '202'])) + servers('a', 'b')
  }
  const cwd = await repositoryOf({main: [['2024-06-01', main]]})
  const countsOf = async (...args: string[]) => {
    const {summary} = JSON.parse((await tenure([...args, '--as-of', TODAY, '--format', 'json'], {cwd})).out)
    return {violation: summary.violation, waived: summary.exempt.waiver}
  }
  const runSuccessfully = async (...args: readonly string[]): Promise<void> => {
    const {code, err} = await tenure([...args, '--as-of', TODAY], {cwd})
    expect({code, err}).toEqual({code: 0, err: ''})
  }
  await runSuccessfully('record', '--release', '1.0', '--date', '2024-06-01')
  await git(cwd, ['add', '--all'])
  await git(cwd, ['commit', '--quiet', '--message', 'On record'])
  await git(cwd, ['tag', '1.0'])
  write(cwd, {'openapi.yaml': spec(loans(['200'], 'required: true,')) + servers('a')})
  for (const [subject, kind] of waived) await runSuccessfully('waive', subject, '--kind', kind, ...APPROVAL)
  const before = await countsOf('check')
  await runSuccessfully('record', '--release', '1.1')
  const read = (name: string): string => readFileSync(join(cwd, name), 'utf8')
  return {before, audit: await countsOf('audit'), history: read('history.yaml'), config: read('tenure.yaml')}
}

describe.concurrent('a recorded release', () => {
  it('has no more waived violations than before it was recorded', async () => {
    const {before, audit, history} = await recordWithWaivers(
      ['POST /v1/loans', 'body-required'],
      ['/**', 'server-removed']
    )
    expect(before).toEqual({violation: 2, waived: 2})
    expect(history.match(/changed: POST \/v1\/loans/g)).toHaveLength(2)
    expect(audit).toEqual(before)
  })

  it('keeps the waived violations and the others', async () => {
    const {before, audit, config} = await recordWithWaivers(['POST /v1/loans', 'status-removed'])
    expect(before).toEqual({violation: 2, waived: 2})
    expect(audit).toEqual(before)
    expect(config).not.toContain('status-removed')
  })

  it('keeps two waivers separate', async () => {
    const {before, audit, history} = await recordWithWaivers(
      ['POST /v1/loans', 'body-required'],
      ['POST /v1/loans', 'status-removed']
    )
    expect(before).toEqual({violation: 1, waived: 3})
    expect(history.match(/changed: POST \/v1\/loans/g)).toHaveLength(2)
    expect(audit).toEqual(before)
  })
})

describe.concurrent('a waiver for a kind of change is recorded with', () => {
  const describeResponse = (field: string, more = ''): string =>
    spec(
      `/v1/loans: {get: {responses: {"200": {description: OK, ${more} content: {application/json: {schema: {type: object, properties: {${field}}}}}}}}}`
    )
  const [text, count] = ['e: {type: string}', 'n: {type: integer}']
  it.each<[string, string[], string, string[]]>(
    sample([
      [
        'a change that may be breaking',
        [describeResponse(text.replace('}', ', enum: [a]}')), describeResponse(text.replace('}', ', enum: [a, b]}'))],
        'value-added',
        ['--field', 'e', '--value', 'b', '--in', 'response']
      ],
      [
        'a change of unknown compatibility',
        [describeResponse(text.replace('}', ', default: a}')), describeResponse(text.replace('}', ', default: b}'))],
        'default-changed',
        ['--field', 'e', '--in', 'response']
      ],
      [
        'a removed field',
        [describeResponse(`${text}, ${count}`), describeResponse(text)],
        'field-removed',
        ['--field', 'n', '--in', 'response']
      ],
      [
        'a removed response header',
        [describeResponse(text, 'headers: {X-Total: {schema: {type: integer}}},'), describeResponse(text)],
        'header-removed',
        ['--header', 'X-Total', '--in', 'response']
      ]
    ])
  )('%s', async (_, [before = '', after = ''], kind, part) => {
    const cwd = await repositoryOf({main: [['2024-06-01', {'tenure.yaml': WITHOUT_POLICY, 'openapi.yaml': before}]]})
    const runSuccessfully = (...args: readonly string[]) => tenure([...args, '--as-of', TODAY], {cwd})
    await runSuccessfully('record', '--release', '1.0', '--date', '2024-06-01')
    await git(cwd, ['add', '--all'])
    await git(cwd, ['commit', '--quiet', '--message', 'On record'])
    await git(cwd, ['tag', '1.0'])
    write(cwd, {'openapi.yaml': after})
    expect(await runSuccessfully('waive', 'GET /v1/loans', ...part, '--kind', kind, ...APPROVAL)).toMatchObject({
      code: 0,
      err: ''
    })
    expect((await runSuccessfully('check')).out).toContain('✔ No violations, 1 waived')
    const {out, err} = await runSuccessfully('record', '--release', '1.1')
    expect({out, err}).toEqual({out: expect.stringContaining('and 1 waiver'), err: ''})
    expect(readFileSync(join(cwd, 'history.yaml'), 'utf8')).toMatch(/waiver: \{reason: security/)
    const audit = JSON.parse((await runSuccessfully('audit', '--format', 'json')).out)
    expect(audit.findings.map(({rule}: {rule: string}) => rule)).not.toContain('waiver-unused')
    expect(audit.summary.exempt.waiver).toBe(1)
  })
})

/** An operation that accepts these values of a field. */
const values = (...allowed: string[]): string =>
  spec(
    `/v1/loans: {post: {requestBody: {content: {application/json: {schema: {type: object, properties: {e: {type: string, enum: [${allowed.map(each => `"${each}"`).join(', ')}]}}}}}}, responses: {"200": {description: OK}}}}`
  )

/** The waivers that `check` suggests for each violation, as arguments. */
async function suggestedWaivers(cwd: string): Promise<string[][]> {
  const {out} = await tenure(['check', '--as-of', TODAY, '--format', 'json'], {cwd})
  const findings: {readonly verdict?: string; readonly remedy: string}[] = JSON.parse(out).findings
  return findings.flatMap(({verdict, remedy}) => {
    const command = verdict === 'violation' ? /`tenure (waive .+?) --reason REASON/.exec(remedy)?.[1] : undefined
    expect(remedy).not.toContain('it excuses all')
    return command === undefined
      ? []
      : [[...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, unquoted]) => quoted ?? unquoted ?? '')]
  })
}

const body = (type: string, bounds: string): string =>
  `${type}: {schema: {type: object, properties: {e: {type: string${bounds}}, n: {type: object, properties: {x: {type: string}}}}}}`
const bounded = (bounds: string, shared: string, statuses: string): string =>
  `${spec(`/v1/loans: {post: {parameters: [{name: limit, in: query, schema: {type: string${bounds}}}], requestBody: {content: {${body('application/json', bounds)}, ${body('application/xml', bounds)}}}, responses: {${statuses} "200": {description: OK, content: {application/json: {schema: {$ref: "#/components/schemas/Loan"}}}}}}}`)}
components: {schemas: {Loan: {type: object, properties: {note: {type: string, ${shared}}}}}}
`
const MANY = {
  before: bounded('', 'maxLength: 10, pattern: "^a"', '"201": {description: OK}, "202": {description: OK},'),
  after: bounded(', maxLength: 3, minLength: 2', 'maxLength: 20, pattern: "^b"', '')
}

describe.concurrent('the waiver that is suggested for a violation', () => {
  it('applies only to that violation, before and after the release is recorded', async () => {
    const cwd = await repositoryOf({
      main: [['2024-06-01', {'openapi.yaml': MANY.before, 'tenure.yaml': WITHOUT_POLICY}]]
    })
    const runSuccessfully = (...args: readonly string[]) => tenure([...args, '--as-of', TODAY], {cwd})
    const countsOf = async (command: string) => {
      const {summary} = JSON.parse((await runSuccessfully(command, '--format', 'json')).out)
      return {violation: summary.violation, waived: summary.exempt.waiver}
    }
    await runSuccessfully('record', '--release', '1.0', '--date', '2024-06-01')
    await git(cwd, ['add', '--all'])
    await git(cwd, ['commit', '--quiet', '--message', 'On record'])
    await git(cwd, ['tag', '1.0'])
    write(cwd, {'openapi.yaml': MANY.after})
    const suggestions = await suggestedWaivers(cwd)
    expect(suggestions.map(each => each[each.indexOf('--about') + 1])).toEqual(
      expect.arrayContaining([
        'response 201',
        'response 202',
        'minLength',
        'maxLength',
        'body application/json minLength',
        'body application/json maxLength',
        'body application/xml minLength',
        'body application/xml maxLength',
        'pattern'
      ])
    )
    for (const [at, command] of suggestions.entries()) {
      expect(await runSuccessfully(...command, ...APPROVAL)).toMatchObject({code: 0, err: ''})
      expect(await countsOf('check')).toMatchObject({violation: suggestions.length - at - 1, waived: at + 1})
    }
    write(cwd, {'tenure.yaml': WITHOUT_POLICY})
    const suggestion = suggestions.find(each => each.includes('response 202')) ?? []
    await runSuccessfully(...suggestion, ...APPROVAL)
    expect(await runSuccessfully('record', '--release', '1.1')).toMatchObject({code: 0, err: ''})
    const read = (name: string): string => readFileSync(join(cwd, name), 'utf8')
    expect(read('history.yaml')).toMatch(/kind: status-removed\n {8}about: response 202\n {8}waiver:/)
    expect(read('history.yaml').match(/about:/g)).toHaveLength(1)
    expect(read('tenure.yaml')).not.toContain('about')
    expect(await countsOf('audit')).toMatchObject({waived: 1})
  })

  it('is reported as unused if no change fits', async () => {
    const branch = {'openapi.yaml': MANY.after}
    const cwd = await repositoryOf({main: [['2024-06-01', {'openapi.yaml': MANY.before}]], branch: [[TODAY, branch]]})
    for (const about of ['response 203', '201'])
      await tenure(['waive', 'POST /v1/loans', '--kind', 'status-removed', '--about', about, ...APPROVAL], {cwd})
    const {out} = await tenure(['check', '--as-of', TODAY], {cwd})
    for (const about of ['response 203', '201'])
      expect(out).toContain(
        `The waiver for \`POST /v1/loans\`, only for \`status-removed\`, for \`${about}\` applies to no removal or breaking change.`
      )
    expect(out).not.toContain('waived')
  })
})

describe.concurrent('a removed empty value', () => {
  it.each([
    [['POST /v1/loans (field e, value "", in request) (removed)']],
    [['POST /v1/loans', '--field', 'e', '--value', '', '--in', 'request']]
  ])('is waived as %j, and recorded with its waiver', async args => {
    const main = {'tenure.yaml': WITHOUT_POLICY, 'openapi.yaml': values('', 'q')}
    const cwd = await repositoryOf({main: [['2024-06-01', main]]})
    const runSuccessfully = (...args: readonly string[]) => tenure([...args, '--as-of', TODAY], {cwd})
    expect((await runSuccessfully('record', '--release', '1.0', '--date', '2024-06-01')).err).toBe('')
    await git(cwd, ['add', '--all'])
    await git(cwd, ['commit', '--quiet', '--message', 'On record'])
    await git(cwd, ['tag', '1.0'])
    write(cwd, {'openapi.yaml': values('q')})
    expect((await runSuccessfully('check')).code).toBe(1)
    expect(await runSuccessfully('waive', ...args, ...APPROVAL)).toMatchObject({code: 0, err: ''})
    expect(await runSuccessfully('check')).toMatchObject({code: 0, err: ''})
    expect(await runSuccessfully('record', '--release', '1.1')).toMatchObject({code: 0, err: ''})
    expect(readFileSync(join(cwd, 'history.yaml'), 'utf8')).toMatch(
      /removed: POST \/v1\/loans[\s\S]*value: ""[\s\S]*waiver:/
    )
    expect(await runSuccessfully('check')).toMatchObject({code: 0, err: ''})
  })
})
