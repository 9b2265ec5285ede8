import {readFileSync} from 'node:fs'
import {join} from 'node:path'
import {describe, expect, it} from 'vitest'
import {tenure, write} from '../cli/run.ts'
import {git, repositoryOf, spec, TODAY} from '../gate/scenario.ts'

const loans = (statuses: readonly string[], more = '', parameters = ''): string =>
  spec(
    `/v1/loans: {post: {parameters: [${parameters}], requestBody: {${more} content: {application/json: {schema: {type: object}}}}, ` +
      `responses: {${statuses.map(each => `"${each}": {description: OK}`).join(', ')}}}}`
  )
const CONFIG = 'format: 1\nspec: openapi.yaml\nhistory: history.yaml\n'
const LIMIT = '{name: limit, in: query, required: true, schema: {type: string}}'

interface Release {
  readonly before?: string
  readonly after: string
  /** The lines that people write of it. */
  readonly lines: readonly string[]
  readonly waived: readonly (readonly string[])[]
}

/** What the gate says before that release, and an audit after it. */
async function released({before = loans(['200', '201', '202']), after, lines, waived}: Release) {
  const cwd = await repositoryOf({main: [['2024-06-01', {'tenure.yaml': CONFIG, 'openapi.yaml': before}]]})
  const run = (...args: readonly string[]) => tenure([...args, '--as-of', TODAY], {cwd})
  const read = (name: string): string => readFileSync(join(cwd, name), 'utf8')
  const told = async (command: string) => {
    const {summary, findings} = JSON.parse((await run(command, '--format', 'json')).out)
    const unused = findings.filter(({rule}: {rule: string}) => rule === 'waiver-unused').length
    return {violation: summary.violation, undetermined: summary.undetermined, waived: summary.exempt.waiver, unused}
  }
  await run('record', '--release', '1.0', '--date', '2024-06-01')
  await git(cwd, ['add', '--all'])
  await git(cwd, ['commit', '--quiet', '--message', 'On record'])
  await git(cwd, ['tag', '1.0'])
  const next = lines.length === 0 ? '' : ['  - release: next', '    changes:', ...lines, ''].join('\n')
  write(cwd, {'openapi.yaml': after, 'history.yaml': read('history.yaml') + next})
  for (const each of waived) {
    expect(await run('waive', ...each, '--reason', 'security', '--approver', 'head')).toMatchObject({code: 0, err: ''})
  }
  const check = await told('check')
  expect(await run('record', '--release', '1.1')).toMatchObject({code: 0, err: ''})
  const [history, config] = [read('history.yaml'), read('tenure.yaml')]
  const again = (await run('record', '--release', '1.1')).out
  expect(again).toContain('with all changes')
  return {check, audit: await told('audit'), history, config}
}

const POST = 'POST /v1/loans'

describe.concurrent('a line that people wrote of what a waiver for a kind of change excuses', () => {
  it.each([
    [
      `      - {changed: ${POST}, breaking: true, note: see the manual}`,
      '{changed: POST /v1/loans, breaking: true, note: see the manual, kind: body-required, waiver: {reason: security'
    ],
    [
      `      - changed: ${POST} # by hand\n        note: see the manual`,
      '- changed: POST /v1/loans # by hand\n        note: see the manual\n        kind: body-required\n        waiver: {reason: security'
    ],
    [
      `      - {"changed": "${POST}", "breaking": true}`,
      '{"changed": "POST /v1/loans", "breaking": true, "kind": "body-required", "waiver": {"reason":"security"'
    ]
  ])('gets it, and says its kind: %s', async (line, written) => {
    const after = loans(['200', '201', '202'], 'required: true,')
    const told = await released({after, lines: [line], waived: [[POST, '--kind', 'body-required']]})
    expect(told).toMatchObject({check: {violation: 0, waived: 1}, audit: {violation: 0, waived: 1, unused: 0}})
    expect(told.history).toContain(written)
    expect(told.config).not.toContain('body-required')
  })

  it.each([
    ['body-required', 1],
    ['status-removed', 1]
  ])('excuses nothing else with it: %s', async (kind, waived) => {
    const line = `      - {changed: ${POST}, breaking: true, note: see the manual}`
    const after = loans(['200', '201'], 'required: true,')
    const told = await released({after, lines: [line], waived: [[POST, '--kind', kind]]})
    expect(told).toMatchObject({check: {violation: 1, waived}, audit: {violation: 1, waived, unused: 0}})
  })

  it('says what it is about, where the waiver does', async () => {
    const line = `      - {changed: ${POST}, breaking: true, kind: status-removed}`
    const waived = [[POST, '--kind', 'status-removed', '--about', 'response 202']]
    const told = await released({after: loans(['200']), lines: [line], waived})
    expect(told).toMatchObject({check: {violation: 1, waived: 1}, audit: {violation: 1, waived: 1, unused: 0}})
    expect(told.history.match(/about: response 202/g)).toHaveLength(1)
  })

  it('may tell of what was added', async () => {
    const line = `      - {added: ${POST}, parameter: limit, in: request, required: true}`
    const told = await released({
      after: loans(['200', '201', '202'], '', LIMIT),
      lines: [line],
      waived: [[POST, '--parameter', 'limit', '--kind', 'required-parameter-added']]
    })
    expect(told).toMatchObject({check: {violation: 0, waived: 1}, audit: {violation: 0, waived: 1, unused: 0}})
    expect(told.config).toContain('waivers: []')
  })
})

/** One value of two answers. */
const answers = (...values: readonly string[]): string => {
  const body = `{schema: {type: string, enum: [${values.join(', ')}]}}`
  const content = `application/json: ${body}, text/plain: ${body}`
  return spec(`/v1/loans: {get: {responses: {"200": {description: OK, content: {${content}}}}}}`)
}

describe.concurrent('lines of a value that is new in two answers', () => {
  it.each([
    [['application/json', 'text/plain'], 0],
    [['text/plain', 'application/json'], 0],
    [['application/json'], 1],
    [['text/plain'], 1]
  ])('tell of %j, and of no other', async (told, open) => {
    const lines = told.map(
      type =>
        `      - {added: GET /v1/loans, value: b, in: response, kind: value-added, about: response 200 ${type}, breaking: false}`
    )
    const {check, audit, history} = await released({before: answers('a'), after: answers('a', 'b'), lines, waived: []})
    expect([check.undetermined, audit.undetermined]).toEqual([open, open])
    expect(history.match(/value: b/g)).toHaveLength(2)
  })
})

describe.concurrent('a waiver for more than the lines that it excuses', () => {
  const after = loans(['200', '201', '202'], 'required: true,')

  it('goes with them: what comes later no one has allowed', async () => {
    const told = await released({after, lines: [], waived: [['/v1/**']]})
    expect(told).toMatchObject({check: {violation: 0, waived: 1}, audit: {violation: 0, waived: 1, unused: 0}})
    expect(told.config).toContain('waivers: []')
  })

  it('may leave out the side of a part', async () => {
    const told = await released({
      after: loans(['200', '201', '202'], '', LIMIT),
      lines: [],
      waived: [[POST, '--parameter', 'limit']]
    })
    expect(told).toMatchObject({check: {violation: 0, waived: 1}, audit: {violation: 0, waived: 1, unused: 0}})
    expect(told.config).toContain('waivers: []')
  })

  it('stays until the day that it names', async () => {
    const told = await released({after, lines: [], waived: [['/v1/**', '--until', '2027-12-31']]})
    expect(told).toMatchObject({check: {violation: 0, waived: 1}, audit: {violation: 0, waived: 1}})
    expect(told.history).toContain('until: 2027-12-31')
    expect(told.config).toContain('subject: /v1/**')
  })
})

it.each(['/v1/**', 'GET /v1/loans'])(
  'a waiver for %s that names none of several APIs stays for the others',
  async subject => {
    const [before, after] = [answers('a', 'b'), answers('a').replace('get:', 'post:')]
    const config = `format: 1
apis:
  - {name: one, spec: one.yaml, history: one.history.yaml}
  - {name: two, spec: two.yaml, history: two.history.yaml}
waivers: [{subject: "${subject}", reason: security, approver: head, approved: 2025-06-01}]
`
    const main = {'tenure.yaml': config, 'one.yaml': before, 'two.yaml': before}
    const cwd = await repositoryOf({main: [['2024-06-01', main]]})
    const run = (...args: readonly string[]) => tenure([...args, '--as-of', TODAY], {cwd})
    for (const api of ['one', 'two']) await run('record', '--release', '1.0', '--date', '2024-06-01', '--api', api)
    await git(cwd, ['add', '--all'])
    await git(cwd, ['commit', '--quiet', '--message', 'On record'])
    await git(cwd, ['tag', '1.0'])
    write(cwd, {'one.yaml': after, 'two.yaml': after})
    expect((await run('check')).code).toBe(0)
    expect((await run('record', '--release', '1.1', '--api', 'one')).out).toContain('and 1 waiver')
    expect(await run('check')).toMatchObject({code: 0, err: ''})
  }
)
