import {readFileSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import {describe, expect, it} from 'vitest'
import {parse} from 'yaml'
import {expectRefusal, folder, REPOSITORY, tenure, tenureProcess} from '../../../../test/cli/run.ts'
import {headersSchema} from '../../src/headers-format.ts'
import {createHeaders, type HeaderTable, type TableEndpoint} from '../../src/http.ts'

const POLICY = `
format: 1
name: ours
extends: thirteen-months
timezone: Europe/Berlin
`
const HISTORY = `
format: 1
service: Loans
policy: policy.yaml
server: https://api.library.example
releases:
  - release: "1.0"
    date: 2024-01-15
    changes:
      - added: GET /v1/loans
      - {added: "GET /v1/loans/{loanId}"}
      - added: GET /v1/loans/export
      - added: GET /v1/health
      - added: POST /v1/tokens
      - added: GET /v1/registry
      - added: GET /v1/registry/kept
  - release: "1.1"
    date: 2024-06-03
    changes:
      - {deprecated: "GET /v1/loans/{loanId}", replacement: "GET /v2/loans/{id}", sunset: 2027-03-28}
      - {deprecated: GET /v1/health, sunset: 2026-10-25}
      - {deprecated: POST /v1/tokens, sunset: "2.0"}
      - {deprecated: /v1/registry/**, except: [GET /v1/registry/kept], sunset: 2027-01-01}
      - {added: "GET /v2/loans/{id}"}
  - release: "1.2"
    date: 2025-06-02
    changes:
      - {rescheduled: GET /v1/health, sunset: 2027-10-31}
      - {removed: GET /v1/loans, announced: never}
  - release: "1.3"
    date: 2025-09-01
    changes:
      - {restored: GET /v1/loans}
      - {removed: POST /v1/tokens}
  - release: next
    changes:
      - {deprecated: GET /v1/loans, sunset: 2028-01-31}
`

const api = (config = '', history = HISTORY): string =>
  folder({'tenure.yaml': `format: 1\nhistory: history.yaml\n${config}`, 'history.yaml': history, 'policy.yaml': POLICY})

async function headers(cwd: string, ...args: readonly string[]): Promise<HeaderTable> {
  const {code, out, err} = await tenure(['headers', '--as-of', '2026-11-29', ...args], {cwd})
  expect({code, err: code === 0 ? '' : err}).toEqual({code: 0, err: ''})
  expect(headersSchema.safeParse(JSON.parse(out)).error).toBeUndefined()
  return JSON.parse(out)
}

const find = ({endpoints}: HeaderTable, path: string): TableEndpoint | undefined =>
  endpoints.find(each => each.path === path)

describe('`tenure headers`', () => {
  it('writes the endpoints that end, and those that could be mistaken for them', async () => {
    const {endpoints, apis} = await headers(api())
    expect(apis).toEqual([{name: 'Loans', timezone: 'Europe/Berlin'}])
    expect(
      endpoints.map(({method, path, deprecated, sunset, removed}) => [
        `${method ?? '*'} ${path}`,
        ...[deprecated, sunset, removed].map(each => each?.day ?? each?.release)
      ])
    ).toEqual([
      ['GET /v1/loans', 'next', '2028-01-31', undefined],
      ['GET /v1/loans/{loanId}', '2024-06-03', '2027-03-28', undefined],
      ['GET /v1/loans/export', undefined, undefined, undefined],
      ['GET /v1/health', '2024-06-03', '2027-10-31', undefined],
      ['POST /v1/tokens', '2024-06-03', '2.0', '2025-09-01'],
      ['GET /v1/registry', '2024-06-03', '2027-01-01', undefined],
      ['GET /v1/registry/kept', undefined, undefined, undefined],
      ['* /v1/registry/**', '2024-06-03', '2027-01-01', undefined]
    ])
  })

  it('writes the beginning of each day in the time zone of the policy', async () => {
    const table = await headers(api())
    // The clocks change on the days of these sunsets, but later.
    expect(find(table, '/v1/loans/{loanId}')?.sunset?.at).toBe(Date.parse('2027-03-27T23:00:00Z') / 1000)
    expect(find(table, '/v1/health')?.sunset?.at).toBe(Date.parse('2027-10-30T22:00:00Z') / 1000)
    expect(find(table, '/v1/health')?.deprecated?.at).toBe(Date.parse('2024-06-02T22:00:00Z') / 1000)
  })

  it('writes the same in every time zone, and on every day', async () => {
    const cwd = api()
    const [first, ...others] = await Promise.all(
      ['UTC', 'Pacific/Auckland', 'America/Los_Angeles'].map((TZ, at) =>
        tenureProcess(['headers', '--as-of', `2026-11-${20 + at}`], {cwd, env: {TZ}})
      )
    )
    expect(first?.out).toContain('"at":')
    for (const other of others) expect(other.out).toBe(first?.out)
  })

  it('says which deprecation has no day yet', async () => {
    const cwd = api()
    const {code, err, out} = await tenure(['headers', '--output', 'headers.json'], {cwd})
    expect({code, out}).toEqual({code: 0, out: ''})
    expect(err).toBe(
      "The deprecation of `GET /v1/loans` has no day, so `Deprecation` isn't sent. Date its release, or state `announced`.\n"
    )
    const announced = await headers(
      api('', HISTORY.replace('sunset: 2028-01-31', 'sunset: 2028-01-31, announced: 2026-11-02'))
    )
    expect(find(announced, '/v1/loans')?.deprecated).toMatchObject({day: '2026-11-02'})
    expect(JSON.parse(readFileSync(join(cwd, 'headers.json'), 'utf8'))).toMatchObject({format: 1})
  })

  it('says so if there is nothing to announce', async () => {
    const cwd = api(
      '',
      'format: 1\nservice: A\nreleases: [{release: "1.0", date: 2024-01-15, changes: [{added: GET /a}]}]\n'
    )
    const {code, err, out} = await tenure(['headers'], {cwd})
    expect({code, err}).toEqual({code: 0, err: 'No endpoint is deprecated, has a sunset, or was removed.\n'})
    expect(JSON.parse(out).endpoints).toEqual([])
  })

  it('links the configured pages', async () => {
    const links = 'deprecation: "https://docs.example/{method}/{path}", sunset: https://docs.example/sunsets'
    const table = await headers(api(`links: {${links}}\n`))
    expect(find(table, '/v1/loans/{loanId}')?.links).toEqual({
      deprecation: 'https://docs.example/get/v1/loans/%7BloanId%7D',
      sunset: 'https://docs.example/sunsets'
    })
    // A prefix has no method.
    expect(find(table, '/v1/registry/**')?.links).toEqual({sunset: 'https://docs.example/sunsets'})
    const {headers: sent} = createHeaders(table)('GET', '/v1/loans/7')
    expect(sent.Link).toBe(
      '<https://docs.example/get/v1/loans/%7BloanId%7D>; rel="deprecation"; type="text/html", ' +
        '<https://docs.example/sunsets>; rel="sunset"; type="text/html", </v2/loans/7>; rel="successor-version"'
    )
  })

  it('refuses a page that is no URL', async () => {
    expectRefusal(await tenure(['headers'], {cwd: api('links: {sunset: "javascript:alert(1)"}\n')}))
  })

  it('writes what a prefix says for an operation that only the description has', async () => {
    const paths = Object.fromEntries(
      ['/v1/registry/copies', '/v1/registry/kept', '/v2/registry'].map(path => [
        path,
        {get: {responses: {200: {description: 'OK'}}}}
      ])
    )
    const cwd = api('spec: openapi.json\n')
    writeFileSync(
      join(cwd, 'openapi.json'),
      JSON.stringify({openapi: '3.1.0', info: {title: 'Loans', version: '1.0.0'}, paths})
    )
    const table = await headers(cwd)
    expect(find(table, '/v1/registry/copies')).toMatchObject({deprecated: {day: '2024-06-03'}})
    expect(find(table, '/v1/registry/kept')).toEqual({method: 'GET', path: '/v1/registry/kept', bases: undefined})
    expect(createHeaders(table)('GET', '/v1/registry/copies').headers).toMatchObject({Deprecation: '@1717365600'})
    expect(createHeaders(table)('GET', '/v1/registry/kept').headers).toEqual({})
  })

  it('reads the base paths of servers, and what only the description has', async () => {
    const spec = (deprecated: boolean) =>
      JSON.stringify({
        openapi: '3.1.0',
        info: {title: 'Loans', version: '1.0.0'},
        servers: [{url: 'https://api.library.example/lending/v1'}],
        paths: {
          '/loans/{id}': {
            get: {...(deprecated ? {deprecated, 'x-sunset': '2027-06-30'} : {}), responses: {200: {description: 'OK'}}}
          },
          '/loans/mine': {get: {responses: {200: {description: 'OK'}}}},
          '/other': {get: {responses: {200: {description: 'OK'}}}}
        }
      })
    const cwd = folder({
      'specs/releases.json': JSON.stringify({
        releases: [
          {version: '1.0', date: '2025-01-15', file: '1.0.json'},
          {version: '1.1', date: '2025-06-02', file: '1.1.json'}
        ]
      }),
      'specs/1.0.json': spec(false),
      'specs/1.1.json': spec(true)
    })
    const {endpoints} = await headers(cwd, 'specs')
    expect(endpoints).toMatchObject([
      {path: '/loans/{id}', bases: ['/lending/v1'], deprecated: {day: '2025-06-02'}, sunset: {day: '2027-06-30'}},
      {path: '/loans/mine', bases: ['/lending/v1']}
    ])
    expect(endpoints).toHaveLength(2)
  })

  it('reads a placeholder for the host as no path', async () => {
    const {endpoints} = await headers(api('', HISTORY.replace('https://api.library.example', '"{base_url}"')))
    expect(endpoints.flatMap(({bases = []}) => bases)).toEqual([])
  })

  it('follows withdrawals, restorations, and new names', async () => {
    const {endpoints} = await headers(
      api(
        '',
        `format: 1
service: A
releases:
  - release: "1.0"
    date: 2024-01-10
    changes: [{added: GET /a}, {added: GET /v1-beta/b}, {added: GET /c}, {added: "GET /d/{x}"}, {added: GET /v1/e}]
  - release: "1.1"
    date: 2025-01-10
    changes:
      - {deprecated: GET /a, sunset: 2026-12-01}
      - {promoted: GET /v1-beta/b, to: GET /v1/b, oldUntil: "1.3"}
      - {renamed: GET /c, to: GET /cc}
      - {deprecated: GET /v1/e}
      - {added: GET /v2/e}
  - {release: "1.2", date: 2025-06-10, changes: [{withdrawn: GET /a}, {removed: "GET /d/{x}", announced: never}]}
  - {release: "1.3", date: 2025-09-10, changes: [{restored: "GET /d/{y}"}]}
`
      )
    )
    // A sunset endpoint that still answers isn't removed.
    expect(endpoints.map(({path, removed, successor}) => [path, removed?.release, successor])).toEqual([
      ['/v1-beta/b', undefined, '/v1/b'],
      ['/c', '1.1', '/cc'],
      ['/v1/e', undefined, '/v2/e']
    ])
  })

  it('leaves out what has no method and path', async () => {
    const {endpoints} = await headers(
      api(
        '',
        `format: 1
service: A
releases:
  - {release: "1.0", date: 2024-01-15, changes: [{added: operation List}, {added: GET /a}]}
  - release: "1.1"
    date: 2025-01-15
    changes: [{deprecated: operation List, sunset: 2027-01-01}, {deprecated: GET /a, field: x, in: response, sunset: 2027-01-01}]
`
      )
    )
    expect(endpoints).toEqual([])
  })
})

describe('several APIs', () => {
  const other = HISTORY.replace('service: Loans', 'service: Readers')
    .replaceAll('/v1/', '/readers/v1/')
    .replaceAll('/v2/', '/readers/v2/')
  const several = (second: string): string =>
    folder({
      'tenure.yaml':
        'format: 1\napis: [{name: loans, spec: none, history: loans.yaml}, {name: readers, spec: none, history: readers.yaml}]\n',
      ...{'loans.yaml': HISTORY, 'readers.yaml': second, 'policy.yaml': POLICY}
    })

  it('are one table, which names the API of each endpoint', async () => {
    const table = await headers(several(other))
    expect(table.apis.map(({name}) => name)).toEqual(['loans', 'readers'])
    expect(find(table, '/v1/health')?.api).toBe('loans')
    expect(find(table, '/readers/v1/health')?.api).toBe('readers')
    const one = await headers(several(other), '--api', 'readers')
    expect(one.endpoints.every(({path, api: name}) => path.startsWith('/readers/') && name === undefined)).toBe(true)
  })

  it('that share an endpoint need a table each', async () => {
    const refused = await tenure(['headers'], {cwd: several(HISTORY)})
    expectRefusal(refused)
    expect(refused.err).toContain(
      '`loans` and `readers` both have `GET /v1/loans`. Write a table for each with `--api`.'
    )
    expect(refused.err).toContain('tenure headers --api loans')
  })
})

describe('text for proxies', () => {
  it('is YAML that Envoy reads, with what is asked for', async () => {
    const {out} = await tenure(['headers', '--format', 'envoy', '--gone', '--prefix', '/api'], {cwd: api()})
    const {routes} = parse(out) as {routes: {readonly match: {readonly path?: string}}[]}
    const found = routes.filter(each => each.match.path === '/api/v1/tokens')
    expect(found).toMatchObject([
      {
        direct_response: {
          status: 410,
          body: {inline_string: expect.stringContaining('POST /v1/tokens was removed on 2025-09-01.')}
        }
      }
    ])
    expect(routes.filter(each => 'direct_response' in each)).toEqual(found)
  })

  it('has options of its own', async () => {
    expectRefusal(await tenure(['headers', '--gone'], {cwd: api()}))
    expectRefusal(await tenure(['headers', '--prefix', '/api'], {cwd: api()}))
  })
})

it('is one small file that needs no other', () => {
  const text = readFileSync(join(REPOSITORY, 'dist/http.cjs'), 'utf8')
  expect(text.length).toBeLessThan(8000)
  expect(text).not.toMatch(/\brequire\(|\bprocess\b|\bBuffer\b/)
})
