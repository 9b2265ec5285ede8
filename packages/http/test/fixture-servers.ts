import 'reflect-metadata'
import {createServer, type OutgoingHttpHeaders, request, type Server} from 'node:http'
import type {AddressInfo} from 'node:net'
import {serve} from '@hono/node-server'
import {Controller, Get, Header, Module, Post} from '@nestjs/common'
import {NestFactory} from '@nestjs/core'
import express from 'express'
import fastify from 'fastify'
import {Hono} from 'hono'
import type {HeaderTable} from '../src/http.ts'
import {expressHeaders, fastifyHeaders, honoHeaders} from '../src/http.ts'
import {parseLinks} from './parse-links.ts'

/** A server that listens. */
export interface FixtureServer {
  readonly port: number
  close(): Promise<void>
}

export interface ServerOptions {
  readonly gone?: boolean
  /** Where the API is mounted: an empty text, or `/api`. */
  readonly mount: string
}

type Start = (table: HeaderTable, options: ServerOptions) => Promise<FixtureServer>

/** Paths that each server has, with the headers that their handlers set. */
const ROUTES: readonly (readonly [method: 'GET' | 'POST', path: string, headers: Readonly<Record<string, string>>])[] =
  [
    ['GET', '/v1/loans', {Link: '</v1/loans?page=2>; rel="next"'}],
    ['GET', '/v1/loans/export', {}],
    ['GET', '/v1/loans/:loanId', {}],
    ['GET', '/v1/planned', {}],
    ['GET', '/v1/registry/copies', {}],
    ['POST', '/v1/registry/kept', {}],
    ['GET', '/v1/own', {Deprecation: '@1', Sunset: 'Sat, 31 Dec 2018 23:59:59 GMT', Link: '</own>; rel=deprecation'}],
    ['GET', '/v2/loans', {}]
  ]

/** The four frameworks. Each answers the routes, and 404 to others. */
export const FRAMEWORKS: Readonly<Record<string, Start>> = {
  async Express(table, {mount, gone = false}) {
    const app = express()
    const router = express.Router()
    for (const [method, path, headers] of ROUTES)
      router[method === 'GET' ? 'get' : 'post'](path, (_, response) => void response.set(headers).json({path}))
    if (mount === '') app.use(expressHeaders(table, {gone}), router)
    else app.use(mount, expressHeaders(table, {gone}), router)
    return listen(createServer(app))
  },

  async Fastify(table, {mount, gone = false}) {
    const app = fastify({routerOptions: {ignoreTrailingSlash: true}})
    app.register(fastifyHeaders(table, {gone, ...(mount === '' ? {} : {prefix: mount})}))
    app.register(
      async scope => {
        for (const [method, url, headers] of ROUTES)
          scope.route({method, url, handler: (_, reply) => void reply.headers(headers).send({path: url})})
      },
      {prefix: mount}
    )
    await app.listen({port: 0, host: '127.0.0.1'})
    return {port: (app.server.address() as AddressInfo).port, close: () => app.close()}
  },

  async Hono(table, {mount, gone = false}) {
    const app = new Hono().basePath(mount)
    app.use(honoHeaders(table, {gone, ...(mount === '' ? {} : {prefix: mount})}))
    for (const [method, path, headers] of ROUTES) app.on(method, path, context => context.json({path}, 200, headers))
    const server = await new Promise<ReturnType<typeof serve>>(resolve => {
      const started = serve({fetch: app.fetch, port: 0, hostname: '127.0.0.1'}, () => resolve(started))
    })
    return {port: (server.address() as AddressInfo).port, close: () => closeServer(server as Server)}
  },

  async Nest(table, {mount, gone = false}) {
    class Loans {}
    for (const [method, path, headers] of ROUTES) {
      const answer = (): object => ({path})
      const descriptor = {value: answer, writable: true, configurable: true, enumerable: true}
      Object.defineProperty(Loans.prototype, path, descriptor)
      for (const decorate of [
        (method === 'GET' ? Get : Post)(path),
        ...Object.entries(headers).map(each => Header(...each))
      ])
        decorate(Loans.prototype, path, descriptor)
    }
    Controller()(Loans)
    class Main {}
    Module({controllers: [Loans]})(Main)
    const app = await NestFactory.create(Main, {logger: false})
    if (mount !== '') app.setGlobalPrefix(mount)
    app.use(expressHeaders(table, {gone, ...(mount === '' ? {} : {prefix: mount})}))
    await app.listen(0, '127.0.0.1')
    return {port: (app.getHttpServer().address() as AddressInfo).port, close: () => app.close()}
  }
}

export async function listen(server: Server): Promise<FixtureServer> {
  await new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve))
  return {port: (server.address() as AddressInfo).port, close: () => closeServer(server)}
}

const closeServer = (server: Server): Promise<void> =>
  new Promise(resolve => {
    server.close(() => resolve())
    server.closeAllConnections?.()
  })

export interface ServerAnswer {
  readonly status: number
  /** Each header with its lines. */
  readonly headers: Readonly<Record<string, readonly string[] | undefined>>
  readonly body: string
}

/** Sends a request to a port or a socket, with the target as it is written. */
export const ask = (
  port: number | string,
  method: string,
  path: string,
  headers: OutgoingHttpHeaders = {}
): Promise<ServerAnswer> =>
  new Promise((resolve, reject) => {
    const place = typeof port === 'number' ? {host: '127.0.0.1', port} : {socketPath: port}
    const sent = request({...place, method, path, headers, agent: false}, response => {
      const parts: Buffer[] = []
      response.on('data', part => void parts.push(part))
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headersDistinct,
          body: Buffer.concat(parts).toString()
        })
      )
    })
    sent.on('error', reject)
    sent.end()
  })

/** What a client sees of the announcement. */
export const announcementOf = ({status, headers, body}: ServerAnswer) => ({
  status,
  deprecation: headers.deprecation,
  sunset: headers.sunset,
  links: parseLinks(headers.link?.join(', ') ?? '').toSorted((a, b) =>
    JSON.stringify(a) < JSON.stringify(b) ? -1 : 1
  ),
  type: headers['content-type']?.[0]?.replace(/;.*/, ''),
  body
})
