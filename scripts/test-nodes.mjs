// Runs the tests on each version of Node that package.json promises, one after the other, and prints a table.
// Usage: npm run test:nodes -- [--quick] [VERSION...] [ARGUMENT OF VITEST...]
import {spawnSync} from 'node:child_process'
import {existsSync, mkdirSync, readFileSync, rmSync} from 'node:fs'
import {createRequire} from 'node:module'
import {tmpdir} from 'node:os'
import {delimiter, dirname, join} from 'node:path'
import process from 'node:process'
import semver from 'semver'

const args = process.argv.slice(2)
const isQuick = args.includes('--quick')
const chosen = args.filter(arg => /^\d/.test(arg))
const others = args.filter(arg => arg !== '--quick' && !chosen.includes(arg))

/** The lowest version that package.json promises, and the newest of each line. */
const {engines} = JSON.parse(readFileSync('package.json', 'utf8'))
const VERSIONS = [semver.minVersion(engines.node).version, '20', '22', '24', '26']
/** Kept from one run to the next: each is 120 MB. */
const FOLDER = join(tmpdir(), 'tenure-nodes')
const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs')
const npm = process.env.npm_execpath
if (npm === undefined) throw new Error('Start this with npm: `npm run test:nodes`.')

if (spawnSync(process.execPath, ['scripts/build.mjs', '--if-changed'], {stdio: 'inherit'}).status !== 0) process.exit(1)
const rows = []
for (const version of chosen.length > 0 ? chosen : VERSIONS) rows.push(testOn(version))
console.table(rows)

/** Runs the tests on one version, and returns its row. */
function testOn(version) {
  const node = install(version)
  const env = {
    ...process.env,
    PATH: `${dirname(node)}${delimiter}${process.env.PATH}`,
    ...(isQuick ? {} : {TESTS: 'all'})
  }
  const report = join(FOLDER, `${version}.json`)
  rmSync(report, {force: true})
  const began = Date.now()
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${report}`]
  const {status} = spawnSync(node, [vitest, 'run', ...reporters, ...others], {stdio: 'inherit', env})
  const seconds = Math.round((Date.now() - began) / 1000)
  const warnings = engineWarnings(node, env)
  if (status !== 0 || warnings.length > 0) process.exitCode = 1
  for (const warning of warnings) console.error(warning)
  const counts = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : {}
  return {
    node: spawnSync(node, ['--version'], {encoding: 'utf8'}).stdout.trim(),
    passed: counts.numPassedTests,
    skipped: counts.numPendingTests,
    failed: counts.numFailedTests,
    'engine warnings': warnings.length,
    seconds
  }
}

/** Installs the program of a version into a folder of its own, unless npm can't be reached and one is there. */
function install(version) {
  const folder = join(FOLDER, version)
  const platform = process.platform === 'win32' ? 'win' : process.platform
  const name = `node-${platform === 'darwin' && process.arch === 'arm64' ? 'bin-' : ''}${platform}-${process.arch}`
  const node = join(folder, 'node_modules', name, 'bin', platform === 'win' ? 'node.exe' : 'node')
  mkdirSync(folder, {recursive: true})
  const args = [npm, 'install', '--prefix', folder, '--no-save', '--no-audit', '--no-fund', `${name}@${version}`]
  const {status, stderr} = spawnSync(process.execPath, args, {cwd: folder, encoding: 'utf8'})
  if (status !== 0 && !existsSync(node)) throw new Error(`npm can't install Node ${version}:\n${stderr}`)
  return node
}

/** What npm says of packages that don't support this version. */
function engineWarnings(node, env) {
  const {stderr} = spawnSync(node, [npm, 'ci', '--dry-run', '--no-audit', '--no-fund'], {encoding: 'utf8', env})
  return stderr.split('\n').filter(line => line.includes('EBADENGINE'))
}
