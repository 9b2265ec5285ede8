// Programs that something else starts: their exports are called as it would call them, and no lost prefix goes
// unreported.
import {describe, expect, test} from 'vitest'
import {read} from './small-programs.ts'

type Files = Readonly<Record<string, string>>
interface Reported {
  readonly lost?: readonly string[]
  readonly warned?: readonly string[]
}
type Case = readonly [name: string, server: string, routes: readonly string[], more?: Reported]

const ROUTES =
  "import express from 'express'\nconst router = express.Router()\nrouter.get('/loans', (req, res) => { res.end() })\nexport default router\n"
const HEAD = "import express from 'express'\nimport loans from './loans'\n"

function expectRead(
  server: string,
  routes: readonly string[],
  {lost = [], warned = []}: Reported = {},
  more: Files = {}
): void {
  const entry = server.includes('module.exports') ? 'server.js' : 'server.ts'
  const found = read({[entry]: server, 'loans.ts': ROUTES, ...more}, entry)
  const plain = (lines: readonly string[]) => lines.map(each => each.replace(/:\d+:\d+/, ''))
  expect({routes: found.routes.toSorted(), lost: plain(found.lost), warned: plain(found.warned)}).toEqual({
    routes,
    lost,
    warned
  })
}

describe('an export of the entry file is called', () => {
  const API = ['GET /api/loans']
  const cases: readonly Case[] = [
    [
      'if it is a function',
      `${HEAD}export async function start() { const app = express(); app.use('/api', loans); app.listen(3000) }`,
      API
    ],
    [
      'if it is a function that calls another exported one',
      `${HEAD}export function mount(app: any, base: string) { app.use(base, loans) }\nexport function start() { const app = express(); mount(app, '/api'); app.listen(3000) }`,
      API
    ],
    [
      'if it is a function next to a class',
      `${HEAD}export class App { app = express(); async config() { this.app.use('/api', loans) } }\nexport async function start() { const it = new App(); await it.config(); it.app.listen(3000) }`,
      API
    ],
    [
      'if it is the default export',
      `${HEAD}export default () => { const app = express(); app.use('/api', loans); return app }`,
      API
    ],
    [
      'if it is a function in an object',
      `${HEAD}export default {async handler() { const app = express(); app.use('/api', loans); app.listen(3000) }}`,
      API
    ],
    [
      'if it is a CommonJS function',
      `const express = require('express')\nconst loans = require('./loans').default\nmodule.exports = async function () { const app = express(); app.use('/api', loans); app.listen(3000) }`,
      API
    ],
    [
      'if it is a CommonJS object',
      `const express = require('express')\nconst loans = require('./loans').default\nconst app = express()\nfunction start() { app.use('/api', loans); app.listen(3000) }\nmodule.exports = {app, start}`,
      API
    ],
    [
      'if it is the action of a command',
      `${HEAD}// @ts-ignore\nimport {Command} from '@library/commands'\nexport default class Start extends Command { async run() { const app = express(); app.use('/api', loans); app.listen(3000) } }`,
      API
    ],
    [
      'if it is a class with a static method',
      `${HEAD}export class Server { static start() { const app = express(); app.use('/api', loans); app.listen(3000) } }`,
      API
    ],
    [
      'if it is an instance of a class',
      `${HEAD}class Server { app = express(); start() { this.#mount(); this.app.listen(3000) } #mount() { this.app.use('/api', loans) } }\nexport default new Server()`,
      API
    ],
    [
      'if it is a request handler',
      `${HEAD}// @ts-ignore\nimport serverless from 'serverless-http'\nconst app = express()\napp.use('/api', loans)\nexport const handler = serverless(app)`,
      API
    ],
    [
      'if it is a handler that creates the server on its first request',
      `${HEAD}// @ts-ignore\nimport serverless from 'serverless-http'\nlet it: any\nexport const handler = async (event: unknown) => { if (!it) { const app = express(); app.use('/api', loans); it = serverless(app) } return it(event) }`,
      API
    ],
    [
      'if it is a Fastify plugin',
      "import type {FastifyInstance} from 'fastify'\nexport default async function (it: FastifyInstance) { it.get('/loans', async () => 'ok') }",
      ['GET /loans']
    ],
    [
      'if it is a typed Fastify plugin',
      "import type {FastifyPluginAsync} from 'fastify'\nconst plugin: FastifyPluginAsync = async it => { it.get('/loans', async () => 'ok') }\nexport default plugin",
      ['GET /loans']
    ],
    [
      'if it is a Fastify plugin made with fastify-plugin',
      "// @ts-ignore\nimport fp from 'fastify-plugin'\nexport default fp(async (fastify: any) => { fastify.get('/loans', async () => 'ok') })",
      ['GET /loans'],
      {warned: ['server.ts `node_modules` is missing']}
    ]
  ]
  for (const [name, server, routes, more] of cases) test(name, () => expectRead(server, routes, more))
})

describe('an entry file that starts by itself is read without calling its exports', () => {
  const cases: readonly Case[] = [
    [
      'next to an exported function for tests',
      `${HEAD}const app = express()\napp.use('/api', loans)\napp.listen(3000)\nexport function createTestApp() { const other = express(); other.use('/test', loans); return other }`,
      ['GET /api/loans']
    ],
    [
      'if it is only a router',
      "import express from 'express'\nexport const router = express.Router()\nrouter.get('/loans', (req, res) => { res.end() })",
      ['GET /loans']
    ]
  ]
  for (const [name, server, routes, more] of cases) test(name, () => expectRead(server, routes, more))
})

describe('a prefix in code that the entry does not reach is reported', () => {
  test('for a mount in a function that nothing calls', () => {
    expectRead(
      `${HEAD}const app = express()\nfunction mount() { app.use('/api', loans) }\napp.get('/health', (req, res) => { res.end() })\napp.listen(3000)`,
      ['GET /health'],
      {
        lost: ["server.ts A router is mounted below `/api` in code that the entry doesn't reach"],
        warned: ['loans.ts Nothing serves or mounts this router']
      }
    )
  })
  test('for a router of an imported file that nothing mounts', () => {
    expectRead(
      "import loans from './loans'\nexport const all = [loans]\nexport type It = typeof loans",
      ['GET /loans'],
      {
        lost: ['loans.ts Nothing that the entry reaches mounts this router']
      }
    )
  })
})
