// Middleware that responds to every request before the routes do, so that the routes are never reached.
import {expect, test} from 'vitest'
import {listening, read} from './small-programs.ts'

const LOST = 'This middleware passes no request on'
const R = 'app.get("/a", (req: express.Request, res: express.Response) => { res.end() })\n'
const fn = (parameters: string, body = 'res.status(410).end()'): string => `(${parameters}: any) => { ${body} }`

test.each([
  ['a function without `next`', `app.use((req, res) => { res.status(410).end() })\n${R}`, 1],
  ['a function that does not call `next`', `app.use((req, res, next) => { res.status(410).end() })\n${R}`, 1],
  ['a declared function', `function shut(req: any, res: any) { res.sendStatus(503) }\napp.use(shut)\n${R}`, 1],
  ['middleware at the path of a route', `app.use('/a', (req, res) => { res.status(410).end() })\n${R}`, 1],
  ['all methods of all paths', `app.all('*', (req, res) => { res.status(410).end() })\n${R}`, 1],
  [
    'middleware before a router',
    `app.use((req, res) => { res.status(410).end() })\nconst r = Router(); r.get('/b', ${fn('req, res').replace('(req, res: any)', '(req: any, res: any)')}); app.use('/c', r)`,
    1
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
])('middleware is reported only where it always responds before the routes: %s', (_, code, count) => {
  expect(read(listening(code)).lost.filter(each => each.includes(LOST))).toHaveLength(count)
})
