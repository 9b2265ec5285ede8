import {createServer, type RequestListener} from 'node:http'
import {connect, createServer as createHttp2Server} from 'node:http2'
import type {AddressInfo} from 'node:net'
import express from 'express'
import fastify from 'fastify'
import {Hono} from 'hono'
import {afterEach, describe, expect, it, vi} from 'vitest'
import {createHeaders, expressHeaders, fastifyHeaders, type HeaderTable, honoHeaders} from '../src/http.ts'
import {firstSecondOf} from '../src/midnight.ts'
import {ask, type FixtureServer, listen, type ServerAnswer} from './fixture-servers.ts'
import {parseLinks} from './parse-links.ts'

const TABLE: HeaderTable = {
  format: 1,
  apis: [{name: 'Loans', timezone: 'UTC'}],
  endpoints: [
    {method: 'GET', path: '/v1/loans', deprecated: {at: 5}, sunset: {at: 4e9}, successor: '/v2/loans'},
    {method: 'GET', path: '/v1/old', removed: {release: 'next'}}
  ]
}

let server: FixtureServer | undefined
afterEach(async () => {
  await server?.close()
  server = undefined
})

const relationsIn = ({headers}: ServerAnswer): (string | undefined)[] =>
  parseLinks(headers.link?.join(', ') ?? '').map(({rel}) => rel)

describe('middleware for servers of Node.js', () => {
  const serve = async (handle: RequestListener): Promise<ServerAnswer> => {
    const announce = expressHeaders(TABLE)
    server = await listen(
      createServer((request, response) => announce(request, response, () => handle(request, response)))
    )
    return ask(server.port, 'GET', '/v1/loans')
  }

  it.each<[string, RequestListener]>([
    [
      'writeHead with an object',
      (_, response) => void response.writeHead(201, {Link: '</a>; rel=next', 'x-own': ['a', 'b']}).end()
    ],
    [
      'writeHead with a reason',
      (_, response) => void response.writeHead(201, 'Made', {link: '</a>; rel=next', 'x-own': ['a', 'b']}).end()
    ],
    [
      'writeHead with a list',
      (_, response) => void response.writeHead(201, ['Link', '</a>; rel=next', 'X-Own', 'a', 'X-Own', 'b']).end()
    ],
    [
      'headers, and a stream',
      (_, response) => {
        response.statusCode = 201
        response.setHeader('Link', ['</a>; rel=next'])
        response.setHeader('X-Own', ['a', 'b'])
        response.flushHeaders()
        response.write('[')
        response.end(']')
      }
    ]
  ])('keeps what handlers send by %s', async (_, handle) => {
    const answer = await serve(handle)
    expect(answer.status).toBe(201)
    expect(answer.headers['x-own']).toEqual(['a', 'b'])
    expect(answer.headers.deprecation).toEqual(['@5'])
    expect(relationsIn(answer)).toEqual(['next', 'successor-version'])
  })

  it('keeps dates that handlers send by writeHead', async () => {
    const {headers} = await serve((_, response) => void response.writeHead(200, {deprecation: '@7'}).end())
    expect(headers.deprecation).toEqual(['@7'])
    expect(headers.sunset).toHaveLength(1)
  })

  it('works with HTTP/2', async () => {
    const announce = expressHeaders(TABLE)
    const http2 = createHttp2Server((request, response) => announce(request, response, () => response.end('[]')))
    await new Promise<void>(resolve => void http2.listen(0, '127.0.0.1', resolve))
    const client = connect(`http://127.0.0.1:${(http2.address() as AddressInfo).port}`)
    const headers = await new Promise<Readonly<Record<string, unknown>>>((resolve, reject) => {
      const stream = client.request({':path': '/v1/loans'})
      stream.on('response', resolve)
      stream.on('error', reject)
      stream.end()
    })
    client.close()
    http2.close()
    expect(headers).toMatchObject({deprecation: '@5', link: '</v2/loans>; rel="successor-version"'})
  })

  it('can be limited to a path in Express', async () => {
    const app = express()
    app.use('/v1', expressHeaders(TABLE))
    app.get('/v1/loans', (_, response) => void response.json([]))
    server = await listen(createServer(app))
    const answer = await ask(server.port, 'GET', '/v1/loans')
    expect(answer.headers.link).toEqual(['</v2/loans>; rel="successor-version"'])
  })

  it('announces in answers of error handlers, too', async () => {
    const app = express()
    app.use(expressHeaders(TABLE))
    app.get('/v1/loans', () => {
      throw Object.assign(new Error('broken'), {status: 503, expose: true})
    })
    app.set('env', 'test')
    server = await listen(createServer(app))
    const answer = await ask(server.port, 'GET', '/v1/loans')
    expect(answer).toMatchObject({status: 503, headers: {deprecation: ['@5']}})
  })
})

describe('the plugin for Fastify', () => {
  it('is about the routes of the scope where it is registered', async () => {
    const app = fastify()
    app.register(
      async scope => {
        scope.register(fastifyHeaders(TABLE))
        scope.get('/v1/loans', async () => [])
      },
      {prefix: '/api'}
    )
    app.get('/v1/loans', async () => [])
    const inside = await app.inject({url: '/api/v1/loans'})
    const outside = await app.inject({url: '/v1/loans'})
    await app.close()
    expect(inside.headers.link).toBe('</api/v2/loans>; rel="successor-version"')
    expect(outside.headers.link).toBeUndefined()
  })

  it('announces in errors, and streams', async () => {
    const app = fastify()
    app.register(fastifyHeaders(TABLE))
    app.get('/v1/loans', async () => {
      throw new Error('broken')
    })
    const {statusCode, headers} = await app.inject({url: '/v1/loans'})
    await app.close()
    expect({statusCode, deprecation: headers.deprecation}).toEqual({statusCode: 500, deprecation: '@5'})
  })
})

describe('the middleware for Hono', () => {
  it.each<[string, (app: Hono) => void]>([
    ['errors', app => void app.get('/v1/loans', () => Promise.reject(new Error('broken')))],
    ['missing routes', () => undefined],
    [
      'responses that cannot be changed',
      app => void app.get('/v1/loans', () => Response.redirect('https://library.example/', 302))
    ]
  ])('announces in %s', async (_, add) => {
    const app = new Hono()
    app.onError((_error, context) => context.text('broken', 500))
    app.use(honoHeaders(TABLE))
    add(app)
    const {headers} = await app.request('/v1/loans')
    expect(headers.get('Deprecation')).toBe('@5')
    expect(headers.get('Link')).toBe('</v2/loans>; rel="successor-version"')
  })
})

describe('a removal', () => {
  afterEach(() => void vi.useRealTimers())

  it.each([
    ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00Z'],
    ['Europe/Berlin', '2026-10-26', '2026-10-25T23:00:00Z'],
    ['America/Los_Angeles', '2026-03-08', '2026-03-08T08:00:00Z'],
    ['Pacific/Kiritimati', '2026-03-08', '2026-03-07T10:00:00Z'],
    // Clocks skip midnight.
    ['Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00Z'],
    ['America/Santiago', '2026-09-06', '2026-09-06T04:00:00Z'],
    ['UTC', '2026-01-01', '2026-01-01T00:00:00Z']
  ])('in %s on %s comes at %s', (timezone, day, instant) => {
    const at = firstSecondOf(day, timezone)
    expect(new Date(at * 1000).toISOString()).toBe(instant.replace('Z', '.000Z'))
    const headersFor = createHeaders(
      {...TABLE, endpoints: [{method: 'GET', path: '/a', removed: {day, at}}]},
      {gone: true}
    )
    vi.setSystemTime(at * 1000 - 1)
    expect(headersFor('GET', '/a').gone).toBeUndefined()
    vi.setSystemTime(at * 1000)
    expect(headersFor('GET', '/a').gone).toBeDefined()
  })
})
