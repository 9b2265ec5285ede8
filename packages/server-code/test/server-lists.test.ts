// Routes that are registered for the items of lists and tables that change, and in code that is left early.

import {describe, expect, test} from 'vitest'
import {sample} from '../../../test/tier.ts'
import {listening, read} from './small-programs.ts'

const H = 'const h = (req: any, res: any) => { res.end() }\ndeclare const on: boolean, size: number\n'
const LOOP = "\nfor (const n of ns) app.get('/' + n, h)"
const NS = "const ns = ['x', 'y']\n"
const TABLE = 'const table: any = {x: 1, y: 2}\n'
const KEYS = "\nfor (const n of Object.keys(table)) app.get('/' + n, h)"
const ROUTER = "const r = Router(); r.get('/x', h)\n"

/** The routes of a program, those that might be missing in parentheses, and `?` for one that isn't known. */
function routesOf(code: string): string {
  const {routes, warned, lost} = read(code)
  const isConditional = (route: string): boolean =>
    warned.some(each => each.includes(`\`${route.slice(4)}\` is added only under a condition`))
  const names = routes.map(each => (isConditional(each) ? `(${each.slice(4)})` : each.slice(4)))
  return [...names.toSorted(), ...lost.map(() => '?')].join(' ')
}

describe('a list or a table that is changed', () => {
  test.each(
    sample([
      ['pop', `${NS}ns.pop()${LOOP}`, '/x'],
      ['shift', `${NS}ns.shift()${LOOP}`, '/y'],
      ['splice', `${NS}ns.splice(0, 1, 'z', 'w')${LOOP}`, '/w /y /z'],
      ['splice from the end', `${NS}ns.splice(-1)${LOOP}`, '/x'],
      ['unshift', `${NS}ns.unshift('z')${LOOP}`, '/x /y /z'],
      ['a method that only orders', `${NS}ns.reverse().sort()${LOOP}`, '/x /y'],
      ['a method whose effect is not known', `${NS}ns.fill('z')${LOOP}`, '(/x) (/y) ?'],
      ['an unknown argument', `${NS}ns.splice(size)${LOOP}`, '(/x) (/y) ?'],
      ['its length', `${NS}ns.length = 1${LOOP}`, '/x'],
      ['an unknown length', `${NS}ns.length = size${LOOP}`, '(/x) (/y) ?'],
      ['an item', `${NS}ns[1] = 'z'${LOOP}`, '/x /z'],
      ['an unknown item', `${NS}ns[size] = 'z'${LOOP}`, '(/x) (/y) ?'],
      ['an item that is deleted', `${NS}delete ns[1]${LOOP}`, '(/x) (/y)'],
      ['in a function', `${NS}function cut(all: string[]) { all.pop() }\ncut(ns)${LOOP}`, '/x'],
      ['under a condition', `${NS}if (on) ns.pop()${LOOP}`, '(/x) (/y)'],
      ['by an item added under a condition', `${NS}if (on) ns.push('z')${LOOP}`, '(/z) /x /y'],
      ['in a loop', `${NS}while (ns.length > size) ns.pop()${LOOP}`, '(/x) (/y)'],
      ['as a copy', `${NS}ns.slice().pop(); Array.from(ns).pop(); ns.filter(() => true).pop()${LOOP}`, '/x /y'],
      ['by one of two names', `${NS}const other = on ? ns : []\nother.pop()${LOOP}`, '(/x) (/y)'],
      ['a key', `${TABLE}delete table.y${KEYS}`, '/x'],
      ['a key in a loop over keys', `${TABLE}delete table['y']\nfor (const n in table) app.get('/' + n, h)`, '/x'],
      ['an unknown key', `${TABLE}delete table[String(size)]${KEYS}`, '(/x) (/y)'],
      ['a key under a condition', `${TABLE}if (on) delete table.y${KEYS}`, '(/y) /x'],
      ['a key added under a condition', `${TABLE}if (on) table.z = 1${KEYS}`, '(/z) /x /y'],
      [
        'a key of a copy',
        `${TABLE}if (on) delete table.y\nconst all = {...table}${KEYS.replace('table', 'all')}`,
        '(/y) /x'
      ]
    ])
  )('is read with what is left: %s', (_, code, routes) => expect(routesOf(listening(H + code))).toBe(routes))
})

test.each(
  sample([
    ['slice', "ns.slice(0, 1).forEach(n => app.get('/' + n, h))", '/x'],
    ['slice with an unknown end', "ns.slice(0, size).forEach(n => app.get('/' + n, h))", '(/x) (/y)'],
    ['filter', "ns.filter(n => n !== 'y').map(n => app.get('/' + n, h))", '/x'],
    ['an unknown filter', "for (const n of ns.filter(() => on)) app.get('/' + n, h)", '(/x) (/y)'],
    ['`filter(Boolean)`', "for (const n of ['x', on && 'y'].filter(Boolean)) app.get('/' + n, h)", '(/y) /x'],
    ['a spread under a condition', "for (const n of ['x', ...(on ? ['y'] : [])]) app.get('/' + n, h)", '(/y) /x'],
    ['an unknown rest', "declare const more: string[]\n;[...ns, ...more].forEach(n => app.get('/' + n, h))", '/x /y ?'],
    ['the reduced list', ";[...ns.slice(0, size)].reduce((all, n) => all.get('/' + n, h), app)", '(/x) (/y)'],
    ['a mapped copy', "for (const n of Array.from(ns, n => n + '2')) app.get('/' + n, h)", '/x2 /y2'],
    ['a list of paths', "app.get(['/x', '/y'].slice(1), h)", '/y']
  ])
)('only the part of a list that is known is read as certain: %s', (_, code, routes) =>
  expect(routesOf(listening(`${H}${NS}${code}`))).toBe(routes)
)

test.each(
  sample([
    ['continue', "for (const n of ns) { if (n === 'x') continue; app.get('/' + n, h) }", '/y'],
    ['break', "for (const n of ns) { if (n === 'y') break; app.get('/' + n, h) }", '/x'],
    ['return', ";(() => { for (const n of ns) { if (n === 'y') return; app.get('/' + n, h) } })()", '/x'],
    ['continue if', "for (const n of ns) { if (on) continue; app.get('/' + n, h) }", '(/x) (/y)'],
    ['break if', "for (const n of ns) { app.get('/' + n, h); if (on) break }", '(/y) /x'],
    ['return if', ";(() => { for (const n of ns) { app.get('/' + n, h); if (on) return } })()", '(/y) /x'],
    [
      'return from a function if',
      "function add() { if (on) return\napp.get('/x', h) }\nadd()\napp.get('/y', h)",
      '(/x) /y'
    ],
    ['an error of a callback', "setImmediate((err: any) => { if (err) return\napp.get('/x', h) })", '/x'],
    ['an error', "function add() { if (on) throw new Error()\napp.get('/x', h) }\nadd()", '/x'],
    [
      'a value that is made once',
      'let made: any\nconst make = () => { if (made) return made\nmade = Router(); made.get("/x", h); return made }\napp.use(make())',
      '/x'
    ],
    [
      'a labeled loop',
      "out: for (const n of ns) for (const m of ns) { if (n === 'x') continue out; app.get('/' + n + m, h) }",
      '/yx /yy'
    ],
    [
      'all labeled loops',
      "out: for (const n of ns) for (const m of ns) { if (m === 'y') break out; app.get('/' + n + m, h) }",
      '/xx'
    ],
    ['a block', "out: { if (on) break out; app.get('/x', h) }\napp.get('/y', h)", '(/x) /y'],
    [
      'switch in a loop',
      "for (const n of ns) { switch (n) { case 'x': continue; default: break }\napp.get('/' + n, h) }",
      '/y'
    ],
    ['unknown switch', "for (const n of ns) { switch (size) { case 1: continue }\napp.get('/' + n, h) }", '(/x) (/y)']
  ])
)('code after a statement that leaves it is not read as certain: %s', (_, code, routes) =>
  expect(routesOf(listening(`${H}${NS}${code}`))).toBe(routes)
)

describe('a router under a condition is mounted only under a condition', () => {
  test.each(['on ? r : Router()', 'on && r', "'/', on ? r : (q: any, s: any, next: any) => next()"])(
    'Express: %s',
    given => expect(routesOf(listening(`${H}${ROUTER}app.use(${given})`))).toBe('(/x)')
  )
  test('Fastify', () =>
    expect(
      routesOf(
        "import Fastify from 'fastify'\ndeclare const on: boolean\nconst app = Fastify()\nconst x = async (i: any) => { i.get('/x', async () => 1) }\napp.register(on ? x : async () => {})\napp.listen({port: 1})"
      )
    ).toBe('(/x)'))
  test('Hono', () =>
    expect(
      routesOf(
        "import {Hono} from 'hono'\ndeclare const on: boolean\nconst r = new Hono().get('/x', c => c.text(''))\nexport default new Hono().route('/', on ? r : new Hono())"
      )
    ).toBe('(/x)'))
})

describe('a route of Fastify with constraints', () => {
  const server = (routes: string): string =>
    `import Fastify from 'fastify'\nconst app = Fastify()\n${routes}\napp.listen({port: 1})\n`
  const route = (options: string): string => `app.get('/x', ${options}async () => ({a: 1}))\n`
  const versioned = route("{constraints: {version: '2.0.0'}}, ")
  const header = {name: 'Accept-Version', in: 'header', required: true, schema: {type: 'string', enum: ['2.0.0']}}
  const warning =
    'This route answers only requests that meet its `constraints`. Routes with the same path are read as one.'

  test.each(
    sample([
      ['a version is a required header', versioned, [header], 1],
      ['a version next to a route without one', versioned + route(''), undefined, 1],
      ['a version after a route without one', route('') + versioned, undefined, 1],
      ['a host', route("{constraints: {host: 'library.example'}}, "), undefined, 1],
      ['none', route('{constraints: {}}, '), undefined, 0]
    ])
  )('%s', (_, code, parameters, count) => {
    const {root, warned} = read(server(code))
    expect(root.paths['/x']?.get?.parameters).toEqual(parameters)
    expect(warned).toEqual(Array.from({length: count}, () => expect.stringContaining(warning)))
  })
})

test('a computed schema of Fastify is reported at its place', () => {
  const code =
    "import Fastify from 'fastify'\n// @ts-ignore\nimport {Type} from 'not-installed'\nconst app = Fastify()\n" +
    "app.get('/x', {schema: {response: {200: Type.Unsafe({type: 'string'})}}}, async () => 'a')\napp.listen({port: 1})\n"
  expect(read(code).warned[0]).toBe(
    'server.ts:5:41 The JSON of a schema that is computed is unknown. Use a type that states its content.'
  )
})
