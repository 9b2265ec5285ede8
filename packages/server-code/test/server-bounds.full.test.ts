// Programs that would take for ever: they are read, or it is told where the reader gave up. Never is time asked.
import {describe, expect, test} from 'vitest'
import {WorkBudget} from '../src/interpreter/step-budget.ts'
import {listening, read} from './small-programs.ts'

const H = 'const h = (req: express.Request, res: express.Response) => { res.end() }\n'
const times = (count: number, line: (at: number) => string): string =>
  Array.from({length: count}, (_, at) => line(at)).join('\n')

describe('what doubles is read all the same', () => {
  const told: readonly (readonly [name: string, code: string, routes: readonly string[]])[] = [
    [
      'a value that each condition makes another of',
      `import {z} from 'zod'\nlet schema: any = z.string()\n${times(60, at => `if (Math.random() > 0.5) schema = schema.min(${at})`)}\napp.get('/a', h)`,
      ['GET /a']
    ],
    [
      'a builder that is a new one each time',
      `class Row { with() { return new Row() } }\nlet row = new Row()\n${times(60, () => 'row = Math.random() > 0.5 ? row.with() : row')}\napp.get('/a', h)`,
      ['GET /a']
    ],
    [
      'a list that is put behind itself',
      `let list = [1, 2]\n${times(60, () => 'list = [...list, ...list].concat(list)')}\napp.get('/a', h)`,
      ['GET /a']
    ],
    [
      'a text that is put behind itself',
      `let text = 'ab'\n${times(60, () => "text = (text + text).replaceAll('a', text)")}\napp.get('/a', h)`,
      ['GET /a']
    ],
    [
      'functions that go elsewhere with functions that do',
      `declare const later: (...all: unknown[]) => void\n${times(40, at => `function f${at}() { ${at === 39 ? "app.get('/a', h)" : `later(f${at + 1}); later(f${at + 1})`} }`)}\nlater(f0)`,
      ['GET /a']
    ],
    [
      'a schema that holds another one twice',
      `import {z} from 'zod'\nconst s0 = z.object({a: z.string()})\n${times(60, at => `const s${at + 1} = z.object({a: s${at}, b: s${at}})`)}\napp.get('/a', h)`,
      ['GET /a']
    ]
  ]
  test.for(told)('%s', ([, code, routes]) => {
    const found = read(listening(H + code))
    expect({routes: found.routes, lost: found.lost}).toEqual({routes, lost: []})
  })
})

describe('where it is given up is told', () => {
  const told: readonly (readonly [name: string, code: string, lost: readonly string[]])[] = [
    [
      'functions that call others twice',
      `app.get('/a', h)\n${times(40, at => `function f${at}() { ${at === 39 ? 'Math.random()' : `f${at + 1}(); f${at + 1}()`} }`)}\nf0()\napp.get('/c', h)`,
      [
        "server.ts:44:18 The program takes more than a few million steps to follow. Routes that are added after this point aren't read.",
        'server.ts:46:1 The GET route `/c` is in code that the entry'
      ]
    ],
    [
      'a path whose parts may be left out, in more ways than can be listed',
      `app.get('${times(60, at => `{/:p${at}}`).replaceAll('\n', '')}', h)`,
      ['server.ts:4:9 The GET route `/{/:p0}']
    ],
    [
      'routers that are mounted twice in each other',
      `${times(40, at => `const r${at} = Router()`)}\n${times(39, at => `r${at}.use('/a', r${at + 1}); r${at}.use('/b', r${at + 1})`)}\nr39.get('/c', h)\napp.use(r0)`,
      [
        'server.ts:34:13 Routers are mounted in each other more than ',
        "server.ts:32:13 Routers are mounted in each other at too many places. The routes of this one and of the next ones aren't all read."
      ]
    ]
  ]
  test.for(told)('%s', ([, code, lost]) => {
    const found = read(listening(H + code))
    expect(found.lost).toHaveLength(lost.length)
    for (const [at, text] of lost.entries()) expect(found.lost[at]?.startsWith(text), found.lost[at]).toBe(true)
  })
})

test('that it is used up is known where no place is', () => {
  const budget = new WorkBudget(1)
  expect([budget.spend(), budget.isExhausted]).toEqual([true, false])
  expect([budget.spend(), budget.isExhausted, budget.exhaustedAt]).toEqual([false, true, undefined])
})
