// Middleware that responds to requests besides the routes: what is reported, and what looks similar but isn't. Each
// test has one small program.
import {describe, expect, test} from 'vitest'
import {listening, read} from './small-programs.ts'

/** Code and the start of the message that it gets, if any. `!` marks a message about lost responses. */
type Case = readonly [name: string, code: string, reported?: string]

const SELF = 'responds by itself'
const MAY = 'might respond by itself'
const HANDS = "passes requests to code that can't be followed"

function expectReport(code: string, expected: string | undefined): void {
  const {lost, warned} = read(code)
  const plain = (line: string): string => line.replace(/^\S+ The /, '').replace(/\. Its responses.*$/s, '')
  expect([...lost.map(each => `!${plain(each)}`), ...warned.map(plain)]).toEqual(
    expected === undefined ? [] : [expected]
  )
}

describe('Express', () => {
  const program = (code: string): string =>
    `import type {NextFunction, Request, RequestHandler, Response} from 'express'\n${listening(
      `app.get('/a', (req: Request, res: Response) => { res.end() })\ndeclare const known: (token?: string) => boolean\n${code}`
    )}`
  const reportedCases: readonly Case[] = [
    [
      'a route in a condition',
      "app.use((req, res, next) => { if (req.path === '/health') return res.json({ok: true}); next() })",
      `!middleware ${SELF}`
    ],
    [
      'a route after an exit',
      "app.use((req, res, next) => { if (req.path !== '/health') return next(); res.json({ok: true}) })",
      `!middleware ${SELF}`
    ],
    [
      'a route in a switch',
      "app.use((req, res, next) => { switch (req.url) { case '/ping': res.send('pong'); return; default: next() } })",
      `!middleware ${SELF}`
    ],
    [
      'a route with a method',
      "app.use((req, res, next) => { req.method === 'GET' && req.path === '/x' ? res.end('x') : next() })",
      `!middleware ${SELF}`
    ],
    [
      'all methods of a path',
      "app.use('/all', (req, res) => { res.status(200).json({}) })",
      `!middleware below \`/all\` ${SELF}`
    ],
    [
      'all paths below a mounted router',
      "const r = Router(); r.use('/b', (req, res) => { res.json({}) }); app.use('/a', r)",
      `!middleware below \`/a/b\` ${SELF}`
    ],
    [
      'a list',
      'const answer: RequestHandler = (req, res) => { res.json({}) }; app.use([answer])',
      `!middleware ${SELF}`
    ],
    [
      'a response in a function that it calls',
      "function health(res: Response) { res.json({}) }\napp.use((req, res, next) => req.path === '/health' ? health(res) : next())",
      `!middleware ${SELF}`
    ],
    [
      'a function that creates it',
      "const at = (path: string): RequestHandler => (req, res, next) => { if (req.path === path) res.json({}); else next() }\napp.use(at('/x'))",
      `!middleware ${SELF}`
    ],
    [
      'a wrapper',
      'const wrap = (fn: RequestHandler): RequestHandler => (req, res, next) => Promise.resolve(fn(req, res, next)).catch(next)\napp.use(wrap((req, res) => { res.json({}) }))',
      `!middleware ${SELF}`
    ],
    [
      'a stream',
      "declare const file: NodeJS.ReadableStream\napp.use('/file', (req, res) => { file.pipe(res) })",
      `!middleware below \`/file\` ${SELF}`
    ],
    [
      'a cache',
      'const kept = new Map<string, string>(); app.use((req, res, next) => { const it = kept.get(req.url); if (it) return res.send(it); next() })',
      `middleware ${MAY}`
    ],
    [
      'a redirect',
      "app.use((req, res, next) => req.secure ? next() : res.redirect('https://library.example'))",
      `middleware ${MAY}`
    ],
    ['a computed status', "app.use((req, res) => { res.status(Number(req.get('x'))).json({}) })", `middleware ${MAY}`],
    [
      'a status in one of two branches',
      'app.use((req, res) => { if (known()) { res.status(404) } res.json({}) })',
      `middleware ${MAY}`
    ],
    [
      'an error status in only one branch',
      'app.use((req, res) => { if (known()) { res.status(404) } else { res.status(200) } res.json({}) })',
      `middleware ${MAY}`
    ],
    [
      'a branch that responds with an error and returns',
      "app.use('/all', (req, res) => { if (!known()) { res.status(401).json({}); return } res.json({}) })",
      `!middleware below \`/all\` ${SELF}`
    ],
    [
      'a status that is not of the response',
      'declare const log: {status(code: number): void}\napp.use((req, res) => { log.status(404); if (known()) { log.status(404) } else { log.status(405) } res.json({}) })',
      `!middleware ${SELF}`
    ],
    [
      'a switch without a default',
      'app.use((req, res) => { switch (req.path) { case "a": res.status(409); break; case "b": res.status(404) } res.json({}) })',
      `middleware ${MAY}`
    ],
    [
      'a try block that may throw before the status is set',
      'app.use((req, res) => { try { known(); res.status(404) } catch { known() } res.json({}) })',
      `middleware ${MAY}`
    ],
    ['pages', "app.use((req, res) => { res.sendFile('index.html') })", 'middleware responds with files or pages'],
    [
      'a final handler with a success status',
      "app.use((req, res) => { res.json({message: 'nothing here'}) })",
      `!middleware ${SELF}`
    ],
    [
      'a final handler with pages or an error',
      "app.use((req, res) => { if (req.path.startsWith('/api')) return res.status(404).json({}); res.sendFile('index.html') })",
      'middleware responds with files or pages'
    ],
    [
      'code that is not available',
      'declare const handle: (req: unknown, res: unknown) => void\napp.use((req, res) => { handle(req, res) })',
      `middleware ${HANDS}`
    ],
    [
      'a response that is passed in an object',
      'declare const handle: (both: object) => void\napp.use((req, res) => handle({req, res}))',
      `middleware ${HANDS}`
    ],
    [
      'a class that gets the response',
      'declare class Answer { constructor(req: unknown, res: unknown); run(): void }\napp.use((request, response) => { new Answer(request, response).run() })',
      `middleware ${HANDS}`
    ],
    [
      'a list from unknown code',
      'declare const others: RequestHandler[]\napp.use(...others)',
      "middleware comes from code that can't be followed"
    ],
    [
      'middleware from unknown code',
      'declare const other: RequestHandler\napp.use(other)',
      "middleware comes from code that can't be followed"
    ]
  ]
  test.for(reportedCases)('reports middleware that responds by itself: %s', ([, code, expected]) =>
    expectReport(program(code), expected)
  )

  const silentCases: readonly Case[] = [
    [
      'a context that is stored before `next`',
      'declare const keep: (both: object) => void\napp.use((req, res, next) => { keep({req, response: res}); next() })'
    ],
    ['a log of request and response', 'app.use((req, res, next) => { console.log({req, res}); next() })'],
    [
      'a guard',
      'app.use((req, res, next) => { if (!known(req.headers.authorization)) { res.status(401).json({}); return } next() })'
    ],
    [
      'a guard in a chain',
      "app.use((req, res, next) => { if (!known()) { res.status(401); res.set('x', 'y'); res.json({}); return } next() })"
    ],
    ['a guard with sendStatus', 'app.use((req, res, next) => known() ? next() : res.sendStatus(403))'],
    [
      'a guard that sets a field',
      'app.use((req, res, next) => { if (known()) return next(); res.statusCode = 401; res.end() })'
    ],
    [
      'a guard whose helper responds with an error',
      "const refuse = (res: Response, status: number, why: string) => res.status(status).json({why})\napp.use((req, res, next) => known() ? next() : refuse(res, 401, 'no'))"
    ],
    [
      'a guard for a path',
      "app.use('/admin', (req, res, next) => { if (req.path === '/in') return next(); if (!known()) return res.status(401).end(); next() })"
    ],
    [
      'a guard by name',
      'enum HttpStatus { FORBIDDEN = 403 }\napp.use((req, res, next) => known() ? next() : res.status(HttpStatus.FORBIDDEN).json({}))'
    ],
    [
      'a guard that fails',
      'app.use(async (req, res, next) => { try { await known(); next() } catch (error) { res.json({error}) } })'
    ],
    [
      'a logger',
      "app.use((req, res, next) => { res.on('finish', () => { console.log(req.path, res.statusCode) }); next() })"
    ],
    [
      'a logger that gets request and response',
      'declare const logger: {write(req: unknown, res: unknown): void}\napp.use((req, res, next) => { logger.write(req, res); next() })'
    ],
    [
      'a loader',
      'declare const load: (req: unknown, res: unknown) => Promise<void>\napp.use((req, res, next) => { load(req, res).then(() => next()).catch(next) })'
    ],
    ['headers', "app.use((req, res, next) => { res.setHeader('x', 'y'); res.locals.a = 1; next() })"],
    ['middleware that only calls `next`', 'app.use((req, res, next) => next())'],
    [
      'a CORS preflight',
      "app.use((req, res, next) => { res.set('a', 'b'); if (req.method === 'OPTIONS') { res.sendStatus(204); return } next() })"
    ],
    [
      'a CORS preflight with the condition reversed',
      "app.use((req, res, next) => { if (req.method !== 'OPTIONS') return next(); res.status(200).end() })"
    ],
    [
      'a replaced method of the response',
      'app.use((req, res, next) => { const json = res.json; res.json = body => { res.json = json; return res.json({body}) }; next() })'
    ],
    ['a 404 handler', 'app.use((req, res) => { res.status(404).json({}) })'],
    [
      'a 404 handler with a status in each branch',
      'app.use((req, res) => { if (req.path) { res.status(404) } else { res.status(405) } res.json({}) })'
    ],
    [
      'a 404 handler with another error in a branch',
      'app.use((req, res) => { res.status(404); if (known()) { res.statusCode = 405 } res.json({}) })'
    ],
    [
      'a 404 handler that may call `next`',
      'app.use((req, res, next) => { if (known()) { res.status(404) } else { return next() } res.json({}) })'
    ],
    [
      'a 404 handler with a conditional expression',
      'app.use((req, res) => { known() ? res.status(404) : res.status(405); res.json({}) })'
    ],
    [
      'a 404 handler with a try block',
      'app.use((req, res) => { try { known(); res.status(404) } catch { res.status(500) } res.json({}) })'
    ],
    ['a 404 handler that passes an error to `next`', "app.use((req, res, next) => { next(new Error('Not Found')) })"],
    [
      'an error handler',
      'app.use((error: {status?: number}, req: Request, res: Response, next: NextFunction) => { res.status(error.status ?? 500); res.json({}) })'
    ],
    [
      'an error handler with the status of the error',
      "app.use((req, res, next) => { known() ? next() : res.status(Number(req.get('x')) || 500).json({}) })"
    ],
    ['bodies', 'app.use(express.json(), express.urlencoded({extended: true}), express.raw(), express.text())']
  ]
  test.for(silentCases)('does not report %s', ([, code, expected]) => expectReport(program(code), expected))

  const packages: readonly Case[] = [
    [
      'known packages',
      "import cors from 'cors'\nimport helmet from 'helmet'\nimport * as passport from 'passport'\napp.use(cors(), helmet())\napp.use('/api', passport.authenticate('jwt'))\napp.use(passport.initialize)"
    ],
    [
      'known packages that are called in middleware',
      "import helmet from 'helmet'\napp.use((req, res, next) => helmet()(req, res, next))\nconst guard = helmet()\napp.use((req, res, next) => { guard(req, res, next) })"
    ],
    ['files served by Express', "app.use(express.static('public'))", 'middleware serves files (`express.static`)'],
    [
      'files below a path',
      "app.use('/public', express.static('public'))",
      'middleware below `/public` serves files (`express.static`)'
    ],
    [
      'files served by a package',
      "import serveStatic from 'serve-static'\napp.use(serveStatic('public'))",
      'middleware serves files (`serve-static`)'
    ],
    [
      'documentation, which is reported once',
      "import * as ui from 'swagger-ui-express'\napp.use('/docs', ui.serve, ui.setup({}))",
      'middleware below `/docs` shows documentation (`swagger-ui-express`)'
    ],
    [
      'GraphQL',
      "import {createYoga} from 'graphql-yoga'\nconst yoga = createYoga({})\napp.use('/graphql', yoga)",
      '!middleware below `/graphql` answers GraphQL (`graphql-yoga`)'
    ],
    [
      'GraphQL in a handler',
      "import {createYoga} from 'graphql-yoga'\nconst yoga = createYoga({})\napp.use('/graphql', (req, res) => { yoga(req, res) })",
      '!middleware below `/graphql` answers GraphQL (`graphql-yoga`)'
    ],
    [
      'GraphQL that mounts itself',
      "import {ApolloServer} from 'apollo-server-express'\nnew ApolloServer({}).applyMiddleware({app})",
      '!package answers GraphQL (`apollo-server-express`)'
    ],
    [
      'a proxy',
      "import {createProxyMiddleware} from 'http-proxy-middleware'\napp.use(createProxyMiddleware({target: 'x'}))",
      '!middleware passes requests to another server (`http-proxy-middleware`)'
    ],
    [
      'unknown packages',
      "import {serve} from '@library/shelves/express'\napp.use(serve())",
      'middleware comes from the package `@library/shelves`'
    ],
    [
      'unknown packages that get a handler',
      "import {traced} from '@library/traces'\napp.use(traced((req: Request, res: Response) => { res.json({}) }))",
      `!middleware ${SELF}`
    ],
    [
      'a wrapper',
      "import wrap from 'express-async-handler'\napp.use(wrap((req: Request, res: Response, next: NextFunction) => { next() }))"
    ],
    [
      'compiled imports',
      "declare const require: (name: string) => any\nvar __importDefault = ((this as any) && (this as any).__importDefault) || function (mod: any) { return mod && mod.__esModule ? mod : {default: mod} }\nconst cors_1 = __importDefault(require('cors'))\nconst express_1 = __importDefault(require('express'))\napp.use((0, cors_1.default)(), express_1.default.json())"
    ],
    [
      'a missing file of the program',
      "// @ts-ignore\nimport {guard} from './guard.ts'\napp.use(guard)",
      '!server.ts:8:9 What is mounted comes from `./guard.ts`'
    ],
    [
      'an error handler',
      "import {handler} from '@library/failures'\napp.use(handler() as (error: unknown, req: unknown, res: unknown, next: unknown) => void)"
    ]
  ]
  test.for(packages)('reports middleware of packages only where it responds: %s', ([, code, expected]) =>
    expectReport(program(code), expected)
  )
})

describe('Fastify', () => {
  const program = (code: string): string =>
    `import fastify from 'fastify'\nimport fp from 'fastify-plugin'\nconst app = fastify()\napp.get('/a', async () => 'a')\ndeclare const known: (token?: string) => boolean\n${code}\napp.listen({port: 1})\n`
  const cases: readonly Case[] = [
    [
      'a route in a hook',
      "app.addHook('onRequest', async (request, reply) => { if (request.url === '/health') return reply.send({ok: true}) })",
      `!\`onRequest\` hook ${SELF}`
    ],
    [
      'a hook that responds to everything',
      "app.addHook('preHandler', (request, reply, done) => { reply.code(200).send({}) })",
      `!\`preHandler\` hook ${SELF}`
    ],
    [
      'a hook in a plugin',
      "app.register(async inner => { inner.addHook('onRequest', async (request, reply) => reply.send({})) }, {prefix: '/in'})",
      `!\`onRequest\` hook below \`/in\` ${SELF}`
    ],
    [
      'a cache',
      "app.addHook('onRequest', async (request, reply) => { if (known(request.headers.authorization)) return reply.send('compliant') })",
      `\`onRequest\` hook ${MAY}`
    ],
    [
      'a guard',
      "app.addHook('onRequest', async (request, reply) => { if (!known()) return reply.code(401).send({}) })"
    ],
    ['a guard that throws', "app.addHook('onRequest', async request => { if (!known()) throw new Error('no') })"],
    ['headers', "app.addHook('onRequest', (request, reply, done) => { reply.header('x', 'y'); done() })"],
    [
      'hooks after the response',
      "app.addHook('onSend', async (request, reply, payload) => payload); app.addHook('onResponse', async () => {})"
    ],
    [
      'a 404 handler and an error handler',
      'app.setNotFoundHandler((request, reply) => { reply.code(404).send({}) }); app.setErrorHandler((error, request, reply) => { reply.send(error) })'
    ],
    [
      'a 404 handler with other methods',
      "app.setNotFoundHandler(async (request, reply) => { reply.status(404); return {message: 'nothing here'} })"
    ],
    [
      'a 404 handler with a status in each branch',
      "app.setNotFoundHandler(async (request, reply) => { if (request.method === 'GET') { reply.code(404) } else { reply.code(405) } return {m: 1} })"
    ],
    [
      'a 404 handler that is not async',
      'app.setNotFoundHandler((request, reply) => { void reply.code(404); void reply.send({m: 1}) })'
    ],
    [
      'an async 404 handler',
      'app.setNotFoundHandler(async (request, reply) => { await reply.code(404); return {m: 1} })'
    ],
    [
      'a 404 handler without a return value',
      'app.setNotFoundHandler((request, reply) => void reply.code(404).send({m: 1}))'
    ],
    [
      'a 404 handler that throws an error of a package',
      "import createError from '@fastify/error'\nconst Missing = createError('X', 'nf', 404)\napp.setNotFoundHandler(async () => new Missing())"
    ],
    [
      'a 404 handler that throws an error of a missing package',
      "// @ts-ignore\nimport {notFound} from '@hapi/boom'\nconst made = notFound('x')\napp.setNotFoundHandler(async () => notFound('nf')); app.register(async inner => { inner.setNotFoundHandler(async () => made) }, {prefix: '/in'})"
    ],
    [
      'a 404 handler that throws an error created by a package',
      "// @ts-ignore\nimport * as http from '@library/http'\nconst NotFound = http.make(404)\napp.setNotFoundHandler(async () => new NotFound()); app.register(async inner => { inner.setNotFoundHandler(async () => http.httpErrors.gone()) }, {prefix: '/in'})"
    ],
    [
      'a 404 handler with an unknown result',
      "// @ts-ignore\nimport {answer} from '@library/answers'\napp.setNotFoundHandler(async () => answer())",
      `not-found handler ${MAY}`
    ],
    [
      'a 404 handler that returns a converted error',
      "// @ts-ignore\nimport {answer} from '@library/answers'\nconst errorPage = () => answer()\napp.setNotFoundHandler(async () => errorPage())",
      `not-found handler ${MAY}`
    ],
    ['a 404 handler that throws an error', "app.setNotFoundHandler(async () => { throw new Error('nothing here') })"],
    [
      'a 404 handler that sends an error',
      "app.setNotFoundHandler((request, reply) => { reply.send(new Error('nothing here')) })"
    ],
    ['a 404 handler that calls `callNotFound`', 'app.setNotFoundHandler()'],
    [
      'a 404 handler with a success status',
      "app.setNotFoundHandler((request, reply) => { reply.send({message: 'nothing here'}) })",
      `!not-found handler ${SELF}`
    ],
    [
      'a 404 handler that returns a success',
      "app.register(async inner => { inner.setNotFoundHandler(async request => ({path: request.url})) }, {prefix: '/in'})",
      `!not-found handler below \`/in\` ${SELF}`
    ],
    [
      'a 404 handler with a success status in one case',
      'app.setNotFoundHandler(async (request, reply) => { if (known(request.headers.authorization)) return {}; return reply.code(404).send({}) })',
      `!not-found handler ${SELF}`
    ],
    [
      'a 404 handler with pages',
      "app.setNotFoundHandler((request, reply) => { if (request.url.startsWith('/api')) return reply.code(404).send({}); return (reply as any).sendFile('index.html') })",
      'not-found handler responds with files or pages'
    ],
    [
      'a hook of the 404 handler',
      'app.setNotFoundHandler({preHandler: async (request, reply) => reply.send({})}, (request, reply) => { reply.code(404).send() })',
      `!\`preHandler\` hook ${SELF}`
    ],
    [
      'known plugins',
      "import cors from '@fastify/cors'\napp.register(cors, {prefix: '/x'}); app.register(import('@fastify/jwt')); app.register(fp(cors))"
    ],
    [
      'files',
      "import files from '@fastify/static'\napp.register(files, {root: '/x', prefix: '/public/'})",
      'plugin below `/public` serves files (`@fastify/static`)'
    ],
    [
      'files, without installed packages',
      "app.register(require('@fastify/static'), {root: '/x'})",
      'plugin serves files (`@fastify/static`)'
    ],
    [
      'documentation',
      "import ui from '@fastify/swagger-ui'\napp.register(ui, {routePrefix: '/docs'})",
      'plugin below `/docs` shows documentation (`@fastify/swagger-ui`)'
    ],
    [
      'GraphQL',
      "import mercurius from 'mercurius'\napp.register(mercurius, {})",
      '!plugin answers GraphQL (`mercurius`)'
    ],
    [
      'a proxy',
      "import proxy from '@fastify/http-proxy'\napp.register(proxy, {upstream: 'x', prefix: '/api'})",
      '!plugin below `/api` passes requests to another server (`@fastify/http-proxy`)'
    ],
    [
      'unknown plugins',
      "import shelves from '@library/shelves'\napp.register(shelves)",
      'plugin comes from the package `@library/shelves`'
    ],
    [
      'middleware',
      "import middie from '@fastify/middie'\nimport cors from 'cors'\nawait app.register(middie)\napp.use(cors())\napp.use('/x', (req: unknown, res: {end(): void}) => { res.end() })",
      `!middleware below \`/x\` ${SELF}`
    ]
  ]
  test.for(cases)(
    'reports hooks, handlers, and plugins only where they respond by themselves: %s',
    ([, code, expected]) => expectReport(program(code), expected)
  )
})

describe('Hono', () => {
  const program = (code: string): string =>
    `import {Hono} from 'hono'\nconst app = new Hono()\napp.get('/a', c => c.text(''))\ndeclare const known: (token?: string) => boolean\n${code}\nexport default app\n`
  const cases: readonly Case[] = [
    ['all', 'app.use(async (c, next) => c.json({ok: true}))', `!middleware ${SELF}`],
    ['all methods of a path', "app.use('/x/*', async c => new Response('x'))", `!middleware below \`/x\` ${SELF}`],
    [
      'all paths below a base',
      "app.basePath('/api').use('/x/*', async c => c.body('x'))",
      `!middleware below \`/api/x\` ${SELF}`
    ],
    [
      'all paths below a router',
      "const r = new Hono(); r.use('/x', async c => c.text('x')); app.route('/r', r)",
      `!middleware below \`/r/x\` ${SELF}`
    ],
    [
      'a route in a condition',
      "app.use(async (c, next) => { if (c.req.path === '/health') return c.text('fine'); await next() })",
      `!middleware ${SELF}`
    ],
    [
      'a response in a function that it calls',
      "import type {Context} from 'hono'\nconst health = (c: Context) => c.json({})\napp.use((c, next) => c.req.path === '/health' ? health(c) : next())",
      `!middleware ${SELF}`
    ],
    [
      'middleware made by the factory',
      "import {createMiddleware} from 'hono/factory'\nconst answer = createMiddleware(async c => c.json({}))\napp.use(answer)",
      `!middleware ${SELF}`
    ],
    [
      'a cache',
      'app.use(async (c, next) => { const kept = known(c.req.url); if (kept) return c.json({}); await next() })',
      `middleware ${MAY}`
    ],
    [
      'a redirect',
      "app.use(async (c, next) => { if (known()) return c.redirect('/a'); await next() })",
      `middleware ${MAY}`
    ],
    ['pages', "app.use('/page', async c => c.html('<p>'))", 'middleware below `/page` responds with files or pages'],
    [
      'code that is not available',
      'declare const handle: (request: Request) => Promise<Response>\napp.use(c => handle(c.req.raw))',
      `middleware ${HANDS}`
    ],
    ['a guard', "app.use(async (c, next) => { if (!known()) return c.json({error: 'no'}, 401); await next() })"],
    [
      'a guard that sets the status',
      'app.use(async (c, next) => { if (!known()) { c.status(403); return c.body(null) } return next() })'
    ],
    [
      'a guard with a Response',
      "app.use(async (c, next) => known() ? await next() : new Response('no', {status: 401}))"
    ],
    ['a guard with an object', 'app.use(async (c, next) => known() ? await next() : c.json({}, {status: 403}))'],
    [
      'headers',
      "app.use('*', async (c, next) => { await next(); c.header('x', 'y'); c.res = new Response(c.res.body, c.res) })"
    ],
    ['a timer', 'app.use(async (c, next) => { const start = 1; await next(); console.log(start, c.req.path) })'],
    ['middleware that only calls `next`', "app.use('*', (c, next) => next())"],
    [
      'a CORS preflight',
      "app.use(async (c, next) => { if (c.req.method === 'OPTIONS') return c.body(null, 204); await next() })"
    ],
    [
      'a 404 handler and an error handler',
      "app.notFound(c => c.json({}, 404)).onError((error, c) => c.text('no', 500))"
    ],
    ['a 404 handler with other methods', "app.notFound(c => { c.status(404); return c.text('nothing here') })"],
    ['a 404 handler with a success status', "app.notFound(c => c.text('nothing here'))", `!not-found handler ${SELF}`],
    [
      'a 404 handler below a base with a success status',
      "app.basePath('/in').notFound(async c => new Response('nothing here'))",
      `!not-found handler below \`/in\` ${SELF}`
    ],
    [
      'a 404 handler with pages',
      "app.notFound(c => c.req.path.startsWith('/api') ? c.json({}, 404) : c.html('<p>'))",
      'not-found handler responds with files or pages'
    ],
    [
      'a 404 handler that serves files',
      "import {serveStatic} from '@hono/node-server/serve-static'\napp.notFound(serveStatic({path: 'index.html'}) as any)",
      'not-found handler serves files (`@hono/node-server/serve-static`)'
    ],
    [
      'a 404 handler of a mounted router, which is never called',
      "const r = new Hono(); r.get('/b', c => c.text('b')); r.notFound(c => c.text('nothing here')); app.route('/r', r)"
    ],
    [
      'the last of several 404 handlers',
      "app.notFound(c => c.text('nothing here')); app.notFound(c => c.text('nothing here', 404))"
    ],
    [
      'known packages',
      "import {cors} from 'hono/cors'\nimport {logger} from 'hono/logger'\nimport {jwt} from 'hono/jwt'\napp.use(cors(), logger())\napp.use('/x/*', (c, next) => jwt({secret: 'x', alg: 'HS256'})(c, next))"
    ],
    [
      'together',
      "import {every} from 'hono/combine'\nimport {cors} from 'hono/cors'\napp.use(every(cors(), async (c, next) => { await next() }))"
    ],
    [
      'files',
      "import {serveStatic} from '@hono/node-server/serve-static'\napp.use('/static/*', serveStatic({root: './'}))",
      'middleware below `/static` serves files (`@hono/node-server/serve-static`)'
    ],
    [
      'GraphQL',
      "import {graphqlServer} from '@hono/graphql-server'\napp.use('/graphql', graphqlServer({}))",
      '!middleware below `/graphql` answers GraphQL (`@hono/graphql-server`)'
    ],
    [
      'unknown packages',
      "import {shelves} from '@library/shelves'\napp.use(shelves())",
      'middleware comes from the package `@library/shelves`'
    ]
  ]
  test.for(cases)('reports middleware only where it responds by itself: %s', ([, code, expected]) =>
    expectReport(program(code), expected)
  )
})

describe('NestJS', () => {
  const program = (code: string): string =>
    "import {Controller, Get, Injectable, Module} from '@nestjs/common'\nimport type {MiddlewareConsumer, NestMiddleware} from '@nestjs/common'\n" +
    "import type {NextFunction, Request, Response} from 'express'\nimport {NestFactory} from '@nestjs/core'\n" +
    "@Controller('a') class A { @Get() get() { return 'a' } }\ndeclare const known: (token?: string) => boolean\n" +
    (code.includes('class App') ? code : `@Module({controllers: [A]}) class App {}\n${code}`) +
    (code.includes('NestFactory') ? '' : '\nvoid NestFactory.create(App)\n')
  const applied = (body: string, routes = "'*'"): string =>
    `@Injectable() class Between implements NestMiddleware { use(req: Request, res: Response, next: NextFunction) { ${body} } }\n` +
    `@Module({controllers: [A]}) class App { configure(consumer: MiddlewareConsumer) { consumer.apply(Between).exclude('a').forRoutes(${routes}) } }`
  const imports = (from: string, name: string, options = ''): string =>
    `import {${name}} from '${from}'\n@Module({controllers: [A], imports: [${name}${options}]}) class App {}`
  const cases: readonly Case[] = [
    [
      'middleware of a class',
      applied("if (req.path === '/health') { res.json({}); return } next()"),
      `!middleware ${SELF}`
    ],
    ['middleware for one path', applied('res.end()', "'all'"), `!middleware below \`/all\` ${SELF}`],
    ['a guard', applied('if (!known()) { res.status(401).json({}); return } next()')],
    ['a logger', applied("res.on('finish', () => { console.log(req.path) }); next()", "{path: '*', method: 1}")],
    [
      'middleware that is a function',
      "import cors from 'cors'\nconst between = (req: Request, res: Response) => { res.end() }\n@Module({controllers: [A]}) class App { configure(consumer: MiddlewareConsumer) { consumer.apply(cors(), between).forRoutes(A) } }",
      `!middleware ${SELF}`
    ],
    [
      'a guard in the main file',
      'async function start() { const app = await NestFactory.create(App); app.use((req: Request, res: Response, next: NextFunction) => { if (!known()) { res.status(401).end(); return } next() }) }\nvoid start()'
    ],
    [
      'main',
      "import cors from 'cors'\nasync function start() { const app = await NestFactory.create(App); app.use(cors()); app.use('/x', (req: Request, res: Response) => { res.end() }) }\nvoid start()",
      `!middleware below \`/x\` ${SELF}`
    ],
    ['known modules', imports('@nestjs/config', 'ConfigModule', '.forRoot({})')],
    [
      'files',
      imports('@nestjs/serve-static', 'ServeStaticModule', ".forRoot({rootPath: 'x', serveRoot: '/pages'})"),
      'module below `/pages` serves files (`@nestjs/serve-static`)'
    ],
    [
      'GraphQL',
      imports('@nestjs/graphql', 'GraphQLModule', '.forRoot({})'),
      '!module answers GraphQL (`@nestjs/graphql`)'
    ],
    [
      'unknown modules',
      imports('@library/shelves', 'ShelvesModule'),
      'module comes from the package `@library/shelves`'
    ],
    [
      'documentation',
      "import {SwaggerModule} from '@nestjs/swagger'\nasync function start() { const app = await NestFactory.create(App); SwaggerModule.setup('docs', app, () => SwaggerModule.createDocument(app, {})) }\nvoid start()",
      'module below `/docs` shows documentation (`SwaggerModule.setup`)'
    ]
  ]
  test.for(cases)('reports middleware and modules only where they respond by themselves: %s', ([, code, expected]) =>
    expectReport(program(code), expected)
  )
})

describe('exception filters of NestJS', () => {
  const program = (decorator: string, body: string, how = 'main'): string =>
    "import {APP_FILTER, NestFactory} from '@nestjs/core'\nimport {Catch, Controller, Get, HttpException, Module, NotFoundException} from '@nestjs/common'\n" +
    "import type {ArgumentsHost, ExceptionFilter} from '@nestjs/common'\nimport type {Response} from 'express'\n" +
    "@Controller('a') class A { @Get() get() { return 'a' } }\nclass LoanError extends Error {}\nvoid [LoanError, APP_FILTER, HttpException, NotFoundException]\n" +
    `@Catch(${decorator}) class Filter implements ExceptionFilter { catch(exception: any, host: ArgumentsHost) { const response = host.switchToHttp().getResponse<Response>(); ${body} } }\n` +
    `@Module({controllers: [A]${how === 'main' ? '' : ', providers: [{provide: APP_FILTER, useClass: Filter}]'}}) class App {}\n` +
    `async function start() { const app = await NestFactory.create(App)${how === 'main' ? '; app.useGlobalFilters(new Filter())' : ''} }\nvoid start()\n`
  const cases: readonly (readonly [name: string, code: string, reported?: string])[] = [
    ['a success status', program('', 'response.json({})'), `!exception filter ${SELF}`],
    [
      'a success status in a module',
      program('', 'response.status(200).json({})', 'module'),
      `!exception filter ${SELF}`
    ],
    [
      'a success status through the adapter',
      program('', 'this.adapter.reply(response, {}, 200) } adapter: any; other() {'),
      `!exception filter ${SELF}`
    ],
    [
      'pages',
      program('NotFoundException', "response.sendFile('index.html')"),
      'exception filter responds with files or pages'
    ],
    ['the status of the exception', program('HttpException', 'response.status(exception.getStatus()).json({})')],
    [
      'the status of the exception or a default',
      program(
        '',
        'const status = exception instanceof HttpException ? exception.getStatus() : 500; response.status(status).json({})'
      )
    ],
    [
      'an error through the adapter',
      program('', 'this.adapter.reply(response, {}, exception.status) } adapter: any; other() {')
    ],
    ['an error status', program('NotFoundException', 'response.status(404).json({})')],
    [
      'an error status in each case',
      program(
        '',
        'switch (exception.code) { case 1: response.status(409); break; default: response.status(500) } response.json({})'
      )
    ],
    ['a filter for errors of routes', program('LoanError', 'response.json({})')]
  ]
  test.for(cases)('report an exception filter only where it responds successfully: %s', ([, code, expected]) =>
    expectReport(code, expected)
  )
})
