import {readFileSync} from 'node:fs'
import {join} from 'node:path'
import {describe, expect, it} from 'vitest'
import {git, repositoryOf, spec, TODAY} from './gate-scenario.ts'
import {tenure, write} from './run.ts'

const loans = (statuses: readonly string[], more = ''): string =>
  `/v1/loans: {post: {requestBody: {${more} content: {application/json: {schema: {type: object}}}}, ` +
  `responses: {${statuses.map(each => `"${each}": {description: OK}`).join(', ')}}}}`
const servers = (...names: string[]): string => `servers: [${names.map(name => `{url: https://${name}.example}`)}]\n`
const CONFIG = `format: 1
spec: openapi.yaml
history: history.yaml
policy: policy.yaml
`
const POLICY = 'extends: thirteen-months\nname: library\nbreaks: {server-removed: breaking}\n'
const WHY = ['--reason', 'security', '--approver', 'head']

/** Three breaks of one endpoint in one release, some of them excused by their kinds. */
async function recorded(...waived: (readonly [subject: string, kind: string])[]) {
  const main = {
    'tenure.yaml': CONFIG,
    'policy.yaml': POLICY,
    'openapi.yaml': spec(loans(['200', '201', '202'])) + servers('a', 'b')
  }
  const cwd = await repositoryOf({main: [['2024-06-01', main]]})
  const told = async (...args: string[]) => {
    const {summary} = JSON.parse((await tenure([...args, '--as-of', TODAY, '--format', 'json'], {cwd})).out)
    return {broken: summary.broken, waived: summary.exempt.waiver}
  }
  const done = async (...args: readonly string[]): Promise<void> => {
    const {code, err} = await tenure([...args, '--as-of', TODAY], {cwd})
    expect({code, err}).toEqual({code: 0, err: ''})
  }
  await done('record', '--release', '1.0', '--date', '2024-06-01')
  await git(cwd, ['add', '--all'])
  await git(cwd, ['commit', '--quiet', '--message', 'On record'])
  await git(cwd, ['tag', '1.0'])
  write(cwd, {'openapi.yaml': spec(loans(['200'], 'required: true,')) + servers('a')})
  for (const [subject, kind] of waived) await done('waive', subject, '--kind', kind, ...WHY)
  const before = await told('check')
  await done('record', '--release', '1.1')
  const read = (name: string): string => readFileSync(join(cwd, name), 'utf8')
  return {before, audit: await told('audit'), history: read('history.yaml'), config: read('tenure.yaml')}
}

describe.concurrent('a release on record', () => {
  it('excuses no more than waivers for kinds of changes did before', async () => {
    const {before, audit, history} = await recorded(['POST /v1/loans', 'body-required'], ['/**', 'server-removed'])
    expect(before).toEqual({broken: 2, waived: 2})
    expect(history.match(/changed: POST \/v1\/loans/g)).toHaveLength(2)
    expect(audit).toEqual({broken: 1, waived: 2})
  })

  it('keeps what was waived waived, beside what was not', async () => {
    const {before, audit, config} = await recorded(['POST /v1/loans', 'status-removed'])
    expect(before).toEqual({broken: 2, waived: 2})
    expect(audit).toEqual({broken: 2, waived: 1})
    expect(config).not.toContain('status-removed')
  })

  it('keeps what two waivers excuse apart from each other', async () => {
    const {before, audit, history} = await recorded(
      ['POST /v1/loans', 'body-required'],
      ['POST /v1/loans', 'status-removed']
    )
    expect(before).toEqual({broken: 1, waived: 3})
    expect(history.match(/changed: POST \/v1\/loans/g)).toHaveLength(2)
    expect(audit).toEqual({broken: 1, waived: 2})
  })
})

/** An endpoint that takes these values of a field. */
const values = (...all: string[]): string =>
  spec(
    `/v1/loans: {post: {requestBody: {content: {application/json: {schema: {type: object, properties: {e: {type: string, enum: [${all.map(each => `"${each}"`).join(', ')}]}}}}}}, responses: {"200": {description: OK}}}}`
  )

it('a waiver for a kind of change says how many it takes', async () => {
  const main = {'openapi.yaml': spec(loans(['200', '201', '202']))}
  const branch = {'openapi.yaml': spec(loans(['200'], 'required: true,'))}
  const cwd = await repositoryOf({main: [['2024-06-01', main]], branch: [[TODAY, branch]]})
  const {out} = await tenure(['check', '--as-of', TODAY, '--format', 'json'], {cwd})
  const remedies: string[] = JSON.parse(out).findings.map(({remedy}: {remedy: string}) => remedy)
  expect(remedies.filter(each => each.includes('it excuses all 2 changes of this kind there'))).toHaveLength(2)
  expect(remedies.filter(each => each.includes('--kind body-required') && !each.includes('excuses'))).toHaveLength(1)
})

describe.concurrent('an empty value that goes', () => {
  it.each([
    [['POST /v1/loans (field e, value "", in request) (removed)']],
    [['POST /v1/loans', '--field', 'e', '--value', '', '--in', 'request']]
  ])('is waived as %j, and goes onto record with its waiver', async named => {
    const main = {'tenure.yaml': CONFIG.replace('policy: policy.yaml\n', ''), 'openapi.yaml': values('', 'q')}
    const cwd = await repositoryOf({main: [['2024-06-01', main]]})
    const done = (...args: readonly string[]) => tenure([...args, '--as-of', TODAY], {cwd})
    expect((await done('record', '--release', '1.0', '--date', '2024-06-01')).err).toBe('')
    await git(cwd, ['add', '--all'])
    await git(cwd, ['commit', '--quiet', '--message', 'On record'])
    await git(cwd, ['tag', '1.0'])
    write(cwd, {'openapi.yaml': values('q')})
    expect((await done('check')).code).toBe(1)
    expect(await done('waive', ...named, ...WHY)).toMatchObject({code: 0, err: ''})
    expect(await done('check')).toMatchObject({code: 0, err: ''})
    expect(await done('record', '--release', '1.1')).toMatchObject({code: 0, err: ''})
    expect(readFileSync(join(cwd, 'history.yaml'), 'utf8')).toMatch(
      /removed: POST \/v1\/loans[\s\S]*value: ""[\s\S]*waiver:/
    )
    expect(await done('check')).toMatchObject({code: 0, err: ''})
  })
})
