// Routes below something that may or may not be a path: their paths are read, or the gap is reported.
import {describe, expect, test} from 'vitest'
import {listening, read} from './small-programs.ts'

type Case = readonly [name: string, code: string, routes: readonly string[], lost?: readonly string[]]

const DOUBT = 'The prefix might be middleware'
const COMPUTED = 'The prefix is computed'

function expectRead(code: string, routes: readonly string[], lost: readonly string[]): void {
  const found = read(code)
  expect({routes: found.routes, lost: found.lost.map(each => each.replace(/^\S+ /, ''))}).toEqual({routes, lost})
}

describe('Express', () => {
  const cases: readonly Case[] = [
    ['a known package', "import cors from 'cors'\napp.use(cors(), r)", ['GET /a']],
    ['an unknown package', "import {guard} from '@library/guards'\napp.use(guard(), r)", ['GET /a']],
    [
      'a member of an unknown package',
      "import * as guards from '@library/guards'\napp.use(guards.of('x'), r)",
      ['GET /a']
    ],
    [
      'a value from a package in a variable',
      "import {guard} from '@library/guards'\nconst made = guard()\napp.use(made, r)",
      ['GET /a']
    ],
    [
      'several',
      "import cors from 'cors'\nimport {guard} from '@library/guards'\napp.use(cors(), guard(), r)",
      ['GET /a']
    ],
    ['a path before a package', "import cors from 'cors'\napp.use('/x', cors(), r)", ['GET /x/a']],
    ['no middleware at all', 'const own: express.RequestHandler[] = []\napp.use(own, r)', ['GET /a']],
    ['no middleware at all, of any type', 'function own(): any[] { return [] }\napp.use(own(), r)', ['GET /a']],
    ['an empty list', 'app.use([[]], r)', ['GET /a']],
    [
      'a path that a package builds',
      "// @ts-ignore\nimport urlJoin from 'url-join'\napp.use(urlJoin('/api', 'v1'), r)",
      [],
      [DOUBT]
    ],
    [
      'a chain of properties of a package',
      "// @ts-ignore\nimport env from 'env-var'\napp.use(env.get('BASE').required().asString(), r)",
      [],
      [DOUBT]
    ],
    ['a list of middleware', "import cors from 'cors'\napp.use([cors()], r)", ['GET /a']],
    [
      'compiled code',
      "declare const require: (name: string) => any\nvar __importDefault = (mod: any) => mod && mod.__esModule ? mod : {default: mod}\nconst cors_1 = __importDefault(require('cors'))\napp.use((0, cors_1.default)(), r)",
      ['GET /a']
    ],
    ['a missing file', "// @ts-ignore\nimport {thing} from './gone.ts'\napp.use(thing, r)", [], [DOUBT]],
    [
      'a function of a missing file',
      "// @ts-ignore\nimport {thing} from './gone.ts'\napp.use(thing(), r)",
      [],
      [DOUBT]
    ],
    ['an export of a package', "import {thing} from '@library/things'\napp.use(thing, r)", [], [DOUBT]],
    ['a setting of a package', "import config from 'config'\napp.use(config.get('prefix'), r)", [], [DOUBT]],
    [
      'a computed path',
      "import {join} from 'node:path'\napp.use(join('/x', String(Math.random())), r)",
      [],
      [COMPUTED]
    ],
    ['something without a type', "const it: any = JSON.parse('')\napp.use(it, r)", [], [DOUBT]],
    [
      'an optional text',
      'declare const prefix: string | undefined\napp.use(prefix as any as string | undefined, r)',
      [],
      [COMPUTED]
    ],
    [
      'a text or a default',
      "declare const own: {prefix?: string}\napp.use(own.prefix || '/x', r)",
      [],
      ['The prefix has several possible values']
    ],
    [
      'something without a type, or a default',
      "declare const own: any\napp.use(own.prefix || '/x', r)",
      [],
      ['The prefix has several possible values']
    ],
    [
      'a list of paths with an unknown one',
      "declare const own: any\napp.use(['/x', own.prefix], r)",
      ['GET /x/a'],
      [COMPUTED]
    ],
    ['a list of texts', 'declare const own: string[]\napp.use(own, r)', [], [COMPUTED]],
    ['a handler by its type', 'declare const own: express.RequestHandler\napp.use(own, r)', ['GET /a']],
    ['an environment variable', 'app.use(process.env.PREFIX, r)', [], [COMPUTED]]
  ]
  test.for(cases)('reads or reports the routes below %s', ([, code, routes, lost = []]) =>
    expectRead(listening(`const r = Router(); r.get('/a', (req, res) => { res.end() })\n${code}`), routes, lost)
  )
})

describe('Hono', () => {
  const program = (code: string): string =>
    `import {Hono} from 'hono'\nconst app = new Hono()\nconst r = new Hono(); r.get('/a', c => c.text(''))\nconst h = (c: any) => c.text('')\n${code}\nexport default app\n`
  const cases: readonly Case[] = [
    ['an unknown prefix', 'declare const own: any\napp.route(own.prefix, r)', [], [COMPUTED]],
    [
      'a prefix with a default',
      "declare const own: any\napp.route(own.prefix ?? '/x', r)",
      [],
      ['The prefix has several possible values']
    ],
    [
      'an unknown base path',
      'declare const own: any\napp.basePath(own).get("/b", h)',
      [],
      ['The path of this GET route is computed']
    ],
    ['middleware of a package', "import {cors} from 'cors'\napp.use(cors()).route('/x', r)", ['GET /x/a']],
    ['a path in a chain', "import {cors} from 'cors'\napp.get('/b', h).post(cors(), h)", ['GET /b', 'POST /b']],
    [
      'a path that a package builds',
      "// @ts-ignore\nimport urlJoin from 'url-join'\napp.get('/b', h).get(urlJoin('/c', 'd'), h).post(urlJoin('/c', 'd'), h)",
      ['GET /b'],
      ['The path of this GET route is computed', 'The path of this POST route is computed']
    ],
    ['a wildcard', "import {cors} from 'cors'\napp.get('/b', h).use(cors()).post(h)", ['GET /b', 'POST /{rest}']],
    [
      'a value that may be a path',
      "declare const own: any\napp.get('/b', h).use(own, async (c, next) => { await next() }).post(h)",
      ['GET /b'],
      ['The path of this POST route is computed']
    ],
    [
      'a value that may be its own path',
      'declare const own: any\napp.get("/b", h).post(own, h)',
      ['GET /b'],
      ['The path of this POST route is computed']
    ]
  ]
  test.for(cases)('reads or reports the routes below %s', ([, code, routes, lost = []]) =>
    expectRead(program(code), routes, lost)
  )
})

describe('Fastify', () => {
  const program = (code: string): string =>
    `import fastify, {type FastifyInstance} from 'fastify'\nconst app = fastify()\nconst r = async (inner: FastifyInstance) => { inner.get('/a', async () => 'a') }\n${code}\napp.listen({port: 1})\n`
  const cases: readonly Case[] = [
    ['an unknown prefix', 'declare const own: any\napp.register(r, {prefix: own.prefix})', [], [COMPUTED]],
    ['unknown options', 'declare const own: any\napp.register(r, own)', [], [COMPUTED]],
    ['unknown options that are spread', 'declare const own: any\napp.register(r, {...own})', [], [COMPUTED]],
    [
      'unknown options that may override a prefix',
      "declare const own: any\napp.register(r, {prefix: '/x', ...own})",
      [],
      [COMPUTED]
    ],
    [
      'unknown options before a prefix',
      "declare const own: any\napp.register(r, {...own, prefix: '/x'})",
      ['GET /x/a']
    ],
    [
      'options whose type has no prefix, after a prefix',
      'declare const own: {logLevel: "info"}\napp.register(r, {prefix: "/x", ...own})',
      ['GET /x/a']
    ],
    ['options whose type has no prefix', 'declare const own: {logLevel: "info"}\napp.register(r, own)', ['GET /a']],
    [
      'spread options whose type has no prefix',
      'declare const own: {logLevel: "info"}\napp.register(r, {...own})',
      ['GET /a']
    ],
    ['options of a missing file', "// @ts-ignore\nimport {own} from './gone.ts'\napp.register(r, own)", [], [COMPUTED]],
    ['options from a function', "app.register(r, () => ({prefix: '/x'}))", ['GET /x/a']],
    [
      'one of two prefixes',
      "app.register(r, Math.random() > 0.5 ? {prefix: '/x'} : {})",
      [],
      ['The prefix has several possible values']
    ],
    [
      'the options of the registering plugin',
      "app.register(async (inner, own) => { inner.register(r, own) }, {prefix: '/x'})",
      ['GET /x/x/a']
    ]
  ]
  test.for(cases)('reads or reports the routes below %s', ([, code, routes, lost = []]) =>
    expectRead(program(code), routes, lost)
  )
})

describe('NestJS', () => {
  const program = (controller: string, imports: string, main: string): string =>
    "import {Controller, Get, Module} from '@nestjs/common'\nimport {NestFactory, RouterModule} from '@nestjs/core'\ndeclare const own: any\nvoid RouterModule\n" +
    `@Controller(${controller}) class A { @Get() get() { return 'a' } }\n@Module({controllers: [A]}) class Inner {}\n@Module({imports: [Inner${imports}]}) class App {}\n` +
    `async function start() { const app = await NestFactory.create(App); ${main} }\nvoid start()\n`
  const LOST = 'The path of this GET route is computed'
  const cases: readonly Case[] = [
    ['an unknown global prefix', program("'a'", '', 'app.setGlobalPrefix(own.prefix)'), [], [LOST]],
    ['an unknown controller path', program('own.path', '', ''), [], [LOST]],
    [
      'an unknown module path',
      program("'a'", ', RouterModule.register([{path: own.path, module: Inner}])', ''),
      [],
      [LOST]
    ]
  ]
  test.for(cases)('reports the routes below %s', ([, code, routes, lost = []]) => expectRead(code, routes, lost))
})

test('a function that is passed to a package is run twice, since the values around it may change', () => {
  const list = `// @ts-ignore
import {task} from '@library/tasks'
const parts: {path: string, r: Router}[] = []
const mountAll = () => { for (const part of parts) app.use(part.path, part.r) }
const r = Router(); r.get('/x', (req, res) => { res.end() })
task('before', mountAll)
parts.push({path: '/m', r})
task('after', mountAll)
app.get('/z', (req, res) => { res.end() })`
  expect(read(listening(list)).routes.toSorted()).toEqual(['GET /m/x', 'GET /z'])
  const name = `// @ts-ignore
import {wrap} from '@library/tasks'
let base = '/one'
const register = () => { app.get(base, (req, res) => { res.end() }) }
wrap(register)
base = '/two'
wrap(register)`
  expect(read(listening(name)).routes.toSorted()).toEqual(['GET /one', 'GET /two'])
  const often = read(listening(name + '\nwrap(register)'.repeat(9)))
  expect(often.warned.filter(each => each.includes('passed on too often'))).toHaveLength(3)
})

test.for([
  "let i = 0; while (i < 3) { app.get('/w' + i, h); i++ }",
  "let i = 0; for (; i < 3; i += 1) { app.get('/w' + i, h) }",
  "const all = ['/a', '/b']; let i = 0; do { app.get(all[i] ?? '', h) } while (++i < 2)",
  "let n: string | undefined = '/a'; while (n) { app.get(n, h); n = n === '/a' ? '/b' : undefined }"
])('a path that changes in a loop is reported as unknown: `%s`', code => {
  const {routes, lost} = read(listening(`const h = (req: any, res: any) => { res.end() }\n${code}`))
  expect(routes).toEqual([])
  expect(lost).toEqual([expect.stringMatching(/path of this GET route (is computed|has several possible values)/)])
})

test('compiled code is read despite type declarations next to it', () => {
  const star = `var __importStar = (this && this.__importStar) || function (mod) {
    if (mod && mod.__esModule) return mod;
    var result = {};
    if (mod != null) for (var k in mod) if (k !== "default") result[k] = mod[k];
    result["default"] = mod;
    return result;
};`
  const files = {
    'server.js': `"use strict";
${star}
Object.defineProperty(exports, "__esModule", { value: true });
const express = __importStar(require("express"));
const routes = __importStar(require("./routes"));
const app = express.default();
app.use("/api", routes.create());
app.listen(3000);`,
    'routes.js': `"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.create = create;
const express_1 = require("express");
function create() {
    const router = (0, express_1.Router)();
    router.get("/loans", (req, res) => { res.json([]); });
    return router;
}`,
    'routes.d.ts': "import { Router } from 'express';\nexport declare function create(): Router;"
  }
  const {routes, lost} = read(files, 'server.js')
  expect({routes, lost}).toEqual({routes: ['GET /api/loans'], lost: []})
})
