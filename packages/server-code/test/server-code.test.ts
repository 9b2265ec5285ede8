// biome-ignore-all lint/suspicious/noTemplateCurlyInString: programs are written as text
// Small programs, compiled in memory, one for each test: what is read, and what is reported as unreadable.

import {mkdtempSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import process from 'node:process'
import {createDiskFileTree} from '@tenure/core/documents/file-tree'
import {openWorkspace} from '@tenure/core/stores/files/workspace'
import {readSnapshot} from '@tenure/openapi/read/snapshot'
import {describe, expect, test} from 'vitest'
import {sample} from '../../../test/tier.ts'
import {codeReader} from '../src/code-reader.ts'
import {listening, read, readAll} from './small-programs.ts'

describe('routes are read from', () => {
  const cases: readonly (readonly [name: string, code: string, routes: readonly string[]])[] = [
    [
      'constants and templates',
      "const A = '/a'; const o = {b: {c: 'c'}} as const; app.get(`${A}/${o.b.c}` + '/d', h)",
      ['GET /a/c/d']
    ],
    ['enumerations', "enum Path { Loans = '/loans' }\napp.get(Path.Loans, h)", ['GET /loans']],
    ['lists of paths', "app.get(['/a', '/b'], h)", ['GET /a', 'GET /b']],
    [
      'loops over lists',
      "for (const [m, p] of [['get', '/a'], ['post', '/b']] as const) app[m](p, h)",
      ['GET /a', 'POST /b']
    ],
    [
      'entries of objects',
      "for (const [path, fn] of Object.entries({'/a': h, '/b': h})) app.get(path, fn)",
      ['GET /a', 'GET /b']
    ],
    ['forEach and map', "['a', 'b'].map(x => `/${x}`).forEach(p => app.delete(p, h))", ['DELETE /a', 'DELETE /b']],
    [
      'functions that create routers',
      "const crud = (name: string) => { const r = Router(); r.get('/', h); r.put('/:id', h); app.use('/' + name, r) }\ncrud('loans'); crud('readers')",
      ['GET /loans', 'PUT /loans/{id}', 'GET /readers', 'PUT /readers/{id}']
    ],
    [
      'classes that extend others',
      "class Base { r = Router(); constructor(p: string) { this.r.get(p, h); this.more() } more() {} }\nclass Own extends Base { more() { this.r.post('/own', h) } }\napp.use(new Own('/base').r)",
      ['GET /base', 'POST /own']
    ],
    [
      'promises',
      "const made = async () => { const r = Router(); r.get('/later', h); return r }\nmade().then(r => app.use(r))",
      ['GET /later']
    ],
    [
      'callbacks',
      "import {createServer} from 'node:http'\nconst on = (s: unknown) => s\nprocess.nextTick(() => { app.get('/tick', h) }); on(createServer(app))",
      ['GET /tick']
    ],
    ['early returns', "const add = (p?: string) => { if (!p) return; app.get(p, h) }\nadd(); add('/a')", ['GET /a']],
    [
      'defaults and spread',
      "const add = ({base = '/x', tail}: {base?: string; tail: string}, ...more: string[]) => { app.get([base + tail, ...more], h) }\nadd({tail: '/a'}, '/b')",
      ['GET /x/a', 'GET /b']
    ],
    ['route(path)', "app.route('/a').get(h).post(h, h)", ['GET /a', 'POST /a']],
    ['patterns in a path', "app.get('/users/:id(\\\\d+)/from-:a-to-:b', h)", ['GET /users/{id}/from-{a}-to-{b}']],
    ['paths with optional parts', "app.get('/a{/:b}/c', h)", ['GET /a/c', 'GET /a/{b}/c']],
    ['`app.get` calls that are not settings', "app.set('x', 1); app.get('x'); app.get('/a', h)", ['GET /a']],
    ['the first of two equal paths', "app.get('/a/:x', h); app.get('/a/:y', h)", ['GET /a/{x}']]
  ]
  test.each(sample(cases))('%s', (_, code, routes) => {
    const {routes: found, lost} = read(
      listening(`const h = (req: express.Request, res: express.Response) => { res.end() }\n${code}`)
    )
    expect({found, lost}).toEqual({found: routes, lost: []})
  })
})

describe('an unreadable part is reported:', () => {
  const cases: readonly (readonly [name: string, code: string, lost: readonly string[], warned?: readonly string[]])[] =
    [
      [
        'a computed path',
        'app.get(String(Math.random()), h)',
        ['server.ts:4:9 The path of this GET route is computed']
      ],
      [
        'a regular expression',
        'app.get(/a+/, h)',
        ['server.ts:4:9 The path of this GET route is a regular expression']
      ],
      [
        'a path with several values',
        "app.get(Math.random() > 0.5 ? '/a' : '/b', h)",
        ['server.ts:4:9 The path of this GET route has several possible values']
      ],
      [
        'a computed prefix',
        "const r = Router(); r.get('/a', h); r.get('/b', h); app.use(String(Math.random()), r)",
        ['server.ts:4:53 The prefix is computed']
      ],
      [
        'a router from unknown code',
        "declare const elsewhere: express.Router\napp.use('/x', elsewhere)",
        ["server.ts:5:15 The router below `/x` comes from code that can't be followed. Its routes aren't read."]
      ],
      [
        'a router that is passed to unknown code',
        "const r = Router(); r.get('/a', h); (globalThis as any).mount(r); app.get('/', h)",
        ["server.ts:4:37 A router is passed to code that can't be followed"]
      ],
      [
        'code that nothing calls',
        "export function later(r: express.Router) { r.get('/later', h) }\napp.get('/', h)",
        ["server.ts:4:44 The GET route `/later` is in code that the entry doesn't reach"]
      ],
      [
        'an untyped value with the methods of a router',
        "const any: any = JSON.parse('')\nany.get('/x', (q: unknown, s: unknown) => {}); any.get('/y'); app.get('/', h)",
        ["server.ts:5:1 The GET route `/x` is in code that the entry doesn't reach"]
      ],
      [
        'a repeated character in a path',
        "app.get('/ab?c', h)",
        ["server.ts:4:9 The GET route `/ab?c` isn't read: its path has `?`"]
      ],
      [
        'a router that nothing mounts',
        "const r = Router(); r.get('/a', h); app.get('/', h)",
        [],
        ['server.ts:4:11 Nothing serves or mounts this router']
      ],
      [
        'an environment variable in a path',
        "app.get(`${process.env.BASE ?? '/api'}/a`, h)",
        [],
        ['server.ts:4:12 The path depends on the environment. It is read as `/api/a`.']
      ],
      [
        'a conditional route',
        "if (Math.random() > 0.5) app.get('/a', h)",
        [],
        ['server.ts:4:26 The GET route `/a` is added only under a condition. It is read as always there.']
      ],
      [
        'the type `any`',
        "app.get('/a', (req, res) => { res.json(JSON.parse('')) })",
        [],
        ['server.ts:4:40 The JSON of a type `any` is unknown. Use a type that states its content.']
      ]
    ]
  test.each(sample(cases))('%s', (_, code, lost, warned = []) => {
    const found = read(listening(`const h = (req: express.Request, res: express.Response) => { res.end() }\n${code}`))
    expect({lost: found.lost, warned: found.warned}).toEqual({lost, warned})
  })
})

test('CommonJS modules are read', () => {
  const {routes, lost} = read(
    {
      'server.js':
        "const express = require('express')\nconst {prefix} = require('./config')\nconst app = express()\napp.use(prefix, require('./routes'))\napp.listen(3000)\n",
      'config.js': "module.exports = {prefix: '/api'}\n",
      'routes/index.js':
        "const {Router} = require('express')\nconst router = Router()\nrouter.get('/loans', (req, res) => res.json([]))\nexports.other = 1\nmodule.exports = router\n"
    },
    'server.js'
  )
  expect({routes, lost}).toEqual({routes: ['GET /api/loans'], lost: []})
})

test('an entry that only exports a function is called', () => {
  const {routes, lost} = read({
    'server.ts':
      "import type {FastifyInstance} from 'fastify'\nexport default async function plugin(app: FastifyInstance) { app.get('/a', async () => 'a') }\n"
  })
  expect({routes, lost}).toEqual({routes: ['GET /a'], lost: []})
})

test('a tsconfig.json that lists the files is an entry', () => {
  const {routes} = read(
    {'tsconfig.json': '{"files": ["a.ts"]}', 'a.ts': listening("app.get('/a', (req, res) => { res.end() })")},
    'tsconfig.json'
  )
  expect(routes).toEqual(['GET /a'])
})

describe('a TypeScript type becomes a schema:', () => {
  const schemaOf = (type: string, more = ''): unknown => {
    const {root} = read(
      listening(
        `${more}\ndeclare const it: ${type}\napp.get('/', (req, res: express.Response<${type}>) => { res.json(it) })`
      )
    )
    const content = root.paths['/']?.get?.responses as Record<string, {content: Record<string, {schema: unknown}>}>
    return content['200']?.content['application/json']?.schema
  }
  test.each<readonly [type: string, schema: unknown]>(
    sample([
      ["'a' | 'b'", {type: 'string', enum: ['a', 'b']}],
      ['1 | 2 | null', {anyOf: [{type: 'number', enum: [1, 2]}, {type: 'null'}]}],
      ['boolean', {type: 'boolean'}],
      ['string | null', {type: ['string', 'null']}],
      ['Date', {type: 'string', format: 'date-time'}],
      ['string[]', {type: 'array', items: {type: 'string'}}],
      [
        '[string, number?]',
        {type: 'array', prefixItems: [{type: 'string'}, {type: 'number'}], minItems: 1, items: false, maxItems: 2}
      ],
      ['Record<string, number>', {type: 'object', additionalProperties: {type: 'number'}}],
      [
        '{a: string; b?: number; c: undefined; d: () => void; e: symbol}',
        {type: 'object', properties: {a: {type: 'string'}, b: {type: 'number'}}, required: ['a']}
      ],
      [
        '{a: 1} & {b: 2}',
        {
          type: 'object',
          properties: {a: {type: 'number', const: 1}, b: {type: 'number', const: 2}},
          required: ['a', 'b']
        }
      ],
      ['{toJSON(): string}', {type: 'string'}],
      ["Pick<{a: string; b: string}, 'a'>", {type: 'object', properties: {a: {type: 'string'}}, required: ['a']}],
      ["string & {__brand: 'Id'}", {type: 'string'}],
      ['bigint', {$ref: '#/x-unknown'}],
      ['{x: unknown}', {type: 'object', properties: {x: {}}, required: ['x']}]
    ])
  )('%s', (type, schema) => {
    expect(schemaOf(type)).toEqual(schema)
  })

  test('a generic, recursive type', () => {
    const {root} = read(
      listening(
        "interface Tree<T> { value: T; inner: Tree<T>[] }\napp.get('/', (req, res: express.Response<Tree<number>>) => { res.json({value: 1, inner: []}) })"
      )
    )
    expect(root.components?.schemas).toEqual({
      Tree_number: {
        type: 'object',
        properties: {
          value: {type: 'number'},
          inner: {type: 'array', items: {$ref: '#/components/schemas/Tree_number'}}
        },
        required: ['value', 'inner']
      }
    })
  })
})

describe('a comment states the lifecycle of a route:', () =>
  test.each<readonly [comment: string, lifecycle: object]>(
    sample([
      ['@deprecated', {deprecated: true}],
      [
        '@deprecated Since 2025-01-02: use `GET /b`.',
        {deprecated: true, 'x-deprecated-since': '2025-01-02', 'x-replaced-by': 'GET /b'}
      ],
      ['@deprecated since 2.4, removed in 3.0', {deprecated: true, 'x-deprecated-since': '2.4', 'x-sunset': '3.0'}],
      [
        '@deprecated\n * @sunset 2026-01-01\n * @see {@link other}',
        {deprecated: true, 'x-sunset': '2026-01-01', 'x-replaced-by': 'GET /other/{id}'}
      ],
      ['@beta', {'x-stability-level': 'beta'}],
      ['@alpha\n * @since 1.2.0', {'x-stability-level': 'alpha', 'x-since': '1.2.0'}],
      ['@see https://library.example', {}],
      ['Says it.', {summary: 'Says it.'}]
    ])
  )('%s', (comment, lifecycle) => {
    const {root} = read(
      listening(
        `function other(req: express.Request, res: express.Response) { res.end() }\napp.get('/other/:id', other)\n/**\n * ${comment}\n */\napp.get('/', (req, res) => { res.end() })`
      )
    )
    const {responses, ...documented} = root.paths['/']?.get ?? {}
    expect(documented).toEqual(lifecycle)
    expect(responses).toBeDefined()
  }))

test('Zod schemas in a validator become the schema of the request body', () => {
  const {root, lost} = read(
    "import {Hono} from 'hono'\nimport {z} from 'zod'\ndeclare function zValidator(target: string, schema: unknown): never\n" +
      "const base = z.object({id: z.uuid(), tags: z.array(z.string().max(3)).nonempty(), kind: z.union([z.literal('a'), z.literal(2)])})\n" +
      "const app = new Hono()\napp.post('/', zValidator('json', base.omit({id: true}).extend({at: z.iso.date().nullish()})), c => c.text(''))\nexport default app\n"
  )
  const body = root.paths['/']?.post?.requestBody as {content: Record<string, {schema: unknown}>}
  expect(lost).toEqual([])
  expect(body.content['application/json']?.schema).toEqual({
    type: 'object',
    properties: {
      tags: {type: 'array', items: {type: 'string', maxLength: 3}, minItems: 1},
      kind: {
        anyOf: [
          {type: 'string', const: 'a'},
          {type: 'number', const: 2}
        ]
      },
      at: {type: ['string', 'null'], format: 'date'}
    },
    required: ['tags', 'kind']
  })
})

test('a computed Zod default is reported', () => {
  const {root, lost, warned} = read(
    "import {Hono} from 'hono'\nimport {z} from 'zod'\ndeclare function zValidator(target: string, schema: unknown): never\n" +
      "const loan = z.object({due: z.string().default(() => new Date().toISOString()).describe('x'), size: z.number().default(5)})\n" +
      "const app = new Hono()\napp.post('/', zValidator('json', z.object({loan})), c => c.text(''))\nexport default app\n"
  )
  const body = root.paths['/']?.post?.requestBody as {content: Record<string, {schema: object}>}
  expect(JSON.stringify(body.content['application/json']?.schema)).toContain('"default":5')
  expect(lost).toEqual([])
  expect(warned).toEqual(['server.ts:4:40 The default is computed'])
})

const ZOD_3 =
  "import {z} from 'zod/v3'\n// @ts-ignore\nimport calendar from 'library-calendar'\n" +
  'const reader = z.object({id: z.string(), name: z.string().nullable(), tag: z.string().optional(), day: z.string().transform(day => calendar(day))})\n'

test('a field of Zod 3 whose type is unknown leaves the types of its siblings', () => {
  const {root, warned} = read(
    listening(`${ZOD_3}app.get('/', (req, res: express.Response<z.infer<typeof reader>>) => { res.json({} as any) })`)
  )
  const schema = {
    type: 'object',
    properties: {
      id: {type: 'string'},
      name: {type: ['string', 'null']},
      tag: {type: 'string'},
      day: {$ref: '#/x-unknown'}
    },
    required: ['id', 'name', 'day']
  }
  expect(root.paths['/']?.get?.responses).toEqual({
    '200': {description: '', content: {'application/json': {schema}}}
  })
  expect(warned).toEqual([
    'server.ts:6:99 The JSON of a type `any` of `day` is unknown. Use a type that states its content.',
    "server.ts:5:22 Types of packages that aren't installed are unknown: `library-calendar`. Run `npm ci` first."
  ])
})

test.each([
  ['parse(req.body)', 'requestBody'],
  ['safeParse(req.body)', 'requestBody'],
  ['parse(req.query)', 'parameters']
])('a default counts where a Zod schema checks a request: %s', (use, part) => {
  const {root} = read(
    listening(
      `import {z} from 'zod'\nconst loan = z.object({id: z.string(), pages: z.number().min(1).default(5)})\napp.post('/', (req, res) => { loan.${use}; res.end() })`
    )
  )
  const found = JSON.stringify(root.paths['/']?.post?.[part])
  expect(found).toContain('{"type":"number","minimum":1,"default":5}')
  expect(found).toContain(part === 'parameters' ? '"name":"pages","in":"query","required":false' : '"required":["id"]')
})

test('a file that `require` names in TypeScript is followed', () => {
  const {routes, lost} = read({
    'server.ts': listening("declare const require: any\nrequire('./loaders').default({app})"),
    'loaders/index.ts':
      "import type express from 'express'\nexport default ({app}: {app: express.Application}) => { app.get('/a', (req, res) => { res.end() }) }\n"
  })
  expect({routes, lost}).toEqual({routes: ['GET /a'], lost: []})
})

test('a package that is not installed is not reported if all types are known', () => {
  const {warned} = read(
    listening("// @ts-ignore\nimport 'library-calendar'\napp.get('/', (req, res) => { res.end() })")
  )
  expect(warned).toEqual([])
})

test('an import of a file that is no code adds no routes', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tenure-text-'))
  const files = {
    'loans.yaml': 'loans: all',
    'server.ts':
      "import {Hono} from 'hono'\nimport page from './loans.yaml' with {type: 'text'}\nconst app = new Hono()\n" +
      "app.get('/loans', c => c.text(page as unknown as string))\nexport default app\n"
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  const opened = codeReader.read(createDiskFileTree(openWorkspace(folder, process.env).files, 'server.ts'))
  expect(readSnapshot(opened).operations.map(({path}) => path)).toEqual(['/loans'])
})

describe('a file of JavaScript next to one of TypeScript', () => {
  const files = {
    'server.ts': listening("import {fees} from './fees'\napp.use('/v1', fees)"),
    'fees.ts':
      "import {Router} from 'express'\nexport const fees = Router()\nfees.get('/fees', (req, res) => { res.end() })\n"
  }

  test.each(['fees.js', 'fees.jsx'])('is reported: %s', name => {
    const {routes, snapshot} = read({...files, [name]: ''})
    expect(routes).toEqual(['GET /v1/fees'])
    expect(snapshot.gaps).toEqual([
      {
        message: `\`${name}\` has the same name, and which of both runs depends on the program that starts the server. It isn't read. Delete one of them.`,
        place: {source: 'fees.ts', line: 1, column: 1},
        isRead: true
      }
    ])
  })
  test.each(['server.js', 'fees.mjs', 'fees.json'])('is not reported if no import could mean it: %s', name => {
    expect(read({...files, [name]: ''}).warned).toEqual([])
  })
})

test('a plugin made with fastify-plugin shares the prefix of the plugin that registers it', () => {
  const {routes, lost} = read(
    "import fastify from 'fastify'\nimport fp from 'fastify-plugin'\nconst app = fastify()\n" +
      "app.register(async inner => { inner.register(fp(async (same: typeof inner) => { same.get('/b', async () => 'b') }), {prefix: '/ignored'}) }, {prefix: '/a'})\napp.listen({port: 1})\n"
  )
  expect({routes, lost}).toEqual({routes: ['GET /a/b'], lost: []})
})

test('Hono mounts only the routes that a router has at that time', () => {
  const {routes} = read(
    "import {Hono} from 'hono'\nconst inner = new Hono()\ninner.get('/a', c => c.text(''))\nconst app = new Hono()\napp.route('/x', inner)\ninner.get('/late', c => c.text(''))\nexport default app\n"
  )
  expect(routes).toEqual(['GET /x/a'])
})

test('a controller that no module lists is reported', () => {
  const {lost, routes} = read(
    "import {Controller, Get, Module} from '@nestjs/common'\nimport {NestFactory} from '@nestjs/core'\n" +
      "@Controller('a') class A { @Get() get() { return 'a' } }\n@Controller('b') class B { @Get() get() { return 'b' } }\n" +
      '@Module({controllers: [A]}) class App {}\nvoid NestFactory.create(App)\n'
  )
  expect(routes).toEqual(['GET /a'])
  expect(lost).toEqual(['server.ts:4:24 No module lists controller `B`'])
})

test('routes on the platform below Nest are read, and its middleware is reported', () => {
  const {routes, lost, warned} = read(
    "import {Controller, Get, Module} from '@nestjs/common'\nimport {NestFactory} from '@nestjs/core'\n" +
      "@Controller('a') class A { @Get() get() { return 'a' } }\n@Module({controllers: [A]}) class App {}\n" +
      'async function start() {\n  const app = await NestFactory.create(App)\n' +
      "  app.setGlobalPrefix('api')\n  app.getHttpAdapter().getInstance().get('/below', (req: any, res: any) => { res.end() })\n" +
      "  app.use('/all', (req: any, res: any) => { res.end() })\n}\nvoid start()\n"
  )
  expect({routes: routes.toSorted(), warned}).toEqual({routes: ['GET /api/a', 'GET /below'], warned: []})
  expect(lost).toEqual(["server.ts:9:19 The middleware below `/all` responds by itself. Its responses aren't read."])
})

test('the same program gives the same bytes', () => {
  const code = listening(
    "interface B {x: A[]}\ninterface A {y?: B}\napp.get('/', (req, res: express.Response<B>) => { res.json({x: []}) })"
  )
  expect(JSON.stringify(readAll(code).main.root)).toBe(JSON.stringify(readAll(code).main.root))
})
