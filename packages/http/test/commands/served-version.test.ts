import {describe, expect, it} from 'vitest'
import {folder, tenure} from '../../../../test/cli/run.ts'
import {createHeaders, type HeaderTable} from '../../src/http.ts'

const spec = (...paths: readonly string[]): string =>
  `openapi: 3.0.3\ninfo: {title: Loans, version: "1"}\npaths:\n${paths.map(path => `  ${path}: {get: {responses: {"200": {description: OK}}}}\n`).join('')}`

async function tableOf(releases: string, paths: readonly string[] = []): Promise<HeaderTable['endpoints']> {
  const isDescribed = paths.length > 0
  const cwd = folder({
    'tenure.yaml': `format: 1\nhistory: history.yaml\n${isDescribed ? 'spec: openapi.yaml\n' : ''}`,
    'history.yaml': `format: 1\nservice: Loans\nreleases:\n${releases}`,
    ...(isDescribed ? {'openapi.yaml': spec(...paths)} : {})
  })
  const {out} = await tenure(['headers', '--as-of', '2026-11-29'], {cwd})
  return JSON.parse(out).endpoints
}

const INTRODUCED =
  '  - {release: "1.0", date: 2024-01-10, changes: [{added: GET /a}, {added: GET /a/}, {added: GET /b}, {added: GET /v1/c}]}\n'

describe('the table of the version that is served', () => {
  it('has nothing removed that the description still has, or has again', async () => {
    const removed = `${INTRODUCED}  - {release: "1.1", date: 2025-06-10, changes: [{deprecated: GET /b, sunset: 2027-12-01}, {removed: GET /v1/c}]}\n`
    expect((await tableOf(removed)).map(each => [each.path, each.removed?.day])).toEqual([
      ['/b', undefined],
      ['/v1/c', '2025-06-10']
    ])
    expect((await tableOf(removed, ['/b', '/v1/c'])).map(({path}) => path)).toEqual(['/b'])
    // Its removal isn't released: it still ends as announced.
    const planned = `${removed}  - {release: next, changes: [{removed: GET /b}]}\n`
    expect(await tableOf(planned, ['/b'])).toMatchObject([{path: '/b', sunset: {day: '2027-12-01'}}, {path: '/v1/c'}])
    expect((await tableOf(planned, ['/b']))[0]?.removed).toBeUndefined()
  })

  it('removes with the final release, and not with a candidate', async () => {
    const candidate = `${INTRODUCED}  - {release: 2.0-rc.1, date: 2026-06-10, changes: [{removed: GET /b, announced: never}]}\n`
    expect(await tableOf(candidate)).toEqual([])
    expect(await tableOf(`${candidate}  - {release: "2.0", date: 2026-07-10}\n`)).toMatchObject([
      {path: '/b', removed: {day: '2026-07-10', release: '2.0'}}
    ])
  })

  it('has the latest statement of a prefix that doesn’t except an operation', async () => {
    const statements = `${INTRODUCED}  - {release: "1.1", date: 2024-06-01, changes: [{deprecated: /v1/**, except: [GET /v1/d]}]}\n`
    expect((await tableOf(statements, ['/v1/c', '/v1/d'])).find(({path}) => path === '/v1/d')).toEqual({
      method: 'GET',
      path: '/v1/d'
    })
    const again = `${statements}  - {release: "1.2", date: 2025-06-01, changes: [{deprecated: /v1/**, sunset: 2027-12-01}]}\n`
    expect((await tableOf(again, ['/v1/c', '/v1/d'])).find(({path}) => path === '/v1/d')).toMatchObject({
      deprecated: {day: '2025-06-01'},
      sunset: {day: '2027-12-01'}
    })
  })

  it('has the last day of a month, and none for a release whose day isn’t known', async () => {
    const sunsets = `${INTRODUCED}  - {release: "1.1", date: 2025-06-01, changes: [{deprecated: GET /a, sunset: 2027-12}, {deprecated: GET /b, sunset: "1.2"}]}
  - {release: "1.2"}
  - {release: "1.3", date: 2026-10-01}
`
    expect(
      (await tableOf(sunsets)).flatMap(({path, sunset}) => (sunset ? [[path, sunset.day, sunset.release]] : []))
    ).toEqual([
      ['/a', '2027-12-31', undefined],
      ['/b', undefined, '1.2']
    ])
  })

  it('tells paths apart that differ in a slash at the end', async () => {
    const endpoints = await tableOf(
      `${INTRODUCED}  - {release: "1.1", date: 2025-06-01, changes: [{deprecated: GET /a/, replacement: GET /a, sunset: 2027-12-01}]}\n`
    )
    const headersFor = createHeaders({format: 1, apis: [{name: 'Loans', timezone: 'UTC'}], endpoints})
    expect(headersFor('GET', '/a?x=/').headers).toEqual({})
    expect(headersFor('GET', '/a/?x').headers.Sunset).toBe('Wed, 01 Dec 2027 00:00:00 GMT')
  })
})
