// A deprecation of an operation doesn't cover parts that are removed earlier or that other operations use.
import {describe, expect, it} from 'vitest'
import {folder, releaseList, tenure} from '../cli/run.ts'

const TODAY = '2024-07-01'
const DATES = releaseList({'1.0': '2022-01-01', '1.1': '2023-01-01', '1.2': '2024-07-01'}, 'json')

/** Operations with these keys. All return the same loan and accept a limit, unless both were removed. */
const library = (operations: Readonly<Record<string, object>>, hasParts: boolean): string => {
  const parameters = hasParts ? [{name: 'limit', in: 'query', schema: {type: 'integer'}}] : []
  const schema = {$ref: '#/components/schemas/Loan'}
  const responses = {'200': {description: 'Fine', content: {'application/json': {schema}}}}
  const properties = {id: {type: 'string'}, ...(hasParts ? {due: {type: 'string'}} : {})}
  return JSON.stringify({
    openapi: '3.0.3',
    info: {title: 'Library', version: '1'},
    paths: Object.fromEntries(
      Object.entries(operations).map(([path, keys]) => [path, {get: {...keys, parameters, responses}}])
    ),
    components: {schemas: {Loan: {type: 'object', properties}}}
  })
}

const DEPRECATED = {deprecated: true, 'x-replaced-by': 'none'}
const FUTURE_SUNSET = {...DEPRECATED, 'x-sunset': '2025-06-01'}
const PAST_SUNSET = {...DEPRECATED, 'x-sunset': '2024-06-01'}

async function audit(before: Readonly<Record<string, object>>, after: Readonly<Record<string, object>>) {
  const paths = Object.fromEntries(Object.keys(before).map(path => [path, {}]))
  const cwd = folder({
    'api/1.0.json': library(paths, true),
    'api/1.1.json': library(before, true),
    'api/1.2.json': library(after, false),
    'api/releases.json': DATES
  })
  return (await tenure(['audit', 'api', '--as-of', TODAY], {cwd})).out
}

const LIMIT = 'Parameter `limit` in the request of `GET /v1/loans` was removed in 1.2 (2024-07-01)'
const DUE = '`Loan.due` was removed in 1.2 (2024-07-01)'

describe.concurrent('the removal of a part', () => {
  it('of a deprecated operation needs its own notice', async () => {
    const out = await audit({'/v1/loans': DEPRECATED}, {'/v1/loans': DEPRECATED})
    expect(out).toContain(`${LIMIT} without notice`)
    expect(out).toContain(`${DUE} without notice`)
  })

  it.each([
    ['before', FUTURE_SUNSET],
    ['after', PAST_SUNSET]
  ])('%s the sunset of its operation, which stays, needs its own notice', async (_, marks) => {
    const out = await audit({'/v1/loans': marks}, {'/v1/loans': marks})
    expect(out).toContain(`${LIMIT} without notice`)
    expect(out).toContain(`${DUE} without notice`)
  })

  it('together with its operation needs notice for each operation that uses it', async () => {
    const out = await audit({'/v1/loans': PAST_SUNSET, '/v1/shelves': {}}, {'/v1/shelves': {}})
    expect(out).toContain('✔ `GET /v1/loans` was removed after its sunset on 2024-06-01')
    expect(out).toContain(`✖ ${DUE} without notice`)
    expect(await audit({'/v1/loans': PAST_SUNSET, '/v1/shelves': PAST_SUNSET}, {})).toMatch(/^✔ No policy violations/)
  })

  it("in a history isn't covered by the deprecation of its endpoint or prefix", async () => {
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
