// Routers that a program finds at run time: in a folder, by a computed name, in code that isn't there.
import {expect, test} from 'vitest'
import {read} from './small-programs.ts'

type Files = Readonly<Record<string, string>>

const LOANS =
  "import {Router} from 'express'\nconst router = Router()\nrouter.get('/loans', (req, res) => { res.end() })\nexport default router\n"
const READERS = LOANS.replaceAll('loans', 'readers')
const HEAD =
  "import express from 'express'\nimport path from 'node:path'\nimport {readdirSync} from 'node:fs'\ndeclare const require: any, __dirname: string\nconst app = express()\n"
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

test.each([
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
    'a function of a file that is not there',
    "// @ts-ignore\nimport {RegisterRoutes} from './generated/routes'\nRegisterRoutes(app)",
    'server.ts The application is passed to `./generated/routes`'
  ]
])('%s is partial', (_, server, lost) => {
  const found = readFolder(server)
  expect(found.routes).toEqual(['GET /health'])
  expect(found.lost).toEqual([lost.split(',')[0]])
})
