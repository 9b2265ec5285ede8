// Programs that would take too long to follow are still read, or the place where the reader gave up is reported. The
// limits count steps, not time.
import {describe, expect, test} from 'vitest'
import {WorkBudget} from '../src/interpreter/step-budget.ts'
import {listening, read} from './small-programs.ts'

const H = 'const h = (req: express.Request, res: express.Response) => { res.end() }\n'
const times = (count: number, line: (at: number) => string): string =>
  Array.from({length: count}, (_, at) => line(at)).join('\n')

describe('code whose number of cases doubles with each step is read', () => {
  const cases: readonly (readonly [name: string, code: string, routes: readonly string[]])[] = [
    [
      'a variable that each condition changes',
      `import {z} from 'zod'\nlet schema: any = z.string()\n${times(60, at => `if (Math.random() > 0.5) schema = schema.min(${at})`)}\napp.get('/a', h)`,
      ['GET /a']
    ],
    [
      'a builder whose methods return a new one',
      `class Row { with() { return new Row() } }\nlet row = new Row()\n${times(60, () => 'row = Math.random() > 0.5 ? row.with() : row')}\napp.get('/a', h)`,
      ['GET /a']
    ],
    [
      'a list that is appended to itself',
      `let list = [1, 2]\n${times(60, () => 'list = [...list, ...list].concat(list)')}\napp.get('/a', h)`,
      ['GET /a']
    ],
    [
      'a text that is appended to itself',
      `let text = 'ab'\n${times(60, () => "text = (text + text).replaceAll('a', text)")}\napp.get('/a', h)`,
      ['GET /a']
    ],
    [
      'functions that are passed to unknown code',
      `declare const later: (...all: unknown[]) => void\n${times(40, at => `function f${at}() { ${at === 39 ? "app.get('/a', h)" : `later(f${at + 1}); later(f${at + 1})`} }`)}\nlater(f0)`,
      ['GET /a']
    ],
    [
      'a schema that contains another one twice',
      `import {z} from 'zod'\nconst s0 = z.object({a: z.string()})\n${times(60, at => `const s${at + 1} = z.object({a: s${at}, b: s${at}})`)}\napp.get('/a', h)`,
      ['GET /a']
    ]
  ]
  test.for(cases)('in %s', ([, code, routes]) => {
    const found = read(listening(H + code))
    expect({routes: found.routes, lost: found.lost}).toEqual({routes, lost: []})
  })
})

describe('the place where the reader gives up is reported', () => {
  const cases: readonly (readonly [name: string, code: string, lost: readonly string[]])[] = [
    [
      'functions that call others twice',
      `app.get('/a', h)\n${times(40, at => `function f${at}() { ${at === 39 ? 'Math.random()' : `f${at + 1}(); f${at + 1}()`} }`)}\nf0()\napp.get('/c', h)`,
      [
        "server.ts:44:18 The program takes more than a few million steps to follow. Routes that are added after this point aren't read.",
        'server.ts:46:1 The GET route `/c` is in code that the entry'
      ]
    ],
    [
      'a path with too many optional parts',
      `app.get('${times(60, at => `{/:p${at}}`).replaceAll('\n', '')}', h)`,
      ['server.ts:4:9 The GET route `/{/:p0}']
    ],
    [
      'routers that are mounted in each other twice',
      `${times(40, at => `const r${at} = Router()`)}\n${times(39, at => `r${at}.use('/a', r${at + 1}); r${at}.use('/b', r${at + 1})`)}\nr39.get('/c', h)\napp.use(r0)`,
      [
        'server.ts:34:13 Routers are mounted in each other more than ',
        "server.ts:32:13 Routers are mounted in each other at too many places. The routes of this one and of the next ones aren't all read."
      ]
    ]
  ]
  test.for(cases)('in %s', ([, code, lost]) => {
    const found = read(listening(H + code))
    expect(found.lost).toHaveLength(lost.length)
    for (const [at, text] of lost.entries()) expect(found.lost[at]?.startsWith(text), found.lost[at]).toBe(true)
  })
})

test('a step budget that is exhausted outside of any code has no place', () => {
  const budget = new WorkBudget(1)
  expect([budget.spend(), budget.isExhausted]).toEqual([true, false])
  expect([budget.spend(), budget.isExhausted, budget.exhaustedAt]).toEqual([false, true, undefined])
})
