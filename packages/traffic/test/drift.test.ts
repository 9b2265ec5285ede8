import {rmSync} from 'node:fs'
import {join} from 'node:path'
import {audit} from '@tenure/core/app/audit'
import {describe, expect, it} from 'vitest'
import {write} from '../../../test/cli/run.ts'
import {performTraffic} from '../src/traffic.ts'
import {contextIn, daysIn, importHere, plainApi} from './import-here.ts'

const OPERATIONS = ['GET /v1/loans', 'GET /v1/loans/{loanId}', 'GET /v1/fees', 'POST /v1/loans/{loanId}/renewals']
const SETTINGS = 'format: json-lines, columns: {caller: who}'

const call = (day: string, request: string, status = 200): string => {
  const [method, path] = request.split(' ')
  return `${JSON.stringify({time: `${day}T10:00:00Z`, method, path, status, who: 'acme'})}\n`
}

const LOG = [
  call('2026-11-18', 'GET /v1/fees'),
  call('2026-11-18', 'GET /v1/loans/s3cret', 404),
  call('2026-11-19', 'GET /v1/fees', 404),
  call('2026-11-20', 'GET /v1/fees', 410),
  call('2026-11-20', 'GET /v1/loans', 404),
  call('2026-11-20', 'GET /v1/loans/s3cret', 404),
  call('2026-11-21', 'GET /v1/loans/s3cret', 200),
  call('2026-11-21', 'GET /v1/loans', 500),
  call('2026-11-21', 'DELETE /v1/loans/s3cret', 204),
  call('2026-11-22', 'DELETE /v1/loans/s3cret?token=s3cret', 403),
  call('2026-11-22', 'GET /v1/s3cret/renewals'),
  call('2026-11-22', 'OPTIONS /v1/loans'),
  call('2026-11-22', 'GET /s3cret.php', 404),
  call('2026-11-22', 'GET /s3cret.php', 301)
]

const report = (cwd: string, options: object = {}): Promise<string> =>
  performTraffic({action: 'report', ...options}, '', contextIn(cwd))

async function imported(...logs: readonly string[]): Promise<string> {
  const cwd = plainApi(OPERATIONS, SETTINGS)
  for (const [at, log] of logs.entries()) {
    write(cwd, {[`${at}.log`]: log})
    await importHere(cwd, {files: [`${at}.log`]})
  }
  return cwd
}

const audited = (cwd: string) => audit({traffic: true}, contextIn(cwd))

describe('drift', () => {
  it('is a warning of an audit that compares calls', async () => {
    const cwd = await imported(LOG.join(''))
    const {findings, summary} = await audited(cwd)
    expect(summary.violation).toBe(0)
    expect(findings.map(({rule, level, message, place}) => [rule, level, message, place.source])).toEqual([
      [
        'answers-gone',
        'warning',
        '`GET /v1/fees` has answered all of its 2 calls with 404 or 410 since 2026-11-19, but no removal is recorded.',
        'history.yaml'
      ],
      ...(
        [
          ['DELETE /v1/loans/{}', '2 times'],
          ['GET /v1/{}/renewals', 'once'],
          ['GET /{}', 'once']
        ] as const
      ).map(([request, times]) => [
        'undocumented-call',
        'warning',
        `\`${request}\` was called ${times} until 2026-11-22, but no API description has it.`,
        'api-traffic/days/2026-11-22.drift.csv'
      ])
    ])
    expect((await audit({}, contextIn(cwd))).findings).toEqual([])
  })

  it('never passes without a table, or with that of another API', async () => {
    const cwd = await imported(LOG.join(''))
    write(cwd, {'api-traffic/table.json': '{"format": 1, "api": "Other", "callers": "plain"}'})
    await expect(audited(cwd)).rejects.toThrow(
      'Nothing is known of the calls: the table of traffic is of another API, `Other`.'
    )
    rmSync(join(cwd, 'api-traffic'), {recursive: true})
    await expect(audited(cwd)).rejects.toThrow('Nothing is known of the calls: there is no table of traffic.')
  })

  it('is what no description documents, and what is documented and gone', async () => {
    const cwd = await imported(LOG.join(''))
    const text = await report(cwd)
    expect(
      text.slice(text.indexOf('Calls that'))
    ).toBe(`Calls that no description documents (1 further call answered with 404 or 410):
  DELETE /v1/loans/{}  2 calls, last on 2026-11-22
  GET /v1/{}/renewals  1 call, last on 2026-11-22
  GET /{}  1 call, last on 2026-11-22

Documented, but every call is answered with 404 or 410:
  GET /v1/fees  since 2026-11-19, 2 calls
`)
    expect(JSON.parse(await report(cwd, {format: 'json'})).drift).toEqual({
      undocumented: [
        {request: 'DELETE /v1/loans/{}', calls: 2, last: '2026-11-22'},
        {request: 'GET /v1/{}/renewals', calls: 1, last: '2026-11-22'},
        {request: 'GET /{}', calls: 1, last: '2026-11-22'}
      ],
      missing: 1,
      gone: [{operation: 'GET /v1/fees', since: '2026-11-19', calls: 2, last: '2026-11-20'}]
    })
    expect(await report(cwd, {format: 'html'})).toContain('<li><code>DELETE /v1/loans/{}  2 calls, last on 2026-11-22')
    expect(JSON.stringify(daysIn(cwd))).not.toContain('s3cret')
  })

  it('is the same from one file and from many', async () => {
    expect(daysIn(await imported(...LOG.toReversed()))).toEqual(daysIn(await imported(LOG.join(''))))
  })

  it('leaves out what is removed, and what is before the window', async () => {
    const cwd = await imported(LOG.join(''))
    write(cwd, {
      'history.yaml': `format: 1
service: Lending
releases:
  - {release: "1.0", date: 2023-01-10, changes: [${OPERATIONS.map(each => `{added: "${each}"}`).join(', ')}]}
  - {release: "2.0", date: 2026-11-19, changes: [{removed: GET /v1/fees}]}
`
    })
    expect(await report(cwd)).not.toContain('Documented, but')
    const since = JSON.parse(await report(await imported(LOG.join('')), {format: 'json', 'as-of': '2026-12-20'}))
    expect(since.drift.gone).toEqual([{operation: 'GET /v1/fees', since: '2026-11-19', calls: 2, last: '2026-11-20'}])
    expect(await report(cwd, {'as-of': '2027-02-01'})).not.toContain('Calls that no')
  })

  it('is forgotten with its day', async () => {
    const cwd = await imported(LOG.join(''))
    await performTraffic({action: 'forget', before: '2026-11-22'}, '', contextIn(cwd))
    expect(Object.keys(daysIn(cwd)).filter(path => path.includes('drift'))).toEqual(['days/2026-11-22.drift.csv'])
  })

  it('is none for tables, and of rows of warehouses, without the answer 404', async () => {
    const cwd = await imported(LOG.join(''))
    for (const path of Object.keys(daysIn(cwd)).filter(each => each.includes('drift')))
      rmSync(join(cwd, 'api-traffic', path))
    expect(JSON.parse(await report(cwd, {format: 'json'})).drift).toEqual({undocumented: [], missing: 0, gone: []})
    const row = (status: number): string => `default,2026-11-25,1,GET,/{},acme,,${status},1,10:00:00,10:00:00\n`
    const head = 'source,day,hours,method,shape,caller,agent,status,calls,first,last\n'
    write(cwd, {'rows.csv': `${head}${row(4)}${row(404)}`})
    await importHere(cwd, {files: ['rows.csv'], format: 'aggregated'})
    expect(daysIn(cwd)['days/2026-11-25.drift.csv']).toBe(
      'kind,request,calls\nmissing,GET /{},1\nundocumented,GET /{},1\n'
    )
  })

  it('refuses a damaged file', async () => {
    const cwd = await imported(LOG.join(''))
    write(cwd, {'api-traffic/days/2026-11-22.drift.csv': 'kind,request,calls\nodd,GET /,1\n'})
    await expect(report(cwd)).rejects.toThrow("`odd` isn't a kind of drift.")
  })
})
