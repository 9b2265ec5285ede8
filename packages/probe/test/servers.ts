import {createServer, type RequestListener, type Server, type ServerResponse} from 'node:http'
import type {AddressInfo} from 'node:net'
import type {Session} from '@tenure/core/app/session/session'
import type {HeaderTable} from '@tenure/http/header-table'
import {createHeaders} from '@tenure/http/headers-for'
import {keepNeeded, listTableEndpoints} from '@tenure/http/table-of'
import {afterAll} from 'vitest'
import type {ServedAnswer} from './deviations.ts'

/** Options of tests, which needn't spare their servers. */
export const FAST = {rate: '10000', limit: '1000', timeout: '5'}

const servers: Server[] = []

afterAll(() => {
  for (const each of servers) {
    each.closeAllConnections()
    each.close()
  }
})

/** Starts a server, and returns its URL without a slash at its end. */
export async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  servers.push(server)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** What servers announce. */
export const headerTable = (session: Session): HeaderTable => ({
  format: 1,
  apis: [{name: session.history.about.service, timezone: session.policy.timezone}],
  endpoints: keepNeeded(listTableEndpoints(session))
})

/** What a right server answers, and where it doesn't. */
export interface FixtureServer {
  readonly table: HeaderTable
  readonly today: string
  /** The paths that it has, with a status if that isn't 200. */
  readonly paths: Readonly<Record<string, number>>
  readonly mount?: string
  readonly otherwise?: {readonly at: string; readonly answer: Partial<ServedAnswer>; readonly method?: string}
}

/** A server that sends the headers of the table itself. */
export function serve({table, today, paths, mount = '', otherwise}: FixtureServer): RequestListener {
  const headersFor = createHeaders(table, {prefix: mount, gone: true})
  return (request, response) => {
    const {method = '', url = ''} = request
    const own = url.slice(mount.length)
    const {headers, gone} = headersFor(method, url, today)
    const right = {status: gone ? 410 : (paths[own] ?? 404), headers: lowerCase(headers)}
    const [verb, path] = otherwise?.at.replace(/\{\w+\}/, '17').split(' ') ?? []
    const isOther =
      path === own && (otherwise?.method ? method === otherwise.method : method === verb || method === 'HEAD')
    send(response, isOther ? merge(right, otherwise?.answer ?? {}) : right)
  }
}

const lowerCase = (headers: object): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))

const merge = (right: ServedAnswer, {status, headers}: Partial<ServedAnswer>): ServedAnswer => ({
  status: status ?? right.status,
  headers: {...right.headers, ...headers}
})

function send(response: ServerResponse, {status, headers}: ServedAnswer): void {
  const lines = Object.entries(headers).flatMap(([name, values]) =>
    (values === undefined ? [] : [values].flat()).map(value => [name, value] as [string, string])
  )
  response.writeHead(status, lines.flat())
  response.end('{}')
}
