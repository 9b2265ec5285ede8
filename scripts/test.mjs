// Runs the tests of a tier. Usage: npm test (what a developer waits for), npm run test:all (CI), npm run test:sweep.
import {spawn} from 'node:child_process'
import {existsSync} from 'node:fs'
import {createRequire} from 'node:module'
import {tmpdir} from 'node:os'
import {dirname, join} from 'node:path'
import process from 'node:process'

const tier = process.argv[2] ?? 'quick'
const DATA = process.env.TENURE_DATA ?? join(tmpdir(), 'tenure-data')
/** What compares with real histories and other tools, for as long as it takes, with the folder of data that it needs. */
const SWEEPS = [
  {name: 'corpus', data: join(DATA, 'corpus')},
  {name: 'containment', data: join(DATA, 'conformance', 'containment')},
  {name: 'oasdiff', data: join(DATA, 'conformance', 'oasdiff')},
  {name: 'mutation'},
  {name: 'fuzz'},
  {name: 'fuzz:openapi'},
  {name: 'unit', args: ['test/completeness'], env: {TESTS: 'all', SHARE: '1'}},
  {name: 'unit', args: ['test/laws/one-clock-in-memory.test.ts'], env: {TESTS: 'all', WORLDS: '10000'}},
  {name: 'unit', args: ['test/laws/random-histories.test.ts'], env: {TESTS: 'all', HISTORIES: '10000'}},
  {name: 'unit', args: ['test/laws/recorded-history.test.ts'], env: {TESTS: 'all', HISTORIES: '1000', RELEASES: '1000'}}
]

/** Starts a program and resolves to its exit code. */
const run = (args, env = {}) =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {stdio: 'inherit', env: {...process.env, ...env}})
    child.on('error', reject)
    child.on('close', code => resolve(code ?? 1))
  })

const npm = process.env.npm_execpath
if (npm === undefined) throw new Error('Start this with npm: `npm test`, `npm run test:all` or `npm run test:sweep`.')
const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs')

if ((await run(['scripts/build.mjs', '--if-changed'])) !== 0) process.exit(1)
if (tier === 'sweep') {
  const rows = []
  for (const {name, data, args = data === undefined ? [] : [data], env} of SWEEPS) {
    if (data !== undefined && !existsSync(data)) {
      rows.push({sweep: name, 'exit code': `skipped: there is no ${data}`})
      continue
    }
    const began = Date.now()
    const code = await run([npm, 'run', '--silent', name, '--', ...args], env)
    rows.push({sweep: name, 'exit code': code, seconds: Math.round((Date.now() - began) / 1000)})
    if (code !== 0) process.exitCode = 1
  }
  console.table(rows)
} else {
  if ((await run([npm, 'run', '--silent', 'checks', ...(tier === 'all' ? [] : ['--', '--quick'])])) !== 0)
    process.exit(1)
  process.exitCode = await run([vitest, 'run'], tier === 'all' ? {TESTS: 'all'} : {})
}
