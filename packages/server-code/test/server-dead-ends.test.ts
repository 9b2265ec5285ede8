// What responds to every request before a route or a handler does, so that it is never reached.

import {describe, expect, test} from 'vitest'
import {sample} from '../../../test/tier.ts'
import {listening, read} from './small-programs.ts'

const LOST = 'This middleware passes no request on'
const R = 'app.get("/a", (req: express.Request, res: express.Response) => { res.end() })\n'
const C = 'const r = Router(); r.get("/b", (req: express.Request, res: express.Response) => { res.end() })\n'
const fn = (parameters: string, body = 'res.status(410).end()'): string => `(${parameters}: any) => { ${body} }`

test.each(
  sample([
    ['a function without `next`', `app.use((req, res) => { res.status(410).end() })\n${R}`, 1],
    ['a function that does not call `next`', `app.use((req, res, next) => { res.status(410).end() })\n${R}`, 1],
    ['a declared function', `function shut(req: any, res: any) { res.sendStatus(503) }\napp.use(shut)\n${R}`, 1],
    ['middleware at the path of a route', `app.use('/a', (req, res) => { res.status(410).end() })\n${R}`, 1],
    [
      'middleware before a router',
      `app.use((req, res) => { res.status(410).end() })\nconst r = Router(); r.get('/b', ${fn('req, res').replace('(req, res: any)', '(req: any, res: any)')}); app.use('/c', r)`,
      1
    ],
    [
      'middleware at the full path of a route of a router',
      `${C}app.use('/c/b', (req, res) => { res.status(410).end() })\napp.use('/c', r)`,
      1
    ],
    [
      'middleware of an earlier router',
      `${C}const shut = Router(); shut.use('/b', (req, res) => { res.status(410).end() })\napp.use('/c', shut); app.use('/c', r)`,
      1
    ],
    [
      'middleware at a path with a parameter',
      `${C}app.use('/:any', (req, res) => { res.status(410).end() })\napp.use('/c', r)`,
      1
    ],
    [
      'middleware that passes on nothing but what it caught',
      `app.use(async (req, res, next) => { try { res.end() } catch (error) { next(error) } })\n${R}`,
      1
    ],
    [
      'middleware that may pass on no error',
      `declare function load(then: (error: unknown) => void): void\napp.use((req, res, next) => { load(error => next(error)) })\n${R}`,
      0
    ],
    [
      'middleware at another path of a router',
      `${C}app.use('/c/bb', (req, res) => { res.status(410).end() })\napp.use('/c', r)`,
      0
    ],
    ['middleware after all routes', `${R}app.use((req, res) => { res.status(404).end() })`, 0],
    ['middleware at another path', `app.use('/old', (req, res) => { res.status(410).end() })\n${R}`, 0],
    [
      'middleware at a path that only starts alike',
      `app.use('/', (req, res, next) => next())\napp.use('/aa', (req, res) => { res.status(410).end() })\n${R}`,
      0
    ],
    ['a guard', `app.use((req, res, next) => { if (req.headers.card) next(); else res.status(401).end() })\n${R}`, 0],
    [
      'middleware that responds under a condition',
      `declare const isShut: boolean\nif (isShut) app.use((req, res) => { res.status(503).end() })\n${R}`,
      0
    ],
    ['middleware that gets its arguments as a list', `app.use((...all: any[]) => { all[2]() })\n${R}`, 0]
  ])
)('middleware is reported only where it always responds before the routes: %s', (_, code, count) => {
  expect(read(listening(code)).lost.filter(each => each.includes(LOST))).toHaveLength(count)
})

const HONO = "import {Hono} from 'hono'\nconst app = new Hono()\n"
const HONO_ROUTE = "app.get('/v1/loans', c => c.text(''))\nexport default app\n"

test.each(
  sample([
    ['below a path', "app.use('/v1/*', c => c.text('', 410))", 1],
    ['without a path', "app.use(async (c, next) => c.text('', 410))", 1],
    ['that passes requests on', 'app.use(async (c, next) => { await next() })', 0],
    ['at the exact path of nothing', "app.use('/v1', c => c.text('', 410))", 0]
  ])
)('middleware of Hono is reported if it always responds before the routes: %s', (_, code, count) => {
  expect(read(`${HONO}${code}\n${HONO_ROUTE}`).lost.filter(each => each.includes(LOST))).toHaveLength(count)
})

describe('a route that an earlier one answers is left out, with a warning:', () => {
  const loans = `app.get('/v1/loans', ${fn('req, res', 'res.end()')})\n`
  const first = (method: string, path: string, parameters = 'req, res', body = 'res.end()'): string =>
    `app.${method}('${path}', ${fn(parameters, body).replace(`(${parameters}: any)`, `(${parameters.replaceAll(/(?=,|$)/g, ': any')})`)})\n`

  test.each(
    sample([
      ['a parameter', first('get', '/v1/:name')],
      ['a wildcard', first('get', '/v1/*rest')],
      ['all methods of all paths', first('all', '*')],
      ['a pattern that matches', first('get', '/v1/:name([a-z]+)')],
      ['a chain', `app.route('/v1/:name').get(${fn('_, res').replace('(_, res: any)', '(_: any, res: any)')})\n`],
      ['a mounted router', `const r = Router(); r.get('/:name', (req, res) => { res.end() }); app.use('/v1', r)\n`],
      ['a function that passes on only errors', first('get', '/v1/:name', 'req, res, next', 'res.end().catch(next)')],
      [
        'a function in a wrapper of the program',
        `const wrap = (run: any) => (req: any, res: any, next: any) => Promise.resolve(run(req, res, next)).catch(next)\napp.get('/v1/:name', wrap((req: any, res: any) => { res.end() }))\n`
      ],
      [
        'a function in a wrapper of a package',
        `// @ts-ignore\nimport wrap from 'express-async-handler'\napp.get('/v1/:name', wrap((req: any, res: any) => { res.end() }))\n`
      ]
    ])
  )('%s', (_, code) => {
    const {routes, warned} = read(listening(`${code}${loans}`))
    expect(routes).not.toContain('GET /v1/loans')
    expect(warned).toEqual([expect.stringMatching(/ The GET route `\/v1\/loans` isn't read$/)])
  })

  test.each(
    sample([
      ['another method', first('post', '/v1/:name')],
      ['another path', first('get', '/v2/:name')],
      ['a longer path', first('get', '/v1/:name/:part')],
      ['a pattern that does not match', first('get', '/v1/:name(\\\\d+)')],
      ['a pattern that may take long', first('get', '/v1/:name((a+)+)')],
      ['a function that passes requests on', first('get', '/v1/:name', 'req, res, next', 'next()')],
      [
        'a handler that skips the route',
        `app.get('/v1/:name', (req, res, next) => next('route'), (req, res) => { res.end() })\n`
      ],
      ['a function that is not known', "declare const h: any\napp.get('/v1/:name', h)\n"],
      ['a condition', `if (process.env.X) ${first('get', '/v1/:name')}`],
      ['code that runs later', `Promise.resolve().then(() => { ${first('get', '/v1/:name')} })\n`]
    ])
  )('but not by %s', (_, code) => {
    expect(read(listening(`${code}${loans}`)).routes).toContain('GET /v1/loans')
  })

  test('the message names both', () => {
    const {gaps} = read(listening(`${first('get', '/v1/:name')}${loans}`)).snapshot
    expect(gaps.map(({message}) => message)).toEqual([
      "The GET route `/v1/loans` isn't read, because `/v1/{name}` comes before it and answers its requests. Register it first."
    ])
  })

  test('the message names the path once if both have it', () => {
    const {gaps} = read(listening(`${loans}${loans}`)).snapshot
    expect(gaps.map(({message}) => message)).toEqual([
      "The GET route `/v1/loans` isn't read, because an earlier route of the same path answers its requests. Delete one of them."
    ])
  })

  test('in Hono', () => {
    const {routes} = read(`${HONO}app.get('/v1/:name', c => c.text(''))\n${HONO_ROUTE}`)
    expect(routes).toEqual(['GET /v1/{name}'])
  })

  test('but not in Fastify, which prefers the more exact path', () => {
    const {routes} = read(
      "import fastify from 'fastify'\nconst app = fastify()\napp.get('/v1/:name', async () => 'a')\napp.get('/v1/loans', async () => 'b')\napp.listen({port: 1})\n"
    )
    expect(routes).toEqual(['GET /v1/{name}', 'GET /v1/loans'])
  })
})

const statuses = (code: string, path = '/a'): readonly string[] =>
  Object.keys(read(code).root.paths[path]?.get?.responses ?? {})

test('a handler after one that always responds adds no responses', () => {
  const dead = 'app.get("/a", (req, res) => { res.sendStatus(410) }, (req, res) => { res.json({}) })'
  expect(statuses(listening(dead))).toEqual(['410'])
  expect(
    statuses(listening(dead.replace('(req, res) => { res.s', '(req, res, next) => { if (req.ip) next(); else res.s')))
  ).toEqual(['200', '410'])
  const hono = "app.get('/v1/loans', c => c.text('', 410), c => c.text(''))\nexport default app\n"
  expect(statuses(`${HONO}${hono}`, '/v1/loans')).toEqual(['410'])
})

test('routes of one path share its requests if the first passes them on', () => {
  const guard = 'app.all("/a", (req, res, next) => { if (req.ip) next(); else res.status(401).end() })\n'
  expect(statuses(listening(`${guard}${R}`))).toEqual(['200', '401'])
})
