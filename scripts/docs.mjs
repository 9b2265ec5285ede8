// Builds the documentation site from docs/, or serves it while somebody writes. Usage: npm run docs:build, docs:dev; options
// after `--` are those of VitePress, such as `--outDir FOLDER`. `DOCS_BASE=/tenure/` builds it for a folder of a host.
import {spawnSync} from 'node:child_process'
import {statSync} from 'node:fs'
import process from 'node:process'
import {fileURLToPath} from 'node:url'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))

const [command, ...options] = process.argv.slice(2)
const npm = process.env.npm_execpath

if (isOlder('site/node_modules/.package-lock.json', 'site/package-lock.json')) {
  if (npm === undefined) throw new Error('Start this with npm: `npm run docs:build` or `npm run docs:dev`.')
  run(npm, 'ci', '--prefix', 'site')
}
if (command === 'build') {
  run('scripts/build.mjs', '--if-changed')
  // A page that says what the tool no longer does isn't published.
  for (const script of ['reference', 'catalog', 'readme']) run(`scripts/${script}.mjs`, '--check')
}
run('site/node_modules/vitepress/bin/vitepress.js', command, 'site', ...options)

function isOlder(path, other) {
  const {mtimeMs} = statSync(path, {throwIfNoEntry: false}) ?? {mtimeMs: 0}
  return mtimeMs < statSync(other).mtimeMs
}

function run(...args) {
  const {status} = spawnSync(process.execPath, args, {stdio: 'inherit'})
  if (status !== 0) process.exit(status ?? 1)
}
