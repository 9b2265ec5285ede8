// The end of an operation is announced for the operation: what it loses before, or shares with another one, is not.
import {describe, expect, it} from 'vitest'
import {folder, tenure} from '../cli/run.ts'

const TODAY = '2024-07-01'
const DATES = '"1.0": 2022-01-01\n"1.1": 2023-01-01\n"1.2": 2024-07-01\n'

/** Operations with these keys, which all answer with one loan and take a limit, unless both have gone. */
const library = (operations: Readonly<Record<string, object>>, isWhole: boolean): string => {
  const parameters = isWhole ? [{name: 'limit', in: 'query', schema: {type: 'integer'}}] : []
  const schema = {$ref: '#/components/schemas/Loan'}
  const responses = {'200': {description: 'Fine', content: {'application/json': {schema}}}}
  const properties = {id: {type: 'string'}, ...(isWhole ? {due: {type: 'string'}} : {})}
  return JSON.stringify({
    openapi: '3.0.3',
    info: {title: 'Library', version: '1'},
    paths: Object.fromEntries(
      Object.entries(operations).map(([path, marks]) => [path, {get: {...marks, parameters, responses}}])
    ),
    components: {schemas: {Loan: {type: 'object', properties}}}
  })
}

const MARK = {deprecated: true, 'x-replaced-by': 'none'}
const FUTURE = {...MARK, 'x-sunset': '2025-06-01'}
const PAST = {...MARK, 'x-sunset': '2024-06-01'}

async function audit(before: Readonly<Record<string, object>>, after: Readonly<Record<string, object>>) {
  const paths = Object.fromEntries(Object.keys(before).map(path => [path, {}]))
  const cwd = folder({
    'api/1.0.json': library(paths, true),
    'api/1.1.json': library(before, true),
    'api/1.2.json': library(after, false),
    'dates.yaml': DATES
  })
  return (await tenure(['audit', 'api', '--dates', 'dates.yaml', '--as-of', TODAY], {cwd})).out
}

const LIMIT = 'Parameter `limit` in the request of `GET /v1/loans` was removed in 1.2 (2024-07-01)'
const DUE = '`Loan.due` was removed in 1.2 (2024-07-01)'

describe.concurrent('a part that is removed', () => {
  it('from a deprecated operation that stays needs a notice of its own', async () => {
    const out = await audit({'/v1/loans': MARK}, {'/v1/loans': MARK})
    expect(out).toContain(`${LIMIT} without notice`)
    expect(out).toContain(`${DUE} without notice`)
  })

  it('before the sunset of its operation is a violation', async () => {
    const out = await audit({'/v1/loans': FUTURE}, {'/v1/loans': FUTURE})
    expect(out).toContain(`${LIMIT}, before its sunset on 2025-06-01`)
    expect(out).toContain(`${DUE}, before its sunset on 2025-06-01`)
  })

  it('after the sunset of its operation, which still answers, is fine', async () => {
    expect(await audit({'/v1/loans': PAST}, {'/v1/loans': PAST})).toMatch(/^✔ No violations/)
  })

  it('with its operation is announced by that, and not for another operation that uses it', async () => {
    const out = await audit({'/v1/loans': PAST, '/v1/shelves': {}}, {'/v1/shelves': {}})
    expect(out).toContain('✔ `GET /v1/loans` was removed after its sunset on 2024-06-01')
    expect(out).toContain(`✖ ${DUE} without notice`)
    expect(await audit({'/v1/loans': PAST, '/v1/shelves': PAST}, {})).toMatch(/^✔ No policy violations/)
  })

  it('as a history tells it: the notice of a prefix or an endpoint is not that of its parameter', async () => {
    const releases = [
      '{release: "1.0", date: 2022-01-01, changes: [{added: GET /v1/loans}, {added: GET /v2/loans}]}',
      '{release: "1.1", date: 2023-01-01, changes: [{deprecated: GET /v1/loans, replacement: none}, {deprecated: /v2/**, replacement: none}]}',
      '{release: "1.2", date: 2024-07-01, changes: [{removed: GET /v1/loans, parameter: limit}, {removed: GET /v2/loans, parameter: limit}]}'
    ]
    const text = `format: 1\nservice: Library\nreleases:\n${releases.map(each => `  - ${each}\n`).join('')}`
    const {out} = await tenure(['audit', '--as-of', TODAY], {cwd: folder({'history.yaml': text})})
    expect(out).toMatch(/^✖ 2 violations/)
    expect(out).toContain('No notice was given.')
  })
})
