import {Ajv2020} from 'ajv/dist/2020.js'
import {describe, expect, test} from 'vitest'
import * as z from 'zod'
import {diffSchema, type WrittenDiff} from '../../../src/outputs/report/diff/diff-json-format.ts'
import {expectRefusal, folder, tenure, write} from '../run.ts'

const api = (paths: string, loan = ''): string => `openapi: 3.0.3
info: {title: Lending Library API, version: '1.0'}
paths:
${paths}
components:
  schemas:
    Loan: {type: object, required: [id${loan.startsWith('!') ? ', due' : ''}], properties: {id: {type: string}${loan.replace('!', '')}}}
`
const LIST = `  /v1/loans:
    get:
      parameters: [{name: state, in: query, schema: {type: string, enum: [open, lost]}}]
      responses: {'200': {description: All, content: {application/json: {schema: {$ref: '#/components/schemas/Loan'}}}}}`
const lend = (fields: string, isClosed = true): string => `
    post:
      requestBody:
        required: true
        content: {application/json: {schema: {type: object, required: [copy], properties: {copy: {type: string}${fields}}${isClosed ? ', additionalProperties: false' : ''}}}}
      responses: {'201': {description: Lent}}`
const FEES = "\n  /v1/fees: {get: {responses: {'200': {description: All fees}}}}"

const OLD = api(LIST + lend(''))

async function diff(old: string, fresh: string, ...options: string[]) {
  const cwd = folder({'old.yaml': old, 'new.yaml': fresh})
  return tenure(['diff', 'old.yaml', 'new.yaml', '--as-of', '2026-11-20', ...options], {cwd})
}

const forward = async (fresh: string, old = OLD): Promise<WrittenDiff> =>
  JSON.parse((await diff(old, fresh, '--direction', 'forward', '--format', 'json')).out)

/** The messages of the changes that break new clients, and of those that may. */
const messages = async (fresh: string, old = OLD): Promise<string[]> =>
  (await forward(fresh, old)).changes.map(({message}) => message)

describe('`diff --direction forward` asks what clients of the newer description meet at servers of the older one', () => {
  test('an added endpoint', async () => {
    expect(await messages(api(LIST + lend('') + FEES))).toEqual([
      "Clients built for `new.yaml` call `GET /v1/fees`, which servers of `old.yaml` don't have."
    ])
  })
  test('an added request field breaks them if servers reject what they do not know', async () => {
    const field = ', currency: {type: string}'
    expect(await messages(api(LIST + lend(field)))).toEqual([
      "Clients built for `new.yaml` can send `currency` in the request body of `POST /v1/loans`, which servers of `old.yaml` don't know."
    ])
    expect(await messages(api(LIST + lend(field, false)), api(LIST + lend('', false)))).toEqual([])
  })
  test('a field that becomes optional in requests is still required by older servers', async () => {
    expect(await messages(api(LIST + lend('').replace('required: [copy], ', '')))).toEqual([
      "Servers of `old.yaml` require `copy` in the request body of `POST /v1/loans`, which clients built for `new.yaml` don't have to send."
    ])
  })
  test('an added response field breaks them if it is always present', async () => {
    expect(await messages(api(LIST + lend(''), ', due: {type: string}'))).toEqual([])
    expect(await messages(api(LIST + lend(''), '!, due: {type: string}'))).toEqual([
      "Clients built for `new.yaml` rely on `Loan.due`, which servers of `old.yaml` don't return."
    ])
  })
  test('an added value of a parameter, with an example', async () => {
    const report = await diff(OLD, OLD.replace('[open, lost]', '[open, lost, closed]'), '--direction', 'forward')
    expect(report.out).toContain(`New clients with old servers: breaking, not allowed
  ✖ Clients built for \`new.yaml\` can send \`closed\` as the query parameter \`state\` of \`GET /v1/loans\`, which servers of \`old.yaml\` don't accept.
    Example: \`?state=closed\` is accepted by \`new.yaml\` and rejected by servers of \`old.yaml\`.
`)
  })
  test('a parameter that older servers do not know is undetermined', async () => {
    const fresh = OLD.replace('parameters: [', 'parameters: [{name: limit, in: query, schema: {type: integer}}, ')
    const {changes, verdict} = await forward(fresh)
    expect([verdict, changes.map(({message}) => message)]).toEqual([
      'undetermined',
      [
        "Clients built for `new.yaml` can send the query parameter `limit` of `GET /v1/loans`, which servers of `old.yaml` don't know."
      ]
    ])
  })
  test('a removed endpoint is no break, even one that was never deprecated', async () => {
    expect(await messages(OLD, api(LIST + lend('') + FEES))).toEqual([])
  })
  test('a notice does not help: a deprecated endpoint that older servers lack breaks new clients', async () => {
    const deprecated = FEES.replace('{get: {', '{get: {deprecated: true, x-sunset: 2020-01-01, ')
    expect((await forward(api(LIST + lend('') + deprecated))).verdict).toBe('violation')
  })
  test('what the policy guarantees nothing for is exempt', async () => {
    const {changes} = await forward(api(LIST + lend('') + FEES.replace('v1', 'v1-beta')))
    expect(changes.map(({verdict}) => verdict)).toEqual(['exempt'])
  })
})

test('the report says both directions, one after the other', async () => {
  const {out, code} = await diff(api(LIST + FEES), api(LIST + lend('')), '--direction', 'both', '--fail-on=violation')
  expect(code).toBe(1)
  expect(out).toMatch(
    /^✖ 1 breaking change \(not allowed\), 1 compatible change; 1 change breaks new clients with old servers \(not allowed\) from/
  )
  expect(out.indexOf('Removed `GET /v1/fees`.')).toBeLessThan(out.indexOf('Clients built for `new.yaml` call `POST'))
})

test('each finding says its direction in JSON if it is not backward', async () => {
  const {out} = await diff(api(LIST + FEES), api(LIST + lend('')), '--direction', 'both', '--format', 'json')
  const written: WrittenDiff = JSON.parse(out)
  const validate = new Ajv2020({strict: false}).compile(z.toJSONSchema(diffSchema))
  expect(validate(written), JSON.stringify(validate.errors)).toBe(true)
  expect(written.direction).toBe('both')
  expect(written.changes.map(({kind, subject, direction}) => [kind, subject, direction])).toEqual([
    ['operation-removed', 'GET /v1/fees', undefined],
    ['operation-removed', 'POST /v1/loans', 'forward'],
    ['operation-added', 'POST /v1/loans', undefined]
  ])
  expect(new Set(written.changes.map(({fingerprint}) => fingerprint)).size).toBe(3)
})

test('`backward` changes nothing', async () => {
  const fresh = api(LIST + FEES)
  const [plain, ...others] = await Promise.all([diff(OLD, fresh), diff(OLD, fresh, '--direction', 'backward')])
  for (const each of others) expect(each).toEqual(plain)
})

test('equal descriptions work together in both directions', async () => {
  expect((await diff(OLD, OLD, '--direction', 'forward')).out).toMatch(
    /^✔ No changes break new clients with old servers/
  )
})

test('standard input is read once for both directions', async () => {
  const cwd = folder({'new.yaml': api(LIST + FEES)})
  const {out} = await tenure(['diff', '-', 'new.yaml', '--direction', 'both'], {cwd, stdin: OLD})
  expect(out).toContain('1 change breaks new clients')
})

describe('bad input', () => {
  const where = () => {
    const cwd = folder({})
    write(cwd, {'old.yaml': OLD, 'new.yaml': OLD})
    return {cwd}
  }
  test('an unknown direction', async () => {
    const {code, err} = await tenure(['diff', 'old.yaml', 'new.yaml', '--direction', 'sideways'], where())
    expect([code, err]).toEqual([2, expect.stringContaining("`--direction` can't be `sideways`. Allowed: `backward`")])
  })
  test('a word of schema registries', async () => {
    const refused = await tenure(['diff', 'old.yaml', 'new.yaml', '--direction', 'FORWARD'], where())
    expectRefusal(refused)
    expect(refused.err).toContain("`--direction` can't be `FORWARD`. Did you mean `forward`?")
  })
})
