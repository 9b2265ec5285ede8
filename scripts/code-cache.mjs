// Keeps the code that V8 makes of the program, so that a run need not compile what most runs use.
// Usage: node scripts/code-cache.mjs (a part of `npm run build`)
import {readFileSync, writeFileSync} from 'node:fs'
import {createRequire} from 'node:module'
import process from 'node:process'
import {fileURLToPath, pathToFileURL} from 'node:url'
import v8 from 'node:v8'
import {Script} from 'node:vm'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))

/** What is run once, so that it is compiled: the usual commands, on what is in this repository. */
const LIBRARY = 'fixtures/lending-library'
const COMMANDS = [
  ['diff', 'fixtures/descriptions/lending-2.0.yaml', 'fixtures/descriptions/lending-3.0.yaml'],
  ['diff', 'fixtures/descriptions/lending-3.0.yaml', 'fixtures/descriptions/lending-3.1.yaml'],
  ['diff', `${LIBRARY}/api-3.0.yaml`, `${LIBRARY}/api-3.1.yaml`],
  ['diff', 'fixtures/etcd/v3.3.0.json', 'fixtures/etcd/v3.4.0.json'],
  ['check', '--base', 'fixtures/etcd/v3.2.0.json', '--spec', 'fixtures/etcd/v3.3.0.json'],
  ['check', '--history', `${LIBRARY}/history.yaml`],
  ['audit', 'fixtures/etcd'],
  ['when', 'GET /v1/loans', '--history', `${LIBRARY}/history.yaml`]
]

const filename = fileURLToPath(new URL('../dist/tenure.cjs', import.meta.url))
const script = new Script(readFileSync(filename, 'latin1'), {filename})
// Code counts as made with other settings of V8 once one was changed, if only for a moment.
v8.setFlagsFromString = () => {}
process.env.TENURE_CACHE = 'off'
const written = process.stdout.write
process.stdout.write = () => true
for (const args of COMMANDS) {
  process.argv = [process.execPath, 'dist/cli.cjs', ...args]
  const module = {exports: {}}
  const url = pathToFileURL(filename).href
  script.runInThisContext()(createRequire(url), module, module.exports, url)
  await module.exports.done
  if (process.exitCode === 2) throw new Error(`Unexpected failure of \`tenure ${args.join(' ')}\`, expected it to run`)
}
process.stdout.write = written
process.exitCode = 0
writeFileSync(`dist/${process.version}-${process.arch}.code`, script.createCachedData())
