import {readFileSync} from 'node:fs'
import {join} from 'node:path'
import {describe, expect, it} from 'vitest'
import {tenure, write} from '../cli/run.ts'
import {git, repositoryOf, spec, TODAY} from '../gate/scenario.ts'
import {sample} from '../tier.ts'

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
  /** The entries that people write for the release. */
  readonly lines: readonly string[]
  readonly waivers: readonly (readonly string[])[]
}

/** The counts of `check` before the release and of `audit` after it. */
async function recordRelease({before = loans(['200', '201', '202']), after, lines, waivers}: Release) {
  const cwd = await repositoryOf({main: [['2024-06-01', {'tenure.yaml': CONFIG, 'openapi.yaml': before}]]})
  const run = (...args: readonly string[]) => tenure([...args, '--as-of', TODAY], {cwd})
  const read = (name: string): string => readFileSync(join(cwd, name), 'utf8')
  const result = async (command: string) => {
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
  for (const each of waivers) {
    expect(await run('waive', ...each, '--reason', 'security', '--approver', 'head')).toMatchObject({code: 0, err: ''})
  }
  const check = await result('check')
  expect(await run('record', '--release', '1.1')).toMatchObject({code: 0, err: ''})
  const [history, config] = [read('history.yaml'), read('tenure.yaml')]
  const recordedAgain = (await run('record', '--release', '1.1')).out
  expect(recordedAgain).toContain('with all changes')
  return {check, audit: await result('audit'), history, config}
}

const POST = 'POST /v1/loans'

describe.concurrent('a hand-written line for a change that is waived by its kind of change', () => {
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
  ])('gets the waiver and that kind from `record`: %s', async (line, written) => {
    const after = loans(['200', '201', '202'], 'required: true,')
    const result = await recordRelease({after, lines: [line], waivers: [[POST, '--kind', 'body-required']]})
    expect(result).toMatchObject({check: {violation: 0, waived: 1}, audit: {violation: 0, waived: 1, unused: 0}})
    expect(result.history).toContain(written)
    expect(result.config).not.toContain('body-required')
  })

  it.each([
    ['body-required', 1],
    ['status-removed', 1]
  ])("doesn't apply the waiver to other changes: %s", async (kind, waivedCount) => {
    const line = `      - {changed: ${POST}, breaking: true, note: see the manual}`
    const after = loans(['200', '201'], 'required: true,')
    const result = await recordRelease({after, lines: [line], waivers: [[POST, '--kind', kind]]})
    expect(result).toMatchObject({
      check: {violation: 1, waived: waivedCount},
      audit: {violation: 1, waived: waivedCount, unused: 0}
    })
  })

  it('gets the subject of the waiver', async () => {
    const line = `      - {changed: ${POST}, breaking: true, kind: status-removed}`
    const waivers = [[POST, '--kind', 'status-removed', '--about', 'response 202']]
    const result = await recordRelease({after: loans(['200']), lines: [line], waivers})
    expect(result).toMatchObject({check: {violation: 1, waived: 1}, audit: {violation: 1, waived: 1, unused: 0}})
    expect(result.history.match(/about: response 202/g)).toHaveLength(1)
  })

  it('can be about an addition', async () => {
    const line = `      - {added: ${POST}, parameter: limit, in: request, required: true}`
    const result = await recordRelease({
      after: loans(['200', '201', '202'], '', LIMIT),
      lines: [line],
      waivers: [[POST, '--parameter', 'limit', '--kind', 'required-parameter-added']]
    })
    expect(result).toMatchObject({check: {violation: 0, waived: 1}, audit: {violation: 0, waived: 1, unused: 0}})
    expect(result.config).toContain('waivers: []')
  })
})

/** An operation with one value in two responses. */
const describeResponses = (...values: readonly string[]): string => {
  const body = `{schema: {type: string, enum: [${values.join(', ')}]}}`
  const content = `application/json: ${body}, text/plain: ${body}`
  return spec(`/v1/loans: {get: {responses: {"200": {description: OK, content: {${content}}}}}}`)
}

describe.concurrent('entries about a value that is new in two responses', () => {
  it.each(
    sample([
      [['application/json', 'text/plain'], 0],
      [['text/plain', 'application/json'], 0],
      [['application/json'], 1],
      [['text/plain'], 1]
    ])
  )('apply only to the responses that they name: %j', async (result, undetermined) => {
    const lines = result.map(
      type =>
        `      - {added: GET /v1/loans, value: b, in: response, kind: value-added, about: response 200 ${type}, breaking: false}`
    )
    const {check, audit, history} = await recordRelease({
      before: describeResponses('a'),
      after: describeResponses('a', 'b'),
      lines,
      waivers: []
    })
    expect([check.undetermined, audit.undetermined]).toEqual([undetermined, undetermined])
    expect(history.match(/value: b/g)).toHaveLength(2)
  })
})

describe.concurrent('a waiver for a prefix or part', () => {
  const after = loans(['200', '201', '202'], 'required: true,')

  it('is removed from the configuration when its change is recorded', async () => {
    const result = await recordRelease({after, lines: [], waivers: [['/v1/**']]})
    expect(result).toMatchObject({check: {violation: 0, waived: 1}, audit: {violation: 0, waived: 1, unused: 0}})
    expect(result.config).toContain('waivers: []')
  })

  it('may omit the side of a part', async () => {
    const result = await recordRelease({
      after: loans(['200', '201', '202'], '', LIMIT),
      lines: [],
      waivers: [[POST, '--parameter', 'limit']]
    })
    expect(result).toMatchObject({check: {violation: 0, waived: 1}, audit: {violation: 0, waived: 1, unused: 0}})
    expect(result.config).toContain('waivers: []')
  })

  it('stays in the configuration until its last day', async () => {
    const result = await recordRelease({after, lines: [], waivers: [['/v1/**', '--until', '2027-12-31']]})
    expect(result).toMatchObject({check: {violation: 0, waived: 1}, audit: {violation: 0, waived: 1}})
    expect(result.history).toContain('until: 2027-12-31')
    expect(result.config).toContain('subject: /v1/**')
  })
})

it.each(['/v1/**', 'GET /v1/loans'])(
  'a waiver for %s without an API name stays in the configuration for other APIs',
  async subject => {
    const [before, after] = [describeResponses('a', 'b'), describeResponses('a').replace('get:', 'post:')]
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
