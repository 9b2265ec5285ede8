import type {IncomingMessage} from 'node:http'
import {openWorkspace} from '@tenure/core/stores/files/workspace'
import {describe, expect, it} from 'vitest'
import {folder} from '../../../test/cli/run.ts'
import {CONTEXT} from '../../../test/here.ts'
import {type ProbeOptions, probe} from '../src/probe.ts'
import {FAST, listen} from './servers.ts'

const OPENAPI = `
openapi: 3.1.0
info: {title: Lending Library API, version: 1.0.0}
paths:
  /v1/loans/{loanId}:
    parameters: [{name: loanId, in: path, required: true, schema: {$ref: '#/components/schemas/Id'}}]
    get: {responses: {'200': {description: OK}}}
    delete: {responses: {'204': {description: OK}}}
  /v1/fees/{feeId}:
    get:
      parameters:
        - {name: feeId, in: path, required: true, example: a/b, schema: {type: string, default: d}}
      responses: {'200': {description: OK}}
  /v1/readers/{readerId}/cards/{card}:
    get:
      parameters:
        - {name: readerId, in: path, required: true, schema: {type: string}}
        - {name: card, in: path, required: true, schema: {type: string, enum: [first, second]}}
      responses: {'200': {description: OK}}
  /v1/shelves/{shelf}:
    get:
      parameters: [{name: shelf, in: path, required: true, example: .., schema: {type: string}}]
      responses: {'200': {description: OK}}
components: {schemas: {Id: {type: integer, examples: [17, 18]}}}
`
const HISTORY = `
format: 1
service: Lending Library API
releases:
  - release: "1.0"
    date: 2024-01-10
    changes:
      - {added: "GET /v1/loans/{loanId}"}
      - {added: "DELETE /v1/loans/{loanId}"}
      - {added: HEAD /v1/health}
      - {added: GET /v1/old}
      - {added: "operation ListReaders"}
  - {release: "2.0", date: 2026-06-02, changes: [{removed: GET /v1/old}]}
  - {release: next, changes: [{added: GET /v3/loans}]}
`

interface Asked {
  readonly requests: string[]
  readonly report: Awaited<ReturnType<typeof probe>>
}

async function ask(
  {
    history = HISTORY,
    config = '',
    days = ['2026-11-26'],
    path = '',
    answer = () => ({})
  }: {
    history?: string
    config?: string
    days?: string[]
    path?: string
    answer?: (request: IncomingMessage) => {status?: number; headers?: Record<string, string>}
  },
  options: Partial<ProbeOptions> = {}
): Promise<Asked> {
  const requests: string[] = []
  const url = await listen((request, response) => {
    requests.push(`${request.method} ${request.url}`)
    const {status = 200, headers = {}} = answer(request)
    response.writeHead(status, headers).end()
  })
  const files = folder({
    'history.yaml': history,
    'openapi.yaml': OPENAPI,
    'tenure.yaml': `format: 1\nspec: openapi.yaml\n${config}`
  })
  const left = [...days]
  const today = () => (left.length > 1 ? left.shift() : left[0]) ?? ''
  const report = await probe(
    {...FAST, url: `${url}${path}`, ...options},
    {...CONTEXT, ...openWorkspace(files, {}), today}
  )
  return {requests, report}
}

describe.concurrent('what a server is asked', () => {
  it('is safe, with values of the description', async () => {
    const {requests, report} = await ask({})
    expect(requests).toEqual(['GET /v1/loans/17', 'HEAD /v1/health', 'GET /v1/old', 'GET /v1/fees/a%2Fb'])
    expect(report.probe.endpoints.notAsked).toEqual([
      'DELETE /v1/loans/{loanId}',
      'GET /v1/readers/{readerId}/cards/{card}',
      'GET /v1/shelves/{shelf}'
    ])
    expect(report.remarks.slice(-2)).toEqual([
      'Only `GET` and `HEAD` are sent, so these were not asked: `DELETE /v1/loans/{loanId}`',
      'No value of a parameter is known (`probe.parameters` in `tenure.yaml`), so these were not asked: `GET /v1/readers/{readerId}/cards/{card}` and `GET /v1/shelves/{shelf}`'
    ])
  })

  it('has values of the configuration before those', async () => {
    const config =
      'probe: {parameters: {loanId: 2.10, readerId: "ä ?#&", shelf: ../../admin, feeId: .., toString: x}}\n'
    const {requests} = await ask({config, path: '/api/'})
    expect(requests).toEqual([
      'GET /api/v1/loans/2.10',
      'HEAD /api/v1/health',
      'GET /api/v1/old',
      'GET /api/v1/readers/%C3%A4%20%3F%23&/cards/first',
      'GET /api/v1/shelves/..%2F..%2Fadmin'
    ])
  })

  it('ends at a limit', async () => {
    const {requests, report} = await ask({}, {limit: '2'})
    expect(requests).toHaveLength(2)
    expect(report.probe.endpoints).toMatchObject({asked: 2})
    expect(report.remarks.join('\n')).toContain('The limit of requests was reached (`--limit`)')
  })

  it('follows redirects on the host', async () => {
    const {requests, report} = await ask({
      answer: ({url}) => (url?.endsWith('/') ? {} : {status: 308, headers: {location: `${url}/`}})
    })
    expect(requests.slice(0, 4)).toEqual([
      'GET /v1/loans/17',
      'GET /v1/loans/17/',
      'HEAD /v1/health',
      'HEAD /v1/health/'
    ])
    // A removed endpoint can redirect to anything.
    expect(requests.slice(4)).toEqual(['GET /v1/old', 'GET /v1/fees/a%2Fb', 'GET /v1/fees/a%2Fb/'])
    expect(report.probe.endpoints.undetermined).toEqual([])
  })

  it('is what a server says that was deployed before the next release', async () => {
    const history = `${HISTORY}      - {deprecated: "GET /v1/loans/{loanId}", sunset: 2028-06-30}\n`
      .replace('changes: [{added: GET /v3/loans}]}', '\n    changes:\n      - {added: GET /v3/loans}')
      .replace('- {release: next, ', '- release: next')
    const loans = async (headers: Record<string, string>) =>
      (await ask({history, answer: ({url}) => (url === '/v1/loans/17' ? {headers} : {})})).report.findings.map(
        ({message}) => message
      )
    const removal = '`GET /v1/old` was removed on 2026-06-02, but it answers 200.'
    expect(await loans({})).toEqual([removal])
    expect(await loans({Deprecation: '@1791763200', Sunset: 'Fri, 30 Jun 2028 00:00:00 GMT'})).toEqual([removal])
    expect(await loans({Deprecation: 'true'})).toEqual([
      '`GET /v1/loans/{loanId}` answers `Deprecation: true`, which is the form of an old draft.',
      removal
    ])
  })

  it('is what a prefix announces, also of an operation without a line', async () => {
    const history = `${HISTORY}  - on: 2026-07-01\n    via: mail\n    changes: [{deprecated: /v1/fees/**}]\n`
    const {report} = await ask({history: history.replace(/ {2}- \{release: next.*\n/, '')})
    expect(report.findings.map(({message}) => message)).toContain(
      '`GET /v1/fees/{feeId}` answers without `Deprecation: @1782864000` (2026-07-01).'
    )
  })

  it('may be mounted elsewhere', async () => {
    const {report} = await ask({answer: () => ({status: 404})})
    expect(report.remarks).toContain('All answers are 404: check whether the API is mounted at this URL')
    expect(
      (await ask({answer: ({url}) => ({status: url === '/v1/health' ? 200 : 404})})).report.remarks[0]
    ).not.toMatch(/^All answers/)
  })

  it('is judged by either day around midnight', async () => {
    const removed = async (...days: string[]) => (await ask({days: ['2026-06-04', ...days]})).report.findings
    // The days before and after each of the first three answers.
    const early = ['2026-06-03', '2026-06-03', '2026-06-03', '2026-06-03']
    expect(await removed(...early, '2026-06-03', '2026-06-03')).toHaveLength(1)
    expect(await removed(...early, '2026-06-02', '2026-06-03')).toEqual([])
  })
})
