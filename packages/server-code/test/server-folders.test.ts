// biome-ignore-all lint/suspicious/noTemplateCurlyInString: programs are written as text
// Routers that a program finds at run time: in a folder, by a computed name, in code that isn't there.

import {expect, test} from 'vitest'
import {sample} from '../../../test/tier.ts'
import {read} from './small-programs.ts'

type Files = Readonly<Record<string, string>>

const LOANS =
  "import {Router} from 'express'\nconst router = Router()\nrouter.get('/loans', (req, res) => { res.end() })\nexport default router\n"
const READERS = LOANS.replaceAll('loans', 'readers')
const HEAD =
  "import express from 'express'\nimport path from 'node:path'\nimport {readdirSync} from 'node:fs'\nconst app = express()\n"
const HEALTH = "app.get('/health', (req, res) => { res.end() })\napp.listen(3000)\n"

function readFolder(server: string, more: Files = {}) {
  const found = read({
    'server.ts': `${HEAD}${server}\n${HEALTH}`,
    'api/loans.ts': LOANS,
    'api/readers.ts': READERS,
    ...more
  })
  const plain = (lines: readonly string[]) => lines.map(each => each.replace(/:\d+:\d+/, ''))
  return {routes: found.routes.toSorted(), lost: plain(found.lost)}
}

const COMPUTED = "is loaded by a name that can't be followed. Its routes aren't read. Import it by name."

test.each(
  sample([
    [
      '`require` of a computed name',
      "app.use('/api', require(String(Math.random())).default)",
      `server.ts What is mounted below \`/api\` ${COMPUTED}`
    ],
    [
      '`import` of a computed name',
      "import(String(Math.random())).then(it => app.use('/api', it.default))",
      `server.ts What is mounted below \`/api\` ${COMPUTED}`
    ],
    [
      'one of two exports',
      'const it = require(String(Math.random()))\napp.use(it.default || it)',
      `server.ts What is mounted ${COMPUTED}`
    ],
    [
      'a function that gets the application',
      'require(String(Math.random()))(app)',
      "server.ts The application is passed to a file that is loaded by a name that can't be followed. Routes that it adds aren't read."
    ],
    [
      'a function of a missing file',
      "// @ts-ignore\nimport {RegisterRoutes} from './generated/routes'\nRegisterRoutes(app)",
      'server.ts The application is passed to `./generated/routes`'
    ]
  ])
)('a program that loads routers in a way that is not known is read in part: %s', (_, server, lost) => {
  const found = readFolder(server)
  expect(found.routes).toEqual(['GET /health'])
  expect(found.lost).toEqual([lost.split(',')[0]])
})

const BOTH = ['GET /api/loans', 'GET /api/readers', 'GET /health']
const mount = "const {default: found} = require(path.join(folder, file)); app.use('/api', found)"
const FOLDER = "const folder = path.join(__dirname, 'api')\n"

test.each(
  sample([
    ['a loop', `${FOLDER}for (const file of readdirSync(folder)) { ${mount} }`],
    ['forEach', `${FOLDER}readdirSync(folder).forEach(file => { ${mount} })`],
    [
      'a filter',
      `${FOLDER}for (const file of readdirSync(folder).filter(it => it.endsWith('.ts') && !/^index/.test(it))) { ${mount} }`
    ],
    [
      'a filter for compiled files',
      `${FOLDER}for (const file of readdirSync(folder).filter(it => it.indexOf('.') !== 0 && it.slice(-3) === '.js')) { ${mount} }`
    ],
    [
      'entries with their types',
      `${FOLDER}for (const it of readdirSync(folder, {withFileTypes: true})) { if (!it.isFile()) continue; const file = it.name; ${mount} }`
    ],
    [
      'a folder of the working directory',
      `const folder = path.resolve('api')\nfor (const file of readdirSync(folder)) { ${mount} }`
    ],
    [
      'a callback',
      `${FOLDER}import fs from 'fs'\nfs.readdir(folder, (error, files) => { for (const file of files) { ${mount} } })`
    ],
    [
      'promises',
      `${FOLDER}import {readdir} from 'node:fs/promises'\nasync function load() { for (const file of await readdir(folder)) { const it = await import(path.join(folder, file)); app.use('/api', it.default) } }\nawait load()`
    ],
    [
      'a module',
      "import {dirname, join} from 'path'\nimport {fileURLToPath, pathToFileURL} from 'url'\nconst here = dirname(fileURLToPath(import.meta.url))\nfor (const file of readdirSync(join(here, 'api'))) { const it = await import(pathToFileURL(join(here, 'api', file)).href); app.use('/api', it.default) }"
    ],
    [
      'a template',
      "for (const file of readdirSync(path.join(__dirname, 'api'))) app.use('/api', require(`./api/${file}`).default)"
    ],
    [
      'names without their ending',
      "readdirSync(path.join(__dirname, 'api')).map(file => file.replace(/\\.ts$/, '')).forEach(name => app.use('/api', require(`./api/${name}`).default))"
    ],
    [
      'a pattern',
      "import {globSync} from 'glob'\nfor (const file of globSync(path.join(__dirname, 'api/**/*.{ts,js}'))) app.use('/api', require(file).default)"
    ],
    [
      'a pattern of fast-glob',
      "import fg from 'fast-glob'\nfor (const file of fg.sync('api/*.ts', {cwd: __dirname, absolute: true})) app.use('/api', require(file).default)"
    ],
    [
      '`import.meta.glob`',
      "for (const it of Object.values(import.meta.glob('./api/*.ts', {eager: true}))) app.use('/api', it.default)"
    ],
    [
      'folders in folders',
      `const load = folder => readdirSync(folder).forEach(file => { const at = path.join(folder, file); if (statSync(at).isDirectory()) return load(at); app.use('/api', require(at).default) })\nimport {statSync} from 'fs'\nload(path.join(__dirname, 'deep'))`
    ]
  ])
)('routers in a folder are read: %s', (_, server) => {
  const found = readFolder(server, {
    'deep/a/b/c/loans.ts': LOANS,
    'deep/readers.ts': READERS,
    'package.json': '{"name": "library"}'
  })
  expect(found).toEqual({routes: BOTH, lost: []})
})

test.each([
  [
    'a prefix from the name',
    "readdirSync(path.join(__dirname, 'api')).forEach(file => app.use('/' + path.parse(file).name, require('./api/' + file).default))",
    ['GET /health', 'GET /loans/loans', 'GET /readers/readers']
  ],
  [
    'functions that get the application',
    "readdirSync(path.join(__dirname, 'added')).forEach(file => require('./added/' + file)(app))",
    ['GET /added', 'GET /health']
  ]
])('routers in a folder are read with %s', (_, server, routes) => {
  const found = readFolder(server, {
    'added/one.js': "module.exports = app => { app.get('/added', (req, res) => { res.end() }) }\n"
  })
  expect(found).toEqual({routes, lost: []})
})

test.each(
  sample([
    [
      'a missing folder',
      "for (const file of readdirSync(path.join(__dirname, 'gone'))) app.use('/api', require('./gone/' + file).default)"
    ],
    [
      'a folder from the environment',
      "for (const file of readdirSync(process.env.ROUTES)) app.use('/api', require(path.join(process.env.ROUTES, file)).default)"
    ],
    [
      'a loader of a package',
      "import requireAll from 'require-all'\nfor (const it of Object.values(requireAll(path.join(__dirname, 'api')))) app.use('/api', it.default)"
    ],
    [
      'a folder as webpack sees it',
      "const all = require.context('./api', true)\nall.keys().forEach(key => app.use('/api', all(key).default))"
    ]
  ])
)('a program that loads a folder in a way that is not known is read in part: %s', (_, server) => {
  const found = readFolder(server)
  expect(found.routes).toEqual(['GET /health'])
  expect(found.lost).toHaveLength(1)
})

const plugin = (path: string, more = ''): string =>
  `${more}export default async (fastify: any) => { fastify.get('${path}', async () => 'a') }\n`

function readAutoload(options: string, more: Files = {}) {
  const found = read({
    'server.ts': `import fastify from 'fastify'\nimport path from 'node:path'\n// @ts-ignore\nimport autoload from '@fastify/autoload'\nconst app = fastify()\napp.register(autoload, {dir: path.join(__dirname, 'routes'), ${options}})\napp.get('/health', async () => 'a')\napp.listen({port: 1})\n`,
    'routes/home.ts': plugin('/home'),
    'routes/api/index.ts': plugin('/'),
    'routes/api/helpers.ts': plugin('/never'),
    'routes/api/_id/loans.ts': plugin('/loans'),
    'routes/api/_id/autohooks.ts': plugin('/never'),
    ...more
  })
  return {routes: found.routes.toSorted(), lost: found.lost.map(each => each.replace(/^\S+ /, ''))}
}

test.each(
  sample([
    ['', ['GET /api', 'GET /api/_id/loans', 'GET /health', 'GET /home']],
    ['routeParams: true', ['GET /api', 'GET /api/{id}/loans', 'GET /health', 'GET /home']],
    ['dirNameRoutePrefix: false', ['GET /', 'GET /health', 'GET /home', 'GET /loans']],
    ["options: {prefix: '/v1'}", ['GET /health', 'GET /v1/api', 'GET /v1/api/_id/loans', 'GET /v1/home']]
  ])
)('plugins of Fastify in a folder are read with `%s`', (options, routes) => {
  expect(readAutoload(options)).toEqual({routes, lost: []})
})

test('plugins of Fastify in a folder choose their prefix, or are left out', () => {
  const {routes, lost} = readAutoload('', {
    'routes/home.ts': plugin('/home', "export const autoPrefix = '/own'\n"),
    'routes/off.ts': plugin('/off', 'export const autoload = false\n'),
    'routes/deep/a.ts': plugin('/a', "export const autoPrefix = '/b'\n")
  })
  expect(routes).toEqual(['GET /api', 'GET /api/_id/loans', 'GET /health', 'GET /own/home'])
  expect(lost).toEqual(['The prefix is computed', "The GET route `/off` is in code that the entry doesn't reach"])
})

test.each(['ignorePattern: /home/', 'matchFilter: (path: string) => true', 'dir: String(Math.random())'])(
  'plugins of Fastify in a folder are missing with `%s`',
  options => {
    expect(readAutoload(options)).toEqual({
      routes: ['GET /health'],
      lost: ["Plugins are loaded from a folder that can't be followed (`@fastify/autoload`)"]
    })
  }
)
