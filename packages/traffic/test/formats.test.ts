import {readFileSync} from 'node:fs'
import {join} from 'node:path'
import {gzipSync} from 'node:zlib'
import {InputError} from '@tenure/core/model/input-error'
import {describe, expect, it} from 'vitest'
import {sayImport} from '../src/say.ts'
import {ROW_COLUMNS} from '../src/sql/aggregate.ts'
import {callsOn, daysIn, importHere, plainApi} from './import-here.ts'

const OPERATIONS = ['GET /v1/loans', 'GET /v1/loans/{loanId}', 'POST /v1/loans']
const DAY = '2026-11-02'
const json = (...objects: readonly object[]): string => objects.map(each => `${JSON.stringify(each)}\n`).join('')

/** Two calls: one by `alice`, and one that fails by an agent without a name. */
const LOGS: Readonly<Record<string, {readonly settings?: string; readonly log: string; readonly named?: string}>> = {
  'json-lines': {
    settings: 'columns: {time: t, method: req.verb, path: req.url, status: code, caller: [client, key], agent: ua}',
    log: json(
      {t: 1793613600, req: {verb: 'get', url: '/v1/loans?x=1'}, code: 200, client: '', key: 'alice', ua: 'curl/8'},
      {t: '2026-11-02T10:00:01.5+00:00', req: {verb: 'POST', url: '/v1/loans'}, code: '500', client: null, ua: 'curl/8'}
    )
  },
  'nginx-json': {
    log: json(
      {time_iso8601: '2026-11-02T11:00:00+01:00', request: 'GET /v1/loans HTTP/2.0', status: 200, remote_user: 'alice'},
      {
        msec: 1793613601.123,
        request_method: 'POST',
        request_uri: '/v1/loans?y',
        status: '500',
        http_user_agent: 'curl/8'
      }
    )
  },
  'envoy-json': {
    settings: 'columns: {caller: jwt_sub}',
    log: json(
      {start_time: '2026-11-02T10:00:00.000Z', method: 'GET', path: '/v1/loans', response_code: 200, jwt_sub: 'alice'},
      {
        ...{
          start_time: '2026-11-02T10:00:01.000Z',
          method: 'POST',
          'x-envoy-original-path': '/v1/loans',
          path: '/rewritten'
        },
        ...{response_code: 503, user_agent: 'curl/8', jwt_sub: '-'}
      }
    )
  },
  alb: {
    named: '',
    log: [
      'http 2026-11-02T10:00:00.186641Z app/my-lb/50dc6c495c0c9188 192.168.131.39:2817 10.0.0.1:80 0.000 0.001 0.000 200 200 34 366 "GET http://www.example.com:80/v1/loans HTTP/1.1" "-" - - arn:x "Root=1-58337262" "-" "-" 0 2026-11-02T10:00:00.186641Z "forward" "-" "-"\n',
      'h2 2026-11-02T10:00:01.186641Z app/my-lb/50dc6c495c0c9188 192.168.131.39:2817 - -1 -1 -1 502 - 34 366 "POST https://www.example.com:443/v1/loans HTTP/2.0" "curl/7.46.0" ECDHE TLSv1.2 arn:x "Root=1-58337262" "-" "-" 0 2026-11-02T10:00:00.186641Z "forward" "-" "-"\n'
    ].join('')
  },
  cloudfront: {
    settings: 'columns: {caller: x-client}',
    log: [
      '#Version: 1.0\n#Fields: date time x-edge-location sc-bytes c-ip cs-method cs(Host) cs-uri-stem sc-status cs(Referer) cs(User-Agent) x-client\n',
      `${[DAY, '10:00:00', 'FRA', '1', '192.0.2.1', 'GET', 'd1.cloudfront.net', '/v1/loans', '200', '-', 'Mozilla/4.0%20(x)', 'alice'].join('\t')}\n`,
      `${[DAY, '10:00:01', 'FRA', '1', '192.0.2.1', 'POST', 'd1.cloudfront.net', '/v1/loans', '500', '-', 'curl%2F8', '-'].join('\t')}\n`
    ].join('')
  },
  'otlp-json': {
    log: json({
      resourceSpans: [
        {
          resource: {attributes: []},
          scopeSpans: [
            {
              spans: [
                span(
                  2,
                  '1793613600000000000',
                  {'http.request.method': 'GET', 'url.path': '/v1/loans', 'client.id': 'alice'},
                  200
                ),
                span(
                  'SPAN_KIND_SERVER',
                  '1793613601000000000',
                  {'http.method': 'POST', 'http.target': '/v1/loans', 'user_agent.original': 'curl/8'},
                  500
                ),
                span(3, '1793613601000000000', {'http.request.method': 'GET', 'url.path': '/v1/loans'}, 200)
              ]
            }
          ]
        }
      ]
    })
  },
  har: {
    settings: 'columns: {caller: X-Client-Id}',
    log: JSON.stringify(
      {
        log: {
          version: '1.2',
          entries: [
            entry('2026-11-02T10:00:00.000Z', 'GET', 200, [{name: 'x-client-id', value: 'alice'}]),
            entry('2026-11-02T10:00:01.000Z', 'POST', 500, [{name: 'User-Agent', value: 'curl/8'}])
          ]
        }
      },
      null,
      2
    )
  }
}

function span(
  kind: number | string,
  startTimeUnixNano: string,
  texts: Readonly<Record<string, string>>,
  status: number
) {
  const attributes = Object.entries(texts).map(([key, stringValue]) => ({key, value: {stringValue}}))
  return {
    kind,
    startTimeUnixNano,
    attributes: [...attributes, {key: 'http.response.status_code', value: {intValue: `${status}`}}]
  }
}

function entry(startedDateTime: string, method: string, status: number, headers: readonly object[]) {
  return {
    startedDateTime,
    request: {method, url: 'https://api.library.example/v1/loans?x', headers},
    response: {status}
  }
}

describe.concurrent('formats of access logs', () => {
  it.each(Object.entries(LOGS))('%s', async (format, {settings = '', log, named = 'alice'}) => {
    const cwd = plainApi(OPERATIONS, settings, {log, 'log.gz': gzipSync(log)})
    const {lines, unreadable} = await importHere(cwd, {format, files: ['log']})
    expect({lines, unreadable}).toEqual({lines: 2, unreadable: []})
    expect(callsOn(cwd, DAY)).toEqual([
      `GET /v1/loans,${named},1,0,0,10:00:00,10:00:00`,
      'POST /v1/loans,agent:curl,1,1,0,10:00:01,10:00:01'
    ])
    const again = await importHere(cwd, {format, files: ['log.gz']})
    expect(again.known).toEqual(['log.gz'])
  })

  it('counts only calls of the hosts of the API; of others, that their source was there', async () => {
    const at = (hour: number, host: string | undefined, path: string): string =>
      `${JSON.stringify({time: `2026-11-20T0${hour}:00:00Z`, method: 'GET', path, status: 200, client_id: 'acme', vhost: host})}\n`
    const log = [
      at(1, 'API.example.com:8443', '/v1/loans'),
      at(2, 'admin.example.com', '/v1/loans'),
      at(3, undefined, 'https://admin.example.com/v1/loans'),
      at(4, undefined, 'https://u:p@api.example.com:443/v1/loans'),
      at(5, undefined, '/v1/loans'),
      at(6, 'admin.example.com', '/s3cret')
    ]
    const settings = 'format: json-lines, columns: {host: vhost}, hosts: [api.example.com]'
    const cwd = plainApi(OPERATIONS, settings, {log: log.join('')})
    const summary = await importHere(cwd, {files: ['log']})
    expect(summary).toMatchObject({lines: 6, others: 3, unmatched: [], unreadable: []})
    expect(sayImport(summary)).toContain('Of other hosts: 3 lines.\n')
    expect(callsOn(cwd, '2026-11-20')).toEqual(['GET /v1/loans,acme,3,0,0,01:00:00,05:00:00'])
    expect(daysIn(cwd)['days/2026-11-20.coverage.csv']).toContain(',00007e,000000,3,0,0,0')
    expect(Object.keys(daysIn(cwd)).filter(path => path.includes('drift'))).toEqual([])
  })

  it.each([
    ['b.example.com:8443', 'b.example.com:8443'],
    ['https://b.example.com', 'B.example.com'],
    ['b.example.com', 'b.example.com.'],
    ['b.example.com.', 'https://u@b.example.com:8443/x'],
    ['b.example.com', ' b.example.com '],
    ['"2001:db8::1"', '2001:db8::1'],
    ['"2001:db8::1"', '[2001:db8::1]:443'],
    ['"[2001:db8::1]"', '2001:db8::1']
  ])('knows the host %s by %s', async (host, called) => {
    const line = {time: '2026-11-20T01:00:00Z', method: 'GET', path: '/v1/loans', status: 200, client_id: 'acme'}
    const cwd = plainApi(OPERATIONS, `format: json-lines, columns: {host: vhost}, hosts: [a.example, ${host}]`, {
      log: json({...line, vhost: called}, {...line, vhost: 'other.example'})
    })
    expect(await importHere(cwd, {files: ['log']})).toMatchObject({lines: 2, others: 1})
    expect(callsOn(cwd, '2026-11-20')).toHaveLength(1)
  })

  it('refuses patterns of hosts', async () => {
    const cwd = plainApi(OPERATIONS, 'format: json-lines, hosts: ["*.example.com"]', {log: ''})
    await expect(importHere(cwd, {files: ['log']})).rejects.toThrow("`*.example.com` isn't the name of a host.")
  })

  it('takes a line without a method, or after a long prefix, for a call that may be of its operations', async () => {
    const line = {time: '2026-11-20T01:00:00Z', status: 200, client_id: 'acme'}
    const cwd = plainApi(OPERATIONS, 'format: json-lines', {
      log: json(
        {...line, method: '-', path: '/v1/loans'},
        {...line, method: '-', path: 'get /v1/loans HTTP/2'},
        {...line, method: 'GET', path: '/gw/eu/prod/x/v1/loans'},
        {...line, method: 'PROPFIND', path: '/v1/loans'}
      )
    })
    await importHere(cwd, {files: ['log']})
    expect(callsOn(cwd, '2026-11-20')).toEqual([
      'GET /v1/loans,acme,1,0,2,01:00:00,01:00:00',
      'POST /v1/loans,acme,0,0,1,01:00:00,01:00:00'
    ])
  })

  it('refuses a first import without any line of the hosts', async () => {
    const log = '{"time":"2026-11-20T01:00:00Z","method":"GET","path":"https://a.example/v1/loans","status":200}\n'
    const cwd = plainApi(OPERATIONS, 'format: json-lines, hosts: [b.example]', {log})
    await expect(importHere(cwd, {files: ['log']})).rejects.toThrow(
      'None of the 1 line is of `hosts`. Nothing was imported. Correct `hosts` in `traffic`.'
    )
  })

  it('lists the columns that are there if a mapped one is missing', async () => {
    const cwd = plainApi(OPERATIONS, 'format: json-lines, columns: {time: tiem}', {
      log: json({time: DAY, method: 'GET', path: '/v1/loans', status: 200, nested: {at: 1}})
    })
    const error = await importHere(cwd, {files: ['log']}).catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(InputError)
    expect((error as InputError).message).toBe(
      '`log` has no column `tiem` for `time`. Did you mean `time`? Columns: `method`, `nested`, `nested.at`, `path`, `status`, and `time`. Map it with `columns` in `traffic`.'
    )
  })

  it('counts JSON lines that are damaged, or lack a value', async () => {
    const good = {time: `${DAY}T10:00:00Z`, method: 'GET', path: '/v1/loans', status: 200}
    const cwd = plainApi(OPERATIONS, 'format: json-lines, corrupt: 90%', {
      log: `${json(good)}{"time": "${DAY}T10\n[1]\n${json({...good, path: undefined}, {...good, status: 'OK'}, {...good, time: 7})}\n\n`
    })
    const {lines, unreadable} = await importHere(cwd, {files: ['log']})
    expect(lines).toBe(1)
    expect(unreadable.map(({kind, count, line}) => [kind, count, line])).toEqual([
      ['form', 2, 2],
      ['request', 1, 4],
      ['status', 1, 5],
      ['time', 1, 6]
    ])
  })

  it('reads a file and a table whose names look like patterns', async () => {
    const log = json({time: `${DAY}T10:00:00Z`, method: 'GET', path: '/v1/loans', status: 200})
    const name = "it's [1]*?.log"
    const cwd = plainApi(OPERATIONS, "format: json-lines, table: 'a[b]*'", {
      [name]: log,
      "it's 1x.log": log,
      'more.log': `${log}${log}`
    })
    expect((await importHere(cwd, {files: [name]})).lines).toBe(1)
    // The second import reads the table of the first.
    expect((await importHere(cwd, {files: ['more.log']})).lines).toBe(1)
    expect(readFileSync(join(cwd, 'a[b]*/days', `${DAY}.calls.csv`), 'utf8')).toContain('GET /v1/loans,,2,0,0,')
  })

  it('loses no calls if two imports run at once', async () => {
    const log = (caller: string): string =>
      json({time: `${DAY}T10:00:00Z`, method: 'GET', path: '/v1/loans', status: 200, client_id: caller})
    const cwd = plainApi(OPERATIONS, 'format: json-lines', {'a.log': log('a'), 'b.log': log('b')})
    const both = await Promise.allSettled(['a.log', 'b.log'].map(file => importHere(cwd, {files: [file]})))
    const failed = both.flatMap(each => (each.status === 'rejected' ? [String(each.reason)] : []))
    for (const each of failed) expect(each).toContain('Another import has changed the table meanwhile.')
    await importHere(cwd, {files: ['a.log', 'b.log']})
    expect(callsOn(cwd, DAY)).toEqual(['a', 'b'].map(each => `GET /v1/loans,${each},1,0,0,10:00:00,10:00:00`))
  })

  it('keeps a caller that is stored as it is on one line', async () => {
    const log = json({time: `${DAY}T10:00:00Z`, method: 'GET', path: '/v1/loans', status: 200, client_id: 'a,"b"\r\nc'})
    const cwd = plainApi(OPERATIONS, 'format: json-lines', {log})
    await importHere(cwd, {files: ['log']})
    expect(callsOn(cwd, DAY)).toEqual(['GET /v1/loans,"a,""b"" c",1,0,0,10:00:00,10:00:00'])
  })

  it('counts rows of an aggregation that lack a day or a source', async () => {
    const rows = `${[...ROW_COLUMNS].join(',')}
eu,${DAY},1024,GET,/v1/loans,acme,,2,5,10:00:00,10:59:59
eu,,1024,GET,/v1/loans,acme,,2,3,10:00:00,10:59:59
,${DAY},1024,GET,/v1/loans,acme,,2,2,10:00:00,10:59:59
`
    const cwd = plainApi(OPERATIONS, 'format: aggregated, corrupt: 90%', {'rows.csv': rows})
    const {lines, unreadable} = await importHere(cwd, {files: ['rows.csv']})
    expect({lines, kinds: unreadable.map(({kind, count}) => [kind, count])}).toEqual({
      lines: 5,
      kinds: [
        ['time', 3],
        ['source', 2]
      ]
    })
    expect(daysIn(cwd)[`days/${DAY}.coverage.csv`]).toContain('\neu,000400,000000,5,2,0,0\n')
  })

  it('takes the source from a column', async () => {
    const good = {time: `${DAY}T10:00:00Z`, method: 'GET', path: '/v1/loans', status: 200}
    const cwd = plainApi(OPERATIONS, 'format: json-lines, columns: {source: pop}, sources: [eu, us]', {
      log: json({...good, pop: 'eu'}, {...good, pop: 'us'}, {...good, pop: 'ap'})
    })
    const {otherSources} = await importHere(cwd, {files: ['log']})
    expect(otherSources).toEqual(['ap'])
  })
})
