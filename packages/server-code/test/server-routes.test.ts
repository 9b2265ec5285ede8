// Routes that are registered indirectly, and routes that are alike: each is read or reported.

import {describe, expect, test} from 'vitest'
import {sample} from '../../../test/tier.ts'
import {listening, read} from './small-programs.ts'

const H = 'const h = (req: express.Request, res: express.Response) => { res.end() }\n'
const COMPUTED = 'The method of this route is computed'

test.for<readonly [name: string, code: string, routes: readonly string[], lost: readonly string[]]>([
  ['a method that is one of two', "declare const m: 'get' | 'post'\napp[m]('/x', h)", [], [COMPUTED]],
  [
    'an unknown list',
    "declare const list: {m: 'get', p: string}[]\nfor (const {m, p} of list) app[m](p, h)",
    [],
    [COMPUTED]
  ],
  [
    'a list of all methods',
    "import {METHODS} from 'node:http'\nMETHODS.forEach(m => (app as any)[m.toLowerCase()]('/any', h))",
    [],
    [COMPUTED]
  ],
  [
    'a list that is filled elsewhere',
    "class Ctl { static routes: {method: 'get'; path: string}[] = [] }\nfor (const r of Ctl.routes) app[r.method](r.path, h)",
    [],
    ['The method of this route is computed']
  ],
  [
    'a method from a constant list',
    "for (const m of ['get', 'put'] as const) app[m]('/x', h)",
    ['GET /x', 'PUT /x'],
    []
  ],
  ['call', "const r = Router(); r.get.call(r, '/call', h); app.use(r)", ['GET /call'], []],
  ['apply', "app.get.apply(app, ['/apply', h] as any)", ['GET /apply'], []],
  [
    'apply with an unknown list',
    'declare const a: any\napp.get.apply(app, a)',
    [],
    ['The path of this GET route is computed']
  ],
  ['bind', "const g: any = app.get.bind(app); g('/bind', h)", ['GET /bind'], []],
  ['Reflect', "Reflect.apply(app.get, app, ['/refl', h])", ['GET /refl'], []],
  ['a trailing slash', "app.get('/owners/', h); app.get('/owners', h)", ['GET /owners'], []],
  ['a slash before an optional group', "app.get('/covers/{*path}', h)", ['GET /covers/', 'GET /covers/{path}'], []],
  ['a strict router', "const r = Router({strict: true}); r.get('/a/', h); app.use('/x', r)", ['GET /x/a/'], []],
  ['a strict application', "app.enable('strict routing'); app.get('/a/', h)", ['GET /a/'], []],
  [
    'two patterns',
    "app.get('/ctx/:scope(global)/*', h); app.get('/ctx/:scope(node|flow)/:id', h)",
    ['GET /ctx/{scope}/{rest}'],
    [
      "The GET route `/ctx/{scope}/{id}` isn't read: it differs from `/ctx/{scope}/{rest}` only in the values of its parameters."
    ]
  ],
  ['a wildcard before a pattern', "app.get('/a/:x', h); app.get('/a/:y(\\\\d+)', h)", ['GET /a/{x}'], []]
])('reads or reports a route registered with %s', ([, code, routes, lost]) => {
  const found = read(listening(`${H}app.get('/first', h)\n${code}`))
  expect({
    routes: found.routes.filter(each => each !== 'GET /first').toSorted(),
    lost: found.lost.map(each => each.replace(/^\S+ /, ''))
  }).toEqual({routes, lost})
})

describe('an application that a package gets', () => {
  const KIT = "// @ts-ignore\nimport kit from 'crud-kit'\n"

  test.each(
    sample([
      'kit(app)',
      'kit.initialize({app})',
      'new kit.Server({http: {app}})',
      'kit.with({}).attach([app])',
      'kit(() => app)'
    ])
  )('may get routes from it: %s', code => {
    const {warned} = read(listening(`${KIT}${H}app.get('/a', h)\n${code}`))
    expect(warned.map(each => each.replace(/^\S+ /, ''))).toEqual([
      "The application is passed to the package `crud-kit`. Routes that it adds aren't read."
    ])
  })

  test.each([
    ['that adds none', "// @ts-ignore\nimport serverless from 'serverless-http'\nserverless(app)"],
    ['of the platform', "// @ts-ignore\nimport https from 'node:https'\nhttps.createServer({}, app)"]
  ])('gets no routes from one %s', (_, code) => {
    expect(read(listening(`${H}app.get('/a', h)\n${code}`)).warned).toEqual([])
  })

  test.each(['const {app} = ws(base)', 'const app = ws(base).app', 'const made = ws(base)\nconst app = made.app'])(
    'keeps its routes if the package returns it: %s',
    code => {
      const {routes, lost, warned} = read(
        `import express from 'express'\n// @ts-ignore\nimport ws from 'express-ws'\nconst base = express()\n${code}\n${H}app.get('/a', h)\napp.listen(1)\n`
      )
      expect({routes, lost, warned}).toEqual({routes: ['GET /a'], lost: [], warned: []})
    }
  )
})
