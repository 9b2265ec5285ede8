// Compares what is read from the code of a server with the responses of the running server.

import {join} from 'node:path'
import {pathToFileURL} from 'node:url'
import {findFileTree} from '@tenure/core/documents/file-tree'
import {readSnapshot} from '@tenure/openapi/read/snapshot'
import type {Snapshot} from '@tenure/openapi/snapshot'
import {beforeAll, describe, expect, test} from 'vitest'
import {HERE} from '../../../test/here.ts'
import {sample} from '../../../test/tier.ts'
import {codeReader} from '../src/code-reader.ts'
import {deployed, folderOf, SERVERS, type ServerName, start} from './running-servers.ts'

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

interface Route {
  readonly method: string
  readonly path: string
}

async function snapshotOf(name: ServerName): Promise<Snapshot> {
  const entry = join(folderOf(name), 'src', 'server.ts')
  await codeReader.prepare()
  return readSnapshot(codeReader.read(findFileTree(HERE, entry, () => Buffer.alloc(0))))
}

const routesOf = ({operations}: Snapshot): Route[] => operations.map(({method, path}) => ({method, path}))

/** A concrete path for a template. The forms of the parameters are known for the fixtures. */
const filled = (path: string): string =>
  path
    .replaceAll(/\{(rest|path)\}/g, 'a/b')
    .replace('{page}', '7')
    .replaceAll(/\{\w+\}/g, 'l1')

const SLASHES = new Set(['rest', 'path'])

function fits(template: string, path: string): boolean {
  const pattern = template
    .replaceAll(/[.]/g, '\\.')
    .replaceAll(/\{(\w+)\}/g, (_, name) => (SLASHES.has(name) ? '.+' : '[^/]+'))
  return new RegExp(`^${pattern}/?$`).test(path)
}

/** The status of the server's response. */
async function asked(address: string, {method, path}: Route): Promise<number> {
  const hasBody = !['GET', 'HEAD', 'DELETE', 'OPTIONS'].includes(method)
  const response = await fetch(address + path, {
    method,
    redirect: 'manual',
    ...(hasBody ? {headers: {'content-type': 'application/json'}, body: '{"copyId": "c1"}'} : {})
  })
  await response.arrayBuffer()
  return response.status
}

/** Paths near the existing ones: shorter, longer, and with another word in each segment. */
function nearbyPaths(paths: readonly string[]): string[] {
  const made = paths.flatMap(path => {
    const words = path.split('/')
    const others = words.flatMap((word, at) => (word === '' ? [] : [words.with(at, `${word}x`).join('/')]))
    return [...others, `${path}/nothing`, words.slice(0, -1).join('/') || '/', `/v9${path}`]
  })
  return [...new Set([...paths, ...made])]
}

describe.each(sample(SERVERS))('the server %s', name => {
  let snapshot: Snapshot
  let address: string
  beforeAll(async () => {
    ;[snapshot, address] = await Promise.all([snapshotOf(name), start(name)])
  })

  test('is read completely', () => {
    expect(snapshot.gaps).toEqual([])
    expect(snapshot.operations.length).toBeGreaterThan(15)
  })

  test('responds to every route that was read', async () => {
    const answers = await Promise.all(
      routesOf(snapshot).map(async ({method, path}) => ({
        method,
        path,
        status: await asked(address, {method, path: filled(path)})
      }))
    )
    expect(answers.filter(({status}) => status === 404 || status >= 500)).toEqual([])
  })

  test('responds to no other path', async () => {
    const routes = routesOf(snapshot)
    const absent = nearbyPaths(routes.map(({path}) => filled(path)))
      .flatMap(path => METHODS.map(method => ({method, path})))
      .filter(({method, path}) => !routes.some(route => route.method === method && fits(route.path, path)))
    expect(absent.length).toBeGreaterThan(100)
    const answers = await Promise.all(absent.map(async route => ({...route, status: await asked(address, route)})))
    // A pattern may reject a value that its template accepts, which is a 404, too.
    expect(answers.filter(({status}) => status !== 404)).toEqual([])
  })

  test('sends responses that are valid against their schemas', async () => {
    for (const operation of snapshot.operations) {
      const responses = operation.details().responses
      if (responses.length === 0) continue
      const status = await asked(address, {method: operation.method, path: filled(operation.path)})
      const documented = responses.map(each => each.status)
      const isDocumented =
        documented.includes(String(status)) ||
        documented.includes(`${String(status)[0]}XX`) ||
        documented.includes('default')
      // A response that is sent before the handler runs isn't described by the route.
      expect(
        isDocumented || status === 400,
        `${operation.method} ${operation.path}: ${status}, said ${documented}`
      ).toBe(true)
    }
  })
})

/** Writes `{}` for each parameter, as for frameworks with `:name` in paths. */
const shape = (path: string): string =>
  path
    .replace(/\/\*\w*$/, '/{}')
    .replaceAll(/:\w+(?:\([^)]*\)|\{[^}]*\})?/g, '{}')
    .replaceAll(/\{\w+\}/g, '{}')
    .replace(/(.)\/$/, '$1')

const listed = (routes: readonly Route[]): string[] =>
  [...new Set(routes.map(({method, path}) => `${method} ${shape(path)}`))].sort()

const ours = async (name: ServerName): Promise<string[]> => listed(routesOf(await snapshotOf(name)))

const moduleOf = async (name: ServerName, path: string): Promise<Record<string, unknown>> =>
  (await import(pathToFileURL(join(deployed(name), path)).href)) as Record<string, unknown>

describe("the framework's own list of routes agrees with the code", () => {
  test('for Hono', async () => {
    const {default: app} = (await moduleOf('hono', 'src/app.js')) as {default: {routes: Route[]}}
    const theirs = app.routes
      .filter(({method}) => method !== 'ALL')
      .flatMap(({method, path}) =>
        (path.endsWith('?') ? [path.replace(/\/:\w+\?$/, ''), path.slice(0, -1)] : [path]).map(each => ({
          method,
          path: each
        }))
      )
    expect(await ours('hono')).toEqual(listed(theirs))
  })

  test('for Fastify', async () => {
    const {buildApp} = (await moduleOf('fastify', 'src/app.js')) as {
      buildApp: () => Promise<{ready: () => Promise<void>; printRoutes: (options: object) => string}>
    }
    const app = await buildApp()
    await app.ready()
    const theirs = routesPrinted(app.printRoutes({commonPrefix: true}))
    // Fastify adds HEAD to each GET, and `all` includes methods that OpenAPI doesn't have.
    const known = new Set(await ours('fastify'))
    const isAdded = (each: string): boolean => !METHODS.includes(each.split(' ')[0] ?? '') && !known.has(each)
    expect([...known].sort()).toEqual(listed(theirs).filter(each => !isAdded(each)))
  })

  test('for NestJS', async () => {
    const {AppModule} = (await moduleOf('nest', 'src/app.module.js')) as {AppModule: object}
    const [{NestFactory}, {VersioningType}] = await Promise.all([import('@nestjs/core'), import('@nestjs/common')])
    await import('reflect-metadata')
    const app = await NestFactory.create(AppModule as never, {logger: false})
    app.setGlobalPrefix('api', {exclude: ['health']})
    app.enableVersioning({type: VersioningType.URI, defaultVersion: '2'})
    await app.init()
    const {router} = app.getHttpAdapter().getInstance() as {
      router: {stack: {route?: {path: string; methods: Record<string, boolean>}}[]}
    }
    const theirs = router.stack.flatMap(({route}) =>
      Object.keys(route?.methods ?? {}).map(method => ({method: method.toUpperCase(), path: route?.path ?? ''}))
    )
    await app.close()
    const known = new Set(await ours('nest'))
    // `all` includes methods that OpenAPI doesn't have. For paths without the prefix, Nest itself responds with 404.
    const isAdded = (each: string): boolean => /\/(?:echo|health)$/.test(each) && !known.has(each)
    expect([...known].sort()).toEqual(listed(theirs).filter(each => !isAdded(each)))
  })
})

/** Fastify prints a tree: each line continues the one above it that is indented less. */
function routesPrinted(tree: string): Route[] {
  const above: string[] = []
  return tree.split('\n').flatMap(line => {
    const [, indent = '', path = '', methods] = /^([│ ├└─]*)(.*?)(?: \(((?:[A-Z]+(?:, )?)+)\))?$/.exec(line) ?? []
    const depth = indent.length / 4
    above[depth] = (above[depth - 1] ?? '') + path
    return (methods?.split(', ') ?? []).map(method => ({method, path: above[depth] ?? ''}))
  })
}
